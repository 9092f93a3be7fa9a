#include "ptx/program.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "sim/util/files.h"

namespace murmur::ptx {
namespace {

constexpr uint64_t kUnwritten = 0xa5a5a5a5a5a5a5a5u;  // what nobody wrote must not matter

/// Memory for so many bytes, and where in it an access of 16 bytes is aligned.
std::vector<uint64_t> memory_for(size_t bytes) { return std::vector<uint64_t>(bytes / 8 + 3, kUnwritten); }
uintptr_t aligned(const std::vector<uint64_t>& memory) {
  return (reinterpret_cast<uintptr_t>(memory.data()) + 15) / 16 * 16;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r;");
  return begin == std::string_view::npos || end == std::string_view::npos
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

uint64_t number(std::string_view text) {
  const std::string digits(text);
  const bool bits = digits.rfind("0f", 0) == 0 || digits.rfind("0d", 0) == 0;
  size_t read = 0;
  const uint64_t value = bits               ? std::stoull(digits.substr(2), &read, 16)
                         : digits[0] == '-' ? static_cast<uint64_t>(std::stoll(digits, &read))
                                            : std::stoull(digits, &read);
  if (read + (bits ? 2 : 0) != digits.size())
    throw std::runtime_error("PTX: not a number known here: " + digits);
  return value;
}

}  // namespace

Program::Program(std::string_view text) {
  slot("always");
  registers_[0] = kept_[0] = 1;
  const size_t body = text.find("\n{");
  read_header(text.substr(0, body));
  for_each_part(text.substr(body + 2), '\n', [&](std::string_view line) { read_line(trimmed(line)); });
  for (size_t k = 0; k < code_.size(); ++k) {
    if (branches_[k].empty()) continue;
    const auto label = labels_.find(branches_[k]);
    if (label == labels_.end()) throw std::runtime_error("PTX: no label " + branches_[k]);
    code_[k].target = label->second;
  }
}

void Program::read_header(std::string_view header) {
  for_each_part(header, '\n', [&](std::string_view line) {
    constexpr std::string_view kBlock = ".maxntid ";
    if (const size_t at = line.find(kBlock); at != std::string_view::npos) {
      const std::string_view sizes = line.substr(at + kBlock.size());
      block_size_ = static_cast<uint32_t>(number(sizes.substr(0, sizes.find(','))));
    }
    if (line.find(".param") == std::string_view::npos) return;
    std::string_view name = line.substr(line.find_last_of(" \t") + 1);
    name = name.substr(0, name.find_first_of("[,"));
    parameters_.push_back(slot(name));
  });
}

void Program::read_line(std::string_view line) {
  const auto begins = [&](std::string_view with) { return line.substr(0, with.size()) == with; };
  if (line.empty() || begins("//") || begins(".reg") || begins(".pragma") || line == "}") return;
  if (begins(".local")) {
    const std::string_view declared = line.substr(line.find("__local"));
    const size_t bracket = declared.find('[');
    local_.push_back(memory_for(number(declared.substr(bracket + 1, declared.find(']') - bracket - 1))));
    const uint32_t address = slot(declared.substr(0, bracket));
    registers_[address] = aligned(local_.back());
    kept_[address] = 1;
  } else if (line.back() == ':') {
    labels_[std::string(line.substr(0, line.size() - 1))] = static_cast<uint32_t>(code_.size());
  } else {
    read_statement(line);
  }
}

void Program::read_statement(std::string_view line) {
  Instruction instruction;
  if (line[0] == '@') {
    instruction.unless = line[1] == '!';
    const size_t end = line.find_first_of(" \t");
    const size_t begin = instruction.unless ? 2 : 1;
    instruction.guard = slot(line.substr(begin, end - begin));
    line = trimmed(line.substr(end));
  }
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string name(line.substr(0, end));
  const std::string_view operands = trimmed(line.substr(end));
  std::string label;
  if (name == "ret" || name == "exit") {
    label = "the end";
  } else if (name == "bra" || name == "bra.uni") {
    label = operands;
  } else {
    const Operation known = operation(name);
    instruction.run = known.run;
    size_t count = 0;
    for_each_part(operands, ',', [&](std::string_view operand) {
      operand = trimmed(operand);
      if (operand.front() == '{') operand = trimmed(operand.substr(1));
      if (operand.back() == '}') operand = trimmed(operand.substr(0, operand.size() - 1));
      if (operand.front() == '[') {
        operand = operand.substr(1, operand.size() - 2);
        const size_t plus = operand.find('+');
        if (plus != std::string_view::npos)
          instruction.offset = std::stoi(std::string(operand.substr(plus + 1)));
        operand = operand.substr(0, plus);
      }
      if (count == instruction.operand.size())
        throw std::runtime_error("PTX: too many operands: " + std::string(line));
      instruction.operand[count++] = slot(operand);
    });
    if (count != known.operands || operands.find('|') != std::string_view::npos)
      throw std::runtime_error("PTX: other operands than known here: " + std::string(line));
  }
  code_.push_back(instruction);
  branches_.push_back(label);
  labels_["the end"] = static_cast<uint32_t>(code_.size());
}

uint32_t Program::slot(std::string_view operand) {
  if (operand[0] == '-' || (operand[0] >= '0' && operand[0] <= '9')) return constant(number(operand));
  const auto [at, is_new] =
      slots_.try_emplace(std::string(operand), static_cast<uint32_t>(registers_.size()));
  if (is_new) {
    registers_.push_back(kUnwritten);
    kept_.push_back(operand[0] != '%');  // a symbol: its address
  }
  return at->second;
}

uint32_t Program::constant(uint64_t value) {
  const uint32_t at = slot("constant " + std::to_string(value));
  registers_[at] = value;
  kept_[at] = 1;
  return at;
}

void Program::run(int64_t threads, const std::vector<Argument>& arguments) {
  if (arguments.size() != parameters_.size()) throw std::runtime_error("PTX: another number of arguments");
  std::vector<std::vector<uint64_t>> copies;
  for (size_t k = 0; k < arguments.size(); ++k) {
    copies.push_back(memory_for(arguments[k].bytes));
    registers_[parameters_[k]] = aligned(copies.back());
    std::memcpy(reinterpret_cast<void*>(aligned(copies.back())), arguments[k].data, arguments[k].bytes);
  }
  const uint32_t block = slot("%ctaid.x"), thread = slot("%tid.x"), size = slot("%ntid.x");
  const std::vector<uint64_t> fresh = [&] {
    std::vector<uint64_t> registers = registers_;
    for (size_t k = 0; k < registers.size(); ++k) {
      if (!kept_[k]) registers[k] = kUnwritten;
    }
    return registers;
  }();
  const int64_t blocks = (threads + block_size_ - 1) / block_size_;
  for (int64_t k = blocks * block_size_ - 1; k >= 0; --k) {
    registers_ = fresh;
    registers_[block] = static_cast<uint64_t>(k / block_size_);
    registers_[thread] = static_cast<uint64_t>(k % block_size_);
    registers_[size] = block_size_;
    uint64_t* const registers = registers_.data();
    for (size_t at = 0; at < code_.size();) {
      const Instruction& next = code_[at++];
      if ((registers[next.guard] != 0) == next.unless) continue;
      if (next.run) {
        next.run(registers, next);
      } else {
        at = next.target;
      }
    }
  }
}

Module::Module(const std::vector<std::string>& paths) {
  texts_.reserve(paths.size());
  for (const std::string& path : paths) {
    texts_.push_back(read_text_file(path));
    find_kernels(texts_.back());
  }
}

Module::Module(std::string text) {
  texts_.push_back(std::move(text));
  find_kernels(texts_.back());
}

void Module::find_kernels(const std::string& text) {
  const std::string_view all = text;
  constexpr std::string_view kEntry = ".entry ";
  for (size_t at = all.find(kEntry); at != std::string_view::npos; at = all.find(kEntry, at + 1)) {
    const size_t name = at + kEntry.size(), end = std::min(all.find("\n}", at), all.size());
    kernels_[std::string(all.substr(name, all.find('(', name) - name))] = all.substr(name, end - name);
  }
}

Program& Module::kernel(const std::string& part) {
  if (const auto known = read_.find(part); known != read_.end()) return known->second;
  const auto has = [&](const auto& kernel) { return kernel.first.find(part) != std::string::npos; };
  const auto found = std::find_if(kernels_.begin(), kernels_.end(), has);
  if (found == kernels_.end()) throw std::runtime_error("PTX: no kernel " + part);
  if (std::find_if(std::next(found), kernels_.end(), has) != kernels_.end())
    throw std::runtime_error("PTX: several kernels " + part);
  used_.insert(found->first);
  return read_.try_emplace(part, found->second).first->second;
}

std::vector<std::string> Module::unused(const std::string& part) const {
  std::vector<std::string> names;
  for (const auto& [name, text] : kernels_) {
    if (name.find(part) != std::string::npos && !used_.contains(name)) names.push_back(name);
  }
  return names;
}

}  // namespace murmur::ptx
