#include "app/batch/verify_pictures.h"

#include <fmt/format.h>

#include "render/scene/plain_pictures.h"
#include "sim/backends/cpu/simd.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kWide = 1280, kHigh = 720;  // [pixels]

uint64_t hash_of_picture(Simulation<float>& run, int threads, Simd simd) {
  const Scenario& scenario = run.scenario();
  const Look look = look_of(scenario, {});
  if (!PlainPictures::suits(scenario, look)) {
    throw UserError(
        "--pictures: pictures of this scenario are drawn by OpenGL, and differ between drivers; allowed: "
        "flocks of triangles in a plain scene without walls, predators and other marks");
  }
  Camera camera(scenario.world.size);
  camera.resize(kWide, kHigh);
  camera.fit();
  return picture_hash(PlainPictures(threads, simd).draw(run.backend(), camera, scenario, {.look = look}));
}

}  // namespace

ComparedPictures compare_pictures(const std::vector<std::unique_ptr<Simulation<float>>>& runs) {
  ComparedPictures compared{.hash = hash_of_picture(*runs.front(), 1, Simd::kScalar)};
  const auto compare = [&](Simulation<float>& run, int threads, Simd simd) {
    const uint64_t hash = hash_of_picture(run, threads, simd);
    if (hash == compared.hash || !compared.difference.empty()) return;
    compared.difference = fmt::format(
        "the picture of {} after step {}, drawn with {}, is {:016x}; that of {} with scalar is {:016x}",
        run.backend().name(), run.step_number(), simd_name(simd), hash, runs.front()->backend().name(),
        compared.hash);
  };
  for (const Simd simd : available_simds()) compare(*runs.front(), 0, simd);
  for (size_t k = 1; k < runs.size(); ++k) compare(*runs[k], 0, best_simd());
  return compared;
}

}  // namespace murmur
