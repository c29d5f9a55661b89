// SPDX-License-Identifier: MIT
// How the page is written: types agree (TypeScript reads the comments), ESLint has nothing to say, every language
// has all words.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const english = await words('en.js');
  for (const file of readdirSync(`${process.env.TSR_WEB}/lang`))
    assert.deepEqual(await words(file), english, file);
});

test('everything the front page is made of is asked for at once', () => {
  const page = readFileSync(`${process.env.TSR_WEB}/index.html`, 'utf8');
  const asked = [...page.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map((m) => m[1]);
  const needed = new Set();
  const follow = (file) => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(`${process.env.TSR_WEB}/${file}`, 'utf8');
    for (const [, from] of text.matchAll(/^import\s[^;]*?from '([^']+)';/gm)) follow(join(dirname(file), from));
  };
  follow('js/main.js');
  needed.delete('js/main.js');
  assert.deepEqual(asked.sort(), [...needed].sort());
});
