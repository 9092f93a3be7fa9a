// The module of the page for node: call(name, args) as worker.js has it.
'use strict';
const fs = require('fs');
const path = require('path');

exports.load = async (site, kind, threads = 1) => {
  const make = require(path.resolve(site, `murmur-${kind}.js`));
  // Given as bytes, because node's fetch reads no files.
  const module = await make({wasmBinary: fs.readFileSync(path.join(site, `murmur-${kind}.wasm`)), threads});
  const text = (string) => {
    const bytes = module.lengthBytesUTF8(string) + 1, place = module._malloc(bytes);
    module.stringToUTF8(string, place, bytes);
    return place;
  };
  const call = (name, args = {}) => {
    const places = [text(name), text(JSON.stringify(args))];
    const answer = JSON.parse(module.UTF8ToString(module._murmur_call(...places)));
    places.forEach((place) => module._free(place));
    return answer;
  };
  /** Wakes all that sleep in the module's memory, as if the wake-up for a task that is done came late. @returns how many. */
  call.wake = () => {
    let woken = 0;
    for (let word = 0; word < module.HEAP32.length; ++word) woken += Atomics.notify(module.HEAP32, word);
    return woken;
  };
  return call;
};
