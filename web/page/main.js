// The page: one flock in a worker, its picture, and the controls. A step is never waited for: the worker is asked for the steps
// that are due, and while it computes the page answers.
import {Camera} from './camera.js';
import {Film, copy, save, takeFiles} from './files.js';
import {Flock} from './flock.js';
import {isolate} from './isolate.js';
import {listen} from './keyboard.js';
import {readLink, writeCommand, writeLink} from './link.js';
import {Look} from './look.js';
import {Controls, showGallery} from './panel.js';
import {Picture} from './picture.js';
import {Served} from './served.js';
import {Pointer, TOOLS, ToolBar} from './tools.js';
import {verify} from './verify.js';

const $ = (id) => document.getElementById(id);
const BUDGET = 40;  // milliseconds of steps between two pictures

await isolate();
const {settings, faults} = readLink(location.search);
const flock = new Flock(settings.module);
const camera = new Camera();
let picture = null, look = null, about = null, shown = null, served = null;
let playing = true, acting = false, busy = false, starting = 0, due = 0, before = 0, hashAt = 0, hashed = null, file = null;
let rate = {steps: 0, drawn: 0, since: performance.now()};
let warmUp = 0;  // steps before the first picture
let changedAt = -1;  // step of the first change since the start; -1: none

function say(text, bad = false) {
  $('notice').hidden = !text;
  $('notice').textContent = text;
  $('notice').className = bad ? 'bad' : '';
}
const failed = (error) => say(error.message, true);
// At once, and not in the next frame of the screen: there Chromium with its software renderer showed a black picture now and then.
function paint(boids = null) {
  picture?.draw(camera, boids);
}

/** The scene of the settings, else of the scenario. */
function showScene({scene, size, follows}) {
  say(look.show(settings.scene || scene, size), true);
  camera.follows = Boolean(follows) && !served && picture.look.scene !== 'plain';
}

function fit() {
  camera.resizeTo($('stage').getBoundingClientRect());
  paint();
}

// ---- the flock

/** A description of the flock, or what of it changed. */
function take(answer, fresh = false) {
  if (answer.controls) {
    shown = answer;
    controls.show(answer.controls, fresh);
  }
  rate.steps += answer.taken || 0;
  shown.step = answer.step;
  shown.boids = answer.boids;
  shown.log = answer.log;
  if (answer.state) hashed = answer.state;
  if (answer.picture) {
    const species = answer.picture.species ? answer.picture.species.list : [];
    if (fresh) look.begin(species);
    else look.tell(species);
    if (answer.picture.boids) camera.follow(answer.picture.boids);
    paint(answer.picture);
  }
  answer.picture = null;  // its boids have gone to the worker that draws
  if (answer.log && answer.log.difference) pause(`${file.name} ${answer.log.difference}`, true);
  else if (answer.log && answer.log.over && playing)
    pause(`${file.name} ends here: all ${answer.log.hashes} hashes agree, with ${answer.log.events} events`
      + (answer.log.cut ? '; its last line was cut off' : ''));
  tell();
}

function tell() {
  if (!shown) return;
  const exact = !playing && hashed && hashed.step === shown.step;
  $('hash').textContent = `step ${shown.step}` + (exact ? ` · hash ${hashed.hash}` : '');
  $('hash').dataset.step = hashed ? hashed.step : '';
  $('play').textContent = playing ? 'Pause' : 'Fly';
  $('play').setAttribute('aria-pressed', String(playing));
  if (!playing) tellRates();
}

async function begin(args, name) {
  ++starting;  // no steps of a flock that the page does not know yet
  try {
    await beginNow(args, name);
  } finally {
    --starting;
  }
}

async function beginNow(args, name) {
  const answer = await flock.call(args.log ? 'replay' : 'start', args);
  file = name ? {name, log: Boolean(args.log), args} : null;
  await showFresh(answer);
  $('preset').value = file ? '' : settings.preset;
  $('boids').value = answer.boids;
  $('seed').value = answer.seed;
  $('pause-at').value = settings.pauseAt >= 0 ? settings.pauseAt : '';
  const preset = about.presets.find((one) => one.name === settings.preset);
  $('summary').textContent = file ? `from the file ${name}` : preset ? `${settings.preset}: ${preset.summary}` : '';
  for (const button of $('gallery').children) button.setAttribute('aria-pressed', String(!file && button.dataset.preset === settings.preset));
  $('command').textContent = '';
  if (!file) history.replaceState(null, '', writeLink(settings));
}

