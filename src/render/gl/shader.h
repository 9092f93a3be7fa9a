// Owns one linked OpenGL program, built from texts under shaders/ that are compiled into the binary.
// Every stage begins with `#version 330 core`, the oldest that has all that is needed.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include <glad/gl.h>

namespace murmur {

class Shader {
 public:
  /// Names of files under shaders/; the texts of each stage are joined in order. `constants`: a text before those of
  /// both stages.
  /// @throws RunError with the driver's message.
  Shader(std::initializer_list<std::string_view> vertex, std::initializer_list<std::string_view> fragment,
         std::string_view constants = {});
  ~Shader();
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  void use() const { glUseProgram(program_); }
  /// Sets a uniform; the program is in use afterwards.
  void set(const char* name, int value) const;
  void set(const char* name, float value) const;
  void set(const char* name, const std::array<float, 2>& value) const;
  void set(const char* name, const std::array<float, 3>& value) const;
  void set(const char* name, const std::array<float, 4>& value) const;
  void set(const char* name, const std::array<int, 2>& value) const;
  void set(const char* name, const std::array<int, 3>& value) const;
  void set(const char* name, const std::array<float, 16>& column_major) const;
  void set(const char* name, std::span<const std::array<float, 3>> values) const;

 private:
  void link(std::initializer_list<GLuint> stages, std::string_view name);
  GLint used(const char* name) const;  // location of a uniform in this program, which is in use then
  GLuint program_ = 0;
};

}  // namespace murmur
