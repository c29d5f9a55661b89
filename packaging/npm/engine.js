// SPDX-License-Identifier: MIT
//
// One instance of engine.wasm: how text and numbers get into its memory and out of it, and how its failures
// become exceptions.

import { attach } from './side.js';

const PROBLEM_SIZE = 2024; // tsr_problem of abi.h: five numbers, a message, advice
const MESSAGE_AT = 24, MESSAGE_SIZE = 512, ADVICE_AT = MESSAGE_AT + MESSAGE_SIZE;
const CODES = ['', 'memory', 'argument', 'unknown', 'parse', 'illegal', 'abi', 'io', 'mismatch', 'limit', 'state',
    'game', 'agent'];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the engine refused, in words; `code` is one word for programs. */
export class TesseraError extends Error {
    constructor(code, message, place = {}) {
        super(message);
        this.name = 'TesseraError';
        this.code = code;
        Object.assign(this, place);
    }
}

// What is left of an operating system: a clock.
const system = (memory) => ({
    clock_time_get(_clock, _precision, out) {
        new DataView(memory().buffer).setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
    },
});

export class Engine {
    #problem;
    #out;
    functions = {}; // of math.wasm, once a side module has wanted them

    constructor(instance) {
        this.x = instance.exports;
        this.x._initialize?.();
        this.#problem = this.x.malloc(PROBLEM_SIZE);
        this.#out = this.x.malloc(16);
    }

    /** @param source the bytes of engine.wasm, or the module they were compiled to */
    static async start(source) {
        const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
        let instance = null;
        const memory = () => instance.exports.memory;
        instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system(memory) });
        return new Engine(instance);
    }

    get bytes() {
        return new Uint8Array(this.x.memory.buffer);
    }

    get view() {
        return new DataView(this.x.memory.buffer);
    }

    // --- Memory --------------------------------------------------------------------------------------

    allocate(size) {
        const at = this.x.malloc(size || 1);
        if (!at) throw new TesseraError('memory', 'out of memory');
        return at;
    }

    put(text) {
        const bytes = encoder.encode(text);
        if (bytes.includes(0)) throw new TesseraError('argument', 'a text may not hold a zero character');
        const at = this.allocate(bytes.length + 1);
        this.bytes.set(bytes, at);
        this.bytes[at + bytes.length] = 0;
        return at;
    }

    string(at) {
        const bytes = this.bytes;
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    // --- Calls -----------------------------------------------------------------------------------------

    /** Calls with texts as C strings, which live for the time of the call. */
    call(name, ...args) {
        const texts = [];
        try {
            const plain = args.map((one) => {
                if (typeof one !== 'string') return one;
                texts.push(this.put(one));
                return texts.at(-1);
            });
            return this.x[name](...plain);
        } finally {
            for (const at of texts) this.x.free(at);
        }
    }

    #failure() {
        const at = this.#problem, view = this.view;
        const code = CODES[-view.getInt32(at + 4, true)] || 'unknown';
        const place = {};
        if (view.getUint32(at + 8, true)) {
            Object.assign(place, {
                line: view.getUint32(at + 8, true), column: view.getUint32(at + 12, true), number: view.getInt32(at + 16, true),
                advice: this.string(at + ADVICE_AT),
            });
        }
        return new TesseraError(code, this.string(at + MESSAGE_AT), place);
    }

    /** Calls a function whose last argument is a tsr_problem; throws what it says. */
    attempt(name, ...args) {
        this.bytes.fill(0, this.#problem, this.#problem + PROBLEM_SIZE);
        this.view.setUint32(this.#problem, PROBLEM_SIZE, true);
        const code = this.call(name, ...args, this.#problem);
        if (code < 0) throw this.#failure();
        return code;
    }

    /** The same for functions that make something: its handle. */
    make(name, ...args) {
        this.attempt(name, ...args, this.#out);
        return this.view.getUint32(this.#out, true);
    }

    /** For those that make something and say no more than that they failed. */
    makePlainly(name, ...args) {
        const code = this.call(name, ...args, this.#out);
        if (code < 0) throw new TesseraError(CODES[-code] || 'unknown', `${CODES[-code] || 'unknown'}: ${name}`);
        return this.view.getUint32(this.#out, true);
    }

    /** A 64-bit number that a function writes, for those with a tsr_problem. */
    number(name, ...args) {
        this.attempt(name, ...args, this.#out);
        return this.view.getBigUint64(this.#out, true);
    }

    /** Text of functions that write into a buffer of the caller. */
    text(name, ...args) {
        const size = this.call(name, ...args, 0, 0);
        if (size < 0) throw new TesseraError(CODES[-size] || 'unknown', `${name} failed`);
        const at = this.allocate(size + 1);
        try {
            this.call(name, ...args, at, size + 1);
            return this.string(at);
        } finally {
            this.x.free(at);
        }
    }

    /** Text that lies in the engine until the next call. */
    said(name, ...args) {
        return this.string(this.call(name, ...args));
    }

    /** The same of functions whose last argument is a tsr_problem; throws what it says. */
    spoken(name, ...args) {
        this.bytes.fill(0, this.#problem, this.#problem + PROBLEM_SIZE);
        this.view.setUint32(this.#problem, PROBLEM_SIZE, true);
        const text = this.string(this.call(name, ...args, this.#problem));
        if (this.view.getInt32(this.#problem + 4, true) < 0) throw this.#failure();
        return text;
    }

    // --- Side modules ------------------------------------------------------------------------------------

    /** Loads a side module and gives its tables to the engine; `math` answers the bytes of math.wasm. */
    async add(source, math) {
        for (const [name, at] of await attach(this, source, math)) {
            const kind = /^(?:tsr_(game|agent|compiler|search)|lang_(native))_/.exec(name);
            if (kind) this.attempt(`tsr_wasm_add_${kind[1] ?? kind[2]}`, at);
        }
    }
}
