// SPDX-License-Identifier: MIT
// A worker with an engine that can be ended at any time. Rules are other people's programs: whatever one of
// them does, the page waits for it so long and no longer, and then goes on with a fresh engine.

import { scriptUrl } from '../trusted.js';

const ENGINE = new URL('/engine/', location.origin);

/** @type {Promise<WebAssembly.Module>|null} */
let compiled = null;

/** The engine, fetched and compiled once for all workers. @returns {Promise<WebAssembly.Module>} */
export function engineModule() {
  compiled =
    compiled ||
    fetch(new URL('wasm/engine.wasm', ENGINE))
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => {
    compiled = null; // it is tried again by the next question
  });
  return compiled;
}

/** The answer did not come in time, and the worker is gone; the message is the limit in seconds. */
export class TooLong extends Error {}

/** @typedef {{done: (answer: any) => void, failed: (error: Error) => void, timer: any}} Waiting */

export class Killable {
  /**
   * @param {string} script a worker beside this file
   * @param {(data: any) => void} [told] hears what is no answer
   */
  constructor(script, told = () => {}) {
    this.script = new URL(`./${script}`, import.meta.url).href;
    this.told = told;
    /** @type {Worker|null} */
    this.worker = null;
    /** @type {Promise<Worker>|null} */
    this.ready = null;
    this.count = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
  }

  /** @returns {Promise<Worker>} when it has an engine */
  start() {
    if (this.ready) return this.ready;
    const ready = engineModule().then(
      (module) =>
        new Promise((done, failed) => {
          if (this.ready !== ready) {
            failed(new TooLong());
            return;
          }
          const worker = new Worker(scriptUrl(this.script), { type: 'module' });
          this.worker = worker;
          worker.onerror = (e) => {
            failed(new Error(e.message));
            this.end(new Error(e.message));
          };
          worker.onmessage = ({ data }) => (data.ready ? done(worker) : this.hear(data));
          worker.postMessage({ base: ENGINE.href, module });
        }),
    );
    this.ready = ready;
    ready.catch(() => {
      if (this.ready === ready) this.ready = null;
    });
    return ready;
  }

  /** @param {any} data */
  hear(data) {
    const who = this.waiting.get(data.n);
    if (data.n === undefined || !who) {
      this.told(data);
      return;
    }
    this.waiting.delete(data.n);
    clearTimeout(who.timer);
    if (data.problem) who.failed(new Error(data.problem));
    else who.done(data.answer);
  }

  /**
   * Asks; time counts from when the engine is there.
   * @param {any} question @param {number} limit in ms @returns {Promise<any>}
   */
  async ask(question, limit) {
    const worker = await this.start();
    const n = ++this.count;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.end(new TooLong(String(limit / 1000))), limit);
      this.waiting.set(n, { done, failed, timer });
      worker.postMessage({ n, ...question });
    });
  }

  /** Whether something is being thought about. */
  get busy() {
    return this.waiting.size > 0;
  }

  /** Ends the worker at once; the next question starts another. @param {Error} [why] */
  end(why = new TooLong()) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    for (const { failed, timer } of this.waiting.values()) {
      clearTimeout(timer);
      failed(why);
    }
    this.waiting.clear();
  }
}
