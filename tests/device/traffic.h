// What passes between a program and the simulated device, by picture: MURMUR_SIM_TRAFFIC=F writes a row of CSV whenever OpenGL's
// buffer is mapped, and one for the rest when the program ends. Times of the simulated device mean nothing; these counts are
// those of a GPU.
#pragma once

#include <cstdint>
#include <string>

namespace murmur::simulated {

class Traffic {
 public:
  struct Row {
    uint64_t bytes_down = 0, bytes_up = 0, background_down = 0, waits = 0, allocations = 0, launches = 0,
             graph_launches = 0, graph_nodes = 0;
    int64_t queue_peak = 0;  ///< [steps] that were queued and had not run
  };
  /// What there was since the last call or picture.
  Row take();

  /// `file`: empty: nothing is written.
  void write_to(const std::string& file);

  /// Of the host: memory that a stream copies while no kernel ever ran in that stream is `background`.
  void copied_down(uint64_t bytes, bool background) {
    (background ? row_.background_down : row_.bytes_down) += bytes;
  }
  void copied_up(uint64_t bytes) { row_.bytes_up += bytes; }
  void waited() { ++row_.waits; }  ///< a call that returns only when the device has done what was queued
  void allocated() { ++row_.allocations; }
  void launched() { ++row_.launches; }  ///< a kernel that was queued by itself, not by a graph
  void launched_graph(uint64_t nodes) {
    ++row_.graph_launches;
    row_.graph_nodes += nodes;
  }
  void queued_step();  ///< the first kernel of a step
  void ran_step() { --steps_; }
  void forget_queue() { steps_ = 0; }

  void end_picture();
  void end();

 private:
  void write_row();

  std::string file_;
  Row row_;
  int64_t picture_ = 0, steps_ = 0;
};

}  // namespace murmur::simulated
