// The layout of the panel: its sections from top to bottom, their controls and values. ScenarioEditor applies
// changed values to the flock, Widgets draws the controls. Used by the frame loop.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/controls/input_mapper.h"
#include "app/controls/rule_editor.h"
#include "app/controls/scenario_editor.h"
#include "app/controls/value_history.h"
#include "app/live/backend_catalog.h"
#include "app/live/backend_comparison.h"
#include "app/live/frame_stats.h"
#include "app/live/metrics_sampler.h"
#include "render/panel/widgets.h"
#include "sim/measure/flock_shape.h"

namespace murmur {

/// Values that the panel shows, from the frame loop.
struct PanelFacts {
  bool frame_log = false;  ///< the frame log of the key L is being written
  double steps_per_second = 0.0;
  const FrameMeans& means;
  const MetricsSampler& sampler;
  const BackendComparison& compare;
  const std::vector<DifferentValue>& differences;  ///< values that differ between A and B
  const MetricsSampler* second = nullptr;          ///< measures of B; null: there is no B
};

class Panel {
 public:
  Panel(ScenarioEditor& model, InputMapper& controls, ViewSettings& settings, const BackendCatalog& backends,
        const Camera& camera)
      : model_(model), input_(controls), settings_(settings), backends_(backends), camera_(camera) {}

  void draw(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands);
  bool waits_for_rule() const { return rules_.waits(); }

 private:
  /// A section of the panel with a title, which opens and closes.
  struct Section {
    std::string title;
    bool open;  ///< whether the section is open at first
    std::function<void()> draw;
    std::string words = {};            ///< words for the search; empty: those of its controls
    std::optional<size_t> count = {};  ///< number after the title
    std::string table = {};            ///< table that a switch adds and removes; empty: no switch
    bool researchers = false;          ///< belongs to the part for researchers
  };
  /// All sections from top to bottom. A new section is one entry here, and a function that draws it.
  std::vector<Section> sections(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands);
  Section list_of(Widgets& widgets, const TableArray& array);
  void add_groups(Widgets& widgets, std::vector<Section>& sections);
  void go_by_buttons(Widgets& widgets, const std::vector<std::string>& titles);
  void draw_sections(Widgets& widgets, const std::vector<Section>& sections, bool of_researchers);
  /// Draws the title of a section, with its switch. @returns whether the section is open.
  bool begin(Widgets& widgets, const Section& section);
  void presets(Widgets& widgets);
  void flock(Widgets& widgets);
  void key_buttons(Widgets& widgets, const std::vector<std::string>& names,
                   const std::vector<std::string>& texts);
  void boids(Widgets& widgets);
  /// Draws the controls of the wanted keys of [view]. @returns whether there are any.
  bool look_controls(Widgets& widgets, const std::function<bool(const Field&)>& wanted);
  bool found_actions(Widgets& widgets);
  void found(Widgets& widgets, const std::vector<Section>& sections);
  void live(Widgets& widgets, const PanelFacts& facts);
  void curves(Widgets& widgets, const std::vector<LiveMeasures>& samples);
  static void shape(Widgets& widgets, const FlockShape& shape);
  void machine(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands);
  void side_by_side(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands);
  void compare(Widgets& widgets, const BackendComparison& compare, CommandQueue& commands);
  void rules(Widgets& widgets);
  void rule_cards(Widgets& widgets);
  static bool is_of_rules(const ControlGroup& group);  ///< shown in the section Rules
  void species(Widgets& widgets, const PanelFacts& facts);
  void entries_of_species(Widgets& widgets, const FlockSample& sample);
  void numbers_of_species(Widgets& widgets, size_t index);
  void number_not_given(Widgets& widgets, const Control& control);
  void catches(Widgets& widgets, size_t index, const Control& radius);
  void pairs(Widgets& widgets);
  std::string words_of_species() const;
  void custom_rules(Widgets& widgets);
  void custom_rule(Widgets& widgets, size_t index);
  /// Draws a text field for one text of a custom rule, with the error in it. `key`: as in RuleEditor::text().
  void text_of_rule(Widgets& widgets, size_t index, const std::string& key,
                    const std::optional<RuleError>& error);
  void sums_of_rule(Widgets& widgets, size_t index, const CustomRule& rule,
                    const std::optional<RuleError>& error);
  void number_of_rule(Widgets& widgets, size_t index, const CustomRule::Let& let);
  std::string words_of_custom_rules() const;
  void controls_of(Widgets& widgets, const ControlGroup& group);
  void goal_places(Widgets& widgets);
  void elements(Widgets& widgets, const TableArray& array);
  void word(Widgets& widgets, CommandQueue& commands);
  Widgets::Row row_of(const Control& control, double low, double high) const;
  /// The last line of a tooltip for researchers: the name of the key in files and options. Empty for other users.
  std::string in_files(std::string_view key) const;
  void control(Widgets& widgets, const Control& control);
  std::vector<double> middle() const;
  /// The control of one element of an array: "obstacle[].radius" becomes "obstacle[2].radius".
  static Control of_element(Control control, size_t index);
  /// Whether a text contains the words of the search, or their synonyms.
  bool is_searched(const std::string& text) const;

  ScenarioEditor& model_;
  InputMapper& input_;
  ViewSettings& settings_;
  const BackendCatalog& backends_;
  const Camera& camera_;
  std::string search_, word_;
  static constexpr int kUsualRange = 1;
  int live_range_ = kUsualRange;  // time range of the curves
  int pairs_shown_ = -1;          // index of the shown matrix; -1: none yet
  RuleEditor rules_{model_};
  bool edits_numbers_ = false;  // shows names, ends and removal of the numbers of custom rules
};

}  // namespace murmur
