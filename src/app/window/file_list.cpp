#include "app/window/file_list.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/options/cache_folder.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

constexpr size_t kMostRecent = 6, kMostListed = 14;
constexpr std::array<const char*, 4> kEndings{".toml", ".csv", ".checkpoint", ".jsonl"};

std::string path_of_list() { return cache_folder().empty() ? "" : cache_folder() + "/recent.txt"; }

std::string whole_path(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(path, ignored).string();
}

std::vector<std::string> recent_files() {
  std::vector<std::string> paths;
  std::error_code none;
  if (!std::filesystem::exists(path_of_list(), none)) return paths;
  std::istringstream lines(read_text_file(path_of_list()));
  for (std::string line; std::getline(lines, line);)
    if (std::filesystem::is_regular_file(line, none)) paths.push_back(line);
  return paths;
}

}  // namespace

void note_recent_file(const std::string& path) {
  if (path_of_list().empty()) return;
  try {
    std::vector<std::string> paths = recent_files();
    std::erase(paths, whole_path(path));
    paths.insert(paths.begin(), whole_path(path));
    paths.resize(std::min(paths.size(), kMostRecent));
    std::filesystem::create_directories(cache_folder());
    replace_file(path_of_list(), fmt::format("{}\n", fmt::join(paths, "\n")));
  } catch (const std::exception&) {  // a list that cannot be written stays as it is
  }
}

std::vector<std::string> files_to_open(const std::string& folder) {
  std::vector<std::string> paths;
  try {
    paths = recent_files();
  } catch (const std::exception&) {  // a list that cannot be read counts as empty
  }
  std::vector<std::pair<std::filesystem::file_time_type, std::string>> there;
  std::error_code none;
  for (const std::filesystem::directory_entry& file :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, none))
    if (file.is_regular_file(none) && std::ranges::count(kEndings, file.path().extension().string()) > 0)
      there.emplace_back(file.last_write_time(none), whole_path(file.path()));
  std::ranges::sort(there, std::greater());
  for (const auto& [time, path] : there)
    if (std::ranges::count(paths, path) == 0) paths.push_back(path);
  paths.resize(std::min(paths.size(), kMostListed));
  return paths;
}

}  // namespace murmur
