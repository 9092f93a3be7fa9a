// murmur verify for a browser: the hashes that every build must give (known_bits.js, made from the tests), computed here in a
// worker of its own, so that the flock flies on.
import {Flock} from './flock.js';
import {knownBits} from './known_bits.js';

/** Fills the table, during which the button rests; `module`: of the address. */
export async function verify(button, table, result, module) {
  button.disabled = true;
  const rows = table.querySelector('tbody'), flock = new Flock(module);
  rows.replaceChildren();
  table.hidden = false;
  let equal = 0;
  try {
    for (const [preset, expected] of knownBits) {
      result.textContent = `${preset} …`;
      const {hash} = await flock.call('hash_of', {preset, boids: '1000', steps: 100});
      const row = rows.insertRow(), same = hash === expected;
      for (const text of [preset, hash, same ? 'yes' : `no: ${expected}`]) row.insertCell().textContent = text;
      row.cells[2].className = same ? 'good' : 'bad-text';
      equal += same ? 1 : 0;
    }
    result.textContent = equal === knownBits.length ? `All ${equal} presets have the bits of the program.`
      : `${knownBits.length - equal} of ${knownBits.length} presets differ: please report this browser.`;
    result.className = equal === knownBits.length ? 'good' : 'bad-text';
  } catch (error) {
    result.textContent = error.message;
    result.className = 'bad-text';
  } finally {
    flock.end();
    button.disabled = false;
  }
}
