// <murmur-flock preset="book" boids="500" seed="1" set="rules.radius=60.0 KEY=VALUE" scene="dusk" caption="TEXT">: a flock in any
// page, stepped in a worker of its own and drawn while it is in view. It has no controls; a drag moves the picture. What is inside
// the element is shown where no flock can fly.
import {Camera} from './camera.js';
import {Flock} from './flock.js';
import {Picture} from './picture.js';
import {Pointer} from './tools.js';

class MurmurFlock extends HTMLElement {
  async connectedCallback() {
    const box = this.shadowRoot || this.attachShadow({mode: 'open'}), canvas = document.createElement('canvas'), text = document.createElement('p');
    canvas.style.cssText = 'display: block; width: 100%; height: auto; aspect-ratio: 3 / 2; max-height: 20rem; touch-action: pan-y';
    text.style.cssText = 'margin: 0; text-align: center';
    text.textContent = this.getAttribute('caption');
    box.replaceChildren(canvas, text);
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    const failed = (error) => {
      text.textContent = error.message;
      box.replaceChildren(document.createElement('slot'), text);
    };
    try {
      await this.fly(canvas, failed);
    } catch (error) {
      failed(error);
    }
  }

  async fly(canvas, failed) {
    this.flock = new Flock('simd');  // one thread: a page may have many elements
    const args = {preset: this.getAttribute('preset') || 'murmuration', boids: this.getAttribute('boids') || '2000'};
    if (this.hasAttribute('seed')) args.seed = this.getAttribute('seed');
    args.set = (this.getAttribute('set') || '').split(' ').filter(Boolean).map((pair) => pair.split(/=(.*)/, 2));
    const {size, pace} = await this.flock.call('start', args), camera = new Camera();
    const picture = new Picture(canvas, (fault) => failed(new Error(fault)),
      (wanted) => this.flock.call('advance', {steps: 0, picture: wanted}));
    picture.look.dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const scene = this.getAttribute('scene');
    if (['dusk', 'day'].includes(scene) && !picture.withoutBirds) picture.look.scene = scene;
    camera.reset(size, picture.look.scene);
    new Pointer(canvas, camera, {moved: () => picture.draw(camera)});
    this.seen = new IntersectionObserver((entries) => { this.visible = entries.at(-1).isIntersecting; });
    this.seen.observe(this);
    let due = 1, before = performance.now();
    const frame = async (now) => {
      if (!this.isConnected) return;
      due = Math.min(due + Math.min(now - before, 100) / 1000 * pace, 2);
      before = now;
      if (this.visible && due >= 1) {
        due -= 1;
        camera.resizeTo(canvas.getBoundingClientRect());
        const answer = await this.flock.call('advance', {steps: 1, picture: picture.wanted(camera)});
        this.step = answer.step;
        picture.draw(camera, answer.picture);
      }
      requestAnimationFrame((time) => frame(time).catch(failed));
    };
    await frame(before);
  }

  disconnectedCallback() {
    if (this.flock) this.flock.end();
    if (this.seen) this.seen.disconnect();
  }
}
customElements.define('murmur-flock', MurmurFlock);
