// Text, panel, menus and questions over and beside the picture: fills them from the run and the settings, and turns what was
// pressed into commands. Owns Dear ImGui's overlay. Used by App.
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

constexpr double kLongStep = 0.5;  ///< [s]: the window shows that a step is under way

/// What is shown in a frame, beside the run and the settings.
struct UiModel {
  const StepPacer& pacer;
  const std::vector<Label>& labels;
  const Exporter& exporter;
  const PanelFacts& panel;
  const ShownFlocks& flocks;
};

/// Scale of text and controls if the user chose `interface`: less in a window that has no room for them.
float interface_scale(const Window& window, double interface);
/// What a window of that width leaves for the picture beside the panel at first [pixels]. `panel`: see Ui::show_panel().
/// `interface`: size of text and controls.
int picture_width(const Window& window, const std::string& panel, double interface);

class Ui {
 public:
  /// `places`: file for tests; empty: none.
  Ui(Window& window, LiveRun& run, InputMapper& controls, ViewSettings& settings, Notices& notices,
     const BackendCatalog& backends, const Camera& camera, const std::string& places);

  ScenarioEditor& editor() { return editor_; }
  /// Sets the name of the file or the scenario of the gallery that the run begins with; empty: the name of its preset.
  void set_name(const std::string& file);
  float scale() const { return overlay_.scale(); }
  /// A text of a custom rule is typed, and not applied.
  bool waits_for_rule() const { return panel_.waits_for_rule(); }
  Overlay& overlay() { return overlay_; }
  const Overlay& overlay() const { return overlay_; }
  /// The panel is shown at first: "shown", "hidden", or "auto": if there is room.
  void show_panel(const std::string& when);
  double usual_panel() const;        ///< [pixels]
  int panel_width(int width) const;  ///< [pixels] if the window is `width` wide; 0: it is hidden
  /// Part of panel_width() that the picture leaves free: nothing where the window is narrow and the panel lies over the picture.
  int panel_beside(int width) const;
  /// Hides the panel when the window becomes too narrow for panel and picture; H shows it.
  void auto_hide_panel(int width);
  /// Flocks to begin with, one click away, until the user does something.
  void offer_pictures() { offers_pictures_ = true; }
  void note_push() { pushed_at_ = seconds(); }
  Margins margins() const;  ///< margins of the picture that text covers [pixels]

  /// `width`, `height`: of the window [pixels].
  void draw(int width, int height, const UiModel& model, const Camera& camera, CommandQueue& commands);

 private:
  OverlayStatus status(const UiModel& model, const Camera& camera) const;
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
  std::string places_file_;                        // tests that click read it; empty: none
  std::string places_;                             // text that the file has
  std::unique_ptr<Gallery> gallery_;               // made when it is first opened
  std::optional<std::vector<std::string>> files_;  // that the menu Open offers; none: it is closed
  bool offers_pictures_ = false;
  double pushed_at_ = -1.0;                 // [s]
  bool gave_way_ = false, narrow_ = false;  // the panel gave way to a narrow window
};

}  // namespace murmur
