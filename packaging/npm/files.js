// SPDX-License-Identifier: MIT
//
// The files of the package: from the disk in node, over the network in a page.

import { TesseraError } from './engine.js';

/** The bytes of a file below `base`. */
export async function read(base, path) {
    const url = new URL(path, base);
    if (url.protocol === 'file:') {
        const { readFile } = await import('node:fs/promises');
        return readFile(url);
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new TesseraError('io', `${url} cannot be loaded: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

export const readText = async (base, path) => new TextDecoder().decode(await read(base, path));
export const readJson = async (base, path) => JSON.parse(await readText(base, path));
