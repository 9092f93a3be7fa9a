// Boids on their way between two ranks, and their indices in the arrays of host or device. Used by
// sim/ranks/migration.h and by the slab of a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/backends/host_boids.h"

namespace murmur {

template <int D>
struct Migrant {
  Vec<float, D> p, v;
  uint32_t id;
  Columns<D, float, ValueOf> columns;
};

template <int D>
Migrant<D> migrant(const HostBoids<float, D>& boids, size_t i) {
  const Body<float, D>& body = boids.bodies()[i];
  Migrant<D> migrant{body.p, body.v, boids.ids()[i], {}};
  copy_columns(boids.pointers(), static_cast<int64_t>(i), columns_in(migrant.columns, boids.carried()), 0);
  return migrant;
}

template <int D>
void put(HostBoids<float, D>& boids, size_t i, const Migrant<D>& from) {
  boids.bodies()[i].p = from.p;
  boids.bodies()[i].v = from.v;
  boids.ids()[i] = from.id;
  Columns<D, float, ValueOf> columns = from.columns;
  copy_columns(columns_in(columns, boids.carried()), 0, boids.pointers(), static_cast<int64_t>(i));
}

/// Migrants as they are sent: one after the other, each with only the columns that its flock carries.
template <int D>
class Migrants {
 public:
  explicit Migrants(Carried carried = 0, size_t count = 0)
      : carried_(carried),
        each_(sizeof(Vec<float, D>) * 2 + sizeof(uint32_t) + column_bytes<D, float>(carried)),
        bytes_(count * each_) {}

  Carried carried() const { return carried_; }
  size_t size() const { return bytes_.size() / each_; }
  bool empty() const { return bytes_.empty(); }
  size_t bytes_of_one() const { return each_; }
  std::byte* at(size_t k) { return bytes_.data() + k * each_; }
  const std::byte* at(size_t k) const { return bytes_.data() + k * each_; }

  void set(size_t k, const Migrant<D>& boid) {
    std::byte* to = at(k);
    each_part(boid, [&](const auto& part) {
      std::memcpy(to, &part, sizeof part);
      to += sizeof part;
    });
  }
  Migrant<D> operator[](size_t k) const {
    Migrant<D> boid{};
    const std::byte* from = at(k);
    each_part(boid, [&](auto& part) {
      std::memcpy(&part, from, sizeof part);
      from += sizeof part;
    });
    return boid;
  }

 private:
  template <class Boid, class Visit>
  void each_part(Boid& boid, const Visit& visit) const {
    visit(boid.p);
    visit(boid.v);
    visit(boid.id);
    each_column(
        [&](const ColumnInfo& info, auto& value) {
          if (carried_ & info.bit) visit(value);
        },
        boid.columns);
  }

  Carried carried_;
  size_t each_;
  std::vector<std::byte> bytes_;
};

}  // namespace murmur
