// SPDX-License-Identifier: MIT
// A match on the screen: the scene, whose turn it is, picking a move, looking back.
// What stands beside the board is drawn by panel.js.

import { h, say, sentence, show, toast } from './dom.js';
import { get, post } from './api.js';
import { Socket } from './socket.js';
import { Picks } from './picks.js';
import { drawScene } from './scene.js';
import { makeDraggable } from './motion.js';
import { Panel } from './panel.js';
import { skinOf } from './skins.js';
import { go } from './main.js';

const NONE = new Set();
const LOOK_EVERY = 80; // ms between two looks back: the server counts them
const REPLAY_EVERY = 900;

class MatchView {
  constructor(root, id) {
    this.id = id;
    this.state = null; // the last `full`, kept up to date by later messages
    this.picks = new Picks([]);
    this.log = [];
    this.flip = null; // null = as the seat would sit
    this.title = h('h1', { class: 'visually-hidden' });
    this.prompt = h('p', { class: 'prompt', 'aria-live': 'polite' });
    this.scene = h('div', { class: 'scene' });
    makeDraggable(this.scene, (ref) => this.state && this.state.ask && !this.past && this.pick(ref), (ref) => this.picks.picked.includes(ref));
    this.panel = new Panel(this);
    show(root, h('div', { class: 'match' }, this.title, this.panel.players, h('div', { class: 'table' }, this.prompt, this.panel.result, this.scene), this.panel.side));
    this.socket = new Socket('match=' + encodeURIComponent(id), { message: (m) => this.receive(m), state: (up) => this.connection(up) });
    this.clockTimer = setInterval(() => this.panel.tickClocks(), 250);
    this.onkey = (e) => this.key(e);
    document.addEventListener('keydown', this.onkey);
  }

  leave() {
    this.socket.close();
    clearInterval(this.clockTimer);
    clearInterval(this.replaying);
    document.removeEventListener('keydown', this.onkey);
  }

  // --- What the server says --------------------------------------------------

  receive(m) {
    const handler = { full: this.full, event: this.event, ask: this.update, over: this.over, chat: this.talk, present: this.present, offer: this.offer, answer: this.answer }[m.t];
    if (handler && (this.state || m.t === 'full')) handler.call(this, m);
  }

  full(m) {
    const first = !this.state;
    this.state = m;
    this.log = m.log || [];
    this.past = null;
    document.title = m.match.title + ' · Tessera';
    this.title.textContent = m.match.title;
    if (m.offer) this.noteOffer(m.offer);
    this.panel.noteClocks(m.clocks);
    this.picks = new Picks(m.ask && m.ask.moves);
    if (first) this.begin(m);
    this.draw();
    const linked = /^#(\d+)$/.exec(location.hash);
    if (first && linked && m.scene) this.look(Number(linked[1]));
  }

  // What is asked for once: what cards say, and which men there were at the start.
  begin(m) {
    if (m.match.hidden) {
      get(`/api/games/${m.match.game}/rules?match=${encodeURIComponent(this.id)}`).then((d) => { this.words = d.words; this.drawScene(); }).catch(() => {});
    }
    if (!m.match.hidden && !m.match.chance && m.match.state !== 'open') {
      this.socket.send({ t: 'look', ply: 0 }).then((answer) => { this.start = answer.scene; this.panel.drawPlayers(); });
    }
  }

  event(m) {
    this.log.push(...m.log);
    const told = m.log.filter((e) => e.who !== null);
    if (told.length) say(told.map((e) => sentence(e.sentence)).join('. '), true);
    this.past = null;
    this.moved = told.length ? told[told.length - 1].pick : null;
    this.update(m);
    this.moved = null;
  }

  update(m) {
    const s = this.state;
    for (const name of ['scene', 'ask', 'seat', 'match', 'curtain']) if (m[name] !== undefined) s[name] = m[name];
    if (m.turn) s.match.turn = m.turn;
    if ('clocks' in m) this.panel.noteClocks(m.clocks);
    this.picks = new Picks(s.ask && s.ask.moves);
    this.draw();
  }

  over(m) {
    Object.assign(this.state, { result: m.result, end: m.end, ask: null, offer: null, match: m.match || this.state.match });
    this.picks = new Picks([]);
    say('The match is over. ' + m.result.map((r) => `${r.name}: place ${r.rank}`).join(', '), true);
    this.draw();
  }

  talk(m) {
    this.state.chat = [...(this.state.chat || []), m];
    this.panel.drawChat();
  }

  present(m) {
    this.state.match.players[m.seat].present = m.here;
    this.panel.drawPlayers();
    this.panel.drawTools();
  }

