// SPDX-License-Identifier: MIT
// How the page is written: types agree (TypeScript reads the comments), ESLint has nothing to say, every language
// has all words.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const run = (tool, ...args) => spawnSync(`node_modules/.bin/${tool}`, args, { encoding: 'utf8' });
const copy = 'page-copy'; // ESLint reads only what lies below its configuration

rmSync(copy, { recursive: true, force: true });
cpSync(process.env.TSR_WEB, copy, { recursive: true });

/** How often TypeScript says what of which file: {"js/graph.js": {"TS7006": 3}}. */
function complaints(text) {
  const found = {};
  for (const [, file, code] of text.matchAll(/^page-copy\/(\S+)\(\d+,\d+\): error (TS\d+)/gm)) {
    found[file] ??= {};
    found[file][code] = (found[file][code] || 0) + 1;
  }
  return found;
}

// Nothing is any without saying so, except in the files of untyped.json, as often as it says: no new file comes onto
// that list, and a number in it only falls. TSR_UPDATE=1 writes it anew, when numbers have fallen.
test('types agree', () => {
  const { stdout } = run('tsc', '-p', 'tsconfig.json');
  const kept = JSON.parse(readFileSync(new URL('untyped.json', import.meta.url), 'utf8'));
  const now = complaints(stdout);
  const worse = Object.entries(now).flatMap(([file, codes]) => Object.entries(codes)
    .filter(([code, n]) => n > (kept[file]?.[code] || 0))
    .map(([code]) => [...stdout.matchAll(new RegExp(`^page-copy/${file}\\(.*${code}.*$`, 'gm'))].map(([line]) => line)));
  assert.deepEqual(worse.flat(), [], 'said of a file, with what it said before');
  if (process.env.TSR_UPDATE) {
    const lines = Object.keys(now).sort().map((file) => `  ${JSON.stringify(file)}: ${JSON.stringify(now[file])}`);
    writeFileSync(`${process.env.TSR_WEB}/../tests/web/untyped.json`, `{\n${lines.join(',\n')}\n}\n`);
  } else {
    assert.deepEqual(now, kept, 'fewer than untyped.json says: TSR_UPDATE=1 writes the smaller numbers');
  }
});

test('ESLint: nothing unused, no file above 250 lines, no line above 110 columns', () => {
  const { status, stdout, stderr } = run('eslint', `${copy}/js`, `${copy}/lang`);
  assert.equal(status, 0, stdout + stderr);
});

// cmake/embed.cmake takes the room round signs out of these scripts without reading them.
test('no text in a script of the page is one that its packing would change', async () => {
  const { tokenizer } = await import('acorn');
  const changed = [];
  for (const folder of ['js/', 'js/art/', 'js/local/']) {
    for (const file of readdirSync(`${copy}/${folder}`).filter((f) => /^[a-z]+\.js$/.test(f))) {
      const script = readFileSync(`${copy}/${folder}${file}`, 'utf8');
      for (const { type, start, end } of tokenizer(script, { ecmaVersion: 'latest', sourceType: 'module' })) {
        const text = script.slice(start, end);
        if (['string', 'regexp', 'template'].includes(type.label)
            && / (=>|===|!==|&&|\|\||\?\?|=|\?|:|<|>|<=|>=) |\) \{|\{ | \}/.test(text)) changed.push(`${folder}${file}: ${text}`);
      }
    }
  }
  assert.deepEqual(changed, []);
});

test('every language has every word the page may show, and no other', async () => {
  const words = async (file) =>
    Object.keys((await import(`file://${process.env.TSR_WEB}/lang/${file}`)).default).sort();
  for (const part of ['', 'own/', 'club/', 'studio/', 'analysis/']) {
    const english = await words(`${part}en.js`);
    const files = readdirSync(`${process.env.TSR_WEB}/lang/${part}`).filter((f) => f.endsWith('.js'));
    assert.deepEqual(files.sort(), ['cs.js', 'de.js', 'en.js', 'es.js', 'hr.js']);
    for (const file of files) assert.deepEqual(await words(part + file), english, part + file);
  }
});

test('the five largest games have a leaflet in every language, in the same steps', async () => {
  const shapes = [];
  for (const name of ['cs', 'de', 'es', 'hr']) {
    const texts = (await import(`file://${process.env.TSR_WEB}/lang/leaflets/${name}.js`)).default;
    shapes.push(Object.fromEntries(Object.entries(texts).map(([game, text]) =>
      [game, text.split('||').map((p) => p.split('|').filter((step) => step.trim().length > 10).length)])));
  }
  assert.deepEqual(Object.keys(shapes[0]), ['chess', 'azul', 'projectl', 'unicorns', 'go']);
  for (const shape of shapes) assert.deepEqual(shape, shapes[0]);
});

test('sentences stand in the word files, so that every language has them', () => {
  const folder = `${process.env.TSR_WEB}/js`;
  const known = /^(lessons|positions)\.js$/; // looks for words of leaflets; no words shown
  const files = readdirSync(folder).filter((f) => f.endsWith('.js') && !known.test(f));
  const bare = files.flatMap((file) => {
    const code = readFileSync(`${folder}/${file}`, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return [...code.matchAll(/(['`])([A-Z][a-z]+ [a-z][^'`\n]*)\1/g)].map((found) => `${file}: ${found[2]}`);
  });
  assert.deepEqual(bare, []);
});
