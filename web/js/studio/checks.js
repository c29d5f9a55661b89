// SPDX-License-Identifier: MIT
// When the compiler is asked: at every key, only about the newest text, and about its tests when the keys
// rest. Each answer has a limit of time, and there is never more than one question on its way.

import { Killable, TooLong } from './killable.js';

const CHECK_LIMIT = 3000; // ms for the compiler
const TEST_LIMIT = 6000; // ms for all tests of a file
const REST = 250; // ms without a key before tests run

export class Checks {
  /**
   * @param {() => string} text
   * @param {{checked: (text: string, report: any) => void, tested: (text: string, report: any) => void,
   *   failed: (words: 'check too long'|'tests too long'|'', seconds: number, message: string) => void}} hear
   */
  constructor(text, hear) {
    this.text = text;
    this.hear = hear;
    this.compiler = new Killable('check-worker.js');
    this.tester = new Killable('check-worker.js');
    /** @type {any} */
    this.timer = 0;
    this.asking = false;
    this.left = false;
    this.fine = ''; // the newest text without mistakes
  }

  /** The text is another one; its tests wait for a click if it came by a link. @param {boolean} [careful] */
  changed(careful = false) {
    clearTimeout(this.timer);
    if (this.tester.busy) this.tester.end(); // what it counts is about an old text
    this.check();
    if (!careful) this.timer = setTimeout(() => this.test(), REST);
  }

  async check() {
    if (this.asking) return; // the newest text is asked about when the answer is there
    this.asking = true;
    let asked;
    do {
      asked = this.text();
      try {
        const report = await this.compiler.ask({ check: asked, tests: false }, CHECK_LIMIT);
        if (this.left) return;
        if (!report.errors) this.fine = asked;
        this.hear.checked(asked, report);
      } catch (problem) {
        if (!this.left) this.fail(problem, 'check too long', CHECK_LIMIT);
      }
    } while (asked !== this.text() && !this.left);
    this.asking = false;
  }

  async test() {
    const asked = this.text();
    if (this.asking) {
      this.timer = setTimeout(() => this.test(), REST);
      return;
    }
    if (asked !== this.fine) return; // mistakes come first
    try {
      const report = await this.tester.ask({ check: asked, tests: true }, TEST_LIMIT);
      if (!this.left && asked === this.text()) this.hear.tested(asked, report);
    } catch (problem) {
      if (!this.left && asked === this.text()) this.fail(problem, 'tests too long', TEST_LIMIT);
    }
  }

  /** @param {any} problem @param {'check too long'|'tests too long'} words @param {number} limit */
  fail(problem, words, limit) {
    if (problem instanceof TooLong) this.hear.failed(words, limit / 1000, '');
    else this.hear.failed('', 0, problem.message);
  }

  /**
   * The text as `tessera fmt` writes it; null if it has mistakes.
   * @param {string} text
   * @returns {Promise<string|null>}
   */
  async formatted(text) {
    return this.compiler.ask({ format: text }, CHECK_LIMIT).catch(() => null);
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
    this.compiler.end();
    this.tester.end();
  }
}
