// The stages of a picture in lanes, for each instruction set.
#pragma once

#include "sim/backends/backend.h"
#include "sim/raster/raster_band.h"

namespace murmur {

struct RasterLanes {
  DrawBlock draw;  ///< takes at most kRasterBlock boids, and a span up to kMostLaneSpan
  FinishRow finish;
  DrawBlock draw_solid;  ///< takes at most kRasterBlock boids
};
/// The functions of an instruction set; nulls for scalars.
RasterLanes raster_lanes(Simd simd);

}  // namespace murmur
