// SPDX-License-Identifier: MIT
// What stands beside the board: players with clocks and captured men, tools, what
// happened, talk, the result.

import { h, s, sentence, show, toast } from './dom.js';
import { U, drawItem, itemClass } from './items.js';
import { verdict } from './history.js';
import { leaflet } from './leaflet.js';
import { skinOf } from './skins.js';

const DAY = 86400;

// Signs on buttons, in a box of 20 x 20; fonts do not have all of them.
const SIGNS = {
  first: 'M4 4h2.500v12H4zM16 4v12L7 10z',
  back: 'M14 4v12L5 10z',
  forward: 'M6 4v12l9-6z',
  play: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM8 6.500v7l6-3.500z',
  pause: 'M5 4h3.500v12H5zM11.500 4H15v12h-3.500z',
  last: 'M13.500 4H16v12h-2.500zM4 4v12l9-6z',
  turn: 'M6 3l4 5H7.500v9h-3V8H2zM14 17l-4-5h2.500V3h3v9H18z',
  rules: 'M10 5C8 3.500 5 3 2 3.500v12c3-.500 6 0 8 1.500 2-1.500 5-2 8-1.500v-12C15 3 12 3.500 10 5zm-1 9c-1.600-.800-3.400-1.100-5.200-1V5.200C5.600 5.100 7.400 5.500 9 6.400zm7.200-1c-1.800-.100-3.600.200-5.200 1V6.400c1.600-.900 3.400-1.300 5.200-1.200z',
};

export class Panel {
  constructor(view) {
    this.view = view;
    this.clock = null;
    this.result = h('div', {});
    this.players = h('ul', { class: 'players', 'aria-label': 'Players' });
    this.tools = h('div', { class: 'tools' });
    this.logList = h('ol', { class: 'log', 'aria-label': 'What happened', tabindex: 0 });
    this.chatBox = h('div', { class: 'chat', role: 'log', 'aria-label': 'Talk', tabindex: 0 });
    this.typed = h('input', { 'aria-label': 'Type a move', placeholder: 'type a move', size: 12, onkeydown: (e) => {
      if (e.key !== 'Enter') return;
      view.type(e.target.value.trim());
      e.target.value = '';
    } });
    this.scrub = h('input', { class: 'scrub', type: 'range', min: 0, 'aria-label': 'Position after move', oninput: (e) => view.look(Number(e.target.value)) });
    this.side = h('aside', { class: 'side', 'aria-label': 'Match' }, this.tools, this.scrub, this.logList, this.typed, this.chatBox, this.chatForm());
  }

  draw() {
    this.drawPlayers();
    this.drawLog();
    this.drawChat();
    this.drawResult();
    this.drawTools();
  }

  // --- Players ---------------------------------------------------------------

  noteClocks(c) {
    this.clock = c ? { ...c, at: performance.now() } : null;
  }

  timeOf(p) {
    if (!this.clock || this.clock.ms[p] === null || this.clock.ms[p] === undefined) return '';
    const running = (this.clock.running || []).includes(p);
    const t = Math.ceil(Math.max(0, this.clock.ms[p] - (running ? performance.now() - this.clock.at : 0)) / 1000);
    if (t >= DAY) return `${Math.floor(t / DAY)} d ${Math.floor((t % DAY) / 3600)} h`;
    const two = (n) => String(n).padStart(2, '0');
    return t >= 3600 ? `${Math.floor(t / 3600)}:${two(Math.floor((t % 3600) / 60))}:${two(t % 60)}` : `${Math.floor(t / 60)}:${two(t % 60)}`;
  }

  tickClocks() {
    for (const el of this.players.querySelectorAll('.clock')) {
      el.textContent = this.timeOf(Number(el.dataset.seat));
      el.classList.toggle('short', /^0:[012]/.test(el.textContent));
    }
  }

  // Men of `seat` that were there at the start and are no more, in games that begin with
  // an army and never make it larger.
  captured(seat) {
    const { start, state } = this.view;
    if (!start || !state.scene) return [];
    const men = (scene) => scene.items.filter((i) => i.kind === 'piece' && i.owner !== undefined && scene.zones[i.zone].kind === 'grid');
    const before = men(start);
    const now = men(state.scene);
    if (before.length < 8 || now.length > before.length) return [];
    const left = new Map();
    for (const i of now) left.set(i.owner + i.glyph, (left.get(i.owner + i.glyph) || 0) + 1);
    return before.filter((i) => {
      const n = left.get(i.owner + i.glyph) || 0;
      left.set(i.owner + i.glyph, n - 1);
      return i.owner === seat && n <= 0;
    });
  }

