// A CUDA device that is none: its kernels, memory, streams, events and graphs behind the functions of the
// CUDA runtime (cudart_*.cpp), which a build links in place of NVIDIA's. Work in a stream runs late: when
// the host waits for it, or earlier, at a moment drawn from the seed. Settings come from the environment, or from
// a test:
//   MURMUR_SIM_SEED=N     another order of threads and moments
//   MURMUR_NVRTC=wait     custom rules are compiled (kernels/compiled_rules.h); without the variable they are not
//   MURMUR_SIM_MEMORY=N   bytes of memory
//   MURMUR_SIM_COUNTS=F   what each kernel did, as CSV, when the program ends
//   MURMUR_SIM_TRAFFIC=F  what was copied and waited for, as CSV, by picture (traffic.h)
//   MURMUR_SIM_SAMPLE=K   with counts: of update kernels only each K-th block is run, so the state afterwards is wrong
//   MURMUR_SIM_PTX=FOLDER where the PTX that a program brings while it runs is written, by number
//   MURMUR_SIM_DEVICES=N  devices in the machine, all alike
//   MURMUR_SIM_GL_DEVICE=K     OpenGL draws on this one only; otherwise on any
//   MURMUR_SIM_FIRST_DEVICE=K   the machine's K-th device is this process's first, as with CUDA_VISIBLE_DEVICES
//   MURMUR_SIM_DRIVER=V   the driver's version as CUDA counts it: 11040 is 11.4, 0 no driver
//   MURMUR_SIM_UNUSABLE=DEVICE:CALL:ERROR   this call fails on this device, each time
//   MURMUR_CHECK=on       its bits are checked at the first use (app/options/device_check.h); without the variable they are not
//   MURMUR_SIM_PLANT=PART|FROM|TO   plants a fault: in kernels whose name has PART, TO for each FROM
//   MURMUR_SIM_ENDLESS=PART   kernels whose name has PART never end
//   MURMUR_SIM_LIES=CALL  this function of the runtime says that all is well, and does nothing
//   MURMUR_SIM_FAIL=CALL:N:ERROR   the N-th call of this function of the runtime, or of `any`, fails with this
//                         number of cudaError_t; those that say that a kernel broke down stay for all later calls
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "device/grid.h"
#include "device/kernel.h"
#include "device/memory.h"
#include "device/module.h"
#include "device/stream_order.h"
#include "device/traffic.h"

namespace murmur::simulated {

/// Something queued; copies of all it needs, but for memory that the caller must keep.
using Work = std::function<void()>;

/// What is queued, as a kind of node of a graph.
enum class Node : uint8_t { kKernel, kCopy, kSet, kOther };

/// Memory that queued work uses: an address in it, or in none of the device's.
struct Use {
  uint64_t address = 0;
  bool writes = true;
};

struct Recording {
  std::vector<Work> work;
  std::vector<Node> nodes;
  std::vector<std::vector<Use>> uses;  ///< of each work
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread = std::this_thread::get_id();  ///< that began it

  /// Whether a call of the present thread that must not be captured spoils it: cudaThreadExchangeStreamCaptureMode has the rule.
  bool is_spoilt_by_this_thread() const {
    return mode == cudaStreamCaptureModeGlobal ||
           (mode == cudaStreamCaptureModeThreadLocal && thread == std::this_thread::get_id());
  }
};

struct Stream {
  int device = 0;  ///< the thread's present one when it was made
  std::deque<Work> queue;
  std::shared_ptr<Recording> recording;  ///< while it captures
  bool recording_is_spoilt = false;
  bool has_kernels = false;  ///< one was launched in it
};

struct Event {
  int device = 0;
  int64_t queued = 0, done = 0;  ///< recordings of the event, and those that ran
  bool in_recording = false;     ///< last recorded while capturing: waiting for it is an error
  double time = 0.0;             ///< [ms] on the device's clock
  StreamOrder::Clock over;       ///< once it is reached
};

/// The machine around the device. Its devices share what happens on them; their faults differ, and each has streams,
/// events and memory that the kernels of another cannot use.
struct Machine {
  struct Fault {
    int device = 0;
    std::string function;
    cudaError_t error = cudaSuccess;
  };
  int devices = 1;
  int gl_device = -1;  ///< on which OpenGL draws; -1: on any
  int driver = CUDART_VERSION;
  int old_devices = 0;  ///< so many of the first are of compute capability 6.1
  int ptx = 0;  ///< that the driver compiles for all of them, 75 for 7.5; 0: the build has machine code
  std::vector<Fault> faults;
};

class Device {
 public:
  static Device& instance();

