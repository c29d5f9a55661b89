// SPDX-License-Identifier: MIT
// A match on the screen: the scene, whose turn it is, picking a move, clocks, talk.

import { h, say, sentence, show, toast } from './dom.js';
import { post } from './api.js';
import { Socket } from './socket.js';
import { Picks } from './picks.js';
import { drawScene, makeDraggable } from './scene.js';
import { go } from './main.js';

class MatchView {
  constructor(root, id) {
    this.id = id;
    this.state = null; // the last `full`, kept up to date by later messages
    this.picks = new Picks([]);
    this.log = [];
    this.chat = [];
    this.prompt = h('p', { class: 'prompt', 'aria-live': 'polite' });
    this.scene = h('div', { class: 'scene' });
    makeDraggable(this.scene, (ref) => this.state && this.state.ask && !this.past && this.pick(ref), (ref) => this.picks.picked.includes(ref));
    this.result = h('div', {});
    this.players = h('ul', { class: 'players' });
    this.logList = h('ol', { class: 'log', 'aria-label': 'What happened' });
    this.tools = h('div', { class: 'actions' });
    this.chatBox = h('div', { class: 'chat', 'aria-label': 'Talk' });
    this.table = h('div', {}, this.prompt, this.result, this.scene);
    this.typed = h('input', { 'aria-label': 'Type a move', placeholder: 'type a move', size: 12, onkeydown: (e) => e.key === 'Enter' && this.type(e.target) });
    show(root, h('div', { class: 'match' }, this.table, h('aside', { class: 'side' }, this.players, this.tools, this.typed, this.logList, this.chatBox, this.chatForm())));
    this.socket = new Socket('match=' + encodeURIComponent(id), { message: (m) => this.receive(m), state: (up) => this.connection(up) });
    this.clockTimer = setInterval(() => this.tickClocks(), 250);
  }

  leave() {
    this.socket.close();
    clearInterval(this.clockTimer);
  }

  // --- What the server says --------------------------------------------------

  receive(m) {
    const handler = { full: this.full, event: this.event, ask: this.ask, clocks: this.clocks, over: this.over, chat: this.talk, present: this.present, offer: this.offer, answer: this.answer, gone: this.gone }[m.t];
    if (handler) handler.call(this, m);
  }

  full(m) {
    this.state = m;
    this.log = m.log || [];
    this.chat = m.chat || [];
    this.past = null;
    document.title = m.match.title + ' · Tessera';
    if (m.offer) this.noteOffer(m.offer);
    this.noteClocks(m.clocks);
    this.picks = new Picks(m.ask && m.ask.moves);
    this.drawAll();
  }

  event(m) {
    if (!this.state) return;
    this.log.push(...m.log);
    const told = m.log.filter((e) => e.who !== null);
    if (told.length) say(told.map((e) => sentence(e.sentence)).join('. '), true);
    this.past = null;
    this.update(m);
  }

  ask(m) {
    if (this.state) this.update(m);
  }

  update(m) {
    const s = this.state;
    if ('scene' in m) s.scene = m.scene;
    if ('ask' in m) s.ask = m.ask;
    if ('seat' in m) s.seat = m.seat;
    if (m.match) s.match = m.match;
    if (m.turn) s.match.turn = m.turn;
    if (m.curtain !== undefined) s.curtain = m.curtain;
    if ('clocks' in m) this.noteClocks(m.clocks);
    this.picks = new Picks(s.ask && s.ask.moves);
    this.drawAll();
  }

  over(m) {
    if (!this.state) return;
    this.state.result = m.result;
    this.state.end = m.end;
    this.state.ask = null;
    this.state.offer = null;
    if (m.match) this.state.match = m.match;
    this.picks = new Picks([]);
    say('The match is over. ' + m.result.map((r) => `${r.name}: place ${r.rank}`).join(', '), true);
    this.drawAll();
  }

  clocks(m) {
    this.noteClocks(m);
    this.drawPlayers();
  }

  noteClocks(c) {
    this.clock = c ? { ...c, at: performance.now() } : null;
  }

