// SPDX-License-Identifier: MIT
//
// A match under a referee: moves are judged, chance is drawn from the seed, and all of it is written down.

import { TesseraError } from './engine.js';
import { eyesOf, ON_TURN, seatsOf } from './seats.js';

export class Match {
    #rules;
    #handle;

    constructor(rules, handle) {
        this.#rules = rules;
        this.#handle = handle;
    }

    get rules() {
        return this.#rules;
    }

    get #engine() {
        return this.#rules.engine;
    }

    get #table() {
        if (!this.#handle) throw new TesseraError('state', 'this match is closed');
        return this.#handle;
    }

    /** How many plies were made, draws of chance too. */
    get ply() {
        return this.#engine.call('tsr_table_plies', this.#table);
    }

    /** The seats to answer; none when it is over. */
    get waiting() {
        return seatsOf(this.#engine.call('tsr_table_waiting', this.#table));
    }

    /** Plays a move, one of moves() or as people type it. Throws the reason if it is not legal. */
    play(move, seat = ON_TURN) {
        if (typeof move === 'string') this.#engine.attempt('tsr_table_play_text', this.#table, seat, move);
        else this.#engine.attempt('tsr_table_play', this.#table, seat, move.code);
        return this;
    }

    /** Back to the position after so many plies. */
    back(ply) {
        this.#engine.attempt('tsr_table_back', this.#table, ply);
        return this;
    }

    /** The position now: the whole truth, so not for players. */
    get position() {
        return this.#rules.taken(this.#engine.makePlainly('tsr_table_state', this.#table));
    }

    at(ply) {
        return this.#rules.taken(this.#engine.makePlainly('tsr_table_at', this.#table, ply));
    }

    get result() {
        return this.waiting.length ? null : this.position.over;
    }

    // --- For pages: in the words of docs/wire.md -------------------------------------------------------

    #said(name, ...args) {
        return JSON.parse(this.#engine.said(name, this.#table, ...args));
    }

    /** Entries of the log, plies `from` up to `to`, as a viewer saw them; new ones with what followed as steps. */
    log(from, to, viewer = 'watcher', { isNew = false } = {}) {
        return this.#said('tsr_wasm_log', from, to, eyesOf(viewer), isNew ? 1 : 0);
    }

    /** What a viewer sees after so many plies; all of it when the match is over. */
    scene(ply, viewer = 'watcher') {
        return this.#said('tsr_wasm_look', ply, eyesOf(viewer));
    }

    /** What a seat is asked now; null if nothing. */
    ask(seat) {
        return this.#said('tsr_wasm_question', seat);
    }

    /** Why these things cannot be picked now, in words; '' if there is nothing to say. */
    reason(seat, picks) {
        const engine = this.#engine, at = engine.allocate(4 * Math.max(picks.length, 1));
        try {
            picks.forEach((ref, i) => engine.view.setUint32(at + 4 * i, ref, true));
            return engine.said('tsr_wasm_reason', this.#table, seat, at, picks.length);
        } finally {
            engine.x.free(at);
        }
    }

    /** { result, end, parts } when it is over; null before. */
    get ended() {
        return this.#said('tsr_wasm_end');
    }

    resign(seat) {
        this.#engine.attempt('tsr_wasm_resign', this.#table, seat);
        return this;
    }

    /** The ply a seat may step back to: within its own turn (alone), or to its last decision; null if it may not. */
    stepBack(seat, { alone = true } = {}) {
        const ply = this.#engine.call('tsr_wasm_take_back', this.#table, seat, alone ? 1 : 0);
        return ply < 0 || ply >= this.ply ? null : ply;
    }

    /** The text file of the match so far, for resume() and `tessera replay`. */
    record() {
        return this.#engine.text('tsr_table_record', this.#table);
    }

    close() {
        if (this.#handle) this.#engine.call('tsr_table_close', this.#handle);
        this.#handle = 0;
    }
}