  drawCaptured(men) {
    if (!men.length) return null;
    const skin = skinOf(this.view.state.match.game);
    return h('span', { class: 'captured', role: 'img', 'aria-label': `captured: ${men.length}` }, men.slice(0, 16).map((i) => s('svg', { viewBox: `${-U / 2} ${-U / 2} ${U} ${U}`, class: itemClass({ ...i, flags: [] }), 'aria-hidden': 'true' }, drawItem(i, skin))));
  }

  drawPlayers() {
    const { match, you } = this.view.state;
    const taken = match.players.map((_, i) => this.captured(i));
    show(this.players, match.players.map((p, i) => {
      const away = p.present === false && p.kind !== 'bot';
      const lost = match.players.length === 2 ? taken[1 - i] : [];
      return h('li', { class: ((match.turn || []).includes(i) ? 'turn' : '') + (away ? ' away' : ''), style: `--c: var(--c-player${i + 1})` },
        h('span', { class: 'who' }, h('b', {}, p.name || 'open seat'), h('small', {}, [p.rating ? String(Math.round(p.rating)) : '', you.includes(i) ? 'you' : '', away && p.kind !== 'open' && p.kind !== 'invite' ? 'away' : ''].filter(Boolean).join(' · '))),
        this.drawCaptured(lost),
        h('span', { class: 'clock', 'data-seat': i }, this.timeOf(i)));
    }));
  }

  // --- Tools -----------------------------------------------------------------

  drawTools() {
    const v = this.view;
    const st = v.state;
    const playing = st.you.length && st.match.state === 'live' && !st.result;
    const seat = st.ask ? st.ask.seat : st.seat;
    const several = st.match.players.length > 2;
    const over = st.match.state === 'over';
    const giving = seat === null || seat === undefined ? st.you[0] : seat;
    const forWhom = st.you.length > 1 ? ` as ${st.match.players[giving].name}` : '';
    this.typed.hidden = !st.ask;
    this.scrub.hidden = !v.log.length;
    this.scrub.max = v.lastPly();
    if (document.activeElement !== this.scrub || !v.looking) this.scrub.value = v.past ? v.past.ply : v.lastPly();
    this.chatInput.hidden = !st.you.length;
    this.chatBox.hidden = !st.you.length;
    const away = st.match.players.findIndex((p, i) => p.present === false && !st.you.includes(i) && (st.match.turn || []).includes(i) && p.kind !== 'bot');
    const people = st.match.players.every((p) => p.kind !== 'bot') && st.match.players.length > 1;
    const icon = (sign, label, act, off) => h('button', { class: 'icon', 'aria-label': label, title: label, 'aria-disabled': off ? 'true' : null, onclick: act }, s('svg', { viewBox: '0 0 20 20', width: 20, height: 20, fill: 'currentColor', 'aria-hidden': 'true' }, s('path', { d: SIGNS[sign], 'fill-rule': 'evenodd' })));
    const tool = (words, act, kind) => h('button', { class: kind, onclick: act }, words);
    const board = v.scene.classList.contains('has-board');
    show(this.tools,
      st.offer && st.offer.kind !== 'rematch' && st.you.length ? h('div', { class: 'offer' }, h('p', {}, st.offer.words), tool('Accept', () => v.order({ t: 'answer', kind: st.offer.kind, yes: true }), 'primary'), tool('Decline', () => v.order({ t: 'answer', kind: st.offer.kind, yes: false }))) : null,
      h('div', { class: 'icons' },
        icon('first', 'To the beginning', () => v.look(0), !v.log.length),
        icon('back', 'One move back', () => v.step(-1), !v.log.length),
        icon('forward', 'One move forward', () => v.step(1), !v.past),
        over && v.log.length ? icon(v.replaying ? 'pause' : 'play', v.replaying ? 'Stop the replay' : 'Replay the match', () => v.replay()) : null,
        icon('last', 'To the present', () => v.look(null), !v.past),
        board ? icon('turn', 'Turn the board', () => v.turnBoard()) : null,
        icon('rules', 'Rules', () => this.openRules())),
      h('div', { class: 'actions' },
        st.ask && st.ask.undo ? tool('Undo', () => v.order({ t: 'undo', seat: st.ask.seat, ply: st.ask.ply })) : null,
        v.picks.picked.length ? tool('Put back', () => v.putBack()) : null,
        playing && v.log.some((e) => e.who !== null) ? tool('Take back', () => v.order({ t: 'offer', kind: 'takeback' })) : null,
        playing && people ? tool('Offer draw', () => v.order({ t: 'offer', kind: 'draw' })) : null,
        playing ? tool(several ? 'Leave' : 'Resign', () => v.order({ t: 'resign', seat: giving }, several ? `Leave this match${forWhom}? A bot will play on.` : `Resign this match${forWhom}?`), 'danger') : null,
        st.match.state === 'open' && st.invites ? tool('Give up this match', () => v.order({ t: 'cancel' }), 'danger') : null,
        playing && away >= 0 ? tool(`Let a bot play for ${st.match.players[away].name}`, () => v.order({ t: 'claim', seat: away })) : null,
        (over && st.result) || (v.log.length && !st.match.hidden && !st.match.chance) ? tool(v.past ? 'Play on from this position' : 'Play on from here', () => v.fork()) : null));
  }

