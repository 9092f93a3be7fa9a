// Deflate streams for HDF5's shuffle + deflate filters, made faster than its own filters make them: any
// reader reads them. Used by the H5MD writer; knows no HDF5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace murmur {

/// Shuffles `count` values of `size` bytes into planes of equal significance and packs these. The low bytes
/// of coordinates are noise, and zlib spends nearly all its time on finding that out: such planes are stored,
/// the others Huffman-coded without a search for repeats. @returns nothing where less than a quarter would be
/// saved, as of a flock that fills its world: then values are better stored as they are.
std::vector<uint8_t> deflate_numbers(const void* values, size_t count, size_t size);
/// The same stream by the ordinary way, for values that repeat: ids.
std::vector<uint8_t> deflate_repeats(const void* values, size_t count, size_t size);

}  // namespace murmur
