#include <algorithm>
#include <cstdlib>

#include "device/kernel.h"
#include "device/operations.h"
#include "device/ptx_text.h"

namespace murmur::simulated {
namespace {

/// What ptxas 13.0 makes of them for sm_90 in loops without spills: predicates combine in comparisons, a selection of a
/// sum in a predicated addition, a wide product with the addition of its base; a magnitude is a modifier of an operand, saturation one of an addition; parameters are operands; roots and
/// quotients of common numbers are about ten instructions.
uint8_t machine_instructions(const std::string& name) {
  for (const char* none : {"mov.", "cvta.", "and.pred", "or.pred", "not.pred", "selp.f32", "abs.f32",
                           "cvt.sat.", "mul.wide.", "ld.param."}) {
    if (begins(name, none)) return 0;
  }
  for (const char* ten : {"div.rn.f32", "sqrt.rn.f32", "rcp.rn.f32"}) {
    if (name == ten) return 10;
  }
  return 1;
}

}  // namespace

void Kernel::read_statement(std::string_view statement) {
  Instruction instruction;
  instruction.line = line_number_;
  if (statement[0] == '@') {
    instruction.unless = statement[1] == '!';
    const size_t end = statement.find_first_of(" \t"), begin = instruction.unless ? 2 : 1;
    instruction.guard = operand(statement.substr(begin, end - begin), 1).place;
    statement = trimmed(statement.substr(end));
  }
  const size_t end = std::min(statement.find_first_of(" \t"), statement.size());
  const std::string name(statement.substr(0, end));
  const std::string_view operands = trimmed(statement.substr(end));
  instruction.machine = machine_instructions(name);
  branches_.emplace_back();
  if (name == "ret" || name == "exit") {
    instruction.kind = Kind::kEnd;
  } else if (name == "bra" || name == "bra.uni") {
    instruction.kind = Kind::kBranch;
    branches_.back() = operands;
  } else if (begins(name, "ld.") || begins(name, "st.") || begins(name, "atom.")) {
    read_access(instruction, name, operands);
  } else if (begins(name, "shfl.sync.") || begins(name, "vote.sync.")) {
    read_exchange(instruction, name, operands);
  } else if (begins(name, "bar.")) {
    read_barrier(instruction, name, operands);
  } else {
    read_plain(instruction, name, operands);
  }
  code_.push_back(instruction);
}

/// "ld.volatile.shared.v2.u32": what, how strong, where, how many, of what.
void Kernel::read_access(Instruction& instruction, const std::string& name, std::string_view operands) {
  std::vector<std::string> parts = parts_of(name, '.');
  const std::string type = parts.back();
  const bool is_atomic = parts[0] == "atom";
  uint32_t count = 1;
  instruction.strong = is_atomic;
  std::string atomic;
  for (size_t k = 1; k + 1 < parts.size(); ++k) {
    const std::string& part = parts[k];
    if (part == "global" || part == "nc")
      instruction.space = Space::kGlobal;
    else if (part == "shared")
      instruction.space = Space::kShared;
    else if (part == "local")
      instruction.space = Space::kLocal;
    else if (part == "param")
      instruction.space = Space::kParameter;
    else if (part == "volatile" || part == "relaxed" || part == "acquire" || part == "release")
      instruction.strong = true;
    else if (part == "gpu" || part == "cta" || part == "sys")
      continue;
    else if (part == "v2" || part == "v4")
      count = part == "v2" ? 2 : 4;
    else if (is_atomic && atomic.empty())
      atomic = part + "." + type;
    else
      refuse(name);
  }
  const std::vector<std::string> split = split_operands(operands, &instruction.offset);
  const bool is_load = parts[0] == "ld";
  const size_t address = is_atomic ? 1 : is_load ? count : 0;
  if (split.size() != (is_atomic ? 3 : count + 1)) refuse("other operands than known: " + name);
  uint32_t width = 0;
  for (size_t k = 0; k < split.size(); ++k) {
    const bool is_address = k == address;
    const Operand one = operand(split[k], is_address ? (shared_symbols_.contains(split[k]) ? 4 : 8)
                                                     : std::max(2u, width_of_type(type)));
    instruction.operand[k] = one.place;
    if (is_address) instruction.narrow_address = one.width == 4;
    if (!is_address) width = one.width;
  }
  if (instruction.space == Space::kParameter && width == 8)
    read_parameter(instruction, instruction.operand[address], count);
  instruction.shared_load = is_load && instruction.space == Space::kShared;
  instruction.run = is_atomic ? atomic_of(atomic)
                    : is_load ? load_of(type, count, width)
                              : store_of(type, count, width);
  if (!instruction.run) refuse("the instruction " + name);
}

/// Notes which words of the parameters are loaded, except where the address is computed (a row of a table).
void Kernel::read_parameter(const Instruction& instruction, uint32_t address, uint32_t words) {
  const auto base = parameter_bases_.find(address);
  if (base == parameter_bases_.end()) return;
  for (uint32_t k = 0; k < words; ++k)
    parameter_words_.insert(base->second + static_cast<uint32_t>(instruction.offset) + 8 * k);
}

void Kernel::read_exchange(Instruction& instruction, const std::string& name, std::string_view operands) {
  const bool is_vote = begins(name, "vote");
  const std::string how = parts_of(name, '.')[2];
  const std::map<std::string, Exchange> known = {{"up", Exchange::kUp},          {"down", Exchange::kDown},
                                                 {"bfly", Exchange::kButterfly}, {"idx", Exchange::kIndex},
                                                 {"all", Exchange::kAll},        {"any", Exchange::kAny},
                                                 {"ballot", Exchange::kBallot}};
  if (!known.contains(how)) refuse("the instruction " + name);
  instruction.kind = is_vote ? Kind::kVote : Kind::kShuffle;
  instruction.exchange = known.at(how);
  std::vector<std::string> split = parts_of(operands, ',');
  if (is_vote) {  // result, predicate, lanes
    if (split.size() != 3) refuse("other operands than known: " + name);
    instruction.operand[0] = operand(split[0], 0).place;
    instruction.operand[1] = operand(split[1], 1).place;
    instruction.operand[2] = operand(split[2], 4).place;
    return;
  }
  if (split.size() != 5)
    refuse("other operands than known: " + name);  // result|predicate, value, lane, limits, lanes
  const std::vector<std::string> results = parts_of(split[0], '|');
  instruction.operand[0] = operand(results[0], 4).place;
  for (size_t k = 1; k < 5; ++k) instruction.operand[k] = operand(split[k], 4).place;
  instruction.operand[5] = results.size() == 2 ? operand(results[1], 1).place : new_place(1);
}

void Kernel::read_barrier(Instruction& instruction, const std::string& name, std::string_view operands) {
  if (name == "bar.warp.sync") {
    instruction.kind = Kind::kWarpBarrier;
    instruction.operand[0] = operand(operands, 4).place;
  } else if (name == "bar.sync" && operands == "0") {
    instruction.kind = Kind::kBlockBarrier;
  } else {
    refuse("the instruction " + name + " " + std::string(operands));
  }
}

void Kernel::read_plain(Instruction& instruction, const std::string& name, std::string_view operands) {
  const std::vector<std::string> split = split_operands(operands, nullptr);
  std::string full = name;
  if (begins(name, "mov.b") && split.size() == 3) {
    const bool is_pack = operands.find('{') > operands.find(',');
    full = (is_pack ? "pack." : "unpack.") + name.substr(4);
  }
  const Operation known = arithmetic(full);
  if (!known.run) refuse("the instruction " + name);
  if (split.size() != known.widths.size()) refuse("other operands than known: " + name);
  instruction.run = known.run;
  for (size_t k = 0; k < split.size(); ++k) {
    const Operand one = operand(split[k], known.widths[k]);
    if (one.width != known.widths[k]) refuse("operands of other sizes: " + name);
    instruction.operand[k] = one.place;
  }
  if (const auto base = parameter_bases_.find(instruction.operand[1]);
      begins(name, "mov.") && base != parameter_bases_.end())
    parameter_bases_[instruction.operand[0]] = base->second;
}

/// Without brackets and braces; what is added to an address goes to `offset`.
std::vector<std::string> Kernel::split_operands(std::string_view operands, int32_t* offset) {
  std::vector<std::string> split;
  for (const std::string& part : parts_of(operands, ',')) {
    std::string_view one = part;
    if (!one.empty() && one.front() == '{') one = trimmed(one.substr(1));
    if (!one.empty() && one.back() == '}') one = trimmed(one.substr(0, one.size() - 1));
    if (!one.empty() && one.front() == '[') {
      one = one.substr(1, one.size() - 2);
      const size_t plus = one.find('+');
      if (plus != std::string_view::npos && offset)
        *offset = std::atoi(std::string(one.substr(plus + 1)).c_str());
      one = one.substr(0, plus);
    }
    split.emplace_back(one);
  }
  if (split.size() > std::tuple_size_v<decltype(Instruction::operand)>) refuse("so many operands");
  return split;
}

Kernel::Operand Kernel::operand(std::string_view text, uint32_t width) {
  const std::string name(text);
  if (name.empty()) refuse("an operand that is missing");
  if (is_number(name)) {
    const bool is_bits = begins(name, "0f") || begins(name, "0d");
    char* end = nullptr;
    const uint64_t value = is_bits          ? std::strtoull(name.c_str() + 2, &end, 16)
                           : name[0] == '-' ? static_cast<uint64_t>(std::strtoll(name.c_str(), &end, 0))
                                            : std::strtoull(name.c_str(), &end, 0);
    if (*end != 0) refuse("the number " + name);
    return {constant(width == 1 ? value & 1 : value, width), width};  // one byte is a predicate; -1 is true
  }
  if (const auto symbol = shared_symbols_.find(name); symbol != shared_symbols_.end())
    return {constant(symbol->second, width), width};
  for (const std::string& scope : scopes_) {
    if (const auto known = registers_.find(scope + name); known != registers_.end()) return known->second;
  }
  if (const auto known = registers_.find(name); known != registers_.end()) return known->second;
  const auto declared = widths_.find(name.substr(0, name.find_first_of("0123456789")));
  const uint32_t own = declared != widths_.end() ? declared->second
                       : name[0] == '%'          ? 4  // special: %tid.x
                                                 : 0;
  if (own == 0) refuse("the name " + name);
  return registers_[name] = {new_place(own), own};
}

}  // namespace murmur::simulated
