// The kind of sums that every flock may have (SumKind::any) has the bits of the kind that a flock has: model cases and random flocks, on
// the reference, each instruction set of cpu, the kernels on plain loops, and on devices. Compiled with the simulated device, too.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/make_parameters.h"
#include "sim/backends/reference/reference.h"
#include "sim/machine/registry.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/model_cases.h"
#include "support/serial_device.h"
#include "support/trial.h"

namespace murmur {
namespace {

struct AnyKind {
  AnyKind() { use_any_kind_of_sums(true); }
  ~AnyKind() { use_any_kind_of_sums(false); }
};

bool has_device() { return !device_steppers().empty(); }

/// The backends by name; with a device that one alone, which is slow where it is simulated.
std::vector<std::pair<std::string, MakeBackend>> makers() {
  std::vector<std::pair<std::string, MakeBackend>> makers;
  for (const BackendKind& kind : backends()) {
    if (kind.on_device() && kind.why_not().empty())
      makers.emplace_back(kind.name, [&kind] { return kind.make({}); });
  }
  if (!makers.empty()) return makers;
  makers.emplace_back("reference", make_reference_float);
  for (const Simd simd : available_simds())
    makers.emplace_back(simd_name(simd), [simd] { return make_cpu({.threads = 2, .simd = simd}); });
  makers.emplace_back("plain loops", [] { return flock_on(std::make_shared<SerialDevice>()); });
  return makers;
}

SumKind kind_of(const std::string& toml) {
  ParameterArrays<float, 2> arrays;
  return make_parameters<float, 2>(scenario_of(toml).scenario(), arrays).rules.kind;
}

TEST(SumKind, IndicesAreThoseOfTheKinds) {
  std::set<std::string> seen;
  for (int k = 0; k < SumKind::kCount; ++k) {
    const SumKind kind = SumKind::of(k);
    EXPECT_EQ(kind.index(), k);
    seen.insert(fmt::format("{} {} {} {} {}", static_cast<int>(kind.falloff), kind.species,
                            kind.field_of_view, static_cast<int>(kind.terms), kind.walls));
  }
  EXPECT_EQ(seen.size(), static_cast<size_t>(SumKind::kCount));
}

TEST(SumKind, FollowsFromTheRules) {
  const auto index_of = [](const std::string& rules) {
    return kind_of("preset = \"benchmark\"\nboids = 10\n" + rules).index();
  };
  EXPECT_EQ(index_of(""), SumKind{}.index());
  EXPECT_EQ(index_of("[rules]\nfield_of_view = 200.0\nseparation = { falloff = \"inverse\" }\n"),
            (SumKind{.falloff = Falloff::kInverse, .field_of_view = true}.index()));
  EXPECT_EQ(index_of("[rules]\nseparation = { average = \"separated\" }\n"),
            (SumKind{.terms = Terms::kRare}.index()));
  const std::string view = "[rules]\nfield_of_view = 200.0\n";
  EXPECT_EQ(index_of(view + "separation = { average = \"separated\" }\n"), SumKind::any(false).index());
  EXPECT_EQ(index_of(view + "separation = { average = \"separated\", falloff = \"inverse\" }\n"),
            SumKind::couzin().index());
  const SumKind nearest = kind_of("preset = \"benchmark\"\nboids = 10\n[rules]\nnearest = 7\n");
  EXPECT_EQ(nearest.neighbours, Neighbours::kNearest);
  EXPECT_EQ(nearest.index(), SumKind::any(false).index());
  const SumKind fish = kind_of("preset = \"benchmark\"\nboids = 10\n" + view +
                               "nearest = 7\nseparation = { falloff = \"inverse\" }\n");
  EXPECT_EQ(fish.neighbours, Neighbours::kNearest);
  EXPECT_EQ(fish.index(), SumKind::couzin().index());
  EXPECT_EQ(kind_with({}, Images::kUnique).index(), 0);
  EXPECT_EQ(kind_with({}, Images::kChecked).index(), SumKind::any(false).index());
  EXPECT_EQ(kind_with(nearest, Images::kChecked).neighbours, Neighbours::kNearest);
}

TEST(SumKind, ThatOfEveryFlockHasTheBitsOfTheModelCases) {
  const AnyKind any;
  ASSERT_EQ(kind_of("preset = \"benchmark\"\nboids = 10\n").index(), SumKind::any(true).index());
  const auto known = known_model_bits();
  for (const ModelCase& one : model_cases()) {
    for (const auto& [name, make] : makers()) {
      ASSERT_EQ(bits_of(one, make()), known.at(one.name)) << one.name << " on " << name;
    }
  }
}

TEST(SumKind, ThatOfEveryFlockHasTheBitsOfRandomFlocks) {
  const uint64_t seeds = has_device() ? 25 : 150;
  for (uint64_t seed = 1001; seed < 1001 + seeds; ++seed) {
    const Trial trial = random_trial(seed, 200);
    const Outcome wanted = outcome_of(trial, [] { return make_cpu({.threads = 1}); });
    const AnyKind any;
    for (const auto& [name, make] : makers()) {
      const Outcome found = outcome_of(trial, make);
      ASSERT_EQ(found.hashes, wanted.hashes) << "seed " << seed << " on " << name;
      ASSERT_EQ(found.fault, wanted.fault) << "seed " << seed << " on " << name;
    }
  }
}

}  // namespace
}  // namespace murmur
