// verify: agreement is seen, and a single flipped bit is found where it is.
#include "sim/run/verify.h"
#include "sim/backends/reference/reference.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

using ::testing::HasSubstr;

/// A flock that stands still, and has the hash that it was made with.
class FixedHashBackend final : public Backend<float> {
 public:
  explicit FixedHashBackend(uint64_t hash) : hash_(hash) {}
  std::string name() const override { return "liar"; }
  std::string description() const override { return "stands still"; }
  int64_t count() const override { return held_.count(); }
  void configure(const Scenario&) override {}
  void load(const State<float>& state) override { held_ = state; }
  void save(State<float>& state) const override { state = held_; }
  void scatter(const std::vector<double>&, double, double) override {}
  void add(const State<float>&) override {}
  void remove(int64_t) override {}
  void step(const StepInput&) override {}
  uint64_t hash() const override { return hash_; }
  void write_instances(float*) override {}

 private:
  State<float> held_;
  uint64_t hash_;
};

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
  const auto fault = [](const Injection& injection) -> std::string {
    auto runs = two_runs();
    for (const auto& run : runs) run->advance();
    try {
      verify(runs, 6, injection, kGoOn);
    } catch (const UserError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(fault({7, 0}), "--inject: step 7 is not part of this run; allowed: 1 to 6");
  EXPECT_EQ(fault({0, 0}), "--inject: step 0 is not part of this run; allowed: 1 to 6");
  EXPECT_EQ(fault({4, 79}), "--inject: id 79 does not exist at step 4; allowed: 0 to 78");
  EXPECT_EQ(fault({4, -1}), "--inject: id -1 does not exist at step 4; allowed: 0 to 78");
  EXPECT_EQ(fault({1, 79}), "none");
}

TEST(Verify, OneRunHasNothingToDifferFrom) {
  auto runs = two_runs();
  runs.pop_back();
  EXPECT_FALSE(verify(runs, 2, Injection{1, 0}, kGoOn));
  EXPECT_EQ(runs[0]->step_number(), 2);
}

TEST(Verify, TellsHashesThatDifferThoughNoBitOfTheStatesDoes) {
  const ScenarioSource source = ScenarioSource::from_text("preset = \"book\"\nboids = 3\n", "test");
  std::vector<std::unique_ptr<Simulation<float>>> runs;
  for (const uint64_t hash : {0xabcdu, 0x1234u})
    runs.push_back(std::make_unique<Simulation<float>>(source, std::make_unique<FixedHashBackend>(hash)));
  const auto found = verify(runs, 2, std::nullopt, kGoOn);
  ASSERT_TRUE(found);
  EXPECT_EQ(
      to_text(*found),
      "liar and liar differ after step 0: only the hash (000000000000abcd against 0000000000001234), no "
      "bit of the states");
}

TEST(Verify, EndsWhenAStepIsCancelled) {
  auto runs = two_runs();
  const std::atomic<bool> cancel{true};
  runs[0]->cancel_when(cancel);
  EXPECT_FALSE(verify(runs, 6, std::nullopt, kGoOn));
  EXPECT_EQ(runs[0]->step_number(), 0);
  EXPECT_EQ(runs[1]->step_number(), 0) << "the runs behind it are not stepped";
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

TEST(FirstDifference, SeesPredatorsColumnsAndCounts) {
  auto runs = two_runs();
  const Scenario& scenario = runs[0]->scenario();
  State<float> a = runs[0]->state();
  a.predator_position = a.predator_velocity = {1.0f, 2.0f};
  a.columns.target.assign(80, 0);
  State<float> b = a;
  b.predator_velocity[0] = -1.0f;
  EXPECT_EQ(first_difference(a, b, scenario)->what, "predator 0");
  b = a;
  b.columns.target[7] = 1;
  EXPECT_EQ(first_difference(a, b, scenario)->field, "target");
  a.columns.species.assign(80, 1);
  b = a;
  b.columns.species[9] = 0;
  EXPECT_EQ(first_difference(a, b, scenario)->what, "boid 9");
  EXPECT_EQ(first_difference(a, b, scenario)->field, "species");
  a.columns.alignment.assign(a.velocity.size(), 0.5f);
  b = a;
  b.columns.alignment[a.dimensions * 7 + 1] = 0.25f;
  EXPECT_EQ(first_difference(a, b, scenario)->what, "boid 7");
  EXPECT_EQ(first_difference(a, b, scenario)->field, "ay");
  b = a;
  b.position.resize(2);
  EXPECT_EQ(first_difference(a, b, scenario)->what,
            "the number of boids and predators: 80 and 1 against 1 and 1");
  b = a;
  b.predator_position.clear();
  EXPECT_EQ(first_difference(a, b, scenario)->what,
            "the number of boids and predators: 80 and 1 against 80 and 0");
}

}  // namespace
}  // namespace murmur
