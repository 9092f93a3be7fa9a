#include "sim/scenario/key_values.h"

#include <fmt/format.h>

#include "sim/scenario/schema.h"
#include "sim/scenario/toml_values.h"

namespace murmur {
namespace {

void flatten(const toml::table& table, const std::string& path, std::map<std::string, std::string>& out) {
  for (const auto& [key, node] : table) {
    const std::string name = path.empty() ? std::string(key.str()) : path + "." + std::string(key.str());
    if (name == "event") continue;
    if (const toml::table* inner = node.as_table()) {
      flatten(*inner, name, out);
      continue;
    }
    const toml::array* array = node.as_array();
    if (!array || array->empty() || !array->is_array_of_tables()) {
      out[name] = value_text(node);
      continue;
    }
    for (size_t k = 0; k < array->size(); ++k)
      flatten(*(*array)[k].as_table(), fmt::format("{}[{}]", name, k), out);
  }
}

}  // namespace

std::map<std::string, std::string> key_values(const Scenario& scenario) {
  std::map<std::string, std::string> values;
  flatten(toml::parse(scenario_to_toml(scenario)), "", values);
  return values;
}

}  // namespace murmur