  noteOffer(m) {
    const s = this.state;
    s.offer = null;
    if (m.kind === 'rematch') s.match.rematch = m.id;
    if (s.you.includes(m.from)) return;
    const words = { draw: 'offers a draw', takeback: 'would like to take a move back', rematch: 'would like a rematch' }[m.kind];
    s.offer = { kind: m.kind, words: `${s.match.players[m.from].name} ${words}.` };
    if (s.you.length) toast(s.offer.words);
  }

  offer(m) {
    this.noteOffer(m);
    this.panel.drawTools();
    this.panel.drawResult();
  }

  answer(m) {
    const asked = this.state.asked === m.kind;
    this.state.offer = null;
    this.state.asked = null;
    if (!m.yes && asked) toast('The offer was declined.');
    this.panel.drawTools();
  }

  connection(up) {
    if (!up && this.state) this.prompt.textContent = 'Connection lost; trying again …';
    else this.drawPrompt();
  }

  // --- What the person does --------------------------------------------------

  async pick(ref) {
    const what = this.picks.pick(ref);
    if (what.move) {
      this.send(what.move.text);
      return;
    }
    if (what.wrong && this.state.ask) {
      const answer = await this.socket.send({ t: 'why', seat: this.state.ask.seat, pick: what.wrong });
      toast(sentence(answer.why || 'That cannot be picked now'));
    }
    this.drawScene();
    this.panel.drawTools();
  }

  putBack() {
    if (!this.picks.back()) return;
    this.drawScene();
    this.panel.drawTools();
  }

  async send(text) {
    const { ask } = this.state;
    this.state.ask = null;
    this.picks = new Picks([]);
    this.drawScene();
    const answer = await this.socket.send({ t: 'move', seat: ask.seat, ply: ask.ply, text });
    if (answer.t === 'refuse') {
      toast(sentence(answer.why));
      if (!this.state.ask) this.state.ask = ask;
      this.picks = new Picks(this.state.ask.moves);
      this.draw();
    }
  }

  type(text) {
    if (text && this.state.ask) this.send(text);
  }

  async order(message, question) {
    if (question && !confirm(question)) return;
    if (message.t === 'offer') this.state.asked = message.kind;
    const answer = await this.socket.send(message);
    if (answer.t === 'refuse') toast(sentence(answer.why));
    else if (message.t === 'offer' && this.state.asked) toast('The others have been asked.');
  }

