#include "kernels/compiled_rules.h"

#include <cstdlib>
#include <exception>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kernels/check.h"
#include "kernels/nvrtc/rule_text.h"
#include "sim/backends/faults.h"

namespace murmur {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

CompiledRules::CompiledRules(int device, int capability) : device_(device), capability_(capability) {
  const std::string how = variable("MURMUR_NVRTC"), name = variable("MURMUR_NVRTC_LIBRARY");
  off_ = how == "off" || CUDART_VERSION < 12080;  // earlier runtimes lack cudaLibraryLoadData
  waits_ = how == "wait";
  if (off_ || name.empty()) return;
  try {
    nvrtc_ = load_nvrtc(name, 0);
  } catch (const NvrtcFault& fault) {
    remark_ = fmt::format("MURMUR_NVRTC_LIBRARY: {}; your own rules are interpreted", fault.what());
    off_ = true;
  }
}

CompiledRules::~CompiledRules() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
#if CUDART_VERSION >= 12080
  for (auto& [text, entry] : entries_) {
    if (entry.library) ignore(cudaLibraryUnload(entry.library));
  }
#endif
}

void CompiledRules::take(const CustomRules<float>& own) {
  if (off_) return;
  std::string lists = own.act() ? text_of_custom_rules(own) : "";
  const std::lock_guard lock(mutex_);
  lists_ = std::move(lists);
  present_.clear();
}

cudaKernel_t CompiledRules::kernel(int dimensions, int threads, const std::string& rules) {
  if (off_) return nullptr;
  std::unique_lock lock(mutex_);
  if (lists_.empty()) return nullptr;
  present_ = lists_ + text_of_custom_kernel(dimensions, threads, rules);
  const auto known = [&] {
    const auto found = entries_.find(present_);
    return found == entries_.end() ? nullptr : &found->second;
  };
  if (!known()) {
    wanted_ = present_;
    try {
      if (!thread_.joinable()) thread_ = std::thread([this] { make_kernels(); });
    } catch (const std::system_error&) {  // the rules are then interpreted
      off_ = true;
      return nullptr;
    }
    changed_.notify_all();
    if (waits_) changed_.wait(lock, [&] { return known() != nullptr; });
  }
  const Entry* const entry = known();
  return entry ? entry->kernel : nullptr;
}

bool CompiledRules::has_new_kernel() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, false);
}

std::string CompiledRules::state() const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(present_);
  if (found == entries_.end()) return {};
  return found->second.kernel ? ", rules compiled"
                              : fmt::format(", rules interpreted: {}", found->second.fault);
}

void CompiledRules::make_kernels() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !wanted_.empty(); });
    if (ends_) return;
    const std::string text = std::exchange(wanted_, {});
    if (entries_.contains(text)) continue;
    lock.unlock();
    Entry entry = made(text);
    lock.lock();
    entries_.emplace(text, std::move(entry));
    news_ = true;
    changed_.notify_all();
  }
}

CompiledRules::Entry CompiledRules::made(const std::string& text) {
  Entry entry;
#if CUDART_VERSION >= 12080
  try {
    if (!nvrtc_) nvrtc_ = load_nvrtc("", CUDART_VERSION / 1000);
    const Nvrtc::Code code = nvrtc_->compile(text, capability_);
    check(cudaSetDevice(device_), "taking the device");
    // Prefers machine code, which needs neither a compiler in the driver nor a driver as new as NVRTC.
    const auto load = [&](const std::string& from) {
      return cudaLibraryLoadData(&entry.library, from.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    };
    cudaError_t loaded = code.machine.empty() ? cudaErrorNoKernelImageForDevice : load(code.machine);
    if (loaded != cudaSuccess) {
      (void)cudaGetLastError();
      loaded = load(code.ptx);
    }
    check(loaded, "loading compiled rules");
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, entry.library, "custom_rules"), "loading compiled rules");
    // Loads the kernel now: a driver loads it on first use, which must not happen while a step is recorded.
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)),
          "loading compiled rules");
    entry.kernel = kernel;
  } catch (const DeviceFailure& failure) {
    entry.fault = failure.cause();
  } catch (const std::exception& failure) {
    entry.fault = failure.what();
  }
#endif
  return entry;
}

}  // namespace murmur
