// docs/scenarios.md names every key of the lists of fields, and has the ranges and words of the look.
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>
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

std::string read_page() {
  std::ifstream file(MURMUR_SOURCE_DIR "/docs/scenarios.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Docs, NameEveryKey) {
  const std::string page = read_page();
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

/// The range, or the words, in the row of a key of [view].
struct InRow {
  const std::string& row;
  void operator()(const Field& field, double Look::*) const {
    const std::string range = fmt::format("{} to {:.0f}", field.range.low, field.range.high);
    EXPECT_NE(row.find(range), std::string::npos) << range << " in " << row;
  }
  void operator()(const Field&, bool Look::*) const {
    EXPECT_NE(row.find("true, false"), std::string::npos) << row;
  }
  template <class E>
  void operator()(const Field&, E Look::*) const {
    for (const auto& word : words_for(E{}))
      EXPECT_NE(row.find(fmt::format("`{}`", word.text)), std::string::npos) << word.text << " in " << row;
  }
  template <class E>
  void operator()(const Field& field, WordOrColour<E> Look::*) const {
    (*this)(field, static_cast<E Look::*>(nullptr));
  }
};

TEST(Docs, HaveTheRangesAndWordsOfTheLook) {
  const std::string page = read_page();
  visit_look([&](const Field& field, auto member) {
    const size_t at = page.find(fmt::format("| `{}` |", field.key), page.find("## [view]"));
    ASSERT_NE(at, std::string::npos) << field.key;
    const std::string row = page.substr(at, page.find('\n', at) - at);
    InRow{row}(field, member);
  });
}

}  // namespace
}  // namespace murmur
