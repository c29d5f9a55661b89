// SPDX-License-Identifier: MIT
//
// memory.mjs SITE: the engine's own malloc. Blocks keep what is written to them and lie apart, zeros are zeros, what is
// given back is used again, there is an end that is said, and rules that are opened and closed leave nothing behind.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const site = resolve(process.argv[2]);
const bytes = readFileSync(join(site, 'engine/wasm/engine.wasm'));
const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    wasi_snapshot_preview1: { clock_time_get: () => 0 },
});
const x = instance.exports;
x._initialize();
const view = () => new Uint8Array(x.memory.buffer);
const size = () => x.memory.buffer.byteLength;

let seed = 1;
const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
};
const wish = () => random(4) ? random(300) : random(2 ** (8 + random(12)));

// Blocks with a pattern each: { at, size, mark }.
function check({ at, size: length, mark }) {
    const memory = view();
    for (let i = 0; i < length; i++) if (memory[at + i] !== mark) assert.fail(`byte ${i} of ${length} at ${at} has changed`);
}

function fill(block) {
    view().fill(block.mark, block.at, block.at + block.size);
    return block;
}

const blocks = [];

function take() {
    const length = wish(), cleared = random(2);
    const at = cleared ? x.calloc(1, length) : x.malloc(length);
    assert.ok(at > 0 && at % 16 === 0, `${at}`);
    if (cleared) check({ at, size: length, mark: 0 });
    blocks.push(fill({ at, size: length, mark: 1 + random(255) }));
}

function resize(block) {
    const length = wish();
    check(block);
    block.at = x.realloc(block.at, length);
    check({ ...block, size: Math.min(block.size, length) });
    block.size = length;
    fill(block);
}

for (let i = 0; i < 60000; i++) {
    const which = random(Math.max(blocks.length, 1)), what = random(10);
    if (what < 4 + (blocks.length < 500)) take();
    else if (blocks.length && what < 6) resize(blocks[which]);
    else if (blocks.length) {
        const [block] = blocks.splice(which, 1);
        check(block);
        x.free(block.at);
    }
}
const sorted = [...blocks].sort((a, b) => a.at - b.at);
sorted.forEach((block, i) => {
    check(block);
    if (i) assert.ok(sorted[i - 1].at + sorted[i - 1].size <= block.at, 'blocks lie over each other');
});
blocks.forEach(({ at }) => x.free(at));
x.free(0);

// The same again needs no more memory.
const lengths = Array.from({ length: 3000 }, wish);
const round = () => lengths.map((length) => x.malloc(length)).forEach((at) => x.free(at));
round();
const before = size();
for (let i = 0; i < 20; i++) round();
assert.equal(size(), before);

// There is an end, and it is said; what is there goes on.
assert.equal(x.malloc(0xffffffff) >>> 0, 0);
assert.equal(x.malloc(0x7fffffff) >>> 0, 0);
assert.equal(x.calloc(0x10000, 0x10000) >>> 0, 0);
assert.equal(x.malloc(1100 * 2 ** 20) >>> 0, 0);
assert.equal(x.realloc(0, 0xffffffff) >>> 0, 0);
const kept = fill({ at: x.malloc(100), size: 100, mark: 7 });
assert.equal(x.realloc(kept.at, 0xfffffff0) >>> 0, 0);
check(kept);
const large = [];
for (let at = x.malloc(2 ** 26); at; at = x.malloc(2 ** 26)) large.push(at);
assert.ok(large.length > 8 && large.length < 17, `${large.length} times 64 MB`);
large.forEach((at) => x.free(at));
assert.ok(x.malloc(2 ** 26));

// Rules that are closed leave nothing behind.
const { load } = await import(pathToFileURL(join(site, 'engine/index.js')));
const tessera = await load({ base: pathToFileURL(`${join(site, 'engine')}/`).href, compiler: false });
async function visit() {
    for (const name of ['chess', 'connect4', 'go']) {
        const rules = await tessera.open(name), match = rules.match();
        for (let i = 0; i < 4; i++) match.play(match.ask(match.waiting[0]).moves[i].text);
        match.close();
        rules.close();
        rules.engine.x.free(0);
        visit.size = rules.engine.x.memory.buffer.byteLength;
    }
    return visit.size;
}
await visit();
const first = await visit();
for (let i = 0; i < 10; i++) assert.equal(await visit(), first);
