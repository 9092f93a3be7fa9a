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
/// Creates the file or appends to it. @throws RunError, as open_to_write does.
File open_to_append(const std::string& path);
/// The sentence for an errno. @throws RunError, always.
[[noreturn]] void cannot_write(const std::string& path, int reason);
/// @throws RunError, as flush does. `path` is used only in messages.
void write_all(std::FILE* file, const std::string& path, const void* data, size_t size);
void flush(std::FILE* file, const std::string& path);
/// flush(), and then everything is on the disk, so that it outlives a power cut.
void sync_to_disk(std::FILE* file, const std::string& path);

/// Writes the whole file, or leaves the old one as it is. @throws RunError.
void replace_file(const std::string& path, const std::string& text);

/// @throws UserError when `path` is a file that holds something and is not to be replaced. `option`: "--metrics".
void refuse_existing(const std::string& option, const std::string& path, bool overwrite);
/// Equal for two paths of the same file, also by way of links and before it exists.
std::string file_identity(const std::string& path);

/// A file that is not yet whole: beside `path`, under a name of its own that no other file or link has. It is
/// removed with this object unless put_in_place() or release() came first.
class PartFile {
 public:
  explicit PartFile(const std::string& path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::FILE* get() const { return file_.get(); }
  const std::string& name() const { return name_; }
  /// Syncs, closes and renames it to `path`.
  void put_in_place();
  /// The file stays: the caller has given it another name.
  void release() { name_.clear(); }

  /// A free name for such a file beside `path`.
  static std::string free_name(const std::string& path);
  /// Removes those that killed programs left beside `path`. The caller must hold its OutputLock.
  static void remove_abandoned(const std::string& path);

 private:
  std::string path_, name_;
  File file_;
};

}  // namespace murmur
