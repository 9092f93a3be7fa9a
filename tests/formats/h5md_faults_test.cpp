// HDF5 files that no run wrote are refused in a sentence, and disks that cannot reserve, take or sync what is written
// leave whole frames.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "sim/formats/h5.h"
#include "sim/formats/trajectory_h5md.h"
#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kRun = "r0123456789abcdef";

class H5mdFaultsTest : public TempFolderTest {
 protected:
  void SetUp() override {
    path_ = (folder_ / "t.h5").string();
    h5::silence_errors();
  }

  static Frame<float> frame(int64_t step) {
    State<float> state;
    state.step = step;
    state.position = {1.0f, 2.0f, 3.0f, 4.0f};
    state.velocity = {0.0f, 1.0f, 0.0f, 1.0f};
    return {std::make_shared<const State<float>>(state), {100.0, 80.0}, true, 0.0};
  }
  void write_run() const {
    const auto trajectory = open_h5md<float>(path_, "preset = \"book\"", {.run = kRun});
    trajectory->write(frame(0));
    trajectory->flush();
  }
  void change(const std::function<void(hid_t file)>& how) const {
    const h5::Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    how(file);
  }
  /// Puts a dataset in the place of another. `sizes`: of its axes.
  static h5::Handle replace(hid_t file, const std::string& name, hid_t type,
                            const std::vector<hsize_t>& sizes, hid_t plist = H5P_DEFAULT) {
    H5Ldelete(file, name.c_str(), H5P_DEFAULT);
    const h5::Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose);
    h5::Handle set(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, plist, H5P_DEFAULT), H5Dclose);
    EXPECT_TRUE(set.valid()) << name;
    return set;
  }
  std::string fault() const {
    try {
      open_h5md<float>(path_, "", {.run = kRun, .resumed_at = 5});
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  std::vector<int64_t> steps() const {
    const h5::Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const h5::Handle set(H5Dopen2(file, "/particles/boids/position/step", H5P_DEFAULT), H5Dclose),
        space(H5Dget_space(set), H5Sclose);
    std::vector<int64_t> values(static_cast<size_t>(H5Sget_simple_extent_npoints(space)));
    EXPECT_GE(H5Dread(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    return values;
  }
  /// The descriptor beside HDF5's own, with which room is reserved: the second that has the file open.
  int descriptor() const {
    struct stat named = {}, open = {};
    EXPECT_EQ(::stat(path_.c_str(), &named), 0);
    int last = -1, found = 0;
    for (int file = 0; file < 256; ++file) {
      if (::fstat(file, &open) != 0 || open.st_ino != named.st_ino || open.st_dev != named.st_dev) continue;
      last = file;
      ++found;
    }
    EXPECT_EQ(found, 2);
    return last;
  }
  /// What is said when a frame is written and flushed after `disk` has taken the place of that descriptor.
  std::string fault_with(int disk) const {
    const auto trajectory = open_h5md<float>(path_, "", {});
    trajectory->write(frame(0));
    trajectory->flush();
    EXPECT_GE(disk, 0);
    EXPECT_GE(::dup2(disk, descriptor()), 0);
    ::close(disk);
    try {
      trajectory->write(frame(1));
      trajectory->flush();
    } catch (const RunError& error) {
      return error.what();
    }
    return "";
  }

  std::string path_;
};

TEST_F(H5mdFaultsTest, OtherHdf5FilesAreRefused) {
  const auto none = [this] {
    return path_ +
           ": is not the trajectory of the run to resume: it holds no H5MD data; name another file with "
           "--trajectory";
  };
  { const h5::Handle file(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose); }
  EXPECT_EQ(fault(), none());
  change([this](hid_t file) { h5::make_group(file, "h5md", path_); });
  EXPECT_EQ(fault(), none());
  change([this](hid_t file) { h5::make_group(file, "particles", path_); });
  EXPECT_EQ(fault(), "") << "there is nothing in it that could be mixed";
}

TEST_F(H5mdFaultsTest, ARunThatIsNoTextIsNoRun) {
  using Change = std::function<void(hid_t)>;
  const char* const name = "/parameters/run";
  const auto text = [](size_t size) {
    h5::Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, size);
    return type;
  };
  const std::pair<const char*, Change> changes[] = {
      {"missing", [&](hid_t file) { H5Ldelete(file, name, H5P_DEFAULT); }},
      {"a number", [&](hid_t file) { replace(file, name, H5T_STD_I64LE, {1}); }},
      {"of any length", [&](hid_t file) { replace(file, name, text(H5T_VARIABLE), {1}); }},
      {"many", [&](hid_t file) { replace(file, name, text(17), {100000}); }},
      {"empty",
       [&](hid_t file) {
         H5Ldelete(file, name, H5P_DEFAULT);
         h5::put_text_dataset(file, name, "", path_);
       }},
      {"in a file that is gone", [&](hid_t file) {
         const h5::Handle plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
         H5Pset_external(plist, (folder_ / "gone").c_str(), 0, 17);
         replace(file, name, text(17), {1}, plist);
       }}};
  for (const auto& [what, how] : changes) {
    write_run();
    EXPECT_EQ(fault(), "");
    change(how);
    EXPECT_THAT(fault(), HasSubstr("does not say to which run it belongs")) << what;
  }
}

TEST_F(H5mdFaultsTest, DatasetsOfOtherShapesAreRefused) {
  const std::string boids = "/particles/boids";
  for (const auto& [name, axes] : std::vector<std::pair<std::string, size_t>>{{"/position/value", 3},
                                                                              {"/velocity/value", 3},
                                                                              {"/id/value", 2},
                                                                              {"/position/step", 1},
                                                                              {"/position/time", 1},
                                                                              {"/box/edges/value", 2}}) {
    for (const size_t found : {axes - 1, axes + 1, size_t{8}}) {
      write_run();
      change([&, set = boids + name](hid_t file) {
        if (found > 0) {
          replace(file, set, H5T_IEEE_F32LE, std::vector<hsize_t>(found, 2));
          return;
        }
        H5Ldelete(file, set.c_str(), H5P_DEFAULT);
        const h5::Handle one(H5Screate(H5S_SCALAR), H5Sclose);
        const h5::Handle scalar(
            H5Dcreate2(file, set.c_str(), H5T_IEEE_F32LE, one, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
            H5Dclose);
      });
      EXPECT_EQ(fault(), path_ + ": is not the trajectory of the run to resume: " + boids + name + " has " +
                             std::to_string(found) + " axes instead of " + std::to_string(axes) +
                             "; name another file with --trajectory");
    }
  }
}

TEST_F(H5mdFaultsTest, TheBoxHasTheDimensionsOfThePositions) {
  for (const hsize_t count : {hsize_t{1}, hsize_t{1000}}) {
    write_run();
    change([&](hid_t file) {
      const h5::Handle box(H5Gopen2(file, "/particles/boids/box", H5P_DEFAULT), H5Gclose);
      H5Adelete(box, "dimension");
      const h5::Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
      const h5::Handle attribute(
          H5Acreate2(box, "dimension", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      const std::vector<int> three(count, 3);
      EXPECT_GE(H5Awrite(attribute, H5T_NATIVE_INT, three.data()), 0);
    });
    EXPECT_THAT(fault(), HasSubstr(count == 1 ? "its box has 3 dimensions, its positions 2"
                                              : "its box has 0 dimensions, its positions 2"));
  }
}

TEST_F(H5mdFaultsTest, ADiskThatCannotReserveAndIsFullKeepsWhatIsWhole) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(fault_with(::open("/dev/full", O_RDWR)), "cannot write " + path_ + ": the disk is full");
  EXPECT_THAT(steps(), ElementsAre(0));
}

TEST_F(H5mdFaultsTest, ADiskThatCanNeitherReserveNorSyncTakesAllFrames) {
  EXPECT_EQ(fault_with(::open("/dev/null", O_RDWR)), "");
  EXPECT_THAT(steps(), ElementsAre(0, 1));
}

#ifdef __linux__
TEST_F(H5mdFaultsTest, ADiskThatRefusesToGrowKeepsWhatIsWhole) {
  const int disk = ::memfd_create("disk", MFD_ALLOW_SEALING);
  ASSERT_GE(disk, 0);
  ASSERT_EQ(::fcntl(disk, F_ADD_SEALS, F_SEAL_GROW), 0);
  EXPECT_EQ(fault_with(disk), "cannot write " + path_ + ": Operation not permitted");
  EXPECT_THAT(steps(), ElementsAre(0));
}
#endif

TEST_F(H5mdFaultsTest, ALostDescriptorIsReported) {
  {
    const auto trajectory = open_h5md<float>(path_, "", {});
    ASSERT_EQ(::close(descriptor()), 0);
    trajectory->write(frame(0));
    try {
      trajectory->flush();
      FAIL() << "nothing says that the frame may not be on the disk";
    } catch (const RunError& error) {
      EXPECT_EQ(std::string(error.what()), "cannot write " + path_ + ": Bad file descriptor");
    }
  }
  EXPECT_THAT(steps(), ElementsAre(0));
}

TEST_F(H5mdFaultsTest, WhereNoMoreFilesCanBeOpenedNothingIsReserved) {
#ifdef MURMUR_UNDEFINED_SANITIZER
  GTEST_SKIP() << "the sanitizer itself opens files";
#endif
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int free = ::dup(0);
  ::close(free);
  ASSERT_GE(free, 0);
  const rlimit two_more = {static_cast<rlim_t>(free) + 2,
                           before.rlim_max};  // of the part, by name and by HDF5
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &two_more), 0);
  {
    const auto trajectory = open_h5md<float>(path_, "", {});
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    trajectory->write(frame(0));
    trajectory->flush();
  }
  EXPECT_THAT(steps(), ElementsAre(0));
}

}  // namespace
}  // namespace murmur
