// Reading and writing whole files with errors in sentences: path, reason, and what to do.
// Used by state_csv, event_log and the commands; independent of formats.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace murmur {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// @throws RunError.
File open_to_read(const std::string& path);
/// @throws RunError.
std::string read_text_file(const std::string& path);
/// @throws UserError for "-", which is not a file here.
void refuse_dash(const std::string& path);
/// Creates or replaces the file. @throws RunError, also for a missing folder.
File open_to_write(const std::string& path);
/// The sentence for an errno. @throws RunError, always.
[[noreturn]] void cannot_write(const std::string& path, int reason);
/// @throws RunError, as flush does. `path` is used only in messages.
void write_all(std::FILE* file, const std::string& path, const void* data, size_t size);
void flush(std::FILE* file, const std::string& path);

}  // namespace murmur
