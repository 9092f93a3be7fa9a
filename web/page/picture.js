// The picture in a canvas. A GPU draws it with WebGL 2, by a worker where the browser can (OffscreenCanvas): a call of WebGL may last as
// long as a picture, and the page answers meanwhile. Without a GPU the flock's module draws plain pictures, several times as fast as a
// software renderer of WebGL, which draws birds then; without WebGL 2 there are no birds.
import {Camera} from './camera.js';
import {Renderer, probe} from './draw.js';
import {drawMarks} from './marks.js';

// Words of the table [view] (docs/scenarios.md) for those of the page.
const PALETTES = {evening: 'usual', forest: 'ocean', grey: 'grey'}, COLOURS = {plain: 'one'};

export class Picture {
  /** `onFault(sentence)`: of the worker. `renew(wanted)`: a promise of {picture} as wanted(), of the flock in the module; null: it has none. */
  constructor(canvas, onFault, renew) {
    Object.assign(this, {canvas, onFault, renew});
    this.look = {scene: 'plain', colourBy: 'heading', palette: 'evening', dark: false};
    this.drawn = 0;  // pictures
    const workers = !globalThis.murmurFiles;  // a page of one file has no scripts that a worker could import
    this.offscreen = workers && canvas.transferControlToOffscreen && window.OffscreenCanvas ? probe(new OffscreenCanvas(1, 1)) : null;
    this.found = this.offscreen || probe(document.createElement('canvas'));
    this.software = !this.found || this.found.software;
    if (this.software) {
      this.paper = canvas.getContext('2d');
    } else if (this.offscreen) {
      const control = canvas.transferControlToOffscreen();
      this.begin({canvas: control}, [control]);
    } else {
      this.renderer = new Renderer(canvas, this.found);
    }
  }

  /** Why this browser draws no birds; empty: it does. */
  get withoutBirds() {
    if (!this.found) return 'This browser has no WebGL 2, which birds need; the picture is plain.';
    return this.found.birds ? '' : 'This browser does not add floats in pictures, which birds need; the picture is plain.';
  }

  /** `args.picture` for worker.js: boids for WebGL, or the view whose pixels the module draws. */
  wanted(camera) {
    if (!this.software || this.look.scene !== 'plain') return true;
    const {colourBy, palette, dark} = this.look;
    const look = `colour = "${COLOURS[colourBy] || colourBy}"\npalette = "${PALETTES[palette]}"\nbackground = "${dark ? 'dark' : 'light'}"\n`;
    return {...camera.view(), look};
  }

  /** `picture`: a new one from the worker of the flock; without it the last one is drawn again. Only the newest waits. */
  draw(camera, picture = null) {
    if (!picture && this.software && this.ask(camera)) return;
    if (picture && picture.wallShapes) Object.assign(this, {wallShapes: picture.wallShapes, wallsAreNew: true});
    if (picture && picture.pixels) {
      this.put(picture);
    } else if (picture || this.hasBoids) {
      this.hasBoids = true;
      this.next = {camera, picture: picture || (this.next && this.next.picture)};
      this.send();
    }
  }

  /** Asks the module for the picture that this camera has. @returns false where the module has no such flock. */
  ask(camera) {
    this.wish = camera;
    if (this.asking) return true;
    const answer = this.renew(this.wanted(camera));
    if (!answer) return false;
    this.wish = null;
    this.asking = true;
    answer.then((given) => this.draw(camera, given.picture), (error) => this.onFault(error.message)).finally(() => {
      this.asking = false;
      if (this.wish) this.ask(this.wish);
    });
    return true;
  }

  /** Pixels that the module has drawn. */
  put(picture) {
    const {pixels, view} = picture, {width, height} = view;
    this.fit(width, height);
    this.paper.putImageData(new ImageData(pixels, width, height), 0, 0);
    drawMarks(this.paper, Object.assign(new Camera(), view.camera), picture, picture.walls ? this.wallShapes : null, this.look.dark);
    this.drawn += 1;
  }

  fit(width, height) {
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, {width, height});
  }

  // ---- WebGL

  begin(message, transfer = []) {
    this.worker = new Worker(new URL('draw_worker.js', import.meta.url), {type: 'module'});
    this.worker.onmessage = ({data}) => this.answered(data);
    this.worker.onerror = (event) => this.onFault(`the picture cannot be drawn: ${event.message || 'its worker cannot be loaded'}`);
    this.busy = true;
    this.worker.postMessage({...message, found: this.found}, transfer);
  }

  send() {
    if (!this.worker && !this.renderer) {  // a software renderer's first picture
      if (this.offscreen) this.begin({sent: true});
      else this.renderer = new Renderer(document.createElement('canvas'), this.found);
    }
    if (this.busy || !this.next) return;
    const {camera, picture} = this.next;
    this.next = null;
    if (picture && this.wallsAreNew) {
      picture.wallShapes = this.wallShapes;
      this.wallsAreNew = false;
    }
    if (this.worker) {
      this.busy = true;
      this.worker.postMessage({camera, look: this.look, picture, save: Boolean(this.saved)}, picture ? [picture.boids.buffer] : []);
      return;
    }
    this.renderer.draw(camera, this.look, picture);
    this.drawn += 1;
    if (this.paper) this.show(this.renderer.canvas);
  }

  show(image) {
    this.fit(image.width, image.height);
    this.paper.drawImage(image, 0, 0);
  }

  answered({error, blob, bitmap}) {
    this.busy = false;
    this.drawn += 1;
    if (error) this.onFault(error);
    if (bitmap) {
      this.show(bitmap);
      bitmap.close();
    }
    if (blob) {
      this.saved(blob);
      this.saved = null;
    }
    this.send();
  }

  /** Until the newest picture is drawn. */
  async ready() {
    while (this.worker && (this.busy || this.next) && !document.hidden) await new Promise((resolve) => { setTimeout(resolve, 4); });
  }

  /** A PNG of the last picture, or null. */
  async save(camera) {
    if (this.paper) {
      const last = this.drawn + 3;  // one that is being drawn, one that waits, and this one: a flock in flight never rests
      this.draw(camera);
      while ((this.asking || this.busy || this.next) && this.drawn < last) await new Promise((resolve) => { setTimeout(resolve, 4); });
    }
    return new Promise((resolve) => {
      if (this.paper) return this.canvas.toBlob(resolve);
      if (this.worker) this.saved = resolve;
      this.draw(camera);
      if (this.renderer) this.canvas.toBlob(resolve);  // the canvas has the picture until this task ends
    });
  }
}
