#include "render/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/gl/drawn_by.h"
#include "render/gl/kept_state.h"
#include "render/scene/axes.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/species.h"

namespace murmur {

Scene::Scene() : outline_({"outline.vert"}, {"outline.frag"}) { glGenVertexArrays(1, &no_attributes_); }

bool Scene::draws_flock_picture(const Scenario& scenario, const Look& look) {
  return drawn_by_processor() && FlockPicture::suits(scenario, look);
}

Scene::~Scene() { glDeleteVertexArrays(1, &no_attributes_); }

void Scene::draw_outline(const Camera& camera, bool light) const {
  const auto& world = camera.world();
  outline_.set("world_to_clip", camera.world_to_clip());
  outline_.set("world_size", std::array{static_cast<float>(world[0]), static_cast<float>(world[1]),
                                        world.size() == 3 ? static_cast<float>(world[2]) : 0.0f});
  outline_.set("colour", light ? kOutlineOnLight : kOutlineOnDark);
  outline_.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_LINES, 0, world.size() == 3 ? 24 : 8);
}

void Scene::update(Backend<float>& backend, const Scenario& scenario, const Look& look, int64_t frame) {
  boids_.update(backend, scenario.dimensions(), look.scene != Surroundings::kPlain,
                drawn_column(scenario, look), frame);
  if (scenario.predators.empty()) {
    predators_ = {};
  } else {
    backend.pick({}, predators_);
  }
}

/// Draws transparent marks from far to near, without writing depth.
void Scene::draw_marks_in_depth(const Camera& camera) {
  std::vector<Mark>& marks = marks_.below;
  marks.insert(marks.end(), marks_.above.begin(), marks_.above.end());
  const auto eye = camera.eye();
  const auto away = [&](const Mark& mark) {
    float square = 0.0f;
    for (size_t k = 0; k < 3; ++k) square += (mark.at[k] - eye[k]) * (mark.at[k] - eye[k]);
    return square;
  };
  std::stable_sort(marks.begin(), marks.end(),
                   [&](const Mark& a, const Mark& b) { return away(a) > away(b); });
  mark_renderer_.draw(marks, camera);
}

/// Repeats marks such as obstacles and predators beyond connected borders, where boids are repeated too. Lines are
/// not repeated, and circles that cross a border are on both sides already.
void Scene::repeat_marks(const DrawOffsets& offsets) {
  const auto stays = [](const Mark& mark) { return mark.shape == static_cast<float>(MarkShape::kLine); };
  const auto has_images = [](const Mark& mark) {
    return mark.shape == static_cast<float>(MarkShape::kBall) ||
           mark.shape == static_cast<float>(MarkShape::kRing);
  };
  const auto touches_world = [&](const Mark& mark) {
    for (size_t k = 0; k < 2; ++k)
      if (mark.at[k] + mark.radius <= 0.0f || mark.at[k] - mark.radius >= offsets.wrap[k]) return false;
    return true;
  };
  for (std::vector<Mark>* const list : {&marks_.below, &marks_.above}) {
    for (size_t k = 0, count = list->size(); k < count; ++k) {
      if (stays((*list)[k])) continue;
      if (offsets.middle) {
        for (size_t axis = 0; axis < 3; ++axis) {
          float& at = (*list)[k].at[axis];
          at -= offsets.wrap[axis] * std::floor((at - (*offsets.middle)[axis]) / offsets.wrap[axis] + 0.5f);
        }
        continue;
      }
      for (const auto& shift : offsets.shifts) {
        Mark copy = (*list)[k];
        for (size_t axis = 0; axis < 2; ++axis) copy.at[axis] += shift[axis];
        if (shift != std::array<float, 3>{} && !(has_images(copy) && touches_world(copy)))
          list->push_back(copy);
      }
    }
  }
}

