// The look of the picture and its controls: scene, colours, light or dark.
import {paletteNames} from './draw.js';

const $ = (id) => document.getElementById(id);

export class Look {
  /** `paint()`: draws again; `choose(scene)`: the user has chosen it. */
  constructor(picture, camera, {paint, choose}) {
    Object.assign(this, {picture, camera, paint});
    const darkWanted = matchMedia('(prefers-color-scheme: dark)');
    this.setTheme(darkWanted.matches);
    darkWanted.addEventListener('change', () => this.setTheme(darkWanted.matches));
    $('theme').onclick = () => this.setTheme(document.documentElement.dataset.theme !== 'dark');
    $('scene').onchange = () => choose($('scene').value);
    for (const name of paletteNames) $('palette').add(new Option(name));
    $('colour-by').onchange = () => this.change({colourBy: $('colour-by').value});
    $('palette').onchange = () => this.change({palette: $('palette').value});
  }

  change(values) {
    Object.assign(this.picture.look, values);
    this.paint();
  }

  setTheme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.change({dark});
  }

  /** The species of a flock that begins, `{name, colour, count}` each: boids have their colours, until the user chooses others. */
  begin(species) {
    $('species').replaceChildren();
    this.tell(species);
    if (!species.length && $('colour-by').value !== 'species') return;
    $('colour-by').value = species.length ? 'species' : 'heading';
    this.change({colourBy: $('colour-by').value});
  }

  /** How many boids of each species there are. */
  tell(species) {
    const list = $('species');
    $('colour-by').querySelector('option[value=species]').hidden = $('species-box').hidden = !species.length;
    if (list.children.length !== species.length)
      list.replaceChildren(...species.map(({name, colour}) => {
        const row = document.createElement('li'), mark = document.createElement('span');
        mark.style.background = `rgb(${colour.map((part) => Math.round(255 * part)).join()})`;
        row.append(mark, name, document.createElement('b'));
        return row;
      }));
    species.forEach(({count}, k) => { list.children[k].lastChild.textContent = count.toLocaleString('en'); });
  }

  /** Looks at a world of this size. @returns a sentence where this browser cannot draw the scene. */
  show(scene, size) {
    const cannot = scene !== 'plain' && this.picture.withoutBirds;
    if (cannot) scene = 'plain';
    $('scene').value = scene;
    for (const id of ['colour-by', 'palette']) $(id).disabled = scene !== 'plain';
    this.camera.reset(size, scene);
    this.change({scene});
    return cannot || '';
  }
}
