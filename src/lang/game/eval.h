// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_EVAL_H
#define TSR_LANG_EVAL_H

// A judgement of positions for games that nobody has tuned.
//
// Everything is read from the rules when they are opened; a call then only looks
// things up. What may count, each where the rules give a reason for it:
//
//   material     a piece is worth the cells it reaches, over boards that are a quarter
//                full, in hundredths of the cheapest piece
//   place        more where it reaches more, and the nearer it is to a cell where it
//                wins or becomes something better; where all men have to go across, by the steps
//                that are left
//   sight        cells that sliding pieces reach at this moment
//   lines        open runs of what `line n of mine` asks for
//   connection   stones still missing to connect two sides
//   score        what `score` says, where the game is decided by it; where pieces change
//                owner, places from which they cannot be taken come first (or last, where
//                the fewest points win)
//   territory    cells reached before the other side, where the board fills up and
//                whoever is stuck loses
//
// A game for which none of these says anything has no heuristic, and agents play it
// out instead. Judgements are for full turns; nothing here is exact.
//
// An evaluation is made with the program it belongs to, lives in the same arena and
// never changes: threads share it.

#include "lang/vm/vm.h"

enum {
    EVAL_PIECE = 100,  // the cheapest piece
    EVAL_GOAL = 2000,  // standing where the game is won
    EVAL_EVEN = 400,   // an advantage worth a share of 3/4
    EVAL_LINE_MAX = 8, // longest line looked for
    EVAL_SLIDES = 16,  // motions that slide
};

enum { // lang_eval.counts
    EVAL_MATERIAL = 1,
    EVAL_LINES = 2,
    EVAL_LINKS = 4,
    EVAL_SCORE = 8,
    EVAL_FLIPS = 16, // pieces change owner
    EVAL_REACH = 32,
    EVAL_SIGHT = 64,
};

typedef struct lang_eval {
    int counts;
    int16_t *place;   // [players][types][cells]: a piece there, its value included
    int16_t *shelter; // the same for those that must not be attacked: how well it hides; or NULL
    int32_t value[IR_MAX_TYPES];
    uint8_t royal[IR_MAX_TYPES]; // must not be attacked: `place` is about goals only
    uint64_t *rise;              // [players][types] sets: cells where a piece becomes another
    uint64_t *rises;             // [players] sets: where any does
    int sign;                    // -1 where having pieces is bad
    int full;                    // material of one side at the start
    int line;                    // length
    int line_worth[EVAL_LINE_MAX + 1];
    uint64_t *line_from[8];                  // by axis: where a line may begin
    uint16_t *line_back[8];                  // by axis: the cell one step back
    uint64_t *through;                       // boards of one word: lines through a cell, as sets,
    uint16_t *through_at;                    // those of cell c from [c] up to [c + 1]; or NULL
    const uint64_t *side[IR_MAX_PLAYERS][2]; // links: from, to
    uint16_t motion[IR_MAX_PLAYERS][64];     // nodes with a `reach`
    int motion_count[IR_MAX_PLAYERS];
    uint16_t slide[IR_MAX_PLAYERS][EVAL_SLIDES]; // those of them that slide
    int slide_count[IR_MAX_PLAYERS];
    uint8_t slides[IR_MAX_TYPES];
} lang_eval;

// Reads the rules of `p`, whose start position is made. NULL for lack of memory.
lang_eval *eval_new(const program *p, arena *a);

// What player `me` has, in hundredths of a piece.
int eval_lines(const program *p, const lang_eval *e, const void *s, int me);
int eval_sight(frame *f, const lang_eval *e, int me);
int eval_links(const program *p, const lang_eval *e, const void *s, int me);

// How far player 0 is ahead of player 1 in territory.
int eval_reach(const program *p, const lang_eval *e, const void *s);

// How a stone of `me` on `cell` helps lines, own and the others'.
int eval_line_rate(const program *p, const lang_eval *e, const void *s, int me, int cell);

// Everything `me` has, but for what is counted between two sides (eval_reach).
int eval_side(const program *p, const lang_eval *e, const void *s, int me);

// What a piece of `me` is worth on `cell`.
static inline int eval_place(const program *p, const lang_eval *e, int me, int type, int cell) {
    const int at = (me * p->types + type) * p->b.cells + cell;
    return e->place[at] + (e->royal[type] ? e->shelter[at] : 0);
}

// The slots. The first is only for games for which something counts.
void slot_heuristic(const tsr_rules *r, const void *s, float *out);
int slot_rate(const tsr_rules *r, const void *s, int who, tsr_move m);
int slot_noisy(const tsr_rules *r, const void *s, int who, tsr_move m);

#endif
