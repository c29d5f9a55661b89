// SPDX-License-Identifier: MIT
// A host of plain files, as any file server is, for tests of the page without a server of ours: it serves the folder
// that TSR_SITE names, and can be cut off like a network.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json',
  '.webmanifest': 'application/manifest+json' };
const folder = process.env.TSR_SITE;
const sockets = new Set();
let host, port;

export const site = { browser: null };

/** The paths that were asked for, in this order. */
export const asked = [];

const PACKED = [['br', '.br'], ['gzip', '.gz']];

/** Answers with 404.html where there is no file; packed, where that lies beside it. */
function serveFiles(request, answer) {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
  asked.push(path);
  let file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  const found = existsSync(file) && statSync(file).isFile();
  if (!found) file = join(folder, '404.html');
  const head = { 'Content-Type': TYPES[extname(file)] || 'text/plain', 'Cache-Control': 'max-age=600' };
  const taken = String(request.headers['accept-encoding']);
  const packed = PACKED.find(([word, ending]) => taken.includes(word) && existsSync(file + ending));
  if (packed) head['Content-Encoding'] = packed[0];
  answer.writeHead(found ? 200 : 404, head);
  createReadStream(file + (packed ? packed[1] : '')).pipe(answer);
}

/** The network comes back at the same address. */
export const plug = () => new Promise((ready) => {
  host = createServer(serveFiles);
  host.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  host.listen(port || 0, 'localhost', () => {
    port = host.address().port;
    ready();
  });
});

/** The network goes. */
export const cut = () => new Promise((gone) => {
  host.close(gone);
  for (const socket of sockets) socket.destroy();
});

/** The address of the page. */
export const home = (path = '/') => `http://localhost:${port}${path}`;

/** For pages that are not to be kept: fetching all of the engine in the background is most of a short visit's work. */
export const UNKEPT = { serviceWorkers: 'block' };

// That there is no server is learnt from an answer, which the browser notes in its console.
export const wrong = (page) => page.problems.filter((p) => !/Failed to load resource|WebSocket/.test(p));

before(async () => {
  await plug();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  site.browser = await chromium.launch({ executablePath: process.env.TSR_BROWSER, args });
});

after(async () => {
  await site.browser.close();
  await cut();
});
