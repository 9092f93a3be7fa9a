// The folder for files that the program can make again.
#pragma once

#include <string>

namespace murmur {

/// $XDG_CACHE_HOME/murmur or ~/.cache/murmur; empty where neither variable is set. The folder may not exist yet.
std::string cache_folder();

}  // namespace murmur
