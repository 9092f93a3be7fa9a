// The text of PTX, split into its kernels; faults can be planted in it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device/kernel.h"

namespace murmur::simulated {

/// The kernels of some PTX, each read when it is first asked for.
class Module {
 public:
  void add(std::string_view text);
  /// Null if there is none of this name. @throws DeviceFault.
  const Kernel* kernel(const std::string& name);
  std::vector<std::string> names() const;
  /// Plants a fault: in kernels whose name has `part`, `to` for each `from`. Not while they are queued.
  /// @returns how often.
  int64_t rewrite(const std::string& part, const std::string& from, const std::string& to);
  /// All kernels as they were.
  void restore();
  /// 90 for sm_90; 0 while there is nothing.
  int architecture() const { return architecture_; }

 private:
  struct Entry {
    std::string text, original;  ///< single blanks part words
    uint32_t first_line = 0;
    std::unique_ptr<Kernel> kernel;
  };
  std::map<std::string, Entry> entries_;
  int architecture_ = 0;
};

}  // namespace murmur::simulated
