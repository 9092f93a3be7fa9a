// Reading and writing files with errors in sentences: path, reason, and what to do. Every file that the program
// writes is opened here (outputs_check looks), but for locks (output_lock.h). Independent of formats.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

/// The sentence for an errno. @throws RunError, always.
[[noreturn]] void cannot_write(const std::string& path, int reason);

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

/// Whether `path` is a file with bytes that could be lost.
bool holds_something(const std::string& path);

/// How an output begins.
enum class Begin : uint8_t {
  kEmpty,     ///< the file is created or emptied
  kAppended,  ///< the file is created or appended to
  kUpdated,   ///< the file is there, to be read, cut and written
  kPart,  ///< a part file beside it, with a name that no other file or link has, takes its place once it is whole
  kWhole,  ///< like kPart; but pipes, devices and standard streams are written through
};

/// An output that is being written. Its path is the one that messages name. Every call may throw RunError. A part file that was not put
/// in place is removed with this object.
class OutputFile {
 public:
  /// @throws as output_place, and RunError, for kPart also for a pipe, a device or a standard stream.
  explicit OutputFile(const std::string& path, Begin begin = Begin::kEmpty);
  /// Writes to a file that has no name.
  OutputFile(File file, std::string path) : path_(std::move(path)), file_(std::move(file)) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  std::FILE* get() const { return file_.get(); }
  void write(std::string_view text);
  void flush();
  /// flush(), and then everything is on the disk, so that it outlives a power cut.
  void sync();
  /// Cuts the file; what is written next follows.
  void cut(int64_t size);

  /// Name of the part file; empty: there is none.
  const std::string& part() const { return part_; }
  /// Call it after the last byte. Syncs and closes a part file and renames it to `path`. What another program made there meanwhile is kept:
  /// then the new file gets a name beside it. @throws RunError, also in that case.
  void put_in_place();
  /// put_in_place(), but what is there gets the name `path` + `suffix` before. The name exists at all times, and the folder
  /// is synced.
  void put_in_place_keeping(const std::string& suffix);

  /// Removes part files that killed programs left beside `path`. The caller must hold its OutputLock.
  static void remove_abandoned(const std::string& path);

 private:
  void open_part();
  void close();
  void rename_to(const std::string& path);

  std::string path_;
  std::string target_;      // path that the part file gets: links of path_ are followed
  std::string part_;        // name of the part file; empty: none, or it was put in place
  bool was_there_ = false;  // something was at target_ at the beginning
  File file_;
};

}  // namespace murmur
