// The drawing stages of a picture in lanes, for each instruction set.
#pragma once

#include "sim/backends/backend.h"
#include "sim/raster/raster_band.h"

namespace murmur {

struct RasterLanes {
  DrawBlock draw;  ///< draws at most kRasterBlock boids, of an extent up to kMostLaneSpan
  FinishRow finish;
  DrawBlock draw_solid;  ///< draws at most kRasterBlock boids in 3D
};
/// The functions of an instruction set; null pointers for scalars.
RasterLanes raster_lanes(Simd simd);

}  // namespace murmur
