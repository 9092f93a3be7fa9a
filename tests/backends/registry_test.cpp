// The list of backends: every row makes what it says, and names that are not in it are refused with all that
// are.
#include "sim/machine/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/lanes_step.h"
#include "sim/backends/cpu/simd.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::HasSubstr;

TEST(Registry, MakesWhatItNamesOrSaysWhyNot) {
  std::set<std::string> names;
  for (const BackendKind& kind : backends()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name << " is there twice";
    EXPECT_EQ(find_backend(kind.name), &kind);
    const std::string why_not = kind.why_not();
    try {
      EXPECT_EQ(make_backend(kind.name, {})->name(), kind.name);
      EXPECT_EQ(why_not, "");
    } catch (const RunError& error) {
      ASSERT_NE(why_not, "") << error.what();
      EXPECT_THAT(error.what(), HasSubstr(why_not));
    }
    if (kind.make_double) {
      EXPECT_EQ(kind.make_double()->name(), kind.name);
    }
  }
  EXPECT_EQ(backend_names_where(&BackendKind::is_default).size(), 1u);
  EXPECT_TRUE(default_backend().why_not().empty());
  EXPECT_TRUE(backends().front().all_pairs) << "the definition stands first";
}

TEST(Registry, AutoTakesADeviceOrTheDefault) {
  std::string why_not = "before";
  const auto backend = make_backend("auto", {}, &why_not);
  const BackendKind* const kind = find_backend(backend->name());
  ASSERT_NE(kind, nullptr);
  EXPECT_EQ(kind->on_device(), backend->device_index() >= 0);
  if (kind->on_device()) {
    EXPECT_EQ(why_not, "");
  }
  EXPECT_TRUE(kind->on_device() || kind->is_default);
}

TEST(Registry, RefusesOtherNamesWithAllThatAreAllowed) {
  try {
    make_backend("cpux", {});
    FAIL() << "no exception";
  } catch (const UserError& error) {
    for (const std::string& name : backend_names()) EXPECT_THAT(error.what(), HasSubstr(name));
    EXPECT_THAT(error.what(), HasSubstr("auto"));
  }
}

TEST(Registry, ListsNamesAsASentenceDoes) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}, "or"), "a or b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

TEST(InstructionSets, NamesAndValuesGoBothWays) {
  for (const InstructionSet& set : instruction_sets()) {
    Simd simd = Simd::kAuto;
    EXPECT_TRUE(read_simd(set.name, simd));
    EXPECT_EQ(simd, set.simd);
    EXPECT_STREQ(simd_name(simd), set.name);
    EXPECT_EQ(has_simd(simd), set.available);
  }
  Simd simd = Simd::kScalar;
  EXPECT_FALSE(read_simd("auto", simd));
  EXPECT_EQ(simd, Simd::kScalar);
  EXPECT_TRUE(has_simd(Simd::kScalar));
  EXPECT_TRUE(has_simd(best_simd()));
  EXPECT_TRUE(has_simd(Simd::kAuto));
  EXPECT_STREQ(simd_name(Simd::kAuto), "auto");
}

TEST(InstructionSets, ThoseOfOtherProcessorsAreRefused) {
  const std::vector<std::string> names = simd_names();
  const Simd foreign =
      std::find(names.begin(), names.end(), "neon") == names.end() ? Simd::kNeon : Simd::kAvx2;
  EXPECT_FALSE(has_simd(foreign));
  const auto lanes = lane_row_update<2>(foreign, SumKind::of(0), Images::kNone);
  EXPECT_EQ(lanes, nullptr);
  EXPECT_EQ(lane_cells<3>(foreign), nullptr);
  try {
    (void)make_cpu({.threads = 1, .simd = foreign});
    FAIL() << "no exception";
  } catch (const UserError& error) {
    EXPECT_EQ(error.what(), std::string("--simd ") + simd_name(foreign) +
                                ": this machine does not have it; use auto or scalar");
  }
}

}  // namespace
}  // namespace murmur
