// SPDX-License-Identifier: MIT
// The other end of killable.js, inside the worker: an engine, and one answer a question.

/** @type {any} */
let tessera = null;

/** The engine of this worker. */
export const engine = () => tessera;

/** What went wrong, in words. @param {any} problem */
const inWords = (problem) => problem?.message || String(problem);

/**
 * Answers questions by `answer` once the engine is there; what it returns, or throws, goes back.
 * @param {(question: any) => any} answer
 */
export function serve(answer) {
  let last = Promise.resolve();
  addEventListener('message', ({ data }) => {
    if (data.path !== undefined || data.conn !== undefined) return; // for tables: lines.js
    last = last.then(async () => {
      if (data.module) {
        const { load } = await import(new URL('index.js', data.base).href);
        tessera = await load({ base: data.base, module: data.module });
        postMessage({ ready: true });
        return;
      }
      try {
        postMessage({ n: data.n, answer: await answer(data) });
      } catch (problem) {
        postMessage({ n: data.n, problem: inWords(problem) });
      }
    });
    // An engine that cannot be had ends the worker with a word.
    last.catch((problem) => {
      setTimeout(() => {
        throw problem;
      });
    });
  });
}

const FIRST_LINE = /^game\s+"([^"\n]*)"(?:\s+from\s+"([^"\n]*)")?/m;

/** The names of shelf games that a text inherits from; they are brought. @param {string} text */
export async function parentsOf(text) {
  const title = FIRST_LINE.exec(text)?.[2];
  const parent = title && tessera.games().find((/** @type {any} */ g) => g.title === title && !g.module);
  if (!parent) return [];
  await tessera.about(parent.name);
  return [parent.name];
}

/**
 * The shelf game whose looks a text should wear: the one of its title, or its parent.
 * @param {string} text
 */
export function looksLike(text) {
  const [, title, parent] = FIRST_LINE.exec(text) || [];
  const named = (/** @type {string|undefined} */ name) =>
    name && tessera.games().find((/** @type {any} */ g) => g.title === name);
  return (named(title) || named(parent) || { name: 'draft' }).name;
}
