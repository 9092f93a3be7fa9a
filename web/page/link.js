// The address of the page and the command of the program for the same flock.

const ALLOWED = ['preset', 'boids', 'seed', 'set', 'pause_at', 'scene', 'module'];

/** Settings of an address, with a sentence for each part that is wrong and left out. */
export function readLink(search) {
  const settings = {preset: 'murmuration', boids: '', seed: '', set: new Map(), pauseAt: -1, scene: '', module: ''}, faults = [];
  const params = new URLSearchParams(search);
  for (const [key, value] of params) {
    if (!ALLOWED.includes(key)) faults.push(`The address has ${key}; allowed: ${ALLOWED.slice(0, -1).join(', ')}.`);
    if (key === 'preset') settings.preset = value;
    if (key === 'boids' || key === 'seed') settings[key] = value;
    if (key === 'module') settings.module = ['scalar', 'simd'].includes(value) ? value : '';
    if (key === 'scene') {
      if (['plain', 'dusk', 'day'].includes(value)) settings.scene = value;
      else faults.push(`The address has scene=${value}; allowed: plain, dusk, day.`);
    }
    if (key === 'pause_at') {
      if (/^\d{1,15}$/.test(value)) settings.pauseAt = Number(value);
      else faults.push(`The address has pause_at=${value}; allowed: a whole number of steps.`);
    }
    if (key === 'set') {
      const at = value.indexOf('=');
      if (at > 0) settings.set.set(value.slice(0, at), value.slice(at + 1));
      else faults.push(`The address has set=${value}; allowed: set=KEY=VALUE.`);
    }
  }
  // A flock that a telephone steps, too; it is written into the address, so that the command is the same.
  if (!params.has('preset') && !params.has('boids')) settings.boids = '20000';
  return {settings, faults};
}

export function writeLink(settings) {
  const params = new URLSearchParams();
  params.set('preset', settings.preset);
  if (settings.boids) params.set('boids', settings.boids);
  if (settings.seed) params.set('seed', settings.seed);
  for (const [key, value] of settings.set) params.append('set', `${key}=${value}`);
  if (settings.pauseAt >= 0) params.set('pause_at', String(settings.pauseAt));
  if (settings.scene) params.set('scene', settings.scene);
  if (settings.module) params.set('module', settings.module);
  return `?${params}`;
}

const quote = (text) => (/^[\w.,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command of the program whose last line has the hash of this step. */
export function writeCommand(settings, step) {
  const words = ['murmur run --preset', quote(settings.preset)];
  if (settings.boids) words.push('--boids', quote(settings.boids));
  if (settings.seed) words.push('--seed', quote(settings.seed));
  for (const [key, value] of settings.set) words.push('--set', quote(`${key}=${value}`));
  return [...words, '--steps', step].join(' ');
}
