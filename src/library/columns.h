// Columns of a flock by name: where its backend has them, and of a copy of its state.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "library/murmur.h"
#include "sim/embedded/run.h"

namespace murmur::library {

/// The column, valid until the flock changes. @throws UserError for the name, RunError where the backend has no such array.
murmur_column column_of(embedded::Run& run, const std::string& name);
/// @throws UserError for the name.
std::span<const std::byte> rows_of(const State<float>& state, const std::string& name);

}  // namespace murmur::library
