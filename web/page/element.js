// <murmur-flock preset="book" boids="500" seed="1">: a flock in any page, stepped in a worker of its own and drawn while it is in view.
// It has no controls; a drag moves the picture.
import {Camera} from './camera.js';
import {Renderer} from './draw.js';
import {Flock} from './flock.js';
import {Pointer} from './tools.js';

class MurmurFlock extends HTMLElement {
  async connectedCallback() {
    const box = this.attachShadow({mode: 'open'}), canvas = document.createElement('canvas'), text = document.createElement('p');
    canvas.style.cssText = 'display: block; width: 100%; height: 100%';
    box.append(canvas, text);
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    if (this.clientHeight === 0) this.style.height = '20rem';
    try {
      this.flock = new Flock();
      const args = {preset: this.getAttribute('preset') || 'murmuration', boids: this.getAttribute('boids') || '2000'};
      if (this.hasAttribute('seed')) args.seed = this.getAttribute('seed');
      const shown = await this.flock.call('start', args), camera = new Camera(), renderer = new Renderer(canvas);
      camera.reset(shown.size);
      renderer.look.dark = matchMedia('(prefers-color-scheme: dark)').matches;
      let picture = null;
      new Pointer(canvas, camera, {moved: () => renderer.draw(picture, shown, camera)});
      this.seen = new IntersectionObserver((entries) => { this.visible = entries.at(-1).isIntersecting; });
      this.seen.observe(this);
      const frame = async () => {
        if (!this.isConnected) return;
        if (this.visible) {
          ({picture, step: this.step} = await this.flock.call('advance', {steps: 1, picture: true}));
          const ratio = window.devicePixelRatio || 1;
          canvas.width = Math.round(this.clientWidth * ratio);
          canvas.height = Math.round(this.clientHeight * ratio);
          renderer.draw(picture, shown, camera);
        }
        requestAnimationFrame(() => frame().catch((error) => { text.textContent = error.message; }));
      };
      await frame();
    } catch (error) {
      text.textContent = error.message;
    }
  }

  disconnectedCallback() {
    if (this.flock) this.flock.end();
    if (this.seen) this.seen.disconnect();
  }
}
customElements.define('murmur-flock', MurmurFlock);
