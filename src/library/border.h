// The wrapper around each function of the C interface: it lets no exception reach the caller, turns a failure into a
// status and a text, and restores the floating-point state of the caller.
#pragma once

#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "library/murmur.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"

namespace murmur::library {

/// Keeps the text of a failure for murmur_error(). @returns `status`.
int note_failure(int status, const char* text) noexcept;
const char* last_failure() noexcept;

/// Calls body() and @returns its status. Catches every exception, and restores the caller's floating-point state.
template <class Body>
int guarded(const Body& body) noexcept {
  try {
    const ExactArithmetic exact;
    body();
    return MURMUR_DONE;
  } catch (const UserError& error) {
    try {
      return note_failure(MURMUR_WRONG, fmt::format("{}", fmt::join(error.faults(), "\n")).c_str());
    } catch (...) {
      return note_failure(MURMUR_WRONG, error.what());
    }
  } catch (const std::bad_alloc&) {
    return note_failure(MURMUR_FAILED, "there is not enough memory");
  } catch (const std::exception& error) {
    return note_failure(MURMUR_FAILED, error.what());
  } catch (...) {
    return note_failure(MURMUR_FAILED, "an unknown failure");
  }
}

template <class T>
T& not_null(T* argument, const char* what) {
  if (!argument) throw UserError(fmt::format("{} is null", what));
  return *argument;
}

inline std::string text_of(const char* argument, const char* what) { return &not_null(argument, what); }

}  // namespace murmur::library
