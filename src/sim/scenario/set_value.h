// The value that a `set` gives a key: parsed once on input, and then used by checks, runs, logs and the panel.
// Implemented in toml_text.cpp, so that few sources need toml++.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace murmur {

class SetValue {
 public:
  SetValue() = default;  ///< an empty value, which removes the key
  /// Parses TOML text or a bare word. Other text is kept for the message of set_key(), which rejects it.
  SetValue(std::string text);
  SetValue(const char* text) : SetValue(std::string(text)) {}
  SetValue(double number);
  SetValue(int64_t whole);
  SetValue(bool flag);
  SetValue(const std::vector<double>& place);
  SetValue(const std::vector<std::vector<double>>& places);
  static SetValue word(std::string_view word);
  static SetValue table(std::initializer_list<std::pair<const char*, SetValue>> entries);

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }  ///< text as given, or as TOML on one line
  std::vector<double> numbers() const;               ///< one number, or those of an array; empty: neither
  std::string word() const;                          ///< empty: the value is not a word

  friend bool operator==(const SetValue& a, const SetValue& b) { return a.text_ == b.text_; }

 private:
  friend struct SetValueNode;
  std::string text_;
  std::shared_ptr<const void> node_;  // a toml::node, shared by copies; null: empty, or not TOML
};

int64_t texts_parsed();  ///< number of TOML texts parsed by all threads; for tests

}  // namespace murmur