  talk(m) {
    this.chat.push(m);
    this.drawChat();
  }

  present(m) {
    if (!this.state) return;
    this.state.match.players[m.seat].present = m.here;
    this.drawPlayers();
  }

  noteOffer(m) {
    const s = this.state;
    s.offer = null;
    if (m.kind === 'rematch') s.match.rematch = m.id;
    if (s.you.includes(m.from)) return;
    const words = { draw: 'offers a draw', takeback: 'would like to take a move back', rematch: 'would like a rematch' }[m.kind];
    s.offer = { kind: m.kind, words: `${s.match.players[m.from].name} ${words}.` };
    if (s.you.length) say(s.offer.words, true);
  }

  offer(m) {
    if (!this.state) return;
    this.noteOffer(m);
    this.drawTools();
    this.drawResult();
  }

  answer(m) {
    if (!this.state) return;
    const asked = this.state.asked === m.kind;
    this.state.offer = null;
    this.state.asked = null;
    if (!m.yes && asked) toast('The offer was declined.');
    this.drawTools();
  }

  gone(m) {
    toast(m.why || 'The match is gone.');
  }

  connection(up) {
    this.connected = up;
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
    this.drawTools();
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
      this.drawAll();
    }
  }

  type(input) {
    const text = input.value.trim();
    if (!text || !this.state.ask) return;
    input.value = '';
    this.send(text);
  }

  async order(message, ask) {
    if (ask && !confirm(ask)) return;
    if (message.t === 'offer') this.state.asked = message.kind;
    const answer = await this.socket.send(message);
    if (answer.t === 'refuse') toast(sentence(answer.why));
    else if (message.t === 'offer' && this.state.asked) toast('The others have been asked.');
  }

  // Looks at an earlier position; null = back to the present.
  async look(ply) {
    if (ply === null || ply >= this.lastPly()) {
      this.past = null;
    } else {
      const answer = await this.socket.send({ t: 'look', ply: Math.max(0, ply) });
      if (answer.t === 'refuse') toast(sentence(answer.why));
      else this.past = answer;
    }
    this.drawScene();
    this.drawPrompt();
    this.drawLog();
    this.drawTools();
  }

  lastPly() {
    return this.log.length ? this.log[this.log.length - 1].ply : 0;
  }

  step(by) {
    const now = this.past ? this.past.ply : this.lastPly();
    // Draws belong to the move before them: a step goes from one decision to the next.
    const stops = [0, ...this.log.filter((e, i) => !this.log[i + 1] || this.log[i + 1].who !== null).map((e) => e.ply)];
    const next = by < 0 ? stops.filter((p) => p < now).pop() : stops.find((p) => p > now);
    if (next !== undefined) this.look(next);
  }

  // --- Drawing ---------------------------------------------------------------

  drawAll() {
    this.drawPlayers();
    this.drawPrompt();
    this.drawScene();
    this.drawLog();
    this.drawChat();
    this.drawResult();
    this.drawTools();
  }

  drawPrompt() {
    const s = this.state;
    if (!s) return;
    if (this.past) {
      show(this.prompt, `Position after move ${this.past.ply} of ${this.lastPly()} `, h('button', { onclick: () => this.look(null) }, 'Back to the present'));
    } else if (s.match.state === 'open') {
      show(this.prompt, 'Waiting for players …', s.invites ? h('div', {}, s.invites.map((u) => h('p', {}, 'Invitation: ', h('a', { href: u }, location.origin + u)))) : null);
    } else if (s.ask) {
      show(this.prompt, h('span', { class: 'mine' }, sentence(s.ask.prompt)));
    } else if (s.result) {
      show(this.prompt, 'The match is over.');
    } else {
      const names = (s.match.turn || []).map((p) => s.match.players[p].name).join(' and ');
      show(this.prompt, names ? `Waiting for ${names} …` : '');
    }
  }

  drawScene() {
    const s = this.state;
    if (!s) return;
    if (s.curtain !== undefined && s.curtain !== null) {
      const name = s.match.players[s.curtain].name;
      show(this.scene, h('div', { class: 'curtain panel' }, h('h2', {}, `Pass the device to ${name}`), h('p', {}, 'Nothing hidden is shown meanwhile.'), h('button', { class: 'primary', onclick: () => this.order({ t: 'show', seat: s.curtain }) }, `I am ${name}`)));
      return;
    }
    if (this.past) {
      drawScene(this.scene, this.past.scene, { next: new Set(), picked: new Set(), marks: new Set(), onpick: null, names: s.match.players.map((p) => p.name) });
      return;
    }
    if (!s.scene) {
      show(this.scene);
      return;
    }
    drawScene(this.scene, s.scene, { next: this.picks.next(), picked: new Set(this.picks.picked), marks: this.picks.marks(), onpick: s.ask ? (ref) => this.pick(ref) : null, names: s.match.players.map((p) => p.name) });
  }

  timeOf(p) {
    if (!this.clock || this.clock.ms[p] === null || this.clock.ms[p] === undefined) return '';
    const running = (this.clock.running || []).includes(p);
    const ms = Math.max(0, this.clock.ms[p] - (running ? performance.now() - this.clock.at : 0));
    const t = Math.ceil(ms / 1000);
    return t >= 86400 ? `${Math.floor(t / 86400)} d` : `${Math.floor(t / 60)}:${String(t % 60).padStart(2, '0')}`;
  }

  drawPlayers() {
    const s = this.state;
    if (!s) return;
    show(this.players, s.match.players.map((p, i) => h('li', { class: ((s.match.turn || []).includes(i) ? 'turn' : '') + (p.present === false && p.kind !== 'bot' ? ' away' : ''), style: `border-left-color: var(--c-player${i + 1})` },
      h('span', {}, p.name || 'open seat', s.you.includes(i) ? ' (you)' : '', p.rating ? ` ${Math.round(p.rating)}` : ''), h('span', { class: 'clock', 'data-seat': i }, this.timeOf(i)))));
  }

  tickClocks() {
    for (const el of this.players.querySelectorAll('.clock')) el.textContent = this.timeOf(Number(el.dataset.seat));
  }

  drawLog() {
    show(this.logList, this.log.map((e) => h('li', { value: e.ply, class: (e.who === null ? 'drawn' : '') + (this.past && this.past.ply === e.ply ? ' now' : ''), onclick: () => this.look(e.ply) }, sentence(e.sentence))));
    if (this.past) this.logList.querySelector('.now')?.scrollIntoView({ block: 'nearest' });
    else this.logList.scrollTop = this.logList.scrollHeight;
  }

  drawChat() {
    show(this.chatBox, this.chat.map((c) => h('p', {}, h('strong', {}, c.from, ': '), c.text)));
    this.chatBox.scrollTop = this.chatBox.scrollHeight;
  }

  chatForm() {
    const input = h('input', { 'aria-label': 'Say something', placeholder: 'say something', maxlength: 140 });
    this.chatInput = h('form', { class: 'say', hidden: true, onsubmit: (e) => {
      e.preventDefault();
      if (input.value.trim()) this.order({ t: 'chat', text: input.value.trim() });
      input.value = '';
    } }, input, h('button', {}, 'Say'));
    return this.chatInput;
  }

  drawResult() {
    const s = this.state;
    if (!s.result) {
      show(this.result);
      return;
    }
    const order = s.result.map((r, i) => ({ ...r, name: r.name || s.match.players[i].name })).sort((a, b) => a.rank - b.rank);
    const winners = order.filter((r) => r.rank === 1);
    const title = winners.length === 1 ? `${winners[0].name} wins` : winners.length ? `${winners.map((w) => w.name).join(' and ')} share the first place` : 'Nobody wins';
    show(this.result, h('div', { class: 'result' }, h('h2', {}, title), h('table', {}, h('tr', {}, h('th', {}, 'Place'), h('th', {}, 'Player'), h('th', {}, 'Score')), order.map((r) => h('tr', {}, h('td', {}, r.rank), h('td', {}, r.name), h('td', {}, r.score)))),
      h('div', { class: 'actions' }, s.you.length ? h('button', { class: 'primary', onclick: () => this.rematch() }, s.match.rematch && s.offer ? 'Join the rematch' : 'Rematch') : s.match.rematch ? h('a', { class: 'button', href: '/m/' + s.match.rematch }, 'Watch the next match') : null, h('a', { class: 'button', href: `/api/matches/${this.id}/record`, download: `${s.match.game}-${this.id}.record` }, 'Record'), h('a', { class: 'button', href: '/' }, 'Other games'))));
  }

  async rematch() {
    try {
      go('/m/' + (await post(`/api/matches/${this.id}/rematch`)).id);
    } catch (e) {
      toast(e.message);
    }
  }

  async fork() {
    try {
      go('/m/' + (await post(`/api/matches/${this.id}/fork`, { ply: this.past ? this.past.ply : this.lastPly() })).id);
    } catch (e) {
      toast(e.message);
    }
  }

  drawTools() {
    const s = this.state;
    if (!s) return;
    const playing = s.you.length && s.match.state === 'live' && !s.result;
    const seat = s.ask ? s.ask.seat : s.seat;
    this.typed.hidden = !s.ask;
    this.chatInput.hidden = !s.you.length;
    const away = s.match.players.findIndex((p, i) => p.present === false && !s.you.includes(i) && (s.match.turn || []).includes(i) && p.kind !== 'bot');
    const secret = s.match.hidden || s.match.chance;
    show(this.tools,
      s.offer && s.offer.kind !== 'rematch' && s.you.length ? [h('p', {}, s.offer.words), h('button', { class: 'primary', onclick: () => this.order({ t: 'answer', kind: s.offer.kind, yes: true }) }, 'Accept'), h('button', { onclick: () => this.order({ t: 'answer', kind: s.offer.kind, yes: false }) }, 'Decline')] : null,
      s.ask && s.ask.undo ? h('button', { onclick: () => this.order({ t: 'undo', seat: s.ask.seat, ply: s.ask.ply }) }, 'Undo') : null,
      this.picks.picked.length ? h('button', { onclick: () => { this.picks.back(); this.drawScene(); this.drawTools(); } }, 'Put back') : null,
      playing && this.log.some((e) => e.who !== null) ? h('button', { onclick: () => this.order({ t: 'offer', kind: 'takeback' }) }, 'Take back') : null,
      playing && s.match.players.every((p) => p.kind !== 'bot') && s.match.players.length > 1 ? h('button', { onclick: () => this.order({ t: 'offer', kind: 'draw' }) }, 'Offer draw') : null,
      playing ? h('button', { class: 'danger', onclick: () => this.order({ t: 'resign', seat: seat === null || seat === undefined ? s.you[0] : seat }, s.match.players.length > 2 ? 'Leave this match? A bot will play on for you.' : 'Resign this match?') }, s.match.players.length > 2 ? 'Leave' : 'Resign') : null,
      playing && away >= 0 ? h('button', { onclick: () => this.order({ t: 'claim', seat: away }) }, `Let a bot play for ${s.match.players[away].name}`) : null,
      this.log.length ? [h('button', { 'aria-label': 'One move back', onclick: () => this.step(-1) }, '◀'), h('button', { 'aria-label': 'One move forward', 'aria-disabled': this.past ? null : 'true', onclick: () => this.step(1) }, '▶')] : null,
      s.match.state === 'over' || (this.log.length && !secret) ? h('button', { onclick: () => this.fork() }, this.past ? 'Play on from this position' : 'Play on from here') : null,
      h('a', { class: 'button', href: `/g/${s.match.game}/rules` }, 'Rules'));
  }
}

export async function matchScreen(root, id, invite) {
  if (invite) {
    await post(`/api/matches/${id}/join`, { invite });
    history.replaceState(null, '', '/m/' + id);
  }
  const view = new MatchView(root, id);
  return () => view.leave();
}
