// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_WASM_H
#define TSR_WASM_WASM_H

// The engine for pages: what it has beside abi.h.
//
// A page gets only what it needs, so the engine begins with nothing: no game and no agent. Whoever
// loads it gives it rules files, and tables of games, agents and compiled rules that were loaded into its
// memory (docs/wasm.md); from then on abi.h finds them by name as if they were built in.
//
// Texts that come back lie in one place and are there until the next call. One thread.

#include <stdint.h>

#include <tessera/abi.h>

// --- What it is given ------------------------------------------------------------------------------

// Puts a rules file on the shelf: it can be opened by `name`, and others may inherit from it by its
// title. Parents must be there before.
int tsr_wasm_shelve(const char *name, const char *text, tsr_problem *why);

// Tables that were loaded; each must stay where it is. Refused (and said so) if it is no table for
// this engine or there is one of that name.
int tsr_wasm_add_game(const void *game, tsr_problem *why);
int tsr_wasm_add_agent(const void *type, tsr_problem *why);
int tsr_wasm_add_native(const void *table, tsr_problem *why);

// --- Rules text --------------------------------------------------------------------------------------

// Compiles, and runs the file's tests if `tests`: {"errors":1,"messages":[{"number":12,"warning":0,"line":3,
// "col":9,"len":4,"why":"...","text":"..."}]}.
const char *tsr_wasm_check(const char *text, int tests);
// The file as `tessera fmt` writes it; "" if it has mistakes.
const char *tsr_wasm_format(const char *text);
// A lesson about a message; "" if there is none of that number.
const char *tsr_wasm_explain(int number);

// --- Looking ------------------------------------------------------------------------------------------

// What `viewer` (a seat, or TSR_VIEW_WATCHER) sees, and what it is asked, as in docs/wire.md; null where
// nothing is asked.
const char *tsr_wasm_scene(const tsr_state *s, int viewer);
const char *tsr_wasm_ask(const tsr_state *s, int seat);

// Lets `s` be the position whose bytes were taken from a state of the same rules with
// tsr_state_bytes, or a view's. A page keeps positions as bytes and lends the engine one at a time.
void tsr_wasm_load(tsr_state *s, const void *bytes, int is_view);

// How many positions there are after `depth` plies; UINT64_MAX if they cannot be counted.
uint64_t tsr_wasm_perft(const tsr_state *s, int depth);

#endif
