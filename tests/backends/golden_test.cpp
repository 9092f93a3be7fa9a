// The golden trajectories (tests/golden/README.md): independent float64 programs that share no code with this
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/state_csv.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
const fs::path kGolden = fs::path(MURMUR_TEST_DATA) / "golden";

/// Rows of expected.csv by step: row id holds positions, then velocities. Read here, not by the code under
/// test.
std::map<int64_t, std::vector<std::vector<double>>> read_expected(const fs::path& path) {
  std::map<int64_t, std::vector<std::vector<double>>> steps;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::stringstream fields(line);
    std::string field;
    std::vector<double> row;
    while (std::getline(fields, field, ',')) row.push_back(std::stod(field));
    auto& rows = steps[static_cast<int64_t>(row[0])];
    EXPECT_EQ(static_cast<size_t>(row[1]), rows.size()) << path << ": ids are expected in order";
    rows.push_back({row.begin() + 2, row.end()});
  }
  return steps;
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kGolden)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Errors {
  std::map<int64_t, double> worst;  // by step: max |a - b|
  double largest = 0.0;             // max |expected| over the file
};

template <class T>
Errors run(const std::string& name, std::unique_ptr<Backend<T>> backend) {
  const auto source = ScenarioSource::from_file((kGolden / name / "scenario.toml").string());
  const State<T> initial = read_state_csv<T>((kGolden / name / "initial.csv").string(), source.scenario());
  Simulation<T> simulation(source, std::move(backend), initial);
  Errors errors;
  for (const auto& [step, rows] : read_expected(kGolden / name / "expected.csv")) {
    while (simulation.step_number() < step) simulation.advance();
    const State<T> state = simulation.state();
    EXPECT_EQ(static_cast<size_t>(state.count()), rows.size()) << name << " at step " << step;
    if (static_cast<size_t>(state.count()) != rows.size()) continue;
    const auto dimensions = static_cast<size_t>(state.dimensions);
    for (size_t id = 0; id < rows.size(); ++id) {
      for (size_t k = 0; k < 2 * dimensions; ++k) {
        const double got = k < dimensions
                               ? static_cast<double>(state.position[id * dimensions + k])
                               : static_cast<double>(state.velocity[id * dimensions + k - dimensions]);
        errors.worst[step] = std::max(errors.worst[step], std::fabs(got - rows[id][k]));
        errors.largest = std::max(errors.largest, std::fabs(rows[id][k]));
      }
    }
  }
  EXPECT_EQ(errors.worst.size(), 4u) << name << ": steps 1, 2, 10, 50";
  return errors;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, DoubleReferenceMeetsEveryStep) {
  const Errors errors = run<double>(GetParam(), make_reference_double());
  for (const auto& [step, worst] : errors.worst) EXPECT_LE(worst, 1e-9 * errors.largest) << "step " << step;
}

TEST_P(Golden, FloatStaysAsCloseAsAChaoticFlockCan) {
  // tests/golden/README.md: about 1e-5 at step 2 and 1e-3 at step 10, no promise at 50.
  const Errors errors = run<float>(GetParam(), make_cpu({}));
  EXPECT_LE(errors.worst.at(2), 2e-5 * errors.largest);
  EXPECT_LE(errors.worst.at(10), 2e-3 * errors.largest);
}

INSTANTIATE_TEST_SUITE_P(All, Golden, testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(GoldenFolder, HoldsAllEighteenCases) { EXPECT_EQ(cases().size(), 18u); }

}  // namespace
}  // namespace murmur
