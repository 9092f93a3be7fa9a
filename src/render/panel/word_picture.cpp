#include "render/panel/word_picture.h"

#include <algorithm>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <imstb_truetype.h>

#include "base/embedded.h"

namespace murmur {
namespace {

constexpr int kWidth = 1200;                          // [pixels]
constexpr float kMostWide = 0.84f, kMostHigh = 0.8f;  // largest share of the picture for the word

}  // namespace

Image word_picture(const std::string& word, double aspect) {
  stbtt_fontinfo font;
  const std::span<const EmbeddedText> fonts = embedded_fonts();
  if (fonts.empty()) return {};
  stbtt_InitFont(&font, reinterpret_cast<const unsigned char*>(fonts.front().text.data()), 0);
  const float one = stbtt_ScaleForPixelHeight(&font, 1.0f);
  std::vector<std::pair<int, float>> glyphs;  // glyphs with their x positions, at a height of one pixel
  float wide = 0.0f;
  for (const char *at = word.data(), *end = at + word.size(); at < end;) {
    unsigned letter = 0;
    at += std::max(1, ImTextCharFromUtf8(&letter, at, end));
    const int glyph = stbtt_FindGlyphIndex(&font, static_cast<int>(letter));
    if (glyph == 0) return {};
    int advance = 0;
    stbtt_GetGlyphHMetrics(&font, glyph, &advance, nullptr);
    glyphs.emplace_back(glyph, wide);
    wide += one * static_cast<float>(advance);
  }
  if (glyphs.empty()) return {};
  Image picture{.width = kWidth, .height = static_cast<int>(kWidth / aspect), .rgb = {}};
  const auto width = static_cast<float>(kWidth), height = static_cast<float>(picture.height);
  picture.rgb.assign(size_t{3} * kWidth * static_cast<size_t>(picture.height), 255);
  const float size = std::min(kMostWide * width / wide, kMostHigh * height);
  for (const auto& [glyph, place] : glyphs) {
    int columns = 0, rows = 0, left = 0, top = 0;
    unsigned char* const dark =
        stbtt_GetGlyphBitmap(&font, one * size, one * size, glyph, &columns, &rows, &left, &top);
    left += static_cast<int>(0.5f * (width - size * wide) + size * place);
    top += static_cast<int>(0.5f * height + 0.36f * size);  // half a capital letter below the middle
    for (int row = std::max(0, -top); row < std::min(rows, picture.height - top); ++row)
      for (int column = std::max(0, -left); column < std::min(columns, kWidth - left); ++column) {
        uint8_t* const pixel = &picture.rgb[3 * static_cast<size_t>((top + row) * kWidth + left + column)];
        std::fill_n(pixel, 3, std::min(*pixel, static_cast<uint8_t>(255 - dark[row * columns + column])));
      }
    stbtt_FreeBitmap(dark, nullptr);
  }
  return picture;
}

}  // namespace murmur
