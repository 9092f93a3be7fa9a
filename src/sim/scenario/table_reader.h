// Reads typed values from TOML tables and collects every fault, with its position and the allowed values. Handles
// TOML and ranges; field_reader.h and read.cpp handle scenarios.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"

namespace murmur {

/// Prefix of sources that are not files: their faults have no line.
inline constexpr std::string_view kOptionSource = "--";

/// All faults of reading one scenario. The position of a node is the file and line from which it was parsed, even after merging.
class Faults {
 public:
  /// `name`: position for faults without a node, e.g. a missing key.
  explicit Faults(std::string name) : name_(std::move(name)) {}

  /// Adds "file:line: key: text"; `where` may be null.
  void add(const toml::node* where, const std::string& key, const std::string& text);
  void add(const toml::source_region& where, const std::string& key, const std::string& text);
  void missing(const std::string& key) { missing_.push_back(key); }

  struct Place {
    std::string text;   ///< position as text: "file:line: "
    uint32_t line = 0;  ///< line in the scenario's own file; 0: the fault is elsewhere
  };
  /// Position of a node, for faults found later.
  Place place(const toml::node* where) const;
  Place place(const toml::source_region& where) const;
  /// Adds a whole message. `line`: line in the scenario's own file, or 0.
  void add_text(std::string fault, uint32_t line = 0) { faults_.push_back({std::move(fault), line}); }

  const std::string& name() const { return name_; }
  const std::vector<std::string>& missing_keys() const { return missing_; }
  void count_unknown() { ++unknown_; }
  int unknown_keys() const { return unknown_; }
  bool empty() const { return faults_.empty(); }
  size_t count() const { return faults_.size(); }
  /// Throws all faults, if there are any. @throws UserError.
  void raise() const;

 private:
  void add(const Place& place, const std::string& key, const std::string& text);

  std::string name_;
  std::vector<Place> faults_;  // each with its whole message
  std::vector<std::string> missing_;
  int unknown_ = 0;
};

std::string value_text(const toml::node& node);  ///< any value as TOML on one line

/// The node of a key in a table, e.g. "world", "size"; null if it does not exist.
inline const toml::node* node_of(const toml::table* merged, const char* table, const char* key) {
  const toml::table* inner = merged ? merged->get_as<toml::table>(table) : nullptr;
  return inner ? inner->get(key) : nullptr;
}

/// The first node that does not come from a preset: the one to blame if several keys do not fit together.
inline const toml::node* given(std::initializer_list<const toml::node*> nodes) {
  const toml::node* found = nullptr;
  for (const toml::node* const node : nodes) {
    if (!node) continue;
    const auto& path = node->source().path;
    if (!path || !path->starts_with("preset ")) return node;
    if (!found) found = node;
  }
  return found;
}

/// Reads one table of a scenario. Missing and wrong keys do not change `out`; wrong ones add a fault.
class TableReader {
 public:
  /// @param path name of the table in messages, "rules.separation"; empty for the whole file
  TableReader(const toml::table& table, std::string path, Faults& faults)
      : table_(table), path_(std::move(path)), faults_(faults) {}

  void number(const char* key, double& out, const Range& range);
  void number(const char* key, std::optional<double>& out, const Range& range);
  /// Reads an integer. `zero`, `minus_one`: words that stand for 0 and -1, or null.
  void whole(const char* key, int64_t& out, int64_t low, int64_t high, const char* zero = nullptr,
             const char* minus_one = nullptr);
  void flag(const char* key, bool& out);
  void text(const char* key, std::string& out);
  /// Reads `dimensions` numbers; 0: two or three.
  void vector(const char* key, std::vector<double>& out, int dimensions, const Range& range);
  void vector(const char* key, std::optional<std::vector<double>>& out, int dimensions, const Range& range);
  /// Reads one position or several, each with `dimensions` numbers.
  void places(const char* key, std::vector<std::vector<double>>& out, int dimensions);
  /// Reads rows of numbers, which may have any lengths.
  void matrix(const char* key, std::vector<std::vector<double>>& out, const Range& range);
  /// Reads one of `words`; null if the key is missing or has a fault.
  const AnyWord* choice(const char* key, std::span<const AnyWord> words);
  template <class E, size_t N>
  void choice(const char* key, E& out, const Word<E> (&words)[N]) {
    const std::array<AnyWord, N> all = any_words(words);  // outlives the pointer to one of them
    if (const AnyWord* const word = choice(key, all)) out = static_cast<E>(word->value);
  }

  const toml::node* node(const char* key);     ///< the node of a key, which then counts as known
  const toml::table* table(const char* key);   ///< null if missing or not a table (a fault)
  const toml::array* tables(const char* key);  ///< null if missing or not an array of tables (a fault)
  bool absent(const char* key);                ///< whether the key is "", which stands for no table
  bool has(const char* key) const { return table_.contains(key); }

  std::string path(std::string_view key) const;  ///< full name of a key: "rules.radius"
  void fault(const char* key, const std::string& text) { faults_.add(table_.get(key), path(key), text); }
  Faults& faults() { return faults_; }
  /// Reports unknown keys. Call last.
  void finish();

 private:
  void refuse(const toml::node& node, const std::string& path, const std::string& allowed);
  bool read_number(const toml::node& node, const std::string& path, double& out, const Range& range);
  bool read_vector(const toml::node& node, const std::string& path, std::vector<double>& out, int dimensions,
                   const Range& range);
  const toml::table& table_;
  std::string path_;
  Faults& faults_;
  std::vector<std::string> known_;
};

}  // namespace murmur