/** A flock that has begun in the worker. The camera stays as it is in a world of the same size. */
async function showFresh(answer, stays = false, hash = true) {
  changedAt = -1;
  hashed = null;
  due = 0;
  if (!stays || !shown || String(shown.size) !== String(answer.size)) showScene(answer);
  const first = await flock.call('advance', {steps: warmUp, ms: 1500, picture: picture.wanted(camera), hash});
  warmUp = 0;
  take({...answer, ...first}, true);
}

/** From step 0: the file, or the settings. Where these are wrong, the flock that flies stays. */
async function restart(next = {}) {
  const kept = {...settings, set: new Map(settings.set)};
  if (!file || Object.keys(next).length) {
    Object.assign(settings, next);
    const args = {preset: settings.preset, set: [...settings.set]};
    if (settings.boids) args.boids = settings.boids;
    if (settings.seed) args.seed = settings.seed;
    try {
      await begin(args, '');
    } catch (error) {
      Object.assign(settings, kept);
      if (shown) Object.assign($('boids'), {value: shown.boids});
      $('preset').value = settings.preset;
      throw error;
    }
  } else {
    await begin(file.args, file.name);
  }
}

function pause(text = '', bad = false) {
  playing = false;
  if (text) say(text, bad);
}

async function advance(args) {
  busy = true;
  try {
    const now = performance.now(), hash = !playing || now - hashAt > 700;
    if (hash) hashAt = now;
    const until = settings.pauseAt > shown.step ? settings.pauseAt : -1;
    const answer = await flock.call('advance', {until, ms: BUDGET, hash, picture: picture.wanted(camera), ...args});
    if (until >= 0 && answer.step === until) pause();
    take(answer);
    if (!playing && (!hashed || hashed.step !== shown.step)) take({...answer, state: await flock.call('hash')});
    if (answer.events !== shown.events) await describeAnew();
  } catch (error) {
    pause();
    failed(error);
    tell();
  }
  busy = false;
}

/** After events of a scenario or a log, which may change everything. */
async function describeAnew() {
  const size = String(shown.size), answer = await flock.call('describe');
  take(answer);
  if (String(answer.size) !== size) showScene(answer);
}

function frame(now) {
  requestAnimationFrame(frame);
  if (!shown || busy || starting || !playing || served) {
    before = now;
    return;
  }
  // A tab in the background gets no frames; what it missed is not caught up with.
  due = Math.min(due + Math.min(now - before, 100) / 1000 * shown.pace * Number($('speed').value), 1e6);
  before = now;
  const steps = Math.floor(due);
  if (steps < 1) return;
  due = Math.min(due - steps, 1);
  advance({steps});
}

function tellRates() {
  if (!shown) return;
  const now = performance.now(), seconds = (now - rate.since) / 1000;
  const log = shown.log ? ` · log to step ${shown.log.last}, ${shown.log.hashes} hashes agree` : '';
  $('status').textContent = playing
    ? `${shown.boids.toLocaleString('en')} boids · ${Math.round(rate.steps / seconds)} steps/s · ${Math.round((picture ? picture.drawn - rate.drawn : 0) / seconds)} pictures/s${log}`
    : `${shown.boids.toLocaleString('en')} boids · paused at step ${shown.step}${log}`;
  rate = {steps: 0, drawn: picture ? picture.drawn : 0, since: now};
}
setInterval(tellRates, 1000);

async function refresh() {
  take(await flock.call('advance', {steps: 0, picture: picture.wanted(camera), hash: true}));
}

/** Changes the running flock; the log has it. */
async function change(name, args) {
  try {
    if (served) return await served.change(name, args);
    const answer = await flock.call(name, args);
    if (changedAt < 0) changedAt = answer.step;
    take(answer);
    if (!playing && !busy) await refresh();
    return true;
  } catch (error) {
    failed(error);
    if (shown) controls.show(shown.controls, false);
    return false;
  }
}

