// murmur render: makes films and pictures of a run without a window. OpenGL, through EGL, draws the looks that PlainPictures cannot.
#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>
#include <CLI/CLI.hpp>

#include "app/batch/open_run.h"
#include "app/film/density_pictures.h"
#include "app/film/picture_timer.h"
#include "app/film/render_options.h"
#include "app/live/seconds.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/file_uses.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "render/film/film_output.h"
#include "render/gl/drawing_is.h"
#include "render/gl/offscreen.h"
#include "render/gl/picture_reader.h"
#include "render/gl/render_target.h"
#include "render/scene/best_writer.h"
#include "render/scene/camera_move.h"
#include "render/scene/plain_pictures.h"
#include "render/scene/scene.h"
#include "sim/machine/registry.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

constexpr int64_t kFrames = 300;
constexpr int64_t kManyBoids = 10'000'000;                        // more boids than a picture has pixels
constexpr double kTrailLives = 4.0, kMostTrailPictures = 1000.0;  // when a trail has faded

/// Opens the run of a film from a scenario, a state, a checkpoint or an event log.
LoadedRun run_to_film(const RenderOptions& options) {
  int64_t boids = 0;
  if (!options.resume.empty()) return open_run(resumed_beginning<float>(options.resume), options.common);
  if (!options.replay.empty()) {
    const auto log = std::make_shared<const EventLog>(read_event_log(options.replay));
    return open_run(log, options.common, options.replay, boids);
  }
  const auto beginning = read_beginning<float>(options.common, {options.initial});
  if (!beginning.state) note_dense_start(beginning.scenario());
  return open_run(beginning, options.common);
}

/// Number of steps that are left in a replayed log; none: not a replay, so there is no limit.
std::optional<int64_t> steps_left(const LoadedRun& run) {
  if (!run.player) return std::nullopt;
  return run.player->last_step(*run.simulation) - run.simulation->step_number();
}

/// Number of frames of the film. @throws UserError if the log is too short.
int64_t frame_count(const RenderOptions& options, FilmKind kind, std::optional<int64_t> steps_left) {
  const int64_t usual = kind == FilmKind::kPicture ? 1 : kFrames;
  if (!steps_left) return options.frames.value_or(usual);
  if (*steps_left < options.warm_up) {
    throw UserError(
        fmt::format("--warm-up {}: the log {} has {} steps", options.warm_up, options.replay, *steps_left));
  }
  const int64_t all = (*steps_left - options.warm_up) / options.steps_per_frame + 1;
  const int64_t wanted = options.frames.value_or(all);
  if (wanted > all) note("{} ends after {} frames, so the film does too", options.replay, all);
  return std::min(wanted, all);
}

/// Checks every file that is read or written, before any is opened.
FileUses check_files(const RenderOptions& options, FilmKind kind, int64_t frames) {
  FileUses files(options.overwrite);
  files.reads("the scenario", options.common.scenario_file);
  files.reads("the state of --initial", options.initial);
  files.reads("the checkpoint of --resume", options.resume);
  files.reads("the log of --replay", options.replay);
  files.writes({.option = "--frame-log", .path = options.frame_log});
  if (kind != FilmKind::kFrames) {
    files.writes({.option = "--output", .path = options.output});
  } else {
    for (int64_t frame = 0; frame < frames; ++frame)
      refuse_existing("--output", numbered(options.output, frame), options.overwrite);
  }
  files.check_and_lock();
  return files;
}

/// The objects that draw with OpenGL.
struct Drawing {
  Drawing(int device_index, const FilmOptions& film, FrameStats& stats, const Scenario& scenario,
          const Look& look)
      : context(device_index),
        target(film.width, film.height, drawing_is("one-sample") ? 1 : Scene::samples(scenario, look)),
        timer(stats) {
    scene.boids().set_writer(
        std::make_unique<BestWriter>([](const std::string& sentence) { complain(sentence); }));
  }
  Offscreen context;  // declared before all objects that need the context
  RenderTarget target;
  Scene scene;
  PictureTimer timer;
  PictureReader reader;
};

class Filming {
 public:
  Filming(const RenderOptions& options, LoadedRun& run)
      : options_(options),
        run_(run),
        kind_(film_kind(options.output)),
        frames_(frame_count(options, kind_, steps_left(run))),
        files_(check_files(options, kind_, frames_)),
        camera_(run.simulation->scenario().world.size),
        stats_(options.frame_log, run.origin.run) {
    if (options.density) {
      check_density_look();
      density_.emplace(options.common.threads);
    } else {
      if (run.simulation->count() >= kManyBoids)
        note("so many boids are drawn faster with --density, as how many are in each pixel");
      const BackendOptions machine = backend_options(options.common);
      plain_.emplace(machine.threads, machine.simd);
      choose_drawing();
    }
    run.simulation->time_phases(stats_.logs());
    camera_.resize(options.film.width, options.film.height);
    place_camera(camera_, options, 0.0);  // reports faults of the options before any file is written
    FilmOptions film = options.film;
    const double pace = run.simulation->scenario().view.steps_per_second;
    film.frames_per_second = options.frames_per_second.value_or(pace);
    if (film.frames_per_second > kMostRate && (kind_ == FilmKind::kMp4 || kind_ == FilmKind::kGif))
      throw UserError(fmt::format(
          "--fps: the scenario has {} steps per second, and a film at most {} pictures; name its pace, for "
          "example --fps 60 --steps-per-frame {:.0f}",
          pace, kMostRate, std::round(pace / 60.0)));
    film_ = make_film(options.output, film);
  }

