// SPDX-License-Identifier: MIT
// Colours of a rules file, line by line: words of the language by their kind, names, numbers, texts,
// pictures and remarks. It only looks; what a file means is the compiler's to say.

/** @typedef {[string, string]} Piece a kind ('' = plain) and its text */

const OPENS_PICTURE = /^\s*(?:setup|board\s+(?:drawn|shape))\s*(?:#.*)?$/;
const IN_PICTURE = /^(?:\s+\S|\s*$)/;
const TEST = /^(\s*)(test)(\s+)("[^"]*")(\s*:)(.*)$/;
const REST = String.raw`[\p{L}\p{M}\w]*`; // of a word, in any alphabet
const NAME = String.raw`[\p{Lu}\p{Lt}]${REST}`;
const CELL = String.raw`[a-z]{1,2}\d{1,2}(?![\p{L}\w])`;
const NUMBER = String.raw`\d+x\d+|\d+(?:\.5)?\b`;
const OTHER = String.raw`\s+|[^\p{L}\w\s]+|\w+`;
const WORD = String.raw`[\p{L}_]${REST}`;
const TOKEN = new RegExp(`(#.*$)|("[^"]*"?)|(${NUMBER})|(${NAME})|(${CELL})|(${WORD})|${OTHER}`, 'gu');
const WINNER = String.raw`(?:${NAME}|"[^"]*") (?:wins|loses)`;
const VERDICT = new RegExp(
  String.raw`^(.*?)(\s(?:${WINNER}|legal|illegal|win|lose|draw|finish))?(\s*(?:#.*)?)$`,
  'u',
);
const ENDINGS = new Set(['win', 'lose', 'draw', 'finish']);

/** @param {Map<string, string>} kinds of words @param {string} word @param {boolean} first of its line */
function kindOf(kinds, word, first) {
  const kind = kinds.get(word) || '';
  if (kind === 'declare') return first ? 'declare' : 'thing';
  return first && ENDINGS.has(word) ? 'declare' : kind;
}

/** @param {string} line @param {Map<string, string>} kinds @returns {Piece[]} */
function plainLine(line, kinds) {
  /** @type {Piece[]} */
  const out = [];
  let first = true;
  for (const [all, remark, text, number, name, cell, word] of line.matchAll(TOKEN)) {
    const kind = remark
      ? 'remark'
      : text
        ? 'text'
        : number
          ? 'number'
          : name
            ? 'name'
            : word || cell
              ? kindOf(kinds, all, first) || (cell ? 'cell' : '')
              : '';
    out.push([kind, all]);
    if (all.trim()) first = false;
  }
  return out;
}

/** @param {RegExpExecArray} found @returns {Piece[]} */
function testLine([, blank, word, gap, title, colon, rest]) {
  const [, moves, verdict = '', remark] = VERDICT.exec(rest) || ['', rest, '', ''];
  return [
    ['', blank],
    ['declare', word],
    ['', gap],
    ['text', title],
    ['', colon],
    ['cell', moves],
    ['form', verdict],
    ['remark', remark],
  ];
}

/**
 * @param {string[]} lines @param {Map<string, string>} kinds of words
 * @returns {Piece[][]}
 */
export function coloured(lines, kinds) {
  let picture = false;
  return lines.map((line) => {
    if (picture && IN_PICTURE.test(line)) return [['picture', line]];
    picture = OPENS_PICTURE.test(line);
    const test = TEST.exec(line);
    return test ? testLine(test) : plainLine(line, kinds);
  });
}
