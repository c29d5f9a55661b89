// SPDX-License-Identifier: MIT
//
// compiled.mjs SITE [--all]: the rules that pages get compiled play as their texts do: for every game that the site
// has compiled (some of them without --all) the same moves, positions, pictures, questions, reasons and records. One
// engine has no compiler, the other one nothing else. And files that are damaged or of another engine are refused, and
// their texts are played.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(resolve(process.argv[2]), 'engine');
const PLIES = 12;

const plain = (value) => JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one));

function same(is, should, what) {
    const [a, b] = [plain(is), plain(should)];
    if (a !== b) throw new Error(`${what}:\n  ${a.slice(0, 400)}\n  ${b.slice(0, 400)}`);
}

/** All that a match shows, after each of some plies. */
function* shown(rules) {
    const { info } = rules;
    yield ['info', info];
    const match = rules.match({ seed: 7n });
    for (let ply = 0; ply < PLIES && match.waiting.length; ply++) {
        const seat = match.waiting[0], { position } = match;
        const moves = position.moves(seat);
        yield ['bytes', [...position.bytes]];
        yield ['moves', moves];
        yield ['text', position.text()];
        yield ['key', position.key()];
        yield ['scene', position.scene(seat)];
        yield ['question', match.ask(seat)];
        yield ['reason', match.reason(seat, [1])];
        yield ['why', position.why('a1', seat)];
        match.play(moves[(ply * 31 + 5) % moves.length], seat);
    }
    yield ['log', match.log(0, match.ply, 'watcher', { isNew: true })];
    const untimed = match.record().split('\n').map((line) => line.split('\t').filter((_part, i) => i !== 5));
    yield ['record', untimed];
    match.close();
}

function compare(name, one, other) {
    const [a, b] = [shown(one), shown(other)];
    for (;;) {
        const [x, y] = [a.next(), b.next()];
        same(x.value, y.value, `${name}, ${x.value?.[0]}`);
        if (x.done && y.done) return;
    }
}

const { load } = await import(pathToFileURL(join(folder, 'index.js')));
const hasCompiler = (tessera) => tessera.check('game "X"').messages[0].why !== 'the compiler is not loaded';

// --- The same games ------------------------------------------------------------------------------------

let bare = await load({ compiler: false });
let whole = await load();
const compiled = bare.games().filter((game) => game.compiled);
if (compiled.length < 60) throw new Error(`only ${compiled.length} games are compiled`);
const SOME = ['battleship', 'chess', 'connect4', 'go', 'gomoku', 'hex', 'kalah', 'yacht'];
const tried = compiled.filter(({ name }) => process.argv[3] === '--all' || SOME.includes(name));
for (const [i, { name }] of tried.entries()) {
    if (i % 20 === 19) [bare, whole] = [await load({ compiler: false }), await load()]; // memory of games stays taken
    const pair = [await bare.open(name), await whole.open(name)];
    compare(name, ...pair);
    for (const rules of pair) rules.close();
}
same(hasCompiler(bare), false, 'the compiler was not wanted');

// --- Other options ------------------------------------------------------------------------------------

const small = await bare.open('go', { options: { size: 9 } });
same(hasCompiler(bare), true, 'the compiler was wanted');
compare('go:size=9', small, await whole.open('go', { options: { size: 9 } }));

// --- Damage --------------------------------------------------------------------------------------------

/** Opens connect4 in a copy of the folder in which its compiled rules are changed; whether its text was taken. */
async function damaged(change) {
    const copy = await mkdtemp(join(tmpdir(), 'tessera-compiled-'));
    try {
        const bytes = await readFile(join(folder, 'compiled', 'connect4.bin'));
        await cp(join(folder, 'games.json'), join(copy, 'games.json'));
        for (const part of ['wasm', 'rules']) await symlink(join(folder, part), join(copy, part));
        await rm(join(copy, 'compiled'), { recursive: true, force: true });
        await cp(join(folder, 'compiled'), join(copy, 'compiled'), { recursive: true });
        await writeFile(join(copy, 'compiled', 'connect4.bin'), change(bytes));
        const tessera = await load({ base: `${pathToFileURL(copy)}/`, compiler: false });
        compare('damaged', await tessera.open('connect4'), await whole.open('connect4'));
        return hasCompiler(tessera);
    } finally {
        await rm(copy, { recursive: true, force: true });
    }
}

const flipped = (at) => (bytes) => {
    bytes[at < 0 ? bytes.length + at : at] ^= 64;
    return bytes;
};
same(await damaged((bytes) => bytes), false, 'sound files are taken');
for (const at of [3, 8, 13, 20, 30, 60, 100, 5000, -1]) same(await damaged(flipped(at)), true, `byte ${at} is wrong`);
for (const size of [0, 7, 8, 50, 3000]) same(await damaged((bytes) => bytes.subarray(0, size)), true, `${size} bytes`);
console.log(`${tried.length} games play as their texts do`);
