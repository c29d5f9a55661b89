// SPDX-License-Identifier: MIT
// The worker in which the engine follows a match of a server. Orders are carried out in turn, and answered.

import { Follower } from './follow.js';

const ENGINE = new URL('/engine/', location.origin);

/** @type {Promise<Follower>|null} */
let follower = null;
let last = /** @type {Promise<any>} */ (Promise.resolve());

function opened() {
  follower ??= import(new URL('index.js', ENGINE).href)
    .then(({ load }) => load({ base: ENGINE, compiler: false }))
    .then((tessera) => new Follower(tessera));
  return follower;
}

/** @param {any} order */
async function obey({ what, match, log, left, scene, viewer, seat, text }) {
  const at = await opened();
  switch (what) {
    case 'begin':
      await at.begin(match);
      return at.add([], 0, scene, viewer);
    case 'add':
      return at.add(log, left, scene, viewer);
    case 'play':
      return at.play(seat, text);
    case 'drop':
      return at.drop();
    default:
      return at.replies(seat);
  }
}

addEventListener('message', ({ data }) => {
  last = last
    .then(() => obey(data))
    .then(
      (answer) => postMessage({ n: data.n, answer }),
      (problem) => postMessage({ n: data.n, problem: problem.message || String(problem) }),
    );
});
