// The kernels' PTX on the host: every kernel is run, a wrong instruction is seen in the hash, what is unknown
// or not aligned is told. That the bits are the reference's is ptx_pipeline_test's affair.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <sstream>

#include "ptx/device.h"
#include "sim/backends/reference/reference.h"
#include "sim/util/files.h"
#include "support/flock_on.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

std::vector<std::string> kernel_files() {
  std::vector<std::string> paths;
  std::stringstream list(MURMUR_PTX);
  for (std::string path; std::getline(list, path, ':');) paths.push_back(path);
  return paths;
}

std::unique_ptr<Backend<float>> device(const std::shared_ptr<ptx::Module>& kernels) {
  return flock_on(std::make_shared<PtxDevice>(kernels));
}

/// A kernel of one parameter, a pointer in %rd1.
std::string kernel_with(const std::string& body) {
  return ".visible .entry test(\n\t.param .u64 test_param_0\n)\n{\n\tld.param.u64 \t%rd1, [test_param_0];\n" +
         body + "\n\tret;\n}\n";
}
template <class T>
void run_on(T* data, const std::string& body, int64_t threads = 1) {
  ptx::Module(kernel_with(body)).kernel("test").run(threads, {{&data, sizeof data}});
}

TEST(PtxProgram, ComputesBranchesAndStores) {
  float numbers[4] = {3.0f, 5.0f, -1.0f, 0.0f};
  run_on(numbers,
         "\tld.global.v2.f32 {%f1, %f2}, [%rd1];\n"
         "\tld.global.f32 %f3, [%rd1+8];\n"
         "\tfma.rn.f32 %f4, %f1, %f2, %f3;\n"
         "\tsetp.lt.f32 %p1, %f4, 0f41800000;\n"  // 16
         "\t@%p1 bra $L__BB0_2;\n"
         "\tst.global.f32 [%rd1+12], %f4;\n"
         "$L__BB0_2:\n"
         "\t@%p1 add.rn.f32 %f4, %f4, 0f3F800000;\n"
         "\t@%p1 st.global.f32 [%rd1+12], %f4;");
  EXPECT_EQ(numbers[3], 15.0f);
}

TEST(PtxProgram, ComparesAndConvertsAsTheManualSays) {
  const float nan = std::nanf("");
  float inputs[2] = {nan, 1e30f};
  run_on(inputs,
         "\tld.global.v2.f32 {%f1, %f2}, [%rd1];\n"
         "\tsetp.lt.f32 %p1, %f1, %f2;\n\tsetp.ltu.f32 %p2, %f1, %f2;\n\tsetp.ne.f32 %p3, %f1, %f2;\n"
         "\tselp.f32 %f3, 0f3F800000, 0f00000000, %p1;\n\t@%p2 add.rn.f32 %f3, %f3, 0f40000000;\n"
         "\t@%p3 add.rn.f32 %f3, %f3, 0f40800000;\n"
         "\tcvt.rzi.s32.f32 %r1, %f2;\n\tst.global.f32 [%rd1], %f3;\n\tst.global.u32 [%rd1+4], %r1;");
  EXPECT_EQ(inputs[0], 2.0f) << "only the unordered comparison holds for NaN";
  int32_t converted;
  std::memcpy(&converted, &inputs[1], sizeof converted);
  EXPECT_EQ(converted, std::numeric_limits<int32_t>::max());
}

TEST(PtxProgram, AddsOncePerThread) {
  uint32_t count = 0;
  run_on(&count, "\tmov.u32 %r1, 1;\n\tatom.add.relaxed.gpu.u32 %r2,[%rd1],%r1;", 37);
  EXPECT_EQ(count, 37u);
}

