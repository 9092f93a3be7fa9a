// The value that a `set` gives a key: read once, where it enters, and used as it is by checks, runs, logs and the panel.
// Its functions are in toml_text.cpp: few sources need toml++.
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
  SetValue() = default;  ///< none: the key is removed
  /// TOML text, or a bare word. Any other text is kept, for the message of set_key(), which rejects it.
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
  const std::string& text() const { return text_; }  ///< as it was given, or as TOML on one line
  std::vector<double> numbers() const;  ///< of a number or an array; empty: it has others or none
  std::string word() const;             ///< empty: it is none

  friend bool operator==(const SetValue& a, const SetValue& b) { return a.text_ == b.text_; }

 private:
  friend struct SetValueNode;
  std::string text_;
  std::shared_ptr<const void> node_;  // a toml::node, shared by copies; null: none, or the text is not TOML
};

int64_t texts_parsed();  ///< TOML texts, by all threads so far: tests see that a value is not parsed again

}  // namespace murmur
