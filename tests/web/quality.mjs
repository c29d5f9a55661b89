// SPDX-License-Identifier: MIT
// How the page is written: types agree (TypeScript reads the comments), ESLint has nothing to say, every language
// has all words.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';

const run = (tool, ...args) => spawnSync(`node_modules/.bin/${tool}`, args, { encoding: 'utf8' });
const copy = 'page-copy'; // ESLint reads only what lies below its configuration

rmSync(copy, { recursive: true, force: true });
cpSync(process.env.TSR_WEB, copy, { recursive: true });

test('types agree', () => {
  const { status, stdout } = run('tsc', '-p', 'tsconfig.json');
  assert.equal(status, 0, stdout);
});

test('ESLint: nothing unused, no file above 250 lines, no line above 110 columns', () => {
  const { status, stdout, stderr } = run('eslint', `${copy}/js`, `${copy}/lang`);
  assert.equal(status, 0, stdout + stderr);
});

test('every language has every word the page may show, and no other', async () => {
  const words = async (file) =>
    Object.keys((await import(`file://${process.env.TSR_WEB}/lang/${file}`)).default).sort();
  for (const part of ['', 'own/', 'club/']) {
    const english = await words(`${part}en.js`);
    const files = readdirSync(`${process.env.TSR_WEB}/lang/${part}`).filter((f) => f.endsWith('.js'));
    assert.deepEqual(files.sort(), ['cs.js', 'de.js', 'en.js', 'es.js', 'hr.js']);
    for (const file of files) assert.deepEqual(await words(part + file), english, part + file);
  }
});

test('sentences stand in the word files, so that every language has them', () => {
  const folder = `${process.env.TSR_WEB}/js`;
  const known = /^(lessons|positions|reset)\.js$/; // looks for words of leaflets; no words shown; a page of its own
  const files = readdirSync(folder).filter((f) => f.endsWith('.js') && !known.test(f));
  const bare = files.flatMap((file) => {
    const code = readFileSync(`${folder}/${file}`, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return [...code.matchAll(/(['`])([A-Z][a-z]+ [a-z][^'`\n]*)\1/g)].map((found) => `${file}: ${found[2]}`);
  });
  assert.deepEqual(bare, []);
});
