// The picture in a canvas, drawn by a worker where the browser can (OffscreenCanvas with WebGL 2): a call of WebGL may last as long
// as a picture, and the page answers meanwhile. Elsewhere it is drawn here.
import {Renderer, probe} from './draw.js';

export class Picture {
  /** `onFault(sentence)`: of the worker. @throws Error without WebGL 2. */
  constructor(canvas, onFault) {
    this.canvas = canvas;
    this.look = {scene: 'plain', colourBy: 'heading', palette: 'evening', dark: false};
    this.drawn = 0;  // pictures
    const offscreen = canvas.transferControlToOffscreen && window.OffscreenCanvas ? probe(new OffscreenCanvas(1, 1)) : null;
    const found = offscreen || probe(document.createElement('canvas'));
    if (offscreen) {
      this.worker = new Worker(new URL('draw_worker.js', import.meta.url), {type: 'module'});
      this.worker.onmessage = ({data}) => this.answered(data, onFault);
      this.worker.onerror = (event) => onFault(`the picture cannot be drawn: ${event.message || 'its worker cannot be loaded'}`);
      const control = canvas.transferControlToOffscreen();
      this.busy = true;
      this.worker.postMessage({canvas: control, found}, [control]);
    } else {
      this.renderer = new Renderer(canvas, found);
    }
    this.hasBirds = found.birds;
    this.software = found.software;
  }

  /** `boids`: new ones from the worker of the flock; without them the last ones are drawn again. Only the newest picture waits. */
  draw(camera, boids = null) {
    if (this.renderer) {
      this.renderer.draw(camera, this.look, boids);
      this.drawn += 1;
      return;
    }
    const before = this.next && this.next.boids;
    if (boids && before && before.wallShapes && !boids.wallShapes) boids.wallShapes = before.wallShapes;
    this.next = {camera, boids: boids || before};
    this.send();
  }

  send() {
    if (this.busy || !this.next) return;
    const {camera, boids} = this.next;
    this.busy = true;
    this.next = null;
    this.worker.postMessage({camera, look: this.look, picture: boids, save: Boolean(this.saved)}, boids ? [boids.boids.buffer] : []);
  }

  answered({error, blob}, onFault) {
    this.busy = false;
    this.drawn += 1;
    if (error) onFault(error);
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
  save(camera) {
    return new Promise((resolve) => {
      if (this.worker) this.saved = resolve;
      this.draw(camera);
      if (this.renderer) this.canvas.toBlob(resolve);  // the canvas has the picture until this task ends
    });
  }
}
