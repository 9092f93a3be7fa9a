// The number of particles may change from frame to frame: position, velocity and id are as wide as the largest frame,
// and an id of -1 marks a row without a particle (H5MD 1.1, "fill value of id").
#include "sim/formats/h5md_particles.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "sim/util/deflate.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kChunkMost = 65536;          // most particles in a chunk
constexpr hsize_t kChunkRows = 256;           // rows of step, time and edges in a chunk
constexpr int32_t kEmptyRow = -1;             // id where a frame has fewer boids
constexpr Carried kStates = ~Carried{7};      // bits of all columns of numbers that rules keep
constexpr const char* kIndexNames = "names";  // attribute with the names of an index column
constexpr const char* kStateName = "name";    // attribute with the name of a number that rules keep

template <class N>
hid_t number_type() {
  if (std::is_integral_v<N>) return H5T_STD_U32LE;
  return sizeof(N) == 8 ? H5T_IEEE_F64LE : H5T_IEEE_F32LE;
}

/// Fill value of rows without a particle or column: NaN, or an index without a name.
template <class N>
N fill_of() {
  return std::is_integral_v<N> ? std::numeric_limits<N>::max() : std::numeric_limits<N>::quiet_NaN();
}

/// The names of whole numbers, or the numbers themselves without names.
template <class N>
h5::Handle enumeration(const std::vector<std::string>& names, const std::string& path) {
  h5::Handle type = h5::check(
      h5::Handle(names.empty() ? H5Tcopy(number_type<N>()) : H5Tenum_create(number_type<N>()), H5Tclose),
      path);
  for (size_t k = 0; k < names.size(); ++k) {
    const N value = static_cast<N>(k);
    h5::check(H5Tenum_insert(type, names[k].c_str(), &value), path);
  }
  return type;
}

std::string state_name(size_t index) { return fmt::format("state{}", index); }

}  // namespace

template <class T>
H5mdParticles<T>::H5mdParticles(hid_t file, const std::string& path, const char* name, int dimensions,
                                bool periodic, size_t count)
    : path_(path), dimensions_(dimensions), expected_(count) {
  const std::string group = std::string("/particles/") + name;
  if (!open(file, group)) create(file, group, periodic);
}

template <class T>
size_t H5mdParticles<T>::chunk_for(size_t count) {
  if (count == 0) return 64;
  const size_t chunks = (count + kChunkMost - 1) / kChunkMost;
  return (count + chunks - 1) / chunks;
}

template <class T>
bool H5mdParticles<T>::open(hid_t file, const std::string& group) {
  if (H5Lexists(file, group.c_str(), H5P_DEFAULT) <= 0) return false;
  // The rank is checked, because arrays in this file have room only for these ranks.
  const auto dataset = [&](const char* name, int rank) {
    h5::Handle value =
        h5::check(h5::Handle(H5Dopen2(file, (group + name).c_str(), H5P_DEFAULT), H5Dclose), path_);
    const h5::Handle space(H5Dget_space(value), H5Sclose);
    if (const int found = H5Sget_simple_extent_ndims(space); found != rank) {
      throw UserError(fmt::format(
          "{}: is not the trajectory of the run to resume: {}{} has {} axes instead of {}; name another "
          "file with --trajectory",
          path_, group, name, found, rank));
    }
    return value;
  };
  const auto element = [&](const char* name, int rank) {
    Element e{dataset(name, rank), 1, 1};
    const h5::Handle space(H5Dget_space(e.value), H5Sclose), plist(H5Dget_create_plist(e.value), H5Pclose);
    hsize_t shape[3] = {0, 0, 1}, chunk[3] = {1, 1, 1};
    h5::check(H5Sget_simple_extent_dims(space, shape, nullptr), path_);
    h5::check(H5Pget_chunk(plist, rank, chunk), path_);
    rows_ = shape[0];
    most_ = shape[1];
    e.chunk = chunk[1];
    e.width = shape[2];
    return e;
  };
  step_ = dataset("/position/step", 1);
  time_ = dataset("/position/time", 1);
  edges_ = dataset("/box/edges/value", 2);
  velocity_ = element("/velocity/value", 3);
  id_ = element("/id/value", 2);
  group_ = h5::check(h5::Handle(H5Gopen2(file, group.c_str(), H5P_DEFAULT), H5Gclose), path_);
  const auto texts = [&](const std::string& name, const char* attribute) {
    const h5::Handle object(H5Oopen(group_, name.c_str(), H5P_DEFAULT), H5Oclose);
    return h5::get_texts(object, attribute);
  };
  each_column(
      [&](const ColumnInfo& info, Element& column, auto& names) {
        if (info.bit & kStates || H5Lexists(group_, info.name, H5P_DEFAULT) <= 0) return;
        column = element(fmt::format("/{}/value", info.name).c_str(), info.csv[1] ? 3 : 2);
        names = texts(info.name, kIndexNames);
      },
      columns_, names_);
  for (std::string name; H5Lexists(group_, (name = state_name(states_.size())).c_str(), H5P_DEFAULT) > 0;) {
    const std::vector<std::string> named = texts(name, kStateName);
    states_.push_back({named.empty() ? "" : named.front(), element(("/" + name + "/value").c_str(), 2)});
  }
  position_ = element("/position/value", 3);
  if (position_.width != static_cast<hsize_t>(dimensions_)) {
    throw UserError(fmt::format(
        "{}: is not the trajectory of the run to resume: its box has {} dimensions, its positions {}; "
        "name another file with --trajectory",
        path_, dimensions_, position_.width));
  }
  return true;
}

