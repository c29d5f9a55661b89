// SPDX-License-Identifier: MIT
// Matches of many games in one page, quickly: they are played over the socket without being drawn, and then shown one
// after the other from what the server has said, without asking it again and without painting anything. Both run in
// the page.

/** Makes so many moves of each match, at random, and keeps in window.said what a page that comes then would be told. */
export function playUnseen([matches, most]) {
  window.said = new Map();
  const hear = (table, m) => {
    if (m.t === 'full') Object.assign(table, { full: m, start: m.scene });
    if ('scene' in m) for (const name of ['scene', 'ask', 'seat', 'curtain', 'clocks']) table.full[name] = m[name];
    if (m.t === 'event') table.full.log.push(...m.log);
    if (m.match) table.full.match = m.match;
    if (m.turn) table.full.match.turn = m.turn;
    if (m.result) Object.assign(table.full, { result: m.result, parts: m.parts, end: m.end, ask: null });
  };
  const play = ({ name, url }) => new Promise((done, fail) => {
    const id = url.split('/').pop();
    const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws?match=${id}`);
    const table = {};
    let [number, made, x, answered] = [0, 0, 7, ''];
    const send = (message) => line.send(JSON.stringify({ ...message, a: ++number }));
    const end = () => {
      window.said.set(id, table);
      line.close();
      done();
    };
    const answer = ({ seat, ply, moves }) => {
      if (answered === `${seat} ${ply}`) return;
      answered = `${seat} ${ply}`;
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      if (made++ === most) end();
      else send({ t: 'move', seat, ply, text: moves[Math.floor((x / 4294967296) * moves.length)].text });
    };
    line.onerror = () => fail(new Error(`${name}: no line`));
    line.onmessage = ({ data }) => {
      const m = JSON.parse(data);
      if (m.t === 'refuse') fail(new Error(`${name}: ${m.why}`));
      hear(table, m);
      if (m.result) end();
      else if (typeof m.curtain === 'number') send({ t: 'show', seat: m.curtain });
      else if (m.ask) answer(m.ask);
    };
  });
  return Promise.all(matches.map(play));
}

/** From now on the page hears of its matches what playUnseen has kept, and paints nothing. */
export function hearAgain() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { visibility: hidden !important }');
  document.adoptedStyleSheets = [sheet];
  const answer = { ok: true, status: 200, headers: new Headers(), json: () => Promise.resolve({ words: {} }) };
  window.fetch = () => Promise.resolve(answer);
  window.WebSocket = class {
    static OPEN = 1;

    constructor(url) {
      this.readyState = 1;
      this.table = window.said.get(/match=(\w+)/.exec(url)[1]);
      queueMicrotask(() => {
        this.onopen();
        this.tell(this.table.full);
      });
    }

    tell(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }

    send(text) {
      const { t, a, ply } = JSON.parse(text);
      if (t === 'look') queueMicrotask(() => this.tell({ t: 'past', a, ply, scene: this.table.start }));
    }

    close() {} // nothing is open
  };
}

/** Shows one match after the other; what does not fit, and the form that each has. */
export async function lookAtAll(matches) {
  const turn = () => new Promise((done) => { // a message to oneself: no picture is waited for
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
  });
  const isDrawn = () => document.querySelector('.match .plate') && document.querySelector('.match .item.can, .match .result');
  const [out, forms] = [[], {}];
  for (const { name, url } of matches) {
    document.querySelector('.match')?.remove();
    const link = Object.assign(document.createElement('a'), { href: url });
    document.body.append(link);
    link.click();
    link.remove();
    for (let i = 0; i < 2e6 && !isDrawn(); i++) await turn(); // only a hang takes so many
    await turn(); // the first position, from which captured men are known
    const what = isDrawn() ? window.tester.cut() : ['nothing to pick'];
    out.push(...what.map((words) => `${name}: ${words}`));
    forms[name] = document.querySelector('.match')?.dataset.frame;
  }
  return [out, forms];
}
