#include "render/panel/letters.h"

#include <algorithm>
#include <filesystem>

#include <imgui.h>
#include <imgui_internal.h>

#include "base/embedded.h"
#include "render/panel/overlay_status.h"

namespace murmur {
namespace {

constexpr size_t kMostLetters = 2000;  // the texture has 13 MB at scale 2
constexpr float kMonoSize = 13.0f;     // 36 characters fit into the panel

/// Fonts of Debian's packages fonts-droid-fallback, fonts-noto-cjk and fonts-wqy-microhei. The first one found has
/// the letters that DejaVu lacks.
constexpr const char* kFallbacks[] = {"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                      "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                      "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"};

/// Ranges of letters as pairs of first and last, which Dear ImGui reads until the next font is made.
ImVector<ImWchar> ranges_of(const std::set<unsigned>& letters) {
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault());
  for (const unsigned letter : letters) builder.AddChar(static_cast<ImWchar>(letter));
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

}  // namespace

void Letters::note(unsigned letter) {
  if (letter < 0x100 || letter > IM_UNICODE_CODEPOINT_MAX || !letters_.insert(letter).second) return;
  if (letters_.size() > kMostLetters) letters_ = {letter};  // the next frame adds the used ones
  changed_ = true;
}

void Letters::note(std::string_view text) {
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    unsigned letter = 0;
    at += std::max(1, ImTextCharFromUtf8(&letter, at, end));
    note(letter);
  }
}

void Letters::note(const OverlayStatus& status) {
  for (const std::string* text :
       {&status.preset, &status.replay, &status.message, &status.question, &status.sharing})
    note(*text);
  for (const std::string& name : status.names) note(name);
  for (const Label& label : status.labels) note(label.text);
  for (const std::string& mark : status.legend.marks) note(mark);
  for (const MenuEntry& entry : status.menu.entries) note(entry.title), note(entry.line);
  for (const PictureHalf& half : status.halves) {
    note(half.title);
    for (const std::string& line : half.lines) note(line);
  }
}

void Letters::note_typed() {
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) note(unsigned{letter});
}

void Letters::set_font(float scale) {
  changed_ = false;
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  const ImVector<ImWchar> ranges = ranges_of(letters_);
  const float size = 15.0f * scale;
  ImFontConfig config;
  const auto add = [&](const EmbeddedText& font, float pixels) {
    config.FontDataOwnedByAtlas = false;
    // Dear ImGui does not change the data.
    fonts.AddFontFromMemoryTTF(const_cast<char*>(font.text.data()), static_cast<int>(font.text.size()),
                               pixels, &config, ranges.Data);
    config.MergeMode = config.FontDataOwnedByAtlas = true;
  };
  const std::span<const EmbeddedText> own = embedded_fonts();
  if (!own.empty()) {
    add(own.front(), size);
    std::error_code ignored;
    const auto* const fallback = std::ranges::find_if(
        kFallbacks, [&](const char* file) { return std::filesystem::is_regular_file(file, ignored); });
    if (!letters_.empty() && fallback != std::end(kFallbacks))
      fonts.AddFontFromFileTTF(*fallback, size, &config, ranges.Data);
    config.MergeMode = false;
    if (own.size() > 1) add(own[1], kMonoSize * scale);
    fonts.Build();  // the ranges must still exist
    return;
  }
  config.SizePixels =
      13.0f * std::max(1.0f, static_cast<float>(static_cast<int>(scale)));  // a bitmap font of one size
  fonts.AddFontDefault(&config);
}

}  // namespace murmur
