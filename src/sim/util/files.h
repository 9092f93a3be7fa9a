// Reading and writing files with errors in sentences: path, reason, and what to do. Every file that the program
// writes is opened here (outputs_check looks), but for locks (output_lock.h). Independent of formats.
#pragma once

#include <cstdint>
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
/// A pipe, a device or a folder: nothing that has a size and can be read twice.
bool is_special_file(const std::string& path);
/// @throws UserError for "-", which is not a file here.
void refuse_dash(const std::string& path);

/// What the name of an output stands for.
struct OutputPlace {
  std::string path;     ///< links are followed, also to what is not there yet
  bool stream = false;  ///< a pipe or a device
  int descriptor = -1;  ///< standard stream that has it open, under whatever name; -1: none
  /// Else it is written through, since a file in its place would lose what others write to it.
  bool is_file() const { return !stream && descriptor < 0; }
};
/// @throws UserError for "-" and for names of locks and parts; RunError for a folder.
OutputPlace output_place(const std::string& path);
/// Whether the program gives files such names: "F.murmur-lock", "F.murmur-0123456789abcdef.part".
bool is_reserved_name(const std::string& path);

/// Creates or empties the file. @throws as output_place, and RunError, also for a missing folder.
File open_to_write(const std::string& path);
/// Creates the file or appends to it. @throws as open_to_write does.
File open_to_append(const std::string& path);
/// A file that is there, to be read, cut and written. @throws as open_to_write does.
File open_to_update(const std::string& path);
/// Cuts the file; what is written next follows. @throws RunError.
void cut_file(std::FILE* file, const std::string& path, int64_t size);
/// The sentence for an errno. @throws RunError, always.
[[noreturn]] void cannot_write(const std::string& path, int reason);
/// @throws RunError, as flush does. `path` is used only in messages.
void write_all(std::FILE* file, const std::string& path, const void* data, size_t size);
void flush(std::FILE* file, const std::string& path);
/// flush(), and then everything is on the disk, so that it outlives a power cut.
void sync_to_disk(std::FILE* file, const std::string& path);

/// Writes the whole file, or leaves the old one as it is; pipes, devices and standard streams are written through.
/// @throws as output_place, and RunError.
void replace_file(const std::string& path, const std::string& text);

/// "murmur-001.png" of ("murmur-", ".png"): the first name without an existing file.
std::string free_name(const std::string& before, const std::string& after);
/// A free name for what cannot have the name `path`: "F.new".
std::string name_beside(const std::string& path);
/// The sentence for a file that another program has made at `path`. @throws RunError, always.
[[noreturn]] void made_meanwhile(const std::string& path, const std::string& beside);

/// @throws UserError when `path` is a file that holds something and is not to be replaced. `option`: "--metrics".
void refuse_existing(const std::string& option, const std::string& path, bool overwrite);
/// Equal for two paths of the same file, also by way of links and before it exists.
std::string file_identity(const std::string& path);

/// A file that is not yet whole: beside what `path` is, under a name of its own that no other file or link has. It is
/// removed with this object unless it was put in place.
class PartFile {
 public:
  /// @throws as output_place, and RunError, also for a pipe, a device or a standard stream.
  explicit PartFile(const std::string& path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::FILE* get() const { return file_.get(); }
  const std::string& name() const { return name_; }
  /// Syncs, closes and renames it to `path`. What another program made there meanwhile is kept: then the new file gets
  /// a name beside it. @throws RunError, also in that case.
  void put_in_place();
  /// put_in_place(), but what is there gets the name `path` + `suffix` before. The name exists at all times, and the folder
  /// is synced.
  void put_in_place_keeping(const std::string& suffix);

  /// Removes part files that killed programs left beside `path`. The caller must hold its OutputLock.
  static void remove_abandoned(const std::string& path);

 private:
  static std::string free_name(const std::string& path);
  void close();
  void rename_to(const std::string& path);

  std::string path_, name_;
  bool was_there_ = false;  // something at `path`, at the beginning
  File file_;
};

}  // namespace murmur
