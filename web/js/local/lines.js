// SPDX-License-Identifier: MIT
// A worker's end of the page: questions with answers, as a server's, and lines to tables.

/**
 * Serves tables to whoever writes to this worker.
 * @param {Promise<import('./tables.js').Tables>} tables
 */
export function serveLines(tables) {
  /** @type {Map<number, {id: string, viewer: any}>} */
  const lines = new Map();

  /** @param {number} conn @param {string} query */
  const open = async (conn, query) => {
    const id = new URLSearchParams(query).get('match') || '';
    const room = await (await tables).room(id);
    const viewer = room.enter((message) => postMessage({ conn, text: JSON.stringify(message) }));
    lines.set(conn, { id, viewer });
  };

  /** @param {any} data */
  const hear = async ({ n, method, path, body, conn, query, text, close }) => {
    if (n !== undefined) {
      postMessage({ n, ...(await (await tables).ask(method, path, body)) });
      return;
    }
    if (query !== undefined) {
      await open(conn, query);
      return;
    }
    const line = lines.get(conn);
    if (!line) return;
    const room = await (await tables).room(line.id);
    if (text !== undefined) room.order(line.viewer, JSON.parse(text));
    if (!close) return;
    room.leave(line.viewer);
    lines.delete(conn);
  };

  addEventListener('message', ({ data }) => {
    if (data.path === undefined && data.conn === undefined) return; // not for tables
    hear(data).catch((problem) => {
      const error = problem.message || String(problem);
      const { n, conn } = data;
      const status = problem.status || 400;
      postMessage(n === undefined ? { conn, close: true, error } : { n, status, body: { error } });
    });
  });
}
