// Reads and writes files, with errors as sentences: path, reason, and what to do. Every file that the program writes
// is opened here (outputs_check verifies this), except locks (output_lock.h). Independent of formats.
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

/// Opens a file for reading. @throws RunError.
File open_to_read(const std::string& path);
/// Reads a whole file as text. @throws RunError.
std::string read_text_file(const std::string& path);
/// Whether the path is a pipe, a device or a folder: without a size, and not readable twice.
bool is_special_file(const std::string& path);
/// Refuses "-", which would be a standard stream elsewhere. @throws UserError.
void refuse_dash(const std::string& path);

/// The file, pipe or stream that the name of an output refers to.
struct OutputPlace {
  std::string path;     ///< path with links resolved, even links to missing files
  bool stream = false;  ///< a pipe or a device
  int descriptor = -1;  ///< standard stream that has the file open under any name; -1: none
  /// Whether the output is a plain file. Other outputs are written through, since replacing the file would lose what
  /// others write to it.
  bool is_file() const { return !stream && descriptor < 0; }
};
/// Resolves the name of an output. @throws UserError for "-" and for names of locks and part files; RunError for a folder.
OutputPlace output_place(const std::string& path);
/// Whether a name has the form of the program's own files: "F.murmur-lock", "F.murmur-0123456789abcdef.part".
bool is_reserved_name(const std::string& path);

/// Throws the sentence for an errno. @throws RunError, always.
[[noreturn]] void cannot_write(const std::string& path, int reason);

/// Writes the whole file, or leaves the old file unchanged; pipes, devices and standard streams are written through.
/// @throws as output_place(), and RunError.
void replace_file(const std::string& path, const std::string& text);

/// The first unused name of the form "murmur-001.png", for ("murmur-", ".png").
std::string free_name(const std::string& before, const std::string& after);
/// An unused name such as "F.new" for a file that cannot be named `path`.
std::string name_beside(const std::string& path);
/// Throws the sentence for a file that another program has created at `path`. @throws RunError, always.
[[noreturn]] void throw_made_meanwhile(const std::string& path, const std::string& beside);

/// Refuses to replace a file that is not empty, unless `overwrite`. `option`: e.g. "--metrics". @throws UserError.
void refuse_existing(const std::string& option, const std::string& path, bool overwrite);
/// A text that is equal for two paths of the same file, also through links and before the file exists.
std::string file_identity(const std::string& path);

/// Whether `path` is a file with content that could be lost.
bool is_nonempty_file(const std::string& path);

/// How an output file is opened.
enum class Begin : uint8_t {
  kEmpty,     ///< the file is created or emptied
  kAppended,  ///< the file is created or appended to
  kUpdated,   ///< the file exists; it is read, shortened and written
  kPart,      ///< a part file with an unused name is written, and replaces the file when it is complete
  kWhole,     ///< a kPart, except that pipes, devices and standard streams are written through
};

/// An output file while it is written. Messages name the path that the user gave. Every call may throw RunError. The
/// destructor removes a part file that was not put in place.
class OutputFile {
 public:
  /// Opens an output. @throws as output_place(), and RunError; kPart also refuses a pipe, a device or a standard stream.
  explicit OutputFile(const std::string& path, Begin begin = Begin::kEmpty);
  /// Writes to an unnamed file.
  OutputFile(File file, std::string path) : path_(std::move(path)), file_(std::move(file)) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  std::FILE* get() const { return file_.get(); }
  void write(std::string_view text);
  void flush();
  /// Flushes and waits until all data are on the disk, so that they survive a power cut.
  void sync();
  /// Shortens the file; later writes follow its new end.
  void cut(int64_t size);

  /// Name of the part file; empty if there is none.
  const std::string& part() const { return part_; }
  /// Call after the last byte. Syncs and closes a part file and renames it to `path`. If another program has created
  /// a file there, that file is kept, and the new one gets a name beside it. @throws RunError, also in that case.
  void put_in_place();
  /// Same as put_in_place(), but first renames the existing file to `path` + `suffix`. `path` exists at all times,
  /// and the folder is synced.
  void put_in_place_keeping(const std::string& suffix);

  /// Removes part files that killed programs left beside `path`. The caller must hold the OutputLock of `path`.
  static void remove_abandoned(const std::string& path);

 private:
  void open_part();
  void close();
  void rename_to(const std::string& path);

  std::string path_;
  std::string target_;      // path for the complete file: path_ with links resolved
  std::string part_;        // name of the part file; empty: none, or already put in place
  bool was_there_ = false;  // whether target_ existed at the beginning
  File file_;
};

}  // namespace murmur
