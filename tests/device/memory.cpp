#include "device/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace murmur::simulated {
namespace {

uint64_t pages(uint64_t bytes, uint64_t page) { return (bytes + page - 1) / page * page; }
void* pointer(uint64_t address) { return reinterpret_cast<void*>(address); }

std::string ordinal(int64_t number) { return "allocation number " + std::to_string(number); }

}  // namespace

void* Memory::reserve(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

Memory::Memory(size_t capacity) : capacity_(capacity) {
  base_ = next_ = reinterpret_cast<uint64_t>(reserve(kSpace));
  states_ = static_cast<uint8_t*>(reserve(kSpace / 4));
  races_ = static_cast<Races*>(reserve(kSpace / 4 * sizeof(Races)));
}

Memory::~Memory() {
  while (!allocations_.empty()) forget(allocations_.begin()->first);
  munmap(pointer(base_), kSpace);
  munmap(states_, kSpace / 4);
  munmap(races_, kSpace / 4 * sizeof(Races));
}

uint64_t Memory::take(size_t bytes, void* host) {
  const uint64_t address = next_ + kPage;  // an unallocated page on either side
  if (address + pages(bytes, kPage) + kPage > base_ + kSpace) return 0;
  next_ = address + pages(bytes, kPage);
  allocations_[address] = {bytes, ++count_, host};
  used_ += bytes;
  const uint64_t from = address - base_;
  for (uint64_t byte = from; byte < from + bytes; byte += 4) {
    const uint64_t left = std::min<uint64_t>(4, from + bytes - byte);
    states_[byte / 4] = static_cast<uint8_t>(((1u << left) - 1) << 4);
  }
  return address;
}

void* Memory::allocate(size_t bytes, int device) {
  const size_t taken = std::max<size_t>(bytes, 1);
  if (taken > available()) return nullptr;
  const uint64_t address = take(taken, nullptr);
  if (address == 0) return nullptr;
  std::memset(pointer(address), 0xa5, taken);  // unwritten memory must have no effect
  allocations_.at(address).device = device;
  return pointer(address);
}

uint64_t Memory::allocation_of(uint64_t address) const {
  if (!contains(address)) return 0;
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return 0;
  const auto& [begin, allocation] = *--next;
  return address - begin < allocation.bytes && !allocation.host ? begin : 0;
}

int Memory::device_of(uint64_t address) const {
  const uint64_t begin = allocation_of(address);
  return begin == 0 ? -1 : allocations_.at(begin).device;
}

/// Its pages go back to the system; its addresses stay out of use.
void Memory::forget(uint64_t address) {
  const Allocation allocation = allocations_.at(address);
  const uint64_t from = address - base_, size = pages(allocation.bytes, kPage);
  void* const fresh = mmap(pointer(address), size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (fresh == MAP_FAILED) throw std::bad_alloc();
  std::memset(states_ + from / 4, 0, size / 4);
  madvise(races_ + from / 4, size / 4 * sizeof(Races), MADV_DONTNEED);
  if (allocation.host) munmap(allocation.host, size);
  used_ -= allocation.bytes;
  released_[address] = allocation;
  allocations_.erase(address);
}

bool Memory::release(void* memory) {
  const auto found = allocations_.find(reinterpret_cast<uint64_t>(memory));
  if (found == allocations_.end() || found->second.host) return false;
  forget(found->first);
  return true;
}

Memory::Mapped Memory::allocate_mapped(size_t bytes) {
  const size_t size = pages(std::max<size_t>(bytes, 1), kPage);
  const int file = memfd_create("mapped", 0);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) throw std::bad_alloc();
  void* const host = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const uint64_t address = take(std::max<size_t>(bytes, 1), host);
  void* const device = mmap(pointer(address), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  close(file);
  if (host == MAP_FAILED || device == MAP_FAILED) throw std::bad_alloc();
  set_written(address, bytes);  // the host may have done so at any time
  return {host, device};
}

void* Memory::mapped_on_device(void* host) const {
  for (const auto& [address, allocation] : allocations_) {
    if (allocation.host && allocation.host == host) return pointer(address);
  }
  return nullptr;
}

bool Memory::release_mapped(void* host) {
  void* const device = mapped_on_device(host);
  if (device) forget(reinterpret_cast<uint64_t>(device));
  return device != nullptr;
}

void Memory::set_written(uint64_t address, size_t bytes, bool written) {
  const uint64_t from = address - base_;
  for (uint64_t byte = from; byte < from + bytes;) {
    const bool whole = byte % 4 == 0 && byte + 4 <= from + bytes;
    const auto bits = static_cast<uint8_t>(whole ? 0x0f : 1u << (byte % 4));
    uint8_t& state = states_[byte / 4];
    state = static_cast<uint8_t>(written ? state | bits : state & ~bits);
    byte += whole ? 4 : 1;
  }
}

void Memory::copy_written(uint64_t to, uint64_t from, size_t bytes) {
  for (size_t k = 0; k < bytes; ++k) set_written(to + k, 1, usable(from + k, 1, true));
}

std::string Memory::place(uint64_t address) const {
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return "no memory";
  --next;
  return "byte " + std::to_string(address - next->first) + " of " + ordinal(next->second.number) + " (" +
         std::to_string(next->second.bytes) + " bytes)";
}

std::string Memory::trouble(uint64_t address, size_t bytes) const {
  const auto below = [&](const std::map<uint64_t, Allocation>& all) {
    auto next = all.upper_bound(address);
    return next == all.begin() ? all.end() : std::prev(next);
  };
  const auto released = below(released_);
  if (released != released_.end() && address < released->first + released->second.bytes) {
    return std::to_string(address - released->first) + " bytes into freed memory (" +
           ordinal(released->second.number) + ", " + std::to_string(released->second.bytes) + " bytes)";
  }
  const auto found = below(allocations_);
  if (found != allocations_.end()) {
    const uint64_t at = address - found->first;
    const std::string what =
        ordinal(found->second.number) + ", " + std::to_string(found->second.bytes) + " bytes";
    if (at + bytes <= found->second.bytes)
      return std::to_string(at) + " bytes into memory that nobody wrote (" + what + ")";
    if (at < found->second.bytes + kPage) {
      return std::to_string(at) + " bytes from the begin of memory that is shorter (" + what + ")";
    }
  }
  const auto above = allocations_.upper_bound(address);
  if (above != allocations_.end() && above->first - address <= kPage) {
    return std::to_string(above->first - address) + " bytes before the begin of memory (" +
           ordinal(above->second.number) + ", " + std::to_string(above->second.bytes) + " bytes)";
  }
  return "where no memory is";
}

}  // namespace murmur::simulated
