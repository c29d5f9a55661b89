// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_KNOWS_H
#define TSR_LANG_KNOWS_H

// The proof behind error 35: what a player may choose is read off things whose kinds that player knows.
//
// Where the kinds of things are secret is a set of places: an area of another player, an area that nobody looks into,
// the board where others' hidden pieces stand. An expression is read as two such sets: where its cells may lie, and
// where it depends on kinds whether a cell belongs to it. A word for a kind depends on all secret places until it
// meets cells elsewhere, `mine - bomb`, `my hand & hearts`; how many things lie somewhere is no secret.

#include <tessera/rng.h>

#include "lang/game/compile.h"

// A proof that takes more steps is none: then random play alone tries the turn.
enum { KNOWS_NAMES = 32, KNOWS_STEPS = 200000 };

typedef struct knows_reading {
    uint64_t where; // places, KNOWS_OPEN among them
    // Of these, where membership depends on secret kinds; of numbers and conditions, not 0 if they do.
    uint64_t depends;
} knows_reading;

#define KNOWS_OPEN  ((uint64_t)1 << 63) // all that is not secret
#define KNOWS_BOARD ((uint64_t)1 << 62) // others' hidden pieces

typedef struct knows_name {
    const char *name;
    knows_reading is;
} knows_name;

typedef struct knows {
    const game_ast *g;
    int me, viewer;  // who reads `my`, and who chooses; -1 = any of the players
    uint64_t secret; // from the viewer
    knows_reading here;
    knows_name name[KNOWS_NAMES];
    int names;
    int depth, steps; // so far
} knows;

// Names in force; 0 = there is no room for more.
int knows_bind(knows *k, const char *name, knows_reading is);
// The arguments of a call, or what a list of `where` names.
int knows_bind_arguments(knows *k, const decl_def *d, const ast *call);
const decl_def *knows_def(const knows *k, const char *name);

#define KNOWS_IN_THE_OPEN ((knows_reading){.where = KNOWS_OPEN})

// knows_words.c: the number of an area, or -1; its secret places, of one player or (-1) of all; those of areas that
// an expression names as a whole.
int knows_area(const game_ast *g, const char *name);
uint64_t knows_whole(const knows *k, const ast *e);
knows_reading knows_read_area(const knows *k, int area, const ast *e);
knows_reading knows_read_kind(const knows *k, const char *type);
knows_reading knows_read_owned(const knows *k, const ast *e);
// What lies anywhere, and whether that depends on secrets.
knows_reading knows_everywhere(const knows *k, int depends);
uint64_t knows_places(const knows *k, int area, int player);
knows_reading knows_read(knows *k, const ast *e);

// Areas, as bits, in which nothing lies once play has begun; `state` has room for a position.
uint32_t knows_empty(const lang_unit *u, void *state, tsr_rng *g);

// What the proof finds first: an expression that a choice asks for and whose answer the player cannot know; NULL = none.
// `decides_rest`: it is a `when` that says what is chosen next.
const ast *knows_prove(const lang_unit *u, uint32_t empty, int *decides_rest);

#endif
