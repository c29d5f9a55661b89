// SPDX-License-Identifier: MIT
// The worker that plays without a server: it has the engine, the tables and the database. The page talks to
// it as to the server.

import { serveLines } from './lines.js';
import { Store } from './store.js';
import { Tables } from './tables.js';

const ENGINE = new URL('/engine/', location.origin);

/** @type {Promise<any>|null} */
let engine = null;

/** The engine, loaded when it is first wanted. @param {string} ahead the game that comes along with it */
function loaded(ahead) {
  engine =
    engine ||
    import(new URL('index.js', ENGINE).href)
      .then(({ load }) => load({ base: ENGINE, compiler: false, ahead }))
      .catch((problem) => {
        engine = null;
        throw problem;
      });
  return engine;
}

const shelf = async () => (await fetch(new URL('shelf.json', ENGINE))).json();

class OwnTables extends Tables {
  /** @param {string} id */
  finished(id) {
    postMessage({ finished: id });
  }
}

serveLines(Store.open().then((store) => new OwnTables(store, loaded, shelf)));
