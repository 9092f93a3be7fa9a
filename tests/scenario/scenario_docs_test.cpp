// docs/scenarios.md names every key of the lists of fields.
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Collects the keys of a table and of the tables within it.
struct Collect {
  std::set<std::string>& keys;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    keys.insert(field.key);
    within(member);
  }

 private:
  template <class M>
  void within(const M&) const {}
  template <FieldTable T>
  void within(const T& table) const {
    read_fields(table, *this);
  }
  template <FieldTable T>
  void within(const std::optional<T>&) const {
    within(T{});
  }
  template <FieldTable T>
  void within(const std::vector<T>&) const {
    within(T{});
  }
  void within(const std::vector<Event>&) const {
    for (const auto& word : words_for(EventKind{})) within(Event{.kind = word.value});
  }
};

TEST(Docs, NameEveryKey) {
  std::ifstream file(MURMUR_SOURCE_DIR "/docs/scenarios.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(page.empty());
  std::set<std::string> keys;
  read_fields(Scenario{}, Collect{keys});
  EXPECT_GT(keys.size(), 50u);
  for (const std::string& key : keys) {
    const bool named =
        page.find("`" + key + "`") != std::string::npos || page.find("[" + key + "]") != std::string::npos ||
        page.find("`" + key + " =") != std::string::npos || page.find(key + " (") != std::string::npos;
    EXPECT_TRUE(named) << key << " is not in docs/scenarios.md";
  }
}

}  // namespace
}  // namespace murmur
