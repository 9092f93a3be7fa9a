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
std::span<const EmbeddedText> embedded_scenarios();  ///< scenarios/*.toml; names have no extension
std::span<const EmbeddedText> embedded_walls();      ///< meshes and pictures that scenarios name: walls/*
std::span<const EmbeddedText> embedded_figures();    ///< scenarios/figures/*.toml; names have no extension
std::span<const EmbeddedText> embedded_tools();      ///< Python scripts: plot_figure.py
std::span<const EmbeddedText> embedded_gallery();    ///< PNG, by name of preset or scenario
std::span<const EmbeddedText> embedded_shaders();
std::span<const EmbeddedText> embedded_rule_headers();  ///< headers of src/base and src/model, for NVRTC
std::span<const EmbeddedText> embedded_std_headers();   ///< headers of kernels/nvrtc/std, for NVRTC
std::span<const EmbeddedText> embedded_fonts();         ///< TrueType fonts; the second one is monospaced

}  // namespace murmur