  /// Renders all frames. @returns their number; fewer than requested after a signal.
  int64_t shoot(const Interrupt& interrupt) {
    warm_up(interrupt);
    Progress progress(0, frames_, "frame");
    int64_t frame = 0;
    for (; frame < frames_ && !interrupt.came(); ++frame) {
      shoot_frame(frame);
      progress.update(frame + 1);
    }
    if (frame == frames_) play_log();
    write_pictures(0);
    if (frame > 0) film_->finish();
    collect_times(true);
    check(stats_.flush());
    return frame;
  }
  int64_t wanted() const { return frames_; }
  /// The hash of the last picture; none if OpenGL has drawn it.
  std::optional<uint64_t> last_hash() const {
    return image_ ? std::optional(picture_hash(*image_)) : std::nullopt;
  }

 private:
  /// Switches to OpenGL from the first picture on that needs it.
  void choose_drawing() {
    const Scenario& scenario = run_.simulation->scenario();
    const Look look = look_of(scenario, options_.look);
    if (!plain_ || PlainPictures::suits(scenario, look)) return;
    plain_.reset();
    image_ = nullptr;
    drawing_.emplace(run_.simulation->backend().device_index(), options_.film, stats_, scenario, look);
  }

  void warm_up(const Interrupt& interrupt) {
    Progress progress(0, options_.warm_up);
    const int64_t trail = trail_pictures();
    for (int64_t step = 0; step < options_.warm_up && !interrupt.came(); ++step) {
      if (step + trail >= options_.warm_up) picture(0);
      advance();
      progress.update(step + 1);
    }
    collect_times(true);
    stats_.forget();
  }

  /// Number of earlier steps to draw for the trails in the first picture.
  int64_t trail_pictures() {
    if (density_) return 0;
    const double trails = look_of(run_.simulation->scenario(), options_.look).trails;
    return static_cast<int64_t>(std::min(kTrailLives * trails, kMostTrailPictures));
  }

  void shoot_frame(int64_t frame) {
    const double start = seconds();
    Simulation<float>& simulation = *run_.simulation;
    FrameRow& row = stats_.row();
    for (int64_t k = 0; frame > 0 && k < options_.steps_per_frame; ++k) step();
    row.step = simulation.step_number();
    row.boids = simulation.count();
    if (kind_ != FilmKind::kPicture || frame + 1 == frames_) {
      picture(frame);
      const double before_writing = seconds();
      if (drawing_) drawing_->reader.begin(drawing_->target, 0.0);
      write_pictures(1);
      row.swap_ms = ms_since(before_writing);
    } else if (frame + trail_pictures() >= frames_) {
      picture(frame);
    }
    collect_times(false);
    row.total_ms = ms_since(start);
    check(stats_.end(
        {simulation.scenario().preset, simulation.backend().name(), simulation.backend().description()},
        seconds()));
  }

  /// Adds finished pictures to the film until only `left` are still being read, while the next one is computed.
  void write_pictures(uint64_t left) {
    if (std::exchange(image_waits_, false)) film_->add(*image_);
    while (drawing_ && drawing_->reader.under_way() > left) film_->add(drawing_->reader.take(true)->image);
  }

  /// Passes the times of earlier frames to the stats. `wait`: waits until all are known.
  void collect_times(bool wait) {
    if (drawing_) drawing_->timer.collect(drawing_->scene.boids().writer(), wait);
  }

  void play_log() {
    if (run_.player) run_.player->play_current_step_or_throw(*run_.simulation);
  }
  void advance() {
    play_log();
    run_.simulation->advance();
  }

  static void check(const std::string& failure) {
    if (!failure.empty()) throw RunError(failure);
  }

  void step() {
    const double start = seconds();
    advance();
    if (!stats_.logs()) return;  // last_step_times() would wait for the device
    const PhaseTimes phases = run_.simulation->backend().last_step_times();
    stats_.add_steps(1, ms_since(start), phases);
  }

