// The flock in its worker: each call is a promise of its answer; a failure is an Error with the sentence of the program.

export class Flock {
  constructor(module = '') {
    this.waiting = new Map();
    this.next = 0;
    // A page of one file has the worker's address (tools/packaging/one_page.py).
    this.worker = new Worker(globalThis.murmurFiles?.['worker.js'] ?? new URL('worker.js', import.meta.url), {name: module});
    this.worker.onmessage = ({data: {id, answer}}) => this.settle(id, answer);
    this.worker.onerror = (event) => {
      for (const id of [...this.waiting.keys()]) this.settle(id, {error: `the worker failed: ${event.message || 'it cannot be loaded'}`});
    };
  }

  call(name, args = {}) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, {resolve, reject});
      this.worker.postMessage({id, name, args});
    });
  }

  settle(id, answer) {
    const promise = this.waiting.get(id);
    if (!promise) return;
    this.waiting.delete(id);
    if (answer.error) promise.reject(new Error(answer.error));
    else promise.resolve(answer);
  }

  end() { this.worker.terminate(); }
}
