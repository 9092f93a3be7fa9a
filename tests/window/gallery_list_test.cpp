// The gallery has every preset and every scenario once, in groups that follow each other.
#include "app/window/gallery_list.h"

#include <gtest/gtest.h>

#include <set>

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
    EXPECT_NE(entry.group, "More") << entry.name << " has no place in gallery_list.cpp";
    EXPECT_FALSE(entry.line.empty()) << entry.name;
    if (entry.group != group) {
      EXPECT_TRUE(groups.insert(entry.group).second) << entry.group << " is there twice";
    }
    group = entry.group;
  }
  EXPECT_EQ(names.size(), preset_names().size() + embedded_scenarios().size());
}

}  // namespace
}  // namespace murmur
