#include "render/panel/plates.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr float kLegendBar = 150.0f, kKindsWide = 220.0f;  // [usual pixels]

struct Words {
  ImVec4 colour;
  std::string text;
  bool begins_line = false;
};

/// Words, cut to the `room` [pixels] that there is.
std::string shortened(std::string words, float room) {
  const std::string end = "...";
  if (ImGui::CalcTextSize(words.c_str()).x <= room) return words;
  while (!words.empty() && ImGui::CalcTextSize((words + end).c_str()).x > room) {
    while (words.size() > 1 && (words.back() & 0xc0) == 0x80)
      words.pop_back();  // the rest of a letter in UTF-8
    words.pop_back();
  }
  return words + end;
}

/// The size is computed from the words: a window that Dear ImGui sizes itself is cut for one frame.
/// `width`: of the picture; longer lines are wrapped. @returns the lower edge.
float draw_words(const char* name, std::vector<Words> all, float width, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float gap = 18.0f * scale, most = width - 40.0f * scale,
              line_height = ImGui::GetTextLineHeightWithSpacing();
  for (Words& words : all) words.text = shortened(std::move(words.text), most);
  std::vector<ImVec2> places;
  float end = 0.0f, widest = 0.0f;
  int line = 0;
  for (const Words& words : all) {
    const float room = ImGui::CalcTextSize(words.text.c_str()).x;
    const bool first = places.empty();
    const bool fits = !first && !words.begins_line && end + gap + room < most;
    if (!fits && !first) ++line;
    const float left = fits ? end + gap : 0.0f;
    end = left + room;
    widest = std::max(widest, end);
    places.push_back(
        {style.WindowPadding.x + left, style.WindowPadding.y + line_height * static_cast<float>(line)});
  }
  const float top = 10.0f * scale, high = line_height * static_cast<float>(line + 1) - style.ItemSpacing.y +
                                          2.0f * style.WindowPadding.y;
  ImGui::SetNextWindowSize({widest + 2.0f * style.WindowPadding.x, high});
  ImGui::SetNextWindowPos({10.0f * scale, top});
  ImGui::SetNextWindowBgAlpha(kPlateOpacity);
  ImGui::Begin(name, nullptr, kJustText);
  for (size_t k = 0; k < all.size(); ++k) {
    ImGui::SetCursorPos(places[k]);
    text_in(all[k].colour, all[k].text);
  }
  ImGui::End();
  return top + high;
}

/// Names with a square of their colour before each, in lines.
struct Kinds {
  explicit Kinds(const Legend& legend, float scale)
      : line(ImGui::GetTextLineHeightWithSpacing()), square(0.7f * ImGui::GetTextLineHeight()) {
    float end = 0.0f;
    for (const auto& [name, colour] : legend.kinds) {
      const float wide = square + 5.0f * scale + ImGui::CalcTextSize(name.c_str()).x;
      if (!places.empty() && end + wide > kKindsWide * scale) end = 0.0f, size.y += line;
      places.push_back({end, size.y});
      size.x = std::max(size.x, end + wide);
      end += wide + 12.0f * scale;
    }
    size.y += ImGui::GetTextLineHeight();
  }
  float line, square;
  std::vector<ImVec2> places;
  ImVec2 size{0.0f, 0.0f};
};

void draw_kinds(const Legend& legend, float scale) {
  const Kinds kinds(legend, scale);
  const ImVec2 from = ImGui::GetCursorPos(), at = ImGui::GetCursorScreenPos();
  const float lowered = 0.5f * (ImGui::GetTextLineHeight() - kinds.square);
  for (size_t k = 0; k < kinds.places.size(); ++k) {
    const auto& [name, rgb] = legend.kinds[k];
    const ImVec2 place = kinds.places[k], low{at.x + place.x, at.y + place.y + lowered};
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + kinds.square, low.y + kinds.square},
                                              ImGui::GetColorU32(ImVec4{rgb[0], rgb[1], rgb[2], 1.0f}));
    ImGui::SetCursorPos({from.x + place.x + kinds.square + 5.0f * scale, from.y + place.y});
    text_in(kQuietInk, name);
  }
}

}  // namespace

void text_in(const ImVec4& colour, const std::string& words) {
  ImGui::TextColored(colour, "%s", words.c_str());
}

