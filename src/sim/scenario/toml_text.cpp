#include "sim/scenario/toml_text.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

std::atomic<int64_t> parsed = 0;

toml::table parse(std::string_view text, const std::string& source) {
  parsed.fetch_add(1, std::memory_order_relaxed);
  return toml::parse(text, source);
}

bool bare_word(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

/// Parses a value to a table with the one key "value"; empty: the text is not a TOML value.
toml::table value_table(const std::string& text, const std::string& source) {
  try {
    toml::table holds = parse("value = " + text, source);
    if (holds.size() == 1) return holds;
  } catch (const toml::parse_error&) {
    if (bare_word(text)) return parse("value = " + toml_string(text), source);  // a shell removes quotes
  }
  return {};
}

UserError not_a_value(const std::string& key, const std::string& text) {
  const std::string meant = meant_by(text);
  return UserError(fmt::format(
      "{}: {} is not a TOML value{}", key, toml_string(shortened(text)),
      meant.empty() ? "; allowed are values as in 55.0, true, \"wrap\" or [640.0, 480.0]" : meant));
}

/// The value on a line `key = value` of a file; empty: the line has none.
std::string_view value_of_line(std::string_view text, uint32_t line) {
  for (; line > 1 && !text.empty(); --line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  const size_t equals = text.find('=');
  if (equals == text.npos) return "";
  text.remove_prefix(std::min(text.find_first_not_of(" \t", equals + 1), text.size()));
  return text.starts_with('"') || text.starts_with('\'') ? text : text.substr(0, text.find('#'));
}

bool is_value(std::string_view text) {
  try {
    return parse(fmt::format("value = {}", text), "").size() == 1;
  } catch (const toml::parse_error&) {
    return false;
  }
}

/// A copy of the value as a separate node.
template <class V>
std::shared_ptr<const toml::node> held(const V& value) {
  const auto holder = std::make_shared<toml::table>();
  const toml::node* const node = &holder->insert("value", value).first->second;
  return {holder, node};
}

toml::array array_of(const std::vector<double>& numbers) {
  toml::array array;
  for (const double number : numbers) array.push_back(number);
  return array;
}

toml::array array_of(const std::vector<std::vector<double>>& rows) {
  toml::array array;
  for (const std::vector<double>& row : rows) array.push_back(array_of(row));
  return array;
}

/// The rest of `text` after the quoted string that it begins with; an unterminated string ends at the end of the
/// line, where the parser stops.
std::string_view text_after_string(std::string_view text, size_t& line) {
  const char quote = text.front();
  const std::string three(3, quote);
  const bool several_lines = text.starts_with(three);
  size_t at = several_lines ? 3 : 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '\n') {
      if (!several_lines) return text.substr(at);
      ++line;
    } else if (text[at] == '\\' && quote == '"' && at + 1 < text.size() && text[at + 1] != '\n') {
      ++at;
    } else if (text[at] == quote && (!several_lines || text.substr(at).starts_with(three))) {
      at += several_lines ? 3 : 1;
      while (several_lines && at < text.size() && text[at] == quote) ++at;  // quotes just before the end
      return text.substr(at);
    }
  }
  return {};
}

}  // namespace

void check_toml_depth(std::string_view text, const std::string& source) {
  size_t line = 1, dots = 0, brackets = 0;
  const auto refuse = [&](const char* what, size_t most) {
    throw UserError(fmt::format("{}:{}: {}; allowed: at most {}", source, line, what, most));
  };
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"' || c == '\'') {
      text = text_after_string(text, line);
      continue;
    }
    if (c == '#') {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
      continue;
    }
    text.remove_prefix(1);
    if (c == '\n') ++line;
    if (c == '.') {
      if (++dots >= kMostKeyParts) refuse("a key of very many parts", kMostKeyParts);
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
      dots = 0;
    }
    if (c == '[' || c == '{') {
      if (++brackets > kMostBrackets) refuse("brackets inside brackets", kMostBrackets);
    } else if ((c == ']' || c == '}') && brackets > 0) {
      --brackets;
    }
  }
}

std::string lines_between_semicolons(std::string_view text) {
  std::string lines;
  size_t line = 1;
  while (!text.empty()) {
    const char c = text.front();
    std::string_view rest = text.substr(1);
    if (c == '"' || c == '\'') rest = text_after_string(text, line);
    if (c == '#') rest = text.substr(std::min(text.find('\n'), text.size()));
    lines += c == ';' ? "\n" : text.substr(0, text.size() - rest.size());
    text = rest;
  }
  return lines;
}

