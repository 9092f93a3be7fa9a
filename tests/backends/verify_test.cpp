// verify: agreement is seen, and a single flipped bit is found where it is.
#include "sim/run/verify.h"
#include "sim/backends/reference/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

using ::testing::HasSubstr;

std::vector<std::unique_ptr<Simulation<float>>> two_runs() {
  const ScenarioSource source = ScenarioSource::from_text(
      "preset = \"book\"\nboids = 80\n[[event]]\nstep = 3\nkind = \"remove\"\n", "test");
  std::vector<std::unique_ptr<Simulation<float>>> runs;
  for (int k = 0; k < 2; ++k)
    runs.push_back(std::make_unique<Simulation<float>>(source, make_reference_float()));
  return runs;
}

constexpr auto kGoOn = [](int64_t) { return true; };

TEST(Verify, EqualRunsAgree) {
  auto runs = two_runs();
  EXPECT_FALSE(verify(runs, 6, std::nullopt, kGoOn));
  EXPECT_EQ(runs[1]->step_number(), 6);
  EXPECT_EQ(runs[1]->count(), 79);
}

TEST(Verify, FindsAnInjectedBit) {
  auto runs = two_runs();
  const auto found = verify(runs, 6, Injection{4, 17}, kGoOn);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 4);
  EXPECT_EQ(found->what, "boid 17");
  EXPECT_EQ(found->field, "x");
  EXPECT_EQ(found->bits[0] ^ found->bits[1], 1u);
  EXPECT_EQ(found->differing, 1);
  EXPECT_EQ(found->neighbours, 78);  // the book's start is a patch of 10 x 10
  const std::string text = to_text(*found);
  for (const std::string& part :
       {found->values[0], found->values[1], std::string("0x"), std::string("after step 4")}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(Verify, RefusesInjectionsOutsideTheRun) {
  auto runs = two_runs();
  EXPECT_THROW(verify(runs, 6, Injection{7, 0}, kGoOn), UserError);
  EXPECT_THROW(verify(runs, 6, Injection{4, 79}, kGoOn), UserError);
}

TEST(Verify, StopsWhenAsked) {
  auto runs = two_runs();
  EXPECT_FALSE(verify(runs, 6, std::nullopt, [](int64_t step) { return step < 2; }));
  EXPECT_EQ(runs[0]->step_number(), 2);
}

TEST(FirstDifference, NamesTheLowestIdAndItsFirstField) {
  auto runs = two_runs();
  const State<float> a = runs[0]->state();
  const Scenario& scenario = runs[0]->scenario();
  EXPECT_FALSE(first_difference(a, a, scenario));
  State<float> b = a;
  b.velocity[2 * 50] += 1.0f;
  b.velocity[2 * 20 + 1] += 1.0f;
  const auto found = first_difference(a, b, scenario);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->what, "boid 20");
  EXPECT_EQ(found->field, "vy");
  EXPECT_EQ(found->differing, 2);
}

TEST(FirstDifference, SeesPredatorsTargetsAndCounts) {
  auto runs = two_runs();
  const Scenario& scenario = runs[0]->scenario();
  State<float> a = runs[0]->state();
  a.predator_position = a.predator_velocity = {1.0f, 2.0f};
  a.target.assign(80, 0);
  State<float> b = a;
  b.predator_velocity[0] = -1.0f;
  EXPECT_EQ(first_difference(a, b, scenario)->what, "predator 0");
  b = a;
  b.target[7] = 1;
  EXPECT_EQ(first_difference(a, b, scenario)->field, "target");
  b = a;
  b.position.resize(2);
  EXPECT_THAT(first_difference(a, b, scenario)->what, HasSubstr("number of boids"));
}

}  // namespace
}  // namespace murmur
