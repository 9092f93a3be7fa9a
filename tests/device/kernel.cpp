#include "device/kernel.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "device/operations.h"

namespace murmur::simulated {
namespace {

constexpr size_t kMostInstructions = 1 << 15;  // a shadow of memory (memory.h) keeps 15 bits of each

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r;");
  return begin == std::string_view::npos || end == std::string_view::npos || end < begin
             ? std::string_view()
             : text.substr(begin, end - begin + 1);
}

template <class Use>
void for_each_part(std::string_view text, char by, const Use& use) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(by), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<std::string> parts_of(std::string_view text, char by) {
  std::vector<std::string> parts;
  for_each_part(text, by, [&](std::string_view part) { parts.emplace_back(trimmed(part)); });
  return parts;
}

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }
bool is_number(std::string_view text) {
  return !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

/// What follows `key` up to white space or a comma, as a number.
uint32_t number_after(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  return at == std::string_view::npos ? 0
                                      : static_cast<uint32_t>(std::strtoul(
                                            std::string(text.substr(at + key.size())).c_str(), nullptr, 10));
}

/// What ptxas 13.0 makes of them for sm_90 in loops without spills: predicates combine in comparisons, a selection of a
/// sum in a predicated addition, a wide product with the addition of its base; parameters are operands; roots and
/// quotients of common numbers are about ten instructions.
uint8_t machine_instructions(const std::string& name) {
  for (const char* none :
       {"mov.", "cvta.", "and.pred", "or.pred", "not.pred", "selp.f32", "mul.wide.", "ld.param."}) {
    if (begins(name, none)) return 0;
  }
  for (const char* ten : {"div.rn.f32", "sqrt.rn.f32", "rcp.rn.f32"}) {
    if (name == ten) return 10;
  }
  return 1;
}

}  // namespace

std::string readable(const std::string& name) {
  int status = 0;
  char* const plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? plain : name;
  std::free(plain);
  const std::string ours = "murmur::";
  for (size_t at = result.find(ours); at != std::string::npos; at = result.find(ours, at))
    result.erase(at, ours.size());
  return begins(result, "void ") ? result.substr(5) : result;
}

Kernel::Kernel(std::string name, std::string_view text, uint32_t first_line)
    : name_(std::move(name)), readable_(readable(name_)), first_line_(first_line) {
  for_each_part(text, '\n', [&](std::string_view line) { lines_.emplace_back(trimmed(line)); });
  const size_t body = text.find("\n{");
  read_header(text.substr(0, body));
  line_number_ = first_line + static_cast<uint32_t>(std::count(
                                  text.begin(), text.begin() + static_cast<std::ptrdiff_t>(body) + 2, '\n'));
  for_each_part(text.substr(body + 2), '\n', [&](std::string_view line) {
    read_line(trimmed(line));
    ++line_number_;
  });
  if (code_.size() >= kMostInstructions) refuse("so many instructions");
  code_.push_back({.line = std::min(line_number_, first_line + static_cast<uint32_t>(lines_.size())) - 1,
                   .kind = Kind::kEnd});
  branches_.emplace_back();
  for (size_t k = 0; k < code_.size(); ++k) {
    if (branches_[k].empty()) continue;
    const auto label = labels_.find(branches_[k]);
    if (label == labels_.end()) refuse("no label " + branches_[k]);
    code_[k].target = label->second;
  }
}

void Kernel::refuse(const std::string& what) const {
  throw DeviceFault(DeviceFault::Kind::kUnknownCode, readable_ + ", line " + std::to_string(line_number_) +
                                                         " of its PTX: not known here: " + what);
}

void Kernel::read_header(std::string_view header) {
  for_each_part(header, '\n', [&](std::string_view line) {
    max_threads_ = std::max(max_threads_, number_after(line, ".maxntid "));
    const size_t at = line.find(".param");
    if (at == std::string_view::npos) return;
    const std::string declared(trimmed(line.substr(at, line.find_last_not_of(",) \t") - at + 1)));
    const std::string last = declared.substr(declared.find_last_of(" \t") + 1);
    const size_t bracket = last.find('[');
    const std::string type = parts_of(declared, ' ')[1].substr(1);
    const uint32_t size = bracket == std::string::npos ? width_of_type(type) : number_after(last, "[");
    const uint32_t align =
        std::max(number_after(declared, ".align "), bracket == std::string::npos ? size : 1);
    if (size == 0) refuse(declared);
    parameter_bytes_ = (parameter_bytes_ + align - 1) / align * align;
    const uint32_t place = new_place(8);
    registers_[last.substr(0, bracket)] = {place, 8};
    parameters_.push_back({place, parameter_bytes_});
    parameter_sizes_.push_back(size);
    parameter_bytes_ += size;
  });
}

void Kernel::read_line(std::string_view line) {
  if (line.empty() || begins(line, "//") || begins(line, ".pragma")) return;
  if (begins(line, ".reg")) return declare_registers(line);
  if (begins(line, ".local") || begins(line, ".shared")) return declare_memory(line, begins(line, ".shared"));
  if (line.back() == ':') {
    labels_[std::string(line.substr(0, line.size() - 1))] = static_cast<uint32_t>(code_.size());
    return;
  }
  // Inline assembly: a block with names of its own, several statements on a line.
  while (!line.empty()) {
    if (line.front() == '{') {
      scopes_.push_back("in block " + std::to_string(++scope_count_) + ": ");
      line = trimmed(line.substr(1));
    } else if (line.front() == '}') {
      if (!scopes_.empty()) scopes_.pop_back();  // the last one closes the kernel
      line = trimmed(line.substr(1));
    } else {
      const size_t end =
          std::min(line.find(';'), scopes_.empty() ? line.size() : std::min(line.find(';'), line.size()));
      const std::string_view statement = trimmed(line.substr(0, end));
      if (begins(statement, ".reg")) {
        declare_registers(statement);
      } else if (!statement.empty()) {
        read_statement(statement);
      }
      line = trimmed(line.substr(std::min(end + 1, line.size())));
    }
  }
}

