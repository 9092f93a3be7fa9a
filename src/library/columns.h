// Columns of a flock by name, such as "position": views of the backend's arrays, or rows of a copied state.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "library/murmur.h"
#include "sim/embedded/run.h"

namespace murmur::library {

/// A view of the column, valid until the flock changes. @throws UserError for an unknown name, RunError where the backend has no such array.
murmur_column column_of(embedded::Run& run, const std::string& name);
/// The rows of the column in a copied state. @throws UserError for an unknown name.
std::span<const std::byte> rows_of(const State<float>& state, const std::string& name);

}  // namespace murmur::library
