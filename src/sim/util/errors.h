// The two kinds of failure that reach the user. main() turns them into one clear message and an exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace murmur {

/// Wrong usage or data: exit code 2. Contains all faults, each a full sentence with position and allowed values.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& fault) : std::runtime_error(fault), faults_{fault} {}
  explicit UserError(std::vector<std::string> faults)
      : std::runtime_error(faults.empty() ? "" : faults.front()), faults_(std::move(faults)) {}
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

/// A failure of file, device, memory or numbers during a run: exit code 1. The text describes the failure and what to do.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run gave two different results (verify, replay, bench): exit code 3.
class MismatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace murmur
