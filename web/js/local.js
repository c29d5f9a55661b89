// SPDX-License-Identifier: MIT
// Playing without a server: the page's end of the worker in /js/local. Questions are answered as the server
// answers them, and a line to a table has the face of a WebSocket.

import { scriptUrl } from './trusted.js';

/** @type {Worker|null} */
let worker = null;
let count = 0;
/** @type {Map<number, (answer: {status: number, body: any}) => void>} */
const asked = new Map();
/** @type {Map<number, LocalLine>} */
const lines = new Map();

/** @param {MessageEvent} e */
function hear({ data }) {
  if (data.n !== undefined) {
    asked.get(data.n)?.(data);
    asked.delete(data.n);
  } else if (data.finished) {
    dispatchEvent(new Event('finished'));
  } else if (data.close) {
    lines.get(data.conn)?.end();
  } else {
    lines.get(data.conn)?.hear(data.text);
  }
}

/** @returns {Worker} */
function theWorker() {
  if (worker) return worker;
  // A frame of the studio plays at the studio's own table.
  const lent = parent === window ? null : /** @type {any} */ (parent).lentTable;
  if (lent) {
    lent.onmessage = hear;
    worker = lent;
    return lent;
  }
  const url = new URL('./local/worker.js', import.meta.url);
  const early = /** @type {any} */ (globalThis).earlyWorker; // the head of a page as files has started it
  worker = /** @type {Worker} */ (early || new Worker(scriptUrl(url.href), { type: 'module' }));
  /** @type {any} */ (globalThis).earlyWorker = null;
  localStorage.setItem('here', 'yes'); // there may be matches on this device: offline.js
  worker.onmessage = hear;
  worker.onerror = () => {
    for (const answer of asked.values()) answer({ status: 501, body: {} });
    asked.clear();
    for (const line of lines.values()) line.end();
    worker = null; // the next question starts another
  };
  return worker;
}

/**
 * What a server would answer; 501 where it takes one.
 * @param {string} method @param {string} path @param {any} [body]
 * @returns {Promise<{status: number, body: any}>}
 */
export function answer(method, path, body) {
  const n = ++count;
  return new Promise((done) => {
    asked.set(n, done);
    theWorker().postMessage({ n, method, path, body });
  });
}

/** A line to a table of this device. */
export class LocalLine {
  /** @param {string} query as of the server's socket */
  constructor(query) {
    this.conn = ++count;
    this.readyState = 0;
    /** @type {null|(() => void)} */
    this.onopen = null;
    /** @type {null|((e: {data: string}) => void)} */
    this.onmessage = null;
    /** @type {null|(() => void)} */
    this.onclose = null;
    lines.set(this.conn, this);
    theWorker().postMessage({ conn: this.conn, query });
  }

  /** @param {string} text */
  hear(text) {
    if (this.readyState === 0) {
      this.readyState = 1;
      this.onopen?.();
    }
    this.onmessage?.({ data: text });
  }

  /** @param {string} text */
  send(text) {
    theWorker().postMessage({ conn: this.conn, text });
  }

  end() {
    lines.delete(this.conn);
    this.readyState = 3;
    this.onclose?.();
  }

  close() {
    theWorker().postMessage({ conn: this.conn, close: true });
    lines.delete(this.conn);
    this.readyState = 3;
  }
}

/** Gives the record of a match of this device as a file. @param {string} id @param {string} name */
export async function saveRecord(id, name) {
  const { body } = await answer('GET', `/api/matches/${id}/record`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([body.text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
