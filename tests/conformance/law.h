// SPDX-License-Identifier: MIT
#ifndef TESTS_CONFORMANCE_LAW_H
#define TESTS_CONFORMANCE_LAW_H

// Inside the suite: the walk through a game, and what a law is made of.
//
// A game is first played to its end with nothing tested (walk.c), then walked
// again from the start. At every position the walk fills a *spot* with what most
// laws need and calls the hooks of each law:
//
//     start                          once for a setup
//       begin                        a game begins (the spot is its first position)
//         at                         every position
//         deep                       some positions: hooks that cost more
//         moved                      after every ply, the spot still the one before
//       end                          the game is over
//     finish                         once, after all games
//
// A law's randomness is `run->g`, seeded anew for each law and position.

#include <tessera/rules.h>

#include "conformance.h"

// Block of memory with a guard behind it that nobody may write to.
typedef struct law_block {
    struct law_block *next;
    size_t size;
    unsigned char *bytes; // 16-aligned
} law_block;

typedef struct law_step {
    tsr_move move;
    int who;
} law_step;

enum { LAW_VIEWERS = TSR_MAX_PLAYERS + 1, LAW_NEAR = 64 };

// One position and what the game says about it.
typedef struct law_spot {
    const void *state;
    uint32_t turn;
    int ply;
    int deep;
    tsr_info info;
    int count[TSR_MAX_PLAYERS]; // moves of each player, as `moves` returned it
    tsr_move *moves[TSR_MAX_PLAYERS];
    int outcomes; // when chance decides
    tsr_move *outcome;
    uint32_t *weight;
    void *view[LAW_VIEWERS]; // at deep positions; see law_viewer
} law_spot;

typedef struct law_run {
    const tsr_rules *r;
    const tsr_setup *setup;
    const law_config *config;
    law_tally *tally;
    int law;     // the law at work
    int variant; // an option at its end: everything found is a breach of law 22
    int whole;   // what is found concerns the whole run, not one position
    int far;     // what is found takes the games before this one to show again
    int told[LAW_COUNT + 1];
    tsr_rng g;
    uint64_t seed; // of this game
    int game;      // its number in this run
    int viewers;   // players and the watcher

    law_step *steps; // the game, played beforehand
    int step_count, step_cap;
    int ended; // the steps lead to the game's end

    law_spot spot;
    tsr_move near[LAW_NEAR]; // moves that were legal lately: good wrong answers now
    int near_count;

    void *state, *next; // the walk's own: the position and the one after it
    void *pristine;     // a copy of `state` that no slot has seen
    void *scratch[6];   // states for laws to work on
    tsr_move *list;     // room for a list of moves or outcomes
    uint32_t *weights;
    law_block *blocks;
    char *text[2]; // growing buffers for texts; see law_position_text
    size_t text_cap[2];
    void *memory[LAW_COUNT + 1]; // what a law keeps over the run
} law_run;

typedef struct law_hooks {
    void (*start)(law_run *run);
    void (*begin)(law_run *run);
    void (*at)(law_run *run);
    void (*deep)(law_run *run);
    void (*moved)(law_run *run, int who, tsr_move m, const void *after);
    void (*end)(law_run *run);
    void (*finish)(law_run *run);
} law_hooks;

#define LAW(n, title) extern const law_hooks law_##n;
#include "laws.def"
#undef LAW

// --- Telling -----------------------------------------------------------------

// Counts a check of the present law; a false `holds` is a breach and is told with
// the sentence that follows. Worth `holds`.
#define LAW_HOLDS(run, holds, ...) ((holds) ? law_kept(run) : law_broken((run), __VA_ARGS__))

int law_kept(law_run *run); // counts the check; returns 1
int law_broken(law_run *run, const char *format, ...) TSR_PRINTF(2, 3); // returns 0

// "player 2" or "the watcher" or "chance"; a static string.
const char *law_who(int who);

// What is wrong with a one-line text, as a phrase ("has a tab"), or NULL.
const char *law_text_fault(const char *text);

// What is wrong with a sentence (code, arguments, template), or NULL.
const char *law_line_fault(const law_run *run, const tsr_line *line);

// The first byte in which two blocks of state_size bytes differ, or -1.
int law_difference(const law_run *run, const void *a, const void *b);

// LAW_HOLDS for equal states: says which byte differs. `what` is the beginning
// of the sentence.
int law_same(law_run *run, const void *is, const void *should, const char *what, ...)
    TSR_PRINTF(4, 5);

// --- Memory ------------------------------------------------------------------

// Zeroed memory; ends the program when there is none.
void *law_memory(size_t size);
// Zeroed memory with a guard, freed when the run ends.
void *law_guarded(law_run *run, size_t size);
// Whether every guard is untouched; repairs those that are not.
int law_guards_hold(law_run *run);

// A law's own memory of `size` bytes for the whole run, zeroed when first asked for
// and freed at the end.
void *law_keep(law_run *run, size_t size);

void law_copy(const law_run *run, void *to, const void *from);
// Fills a state with `byte`: what a slot does not write then shows.
void law_fill(const law_run *run, void *state, int byte);
// Leaves `byte` all over the stack, where uninitialised locals will find it.
void law_dirty_stack(int byte);

// --- Walking -----------------------------------------------------------------

// The viewer of index 0 .. run->viewers - 1: the players, then the watcher.
int law_viewer(const law_run *run, int index);
int law_is_decider(const law_run *run, int who);
// The one player who decides at the spot, or -1: several, chance, or nobody.
int law_sole(uint32_t turn);

// A random decider of `turn` (a player or TSR_CHANCE).
int law_random_mover(uint32_t turn, tsr_rng *g);
// A random legal move of `who`, or an outcome by weight. Uses run->list. 0 if there is none.
tsr_move law_random_move(law_run *run, const void *s, int who, tsr_rng *g);
// Index of the outcome that `g` draws.
int law_draw(const uint32_t *weight, int count, tsr_rng *g);

// A step that visits at most `most` of `count` things, and where to begin.
int law_stride(int count, int most);
int law_offset(law_run *run, int stride);

// Whether `m` is among `count` moves.
int law_listed(const tsr_move *moves, int count, tsr_move m);

// A code near the legal moves of `who` at the spot: a flipped bit, swapped bytes, a
// move that was legal before or is another player's, or 64 random bits.
tsr_move law_wrong_move(law_run *run, int who);

// The position as text in run->text[slot]; NULL if `text` misbehaves.
const char *law_position_text(law_run *run, const void *s, int slot);

// Plays up to `plies` random plies from `s` in place, testing that each position
// is sound. Returns NULL, or what went wrong as a phrase.
const char *law_play_on(law_run *run, void *s, int plies);

// --- Between the files -------------------------------------------------------

// Random changes to a text of at most `cap` - 1 characters.
void law_mutate_text(tsr_rng *g, char *text, size_t cap);

// A scene in memory of its own; free with law_scene_free.
typedef struct law_scene {
    tsr_scene sc;
    law_run *run;
} law_scene;

void law_scene_make(law_run *run, const void *s, int viewer, law_scene *out);
void law_scene_free(law_scene *scene);

// The walk over one game: fills run->steps.
void law_play_game(law_run *run);
// Fills run->spot for `s`.
void law_visit(law_run *run, const void *s, int ply, int deep);

#endif
