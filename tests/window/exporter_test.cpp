// What would be lost, and what is said of what was saved. No window.
#include <filesystem>

#include "app/window/exporter.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "support/live_flock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class Saved : public TempFolderTest {
 protected:
  void save(ExportKind kind) {
    exporter.save_run(kind, folder_.string(), kind == ExportKind::kCheckpoint ? "" : "boids = 5\n");
    flock.settle();
    for (const Exported& file : std::exchange(flock.exported, {})) exporter.exported(file);
  }
  bool asks(bool differs = true) { return !exporter.loss("quitting", true, differs).empty(); }

  LiveFlock flock{std::make_unique<Simulation<float>>(
      ScenarioSource::from_text("preset = \"book\"\nboids = 5", "test"), make_cpu({}))};
  Notices notices;
  Exporter exporter{flock.run, notices, {}, false};
};

TEST_F(Saved, WhatIsSavedCountsAsSaved) {
  EXPECT_FALSE(asks());
  for (const ExportKind kind : {ExportKind::kScenario, ExportKind::kState, ExportKind::kCheckpoint}) {
    exporter.changed();
    EXPECT_EQ(exporter.loss("quitting", true, true), "The flock has unsaved changes.");
    EXPECT_EQ(exporter.loss("quitting", false, true), "") << "all was taken back";
    save(ExportKind::kMeasures);
    EXPECT_TRUE(asks()) << "measures are not the flock";
    save(kind);
    EXPECT_FALSE(asks());
  }
  exporter.changed();
  exporter.save_run(ExportKind::kState, (folder_ / "none").string(), "");
  flock.settle();
  for (const Exported& file : flock.exported) exporter.exported(file);
  EXPECT_TRUE(asks()) << "it could not be written";
}

TEST_F(Saved, NothingIsLostOfAFlockThatIsAsItCame) {
  exporter.changed();
  EXPECT_FALSE(asks(false)) << "all values were reset, or another flock was begun";
  EXPECT_TRUE(asks(true)) << "the changed flock came back";
}

TEST_F(Saved, TheNoticeNamesTheFolder) {
  save(ExportKind::kScenario);
  const std::string folder = std::filesystem::weakly_canonical(folder_).string();
  EXPECT_EQ(notices.text(), "scenario murmur-001.toml in " + folder);
  EXPECT_EQ(notices.folder(), folder) << "of the button";
}

}  // namespace
}  // namespace murmur
