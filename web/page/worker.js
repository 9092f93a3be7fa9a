// Steps the flock in a worker, so that the page always answers. Each message is {id, name, args}: a function of web/calls.cpp and
// its arguments; the answer is {id, answer}. Where `args.picture` is true it has the boids as a Float32Array; where it is a view
// (web/web_pictures.h), the pixels of a picture.
'use strict';

// A module with one SIMD128 instruction: an engine without SIMD128 does not accept it.
const simdModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
const MOST_THREADS = 16;
const asked = self.name;  // a module; empty: the page asks for none
const inside = self.murmurInside;  // bytes of the module in a page of one file, where its script stands before this one
const threads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS) : 1;

/** Of modules that this browser can run, the fastest. A browser may give no memory that workers share. */
async function load() {
  if (asked === 'scalar' || !WebAssembly.validate(simdModule)) return make('scalar', 1);
  if (asked !== 'simd' && threads > 1) {
    try {
      return await make('threads', threads);
    } catch { /* then without threads */ }
  }
  return make('simd', 1);
}

function make(kind, count) {
  const script = `murmur-${kind}.js`;
  if (!inside) importScripts(script);
  return murmurModule({threads: count, mainScriptUrlOrBlob: script, ...inside});
}

const loaded = load();
let walls = 0;  // the last that were sent

function call(module, name, args) {
  const text = (string) => {
    const bytes = module.lengthBytesUTF8(string) + 1, place = module._malloc(bytes);
    if (place === 0) throw new Error('the browser gives no more memory');
    module.stringToUTF8(string, place, bytes);
    return place;
  };
  const places = [text(name), text(JSON.stringify(args))];
  try {
    return JSON.parse(module.UTF8ToString(module._murmur_call(...places)));
  } finally {
    places.forEach((place) => module._free(place));
  }
}

onmessage = async ({data}) => {
  let {id, name, args} = data;
  try {
    const module = await loaded;
    if (args.bytes) {  // a checkpoint
      args = {place: module._malloc(args.bytes.byteLength), size: args.bytes.byteLength};
      if (args.place === 0) throw new Error('the browser gives no more memory');
      module.HEAPU8.set(new Uint8Array(data.args.bytes), args.place);
    }
    const answer = call(module, name, args);
    if (data.args.bytes) module._free(args.place);
    const transfer = [];
    if (!answer.error && args.hash) answer.state = call(module, 'hash', {});
    if (!answer.error && args.picture) {
      const view = args.picture === true ? null : args.picture, picture = call(module, 'picture', {boids: !view});
      if (view) {
        const {place, width, height, error} = call(module, 'pixels', view);
        if (error) throw new Error(error);
        picture.pixels = new Uint8ClampedArray(module.HEAPU8.slice(place, place + 4 * width * height).buffer);
        picture.view = view;
        transfer.push(picture.pixels.buffer);
      } else {
        picture.boids = module.HEAPF32.slice(picture.place / 4, picture.place / 4 + picture.floats);
        transfer.push(picture.boids.buffer);
      }
      if (picture.species && !view) {
        const {place, list} = picture.species, boids = list.reduce((sum, {count}) => sum + count, 0);
        picture.kinds = module.HEAPU8.slice(place, place + boids);
      }
      if (picture.walls && picture.walls !== walls) {
        walls = picture.walls;
        const {place, lines, corners} = call(module, 'walls', {}), from = place / 4;
        picture.wallShapes = {lines, corners, floats: module.HEAPF32.slice(from, from + 6 * (lines + corners))};
      }
      answer.picture = picture;
    }
    postMessage({id, answer}, transfer);
  } catch (error) {  // no memory, or the module cannot be loaded
    postMessage({id, answer: {error: `the worker failed: ${error.message || error}`}});
  }
};