template <class T>
void H5mdParticles<T>::create(hid_t file, const std::string& name, bool periodic) {
  group_ = h5::make_group(file, name.c_str(), path_);
  const hid_t group = group_;
  const h5::Handle box = h5::make_group(group, "box", path_);
  const auto width = static_cast<hsize_t>(dimensions_);
  {
    const h5::Handle one(H5Screate(H5S_SCALAR), H5Sclose),
        many(H5Screate_simple(1, &width, nullptr), H5Sclose);
    const h5::Handle dimension(H5Acreate2(box, "dimension", H5T_STD_I32LE, one, H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose);
    h5::check(H5Awrite(dimension, H5T_NATIVE_INT, &dimensions_), path_);
    const h5::Handle text(H5Tcopy(H5T_C_S1), H5Tclose);
    h5::check(H5Tset_size(text, 8), path_);
    h5::check(H5Tset_strpad(text, H5T_STR_NULLPAD), path_);
    const h5::Handle boundary(H5Acreate2(box, "boundary", text, many, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    std::string words;
    for (int k = 0; k < dimensions_; ++k) words += std::string(periodic ? "periodic" : "none\0\0\0\0", 8);
    h5::check(H5Awrite(boundary, text, words.data()), path_);
  }
  const T nowhere = fill_of<T>();
  position_ = create_element(group, "position", number_type<T>(), width, &nowhere, true);
  velocity_ = create_element(group, "velocity", number_type<T>(), width, &nowhere, true);
  id_ = create_element(group, "id", H5T_STD_I32LE, 1, &kEmptyRow, false);
  const h5::Handle edges = h5::make_group(box, "edges", path_);
  edges_ = create_column(edges, "value", H5T_IEEE_F64LE, width);
  link_times(edges);
}

/// Makes a dataset with one row of `width` numbers (0: one plain number) per frame.
template <class T>
h5::Handle H5mdParticles<T>::create_column(hid_t group, const char* name, hid_t type, hsize_t width) {
  const hsize_t shape[2] = {0, width}, most[2] = {H5S_UNLIMITED, width}, chunk[2] = {kChunkRows, width};
  const int rank = width > 0 ? 2 : 1;
  const h5::Handle space(H5Screate_simple(rank, shape, most), H5Sclose),
      plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  h5::check(H5Pset_chunk(plist, rank, chunk), path_);
  return h5::check(
      h5::Handle(H5Dcreate2(group, name, type, space, H5P_DEFAULT, plist, H5P_DEFAULT), H5Dclose), path_);
}

/// Makes an H5MD element. Step and time belong to the first element; the others share them by hard links.
template <class T>
auto H5mdParticles<T>::create_element(hid_t parent, const char* name, hid_t type, hsize_t width,
                                      const void* fill, bool wide) -> Element {
  const h5::Handle group = h5::make_group(parent, name, path_);
  const hsize_t shape[3] = {0, 0, width}, most[3] = {H5S_UNLIMITED, H5S_UNLIMITED, width};
  const hsize_t chunk[3] = {1, chunk_for(expected_), width};
  const int rank = wide ? 3 : 2;
  const h5::Handle space(H5Screate_simple(rank, shape, most), H5Sclose),
      plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  h5::check(H5Pset_chunk(plist, rank, chunk), path_);
  h5::check(H5Pset_shuffle(plist), path_);
  h5::check(H5Pset_deflate(plist, 1), path_);
  h5::check(H5Pset_fill_value(plist, type, fill), path_);
  Element element{
      h5::check(
          h5::Handle(H5Dcreate2(group, "value", type, space, H5P_DEFAULT, plist, H5P_DEFAULT), H5Dclose),
          path_),
      chunk[1], width};
  if (!step_.valid()) {
    step_ = create_column(group, "step", H5T_STD_I64LE, 0);
    time_ = create_column(group, "time", H5T_IEEE_F64LE, 0);
  } else {
    link_times(group);
  }
  return element;
}

template <class T>
void H5mdParticles<T>::link_times(hid_t element) {
  h5::check(H5Olink(step_, element, "step", H5P_DEFAULT, H5P_DEFAULT), path_);
  h5::check(H5Olink(time_, element, "time", H5P_DEFAULT, H5P_DEFAULT), path_);
}

template <class T>
void H5mdParticles<T>::append_column(hid_t column, hid_t type, const void* value, hsize_t width) {
  const int rank = width > 0 ? 2 : 1;
  const hsize_t shape[2] = {rows_ + 1, width}, start[2] = {rows_, 0}, count[2] = {1, width};
  h5::check(H5Dset_extent(column, shape), path_);
  const h5::Handle space(H5Dget_space(column), H5Sclose),
      memory(H5Screate_simple(rank, count, nullptr), H5Sclose);
  h5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), path_);
  h5::check(H5Dwrite(column, type, memory, space, H5P_DEFAULT, value), path_);
}

template <class T>
template <class Visit>
void H5mdParticles<T>::each_element(const Visit& visit) const {
  for (const Element* element : {&position_, &velocity_, &id_}) visit(*element);
  each_column(
      [&](const ColumnInfo&, const Element& element) {
        if (element.value.valid()) visit(element);
      },
      columns_);
  for (const State& state : states_) visit(state.element);
}

template <class T>
void H5mdParticles<T>::resize(const Element& element, hsize_t rows) {
  const hsize_t shape[3] = {rows, most_, element.width};
  h5::check(H5Dset_extent(element.value, shape), path_);
}

template <class T>
template <class N>
void H5mdParticles<T>::append_chunks(const Element& element, const std::vector<N>& values, N fill) {
  resize(element, rows_ + 1);
  const size_t chunk = element.chunk * element.width;
  std::vector<N> padded;
  for (size_t first = 0; first < values.size(); first += chunk) {
    const N* from = values.data() + first;
    if (values.size() - first < chunk) {
      padded.assign(chunk, fill);
      std::copy(from, values.data() + values.size(), padded.begin());
      from = padded.data();
    }
    const std::vector<uint8_t> packed = deflate_numbers(from, chunk, sizeof(N));
    const hsize_t offset[3] = {rows_, first / element.width, 0};
    if (packed.empty()) {
      constexpr uint32_t kNoFilters = 0x3;  // bits that skip shuffling and deflating
      h5::check(H5Dwrite_chunk(element.value, H5P_DEFAULT, kNoFilters, offset, chunk * sizeof(N), from),
                path_);
    } else {
      h5::check(H5Dwrite_chunk(element.value, H5P_DEFAULT, 0, offset, packed.size(), packed.data()), path_);
    }
  }
}

/// Writes ids. All frames have the same ids, so each chunk is compressed only once.
template <class T>
void H5mdParticles<T>::append_ids(hsize_t count) {
  resize(id_, rows_ + 1);
  for (hsize_t first = 0; first < count; first += id_.chunk) {
    std::vector<uint8_t>& packed = id_chunks_[{first, std::min(id_.chunk, count - first)}];
    if (packed.empty()) {
      std::vector<int32_t> ids(id_.chunk, kEmptyRow);
      for (hsize_t i = 0; i < std::min(id_.chunk, count - first); ++i)
        ids[i] = static_cast<int32_t>(first + i);
      packed = deflate_repeats(ids.data(), ids.size(), sizeof(int32_t));
    }
    const hsize_t offset[2] = {rows_, first};
    h5::check(H5Dwrite_chunk(id_.value, H5P_DEFAULT, 0, offset, packed.size(), packed.data()), path_);
  }
}

/// Converts indices to the file's indices by name; a new name gets the next index.
template <class T>
void H5mdParticles<T>::append_named(const ColumnInfo& info, const Element& column, std::vector<uint32_t> rows,
                                    const std::vector<std::string>& names,
                                    std::vector<std::string>& in_file) {
  const size_t known = in_file.size();  // 0: the file has no names yet
  std::vector<uint32_t> index_of(names.size());
  for (size_t k = 0; k < names.size(); ++k) {
    const auto found = std::find(in_file.begin(), in_file.end(), names[k]);
    index_of[k] = static_cast<uint32_t>(found - in_file.begin());
    if (found == in_file.end()) in_file.push_back(names[k]);
  }
  if (in_file.size() > known) {
    const h5::Handle group(H5Oopen(group_, info.name, H5P_DEFAULT), H5Oclose);
    h5::put_texts(group, kIndexNames, in_file, path_);
  }
  for (uint32_t& row : rows)
    if (row < index_of.size()) row = index_of[row];
  append_chunks(column, rows, fill_of<uint32_t>());
}

/// Writes each number that rules keep to the dataset of its name; a new dataset has fill values for earlier frames.
template <class T>
void H5mdParticles<T>::append_states(const std::vector<const std::vector<T>*>& states,
                                     const std::vector<std::string>& names) {
  std::vector<const std::vector<T>*> rows(states_.size(), nullptr);  // one array for each dataset
  for (size_t k = 0; k < names.size() && k < states.size(); ++k) {
    if (states[k]->empty()) continue;  // there are no boids, or the particles are predators
    size_t at = 0;
    while (at < states_.size() && states_[at].name != names[k]) ++at;
    if (at == states_.size() && k < states_.size() && states_[k].name.empty()) at = k;
    if (at == states_.size()) {
      const std::string dataset = state_name(at);
      const T none = fill_of<T>();
      states_.push_back(
          {names[k], create_element(group_, dataset.c_str(), number_type<T>(), 1, &none, false)});
      const h5::Handle group(H5Oopen(group_, dataset.c_str(), H5P_DEFAULT), H5Oclose);
      h5::put_text(group, kStateName, names[k], path_);
      rows.push_back(nullptr);
    }
    rows[at] = states[k];
  }
  static const std::vector<T> kNoRows;
  for (size_t at = 0; at < states_.size(); ++at)
    append_chunks(states_[at].element, rows[at] ? *rows[at] : kNoRows, fill_of<T>());
}

template <class T>
void H5mdParticles<T>::append(const Frame<T>& frame, const std::vector<T>& position,
                              const std::vector<T>& velocity, const Columns<2, T, Rows>& columns) {
  const hsize_t count = position.size() / position_.width;
  if (count > most_) {
    most_ = count;
    each_element([&](const Element& element) { resize(element, rows_); });
  }
  append_chunks(position_, position, fill_of<T>());
  append_chunks(velocity_, velocity, fill_of<T>());
  std::vector<const std::vector<T>*> states;
  each_column(
      [&](const ColumnInfo& info, Element& column, const auto& numbers, const auto& names, auto& in_file) {
        using Number = typename std::remove_cvref_t<decltype(numbers)>::value_type;
        if constexpr (std::is_same_v<Number, T>) {
          if (info.bit & kStates) return states.push_back(&numbers);
        }
        if (!column.value.valid() && numbers.empty()) return;
        const Number none = fill_of<Number>();
        if (!column.value.valid())  // earlier frames have fill values
          column =
              create_element(group_, info.name, enumeration<Number>(names, path_),
                             static_cast<hsize_t>(info.width(dimensions_)), &none, info.csv[1] != nullptr);
        if constexpr (std::is_integral_v<Number>) {
          if (!names.empty()) return append_named(info, column, numbers, names, in_file);
        }
        append_chunks(column, numbers, none);
      },
      columns_, columns, frame.names, names_);
  append_states(states, frame.states);
  append_ids(count);
  append_column(edges_, H5T_NATIVE_DOUBLE, frame.size.data(), frame.size.size());
  append_column(step_, H5T_NATIVE_INT64, &frame.state->step, 0);
  append_column(time_, H5T_NATIVE_DOUBLE, &frame.time, 0);
  ++rows_;
}

template <class T>
std::vector<int64_t> H5mdParticles<T>::steps_up_to(int64_t step) const {
  const h5::Handle space(H5Dget_space(step_), H5Sclose);
  hsize_t count = 0;
  h5::check(H5Sget_simple_extent_dims(space, &count, nullptr), path_);
  std::vector<int64_t> steps(count);
  if (count > 0)
    h5::check(H5Dread(step_, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, steps.data()), path_);
  const auto rows = std::min<hsize_t>(
      rows_, static_cast<hsize_t>(std::upper_bound(steps.begin(), steps.end(), step) - steps.begin()));
  steps.resize(rows);
  return steps;
}

template <class T>
void H5mdParticles<T>::keep_up_to(int64_t step) {
  rows_ = steps_up_to(step).size();
  each_element([&](const Element& element) { resize(element, rows_); });
  const hsize_t shape[2] = {rows_, static_cast<hsize_t>(dimensions_)};
  for (const h5::Handle* column : {&step_, &time_, &edges_}) h5::check(H5Dset_extent(*column, shape), path_);
}

template class H5mdParticles<float>;
template class H5mdParticles<double>;

}  // namespace murmur
