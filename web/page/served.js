// A flock on a server (murmur serve): the line to it, and the three ways in which it is shown here. Twin: this page steps the same flock
// to the same bits, and only events pass. Points: places and headings of what is in view. Pictures: drawn there.
import {save} from './files.js';

const $ = (id) => document.getElementById(id);
const MOST = {twin: 60_000, points: 250_000};  // boids that are shown so at first
const LATE = 4;  // seconds that a twin may be behind
const BEHIND = 150;  // milliseconds in which a twin takes the steps that it is behind
const BUDGET = 40;  // milliseconds of steps between two pictures
const MOST_PIXELS = 1280 * 720;  // of a picture that is drawn there
const AGAIN = 2000;  // milliseconds between two attempts to reach the server

export class Served {
  /** The flock of an address; null where it names none. `page`: what main.js gives. */
  static of(hash, page) {
    const link = new URLSearchParams(hash.slice(1));
    return link.has('serve') ? new Served(link, page) : null;
  }

  constructor(link, page) {
    Object.assign(this, page, {link, way: '', twin: false, todo: [], step: 0, horizon: 0, work: Promise.resolve()});
    this.counts = {same: 0, differ: 0, starts: 0, late: 0, text: 0, bytes: 0, frames: 0};
    $('served').hidden = false;
    for (const id of ['boids', 'seed', 'pause-at', 'speed', 'copy-link', 'copy-command', 'file']) $(id).disabled = true;
    $('way').onchange = () => this.choose(this.wanted());
    $('back').onclick = () => this.send({do: 'back'});
    $('save-there').onclick = () => this.send({do: 'save'});
    setInterval(() => this.turn(), 25);
    setInterval(() => this.look(), 60);
    setInterval(() => this.tell(), 1000);
    this.connect();
  }

  connect() {
    const address = new URL('flock', location.href), name = this.link.get('name');
    address.protocol = location.protocol.replace('http', 'ws');
    address.search = new URLSearchParams({token: this.link.get('serve'), ...(name && {name})});
    this.socket = Object.assign(new WebSocket(address), {binaryType: 'arraybuffer'});
    this.socket.onmessage = ({data}) => {
      this.counts.bytes += data.byteLength || data.length;
      if (typeof data === 'string') this.counts.text += data.length;
      this.do(() => this.receive(data));
    };
    this.socket.onclose = ({code}) => this.do(() => this.lost(code === 1001));
  }

