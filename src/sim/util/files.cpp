#include "sim/util/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <random>
#include <string_view>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {
constexpr size_t kMostFromPipe = size_t{256} << 20;
}  // namespace

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
  struct stat found = {};
  ::fstat(::fileno(file.get()), &found);
  const bool pipe = !S_ISREG(found.st_mode);  // or a device of unknown size
  std::string text;
  if (!pipe) {
    require_memory(static_cast<double>(found.st_size), "cannot read " + path + ": its bytes",
                   "give a smaller file");
    text.reserve(static_cast<size_t>(found.st_size));
  }
  char buffer[1 << 16];
  while (const size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, count);
    if (pipe && text.size() > kMostFromPipe) {
      throw RunError(fmt::format(
          "cannot read {}: it goes on after {} MiB; allowed: a pipe or device of at most so much, "
          "or a file",
          path, kMostFromPipe >> 20));
    }
  }
  if (std::ferror(file.get())) throw RunError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text;
}

void refuse_dash(const std::string& path) {
  if (path != "-") return;
  throw UserError(
      "-: an output needs a file's name; allowed: a path, such as ./- for a file of this name or "
      "/dev/stdout for a pipe");
}

namespace {

File open_file(const std::string& path, const char* mode) {
  refuse_dash(path);
  File file(std::fopen(path.c_str(), mode));
  if (!file) cannot_write(path, errno);
  return file;
}

}  // namespace

File open_to_write(const std::string& path) { return open_file(path, "wb"); }
File open_to_append(const std::string& path) { return open_file(path, "ab"); }

void write_all(std::FILE* file, const std::string& path, const void* data, size_t size) {
  if (std::fwrite(data, 1, size, file) != size) cannot_write(path, errno);
}

void flush(std::FILE* file, const std::string& path) {
  if (std::fflush(file) != 0) cannot_write(path, errno);
}

void sync_to_disk(std::FILE* file, const std::string& path) {
  flush(file, path);
  if (::fsync(::fileno(file)) != 0 && errno != EINVAL && errno != EROFS) cannot_write(path, errno);
}

void refuse_existing(const std::string& option, const std::string& path, bool overwrite) {
  std::error_code ignored;
  if (overwrite || path.empty() || !std::filesystem::is_regular_file(path, ignored)) return;
  if (std::filesystem::file_size(path, ignored) == 0) return;
  throw UserError(
      fmt::format("{} {}: the file is there already and is kept; name another one, or add "
                  "--overwrite to replace it",
                  option, path));
}

std::string file_identity(const std::string& path) {
  struct stat file = {};
  if (::stat(path.c_str(), &file) == 0) return fmt::format("{}:{}", file.st_dev, file.st_ino);
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored).string();
}

namespace {
constexpr std::string_view kPartBegin = ".murmur-", kPartEnd = ".part";
}

std::string PartFile::free_name(const std::string& path) {
  std::random_device random;
  for (;;) {
    const uint64_t number = (uint64_t{random()} << 32) | random();
    const std::string name = fmt::format("{}{}{:016x}{}", path, kPartBegin, number, kPartEnd);
    struct stat there = {};
    if (::lstat(name.c_str(), &there) != 0) return name;
  }
}

void PartFile::remove_abandoned(const std::string& path) {
  // Not std::filesystem's iterator: where memory ends, libstdc++ 12's ends the program.
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "./" : path.substr(0, slash + 1);
  const std::string begin = path.substr(slash + 1) + std::string(kPartBegin);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  while (const dirent* const entry = entries ? ::readdir(entries.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name.size() != begin.size() + 16 + kPartEnd.size() || !name.starts_with(begin) ||
        !name.ends_with(kPartEnd)) {
      continue;
    }
    const std::string part = folder + entry->d_name;
    struct stat file = {};
    ::lstat(part.c_str(), &file);
    if (S_ISREG(file.st_mode)) ::unlink(part.c_str());
  }
}

PartFile::PartFile(const std::string& path) : path_(path) {
  refuse_dash(path);
  for (;;) {
    name_ = free_name(path);
    const int file = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) cannot_write(path_, errno);
    file_.reset(::fdopen(file, "wb"));
    if (file_) return;
    ::close(file);
    std::remove(name_.c_str());
    throw std::bad_alloc();
  }
}

PartFile::~PartFile() {
  if (!name_.empty()) std::remove(name_.c_str());
}

void PartFile::put_in_place() {
  sync_to_disk(file_.get(), path_);
  file_.reset();
  std::error_code error;
  std::filesystem::rename(name_, path_, error);
  if (error) throw RunError(fmt::format("cannot rename {} to {}: {}", name_, path_, error.message()));
  release();
}

void replace_file(const std::string& path, const std::string& text) {
  PartFile part(path);
  write_all(part.get(), path, text.data(), text.size());
  part.put_in_place();
}

}  // namespace murmur
