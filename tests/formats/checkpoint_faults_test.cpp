// Checkpoints whose checksum fits and whose contents do not: every length, index and number is checked.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/formats/checkpoint.h"
#include "sim/machine/registry.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/checksums.h"
#include "support/lockstep.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;

class CheckpointFaultsTest : public TempFolderTest {
 protected:
  void SetUp() override {
    path_ = (folder_ / "c").string();
    Simulation<float> simulation(scenario_of(R"(preset = "book"
boids = 12
[goal]
path = [[100.0, 100.0], [300.0, 200.0]]
[[predator]]
max_speed = 3.0
[[event]]
step = 9
kind = "add"
at = [10.0, 20.0]
count = 5
)"),
                                 make_backend("cpu", BackendOptions{}));
    simulation.advance();
    write_checkpoint<float>(path_, {{}, simulation.run_state(), simulation.state(), simulation.hash()});
    std::string text = read_text_file(path_);
    text.resize(text.size() - 17);
    const size_t line = text.find('\n') + 1;
    header_ = Json::parse(text.substr(0, line));
    arrays_ = text.substr(line);
  }

  /// What is said of the file with this header and these arrays, or "" when it is read.
  std::string fault(const Json& header, const std::string& arrays) const {
    return fault_of(with_checksum(header.dump() + "\n" + arrays));
  }
  std::string fault_of(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    try {
      read_checkpoint<float>(path_);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  /// The same with one field changed.
  std::string with(const char* key, const Json& value) const {
    Json header = header_;
    header[key] = value;
    return fault(header, arrays_);
  }

  std::string path_, arrays_;
  Json header_;
};

TEST_F(CheckpointFaultsTest, TheFileItselfIsGood) { EXPECT_EQ(fault(header_, arrays_), ""); }

TEST_F(CheckpointFaultsTest, LengthsMustFitTheFileAndEachOther) {
  for (const char* key : {"position", "velocity", "target", "predator_position", "predator_velocity"}) {
    for (const uint64_t size :
         {uint64_t{0}, uint64_t{1}, uint64_t{1} << 62, (uint64_t{1} << 62) + 24, ~uint64_t{0}}) {
      if (header_[key] == size) continue;
      EXPECT_NE(with(key, size), "") << key << " " << size;
    }
    EXPECT_NE(with(key, -1), "");
  }
  // A number moved from one array to another: the sum of the lengths is right.
  Json header = header_;
  header["position"] = 23;
  header["velocity"] = 25;
  EXPECT_THAT(fault(header, arrays_), HasSubstr("its state is not whole"));
  header = header_;
  header["velocity"] = 22;
  header["target"] = 14;
  EXPECT_THAT(fault(header, arrays_), HasSubstr("velocity has 22 numbers and needs 24"));
}

TEST_F(CheckpointFaultsTest, AlignmentsAreThereWithInertiaAlone) {
  EXPECT_FALSE(header_.contains("alignment"));
  EXPECT_NE(with("alignment", 24), "");
  Json header = header_;
  std::string scenario = header["scenario_now"];
  scenario.replace(scenario.find("inertia = 0.0"), 13, "inertia = 2.0");
  header["scenario_now"] = scenario;
  EXPECT_THAT(fault(header, arrays_), HasSubstr("alignment has 0 numbers and needs 24"));
  header["alignment"] = 24;
  std::vector<float> alignments(24, 0.5f);
  const auto with_alignments = [&] {
    return arrays_ + std::string(reinterpret_cast<const char*>(alignments.data()), 96);
  };
  EXPECT_EQ(fault(header, with_alignments()), "");
  EXPECT_THAT(fault(header, arrays_), HasSubstr("its sizes do not fit its contents"));
  alignments[7] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(fault(header, with_alignments()), HasSubstr("a number of body 3 is not finite"));
}

TEST_F(CheckpointFaultsTest, DimensionsAreTheScenarios) {
  for (const int64_t dimensions : {int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{3}, int64_t{1} << 40})
    EXPECT_NE(with("dimensions", dimensions), "") << dimensions;
}

TEST_F(CheckpointFaultsTest, TargetsAreIndices) {
  std::string arrays = arrays_;
  const uint32_t none = 2;
  std::memcpy(&arrays[(24 + 24 + 5) * 4], &none, 4);
  EXPECT_THAT(fault(header_, arrays),
              HasSubstr("boid 5: target 2 is not an index of the goal's path: allowed 0 to 1"));
}

TEST_F(CheckpointFaultsTest, NumbersAreFinite) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    for (const size_t index : {size_t{0}, size_t{30}, size_t{24 + 24 + 12}}) {
      std::string arrays = arrays_;
      std::memcpy(&arrays[index * 4], &bad, 4);
      EXPECT_THAT(fault(header_, arrays), HasSubstr("is not finite")) << index;
    }
  }
}

