#include "app/options/file_uses.h"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/output_lock.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const FileUses::Write& write) {
  std::vector<std::string> files{write.path};
  if (!write.companion.empty()) files.push_back(output_place(write.path).path + write.companion);
  return files;
}

}  // namespace

void FileUses::reads(const std::string& what, const std::string& path) {
  // Pipes and devices are left out: they can be used twice, and hold nothing that could be lost.
  if (!path.empty() && !is_special_file(path)) reads_.push_back({what, path});
}

void FileUses::writes(const Write& write) {
  if (write.path.empty()) return;
  if (output_place(write.path).is_file()) writes_.push_back(write);
}

void FileUses::check() const {
  std::vector<std::string> faults;
  std::map<std::string, std::string> inputs;    // uses by identity of the file
  std::map<std::string, const Write*> outputs;  // outputs by identity of the file
  for (const Read& read : reads_) inputs[file_identity(read.path)] = read.what;
  for (const Write& write : writes_) {
    const size_t faults_before = faults.size();
    std::vector<std::string> names;
    for (const std::string& file : files_of(write)) names.insert(names.end(), {file, OutputLock::name(file)});
    for (const std::string& file : names) {
      const std::string identity = file_identity(file);
      const auto input = inputs.find(identity);
      const bool allowed =
          !write.may_replace_input.empty() && identity == file_identity(write.may_replace_input);
      if (input != inputs.end() && !allowed) {
        faults.push_back(
            fmt::format("{} {}: would replace {}, which is {} of this command; name another file",
                        write.option, write.path, file, input->second));
      }
      const auto [other, is_new] = outputs.emplace(identity, &write);
      // A kill during the replacement of a checkpoint leaves F and F.1 as two names of one file, which is no fault.
      if (is_new || other->second == &write) continue;
      faults.push_back(
          fmt::format("{}: was named for two outputs of this command, {} and {}; give each its own file",
                      file, other->second->option, write.option));
      break;
    }
    if (faults.size() > faults_before || write.may_exist) continue;
    try {
      for (const std::string& file : files_of(write)) refuse_existing(write.option, file, overwrite_);
    } catch (const UserError& error) {
      faults.emplace_back(error.what());
    }
  }
  if (!faults.empty()) throw UserError(faults);
}

void FileUses::check_and_lock() {
  check();
  for (const Write& write : writes_) {
    for (const std::string& file : files_of(write)) locks_.push_back(std::make_unique<OutputLock>(file));
    OutputFile::remove_abandoned(write.path);
  }
}

void FileUses::check_there() const {
  for (const Write& write : writes_) {
    std::error_code ignored;
    if (!fs::exists(write.path, ignored))
      throw RunError(
          fmt::format("{} {}: was removed or renamed while it was written", write.option, write.path));
  }
}

}  // namespace murmur
