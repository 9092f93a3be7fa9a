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

bool is_special_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

std::string read_text_file(const std::string& path) {
  const File file = open_to_read(path);
  struct stat found = {};
  ::fstat(::fileno(file.get()), &found);
  const bool pipe = !S_ISREG(found.st_mode);  // a pipe or a device, whose size is unknown
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

constexpr std::string_view kPartBegin = ".murmur-", kPartEnd = ".part", kLockEnd = ".murmur-lock";
constexpr size_t kPartDigits = 16;
constexpr int kMostLinks = 40;  // limit of the kernel

/// The standard stream (output or error) that has this file open, or -1.
int standard_stream(const struct stat& file) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat open = {};
    if (::fstat(stream, &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino)
      return stream;
  }
  return -1;
}

/// An unused name for a part file of `path`.
std::string free_part_name(const std::string& path) {
  std::random_device random;
  for (;;) {
    const uint64_t number = (uint64_t{random()} << 32) | random();
    const std::string name = fmt::format("{}{}{:016x}{}", path, kPartBegin, number, kPartEnd);
    struct stat there = {};
    if (::lstat(name.c_str(), &there) != 0) return name;
  }
}

}  // namespace

bool is_reserved_name(const std::string& path) {
  if (path.ends_with(kLockEnd)) return true;
  const size_t size = kPartBegin.size() + kPartDigits + kPartEnd.size();
  return path.ends_with(kPartEnd) && path.size() > size &&
         std::string_view(path).substr(path.size() - size).starts_with(kPartBegin);
}

OutputPlace output_place(const std::string& path) {
  namespace fs = std::filesystem;
  refuse_dash(path);
  if (is_reserved_name(path))
    throw UserError(
        fmt::format("{}: names that end in .murmur-lock or in .murmur-, {} digits and .part are those of "
                    "locks and unfinished "
                    "files; name another file",
                    path, kPartDigits));
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw RunError(fmt::format("cannot write {}: it is a folder, not a file", path));
  OutputPlace place{.path = path};
  struct stat there = {};
  if (::stat(path.c_str(), &there) == 0) {
    place.descriptor = standard_stream(there);
    place.stream = !S_ISREG(there.st_mode);
  }
  if (!place.is_file()) return place;
  // weakly_canonical() would not follow a link to a file that does not exist yet.
  for (int links = 0; links < kMostLinks && fs::is_symlink(place.path, ignored); ++links)
    place.path = (fs::path(place.path).parent_path() / fs::read_symlink(place.path, ignored)).string();
  return place;
}

bool is_nonempty_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
}

void refuse_existing(const std::string& option, const std::string& path, bool overwrite) {
  if (overwrite || !is_nonempty_file(path)) return;
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

void OutputFile::remove_abandoned(const std::string& named) {
  const OutputPlace place = output_place(named);
  if (!place.is_file()) return;
  const std::string& path = place.path;
  // libstdc++ 12's directory iterator ends the program when memory runs out.
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "./" : path.substr(0, slash + 1);
  const std::string begin = path.substr(slash + 1) + std::string(kPartBegin);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  while (const dirent* const entry = entries ? ::readdir(entries.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name.size() != begin.size() + kPartDigits + kPartEnd.size() || !name.starts_with(begin) ||
        !name.ends_with(kPartEnd)) {
      continue;
    }
    const std::string part = folder + entry->d_name;
    struct stat file = {};
    ::lstat(part.c_str(), &file);
    if (S_ISREG(file.st_mode)) ::unlink(part.c_str());
  }
}

OutputFile::OutputFile(const std::string& path, Begin begin) : path_(path) {
  if (path.empty()) throw UserError("cannot write a file without a name");
  const OutputPlace place = output_place(path);
  target_ = place.path;
  if (begin == Begin::kPart && !place.is_file())
    throw RunError(
        fmt::format("cannot write {}: it is a pipe, a device or a stream of this program, which no whole "
                    "file can replace; name a "
                    "file",
                    path));
  if (begin == Begin::kPart || (begin == Begin::kWhole && place.is_file())) {
    open_part();
  } else if (place.descriptor >= 0) {
    if (const int copy = ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 3); copy >= 0)
      file_.reset(::fdopen(copy, "wb"));
  } else {
    const char* const mode = begin == Begin::kAppended ? "ab" : begin == Begin::kUpdated ? "r+b" : "wb";
    file_.reset(std::fopen(target_.c_str(), mode));
  }
  if (!file_) cannot_write(path, errno);
}

