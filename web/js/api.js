// SPDX-License-Identifier: MIT
// Asking the server. Every failure becomes an Error whose message is a sentence.

import { t } from './words.js';

/**
 * The answer that early.js or the page's head has asked for; once.
 * @param {string} path @returns {Promise<Response>|undefined}
 */
function askedEarly(path) {
  const early = (/** @type {any} */ (globalThis).early ??= {});
  const answer = early[path];
  early[path] = undefined; // early.js may come later, and sees that it is too late
  return answer;
}

/** What is asked for is not there. @param {string} words */
export const missing = (words) => Object.assign(new Error(words), { status: 404 });

/** Whether there is a server to ask; a page as files says that there is none. */
export const hasServer = () => !document.querySelector('meta[name=engine][data-alone]');

/**
 * What the games on this device answer; an error that says so where it takes a server.
 * @param {string} method @param {string} path @param {any} [body]
 */
async function answeredHere(method, path, body) {
  const { answer } = await import('./local.js');
  const { status, body: data } = await answer(method, path, body);
  if (status === 200) return data;
  const error = /** @type {any} */ (new Error(status === 501 ? t('no server') : data.error));
  error.status = status;
  throw error;
}

/** @param {string} method @param {string} path @param {any} [body] */
async function request(method, path, body) {
  const early = askedEarly(path);
  if (path.includes('/local-') || !(early || hasServer())) return answeredHere(method, path, body);
  /** @type {RequestInit} */
  const how = {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  let response;
  try {
    response = await (early || fetch(path, how));
  } catch {
    return answeredHere(method, path, body);
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = /** @type {any} */ (new Error(data.error || t('server said', { n: response.status })));
    error.field = data.field;
    error.status = response.status;
    throw error;
  }
  return data;
}

/** @type {Promise<any>|null} */
let session = null;

// The first request makes the session and all others wait for it: two at once would make two, and what one of
// them began would be somebody else's. The list of games is the same for everybody.
/** @param {string} method @param {string} path @param {any} [body] */
async function call(method, path, body) {
  if (path === '/api/games') return request(method, path, body);
  if (session) {
    await session;
    return request(method, path, body);
  }
  const first = request(method, path, body);
  session = first.catch(() => {
    session = null;
  });
  return first;
}

/** @param {string} path */
export const get = (path) => call('GET', path);
/** @param {string} path @param {any} [body] */
export const post = (path, body) => call('POST', path, body || {});

/** @type {Promise<any[]>|null} */
let gamesAsked = null;
const KEPT = 'games'; // where the list of games is kept between visits

/**
 * Makes a match. Whoever was here before does not wait for the session: a server that does not know them any
 * more says so, and is asked again.
 * @param {any} wish
 */
export async function makeMatch(wish) {
  const path = '/api/matches';
  try {
    if (localStorage.getItem(KEPT)) return await request('POST', path, { ...wish, known: true });
  } catch (e) {
    if (/** @type {any} */ (e).status !== 401) throw e;
  }
  return post(path, wish);
}

/** The games as they were told last time, or null: a shelf to look at until the server has answered. */
export function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || 'null');
  } catch {
    return null;
  }
}

/** @param {any[]} list */
function keepGames(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    localStorage.removeItem(KEPT); // no room: the next visit waits for the server
  }
  return list;
}

/**
 * A game with everybody who plays it: the levels, which play every game, and its own bots.
 * @param {{levels: any[], games: any[]}} told
 */
const withBots = ({ levels, games: list }) => list.map((g) => ({ ...g, bots: [...levels, ...g.bots] }));

/** All games; asked for once. */
export function games() {
  gamesAsked =
    gamesAsked ||
    get('/api/games')
      .then((told) => keepGames(withBots(told)))
      .catch((e) => {
        gamesAsked = null;
        throw e;
      });
  return gamesAsked;
}

/** @param {string} name */
export async function game(name) {
  if (name.startsWith('by-')) return withBots(await get(`/api/published/${name}`))[0];
  return (await games()).find((g) => g.name === name);
}
