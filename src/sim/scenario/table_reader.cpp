#include "sim/scenario/table_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/key_values.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"
#include "sim/util/utf8.h"

namespace murmur {

namespace {

constexpr const char* kBareLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

}  // namespace

std::string value_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return toml_string(text->get());
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* number = node.as_floating_point()) return number_text(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  std::vector<std::string> parts;
  if (const auto* array = node.as_array()) {
    for (const toml::node& element : *array) parts.push_back(value_text(element));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (const auto* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      const std::string name(key.str());
      const bool bare = !name.empty() && name.find_first_not_of(kBareLetters) == name.npos;
      parts.push_back((bare ? name : toml_string(name)) + " = " + value_text(value));
    }
    return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }
  return "a date or time";
}

namespace {

std::string describe(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (const toml::array* array = node.as_array(); array && array->size() > 8)
    return fmt::format("an array of {}", array->size());
  return shortened(value_text(node));
}

}  // namespace

Faults::Place Faults::place(const toml::source_region& where) const {
  if (!where.begin) return {name_ + ": "};
  const std::string path = where.path ? *where.path : name_;
  if (path.starts_with(kOptionSource)) return {path + ": "};
  return {fmt::format("{}:{}: ", path, where.begin.line), path == name_ ? where.begin.line : 0};
}

Faults::Place Faults::place(const toml::node* where) const {
  return where ? place(where->source()) : Place{name_ + ": "};
}

void Faults::add(const toml::source_region& where, const std::string& key, const std::string& text) {
  add(place(where), key, text);
}

void Faults::add(const toml::node* where, const std::string& key, const std::string& text) {
  add(place(where), key, text);
}

void Faults::add(const Place& place, const std::string& key, const std::string& text) {
  const bool is_option = place.text == fmt::format("{}{}: ", kOptionSource, key);  // already names the key
  add_text(is_option ? place.text + text : fmt::format("{}{}: {}", place.text, key, text), place.line);
}

/// Throws the faults: those of the file sorted by line, the others in the order of discovery.
void Faults::raise() const {
  if (faults_.empty()) return;
  std::vector<const Place*> of_file;
  for (const Place& fault : faults_) {
    if (fault.line > 0) of_file.push_back(&fault);
  }
  std::stable_sort(of_file.begin(), of_file.end(),
                   [](const Place* a, const Place* b) { return a->line < b->line; });
  std::vector<std::string> texts;
  auto next = of_file.begin();
  for (const Place& fault : faults_) texts.push_back(fault.line > 0 ? (*next++)->text : fault.text);
  throw UserError(std::move(texts));
}

std::string TableReader::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const toml::node* TableReader::node(const char* key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_.get(key);
}

void TableReader::refuse(const toml::node& node, const std::string& path, const std::string& allowed) {
  faults_.add(&node, path, fmt::format("is {}; allowed: {}", describe(node), allowed));
}

bool TableReader::read_number(const toml::node& node, const std::string& path, double& out,
                              const Range& range) {
  double value = std::numeric_limits<double>::quiet_NaN();
  if (const auto* number = node.as_floating_point()) value = number->get();
  if (const auto* whole = node.as_integer()) value = static_cast<double>(whole->get());
  if (!(value >= range.low && value <= range.high)) {
    const auto meant = typed_number(node.value_or(std::string()));
    const bool quoted = node.is_string() && meant && *meant >= range.low && *meant <= range.high;
    refuse(node, path, range_text(range) + (quoted ? "; write " + number_text(*meant) : ""));
    return false;
  }
  out = value;
  return true;
}

void TableReader::number(const char* key, double& out, const Range& range) {
  if (const toml::node* value = node(key)) read_number(*value, path(key), out, range);
}

void TableReader::number(const char* key, std::optional<double>& out, const Range& range) {
  double value = 0.0;
  if (const toml::node* given = node(key); given && read_number(*given, path(key), value, range)) out = value;
}

void TableReader::whole(const char* key, int64_t& out, int64_t low, int64_t high, const char* zero,
                        const char* minus_one) {
  const toml::node* value = node(key);
  if (!value) return;
  if (zero && value->value<std::string_view>() == zero) return void(out = 0);
  if (minus_one && value->value<std::string_view>() == minus_one) return void(out = -1);
  const auto* given = value->as_integer();
  if (!given || given->get() < low || given->get() > high) {
    const auto* number = value->as_floating_point();
    const auto meant =
        typed_whole(number ? fmt::format("{:f}", number->get()) : value->value_or(std::string()));
    return refuse(
        *value, path(key),
        fmt::format("a whole number from {} to {}", low, high) +
            (zero ? fmt::format(", or \"{}\"", zero) : "") +
            (minus_one ? fmt::format(", or \"{}\"", minus_one) : "") +
            (!given && meant && *meant >= low && *meant <= high ? fmt::format("; write {}", *meant) : ""));
  }
  out = given->get();
}

void TableReader::flag(const char* key, bool& out) {
  const toml::node* value = node(key);
  if (!value) return;
  const auto* given = value->as_boolean();
  if (!given) return refuse(*value, path(key), "true or false");
  out = given->get();
}

