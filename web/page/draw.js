// Draws a flock with WebGL 2. Boids are triangles, 32 an instance, whose positions the vertex shader takes from a texture of
// pairs of floats: a software renderer needs several times as long for one triangle an instance (docs/web.md).

import {Outdoors, depthFormat} from './outdoors.js';
import {Walls} from './walls.js';

const DARK = [0.043, 0.059, 0.078], LIGHT = [0.933, 0.949, 0.965];  // backgrounds
const WIDTH = 2048;  // texels of the texture in a row
const PALETTES = {  // in light, in dark: the colours at rest and at the highest speed; for one colour the second
  evening: {light: [[0.10, 0.22, 0.55], [0.80, 0.20, 0.10]], dark: [[0.35, 0.55, 1.0], [1.0, 0.75, 0.35]]},
  forest: {light: [[0.05, 0.35, 0.25], [0.45, 0.45, 0.0]], dark: [[0.2, 0.75, 0.55], [0.95, 0.95, 0.4]]},
  grey: {light: [[0.55, 0.58, 0.62], [0.05, 0.07, 0.1]], dark: [[0.35, 0.4, 0.45], [1.0, 1.0, 1.0]]},
};
export const paletteNames = Object.keys(PALETTES);
export const colourings = ['heading', 'speed', 'plain', 'species'];

const boidSource = (dimensions) => `#version 300 es
precision highp float;
precision highp sampler2D;
precision highp usampler2D;
uniform sampler2D boids;
uniform usampler2D kinds;  // the species of each boid
uniform vec3 kindColours[16];
uniform int count, colourBy;
uniform mat4 matrix;
uniform vec3 eyeRight, eyeUp, slow, fast;
uniform vec2 brightness;  // of the wheel of headings: middle and amplitude
uniform float size, fastest, nearest;
out vec3 tint;
vec2 texel(int t) { return texelFetch(boids, ivec2(t % ${WIDTH}, t / ${WIDTH}), 0).xy; }
void main() {
  int boid = gl_InstanceID * 32 + gl_VertexID / 3, corner = gl_VertexID % 3;
  if (boid >= count) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec3 p, v;
  ${dimensions === 2 ? 'p = vec3(texel(boid * 2), 0.0); v = vec3(texel(boid * 2 + 1), 0.0);'
    : 'vec2 a = texel(boid * 3), b = texel(boid * 3 + 1), c = texel(boid * 3 + 2); p = vec3(a, b.x); v = vec3(b.y, c);'}
  float speed = length(v);
  vec3 ahead = speed > 0.0 ? v / speed : vec3(1.0, 0.0, 0.0);
  // The heading as the eye has it, and the side at a right angle to it.
  vec2 seen = vec2(dot(ahead, eyeRight), dot(ahead, eyeUp));
  float flat2 = max(length(seen), 1e-6);
  vec3 side = (eyeUp * seen.x - eyeRight * seen.y) / flat2;
  vec4 at = matrix * vec4(p, 1.0);
  float s = max(size, nearest * at.w);
  vec3 offset = corner == 0 ? ahead * 1.5 * s : (corner == 1 ? side : -side) * 0.62 * s - ahead * s;
  gl_Position = matrix * vec4(p + offset, 1.0);
  if (colourBy == 0) {
    float angle = atan(ahead.y, ahead.x);
    tint = brightness.x + brightness.y * cos(angle - vec3(0.0, 2.0944, 4.1888));
  } else if (colourBy == 3) {
    tint = kindColours[texelFetch(kinds, ivec2(boid % ${WIDTH}, boid / ${WIDTH}), 0).x & 15u];
  } else {
    tint = mix(slow, fast, colourBy == 1 ? clamp(speed / fastest, 0.0, 1.0) : 1.0);
  }
}`;
const markSource = `#version 300 es
precision highp float;
uniform mat4 matrix;
in vec3 place;
void main() { gl_Position = matrix * vec4(place, 1.0); }`;
const boidColour = `#version 300 es
precision mediump float;
in vec3 tint;
out vec4 colour;
void main() { colour = vec4(tint, 1.0); }`;
const markColour = `#version 300 es
precision mediump float;
uniform vec4 paint;
out vec4 colour;
void main() { colour = paint; }`;

/** What draws, on a canvas that is not shown: whether a processor does, and whether it can draw birds. Null without WebGL 2. */
export function probe(canvas) {
  const gl = canvas.getContext('webgl2');
  if (!gl) return null;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  const found = {software: /swiftshader|llvmpipe|software/i.test(name), birds: depthFormat(gl) !== 0};
  gl.getExtension('WEBGL_lose_context')?.loseContext();  // browsers keep few
  return found;
}

