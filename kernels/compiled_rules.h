// Custom rules compiled by NVRTC during a run: a thread makes a kernel for the programs of the flock, and steps
// interpret the programs until the kernel is ready. The bits are the same, so nothing else may depend on whether a
// kernel exists. Environment variables:
//   MURMUR_NVRTC=off              rules are interpreted
//   MURMUR_NVRTC=wait             a step waits for its kernel
//   MURMUR_NVRTC_LIBRARY=NAME     name of the library, instead of the names in kernels/nvrtc/nvrtc.h
#pragma once

#include <cuda_runtime_api.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "kernels/nvrtc/nvrtc.h"
#include "model/custom/program.h"

namespace murmur {

class CompiledRules {
 public:
  /// Compiles for the current device; `capability`: its compute capability, 90 for 9.0.
  CompiledRules(int device, int capability);
  /// Waits for a kernel that is being compiled; no kernel may be running.
  ~CompiledRules();
  CompiledRules(const CompiledRules&) = delete;
  CompiledRules& operator=(const CompiledRules&) = delete;

  /// Sets the programs for later calls of kernel(); `custom` is in the host's memory.
  void take(const CustomRules<float>& custom);
  /// The kernel for the current programs, as text_of_custom_kernel() (kernels/nvrtc/rule_text.h) describes it; starts
  /// compiling it. Null: not available, or not yet.
  /// or not yet.
  cudaKernel_t kernel(int dimensions, int threads, const std::string& rules);
  /// Whether a kernel was completed since the last call: recorded steps still use the interpreter.
  bool has_new_kernel();

  /// Text for people: ", rules compiled", ", rules interpreted: WHY" or "".
  std::string state() const;
  /// Why the library that the user named cannot be used; empty: it can, or none was named.
  const std::string& remark() const { return remark_; }

 private:
  struct Entry {
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;  ///< null: compiling it failed
    std::string fault;
  };

  void make_kernels();
  Entry made(const std::string& text);

  const int device_, capability_;
  bool off_ = false, waits_ = false;
  std::string remark_;
  std::shared_ptr<const Nvrtc> nvrtc_;
  std::string lists_;  // text of the current programs; empty: none

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Entry> entries_;  // by text of the kernel
  std::string wanted_;                    // text of the kernel to make next; empty: none
  std::string present_;                   // text of the kernel that was requested last
  bool ends_ = false, news_ = false;
  std::thread thread_;
};

}  // namespace murmur
