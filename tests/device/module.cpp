#include "device/module.h"

#include <algorithm>

#include "device/ptx_text.h"

namespace murmur::simulated {

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
