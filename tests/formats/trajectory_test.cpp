// Trajectories read back by readers that share no code with the writers: extended XYZ by a strict parser,
// H5MD through HDF5's own filters, both equal to the states that went in.
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/formats/trajectory_formats.h"
#include "sim/formats/trajectory_thread.h"
#include "sim/state/start.h"
#include "sim/util/deflate.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/output_lock.h"
#include "support/lockstep.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct XyzFrame {
  int64_t step = -1;
  std::string comment;
  std::string properties;
  std::vector<std::vector<double>> rows;
  std::vector<std::string> types;  // of rows; empty without
};

/// Refuses whatever the format does not say.
std::vector<XyzFrame> read_xyz(const std::string& path) {
  std::ifstream file(path);
  std::vector<XyzFrame> frames;
  std::string line;
  const std::regex key_value("([A-Za-z]+)=(\"[^\"]*\"|[^ \"]+)( |$)");
  while (std::getline(file, line)) {
    XyzFrame frame;
    const size_t rows = std::stoul(line);
    EXPECT_EQ(line, std::to_string(rows));
    EXPECT_TRUE(std::getline(file, frame.comment));
    std::map<std::string, std::string> keys;
    size_t used = 0;
    for (std::sregex_iterator it(frame.comment.begin(), frame.comment.end(), key_value), end; it != end;
         ++it) {
      EXPECT_EQ(static_cast<size_t>(it->position()), used) << frame.comment;
      used += it->str().size();
      keys[(*it)[1]] = (*it)[2];
    }
    EXPECT_EQ(used, frame.comment.size());
    frame.properties = keys["Properties"];
    size_t numbers = 0;
    const bool typed = frame.properties.find(":type:S:1") != std::string::npos;
    const std::regex property("[a-zA-Z]+:[IR]:([13])");
    for (std::sregex_iterator it(frame.properties.begin(), frame.properties.end(), property), end; it != end;
         ++it)
      numbers += std::stoul((*it)[1]);
    std::istringstream lattice(keys["Lattice"].substr(1));
    for (int k = 0; k < 9; ++k) {
      double x = -1;
      EXPECT_TRUE(lattice >> x);
      EXPECT_EQ(x > 0, k % 4 == 0);
    }
    frame.step = std::stoll(keys["Step"]);
    for (size_t i = 0; i < rows; ++i) {
      EXPECT_TRUE(std::getline(file, line));
      std::vector<double> row(numbers);
      std::istringstream fields(line);
      for (double& x : row) {
        if (typed && &x == &row.back()) {
          EXPECT_TRUE(fields >> frame.types.emplace_back()) << line;
        }
        EXPECT_TRUE(fields >> x) << line;
      }
      EXPECT_TRUE(fields.eof()) << line;
      frame.rows.push_back(row);
    }
    frames.push_back(frame);
  }
  return frames;
}

/// A whole dataset as doubles, with its shape.
struct Dataset {
  std::vector<hsize_t> shape;
  std::vector<double> values;
};

Dataset read_h5(const std::string& path, const std::string& name) {
  Dataset result;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GE(file, 0) << path;
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  EXPECT_GE(dataset, 0) << name;
  const hid_t space = H5Dget_space(dataset);
  result.shape.resize(static_cast<size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, result.shape.data(), nullptr);
  size_t size = 1;
  for (const hsize_t n : result.shape) size *= n;
  result.values.resize(size);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.values.data()), 0);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return result;
}

/// What the whole numbers of a dataset are called, in order; nothing without names.
std::vector<std::string> names_in_h5(const std::string& path, const std::string& name) {
  std::vector<std::string> names;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT), type = H5Dget_type(dataset);
  EXPECT_EQ(H5Tget_size(type), 4u);
  for (int k = 0; H5Tget_class(type) == H5T_ENUM && k < H5Tget_nmembers(type); ++k) {
    uint32_t value = 99;
    EXPECT_GE(H5Tget_member_value(type, static_cast<unsigned>(k), &value), 0);
    EXPECT_EQ(value, static_cast<uint32_t>(k));
    char* const member = H5Tget_member_name(type, static_cast<unsigned>(k));
    names.emplace_back(member);
    H5free_memory(member);
  }
  H5Tclose(type);
  H5Dclose(dataset);
  H5Fclose(file);
  return names;
}

