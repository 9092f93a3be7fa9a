#include "sim/formats/run_id.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/util/errors.h"

namespace murmur {

std::string run_id_text(uint64_t id) { return fmt::format("r{:016x}", id); }

bool is_run_id(std::string_view text) {
  return text.size() == 17 && text.front() == 'r' &&
         text.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

uint64_t hash_from_text(const char* name, const std::string& text) {
  uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (text.size() != 16 || error != std::errc() || end != text.data() + text.size())
    throw UserError(fmt::format("{} '{}' is not 16 hex digits", name, text));
  return hash;
}

std::string content_digest(std::string_view bytes) {
  uint64_t sum = 0;
  for (const char c : bytes) sum = mix64(sum ^ static_cast<unsigned char>(c)) + 1;
  return fmt::format("{:016x}", sum);
}

std::string run_id(const RunIdentity& identity) {
  uint64_t sum = 0;
  const auto add = [&sum](uint64_t word) { sum = mix64(sum ^ word) + 0x9e3779b97f4a7c15ull; };
  for (const std::string* text : {&identity.scenario, &identity.precision, &identity.image_hash}) {
    for (const char c : *text) add(static_cast<unsigned char>(c));
    add(256 + text->size());
  }
  add(static_cast<uint64_t>(identity.first_step));
  add(identity.start_hash);
  return run_id_text(sum);
}

void check_goes_on(const char* option, const std::string& path, const FileStart& start,
                   const FileFound& found) {
  if (start.run.empty() || found.last_step < 0) return;  // no entries that could be mixed with this run's
  if (found.run.empty()) {
    throw UserError(
        fmt::format("{} {}: does not say to which run it belongs, as files of older versions do not; the run "
                    "of --resume is {}: name another file for the part that follows",
                    option, path, start.run));
  }
  if (found.run != start.run) {
    throw UserError(
        fmt::format("{} {}: belongs to the run {}, the checkpoint of --resume to {}; name another "
                    "file, or the checkpoint of that run",
                    option, path, found.run, start.run));
  }
  if (!start.every_named && found.spacing > 0 && found.spacing != start.every) {
    throw UserError(
        fmt::format("{0} {1}: has an entry every {2} steps; add {0}-every {2}, or another number if the rest "
                    "is to have other distances",
                    option, path, found.spacing));
  }
  if (start.every > 0 && found.last_step + std::max(start.every, found.spacing) < start.resumed_at) {
    throw UserError(
        fmt::format("{} {}: ends at step {}, the checkpoint of --resume is of step {}: what lies between "
                    "would be missing; resume an earlier checkpoint, or name another file",
                    option, path, found.last_step, start.resumed_at));
  }
}

}  // namespace murmur
