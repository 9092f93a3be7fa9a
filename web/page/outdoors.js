// Birds before a sky, at dusk or by day, with the shaders of the program and by the rules of src/render/scene/outdoors.h and
// boid_look.cpp.
import {shaders} from './shaders.js';

export const source = (names, constants = '') => `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
${constants}${names.map((name) => shaders[name]).join('')}`;

const SUN = [0.665, 0.067, 0.744];  // towards it, by day
const DUSK_BIRD = [0.105, 0.086, 0.108], SHADED_BIRD = [0.075, 0.075, 0.095], LIT_BIRD = [0.680, 0.585, 0.480];
const AREA = 0.12;  // of a bird of span 1
const SHADOW_UNIT = 1;

/** The format of optical depths, which are added as floats; 0: this browser adds none. float16 rounds their sums. */
export function depthFormat(gl) {
  const float = gl.getExtension('EXT_color_buffer_float');
  if (float && gl.getExtension('EXT_float_blend') && gl.getExtension('OES_texture_float_linear')) return gl.RG32F;
  return float || gl.getExtension('EXT_color_buffer_half_float') ? gl.RG16F : 0;
}

/** From wing tip to wing tip [world units]: as large as suits their number, at least the size of their world. */
function span(picture, count, perUnit) {
  const [w, h] = picture.size, kMostPixels = 12;
  const perPixel = Math.max(count, 1) / (w * h * perUnit * perUnit), cover = picture.dimensions === 3 ? 0.5 : 0.12;
  const apart = Math.min(Math.max(picture.apart, 1e-4 * w), 0.2 * w);
  return picture.bird_size * Math.max(Math.min(Math.sqrt(cover / (AREA * perPixel)), kMostPixels) / perUnit, 0.15 * apart);
}

/** A texture to which floats are added, and its framebuffer. */
class Sums {
  constructor(gl, filter) {
    Object.assign(this, {gl, filter, target: gl.createFramebuffer(), width: 0, height: 0});
  }

  /** Empty, and bound as what is drawn to. */
  begin(width, height) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.activeTexture(gl.TEXTURE0);
    if (this.width !== width || this.height !== height) {
      gl.deleteTexture(this.texture);
      Object.assign(this, {width, height, texture: gl.createTexture()});
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, depthFormat(gl), width, height);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, this.filter);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, this.filter);
      for (const way of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, way, gl.CLAMP_TO_EDGE);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    }
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
  }
}

export class Outdoors {
  /** `scene`: dusk or day. */
  constructor(renderer, scene, dimensions) {
    const gl = this.gl = renderer.gl;
    Object.assign(this, {scene, dimensions, day: scene === 'day', flat: dimensions === 2});
    const placed = ['crowding.glsl', 'paint.glsl'], whole = source(['whole.vert']);
    this.sky = renderer.program(whole, source(['hash.glsl', 'land.glsl', 'shadow.glsl', `${scene}_sky.frag`], `const bool kFlat = ${this.flat};\n`));
    this.bird = renderer.program(source([...placed, 'hash.glsl', 'shadow.glsl', 'bird.vert']), source(['bird.frag']));
    this.shade = renderer.program(whole, source(['birds.frag']));
    if (this.day) this.shadow = renderer.program(source([...placed, 'shadow.glsl', 'shadow.vert']), source(['shadow.frag']));
    this.nothing = gl.createVertexArray();
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.depths = new Sums(gl, gl.NEAREST);
    this.shadows = new Sums(gl, gl.LINEAR);
  }

