// Where the picture looks: in 2D a centre and a zoom, in 3D an orbit around the world's middle. Matrices are column by column.

// As in src/render/scene/camera.cpp: half the vertical angle of view in 3D, and the first view of each scene.
const HALF_VIEW = 0.35, YAW = Math.PI / 2 - 0.9, PITCH = {plain: 0.35, dusk: -14.3 * Math.PI / 180, day: -11 * Math.PI / 180};

export class Camera {
  constructor() {
    Object.assign(this, {width: 1, height: 1, ratio: 1});
    this.reset([100, 100]);
  }

  /** As suits the scene: birds are seen from near the ground, with the sky behind the flock. */
  reset(size, scene = 'plain') {
    this.size = size;
    this.dimensions = size.length;
    this.middle = size.map((side) => side / 2);
    this.zoom = this.nearer = 1;
    this.follows = false;
    this.yaw = YAW;
    this.pitch = PITCH[scene];
    this.first = this.pitch;
    this.fit();
  }

  /** `width`, `height`: of the picture in pixels; `ratio`: pixels of the screen in one of the page. */
  resize(width, height, ratio) {
    Object.assign(this, {width, height, ratio});
    this.fit();
  }

  /** Of a box of this size on the page. */
  resizeTo(box) {
    const ratio = window.devicePixelRatio || 1;
    this.resize(Math.max(1, Math.round(box.width * ratio)), Math.max(1, Math.round(box.height * ratio)), ratio);
  }

