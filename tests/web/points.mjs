// SPDX-License-Identifier: MIT
// What can be measured of the checklist of docs/screens on whatever the page shows; numbers are those of the list.

/**
 * Runs in the page; nothing from outside is seen here. Returns what is wrong, in words.
 * @param {{rem: number, dark: boolean}} screen what it is looked at on
 */
export function points({ rem, dark }) {
  const wrong = [];
  const say = (point, words) => wrong.push(`${point}: ${words}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const style = (el) => getComputedStyle(el);
  const cover = document.querySelector('.veil, .curtain, .sheet, dialog[open]'); // what is above everything else
  const seen = (el) => {
    const b = el.getBoundingClientRect();
    return b.width > 0 && b.height > 0 && style(el).visibility !== 'hidden' && !el.closest('.visually-hidden, .skip')
      && (!cover || cover.contains(el) || el.closest('.bar'));
  };
  const shown = (selector) => all(selector).filter(seen);
  const size = (el) => parseFloat(style(el).fontSize);
  const light = (colour) => {
    const hex = /^#(..)(..)(..)$/.exec(colour.trim());
    const [r, g, b] = hex ? hex.slice(1).map((x) => parseInt(x, 16)) : (colour.match(/[\d.]+/g) || [0, 0, 0]).map(Number);
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
  };

  // 3: letters grow with the screen.
  const root = size(document.documentElement);
  if (root !== rem) say(3, `the root is ${root} px, not ${rem}`);

  // 5: by night no pure black, no glowing panel; by day no dark one.
  const ground = light(style(document.body).getPropertyValue(document.querySelector('.match') ? '--table-2' : '--paper'));
  if (dark && (ground <= 0 || ground > 0.2)) say(5, `the ground is ${ground.toFixed(2)} bright`);
  for (const el of shown('.panel')) {
    const bright = light(style(el).backgroundColor);
    if (dark ? bright > 0.35 : bright < 0.7) say(5, `a panel is ${bright.toFixed(2)} bright: ${el.className}`);
  }

  // 7, 8: mine is the largest; opponents are all there, of one size.
  const cell = (el) => parseFloat(style(el).getPropertyValue('--cell'));
  const match = document.querySelector('.match');
  const mine = document.querySelector('.area.a-mine');
  const areas = shown('.area.a-others, .area.a-side').filter((el) => match?.dataset.frame === 'ring' && el);
  for (const el of mine ? areas : []) if (cell(mine) < cell(el)) say(7, 'mine is not the largest');
  const boards = shown('.opp').map((el) => el.getBoundingClientRect());
  if (boards.some((b) => Math.abs(b.width - boards[0].width) > 2)) say(8, 'opponents are not of one width');
  if (match?.dataset.frame === 'ring' && boards.some((b) => Math.abs(b.height - boards[0].height) > 2)) {
    say(8, 'opponents are not of one height');
  }

  // 9, 10: one knows whose turn it is; one prompt, one main button.
  const live = match && !cover && !document.querySelector('.course');
  if (live && !shown('.turn, .opp.active, .prompt .mine-to-do').length) say(9, 'nobody is seen to be at turn');
  if (live && shown('.prompt').filter((el) => el.textContent).length !== 1) say(10, 'there is not one prompt');
  const main = shown('.btn.primary').filter((el) => style(el).opacity > 0 && !el.matches('.go'));
  if (main.length > (document.querySelector('.coach') ? 2 : 1)) say(10, `${main.length} main buttons`);

  // 16, 22: empty places are no words, and pictures no letters.
  const words = document.body.innerText;
  if (/\bempty\b/i.test(words)) say(16, 'the word "empty" is on the screen');
  if (shown('.ring .glyph, .hexes .glyph, .pits .glyph, .point .glyph').length) say(22, 'a letter stands for a picture');

  // 19, 20: numbers are tabular; scores are serif and the largest numbers.
  if (!style(document.body).fontVariantNumeric.includes('tabular-nums')) say(19, 'numbers are not tabular');
  const serif = (el) => /(^|, )serif$/.test(style(el).fontFamily);
  for (const el of shown('.score, .my-score, .sum')) if (!serif(el)) say(20, `a score is not serif: ${el.className}`);
  const largest = Math.max(0, ...shown('.score, .my-score, .sum').map(size));
  const drawnSize = (el) => size(el) * el.getScreenCTM().d;
  const others = [...shown('.log li, .pill, .small, .facts b, .label, .clock').map(size),
    ...shown('.puzzle text, .market text').map(drawnSize)];
  if (largest && Math.max(0, ...others) > largest) say(20, 'a score is not the largest number');

  // 21: no letters below 12 px of a root of 16, but in drawings.
  const least = 11.9 * (rem / 16);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    const unread = !el || !node.data.trim() || el.closest('svg, script, style, noscript, select, [aria-hidden="true"]');
    if (unread || !seen(el)) continue;
    if (size(el) && size(el) < least) say(21, `"${node.data.trim().slice(0, 20)}" is ${size(el)} px high`);
  }

  for (const el of shown('svg text').filter((text) => text.textContent.trim())) {
    const smallest = 10.9;
    if (drawnSize(el) < smallest * (rem / 16)) say(21, `"${el.textContent}" in a drawing is ${drawnSize(el)} px high`);
  }

  // 28: three heights of shadows, no others.
  const probe = document.createElement('i');
  document.body.append(probe);
  const heights = ['--up1', '--up2', '--up3'].map((name) => {
    probe.style.boxShadow = `var(${name})`;
    return style(probe).boxShadow;
  });
  probe.remove();
  const flat = /^rgba?\([^)]*\) 0px 0px 0px [\d.]+px( inset)?$/;
  const parts = (text) => text.split(/, (?=rgb|color|oklab)/);
  const allowed = new Set(heights.flatMap(parts));
  const odd = new Set(shown('.panel, .btn, .card-face, .game, .coach, .cont').flatMap((el) => parts(style(el).boxShadow))
    .filter((part) => part !== 'none' && !allowed.has(part) && !flat.test(part) && !/0px 0px 0px/.test(part)));
  for (const part of odd) say(28, `a shadow of its own: ${part}`);
  return wrong;
}
