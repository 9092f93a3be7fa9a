// Writes state CSV: the shortest text that reads back to the same bits (std::to_chars), buffered,
// so that a million boids take about a second.
#include "sim/formats/state_csv.h"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

class Text {
 public:
  explicit Text(OutputFile& file) : file_(file) { buffer_.resize(1 << 20); }

  template <class N>
  void number(N value, char end) {
    if (buffer_.size() - used_ < 64) empty();
    char* const last = std::to_chars(&buffer_[used_], buffer_.data() + buffer_.size() - 1, value).ptr;
    *last = end;
    used_ = static_cast<size_t>(last - buffer_.data()) + 1;
  }
  void empty() {
    file_.write({buffer_.data(), used_});
    used_ = 0;
  }

 private:
  OutputFile& file_;
  std::string buffer_;
  size_t used_ = 0;
};

template <class T>
std::string header_of(const State<T>& state) {
  return state_csv_header(state.dimensions, state.carried()) + "\n";
}

template <class T>
void write_rows(OutputFile& file, const State<T>& state) {
  Text text(file);
  int last = 0;  // number of columns after the velocity
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
  std::optional<OutputFile> file(std::in_place, File(::open_memstream(&memory, &size)), "memory");
  if (!file->get()) throw std::bad_alloc();
  const auto release = [&] {
    file.reset();
    const std::unique_ptr<char, void (*)(void*)> owned(memory, std::free);
    return owned ? std::string(owned.get(), size) : std::string();
  };
  try {
    file->write(header_of(state));
    write_rows(*file, state);
    file->flush();
  } catch (const RunError&) {
    release();
    throw std::bad_alloc();
  }
  return release();
}

template <class T>
void StateCsvWriter<T>::write(const State<T>& state) {
  const std::string header = header_of(state);
  if (header_.empty()) {
    file_.write(header);
    header_ = header;
  } else if (header != header_) {
    throw RunError(
        fmt::format("cannot write step {} to {}: its columns ({}) differ from those of earlier steps; "
                    "write it to a file of its own with --output-steps",
                    state.step, file_.path(), header.substr(0, header.size() - 1)));
  }
  write_rows(file_, state);
}

template <class T>
void StateCsvWriter<T>::write_earlier(const std::string& text) {
  file_.write(text);
  header_ = text.substr(0, text.find('\n') + 1);
}

template class StateCsvWriter<float>;
template class StateCsvWriter<double>;

}  // namespace murmur