const std::vector<std::string> kTypes = {"prey", "species-1", "hunters"};  // in XYZ, of the species below

class TrajectoryTest : public TempFolderTest {
 protected:
  std::string path(const char* name) const { return (folder_ / name).string(); }

  /// States of a run with predators; boids are added and removed on the way.
  std::vector<State<float>> run(const std::string& toml, int64_t steps) {
    source_ = std::make_unique<ScenarioSource>(scenario_of(toml));
    Simulation<float> simulation(*source_, make_cpu({}));
    std::vector<State<float>> states;
    for (int64_t step = 0; step <= steps; ++step) {
      states.push_back(simulation.state());
      busy_user(step, simulation);
      simulation.advance();
    }
    return states;
  }
  void write(const std::string& file, const std::vector<State<float>>& states, int64_t resumed_at = -1) {
    auto trajectory = open_trajectory<float>(file, source_->to_toml(), {.resumed_at = resumed_at});
    for (const State<float>& state : states) {
      if (state.step <= trajectory->last_step()) continue;
      trajectory->write(make_frame(std::make_shared<const State<float>>(state), source_->scenario()));
    }
    trajectory->flush();
  }

  void expect_xyz(const std::string& file, const std::vector<State<float>>& states) {
    const std::vector<XyzFrame> frames = read_xyz(file);
    ASSERT_EQ(frames.size(), states.size());
    for (size_t f = 0; f < frames.size(); ++f) {
      const State<float>& s = states[f];
      const auto d = static_cast<size_t>(s.dimensions);
      EXPECT_EQ(frames[f].step, s.step);
      ASSERT_EQ(frames[f].rows.size(), static_cast<size_t>(s.count() + s.predator_count()));
      std::string properties = "id:I:1:pos:R:3:velo:R:3";
      each_column(
          [&](const ColumnInfo& info, const auto& rows) {
            if (rows.empty()) return;
            const bool named = std::string(info.name) == "species";
            properties +=
                named ? ":type:S:1:Z:I:1" : std::string(":") + info.name + (info.csv[1] ? ":R:3" : ":I:1");
          },
          s.columns);
      EXPECT_EQ(frames[f].properties, properties);
      for (size_t i = 0; i < static_cast<size_t>(s.count()); ++i) {
        EXPECT_EQ(frames[f].rows[i][0], static_cast<double>(i));
        size_t at = 7;
        each_column(
            [&](const ColumnInfo& info, const auto& rows) {
              const auto width = static_cast<size_t>(info.width(s.dimensions));
              if (std::string(info.name) == "species" && !rows.empty()) {
                ASSERT_EQ(frames[f].rows[i][at++], static_cast<double>(rows[i]) + 1.0);
                ASSERT_EQ(frames[f].types[i], kTypes[static_cast<size_t>(rows[i])]);
                return;
              }
              for (size_t k = 0; k < (info.csv[1] ? 3u : 1u) && !rows.empty(); ++k)
                ASSERT_EQ(static_cast<float>(frames[f].rows[i][at++]),
                          k < width ? static_cast<float>(rows[i * width + k]) : 0.0f)
                    << info.name;
            },
            s.columns);
        for (size_t k = 0; k < 3; ++k) {
          ASSERT_EQ(static_cast<float>(frames[f].rows[i][1 + k]), k < d ? s.position[i * d + k] : 0.0f);
          ASSERT_EQ(static_cast<float>(frames[f].rows[i][4 + k]), k < d ? s.velocity[i * d + k] : 0.0f);
        }
      }
      if (s.predator_count() > 0) {
        EXPECT_EQ(frames[f].rows[static_cast<size_t>(s.count())][0], -1.0);
        if (!s.columns.species.empty()) {
          EXPECT_EQ(frames[f].rows.back().back(), 0.0);
          EXPECT_EQ(frames[f].types.back(), "predators");
        }
      }
    }
  }

