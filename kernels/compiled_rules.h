// Custom rules, compiled by NVRTC while the flock flies: a thread makes a kernel for the programs of the flock, and steps interpret
// them until it is there. The bits are the same, so nothing else may depend on whether a kernel is. Settings come from the environment:
//   MURMUR_NVRTC=off              rules are interpreted
//   MURMUR_NVRTC=wait             a step waits for its kernel
//   MURMUR_NVRTC_LIBRARY=NAME     of the library, in place of those that kernels/nvrtc/nvrtc.h looks for
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
  /// Kernels for the current device, which is of this compute capability: 90 for 9.0.
  CompiledRules(int device, int capability);
  /// Waits for a kernel that is being made; none may run any more.
  ~CompiledRules();
  CompiledRules(const CompiledRules&) = delete;
  CompiledRules& operator=(const CompiledRules&) = delete;

  /// The programs that kernel() is about from now on, in the host's memory.
  void take(const CustomRules<float>& custom);
  /// The kernel of these programs, as text_of_custom_kernel() (kernels/nvrtc/rule_text.h) describes it; begins to make it. Null: there is none,
  /// or not yet.
  cudaKernel_t kernel(int dimensions, int threads, const std::string& rules);
  /// Whether a kernel has been made since the last call: what was recorded has the interpreter in its place.
  bool has_news();

  /// ", rules compiled", ", rules interpreted: WHY" or nothing.
  std::string state() const;
  /// Why a library that the user names cannot be used; empty: it can, or there is no such name.
  const std::string& remark() const { return remark_; }

 private:
  struct Entry {
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;  ///< null: it could not be made
    std::string fault;
  };

  void make_kernels();
  Entry made(const std::string& text);

  const int device_, capability_;
  bool off_ = false, waits_ = false;
  std::string remark_;
  std::shared_ptr<const Nvrtc> nvrtc_;
  std::string lists_;  // the text of the present programs; empty: there are none

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Entry> entries_;  // by text
  std::string wanted_;                    // text of the kernel to make next; empty: none
  std::string present_;                   // text of that which was asked for last
  bool ends_ = false, news_ = false;
  std::thread thread_;
};

}  // namespace murmur
