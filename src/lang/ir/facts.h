// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_FACTS_H
#define TSR_LANG_FACTS_H

// Facts: what has been found out about the nodes of a program, beside it, in tables by node.
//
// A program plays by its nodes and code alone; facts say how to play it faster. Each table is
// written by one file and read by everybody else through ir_path, ir_turn, ir_test and ir_weight
// (ir.h). A fact is either true or empty (0, BOARD_NONE): where nothing could be proved there is
// none, and whoever reads it goes the longer way.

#include <stdint.h>

typedef enum ir_tail {
    TAIL_PLAIN = 0, // no test, no choice: every offer is a legal turn
    TAIL_TEST,      // tests, but no further choice
    TAIL_CHOICE     // more choices
} ir_tail;

// Where paths lead, from the graph alone. Written by ir_analyse.
typedef struct fact_path {
    uint64_t first; // choices that may come first from here, as bits (choice & 63)
    uint8_t tail;   // ir_tail: what follows
    uint8_t trust;  // a choice: reached by alternatives only, so a legal code needs no test
    uint8_t empty;  // a path from here may be over without a choice: at the end of the turn, at a
                    // roll, or because an effect ends the game
    uint8_t pad[5];
} fact_path;

// The rest of a turn as one code. Written by opt_join.c; of choices only.
typedef struct fact_turn {
    uint32_t turn;         // `apply` and all that follows up to the end; answers 1 if legal
    uint32_t turn_end;     // behind its last instruction
    uint32_t ply;          // the same and the endings after it, where their order does not matter
    uint32_t hop;          // of a choice that may be repeated: `apply`, then what offers it again
    uint32_t last_hop;     // ... and the turn if that offers nothing
    uint32_t last_hop_end; // behind its last instruction
    uint16_t bind;    // register that must hold the cell its offer was found for, or BOARD_NONE
    uint8_t leads_on; // whatever is offered leads to at least one turn
    uint8_t pad;
} fact_turn;

// Tests that look from the pieces of one type, as `require not check` does from the king, and
// choices that have no other test behind them: only turns that touch what such a test reads, or
// move the piece it looks from, need to be tried. Written by opt_reads.c.
typedef struct fact_test {
    uint32_t reads;        // a test: code that answers the cells it reads
    uint32_t shield_cells; // ... code for those where a piece may stand in between and shield
    uint16_t looks_from;   // ... the type it looks from
    uint16_t only_test;    // a choice: the only test after it, one that reads
    uint16_t moves_looker; // a choice of the piece that such a test looks from: the test
    uint16_t
        must_pass; // a choice of another: a test that whatever follows must pass; while it fails
                   // only who enters a cell that it reads can
    uint8_t shield_owner; // a test: whose pieces shield
    uint8_t pad[3];
} fact_test;

// How many turns an offer stands for, so that one can be drawn without a list. Written by
// ir_analyse; `pair` by opt_join.c.
typedef struct fact_weight {
    uint32_t pair;  // a choice: after it comes one more, of at most so many cells
    uint16_t zone;  // constant + 1: cells where a move stands for `weight` turns; elsewhere one
    uint8_t weight; // 0 = it must be listed
    uint8_t pad;
} fact_weight;

// The tables, one row a node; and what is true of the whole program.
typedef struct ir_facts {
    fact_path *path;
    fact_turn *turn;
    fact_test *test;
    fact_weight *weight;
    uint32_t duties;  // what the end of a turn must see to: ir_duty
    uint32_t one_way; // events after which no earlier position can return
    int overlaps;     // two choices may offer the same move
    int heeds_events; // somebody asks what happened in a turn
    int swift;        // a turn that is over leaves nothing to settle: vm_prepare.h
} ir_facts;

#endif