// ---- controls

// A slider that is dragged changes faster than a flock steps: of the changes that wait, the last one counts.
let setting = false, waiting = null;
const controls = new Controls($('controls'), $('any-key'), async (key, text) => {
  if (setting) {
    waiting = [key, text];
    return;
  }
  setting = true;
  for (let next = [key, text]; next; next = waiting) {
    waiting = null;
    await setKey(...next);
  }
  setting = false;
});
async function setKey(key, text) {
  if (!served && !file && shown.step === 0 && !playing) {  // the flock has not flown: it begins with this value
    await restart({set: new Map(settings.set).set(key, text)}).catch(failed);
  } else if (await change('post', {event: {step: 0, kind: 'set', key, value: text}}) && !file && !served) {
    settings.set.set(key, text);
    history.replaceState(null, '', writeLink(settings));
  }
}

const pointer = new Pointer($('picture'), camera, {
  moved: () => paint(),
  act(tool, place, begins) {
    if (!shown || (!begins && acting)) return;
    if (place.some((x, k) => x < 0 || x >= shown.size[k])) {
      if (begins) say('that is outside the world');
      return;
    }
    const small = shown.boids < 10000, side = Math.min(...shown.size), r = shown.radius;
    const radius = {add: Math.min(2 * r, side / 4), scatter: Math.min((small ? 6 : 13) * r, side / 2), attract: side / 4, flee: side / 4}[tool] || 0;
    acting = true;
    say('');
    change('tool', {tool, at: place, radius, count: small ? 20 : 500}).then(() => { acting = false; });
  },
  release(tool) {
    if (tool === 'attract' || tool === 'flee')
      change('post', {event: {step: 0, kind: 'set', key: 'cursor.mode', value: '"none"'}});
  },
});

const bar = new ToolBar($('tools'), (name) => { pointer.tool = name; });

/** Until no answer is awaited: what is said of a flock that rests is then final. */
const idle = async () => {
  while (busy || starting) await new Promise((resolve) => { setTimeout(resolve, 4); });
};
const togglePlay = async () => {
  if (served?.toggle(playing)) return;
  served = null;
  playing = !playing;
  if (playing) return tell();
  await idle();
  if (!playing && shown) refresh().catch(failed);
};
const takeStep = async () => {
  if (served || !shown) return served?.send({do: 'step'});
  playing = false;
  await idle();
  await advance({steps: 1, hash: true, until: -1});
};
const restartNow = (next) => restart(next).then(() => { if (!playing) refresh().catch(failed); }).catch(failed);
$('play').onclick = togglePlay;
$('step').onclick = takeStep;
$('restart').onclick = () => {
  if (served) return change('post', {event: {step: 0, kind: 'restart'}});
  playing = true;
  tell();
  restartNow();
};
$('preset').onchange = () => choosePreset($('preset').value);
$('boids').onchange = () => restartNow({boids: $('boids').value.trim()});
$('seed').onchange = () => restartNow({seed: $('seed').value.trim()});
$('pause-at').onchange = () => {
  const text = $('pause-at').value.trim();
  if (text !== '' && !/^\d{1,15}$/.test(text)) return say(`Pause at step: '${text}' is not a whole number of steps`, true);
  settings.pauseAt = text === '' ? -1 : Number(text);
  if (!file) history.replaceState(null, '', writeLink(settings));
};

function choosePreset(name) {
  if (served) return change('post', {event: {step: 0, kind: 'preset', preset: name}});
  const {boids} = about.presets.find((one) => one.name === name);
  restartNow({preset: name, boids: String(Math.min(boids, 20000)), set: new Map(), pauseAt: -1, scene: ''});
}

listen($('picture'), camera, () => paint(), {
  ' ': togglePlay, '.': takeStep, r: $('restart').onclick,
  ...Object.fromEntries(TOOLS.map(([name], index) => [String(index + 1), () => bar.choose(name)])),
});

// ---- files and links

