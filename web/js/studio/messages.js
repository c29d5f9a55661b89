// SPDX-License-Identifier: MIT
// What the compiler says, as the studio shows it: the place in the text, advice, and the change that would
// mend it.

/**
 * @typedef {{number: number, warning: number, line: number, col: number, len: number, why: string,
 *   text: string}} Message as the engine says it
 * @typedef {{line: number, from: number, to: number, kind: 'wrong'|'odd'|'note', why: string,
 *   advice: string[], fix: string|null, number: number}} Note places are letters of the line, from 0
 * @typedef {{line: number, name: string, ok: boolean|null, why: string}} Test ok: null = not known
 */

const TEST_FAILED = 29; // the number of the message

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Letters before so many bytes of a line: the compiler counts bytes.
 * @param {string} line
 * @param {number} bytes
 */
const letters = (line, bytes) => decoder.decode(encoder.encode(line).slice(0, Math.max(0, bytes))).length;

// What stands beside the marks, and the lines below them:
/** @param {string} text @returns {string[]} */
function adviceIn(text) {
  const said = text
    .split('\n')
    .slice(1)
    .map((line) => {
      const marked = /^ {4}\| +[\^-]+ ?(.*)$/.exec(line);
      if (marked) return marked[1];
      return /^ {6}/.test(line) && !/^ *\d+ \|/.test(line) ? line.trim() : '';
    });
  return said.filter(Boolean);
}

/** The word that was meant, where the compiler is sure enough to name one. @param {string[]} advice */
const meant = (advice) =>
  advice.map((words) => /did you mean `([^`]+)`/.exec(words)?.[1]).find(Boolean) || null;

/**
 * @param {Message} m @param {string[]} lines of the text
 * @returns {Note}
 */
export function noteOf(m, lines) {
  const inParent = /"[^"\n]*":\d+$/.test(m.text.split('\n')[0]);
  const line = inParent || !m.line ? 1 : Math.min(m.line, lines.length);
  const words = lines[line - 1] || '';
  const advice = adviceIn(m.text);
  const kind = m.warning > 1 ? 'note' : m.warning ? 'odd' : 'wrong';
  const start = inParent || !m.line ? 0 : letters(words, m.col - 1);
  const end = inParent || !m.line ? words.length : letters(words, m.col - 1 + Math.max(1, m.len));
  const to = Math.max(Math.min(end, words.length), start);
  return {
    line,
    from: start,
    to,
    kind,
    why: m.why,
    advice,
    fix: inParent ? null : meant(advice),
    number: m.number,
  };
}

const TEST_LINE = /^test\s+(?:"([^"]*)"|(perft\s+\d+)\s*=\s*(\d+))/;

/**
 * The tests of a text with what is known of them.
 * @param {string[]} lines @param {Message[]|null} messages of a run; null = they did not run
 * @returns {Test[]}
 */
export function testsOf(lines, messages) {
  const failed = new Map((messages || []).filter((m) => m.number === TEST_FAILED).map((m) => [m.line, m]));
  return lines.flatMap((text, i) => {
    const [found, title, perft, nodes] = TEST_LINE.exec(text) || [];
    if (!found) return [];
    const bad = failed.get(i + 1);
    const ok = messages ? !bad : null;
    return [{ line: i + 1, name: title ?? `${perft} = ${nodes}`, ok, why: bad ? bad.why : '' }];
  });
}
