// Text, panel, menus and questions of the window: fills them from the run and the settings, and turns the user's
// input into commands. Owns the overlay of Dear ImGui. Used by App.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/controls/boid_inspector.h"
#include "app/controls/input_mapper.h"
#include "app/controls/panel.h"
#include "app/live/seconds.h"
#include "app/live/step_pacer.h"
#include "app/options/gallery_list.h"
#include "app/window/exporter.h"
#include "app/window/gallery.h"
#include "app/window/shown_flocks.h"
#include "render/gl/window.h"
#include "render/panel/overlay.h"
#include "render/scene/scene.h"

namespace murmur {

constexpr double kLongStep = 0.5;  ///< step time from which on the window says that a step is under way [s]

/// Values that a frame shows, beside those of the run and the settings.
struct UiModel {
  const StepPacer& pacer;
  const std::vector<Label>& labels;
  const Exporter& exporter;
  const PanelFacts& panel;
  const ShownFlocks& flocks;
};

/// Scale of text and controls for the user's choice `interface`; smaller in a window that has no room for it.
float interface_scale(const Window& window, double interface);
/// Initial width of the picture beside the panel [pixels]. `panel`: see Ui::show_panel(). `interface`: size of text and controls.
int picture_width(const Window& window, const std::string& panel, double interface);

inline constexpr const char* kClosedPanel = "closed";  ///< panel that a button over the picture opens

class Ui {
 public:
  /// `places`: path of the file for tests; empty: none.
  Ui(Window& window, LiveRun& run, InputMapper& controls, ViewSettings& settings, Notices& notices,
     const BackendCatalog& backends, const Camera& camera, const std::string& places);

  ScenarioEditor& editor() { return editor_; }
  /// Sets the name of the file or gallery entry that the run begins with; empty: the name of its preset.
  void set_name(const std::string& file);
  float scale() const { return overlay_.scale(); }
  /// Whether the text of a custom rule is typed, but not applied.
  bool waits_for_rule() const { return panel_.waits_for_rule(); }
  Overlay& overlay() { return overlay_; }
  const Overlay& overlay() const { return overlay_; }
  /// Shows the panel at first: "shown", "hidden", "auto": if there is room, or kClosedPanel.
  void show_panel(const std::string& when);
  double usual_panel() const;        ///< usual width of the panel [pixels]
  int panel_width(int width) const;  ///< [pixels] in a window of that width; 0: the panel is hidden
  /// Width of the panel beside the picture [pixels]; 0 in a narrow window, where the panel lies over the picture.
  int panel_beside(int width) const;
  /// Hides the panel when the window becomes too narrow for panel and picture; the key H shows it.
  void auto_hide_panel(int width);
  /// Offers flocks to begin with, one click away.
  void offer_pictures();
  void note_push() { pushed_at_ = seconds(); }
  void note_input() { touched_ = seconds(); }
  Margins margins() const;  ///< margins of the picture that text covers [pixels]

  /// Draws text and panel into a window of this size [pixels], and queues the commands of the user.
  void draw(int width, int height, const UiModel& model, const Camera& camera, CommandQueue& commands);

 private:
  OverlayStatus status(const UiModel& model, const Camera& camera) const;
  float opacity() const;
  Legend legend(const Scene& scene) const;
  TimeBar time_bar() const;
  std::string replay_text() const;
  Menu menu(const Exporter& exporter);
  void write_places();
  void take_answers(CommandQueue& commands);
  void begin_flock(const GalleryEntry& entry, CommandQueue& commands);
  void take_menu_choice(CommandQueue& commands);

  Window& window_;
  LiveRun& run_;
  InputMapper& input_;
  ViewSettings& settings_;
  Notices& notices_;
  ScenarioEditor editor_;
  Panel panel_;
  Overlay overlay_;
  std::string places_file_;                        // file for tests that click; empty: none
  std::string places_;                             // text of the file for tests
  std::unique_ptr<Gallery> gallery_;               // made when the gallery is first opened
  std::optional<std::vector<std::string>> files_;  // files in the menu Open; none: the menu is closed
  bool offers_pictures_ = false;
  double pushed_at_ = -1.0;                 // time of the last push [s]
  double touched_ = seconds() + 6.0;        // time of the last input [s]; at first tools stay longer
  double at_pace_ = seconds();              // last time at which the flock kept at least half its pace [s]
  bool gave_way_ = false, narrow_ = false;  // a narrow window has hidden the panel
};

}  // namespace murmur
