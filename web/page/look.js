// The look of the picture and its controls: scene, colours, light or dark.
import {paletteNames} from './draw.js';

const $ = (id) => document.getElementById(id);

export class Look {
  /** `picture`: null where there is none; `paint()`: draws again; `choose(scene)`: the user has chosen it. */
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
    if (this.picture) Object.assign(this.picture.look, values);
    this.paint();
  }

  setTheme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.change({dark});
  }

  /** Looks at a world of this size. @returns a sentence where this browser cannot draw the scene. */
  show(scene, size) {
    const cannot = scene !== 'plain' && this.picture && !this.picture.hasBirds;
    if (cannot) scene = 'plain';
    $('scene').value = scene;
    for (const id of ['colour-by', 'palette']) $(id).disabled = scene !== 'plain';
    this.camera.reset(size, scene);
    this.change({scene});
    return cannot ? 'This browser does not add floats in pictures, which birds need; the picture is plain.' : '';
  }
}
