// SPDX-License-Identifier: MIT
// A match: what the server says of it, and what the person asks for. view.js draws it, hand.js is how it is
// played.

import { get, post } from './api.js';
import { Clocks } from './clocks.js';
import { say, toast } from './dom.js';
import { enter } from './enter.js';
import { shownLog } from './files.js';
import { Hand } from './hand.js';
import { go } from './go.js';
import { Past } from './past.js';
import { notePlan } from './plan.js';
import { Socket } from './socket.js';
import { endSound, sound } from './sound.js';
import { View } from './view.js';
import { sentence } from './zones.js';
import { t } from './words.js';

class Match {
  constructor(root, id) {
    this.id = id;
    /** @type {any} */
    this.state = null; // the last `full`, kept up to date by later messages
    /** @type {any[]} */
    this.log = [];
    this.connected = true;
    this.clocks = new Clocks();
    this.past = new Past(this);
    this.hand = new Hand(this);
    this.view = new View(this, root);
    this.socket = new Socket(`match=${encodeURIComponent(id)}`, {
      message: (m) => this.receive(m),
      state: (up) => this.connection(up),
    });
    this.timer = setInterval(() => this.state && this.clocks.tick(this.view.root, this.state.you), 250);
  }

  leave() {
    this.socket.close();
    clearInterval(this.timer);
    this.past.end();
    this.view.leave();
  }

  draw() {
    if (!this.past.left) this.view.draw(); // an answer may come when the page has been left
  }

  // --- What the server says --------------------------------------------------

  receive(m) {
    const handler = {
      full: this.full,
      event: this.event,
      ask: this.update,
      over: this.over,
      chat: this.talk,
      present: this.present,
      offer: this.offer,
      answer: this.answer,
      plan: (said) => notePlan(this, said),
    }[m.t];
    if (handler && (this.state || m.t === 'full')) handler.call(this, m);
  }

  full(m) {
    const first = !this.state;
    this.state = m;
    this.log = shownLog(m.match.game, m.log);
    this.past.now = null;
    document.title = `${m.match.title} · Tessera`;
    if (m.offer) this.noteOffer(m.offer);
    this.clocks.note(m.clocks);
    this.hand.ask(m.ask);
    if (first) this.begin(m);
    if (first && m.result) this.view.over = true;
    if (m.result) this.past.askCourse();
    this.draw();
    if (first) this.hand.playAhead();
    const linked = /^#(\d+)$/.exec(location.hash);
    if (first && linked && m.scene) this.past.look(Number(linked[1]));
  }

  // What is asked for once: what cards say, and which men there were at the start.
  begin(m) {
    if (m.match.hidden) {
      get(`/api/games/${m.match.game}/rules?match=${encodeURIComponent(this.id)}`)
        .then((d) => {
          this.words = d.words;
          this.draw();
        })
        .catch(() => {});
    } else if (!m.match.chance && m.match.state !== 'open') {
      this.socket.send({ t: 'look', ply: 0 }).then((answer) => {
        this.start = answer.scene;
        this.draw();
      });
    }
  }

  event(m) {
    m.log = shownLog(this.state.match.game, m.log);
    this.log.push(...m.log);
    const told = m.log.filter((e) => e.who !== null);
    if (told.length) say(told.map((e) => sentence(e.sentence)).join('. '));
    this.past.now = null;
    this.view.story(m, () => this.update(m));
    if (m.ask && this.state.you.length && told.some((e) => !this.state.you.includes(e.who))) sound('turn');
  }

  update(m) {
    const s = this.state;
    for (const name of ['scene', 'ask', 'seat', 'match', 'curtain'])
      if (m[name] !== undefined) s[name] = m[name];
    if (m.turn) s.match.turn = m.turn;
    if ('clocks' in m) this.clocks.note(m.clocks);
    this.hand.ask(s.ask);
    this.draw();
  }

  over(m) {
    Object.assign(this.state, {
      result: m.result,
      parts: m.parts,
      end: m.end,
      ask: null,
      offer: null,
      match: m.match || this.state.match,
    });
    this.hand.ask(null);
    say(`${t('over')} ${m.result.map((r) => t('place', r)).join(', ')}`, true);
    this.view.over = true;
    endSound(m.result, this.state.you);
    this.past.askCourse();
    this.draw();
  }

  talk(m) {
    this.state.chat = [...(this.state.chat || []), m];
    this.draw();
  }

  present(m) {
    this.state.match.players[m.seat].present = m.here;
    this.draw();
  }

  noteOffer(m) {
    const s = this.state;
    s.offer = null;
    if (m.kind === 'rematch') s.match.rematch = m.id;
    if (s.you.includes(m.from)) return;
    s.offer = { kind: m.kind, words: t(`offers ${m.kind}`, { name: s.match.players[m.from].name }) };
    if (s.you.length) toast(s.offer.words);
  }

  offer(m) {
    this.noteOffer(m);
    this.draw();
  }

  answer(m) {
    const asked = this.state.asked === m.kind;
    this.state.offer = null;
    this.state.asked = null;
    if (!m.yes && asked) toast(t('declined'));
    this.draw();
  }

  connection(up) {
    this.connected = up;
    if (this.state) this.draw();
  }

  // --- What the person asks for ----------------------------------------------

  refused(why) {
    sound('refused');
    toast(sentence(why || t('not now')));
  }

  async order(message, question) {
    if (question && !confirm(question)) return;
    if (message.t === 'offer') this.state.asked = message.kind;
    const answer = await this.socket.send(message);
    if (answer.t === 'refuse') this.refused(answer.why);
    else if (message.t === 'offer' && this.state.asked) toast(t('asked'));
  }

  async next(path, body) {
    try {
      go(`/m/${(await post(`/api/matches/${this.id}/${path}`, body)).id}`);
    } catch (e) {
      toast(e.message);
    }
  }

  fork() {
    this.next('fork', { ply: this.past.now ? this.past.now.ply : this.past.lastPly() });
  }

  // --- What is seen ----------------------------------------------------------

  names() {
    return this.state.match.players.map((p) => p.name);
  }

  // Whose side is in front: the only seat of this device. Where several share it, boards stay as they are,
  // and elsewhere it is whoever looks.
  near() {
    const { you, seat, scene } = this.state;
    if (you.length === 1) return you[0];
    const onBoard = scene && scene.zones.some((z) => (z.parent ?? -1) < 0 && /grid|hex|graph/.test(z.kind));
    return onBoard || typeof seat !== 'number' ? 0 : seat;
  }

  // A board is turned if the men of the seat in front stand at its top at the start.
  isFlipped() {
    if (this.flip !== undefined) return this.flip;
    const scene = this.start || this.state.scene;
    if (!scene || this.near() === 0) return false;
    const zone = scene.zones.findIndex((z) => z.kind === 'grid' && (z.parent ?? -1) < 0);
    const men = scene.items.filter((i) => i.zone === zone && i.kind === 'piece' && i.owner === this.near());
    const mean = men.reduce((sum, i) => sum + (i.row || 0), 0) / men.length;
    return men.length > 2 && mean < (scene.zones[zone].rows - 1) / 2 - 0.6;
  }

  turnBoard() {
    this.flip = !this.isFlipped();
    this.draw();
  }

  /** The picks of the move that led to the position shown. @returns {number[]} */
  lastMove() {
    const entry = this.past.made().pop();
    return entry && entry.pick ? entry.pick : [];
  }
}

export const matchScreen = (/** @type {any[]} */ ...parts) =>
  enter(Match, parts[0], parts[1], parts[2], parts[3]);
