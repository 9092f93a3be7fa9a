// Birds before an evening sky, with the shaders of the program and by the rules of src/render/scene/dusk.h and boid_look.cpp.
import {shaders} from './shaders.js';

const source = (...names) => `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
${names.map((name) => shaders[name]).join('')}`;

/** The format of optical depths, which are added as floats; 0: this browser adds none. float16 rounds their sums. */
export function depthFormat(gl) {
  const float = gl.getExtension('EXT_color_buffer_float');
  if (float && gl.getExtension('EXT_float_blend')) return gl.R32F;
  return float || gl.getExtension('EXT_color_buffer_half_float') ? gl.R16F : 0;
}

/** From wing tip to wing tip [world units]: as large as suits their number, at least the size of their world. */
function span(picture, count, perUnit) {
  const [w, h] = picture.size, kMostPixels = 12;
  const perPixel = Math.max(count, 1) / (w * h * perUnit * perUnit), cover = picture.dimensions === 3 ? 0.5 : 0.12;
  const apart = Math.min(Math.max(picture.apart, 1e-4 * w), 0.2 * w);
  return picture.bird_size * Math.max(Math.min(Math.sqrt(cover / (0.12 * perPixel)), kMostPixels) / perUnit, 0.15 * apart);
}

export class Dusk {
  constructor(renderer) {
    const gl = this.gl = renderer.gl;
    this.sky = renderer.program(source('whole.vert'), source('sky.frag'));
    this.bird = renderer.program(source('crowding.glsl', 'paint.glsl', 'bird.vert'), source('bird.frag'));
    this.shade = renderer.program(source('whole.vert'), source('dusk.frag'));
    this.nothing = gl.createVertexArray();
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.target = gl.createFramebuffer();
  }

  /** A texture of the picture's size for the depths. */
  resize(width, height) {
    if (this.width === width && this.height === height) return;
    const gl = this.gl;
    gl.deleteTexture(this.depths);
    Object.assign(this, {width, height, depths: gl.createTexture()});
    gl.bindTexture(gl.TEXTURE_2D, this.depths);
    gl.texStorage2D(gl.TEXTURE_2D, 1, depthFormat(gl), width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.depths, 0);
  }

  draw(picture, camera) {
    const gl = this.gl, flat = picture.dimensions === 2, half = [camera.width / 2, camera.height / 2];
    this.resize(camera.width, camera.height);
    gl.disable(gl.DEPTH_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindVertexArray(this.nothing);
    gl.useProgram(this.sky.program);
    gl.uniformMatrix4fv(this.sky.at.world_to_clip, false, camera.matrix());
    gl.uniform2fv(this.sky.at.half_picture, half);
    gl.uniform1i(this.sky.at.flat_world, flat);
    gl.drawArrays(gl.TRIANGLES, 0, 3);

    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.drawBirds(picture, camera, half);

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindTexture(gl.TEXTURE_2D, this.depths);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindVertexArray(this.nothing);
    gl.useProgram(this.shade.program);
    gl.uniform1i(this.shade.at.depths, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.disable(gl.BLEND);
  }

  drawBirds(picture, camera, half) {
    const gl = this.gl, {program, at} = this.bird, d = picture.dimensions, count = picture.boids.length / (2 * d);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (this.uploaded !== picture.boids) gl.bufferData(gl.ARRAY_BUFFER, picture.boids, gl.STREAM_DRAW);
    this.uploaded = picture.boids;
    for (const attribute of [0, 1]) {  // position, velocity
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, d, gl.FLOAT, false, 8 * d, 4 * d * attribute);
    }
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.world_to_clip, false, camera.matrix());
    gl.uniform1f(at.units_per_pixel, camera.unitsPerPixel);
    gl.uniform2fv(at.half_picture, half);
    gl.uniform2fv(at.haze, camera.haze);
    gl.uniform1f(at.span, span(picture, count, camera.pixelsPerUnit));
    gl.uniform1f(at.beats, picture.step / 7 % 1);
    gl.uniform1i(at.flat_world, d === 2);
    gl.drawArrays(gl.POINTS, 0, count);
  }
}