  /** `between()`: draws over the sky, behind the birds. */
  draw(picture, camera, between) {
    const gl = this.gl, count = picture.boids.length / (2 * this.dimensions);
    const view = {world_to_clip: camera.matrix(), half_picture: [camera.width / 2, camera.height / 2], eye: camera.eye};
    const wide = span(picture, count, camera.pixelsPerUnit);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (this.uploaded !== picture.boids) gl.bufferData(gl.ARRAY_BUFFER, picture.boids, gl.STREAM_DRAW);
    this.uploaded = picture.boids;
    gl.disable(gl.DEPTH_TEST);
    const light = this.day ? this.drawShadows(picture, camera, count, wide) : {shadows: SHADOW_UNIT};

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, camera.width, camera.height);
    gl.disable(gl.BLEND);
    const [w, h] = picture.size, along = 2 ** Math.round(Math.log2(h / w));
    this.run(this.sky, {...view, ...light, units_per_pixel: camera.unitsPerPixel, floor_unit: [1 / w, along / h], repeat: [0, 0]});
    between();

    this.depths.begin(camera.width, camera.height);
    this.birds(this.bird, count, 1, {...view, ...light, units_per_pixel: camera.unitsPerPixel, haze: camera.closeHaze, span: wide,
      beats: Math.floor(picture.step / 7), beat: picture.step / 7 % 1, shutter: picture.shutter, flat_world: this.flat, day: this.day});

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.depths.texture);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    this.run(this.shade, {depths: 0, dark: this.day ? SHADED_BIRD : DUSK_BIRD, bright: this.day ? LIT_BIRD : DUSK_BIRD});
    gl.disable(gl.BLEND);
  }

  /** The map of shadows, of many birds those of a part. @returns the uniforms that read it. */
  drawShadows(picture, camera, count, wide) {
    const gl = this.gl, most = this.flat ? 32768 : 4096, kSide = 128, [w, h, high = 1] = picture.size;
    let low = camera.place(0, camera.height), size = [camera.width, camera.height].map((pixels) => pixels * camera.unitsPerPixel);
    let across = Math.ceil(camera.width / 3);
    if (!this.flat) {
      const moved = [0, 1].map((k) => -high / SUN[2] * SUN[k]);  // by the highest boids
      low = moved.map((way) => Math.min(way, 0));
      size = [w + Math.abs(moved[0]), h + Math.abs(moved[1])];
      across = Math.ceil(kSide * size[0] / Math.max(...size));
    }
    const texel = size[0] / across, along = Math.ceil(size[1] / texel), each = Math.max(1, Math.ceil(count / most));
    const light = {shadows: SHADOW_UNIT, sun: SUN, high, ground: [low[0], low[1], 1 / (texel * across), 1 / (texel * along)]};
    gl.activeTexture(gl.TEXTURE0 + SHADOW_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, null);
    this.shadows.begin(across, along);
    gl.enable(gl.SCISSOR_TEST);  // the border stays 0, and so is what is beyond it
    gl.scissor(1, 1, across - 2, along - 2);
    this.birds(this.shadow, Math.ceil(count / each), each, {...light, texel,
      offset: this.flat ? [0.9 * wide, -1.1 * wide, 10 * wide] : [0, 0, 0], amount: 3 * AREA * (wide / texel) ** 2 * each});
    gl.disable(gl.SCISSOR_TEST);
    gl.activeTexture(gl.TEXTURE0 + SHADOW_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.shadows.texture);
    return light;
  }

  /** `count` points, one of `each` boids. */
  birds(program, count, each, values) {
    const gl = this.gl, d = this.dimensions;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const attribute of [0, 1]) {  // position, velocity
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, d, gl.FLOAT, false, 8 * d * each, 4 * d * attribute);
    }
    this.use(program, values);
    gl.drawArrays(gl.POINTS, 0, count);
  }

  run(program, values) {
    this.gl.bindVertexArray(this.nothing);
    this.use(program, values);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }

  /** Values of uniforms: whole numbers where the name is one of these, else floats. */
  use({program, at}, values) {
    const gl = this.gl, whole = ['shadows', 'depths', 'beats', 'flat_world', 'day'];
    gl.useProgram(program);
    for (const [name, value] of Object.entries(values)) {
      const place = at[name];
      if (!place) continue;
      if (whole.includes(name)) gl.uniform1i(place, value);
      else if (!Array.isArray(value)) gl.uniform1f(place, value);
      else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
      else gl[`uniform${value.length}fv`](place, value);
    }
  }
}
