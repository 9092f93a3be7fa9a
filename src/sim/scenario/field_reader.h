// Reads a table of a scenario by its list of entries; `out` must hold the defaults. Used by read.cpp for files,
// set_key.cpp for a scenario with a changed key, and complete_look.cpp for looks.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/entries.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

struct ReadContext {
  const Scenario& scenario;  ///< scenario that gives the number of dimensions
  Faults& faults;
};

/// Reads all entries of `out`, and further keys that depend on the table's type. `path`: the table's name in messages.
void read_table(const toml::table& table, const std::string& path, const TableRef& out,
                const ReadContext& context);
/// Reads one entry; `table` must be the table of `reader`.
void read_entry(TableReader& reader, const toml::table& table, const Entry& out, const ReadContext& context);

}  // namespace murmur
