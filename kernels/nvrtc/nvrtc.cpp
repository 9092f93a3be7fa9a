#include "kernels/nvrtc/nvrtc.h"

#include <dlfcn.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/embedded.h"

namespace murmur {
namespace {

constexpr int kNewest = 14, kOldest = 12;  // versions of CUDA to look for

// Declared as in nvrtc.h, which a toolkit may lack.
using Program = struct ProgramOfNvrtc*;
using Result = int;
constexpr Result kSuccess = 0;

struct Calls {
  Result (*version)(int*, int*);
  Result (*count_architectures)(int*);
  Result (*architectures)(int*);
  Result (*create)(Program*, const char* text, const char* name, int headers, const char* const* texts,
                   const char* const* names);
  Result (*destroy)(Program*);
  Result (*compile)(Program, int options, const char* const*);
  Result (*log_size)(Program, size_t*);
  Result (*log)(Program, char*);
  Result (*ptx_size)(Program, size_t*);
  Result (*ptx)(Program, char*);
  Result (*machine_size)(Program, size_t*);
  Result (*machine)(Program, char*);
  const char* (*error)(Result);
};

class LoadedNvrtc final : public Nvrtc {
 public:
  /// Loads the functions of the library. @throws NvrtcFault
  LoadedNvrtc(void* library, const std::string& name) {
    const auto find = [&]<class F>(F& function, const char* symbol) {
      function = reinterpret_cast<F>(dlsym(library, symbol));
      if (!function) throw NvrtcFault(fmt::format("{} is no NVRTC, or too old: it has no {}", name, symbol));
    };
    find(calls_.version, "nvrtcVersion");
    find(calls_.count_architectures, "nvrtcGetNumSupportedArchs");
    find(calls_.architectures, "nvrtcGetSupportedArchs");
    find(calls_.create, "nvrtcCreateProgram");
    find(calls_.destroy, "nvrtcDestroyProgram");
    find(calls_.compile, "nvrtcCompileProgram");
    find(calls_.log_size, "nvrtcGetProgramLogSize");
    find(calls_.log, "nvrtcGetProgramLog");
    find(calls_.ptx_size, "nvrtcGetPTXSize");
    find(calls_.ptx, "nvrtcGetPTX");
    find(calls_.machine_size, "nvrtcGetCUBINSize");
    find(calls_.machine, "nvrtcGetCUBIN");
    find(calls_.error, "nvrtcGetErrorString");
    int major = 0, minor = 0;
    check(calls_.version(&major, &minor));
    name_ = fmt::format("NVRTC {}.{}", major, minor);
  }

  Code compile(const std::string& text, int capability) const override {
    std::vector<const char*> texts, names;
    for (const auto& files : {embedded_rule_headers(), embedded_std_headers()}) {
      for (const EmbeddedText& file : files) {
        texts.push_back(file.text.data());  // embedded texts end with a 0
        names.push_back(file.name.data());
      }
    }
    Program program = nullptr;
    check(calls_.create(&program, text.c_str(), "rules.cu", static_cast<int>(texts.size()), texts.data(),
                        names.data()));
    const std::unique_ptr<Program, Result (*)(Program*)> owner(&program, calls_.destroy);
    const int target = target_for(capability);
    const bool known = target == capability;  // machine code for another capability may not run
    const std::string architecture =
        fmt::format("--gpu-architecture={}_{}", known ? "sm" : "compute", target);
    // Same options as nvcc's for kernels/*.cu.
    const std::vector<const char*> options = {"--std=c++20", "--fmad=false",
                                              "--device-as-default-execution-space", architecture.c_str()};
    if (calls_.compile(program, static_cast<int>(options.size()), options.data()) != kSuccess)
      throw NvrtcFault(fmt::format("{} finds a fault: {}", name_, first_fault(program)));
    Code code;
    code.ptx = result(program, calls_.ptx_size, calls_.ptx);
    code.ptx.pop_back();  // removes the final 0
    if (known) code.machine = result(program, calls_.machine_size, calls_.machine);
    return code;
  }

 private:
  void check(Result result) const {
    if (result != kSuccess) throw NvrtcFault(fmt::format("{}: {}", name_, calls_.error(result)));
  }

  std::string result(Program program, Result (*size)(Program, size_t*), Result (*get)(Program, char*)) const {
    size_t bytes = 0;
    check(size(program, &bytes));
    std::string text(bytes, '\0');
    check(get(program, text.data()));
    return text;
  }

  /// The newest architecture that the library knows and the device runs.
  int target_for(int capability) const {
    int count = 0;
    check(calls_.count_architectures(&count));
    std::vector<int> known(static_cast<size_t>(count));
    check(calls_.architectures(known.data()));
    int best = 0;
    for (const int one : known) best = one <= capability ? std::max(best, one) : best;
    if (best == 0)
      throw NvrtcFault(fmt::format("{} knows no device of compute capability {}.{}", name_, capability / 10,
                                   capability % 10));
    return best;
  }

  std::string first_fault(Program program) const {
    const std::string log = result(program, calls_.log_size, calls_.log);
    const size_t at = log.find("error"), from = log.rfind('\n', at) + 1;
    return at == std::string::npos ? "it does not say which" : log.substr(from, log.find('\n', at) - from);
  }

  Calls calls_{};
  std::string name_ = "NVRTC";
};

}  // namespace

std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name, int major) {
  std::vector<std::string> names{name};
  if (name.empty()) {
    names = {fmt::format("libnvrtc.so.{}", major)};
    for (int other = kNewest; other >= kOldest; --other)
      names.push_back(fmt::format("libnvrtc.so.{}", other));
    names.push_back("libnvrtc.so");
  }
  for (const std::string& one : names) {
    // The library is never unloaded, because its threads may outlive the last use.
    if (void* const library = dlopen(one.c_str(), RTLD_NOW | RTLD_LOCAL))
      return std::make_shared<LoadedNvrtc>(library, one);
  }
  const char* const why = dlerror();
  throw NvrtcFault(name.empty() ? "there is no libnvrtc.so" : why ? why : name + " cannot be loaded");
}

}  // namespace murmur
