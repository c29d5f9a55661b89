// SPDX-License-Identifier: MIT
//
// The files of the package: from the disk in node, over the network in a page.

import { TesseraError } from './engine.js';

async function fetched(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new TesseraError('io', `${url} cannot be loaded: ${answer.status}`);
    return answer;
}

/** The bytes of a file below `base`. */
export async function read(base, path) {
    const url = new URL(path, base);
    if (url.protocol === 'file:') {
        const { readFile } = await import('node:fs/promises');
        return readFile(url);
    }
    return new Uint8Array(await (await fetched(url)).arrayBuffer());
}

/** A module, compiled while it comes where the host says what it is. */
export async function readModule(base, path) {
    const url = new URL(path, base);
    if (url.protocol === 'file:') return WebAssembly.compile(await read(base, path));
    const answer = await fetched(url);
    const says = answer.headers.get('Content-Type');
    return says === 'application/wasm' ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

export const readText = async (base, path) => new TextDecoder().decode(await read(base, path));
export const readJson = async (base, path) => JSON.parse(await readText(base, path));
