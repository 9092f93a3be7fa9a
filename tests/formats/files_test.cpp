// Files and locks: each failure is a sentence with the path and the reason, and nothing that others made is removed.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/output_lock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

/// What is said when `act` fails, or "".
std::string fault(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class FilesTest : public TempFolderTest {
 protected:
  void SetUp() override { path_ = (folder_ / "m.csv").string(); }
  static void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
  size_t count() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::string path_;
};

TEST_F(FilesTest, ThePlaceAndTheReasonAreNamed) {
  const auto said = [](const std::string& path, int reason) {
    return fault([&] { cannot_write(path, reason); });
  };
  const std::string missing = (folder_ / "missing").string();
  EXPECT_EQ(said(missing + "/m.csv", ENOENT),
            "cannot write " + missing + "/m.csv: the folder " + missing + " does not exist; make it first");
  EXPECT_EQ(said(path_, ENOENT), "cannot write " + path_ + ": No such file or directory")
      << "its folder is there";
  EXPECT_EQ(said("m.csv", ENOENT), "cannot write m.csv: No such file or directory") << "it has no folder";
  EXPECT_EQ(said(missing + "/m.csv", ENOSPC), "cannot write " + missing + "/m.csv: the disk is full");
  EXPECT_EQ(said(path_, EACCES), "cannot write " + path_ + ": Permission denied");
}

TEST_F(FilesTest, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(fault([&] { read_text_file(folder_.string()); }),
            "cannot read " + folder_.string() + ": it is a folder, not a file");
  EXPECT_EQ(fault([&] { read_text_file(path_); }), "cannot read " + path_ + ": No such file or directory");
  put(path_, "text");
  EXPECT_EQ(read_text_file(path_), "text");
  // A regular file whose first page is not there.
  if (fs::is_regular_file("/proc/self/mem")) {
    EXPECT_EQ(fault([] { read_text_file("/proc/self/mem"); }),
              "cannot read /proc/self/mem: Input/output error");
  }
}

TEST_F(FilesTest, APipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "piped", 5), 5);
  ::close(ends[1]);
  const std::string name = "/dev/fd/" + std::to_string(ends[0]);
  if (!fs::exists(name)) GTEST_SKIP() << "there is no " << name;
  EXPECT_EQ(read_text_file(name), "piped");
  ::close(ends[0]);
}

TEST_F(FilesTest, OnlyAFileThatHoldsSomethingIsNotReplaced) {
  const auto said = [&](const std::string& path, bool overwrite) {
    return fault([&] { refuse_existing("--metrics", path, overwrite); });
  };
  EXPECT_EQ(said("", false), "");
  EXPECT_EQ(said(path_, false), "") << "it is not there";
  EXPECT_EQ(said(folder_.string(), false), "") << "others say that it is a folder";
  put(path_, "");
  EXPECT_EQ(said(path_, false), "") << "it is empty";
  put(path_, "rows");
  EXPECT_EQ(said(path_, true), "");
  EXPECT_EQ(said(path_, false),
            "--metrics " + path_ +
                ": the file is there already and is kept; name another one, or add --overwrite to "
                "replace it");
}

TEST_F(FilesTest, WhatCannotBeSyncedIsWrittenAllTheSame) {
  OutputFile device("/dev/null");
  device.write("x");
  EXPECT_EQ(fault([&] { device.sync(); }), "");
}

TEST_F(FilesTest, AFileIsNotPutInTheFolderOfItsName) {
  fs::create_directory(path_);
  EXPECT_THAT(fault([&] { replace_file(path_, "text"); }),
              testing::HasSubstr("m.csv: it is a folder, not a file"));
  EXPECT_TRUE(fs::is_empty(path_));
  EXPECT_EQ(count(), 1u) << "the part is left";
  EXPECT_EQ(fault([&] { replace_file(path_ + ".txt", "text"); }), "");
  EXPECT_EQ(read_text_file(path_ + ".txt"), "text");
}

TEST_F(FilesTest, WhatAnotherProgramMakesMeanwhileIsKept) {
  OutputFile part(path_, Begin::kPart);
  part.write("ours");
  std::ofstream(path_) << "mine";
  EXPECT_EQ(fault([&] { part.put_in_place(); }),
            "cannot write " + path_ +
                ": another program has made it meanwhile, and it is kept; what was to be written is in " +
                path_ + ".new");
  EXPECT_EQ(read_text_file(path_), "mine");
  EXPECT_EQ(read_text_file(path_ + ".new"), "ours");
  EXPECT_EQ(count(), 2u) << "the part is left";
}

TEST_F(FilesTest, LinksAreFollowedAlsoToWhatIsNotThereYet) {
  const std::string link = path_ + ".link";
  fs::create_symlink("m.csv", link);
  replace_file(link, "text");
  replace_file(link, "again");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_text_file(path_), "again");
}

