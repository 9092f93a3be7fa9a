// Writes state CSV: the shortest text that reads back to the same bits (std::to_chars), buffered,
// so that a million boids take about a second.
#include "sim/formats/state_csv.h"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

class Text {
 public:
  Text(std::FILE* file, const std::string& path) : file_(file), path_(path) { buffer_.resize(1 << 20); }

  template <class N>
  void number(N value, char end) {
    if (buffer_.size() - used_ < 64) empty();
    char* const last = std::to_chars(&buffer_[used_], buffer_.data() + buffer_.size() - 1, value).ptr;
    *last = end;
    used_ = static_cast<size_t>(last - buffer_.data()) + 1;
  }
  void empty() {
    write_all(file_, path_, buffer_.data(), used_);
    used_ = 0;
  }

 private:
  std::FILE* file_;
  const std::string& path_;
  std::string buffer_;
  size_t used_ = 0;
};

template <class T>
std::string header_of(const State<T>& state) {
  return state_csv_header(state.dimensions, state.carried()) + "\n";
}

template <class T>
void write_rows(std::FILE* file, const std::string& path, const State<T>& state) {
  Text text(file, path);
  int last = 0;  // numbers behind the velocity
  each_column(
      [&](const ColumnInfo& info) { last += state.carried() & info.bit ? info.width(state.dimensions) : 0; });
  const auto width = static_cast<size_t>(state.dimensions);
  const auto row = [&](int64_t id, const T* position, const T* velocity) {
    text.number(state.step, ',');
    text.number(id, ',');
    for (size_t k = 0; k < width; ++k) text.number(position[k], ',');
    for (size_t k = 0; k < width; ++k) text.number(velocity[k], k + 1 < width || last > 0 ? ',' : '\n');
    int left = last;
    const auto kept = [&](const ColumnInfo& info, const auto& rows) {
      const auto numbers = static_cast<size_t>(info.width(state.dimensions));
      for (size_t k = 0; k < numbers && !rows.empty(); ++k)
        text.number(id < 0 ? 0 : rows[static_cast<size_t>(id) * numbers + k], --left > 0 ? ',' : '\n');
    };
    if (last > 0) each_column(kept, state.columns);
  };
  for (size_t i = 0; i < static_cast<size_t>(state.count()); ++i) {
    row(static_cast<int64_t>(i), &state.position[i * width], &state.velocity[i * width]);
  }
  for (size_t k = 0; k < static_cast<size_t>(state.predator_count()); ++k) {
    row(-1 - static_cast<int64_t>(k), &state.predator_position[k * width],
        &state.predator_velocity[k * width]);
  }
  text.empty();
}

}  // namespace

template <class T>
std::string StateCsvWriter<T>::text(const State<T>& state) {
  char* memory = nullptr;
  size_t size = 0;
  File file(::open_memstream(&memory, &size));
  if (!file) throw std::bad_alloc();
  const auto release = [&] {
    file.reset();
    const std::unique_ptr<char, void (*)(void*)> owned(memory, std::free);
    return owned ? std::string(owned.get(), size) : std::string();
  };
  const std::string header = header_of(state);
  try {
    write_all(file.get(), "memory", header.data(), header.size());
    write_rows(file.get(), "memory", state);
    flush(file.get(), "memory");
  } catch (const RunError&) {
    release();
    throw std::bad_alloc();
  }
  return release();
}

template <class T>
StateCsvWriter<T>::StateCsvWriter(const std::string& path) : path_(path) {
  if (output_place(path).is_file()) {
    part_ = std::make_unique<PartFile>(path);
  } else {
    direct_ = open_to_write(path);
  }
  file_ = part_ ? part_->get() : direct_.get();
}

template <class T>
void StateCsvWriter<T>::write(const State<T>& state) {
  const std::string header = header_of(state);
  if (header_.empty()) {
    write_all(file_, path_, header.data(), header.size());
    header_ = header;
  } else if (header != header_) {
    throw RunError(
        fmt::format("cannot write step {} to {}: its columns ({}) differ from those of earlier steps; "
                    "write it to a file of its own with --output-steps",
                    state.step, path_, header.substr(0, header.size() - 1)));
  }
  write_rows(file_, path_, state);
}

template <class T>
void StateCsvWriter<T>::write_earlier(const std::string& text) {
  write_all(file_, path_, text.data(), text.size());
  header_ = text.substr(0, text.find('\n') + 1);
}

template <class T>
void StateCsvWriter<T>::finish() {
  if (part_) {
    part_->put_in_place();
  } else {
    flush(file_, path_);
  }
  file_ = nullptr;
}

template class StateCsvWriter<float>;
template class StateCsvWriter<double>;

}  // namespace murmur
