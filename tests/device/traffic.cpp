#include "device/traffic.h"

#include <algorithm>
#include <cstdio>

namespace murmur::simulated {

void Traffic::write_to(const std::string& file) {
  file_ = file;
  std::FILE* const out = std::fopen(file_.c_str(), "w");
  if (!out) {
    std::fprintf(stderr, "simulated device: %s cannot be written\n", file_.c_str());
    file_.clear();
    return;
  }
  std::fputs(
      "frame,bytes_down,bytes_up,background_down,waits,allocations,launches,graph_launches,graph_nodes,queue_"
      "peak\n",
      out);
  std::fclose(out);
}

void Traffic::queued_step() { row_.queue_peak = std::max(row_.queue_peak, ++steps_); }

void Traffic::write_row() {
  if (file_.empty()) return;
  std::FILE* const out = std::fopen(file_.c_str(), "a");
  if (!out) return;
  std::fprintf(out, "%lld", static_cast<long long>(picture_));
  for (const uint64_t count :
       {row_.bytes_down, row_.bytes_up, row_.background_down, row_.waits, row_.allocations, row_.launches,
        row_.graph_launches, row_.graph_nodes, static_cast<uint64_t>(row_.queue_peak)})
    std::fprintf(out, ",%llu", static_cast<unsigned long long>(count));
  std::fputs("\n", out);
  std::fclose(out);
}

Traffic::Row Traffic::take() {
  const Row row = row_;
  row_ = {.queue_peak = steps_};
  return row;
}

void Traffic::end_picture() {
  write_row();
  ++picture_;
  take();
}

void Traffic::end() { write_row(); }

}  // namespace murmur::simulated
