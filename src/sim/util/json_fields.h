// Reads one JSON object strictly: every field must have the expected type, and unknown fields are faults.
// Used by event_log.cpp.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/util/errors.h"

namespace murmur {

using Json = nlohmann::ordered_json;

/// Removes fields from one object; a remaining field is a fault.
class Fields {
 public:
  explicit Fields(Json json) : json_(std::move(json)) {}
  bool has(const char* key) const { return json_.contains(key); }

  template <class V>
  V take(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end()) throw UserError(fmt::format("'{}' is missing", key));
    const Json value = *found;
    json_.erase(key);
    if (!fits<V>(value)) throw UserError(fmt::format("'{}' has the wrong type: {}", key, value.dump()));
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
      return value.is_number_integer();
    } else {
      return value.is_number();
    }
  }
  Json json_;
};

}  // namespace murmur
