// SPDX-License-Identifier: MIT
//
// tessera: board, tile and card games for pages and node. See README.md and index.d.ts.

import { Bot, Thinker } from './bot.js';
import { Engine, TesseraError } from './engine.js';
import { read, readJson, readModule, readText } from './files.js';
import { Rules } from './rules.js';

export { TesseraError };

const HERE = new URL('./', import.meta.url);

// Options as the engine reads them: "size=9,players=2".
function inWords({ players, options = {} } = {}) {
    const all = Object.entries(players === undefined ? options : { ...options, players });
    for (const [name, value] of all) {
        if (/[,=]/.test(name) || String(value).includes(',')) {
            throw new TesseraError('argument', `an option cannot be written: ${name}=${value}`);
        }
    }
    return all.map(([name, value]) => `${name}=${value === true ? 'yes' : value === false ? 'no' : value}`).join(',');
}

const compiledRules = (base, name) => read(base, `compiled/${name}.bin`).catch(() => null);

class Tessera {
    #engine;
    #base;
    #module;
    #catalogue;
    #ahead; // a promise of { name, bytes }: compiled rules that were asked for together with the engine
    #given = new Map(); // file -> when it was given to the engine

    constructor(engine, base, module, catalogue, ahead) {
        this.#engine = engine;
        this.#base = base;
        this.#module = module;
        this.#catalogue = catalogue;
        this.#ahead = ahead;
    }

    get version() {
        return this.#catalogue.version;
    }

    /** The games of the package. */
    games() {
        return structuredClone(this.#catalogue.games);
    }

    // Once each, however often it is asked for; a failure is not kept.
    #once(file, give) {
        if (!this.#given.has(file)) {
            const when = give().catch((problem) => {
                this.#given.delete(file);
                throw problem;
            });
            this.#given.set(file, when);
        }
        return this.#given.get(file);
    }

    #side(file) {
        const bytes = (name) => read(this.#base, `wasm/${name}.wasm`);
        return this.#once(file, async () => this.#engine.add(await bytes(file), () => bytes('math')));
    }

    #listed(name) {
        const game = this.#catalogue.games.find((one) => one.name === name);
        if (!game) throw new TesseraError('unknown', `there is no game called '${name}'`);
        return game;
    }

    // Rules as they lie in the memory of this very engine; false where there are none for it.
    async #take(name) {
        const ahead = await this.#ahead;
        this.#ahead = null;
        const bytes = ahead?.name === name ? ahead.bytes : await compiledRules(this.#base, name);
        const [stamp] = WebAssembly.Module.customSections(this.#module, 'stamp').map((one) => new Uint8Array(one));
        if (!bytes || !stamp?.every((byte, i) => bytes[i] === byte)) return false;
        const at = this.#engine.allocate(bytes.length);
        this.#engine.bytes.set(bytes.subarray(stamp.length), at);
        try {
            this.#engine.attempt('tsr_wasm_take', name, at, bytes.length - stamp.length);
            return true;
        } catch {
            return false; // it is damaged
        } finally {
            this.#engine.x.free(at);
        }
    }

    /** When the compiler of rules texts is there. */
    compiler() {
        return this.#side('compiler');
    }

    // The rules of a game on the engine's shelf: compiled ones, if there are such and no compiler yet; else a text.
    #rules({ name, parent, compiled }) {
        return this.#once(`rules of ${name}`, async () => {
            if (compiled && !this.#given.has('compiler') && await this.#take(name)) return;
            if (parent) await this.#rules(this.#listed(parent));
            await this.compiler();
            this.#engine.attempt('tsr_wasm_shelve', name, await readText(this.#base, `rules/${name}.game`));
        });
    }

    async #bring(name, native) {
        const game = this.#listed(name);
        if (game.module) return this.#side(game.module);
        if (native) await this.#side(`native-${name}`);
        return this.#rules(game);
    }

    // For options that rules were not compiled for, the compiler is loaded.
    async #opened(name, words) {
        try {
            return this.#engine.make('tsr_open_name', name, words);
        } catch (problem) {
            if (problem.code !== 'mismatch' || this.#given.has('compiler')) throw problem;
        }
        await this.compiler();
        return this.#engine.make('tsr_open_name', name, words);
    }

    /** Opens a game by name, or from the text of a rules file. */
    async open(game, setup = {}) {
        const words = inWords(setup), origin = { game, setup };
        if (typeof game === 'string') {
            await this.#bring(game, setup.compiled);
            return new Rules(this.#engine, await this.#opened(game, words), origin);
        }
        await this.compiler();
        for (const name of game.parents ?? []) await this.#bring(name, false);
        return new Rules(this.#engine, this.#engine.make('tsr_open_text', game.rules, words), origin);
    }

    /** What a game is, as the list of games of docs/wire.md tells it, without bots. */
    async about(name) {
        await this.#bring(name, false);
        return JSON.parse(this.#engine.said('tsr_wasm_game', name));
    }

    /** Messages about a rules file; with `tests`, its own tests too. As `format` and `explain`, it needs the compiler. */
    check(text, { tests = false } = {}) {
        return JSON.parse(this.#engine.said('tsr_wasm_check', text, tests ? 1 : 0));
    }

    /** The file as it should be written; null if it has mistakes. */
    format(text) {
        return this.#engine.said('tsr_wasm_format', text) || null;
    }

    /** What a game says of a file of its own, a deck of cards: { fine, report, things }; null if it reads none. */
    async deck(name, text) {
        await this.#bring(name, false);
        return JSON.parse(this.#engine.said('tsr_wasm_deck', name, text));
    }

    /** A lesson about a message; null if there is none of that number. */
    explain(number) {
        return this.#engine.said('tsr_wasm_explain', number) || null;
    }

    /** A player that thinks in a worker of its own. */
    async bot(rules, spec) {
        const bot = new Bot({ base: this.#base.href, module: this.#module, ...rules.origin, spec });
        await bot.ready;
        return bot;
    }

    /** A player that thinks here and now: for workers and scripts, which may wait. */
    async thinker(rules, spec) {
        await this.#side('agents');
        return new Thinker(rules, spec);
    }
}

// { name, bytes } of a game that will be opened, as soon as it is known which.
async function broughtAhead(base, listed, ahead) {
    const [name, { games }] = await Promise.all([ahead, listed.catch(() => ({ games: [] }))]);
    const compiled = games.find((game) => game.name === name)?.compiled;
    return { name, bytes: compiled ? await compiledRules(base, name) : null };
}

/**
 * Loads the engine. `base` is where the files of the package lie; beside this one, if not said. Without `compiler`
 * that is loaded when it is first wanted, which `check`, `format` and `explain` cannot wait for. `ahead` is a game that
 * will be opened, or a promise of one: where there are compiled rules of it, they come meanwhile.
 */
export async function load({ base = HERE, module, compiler = true, ahead } = {}) {
    const from = new URL(base, HERE);
    const listed = readJson(from, 'games.json');
    const early = broughtAhead(from, listed, ahead);
    const [compiled, catalogue] = await Promise.all([module ?? readModule(from, 'wasm/engine.wasm'), listed]);
    const tessera = new Tessera(await Engine.start(compiled), from, compiled, catalogue, early);
    if (compiler) await tessera.compiler();
    return tessera;
}