TEST(PtxProgram, TellsWhatItDoesNotKnowAndWhatIsNotAligned) {
  float numbers[8] = {};
  const auto told = [&](const std::string& body) {
    try {
      run_on(numbers + 1, body);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_NE(told("\tsin.approx.f32 %f1, %f1;").find("sin.approx.f32 is not known"), std::string::npos);
  EXPECT_NE(told("\tmov.b64 %rd2, {%r1, %r2};").find("other operands"), std::string::npos);
  EXPECT_NE(told("\tmov.b32 %r1, 0x3340U;").find("not a number"), std::string::npos);
  EXPECT_NE(told("\tbra $L__BB7_1;").find("no label"), std::string::npos);
  EXPECT_NE(told("\tld.global.v2.f32 {%f1, %f2}, [%rd1];").find("8 bytes is not aligned"), std::string::npos);
  EXPECT_THROW(ptx::Module("").kernel("test"), std::runtime_error);
}

/// The flock after some steps of everything: all rules, behaviours, events and drawing.
void fly(const std::shared_ptr<ptx::Module>& kernels, const std::string& size, const std::string& rest,
         int64_t steps = 12) {
  const auto source =
      scenario_of("preset = \"benchmark\"\nboids = 60\n[world]\nsize = " + size + "\n" + rest);
  expect_lockstep(source, make_reference_float(), device(kernels), steps, busy_user);
}

TEST(PtxKernels, AreAllRun) {
  const auto kernels = std::make_shared<ptx::Module>(kernel_files());
  for (const char* size :
       {"[400.0, 300.0]", "[190.0, 210.0, 240.0]", "[120.0, 60.0]", "[120.0, 60.0, 70.0]"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      for (const char* falloff : {"none", "inverse", "inverse-square"}) {
        for (const char* target : {"centroid", "position-sum"}) {
          for (const char* view : {"360.0", "200.0"}) {
            fly(kernels, size,
                std::string("metric = \"") + metric + "\"\n[rules]\nfield_of_view = " + view +
                    "\nseparation = { falloff = \"" + falloff + "\" }\ncohesion = { target = \"" + target +
                    "\" }\n",
                3);
          }
        }
      }
    }
  }
  for (const char* size : {"[400.0, 300.0]", "[190.0, 210.0, 240.0]"}) {
    fly(kernels, size, "boundary = \"soft\"\nmetric = \"wrapped\"\n[[predator]]\nmax_speed = 3.0\n");
    Simulation<float> simulation(
        scenario_of(std::string("preset = \"benchmark\"\nboids = 60\n[world]\nsize = ") + size),
        device(kernels));
    std::vector<float> instances(60 * 6);
    simulation.backend().write_instances(instances.data());
    simulation.backend().scatter(std::vector<double>(simulation.scenario().world.size.size(), 1.0), 0.1, 1e9);
    simulation.backend().remove(5);
    expect_picks(simulation, {3, 50});
  }
  for (const char* part : {"for_each_kernel", "steer_kernel"}) {
    const auto unused = kernels->unused(part);
    EXPECT_TRUE(unused.empty()) << unused.size() << " kernels did not run, " << unused.front();
  }
}

/// The hash after some steps if the update kernels had one instruction in another's place.
uint64_t hash_with(const std::string& from, const std::string& to) {
  std::string text;
  for (const std::string& path : kernel_files()) {
    std::string one = read_text_file(path);
    for (size_t at = from.empty() ? std::string::npos : one.find(from);
         at != std::string::npos && path.find("steer") != std::string::npos;
         at = one.find(from, at + to.size()))
      one.replace(at, from.size(), to);
    text += one;
  }
  ScenarioOverrides overrides;
  overrides.boids = 300;
  Simulation<float> simulation(ScenarioSource::from_preset("murmuration", overrides),
                               device(std::make_shared<ptx::Module>(std::move(text))));
  for (int step = 0; step < 5; ++step) simulation.advance();
  return simulation.hash();
}

TEST(PtxKernels, AnotherInstructionGivesAnotherHash) {
  const uint64_t right = hash_with("", "");
  EXPECT_NE(hash_with("sub.rn.f32", "add.rn.f32"), right);
  EXPECT_NE(hash_with("setp.geu.f32", "setp.ltu.f32"), right);
  EXPECT_NE(hash_with("rcp.rn.f32", "abs.f32"), right);
}

}  // namespace

std::shared_ptr<ptx::Module> PtxDevice::all_kernels() {
  static const auto kKernels = std::make_shared<ptx::Module>(kernel_files());
  return kKernels;
}

}  // namespace murmur
