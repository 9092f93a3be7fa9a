#include "device/kernel.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "device/operations.h"
#include "device/ptx_text.h"

namespace murmur::simulated {
namespace {

constexpr size_t kMostInstructions = 1 << 16;  // a shadow of memory (races.h) keeps 16 bits of each

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
    parameter_bases_[place] = parameter_bytes_;
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
  const std::string type =
      all.substr(all.find_last_of('.') + 1, all.find_last_of(" \t") - all.find_last_of('.') - 1);
  const uint32_t size = last.find('[') == std::string::npos ? width_of_type(type) : number_after(last, "[");
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

}  // namespace murmur::simulated
