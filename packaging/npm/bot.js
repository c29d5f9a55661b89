// SPDX-License-Identifier: MIT
//
// Players that are programs. A Thinker thinks where it is called, which takes as long as it takes; a Bot has a
// worker with an engine of its own, so a page goes on meanwhile, and a thought can be given up by ending the worker.

import { TesseraError } from './engine.js';

export class Thinker {
    #rules;
    #handle;

    constructor(rules, spec) {
        this.#rules = rules;
        this.#handle = rules.engine.make('tsr_player_open', rules.handle, spec);
    }

    /** The move for a seat, from what that seat sees. */
    choose(bytes, { seat, seed = 1n, nodes = 0n, ms = 0 }) {
        const { engine } = this.#rules, state = this.#rules.lent(bytes, seat);
        const u64 = (value) => BigInt.asUintN(64, BigInt(value));
        const out = engine.allocate(8);
        try {
            engine.attempt('tsr_player_choose', this.#handle, state, seat, u64(seed), u64(nodes), ms, out);
            const code = engine.view.getBigUint64(out, true);
            return { text: engine.text('tsr_state_move_text', state, seat, code), code };
        } finally {
            engine.x.free(out);
        }
    }

    /**
     * What a player that searches makes of a position: its move, what each seat can hope for (0 to 1; null where it
     * did not have to think), and the moves it expects.
     */
    think(bytes, { seat, seed = 1n, nodes = 1000n }) {
        const { engine } = this.#rules, state = this.#rules.lent(bytes, seat);
        const u64 = (value) => BigInt.asUintN(64, BigInt(value));
        return JSON.parse(engine.spoken('tsr_wasm_think', this.#handle, state, seat, u64(seed), u64(nodes)));
    }

    close() {
        if (this.#handle) this.#rules.engine.call('tsr_player_close', this.#handle);
        this.#handle = 0;
    }
}

let policy = null;

// Where addresses of scripts are guarded (trusted types), this one is vouched for; a host of the page allows the policy `worker`.
function vouched(url) {
    if (!globalThis.trustedTypes) return url;
    policy ??= globalThis.trustedTypes.createPolicy('worker', { createScriptURL: (href) => href });
    return policy.createScriptURL(url.href);
}

// A worker of the browser, or of node with the same face.
async function startWorker(url) {
    if (globalThis.Worker) return new Worker(vouched(url), { type: 'module' });
    const { Worker: NodeWorker } = await import('node:worker_threads');
    const worker = new NodeWorker(url);
    worker.unref();
    worker.on('message', (data) => worker.onmessage?.({ data }));
    worker.on('error', (error) => worker.onerror?.({ message: error.message }));
    return worker;
}

export class Bot {
    #config;
    #worker = null;
    #waiting = new Map(); // number of a question -> { done, failed }
    #count = 0;

    constructor(config) {
        this.#config = config;
        this.ready = this.#start();
    }

    async #start() {
        const worker = await startWorker(new URL('./bot-worker.js', import.meta.url));
        this.#worker = worker;
        worker.onmessage = ({ data }) => this.#answered(data);
        worker.onerror = (event) => this.#lost(new TesseraError('agent', `the worker failed: ${event.message}`));
        return this.#ask({ open: this.#config });
    }

    #ask(question) {
        const n = ++this.#count;
        return new Promise((done, failed) => {
            this.#waiting.set(n, { done, failed });
            this.#worker.ref?.();
            this.#worker.postMessage({ n, ...question });
        });
    }

    #answered({ n, move, problem }) {
        const who = this.#waiting.get(n);
        this.#waiting.delete(n);
        if (!this.#waiting.size) this.#worker?.unref?.();
        if (problem) who?.failed(new TesseraError(problem.code, problem.message));
        else who?.done(move);
    }

    #lost(problem) {
        for (const { failed } of this.#waiting.values()) failed(problem);
        this.#waiting.clear();
        void this.#worker?.terminate();
        this.#worker = null;
    }

    /**
     * Chooses a move for `seat` (the one on turn) from what that seat sees of `position`. Equal seeds and nodes
     * give equal moves. An aborted signal ends the worker at once; the next question starts another.
     */
    async choose(position, { seat = position.turn[0], seed = 1n, nodes = 0n, ms = 0, signal } = {}) {
        if (seat === undefined) throw new TesseraError('state', 'nobody is to move');
        if (!this.#config) throw new TesseraError('state', 'this bot is closed');
        if (!this.#worker) this.ready = this.#start();
        await this.ready;
        const given = () => new TesseraError('state', 'the question was given up');
        if (signal?.aborted) throw given(); // now: it may have been while the worker was started
        const stop = () => this.#lost(given());
        signal?.addEventListener('abort', stop, { once: true });
        try {
            return await this.#ask({ choose: { bytes: position.view(seat).bytes, seat, seed, nodes, ms } });
        } finally {
            signal?.removeEventListener('abort', stop);
        }
    }

    close() {
        this.#config = null;
        this.#lost(new TesseraError('state', 'this bot is closed'));
    }
}
