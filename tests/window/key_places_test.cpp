// Keys by their place, where a keyboard's layout has no Latin letter or its digits need Shift.
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "render/gl/key_places.h"

namespace murmur {
namespace {

constexpr KeyboardLayout kLatin, kGreek{.latin = false}, kFrench{.digits_with_shift = true};

TEST(KeyPlaces, ALayoutWithoutLatinLettersHasThoseOfThePlace) {
  EXPECT_EQ(command_character(0x44f, GLFW_KEY_Z, false, kLatin), 'z');  // Russian
  EXPECT_EQ(command_character(0x42f, GLFW_KEY_Z, true, kLatin), 'Z');
  EXPECT_EQ(command_character(';', GLFW_KEY_Q, false, kGreek), 'q');
  EXPECT_EQ(command_character(0, GLFW_KEY_S, false, kLatin), 's');  // the layout does not say
}

TEST(KeyPlaces, WhatALayoutTypesInAsciiCounts) {
  EXPECT_EQ(command_character('a', GLFW_KEY_Q, false, kFrench), 'a');  // French
  EXPECT_EQ(command_character('z', GLFW_KEY_Y, false, kLatin), 'z');   // German
  EXPECT_EQ(command_character('-', GLFW_KEY_SLASH, false, kLatin), '-');
  EXPECT_EQ(command_character(0xdf, GLFW_KEY_MINUS, false, kLatin), 0xdfu);  // German: no letter's place
  EXPECT_EQ(command_character(0x44d, GLFW_KEY_APOSTROPHE, false, kLatin), 0x44du);
}

TEST(KeyPlaces, DigitsThatNeedShiftActWithoutIt) {
  EXPECT_EQ(command_character('-', GLFW_KEY_6, false, kFrench), '6');
  EXPECT_EQ(command_character(0xe9, GLFW_KEY_2, false, kFrench), '2');
  EXPECT_EQ(command_character('6', GLFW_KEY_6, true, kFrench), '6');
  EXPECT_EQ(command_character(')', GLFW_KEY_MINUS, false, kFrench), '-');
  EXPECT_EQ(command_character('=', GLFW_KEY_EQUAL, false, kFrench), '=');
  EXPECT_EQ(command_character('-', GLFW_KEY_KP_SUBTRACT, false, kFrench), '-');
  EXPECT_EQ(command_character('6', GLFW_KEY_6, false, kLatin), '6');
}

}  // namespace
}  // namespace murmur
