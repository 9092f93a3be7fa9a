// murmur verify for a browser: the hashes of flocks and pictures that every build must give (known_bits.js, made from the tests), computed
// here in a worker of its own, so that the flock flies on.
import {Flock} from './flock.js';
import {knownBits, knownPictures} from './known_bits.js';

/** Fills the table, during which the button rests; `module`: of the address. */
export async function verify(button, table, result, module) {
  button.disabled = true;
  const rows = table.querySelector('tbody'), flock = new Flock(module);
  rows.replaceChildren();
  table.hidden = false;
  let equal = 0;
  try {
    const compare = (name, hash, expected) => {
      const row = rows.insertRow(), same = hash === expected;
      for (const text of [name, hash, same ? 'yes' : `no: ${expected}`]) row.insertCell().textContent = text;
      row.cells[2].className = same ? 'good' : 'bad-text';
      equal += same ? 1 : 0;
    };
    for (const [preset, expected] of knownBits) {
      result.textContent = `${preset} …`;
      compare(preset, (await flock.call('hash_of', {preset, boids: '1000', steps: 100})).hash, expected);
    }
    for (const [preset, boids, expected] of knownPictures)
      compare(`picture of ${preset}`, (await flock.call('hash_of', {preset, boids, steps: 20, pictured: [320, 200]})).picture, expected);
    const all = knownBits.length + knownPictures.length;
    result.textContent = equal === all ? `All ${knownBits.length} presets and ${knownPictures.length} pictures have the bits of the program.`
      : `${all - equal} of ${all} hashes differ: please report this browser.`;
    result.className = equal === all ? 'good' : 'bad-text';
  } catch (error) {
    result.textContent = error.message;
    result.className = 'bad-text';
  } finally {
    flock.end();
    button.disabled = false;
  }
}
