#include "library/border.h"

#include "sim/embedded/wording.h"

namespace murmur::library {
namespace {

constexpr embedded::Word kWords[] = {
    {"--set preset: use --preset NAME", "preset: use the event preset"},
    {"--preset: ", "preset: "},
    {"--set: ", "set: "},
    {"--set ", "set: "},
    {"--rule: ", "rule: "},
    {"--simd ", "simd "},
    {"--backend cpu", "backend \"cpu\""},
    {"with --boids", "of the scenario"},
    {"add --overwrite to replace it", "delete it first"},
    {"use flock.state()", "use murmur_copy"},
    {"load() a checkpoint of it", "murmur_load a checkpoint of it"},
};

thread_local std::string last_error;
thread_local const char* last_text = "";  // last_error, or a constant if no memory was left

}  // namespace

int note_failure(int status, const char* text) noexcept {
  try {
    last_error = embedded::reworded(text, kWords);
    last_text = last_error.c_str();
  } catch (...) {
    last_text = "there is not enough memory";
  }
  return status;
}

const char* last_failure() noexcept { return last_text; }

}  // namespace murmur::library