  /** One after the other, in the order of the line. */
  do(work) {
    this.work = this.work.then(work).catch((error) => this.say(error.message, true));
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  lost(ended) {
    if (this.left) return;
    if (this.open !== false)
      this.say(`the server ${ended ? 'has ended' : this.open ? 'does not answer any more' : 'cannot be reached, or the link is not its own'}; `
        + (this.way === 'twin' ? 'the flock stays here as it was, and Fly lets it fly on by itself' : 'the last picture stays here'), true);
    this.open = false;
    this.setPlaying(false);
    setTimeout(() => this.left || this.connect(), AGAIN);
  }

  /** @returns false where the flock of this page flies on without the server. */
  toggle(playing) {
    if (this.open || this.way !== 'twin') {
      this.send({do: playing ? 'pause' : 'fly'});
      return true;
    }
    this.left = true;
    this.twin = false;
    $('served').hidden = true;
    return false;
  }

  // ---- the line

  async receive(data) {
    if (typeof data !== 'string') return this.unpack(this.header, data);
    const message = JSON.parse(data), {kind, s, e, h, state, fault, note} = message;
    if (kind) this.header = message;  // of the bytes that come next
    if (message.hello) await this.greeted(message);
    if (state) {
      Object.assign(this, {people: state.people, pace: state.pace, boids: state.boids});
      this.setPlaying(state.playing);
    }
    if (fault && message.cannot === 'pictures' && this.way === 'pictures') this.choose('points', `${fault}; `);
    else if (fault) this.say(fault, true);
    if (note) this.say(note);
    if (message.slow && $('way').value === 'auto' && this.way === 'points') this.choose('pictures', 'the line is slow; ');
    if (fault || (e && e.by === this.name)) this.echo?.();
    if (s !== undefined) this.horizon = s;
    if (e) {
      Object.assign(this, {pace: message.pace, boids: message.boids});
      if (this.way === 'twin') this.todo.push({step: s, event: e});
      else if (['set', 'preset', 'restart'].includes(e.kind)) await this.changed(e).then(() => this.fetchTemplate(), () => {});
    }
    if (h && this.way === 'twin') this.todo.push({step: s, hash: h});
    else if (h && this.template) this.take({step: s, boids: this.boids, state: {step: s, hash: h}});
    if (document.hidden) this.turn();  // timers are slow in the background
  }

  async greeted({hello, steer, scenario, size, state, s}) {
    Object.assign(this, {name: hello, steer, scenario, size, horizon: s, boids: state.boids});
    if (this.open === false) this.say('');
    const fresh = !this.open;
    this.open = true;
    if (fresh) this.choose(this.wanted());
    else if (this.way === 'twin') await this.rest();  // until its checkpoint comes
    else await this.sketch();
  }

  wanted() {
    const {value} = $('way');
    return value !== 'auto' ? value : this.boids <= MOST.twin ? 'twin' : this.remoteWay();
  }

  /** Where a processor draws this page, the server draws large flocks sooner. */
  remoteWay() {
    return this.boids <= (this.picture()?.software ? MOST.twin : MOST.points) ? 'points' : 'pictures';
  }

  choose(way, why = '') {
    Object.assign(this, {way, why, twin: false});
    $('there').hidden = way !== 'pictures';
    this.sent = '';
    this.send({way});
  }

  async unpack(header, data) {
    try {
      if (header.kind === 'log') {
        save(new Blob([data]), 'flock.jsonl');
        this.say('flock.jsonl is saved: murmur replay flock.jsonl repeats this flock and compares its hashes');
      } else if (header.kind === 'checkpoint' && this.way === 'twin') {
        await this.begin(header, data);
      } else if (header.kind === 'points' && this.way === 'points' && this.template) {
        this.showPoints(header, data);
      } else if (header.kind === 'picture' && this.way === 'pictures') {
        const bitmap = await createImageBitmap(new Blob([data], {type: 'image/jpeg'}));
        $('there').getContext('bitmaprenderer').transferFromImageBitmap(bitmap);
        if (this.picture()) this.picture().drawn += 1;
        this.shownFrame(header);
      }
    } finally {
      Promise.resolve(this.picture()?.ready()).then(() => this.send({got: 1}));  // the next one comes when this one is seen
    }
  }

  // ---- twin

  async begin(header, bytes) {
    await this.rest();
    try {
      const answer = await this.flock.call('resume', {bytes});
      await this.show(answer);
      Object.assign(this, {todo: [], step: header.s, twin: true});
      this.counts.starts += 1;
    } catch (error) {  // a scenario with files, or too many boids
      this.choose('points', `${error.message}; `);
    }
  }

  /** Until no step is taken. */
  async rest() {
    this.twin = false;
    while (this.busy) await new Promise((resolve) => { setTimeout(resolve, 4); });
  }

  /** Takes steps that the server has taken, and what came between them. Steps are spread, so that the line's trembling is not seen. */
  async turn() {
    const now = performance.now(), passed = now - (this.turned || now);
    if (!this.twin || this.busy) return;
    this.turned = now;
    const behind = this.horizon - this.step;
    if (behind > LATE * this.pace + 1) return this.late();
    let steps = Math.ceil(behind * Math.min(1, passed / BEHIND)), changed = steps > 0, taken = 0;
    this.busy = true;
    try {
      while (this.twin) {
        const next = this.todo[0];
        if (next && next.step <= this.step) {
          changed = true;
          await this.meet(this.todo.shift());
          continue;
        }
        const most = Math.min(steps, (next ? Math.min(next.step, this.horizon) : this.horizon) - this.step);
        if (most <= 0 || performance.now() - now > BUDGET) break;
        const answer = await this.flock.call('advance', {steps: most, ms: BUDGET});
        this.step = answer.step;
        taken += answer.taken;
        steps -= answer.taken;
      }
      if (changed && this.twin) this.take({...await this.flock.call('advance', {steps: 0, picture: !document.hidden && this.picture().wanted(this.camera)}), taken});
    } catch (error) {
      this.differs(error.message);
    }
    this.busy = false;
  }

  async meet({step, event, hash}) {
    if (step !== this.step) return this.differs(`a message of step ${step} came at step ${this.step}`);
    if (event) return this.changed(event);
    const state = await this.flock.call('hash');
    if (state.hash !== hash) return this.differs(`step ${step} has the hash ${state.hash}, on the server ${hash}`);
    this.counts.same += 1;
    this.take({step, boids: this.boids, state});
  }

  /** The module's flock, by an event of the server's. Another preset may have another world. */
  async changed(event) {
    const answer = await this.flock.call('post', {event}), known = {...answer, boids: this.boids, step: this.step};
    if (event.kind === 'preset') await this.show(known);
    else this.take(known);
  }

  differs(why) {
    this.counts.differ += 1;
    this.say(`${why}: the flock is fetched anew`, true);
    this.choose('twin', this.why);
  }

  late() {
    const before = this.lateAt, often = (this.lateAt = performance.now()) - before < 60_000 && !document.hidden;
    this.counts.late += 1;
    if (often && $('way').value === 'auto') this.choose(this.remoteWay(), 'this page steps it too slowly; ');
    else this.choose('twin', this.why);
  }

  // ---- points and pictures: a flock of few boids has the controls, the marks and the events of the tools

  async sketch() {
    await this.rest();
    const answer = await this.flock.call('start', {text: this.scenario, boids: '64'}).catch((error) => {  // files of the server
      this.say(`${error.message}: controls and tools are those of another scenario`, true);
      return this.flock.call('start', {preset: 'murmuration', boids: '64', set: [['world.size', JSON.stringify(this.size)]]});
    });
    this.step = this.horizon;
    await this.show(answer, false);
    this.take({step: this.step, boids: this.boids});
    await this.fetchTemplate();
  }

  async fetchTemplate() {
    this.template = (await this.flock.call('advance', {steps: 0, picture: true})).picture;
  }

  /** The camera, when it has moved. */
  look() {
    if (!this.open || !['points', 'pictures'].includes(this.way) || !this.template) return;
    const {camera} = this, {width, height, size, yaw, pitch} = camera, smaller = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
    const picture = {width: Math.floor(width * smaller), height: Math.floor(height * smaller), background: document.documentElement.dataset.theme};
    if (camera.dimensions === 3) {
      Object.assign(picture, {azimuth: yaw * 180 / Math.PI - 90, elevation: pitch * 180 / Math.PI, distance: camera.distance});
    } else {  // the server's first view leaves a border of 3 % of the shorter side
      const border = 0.06 * Math.min(width, height), first = Math.min((width - border) / size[0], (height - border) / size[1]);
      Object.assign(picture, {centre: camera.middle, zoom: camera.scale / first});
    }
    const view = {matrix: camera.matrix(), picture}, text = JSON.stringify(view);
    if (text === this.sent) return;
    this.sent = text;
    this.send({view});
  }

  showPoints(header, data) {
    const {count, low, high, fastest} = header, axes = low.length, boids = new Float32Array(2 * axes * count);
    const places = new Uint16Array(data, 0, count * axes), speeds = new Int8Array(data, 2 * count * axes, count * axes);
    const side = high.map((end, k) => (end - low[k]) / 65535), unit = fastest / 127;
    for (let boid = 0, from = 0, to = 0; boid < count; ++boid, to += 2 * axes) {
      for (let k = 0; k < axes; ++k, ++from) {
        boids[to + k] = low[k] + side[k] * places[from];
        boids[to + axes + k] = unit * speeds[from];
      }
    }
    const picture = {...this.template, boids, step: header.s, predators: header.predators};
    delete this.template.wallShapes;  // what draws has them
    if (picture.species) picture.kinds = new Uint8Array(data.slice(3 * count * axes));
    this.shownFrame(header, picture);
  }

  shownFrame(header, picture) {
    this.counts.frames += 1;
    this.take({step: header.s, boids: header.boids, picture, taken: Math.max(0, header.s - this.step)});
    Object.assign(this, {step: header.s, boids: header.boids});
  }

  /** A change of the page, as events of the server's flock. Resolves when the server has applied or refused it. */
  async change(name, args) {
    const {events} = name === 'tool' ? await this.flock.call('tool_events', args) : {events: [args.event]};
    for (const event of events) this.send({event});
    await new Promise((resolve) => {
      this.echo = resolve;
      setTimeout(resolve, AGAIN);
    });
  }

  tell() {
    const {bytes, frames, same} = this.counts;
    const parts = [`${this.why || ''}${this.way}`, this.way === 'twin' ? `${same.toLocaleString('en')} hashes agree` : `${frames - (this.before?.frames || 0)} pictures/s`,
      `${((bytes - (this.before?.bytes || 0)) / 1000).toFixed(1)} kB/s`, `here: ${(this.people || []).join(', ')}`, this.steer ? `you are ${this.name}` : 'you may look'];
    this.before = {bytes, frames};
    $('served-status').textContent = this.open ? parts.join(' · ') : 'no server';
    Object.assign($('served').dataset, {...this.counts, way: this.way, open: Boolean(this.open), step: this.step, behind: this.horizon - this.step});
  }
}