/// ".reg .b32 %r<10>", ".reg .b64 %SP", and in a block ".reg .u32 r0"
void Kernel::declare_registers(std::string_view declaration) {
  const size_t type = declaration.find('.', 1), name = declaration.find_first_of(" \t", type);
  const uint32_t width = width_of_type(std::string(declaration.substr(type + 1, name - type - 1)));
  if (width == 0) refuse(std::string(declaration));
  for (const std::string& one : parts_of(declaration.substr(name), ',')) {
    const std::string plain = one.substr(0, one.find('<'));
    if (plain != one) {
      widths_[plain] = width;
    } else {
      registers_[(scopes_.empty() ? "" : scopes_.back()) + one] = {new_place(width), width};
    }
  }
}

void Kernel::declare_memory(std::string_view declaration, bool is_shared) {
  const std::string all(declaration);
  const std::string last = all.substr(all.find_last_of(" \t") + 1);
  const uint32_t align = std::max(1u, number_after(all, ".align "));
  const uint32_t size = number_after(last, "[");
  if (size == 0) refuse(all);
  uint32_t& bytes = is_shared ? shared_bytes_ : local_bytes_;
  bytes = (bytes + align - 1) / align * align;
  const std::string name = last.substr(0, last.find('['));
  if (is_shared) {
    shared_symbols_[name] = bytes;
  } else {
    const uint32_t place = new_place(8);
    registers_[name] = {place, 8};
    locals_.push_back({place, bytes});
  }
  bytes += size;
}

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
  instruction.run = is_atomic ? atomic_of(atomic)
                    : is_load ? load_of(type, count, width)
                              : store_of(type, count, width);
  if (!instruction.run) refuse("the instruction " + name);
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
    return {constant(value, width), width};
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

uint32_t Kernel::constant(uint64_t value, uint32_t width) {
  const auto [at, is_new] = constant_places_.try_emplace({value, width}, 0u);
  if (is_new) {
    at->second = new_place(width);
    constants_.push_back({at->second, width, value});
  }
  return at->second;
}

uint32_t Kernel::new_place(uint32_t width) {
  const uint32_t bytes = std::max(width * kLanes, 64u);  // whole cache lines
  register_bytes_ += bytes;
  return register_bytes_ - bytes;
}

uint32_t Kernel::special(const std::string& name) const {
  const auto known = registers_.find(name);
  return known == registers_.end() ? Instruction::kAlways : known->second.place;
}

Kernel::Registers Kernel::take_registers() const {
  if (!unused_.empty()) {
    Registers registers = std::move(unused_.back());
    unused_.pop_back();
    return registers;
  }
  Registers registers(new Line[register_bytes_ / sizeof(Line) + 1]);
  for (const Constant& constant : constants_) {
    uint8_t* const at = registers.get()->bytes + constant.place;
    for (uint32_t l = 0; l < kLanes; ++l)
      std::memcpy(at + l * constant.width, &constant.value, constant.width);
  }
  return registers;
}

void Module::add(std::string_view all) {
  if (const uint32_t architecture = number_after(all.substr(0, all.find(".entry")), ".target sm_");
      architecture != 0)
    architecture_ = static_cast<int>(architecture);
  constexpr std::string_view kEntry = ".entry ";
  for (size_t at = all.find(kEntry); at != std::string_view::npos; at = all.find(kEntry, at + 1)) {
    const size_t name = at + kEntry.size(), end = std::min(all.find("\n}", at), all.size());
    Entry entry;
    entry.original = std::string(all.substr(name, end - name));
    std::replace(entry.original.begin(), entry.original.end(), '\t', ' ');
    const auto both_blank = [](char a, char b) { return a == ' ' && b == ' '; };
    entry.original.erase(std::unique(entry.original.begin(), entry.original.end(), both_blank),
                         entry.original.end());
    entry.text = entry.original;
    entry.first_line = 1 + static_cast<uint32_t>(
                               std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    entries_[std::string(all.substr(name, all.find('(', name) - name))] = std::move(entry);
  }
}

const Kernel* Module::kernel(const std::string& name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return nullptr;
  Entry& entry = found->second;
  if (!entry.kernel) entry.kernel = std::make_unique<Kernel>(name, entry.text, entry.first_line);
  return entry.kernel.get();
}

int64_t Module::rewrite(const std::string& part, const std::string& from, const std::string& to) {
  int64_t count = 0;
  for (auto& [name, entry] : entries_) {
    if (name.find(part) == std::string::npos) continue;
    entry.kernel.reset();
    for (size_t at = entry.text.find(from); at != std::string::npos;
         at = entry.text.find(from, at + to.size())) {
      entry.text.replace(at, from.size(), to);
      ++count;
    }
  }
  return count;
}

void Module::restore() {
  for (auto& [name, entry] : entries_) {
    if (entry.text == entry.original) continue;
    entry.text = entry.original;
    entry.kernel.reset();
  }
}

std::vector<std::string> Module::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

}  // namespace murmur::simulated
