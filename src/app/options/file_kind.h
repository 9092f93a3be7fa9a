// Recognises by its first bytes what a file is that was named in place of a scenario. Used by messages about
// scenarios, and by the window, which opens every kind but figures, and makes walls of pictures and meshes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace murmur {

enum class FileKind : uint8_t { kScenario, kEventLog, kState, kCheckpoint, kFigure, kPicture, kMesh };

FileKind file_kind(std::string_view text);
/// The kind of a file by its first bytes; of a mesh by the ending of its name. kScenario for a file that cannot be
/// read, or only once (a pipe).
FileKind file_kind_at(const std::string& path);

/// A sentence for a file that is no scenario, "f: is an event log, not a scenario; play it with murmur replay f"; empty: it may be one.
std::string other_kind(const std::string& path);

}  // namespace murmur
