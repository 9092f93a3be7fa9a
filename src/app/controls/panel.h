// The layout of the panel: its sections from top to bottom, their controls and values. ScenarioEditor applies the
// use of a control to the flock, Widgets draws it. Used by the frame loop.
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

/// Values of the frame loop for the panel.
struct PanelFacts {
  bool frame_log = false;  ///< one is being written by the key L
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
  /// A part with a title, which opens and closes.
  struct Section {
    std::string title;
    bool open;  ///< it is open at first
    std::function<void()> draw;
    std::string words = {};            ///< a search finds it by these; empty: by its controls, if at all
    std::optional<size_t> count = {};  ///< number behind the title
    std::string table = {};            ///< a switch adds and removes this table; empty: there is none
    bool researchers = false;          ///< it is in the part for researchers
  };
  /// All sections from top to bottom. A further one is an entry here, and the function that draws it.
  std::vector<Section> sections(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands);
  Section list_of(Widgets& widgets, const TableArray& array);
  void add_groups(Widgets& widgets, std::vector<Section>& sections);
  void go_by_buttons(Widgets& widgets, const std::vector<std::string>& titles);
  void draw_sections(Widgets& widgets, const std::vector<Section>& sections, bool of_researchers);
  /// Draws the title, with its switch. @returns whether the section is open.
  bool begin(Widgets& widgets, const Section& section);
  void presets(Widgets& widgets);
  void flock(Widgets& widgets);
  void key_buttons(Widgets& widgets, const std::vector<std::string>& names,
                   const std::vector<std::string>& texts);
  void boids(Widgets& widgets);
  /// The controls of those keys of [view]. @returns whether there are any.
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
  static bool is_of_rules(const ControlGroup& group);  ///< shown with the rules, not below
  void species(Widgets& widgets, const PanelFacts& facts);
  void entries_of_species(Widgets& widgets, const FlockSample& sample);
  void numbers_of_species(Widgets& widgets, size_t index);
  void number_not_given(Widgets& widgets, const Control& control);
  void catches(Widgets& widgets, size_t index, const Control& radius);
  void pairs(Widgets& widgets);
  std::string words_of_species() const;
  void custom_rules(Widgets& widgets);
  void custom_rule(Widgets& widgets, size_t index);
  /// A text with the error that is in it; `key` as RuleEditor has it.
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
  /// The last line of a help for researchers: the key in files and options. Empty for others.
  std::string in_files(std::string_view key) const;
  void control(Widgets& widgets, const Control& control);
  std::vector<double> middle() const;
  /// "obstacle[].radius" of obstacle 2 -> "obstacle[2].radius".
  static Control of_element(Control control, size_t index);
  /// Whether a text has the words that are searched for, or what they mean.
  bool is_searched(const std::string& text) const;

  ScenarioEditor& model_;
  InputMapper& input_;
  ViewSettings& settings_;
  const BackendCatalog& backends_;
  const Camera& camera_;
  std::string search_, word_;
  static constexpr int kUsualRange = 1;
  int live_range_ = kUsualRange;  // time that the curves show
  int pairs_shown_ = -1;          // matrix that is shown; -1: none was yet
  RuleEditor rules_{model_};
  bool edits_numbers_ = false;  // names, ends and removal of sums and numbers of custom rules are shown
};

}  // namespace murmur
