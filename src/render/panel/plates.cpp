#include "render/panel/plates.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr float kLegendBar = 150.0f, kKindsWide = 220.0f;  // widths [usual pixels]

/// The size of a plate with contents of this size [pixels].
ImVec2 padded(ImVec2 inside) {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  return {inside.x + 2.0f * padding.x, inside.y + 2.0f * padding.y};
}

/// The width of a button with this text [pixels].
float button_width(const std::string& text) {
  return ImGui::CalcTextSize(text.c_str()).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

ImRect place_of(const Plate& plate, ImVec2 at, ImVec2 pivot) {
  const ImVec2 low{at.x - pivot.x * plate.size.x, at.y - pivot.y * plate.size.y};
  return {low, {low.x + plate.size.x, low.y + plate.size.y}};
}

struct Words {
  ImVec4 colour;
  std::string text;
  bool begins_line = false;
  std::optional<Rgb> square = {};  // colour of a square before the text
};

/// Words, cut to a width of `room` [pixels].
std::string shortened(std::string words, float room) {
  const std::string end = "...";
  if (ImGui::CalcTextSize(words.c_str()).x <= room) return words;
  while (!words.empty() && ImGui::CalcTextSize((words + end).c_str()).x > room) {
    while (words.size() > 1 && (words.back() & 0xc0) == 0x80)
      words.pop_back();  // further bytes of a letter in UTF-8
    words.pop_back();
  }
  return words + end;
}

/// A plate with words beside each other, in lines of at most `widest` pixels.
Plate words_plate(const std::string& name, std::vector<Words> all, float widest, float scale) {
  const float gap = 18.0f * scale, line = ImGui::GetTextLineHeight(), side = 0.7f * line;
  std::vector<ImVec2> places;
  ImVec2 at{0.0f, 0.0f}, size{0.0f, line};
  for (Words& words : all) {
    const float before = words.square ? side + 5.0f * scale : 0.0f;
    words.text = shortened(std::move(words.text), widest - before);
    const float wide = before + ImGui::CalcTextSize(words.text.c_str()).x;
    if (!places.empty()) {
      at.x += gap;
      if (words.begins_line || at.x + wide >= widest)
        at = {0.0f, at.y + ImGui::GetTextLineHeightWithSpacing()};
    }
    places.push_back({at.x + before, at.y});
    at.x += wide;
    size = {std::max(size.x, at.x), at.y + line};
  }
  const auto draw = [all = std::move(all), places = std::move(places), side, scale, line] {
    const ImVec2 from = ImGui::GetCursorPos();
    for (size_t k = 0; k < all.size(); ++k) {
      ImGui::SetCursorPos({from.x + places[k].x, from.y + places[k].y});
      if (const auto& rgb = all[k].square) {
        const ImVec2 end = ImGui::GetCursorScreenPos();
        const ImVec2 low{end.x - 5.0f * scale - side, end.y + 0.5f * (line - side)};
        ImGui::GetWindowDrawList()->AddRectFilled(
            low, {low.x + side, low.y + side},
            ImGui::GetColorU32(ImVec4{(*rgb)[0], (*rgb)[1], (*rgb)[2], 1.0f}));
      }
      text_in(all[k].colour, all[k].text);
    }
  };
  return {.name = name, .size = padded(size), .draw = draw};
}

}  // namespace

void draw_plate(const Plate& plate, ImVec2 at, ImVec2 pivot) {
  if (plate.opacity <= 0.0f) return;
  ImGui::SetNextWindowSize(plate.size);
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowBgAlpha(kPlateOpacity * plate.opacity);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * plate.opacity);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, plate.padding);
  ImGui::Begin(plate.name.c_str(), nullptr, plate.flags);
  ImGui::PopStyleVar();
  plate.draw();
  ImGui::End();
  ImGui::PopStyleVar();
}

bool PlateStack::is_free(const Plate& plate, ImVec2 at, ImVec2 pivot) const {
  const ImRect place = place_of(plate, at, pivot);
  return std::none_of(taken_.begin(), taken_.end(),
                      [&](const Taken& other) { return other.place.Overlaps(place); });
}

float PlateStack::right_of(std::string_view name) const {
  for (const Taken& plate : taken_)
    if (plate.name == name) return plate.place.Max.x - gap_;
  return 0.0f;
}

