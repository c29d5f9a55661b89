// SPDX-License-Identifier: MIT
//
// sizes.mjs SITE: what a first match loads from the page as files, packed: the page, all that its head asks for,
// and the compiled rules of connect4 (tests/web/alone.mjs: nothing else is asked for). Prints a table and fails above
// the bars; docs/wasm.md has the figures.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const BARS = { gzip: 250, brotli: 200, engine: 106 }; // KB of 1024 bytes; the engine's by gzip

const site = resolve(process.argv[2]);
const page = readFileSync(join(site, 'index.html'), 'utf8');
const asked = [...page.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, path]) => path);
const MORE = ['index.html', 'engine/compiled/connect4.bin'];

const rows = [...new Set([...asked, ...MORE])].map((path) => {
    const bytes = readFileSync(join(site, path));
    const part = /^engine\/compiled/.test(path) ? 'game' : path.endsWith('.wasm') ? 'engine'
        : path.startsWith('engine/') ? 'scripts and lists of the engine' : 'page';
    return { part, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
});
const sum = (list, kind) => list.reduce((all, row) => all + row[kind], 0) / 1024;
const parts = [...new Set(rows.map(({ part }) => part))].map((part) => [part, rows.filter((row) => row.part === part)]);
for (const [part, list] of [...parts, ['all', rows]]) {
    console.log(`| ${part} | ${['raw', 'gzip', 'brotli'].map((kind) => sum(list, kind).toFixed(1)).join(' | ')} |`);
}
const reached = { gzip: sum(rows, 'gzip'), brotli: sum(rows, 'brotli'), engine: sum(Object.fromEntries(parts).engine, 'gzip') };
for (const [kind, bar] of Object.entries(BARS)) {
    if (reached[kind] > bar) {
        console.error(`${kind}: ${reached[kind].toFixed(1)} KB, more than ${bar}`);
        process.exitCode = 1;
    }
}
