// SPDX-License-Identifier: MIT
//
// The worker behind a Bot: an engine, the rules opened as its owner has them, and one player.

import { load } from './index.js';

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const port = isNode ? (await import('node:worker_threads')).parentPort : globalThis;
const listen = isNode ? (hear) => port.on('message', hear) : (hear) => { port.onmessage = ({ data }) => hear(data); };

let thinker = null;

async function open({ base, module, game, setup, spec }) {
    const tessera = await load({ base, module, compiler: false });
    thinker = await tessera.thinker(await tessera.open(game, setup), spec);
}

async function answer({ open: config, choose }) {
    if (config) return open(config);
    return thinker.choose(choose.bytes, choose);
}

let last = Promise.resolve(); // one question after the other
listen((question) => {
    last = last.then(() => answer(question)).then(
        (move) => port.postMessage({ n: question.n, move }),
        ({ code = 'agent', message }) => port.postMessage({ n: question.n, problem: { code, message } }),
    );
});
