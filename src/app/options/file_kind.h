// What a file is that stands where a scenario can: told by its first bytes. Used by messages about scenarios and by the window,
// which opens all of
// them but figures, and makes walls of pictures and meshes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace murmur {

enum class FileKind : uint8_t { kScenario, kEventLog, kState, kCheckpoint, kFigure, kPicture, kMesh };

FileKind file_kind(std::string_view text);
/// Reads the file's beginning; a mesh is known by the ending of its name. A file that cannot be read twice (a pipe) or at all: kScenario.
FileKind file_kind_at(const std::string& path);

/// "f: is an event log, not a scenario; play it with murmur replay f", or nothing for a scenario.
std::string other_kind(const std::string& path);

}  // namespace murmur