void PlateStack::put(const Plate& plate, ImVec2 at, ImVec2 pivot) {
  ImRect place = place_of(plate, at, pivot);
  place.TranslateY(std::min(0.0f, room_.Max.y - place.Max.y));
  place.TranslateY(std::max(0.0f, room_.Min.y - place.Min.y));
  const auto has_room = [&](const ImRect& there) {
    return there.Min.y >= room_.Min.y && there.Max.y <= room_.Max.y;
  };
  if (!plate.always && !has_room(place)) return;
  const auto in_the_way = [&] {
    return std::find_if(taken_.begin(), taken_.end(),
                        [&](const Taken& other) { return other.place.Overlaps(place); });
  };
  for (auto other = in_the_way(); other != taken_.end(); other = in_the_way()) {
    ImRect beyond = place;
    beyond.TranslateY(pivot.y == 0.0f ? other->place.Max.y - place.Min.y : other->place.Min.y - place.Max.y);
    if (!has_room(beyond)) {
      if (plate.always) break;
      return;
    }
    place = beyond;
  }
  draw_plate(plate, place.Min, {0.0f, 0.0f});
  place.Expand(gap_);
  taken_.push_back({plate.name, place});
}

void text_in(const ImVec4& colour, const std::string& words) {
  ImGui::TextColored(colour, "%s", words.c_str());
}

Plate status_plate(const OverlayStatus& status, float width, float scale) {
  std::vector<Words> all;
  const auto item = [&](const ImVec4& colour, const std::string& words) { all.push_back({colour, words}); };
  item(kTextInk, status.preset);
  item(kTextInk, grouped(status.boids) + (status.boids == 1 ? " boid" : " boids"));
  item(kQuietInk, "step " + grouped(status.step));
  if (status.researches) {
    item(kTextInk, fmt::format("{:.0f} fps", status.frames_per_second));
    item(kTextInk, fmt::format("{:.0f} steps/s", status.steps_per_second));
    item(kTextInk, fmt::format("{:.{}f} ms a step", status.step_ms, status.step_ms < 10.0 ? 2 : 0));
    if (status.panel_width == 0) item(kQuietInk, status.backend);  // otherwise the panel shows the backend
    item(kQuietInk, fmt::format("seed {}", status.seed));
    if (!status.hash.empty()) item(kQuietInk, "hash " + status.hash);
  }
  if (status.comparing) {
    item(kAmberInk, "comparing; the flock is paused");
  } else if (status.under_way > 0.0) {
    item(kAmberInk, fmt::format("the next step takes {:.0f} s so far", status.under_way));
  } else if (status.paused) {
    item(kAmberInk, "paused");
  } else if (status.machine_limited) {
    item(kQuietInk, status.researches ? fmt::format("{:.0f} steps/s wanted", status.wanted_steps_per_second)
                                      : "slower than set: this machine is at its limit");
  }
  if (!status.replay.empty())
    all.push_back({status.replay_differs ? kBadInk : kGoodInk, status.replay, true});
  return words_plate("status", std::move(all), width - 40.0f * scale, scale);
}

void draw_divider(const std::vector<PictureHalf>& halves, float top, float foot) {
  for (size_t k = 1; k < halves.size(); ++k)
    ImGui::GetBackgroundDrawList()->AddRectFilled({static_cast<float>(halves[k - 1].right), top},
                                                  {static_cast<float>(halves[k].left), foot},
                                                  IM_COL32(110, 110, 110, 255));
}

Plate half_plate(const PictureHalf& half, bool lines, float scale) {
  std::vector<Words> all{{kAmberInk, half.title}};
  for (const std::string& line : lines ? half.lines : std::vector<std::string>())
    all.push_back({kTextInk, line, true});
  return words_plate("half " + half.title, std::move(all), 1e6f, scale);
}

Plate buttons_plate(const std::string& name, const std::vector<std::string>& titles, int lit, float widest,
                    Widgets& widgets, int& pressed) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float button = 0.0f;
  for (const std::string& title : titles) button = std::max(button, button_width(title));
  const float step = button + style.ItemSpacing.x, line = ImGui::GetFrameHeight() + style.ItemSpacing.y;
  const int count = static_cast<int>(titles.size());
  const int most =
      std::clamp(static_cast<int>((widest - padded({}).x + style.ItemSpacing.x) / step), 1, count);
  const int lines = (count + most - 1) / most, columns = (count + lines - 1) / lines;
  const auto draw = [=, &widgets, &pressed] {
    for (int k = 0; k < count; ++k) {
      if (k % columns != 0) ImGui::SameLine();
      const std::string& title = titles[static_cast<size_t>(k)];
      ImGui::PushStyleColor(ImGuiCol_Button,
                            ImGui::GetStyleColorVec4(k == lit ? ImGuiCol_ButtonActive : ImGuiCol_Button));
      if (ImGui::Button(title.c_str(), {button, 0.0f})) pressed = k;
      ImGui::PopStyleColor();
      widgets.put_last(name + "." + title);
    }
  };
  return {.name = name,
          .size = padded({static_cast<float>(columns) * step - style.ItemSpacing.x,
                          static_cast<float>(lines) * line - style.ItemSpacing.y}),
          .draw = draw,
          .flags = kWithControls};
}