bool Scene::draw(const Camera& camera, const Scenario& scenario, const PictureSettings& settings,
                 bool window) {
  const int64_t boids = settings.sized_for > 0 ? settings.sized_for : boids_.count();
  Picture picture{
      .camera = camera,
      .scenario = scenario,
      .settings = settings,
      .solid = camera.dimensions() == 3,
      .look = boid_look(scenario, boids, camera, settings),
      .colours = boid_colours(scenario, complete_look(settings.look, has_species(scenario)), settings),
      .offsets = draw_offsets(camera, scenario, settings),
      .by_processor = boids_.can_read() && FlockPicture::suits(scenario, settings.look)};
  std::optional<KeptState> state;  // begin() may bind the texture of a kept picture
  if (window && boids_.can_read()) state.emplace();
  begin(picture, window);
  picture.by_processor ? draw_flock_picture(picture) : draw_boids(picture);
  if (!picture.kept) finish(picture);
  return picture.kept;
}

/// Whether predators are drawn as flying birds. A 2D picture by day shows the ground, where a dog runs.
bool Scene::draws_flying_predators(const Picture& picture) {
  const Surroundings scene = picture.settings.look.scene;
  return scene == Surroundings::kDusk || (scene == Surroundings::kDay && picture.solid);
}

void Scene::begin(Picture& picture, bool window) {
  const auto& [camera, scenario, settings, solid, _, colours, offsets, by_processor, below, unused,
               unused_too] = picture;
  BoidLook& look = picture.look;
  const Look style = complete_look(settings.look, has_species(scenario));
  const bool light = colours.light;
  const Rgb background = colours.background;
  drawn_speeds_ = colours.speed_range;
  mark_renderer_.set_background(background, light);
  marks_.clear();
  const bool flying = draws_flying_predators(picture);  // before a bright sky
  add_marks(marks_, scenario, predators_, camera, look.size, light || flying,
            {.darts = !flying, .reaches = settings.reaches && (window || !flying)});
  repeat_marks(offsets);
  marks_.above.insert(marks_.above.end(), settings.marks.begin(), settings.marks.end());
  if (style.axes) add_axes(marks_.screen, camera, light);
  const bool nothing_below = marks_.below.empty() && scenario.walls.empty() && !scenario.terrain;
  picture.nothing_below = by_processor && nothing_below;
  picture.sky_kept = window && style.scene != Surroundings::kPlain && solid && boids_.can_read() &&
                     nothing_below && marks_.above.empty() && !scenario.perching && !style.glow &&
                     !(style.trails > 0.0);
  picture.kept = picture.sky_kept || (window && picture.nothing_below && (!solid || marks_.above.empty()));
  if (style.scene == Surroundings::kPlain) outdoors_.reset();
  if (picture.kept && by_processor) return walls_.reset();
  if (picture.sky_kept) {
    fit(kept_texture_, camera.width(), camera.height(), GL_BGRA);
    kept_texture_->bind();
    picture.camera.turn_over();
  }
  glClearColor(background[0], background[1], background[2], 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  set_depth_and_blending(solid);
  if (style.scene == Surroundings::kPlain) {
    if (!picture.nothing_below) draw_outline(camera, light);
  } else {
    if (!outdoors_ || !outdoors_->is_of(style.scene, camera.dimensions()))
      outdoors_ = std::make_unique<Outdoors>(style.scene, camera.dimensions());
    outdoors_->begin(camera, boids_, look, offsets, boids_.shows_species(colours),
                     picture.kept ? GL_BGRA : GL_RGBA8);
    look.light = outdoors_->light();
  }
  if (scenario.walls.empty()) {
    walls_.reset();
  } else {
    if (!walls_) walls_ = std::make_unique<WallRenderer>();
    walls_->take(scenario);
  }
  if (!solid) {
    mark_renderer_.draw_ground(scenario, camera);
    draw_walls(picture);
    mark_renderer_.draw(marks_.below, camera);
  } else if (outdoors_) {  // birds write no depth, so walls write none either
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    draw_walls(picture);
    glDepthMask(GL_TRUE);
  }
}

/// Draws the walls. Their surfaces write no depths and hide none of each other, so their order does not matter much.
void Scene::draw_walls(const Picture& picture) const {
  if (!walls_) return;
  const BoidColours& colours = picture.colours;
  const bool light = outdoors_ ? picture.settings.look.scene == Surroundings::kDay : colours.light;
  walls_->draw(picture.camera, picture.offsets, colours.background, light);
}

/// Sets depth test and blending. Transparent boids would need sorting by depth, so 3D boids are opaque and 2D boids need no depth.
void Scene::set_depth_and_blending(bool solid) {
  (solid ? glEnable : glDisable)(GL_DEPTH_TEST);
  (solid ? glDisable : glEnable)(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/// Makes a texture of this size and format of PictureTexture, unless it has that size.
void Scene::fit(std::unique_ptr<PictureTexture>& texture, int width, int height, GLenum format) {
  if (!texture || texture->width() != width || texture->height() != height)
    texture = std::make_unique<PictureTexture>(width, height, format);
}

void Scene::draw_flock_picture(const Picture& picture) {
  if (!flock_picture_) flock_picture_ = std::make_unique<FlockPicture>();
  FlockPicture& flock = *flock_picture_;
  boids_.tables().fill(picture.colours.palette, picture.colours.light);  // legends show the tables
  const KeptState state;
  flock.resize(state.width(), state.height(),
               picture.kept ? PixelOrder::kBgraDownwards : PixelOrder::kRgbaUpwards);
  std::unique_ptr<PictureTexture>& texture = picture.kept ? kept_texture_ : flock_texture_;
  fit(texture, flock.width(), flock.height(), picture.kept ? GL_BGRA : GL_RGBA8);
  if (picture.nothing_below) {
    flock.clear(picture.camera, picture.colours);
  } else {
    texture->copy_from(state.framebuffer());
    texture->read(flock.pixels());
  }
  boids_.read([&](const float* boids, const float* numbers) {
    flock.draw({boids, numbers, instance_floats(picture.camera.dimensions()), boids_.count(),
                boids_.shown_colours(picture.colours)},
               picture.camera, picture.look, picture.colours, picture.offsets, picture.settings);
  });
  texture->write(flock.pixels());
  if (!picture.kept) texture->copy_to(state.framebuffer());
}

void Scene::show(GLuint framebuffer, int left, int below, const Camera& camera) const {
  kept_texture_->copy_reversed_to(framebuffer, left, below);
  glViewport(left, below, kept_texture_->width(), kept_texture_->height());
  draw_marks(camera);
}

void Scene::draw_boids(const Picture& picture) {
  boid_effects_.begin(picture.settings);
  boids_.prepare(picture.camera, picture.colours);
  set_depth_and_blending(picture.solid);
  {
    std::optional<KeptState> kept;
    if (outdoors_) kept.emplace(), outdoors_->bind_depths();
    boids_.draw(picture.camera, picture.look, picture.colours, picture.offsets);
    if (draws_flying_predators(picture))
      boids_.draw_predators(predators_, picture.camera, picture.look, picture.colours, picture.offsets);
  }
  if (outdoors_) {
    const bool boids_alone = predators_.predator_count() == 0;
    outdoors_->draw_birds(boids_alone ? boids_.box_of_birds(picture.camera, picture.look, picture.offsets)
                                      : std::nullopt);
  }
  boid_effects_.end(picture.settings, picture.camera, picture.colours.background);
}

void Scene::finish(const Picture& picture) {
  if (picture.solid) {
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    mark_renderer_.draw_ground(picture.scenario, picture.camera);
    if (!outdoors_) draw_walls(picture);
    draw_marks_in_depth(picture.camera);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    mark_renderer_.draw(marks_.screen, picture.camera);
    glDisable(GL_BLEND);
  } else {
    draw_marks(picture.camera);
  }
}

void Scene::draw_marks(const Camera& camera) const {
  set_depth_and_blending(false);
  mark_renderer_.draw(marks_.above, camera);
  mark_renderer_.draw(marks_.screen, camera);
  glDisable(GL_BLEND);
}

}  // namespace murmur
