// SPDX-License-Identifier: MIT
// The worker that plays without a server: it has the engine, the tables and the database. The page talks to
// it as to the server: questions with answers, and lines to tables.

import { Store } from './store.js';
import { Tables } from './tables.js';

const ENGINE = new URL('/engine/', location.origin);

/** @type {Promise<any>|null} */
let engine = null;

/** The engine, loaded when it is first wanted. */
function loaded() {
  engine =
    engine ||
    import(new URL('index.js', ENGINE).href)
      .then(({ load }) => load({ base: ENGINE }))
      .catch((problem) => {
        engine = null;
        throw problem;
      });
  return engine;
}

const shelf = async () => (await fetch(new URL('shelf.json', ENGINE))).json();
const tables = Store.open().then((store) => new Tables(store, loaded, shelf));

/** @type {Map<number, {room: import('./room.js').Room, viewer: any}>} */
const lines = new Map();

/** @param {number} conn @param {string} query */
async function open(conn, query) {
  const id = new URLSearchParams(query).get('match') || '';
  const room = await (await tables).room(id);
  const viewer = room.enter((message) => postMessage({ conn, text: JSON.stringify(message) }));
  lines.set(conn, { room, viewer });
}

/** @param {any} data */
async function hear({ n, method, path, body, conn, query, text, close }) {
  if (n !== undefined) {
    const answer = await (await tables).ask(method, path, body);
    postMessage({ n, ...answer });
  } else if (query !== undefined) {
    await open(conn, query);
  } else if (text !== undefined) {
    const line = lines.get(conn);
    line?.room.order(line.viewer, JSON.parse(text));
  } else if (close) {
    const line = lines.get(conn);
    line?.room.leave(line.viewer);
    lines.delete(conn);
  }
}

addEventListener('message', ({ data }) => {
  hear(data).catch((problem) => {
    const error = problem.message || String(problem);
    const { n, conn } = data;
    postMessage(n === undefined ? { conn, close: true, error } : { n, status: 400, body: { error } });
  });
});
