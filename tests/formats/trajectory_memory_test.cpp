// Memory that is refused while a frame is written: the frame is complete in the file or not there, also when it is the
// first one. Replaces operator new, so that each allocation of a frame can fail; HDF5's own are not touched.
#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <new>

#include <gtest/gtest.h>
#include <hdf5.h>

#include "sim/formats/trajectory_h5md.h"
#include "sim/util/deflate.h"

namespace {
int64_t left = -1;  // allocations before the one that fails; -1: none fails
}

// Inlined, g++ takes them for a mix of new and free.
[[gnu::noinline]] void* operator new(size_t size) {
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace murmur {
namespace {

/// Rows of a dataset; -1 when there is none.
int64_t rows(hid_t file, const std::string& name) {
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (dataset < 0) return -1;
  const hid_t space = H5Dget_space(dataset);
  hsize_t shape[3] = {};
  H5Sget_simple_extent_dims(space, shape, nullptr);
  H5Sclose(space);
  H5Dclose(dataset);
  return static_cast<int64_t>(shape[0]);
}

Frame<float> frame_of(int64_t step) {
  const State<float> state{.dimensions = 2,
                           .step = step,
                           .position = {1, 2, 3, 4},
                           .velocity = {1, 0, 0, 1},
                           .predator_position = {5, 5},
                           .predator_velocity = {0, 0}};
  return {
      .state = std::make_shared<State<float>>(state), .size = {10.0, 10.0}, .periodic = true, .time = 0.0};
}

TEST(TrajectoryMemory, AFrameIsCompleteOrNotThere) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("murmur_memory_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "t.h5").string();
  for (const int64_t before : {0, 2}) {
    int64_t failed = 0;
    for (bool failing = true; failing; ++failed) {
      SCOPED_TRACE(testing::Message() << before << " frames, then allocation " << failed << " fails");
      {
        std::unique_ptr<Trajectory<float>> trajectory = open_h5md<float>(path, "a scenario", {});
        for (int64_t step = 0; step < before; ++step) trajectory->write(frame_of(step));
        const Frame<float> frame = frame_of(before);
        left = failed;
        try {
          trajectory->write(frame);
          failing = false;
        } catch (const std::bad_alloc&) {
        }
        left = -1;
        EXPECT_EQ(trajectory->last_step(), failing ? before - 1 : before);
      }
      const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
      ASSERT_GE(file, 0);
      const int64_t wanted = failing ? before : before + 1;
      for (const std::string name : {"boids", "predators"}) {
        if (wanted == 0 && H5Lexists(file, ("particles/" + name).c_str(), H5P_DEFAULT) == 0) continue;
        for (const char* data : {"position/value", "velocity/value", "id/value", "position/step",
                                 "position/time", "box/edges/value"})
          EXPECT_EQ(rows(file, "particles/" + name + "/" + data), wanted) << name << " " << data;
      }
      H5Fclose(file);
    }
    EXPECT_GT(failed, 5) << "a frame allocates";
  }
  std::filesystem::remove_all(folder);
}

/// [bytes] that the program has from malloc, zlib's among them; 0 under a sanitizer, which reports leaks itself.
size_t bytes_held() {
  const struct mallinfo2 held = mallinfo2();
  return held.uordblks + held.hblkhd;
}

TEST(TrajectoryMemory, ARefusedStreamHoldsNothingOfZlib) {
  constexpr size_t kLeast = 64 << 10;  // zlib holds about 268 KB for a stream
  const std::vector<uint32_t> values(1000, 7);
  for (const auto stream : {deflate_numbers, deflate_repeats}) {
    int64_t failed = 0;
    for (bool failing = true; failing; ++failed) {
      SCOPED_TRACE(testing::Message() << "allocation " << failed << " fails");
      const size_t before = bytes_held();
      left = failed;
      try {
        stream(values.data(), values.size(), sizeof(uint32_t));
        failing = false;
      } catch (const std::bad_alloc&) {
      }
      left = -1;
      EXPECT_LT(bytes_held(), before + kLeast);
    }
    EXPECT_GT(failed, 2) << "the shuffled values and the compressed bytes are allocated";
  }
}

}  // namespace
}  // namespace murmur
