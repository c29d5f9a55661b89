// SPDX-License-Identifier: MIT
// Asking the server. Every failure becomes an Error whose message is a sentence.

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error('The server cannot be reached. Is the network up?');
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = /** @type {any} */ (new Error(data.error || `The server answered ${response.status}.`));
    error.field = data.field;
    error.status = response.status;
    throw error;
  }
  return data;
}

export const get = (path) => call('GET', path);
export const post = (path, body) => call('POST', path, body || {});

let gamesAsked = null;

/** All games; asked for once. */
export function games() {
  gamesAsked =
    gamesAsked ||
    get('/api/games')
      .then((d) => d.games)
      .catch((e) => {
        gamesAsked = null;
        throw e;
      });
  return gamesAsked;
}

export async function game(name) {
  return (await games()).find((g) => g.name === name);
}