  void expect_h5(const std::string& file, const std::vector<State<float>>& states) {
    const Dataset step = read_h5(file, "/particles/boids/position/step");
    const Dataset id = read_h5(file, "/particles/boids/id/value");
    const Dataset position = read_h5(file, "/particles/boids/position/value");
    const Dataset velocity = read_h5(file, "/particles/boids/velocity/value");
    ASSERT_EQ(step.shape, std::vector<hsize_t>{states.size()});
    ASSERT_EQ(position.shape[0], states.size());
    each_column(
        [&](const ColumnInfo& info, const auto& rows) {
          if (rows.empty()) return;
          const Dataset column = read_h5(file, std::string("/particles/boids/") + info.name + "/value");
          const auto width = static_cast<size_t>(info.width(states[0].dimensions));
          ASSERT_EQ(column.shape.size(), info.csv[1] ? 3u : 2u) << info.name;
          for (size_t k = 0; k < rows.size(); ++k)
            ASSERT_EQ(column.values[(states.size() - 1) * position.shape[1] * width + k],
                      static_cast<double>(rows[k]))
                << info.name;
        },
        states.back().columns);
    EXPECT_EQ(position.shape, velocity.shape);
    const size_t most = position.shape[1], d = position.shape[2];
    for (size_t f = 0; f < states.size(); ++f) {
      const State<float>& s = states[f];
      EXPECT_EQ(step.values[f], static_cast<double>(s.step));
      ASSERT_EQ(static_cast<size_t>(s.dimensions), d);
      for (size_t i = 0; i < most; ++i) {
        const bool here = i < static_cast<size_t>(s.count());
        ASSERT_EQ(id.values[f * most + i], here ? static_cast<double>(i) : -1.0) << "frame " << f;
        for (size_t k = 0; k < d; ++k) {
          const double p = position.values[(f * most + i) * d + k],
                       v = velocity.values[(f * most + i) * d + k];
          if (here) {
            ASSERT_EQ(p, static_cast<double>(s.position[i * d + k])) << "frame " << f << " boid " << i;
            ASSERT_EQ(v, static_cast<double>(s.velocity[i * d + k]));
          } else {
            ASSERT_TRUE(std::isnan(p));
          }
        }
      }
    }
  }

  std::unique_ptr<ScenarioSource> source_;
};

const char* const kFlat = "preset = \"benchmark\"\nboids = 200\n[[predator]]\nmax_speed = 3.0";
const char* const kDeep = "preset = \"benchmark-3d\"\nboids = 150";
const char* const kKept =  // with every column
    "preset = \"benchmark\"\nboids = 150\n[rules.alignment]\ninertia = 3.0\n"
    "[goal]\npath = [[100.0, 100.0], [300.0, 200.0]]\narrive_radius = 90.0\n[[predator]]\n"
    "[[species]]\nname = \"prey\"\n[[species]]\n[[species]]\nname = \"hunters\"\n";

TEST_F(TrajectoryTest, XyzHoldsEveryState) {
  for (const char* toml : {kFlat, kKept, kDeep}) {
    const auto states = run(toml, 30);
    write(path("t.xyz"), states);
    expect_xyz(path("t.xyz"), states);
  }
}

TEST_F(TrajectoryTest, H5mdHoldsEveryState) {
  for (const char* toml : {kFlat, kKept, kDeep}) {
    const auto states = run(toml, 30);
    write(path("t.h5"), states);
    expect_h5(path("t.h5"), states);
  }
  const Dataset edges = read_h5(path("t.h5"), "/particles/boids/box/edges/value");
  EXPECT_EQ(edges.shape, (std::vector<hsize_t>{31, 3}));
  EXPECT_EQ(edges.values[0], source_->scenario().world.size[0]);
  EXPECT_EQ(read_h5(path("t.h5"), "/particles/boids/velocity/step").shape, std::vector<hsize_t>{31});
}

TEST_F(TrajectoryTest, H5mdNamesSpecies) {
  write(path("t.h5"), run(kKept, 2));
  EXPECT_EQ(names_in_h5(path("t.h5"), "/particles/boids/species/value"),
            (std::vector<std::string>{"prey", "1", "hunters"}));
  EXPECT_EQ(names_in_h5(path("t.h5"), "/particles/boids/target/value"), std::vector<std::string>{});
}

