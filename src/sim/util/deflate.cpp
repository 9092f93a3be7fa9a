#include "sim/util/deflate.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include <zlib.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kWorthwhile = 7.2;      // bits per byte below which Huffman codes save at least a tenth
constexpr double kLeastSaving = 0.25;    // least share of all bytes that must be saved
constexpr double kNearlyConstant = 1.5;  // bits per byte below which repeats are searched, e.g. in empty rows

std::vector<uint8_t> shuffled(const void* values, size_t count, size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(values);
  std::vector<uint8_t> planes(count * size);
  for (size_t plane = 0; plane < size; ++plane) {
    for (size_t i = 0; i < count; ++i) planes[plane * count + i] = bytes[i * size + plane];
  }
  return planes;
}

/// Entropy [bits per byte] of the first byte of `count` values, from a sample with an odd step, so that it includes
/// all coordinates.
double entropy(const uint8_t* first, size_t count, size_t size) {
  constexpr size_t kEvery = 15;
  std::array<uint32_t, 256> seen{};
  for (size_t i = 0; i < count; i += kEvery) ++seen[first[i * size]];
  const double sample = static_cast<double>((count + kEvery - 1) / kEvery);
  double bits = 0.0;
  for (const uint32_t n : seen) {
    if (n > 0) bits -= n * std::log2(static_cast<double>(n) / sample);
  }
  return bits / sample;
}

/// The memory of zlib for one stream; a separate object that is freed when there is no memory for the output.
struct Deflater {
  explicit Deflater(int level) {
    if (deflateInit(&state, level) != Z_OK) throw RunError("zlib cannot start: there is not enough memory");
  }
  ~Deflater() { deflateEnd(&state); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  z_stream state = {};
};

class Packer {
 public:
  Packer(int level, size_t size) : deflater_(level) {
    out_.resize(deflateBound(&zlib_, size) + size / 1000 + 1024);
    zlib_.next_out = out_.data();
    zlib_.avail_out = static_cast<uInt>(out_.size());
  }

  void set(int level, int strategy) { check(deflateParams(&zlib_, level, strategy)); }
  void put(const uint8_t* bytes, size_t count) {
    zlib_.next_in = const_cast<uint8_t*>(bytes);
    zlib_.avail_in = static_cast<uInt>(count);
    check(deflate(&zlib_, Z_NO_FLUSH));
  }
  std::vector<uint8_t> finish() {
    if (deflate(&zlib_, Z_FINISH) != Z_STREAM_END) check(Z_BUF_ERROR);
    out_.resize(zlib_.total_out);
    return std::move(out_);
  }

 private:
  void check(int code) const {
    if (code != Z_OK || zlib_.avail_in > 0) throw std::logic_error("zlib needs more room than its bound");
  }
  Deflater deflater_;
  z_stream& zlib_ = deflater_.state;
  std::vector<uint8_t> out_;
};

}  // namespace

std::vector<uint8_t> deflate_numbers(const void* values, size_t count, size_t size) {
  std::vector<double> bits(size);  // entropy of each plane [bits per byte]
  double packed = 0.0;
  for (size_t plane = 0; plane < size; ++plane) {
    bits[plane] = entropy(static_cast<const uint8_t*>(values) + plane, count, size);
    packed += bits[plane] < kWorthwhile ? bits[plane] / 8.0 : 1.0;
  }
  if (packed > (1.0 - kLeastSaving) * static_cast<double>(size)) return {};
  const std::vector<uint8_t> planes = shuffled(values, count, size);
  Packer stream(Z_NO_COMPRESSION, planes.size());
  int strategy = -1;  // -1: stored uncompressed
  for (size_t plane = 0; plane < size; ++plane) {
    const int wanted = bits[plane] < kNearlyConstant ? Z_RLE
                       : bits[plane] < kWorthwhile   ? Z_HUFFMAN_ONLY
                                                     : -1;
    if (wanted != strategy)
      stream.set(wanted < 0 ? Z_NO_COMPRESSION : Z_BEST_SPEED, wanted < 0 ? Z_DEFAULT_STRATEGY : wanted);
    strategy = wanted;
    stream.put(planes.data() + plane * count, count);
  }
  return stream.finish();
}

std::vector<uint8_t> deflate_repeats(const void* values, size_t count, size_t size) {
  const std::vector<uint8_t> planes = shuffled(values, count, size);
  Packer stream(Z_BEST_SPEED, planes.size());
  stream.put(planes.data(), planes.size());
  return stream.finish();
}

}  // namespace murmur
