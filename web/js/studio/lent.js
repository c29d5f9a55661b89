// SPDX-License-Identifier: MIT
// A table in a frame: the page of a match, with everything a match has, at a table whose worker belongs to
// this page and can be ended. local.js, in the frame, takes the worker that is lent here.

import { h, show } from '../dom.js';
import { Killable, TooLong } from './killable.js';

const LIMIT = 6000; // ms for an answer of the table

export class LentTable {
  /**
   * @param {string} script of the worker
   * @param {{lost: (problem: any) => void, told?: (data: any) => void}} hear
   */
  constructor(script, hear) {
    this.worker = new Killable(script, (data) => this.tell(data));
    this.hear = hear;
    /** @type {Set<number>} */
    this.lines = new Set(); // that the frame has to the table
    this.shown = false;
    this.place = h('div', { class: 'frame' });
    /** @type {{onmessage: null|((e: {data: any}) => void), postMessage: (data: any) => void}} */
    this.lent = { onmessage: null, postMessage: (data) => this.pass(data) };
    /** @type {any} */ (window).lentTable = this.lent;
  }

  /** What the table says goes to the frame, whose questions have numbers of their own. @param {any} data */
  tell(data) {
    const isForFrame = typeof data.n === 'string' || data.conn !== undefined;
    const n = typeof data.n === 'string' ? Number(data.n.slice(1)) : undefined;
    if (isForFrame) this.lent.onmessage?.({ data: { ...data, n } });
    else this.hear.told?.(data);
  }

  /** What the frame writes goes to the table; one that does not answer is ended. @param {any} data */
  async pass(data) {
    if (data.query !== undefined) this.lines.add(data.conn);
    if (data.close) this.lines.delete(data.conn);
    try {
      const worker = await this.worker.start();
      worker.postMessage({ ...data, n: data.n === undefined ? undefined : `f${data.n}` });
      await this.worker.ask({}, LIMIT);
    } catch (problem) {
      this.lost(problem);
    }
  }

  /** @param {any} question @returns {Promise<any>} */
  async ask(question) {
    try {
      return await this.worker.ask(question, LIMIT);
    } catch (problem) {
      if (problem instanceof TooLong) this.lost(problem);
      throw problem;
    }
  }

  /** The table is gone, and the frame's lines with it. @param {any} problem */
  lost(problem) {
    const lines = [...this.lines];
    this.lines.clear();
    this.shown = false;
    for (const conn of lines) this.lent.onmessage?.({ data: { conn, close: true } });
    this.hear.lost(problem);
  }

  /** Shows the table, if it is not seen already. @param {string} address @param {string} title */
  show(address, title) {
    if (this.shown) return;
    this.shown = true;
    show(this.place, h('iframe', { src: address, title }));
  }

  /** Tells the style how high the board is for its width, so that the frame can be as high on a phone. */
  fit() {
    const frame = /** @type {HTMLIFrameElement|null} */ (this.place.querySelector('iframe'));
    const box = /** @type {any} */ (frame?.contentDocument?.querySelector('.boardbox'));
    if (box?.offsetWidth) this.place.style.setProperty('--low', `${box.offsetHeight / box.offsetWidth}`);
  }

  leave() {
    this.worker.end();
    delete (/** @type {any} */ (window).lentTable);
  }
}
