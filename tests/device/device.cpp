#include "device/device.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace murmur::simulated {
namespace {

constexpr size_t kLongestQueue = 1024;               // then a launch waits, as on a device
constexpr auto kLie = static_cast<cudaError_t>(-1);  // of a function that does nothing

uint64_t number_from(const char* variable, uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

thread_local cudaError_t t_last_error = cudaSuccess;
thread_local int t_present_device = 0;

/// The three parts of a variable A:B:C; empty without it.
std::array<std::string, 3> parts_of(const char* variable) {
  const char* const value = std::getenv(variable);
  if (!value) return {};
  const std::string text = value;
  const size_t first = text.find(':'), second = text.find(':', first + 1);
  if (second == std::string::npos)
    throw std::invalid_argument(std::string(variable) + ": has three parts with : between them");
  return {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

cudaError_t error_of(DeviceFault::Kind kind) {
  switch (kind) {
    case DeviceFault::Kind::kAddress:
      return cudaErrorIllegalAddress;
    case DeviceFault::Kind::kAlignment:
      return cudaErrorMisalignedAddress;
    case DeviceFault::Kind::kUnknownCode:
      return cudaErrorInvalidPtx;
    default:
      return cudaErrorLaunchFailure;
  }
}

}  // namespace

Device& Device::instance() {
  static auto* const device = new Device;  // never ends: destructors of others may still call
  return *device;
}

Device::Device()
    : random_(number_from("MURMUR_SIM_SEED", 1)),
      memory_(number_from("MURMUR_SIM_MEMORY", uint64_t{4} << 30)) {
  if (const char* const file = std::getenv("MURMUR_SIM_COUNTS")) {
    counts_file_ = file;
    sample_ = static_cast<uint32_t>(std::max<uint64_t>(1, number_from("MURMUR_SIM_SAMPLE", 1)));
    std::atexit([] { instance().write_counts(); });
  }
  if (const char* const file = std::getenv("MURMUR_SIM_TRAFFIC")) {
    traffic_.write_to(file);
    std::atexit([] { instance().traffic().end(); });
  }
  setenv("MURMUR_NVRTC", "off",
         0);  // a compiler beside the steps would decide what runs when; a test may ask for it
  setenv("MURMUR_CHECK", "off", 0);  // a test may ask for it, too
  const auto text_from = [](const char* variable) {
    return std::string(std::getenv(variable) ? std::getenv(variable) : "");
  };
  planted_ = text_from("MURMUR_SIM_PLANT");
  endless_ = text_from("MURMUR_SIM_ENDLESS");
  lies_ = text_from("MURMUR_SIM_LIES");
  machine_.devices = static_cast<int>(number_from("MURMUR_SIM_DEVICES", 1));
  if (std::getenv("MURMUR_SIM_GL_DEVICE"))
    machine_.gl_device = static_cast<int>(number_from("MURMUR_SIM_GL_DEVICE", 0));
  machine_.driver = static_cast<int>(number_from("MURMUR_SIM_DRIVER", CUDART_VERSION));
  if (const auto [device, call, error] = parts_of("MURMUR_SIM_UNUSABLE"); !call.empty())
    machine_.faults.push_back({std::stoi(device), call, static_cast<cudaError_t>(std::stoi(error))});
  if (const auto [function, call, error] = parts_of("MURMUR_SIM_FAIL"); !call.empty())
    fail(function, std::stoll(call), static_cast<cudaError_t>(std::stoi(error)));
}

/// Kernels are there from the first call on.
void Device::plant() {
  const size_t from = planted_.find('|'), to = planted_.find('|', from + 1);
  if (to != std::string::npos &&
      module_.rewrite(planted_.substr(0, from), planted_.substr(from + 1, to - from - 1),
                      planted_.substr(to + 1)) == 0)
    std::fprintf(stderr, "simulated device: MURMUR_SIM_PLANT finds nothing\n");
  planted_.clear();
}

cudaError_t Device::enter(const char* function, int device) {
  if (!planted_.empty()) plant();
  run_some();
  if (lies_ == function) return kLie;
  if (broken_ != cudaSuccess) return broken_;
  if (device < 0) device = t_present_device;
  for (const Machine::Fault& fault : machine_.faults) {
    if (fault.device == device && fault.function == function) return fault.error;
  }
  if (failure_.calls == 0 || (failure_.function != "any" && failure_.function != function))
    return cudaSuccess;
  if (--failure_.calls > 0) return cudaSuccess;
  // A fault of queued work is returned by the next call that waits for it, and that work never runs.
  const bool waits = std::string_view(function).find("Synchronize") != std::string_view::npos;
  if (waits || (failure_.error >= cudaErrorIllegalAddress && failure_.error <= cudaErrorLaunchFailure))
    broken_ = failure_.error;
  return failure_.error;
}

cudaError_t Device::enter_unrecorded(const char* function, cudaStream_t only, bool any_stream) {
  const cudaError_t error = enter(function);
  if (error != cudaSuccess) return error;
  bool spoilt = false;
  const auto spoil = [&](Stream& one) {
    if (!one.recording || (any_stream && !one.recording->is_spoilt_by_this_thread())) return;
    one.recording_is_spoilt = spoilt = true;
  };
  if (any_stream) {
    for (auto& [handle, one] : streams_) spoil(*one);
  } else if (Stream* const one = stream(only)) {
    spoil(*one);
  }
  return spoilt ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

Stream* Device::stream(cudaStream_t handle) {
  if (!handle) return &default_stream_;
  const auto found = streams_.find(handle);
  return found == streams_.end() ? nullptr : found->second.get();
}

Stream* Device::present_stream(cudaStream_t handle) {
  Stream* const found = stream(handle);
  return handle && found && found->device != t_present_device ? nullptr : found;
}

cudaStream_t Device::add_stream() {
  auto stream = std::make_unique<Stream>();
  stream->device = t_present_device;
  const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
  streams_[handle] = std::move(stream);
  return handle;
}

void Device::remove_stream(cudaStream_t handle) { streams_.erase(handle); }

void Device::queue(Stream& stream, Work work, Node node, const std::vector<Use>& uses) {
  if (stream.recording) {
    stream.recording->work.push_back(std::move(work));
    stream.recording->nodes.push_back(node);
    stream.recording->uses.push_back(uses);
    return;
  }
  order_.queue(&stream);
  for (const Use& use : uses) {
    const uint64_t allocation = memory_.allocation_of(use.address);
    if (allocation == 0 || order_.use(&stream, allocation, use.writes)) continue;
    break_down(cudaErrorIllegalAddress,
               "two streams use " + memory_.place(use.address) + " with no event between them");
  }
  if (stream.queue.size() >= kLongestQueue) run_front(stream);
  stream.queue.push_back(std::move(work));
}

void Device::run_front(Stream& stream) {
  const Work work = std::move(stream.queue.front());
  stream.queue.pop_front();
  if (broken_ != cudaSuccess) return;
  try {
    work();
  } catch (const DeviceFault& fault) {
    break_down(error_of(fault.kind()), fault.what());
  }
}

void Device::break_down(cudaError_t error, const std::string& finding) {
  broken_ = error;
  finding_ = finding;
  std::fprintf(stderr, "simulated device: %s\n", finding.c_str());
}

/// A device works while the host does something else: nothing, or some of what is queued.
void Device::run_some() {
  const auto some = [&](Stream& stream) {
    if (random_() % 4 != 0) return;
    for (uint64_t left = random_() % 8; left > 0 && !stream.queue.empty(); --left) run_front(stream);
  };
  some(default_stream_);
  for (auto& [handle, stream] : streams_) some(*stream);
}

cudaError_t Device::finish(Stream& stream) {
  while (!stream.queue.empty()) run_front(stream);
  return broken_;
}

void Device::run_others_until(const Stream& waiting, const std::function<bool()>& done) {
  for (auto& [handle, stream] : streams_) {
    if (stream.get() == &waiting) continue;
    while (!done() && !stream->queue.empty()) run_front(*stream);
  }
}

cudaError_t Device::finish_all() {
  finish(default_stream_);
  for (auto& [handle, stream] : streams_) finish(*stream);
  return broken_;
}

bool Device::is_ptx(const void* code) {
  const bool is_machine_code = std::memcmp(code,
                                           "\x7f"
                                           "ELF",
                                           4) == 0;
  refused_machine_code_ += is_machine_code ? 1 : 0;
  return !is_machine_code;
}

const void* Device::add_library(std::string_view ptx) {
  auto library = std::make_shared<Module>();
  library->add(ptx);
  static int number = 0;
  if (const char* const folder = std::getenv("MURMUR_SIM_PTX"))
    std::ofstream(folder + ("/" + std::to_string(++number)) + ".ptx") << ptx;
  return (libraries_[library.get()] = library).get();
}

void Device::remove_library(const void* library) {
  std::erase_if(library_kernels_, [&](const auto& kernel) { return kernel.second.get() == library; });
  libraries_.erase(library);
}

const void* Device::kernel_of_library(const void* library, const std::string& name) {
  const auto found = libraries_.find(library);
  const Kernel* const kernel = found == libraries_.end() ? nullptr : found->second->kernel(name);
  if (kernel) library_kernels_[kernel] = found->second;
  return kernel;
}

const Kernel* Device::loaded_kernel(const void* host_function) {
  const Kernel* const found = kernel(host_function);
  if (found) loaded_.insert(host_function);
  return found;
}

const Kernel* Device::kernel(const void* host_function) {
  if (library_kernels_.contains(host_function)) return static_cast<const Kernel*>(host_function);
  const auto found = functions_.find(host_function);
  return found == functions_.end() ? nullptr : module_.kernel(found->second);
}

cudaError_t Device::launch(const void* host_function, dim3 blocks, dim3 block_size, void** arguments,
                           size_t shared_bytes, cudaStream_t handle) {
  const Kernel* kernel = nullptr;
  try {
    kernel = this->kernel(host_function);
  } catch (const DeviceFault& fault) {
    break_down(error_of(fault.kind()), fault.what());
    return broken_;
  }
  Stream* const to = present_stream(handle);
  if (!to) return cudaErrorInvalidResourceHandle;
  if (!kernel) return cudaErrorInvalidDeviceFunction;
  const bool one_dimension = blocks.y == 1 && blocks.z == 1 && block_size.y == 1 && block_size.z == 1;
  const uint32_t most = kernel->max_threads() != 0 ? kernel->max_threads() : 1024;
  // Before CUDA 12.4, a driver that loads kernels when they are first needed cannot do so during a capture.
  const char* const loading = std::getenv("CUDA_MODULE_LOADING");
  const bool at_once = loading && std::string_view(loading) == "EAGER";
  if (loaded_.insert(host_function).second && to->recording && machine_.driver < 12040 && !at_once) {
    loaded_.erase(host_function);
    to->recording_is_spoilt = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  if (!one_dimension || blocks.x == 0 || block_size.x == 0 || block_size.x > most || shared_bytes != 0)
    return cudaErrorInvalidConfiguration;
  // Arguments are copied now, whatever becomes of them before the kernel runs.
  std::vector<uint8_t> parameters(kernel->parameter_bytes());
  std::vector<Use> uses;  // what it may reach: each is as good as written
  for (size_t k = 0; k < kernel->parameters().size(); ++k)
    std::memcpy(parameters.data() + kernel->parameters()[k].value, arguments[k],
                kernel->parameter_sizes()[k]);
  for (const uint32_t at : kernel->parameter_words()) {
    uint64_t word = 0;
    std::memcpy(&word, parameters.data() + at, 8);
    if (const uint64_t allocation = memory_.allocation_of(word); allocation != 0)
      uses.push_back({allocation});
    if (const int owner = memory_.device_of(word); owner >= 0 && owner != t_present_device) {
      break_down(cudaErrorIllegalAddress, kernel->name() + " on device " + std::to_string(t_present_device) +
                                              " is given memory of device " + std::to_string(owner));
      return broken_;
    }
  }
  to->has_kernels = true;
  // Queued work holds on to the library of its kernel.
  const auto of_library = library_kernels_.find(kernel);
  std::shared_ptr<Module> library = of_library == library_kernels_.end() ? nullptr : of_library->second;
  const bool begins_step = kernel->name().find("SetStep") != std::string::npos;
  if (begins_step) traffic_.queued_step();
  if (!to->recording) traffic_.launched();
  queue(
      *to,
      [this, kernel, begins_step, library = std::move(library), shape = Grid::Shape{blocks.x, block_size.x},
       parameters = std::move(parameters)] {
        Counts& counts = launched_[kernel->name()];
        if (begins_step) traffic_.ran_step();
        while (!endless_.empty() && kernel->name().find(endless_) != std::string::npos)
          std::this_thread::sleep_for(std::chrono::seconds(1));
        const bool is_update = kernel->plain_name().find("steer") == 0;
        Grid grid(*kernel, memory_, shape, parameters, ++launch_count_, random_,
                  counts_file_.empty() ? nullptr : &counts, is_update ? sample_ : 1);
        instructions_ += grid.run();
      },
      Node::kKernel, uses);
  return cudaSuccess;
}

void Device::write_counts() const {
  std::FILE* const file = std::fopen(counts_file_.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "simulated device: %s cannot be written\n", counts_file_.c_str());
    return;
  }
  std::fprintf(file, "kernel,launches,threads,instructions,lanes,machine,sectors,bytes,shared_loads\n");
  for (const auto& [name, counts] : launched_) {
    std::fprintf(file, "\"%s\"", readable(name).c_str());
    for (const uint64_t count : {counts.launches, counts.threads, counts.instructions, counts.lanes,
                                 counts.machine, counts.sectors, counts.bytes, counts.shared_loads})
      std::fprintf(file, ",%llu", static_cast<unsigned long long>(count));
    std::fprintf(file, "\n");
  }
  std::fclose(file);
}

std::vector<std::string> Device::launched() const {
  std::vector<std::string> names;
  for (const auto& [name, counts] : launched_) names.push_back(name);
  return names;
}

void Device::repair() {
  default_stream_.queue.clear();
  for (auto& [handle, stream] : streams_) {
    stream->queue.clear();
    stream->recording = nullptr;
  }
  traffic_.forget_queue();
  order_ = {};
  broken_ = t_last_error = cudaSuccess;
  finding_.clear();
  failure_ = {};
  machine_ = {};
  slowness_ = 1.0;
  loaded_.clear();
}

cudaError_t record_error(cudaError_t error) {
  if (error == kLie) return cudaSuccess;
  if (error != cudaSuccess) t_last_error = error;
  return error;
}

int& present_device() { return t_present_device; }

}  // namespace murmur::simulated

using murmur::simulated::Device;

cudaError_t cudaGetLastError() {
  const cudaError_t error = murmur::simulated::t_last_error;
  murmur::simulated::t_last_error = Device::instance().broken();  // that does not go away
  return error;
}
cudaError_t cudaPeekAtLastError() { return murmur::simulated::t_last_error; }
