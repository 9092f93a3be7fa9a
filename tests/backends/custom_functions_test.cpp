// The functions of custom rules that are no single operation: their errors, what they are at the ends of their ranges, and noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/behaviours.h"

namespace murmur {
namespace {

template <class S>
constexpr S kInfinite = std::numeric_limits<S>::infinity();

template <class S>
double error_of(S found, double right) {
  return std::fabs(static_cast<double>(found) - right) / std::max(std::fabs(right), 1e-300);
}

template <class S>
void expect_small_errors(double least, double most, double allowed) {
  double of_exp = 0, of_log = 0;
  for (int k = 0; k <= 200000; ++k) {
    const S x = static_cast<S>(least + (most - least) * k / 200000);
    const double wide = static_cast<double>(x);
    of_exp = std::max(of_exp, error_of(exponential(x), std::exp(wide)));
    const S y = static_cast<S>(std::exp(wide));
    of_log = std::max(of_log, error_of(natural_logarithm(y), std::log(static_cast<double>(y))));
    const S z = static_cast<S>(0.9 + k * 1e-6);  // around 1, whose logarithm is 0
    of_log = std::max(of_log, error_of(natural_logarithm(z), std::log(static_cast<double>(z))));
  }
  EXPECT_LT(of_exp, allowed);
  EXPECT_LT(of_log, allowed);
}

TEST(CustomFunctions, HaveTheErrorsOfTheirPage) {
  expect_small_errors<float>(-87, 88.7, 3e-7);
  expect_small_errors<double>(-708, 709.7, 1e-15);
}

template <class S>
void expect_ends() {
  const S nan = std::numeric_limits<S>::quiet_NaN(), denormal = std::numeric_limits<S>::denorm_min(),
          largest = std::numeric_limits<S>::max();
  EXPECT_EQ(exponential(S(0)), S(1));
  EXPECT_EQ(exponential(S(1000)), kInfinite<S>);
  EXPECT_EQ(exponential(kInfinite<S>), kInfinite<S>);
  EXPECT_EQ(exponential(S(-1000)), S(0));
  EXPECT_EQ(exponential(-kInfinite<S>), S(0));
  EXPECT_TRUE(std::isnan(exponential(nan)));
  EXPECT_LT(exponential(std::nextafter(std::log(largest), S(0))), kInfinite<S>);
  const S small = std::log(std::numeric_limits<S>::min()) - S(5);  // of a denormal number
  EXPECT_NEAR(static_cast<double>(exponential(small) / std::exp(small)), 1.0, 1e-4);
  EXPECT_EQ(natural_logarithm(S(1)), S(0));
  EXPECT_EQ(natural_logarithm(S(0)), -kInfinite<S>);
  EXPECT_EQ(natural_logarithm(-S(0)), -kInfinite<S>);
  EXPECT_EQ(natural_logarithm(kInfinite<S>), kInfinite<S>);
  EXPECT_TRUE(std::isnan(natural_logarithm(S(-1))));
  EXPECT_TRUE(std::isnan(natural_logarithm(nan)));
  EXPECT_LT(error_of(natural_logarithm(denormal), std::log(static_cast<double>(denormal))), 3e-7);
  EXPECT_LT(error_of(natural_logarithm(largest), std::log(static_cast<double>(largest))), 3e-7);
}

TEST(CustomFunctions, AtTheEndsOfTheirRanges) {
  expect_ends<float>();
  expect_ends<double>();
}

/// The numbers were computed by another program, from the text of docs/determinism.md.
TEST(CustomFunctions, AreThoseOfTheText) {
  const float flat[] = {1.3f, 2.7f}, left[] = {-0.25f, 100.5f}, deep[] = {1.5f, -2.25f, 8.75f};
  EXPECT_EQ((value_noise<2, float>(1, 0, flat)), -0x1.9e6afp-6f);
  EXPECT_EQ((value_noise<2, float>(7 + (uint64_t{3} << 40), 63, left)), 0x1.72a7p-7f);
  EXPECT_EQ((value_noise<3, float>(1, 5, deep)), 0x1.4093b8p-1f);
  EXPECT_EQ(exponential(-16.225599f), 0x1.81b832p-24f);
  EXPECT_EQ(exponential(3.3f), 0x1.b1cd5ep+4f);
  EXPECT_EQ(exponential(87.5f), 0x1.2d7566p+126f);
  EXPECT_EQ(exponential(-100.0f), 0x1.bp-145f);
}

TEST(CustomFunctions, NoiseIsContinuousAndFillsItsRange) {
  float least = 1, most = -1, largest_step = 0, before = 0;
  for (int k = -200000; k < 200000; ++k) {
    const float at[] = {static_cast<float>(k) / 1024, 0.0f};
    const float value = value_noise<2, float>(3, 1, at);
    if (k > -200000) largest_step = std::max(largest_step, std::fabs(value - before));
    before = value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_GE(least, -1.0f);
  EXPECT_LT(least, -0.9f);
  EXPECT_LT(most, 1.0f);
  EXPECT_GT(most, 0.9f);
  EXPECT_LT(largest_step, 2 * 1.5f / 1024 + 1e-5f);  // of 3t^2 - 2t^3 between -1 and 1
}

/// Places that are no place of the grid.
TEST(CustomFunctions, NoiseFarAwayIsFinite) {
  for (const float x : {1e9f, -1e9f, 3e38f, 16777216.0f, -16777217.0f}) {
    const float at[] = {x, 0.5f};
    const float value = value_noise<2, float>(3, 1, at);
    EXPECT_TRUE(value >= -1.0f && value < 1.0f) << x;
  }
  const float nowhere[] = {std::numeric_limits<float>::quiet_NaN(), 0.5f};
  EXPECT_TRUE(std::isnan(value_noise<2, float>(3, 1, nowhere)));
}

}  // namespace
}  // namespace murmur