TEST_F(CheckpointFaultsTest, StepsHashesAndEventsAreWhatARunWrites) {
  EXPECT_THAT(with("step", -1), HasSubstr("step -1"));
  EXPECT_NE(with("step", std::numeric_limits<int64_t>::max()), "");
  EXPECT_NE(with("step", ~uint64_t{0}), "");
  EXPECT_THAT(with("hash", "xyz"), HasSubstr("16 hex digits"));
  EXPECT_NE(with("scenario_now", "preset = \"bok\""), "");
  EXPECT_NE(with("schedule", Json::array({7})), "");
  EXPECT_NE(with("schedule", "all"), "");
  for (const char* event :
       {R"({"step":3,"kind":"remove","count":-9})", R"({"step":3,"kind":"add","at":[1],"count":1})",
        R"({"step":9223372036854775807,"kind":"startle","steps":9223372036854775807})",
        R"({"step":3,"kind":"set","key":"boids","value":"7"})", "[]", "["}) {
    EXPECT_NE(with("schedule", Json::array({event})), "") << event;
    EXPECT_NE(with("pending", Json::array({event})), "") << event;
  }
}

TEST_F(CheckpointFaultsTest, DeepJsonIsRefused) {
  EXPECT_THAT(fault_of(with_checksum("{\"murmur_checkpoint\":" + std::string(100000, '[') + "\n")),
              HasSubstr("JSON"));
  EXPECT_NE(fault_of(with_checksum("{\"murmur_checkpoint\":1}\n")), "");
  EXPECT_NE(fault_of(with_checksum("{\"murmur_checkpoint\":1}")), "");
}

TEST_F(CheckpointFaultsTest, VersionsRunsAndHashesAreOnesThatAreKnown) {
  for (const int64_t version : {0, 3}) {
    EXPECT_EQ(with("murmur_checkpoint", version),
              fmt::format("{}: its version {} is not known; this program reads 1 to 2", path_, version));
  }
  EXPECT_EQ(with("run", "r0123456789abcdef"), "");
  EXPECT_EQ(with("run", ""), "");
  EXPECT_EQ(with("run", "mine"), path_ + ": its run 'mine' is no id of a run");
  EXPECT_EQ(with("hash", "0123456789abcdef"), "");
  for (const char* hash :
       {"0123456789abcde", "0123456789abcdef0", "zzzzzzzzzzzzzzzz", "0123456789abcdez", ""})
    EXPECT_EQ(with("hash", hash), fmt::format("{}: its hash '{}' is not 16 hex digits", path_, hash));
}

TEST_F(CheckpointFaultsTest, TheIdOfItsRunIsReadFromItsBeginning) {
  with("run", "r0123456789abcdef");
  EXPECT_EQ(checkpoint_run_id(path_), "r0123456789abcdef");
  fs::resize_file(path_, 300);
  EXPECT_EQ(checkpoint_run_id(path_), "r0123456789abcdef") << "cut short";
  for (const char* run : {"", "mine", "r0123456789abcdeg"}) {
    with("run", run);
    EXPECT_EQ(checkpoint_run_id(path_), "") << run;
  }
  Json first = header_;  // version 1 had no run
  first["murmur_checkpoint"] = 1;
  first.erase("run");
  first.erase("image_hash");
  EXPECT_EQ(fault(first, arrays_), "");
  EXPECT_EQ(checkpoint_run_id(path_), "");
  fault_of("{\"run\":\"r0123456789abcdef\"}\n");
  EXPECT_EQ(checkpoint_run_id(path_), "") << "another file";
}

}  // namespace
}  // namespace murmur
