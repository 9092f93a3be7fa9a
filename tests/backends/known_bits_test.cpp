// Every build must give these very bits: any compiler, any optimisation, any instruction set and thread
// count. They change only when the model does; then `murmur run --preset P --boids 1000 --steps 100` prints
// the new ones.
#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

struct KnownBits {
  const char* preset;
  uint64_t hash;  // of 1,000 boids after 100 steps
};
void PrintTo(const KnownBits& bits, std::ostream* out) { *out << bits.preset; }

class Known : public testing::TestWithParam<KnownBits> {};

TEST_P(Known, BitsOnEveryInstructionSet) {
  for (const Simd simd : available_simds()) {
    ScenarioOverrides overrides;
    overrides.boids = 1000;
    Simulation<float> simulation(ScenarioSource::from_preset(GetParam().preset, overrides),
                                 make_cpu({2, simd, 0}));
    for (int step = 0; step < 100; ++step) simulation.advance();
    EXPECT_EQ(simulation.hash(), GetParam().hash)
        << simd_name(simd) << std::hex << " 0x" << simulation.hash();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Presets, Known,
    testing::Values(
        KnownBits{"murmuration", 0xbd7467f9c9a0f65du}, KnownBits{"book", 0x8c5412b1a5d2ffa6u},
        KnownBits{"book-centroid", 0xbcef12878a87865bu}, KnownBits{"blog", 0x7b8744381e5a8c94u},
        KnownBits{"ruby", 0x7ae2d254d8627261u}, KnownBits{"article", 0xdc7d66c844ac83c2u},
        KnownBits{"article-panic", 0x6b816e43777c6b7bu}, KnownBits{"article-leisure", 0xd57f3a6619bcf39au},
        KnownBits{"article-migration", 0x4b814d70c97d8dc6u}, KnownBits{"ruby-printed", 0x0e98a07be5bd0c9du},
        KnownBits{"article-printed", 0xb197961979e8591fu},
        KnownBits{"article-panic-printed", 0x7f245559d374aa01u},
        KnownBits{"article-leisure-printed", 0x692fd26556cb570bu},
        KnownBits{"article-migration-printed", 0x35bb111c6856b017u}, KnownBits{"parker", 0x68827ba7f936e798u},
        KnownBits{"parker-printed", 0x75201158d2a04dfbu}, KnownBits{"quiver", 0x9e7b1644c9ca574du},
        KnownBits{"benchmark", 0xf46702359a42f9a7u}, KnownBits{"benchmark-3d", 0xe9bf78020ce43f27u},
        KnownBits{"cis565", 0x2df32a64bbc4aae0u}, KnownBits{"chate", 0x15743a7a5c16f5b2u},
        KnownBits{"couzin-parallel", 0xa39b365fec52f59au}, KnownBits{"couzin-swarm", 0x11abce4bd184e542u},
        KnownBits{"couzin-torus", 0xb1ce33632a76ba4fu}, KnownBits{"gregoire-chate", 0x550e8bdc39aea517u},
        KnownBits{"topological", 0xdd180024755a1205u}, KnownBits{"starlings", 0xae886648fb57709du},
        KnownBits{"starlings-turn", 0xcdb5b2f7986b6483u}, KnownBits{"starlings-show", 0x28d2b9ae4e0ccabeu},
        KnownBits{"vicsek", 0x79ad88a06a240098u}),
    [](const auto& preset) {
      std::string name = preset.param.preset;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace murmur
