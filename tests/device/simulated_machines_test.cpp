// Machines in which something is missing or broken: no device, no driver, one that is too old, kernels that do not
// fit, a first device that cannot be used beside one that can. Each ends in one sentence that says what to do, or
// goes on where it can.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "device/device.h"
#include "kernels/cuda_device.h"
#include "sim/backends/cuda.h"
#include "sim/backends/faults.h"
#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/scenario/presets.h"

namespace murmur {
namespace {

using simulated::Device;
using simulated::Machine;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class Machines : public testing::Test {
 protected:
  ~Machines() override { Device::instance().repair(); }

  static void stand_on(const Machine& machine) { Device::instance().set_machine(machine); }

  /// The sentence with which `cuda` is refused.
  template <class Failure>
  std::string refused(const BackendOptions& options = {}) {
    try {
      make_cuda(options);
    } catch (const Failure& failure) {
      return failure.what();
    }
    ADD_FAILURE() << "cuda was made";
    return "";
  }
  /// What `auto` says, and the backend that it takes.
  std::pair<std::string, std::string> automatic() {
    std::string why;
    const auto backend = make_backend("auto", {}, &why);
    return {backend->name(), why.empty() ? backend->remark() : why};
  }
  static uint64_t hash_on(std::unique_ptr<Backend<float>> backend) {
    ScenarioOverrides overrides;
    overrides.boids = 100;
    Simulation<float> simulation(ScenarioSource::from_preset("book", overrides), std::move(backend));
    for (int step = 0; step < 4; ++step) simulation.advance();
    return simulation.hash();
  }
  void expect_cpu_and_silence() {
    const auto [name, said] = automatic();
    EXPECT_EQ(name, "cpu");
    EXPECT_EQ(said, "") << "the usual machine";
  }
  void expect_cpu_and(const std::string& part) {
    const auto [name, said] = automatic();
    EXPECT_EQ(name, "cpu");
    EXPECT_THAT(said, AllOf(HasSubstr(part), EndsWith("; backend cpu is used instead")));
  }
};

TEST_F(Machines, WithoutDevice) {
  stand_on({.devices = 0});
  std::string why;
  EXPECT_THAT(cuda_devices(&why), IsEmpty());
  EXPECT_EQ(why, "the NVIDIA driver finds no GPU in this machine");
  EXPECT_THAT(refused<NoDevice>(), AllOf(HasSubstr(why), EndsWith("; use --backend cpu")));
  expect_cpu_and_silence();
}

TEST_F(Machines, WithoutDriver) {
  stand_on({.driver = 0});
  EXPECT_THAT(refused<NoDevice>(),
              AllOf(HasSubstr("no NVIDIA driver is installed; a GPU needs one for CUDA "),
                    EndsWith("; use --backend cpu")));
  expect_cpu_and_silence();
}

TEST_F(Machines, WithADriverThatIsTooOld) {
  stand_on({.driver = 11040});
  EXPECT_THAT(refused<DeviceFailure>(),
              AllOf(HasSubstr("the NVIDIA driver is for CUDA 11.4, but this build needs "),
                    HasSubstr("update the driver"), EndsWith("; use --backend cpu")));
  expect_cpu_and("update the driver");
}

TEST_F(Machines, WithKernelsThatDoNotFit) {
  const std::pair<cudaError_t, const char*> cases[] = {
      {cudaErrorUnsupportedPtxVersion,
       "the NVIDIA driver is too old for this build's kernels on Simulated device"},
      {cudaErrorInvalidPtx, "the NVIDIA driver is too old for this build's kernels on Simulated device"},
      {cudaErrorNoKernelImageForDevice, "this build has no kernels for Simulated device"}};
  for (const auto& [error, sentence] : cases) {
    stand_on({.faults = {{0, "cudaFuncGetAttributes", error}}});
    EXPECT_THAT(
        refused<DeviceFailure>(),
        AllOf(HasSubstr(sentence), HasSubstr("-DMURMUR_CUDA_ARCHITECTURES="), HasSubstr("--backend cpu")));
    expect_cpu_and(sentence);
  }
}

TEST_F(Machines, WhoseDriverCompilesTheKernels) {
  stand_on({.ptx = 75});
  EXPECT_EQ(make_cuda({})->remark(),
            "the driver compiles the kernels of this build for Simulated device at their first use, once; "
            "-DMURMUR_CUDA_ARCHITECTURES=90 makes a build that need not wait");
  stand_on({.ptx = 90});
  EXPECT_EQ(make_cuda({})->remark(), "");
}

TEST_F(Machines, WhoseOldDriverLoadsNoKernelDuringARecording) {
  const char* const kLoading = "CUDA_MODULE_LOADING";
  const auto fly = [](std::unique_ptr<Backend<float>> backend) {
    ScenarioOverrides overrides;
    overrides.boids = 100;
    Simulation<float> simulation(ScenarioSource::from_preset("book", overrides), std::move(backend));
    for (int step = 0; step < 12; ++step) {
      if (step == 6) simulation.post({.kind = EventKind::kSet, .key = "rules.field_of_view", .value = 200.0});
      if (step == 6)
        (void)simulation.hash();  // which asks how many devices there are; this build needs another driver
      if (step == 6) stand_on({.driver = 12020});
      simulation.advance();
    }
    return std::pair(simulation.hash(), simulation.backend().description());
  };
  unsetenv(kLoading);
  const uint64_t right = fly(make_backend("cpu", {})).first;
  stand_on({});
  const auto [hash, description] = fly(make_cuda({.kernel = "loop"}));
  EXPECT_EQ(hash, right);
  EXPECT_THAT(description, Not(HasSubstr("recorded"))) << "the step that was not recorded loads the kernel";
  EXPECT_EQ(std::getenv(kLoading), nullptr);
  stand_on({.driver = 12020});
  std::string why;
  cuda_devices(&why);
  EXPECT_STREQ(std::getenv(kLoading), "EAGER");
  setenv(kLoading, "LAZY", 1);
  cuda_devices(&why);
  EXPECT_STREQ(std::getenv(kLoading), "LAZY") << "who says so has it";
  unsetenv(kLoading);
}

TEST_F(Machines, WithADeviceThatIsTooOld) {
  stand_on({.old_devices = 1});
  EXPECT_THAT(refused<DeviceFailure>(),
              HasSubstr("Simulated device has compute capability 6.1; 7.5 or newer is needed"));
  expect_cpu_and("7.5 or newer is needed");
}

TEST_F(Machines, AFirstDeviceThatCannotBeUsedLeavesTheSecond) {
  const uint64_t right = hash_on(default_backend().make({}));
  Machine old{.devices = 2, .old_devices = 1};
  std::vector<Machine> machines{old};
  for (const char* call : {"cudaGetDeviceProperties", "cudaSetDevice", "cudaFuncGetAttributes",
                           "cudaStreamCreateWithFlags", "cudaEventCreate", "cudaHostAlloc"})
    machines.push_back({.devices = 2, .faults = {{0, call, cudaErrorDevicesUnavailable}}});
  for (const Machine& machine : machines) {
    stand_on(machine);
    SCOPED_TRACE(machine.faults.empty() ? "too old" : machine.faults.front().function);
    auto backend = make_cuda({});
    EXPECT_EQ(backend->device_index(), 1);
    EXPECT_THAT(backend->remark(), AllOf(Not(HasSubstr("\n")), EndsWith("; CUDA device 1 is used instead")));
    const std::string remark = backend->remark();
    EXPECT_EQ(hash_on(std::move(backend)), right);
    const auto [name, said] = automatic();
    EXPECT_EQ(name, "cuda");
    EXPECT_EQ(said, remark);
    EXPECT_THROW(make_cuda({.device = 0}), std::runtime_error) << "asked for, so nothing else will do";
    EXPECT_EQ(make_cuda({.device = 1})->remark(), "");
  }
}

TEST_F(Machines, TwoDevicesStepTwoFlocksInTurns) {
  stand_on({.devices = 2});
  std::vector<std::unique_ptr<Simulation<float>>> flocks;
  for (const int device : {0, 1, 0})
    flocks.push_back(std::make_unique<Simulation<float>>(ScenarioSource::from_preset("book", {.boids = 100}),
                                                         make_cuda({.device = device})));
  for (int step = 0; step < 5; ++step) {
    for (const auto& flock : flocks) flock->advance();
    for (const auto& flock : flocks) {
      EXPECT_EQ(flock->hash(), flocks.front()->hash());
      EXPECT_GT(flock->backend().last_step_times().total, 0.0);
    }
    if (step == 3) flocks.pop_back();  // its memory goes while the others' device is chosen
  }
  EXPECT_EQ(Device::instance().finding(), "");
}

TEST_F(Machines, WhatBelongsToADeviceIsOfNoUseToAnother) {
  stand_on({.devices = 2});
  std::array<cudaStream_t, 2> streams{};
  std::array<cudaEvent_t, 2> events{};
  for (const int device : {0, 1}) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&streams.at(device), cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&events.at(device)), cudaSuccess);
  }
  EXPECT_EQ(cudaEventRecord(events[1], streams[1]), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(events[0], streams[1]), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(events[0], streams[0]), cudaErrorInvalidResourceHandle) << "device 1 is chosen";
  EXPECT_EQ(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal),
            cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamSynchronize(streams[0]), cudaSuccess) << "waiting is allowed from anywhere";
  (void)cudaGetLastError();
  CudaDevice first(0);
  auto* const memory = static_cast<uint32_t*>(first.allocate(64));
  EXPECT_EQ(Device::instance().memory().device_of(reinterpret_cast<uint64_t>(memory + 15)), 0);
  EXPECT_EQ(Device::instance().memory().device_of(reinterpret_cast<uint64_t>(memory + 16)), -1);
  CudaDevice second(1);
  second.zero(memory, 64);  // a copy may reach it
  first.release(memory);
  for (const int device : {0, 1}) {
    EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(events.at(device)), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(streams.at(device)), cudaSuccess);
  }
  cudaSetDevice(0);
}

