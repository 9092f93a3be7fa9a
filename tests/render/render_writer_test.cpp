// The buffer of the boids and its host-copy writer: storage that does not move, and no mapping that outlives a
// failure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/gl/offscreen.h"
#include "render/scene/host_copy_writer.h"
#include "render/scene/scene.h"
#include "sim/util/errors.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

using testing::HasSubstr;

GLint parameter(GLuint buffer, GLenum name) {
  GLint value = -1;
  glGetNamedBufferParameteriv(buffer, name, &value);
  return value;
}

/// Records which buffer it gets. A device's writer: from its second call on it fails, and the host copies.
class RecordingWriter final : public InstanceWriter {
 public:
  struct Seen {
    GLuint buffer = 0;
    std::vector<bool> mapped;  // at each call of write()
  };
  explicit RecordingWriter(Seen& seen) : seen_(seen) {}
  std::string name() const override { return "noting"; }
  bool needs_host_mapping(Backend<float>&) override { return seen_.mapped.size() > 1; }
  void attach(uint32_t gl_buffer, size_t) override { seen_.buffer = gl_buffer; }
  void detach() noexcept override {}
  void write(Backend<float>&, const InstanceLayout&, int64_t) override {
    seen_.mapped.push_back((parameter(seen_.buffer, GL_BUFFER_STORAGE_FLAGS) & GL_MAP_WRITE_BIT) != 0);
  }

 private:
  Seen& seen_;
};

class Writers : public testing::Test {
 protected:
  ~Writers() override { glad_glUnmapBuffer = unmap_; }

  Offscreen context_;
  PFNGLUNMAPBUFFERPROC unmap_ = glad_glUnmapBuffer;
};

TEST_F(Writers, TheBufferHasStorageThatNeverChanges) {
  RecordingWriter::Seen seen;
  Scene scene;
  scene.boids().set_writer(std::make_unique<RecordingWriter>(seen));
  StillFlock flock(2, {1.0f, 2.0f, 3.0f, 4.0f});
  scene.boids().update(flock, 2);
  ASSERT_NE(seen.buffer, 0u);
  EXPECT_EQ(parameter(seen.buffer, GL_BUFFER_IMMUTABLE_STORAGE), GL_TRUE);
  EXPECT_EQ(parameter(seen.buffer, GL_BUFFER_STORAGE_FLAGS), 0) << "a device writes it";
}

TEST_F(Writers, TheHostGetsABufferThatItMayMap) {
  RecordingWriter::Seen seen;
  Scene scene;
  scene.boids().set_writer(std::make_unique<RecordingWriter>(seen));
  StillFlock flock(2, {1.0f, 2.0f, 3.0f, 4.0f});
  for (int frame = 0; frame < 3; ++frame) scene.boids().update(flock, 2);
  EXPECT_EQ(seen.mapped, (std::vector<bool>{false, false, true, true})) << "the second write was repeated";
}

/// A flock whose device fails while it writes.
class FailingFlock final : public StillFlock {
 public:
  FailingFlock() : StillFlock(2, std::vector<float>(4)) {}
  void write_instances(float*) override { throw RunError("the flock failed"); }
};

class HostCopy : public Writers {
 protected:
  HostCopy() {
    glCreateBuffers(1, &buffer_);
    glNamedBufferStorage(buffer_, 16, nullptr, GL_MAP_WRITE_BIT | GL_MAP_READ_BIT);
    writer_.attach(buffer_, 16);
  }
  ~HostCopy() override { glDeleteBuffers(1, &buffer_); }

  GLuint buffer_ = 0;
  HostCopyWriter writer_;
  StillFlock flock_{2, {1.0f, 2.0f, 3.0f, 4.0f}};
};

TEST_F(HostCopy, LeavesNothingMappedWhenTheFlockFails) {
  FailingFlock broken;
  EXPECT_THROW(writer_.write(broken, {}, 0), RunError);
  EXPECT_EQ(parameter(buffer_, GL_BUFFER_MAPPED), GL_FALSE);
  EXPECT_NO_THROW(writer_.write(flock_, {}, 0));
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

int times_lost = 0;

TEST_F(HostCopy, WritesAgainWhatOpenGlLost) {
  static PFNGLUNMAPBUFFERPROC real;
  real = unmap_;
  glad_glUnmapBuffer = [](GLenum target) -> GLboolean {
    real(target);
    return --times_lost < 0 ? GL_TRUE : GL_FALSE;
  };
  times_lost = 1;
  EXPECT_NO_THROW(writer_.write(flock_, {}, 0));
  EXPECT_EQ(times_lost, -1) << "written twice";
  times_lost = 2;
  try {
    writer_.write(flock_, {}, 0);
    FAIL() << "nothing is said";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("OpenGL lost the boids"));
  }
  EXPECT_EQ(parameter(buffer_, GL_BUFFER_MAPPED), GL_FALSE);
}

}  // namespace
}  // namespace murmur
