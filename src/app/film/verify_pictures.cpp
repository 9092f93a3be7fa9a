#include "app/batch/verify_pictures.h"

#include <fmt/format.h>

#include "render/scene/plain_pictures.h"
#include "sim/backends/cpu/simd.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kWide = 1280, kHigh = 720;  // size of the compared pictures [pixels]

uint64_t hash_of_picture(Simulation<float>& run, int threads, Simd simd, bool on_device) {
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
  return picture_hash(
      PlainPictures(threads, simd, on_device).draw(run.backend(), camera, scenario, {.look = look}));
}

}  // namespace

ComparedPictures compare_pictures(const std::vector<std::unique_ptr<Simulation<float>>>& runs) {
  ComparedPictures compared{.hash = hash_of_picture(*runs.front(), 1, Simd::kScalar, false)};
  const auto compare = [&](Simulation<float>& run, Simd simd, bool on_device) {
    const uint64_t hash = hash_of_picture(run, 0, simd, on_device);
    if (hash == compared.hash || !compared.difference.empty()) return;
    compared.difference = fmt::format(
        "the picture of {} after step {}, drawn with {}, is {:016x}; that of {} with scalar is {:016x}",
        run.backend().name(), run.step_number(), on_device ? "CUDA" : simd_name(simd), hash,
        runs.front()->backend().name(), compared.hash);
  };
  for (const Simd simd : available_simds()) compare(*runs.front(), simd, false);
  for (size_t k = 1; k < runs.size(); ++k) {
    compare(*runs[k], best_simd(), false);
    if (runs[k]->backend().device_index() >= 0) compare(*runs[k], best_simd(), true);
  }
  return compared;
}

}  // namespace murmur
