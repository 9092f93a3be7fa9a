#include "app/options/file_kind.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "sim/formats/checkpoint.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

namespace {

bool has_mesh_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return ending == ".obj" || ending == ".ply" || ending == ".stl";
}

}  // namespace

FileKind file_kind(std::string_view text) {
  if (text.starts_with(kCheckpointBegin)) return FileKind::kCheckpoint;
  if (text.starts_with("{\"")) return FileKind::kEventLog;
  if (text.starts_with("step,id,")) return FileKind::kState;
  if (text.starts_with("\x89PNG\r\n")) return FileKind::kPicture;
  if (text.find("\n[[series]]") != std::string_view::npos) return FileKind::kFigure;
  return FileKind::kScenario;
}

FileKind file_kind_at(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return FileKind::kScenario;
  if (has_mesh_ending(path)) return FileKind::kMesh;
  try {
    char begin[8192];
    const File file = open_to_read(path);
    return file_kind({begin, std::fread(begin, 1, sizeof begin, file.get())});
  } catch (const RunError&) {
  } catch (const UserError&) {
  }
  return FileKind::kScenario;
}

std::string other_kind(const std::string& path) {
  switch (file_kind_at(path)) {
    case FileKind::kEventLog:
      return fmt::format("{0}: is an event log, not a scenario; play it with murmur replay {0}", path);
    case FileKind::kState:
      return fmt::format(
          "{0}: is a state, not a scenario; start from it with --initial {0} beside its scenario or --preset",
          path);
    case FileKind::kCheckpoint:
      return fmt::format("{0}: is a checkpoint, not a scenario; go on from it with murmur run --resume {0}",
                         path);
    case FileKind::kFigure:
      return fmt::format("{0}: is a figure, not a scenario; run it with murmur reproduce {0}", path);
    case FileKind::kPicture:
      return fmt::format(
          "{0}: is a picture, not a scenario; what is dark in it can be a wall: image = \"{0}\" in [[wall]]",
          path);
    case FileKind::kMesh:
      return fmt::format("{0}: is a mesh, not a scenario; it can be a wall: mesh = \"{0}\" in [[wall]]",
                         path);
    case FileKind::kScenario:
      break;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return "";
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const char* const other : {".csv", ".gif", ".h5", ".mkv", ".mov", ".mp4", ".webm", ".xyz"})
    if (ending == other)
      return fmt::format("{}: is no scenario; allowed: a scenario in TOML, as murmur presets NAME prints it",
                         path);
  return "";
}

}  // namespace murmur
