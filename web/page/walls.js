// The walls of a flock, with the shaders of the program and by the rules of src/render/scene/wall_renderer.cpp.
import {source} from './outdoors.js';

const ON_DARK = [0.62, 0.67, 0.76], ON_LIGHT = [0.34, 0.38, 0.45];
const FAR = 3e38;

export class Walls {
  /** `shapes`: floats of lines (two ends), of corners of triangles and of their normals, with the numbers of lines and corners. */
  constructor(renderer, {floats, lines, corners}) {
    const gl = this.gl = renderer.gl;
    Object.assign(this, {lines, corners});
    this.line = renderer.program(source(['wall_line.vert']), source(['wall_line.frag']));
    this.face = renderer.program(source(['wall_face.vert']), source(['wall_face.frag']));
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, floats, gl.STATIC_DRAW);
    const array = (stride, offsets, divisor) => {
      const made = gl.createVertexArray();
      gl.bindVertexArray(made);
      offsets.forEach((offset, index) => {
        gl.enableVertexAttribArray(index);
        gl.vertexAttribPointer(index, 3, gl.FLOAT, false, stride, offset);
        gl.vertexAttribDivisor(index, divisor);
      });
      return made;
    };
    this.ends = array(24, [0, 12], 1);
    this.surfaces = array(12, [24 * lines, 24 * lines + 12 * corners], 0);
    gl.bindVertexArray(null);
  }

  /** In 3D with the test of depths that is on, and behind what is drawn later: walls leave no depths. */
  draw(camera, background, dark) {
    const gl = this.gl, solid = camera.dimensions === 3, ink = dark ? ON_DARK : ON_LIGHT;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    const use = ({program, at}, opacity) => {
      gl.useProgram(program);
      gl.uniformMatrix4fv(at.world_to_clip, false, camera.matrix());
      gl.uniform3fv(at.shift, [0, 0, 0]);
      gl.uniform2fv(at.haze, camera.haze);
      gl.uniform1i(at.solid, solid ? 1 : 0);
      gl.uniform3fv(at.background, background);
      gl.uniform3fv(at.least, [-FAR, -FAR, -FAR]);
      gl.uniform3fv(at.most, [FAR, FAR, FAR]);
      gl.uniform4fv(at.wall_colour, [...ink, opacity]);
      return at;
    };
    gl.uniform4fv(use(this.face, solid ? 0.42 : 0.3).eye, camera.eye);
    gl.bindVertexArray(this.surfaces);
    gl.drawArrays(gl.TRIANGLES, 0, this.corners);
    const at = use(this.line, 1), ratio = Math.max(1, camera.ratio);
    gl.uniform1f(at.units_per_pixel, camera.unitsPerPixel);
    gl.uniform1f(at.half_width, (solid ? 0.6 : 1.5) * ratio);
    gl.bindVertexArray(this.ends);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, this.lines);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }
}
