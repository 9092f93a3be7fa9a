// Reads a table of a scenario, which holds its defaults before, by its list of entries. Used by read.cpp for files, set_key.cpp for a
// scenario with a key changed, and complete_look.cpp for looks.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/entries.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

struct ReadContext {
  const Scenario& scenario;  ///< for its dimensions
  Faults& faults;
};

/// Reads all entries of `out` and what its type needs beside them. `path`: the table's name in messages.
void read_table(const toml::table& table, const std::string& path, const TableRef& out,
                const ReadContext& context);
/// Reads one entry; `table` is what `reader` reads.
void read_entry(TableReader& reader, const toml::table& table, const Entry& out, const ReadContext& context);

}  // namespace murmur
