// Controls of the panel in a picture that nobody sees, and a pointer over them. Needs neither a window nor OpenGL.
#pragma once

#include <array>
#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <imgui.h>

#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {

class DrawnControls {
 public:
  DrawnControls() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {kWidth, kHeight};
    io.IniFilename = nullptr;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    set_style(1.0f);
  }
  ~DrawnControls() { ImGui::DestroyContext(); }
  DrawnControls(const DrawnControls&) = delete;
  DrawnControls& operator=(const DrawnControls&) = delete;

  std::function<void(Widgets&)> draw;
  Widgets widgets{1.0f};

  void frame(int count = 1) {
    for (; count > 0; --count) {
      ImGui::GetIO().DeltaTime = 0.02f;
      ImGui::NewFrame();
      widgets.begin_frame(kHeight);
      widgets.begin(0.0f, kWidth, kHeight);
      draw(widgets);
      widgets.end();
      ImGui::EndFrame();
    }
  }
  bool has(const std::string& name) const { return widgets.places().contains(name); }
  std::array<int, 4> place(const std::string& name) const {
    EXPECT_TRUE(has(name)) << name;
    return has(name) ? widgets.places().at(name) : std::array<int, 4>{};
  }
  void point(const std::string& name, float right = 0.0f) {
    const auto [left, top, end, bottom] = place(name);
    point_at(0.5f * static_cast<float>(left + end) + right, 0.5f * static_cast<float>(top + bottom));
  }
  void point_at(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame(2);
  }
  /// Over the panel, so many notches up.
  void scroll(float notches) {
    point_at(0.5f * kWidth, 0.5f * kHeight);
    ImGui::GetIO().MouseWheel = notches;
    frame(2);
  }
  void button(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }
  void press(const std::string& name) {
    point(name);
    button(true);
    button(false);
    frame(30);  // a second click would be another one
  }
  void drag(const std::string& name, float right) {
    point(name);
    button(true);
    for (int k = 1; k <= 10; ++k) point(name, right * static_cast<float>(k) / 10.0f);
    button(false);
  }
  void key(ImGuiKey_ key, bool control = false) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    const auto set = [&](bool down) {
      io.KeyMap[key] = key;
      io.KeysDown[key] = down;
      io.KeyCtrl = control && down;
    };
#else
    const auto set = [&](bool down) {
      if (control) io.AddKeyEvent(ImGuiMod_Ctrl, down);
      io.AddKeyEvent(static_cast<ImGuiKey>(key), down);
    };
#endif
    set(true);
    frame();
    set(false);
    frame();
  }
  /// With Ctrl + click, and a click at a place without controls.
  void type(const std::string& name, const std::string& text) {
    point(name);
    ImGui::GetIO().KeyCtrl = true;
    button(true);
    ImGui::GetIO().KeyCtrl = false;
    button(false);
    frame();
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame(2);
    point_at(kWidth - 4.0f, kHeight - 4.0f);
    button(true);
    button(false);
    frame(2);
  }

  static constexpr float kWidth = 340.0f, kHeight = 1600.0f;
};

}  // namespace murmur
