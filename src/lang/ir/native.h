// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_NATIVE_H
#define TSR_LANG_NATIVE_H

// What a rules file compiled to machine code and the interpreter have in common: the
// head of every state, and the table of functions a compiled module exports.
//
// This text is also put at the top of every file that cgen.c prints, so it includes
// nothing of ours but <tessera/rng.h>, whose text is put there too.
//
// A module works on the very same flat states as the interpreter: either may play any
// ply of a game. It does what is done millions of times (list, draw, play); text,
// pictures and reasons stay with the interpreter.

#include <stddef.h>
#include <stdint.h>

#include <tessera/rng.h>

// How a game ends, for a player or for all: `over` below.
typedef enum ir_outcome { IR_WIN = 1, IR_LOSE, IR_DRAW, IR_FINISH } ir_outcome;

typedef struct ir_head {
    uint8_t me, over, phase, swapped;
    uint16_t pc; // node where the mover is asked, 0 = start of turn
    uint8_t passes, again;
    uint8_t rank[8]; // by colour, when over
    uint32_t turns, rolls;
    uint16_t ring_count;
    uint16_t whole; // 1: play began with an ending in the position, so endings look at everything
    uint32_t pad2;
} ir_head;

_Static_assert(sizeof(ir_head) == 32, "states have no hidden padding");

// Version of this table and of what its functions promise.
#define LANG_NATIVE_ABI 5u

// The fixed numbers of choices (the contract's `action`), for those who learn: which bit of a mask a
// choice on its cells is.
typedef struct lang_ids {
    const int32_t *pair;  // motions: pair[layer[choice] + from * cells + to]
    const int32_t *layer; // [choices + 1]
    const int32_t *base;  // [choices + 1] others: base[choice] + rank[cell], or base[choice]
    const int32_t *rank;  // [cells]
    int32_t whole;        // every cell's rank is its number, so a set of cells is a piece of a mask
    int32_t pad;
} lang_ids;

typedef struct lang_native {
    uint32_t abi, size;         // LANG_NATIVE_ABI, sizeof(lang_native)
    uint64_t program;           // ir_hash of what was compiled: nothing else may use it
    uint32_t state_size;        // bytes
    uint32_t text_size;         // of `text`, without the final NUL
    const char *text;           // the rules file, where the module must stand alone, or NULL
    const char *const *parents; // those it inherits from, ends with NULL; or NULL

    // The legal moves of the player on turn; `out` NULL only counts.
    int (*moves)(const void *state, uint64_t *out, int cap);
    // A uniform legal move.
    uint64_t (*sample)(const void *state, tsr_rng *g);
    // Plays a legal move. 0 = it is not done here (a move that is too long to pack).
    int (*play)(void *state, uint64_t move);
    // Uniform random play to the end or for `max` plies; returns the plies.
    uint32_t (*playout)(void *state, tsr_rng *g, uint32_t max);
    // Scores by colour, in halves where the game counts halves.
    void (*scores)(const void *state, int32_t *out);
    // How many ways of `depth` plies there are, or NULL. `made`: the last ply is made as well,
    // not only counted. 0 = it is not done here (too deep).
    int (*nodes)(const void *state, int depth, int made, uint64_t *out);
    // The numbers that may begin a move of the player on turn, added to `bits`; and playing a legal
    // move, then the same for the next player, unless the game is over. Both NULL where turns must
    // be walked. 0 = it is not done here.
    int (*mask)(const void *state, const lang_ids *ids, uint64_t *bits);
    int (*step)(void *state, uint64_t move, const lang_ids *ids, uint64_t *bits);
    // Plays what chance came to, a number, or NULL. 0 = the position does not wait for it.
    int (*rolled)(void *state, int32_t value);
} lang_native;

// The table of the built-in shelf that was compiled from the program with this ir_hash, or NULL.
const lang_native *lang_native_builtin(uint64_t hash);

#endif
