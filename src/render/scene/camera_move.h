// Automatic moves of the camera ([view] camera), as a film-maker would move it: a function of the step and of the
// flock in that step alone, so that every picture of a step is the same, whatever was drawn before. Used by window,
// render and Python.
#pragma once

#include "render/scene/camera.h"
#include "sim/backends/backend.h"
#include "sim/look/look.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// The move of the camera at a step. `step`: step of the flock, with a fraction in slow motion. @throws RunError.
Camera::Move camera_move(CameraMove kind, double step, const Backend<float>& backend,
                         const Scenario& scenario);

}  // namespace murmur
