// Deflate streams in the format of HDF5's shuffle + deflate filters, computed faster than by these filters.
// Used by the H5MD writer; does not depend on HDF5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace murmur {

/// Shuffles `count` > 0 values of `size` bytes into planes of equal significance and compresses the planes. The low
/// bytes of coordinates are noise, on which zlib would spend most of its time: such planes are stored, the others are
/// Huffman-coded without a search for repeats. @returns nothing if less than a quarter would be saved; the values
/// should then be stored uncompressed.
std::vector<uint8_t> deflate_numbers(const void* values, size_t count, size_t size);
/// Compresses to the same format by zlib's usual method, for values that repeat, such as ids.
std::vector<uint8_t> deflate_repeats(const void* values, size_t count, size_t size);

}  // namespace murmur
