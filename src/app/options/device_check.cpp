#include "app/options/device_check.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/options/cache_folder.h"
#include "app/options/check_cases.h"
#include "app/options/terminal.h"
#include "sim/backends/faults.h"
#include "sim/machine/proc.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

bool g_checks_are_allowed = false;

/// A process that steps the check cases: a kernel that never ends can be stopped only together with its process.
class CheckProcess {
 public:
  /// Starts the process, which begins with the cases of kernel `first_kernel`.
  CheckProcess(int device, size_t first_kernel) {
    const std::string index = std::to_string(device), kernel = std::to_string(first_kernel);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    lines_ = ends[0];
    child_ = fork();
    if (child_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends this process with its parent
      dup2(ends[1], STDOUT_FILENO);
      execl("/proc/self/exe", "murmur", "devices", "--check-from", kernel.c_str(), "--device", index.c_str(),
            nullptr);
      _exit(1);
    }
    close(ends[1]);
  }
  ~CheckProcess() { end(), close(lines_); }
  CheckProcess(const CheckProcess&) = delete;
  CheckProcess& operator=(const CheckProcess&) = delete;

  /// The next line of the process; empty: it did not come in time, the process has ended, or a signal has interrupted the wait.
  std::string next_line() {
    const char* const limit = std::getenv("MURMUR_CHECK_SECONDS");
    const int seconds = limit ? std::clamp(std::atoi(limit), 1, 3600) : 60;
    std::string line;
    for (char byte = 0; child_ > 0; line += byte) {
      pollfd ready{lines_, POLLIN, 0};
      const int count = poll(&ready, 1, 1000 * seconds);
      is_late_ = count == 0;
      if (count <= 0 || read(lines_, &byte, 1) != 1) return "";
      if (byte == '\n') return line;
    }
    return "";
  }

  /// Kills the process if it still runs. @returns whether it has ended within ten seconds.
  bool end() {
    if (child_ > 0) kill(child_, SIGKILL);
    for (int wait = 0; child_ > 0 && wait < 1000; ++wait) {
      if (waitpid(child_, &status_, WNOHANG) != 0)
        child_ = -1;
      else
        usleep(10'000);
    }
    return child_ < 0;
  }
  /// The reason why the process gave no line, if its kernel is at fault; otherwise empty.
  std::string fault() {
    if (is_late_) return "does not end";
    const int signal = end() && WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
    return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS ? "ends the program" : "";
  }

 private:
  pid_t child_ = -1;  // -1: the process has ended
  int lines_ = -1, status_ = 0;
  bool is_late_ = false;
};

/// A text that changes with the driver and with the program.
std::string key_of_check() {
  std::ifstream version("/proc/driver/nvidia/version");
  struct stat program = {};
  stat("/proc/self/exe", &program);
  return fmt::format("driver {}, program of {} bytes from {}.{}", gpu_driver(version), program.st_size,
                     program.st_mtim.tv_sec, program.st_mtim.tv_nsec);
}

std::string file_of_check(const DeviceInfo& device) {
  const std::vector<uint8_t> name(device.id.begin(), device.id.end());
  return fmt::format("{}/devices/{:02x}.txt", cache_folder(), fmt::join(name, ""));
}

void keep(const DeviceInfo& device, const CheckResult& result) {
  if (cache_folder().empty()) return;
  const std::string text = fmt::format("{}\n{}\n", key_of_check(), fmt::join(result.faults, "\n"));
  try {
    std::filesystem::create_directories(cache_folder() + "/devices");
    replace_file(file_of_check(device), text);
  } catch (const std::exception&) {  // the next start checks again if the file cannot be written
  }
}

/// The fault of a kernel according to the lines of the process, or "unknown: WHY"; empty: the kernel is right.
std::string fault_of(CheckProcess& process, size_t kernel, const std::string& name) {
  for (const CheckCase& one : check_cases()) {
    if (one.kernels <= kernel) continue;
    const std::string line = process.next_line();
    if (line == fmt::format("{:016x}", one.hash)) continue;
    if (line.starts_with("unknown")) return line;
    std::string fault = line.empty() ? process.fault() : "differs from the cpu";
    if (line.starts_with("fails")) fault = line;
    if (fault.empty()) return "unknown: the check was ended";
    return fmt::format("kernel {} {} in '{}'", name, fault, one.name);
  }
  return "";
}

/// The result for a device, from the cache folder or from a new check, at most once in a process.
CheckResult result_for(const BackendKind& kind, const DeviceInfo& device) {
  static std::mutex mutex;  // guards `results`: runs of a sweep begin in parallel
  static std::map<std::string, CheckResult> results;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = results.try_emplace(device.id);
  if (!is_new) return at->second;
  if (const auto kept = kept_check(device)) return at->second = *kept;
  note("GPU {}, {}: whether its bits are right is checked once", device.index, device.name);
  return at->second = check_device(kind, device);
}

}  // namespace

