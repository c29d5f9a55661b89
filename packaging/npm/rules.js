// SPDX-License-Identifier: MIT
//
// A game opened for some players and options, and its positions. A position is a value: its bytes are copied
// out of the engine, and lent to it again whenever it is asked something.

import { TesseraError } from './engine.js';
import { Match } from './match.js';
import { CHANCE, ON_TURN, seatsOf, WATCHER } from './seats.js';

const FLAGS = { chance: 1, hidden: 2, simultaneous: 4, zeroSum: 8, cooperative: 16, compiled: 256 };
const INFO_SIZE = 72, NUMBERS = ['size', 'players', 'flags', 'stateSize', 'maxMoves', 'maxChance', 'maxPlies', 'actions'];

function aboutOf(engine, handle) {
    const at = engine.allocate(INFO_SIZE), numbers = {};
    engine.view.setUint32(at, INFO_SIZE, true);
    engine.call('tsr_ruleset_about', handle, at);
    NUMBERS.forEach((name, i) => { numbers[name] = engine.view.getUint32(at + 4 * i, true); });
    const hash = engine.view.getBigUint64(at + 56, true);
    engine.x.free(at);
    const [name, title, about, leaflet, chosen] = [0, 1, 2, 3, 4].map((what) => engine.text('tsr_ruleset_text', handle, what));
    const seats = Array.from({ length: numbers.players }, (_, seat) => engine.text('tsr_seat_text', handle, seat));
    const flags = Object.fromEntries(Object.entries(FLAGS).map(([word, bit]) => [word, (numbers.flags & bit) !== 0]));
    const { players, maxMoves, stateSize } = numbers;
    return Object.freeze({ name, title, about, leaflet, options: chosen, players, seats, maxMoves, stateSize, hash,
        ...flags });
}

export class Rules {
    #handle;
    #state;  // where positions are lent to the engine
    #room;   // their bytes on the way there
    #list;   // room for a list of moves
    #info;

    /** @param origin what a worker opens the same rules from */
    constructor(engine, handle, origin) {
        this.engine = engine;
        this.origin = origin;
        this.#handle = handle;
        this.#info = aboutOf(engine, handle);
        this.#state = engine.makePlainly('tsr_state_new', handle);
        this.#room = engine.allocate(this.#info.stateSize);
        this.#list = engine.allocate(8 * Math.max(this.#info.maxMoves, 1));
    }

    get info() {
        return this.#info;
    }

    /** The options there are: name, values, help. */
    get choices() {
        const lines = this.engine.text('tsr_ruleset_text', this.handle, 5).split('\n').filter(Boolean);
        return lines.map((line) => {
            const [name, values, help] = line.split('\t');
            return { name, values, help };
        });
    }