  void picture(int64_t frame) {
    Simulation<float>& simulation = *run_.simulation;
    const Scenario& scenario = simulation.scenario();
    if (scenario.world.size != camera_.world()) camera_.set_world(scenario.world.size);
    const Look look = look_of(scenario, options_.look);
    const auto at_step = static_cast<double>(simulation.step_number());
    camera_.set_scene(look.scene);
    camera_.set_move({});
    place_camera(camera_, options_, static_cast<double>(frame) / static_cast<double>(frames_));
    camera_.set_move(camera_move(look.camera, at_step, simulation.backend(), scenario));
    const double start = seconds();
    choose_drawing();
    if (!drawing_) {
      if (density_) density_image_ = density_->draw(simulation.backend(), camera_, look);
      image_ = density_
                   ? &density_image_
                   : &plain_->draw(simulation.backend(), camera_, scenario, {.look = look, .step = at_step});
      image_waits_ = true;
      stats_.add_drawing(&FrameRow::draw_ms, ms_since(start), false);
      if (stats_.logs()) stats_.row().picture = picture_hash(*image_);
      return;
    }
    auto& [context, target, scene, timer, reader] = *drawing_;
    scene.update(simulation.backend(), scenario, look, stats_.frame());
    timer.uploaded(ms_since(start), scene.boids().writer());
    const PictureTimer::Span timed(timer);
    target.bind();
    if (drawing_is("discard")) glEnable(GL_RASTERIZER_DISCARD);
    if (drawing_is("scissor")) glEnable(GL_SCISSOR_TEST), glScissor(0, 0, 1, 1);
    scene.draw(camera_, scenario, {.look = look, .step = at_step});
  }

  void check_density_look() const {
    const Look look = look_of(run_.simulation->scenario(), options_.look);
    if (look.scene != Surroundings::kPlain)
      throw UserError("--density: boids are counted in a plain scene alone; use it with --scene plain");
  }

  const RenderOptions& options_;
  LoadedRun& run_;
  const FilmKind kind_;
  const int64_t frames_;
  const FileUses files_;  // declared before all outputs, so that the locks are released last
  Camera camera_;
  FrameStats stats_;
  std::optional<DensityPictures> density_;  // counts boids in each pixel; empty: boids are drawn
  std::optional<PlainPictures> plain_;      // draws boids without OpenGL; empty: a picture needed OpenGL
  std::optional<Drawing> drawing_;          // draws boids with OpenGL; empty: no picture needed OpenGL
  Image density_image_;                     // last picture of density_
  const Image* image_ = nullptr;            // last picture of density_ or plain_; null: there is none
  bool image_waits_ = false;                // image_ is not yet in the film
  std::unique_ptr<Film> film_;
};

int render_command(RenderOptions options) {
  std::tie(options.film.width, options.film.height) = picture_size(options.size);
  (void)film_kind(options.output);
  if (!options.replay.empty() && (options.names_scenario || !options.initial.empty()))
    throw UserError(
        "--replay: the log says what to simulate; leave out the scenario's options and --initial");
  if (!options.resume.empty() &&
      (options.names_scenario || !options.initial.empty() || !options.replay.empty()))
    throw UserError(
        "--resume: the checkpoint has its scenario and its state; leave out the scenario's options, "
        "--initial and --replay");
  const Interrupt interrupt;
  LoadedRun run = run_to_film(options);
  Filming filming(options, run);
  const int64_t frames = filming.shoot(interrupt);
  Simulation<float>& simulation = *run.simulation;
  if (run.log && run.log->cut)
    note("{} is cut off (its writer was stopped): the film goes up to there", options.replay);
  const bool stopped = frames < filming.wanted();
  if (stopped) note("stopped by {} after frame {} of {}", interrupt.name(), frames, filming.wanted());
  if (stopped && frames == 0) return interrupt.exit_code();
  const std::optional<uint64_t> picture = filming.last_hash();
  print_out("frames={} size={}x{} steps={} boids={} backend={} output={}{} hash={:016x}\n", frames,
            options.film.width, options.film.height, simulation.step_number(), simulation.count(),
            simulation.backend().name(), message_text(options.output),
            picture ? fmt::format(" picture={:016x}", *picture) : "", simulation.hash());
  return stopped ? interrupt.exit_code() : 0;
}

}  // namespace

void add_render_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* render = app.add_subcommand("render", "Make a film or pictures, without a window");
  add_render_options(*render, *options);
  render->footer(
      "--output F.mp4 or F.gif is a film (needs ffmpeg), frames/%05d.png a picture of each frame, F.png the "
      "last "
      "one.\n"
      "Examples:\n"
      "  murmur render --preset murmuration --boids 100k --warm-up 600 --frames 300 --output flock.mp4\n"
      "  murmur render --preset book --frames 600 --draw disc --size 640x480 --output book.mp4\n"
      "  murmur render --preset cis565 --boids 20k --turn 90 --elevation 30 --output frames/%05d.png\n"
      "  murmur render --warm-up 2000 --zoom 3 --center 2000,1500 --size 3840x2160 --output still.png\n"
      "  murmur render --replay flight.jsonl --output flight.mp4       what was done in the window");
  render->callback([render, options, &chosen] {
    for (const CLI::Option* option : render->get_options()) {
      const std::string group = option->get_group();
      const bool of_scenario = group == "Scenario" || group.rfind("Behaviours", 0) == 0;
      if (option->count() > 0 && (of_scenario || option->get_name() == "SCENARIO.toml"))
        options->names_scenario = true;
    }
    chosen = [options] { return render_command(*options); };
  });
}

}  // namespace murmur