float draw_status(const OverlayStatus& status, float width, float scale) {
  std::vector<Words> all;
  const auto item = [&](const ImVec4& colour, const std::string& words) { all.push_back({colour, words}); };
  item(kTextInk, status.preset);
  item(kTextInk, grouped(status.boids) + (status.boids == 1 ? " boid" : " boids"));
  item(kTextInk, fmt::format("{:.0f} fps", status.frames_per_second));
  item(kTextInk, fmt::format("{:.0f} steps/s", status.steps_per_second));
  item(kTextInk, fmt::format("{:.{}f} ms a step", status.step_ms, status.step_ms < 10.0 ? 2 : 0));
  if (status.panel_width == 0) item(kQuietInk, status.backend);  // otherwise the panel shows it
  item(kQuietInk, fmt::format("seed {}", status.seed));
  item(kQuietInk, "step " + grouped(status.step));
  if (!status.hash.empty()) item(kQuietInk, "hash " + status.hash);
  if (status.comparing) {
    item(kAmberInk, "comparing; the flock is paused");
  } else if (status.under_way > 0.0) {
    item(kAmberInk, fmt::format("the next step takes {:.0f} s so far", status.under_way));
  } else if (status.paused) {
    item(kAmberInk, "paused");
  } else if (status.machine_limited) {
    item(kAmberInk, fmt::format("machine-limited: {:.0f} steps/s wanted", status.wanted_steps_per_second));
  }
  if (!status.replay.empty())
    all.push_back({status.replay_differs ? kBadInk : kGoodInk, status.replay, true});
  return draw_words("status", std::move(all), width, scale);
}

void draw_divider(const std::vector<PictureHalf>& halves, float top, float foot) {
  for (size_t k = 1; k < halves.size(); ++k)
    ImGui::GetBackgroundDrawList()->AddRectFilled({static_cast<float>(halves[k - 1].right), top},
                                                  {static_cast<float>(halves[k].left), foot},
                                                  IM_COL32(110, 110, 110, 255));
}

void draw_halves(const std::vector<PictureHalf>& halves, ImVec2 tools, float top, float scale) {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  for (size_t k = 0; k < halves.size(); ++k) {
    const PictureHalf& half = halves[k];
    const auto right = static_cast<float>(half.right);
    std::vector<std::string> lines = half.lines;
    const auto size = [&] {
      ImVec2 words = ImGui::CalcTextSize(half.title.c_str());
      for (const std::string& line : lines) {
        words.x = std::max(words.x, ImGui::CalcTextSize(line.c_str()).x);
        words.y += ImGui::GetTextLineHeightWithSpacing();
      }
      return ImVec2{words.x + 2.0f * padding.x, words.y + 2.0f * padding.y};
    };
    if (k == 0 && right - 10.0f * scale - size().x < tools.x && top + size().y > tools.y) lines.clear();
    ImGui::SetNextWindowSize(size());
    ImGui::SetNextWindowPos({right - 10.0f * scale, top}, ImGuiCond_Always, {1.0f, 0.0f});
    ImGui::SetNextWindowBgAlpha(kPlateOpacity);
    ImGui::Begin(("half " + half.title).c_str(), nullptr, kJustText);
    text_in(kAmberInk, half.title);
    for (const std::string& line : lines) text_in(kTextInk, line);
    ImGui::End();
  }
}

ImVec2 legend_size(const Legend& legend, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ImGui::GetTextLineHeight();
  ImVec2 inside{kLegendBar * scale, 2.0f * line + 9.0f * scale + 2.0f * style.ItemSpacing.y};
  if (!legend.kinds.empty()) {
    const ImVec2 kinds = Kinds(legend, scale).size;
    inside = {std::max(kinds.x, ImGui::CalcTextSize(legend.title.c_str()).x),
              line + style.ItemSpacing.y + kinds.y};
  }
  return {inside.x + 10.0f * scale + 2.0f * style.WindowPadding.x,
          inside.y + 10.0f * scale + 2.0f * style.WindowPadding.y};
}