  /// Held by every function of the runtime.
  std::recursive_mutex& mutex() { return mutex_; }
  /// At the begin of every function but those about errors: some queued work may run. @returns what broke the
  /// device earlier, or cudaSuccess.
  /// `device`: that the call is about; -1: the thread's present one.
  cudaError_t enter(const char* function, int device = -1);
  /// The same for functions that must not be called while the stream captures, or any whose mode is about the present thread;
  /// they spoil the recording.
  cudaError_t enter_unrecorded(const char* function, cudaStream_t stream = nullptr, bool any_stream = true);

  const Machine& machine() const { return machine_; }
  void set_machine(const Machine& machine) { machine_ = machine; }

  Memory& memory() { return memory_; }
  StreamOrder& order() { return order_; }
  Module& module() { return module_; }
  Traffic& traffic() { return traffic_; }

  Stream* stream(cudaStream_t handle);
  /// Null also for a stream of a device that is not the thread's present one: for all that is not a copy.
  Stream* present_stream(cudaStream_t handle);
  cudaStream_t add_stream();
  void remove_stream(cudaStream_t handle);
  /// Now into the recording, or later onto the device.
  void queue(Stream& stream, Work work, Node node = Node::kOther, const std::vector<Use>& uses = {});
  cudaError_t finish(Stream& stream);
  cudaError_t finish_all();
  /// Runs what is queued in the other streams until `done` holds, or nothing is left.
  void run_others_until(const Stream& waiting, const std::function<bool()>& done);

  void add_function(const void* host, const std::string& name) { functions_[host] = name; }
  /// PTX that a program brings while it runs; handles are addresses of what they stand for.
  const void* add_library(std::string_view ptx);
  void remove_library(const void* library);
  size_t libraries() const { return libraries_.size(); }
  /// Whether it is PTX; machine code is refused, which is counted.
  bool is_ptx(const void* code);
  int64_t refused_machine_code() const { return refused_machine_code_; }
  /// Null: the library has none of this name. @throws DeviceFault.
  const void* kernel_of_library(const void* library, const std::string& name);
  /// Null if it is not registered, or there is no code for it.
  const Kernel* kernel(const void* host_function);
  /// The same for a program that asks about it, and so has it loaded.
  const Kernel* loaded_kernel(const void* host_function);
  cudaError_t launch(const void* host_function, dim3 blocks, dim3 block_size, void** arguments,
                     size_t shared_bytes, cudaStream_t stream);

  double milliseconds() const { return static_cast<double>(instructions_) * 1e-6 * slowness_; }
  /// From now on, and for what was: until repair().
  void slow_down(double by) { slowness_ = by; }
  /// What broke it, for people; empty if nothing did.
  const std::string& finding() const { return finding_; }
  cudaError_t broken() const { return broken_; }
  /// As MURMUR_SIM_FAIL: the n-th call from now.
  void fail(const std::string& function, int64_t call, cudaError_t error) {
    failure_ = {function, call, error};
  }
  /// As new, for the next test: nothing broken, one device. Work that is still queued is dropped.
  void repair();
  /// Names of the kernels that ran.
  std::vector<std::string> launched() const;

 private:
  Device();

  /// The error of a call that MURMUR_SIM_FAIL selected.
  struct Failure {
    std::string function;
    int64_t calls = 0;  ///< until then
    cudaError_t error = cudaSuccess;
  };

  void write_counts() const;
  void plant();
  void run_some();
  void run_front(Stream& stream);
  void break_down(cudaError_t error, const std::string& finding);

  std::recursive_mutex mutex_;
  Random random_;
  Memory memory_;
  StreamOrder order_;
  Module module_;
  Traffic traffic_;
  Stream default_stream_;
  std::map<cudaStream_t, std::unique_ptr<Stream>> streams_;
  std::map<const void*, std::string> functions_;
  std::set<const void*> loaded_;  // functions that were launched or asked for
  std::map<const void*, std::shared_ptr<Module>> libraries_;
  std::map<const void*, std::shared_ptr<Module>> library_kernels_;
  std::map<std::string, Counts> launched_;
  std::string counts_file_;  ///< empty: nothing is counted
  uint32_t sample_ = 1;
  Failure failure_;
  std::string planted_;  ///< empty: nothing, or it is
  std::string endless_, lies_;
  Machine machine_;
  int64_t refused_machine_code_ = 0;
  uint64_t instructions_ = 0;
  double slowness_ = 1.0;
  uint32_t launch_count_ = 0;
  cudaError_t broken_ = cudaSuccess;
  std::string finding_;
};

/// The last error of this thread, as the runtime has it; returns what it is given.
cudaError_t record_error(cudaError_t error);
/// The device that this thread has chosen.
int& present_device();

}  // namespace murmur::simulated
