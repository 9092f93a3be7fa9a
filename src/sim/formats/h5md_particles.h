// One group of /particles in an H5MD file: boids or predators. Appends rows to its datasets and removes the last
// rows. The writer (trajectory_h5md.cpp) owns the file, its disk space and its flushes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/formats/h5.h"
#include "sim/formats/trajectory.h"

namespace murmur {

template <class T>
class H5mdParticles {
 public:
  /// Opens /particles/`name`, or creates it for about `count` particles in D = `dimensions`, in a world that
  /// is periodic on each axis or on none.
  H5mdParticles(hid_t file, const std::string& path, const char* name, int dimensions, bool periodic,
                size_t count);

  /// Particles per chunk for a group of `count`: chunks of about equal size, at most half a megabyte of
  /// float32 pairs.
  static size_t chunk_for(size_t count);

  /// Appends a row to each dataset, with step, time, names and world of the frame. `position`, `velocity`: (count,
  /// D). The first frame with a column makes its dataset; missing values are fill values. Names keep their indices in
  /// the file: a new species gets the next index, a new number that rules keep gets a dataset.
  void append(const Frame<T>& frame, const std::vector<T>& position, const std::vector<T>& velocity,
              const Columns<2, T, Rows>& columns);
  /// The steps of all rows up to `step`.
  std::vector<int64_t> steps_up_to(int64_t step) const;
  /// Removes the rows after `step`.
  void keep_up_to(int64_t step);

 private:
  struct Element {
    h5::Handle value;
    hsize_t chunk = 1;  // particles per chunk
    hsize_t width = 1;  // numbers per particle
  };
  bool open(hid_t file, const std::string& group);
  void create(hid_t file, const std::string& group, bool periodic);
  /// Calls visit(element) for the elements that `frame` has values for.
  template <class Visit>
  void each_element(const Visit& visit) const;
  h5::Handle create_column(hid_t group, const char* name, hid_t type, hsize_t width);
  Element create_element(hid_t group, const char* name, hid_t type, hsize_t width, const void* fill,
                         bool wide);
  void link_times(hid_t element);
  void append_named(const ColumnInfo& info, const Element& column, std::vector<uint32_t> rows,
                    const std::vector<std::string>& names, std::vector<std::string>& in_file);
  void append_states(const std::vector<const std::vector<T>*>& states, const std::vector<std::string>& names);
  void resize(const Element& element, hsize_t rows);
  void append_column(hid_t column, hid_t type, const void* value, hsize_t width);
  template <class N>
  void append_chunks(const Element& element, const std::vector<N>& values, N fill);
  void append_ids(hsize_t count);

  std::string path_;
  int dimensions_;
  size_t expected_;              // expected number of particles, used when the group is made
  hsize_t rows_ = 0, most_ = 0;  // number of frames; most particles of a frame
  h5::Handle step_, time_, edges_;
  template <class>
  using ElementOf = Element;
  Element position_, velocity_, id_;
  Columns<2, T, ElementOf> columns_;  // datasets of columns; numbers that rules keep are in states_
  ColumnNames names_;                 // names by index in the file
  struct State {
    std::string name;  // empty: the file has no names, and numbers are identified by their order
    Element element;
  };
  h5::Handle group_;
  std::vector<State> states_;  // datasets of numbers that rules keep: "state0", ...
  std::map<std::pair<hsize_t, hsize_t>, std::vector<uint8_t>>
      id_chunks_;  // compressed chunks, by first id and count
};

}  // namespace murmur
