// Reads pictures for a film while the next ones are drawn: into pixel buffers, used in turns. Needs an OpenGL context.
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
  /// The picture that is drawn in `target` now. `tag`: the caller's.
  void begin(const RenderTarget& target, double tag);
  /// The oldest one that was begun, once it is there. `wait`: until then.
  std::optional<Picture> take(bool wait = false);

 private:
  static constexpr uint64_t kMost = 3;
  struct Buffer {
    GLuint name = 0;
    GLsync there = nullptr;
    int width = 0, height = 0;  // [pixels]
    double tag = 0.0;
  };
  std::array<Buffer, kMost> buffers_{};
  uint64_t begun_ = 0, read_ = 0;
};

}  // namespace murmur
