// SPDX-License-Identifier: MIT
// Looking back: earlier positions, one step at a time or by themselves, and links to them.

const LOOK_EVERY = 80; // ms between two looks back: the server counts them
const REPLAY_EVERY = 900;

export class Past {
  /** @param {any} match */
  constructor(match) {
    this.match = match;
    /** @type {any} */
    this.now = null; // the position looked at: {ply, scene}
    this.wanted = null;
    this.looking = false;
    this.timer = 0;
    this.left = false; // whether the match is no longer looked at
    /** @type {any} */
    this.course = undefined; // the curve of a match that is over; null = nothing is known of it
  }

  /** A match that is over has a curve, which comes by itself. */
  async askCourse() {
    if (this.course !== undefined) return;
    this.course = null;
    try {
      this.course = await (await import('./course.js')).courseOf(this.match);
    } catch {
      return; // the result is there without it
    }
    this.match.draw();
  }

  lastPly() {
    const { log } = this.match;
    return log.length ? log[log.length - 1].ply : 0;
  }

  /** The moves that led to the position shown. @returns {any[]} */
  made() {
    const ply = this.now ? this.now.ply : this.lastPly();
    return this.match.log.filter((/** @type {any} */ e) => e.who !== null && e.ply <= ply);
  }

  /** Shows the position after `ply`; null = the present. Whoever drags is shown the newest one asked for. */
  async look(ply) {
    this.wanted = ply === null || ply >= this.lastPly() ? null : Math.max(0, ply);
    if (this.looking) return;
    this.looking = true;
    for (let asked; asked !== this.wanted;) {
      asked = this.wanted;
      await this.lookAt(asked);
    }
    this.looking = false;
  }

  async lookAt(ply) {
    if (ply === null) {
      this.now = null;
    } else {
      const pause = new Promise((done) => {
        setTimeout(done, LOOK_EVERY);
      });
      const [answer] = await Promise.all([this.match.socket.send({ t: 'look', ply }), pause]);
      if (this.left) return; // the address is another page's now
      if (answer.t === 'refuse') this.match.refused(answer.why);
      else this.now = answer;
    }
    history.replaceState(null, '', location.pathname + (this.now ? `#${this.now.ply}` : ''));
    this.match.draw();
  }

  /** Goes from one decision to the next: draws belong to the move before them. */
  step(by, alone) {
    if (this.timer && !alone) this.stop();
    const { log } = this.match;
    const here = this.looking ? (this.wanted ?? this.lastPly()) : this.now ? this.now.ply : this.lastPly();
    const stops = [0, ...log.filter((e, i) => !log[i + 1] || log[i + 1].who !== null).map((e) => e.ply)];
    const next = by < 0 ? stops.filter((p) => p < here).pop() : stops.find((p) => p > here);
    if (next !== undefined) this.look(next);
  }

  /** Plays the match again by itself, or stops that. */
  replay() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (!this.now) this.look(0);
    this.timer = setInterval(() => (this.now ? this.step(1, true) : this.stop()), REPLAY_EVERY);
    this.match.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.match.draw();
  }

  end() {
    this.left = true;
    clearInterval(this.timer);
  }
}