export class Renderer {
  /** `found`: by probe(); smooth edges would take a processor several times as long. @throws Error without WebGL 2. */
  constructor(canvas, found) {
    this.canvas = canvas;
    this.software = found && found.software;
    this.gl = found && canvas.getContext('webgl2', {antialias: !found.software, alpha: false});
    if (!this.gl) throw new Error('This browser has no WebGL 2, so there is no picture; the flock flies, and its hash is shown.');
    this.make();
    canvas.addEventListener('webglcontextlost', (event) => { event.preventDefault(); this.lost = true; });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false;
      this.make();
      if (this.camera) this.draw(this.camera, this.look);
    });
  }

  make() {
    const gl = this.gl;
    this.uploaded = this.outdoors = this.walls = null;
    this.programs = {2: this.program(boidSource(2), boidColour), 3: this.program(boidSource(3), boidColour),
      mark: this.program(markSource, markColour)};
    this.texture = this.kinds = null;
    this.rows = 0;
    this.nothing = gl.createVertexArray();
    this.markArray = gl.createVertexArray();
    this.markBuffer = gl.createBuffer();
    gl.bindVertexArray(this.markArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.markBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
  }

  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader));
    }
    gl.bindAttribLocation(program, 0, 'place');
    gl.linkProgram(program);
    const at = {};
    const uniforms = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) || 0;
    for (let k = 0; k < uniforms; ++k) {
      const {name} = gl.getActiveUniform(program, k);
      at[name] = gl.getUniformLocation(program, name);
    }
    return {program, at};
  }

  upload(boids) {
    if (this.uploaded === boids) return this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
    this.uploaded = boids;
    const gl = this.gl, texels = boids.length / 2, rows = Math.max(1, Math.ceil(texels / WIDTH));
    if (!this.texture || rows > this.rows) {
      if (this.texture) gl.deleteTexture(this.texture);
      this.texture = gl.createTexture();
      this.rows = rows;
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG32F, WIDTH, rows);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const whole = Math.floor(texels / WIDTH), rest = texels - whole * WIDTH;
    if (whole > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, whole, gl.RG, gl.FLOAT, boids.subarray(0, whole * WIDTH * 2));
    if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, whole, rest, 1, gl.RG, gl.FLOAT, boids.subarray(whole * WIDTH * 2));
  }

  /** The species of the boids to unit 1; without any one number, because a sampler of whole numbers must have a texture of them. */
  uploadKinds(kinds) {
    const {gl} = this;
    gl.activeTexture(gl.TEXTURE1);
    if (!this.kinds || this.uploadedKinds !== kinds) {
      if (!this.kinds) this.kinds = gl.createTexture();
      this.uploadedKinds = kinds;
      gl.bindTexture(gl.TEXTURE_2D, this.kinds);
      const numbers = kinds || new Uint8Array(1), columns = Math.min(numbers.length, WIDTH), rows = Math.ceil(numbers.length / columns);
      const whole = new Uint8Array(columns * rows);
      whole.set(numbers);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, columns, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, whole);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.kinds);
    gl.activeTexture(gl.TEXTURE0);
  }

  /** `picture`: new boids from the worker of the flock; without it the last ones are drawn again. */
  draw(camera, look, picture) {
    Object.assign(this, {camera, look, picture: picture || this.picture});
    const gl = this.gl, {width, height} = camera;
    if (this.lost || gl.isContextLost()) return;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, {width, height});
    gl.viewport(0, 0, width, height);
    gl.clearColor(...(look.dark ? DARK : LIGHT), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (picture && picture.wallShapes) {
      this.wallShapes = picture.wallShapes;
      this.walls = null;
    }
    if (!this.picture || this.picture.dimensions !== camera.dimensions) return;
    const plain = look.scene === 'plain';
    if (!plain) {
      if (!this.outdoors || this.outdoors.scene !== look.scene || this.outdoors.dimensions !== camera.dimensions)
        this.outdoors = new Outdoors(this, look.scene, camera.dimensions);
      this.outdoors.draw(this.picture, camera, () => this.drawWalls());
    }
    if (camera.dimensions === 3 && plain) gl.enable(gl.DEPTH_TEST);
    else gl.disable(gl.DEPTH_TEST);
    const solid = camera.dimensions === 3;
    if (plain && !solid) this.drawWalls();
    this.drawMarks(plain);
    if (plain) this.drawBoids();
    if (plain && solid) this.drawWalls();
  }

  /** Waits for a processor that draws: pictures that queue up there come a second late, and the page with them. */
  finish() {
    if (this.software) this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** In 3D boids within them are seen through their surfaces; birds leave no depths. */
  drawWalls() {
    const {camera, look, picture} = this, plain = look.scene === 'plain', dark = plain ? look.dark : look.scene === 'dusk';
    if (!picture.walls || !this.wallShapes) return;
    if (!this.walls) this.walls = new Walls(this, this.wallShapes);
    this.walls.draw(camera, look.dark ? DARK : LIGHT, dark);
  }

  drawBoids() {
    const {gl, camera, look, picture} = this, solid = camera.dimensions === 3, dark = look.dark ? 'dark' : 'light';
    this.upload(picture.boids);
    this.uploadKinds(picture.kinds);
    const {program, at} = this.programs[camera.dimensions];
    const colourBy = look.colourBy === 'species' && !picture.kinds ? 'heading' : look.colourBy;
    gl.useProgram(program);
    gl.bindVertexArray(this.nothing);
    const count = picture.boids.length / (2 * camera.dimensions), pixel = 1.4 * Math.max(1, camera.ratio);
    const {right, up} = camera.facing();
    gl.uniform1i(at.count, count);
    gl.uniform1i(at.kinds, 1);
    if (picture.species) gl.uniform3fv(at['kindColours[0]'], picture.species.list.flatMap(({colour}) => colour));
    gl.uniform1i(at.colourBy, colourings.indexOf(colourBy));
    gl.uniformMatrix4fv(at.matrix, false, camera.matrix());
    gl.uniform3fv(at.eyeRight, right);
    gl.uniform3fv(at.eyeUp, up);
    gl.uniform3fv(at.slow, PALETTES[look.palette][dark][0]);
    gl.uniform3fv(at.fast, PALETTES[look.palette][dark][1]);
    gl.uniform2fv(at.brightness, look.dark ? [0.66, 0.34] : [0.36, 0.32]);
    gl.uniform1f(at.size, Math.min(0.09 * picture.radius, 0.012 * Math.max(...picture.size)));
    gl.uniform1f(at.fastest, picture.max_speed);
    gl.uniform1f(at.nearest, pixel * (solid ? camera.unitsPerPixel : 1 / camera.scale));
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 96, Math.ceil(count / 32));
  }

  /** The border of the world, if the scene is plain; obstacles, predators, goals and the circle in which the pointer acts. */
  drawMarks(plain) {
    const {gl, camera, picture} = this, dark = plain ? this.look.dark : this.look.scene === 'dusk', {program, at} = this.programs.mark;
    gl.useProgram(program);
    gl.bindVertexArray(this.markArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.markBuffer);
    gl.uniformMatrix4fv(at.matrix, false, camera.matrix());
    const lines = (points, mode, paint) => {
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW);
      gl.uniform4fv(at.paint, paint);
      gl.drawArrays(mode, 0, points.length / 3);
    };
    const {right, up} = camera.facing();
    const circle = (place, radius, corners = 48) => {
      const points = [];
      for (let k = 0; k < corners; ++k) {
        const c = radius * Math.cos(2 * Math.PI * k / corners), s = radius * Math.sin(2 * Math.PI * k / corners);
        for (let axis = 0; axis < 3; ++axis) points.push((place[axis] || 0) + c * right[axis] + s * up[axis]);
      }
      return points;
    };
    const [w, h, d] = [...picture.size, 0], grey = dark ? [0.30, 0.36, 0.43, 1] : [0.68, 0.73, 0.79, 1];
    if (plain) lines([0, 0, 0, w, 0, 0, w, h, 0, 0, h, 0], gl.LINE_LOOP, grey);
    if (plain && d > 0) {
      lines([0, 0, d, w, 0, d, w, h, d, 0, h, d], gl.LINE_LOOP, grey);
      lines([0, 0, 0, 0, 0, d, w, 0, 0, w, 0, d, w, h, 0, w, h, d, 0, h, 0, 0, h, d], gl.LINES, grey);
    }
    for (const {at: place, radius} of picture.obstacles || [])
      lines(circle(place, radius), picture.dimensions === 2 ? gl.TRIANGLE_FAN : gl.LINE_LOOP, dark ? [0.42, 0.46, 0.52, 1] : [0.60, 0.64, 0.70, 1]);
    const mark = 0.012 * Math.max(...picture.size);
    for (const place of picture.goal || []) {
      for (const radius of [mark, 0.6 * mark]) lines(circle(place, radius), gl.LINE_LOOP, dark ? [0.5, 0.87, 0.61, 1] : [0.08, 0.41, 0.18, 1]);
    }
    const predators = picture.predators || [];
    for (let k = 0; k < predators.length; k += picture.dimensions)
      lines(circle(predators.slice(k, k + picture.dimensions), mark, 12), gl.TRIANGLE_FAN, dark ? [1, 0.38, 0.34, 1] : [0.75, 0.1, 0.06, 1]);
    if (picture.cursor && picture.cursor.at.length) lines(circle(picture.cursor.at, picture.cursor.radius), gl.LINE_LOOP, grey);
  }
}
