// SPDX-License-Identifier: MIT
// Matches that are played without a server, in the browser's own database: what a match is, and its record.
// What is put is on disk when the promise is kept.

/**
 * @typedef {{id: string, game: string, players: number, options: Object<string, any>, seats: Seat[],
 *   made: number, updated: number, record: string, summary: any,
 *   sent?: string}} Kept sent: its number at the server, or that it was refused there
 * @typedef {{kind: string, name: string, spec?: string}} Seat
 */

const MOST = 500; // matches; the oldest go first

/** @param {IDBRequest|IDBOpenDBRequest} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((keep, fail) => {
    request.onsuccess = () => keep(request.result);
    request.onerror = () => fail(request.error);
  });

export class Store {
  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
  }

  static async open() {
    const request = indexedDB.open('tessera', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('matches', { keyPath: 'id' }).createIndex('updated', 'updated');
    };
    return new Store(await done(request));
  }

  /** @param {string} id @returns {Promise<Kept|undefined>} */
  get(id) {
    return done(this.db.transaction('matches').objectStore('matches').get(id));
  }

  /** @param {Kept} match @returns {Promise<void>} */
  put(match) {
    const change = this.db.transaction('matches', 'readwrite', { durability: 'strict' });
    change.objectStore('matches').put(match);
    return new Promise((keep, fail) => {
      change.oncomplete = () => keep();
      change.onabort = () => fail(change.error);
    });
  }

  /** The newest first. @returns {Promise<Kept[]>} */
  async all() {
    const list = await done(this.db.transaction('matches').objectStore('matches').index('updated').getAll());
    return list.reverse();
  }

  /** Forgets the oldest of too many. */
  async trim() {
    const old = (await this.all()).slice(MOST);
    const change = this.db.transaction('matches', 'readwrite');
    for (const { id } of old) change.objectStore('matches').delete(id);
  }
}
