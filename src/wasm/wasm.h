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

// The same with rules that were compiled when this engine was built (image.h). The bytes are copied.
int tsr_wasm_take(const char *name, const void *bytes, uint32_t size, tsr_problem *why);

// Tables that were loaded; each must stay where it is. Refused (and said so) if it is no table for
// this engine or there is one of that name. Texts can be compiled as soon as there is a compiler,
// and rules files played out as soon as there is a search.
int tsr_wasm_add_compiler(const void *table, tsr_problem *why);
int tsr_wasm_add_search(const void *table, tsr_problem *why);
int tsr_wasm_add_game(const void *game, tsr_problem *why);
int tsr_wasm_add_agent(const void *type, tsr_problem *why);
int tsr_wasm_add_native(const void *table, tsr_problem *why);

// --- Rules text --------------------------------------------------------------------------------------

// Compiles, and runs the file's tests if `tests`: {"errors":1,"messages":[{"number":12,"warning":0,"line":3,
// "col":9,"len":4,"why":"...","text":"..."}]}.
const char *tsr_wasm_check(const char *text, int tests);
// The file as `tessera fmt` writes it; "" if it has mistakes.
const char *tsr_wasm_format(const char *text);
// The automaton of the turns of opened rules, as tsr_lang_automaton writes it; "" for a game written in C.
const char *tsr_wasm_automaton(const tsr_ruleset *rules);
// What a game says of a file of its own (a deck of cards): {"fine":true,"report":"...","things":{...}}, the report
// as `tessera cards` prints it, the things as the game tells them; null if it reads no file.
const char *tsr_wasm_deck(const char *game, const char *text);
// A lesson about a message; "" if there is none of that number.
const char *tsr_wasm_explain(int number);

// --- Looking ------------------------------------------------------------------------------------------

// What `viewer` (a seat, or TSR_VIEW_WATCHER) sees, and what it is asked, as in docs/wire.md; null where
// nothing is asked.
const char *tsr_wasm_scene(const tsr_state *s, int viewer);
const char *tsr_wasm_ask(const tsr_state *s, int seat);

// --- Tables --------------------------------------------------------------------------------------------

// The entries `from` up to `to` of a match's log for these eyes, as JSON: new ones with their steps, old ones in
// words (docs/wire.md).
const char *tsr_wasm_log(const tsr_table *t, int from, int to, int eyes, int is_new);
// The scene after `ply` plies as `viewer` sees it; when the match is over, all of it.
const char *tsr_wasm_look(const tsr_table *t, int ply, int viewer);
// What `seat` is asked now, with the players' names; null where nothing is.
const char *tsr_wasm_question(const tsr_table *t, int seat);
// Why these items cannot be picked now; "" if there is nothing to say.
const char *tsr_wasm_reason(const tsr_table *t, int seat, const uint32_t *pick, int picks);
// {"result":[{"rank","score"}],"end":"rules","parts":[...]}; null while it goes on.
const char *tsr_wasm_end(const tsr_table *t);
int tsr_wasm_resign(tsr_table *t, int seat, tsr_problem *why);
// The ply to which `seat` may step back: within its own turn (`alone`), or to its last decision; the present
// one, or -1, where it cannot.
int tsr_wasm_take_back(const tsr_table *t, int seat, int alone);

// What a game is, as the list of games tells it, without bots; null if there is none of that name.
const char *tsr_wasm_game(const char *name);

// --- Analysis ----------------------------------------------------------------------------------------

// What a player that searches (mcts, alphabeta) thinks of a position with so many nodes, from what `who` sees:
// {"move":"e2e4","nodes":1000,"win":[0.53,0.47],"line":["e2e4","e7e5"]}, `win` being what each seat can hope
// for, and null where it did not have to think. null and `why` if it fails.
const char *tsr_wasm_think(tsr_player *p, const tsr_state *s, int who, uint64_t seed,
                           uint64_t nodes, tsr_problem *why);

// --- Positions -----------------------------------------------------------------------------------------

// Lets `s` be the position whose bytes were taken from a state of the same rules with
// tsr_state_bytes, or a view's. A page keeps positions as bytes and lends the engine one at a time.
void tsr_wasm_load(tsr_state *s, const void *bytes, int is_view);

// How many positions there are after `depth` plies; UINT64_MAX if they cannot be counted.
uint64_t tsr_wasm_perft(const tsr_state *s, int depth);

#endif
