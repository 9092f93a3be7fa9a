// The sums over cells (kernels/sums.cu), the one kernel whose blocks wait for each other, by itself: on a GPU with as many tiles as large
// flocks have, and many times, since what goes wrong there would depend on time.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "kernels/cuda_device.h"
#include "sim/backends/cuda.h"
#include "support/device_share.h"

namespace murmur {
namespace {

class GpuSums : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (cuda_devices(&why).empty()) GTEST_SKIP() << why;
    device_ = std::make_unique<CudaDevice>(0);
  }
  void TearDown() override {
    if (!device_) return;
    for (uint32_t* const memory : {kept_, counts_, starts_}) device_->release(memory);
  }

  void draw(int64_t most) {
    numbers_.resize(static_cast<size_t>(most) + kShifts);
    uint32_t draw = 1;
    for (uint32_t& number : numbers_) {
      draw = draw * 1664525u + 1013904223u;
      number = (draw >> 24) & (draw >> 20);
    }
    right_.resize(numbers_.size());
    std::exclusive_scan(numbers_.begin(), numbers_.end(), right_.begin(), 0u);
    most_ = static_cast<size_t>(most);
    const size_t bytes = numbers_.size() * sizeof(uint32_t);
    for (uint32_t** const memory : {&kept_, &counts_, &starts_})
      *memory = static_cast<uint32_t*>(device_->allocate(bytes));
    device_->upload(kept_, numbers_.data(), bytes);
  }
  /// Each time of other counts: what tiles have told before is wrong.
  void expect_sums(int64_t n) {
    const size_t size = static_cast<size_t>(n), bytes = most_ * sizeof(uint32_t);
    shift_ = (shift_ + 7) % kShifts;
    device_->copy(counts_, kept_ + shift_, bytes);
    device_->sums_before(counts_, starts_, n);
    std::vector<uint32_t> sums(size), left(most_);
    device_->download(sums.data(), starts_, size * sizeof(uint32_t));
    for (size_t i = 0; i < size; ++i)
      ASSERT_EQ(sums[i], right_[i + shift_] - right_[shift_]) << i << " of " << n;
    device_->download(left.data(), counts_, bytes);
    for (size_t i = 0; i < most_; ++i) ASSERT_EQ(left[i], i < size ? 0 : numbers_[i + shift_]) << i;
  }

  static constexpr size_t kShifts = 61;
  std::unique_ptr<CudaDevice> device_;
  std::vector<uint32_t> numbers_, right_;
  size_t most_ = 0, shift_ = 0;
  uint32_t *kept_ = nullptr, *counts_ = nullptr, *starts_ = nullptr;
};

// What a tile has told in one launch is out of date in the next, also when there were other tiles in between.
TEST_F(GpuSums, OfAnyNumberOfCells) {
  constexpr int64_t kMost = 200'000;
  draw(kMost);
  for (const int64_t n : {int64_t{1}, int64_t{31}, int64_t{33}, int64_t{4095}, int64_t{4096}, int64_t{4097},
                          int64_t{4097}, kMost, kMost, int64_t{9000}, int64_t{9001}, kMost - 1})
    expect_sums(n);
}

TEST_F(GpuSums, OfManyTilesManyTimes) {
  draw(on_device((1 << 24) + 1, 300'000));
  const auto all = static_cast<int64_t>(most_);
  for (int64_t time = 0; time < on_device(1000, 5); ++time) {
    expect_sums(time % 8 == 0 ? all : all / 4 + time);
    if (HasFatalFailure()) FAIL() << "time " << time;
  }
}

}  // namespace
}  // namespace murmur
