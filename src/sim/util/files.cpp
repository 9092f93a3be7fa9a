#include "sim/util/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

void cannot_write(const std::string& path, int reason) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (reason == ENOENT && !folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    throw RunError(
        fmt::format("cannot write {}: the folder {} does not exist; make it first", path, folder.string()));
  }
  if (reason == ENOSPC) throw RunError(fmt::format("cannot write {}: the disk is full", path));
  throw RunError(fmt::format("cannot write {}: {}", path, std::strerror(reason)));
}

File open_to_read(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw RunError(fmt::format("cannot read {}: it is a folder, not a file", path));
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw RunError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return file;
}

std::string read_text_file(const std::string& path) {
  const File file = open_to_read(path);
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  std::string text;
  if (!unknown) text.reserve(size);
  char buffer[1 << 16];
  while (const size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) text.append(buffer, count);
  if (std::ferror(file.get())) throw RunError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text;
}

void refuse_dash(const std::string& path) {
  if (path != "-") return;
  throw UserError(
      "-: an output needs a file's name; allowed: a path, such as ./- for a file of this name or "
      "/dev/stdout for a pipe");
}

File open_to_write(const std::string& path) {
  refuse_dash(path);
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) cannot_write(path, errno);
  return file;
}

void write_all(std::FILE* file, const std::string& path, const void* data, size_t size) {
  if (std::fwrite(data, 1, size, file) != size) cannot_write(path, errno);
}

void flush(std::FILE* file, const std::string& path) {
  if (std::fflush(file) != 0) cannot_write(path, errno);
}

}  // namespace murmur
