// Reads pictures for a film into several pixel buffers in turn, while the next pictures are drawn. Needs an OpenGL context.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <glad/gl.h>

#include "render/gl/render_target.h"

namespace murmur {

class PictureReader {
 public:
  struct Picture {
    Image image;
    double tag;
  };

  PictureReader();
  ~PictureReader();
  PictureReader(const PictureReader&) = delete;
  PictureReader& operator=(const PictureReader&) = delete;

  uint64_t under_way() const { return begun_ - read_; }
  bool can_begin() const { return under_way() < kMost; }
  /// Begins to read the picture that `target` holds now. take() returns it with `tag`.
  void begin(const RenderTarget& target, double tag);
  /// The picture of the oldest begin(); none if it is not read yet. `wait`: waits until it is.
  std::optional<Picture> take(bool wait = false);

 private:
  static constexpr uint64_t kMost = 3;
  struct Buffer {
    GLuint name = 0;
    GLsync there = nullptr;
    int width = 0, height = 0;  // size of the picture [pixels]
    double tag = 0.0;
  };
  std::array<Buffer, kMost> buffers_{};
  uint64_t begun_ = 0, read_ = 0;
};

}  // namespace murmur
