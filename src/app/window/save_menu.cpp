#include "app/window/save_menu.h"

namespace murmur {

Menu save_menu(bool filming, bool log) {
  const char* const end = "ends the film and writes it";
  return {
      .title = "Save",
      .entries = {
          {"scenario", "Scenario", "TOML, with every changed value; murmur view FILE.toml opens it"},
          {"copy", "Copy scenario", "the same text, to the clipboard"},
          {"state", "State", "CSV of all boids; murmur run --initial FILE.csv goes on from it"},
          {"checkpoint", "Checkpoint", "the whole run; murmur run --resume FILE goes on with it"},
          {"log", "Event log",
           log ? "what was done since the start; murmur replay FILE.jsonl plays it"
               : "not in a replay, or without room for temporary files"},
          {"picture", "Picture", "PNG of the window, as F12"},
          {"mp4", filming ? "End film" : "Film (MP4)",
           filming ? end : "records the picture until it is ended here"},
          {"gif", filming ? "End film" : "Film (GIF)", filming ? end : "the same as GIF, for short films"}}};
}

}  // namespace murmur
