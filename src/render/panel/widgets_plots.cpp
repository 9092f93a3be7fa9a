// Tables, bars and curves of the panel.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr std::array<ImU32, 6> kParts{IM_COL32(94, 143, 204, 255),  IM_COL32(86, 176, 160, 255),
                                      IM_COL32(222, 180, 92, 255),  IM_COL32(176, 124, 196, 255),
                                      IM_COL32(120, 190, 104, 255), IM_COL32(120, 128, 144, 255)};
constexpr ImU32 kGround = IM_COL32(24, 28, 38, 255);
constexpr ImU32 kCurve = IM_COL32(110, 160, 224, 255);
constexpr ImU32 kUnder = IM_COL32(94, 143, 204, 60);
constexpr ImU32 kRuler = IM_COL32(60, 67, 82, 255);

struct Frame {
  ImVec2 low, high;
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
};

/// Reserves room for a plot over the whole width.
Frame ground(const std::string& name, float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::PushID(name.c_str());
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height});
  ImGui::PopID();
  const Frame frame{low, ImGui::GetItemRectMax()};
  ImGui::GetWindowDrawList()->AddRectFilled(frame.low, frame.high, kGround, ImGui::GetStyle().FrameRounding);
  return frame;
}

}  // namespace

void Widgets::table(const std::string& name, const std::vector<std::string>& heads,
                    const std::vector<std::vector<std::string>>& rows) {
  const auto columns = static_cast<int>(heads.size());
  if (!ImGui::BeginTable(name.c_str(), columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp))
    return;
  const auto cell = [](const std::string& words, bool right, bool quiet) {
    ImGui::TableNextColumn();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(words.c_str()).x;
    if (right && room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    if (quiet) {
      ImGui::TextColored(kQuietInk, "%s", words.c_str());
    } else {
      ImGui::TextUnformatted(words.c_str());
    }
  };
  ImGui::TableNextRow();
  for (size_t k = 0; k < heads.size(); ++k) cell(heads[k], k > 0, true);
  for (const auto& row : rows) {
    ImGui::TableNextRow();
    for (size_t k = 0; k < row.size(); ++k) cell(row[k], k > 0, false);
  }
  ImGui::EndTable();
  note(name);
}

void Widgets::progress(double share, const std::string& words) {
  ImGui::ProgressBar(static_cast<float>(share), {-1.0f, 0.0f}, words.c_str());
}

void Widgets::parts(const std::string& name, const std::vector<std::pair<std::string, double>>& parts) {
  double sum = 0.0;
  for (const auto& [words, value] : parts) sum += value;
  const Frame frame = ground(name, size(12.0f));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = frame.low.x;
  for (size_t k = 0; k < parts.size() && sum > 0.0; ++k) {
    const float next = x + frame.width() * static_cast<float>(parts[k].second / sum);
    list.AddRectFilled({x, frame.low.y}, {next, frame.high.y}, kParts[k % kParts.size()]);
    x = next;
  }
  const ImGuiStyle& style = ImGui::GetStyle();
  const float columns = 3.0f, width = ImGui::GetContentRegionAvail().x / columns;
  const float left = ImGui::GetCursorPosX();
  for (size_t k = 0; k < parts.size(); ++k) {
    const auto column = static_cast<float>(k % 3);
    if (k % 3 > 0) ImGui::SameLine(left + column * width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetFontSize() * 0.6f;
    list.AddRectFilled({at.x, at.y + side * 0.4f}, {at.x + side, at.y + side * 1.4f},
                       kParts[k % kParts.size()], 2.0f);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + style.ItemInnerSpacing.x);
    ImGui::Text("%s %.*f", parts[k].first.c_str(), parts[k].second < 9.95 ? 2 : 1, parts[k].second);
  }
}

void Widgets::histogram(const std::string& name, const std::vector<double>& shares, const std::string& left,
                        const std::string& right) {
  const Frame frame = ground(name, size(54.0f));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  double most = 0.0;
  for (const double share : shares) most = std::max(most, share);
  const float pad = size(4.0f), gap = std::max(1.0f, size(1.5f));
  const float step =
      (frame.width() - 2.0f * pad + gap) / static_cast<float>(std::max<size_t>(shares.size(), 1));
  for (size_t k = 0; k < shares.size() && most > 0.0; ++k) {
    const float x = frame.low.x + pad + static_cast<float>(k) * step;
    const float tall = (frame.height() - 2.0f * pad) * static_cast<float>(shares[k] / most);
    if (shares[k] > 0.0)
      list.AddRectFilled({x, frame.high.y - pad - std::max(tall, 1.0f)}, {x + step - gap, frame.high.y - pad},
                         kCurve);
  }
  ImGui::TextColored(kQuietInk, "%s", left.c_str());
  const float room = ImGui::CalcTextSize(right.c_str()).x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - room);
  ImGui::TextColored(kQuietInk, "%s", right.c_str());
}

void Widgets::curve(const Curve& curve) {
  const Frame frame = ground(curve.name, size(62.0f));
  note(curve.name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float letter = ImGui::GetFontSize(), pad = size(3.0f);
  // Words are above the curve, numbers of the axis at its right, in the room of the longest one.
  const float top = frame.low.y + letter + 2.0f * pad, foot = frame.high.y - pad;
  const float right = frame.high.x - ImGui::CalcTextSize("10000").x - 2.0f * pad;
  const auto y_of = [&](double value) {
    const double share = (value - curve.low) / std::max(curve.high - curve.low, 1e-12);
    return foot - (foot - top) * static_cast<float>(std::clamp(share, 0.0, 1.0));
  };
  const auto x_of = [&](double step) {
    return frame.low.x +
           (right - frame.low.x) * static_cast<float>((step - curve.from) / (curve.to - curve.from));
  };
  for (const double value : {curve.low, 0.5 * (curve.low + curve.high), curve.high})
    list.AddLine({frame.low.x, y_of(value)}, {right, y_of(value)}, kRuler);
  list.PushClipRect(frame.low, {right, frame.high.y}, true);
  for (size_t k = 1; k < curve.points.size(); ++k) {
    const auto& [step, value] = curve.points[k];
    const ImVec2 a{x_of(curve.points[k - 1].first), y_of(curve.points[k - 1].second)},
        b{x_of(step), y_of(value)};
    if (b.x < frame.low.x) continue;
    list.AddQuadFilled(a, b, {b.x, foot}, {a.x, foot}, kUnder);
    list.AddLine(a, b, kCurve, std::max(1.0f, size(1.5f)));
  }
  list.PopClipRect();
  const ImU32 quiet = ImGui::GetColorU32(kQuietInk);
  list.AddText({frame.low.x + size(6.0f), frame.low.y + pad}, ImGui::GetColorU32(ImGuiCol_Text),
               curve.words.c_str());
  const auto mark = [&](double value, float y) {
    const std::string words = fmt::format("{:g}", value);
    list.AddText({frame.high.x - pad - ImGui::CalcTextSize(words.c_str()).x, y}, quiet, words.c_str());
  };
  mark(curve.high, top - 0.5f * letter);
  mark(curve.low, foot - letter);
  const std::string first = "step " + grouped(static_cast<int64_t>(curve.from));
  const std::string last = grouped(static_cast<int64_t>(curve.to));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::Dummy({1.0f, letter});
  list.AddText(below, quiet, first.c_str());
  list.AddText({right - ImGui::CalcTextSize(last.c_str()).x, below.y}, quiet, last.c_str());
}

}  // namespace murmur