void draw_legend(const Legend& legend, float height, float scale) {
  const float wide = kLegendBar * scale, high = 9.0f * scale;
  ImVec2 size = legend_size(legend, scale);
  size = {size.x - 10.0f * scale, size.y - 10.0f * scale};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos({10.0f * scale, height - 10.0f * scale - size.y});
  ImGui::SetNextWindowBgAlpha(kPlateOpacity);
  ImGui::Begin("legend", nullptr, kJustText);
  text_in(kTextInk, legend.title);
  if (!legend.kinds.empty()) {
    draw_kinds(legend, scale);
    return ImGui::End();
  }
  ImGui::Image(texture_id(legend.texture), {wide, high}, {0.0f, 0.5f}, {1.0f, 0.5f});
  const float top = ImGui::GetCursorPosY(), left = ImGui::GetCursorPosX();
  const auto gaps = static_cast<float>(std::max<size_t>(legend.marks.size(), 2) - 1);
  for (size_t k = 0; k < legend.marks.size(); ++k) {
    const float room = ImGui::CalcTextSize(legend.marks[k].c_str()).x;
    ImGui::SetCursorPos({left + static_cast<float>(k) / gaps * (wide - room), top});
    text_in(kQuietInk, legend.marks[k]);
  }
  ImGui::End();
}

void begin_plate(const char* name, ImVec2 words, float below, ImVec2 middle, ImGuiWindowFlags flags) {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  ImGui::SetNextWindowSize({words.x + 2.0f * padding.x, words.y + below + 2.0f * padding.y});
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.92f);
  ImGui::Begin(name, nullptr, flags);
}

void wrapped_text(const ImVec4& colour, const std::string& words, float widest) {
  ImGui::PushTextWrapPos(ImGui::GetStyle().WindowPadding.x + widest);
  text_in(colour, words);
  ImGui::PopTextWrapPos();
}

void draw_hints(const std::vector<const char*>& hints, float opacity, float left, float right, float foot,
                float scale) {
  const float pad = 9.0f * scale, gap = 10.0f * scale, high = ImGui::GetTextLineHeight() + pad;
  std::vector<float> widths;
  float all = -gap;
  for (const char* const hint : hints) {
    widths.push_back(ImGui::CalcTextSize(hint).x + 2.0f * pad);
    all += widths.back() + gap;
  }
  const bool beside = all <= right - left - 2.0f * gap;
  float x = 0.5f * (left + right - all);
  float y = foot - (beside ? 1.0f : static_cast<float>(hints.size())) * (high + 0.6f * gap);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto ink = [&](float r, float g, float b, float a) {
    return ImGui::GetColorU32(ImVec4{r, g, b, a * opacity});
  };
  for (size_t k = 0; k < hints.size(); ++k) {
    if (!beside) x = 0.5f * (left + right - widths[k]);
    list.AddRectFilled({x, y}, {x + widths[k], y + high}, ink(0.06f, 0.07f, 0.10f, 0.82f), 0.5f * high);
    list.AddText({x + pad, y + 0.5f * pad}, ink(0.90f, 0.92f, 0.96f, 1.0f), hints[k]);
    if (beside)
      x += widths[k] + gap;
    else
      y += high + 0.6f * gap;
  }
}

MessageUse draw_message(const std::string& message, const std::string& button, float left, float right,
                        float foot, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float beside = button.empty() ? 0.0f
                                      : ImGui::CalcTextSize(button.c_str()).x + 2.0f * style.FramePadding.x +
                                            style.ItemSpacing.x;
  const float room = right - left - 20.0f * scale - 2.0f * style.WindowPadding.x;
  const float widest = std::min(room, 900.0f * scale) - beside;
  ImVec2 words = ImGui::CalcTextSize(message.c_str(), nullptr, false, widest);
  words.x += 2.0f;  // the measured width may be rounded down
  const float tall = button.empty() ? words.y : std::max(words.y, ImGui::GetFrameHeight());
  const float half = 0.5f * tall + style.WindowPadding.y;
  begin_plate("message", {words.x + beside, tall}, 0.0f, {0.5f * (left + right), foot - 16.0f * scale - half},
              button.empty() ? kJustText : kJustText & ~ImGuiWindowFlags_NoInputs);
  // A panel that was clicked on would lie over it; an open list does.
  if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  // Not wider than the plate: a line could take another word.
  wrapped_text(kAmberInk, message, words.x);
  const auto rounded = [](ImVec2 low, ImVec2 high) {
    return std::array{static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
                      static_cast<int>(high.y)};
  };
  MessageUse use;
  if (!button.empty()) {
    ImGui::SetCursorPos({style.WindowPadding.x + words.x + style.ItemSpacing.x, style.WindowPadding.y});
    use.pressed = ImGui::Button(button.c_str());
    use.button = rounded(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  use.place = rounded(at, {at.x + size.x, at.y + size.y});
  ImGui::End();
  return use;
}

}  // namespace murmur