  async openRules() {
    const { match } = this.view.state;
    try {
      const words = await leaflet(match.game);
      const box = h('dialog', { class: 'panel', 'aria-label': 'Rules', onclose: () => box.remove() }, h('button', { class: 'close', onclick: () => box.close() }, 'Close'), words);
      document.body.append(box);
      box.showModal();
    } catch (e) {
      toast(e.message);
    }
  }

  // --- What happened ---------------------------------------------------------

  drawLog() {
    const { log, past, state } = this.view;
    const names = state.match.players.map((p) => p.name);
    // "Anna: e2e4" tells who by its side; sentences need the whole line.
    const short = log.length > 0 && names.length === 2 && log.every((e) => e.who !== null && e.sentence === `${names[e.who]}: ${e.text}`);
    this.logList.classList.toggle('pairs', short);
    show(this.logList, log.map((e) => h('li', { value: e.ply, class: (e.who === null ? 'drawn' : '') + (past && past.ply === e.ply ? ' now' : ''), onclick: () => this.view.look(e.ply) }, short ? e.text : sentence(e.sentence))));
    if (past) this.logList.querySelector('.now')?.scrollIntoView({ block: 'nearest' });
    else this.logList.scrollTop = this.logList.scrollHeight;
  }

  // --- Talk ------------------------------------------------------------------

  drawChat() {
    show(this.chatBox, (this.view.state.chat || []).map((c) => h('p', {}, h('strong', {}, c.from, ': '), c.text)));
    this.chatBox.scrollTop = this.chatBox.scrollHeight;
  }

  chatForm() {
    const input = h('input', { 'aria-label': 'Say something', placeholder: 'say something', maxlength: 140 });
    this.chatInput = h('form', { class: 'say', hidden: true, onsubmit: (e) => {
      e.preventDefault();
      if (input.value.trim()) this.view.order({ t: 'chat', text: input.value.trim() });
      input.value = '';
    } }, input, h('button', {}, 'Say'));
    return this.chatInput;
  }

  // --- The end ---------------------------------------------------------------

  drawResult() {
    const st = this.view.state;
    if (!st.result) {
      show(this.result);
      return;
    }
    const order = [...st.result].sort((a, b) => a.rank - b.rank);
    const title = verdict(st.result, st.end);
    const scores = order.some((r) => r.score > 1 || r.score < 0) || order.length > 2;
    show(this.result, h('div', { class: 'result' }, h('h2', {}, title),
      scores ? h('table', {}, order.map((r) => h('tr', {}, h('td', {}, r.rank + '.'), h('td', {}, r.name), h('td', {}, r.score)))) : null,
      h('div', { class: 'actions' }, st.you.length ? h('button', { class: 'primary', onclick: () => this.view.rematch() }, st.match.rematch && st.offer ? 'Join the rematch' : 'Rematch') : st.match.rematch ? h('a', { class: 'button', href: '/m/' + st.match.rematch }, 'Watch the next match') : null,
        h('a', { class: 'button', href: `/api/matches/${this.view.id}/record`, download: `${st.match.game}-${this.view.id}.record` }, 'Record'), h('a', { class: 'button', href: '/' }, 'Other games'))));
  }
}
