#include "sim/scenario/layers.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "sim/scenario/key_values.h"
#include "sim/scenario/species.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_text.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

/// Keys of which a new one replaces the others; if given together, all are kept, and the reader reports the fault.
struct ExclusiveKeys {
  std::string_view table;
  std::vector<std::string_view> keys;
};
const std::vector<ExclusiveKeys>& exclusive_keys() {
  static const std::vector<ExclusiveKeys> all = [] {
    std::vector<ExclusiveKeys> made{{"goal", {"at", "path"}}, {"terrain", {"image", "hill"}}, {"wall", {}}};
    for (const WallKind& kind : kWallKinds) made.back().keys.push_back(kind.key);
    return made;
  }();
  return all;
}

void clear_rivals(toml::table& base, const toml::table& layer, const std::string& path,
                  std::string_view key) {
  for (const auto& [table, keys] : exclusive_keys()) {
    if (table != path || std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
    bool replaced = false;
    for (const std::string_view other : keys)
      if (other != key && !layer.contains(other)) replaced = base.erase(other) > 0 || replaced;
    if (!replaced || path != "wall") continue;
    for (const WallKind& kind : kWallKinds)
      for (const std::string_view other : kind.also)
        if (!layer.contains(other)) base.erase(other);
  }
  if (path != "world") return;
  if (key == "size") {
    base.erase("neighbours");
    base.erase("dimensions");
  } else if (key == "neighbours") {
    const toml::array* size = base.get_as<toml::array>("size");
    if (size && size->size() == 3 && !base.contains("dimensions")) base.insert("dimensions", 3);
    base.erase("size");
  }
}

/// The table that the key's last step belongs to, created if `make`; null if there is none.
toml::table* holder(toml::table& base, const std::vector<KeyStep>& steps, const std::string& key, bool make,
                    std::string& path, const std::string& source = {}) {
  toml::table* table = &base;
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    const KeyStep& step = steps[i];
    path += (path.empty() ? "" : ".") + step.key;
    toml::node* node = table->get(step.key);
    if (!node && make && !step.index) {  // parsed from text, so that faults in it name the source
      toml::table made = source.empty()
                             ? toml::table()
                             : std::move(*parse_value(key, "{}", source).get_as<toml::table>("value"));
      node = &table->insert(step.key, std::move(made)).first->second;
    }
    if (node && step.index) {
      toml::array* array = node->as_array();
      node = array && *step.index < array->size() ? array->get(*step.index) : nullptr;
      if (!node && make)
        throw UserError(
            fmt::format("{}: there is no {}[{}]; {}", key, path, *step.index,
                        array ? fmt::format("{} has {}", path, array->size()) : path + " is not an array"));
    }
    if (!node && make)
      throw UserError(fmt::format("{}: there is no {} yet; set {}[0] first", key, path, path));
    if (node && !node->is_table() && make)
      throw UserError(
          fmt::format("{}: {} is {}, not a table, so it has no keys", key, path, value_text(*node)));
    table = node ? node->as_table() : nullptr;
    if (!table) return nullptr;
  }
  return table;
}

/// An array, its name, and the index that a key's last step has.
struct Element {
  toml::array* array;
  std::string name;
  size_t index;
};

/// The array element of a key's last step. If the array is missing: throws if `make`, else the result's array is null.
Element element_of(toml::table& table, const KeyStep& last, const std::string& key, bool make) {
  Element found{table.get_as<toml::array>(last.key), key.substr(0, key.find('[', key.rfind('.') + 1)),
                *last.index};
  if (!found.array && make) throw UserError(fmt::format("{}: {} is not an array", key, found.name));
  if (!found.array || !last.second) return found;
  toml::node* const row = found.array->get(found.index);
  const std::string place = fmt::format("{}[{}]", found.name, found.index);
  if (!row && make)
    throw UserError(
        fmt::format("{}: there is no {}; {} has {}", key, place, found.name, found.array->size()));
  found.name = place;
  found.array = row ? row->as_array() : nullptr;
  if (!found.array && make) throw UserError(fmt::format("{}: {} is not an array", key, found.name));
  found.index = *last.second;
  return found;
}

/// A matrix of [pairs] with default entries, made when the first entry is set.
toml::array usual_matrix(const std::string& key, const toml::array* species) {
  toml::array matrix, row;
  for (size_t k = 0; species && k < species->size(); ++k) row.push_back(usual_pair(key));
  for (size_t k = 0; k < row.size(); ++k) matrix.push_back(row);
  return matrix;
}

}  // namespace

void merge(toml::table& base, toml::table&& layer, const std::string& path) {
  for (auto&& [key, node] : layer) {
    clear_rivals(base, layer, path, key.str());
    toml::node* old = base.get(key.str());
    const auto* text = node.as_string();
    if (old && old->is_table() && text && text->get().empty())
      base.erase(key.str());  // an empty value: the key is absent (see write.h)
    else if (old && old->is_table() && !node.is_table() && path == "rule.let")
      old->as_table()->insert_or_assign("value", std::move(node));  // keeps the slider
    else if (old && old->is_table() && !node.is_table() && path == "rule.state")
      old->as_table()->insert_or_assign("start", std::move(node));  // keeps the expression `next`
    else if (old && old->is_table() && node.is_table())
      merge(*old->as_table(), std::move(*node.as_table()),
            path.empty() ? std::string(key.str()) : path + "." + std::string(key.str()));
    else  // moved, because a copied node loses its line number
      base.insert_or_assign(key, std::move(node));
  }
}

void set_key(toml::table& base, const std::string& key, toml::table&& given, const std::string& source) {
  const std::vector<KeyStep> steps = split_key(key);
  std::string path;
  toml::table* found = holder(base, steps, key, true, path, source);
  KeyStep last = steps.back();
  if (toml::table* const let =
          path == "rule.let" && last.index ? found->get_as<toml::table>(last.key) : nullptr) {
    found = let;  // the value of a `let` with a slider
    last.key = "value";
  }
  toml::table& table = *found;
  if (!last.index) {
    toml::table layer;
    layer.insert(last.key, std::move(*given.get("value")));
    return merge(table, std::move(layer), path);
  }
  if (!table.contains(last.key))
    table.insert(last.key, path == "pairs" ? usual_matrix(last.key, base.get_as<toml::array>("species"))
                                           : toml::array{});
  const auto [array, name, index] = element_of(table, last, key, true);
  if (index > array->size())
    throw UserError(fmt::format("{}: {} has {} elements; allowed: an index from 0 to {}", key, name,
                                array->size(), array->size()));
  if (index == array->size()) {
    array->push_back(std::move(*given.get("value")));
  } else if (toml::node* old = array->get(index); old->is_table() && given.get("value")->is_table()) {
    merge(*old->as_table(), std::move(*given.get_as<toml::table>("value")), name);
  } else {
    array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(index), std::move(*given.get("value")));
  }
}

bool remove_key(toml::table& base, const std::string& key) {
  const std::vector<KeyStep> steps = split_key(key);
  std::string path;
  toml::table* table = holder(base, steps, key, false, path);
  const KeyStep& last = steps.back();
  if (!table || !table->contains(last.key)) return false;
  if (!last.index) return table->erase(last.key) > 0;
  const auto [array, name, index] = element_of(*table, last, key, false);
  if (!array || (index >= array->size() && (array->empty() || array->front().is_table()))) return false;
  if (index >= array->size())
    throw UserError(fmt::format("{}: {} has {} elements; allowed: an index from 0 to {}", key, name,
                                array->size(), array->size() - 1));
  array->erase(array->cbegin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

}  // namespace murmur
