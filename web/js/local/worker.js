// SPDX-License-Identifier: MIT
// The worker that plays without a server: it has the engine, the tables and the database. The page talks to
// it as to the server.

import { serveLines } from './lines.js';
import { Store } from './store.js';
import { Tables } from './tables.js';

const ENGINE = new URL('/engine/', location.origin);

/** @type {Promise<any>|null} */
let engine = null;
/** @type {(game: string) => void} */
let want;
/** @type {Promise<string>} */
const wanted = new Promise((done) => {
  want = done;
});

/** The engine, loaded once; the compiled rules of the game that is wanted first come along with it. */
function load() {
  engine ??= import(new URL('index.js', ENGINE).href)
    .then((script) => script.load({ base: ENGINE, compiler: false, ahead: wanted }))
    .catch((problem) => {
      engine = null;
      throw problem;
    });
  return engine;
}

/** @param {string} game */
function loadedFor(game) {
  want(game);
  return load();
}

const shelf = async () => (await fetch(new URL('shelf.json', ENGINE))).json();

class OwnTables extends Tables {
  /** @param {string} id */
  finished(id) {
    postMessage({ finished: id });
  }
}

serveLines(Store.open().then((store) => new OwnTables(store, loadedFor, shelf)));
// The page's head knows that a game will be wanted.
if (/** @type {any} */ (globalThis).name === 'early') load().catch(() => {});
