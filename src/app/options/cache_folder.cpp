#include "app/options/cache_folder.h"

#include <cstdlib>

namespace murmur {

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return std::string(cache) + "/murmur";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? std::string(home) + "/.cache/murmur" : std::string();
}

}  // namespace murmur