std::string CheckResult::text() const {
  std::string text;
  for (const std::string& fault : faults) {
    if (!fault.empty()) text += (text.empty() ? "" : ", ") + fault + " and is not used";
  }
  return is_usable() ? text : text + ", nor is this GPU";
}

void allow_device_checks() { g_checks_are_allowed = true; }

const BackendKind* checked_kind() {
  for (const BackendKind& kind : backends()) {
    if (kind.on_device() && kind.kernels && default_backend().processes == 0) return &kind;
  }
  return nullptr;
}

const BackendKind* kind_to_check() {
  const char* const check = std::getenv("MURMUR_CHECK");
  return g_checks_are_allowed && !(check && std::string(check) == "off") ? checked_kind() : nullptr;
}

std::optional<CheckResult> kept_check(const DeviceInfo& device) {
  std::ifstream file(file_of_check(device));
  std::string line;
  if (!std::getline(file, line) || line != key_of_check()) return {};
  CheckResult result;
  while (std::getline(file, line)) result.faults.push_back(line);
  return result;
}

CheckResult check_device(const BackendKind& kind, const DeviceInfo& device) {
  CheckResult result{.faults = std::vector<std::string>(kind.kernels().size())};
  std::optional<CheckProcess> process;
  for (size_t k = 0; k < result.faults.size() && result.is_usable(); ++k) {
    if (!process) process.emplace(device.index, k);
    std::string& fault = result.faults[k];
    fault = fault_of(*process, k, kind.kernels()[k]);
    if (fault.starts_with("unknown")) return {.faults = {}, .unknown = fault.substr(9)};
    if (fault.empty()) continue;
    if (!process->end()) result.faults.front() = fault + " and cannot be ended";
    process.reset();
  }
  keep(device, result);
  return result;
}

void step_check_cases(const BackendKind& kind, int device, size_t first_kernel) {
  BackendOptions options{.device = device};
  for (size_t k = first_kernel; k < kind.kernels().size(); ++k) {
    options.kernel = kind.kernels()[k];
    for (const CheckCase& one : check_cases()) {
      if (one.kernels <= k) continue;
      std::string line, what = "unknown";  // "unknown" until the backend exists: then no kernel has run yet
      try {
        auto backend = kind.make(options);
        what = "fails";
        auto run = step_case(one, std::move(backend));
        line = fmt::format("{:016x}", hash_of_case(run));
      } catch (const RunError& error) {
        const std::string text = error.what(), cause = text.substr(0, text.find(';'));
        if (dynamic_cast<const DeviceMemoryFull*>(&error)) what = "unknown";
        line = what + ": " + cause;
      }
      print_out("{}\n", message_text(line));
      flush_results();
    }
  }
}

std::unique_ptr<Backend<float>> make_checked_backend(const std::string& name, BackendOptions options,
                                                     std::string* why_not) {
  const BackendKind* const kind = kind_to_check();
  if (!kind || (name != "auto" && name != kind->name)) return make_backend(name, options, why_not);
  std::vector<DeviceInfo> devices = kind->devices(nullptr);
  std::stable_partition(devices.begin(), devices.end(),
                        [&](const DeviceInfo& device) { return device.index == options.first_device; });
  std::string said;
  for (const DeviceInfo& device : devices) {
    if (options.device >= 0 && device.index != options.device) continue;
    const CheckResult result = result_for(*kind, device);
    if (!said.empty()) options.device = device.index;  // the earlier devices are not usable
    if (const std::string text = result.text(); !text.empty())
      said += fmt::format("{}GPU {}: {} (see murmur devices)", said.empty() ? "" : "; ", device.index, text);
    if (!result.is_usable()) continue;
    for (size_t k = 0; k < result.faults.size(); ++k) {
      if (result.faults[k].empty()) continue;
      options.left_out_kernels |= 1u << k;
      if (kind->kernels()[k] == options.kernel) options.kernel.clear();
    }
    auto backend = make_backend(name, options, why_not);
    if (why_not && !said.empty()) *why_not = said + (why_not->empty() ? "" : "; ") + *why_not;
    return backend;
  }
  if (said.empty()) return make_backend(name, options, why_not);
  if (name != "auto") throw DeviceFailure(said, "use --backend cpu");
  if (why_not) *why_not = fmt::format("{}; backend {} is used instead", said, default_backend().name);
  return default_backend().make(options);
}

}  // namespace murmur
