// Where files are kept that the program can make again.
#pragma once

#include <string>

namespace murmur {

/// $XDG_CACHE_HOME/murmur or ~/.cache/murmur; empty where neither variable is set. It need not exist.
std::string cache_folder();

}  // namespace murmur
