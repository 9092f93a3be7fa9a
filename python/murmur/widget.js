// The half of a FlockWidget (_widget.py) that is in the page: draws a flock with WebGL 2, as the program draws triangles, and asks
// Python for the next frame when it has drawn one. `palette`, shaders/palette.glsl, is put before this text.

const hex = (text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16) / 255);
const INKS = {dark: {paper: '#0b0d12', border: '#2b3342', boid: '#d9e0eb', hunter: '#ff4538'},
  light: {paper: '#fafaf8', border: '#bdc2c9', boid: '#17171c', hunter: '#cc141a'}};
const VERTEX = `#version 300 es
precision highp float;
in vec3 position, velocity;
in float number;
uniform mat4 matrix;
uniform vec3 eye, one, species[16];
uniform vec2 speeds;
uniform float size, least;
uniform int colour, palette, light;
out vec3 tint;
${palette}
void main() {
  float speed = length(velocity), drawn = max(size, least * (matrix * vec4(position, 1.0)).w);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0), side = cross(eye, forward);
  side = length(side) > 1e-4 ? normalize(side) : normalize(cross(forward, forward.yzx + vec3(0.0, 0.0, 1.0)));
  vec2 corner = gl_VertexID == 0 ? vec2(1.0, 0.0) : vec2(-0.400572, gl_VertexID == 1 ? 0.299236 : -0.299236);
  gl_Position = matrix * vec4(position + drawn * (corner.x * forward + corner.y * side), 1.0);
  float amount = colour == 1 ? (speed - speeds.x) / max(speeds.y - speeds.x, 1e-6) : number;
  tint = colour == 0 ? heading_colour(forward, palette, light == 1) : colour == 2 ? one
    : colour == 4 ? species[int(number)] : amount_colour(clamp(amount, 0.0, 1.0), palette, light == 1);
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 tint;
out vec4 painted;
void main() { painted = vec4(tint, 1.0); }`;

/** Fits the world into the picture; 3D with depth. `eye`: the direction towards the camera; `pixel`: its size in the world's middle. */
function camera([w, h, d = 0], width, height, [azimuth, elevation]) {
  const ca = Math.cos(azimuth), sa = Math.sin(azimuth), ce = Math.cos(elevation), se = Math.sin(elevation), radius = Math.hypot(w, h, d) / 2;
  const [right, up, back] = d ? [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const scale = 0.96 * (d ? Math.min(width, height) / 2 / radius : Math.min(width / w, height / h)), depth = d ? 0.34 / radius : 0;
  const rows = [[right, 2 * scale / width], [up, 2 * scale / height], [back, -0.5 / radius], [back, -depth]].map(([axis, by]) => axis.map((x) => by * x));
  const shift = rows.map(([x, y, z], k) => (k === 3 ? 1 : 0) - (x * w + y * h + z * d) / 2);
  return {eye: back, pixel: 1 / scale, matrix: [0, 1, 2].flatMap((k) => rows.map((row) => row[k])).concat(shift)};
}

class Picture {
  constructor(canvas) {
    Object.assign(this, {canvas, view: [-0.9, 0.45], gl: canvas.getContext('webgl2', {alpha: false})});
    const gl = this.gl, program = this.program = gl?.createProgram();
    if (!gl) return;
    for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ['position', 'velocity', 'number'].forEach((name, k) => gl.bindAttribLocation(program, k, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('murmur: this browser cannot draw the flock');
    gl.useProgram(program);
    this.buffers = [0, 1, 2].map(() => gl.createBuffer());
  }

  set(kind, values) {
    for (const [name, value] of Object.entries(values)) this.gl[`uniform${kind}`](this.gl.getUniformLocation(this.program, name), value);
  }

  /** Boids, or lines from place to place. arrays: position, velocity and number of each; the last two may be empty. */
  paint(arrays, dimensions, colour, one, size, least, lines = false) {
    const gl = this.gl, count = arrays[0].byteLength / 4 / dimensions;
    arrays.forEach((array, k) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[k]);
      gl.bufferData(gl.ARRAY_BUFFER, array, gl.STREAM_DRAW);
      gl.vertexAttribPointer(k, k === 2 ? 1 : dimensions, gl.FLOAT, false, 0, 0);
      gl.vertexAttribDivisor(k, lines ? 0 : 1);
      gl[array.byteLength ? 'enableVertexAttribArray' : 'disableVertexAttribArray'](k);
    });
    this.set('1i', {colour});
    this.set('1f', {size, least});
    this.set('3fv', {one: hex(one)});
    if (lines) gl.drawArrays(gl.LINES, 0, count);
    else if (count) gl.drawArraysInstanced(gl.TRIANGLES, 0, 3, count);
  }

  draw({world, look, arrays: [position, velocity, hunters, headings, number]}) {
    const {gl, canvas} = this, dimensions = world.length, ratio = devicePixelRatio || 1, none = new Float32Array();
    if (!gl || !canvas.clientWidth) return;
    const width = canvas.width = Math.round(canvas.clientWidth * ratio), height = canvas.height = Math.round(canvas.clientHeight * ratio);
    const paper = hex(INKS[look.background]?.paper || look.background), light = 0.21 * paper[0] + 0.72 * paper[1] + 0.07 * paper[2] > 0.5;
    const {eye, pixel, matrix} = camera(world, width, height, this.view), ink = INKS[light ? 'light' : 'dark'];
    gl.viewport(0, 0, width, height);
    gl.clearColor(...paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl[dimensions === 3 ? 'enable' : 'disable'](gl.DEPTH_TEST);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.program, 'matrix'), false, matrix);
    this.set('1i', {palette: look.palette, light: light ? 1 : 0});
    this.set('3fv', {eye, ...(look.species.length && {species: look.species})});
    this.set('2fv', {speeds: look.speeds});
    const corners = [...Array(2 ** dimensions).keys()].map((c) => world.map((side, axis) => (c >> axis & 1) * side));
    const edges = corners.flatMap((a, i) => corners.flatMap((b, j) => ([1, 2, 4].includes(j - i) && (i & j) === i ? [...a, ...b] : [])));
    this.paint([new Float32Array(edges), none, none], dimensions, 2, ink.border, 0, 0, true);
    const apart = Math.sqrt(width * height * 4 * dimensions / position.byteLength) / ratio, least = look.least * pixel * ratio;
    this.paint([position, velocity, number], dimensions, look.colour, look.one || ink.boid, look.size, least * Math.min(Math.max(0.9 * apart, 1.4), 5));
    this.paint([hunters, headings, none], dimensions, 2, ink.hunter, 2.5 * look.size, 12 * least);
  }
}

