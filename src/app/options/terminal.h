// Everything the program says: results on stdout, messages and progress on stderr. Text of files and of the command
// line is shown without its control characters, and no message is longer than a screen. A stream that cannot be written
// never ends a run: lost results are reported at the end (results_fault). Used by main() and every command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace murmur {

/// `text` as a terminal may have it: control characters and bytes that are not UTF-8 as \x1B; line ends and tabs stay.
std::string printable(std::string_view text);
/// `text` in one line of at most about 1,000 characters: of a longer one the middle is left out.
std::string message_text(std::string_view text);

/// "murmur: TEXT" as one line on stderr.
void complain(std::string_view text);
/// The same for each; of very many the first ones and how many more there are.
void complain(const std::vector<std::string>& texts);
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  complain(fmt::format(format, std::forward<Args>(args)...));
}

/// Writes progress, which moves the cursor, to stderr at once and unchanged.
void show(std::string_view text);

/// A result, to stdout.
void print_text(std::string_view text);
template <class... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  print_text(fmt::format(format, std::forward<Args>(args)...));
}
/// Hands the results so far to whoever reads them.
void flush_results();
/// Flushes. @returns why results were lost, or "" when all of them arrived.
std::string results_fault();

}  // namespace murmur