  // Looks at an earlier position; null = back to the present. One question at a time: who
  // holds a key or drags the slider is shown the newest place asked for.
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
      this.past = null;
    } else {
      const [answer] = await Promise.all([this.socket.send({ t: 'look', ply }), new Promise((done) => { setTimeout(done, LOOK_EVERY); })]);
      if (answer.t === 'refuse') toast(sentence(answer.why));
      else this.past = answer;
    }
    history.replaceState(null, '', location.pathname + (this.past ? '#' + this.past.ply : ''));
    this.drawScene();
    this.drawPrompt();
    this.panel.drawLog();
    this.panel.drawTools();
  }

  // Plays the match again by itself, from where one looks or from its beginning.
  replay() {
    if (this.replaying) {
      this.stopReplay();
      return;
    }
    if (!this.past) this.look(0);
    this.replaying = setInterval(() => (this.past ? this.step(1, true) : this.stopReplay()), REPLAY_EVERY);
    this.panel.drawTools();
  }

  stopReplay() {
    clearInterval(this.replaying);
    this.replaying = 0;
    this.panel.drawTools();
  }

  lastPly() {
    return this.log.length ? this.log[this.log.length - 1].ply : 0;
  }

  step(by, alone) {
    if (this.replaying && !alone) this.stopReplay();
    const now = this.looking ? this.wanted ?? this.lastPly() : this.past ? this.past.ply : this.lastPly();
    // Draws belong to the move before them: a step goes from one decision to the next.
    const stops = [0, ...this.log.filter((e, i) => !this.log[i + 1] || this.log[i + 1].who !== null).map((e) => e.ply)];
    const next = by < 0 ? stops.filter((p) => p < now).pop() : stops.find((p) => p > now);
    if (next !== undefined) this.look(next);
  }

  key(e) {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !this.state || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
    const act = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.look(0), End: () => this.look(null), Escape: () => this.putBack(), f: () => this.turnBoard(), m: () => this.panel.typed.focus() }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  turnBoard() {
    this.flip = !this.isFlipped();
    this.drawScene();
  }

  async next(path, body) {
    try {
      go('/m/' + (await post(`/api/matches/${this.id}/${path}`, body)).id);
    } catch (e) {
      toast(e.message);
    }
  }

  rematch() {
    this.next('rematch');
  }

  fork() {
    this.next('fork', { ply: this.past ? this.past.ply : this.lastPly() });
  }

  // --- Drawing ---------------------------------------------------------------

  draw() {
    this.drawPrompt();
    this.drawScene();
    this.panel.draw();
  }

  drawPrompt() {
    const s = this.state;
    if (!s) return;
    if (this.past) {
      show(this.prompt, `Position after move ${this.past.ply} of ${this.lastPly()} `, h('button', { onclick: () => this.look(null) }, 'Back to the present'));
    } else if (s.match.state === 'open') {
      show(this.prompt, s.invites && s.invites.length ? 'Waiting for players …' : 'Waiting for players: the match is listed on the front page …', s.invites ? s.invites.map((u) => this.invitation(u)) : null);
    } else if (s.match.state === 'over' && !s.result) {
      show(this.prompt, 'This match was given up before it began. ', h('a', { class: 'button', href: '/g/' + s.match.game }, 'Set up another'));
    } else if (s.ask) {
      show(this.prompt, h('span', { class: 'mine' }, sentence(s.ask.prompt)));
    } else if (s.result) {
      show(this.prompt, 'The match is over.');
    } else {
      const names = (s.match.turn || []).map((p) => s.match.players[p].name).join(' and ');
      show(this.prompt, names ? `Waiting for ${names} …` : '');
    }
  }

  invitation(path) {
    const url = location.origin + path;
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(url);
        toast('The link is copied. Send it to whoever shall play.');
      } catch {
        toast('Copying is not allowed here; please mark the link and copy it.');
      }
    };
    return h('span', { class: 'invite' }, h('a', { href: path }, url), ' ', h('button', { onclick: copy }, 'Copy the link'));
  }

  // Whose side is in front: the only seat of this device. Where several share it, boards
  // stay as they are, and elsewhere it is whoever looks.
  near() {
    const { you, seat, scene } = this.state;
    if (you.length === 1) return you[0];
    const onBoard = scene && scene.zones.some((z) => z.parent < 0 && /grid|hex|graph/.test(z.kind));
    return onBoard || typeof seat !== 'number' ? 0 : seat;
  }

  // A board is turned if the men of the seat in front stand at its top at the start.
  isFlipped() {
    if (this.flip !== null) return this.flip;
    const scene = this.start || this.state.scene;
    if (!scene || this.near() === 0) return false;
    const zone = scene.zones.findIndex((z) => z.kind === 'grid' && z.parent < 0);
    const men = scene.items.filter((i) => i.zone === zone && i.kind === 'piece' && i.owner === this.near());
    const mean = men.reduce((sum, i) => sum + i.row, 0) / men.length;
    return men.length > 2 && mean < (scene.zones[zone].rows - 1) / 2 - 0.6;
  }

  // The picks of the move that led to the position shown.
  lastMove() {
    const ply = this.past ? this.past.ply : this.lastPly();
    const entry = this.log.filter((e) => e.who !== null && e.ply <= ply).pop();
    return entry && entry.pick ? entry.pick : [];
  }

  drawScene() {
    const s = this.state;
    if (!s) return;
    if (s.curtain !== undefined && s.curtain !== null) {
      const { name } = s.match.players[s.curtain];
      this.scene.classList.remove('has-board');
      show(this.scene, h('div', { class: 'curtain panel' }, h('h2', {}, `Pass the device to ${name}`), h('p', {}, 'Nothing hidden is shown meanwhile.'), h('button', { class: 'primary', onclick: () => this.order({ t: 'show', seat: s.curtain }) }, `I am ${name}`)));
      return;
    }
    const scene = this.past ? this.past.scene : s.scene;
    if (!scene) {
      show(this.scene);
      return;
    }
    const live = !this.past;
    drawScene(this.scene, scene, {
      next: live ? this.picks.next() : NONE,
      picked: live ? new Set(this.picks.picked) : NONE,
      marks: live ? this.picks.marks() : NONE,
      last: new Set(this.lastMove()),
      move: live ? this.moved : null,
      onpick: live && s.ask ? (ref) => this.pick(ref) : null,
      names: s.match.players.map((p) => p.name),
      near: this.near(),
      flip: this.isFlipped(),
      skin: skinOf(s.match.game),
      words: this.words,
    });
  }
}

export async function matchScreen(root, id, invite) {
  if (invite) {
    await post(`/api/matches/${id}/join`, { invite });
    history.replaceState(null, '', '/m/' + id);
  } else {
    await get(`/api/matches/${id}`); // a wrong link says so, instead of waiting for ever
  }
  const view = new MatchView(root, id);
  return () => view.leave();
}