$('copy-link').onclick = () => {
  if (file) return say('a flock of a file has no link: send the file', true);
  const address = new URL(writeLink({...settings, pauseAt: settings.pauseAt}), location.href).href;
  copy(address, $('command'), say, changedAt < 0 ? 'the link' : `the link to a flock with these settings from step 0 (this one was changed at step ${changedAt})`);
};
$('copy-command').onclick = () => {
  if (file || changedAt >= 0)
    return say(file ? `the command is murmur replay or murmur run with the file ${file.name}`
      : `this flock was changed at step ${changedAt}: save its event log; murmur replay repeats it to the same hashes`);
  copy(writeCommand(settings, shown.step), $('command'), say, 'the command');
};
$('save-log').onclick = async () => {
  if (served) return served.send({do: 'log'});
  const {text} = await flock.call('log').catch((error) => failed(error) || {});
  if (!text) return;
  save(text, 'flock.jsonl', 'application/jsonl');
  say('flock.jsonl is saved: murmur replay flock.jsonl repeats this flock and compares its hashes');
};
$('save-picture').onclick = async () => {
  const blob = await picture.save(camera);
  if (blob) save(blob, `murmuration-${shown.step}.png`);
  else say('the picture cannot be saved', true);
};
const film = new Film($('picture'), $('film'), say);
$('film').onclick = () => film.toggle();

async function open(one) {
  if (served) return say('the flock of a server takes no files of a page', true);
  try {
    const text = await one.text(), log = text.trimStart().startsWith('{');
    await begin(log ? {log: true, text, name: one.name} : {text, name: one.name}, one.name);
    playing = true;
    say(log ? `${one.name}: the flock follows this event log, and its hashes are compared` : '');
  } catch (error) { failed(error); }
}
takeFiles($('file'), $('drop'), open);

$('verify').onclick = () => verify($('verify'), $('verify-table'), $('verify-result'), settings.module);

// ---- start

function greet() {
  const words = 'Press into the flock and hold: it flies to the pointer. The gallery has other flocks.';
  bar.choose('attract');
  say(words);
  setTimeout(() => $('notice').textContent === words && say(''), 20_000);
}

async function main() {
  picture = new Picture($('picture'), (text) => say(text, true),
    (wanted) => (shown && (!served || served.way === 'twin') ? flock.call('advance', {steps: 0, picture: wanted}) : null));
  look = new Look(picture, camera, {
    paint,
    choose(scene) {
      settings.scene = scene;
      if (!file && !served) history.replaceState(null, '', writeLink(settings));
      if (shown) showScene(shown);
    },
  });
  fit();
  new ResizeObserver(fit).observe($('stage'));
  about = await flock.call('about');
  for (const {name} of about.presets) $('preset').add(new Option(name));
  showGallery($('gallery'), about.presets, choosePreset);
  const lanes = about.instruction_set === 'scalar' ? 'without SIMD128' : 'in lanes of SIMD128';
  const workers = about.threads > 1 ? `${about.threads} workers step` : 'One worker steps';
  $('about').textContent = `murmur ${about.version}. ${workers} the flock, ${lanes}.`
    + (crossOriginIsolated ? '' : ' More workers need a page that is cross-origin isolated.');
  served = Served.of(location.hash, {
    flock, camera, say, take, show: (answer, hash) => showFresh(answer, true, hash), picture: () => picture, setPlaying: (flies) => { playing = flies; tell(); },
  });
  if (served) return requestAnimationFrame(frame);
  if (!location.search && !picture.software && !picture.withoutBirds) {
    Object.assign(settings, {preset: 'starlings-show', boids: ''});
    warmUp = 300;
  }
  const greets = warmUp > 0;
  try {
    await restart({});
    if (greets) greet();
    if (faults.length) say(faults.join('\n'), true);
  } catch (error) {
    const text = [...faults, error.message].join('\n');
    Object.assign(settings, {preset: 'murmuration', boids: '20000', seed: '', set: new Map(), pauseAt: -1, scene: ''});
    await restart({});
    say(`${text}\nThe address is not followed; this is the default flock.`, true);
  }
  if (settings.pauseAt === 0) pause();
  tell();
  requestAnimationFrame(frame);
}

main().catch((error) => {
  $('status').textContent = 'not started';
  failed(error);
});
