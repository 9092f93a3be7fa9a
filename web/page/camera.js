// Where the picture looks: in 2D a centre and a zoom, in 3D an orbit around the world's middle. Matrices are column by column.

export class Camera {
  constructor() { this.reset([100, 100]); }

  reset(size) {
    this.size = size;
    this.dimensions = size.length;
    this.middle = size.map((side) => side / 2);
    this.zoom = 1;
    this.yaw = 0.6;
    this.pitch = 0.35;
  }

  /** `width`, `height`: of the picture in pixels. */
  resize(width, height) { this.width = width; this.height = height; }

  /** Pixels of a world unit in 2D. */
  get scale() { return this.zoom * 0.96 * Math.min(this.width / this.size[0], this.height / this.size[1]); }

  get distance() { return 1.05 * Math.hypot(...this.size) / this.zoom; }
  get focal() { return 1.6 * Math.min(1, this.width / this.height); }

  /** Unit vectors of the eye in 3D: to the right, up, and from the world to the eye. The last axis is up, as the program has it. */
  axes() {
    const cy = Math.cos(this.yaw), sy = Math.sin(this.yaw), cp = Math.cos(this.pitch), sp = Math.sin(this.pitch);
    return {right: [cy, sy, 0], up: [-sy * sp, cy * sp, cp], back: [sy * cp, -cy * cp, sp]};
  }

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
