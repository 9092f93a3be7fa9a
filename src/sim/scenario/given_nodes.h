// The nodes that a scenario's keys were read from, for faults of keys that do not fit together. Used by read.cpp and species_checks.cpp.
#pragma once

#include <initializer_list>

#include <toml++/toml.h>

namespace murmur {

/// The node of "world", "size"; null if it does not exist.
inline const toml::node* node_of(const toml::table* merged, const char* table, const char* key) {
  const toml::table* inner = merged ? merged->get_as<toml::table>(table) : nullptr;
  return inner ? inner->get(key) : nullptr;
}

/// Of keys that do not fit together: the first that is not of a preset, which nobody changes.
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

}  // namespace murmur
