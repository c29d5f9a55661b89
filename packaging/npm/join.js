// SPDX-License-Identifier: MIT
//
// The scripts of the package as one, for pages: each file that is asked for takes a round trip. Modules follow each
// other, what they import first; their names are their own (two of the same name do not load), and only what the last
// one exports is exported.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const IMPORT = /^import \{[^}]*\} from '\.\/([\w-]+\.js)';\n/gm;
const REMARK = /^[ ]*(?:\/\/.*|\/\*\*(?:[^*]|\*(?!\/))*\*\/)\n/gm; // those that have lines of their own

/** @param folder where the modules lie @param last the one that the others are there for */
export async function joined(folder, last) {
    const done = new Set();
    const add = async (name) => {
        if (done.has(name)) return '';
        done.add(name);
        const text = await readFile(join(folder, name), 'utf8');
        let before = '';
        for (const [, other] of text.matchAll(IMPORT)) before += await add(other);
        const own = text.replace(IMPORT, '').replace(REMARK, '').replace(/^\s+/gm, '');
        return before + (name === last ? own : own.replace(/^export /gm, ''));
    };
    return add(last);
}
