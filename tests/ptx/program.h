// Runs PTX, nvcc's code for the device, on the host: one thread after another, instruction by instruction.
// Only what kernels without shared memory and shuffles consist of; anything else is refused by name. So tests
// see the bits of the device code itself without a GPU. What it leaves out is ptxas and the hardware.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace murmur::ptx {

struct Instruction;
using Run = void (*)(uint64_t* registers, const Instruction&);

struct Instruction {
  Run run = nullptr;                  ///< null: goes on at `target`
  std::array<uint32_t, 5> operand{};  ///< registers, in the order of the text
  int32_t offset = 0;                 ///< of the address
  uint32_t target = 0;
  uint32_t guard = 0;  ///< a register: skipped if it is false, or true with `unless`
  bool unless = false;
};

struct Operation {
  Run run;
  size_t operands;
};
/// What an instruction of this name does ("add.rn.f32"). @throws std::runtime_error: not known here.
Operation operation(const std::string& name);

struct Argument {
  const void* data;
  size_t bytes;
};

/// One kernel.
class Program {
 public:
  /// `text`: from its name to the end of its body. @throws std::runtime_error naming what it does not know.
  explicit Program(std::string_view text);

  /// Every thread of as many blocks as `threads` fill, the last thread first. Blocks are as large as the
  /// kernel allows
  /// (.maxntid), which is how ours are launched.
  /// @throws std::runtime_error: an access whose address is no multiple of its size.
  void run(int64_t threads, const std::vector<Argument>& arguments);

 private:
  void read_header(std::string_view header);
  void read_line(std::string_view line);
  void read_statement(std::string_view line);
  uint32_t slot(std::string_view operand);
  uint32_t constant(uint64_t value);

  std::map<std::string, uint32_t, std::less<>> slots_, labels_;
  std::vector<uint64_t> registers_;   // all of them; constants and addresses keep their values
  std::vector<uint8_t> kept_;         // which do
  std::vector<uint32_t> parameters_;  // registers with the addresses of arguments
  std::vector<Instruction> code_;
  std::vector<std::string> branches_;  // label of each instruction, or empty
  std::vector<std::vector<uint64_t>> local_;
  uint32_t block_size_ = 1;
};

/// The kernels of some PTX files.
class Module {
 public:
  /// @throws std::runtime_error: a file cannot be read.
  explicit Module(const std::vector<std::string>& paths);
  /// From text instead.
  explicit Module(std::string text);

  /// The kernel whose name contains `part`. @throws std::runtime_error: none, or several.
  Program& kernel(const std::string& part);
  /// Names that contain `part` and were never asked for.
  std::vector<std::string> unused(const std::string& part) const;

 private:
  void find_kernels(const std::string& text);

  std::vector<std::string> texts_;
  std::map<std::string, std::string_view> kernels_;
  std::map<std::string, Program> read_;  // by part
  std::set<std::string> used_;
};

}  // namespace murmur::ptx
