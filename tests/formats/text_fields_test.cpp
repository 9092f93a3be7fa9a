// The pieces that file formats are read with: fields and numbers of CSV, fields of JSON, characters of UTF-8. And cube roots.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/csv_text.h"
#include "sim/util/json_fields.h"
#include "sim/util/roots.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

TEST(CsvText, SplitsIntoSoManyFieldsAndNoMore) {
  std::string_view fields[3];
  EXPECT_EQ(split("a,b", fields), 2);
  EXPECT_EQ(fields[1], "b");
  EXPECT_EQ(split("a,,c", fields), 3);
  EXPECT_EQ(fields[1], "");
  EXPECT_EQ(split("a,b,c,d", fields), 4);
  EXPECT_EQ(split("a,b,c,d,e", fields), 4);
}

TEST(CsvText, ReadsWholeNumbersWhole) {
  int64_t value = 0;
  EXPECT_TRUE(to_integer("-12", value));
  EXPECT_EQ(value, -12);
  for (const char* wrong : {"", "x", "12x", "1.5", " 1", "9223372036854775808"})
    EXPECT_FALSE(to_integer(wrong, value)) << wrong;
}

template <class T>
void expect_number_limits() {
  const auto told = [](const std::string& text, T& value) { return std::string(to_number(text, value)); };
  T value = T(7);
  EXPECT_EQ(told("0.5", value), "");
  EXPECT_EQ(value, T(0.5));
  for (const char* wrong : {"", "x", "1x", "1,", "+1"})
    EXPECT_EQ(told(wrong, value), "is not a number") << wrong;
  for (const char* wrong : {"inf", "-inf", "nan"}) EXPECT_EQ(told(wrong, value), "is not finite") << wrong;
  const std::string zeros(6000, '0');
  for (const std::string& large : {std::string("1e400"), std::string("-1e99999"), "1" + zeros})
    EXPECT_EQ(told(large, value), "is too large") << large;
  for (const std::string& small : {std::string("1e-400"), std::string("-1e-99999"), "0." + zeros + "1"}) {
    value = T(7);
    EXPECT_EQ(told(small, value), "") << small;
    EXPECT_EQ(value, T(0)) << small;
  }
}

TEST(CsvText, NumbersOutOfRangeAreTooLargeOrZero) {
  expect_number_limits<float>();
  expect_number_limits<double>();
}

TEST(JsonFields, ArraysHoldNumbersOnly) {
  const auto told = [](const char* json) -> std::string {
    try {
      Fields(parse_json(json)).take<std::vector<double>>("a");
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(told(R"({"a": [1, 2.5]})"), "");
  EXPECT_EQ(told(R"({"a": []})"), "");
  EXPECT_EQ(told(R"({"a": 3})"), "'a' has the wrong type: 3");
  EXPECT_EQ(told(R"({"a": [1, "x"]})"), "'a' has the wrong type: [1,\"x\"]");
  EXPECT_EQ(told(R"({"a": [[1]]})"), "'a' has the wrong type: [[1]]");
}

TEST(Utf8, CharactersAreOfOneToFourBytes) {
  const std::pair<std::string_view, size_t> good[] = {{"a", 1},
                                                      {"\x7f", 1},
                                                      {"\xc2\x80", 2},
                                                      {"\xdf\xbf", 2},
                                                      {"\xe0\xa0\x80", 3},
                                                      {"\xed\x9f\xbf", 3},
                                                      {"\xee\x80\x80", 3},
                                                      {"\xf0\x90\x80\x80", 4},
                                                      {"\xf4\x8f\xbf\xbf", 4},
                                                      {"\xc3\xa9x", 2}};
  for (const auto& [text, size] : good) {
    EXPECT_EQ(utf8_character(text), size) << testing::PrintToString(text);
    EXPECT_TRUE(is_utf8(text));
  }
  const std::string_view bad[] = {"\x80",
                                  "\xc1\x80",
                                  "\xc3",
                                  "\xe2\x82",
                                  "\xf0\x9f\x98",
                                  "\xc3(",
                                  "\xe0\x9f\xbf",
                                  "\xed\xa0\x80",
                                  "\xed\xbf\xbf",
                                  "\xf0\x8f\xbf\xbf",
                                  "\xf4\x90\x80\x80",
                                  "\xf5\x80\x80\x80"};
  for (const std::string_view text : bad) {
    EXPECT_EQ(utf8_character(text), 0u) << testing::PrintToString(text);
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Utf8, TextOfAMessageIsCutBetweenCharacters) {
  const std::string full(80, 'x');
  EXPECT_EQ(shortened(full), full);
  EXPECT_EQ(shortened(full + "x"), full + "...");
  for (const std::string_view character : {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\xa6"}) {
    for (size_t before = 80 - character.size(); before <= 80; ++before) {
      const std::string whole = full.substr(0, before), longer = whole + std::string(character) + full;
      const std::string fits = before + character.size() <= 80 ? whole + std::string(character) : whole;
      EXPECT_EQ(shortened(longer), fits + "...");
    }
  }
  EXPECT_EQ(shortened(std::string(100, '\x80')).size(), 80u);  // bytes of no character: cut somewhere
}

TEST(CubeRoot, OfWhatIsNotAboveZeroIsZero) {
  for (const double x : {0.0, -0.0, -8.0, -HUGE_VAL, std::nan("")}) EXPECT_EQ(cube_root(x), 0.0) << x;
  for (const double x : {1e-9, 0.5, 1.0, 27.0, 1e18})
    EXPECT_NEAR(cube_root(x), std::cbrt(x), 1e-15 * std::cbrt(x)) << x;
}

}  // namespace
}  // namespace murmur
