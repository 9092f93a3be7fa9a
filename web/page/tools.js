// What the pointer does on the picture: looks around, or acts on the flock with the chosen tool.

export const TOOLS = [
  ['look', 'Look', 'drag: move the picture, in 3D orbit; wheel or two fingers: zoom'],
  ['add', 'Add', 'adds boids'],
  ['scatter', 'Scatter', 'drives boids apart'],
  ['attract', 'Attract', 'boids come while you hold'],
  ['flee', 'Flee', 'boids flee while you hold'],
  ['obstacle', 'Obstacle', 'places an obstacle'],
  ['predator', 'Predator', 'places a predator'],
  ['goal', 'Goal', 'boids fly there'],
];

export class Pointer {
  /** `act(tool, place, begins)`: uses a tool; `release(tool)`: the button is up; `moved()`: the camera is. */
  constructor(canvas, camera, {act, release, moved}) {
    Object.assign(this, {canvas, camera, act, release, moved, tool: 'look'});
    this.down = new Map();
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.lift(event));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.camera.zoomAt(Math.exp(-0.0015 * event.deltaY), ...this.pixel(event));
      this.moved();
    }, {passive: false});
  }

  pixel(event) {
    const box = this.canvas.getBoundingClientRect(), ratio = this.camera.width / box.width;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  }

  press(event) {
    try { this.canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that has gone, or of a test */ }
    this.down.set(event.pointerId, this.pixel(event));
    this.acting = this.down.size === 1 && event.button === 0 && this.tool !== 'look';
    if (this.acting) this.act(this.tool, this.camera.place(...this.pixel(event)), true);
  }

  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    const now = this.pixel(event);
    if (this.down.size === 2) {
      const [, other] = [...this.down].find(([id]) => id !== event.pointerId);
      const span = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]);
      this.camera.zoomAt(span(now) / Math.max(span(before), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      this.camera.drag((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      this.moved();
    } else if (this.acting) {
      if (['attract', 'flee', 'goal'].includes(this.tool)) this.act(this.tool, this.camera.place(...now), false);
    } else {
      this.camera.drag(now[0] - before[0], now[1] - before[1]);
      this.moved();
    }
    this.down.set(event.pointerId, now);
  }

  lift(event) {
    if (!this.down.delete(event.pointerId) || !this.acting) return;
    this.acting = false;
    this.release(this.tool);
  }
}

/** The buttons of the tools: a group of radio buttons, of which one has the focus order. */
export class ToolBar {
  constructor(box, onChoose) {
    this.box = box;
    this.onChoose = onChoose;
    TOOLS.forEach(([name, label, help], index) => {
      const button = document.createElement('button');
      Object.assign(button, {type: 'button', textContent: label, title: `${help} (${index + 1})`, onclick: () => this.choose(name)});
      button.setAttribute('role', 'radio');
      button.dataset.tool = name;
      button.onkeydown = (event) => {
        const to = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        if (!to) return;
        event.preventDefault();
        const next = box.children[(index + to + TOOLS.length) % TOOLS.length];
        this.choose(next.dataset.tool);
        next.focus();
      };
      box.append(button);
    });
    this.choose(TOOLS[0][0]);
  }

  choose(name) {
    for (const button of this.box.children) {
      button.setAttribute('aria-checked', String(button.dataset.tool === name));
      button.tabIndex = button.dataset.tool === name ? 0 : -1;
    }
    this.onChoose(name);
  }
}