// Compare records steps in a thread of its own, while the window's thread maps buffers.
TEST_F(Machines, ACallSpoilsWhatItsThreadRecordsAndOfOtherThreadsWhatIsRecordedForAll) {
  stand_on({.devices = 1});
  cudaStream_t stream{};
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  const auto allocate = [] {
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, 64);
    if (error == cudaSuccess) cudaFree(memory);
    return error;
  };
  const auto end = [stream] {
    cudaGraph_t graph{};
    const cudaError_t error = cudaStreamEndCapture(stream, &graph);
    if (error == cudaSuccess) cudaGraphDestroy(graph);
    return error;
  };
  const auto elsewhere = [](const auto& call) {
    cudaError_t error{};
    std::thread([&] { error = call(); }).join();
    return error;
  };
  const auto begin = [stream](cudaStreamCaptureMode mode) {
    ASSERT_EQ(cudaStreamBeginCapture(stream, mode), cudaSuccess);
  };

  begin(cudaStreamCaptureModeThreadLocal);
  EXPECT_EQ(elsewhere(allocate), cudaSuccess);
  EXPECT_EQ(elsewhere(end), cudaErrorStreamCaptureWrongThread);
  EXPECT_EQ(end(), cudaSuccess);
  begin(cudaStreamCaptureModeThreadLocal);
  EXPECT_EQ(allocate(), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin(cudaStreamCaptureModeGlobal);
  EXPECT_EQ(elsewhere(allocate), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  begin(cudaStreamCaptureModeThreadLocal);
  EXPECT_EQ(elsewhere([stream] { return cudaStreamSynchronize(stream); }), cudaErrorStreamCaptureUnsupported)
      << "of that stream it is forbidden to all";
  EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  (void)cudaGetLastError();
}

TEST_F(Machines, AKernelCannotUseTheMemoryOfAnotherDevice) {
  stand_on({.devices = 2});
  CudaDevice first(0), second(1);
  auto* const memory = static_cast<uint32_t*>(first.allocate(128));
  first.zero(memory, 128);
  first.sums_before(memory, memory + 16, 16);
  EXPECT_THROW(second.sums_before(memory, memory + 16, 16), RunError);
  EXPECT_THAT(Device::instance().finding(), HasSubstr("on device 1 is given memory of device 0"));
}

TEST_F(Machines, ACopyInASecondStreamWithoutAnEvent) {
  CudaDevice device(0);
  void* const memory = device.allocate(64);
  void* const pinned = device.allocate_pinned(64);
  const auto download = [&](bool by_event) {
    device.zero(memory, 64);
    if (by_event) return device.begin_background_download(pinned, memory, 64);
    cudaStream_t second{};
    ASSERT_EQ(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(pinned, memory, 64, cudaMemcpyDeviceToHost, second), cudaSuccess);
  };
  download(true);
  while (!device.background_download_done()) device.free_memory();  // the device works on
  device.zero(memory, 64);
  EXPECT_EQ(Device::instance().finding(), "");
  download(true);
  device.zero(memory, 64);  // may come before the copy
  EXPECT_THAT(Device::instance().finding(), AllOf(HasSubstr("two streams use"), HasSubstr("no event")));
  Device::instance().repair();
  download(false);
  EXPECT_THAT(Device::instance().finding(), HasSubstr("two streams use"));
  Device::instance().repair();
  device.release_pinned(pinned);
  device.release(memory);
}

TEST_F(Machines, WhereNoDeviceCanBeUsedEachIsNamed) {
  Machine machine{.devices = 2};
  for (const int device : {0, 1})
    machine.faults.push_back({device, "cudaSetDevice", cudaErrorDevicesUnavailable});
  stand_on(machine);
  EXPECT_THAT(refused<DeviceFailure>(),
              AllOf(HasSubstr("CUDA device 0: the GPU failed at 'taking the device'"),
                    HasSubstr("CUDA device 1: the GPU failed at 'taking the device'"),
                    EndsWith("; use --backend cpu")));
  expect_cpu_and("CUDA device 1");
}

TEST_F(Machines, AStepOfADeviceIsFinishedAndOneOfTheCpuAfterItIsCancelled) {
  stand_on({.devices = 1});
  Simulation<float> simulation(ScenarioSource::from_preset("book", {.boids = 100}), make_cuda({}));
  const std::atomic<bool> cancel{true};
  simulation.cancel_when(cancel);
  EXPECT_TRUE(simulation.advance());
  simulation.post({.kind = EventKind::kStartle, .steps = 3});
  EXPECT_TRUE(simulation.advance());
  simulation.set_backend(make_backend("cpu", {}));
  EXPECT_FALSE(simulation.advance());
  EXPECT_EQ(simulation.step_number(), 2);
}

TEST_F(Machines, AllWorkingDevicesAreListed) {
  stand_on({.devices = 3, .old_devices = 1});
  const auto devices = cuda_devices(nullptr);
  ASSERT_THAT(devices, SizeIs(2));
  EXPECT_EQ(devices.front().index, 1);
  EXPECT_THROW(make_cuda({.device = 0}), UserError) << "not in the list";
}

}  // namespace
}  // namespace murmur
