// Kernels as a simulated device runs them: nvcc's PTX, read once into instructions that do one thing for the
// 32 threads (lanes) of a warp. Owns registers' places and constants; independent of memory, of blocks or
// of what is run when (grid.h). Whatever PTX says that is not known here is refused by name.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace murmur::simulated {

constexpr uint32_t kLanes = 32;

/// What a device refuses or a check finds; the text is one for people.
class DeviceFault : public std::runtime_error {
 public:
  enum class Kind : uint8_t { kAddress, kAlignment, kLaunch, kUnknownCode };
  DeviceFault(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

struct Instruction;
class Warp;
/// Does the instruction for the lanes in `mask`.
using Run = void (*)(Warp& warp, const Instruction&, uint32_t mask);

/// Who goes on how after an instruction; all but kPlain are grid.cpp's.
enum class Kind : uint8_t { kPlain, kBranch, kEnd, kBlockBarrier, kWarpBarrier, kShuffle, kVote };
enum class Space : uint8_t { kGeneric, kGlobal, kShared, kLocal, kParameter };
enum class Exchange : uint8_t { kUp, kDown, kButterfly, kIndex, kAll, kAny, kBallot };

struct Instruction {
  Run run = nullptr;
  std::array<uint32_t, 6> operand{};  ///< places in a warp's registers [bytes], in the order of the text
  int32_t offset = 0;                 ///< of the address
  uint32_t target = 0;                ///< of a branch
  uint32_t guard = kAlways;  ///< a predicate: lanes where it is false, or true with `unless`, skip this
  uint32_t line = 0;         ///< in the PTX
  Kind kind = Kind::kPlain;
  Space space = Space::kGeneric;
  Exchange exchange = Exchange::kUp;
  bool unless = false;
  bool strong = false;  ///< a memory access that other threads may make too: atomic, relaxed or volatile
  bool narrow_address = false;  ///< of 32 bits, in shared memory
  bool shared_load = false;
  uint8_t machine = 1;  ///< estimate of the instructions that an assembler makes of it: Counts::machine
  static constexpr uint32_t kAlways = ~0u;
};

/// A name of the PTX as people write it.
std::string readable(const std::string& name);

/// One kernel, read.
class Kernel {
 public:
  struct Symbol {
    uint32_t place;  ///< in the registers
    uint32_t value;  ///< offset in its memory
  };

  /// `text`: from its name to the end of its body; it begins at this line of its file. @throws DeviceFault.
  Kernel(std::string name, std::string_view text, uint32_t first_line);

  const std::string& name() const { return name_; }            ///< as in the PTX
  const std::string& plain_name() const { return readable_; }  ///< as people write it
  const std::vector<Instruction>& code() const { return code_; }
  std::string_view line(const Instruction& instruction) const {
    return lines_[instruction.line - first_line_];
  }

  uint32_t register_bytes() const { return register_bytes_; }  ///< of one warp
  uint32_t shared_bytes() const { return shared_bytes_; }
  uint32_t local_bytes() const { return local_bytes_; }  ///< of one thread
  uint32_t parameter_bytes() const { return parameter_bytes_; }
  uint32_t max_threads() const { return max_threads_; }  ///< 0: the kernel does not say
  const std::vector<Symbol>& parameters() const { return parameters_; }
  const std::vector<uint32_t>& parameter_sizes() const { return parameter_sizes_; }
  /// Offsets in the parameters of the words of 64 bits that the code loads by a constant address: pointers are among
  /// them, padding is not, which may hold what was once a pointer.
  const std::set<uint32_t>& parameter_words() const { return parameter_words_; }
  const std::vector<Symbol>& locals() const { return locals_; }
  /// Place of a special register such as %tid.x, or Instruction::kAlways where the kernel does not use it.
  uint32_t special(const std::string& name) const;

  /// The registers of one warp, with all constants in their places.
  struct alignas(64) Line {
    uint8_t bytes[64];
  };
  using Registers = std::unique_ptr<Line[]>;
  /// Some that were given back, or new ones: they are large, and launches are many.
  Registers take_registers() const;
  void give_back(Registers registers) const { unused_.push_back(std::move(registers)); }

 private:
  struct Constant {
    uint32_t place, width;
    uint64_t value;
  };
  struct Operand {
    uint32_t place, width;
  };

  void read_header(std::string_view header);
  void read_line(std::string_view line);
  void read_statement(std::string_view statement);
  void declare_registers(std::string_view declaration);
  void declare_memory(std::string_view declaration, bool is_shared);
  void read_branch(Instruction& instruction, std::string_view label);
  void read_parameter(const Instruction& instruction, uint32_t address, uint32_t words);
  void read_access(Instruction& instruction, const std::string& name, std::string_view operands);
  void read_exchange(Instruction& instruction, const std::string& name, std::string_view operands);
  void read_barrier(Instruction& instruction, const std::string& name, std::string_view operands);
  void read_plain(Instruction& instruction, const std::string& name, std::string_view operands);
  std::vector<std::string> split_operands(std::string_view operands, int32_t* offset);
  /// Of the operand's own width; constants have `width`.
  Operand operand(std::string_view text, uint32_t width);
  uint32_t constant(uint64_t value, uint32_t width);
  uint32_t new_place(uint32_t width);
  [[noreturn]] void refuse(const std::string& what) const;

  std::string name_, readable_;
  std::vector<std::string> lines_;
  uint32_t first_line_ = 0, line_number_ = 0;
  std::vector<Instruction> code_;
  std::vector<std::string> branches_;  // label of each instruction, or empty
  std::map<std::string, uint32_t, std::less<>> labels_, widths_;
  std::map<std::string, Operand, std::less<>> registers_;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> constant_places_;
  std::vector<Constant> constants_;
  std::map<std::string, uint32_t, std::less<>> shared_symbols_;
  std::vector<Symbol> parameters_, locals_;
  std::vector<uint32_t> parameter_sizes_;
  std::map<uint32_t, uint32_t> parameter_bases_;  // registers that hold an address: offset in the parameters
  std::set<uint32_t> parameter_words_;
  std::vector<std::string> scopes_;  // open blocks of inline assembly
  uint32_t scope_count_ = 0;
  mutable std::vector<Registers> unused_;
  uint32_t register_bytes_ = 0, shared_bytes_ = 0, local_bytes_ = 0, parameter_bytes_ = 0, max_threads_ = 0;
};

}  // namespace murmur::simulated