  /** In 3D the nearest distance from which the first view has all corners of the world. */
  fit() {
    if (this.dimensions === 2) return;
    const {right, up, back} = this.axes(YAW, this.first), room = 0.94 / this.focal;
    this.fitting = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const at = this.size.map((side, k) => (corner >> k & 1 ? side / 2 : -side / 2));
      const along = (axis) => at[0] * axis[0] + at[1] * axis[1] + at[2] * axis[2];
      const needed = Math.max(Math.abs(along(right)) / (room * this.width / this.height), Math.abs(along(up)) / room);
      this.fitting = Math.max(this.fitting, along(back) + needed);
    }
  }

  /** Moves to the middle of a sample of the boids, as near as their flock is small: at once, then with a lag. 3D; as src/render/scene/camera_move.cpp. */
  follow(boids) {
    if (!this.follows || boids.length < 6) return;
    const every = 6 * Math.ceil(boids.length / 6 / 512), mean = [0, 0, 0], share = this.nearer === 1 ? 1 : 0.05;
    let count = 0, squares = 0;
    for (let k = 0; k < boids.length; k += every, ++count) for (let axis = 0; axis < 3; ++axis) mean[axis] += boids[k + axis];
    for (let axis = 0; axis < 3; ++axis) mean[axis] /= count;
    for (let k = 0; k < boids.length; k += every) for (let axis = 0; axis < 3; ++axis) squares += (boids[k + axis] - mean[axis]) ** 2;
    const nearer = 1.3 * Math.sqrt(squares / count / (this.size.reduce((sum, side) => sum + side * side, 0) / 12));
    this.middle = this.middle.map((at, axis) => at + share * (mean[axis] - at));
    this.nearer += share * (Math.max(0.05, Math.min(nearer, 0.999)) - this.nearer);
  }

  /** Pixels of a world unit in 2D. */
  get scale() { return this.zoom * 0.96 * Math.min(this.width / this.size[0], this.height / this.size[1]); }

  get distance() { return this.nearer * this.fitting / this.zoom; }
  get focal() { return 1 / Math.tan(HALF_VIEW); }
  /** At the middle, and in 3D one pixel at a distance of 1. */
  get pixelsPerUnit() { return this.dimensions === 2 ? this.scale : this.focal * this.height / (2 * this.distance); }
  get unitsPerPixel() { return this.dimensions === 2 ? 1 / this.scale : 2 / (this.focal * this.height); }
  /** As the shaders of the program have it. */
  get eye() {
    if (this.dimensions === 2) return [0, 0, 1, 0];
    const {back} = this.axes();
    return [...this.middle.map((at, k) => at + this.distance * back[k]), 1];
  }
  /** Distances between which boids grow pale. */
  get haze() {
    const radius = Math.hypot(...this.size) / 2;
    return this.dimensions === 2 ? [1e30, 2e30] : [Math.max(this.distance - 0.8 * radius, 0), this.distance + 1.15 * radius];
  }

  /** Distances for birds, whose flock is much smaller than their world. */
  get closeHaze() {
    const radius = Math.min(Math.hypot(...this.size) / 2, 0.4 * this.distance);
    return this.dimensions === 2 ? this.haze : [this.distance - 0.4 * radius, this.distance + radius];
  }

  /** Unit vectors of the eye in 3D: to the right, up, and from the world to the eye. The last axis is up, as the program has it. */
  axes(yaw = this.yaw, pitch = this.pitch) {
    const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
    return {right: [cy, sy, 0], up: [-sy * sp, cy * sp, cp], back: [sy * cp, -cy * cp, sp]};
  }

  /** Directions in the world that are to the right and up in the picture. */
  facing() { return this.dimensions === 2 ? {right: [1, 0, 0], up: [0, 1, 0]} : this.axes(); }

  matrix() {
    if (this.dimensions === 2) {
      const x = 2 * this.scale / this.width, y = 2 * this.scale / this.height;
      return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, -x * this.middle[0], -y * this.middle[1], 0, 1];
    }
    const {right, up, back} = this.axes(), d = this.distance, near = 0.02 * d, far = 4 * d;
    const fx = this.focal * this.height / this.width, fy = this.focal;
    const a = (far + near) / (near - far), b = 2 * far * near / (near - far);
    const along = (axis) => -(axis[0] * this.middle[0] + axis[1] * this.middle[1] + axis[2] * this.middle[2]);
    const x = [...right, along(right)], y = [...up, along(up)], z = [...back, along(back) - d];
    const m = [];
    for (let k = 0; k < 4; ++k) m.push(fx * x[k], fy * y[k], a * z[k] + (k === 3 ? b : 0), -z[k]);
    return m;
  }

  /** What the module needs to draw the same view (web/web_pictures.h), and this camera for what is drawn over it. */
  view() {
    const {width, height} = this, camera = {...this};
    if (this.dimensions === 2) return {width, height, camera, middle: this.middle, scale: this.scale};
    return {width, height, camera, azimuth: this.yaw - Math.PI / 2, elevation: this.pitch, distance: this.distance};
  }

  /** The pixel of a place in the world; null behind the eye. */
  pixel([x, y, z = 0]) {
    const m = this.matrix(), along = (row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row], w = along(3);
    return w > 0 ? [(1 + along(0) / w) * this.width / 2, (1 - along(1) / w) * this.height / 2] : null;
  }

  /** The place in the world under a pixel; in 3D in the plane through the middle that faces the eye. */
  place(x, y) {
    const u = 2 * x / this.width - 1, v = 1 - 2 * y / this.height;
    if (this.dimensions === 2)
      return [this.middle[0] + u * this.width / (2 * this.scale), this.middle[1] + v * this.height / (2 * this.scale)];
    const {right, up} = this.axes(), fx = this.focal * this.height / this.width;
    return this.middle.map((m, k) => m + this.distance * (u / fx * right[k] + v / this.focal * up[k]));
  }

  /** Moves with the pointer by so many pixels: pans in 2D, orbits in 3D. */
  drag(dx, dy) {
    if (this.dimensions === 2) {
      this.middle[0] -= dx / this.scale;
      this.middle[1] += dy / this.scale;
    } else {
      this.yaw -= 0.008 * dx;
      this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + 0.008 * dy));
    }
  }

  /** Zooms about a pixel. */
  zoomAt(factor, x, y) {
    const before = this.place(x, y);
    this.zoom = Math.max(0.3, Math.min(60, this.zoom * factor));
    if (this.dimensions !== 2) return;
    const after = this.place(x, y);
    for (let k = 0; k < 2; ++k) this.middle[k] += before[k] - after[k];
  }
}
