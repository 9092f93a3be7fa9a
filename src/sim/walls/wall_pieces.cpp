#include "sim/walls/wall_pieces.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/walls/crossings.h"
#include "sim/walls/wall_files.h"

namespace murmur {
namespace {

/// Checks a closed line. @throws UserError if it crosses itself, and so has no inside.
void check_outline(const WallShape& shape) {
  const size_t count = shape.points.size();
  std::vector<WallPiece<2>> lines;
  PieceTaker<2> taker(lines, 0);
  std::vector<size_t> first;  // index of the first point of each segment
  for (size_t k = 0; k < count; ++k) {
    const std::vector<double>&a = shape.points[k], &b = shape.points[(k + 1) % count];
    taker.segment({a[0], a[1]}, {b[0], b[1]});
    if (lines.size() > first.size()) first.push_back(k);
  }
  each_near_pair(lines, [&](size_t i, size_t j) {
    if (!segments_cross(lines[i], lines[j])) return true;
    throw UserError(fmt::format(
        "points: the line from points[{}] crosses that from points[{}]; allowed: a closed line that does "
        "not cross itself, or side = \"both\"",
        std::min(first[i], first[j]), std::max(first[i], first[j])));
  });
}

void add_wall(const Scenario& scenario, const WallShape& shape, PieceTaker<2>& taker) {
  if (shape.closed && shape.side != WallSide::kBoth) check_outline(shape);
  if (!shape.image.empty()) return add_image(scenario, shape, taker);
  add_shape(shape, scenario.world.size, taker);
}
void add_wall(const Scenario& scenario, const WallShape& shape, PieceTaker<3>& taker) {
  if (!shape.mesh.empty()) return add_mesh(scenario, shape, taker);
  add_shape(shape, scenario.world.size, taker);
}

}  // namespace

template <int D>
std::vector<WallPiece<D>> wall_pieces(const Scenario& scenario) {
  std::vector<WallPiece<D>> pieces;
  for (size_t k = 0; k < scenario.walls.size(); ++k) {
    const size_t before = pieces.size();
    PieceTaker<D> taker(pieces, static_cast<uint32_t>(k));
    const WallShape& shape = scenario.walls[k];
    try {
      add_wall(scenario, shape, taker);
    } catch (const UserError& error) {
      const char* const file = shape.file().empty() ? "" : shape.mesh.empty() ? "image: " : "mesh: ";
      throw UserError(fmt::format("wall[{}].{}{}", k, file, error.what()));
    }
    if (pieces.size() == before)
      throw UserError(fmt::format("wall[{}]: has no {} in the world; allowed: a shape of some extent", k,
                                  D == 2 ? "length" : "area"));
    if (pieces.size() > kMostPieces)
      throw UserError(fmt::format("wall[{}]: is one of more than {} {}; allowed: so many in all walls", k,
                                  kMostPieces, D == 2 ? "segments" : "triangles"));
  }
  return pieces;
}

WallsKey walls_key(const Scenario& scenario) {
  return {{scenario.walls.begin(), scenario.walls.end()}, scenario.world.size, scenario.world.boundary};
}

void check_wall_pieces(const Scenario& scenario) {
  if (scenario.dimensions() == 3)
    KeptWalls<3>().pieces_of(scenario);
  else
    KeptWalls<2>().pieces_of(scenario);
}

namespace {

/// Modification time and size of a file, which identify the content that was read.
using Stamp = std::pair<int64_t, uint64_t>;
std::vector<Stamp> stamps_of(const std::vector<WallShape>& shapes) {
  std::vector<Stamp> stamps;
  for (const WallShape& shape : shapes) {
    const std::string& path = shape.file();
    std::error_code error;
    if (path.empty()) continue;
    const auto time = std::filesystem::last_write_time(path, error).time_since_epoch().count();
    stamps.emplace_back(static_cast<int64_t>(time), std::filesystem::file_size(path, error));
  }
  return stamps;
}

/// Wall pieces that backends, starts and pictures of this process share: files are read once for all of them.
template <int D>
class SharedWalls {
 public:
  using Pieces = std::vector<WallPiece<D>>;

  static std::shared_ptr<const Pieces> of(const Scenario& scenario) {
    static SharedWalls shared;
    const std::lock_guard lock(shared.mutex_);
    return shared.find(scenario);
  }

 private:
  struct Entry {
    WallsKey key;
    std::vector<Stamp> stamps;
    std::weak_ptr<const Pieces> pieces;
  };

  std::shared_ptr<const Pieces> find(const Scenario& scenario) {
    Entry wanted{walls_key(scenario), {}, {}};
    wanted.stamps = stamps_of(wanted.key.shapes);
    std::erase_if(entries_, [](const Entry& entry) { return entry.pieces.expired(); });
    for (const Entry& entry : entries_) {
      if (entry.key == wanted.key && entry.stamps == wanted.stamps)
        if (auto pieces = entry.pieces.lock()) return pieces;
    }
    auto pieces = std::make_shared<const Pieces>(wall_pieces<D>(scenario));
    wanted.pieces = pieces;
    entries_.push_back(std::move(wanted));
    return last_ = pieces;  // kept until the next call: a check and then a run read the file once
  }

  std::mutex mutex_;
  std::vector<Entry> entries_;
  std::shared_ptr<const Pieces> last_;
};

}  // namespace

template <int D>
const std::vector<WallPiece<D>>& KeptWalls<D>::pieces_of(const Scenario& scenario) {
  if (WallsKey key = walls_key(scenario); !pieces_ || key != key_) {
    pieces_ = SharedWalls<D>::of(scenario);
    key_ = std::move(key);
  }
  return *pieces_;
}

template std::vector<WallPiece<2>> wall_pieces<2>(const Scenario&);
template std::vector<WallPiece<3>> wall_pieces<3>(const Scenario&);
template class KeptWalls<2>;
template class KeptWalls<3>;

}  // namespace murmur
