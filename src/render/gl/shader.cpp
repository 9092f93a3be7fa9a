#include "render/gl/shader.h"

#include "base/embedded.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

std::string_view shader_text(std::string_view name) {
  for (const EmbeddedText& file : embedded_shaders()) {
    if (file.name == name) return file.text;
  }
  throw RunError("the shader " + std::string(name) + " is not part of this program: build it again.");
}

GLuint compile(GLenum stage, std::initializer_list<std::string_view> names, std::string_view constants = {}) {
  std::string text = "#version 330 core\n";
  text += constants;
  for (std::string_view name : names) text += shader_text(name);
  const GLuint shader = glCreateShader(stage);
  const char* source = text.c_str();
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  std::string message(2048, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(message.size()), &length, message.data());
  message.resize(static_cast<size_t>(length));
  glDeleteShader(shader);
  throw RunError("the OpenGL driver refuses the shader " + std::string(names.end()[-1]) + ": " + message);
}

}  // namespace

Shader::Shader(std::initializer_list<std::string_view> vertex,
               std::initializer_list<std::string_view> fragment, std::string_view constants) {
  const GLuint vertex_shader = compile(GL_VERTEX_SHADER, vertex, constants);
  link({vertex_shader, compile(GL_FRAGMENT_SHADER, fragment, constants)}, vertex.end()[-1]);
}

void Shader::link(std::initializer_list<GLuint> stages, std::string_view name) {
  program_ = glCreateProgram();
  for (GLuint shader : stages) glAttachShader(program_, shader);
  glLinkProgram(program_);
  for (GLuint shader : stages) {
    glDetachShader(program_, shader);
    glDeleteShader(shader);
  }
  GLint linked = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (linked) return;
  std::string message(2048, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program_, static_cast<GLsizei>(message.size()), &length, message.data());
  message.resize(static_cast<size_t>(length));
  glDeleteProgram(program_);
  throw RunError("the OpenGL driver cannot link " + std::string(name) + ": " + message);
}

Shader::~Shader() { glDeleteProgram(program_); }

GLint Shader::used(const char* name) const {
  use();
  return glGetUniformLocation(program_, name);
}

// OpenGL 3.3 lacks glProgramUniform, so used() binds the program first.
void Shader::set(const char* name, int value) const { glUniform1i(used(name), value); }
void Shader::set(const char* name, float value) const { glUniform1f(used(name), value); }
void Shader::set(const char* name, const std::array<float, 2>& value) const {
  glUniform2fv(used(name), 1, value.data());
}
void Shader::set(const char* name, const std::array<float, 3>& value) const {
  glUniform3fv(used(name), 1, value.data());
}
void Shader::set(const char* name, const std::array<float, 4>& value) const {
  glUniform4fv(used(name), 1, value.data());
}
void Shader::set(const char* name, const std::array<int, 2>& value) const {
  glUniform2iv(used(name), 1, value.data());
}
void Shader::set(const char* name, const std::array<int, 3>& value) const {
  glUniform3iv(used(name), 1, value.data());
}
void Shader::set(const char* name, const std::array<float, 16>& column_major) const {
  glUniformMatrix4fv(used(name), 1, GL_FALSE, column_major.data());
}
void Shader::set(const char* name, std::span<const std::array<float, 3>> values) const {
  glUniform3fv(used(name), static_cast<GLsizei>(values.size()), values.front().data());
}

}  // namespace murmur
