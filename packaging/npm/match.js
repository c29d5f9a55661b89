// SPDX-License-Identifier: MIT
//
// A match under a referee: moves are judged, chance is drawn from the seed, and all of it is written down.

import { TesseraError } from './engine.js';
import { ON_TURN, seatsOf } from './seats.js';

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

    /** The text file of the match so far, for resume() and `tessera replay`. */
    record() {
        return this.#engine.text('tsr_table_record', this.#table);
    }

    close() {
        if (this.#handle) this.#engine.call('tsr_table_close', this.#handle);
        this.#handle = 0;
    }
}