TEST_F(FilesTest, NamesOfLocksAndPartsAreRefused) {
  for (const char* end : {".murmur-lock", ".murmur-0123456789abcdef.part"})
    EXPECT_THROW(OutputFile(path_ + end), UserError) << end;
  EXPECT_NO_THROW(OutputFile(path_ + ".murmur-1.part"));
}

TEST_F(FilesTest, OnlyAbandonedPartsAreRemoved) {
  const std::string part = path_ + ".murmur-0123456789abcdef.part";
  put(part, "half");
  const std::vector<std::string> others = {
      path_, path_ + ".murmur-0123456789abcdef.pars", path_ + ".murmur-0123456789abcdef0.part",
      path_ + ".murmur_0123456789abcdef.part", (folder_ / "n.csv.murmur-0123456789abcdef.part").string()};
  for (const std::string& other : others) put(other, "precious");
  const std::string folder = path_ + ".murmur-aaaaaaaaaaaaaaaa.part",
                    link = path_ + ".murmur-bbbbbbbbbbbbbbbb.part";
  fs::create_directory(folder);
  fs::create_symlink(path_, link);
  OutputFile::remove_abandoned(path_);
  EXPECT_FALSE(fs::exists(part));
  for (const std::string& other : others) EXPECT_EQ(read_text_file(other), "precious");
  EXPECT_TRUE(fs::is_directory(folder));
  EXPECT_TRUE(fs::is_symlink(link));
  OutputFile::remove_abandoned((folder_ / "missing" / "m.csv").string());
}

class OutputLockTest : public FilesTest {
 protected:
  const std::string& lock_of(const std::string& path) { return name_ = OutputLock::name(path); }
  std::string name_;
};

TEST_F(OutputLockTest, IsAnEmptyFileThatGoesWithIt) {
  put(path_, "rows");  // also beside a file that is there
  {
    const OutputLock lock(path_);
    EXPECT_EQ(fs::file_size(lock_of(path_)), 0u);
    EXPECT_EQ(fault([&] { OutputLock{path_}; }),
              "cannot write " + path_ + ": another run is writing it; name another file, or wait for it");
  }
  EXPECT_FALSE(fs::exists(lock_of(path_)));
  EXPECT_NE(OutputLock::wait_for(path_), nullptr);
  EXPECT_EQ(read_text_file(path_), "rows");
}

int foreign_lock = -1, signals = 0;

// A timer interrupts the wait again and again, and at last lets the other's lock go.
TEST_F(OutputLockTest, WaitsOnAfterASignal) {
  foreign_lock = ::open(lock_of(path_).c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_EQ(::flock(foreign_lock, LOCK_EX), 0);
  struct sigaction interrupt = {}, before = {};  // without SA_RESTART
  interrupt.sa_handler = [](int) {
    if (++signals == 5) ::flock(foreign_lock, LOCK_UN);
  };
  ASSERT_EQ(sigaction(SIGALRM, &interrupt, &before), 0);
  const itimerval often = {{0, 2000}, {0, 2000}};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  const auto lock = OutputLock::wait_for(path_);
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_GE(signals, 5) << "it did not wait";
  EXPECT_EQ(OutputLock::if_free(path_), nullptr) << "it has no lock";
  ::close(foreign_lock);
}

TEST_F(OutputLockTest, FoldersAreRefusedAndDevicesNeedNone) {
  EXPECT_EQ(fault([&] { OutputLock{folder_.string()}; }),
            "cannot write " + folder_.string() + ": it is a folder, not a file");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  const OutputLock first(path_), second(path_);
  EXPECT_EQ(count(), 1u) << "a lock beside a pipe";
}

TEST_F(OutputLockTest, AFileThatOthersMadeIsLeftAlone) {
  put(lock_of(path_), "precious");
  EXPECT_EQ(fault([&] { OutputLock{path_}; }),
            "cannot write " + path_ + ": its lock would be " + name_ +
                ", which is a file that murmur did not make; move that file, or name another output");
  EXPECT_EQ(read_text_file(name_), "precious");
  fs::remove(name_);
  {  // written while it is held
    const OutputLock lock(path_);
    put(name_, "precious");
  }
  EXPECT_EQ(read_text_file(name_), "precious");
  fs::remove(name_);
  {  // another file in its place
    const OutputLock lock(path_);
    fs::rename(name_, path_ + ".moved");
    put(name_, "");
  }
  EXPECT_TRUE(fs::exists(name_));
  fs::remove(name_);
  {  // taken away
    const OutputLock lock(path_);
    fs::remove(name_);
  }
  EXPECT_FALSE(fs::exists(name_));
}

}  // namespace
}  // namespace murmur