const PARTS = `<canvas class="murmur-picture"></canvas><div class="murmur-bar"><button class="murmur-play"></button>
<button class="murmur-step">step</button><label>steps a frame <input class="murmur-steps" type="number" min="1" max="10000"></label>
<span class="murmur-status"></span></div><div class="murmur-fault"></div>`;
const SLIDER = '<label class="murmur-slider"><span></span><input type="range"><output></output></label>';

/** Called once for a widget, which may be shown several times. */
export default () => {
  const views = new Set();
  let frame = null, waiting = false, changed = {}, wanted = 0, again = false, times = [];
  const ask = (model) => {  // one question at a time
    const steps = model.get('playing') ? model.get('steps') : wanted;
    if (waiting || !views.size || !(steps || again || Object.keys(changed).length)) return;
    model.send({steps, set: changed});
    [waiting, changed, wanted, again] = [true, {}, 0, false];
  };
  const initialize = ({model}) => {
    model.on('change:playing', () => { times = []; ask(model); });
    model.on('msg:custom', (answer, buffers) => {
      frame = {...answer, arrays: buffers};
      if (answer.asked) waiting = false;
      if (answer.fault && model.get('playing')) { model.set('playing', false); model.save_changes(); }  // until the user has seen why
      times = model.get('playing') ? [...times.slice(-30), {at: performance.now(), step: answer.step}] : [];
      for (const view of views) view();
      requestAnimationFrame(() => ask(model));  // a page that is not seen asks for nothing
    });
  };
  const pace = () => {  // over the last frames
    const [first, last] = [times[0], times[times.length - 1]];
    return times.length > 1 ? ` · ${Number(((last.step - first.step) * frame.boids / (last.at - first.at) * 1000).toPrecision(2)).toLocaleString('en')} boids a second` : '';
  };
  const render = ({model, el}) => {
    const set = (name, value) => { model.set(name, value); model.save_changes(); };
    el.innerHTML = PARTS + SLIDER.repeat(model.get('_sliders').length);
    const [canvas, play, step, steps, line, fault] = ['picture', 'play', 'step', 'steps', 'status', 'fault'].map((name) => el.querySelector(`.murmur-${name}`));
    canvas.style.height = `${model.get('_height')}px`;
    const picture = new Picture(canvas), rows = el.querySelectorAll('.murmur-slider'), short = (value) => Number(Number(value).toPrecision(4));
    play.onclick = () => set('playing', !model.get('playing'));
    step.onclick = () => { wanted += model.get('steps'); ask(model); };
    steps.onchange = () => set('steps', Math.min(Math.max(Math.round(steps.value) || 1, 1), 10000));
    const sliders = model.get('_sliders').map(({key, low, high, whole}, k) => {
      const [name, input, now] = rows[k].children;
      name.textContent = key;
      Object.assign(input, {min: low, max: high, step: whole ? 1 : 'any', ariaLabel: key});
      input.oninput = () => { now.textContent = changed[key] = short(input.value); ask(model); };
      return {key, input, now};
    });
    const buttons = () => { play.textContent = model.get('playing') ? 'pause' : 'play'; steps.value = model.get('steps'); };
    const view = () => {
      picture.draw(frame);
      line.textContent = frame.line + pace();
      fault.textContent = picture.gl ? frame.fault : 'This browser has no WebGL 2, so there is no picture; the flock flies.';
      for (const {key, input, now} of sliders) {
        input.disabled = frame.values[key] === null;
        if (!(key in changed)) [input.value, now.textContent] = [frame.values[key], short(frame.values[key])];
      }
    };
    canvas.onpointermove = ({buttons, movementX, movementY}) => {  // 3D: turns the camera
      if (!buttons || !frame) return;
      picture.view = [picture.view[0] - movementX / 125, Math.min(Math.max(picture.view[1] + movementY / 125, -1.5), 1.5)];
      picture.draw(frame);
    };
    const resized = new ResizeObserver(() => frame && picture.draw(frame));
    resized.observe(canvas);
    for (const name of ['playing', 'steps']) model.on(`change:${name}`, buttons);
    buttons();
    views.add(view);
    again = true;
    ask(model);
    return () => { views.delete(view); resized.disconnect(); picture.gl?.getExtension('WEBGL_lose_context')?.loseContext(); };
  };
  return {initialize, render};
};
