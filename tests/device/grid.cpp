#include "device/grid.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace murmur::simulated {
namespace {

constexpr uint64_t kLongestTurn = 2048;  // instructions
constexpr uint64_t kHangs = 50'000'000;  // instructions without a write or an end
constexpr uint32_t kMostResident = 5;    // blocks
uint32_t g_instances = 0;                // blocks begun so far, of all launches

uint32_t first_lane(uint32_t lanes) { return static_cast<uint32_t>(std::countr_zero(lanes)); }

}  // namespace

Grid::Grid(const Kernel& kernel, Memory& memory, Shape shape, const std::vector<uint8_t>& parameters,
           uint32_t launch, Random& random, Counts* counts, uint32_t every)
    : kernel_(kernel),
      memory_(memory),
      shape_(shape),
      parameters_(parameters),
      launch_(launch),
      random_(random),
      counts_(counts),
      every_(every) {
  parameters_.resize(std::max<size_t>(parameters_.size(), 1));
  order_.resize(shape.blocks);
  std::iota(order_.begin(), order_.end(), 0u);
  if (!counts_) {
    std::shuffle(order_.begin(), order_.end(), random_);
    return;
  }
  ++counts_->launches;
  for (uint32_t block = 0; block < shape.blocks; ++block)
    counts_->threads += block % every_ == every_ / 2 ? shape.block_size : 0;
}

/// Where only some blocks are run, to count what they do: the next of them.
void Grid::skip_blocks() {
  while (next_block_ < shape_.blocks && next_block_ % every_ != every_ / 2) ++next_block_;
}

void Grid::begin_block(Block& block) {
  if (block.warps.empty()) {
    const uint32_t warps = (shape_.block_size + kLanes - 1) / kLanes;
    block.warps.reserve(warps);
    for (uint32_t k = 0; k < warps; ++k) block.warps.emplace_back(*this, block, k);
    block.shared.resize(kernel_.shared_bytes());
    block.shared_races.resize(kernel_.shared_bytes() / 4 + 1);
  }
  block.number = order_[next_block_++];
  skip_blocks();
  block.alive = shape_.block_size;
  block.arrived = block.barriers = 0;
  block.instance = ++g_instances;
  block.shared_written.assign(kernel_.shared_bytes(), 0);
  for (Warp& warp : block.warps) warp.begin();
}

