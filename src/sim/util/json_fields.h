// Reads one JSON object strictly: every field must have the wanted type, and none may be unknown. Also writes JSON
// that can hold any bytes. Used for all files with JSON: event_log.cpp, checkpoint.cpp, sweep.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/util/errors.h"

namespace murmur {

using Json = nlohmann::ordered_json;

/// Parses JSON. @throws UserError for text that is not JSON, or is nested deeper than anything the program writes,
/// because copies and messages of values recurse.
inline Json parse_json(std::string_view text) {
  static constexpr int kDeepest = 16;
  const auto shallow = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest)
      throw UserError(fmt::format("its JSON is nested more than {} levels deep", kDeepest));
    return true;
  };
  try {
    return Json::parse(text, shallow);
  } catch (const Json::out_of_range&) {
    throw UserError("it has a number that is too large; the largest is 3.4e38");
  } catch (const Json::exception&) {
    throw UserError("it is not a JSON object");
  }
}

/// Writes JSON on one line. Bytes that are not UTF-8, e.g. in the name of a folder, become U+FFFD, because JSON cannot have them.
inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Takes fields out of one object; fields left at the end are a fault.
class Fields {
 public:
  /// Takes over a JSON value. @throws UserError when it is not an object.
  explicit Fields(Json json) : json_(std::move(json)) {
    if (!json_.is_object()) throw UserError("it is not a JSON object");
  }
  bool has(const char* key) const { return json_.contains(key); }

  template <class V>
  V take(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end()) throw UserError(fmt::format("'{}' is missing", key));
    const Json value = *found;
    json_.erase(key);
    if (!fits<V>(value)) throw UserError(fmt::format("'{}' has the wrong type: {}", key, json_line(value)));
    return value.get<V>();
  }
  template <class V>
  void take_into(V& target, const char* key) {
    target = take<V>(key);
  }
  template <class V>
  void take_into(std::optional<V>& target, const char* key) {
    if (has(key)) target = take<V>(key);
  }
  void done() const {
    if (!json_.empty()) throw UserError(fmt::format("'{}' is not known here", json_.begin().key()));
  }

 private:
  template <class V>
  static bool fits(const Json& value) {
    if constexpr (std::is_same_v<V, Json>) {
      return true;
    } else if constexpr (std::is_same_v<V, std::vector<double>>) {
      if (!value.is_array()) return false;
      for (const Json& element : value) {
        if (!element.is_number()) return false;
      }
      return true;
    } else if constexpr (std::is_same_v<V, std::string>) {
      return value.is_string();
    } else if constexpr (std::is_unsigned_v<V>) {
      return value.is_number_unsigned();
    } else if constexpr (std::is_integral_v<V>) {
      if (value.is_number_unsigned())
        return value.get<uint64_t>() <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
      return value.is_number_integer();
    } else {
      return value.is_number();
    }
  }
  Json json_;
};

}  // namespace murmur
