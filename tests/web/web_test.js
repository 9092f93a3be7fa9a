// The bits of the web build under node: node web_test.js SITE LOGS OUT
// SITE has the module; LOGS, event logs of the native program, whose hashes must be those of the module; OUT gets logs that the
// module records, for murmur replay. Prints a line for each fault and exits 1 if there is one.
'use strict';
const fs = require('fs');
const path = require('path');
const {load} = require('./module.js');

const [site, logs, out] = process.argv.slice(2);
let faults = 0, checks = 0;
function check(what, got, expected) {
  ++checks;
  if (got === expected) return;
  ++faults;
  console.log(`${what}: ${got}, expected ${expected}`);
}

function knownBits() {
  const text = fs.readFileSync(path.join(site, 'known_bits.js'), 'utf8');
  return [...text.matchAll(/\['([^']+)', '([0-9a-f]+)'\]/g)].map(([, preset, hash]) => [preset, hash]);
}

function knownPictures() {
  const text = fs.readFileSync(path.join(site, 'known_bits.js'), 'utf8');
  return [...text.matchAll(/\['([^']+)', '(\d+)', '([0-9a-f]+)'\]/g)].map(([, ...row]) => row);
}

/** What the page asks for: a picture of a view, which is another one from elsewhere, and a wrong look is refused. */
function pixels(call) {
  const {size} = call('start', {preset: 'murmuration', boids: '500', seed: '1'});
  const view = {width: 64, height: 48, middle: size.map((side) => side / 2), scale: 0.1, look: 'colour = "speed"\nbackground = "light"\n'};
  const {width, height, place} = call('pixels', view);
  check('pixels', `${width} x ${height}, ${place > 0}`, '64 x 48, true');
  check('a wrong look', /colour/.test(call('pixels', {...view, look: 'colour = "sped"\n'}).error), true);
}

function replay(call, file) {
  const start = call('replay', {name: path.basename(file), text: fs.readFileSync(file, 'utf8')});
  if (start.error) return start.error;
  const end = call('advance', {steps: 1e9});
  if (end.error) return end.error;
  if (end.log.difference) return end.log.difference;
  return end.log.over && end.log.hashes > 0 ? 'all hashes agree' : 'the log did not end';
}

/** A flock that a user changes with every tool. */
function record(call, preset, file) {
  const must = (answer) => {
    if (answer.error) throw new Error(`${preset}: ${answer.error}`);
    return answer;
  };
  const {size} = must(call('start', {preset, boids: '500', seed: '7', set: [['rules.radius', '40.0']]}));
  const at = size.map((side) => side * 0.4), middle = size.map((side) => side * 0.5);
  for (const tool of ['add', 'scatter', 'attract', 'flee', 'obstacle', 'predator', 'goal']) {
    must(call('tool', {tool, at: tool === 'goal' ? middle : at, radius: size[0] / 5, count: 20}));
    must(call('advance', {steps: 11}));
  }
  must(call('post', {event: {step: 0, kind: 'set', key: 'rules.cohesion.weight', value: '0.5'}}));
  must(call('advance', {steps: 20}));
  fs.writeFileSync(file, must(call('log')).text);
}

/** Groups and words of the page's controls are those of the window. */
function controls(call) {
  const {controls: list} = call('start', {preset: 'starlings', boids: '200', seed: '1'});
  const groups = new Set(list.map(({group}) => group));
  for (const group of ['Rules', 'Separation', 'Roost', 'Cruise', 'Level flight']) check(`group ${group}`, groups.has(group), true);
  const nearest = list.find(({key}) => key === 'rules.nearest');
  check('neighbours of starlings', nearest.value, 'octants');
  check('their words', nearest.words.join(), 'all,octants');
  const set = (value) => call('post', {event: {step: 0, kind: 'set', key: 'rules.nearest', value}}).error;
  check('octants again', set('"octants"'), undefined);
  check('all, with a separation of octants', /allowed: with rules.nearest = "octants" alone/.test(set('"all"')), true);
  call('start', {preset: 'book', boids: '200', seed: '1'});
  for (const word of ['7', '"octants"', '"all"']) check(`neighbours ${word}`, set(word), undefined);
}

function refusals(call) {
  const error = (name, args) => (call(name, args).error || 'accepted').split('\n')[0];
  check('a wrong preset', /"boook" is not a preset; did you mean book/.test(error('start', {preset: 'boook'})), true);
  check('wrong boids', /boids: 'x' is not a whole number/.test(error('start', {preset: 'book', boids: 'x'})), true);
  check('too many boids', /at most 2000000/.test(error('start', {preset: 'book', boids: '3000000'})), true);
  check('a wrong key', /rules.radios/.test(error('start', {preset: 'book', set: [['rules.radios', '1.0']]})), true);
  check('no log', /^x.jsonl/.test(error('replay', {name: 'x.jsonl', text: '{"version":1}\n'})), true);
  check('a picture as terrain', /reads no pictures/.test(error('start', {name: 'x', text: 'preset = "book"\n[terrain]\nimage = "x.png"\n'})), true);
  // What was refused left the flock as it was.
  call('start', {preset: 'book', boids: '100'});
  call('advance', {steps: 200});
  error('start', {preset: 'boook'});
  error('post', {event: {step: 0, kind: 'set', key: 'rules.radius', value: '"x"'}});
  error('tool', {tool: 'add', at: [1e9, 0], count: 1});
  check('the flock after refusals', call('hash').hash, 'ff5af3adbd5616a8');
}

/** Threads that are woken without a task go on sleeping. */
async function lateWakes(call, count, [preset, hash]) {
  for (let time = 0; time < 20; ++time) {
    let woken = call.wake();
    for (const end = Date.now() + 10000; woken < count && Date.now() < end;) {  // they spin before they sleep
      await new Promise((resolve) => setTimeout(resolve, 5));
      woken += call.wake();
    }
    check('threads that were woken', woken >= count, true);
    const answer = call('hash_of', {preset, boids: '1000', steps: 100});
    check(`${preset} after late wakes`, answer.hash || answer.error, hash);
  }
}

async function main() {
  const call = await load(site, 'simd'), scalar = await load(site, 'scalar'), threads = await load(site, 'threads', 3);
  for (const [one, set, count] of [[call, 'simd128', 1], [scalar, 'scalar', 1], [threads, 'simd128', 3]]) {
    check('instruction set', one('about').instruction_set, set);
    check('threads', one('about').threads, count);
  }
  const known = knownBits();
  check('presets with known bits', known.length, call('about').presets.length);
  for (const [preset, hash] of known) {
    for (const [name, one] of [['simd128', call], ['scalar', scalar], ['three threads', threads]]) {
      const answer = one('hash_of', {preset, boids: '1000', steps: 100});
      check(`${preset}, ${name}`, answer.hash || answer.error, hash);
    }
  }
  check('known pictures', knownPictures().length, 2);
  for (const [preset, boids, hash] of knownPictures()) {
    for (const [name, one] of [['simd128', call], ['scalar', scalar], ['three threads', threads]]) {
      const answer = one('hash_of', {preset, boids, steps: 20, pictured: [320, 200]});
      check(`picture of ${preset}, ${name}`, answer.picture || answer.error, hash);
    }
  }
  await lateWakes(threads, 2, known[0]);
  for (const file of fs.readdirSync(logs)) {
    if (!file.endsWith('.jsonl')) continue;
    for (const one of [call, threads]) check(file, replay(one, path.join(logs, file)), 'all hashes agree');
  }
  for (const preset of ['murmuration', 'book', 'benchmark-3d']) record(call, preset, path.join(out, `${preset}.jsonl`));
  controls(call);
  pixels(call);
  refusals(call);
  console.log(`${checks} checks, ${faults} faults`);
  process.exit(faults || checks < 130 ? 1 : 0);
}
main().catch((error) => {
  console.log(error.message);
  process.exit(1);
});
