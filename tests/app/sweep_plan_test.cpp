// How --set is multiplied out into the runs of a sweep, how these are shared out, and the pool that runs them.
#include <mutex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/sweep/plan.h"
#include "app/sweep/run_pool.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;

TEST(SweepValues, ListsRangesAndBrackets) {
  EXPECT_THAT(sweep_values("rules.radius=30,40.5"), ElementsAre("30", "40.5"));
  EXPECT_THAT(sweep_values("seed=1..3,7"), ElementsAre("1", "2", "3", "7"));
  EXPECT_THAT(sweep_values("seed=-1..1"), ElementsAre("-1", "0", "1"));
  EXPECT_THAT(sweep_values("goal.at=[1,2],[3,4]"), ElementsAre("[1,2]", "[3,4]"));
  EXPECT_THAT(sweep_values("rule[0].add=limit(v, 1),perp(v)"), ElementsAre("limit(v, 1)", "perp(v)"));
  EXPECT_THAT(sweep_values("terrain.image=\"a,b.png\""), ElementsAre("\"a,b.png\""));
  EXPECT_THAT(sweep_values("terrain.image=\"../hills.png\""), ElementsAre("\"../hills.png\""));
  EXPECT_THAT(sweep_values("boids=100"), ElementsAre("100"));
  EXPECT_THROW(sweep_values("seed"), UserError);
  EXPECT_THROW(sweep_values("=3"), UserError);
  EXPECT_THROW(sweep_values("seed=10..1"), UserError);
}

TEST(SweepValues, ReachTheLastNumberAndEnd) {
  EXPECT_THAT(sweep_values("seed=9223372036854775806..9223372036854775807"),
              ElementsAre("9223372036854775806", "9223372036854775807"));
  EXPECT_THAT(sweep_values("seed=-9223372036854775808..-9223372036854775808"),
              ElementsAre("-9223372036854775808"));
  EXPECT_THROW(sweep_values("seed=-9223372036854775808..9223372036854775807"), UserError);
  EXPECT_THROW(sweep_values("seed=1..900000,1000001..1900000"), UserError);
}

TEST(SweepPoints, AreEveryCombinationInOrder) {
  const auto points = sweep_points({"rules.radius=30,40", "seed=1..3"});
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0].folder, "rules.radius=30_seed=1");
  EXPECT_EQ(points[1].folder, "rules.radius=30_seed=2");
  EXPECT_EQ(points[5].folder, "rules.radius=40_seed=3");
  EXPECT_EQ(points[4].values[1].second, "2");
  EXPECT_EQ(sweep_points({}).front().folder, "run");
}

TEST(SweepPoints, HaveFoldersOfTheirOwnThatAnyFileSystemTakes) {
  const auto points = sweep_points({"goal.at=[1 2],[1/2],[1-2]", "x=" + std::string(300, 'y')});
  std::set<std::string> names;
  for (const auto& point : points) {
    EXPECT_LT(point.folder.size(), 250u);
    EXPECT_EQ(point.folder.find_first_of("/ []"), std::string::npos) << point.folder;
    names.insert(point.folder);
  }
  EXPECT_EQ(names.size(), 3u);
  EXPECT_THROW(sweep_points({"seed=1,1"}), UserError);
  EXPECT_THROW(sweep_points({"seed=1", "seed=2"}), UserError);
  EXPECT_THROW(sweep_points({"seed=1..2000", "boids=1..2000"}), UserError);
}

TEST(Shards, ShareEveryPointOnce) {
  for (int64_t count = 1; count < 9; ++count) {
    std::vector<int> taken(30, 0);
    for (int64_t index = 1; index <= count; ++index) {
      const Shard shard = parse_shard(std::to_string(index) + "/" + std::to_string(count));
      for (size_t i = 0; i < taken.size(); ++i) taken[i] += shard.has(i) ? 1 : 0;
    }
    EXPECT_THAT(taken, testing::Each(1)) << count;
  }
  EXPECT_TRUE(parse_shard("").has(17));
  for (const char* wrong : {"0/3", "4/3", "1", "1/", "/2", "a/b", "1/2/3", "1/-2"})
    EXPECT_THROW(parse_shard(wrong), UserError) << wrong;
}

TEST(RunPool, RunsSmallOnesFirstAndNoneAfterAStop) {
  const auto is_small = [](size_t run) { return run % 2 == 0; };
  for (const int threads : {1, 4}) {
    std::mutex mutex;
    std::vector<size_t> ran;
    const auto until = [&](size_t last) {
      ran.clear();
      run_all(10, threads, is_small, [&](size_t run) {
        const std::lock_guard lock(mutex);
        ran.push_back(run);
        return run != last;
      });
      return ran;
    };
    const std::vector<size_t> all = until(10);
    EXPECT_THAT(all, testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_THAT(std::vector(all.begin() + 5, all.end()), ElementsAre(1, 3, 5, 7, 9));
    EXPECT_THAT(until(5), testing::UnorderedElementsAre(0, 2, 4, 6, 8, 1, 3, 5));
    EXPECT_EQ(ran.back(), 5u);
  }
}

}  // namespace
}  // namespace murmur
