#include "render/panel/style.h"

namespace murmur {

void set_style(float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  ImGui::StyleColorsDark();
  style.WindowRounding = 6.0f;
  style.WindowBorderSize = 0.0f;
  style.PopupBorderSize = 1.0f;
  style.PopupRounding = style.FrameRounding = style.GrabRounding = 4.0f;
  style.ScrollbarRounding = 4.0f;
  style.ScrollbarSize = 10.0f;
  style.GrabMinSize = 9.0f;
  style.WindowMinSize = {1.0f, 1.0f};  // plates have computed sizes
  style.WindowPadding = {10.0f, 6.0f};
  style.FramePadding = {7.0f, 3.0f};
  style.ItemSpacing = {6.0f, 5.0f};
  style.ItemInnerSpacing = {5.0f, 4.0f};
  style.CellPadding = {4.0f, 3.0f};
  const auto set = [&](ImGuiCol which, float r, float g, float b, float a = 1.0f) {
    style.Colors[which] = {r, g, b, a};
  };
  style.Colors[ImGuiCol_Text] = kTextInk;
  set(ImGuiCol_WindowBg, 0.06f, 0.07f, 0.10f);
  set(ImGuiCol_PopupBg, 0.09f, 0.10f, 0.14f);
  set(ImGuiCol_Border, 0.22f, 0.25f, 0.31f);
  set(ImGuiCol_FrameBg, 0.12f, 0.14f, 0.19f);
  set(ImGuiCol_FrameBgHovered, 0.16f, 0.19f, 0.26f);
  set(ImGuiCol_FrameBgActive, 0.18f, 0.22f, 0.31f);
  set(ImGuiCol_SliderGrab, 0.26f, 0.43f, 0.68f);  // contrast 3:1 to the frame; numbers on it stay legible
  set(ImGuiCol_SliderGrabActive, 0.34f, 0.52f, 0.78f);
  set(ImGuiCol_CheckMark, 0.48f, 0.69f, 0.95f);
  set(ImGuiCol_Button, 0.15f, 0.19f, 0.27f);
  set(ImGuiCol_ButtonHovered, 0.21f, 0.28f, 0.40f);
  set(ImGuiCol_ButtonActive, 0.27f, 0.38f, 0.55f);
  set(ImGuiCol_Header, 0.10f, 0.12f, 0.17f);
  set(ImGuiCol_HeaderHovered, 0.15f, 0.19f, 0.27f);
  set(ImGuiCol_HeaderActive, 0.18f, 0.24f, 0.34f);
  set(ImGuiCol_ScrollbarBg, 0.06f, 0.07f, 0.10f);
  set(ImGuiCol_ScrollbarGrab, 0.20f, 0.23f, 0.30f);
  set(ImGuiCol_PlotHistogram, 0.37f, 0.56f, 0.80f);
  set(ImGuiCol_TextSelectedBg, 0.25f, 0.40f, 0.62f);
  style.ScaleAllSizes(scale);
}

ImFont* mono_font() {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  return fonts[fonts.Size - 1];
}

}  // namespace murmur
