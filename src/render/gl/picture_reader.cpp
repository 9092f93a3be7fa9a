#include "render/gl/picture_reader.h"

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kChannels = 4;  // RGBA, the format of the driver, needs no conversion

}  // namespace

PictureReader::PictureReader() {
  for (Buffer& buffer : buffers_) glGenBuffers(1, &buffer.name);
}

PictureReader::~PictureReader() {
  for (const Buffer& buffer : buffers_) {
    glDeleteBuffers(1, &buffer.name);
    if (buffer.there) glDeleteSync(buffer.there);
  }
}

void PictureReader::begin(const RenderTarget& target, double tag) {
  Buffer& buffer = buffers_.at(begun_++ % kMost);
  buffer.tag = tag;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.name);
  if (buffer.width != target.width() || buffer.height != target.height()) {
    buffer.width = target.width();
    buffer.height = target.height();
    const auto pixels = static_cast<GLsizeiptr>(buffer.width) * buffer.height;
    glBufferData(GL_PIXEL_PACK_BUFFER, pixels * static_cast<GLsizeiptr>(kChannels), nullptr, GL_STREAM_READ);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.resolved());
  glReadPixels(0, 0, buffer.width, buffer.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  buffer.there = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::optional<PictureReader::Picture> PictureReader::take(bool wait) {
  if (under_way() == 0) return {};
  Buffer& buffer = buffers_.at(read_ % kMost);
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = glClientWaitSync(buffer.there, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
  while (wait && state == GL_TIMEOUT_EXPIRED) state = glClientWaitSync(buffer.there, 0, kSecond);
  if (state == GL_TIMEOUT_EXPIRED) return {};
  glDeleteSync(buffer.there);
  buffer.there = nullptr;
  ++read_;
  const auto width = static_cast<size_t>(buffer.width), height = static_cast<size_t>(buffer.height);
  Picture picture{{buffer.width, buffer.height, std::vector<uint8_t>(width * height * 3)}, buffer.tag};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.name);
  const auto* const memory = static_cast<const uint8_t*>(glMapBufferRange(
      GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(width * height * kChannels), GL_MAP_READ_BIT));
  if (memory) {
    uint8_t* to = picture.image.rgb.data();
    for (size_t y = height; y-- > 0;) {  // OpenGL has the lowest row first
      const uint8_t* from = memory + y * width * kChannels;
      for (size_t x = 0; x < width; ++x, from += kChannels, to += 3)
        for (size_t channel = 0; channel < 3; ++channel) to[channel] = from[channel];
    }
  }
  const bool whole = memory && glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  if (!whole) throw RunError("OpenGL does not give a picture back: it has no memory, or was reset.");
  return picture;
}

}  // namespace murmur
