// docs/scenarios.md names every key of the lists of fields, and has the ranges and words of the look.
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/entries.h"
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

/// What the row of a key of [view] must name: the range, or the words.
std::vector<std::string> wanted_in_row(const Entry& entry) {
  std::vector<std::string> wanted;
  const auto add_words = [&](const ChoiceRef& choice) {
    for (const AnyWord& word : choice.words) wanted.push_back(fmt::format("`{}`", word.text));
  };
  const Range& range = entry.field.range;
  std::visit(
      Overloaded{[&](double*) { wanted = {fmt::format("{} to {:.0f}", range.low, range.high)}; },
                 [&](bool*) { wanted = {"true, false"}; }, add_words,
                 [&](const ChoiceOrColourRef& choice) { add_words(choice.choice); }, [](const auto&) {}},
      entry.member);
  return wanted;
}

TEST(Docs, HaveTheRangesAndWordsOfTheLook) {
  const std::string page = read_page();
  const Look look;
  for (const Entry& entry : entries_of(look)) {
    const size_t at = page.find(fmt::format("| `{}` |", entry.field.key), page.find("## [view]"));
    ASSERT_NE(at, std::string::npos) << entry.field.key;
    const std::string row = page.substr(at, page.find('\n', at) - at);
    const std::vector<std::string> wanted = wanted_in_row(entry);
    EXPECT_FALSE(wanted.empty()) << entry.field.key;
    for (const std::string& text : wanted)
      EXPECT_NE(row.find(text), std::string::npos) << text << " in " << row;
  }
}

}  // namespace
}  // namespace murmur
