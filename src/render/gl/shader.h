// A linked OpenGL program, made from texts under shaders/ that are compiled into the binary. Every stage begins with
// `#version 330 core`, the oldest version with all functions that the program needs.
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
  /// Compiles and links the program. The texts of a stage are joined in order; each is the name of a file under
  /// shaders/. `constants`: text before both stages. @throws RunError with the driver's message.
  Shader(std::initializer_list<std::string_view> vertex, std::initializer_list<std::string_view> fragment,
         std::string_view constants = {});
  ~Shader();
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  void use() const { glUseProgram(program_); }
  /// Sets a uniform, and makes the program the current one.
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
  GLint used(const char* name) const;  // makes the program current; returns the location of a uniform
  GLuint program_ = 0;
};

}  // namespace murmur
