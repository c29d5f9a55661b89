// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_WHATIF_H
#define TSR_AGENTS_WHATIF_H

// What if: a program that is asked for a move tries moves on our side of the pipe, so
// that it can search without knowing a rule (docs/protocol.md).
//
// A question's view is turned into a position to play on: where something is hidden, a
// guess of it, as for every agent; so a program learns no more than its view. On that
// position it lists, plays, takes back and asks for values, one request a line, and
// gets one JSON object for each:
//
//     guess [N]    begins from guess number N, 0 if not given: the same number, the same guess
//     list         the moves of who decides, or the outcomes of a draw with their weights
//     play MOVE    by its text or #INDEX in the list; * draws, or takes any move
//     undo [N]     takes the last ply back, or the last N
//     value        what the position is worth to each player, 0 to 1
//     text         the position as text
//
// Bounded: WHATIF_PLIES plies or WHATIF_BYTES of positions, WHATIF_REQUESTS requests a
// question, and no request works longer than a random game lasts. All memory is the
// caller's, made once. No I/O here; one owner.

#include <tessera/agent.h>
#include <tessera/text.h>

#include "agents/budget.h"
#include "agents/leaf.h"

enum { WHATIF_PLIES = 512, WHATIF_BYTES = 4 << 20, WHATIF_REQUESTS = 1000000 };

typedef struct whatif {
    const tsr_rules *r;
    const tsr_query *q; // the question; NULL = none
    budget budget;
    leaf leaf;
    int room;              // positions there is room for
    int depth;             // plies played since the guess; -1 = there is no guess yet
    uint32_t requests;     // of this question
    unsigned char *states; // states[0] is the guess, states[depth] where we stand
    unsigned char *spare;
    tsr_move *moves; // of where we stand, if `count` is not 0
    uint32_t *weights;
    int count;
} whatif;

// Bytes that `memory` of whatif_init must have, 8-aligned.
size_t whatif_memory(const tsr_rules *r);
void whatif_init(whatif *w, const tsr_rules *r, void *memory);

// A question begins, with `ms` for the answer: what was tried before is forgotten. `q` is
// kept until whatif_end.
void whatif_begin(whatif *w, const tsr_query *q, uint32_t ms);
void whatif_end(whatif *w);

// Answers a request (what follows "what ") with a JSON object.
void whatif_answer(whatif *w, const char *request, tsr_out *out);

#endif
