// SPDX-License-Identifier: MIT
// Matches of this device and the server: those that are over go to the account, the others stand in the list
// of one's matches beside the server's.

import { account } from './account.js';
import { post } from './api.js';
import { toast } from './dom.js';
import { answer } from './local.js';
import { moreWords, t } from './words.js';

const NEVER = [400, 409, 413]; // what the server does not take today it will not take tomorrow
const REFUSED = 'refused';

/** One match goes up; whether it was taken. @param {any} match */
async function send(match) {
  let sent = REFUSED;
  try {
    sent = (await post('/api/records', match)).id;
  } catch (problem) {
    if (!NEVER.includes(/** @type {any} */ (problem).status)) throw problem; // there is another time
  }
  await answer('POST', `/api/unsent/${match.id}`, { sent });
  return sent !== REFUSED;
}

async function sendAll() {
  const { guest } = await account();
  if (guest) return;
  let taken = 0;
  for (const match of (await answer('GET', '/api/unsent')).body.matches) taken += Number(await send(match));
  if (!taken) return;
  await moreWords('engine');
  toast(t('sent', { n: taken }));
}

let last = Promise.resolve();

/** Sends what is over and has not been sent, one after the other; what fails is tried again another time. */
export function sendFinished() {
  last = last.then(sendAll).catch(() => {});
  return last;
}

/** The server's matches and, before them, those that are on this device alone. @param {any[]} matches */
export async function withThoseHere(matches) {
  const { body } = await answer('GET', '/api/history');
  const known = new Set(matches.map(({ id }) => id));
  const isHere = (/** @type {any} */ { id, sent }) => !known.has(id) && (!sent || sent === REFUSED);
  return [...body.matches.filter(isHere), ...matches];
}
