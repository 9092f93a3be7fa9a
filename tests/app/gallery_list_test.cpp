// The gallery has every preset and every scenario once, in groups that follow each other.
#include "app/options/gallery_list.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "sim/scenario/presets.h"

namespace murmur {
namespace {

TEST(GalleryList, HasEverythingOnceInGroups) {
  std::set<std::string> names, titles, groups;
  std::string group;
  for (const GalleryEntry& entry : gallery_entries()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_TRUE(titles.insert(entry.title).second) << entry.title;
    EXPECT_LE(entry.title.size(), 25u) << entry.title << " is wider than its tile";
    EXPECT_NE(entry.group, "More") << entry.name << " has no group in its file";
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    if (entry.group != group) {
      EXPECT_TRUE(groups.insert(entry.group).second) << entry.group << " is there twice";
    }
    group = entry.group;
  }
  EXPECT_EQ(names.size(), preset_names().size() + embedded_scenarios().size());
}

/// Another key would be read by nobody.
TEST(GalleryList, FilesSayOfThemselvesOnlyWhatIsRead) {
  const std::set<std::string> keys{"title", "group", "place", "list", "picture", "large", "warm_up"};
  for (const auto& files : {embedded_presets(), embedded_scenarios()}) {
    for (const EmbeddedText& file : files) {
      std::istringstream lines{std::string(file.text)};
      for (std::string line; std::getline(lines, line) && line.starts_with("#:");)
        EXPECT_TRUE(keys.contains(line.substr(3, line.find(" =") - 3))) << file.name << ": " << line;
    }
  }
}

TEST(GalleryList, APresentationShowsTheFirstGroup) {
  const std::vector<GalleryEntry> flocks = flocks_to_present();
  ASSERT_GT(flocks.size(), 2u);
  EXPECT_EQ(flocks.front().name, "evening");
  for (const GalleryEntry& flock : flocks) EXPECT_EQ(flock.group, "Beautiful") << flock.name;
}

}  // namespace
}  // namespace murmur