toml::table parse_toml(std::string_view text, const std::string& source) {
  if (text.size() > kLargestScenario)
    throw UserError(fmt::format("{}: has more than {} MiB; allowed: a scenario of at most {} MiB", source,
                                kLargestScenario >> 20, kLargestScenario >> 20));
  check_toml_depth(text, source);
  try {
    return parse(text, source);
  } catch (const toml::parse_error& error) {
    const uint32_t line = error.source().begin.line;
    const std::string_view value = value_of_line(text, line);
    if (const std::string meant = meant_by(value); !meant.empty() && !is_value(value))
      throw UserError(
          fmt::format("{}:{}: {} is not a TOML value{}", source, line, toml_string(shortened(value)), meant));
    if (error.description().find("control characters") != std::string_view::npos)  // a line end is one
      throw UserError(fmt::format(
          "{}:{}: a text has no quote at its end on this line, or holds control characters", source, line));
    throw UserError(fmt::format("{}:{}: not valid TOML: {}", source, line, error.description()));
  }
}

toml::table parse_value(const std::string& key, const std::string& text, const std::string& source) {
  check_toml_depth(text, shortened(key));
  toml::table holds = value_table(text, source);
  if (holds.empty()) throw not_a_value(key, text);
  return holds;
}

int64_t texts_parsed() { return parsed.load(std::memory_order_relaxed); }

SetValue::SetValue(std::string text) : text_(std::move(text)) {
  if (text_.empty()) return;
  try {
    check_toml_depth(text_, "");
  } catch (const UserError&) {
    return;  // SetValueNode::of() reports it together with the key
  }
  const toml::table holds = value_table(text_, "");
  if (const toml::node* const node = holds.get("value")) node_ = held(*node);
}

SetValue::SetValue(double number) : text_(number_text(number)), node_(held(number)) {}
SetValue::SetValue(int64_t whole) : text_(fmt::format("{}", whole)), node_(held(whole)) {}
SetValue::SetValue(bool flag) : text_(flag ? "true" : "false"), node_(held(flag)) {}
SetValue::SetValue(const std::vector<double>& place) : SetValue(SetValueNode::value(array_of(place))) {}

SetValue::SetValue(const std::vector<std::vector<double>>& places)
    : SetValue(SetValueNode::value(array_of(places))) {}

SetValue SetValue::word(std::string_view word) {
  SetValue value;
  value.text_ = toml_string(word);
  value.node_ = held(std::string(word));
  return value;
}

SetValue SetValue::table(std::initializer_list<std::pair<const char*, SetValue>> entries) {
  toml::table table;
  SetValue all;
  for (const auto& [key, value] : entries) {
    all.text_ += fmt::format("{} {} = {}", all.text_.empty() ? "{" : ",", key, value.text_);
    table.insert(key, *static_cast<const toml::node*>(value.node_.get()));
  }
  all.text_ += all.text_.empty() ? "{}" : " }";
  all.node_ = held(table);
  return all;
}

std::vector<double> SetValue::numbers() const {
  const auto* const node = static_cast<const toml::node*>(node_.get());
  std::vector<double> numbers;
  const auto add = [&](const toml::node& one) {
    if (const std::optional<double> number = one.value<double>(); number && one.is_number())
      numbers.push_back(*number);
  };
  const toml::array* const array = node ? node->as_array() : nullptr;
  if (!array && node) add(*node);
  for (size_t k = 0; array && k < array->size(); ++k) add((*array)[k]);
  return numbers;
}

std::string SetValue::word() const {
  const auto* const node = static_cast<const toml::node*>(node_.get());
  return node ? node->value_or(std::string()) : "";
}

const toml::node* SetValueNode::of(const std::string& key, const SetValue& value) {
  if (value.empty() || value.node_) return static_cast<const toml::node*>(value.node_.get());
  check_toml_depth(value.text(), shortened(key));
  throw not_a_value(key, value.text());
}

SetValue SetValueNode::value(const toml::node& node) {
  SetValue value;
  if (const auto* const text = node.as_string(); text && text->get().empty()) return value;
  value.text_ = value_text(node);
  value.node_ = held(node);
  return value;
}

}  // namespace murmur
