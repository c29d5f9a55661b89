// SPDX-License-Identifier: MIT
// Asking the server. Every failure becomes an Error whose message is a sentence.

import { t } from './words.js';

/** The list of games, if early.js has asked for it; once. @returns {Promise<Response>|undefined} */
function askedEarly(path) {
  if (path !== '/api/games') return undefined;
  const early = globalThis.earlyGames;
  globalThis.earlyGames = undefined; // early.js may come later, and sees that it is too late
  return early;
}

async function request(method, path, body) {
  /** @type {RequestInit} */
  const how = {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  let response;
  try {
    response = await (askedEarly(path) || fetch(path, how));
  } catch {
    throw new Error(t('no server'));
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

let session = null;

// The first request makes the session and all others wait for it: two at once would make two, and what one of
// them began would be somebody else's. The list of games is the same for everybody.
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

export const get = (path) => call('GET', path);
export const post = (path, body) => call('POST', path, body || {});

let gamesAsked = null;
const KEPT = 'games'; // where the list of games is kept between visits

/** The games as they were told last time, or null: a shelf to look at until the server has answered. */
export function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || 'null');
  } catch {
    return null;
  }
}

function keepGames(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    localStorage.removeItem(KEPT); // no room: the next visit waits for the server
  }
  return list;
}

/** All games; asked for once. */
export function games() {
  gamesAsked =
    gamesAsked ||
    get('/api/games')
      .then((d) => keepGames(d.games))
      .catch((e) => {
        gamesAsked = null;
        throw e;
      });
  return gamesAsked;
}

export async function game(name) {
  return (await games()).find((g) => g.name === name);
}
