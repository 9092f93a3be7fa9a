#include "app/window/loaded_run.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "app/options/file_kind.h"
#include "app/options/gallery_list.h"
#include "sim/run/event_effects.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

LoadedRun open_file(const std::string& path, const CommonOptions& options, const ScenarioSource& present) {
  const auto open = [&](const Beginning<float>& beginning) { return open_run(beginning, options, path); };
  if (const GalleryEntry* const entry = find_gallery_entry(path))
    return open(beginning_of<float>(gallery_source(*entry)));
  if (const FileKind kind = file_kind_at(path); kind == FileKind::kPicture || kind == FileKind::kMesh)
    throw UserError(other_kind(path));
  const std::string text = read_text_file(path);
  int64_t boids = 0;
  switch (file_kind(text)) {
    case FileKind::kCheckpoint:
      return open(resumed_beginning<float>(path));
    case FileKind::kEventLog:
      return open_run(std::make_shared<const EventLog>(read_event_log(path)), options, path, boids);
    case FileKind::kState: {
      LoadedRun loaded = open(beginning_of<float>(present, &text, path));
      loaded.initial = text;
      return loaded;
    }
    default:
      break;
  }
  if (std::filesystem::path(path).extension() != ".toml")
    throw UserError(fmt::format("{}: is no scenario (.toml), event log, state (CSV) or checkpoint", path));
  CommonOptions named;
  named.scenario_file = path;
  return open(beginning_of<float>(scenario_source(named)));
}

LoadedRun open_beside_tracks(const std::string& tracks, CommonOptions options) {
  const std::vector<StepOfTracks> steps = steps_of_tracks(read_text_file(tracks), tracks);
  const InputFile first{.path = tracks,
                        .text = std::make_shared<const std::string>(steps.front().text),
                        .step = steps.front().step};
  take_boids(options, first);
  const ScenarioSource source = scenario_source(options);
  const auto all =
      std::make_shared<const AnimalTracks>(steps, tracks, scenario_at(source, steps.front().step).scenario());
  LoadedRun loaded =
      open_run(beginning_of<float>(source, first.text.get(), first.name()), options, options.scenario_file);
  loaded.initial = *first.text;
  loaded.tracks = all;
  return loaded;
}

}  // namespace murmur