TEST_F(TrajectoryTest, H5mdOfMoreBoidsThanAChunk) {
  source_ = std::make_unique<ScenarioSource>(scenario_of("preset = \"benchmark\"\nboids = 150000"));
  std::vector<State<float>> states;
  for (int64_t step = 0; step < 3; ++step) {
    states.push_back(make_start<float>(source_->scenario()));
    states.back().step = step;
  }
  states[1].position.resize(2 * 70000);  // fewer, and not the same last chunk
  states[1].velocity.resize(2 * 70000);
  write(path("t.h5"), states);
  expect_h5(path("t.h5"), states);
}

TEST_F(TrajectoryTest, AResumedRunKeepsFramesUpToItsStepAndGoesOn) {
  const auto states = run(kFlat, 40);
  for (const char* name : {"t.xyz", "t.h5"}) {
    write(path(name), {states.begin(), states.begin() + 30});
    write(path(name), states, 20);
  }
  expect_xyz(path("t.xyz"), states);
  expect_h5(path("t.h5"), states);
}

TEST_F(TrajectoryTest, AResumedRunCutsAnUnfinishedXyzFrame) {
  const auto states = run(kFlat, 12);
  write(path("t.xyz"), {states.begin(), states.begin() + 8});
  fs::resize_file(path("t.xyz"), fs::file_size(path("t.xyz")) - 1000);
  write(path("t.xyz"), states, 10);
  std::vector<State<float>> wanted = states;
  expect_xyz(path("t.xyz"), wanted);
}

TEST_F(TrajectoryTest, RefusesToGoOnWithAnotherKindOfFile) {
  run(kFlat, 1);
  for (const char* name : {"t.xyz", "t.h5"}) {
    std::ofstream(path(name)) << "dear diary\n";
    EXPECT_THROW(open_trajectory<float>(path(name), "", {.resumed_at = 5}), UserError) << name;
    EXPECT_EQ(read_text_file(path(name)), "dear diary\n");
  }
  EXPECT_THROW(open_trajectory<float>(path("t.pdb"), ""), UserError);
  EXPECT_THROW(open_trajectory<float>(path("missing/t.h5"), ""), RunError);
  EXPECT_THROW(open_trajectory<float>(path("missing/t.xyz"), ""), RunError);
}

TEST_F(TrajectoryTest, TheThreadHandsTheDisksRefusalToTheRun) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const auto states = run(kFlat, 5);
  fs::create_symlink("/dev/full", path("t.xyz"));
  TrajectoryThread<float> thread(open_trajectory<float>(path("t.xyz"), ""));
  try {
    for (const auto& state : states)
      thread.write(make_frame(std::make_shared<const State<float>>(state), source_->scenario()));
    thread.flush();
    FAIL() << "a full disk went unseen";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the disk is full"));
  }
}

TEST_F(TrajectoryTest, TheThreadWritesAllInOrder) {
  const auto states = run(kFlat, 30);
  {
    TrajectoryThread<float> thread(open_trajectory<float>(path("t.xyz"), ""));
    for (const auto& state : states)
      thread.write(make_frame(std::make_shared<const State<float>>(state), source_->scenario()));
    thread.flush();
    expect_xyz(path("t.xyz"), states);
    EXPECT_EQ(thread.first_step(), -1);
  }
  TrajectoryThread<float> dropped(open_trajectory<float>(path("t2.xyz"), ""));  // without a flush
}

TEST_F(TrajectoryTest, OneFileHasOneWriter) {
  const OutputLock lock(path("m.csv"));
  EXPECT_THROW(OutputLock{path("m.csv")}, RunError);
  EXPECT_EQ(OutputLock::if_free(path("m.csv")), nullptr);
  EXPECT_NE(OutputLock::if_free(path("n.csv")), nullptr);
  EXPECT_FALSE(fs::exists(path("n.csv.murmur-lock")));
  EXPECT_THROW(OutputLock{path("missing/m.csv")}, RunError);
}

}  // namespace
}  // namespace murmur
