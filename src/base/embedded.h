// Files compiled into the program: scenarios/presets/*.toml, scenarios/*.toml and their walls, scenarios/figures/*.toml, shaders/*, fonts, a tool and
// the pictures of gallery/.
#pragma once

#include <span>
#include <string_view>

namespace murmur {

struct EmbeddedText {
  std::string_view name;  ///< file name; presets without their extension
  std::string_view text;
};

std::span<const EmbeddedText> embedded_presets();
std::span<const EmbeddedText> embedded_scenarios();  ///< names have no extension
std::span<const EmbeddedText> embedded_walls();      ///< meshes and pictures that scenarios name: walls/*
std::span<const EmbeddedText> embedded_figures();    ///< names have no extension
std::span<const EmbeddedText> embedded_tools();      ///< Python: plot_figure.py
std::span<const EmbeddedText> embedded_gallery();    ///< PNG; the name is that of the preset or scenario
std::span<const EmbeddedText> embedded_shaders();
std::span<const EmbeddedText> embedded_rule_headers();  ///< src/base and src/model, for NVRTC
std::span<const EmbeddedText> embedded_std_headers();   ///< kernels/nvrtc/std
std::span<const EmbeddedText> embedded_fonts();         ///< TrueType; the second has letters of one width

}  // namespace murmur
