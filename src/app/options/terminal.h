// Prints everything that the program says: results to stdout, messages and progress to stderr. Control characters in
// file contents and arguments are escaped, and no message is longer than a screen. A failed write never ends a run:
// results_fault() reports lost results at the end. Used by main() and every command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace murmur {

/// `text` with control characters and bytes that are not UTF-8 escaped as \x1B; line ends and tabs stay.
std::string printable(std::string_view text);
/// `text` as one line of at most about 1,000 characters; the middle of a longer text is left out.
std::string message_text(std::string_view text);

/// Prints "murmur: TEXT" as one line to stderr.
void complain(std::string_view text);
/// Prints each text with complain(); of very many texts only the first ones, and the number of the others.
void complain(const std::vector<std::string>& texts);
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  complain(fmt::format(format, std::forward<Args>(args)...));
}

/// Writes progress to stderr, at once and unescaped, because it moves the cursor.
void show(std::string_view text);

/// Prints a result to stdout.
void print_text(std::string_view text);
template <class... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  print_text(fmt::format(format, std::forward<Args>(args)...));
}
/// Flushes stdout, so that its reader gets the results so far.
void flush_results();
/// Flushes stdout. @returns why results were lost, or "" when all were written.
std::string results_fault();

}  // namespace murmur
