#include "app/live/second_run.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "sim/editing/table_arrays.h"
#include "sim/scenario/key_values.h"

namespace murmur {
namespace {

const std::atomic<bool> kNever = false;

std::unique_ptr<Simulation<float>> copy_of(const RunMoment& moment, std::unique_ptr<Backend<float>> backend) {
  return std::make_unique<Simulation<float>>(moment.run, std::move(backend), moment.state);
}

}  // namespace

bool concerns_both(const Event& event) {
  if (event.kind != EventKind::kSet) return event.kind != EventKind::kPreset;
  const TableOfKey place = table_of(event.key);
  if (place.table == "cursor") return true;  // the position and mode of the pointer
  const TableArray* const array = find_table_array(place.table);
  if (array) return !array->place_keys.empty() && (place.key.empty() || array->is_place(place.key));
  return place.table == "goal" && (place.key.empty() || place.key == "path");
}

SecondRun::SecondRun(RecordedRun& first, std::unique_ptr<Backend<float>> backend,
                     std::shared_ptr<const AnimalTracks> tracks)
    : first_(first),
      start_(first.moment()),
      run_(copy_of(start_, std::move(backend)), nullptr, nullptr, 0.5 * RunHistory::usual_bytes()),
      tracks_(std::move(tracks)),
      times_restored_(first.times_restored()) {
  start_at_ = run_.history().present();
  marks_.push_back({start_.at, start_at_.records});
  if (tracks_) animals_.emplace(start_.run).source.set("predator", {});
  first_.on_posted = [this](const PostedEvent& posted) { take(posted); };
  first_.on_forget = [this] { forget_future(); };
}

SecondRun::~SecondRun() { first_.on_posted = nullptr, first_.on_forget = nullptr; }

void SecondRun::take(const PostedEvent& posted) {
  if (sets_) return;
  if (posted.event.kind == EventKind::kPreset) over_ = "another preset is another flock";
  if (tracks_ || !concerns_both(posted.event)) return;
  both_.push_back({posted, first_.history().present()});
  both_.back().posted.event.step = first_.simulation().step_number();
}

/// Follows A when A continues from an earlier position: B discards its future, too.
void SecondRun::forget_future() {
  if (tracks_) return;
  follow_into_past();
  std::erase_if(marks_, [this](const Mark& one) { return one.first > first_.history().present(); });
  run_.forget_future();
}

void SecondRun::follow() {
  if (tracks_) return show_tracks();
  const RunPosition present = first_.history().present();
  if (present < start_.at) {
    over_ = fmt::format("B begins at step {}", start_step());
  } else if (first_.times_restored() != times_restored_) {
    over_ = "B has no steps like those that are back";
  } else {
    follow_into_past();
    if (!first_.in_past()) catch_up();
  }
}

/// Shows the animals of the tracks at the step of A. The scenario stays that of the start, with its world and species, but without predators.
void SecondRun::show_tracks() {
  const int64_t step = first_.simulation().step_number();
  State<float> state = tracks_->at(step);
  state.step = step;
  run_.simulation().restore(*animals_, state);
  if (!std::exchange(tracks_end_, step > tracks_->last_step()) && tracks_end_)
    refused_.push_back(fmt::format("the tracks end at step {}: the animals stay where they were seen last",
                                   tracks_->last_step()));
}

/// Brings B to the step of A in the past, as far as B has its own steps.
void SecondRun::follow_into_past() {
  if (first_.in_past() || run_.in_past())
    run_.seek(std::min(place_of(first_.history().present()), run_.history().end()), kNever);
}

/// Repeats on B the events and steps of A that B does not have yet.
void SecondRun::catch_up() {
  while (!both_.empty() || run_.simulation().step_number() < first_.simulation().step_number()) {
    if (!both_.empty() && both_.front().posted.event.step <= run_.simulation().step_number()) {
      std::vector<PostedEvent> one{both_.front().posted};
      apply(one);
      mark(both_.front().after);
      both_.pop_front();
    } else {
      run_.step();  // takes a step, or skips an event of the scenario that does not fit B
      note_refused();
      mark(first_.history().present());
    }
  }
}

void SecondRun::mark(const RunPosition& first) {
  const int64_t records = run_.history().present().records;
  if (marks_.back().records != records) marks_.push_back({first, records});
}

RunPosition SecondRun::place_of(const RunPosition& first) const {
  const auto later = std::ranges::find_if(marks_.begin() + 1, marks_.end(),
                                          [&](const Mark& one) { return one.first > first; });
  return {first.step, (later - 1)->records};
}

std::vector<std::string> SecondRun::take_refused() { return std::exchange(refused_, {}); }

void SecondRun::both_to_start() {
  RunMoment of_b{.at = start_at_, .run = start_.run, .state = start_.state};
  // If one history has lost the way to the start, both are cleared.
  const bool known = first_.history().reaches(start_.at) && (tracks_ || run_.history().reaches(start_at_));
  first_.return_to(start_, known);
  if (!tracks_) run_.return_to(of_b, known);
  first_.forget_future();
  start_at_ = of_b.at;
  if (!known) marks_.assign(1, {start_.at, start_at_.records});
}

void SecondRun::set(std::vector<PostedEvent>& first, std::vector<PostedEvent>& second) {
  if (first.empty() && second.empty()) return;
  first_.forget_future();
  sets_ = true;
  try {
    first_.apply(first);
    apply(second);
  } catch (...) {
    sets_ = false;
    throw;
  }
  sets_ = false;
  mark(first_.history().present());
}

void SecondRun::apply(std::vector<PostedEvent>& events) {
  run_.apply(events);
  note_refused();
}

void SecondRun::note_refused() {
  for (const std::string& why : run_.take_report().refused) refused_.push_back("flock B: " + why);
}

void SecondRun::recover(std::unique_ptr<Backend<float>> backend) {
  run_.recover(run_.history().present(), std::move(backend));
}

}  // namespace murmur