uint64_t Grid::run() {
  std::vector<std::unique_ptr<Block>> resident;
  skip_blocks();
  for (uint64_t most = 1 + random_() % kMostResident;
       resident.size() < most && next_block_ < shape_.blocks;) {
    resident.push_back(std::make_unique<Block>());
    begin_block(*resident.back());
  }
  uint64_t instructions = 0;
  while (!resident.empty()) {
    const size_t k = random_() % resident.size();
    Block& block = *resident[k];
    const size_t warps = block.warps.size(), first = random_() % warps;
    size_t turn = 0;
    while (turn < warps && !block.warps[(first + turn) % warps].can_run()) ++turn;
    if (turn < warps) {
      instructions += take_turn(block.warps[(first + turn) % warps], 1 + random_() % kLongestTurn);
    } else if (std::none_of(resident.begin(), resident.end(),
                            [](const auto& other) { return other->can_run(); })) {
      fail_stuck(resident);
    }
    if (idle_ > kHangs) fail_stuck(resident);
    if (block.alive > 0) continue;
    if (next_block_ < shape_.blocks) {
      begin_block(block);
    } else {
      resident.erase(resident.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  return instructions;
}

uint64_t Grid::take_turn(Warp& warp, uint64_t most) {
  uint64_t done = 0;
  while (done < most) {
    const size_t index = pick_group(warp);
    if (index == warp.groups.size()) break;
    done += run_group(warp, index, most - done);
  }
  idle_ += done;
  return done;
}

size_t Grid::pick_group(Warp& warp) {
  std::vector<Group>& groups = warp.groups;
  for (size_t a = 0; a < groups.size(); ++a) {
    for (size_t b = a + 1; b < groups.size();) {
      const bool converged = groups[a].code == groups[b].code && groups[a].waits != Group::Waits::kForBlock &&
                             groups[b].waits != Group::Waits::kForBlock;
      if (!converged) {
        ++b;
        continue;
      }
      groups[a].lanes |= groups[b].lanes;
      groups[a].waits = Group::Waits::kNo;  // to look again whether all have come
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
    }
  }
  // Who is furthest behind, so that lanes reconverge after a branch; sometimes another, because a device
  // promises no order.
  size_t picked = groups.size(), able = 0;
  for (size_t k = 0; k < groups.size(); ++k) {
    if (groups[k].waits != Group::Waits::kNo) continue;
    ++able;
    if (picked == groups.size() || groups[k].code < groups[picked].code) picked = k;
  }
  if (able > 1 && !counts_ && random_() % 16 == 0) {
    for (size_t k = random_() % groups.size();; k = (k + 1) % groups.size()) {
      if (groups[k].waits == Group::Waits::kNo) return k;
    }
  }
  return picked;
}

uint64_t Grid::run_group(Warp& warp, size_t index, uint64_t most) {
  Group group = warp.groups[index];
  const uint32_t begin = group.code;
  uint32_t reconvergence = ~0u;  // where the next other lanes are
  for (const Group& other : warp.groups) {
    if (other.code > begin) reconvergence = std::min(reconvergence, other.code);
  }
  const bool alone = warp.groups.size() == 1;
  const Instruction* const code = kernel_.code().data();
  uint64_t done = 0;
  const auto leave = [&] {
    warp.groups[index] = group;
    return done;
  };
  while (done < most && group.code < reconvergence) {
    const Instruction& i = code[group.code];
    uint32_t lanes = group.lanes;
    if (i.guard != Instruction::kAlways) lanes &= i.unless ? ~warp.holds(i.guard) : warp.holds(i.guard);
    ++done;
    if (i.kind == Kind::kPlain) {
      if (lanes != 0) i.run(warp, i, lanes);
      if (counts_) count(warp, i, lanes);
      ++group.code;
    } else if (lanes == 0) {
      if (counts_) count(warp, i, 0);
      ++group.code;
    } else if (i.kind == Kind::kBranch) {
      if (counts_) count(warp, i, group.lanes);
      if (lanes != group.lanes) {
        group.lanes &= ~lanes;
        ++group.code;
        warp.groups.push_back({i.target, lanes, Group::Waits::kNo});
        return leave();
      }
      group.code = i.target;
      if (!alone && i.target < begin) return leave();
    } else if (i.kind == Kind::kEnd) {
      if (counts_) count(warp, i, lanes);
      warp.alive &= ~lanes;
      group.lanes &= ~lanes;
      warp.block().alive -= static_cast<uint32_t>(std::popcount(lanes));
      idle_ = 0;
      ++group.code;
      leave();
      if (group.lanes == 0) warp.groups.erase(warp.groups.begin() + static_cast<std::ptrdiff_t>(index));
      release_if_all_arrived(warp.block());
      return done;
    } else if (i.kind == Kind::kBlockBarrier) {
      if (counts_) count(warp, i, lanes);
      ++group.code;
      group.waits = Group::Waits::kForBlock;
      leave();
      warp.block().arrived += static_cast<uint32_t>(std::popcount(lanes));
      release_if_all_arrived(warp.block());
      return done;
    } else if (i.kind == Kind::kWarpBarrier) {
      leave();
      pass_warp_barrier(warp, index, i);
      return done;
    } else {
      const uint32_t named = i.operand[i.kind == Kind::kVote ? 2 : 4];
      if (!gathered(warp, group, warp.lanes<uint32_t>(named)[first_lane(lanes)], i)) {
        group.waits = Group::Waits::kForWarp;
        return leave();
      }
      if (counts_) count(warp, i, lanes);
      if (i.kind == Kind::kVote) {
        vote(warp, i, lanes);
      } else {
        shuffle(warp, i, lanes);
      }
      ++group.code;
    }
  }
  return leave();
}

void Grid::count(Warp& warp, const Instruction& i, uint32_t lanes) {
  ++counts_->instructions;
  counts_->machine += i.machine;
  counts_->shared_loads += i.shared_load ? 1 : 0;
  counts_->lanes += static_cast<uint64_t>(std::popcount(lanes));
  std::vector<uint64_t>& sectors = warp.sectors;
  std::sort(sectors.begin(), sectors.end());
  counts_->sectors += static_cast<uint64_t>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
  sectors.clear();
  counts_->bytes += std::exchange(warp.asked, 0);
}

void Grid::release_if_all_arrived(Block& block) {
  if (block.arrived == 0 || block.arrived < block.alive) return;
  block.arrived = 0;
  ++block.barriers;
  idle_ = 0;
  for (Warp& warp : block.warps) {
    for (Group& group : warp.groups) {
      if (group.waits == Group::Waits::kForBlock) group.waits = Group::Waits::kNo;
    }
  }
}

bool Grid::gathered(const Warp& warp, const Group& group, uint32_t named, const Instruction& i) const {
  if ((group.lanes & ~named) != 0) {
    throw DeviceFault(DeviceFault::Kind::kLaunch, kernel_.plain_name() + ", line " + std::to_string(i.line) +
                                                      " of its PTX (" + std::string(kernel_.line(i)) +
                                                      "): run by a lane that it does not name");
  }
  return (named & warp.alive & ~group.lanes) == 0;
}

bool Grid::pass_warp_barrier(Warp& warp, size_t index, const Instruction& i) {
  Group& own = warp.groups[index];
  const uint32_t named = warp.lanes<uint32_t>(i.operand[0])[first_lane(own.lanes)];
  own.waits = Group::Waits::kForWarp;
  const auto is_here = [&](const Group& group) {
    return group.waits == Group::Waits::kForWarp && kernel_.code()[group.code].kind == Kind::kWarpBarrier;
  };
  Group all;
  for (const Group& group : warp.groups) {
    if (is_here(group)) all.lanes |= group.lanes;
  }
  if (!gathered(warp, all, named | all.lanes, i)) return false;
  for (Group& group : warp.groups) {
    if (!is_here(group)) continue;
    ++group.code;
    group.waits = Group::Waits::kNo;
  }
  ++warp.barriers;
  if (counts_) count(warp, i, all.lanes);
  return true;
}

void Grid::shuffle(Warp& warp, const Instruction& i, uint32_t lanes) {
  uint32_t values[kLanes];
  std::memcpy(values, warp.lanes<uint32_t>(i.operand[1]), sizeof values);
  for (uint32_t l = 0; l < kLanes; ++l) {
    if ((lanes >> l & 1) == 0) continue;
    const uint32_t by = warp.lanes<uint32_t>(i.operand[2])[l] & 31;
    const uint32_t limits = warp.lanes<uint32_t>(i.operand[3])[l];
    const uint32_t segment = limits >> 8 & 31, clamp = limits & 31;
    const uint32_t first = l & segment, last = first | (clamp & ~segment);
    int64_t from = l;
    bool within = true;
    if (i.exchange == Exchange::kUp) {
      from = int64_t{l} - by;
      within = from >= int64_t{last};
    } else {
      from = i.exchange == Exchange::kDown        ? l + by
             : i.exchange == Exchange::kButterfly ? l ^ by
                                                  : first | (by & ~segment);
      within = from <= int64_t{last};
    }
    const uint32_t source = within ? static_cast<uint32_t>(from) : l;
    if ((lanes >> source & 1) == 0) {
      throw DeviceFault(DeviceFault::Kind::kLaunch,
                        kernel_.plain_name() + ", line " + std::to_string(i.line) + " of its PTX (" +
                            std::string(kernel_.line(i)) + "): lane " + std::to_string(l) +
                            " takes the value of lane " + std::to_string(source) +
                            ", which does not take part");
    }
    warp.lanes<uint32_t>(i.operand[0])[l] = values[source];
    warp.lanes<uint8_t>(i.operand[5])[l] = within;
  }
}

void Grid::vote(Warp& warp, const Instruction& i, uint32_t lanes) {
  const uint32_t yes = warp.holds(i.operand[1]) & lanes;
  for (uint32_t l = 0; l < kLanes; ++l) {
    if ((lanes >> l & 1) == 0) continue;
    if (i.exchange == Exchange::kBallot) {
      warp.lanes<uint32_t>(i.operand[0])[l] = yes;
    } else {
      warp.lanes<uint8_t>(i.operand[0])[l] = i.exchange == Exchange::kAll ? yes == lanes : yes != 0;
    }
  }
}

std::string Grid::who(const Access& access) const {
  const Instruction& i = kernel_.code()[access.instruction];
  return kernel_.plain_name() + ", thread " + std::to_string(access.thread % shape_.block_size) +
         " of block " + std::to_string(access.thread / shape_.block_size) + ", line " +
         std::to_string(i.line) + " of its PTX (" + std::string(kernel_.line(i)) + ")";
}

void Grid::fail_race(const Access& one, const Access& other, uint64_t address, bool shared) const {
  const Instruction& i = kernel_.code()[one.instruction];
  throw DeviceFault(DeviceFault::Kind::kLaunch,
                    "a data race at " +
                        std::string(shared ? "byte " + std::to_string(address) + " of shared memory"
                                           : memory_.place(address)) +
                        ": " + who(other) + ", and thread " + std::to_string(one.thread % shape_.block_size) +
                        " of block " + std::to_string(one.thread / shape_.block_size) + ", line " +
                        std::to_string(i.line) + " (" + std::string(kernel_.line(i)) +
                        "), with no barrier between them");
}

void Grid::fail_stuck(const std::vector<std::unique_ptr<Block>>& resident) const {
  for (const auto& block : resident) {
    for (const Warp& warp : block->warps) {
      if (warp.groups.empty()) continue;
      const Group& group = warp.groups.front();
      const Instruction& i = kernel_.code()[group.code - (group.waits == Group::Waits::kForBlock ? 1 : 0)];
      throw DeviceFault(DeviceFault::Kind::kLaunch,
                        kernel_.plain_name() + " hangs: block " + std::to_string(block->number) +
                            ", thread " + std::to_string(warp.first_thread() + first_lane(group.lanes)) +
                            " is at line " + std::to_string(i.line) + " of its PTX (" +
                            std::string(kernel_.line(i)) + ")");
    }
  }
  throw DeviceFault(DeviceFault::Kind::kLaunch, kernel_.plain_name() + " hangs");
}

}  // namespace murmur::simulated
