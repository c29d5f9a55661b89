// SPDX-License-Identifier: MIT
//
// Puts the package together: node assemble.js BUILD VERSION OUT [--compiled]. The list of games is told by the engine
// that was built, so it cannot be wrong about what it opens. With --compiled it is for pages: the rules of the shelf are
// there compiled too, so that no compiler is needed, and the scripts are one.

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { joined } from './join.js';

const [build, version, out, wish] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const source = join(here, '..', '..');
const PARTS = ['examples', 'README.md', 'index.d.ts'];

async function copyFiles() {
    await rm(out, { recursive: true, force: true });
    await mkdir(join(out, 'rules'), { recursive: true });
    const forPages = ['index.js', 'bot-worker.js'], forUs = ['assemble.js', 'join.js'];
    const all = (await readdir(here)).filter((name) => name.endsWith('.js') && !forUs.includes(name));
    const scripts = wish === '--compiled' ? forPages : all;
    for (const name of [...scripts, ...PARTS]) await cp(join(here, name), join(out, name), { recursive: true });
    await cp(join(source, 'LICENSE'), join(out, 'LICENSE'));
    const about = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
    await writeFile(join(out, 'package.json'), `${JSON.stringify({ ...about, version }, null, 4)}\n`);
    await cp(join(build, 'wasm'), join(out, 'wasm'), { recursive: true, filter: (file) => !/\.(gz|br)$/.test(file) });
    if (wish !== '--compiled') return;
    await cp(join(build, 'compiled'), join(out, 'compiled'), { recursive: true });
    await writeFile(join(out, 'index.js'), await joined(here, 'index.js'));
}

// { name, text, title, parent's title } of the rules files, parents first.
async function rulesFiles() {
    const folder = join(source, 'games', 'rules');
    const files = await Promise.all((await readdir(folder)).filter((name) => name.endsWith('.game')).map(async (name) => {
        const text = await readFile(join(folder, name), 'utf8');
        const [, title, parent] = /^game "([^"]*)"(?: from "([^"]*)")?/m.exec(text);
        await writeFile(join(out, 'rules', name), text);
        return { name: name.slice(0, -'.game'.length), title, parent };
    }));
    return files.sort((a, b) => Boolean(a.parent) - Boolean(b.parent) || (a.name < b.name ? -1 : 1));
}

async function catalogue() {
    const files = await rulesFiles();
    const modules = (await readdir(join(out, 'wasm'))).map((name) => /^game-(.*)\.wasm$/.exec(name)?.[1]).filter(Boolean);
    const compiled = wish === '--compiled' ? await readdir(join(out, 'compiled')) : [];
    const inC = modules.map((name) => ({ name, module: `game-${name}` }));
    const inRules = files.filter(({ name }) => !modules.includes(name)).map(({ name, parent }) => ({
        name,
        ...(parent && { parent: files.find(({ title }) => title === parent).name }),
        ...(compiled.includes(`${name}.bin`) && { compiled: true }),
    }));
    return [...inC, ...inRules].sort((a, b) => (a.name < b.name ? -1 : 1));
}

await copyFiles();
const games = await catalogue();
const save = (list) => writeFile(join(out, 'games.json'), JSON.stringify({ version, games: list }));
await save(games);
const { load } = await import(pathToFileURL(join(out, 'index.js')));
const tessera = await load();
const LEVELS = ['beginner', 'easy', 'casual', 'fair', 'good', 'strong', 'expert', 'best'];
const levels = LEVELS.map((word, i) => ({ spec: `level:n=${i + 1}`, label: `Level ${i + 1}, ${word}` }));
const told = [];
for (const game of games) {
    const rules = await tessera.open(game.name);
    const { title, about, players } = rules.info;
    Object.assign(game, { title, about, players, options: rules.choices });
    told.push({ ...await tessera.about(game.name), bots: [] });
    rules.close();
}
// A page has that list, and needs no more of this one than where games are found.
const found = ({ name, module, parent, compiled }) => ({ name, module, parent, compiled });
await save(wish === '--compiled' ? games.map(found) : games);
await writeFile(join(out, 'shelf.json'), JSON.stringify({ levels, games: told })); // as a server lists them
console.log(`${games.length} games in ${out}`);