Plate legend_plate(const Legend& legend, float scale) {
  if (!legend.kinds.empty()) {
    std::vector<Words> all{{kTextInk, legend.title}};
    for (const auto& [name, colour] : legend.kinds) all.push_back({kQuietInk, name, all.size() == 1, colour});
    return words_plate("legend", std::move(all), kKindsWide * scale, scale);
  }
  const float between = ImGui::GetStyle().ItemSpacing.y, line = ImGui::GetTextLineHeight();
  const ImVec2 bar{kLegendBar * scale, 9.0f * scale};
  const ImVec2 size = padded({bar.x, 2.0f * line + bar.y + 2.0f * between});
  return {.name = "legend", .size = size, .draw = [legend, bar] {
            text_in(kTextInk, legend.title);
            ImGui::Image(texture_id(legend.texture), bar, {0.0f, 0.5f}, {1.0f, 0.5f});
            const float top = ImGui::GetCursorPosY(), left = ImGui::GetCursorPosX();
            const auto gaps = static_cast<float>(std::max<size_t>(legend.marks.size(), 2) - 1);
            for (size_t k = 0; k < legend.marks.size(); ++k) {
              const float room = ImGui::CalcTextSize(legend.marks[k].c_str()).x;
              ImGui::SetCursorPos({left + static_cast<float>(k) / gaps * (bar.x - room), top});
              text_in(kQuietInk, legend.marks[k]);
            }
          }};
}

void begin_opened(const char* name, ImVec2 size, ImVec2 middle, bool scrolls) {
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(1.0f);
  ImGui::SetNextWindowFocus();
  const int without = ImGuiWindowFlags_NoInputs | (scrolls ? ImGuiWindowFlags_NoScrollbar : 0);
  ImGui::Begin(name, nullptr, kJustText & ~without);
}

void wrapped_text(const ImVec4& colour, const std::string& words, float widest) {
  ImGui::PushTextWrapPos(ImGui::GetStyle().WindowPadding.x + widest);
  text_in(colour, words);
  ImGui::PopTextWrapPos();
}

Plate sign_plate(const std::string& name, const std::string& words, const char* button, Widgets& widgets,
                 bool& pressed) {
  const float size = ImGui::GetFontSize(), high = ImGui::GetFrameHeight();
  const float wide = size + ImGui::CalcTextSize(words.c_str()).x + button_width(button) +
                     2.0f * ImGui::GetStyle().ItemSpacing.x;
  const auto draw = [=, &widgets, &pressed] {
    ImGui::AlignTextToFramePadding();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.4f * size, at.y + 0.5f * high}, 0.35f * size,
                                                IM_COL32(235, 60, 50, 255));
    ImGui::Dummy({size, size});
    ImGui::SameLine();
    ImGui::TextUnformatted(words.c_str());
    ImGui::SameLine();
    pressed = ImGui::Button(button);
    widgets.put_last(name + ".stop");
  };
  return {.name = name, .size = padded({wide, high}), .draw = draw, .flags = kWithControls, .always = true};
}

Plate message_plate(const std::string& message, const std::string& button, float widest, Widgets& widgets,
                    bool& pressed) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float beside = button.empty() ? 0.0f : button_width(button) + style.ItemSpacing.x;
  ImVec2 words = ImGui::CalcTextSize(message.c_str(), nullptr, false, widest - padded({beside, 0.0f}).x);
  words.x += 2.0f;  // the measured width may be rounded down
  const float tall = button.empty() ? words.y : std::max(words.y, ImGui::GetFrameHeight());
  const auto draw = [=, &widgets, &pressed, &style] {
    // Brings the message in front of a clicked panel, but not in front of an open list.
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
      ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    // The text wraps at the width of the plate: a wider line could take another word.
    wrapped_text(kAmberInk, message, words.x);
    if (button.empty()) return;
    ImGui::SetCursorPos({style.WindowPadding.x + words.x + style.ItemSpacing.x, style.WindowPadding.y});
    pressed = ImGui::Button(button.c_str());
    widgets.put_last("message.button");
  };
  return {.name = "message",
          .size = padded({words.x + beside, tall}),
          .draw = draw,
          .flags = button.empty() ? kJustText : kWithControls,
          .always = true};
}

}  // namespace murmur
