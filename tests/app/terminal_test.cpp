// What goes to a terminal: nothing that it would obey, and never more than a screen.
#include <gtest/gtest.h>

#include "app/options/terminal.h"

namespace murmur {
namespace {

TEST(Terminal, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1B[31mb");
  EXPECT_EQ(printable(std::string_view("\0\x7f\r", 3)), "\\x00\\x7F\\x0D");
  EXPECT_EQ(printable("one\ttwo\n"), "one\ttwo\n");
  EXPECT_EQ(message_text("one\ttwo\n"), "one\\x09two\\x0A");
}

TEST(Terminal, OnlyWholeCharactersOfUtf8Pass) {
  EXPECT_EQ(printable("Tühr – \xf0\x9f\x90\xa6"), "Tühr – \xf0\x9f\x90\xa6");
  EXPECT_EQ(printable("\xff|\xc3|\xe2\x82|\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80"),
            "\\xFF|\\xC3|\\xE2\\x82|\\xC0\\xAF|\\xED\\xA0\\x80|\\xF4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xc2\x9b|\xc2\xa0"), "\\xC2\\x9B|\xc2\xa0");  // CSI in one character; a space
  EXPECT_EQ(printable("\xe2\x80\xae|\xe2\x81\xa6"),
            "\\xE2\\x80\\xAE|\\xE2\\x81\\xA6");  // turns the writing round
}

TEST(Terminal, LongMessagesKeepBothEnds) {
  const std::string text = "file:3: " + std::string(10'000'000, 'k') + "; allowed: 1 to 5";
  const std::string shown = message_text(text);
  EXPECT_LT(shown.size(), 1200u);
  EXPECT_EQ(shown.substr(0, 9), "file:3: k");
  EXPECT_NE(shown.find("bytes left out"), std::string::npos);
  EXPECT_TRUE(shown.ends_with("; allowed: 1 to 5"));
}

TEST(Terminal, LongMessagesAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xe2\x82\xac";
  for (size_t more = 0; more < 4; ++more)
    EXPECT_EQ(message_text(text + std::string(more, 'x')).find("\\x"), std::string::npos);
}

}  // namespace
}  // namespace murmur
