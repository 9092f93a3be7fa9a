#include "device/warp.h"

#include <algorithm>
#include <cstring>

#include "device/grid.h"

namespace murmur::simulated {

Warp::Warp(Grid& grid, Block& block, uint32_t index) : grid_(&grid), block_(&block), index_(index) {
  const Kernel& kernel = grid.kernel();
  file_ = kernel.take_registers();
  registers_ = file_[0].bytes;
  local_.resize(kernel.local_bytes() * kLanes);
  const auto set_all = [&]<class T>(uint32_t to, const auto& value_of) {
    if (to == Instruction::kAlways) return;
    for (uint32_t l = 0; l < kLanes; ++l) lanes<T>(to)[l] = static_cast<T>(value_of(l));
  };
  for (const Kernel::Symbol& symbol : kernel.parameters()) {
    set_all.operator()<uint64_t>(
        symbol.place, [&](uint32_t) { return reinterpret_cast<uint64_t>(grid.parameters()) + symbol.value; });
  }
  for (const Kernel::Symbol& symbol : kernel.locals()) {
    set_all.operator()<uint64_t>(symbol.place, [&](uint32_t l) {
      return reinterpret_cast<uint64_t>(local_.data()) + l * kernel.local_bytes() + symbol.value;
    });
  }
  const auto special = [&](const char* name, const auto& value_of) {
    set_all.operator()<uint32_t>(kernel.special(name), value_of);
  };
  special("%tid.x", [&](uint32_t l) { return first_thread() + l; });
  special("%ntid.x", [&](uint32_t) { return grid.block_size(); });
  special("%nctaid.x", [&](uint32_t) { return grid.blocks(); });
  special("%laneid", [](uint32_t l) { return l; });
  special("%lanemask_lt", [](uint32_t l) { return (1u << l) - 1; });
  special("%lanemask_le", [](uint32_t l) { return (2u << l) - 1; });
  special("%lanemask_eq", [](uint32_t l) { return 1u << l; });
  special("%lanemask_ge", [](uint32_t l) { return ~((1u << l) - 1); });
  special("%lanemask_gt", [](uint32_t l) { return ~((2u << l) - 1); });
}

Warp::~Warp() {
  if (file_) grid_->kernel().give_back(std::move(file_));
}

void Warp::begin() {
  const uint32_t threads = std::min(kLanes, grid_->block_size() - first_thread());
  alive = threads == kLanes ? ~0u : (1u << threads) - 1;
  groups.assign(1, Group{0, alive, Group::Waits::kNo});
  barriers = 0;
  const uint32_t number = grid_->kernel().special("%ctaid.x");
  for (uint32_t l = 0; number != Instruction::kAlways && l < kLanes; ++l)
    lanes<uint32_t>(number)[l] = block_->number;
}

uint32_t Warp::holds(uint32_t place) const {
  uint32_t mask = 0;
  for (uint32_t k = 0; k < kLanes / 8; ++k) {
    uint64_t eight;
    std::memcpy(&eight, registers_ + place + 8 * k, sizeof eight);
    // One bit of each byte, moved together; lanes that never set theirs may hold anything.
    mask |= static_cast<uint32_t>((eight & 0x0101010101010101u) * 0x0102040810204080u >> 56) << (8 * k);
  }
  return mask;
}

bool Warp::can_run() const {
  for (const Group& group : groups) {
    if (group.waits == Group::Waits::kNo) return true;
  }
  return false;
}

bool Block::can_run() const {
  return std::any_of(warps.begin(), warps.end(), [](const Warp& warp) { return warp.can_run(); });
}

uint32_t Warp::any_lane() { return static_cast<uint32_t>(grid_->random() % kLanes); }

const uint8_t* Warp::read_at(const Instruction& i, uint32_t place, uint32_t l, uint32_t bytes) {
  return at<Use::kRead>(i, place, l, nullptr, bytes);
}
uint8_t* Warp::write_at(const Instruction& i, uint32_t place, uint32_t l, const void* value, uint32_t bytes) {
  return at<Use::kWrite>(i, place, l, value, bytes);
}
uint8_t* Warp::change_at(const Instruction& i, uint32_t place, uint32_t l, uint32_t bytes) {
  return at<Use::kChange>(i, place, l, nullptr, bytes);
}

template <Warp::Use kUse>
uint8_t* Warp::at(const Instruction& i, uint32_t place, uint32_t l, const void* value, uint32_t bytes) {
  const uint64_t base = i.narrow_address ? lanes<uint32_t>(place)[l] : lanes<uint64_t>(place)[l];
  const uint64_t address = base + static_cast<uint64_t>(int64_t{i.offset});
  if (address % bytes != 0)
    fail(i, l, kUse, bytes, DeviceFault::Kind::kAlignment, "at an address that is no multiple of that");
  if (kUse != Use::kRead) grid_->note_progress();
  if (i.space == Space::kShared) return in_shared<kUse>(i, l, address, value, bytes);
  auto* const memory = reinterpret_cast<uint8_t*>(address);
  Memory& global = grid_->memory();
  if (global.contains(address)) {
    if (!global.usable(address, bytes, kUse != Use::kWrite))
      fail(i, l, kUse, bytes, DeviceFault::Kind::kAddress, global.trouble(address, bytes));
    if (kUse == Use::kWrite) global.set_written(address, bytes);
    if (grid_->counts()) {
      sectors.push_back(address / 32);  // aligned, and so never in two
      asked += bytes;
    }
    for (uint32_t k = 0; k < bytes; k += 4) {
      note<kUse>(i, l, global.races(address + k), memory + k,
                 value ? static_cast<const uint8_t*>(value) + k : nullptr, std::min(4u, bytes),
                 grid_->launch(), address + k);
    }
    return i.strong && bytes == 8 ? weakly<kUse>(address, l, memory, value) : memory;
  }
  const auto within = [&](const void* from, size_t size) {
    const uint64_t offset = address - reinterpret_cast<uint64_t>(from);
    return offset < size && size - offset >= bytes;
  };
  const uint32_t own = grid_->kernel().local_bytes();
  if (i.space != Space::kGlobal && within(local_.data() + l * own, own)) return memory;
  if (kUse == Use::kRead && i.space != Space::kGlobal &&
      within(grid_->parameters(), grid_->kernel().parameter_bytes()))
    return memory;
  fail(i, l, kUse, bytes, DeviceFault::Kind::kAddress, global.trouble(address, bytes));
}

/// Where a relaxed access of 8 bytes finds its value, which need not be the newest one.
template <Warp::Use kUse>
uint8_t* Warp::weakly(uint64_t address, uint32_t l, uint8_t* memory, const void* value) {
  const uint32_t thread = block_->number * grid_->block_size() + first_thread() + l;
  uint64_t now, next;
  std::memcpy(&now, memory, sizeof now);
  if (kUse == Use::kWrite) {
    std::memcpy(&next, value, sizeof next);
    grid_->old_values().write(address, thread, now, next);
  }
  if (kUse != Use::kRead) return memory;
  const uint64_t* const seen = grid_->old_values().read(address, thread, now, grid_->random());
  return reinterpret_cast<uint8_t*>(const_cast<uint64_t*>(seen));
}

template <Warp::Use kUse>
uint8_t* Warp::in_shared(const Instruction& i, uint32_t l, uint64_t offset, const void* value,
                         uint32_t bytes) {
  Block& b = *block_;
  if (offset >= b.shared.size() || b.shared.size() - offset < bytes) {
    fail(i, l, kUse, bytes, DeviceFault::Kind::kAddress,
         "at " + std::to_string(offset) + " in shared memory, of which there are " +
             std::to_string(b.shared.size()) + " bytes");
  }
  for (uint32_t k = 0; k < bytes; ++k) {
    if (kUse != Use::kWrite && b.shared_written[offset + k] == 0)
      fail(i, l, kUse, bytes, DeviceFault::Kind::kAddress, "of shared memory that nobody wrote");
    b.shared_written[offset + k] = 1;
  }
  for (uint32_t k = 0; k < bytes; k += 4) {
    note<kUse>(i, l, b.shared_races[(offset + k) / 4], b.shared.data() + offset + k,
               value ? static_cast<const uint8_t*>(value) + k : nullptr, std::min(4u, bytes), b.instance,
               offset + k);
  }
  return b.shared.data() + offset;
}

template <Warp::Use kUse>
void Warp::note(const Instruction& i, uint32_t l, Races& races, const uint8_t* at, const void* value,
                uint32_t bytes, uint32_t launch, uint64_t address) {
  const Grouping grouping{launch, grid_->block_size()};
  const Access by = access(i, l);
  const bool same = kUse == Use::kWrite && std::memcmp(at, value, bytes) == 0;
  const Access* const other = kUse == Use::kRead ? races.read(grouping, by) : races.write(grouping, by, same);
  if (other) grid_->fail_race(*other, by, address, i.space == Space::kShared);
}

Access Warp::access(const Instruction& i, uint32_t l) const {
  Access access;
  access.thread = block_->number * grid_->block_size() + first_thread() + l;
  access.block_barriers = static_cast<uint16_t>(block_->barriers);
  access.warp_barriers = static_cast<uint16_t>(barriers);
  access.strong = i.strong ? 1 : 0;
  access.instruction = static_cast<uint32_t>(&i - grid_->kernel().code().data()) & 0x7fffffff;
  return access;
}

void Warp::fail(const Instruction& i, uint32_t l, Use use, uint32_t bytes, DeviceFault::Kind kind,
                const std::string& why) const {
  const char* const does[] = {"reads", "writes", "changes"};
  throw DeviceFault(kind, grid_->who(access(i, l)) + " " + does[static_cast<int>(use)] + " " +
                              std::to_string(bytes) + " bytes " + why);
}

}  // namespace murmur::simulated
