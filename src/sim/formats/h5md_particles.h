// One group of /particles in an H5MD file: boids, or predators. Appends rows of its datasets and cuts them
// again. The writer (trajectory_h5md.cpp) owns the file, its disk space and its flushes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/formats/h5.h"
#include "sim/state/start.h"

namespace murmur {

template <class T>
class H5mdParticles {
 public:
  /// Opens /particles/`name`, or creates it for about `count` particles in D = `dimensions`, in a world that
  /// is periodic on each axis or on none. `carried`: the columns that a new one has; one that is there keeps those that it has.
  /// `names`: what their whole numbers mean, which a new file has as enumerations.
  H5mdParticles(hid_t file, const std::string& path, const char* name, int dimensions, bool periodic,
                size_t count, Carried carried, const ColumnNames& names);

  /// Particles per chunk for a group of `count`: chunks of about equal size, at most half a megabyte of
  /// float32 pairs.
  static size_t chunk_for(size_t count);

  /// A row of each dataset. `position`, `velocity`: (count, D); `size`: the world's (D,). A column that is empty has fill values.
  void append(int64_t step, double time, const std::vector<T>& position, const std::vector<T>& velocity,
              const Columns<2, T, Rows>& columns, const std::vector<double>& size);
  /// The steps of the rows up to `step`.
  std::vector<int64_t> steps_up_to(int64_t step) const;
  /// Keeps the rows up to `step`.
  void keep_up_to(int64_t step);

 private:
  struct Element {
    h5::Handle value;
    hsize_t chunk = 1;  // particles in a chunk
    hsize_t width = 1;  // numbers of a particle
  };
  bool open(hid_t file, const std::string& group);
  void create(hid_t file, const std::string& group, bool periodic, Carried carried, const ColumnNames& names);
  /// Calls visit(element) for those that a frame has a row in.
  template <class Visit>
  void each_element(const Visit& visit) const;
  h5::Handle create_column(hid_t group, const char* name, hid_t type, hsize_t width);
  Element create_element(hid_t group, const char* name, hid_t type, hsize_t width, const void* fill,
                         bool wide);
  void link_times(hid_t element);
  void resize(const Element& element, hsize_t rows);
  void append_column(hid_t column, hid_t type, const void* value, hsize_t width);
  template <class N>
  void append_chunks(const Element& element, const std::vector<N>& values, N fill);
  void append_ids(hsize_t count);

  std::string path_;
  int dimensions_;
  size_t expected_;              // particles, when the group is made
  hsize_t rows_ = 0, most_ = 0;  // frames; particles of the frame that had most
  h5::Handle step_, time_, edges_;
  template <class>
  using ElementOf = Element;
  Element position_, velocity_, id_;
  Columns<2, T, ElementOf> columns_;
  std::map<std::pair<hsize_t, hsize_t>, std::vector<uint8_t>> id_chunks_;  // keys: first id and count
};

}  // namespace murmur
