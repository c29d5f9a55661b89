// SPDX-License-Identifier: MIT
// What the browser tests bring into every page: waiting and acting in one go. A page changes whenever the server
// says something, so whoever asks it first and acts afterwards acts on what may be gone by then.

/** Runs in the page before its own scripts: window.tester. Nothing from outside is seen here. */
export function bring(hang) {
  // A test may set the page's own clock.
  const { clearInterval, clearTimeout, setInterval, setTimeout } = window; // wall clock: only the two uses below
  const one = (selector) => document.querySelector(selector);
  const LIT = '.match:not(.sending) .item.can'; // not while a move is on its way
  const ASKED = `.curtain button, ${LIT}, .result`;

  /**
   * Waits until `test` returns something, and returns that. It is asked after every change of the page, so that
   * nothing passes unseen, and now and then for what changes without one: the address, sizes, values.
   */
  const until = (test, limit = hang) => new Promise((done, fail) => {
    const look = () => {
      try {
        const found = test();
        if (found) end(() => done(found));
      } catch (e) {
        end(() => fail(e));
      }
    };
    const watch = new MutationObserver(look);
    const tick = setInterval(look, 200); // wall clock: as said above
    const over = setTimeout(() => end(() => fail(new Error(`in vain: ${test}`))), limit); // wall clock: a hang
    const end = (tell) => {
      watch.disconnect();
      clearInterval(tick);
      clearTimeout(over);
      tell();
    };
    watch.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    look();
  });

  /** Lifts the curtain and waits until it is lifted: some ask the server first. */
  const lift = async () => {
    const { textContent } = one('.curtain h2');
    one('.curtain button').click();
    await until(() => one('.curtain h2')?.textContent !== textContent);
  };

  /** Waits, lifting curtains, until something may be picked, it is over (true), or `enough`. */
  const open = async (enough = () => false) => {
    for (;;) {
      await until(() => one(ASKED) || enough());
      if (!one('.curtain button')) return Boolean(one('.result'));
      await lift();
    }
  };

  const ply = () => one('.log li:last-child')?.value ?? 0;
  const turn = () => new Promise((done) => { // what waits, messages from the server too, comes before us
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
  });

  /**
   * Picks so many times, or until a move of that number is in the list; returns whether it is over. At random, or with
   * seed 0 always the first thing, which is no way to win but soon leads to an end.
   */
  const play = async (times, seed, last = Infinity) => {
    let x = seed >>> 0;
    for (let i = 0; i < times; i++) {
      if (await open(() => ply() >= last)) return true;
      if (ply() >= last) return false;
      const all = [...document.querySelectorAll(LIT)];
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      all[seed ? Math.floor((x / 4294967296) * all.length) : 0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await turn();
    }
    return Boolean(one('.result'));
  };

  /** Clicks something; returns how many nodes of the page that changes at once, and how many there are. */
  const touched = (el) => {
    const nodes = new Set();
    const watch = new MutationObserver(() => {});
    watch.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    for (const { target, addedNodes } of watch.takeRecords()) [target, ...addedNodes].forEach((node) => nodes.add(node));
    watch.disconnect();
    return { nodes: nodes.size, of: document.querySelectorAll('.match *').length };
  };

  const boxOf = (el) => el.getBoundingClientRect();
  const holds = (out, b) =>
    b.left >= out.left - 1 && b.top >= out.top - 1 && b.right <= out.right + 1 && b.bottom <= out.bottom + 1;

  /**
   * What does not fit: scroll bars of the page, things that may be picked outside the window, boards and plates of
   * players outside their panels, and cards outside the stage. A hand may be wider than a phone and is pushed sideways.
   */
  const cut = () => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const out = scrollWidth > innerWidth || scrollHeight > innerHeight ? [`the page is ${scrollWidth} x ${scrollHeight}`] : [];
    for (const el of document.querySelectorAll('.item.can, .prompt, .plate')) {
      const b = boxOf(el);
      const aside = el.closest('.puzzles, .pieces, .fan, .side'); // pushed sideways; cards rise from the lower edge
      const fits = aside ? b.top >= -1 && b.top <= innerHeight - 20 : holds(screen, b);
      if (b.width && !fits) {
        const box = [b.left, b.top, b.right, b.bottom].map(Math.round);
        out.push(`${el.getAttribute('aria-label') || el.textContent}: ${box}`);
      }
    }
    const inside = '.ring-mine :is(.boxed, .thing), .opp :is(.boxed, .thing, .who > *, .score), .link :is(.card-face, .by)';
    for (const el of document.querySelectorAll(inside)) {
      const panel = el.closest('.panel, .area');
      const fits = !boxOf(el).width || holds(boxOf(panel), boxOf(el));
      if (!fits) out.push(`${el.getAttribute('class') || el.textContent} of ${panel.className} is outside its panel`);
    }
    return out;
  };

  window.tester = { until, lift, open, play, touched, cut };
}

/** Keeps the numbers of what the server owes this page an answer to: window.owed. Runs in the page, too. */
export function count() {
  const { send } = WebSocket.prototype;
  const owed = new Set();
  const heard = new WeakSet();
  window.owed = owed;
  WebSocket.prototype.send = function sent(text) {
    const { a } = JSON.parse(text);
    if (a !== undefined) owed.add(a);
    if (!heard.has(this)) this.addEventListener('message', (e) => owed.delete(JSON.parse(e.data).a));
    heard.add(this);
    return send.call(this, text);
  };
}

/** What a page shows, for whoever has to find out why a test fails. Runs in the page. */
export function shown() {
  const words = (el) => el.getAttribute('aria-label') || el.textContent.trim().replace(/\s+/g, ' ').slice(0, 160);
  const all = (selector, from, to) => [...document.querySelectorAll(selector)].slice(from, to).map(words);
  const parts = {
    curtain: all('.curtain h2'), coach: all('.coach .pill, .coach-words'), prompt: all('.prompt'), sheet: all('.sheet h2'),
    glowing: all('.item.can', 0, 12), log: all('.log li', -4), result: all('.result h2'), offer: all('.offer'),
    toast: all('#toast'), error: all('.error'), focus: words(document.activeElement || document.body).slice(0, 60),
  };
  if (!document.querySelector('.match')) parts.page = document.querySelector('#main')?.innerText.slice(0, 300);
  const told = Object.entries(parts).filter(([, said]) => said?.length);
  return [location.href, `${innerWidth} x ${innerHeight}`, ...told.map(([name, said]) => `${name}: ${JSON.stringify(said)}`)];
}