    get handle() {
        if (!this.#handle) throw new TesseraError('state', 'these rules are closed');
        return this.#handle;
    }

    /** The first position. Where chance begins, nothing is drawn yet. */
    start() {
        return this.taken(this.engine.makePlainly('tsr_state_new', this.handle));
    }

    /** The position that a text describes, as text() writes it. */
    read(text) {
        return this.taken(this.engine.make('tsr_state_parse', this.handle, text));
    }

    /** A match under a referee, who draws and writes a record. */
    match({ seed = 1n, names = [] } = {}) {
        const table = this.engine.make('tsr_table_open', this.handle, BigInt.asUintN(64, BigInt(seed)), names.join(','));
        return new Match(this, table);
    }

    /** Goes on with a match from its record. */
    resume(record) {
        const size = new TextEncoder().encode(record).length;
        return new Match(this, this.engine.make('tsr_table_resume', record, size, this.handle));
    }

    /** The automaton of a turn, as lang.h tells it: { starts, nodes }; null for games written in C. */
    automaton() {
        const lines = this.engine.said('tsr_wasm_automaton', this.handle).split('\n').map((line) => line.split('\t'));
        const of = (word) => lines.filter(([first]) => first === word);
        if (lines.length < 2) return null;
        return {
            starts: of('start').map(([, phase, player, node]) => ({ phase: Number(phase), player, node: Number(node) })),
            nodes: of('node').map(([, number, kind, next, alt, words]) => ({
                number: Number(number), kind, next: Number(next), alt: Number(alt), words,
            })),
        };
    }

    /** How many positions there are after `depth` plies from the start. */
    perft(depth) {
        return this.start().perft(depth);
    }

    close() {
        if (this.#handle) {
            this.engine.call('tsr_state_free', this.#state);
            this.engine.x.free(this.#room);
            this.engine.x.free(this.#list);
            this.engine.call('tsr_close', this.#handle);
            this.#handle = 0;
        }
    }

    // --- For positions -------------------------------------------------------------------------------

    /** Takes a state out of the engine. */
    taken(state, viewer = null) {
        try {
            const at = this.engine.call('tsr_state_bytes', state);
            return new Position(this, this.engine.bytes.slice(at, at + this.#info.stateSize), viewer);
        } finally {
            this.engine.call('tsr_state_free', state);
        }
    }

    /** Lends bytes to the engine; the handle is good until the next call. */
    lent(bytes, viewer = null) {
        void this.handle;
        this.engine.bytes.set(bytes, this.#room);
        this.engine.call('tsr_wasm_load', this.#state, this.#room, viewer === null ? 0 : 1);
        return this.#state;
    }

    listed(state, who) {
        const count = this.engine.call('tsr_state_moves', state, who, this.#list, this.#info.maxMoves);
        return Array.from({ length: Math.max(count, 0) }, (_, i) => this.engine.view.getBigUint64(this.#list + 8 * i, true));
    }

    /** What the engine has at the lent state now, as a new position. */
    copied() {
        const at = this.engine.call('tsr_state_bytes', this.#state);
        return new Position(this, this.engine.bytes.slice(at, at + this.#info.stateSize));
    }
}

export class Position {
    #rules;
    #bytes;
    #viewer;

    constructor(rules, bytes, viewer = null) {
        this.#rules = rules;
        this.#bytes = bytes;
        this.#viewer = viewer;
    }

    get rules() {
        return this.#rules;
    }

    /** Whose eyes these are: a seat, 'watcher', or null for the whole truth. */
    get viewer() {
        return this.#viewer === WATCHER ? 'watcher' : this.#viewer;
    }

    get bytes() {
        return this.#bytes.slice();
    }

    get #engine() {
        return this.#rules.engine;
    }

    get #state() {
        return this.#rules.lent(this.#bytes, this.#viewer);
    }

    /** The seats that must decide; none while chance is on turn and at the end. */
    get turn() {
        return seatsOf(this.#engine.call('tsr_state_turn', this.#state));
    }

    get isChance() {
        return this.#engine.call('tsr_state_mover', this.#state) === CHANCE;
    }

    /** Points and ranks by seat at the end; null before. */
    get over() {
        const state = this.#state, engine = this.#engine;
        if (engine.call('tsr_state_turn', state) !== 0) return null;
        const { players } = this.#rules.info, at = engine.allocate(8 * players);
        engine.call('tsr_state_result', state, at, at + 4 * players);
        const result = Array.from({ length: players }, (_, seat) => ({
            score: engine.view.getInt32(at + 4 * seat, true), rank: engine.view.getUint32(at + 4 * (players + seat), true),
        }));
        engine.x.free(at);
        return result;
    }

    /** The legal moves of a seat (the one on turn, if none is named). */
    moves(seat = ON_TURN) {
        const state = this.#state;
        return this.#rules.listed(state, seat).map((code) => ({
            text: this.#engine.text('tsr_state_move_text', state, seat, code), code,
        }));
    }

    /** The position after a move, given as one of moves() or as people type it. */
    play(move, seat = ON_TURN) {
        const state = this.#state;
        if (typeof move === 'string') this.#engine.attempt('tsr_state_play_text', state, seat, move);
        else this.#engine.attempt('tsr_state_play', state, seat, move.code);
        return this.#rules.copied();
    }

    /** While chance is on turn: the position after a draw by weight, from a random number of 64 bits. */
    draw(random) {
        this.#engine.attempt('tsr_state_draw', this.#state, BigInt.asUintN(64, BigInt(random)));
        return this.#rules.copied();
    }

    /** Why a move is not legal; null if it is. */
    why(text, seat = ON_TURN) {
        return this.#engine.text('tsr_state_why_not', this.#state, seat, text) || null;
    }

    /** What a seat sees, or a watcher; what it may not know is not in it. It cannot be played on. */
    view(viewer) {
        const number = viewer === 'watcher' ? WATCHER : viewer;
        return this.#rules.taken(this.#engine.makePlainly('tsr_state_view', this.#state, number), number);
    }

    /** Zones and things to draw, as docs/wire.md has them. */
    scene(viewer = 'watcher') {
        return JSON.parse(this.#engine.said('tsr_wasm_scene', this.#state, viewer === 'watcher' ? WATCHER : viewer));
    }

    /** What a seat is asked: a sentence and its moves, each with what is picked for it; null if nothing. */
    ask(seat) {
        return JSON.parse(this.#engine.said('tsr_wasm_ask', this.#state, seat));
    }

    svg(viewer = 'watcher') {
        return this.#engine.text('tsr_state_svg', this.#state, viewer === 'watcher' ? WATCHER : viewer);
    }

    text() {
        return this.#engine.text('tsr_state_text', this.#state);
    }

    prompt() {
        return this.#engine.text('tsr_state_prompt', this.#state);
    }

    /** A number that is equal for positions with the same future. */
    key() {
        return BigInt.asUintN(64, this.#engine.call('tsr_state_hash', this.#state));
    }

    perft(depth) {
        const count = BigInt.asUintN(64, this.#engine.call('tsr_wasm_perft', this.#state, depth));
        if (count === 2n ** 64n - 1n) throw new TesseraError('argument', 'these positions cannot be counted');
        return count;
    }
}