void OutputFile::open_part() {
  std::error_code ignored;
  was_there_ = std::filesystem::exists(target_, ignored);
  for (;;) {
    const std::string name = free_part_name(target_);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) cannot_write(path_, errno);
    file_.reset(::fdopen(file, "wb"));
    part_ = name;
    if (file_) return;
    ::close(file);
    std::remove(name.c_str());
    throw std::bad_alloc();
  }
}

OutputFile::~OutputFile() {
  if (!part_.empty()) std::remove(part_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) cannot_write(path_, errno);
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) cannot_write(path_, errno);
}

void OutputFile::sync() {
  flush();
  if (::fsync(::fileno(file_.get())) != 0 && errno != EINVAL && errno != EROFS) cannot_write(path_, errno);
}

void OutputFile::cut(int64_t size) {
  std::FILE* const file = file_.get();
  std::clearerr(file);
  std::fflush(file);
  if (size < 0 || ::ftruncate(::fileno(file), size) != 0 || ::fseeko(file, size, SEEK_SET) != 0)
    throw RunError(fmt::format("{} cannot be cut", path_));
}

void OutputFile::close() {
  path_ = target_;  // messages then name the file itself
  sync();
  file_.reset();
}

void OutputFile::rename_to(const std::string& path) {
  if (std::rename(part_.c_str(), path.c_str()) != 0)
    throw RunError(fmt::format("cannot rename {} to {}: {}", part_, path, std::strerror(errno)));
  part_.clear();
}

std::string free_name(const std::string& before, const std::string& after) {
  std::error_code ignored;
  std::string name;
  for (int k = 1; name.empty() || std::filesystem::exists(name, ignored); ++k)
    name = fmt::format("{}{:03}{}", before, k, after);
  return name;
}

std::string name_beside(const std::string& path) {
  std::error_code ignored;
  std::string beside = path + ".new";
  for (int k = 2; std::filesystem::exists(beside, ignored); ++k) beside = fmt::format("{}.new{}", path, k);
  return beside;
}

void throw_made_meanwhile(const std::string& path, const std::string& beside) {
  throw RunError(
      fmt::format("cannot write {}: another program has made it meanwhile, and it is kept; what was to be "
                  "written is in {}",
                  path, beside));
}

void OutputFile::put_in_place() {
  if (part_.empty()) return flush();
  close();
  std::error_code ignored;
  if (was_there_) return rename_to(target_);
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) == 0)
    return part_.clear();
#endif
  // Some file systems do not support this call; an empty file has nothing to keep.
  if (!std::filesystem::exists(target_, ignored) || std::filesystem::file_size(target_, ignored) == 0)
    return rename_to(target_);
  const std::string beside = name_beside(target_);
  rename_to(beside);
  throw_made_meanwhile(target_, beside);
}

void OutputFile::put_in_place_keeping(const std::string& suffix) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!was_there_) {
    put_in_place();
  } else {
    close();
    // The previous file gets a second name by a link instead of a renaming, so that `path` exists at all times.
    const std::string before = target_ + suffix, link = free_part_name(target_);
    fs::create_hard_link(target_, link, error);
    if (error) {
      fs::rename(target_, before, error);  // the file system has no links
    } else {
      fs::rename(link, before, error);
      // A kill between the two renames leaves both names for one file, and rename() would then keep the link.
      std::error_code ignored;
      fs::remove(link, ignored);
    }
    if (error) throw RunError(fmt::format("cannot rename {} to {}: {}", target_, before, error.message()));
    rename_to(target_);
  }
  const int folder = ::open(fs::absolute(target_).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void replace_file(const std::string& path, const std::string& text) {
  OutputFile file(path, Begin::kWhole);
  file.write(text);
  file.put_in_place();
}

}  // namespace murmur
