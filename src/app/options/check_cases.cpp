#include "app/options/check_cases.h"

#include <string>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/scenario/source.h"

namespace murmur {

const std::vector<CheckCase>& check_cases() {
  static constexpr const char *k2d = "size = [400.0, 300.0]", *k3d = "size = [190.0, 210.0, 240.0]";
  static const std::vector<CheckCase> cases{
      {"numbers", 1, 0x17069ea53f932fdd, 64, k2d, R"toml(rule = [
  { range = 45.0, sums.pull = "unit(d) * exp(0 - r / 20)", add = "limit(pull, 1) * log(1 + n)" },
  { add = "vec(sqrt(id / 7) * (1e-30 / (1 + id) / 3e8 * 1e37), cos(id) / (id + 3))" },
  { add = "vec(floor((id - 32) / 3) * exp(0 - id / 9), sin(id * 3) * random(2)) * 0.01" }])toml"},
      {"one boid", 1, 0x1a447096faab09aa, 1, k2d, ""},
      {"two boids", 3, 0x72ad28fac8083f86, 2, "size = [170.0, 160.0]", ""},
      {"33 boids", 3, 0x5a34c82df6431e70, 33, k2d, "world.metric = 'plain'"},
      {"257 boids across borders", 3, 0xe456fff85d70caff, 257, k2d, ""},
      {"31 boids in 3D", 4, 0x6c8570295fb38b42, 31, k3d, "world.metric = 'plain'"},
      {"129 boids in 3D across borders", 4, 0xa5b7cdfa4184a3e6, 129, k3d, ""},
      {"one place", 4, 0x5f9c5a50a6d3400c, 60, k3d,
       "event = [{ step = 0, kind = 'add', at = [60.0, 0.0, 240.0], count = 200 }]"},
      {"a dense patch", 4, 0xfbae22ea57cdfeab, 300, k3d, R"toml(world.metric = 'plain'
start = { positions = 'patch', at = [90.0, 90.0, 90.0], size = [80.0, 30.0, 30.0] })toml"},
      {"what is behind in 3D", 4, 0x5e4e9fd55dd4a37b, 300, k3d,
       "rules = { field_of_view = 200.0, separation.falloff = 'inverse' }"},
      {"a push by the square", 3, 0x0be860641d5405d5, 300, k2d,
       "world.metric = 'plain'\nrules.separation.falloff = 'inverse-square'"},
      {"a radius that changes", 3, 0x0a233e727cdcefb1, 128, k2d,
       "event = [{ step = 5, kind = 'set', key = 'rules.radius', value = 41.5 }]"},
      {"species", 2, 0x21a610b578644bfc, 200, k3d,
       R"toml(species = [{ name = 'a', share = 0.3, max_speed = 1.2 }, { name = 'b' }]
pairs = { separation = [[1.0, 2.5], [0.3, 1.0]], cohesion = [[1.0, -1.0], [0.2, 0.9]] })toml"},
      {"zones", 2, 0xa2904f5aa0a02be9, 200, k3d, R"toml(rules.priority = 'separation'
rules.alignment = { from = 12.0, to = 25.0 }
rules.cohesion = { from = 20.0, to = 38.0, target = 'directions' })toml"},
      {"walls that hide", 2, 0x8178ec45b0309281, 200, k2d,
       "wall = [{ blocks_view = true, circle = { at = [200.0, 150.0], radius = 60.0 }, side = 'both' }]"},
      {"a small world", 1, 0x8fdee4af6b5be5fb, 60, "size = [120.0, 60.0, 70.0]", ""},
      {"a world that shrinks", 1, 0x93e6b926efcbee0c, 127, k2d, R"toml(world.boundary = 'tile'
event = [{ step = 3, kind = 'set', key = 'world.size', value = [300.0, 280.0] }])toml"},
      {"the seven nearest", 1, 0xa11a841b210fade6, 90, k3d,
       "rules.nearest = 7\nevent = [{ step = 1, kind = 'add', at = [60.0, 70.0, 80.0], count = 40 }]"},
      {"octants", 1, 0xc6fb83dbe46f29bc, 120, k2d, "rules.nearest = 'octants'"},
      {"predators, noise and gusts", 1, 0x302f2b814eb0ff1f, 200, k3d, R"toml(noise.amount = 0.2
wind.gust = { probability = 0.5, duration = 2, strength = 0.2 }
obstacle = [{ at = [60.0, 70.0, 80.0], radius = 50.0 }]
predator = [{ max_speed = 3.0 }, { flocks = true }])toml"},
      {"boids that are caught", 1, 0xeb4c25c048762040, 200, k2d,
       "species = [{ name = 'a' }, { name = 'b', catch_radius = 10.0, caught_by = 'a', becomes = 'a' }]"},
      {"20,000 boids", 1, 0xd49d523bb7eec078, 20000, "neighbours = 4.0", "", 3},
  };
  return cases;
}

Simulation<float> step_case(const CheckCase& one, std::unique_ptr<Backend<float>> backend) {
  const std::string text =
      fmt::format("preset = 'benchmark'\nboids = {}\nworld.{}\n{}\n", one.boids, one.world, one.rest);
  Simulation<float> run(ScenarioSource::from_text(text, one.name), std::move(backend));
  while (run.step_number() < one.steps) run.advance();
  return run;
}

uint64_t hash_of_case(Simulation<float>& run) {
  const int floats = instance_floats(run.scenario().dimensions());
  std::vector<float> instances(static_cast<size_t>(run.count() * floats));
  run.backend().write_instances(instances.data());
  uint64_t hash = run.hash();
  for (const float number : instances) hash = mix64(hash ^ bits_of(number)) + 1;
  return hash;
}

}  // namespace murmur
