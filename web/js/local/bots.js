// SPDX-License-Identifier: MIT
// The bots of one table, each in a worker of its own that is started when it is first asked.

const PAUSE = 350; // ms before a bot's move, so that one's own is seen first

export class Bots {
  /** @param {any} tessera @param {any} rules @param {import('./store.js').Kept} kept */
  constructor(tessera, rules, kept) {
    this.tessera = tessera;
    this.rules = rules;
    this.kept = kept;
    /** @type {Map<number, any>} */
    this.there = new Map();
  }

  /** Ends their workers, and with them what they think about. */
  close() {
    for (const bot of this.there.values()) bot.close();
    this.there.clear();
  }

  /** @param {number} seat */
  async bot(seat) {
    const known = this.there.get(seat);
    if (known) return known;
    const bot = await this.tessera.bot(this.rules, this.kept.seats[seat].spec);
    this.there.set(seat, bot);
    return bot;
  }

  /**
   * What a seat plays now; one that fails plays what comes first and holds up nobody.
   * @param {any} match @param {number} seat
   */
  async choose(match, seat) {
    const pause = new Promise((over) => {
      setTimeout(over, PAUSE);
    });
    const seed = BigInt(this.kept.made) * 1000003n + BigInt(match.ply * 8 + seat);
    const { position } = match;
    const [first] = match.ask(seat).moves;
    try {
      const bot = await this.bot(seat);
      return (await Promise.all([bot.choose(position, { seat, seed }), pause]))[0];
    } catch {
      this.there.delete(seat);
      return first.text;
    }
  }
}