void TableReader::text(const char* key, std::string& out) {
  const toml::node* value = node(key);
  if (!value) return;
  const auto* given = value->as_string();
  if (!given) return refuse(*value, path(key), "a text in quotes");
  out = given->get();
}

bool TableReader::read_vector(const toml::node& node, const std::string& path, std::vector<double>& out,
                              int dimensions, const Range& range) {
  const toml::array* array = node.as_array();
  const size_t size = array ? array->size() : 0;
  if (dimensions == 0 ? size != 2 && size != 3 : size != static_cast<size_t>(dimensions)) {
    refuse(node, path,
           (dimensions == 0 ? "2 or 3" : std::to_string(dimensions)) + " numbers, one for each axis");
    return false;
  }
  std::vector<double> values(size);
  bool good = true;
  for (size_t k = 0; k < size; ++k)
    good = read_number((*array)[k], fmt::format("{}[{}]", path, k), values[k], range) && good;
  if (good) out = values;
  return good;
}

void TableReader::vector(const char* key, std::vector<double>& out, int dimensions, const Range& range) {
  if (const toml::node* value = node(key)) read_vector(*value, path(key), out, dimensions, range);
}

void TableReader::vector(const char* key, std::optional<std::vector<double>>& out, int dimensions,
                         const Range& range) {
  std::vector<double> values;
  if (const toml::node* value = node(key); value && read_vector(*value, path(key), values, dimensions, range))
    out = values;
}

void TableReader::places(const char* key, std::vector<std::vector<double>>& out, int dimensions) {
  const toml::node* value = node(key);
  if (!value) return;
  const toml::array* array = value->as_array();
  if (!array || array->empty())
    return refuse(*value, path(key), "one place or several, as in [[100.0, 50.0], [400.0, 300.0]]");
  out.assign(array->size(), {});
  for (size_t i = 0; i < array->size(); ++i)
    read_vector((*array)[i], fmt::format("{}[{}]", path(key), i), out[i], dimensions, kAnyNumber);
}

void TableReader::matrix(const char* key, std::vector<std::vector<double>>& out, const Range& range) {
  const toml::node* value = node(key);
  if (!value) return;
  const toml::array* array = value->as_array();
  if (!array || array->empty() ||
      !std::all_of(array->begin(), array->end(), [](const toml::node& row) { return row.is_array(); }))
    return refuse(*value, path(key), "a row of numbers for each species, as in [[1.0, -1.0], [0.0, 1.0]]");
  std::vector<std::vector<double>> rows(array->size());
  bool good = true;
  for (size_t i = 0; i < rows.size(); ++i) {
    const toml::array& row = *(*array)[i].as_array();
    rows[i].resize(row.size());
    for (size_t k = 0; k < row.size(); ++k)
      good = read_number(row[k], fmt::format("{}[{}][{}]", path(key), i, k), rows[i][k], range) && good;
  }
  if (good) out = std::move(rows);
}

const AnyWord* TableReader::choice(const char* key, std::span<const AnyWord> words) {
  const toml::node* value = node(key);
  if (!value) return nullptr;
  const auto* given = value->as_string();
  const auto found = std::find_if(words.begin(), words.end(), [given](const AnyWord& word) {
    return given && word.text == given->get();
  });
  if (found != words.end()) return &*found;
  std::vector<std::string> shown;
  for (const AnyWord& word : words) shown.push_back(toml_string(word.text));
  refuse(*value, path(key), fmt::format("{}", fmt::join(shown, ", ")));
  return nullptr;
}

bool TableReader::absent(const char* key) {
  const toml::node* value = node(key);
  return value && value->value<std::string_view>() == "";
}

const toml::table* TableReader::table(const char* key) {
  const toml::node* value = node(key);
  if (value && !value->is_table()) refuse(*value, path(key), "a table");
  return value ? value->as_table() : nullptr;
}

const toml::array* TableReader::tables(const char* key) {
  const toml::node* value = node(key);
  if (!value) return nullptr;
  const toml::array* array = value->as_array();
  if (!array ||
      !std::all_of(array->begin(), array->end(), [](const toml::node& e) { return e.is_table(); })) {
    const toml::table* const one = value->as_table();  // a table named like its array: rule.radius
    const std::vector<std::string> meant =
        one && one->size() == 1 ? keys_named(one->begin()->first.str()) : std::vector<std::string>();
    refuse(*value, path(key),
           fmt::format("tables, each beginning with [[{}]]", path(key)) +
               (meant.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(meant, " or "))));
    return nullptr;
  }
  return array;
}

void TableReader::finish() {
  for (const auto& [key, value] : table_) {
    const std::string name(key.str());
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const toml::source_region& where = key.source().begin ? key.source() : value.source();
    const std::vector<std::string> elsewhere =
        near_names(name, known_).empty() ? keys_named(name) : std::vector<std::string>();
    faults_.add(where, path(name),
                "unknown key; " + (elsewhere.empty()
                                       ? suggestion(name, known_, path(""))
                                       : fmt::format("did you mean {}?", fmt::join(elsewhere, " or "))));
    faults_.count_unknown();
  }
}

}  // namespace murmur
