// The entries of the menu "Save". Used by the frame loop, which writes the files.
#pragma once

#include <cstdint>

#include "render/panel/overlay_status.h"

namespace murmur {

/// In the order of the menu.
enum class SaveChoice : uint8_t { kScenario, kCopy, kState, kCheckpoint, kLog, kPicture, kMp4, kGif };

/// `filming`: a film is being recorded; `log`: there is an event log.
Menu save_menu(bool filming, bool log);

}  // namespace murmur
