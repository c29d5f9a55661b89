// SPDX-License-Identifier: MIT
// What a game says of a deck, taken apart: messages at their lines, and the cards in whatever lists they are
// told. And the deck that lies in the studio at the first visit.

/** @typedef {import('./messages.js').Note} Note */

export const DECK = `# cards of your own beside those of the base game
language 1
deck "My Unicorns" from "base.cards"
magical "Curious Unicorn" x2      enter: draw 1
magical "Gentle Giant"            this cannot be destroyed by magic
magic "Sudden Storm" x2           play: each player: discard a card
instant "Not Today"               answer: stop then that player: draw 1
upgrade "Second Horn"             I keep 2 more cards
`;

const PLACE = /^\s+\S*:(\d+):(\d+)$/;
const QUOTED = /^\s*\d* \| ?/;

/** @param {string} head @param {string[]} more @param {string[]} lines @returns {Note} */
function faultOf(head, more, lines) {
  const [, at, column] = more.map((text) => PLACE.exec(text)).find(Boolean) || [];
  const line = Math.min(Number(at || /^line (\d+)/.exec(head)?.[1] || 1), lines.length);
  const words = lines[line - 1] || '';
  const marks = more.map((text) => /^\s*\| *(\^+)/.exec(text)?.[1]).find(Boolean) || '^';
  const from = Math.min(Math.max(0, Number(column || 1) - 1), words.length);
  const advice = more.filter((text) => !PLACE.test(text) && !QUOTED.test(text)).map((text) => text.trim());
  return {
    line,
    from,
    to: Math.min(from + marks.length, words.length),
    kind: /^warning/.test(head) ? 'odd' : 'wrong',
    why: head.replace(/^(?:error|warning)(?: \d+)?: |^line \d+: /, ''),
    advice,
    fix: advice.map((text) => /did you mean `([^`]+)`/.exec(text)?.[1]).find(Boolean) || null,
    number: 0,
  };
}

/**
 * The messages of a report: each a line, with what is indented below it.
 * @param {string} report @param {string[]} lines of the text @returns {Note[]}
 */
export function faultsIn(report, lines) {
  /** @type {string[][]} */
  const parts = [];
  for (const line of report.split('\n')) {
    if (/^\s+\S/.test(line) && parts.length) parts[parts.length - 1].push(line);
    else if (line.trim()) parts.push([line]);
  }
  return parts.map(([head, ...more]) => faultOf(head, more, lines));
}

/** Objects with a name, in whatever lists. @param {any} things @returns {any[]} */
export function cardsIn(things) {
  if (!things || typeof things !== 'object') return [];
  if (!Array.isArray(things) && typeof things.name === 'string') return [things];
  return Object.values(things).flatMap(cardsIn);
}
