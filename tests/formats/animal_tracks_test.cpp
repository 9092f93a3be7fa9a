// Tracks of animals as steps of a flock: animals that are not seen are missing, and a strange file is refused with its line.
#include "sim/formats/animal_tracks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/scenario/source.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr const char* kHeader = "step,id,x,y,vx,vy\n";

AnimalTracks tracks_of(const std::string& rows) {
  const Scenario scenario = ScenarioSource::from_text("preset = \"book\"", "test").scenario();
  return AnimalTracks(steps_of_tracks(kHeader + rows, "f.csv"), "f.csv", scenario);
}

std::string fault_of(const std::string& rows) {
  try {
    tracks_of(rows);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(AnimalTracks, AnimalsAreThoseThatWereSeenLast) {
  const AnimalTracks tracks = tracks_of(
      "4,7,70,1,1,2\n4,2,20,1,3,4\n"
      "6,7,71,1,5,6\n"
      "9,2,22,1,7,8\n9,7,72,1,9,10\n9,30,30,1,11,12\n");
  EXPECT_EQ(tracks.last_step(), 9);
  const auto expect = [&](int64_t step, const std::vector<float>& position,
                          const std::vector<float>& velocity) {
    EXPECT_EQ(tracks.at(step).position, position) << step;
    EXPECT_EQ(tracks.at(step).velocity, velocity) << step;
  };
  for (const int64_t step : {0, 4, 5}) expect(step, {20, 1, 70, 1}, {3, 4, 1, 2});
  for (const int64_t step : {6, 8}) expect(step, {71, 1}, {5, 6});
  for (const int64_t step : {9, 100}) expect(step, {22, 1, 72, 1, 30, 1}, {7, 8, 9, 10, 11, 12});
}

TEST(AnimalTracks, StrangeFilesAreRefused) {
  EXPECT_THAT(fault_of(""), testing::HasSubstr("f.csv: has no tracks"));
  EXPECT_THAT(fault_of("1,0,1,1,0,0\n0,0,1,1,0,0\n"),
              testing::HasSubstr("f.csv:3: step 0 after rows of step 1"));
  EXPECT_THAT(fault_of("1,5,1,1,0,0\n1,6,1,1,0,0\n1,5,2,1,0,0\n"),
              testing::HasSubstr("f.csv:4: id 5 comes again in step 1 (first in line 2)"));
  EXPECT_THAT(fault_of("1,fish,1,1,0,0\n"), testing::HasSubstr("f.csv:2: a row of tracks begins with"));
  EXPECT_THAT(fault_of("1,-1,1,1,0,0\n"), testing::HasSubstr("f.csv:2: a row of tracks begins with"));
  EXPECT_THAT(fault_of("1\n"), testing::HasSubstr("f.csv:2: a row of tracks begins with"));
  EXPECT_THAT(fault_of("1,0,1,1,0,0\n2,0,nan,1,0,0\n"), testing::HasSubstr("f.csv:3: x 'nan'"));
  EXPECT_THAT(fault_of("1,0,1,1,0,0\n2,8,1,1,0,0\n2,3,oops,1,0,0\n"),
              testing::HasSubstr("f.csv:4: x 'oops'"));
  EXPECT_THAT(fault_of("1,0,1,1,0,0\n\n2,0,1,1,0,0\n"),
              testing::HasSubstr("f.csv:3: a row of tracks begins"));
  EXPECT_THAT(fault_of("1,0,1,1,0\n"), testing::HasSubstr("5 columns"));
}

}  // namespace
}  // namespace murmur
