// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SLOTS_H
#define TSR_LANG_SLOTS_H

// The slots of a tsr_game that is a compiled rules file, over the files that fill them.

#include "lang/game/actions.h"
#include "lang/game/guess.h"
#include "lang/game/move_text.h"
#include "lang/game/state.h"
#include "lang/game/view.h"
#include "lang/vm/walk.h"

// slots_text.c, slots_check.c: positions
int slot_text(const tsr_rules *r, const void *s, char *buf, size_t cap);
tsr_err slot_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err);
int slot_check(const tsr_rules *r, const void *s, tsr_line *out);

// slots_move.c: moves as text
int slot_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf, size_t cap);
tsr_err slot_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                        tsr_move *out);

// slots_why.c: reasons
int slot_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

// slots_told.c: what followed from a move, for games that give reasons
void reasons_fit(tsr_rules *r);

// slots_scene.c: pictures
void slot_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);
int slot_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out);

// joint.c: rules in which somebody is asked inside another's turn get slots that know of it
void joint_fit(tsr_rules *r);

// Sentences. X(NAME, text); numbers from 1 in this order.
#define LANG_LINES(X)                                                                              \
    X(SAY_NO_MOVE, "that is no move of this game")                                                 \
    X(SAY_NOT_NOW, "that move is not possible now")                                                \
    X(SAY_NOBODY, "there is no piece on {0}")                                                      \
    X(SAY_NOT_YOURS, "the {1} on {0} is not yours")                                                \
    X(SAY_TAKEN, "{0} is not free")                                                                \
    X(SAY_NO_REACH, "a {0} cannot go from {1} to {2}")                                             \
    X(SAY_BLOCKED, "the {0} on {1} cannot reach {2}: {3} is in the way")                           \
    X(SAY_TARGET, "{1} is no place for the {0}: it must be `{2}`")                                 \
    X(SAY_GUARD, "this needs `{0}`")                                                               \
    X(SAY_GUARD_CELL, "this needs `{0}`; {1} is not")                                              \
    X(SAY_GUARD_NOT, "this needs `{0}`; {1} is")                                                   \
    X(SAY_GUARD_ONE, "this needs `{0}`; {1} is one")                                               \
    X(SAY_GUARD_NONE, "this needs `{0}`; for {1} there is none")                                   \
    X(SAY_GUARD_MOVED, "this needs `{0}`; the {2} on {1} has moved before")                        \
    X(SAY_ATTACKED, "this needs `{0}`; {1} is attacked by the {2} on {3}")                         \
    X(SAY_REQUIRE, "afterwards `{0}` must hold")                                                   \
    X(SAY_REQUIRE_ATTACKED, "afterwards `{0}` must hold; {1} is attacked by the {2} on {3}")       \
    X(SAY_MUST, "a {0} is possible, so it must be made")                                           \
    X(SAY_NOW_MOVE, "now a piece has to move")                                                     \
    X(SAY_NOW_PLACE, "now it is about where the {0} goes")                                         \
    X(SAY_NOW_CHOOSE, "now a cell has to be chosen")                                               \
    X(SAY_NOW_TAKE, "now a piece has to be taken off the board")                                   \
    X(SAY_LONGER, "you must take as many as possible")                                             \
    X(SAY_UNFINISHED, "that is only a part of the turn")                                           \
    X(SAY_EMPTY_HAND, "there is no {0} in your hand")                                              \
    X(SAY_CHOOSE_CELL, "{0} cannot be chosen")                                                     \
    X(SAY_CHOOSE_IN, "{0} cannot be chosen: it must be in `{1}`")                                  \
    X(SAY_MOVE, "{0} to move")                                                                     \
    X(SAY_AT_ONCE, "all choose at once")                                                           \
    X(SAY_GO_ON, "{0} goes on")                                                                    \
    X(SAY_GAINS_FOR, "{0} gains {1} for {2}")                                                      \
    X(SAY_LOSES_FOR, "{0} loses {1} for {2}")                                                      \
    X(SAY_GETS_FOR, "{0} gets {1} for {2}")                                                        \
    X(SAY_GIVES_FOR, "{0} gives {1} for {2}")                                                      \
    X(SAY_WINS_FOR, "{0} wins: {1}")                                                               \
    X(SAY_OVER_FOR, "the game is over: {0}")                                                       \
    X(SAY_OUT_FOR, "{0} is out: {1}")                                                              \
    X(SAY_BAD_BYTES, "this is no position of the game")                                            \
    X(SAY_BLANK, "")

enum {
    SAY_NOTHING_,
#define X(name, text) name,
    LANG_LINES(X)
#undef X
        SAY_COUNT_
};

extern const char *const lang_lines[];
extern const char *const lang_view_words[]; // of the option `turns`
extern const tsr_game lang_table;           // all slots filled, nothing else
extern const tsr_game lang_hidden_table;    // of games in which something is hidden
extern const tsr_game_more lang_more;
extern const tsr_game_learn lang_learn; // observe.c

// slots.c: the rest
tsr_err slot_open(tsr_rules *r, const char *data, size_t size, tsr_error *err);
void slot_close(tsr_rules *r);
void slot_init(const tsr_rules *r, void *out);
uint32_t slot_turn(const tsr_rules *r, const void *s);
int slot_moves(const tsr_rules *r, const void *s, int who, tsr_move *out);
int slot_count(const tsr_rules *r, const void *s, int who);
int slot_nodes(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out);
int slot_chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight);
tsr_move slot_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g);
void slot_play(const tsr_rules *r, void *s, int who, tsr_move m);
uint32_t slot_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies);
void slot_result(const tsr_rules *r, const void *s, tsr_result *out);
void slot_info(const tsr_rules *r, const void *s, tsr_info *out);
uint64_t slot_hash(const tsr_rules *r, const void *s);

int lang_most_chance(const program *p);

// The initialisers that all tables of this language share.
#define LANG_SLOTS                                                                                 \
    .size = sizeof(tsr_game), .abi = TSR_ABI, .line_count = SAY_COUNT_, .lines = lang_lines,       \
    .rules_version = 1, .open = slot_open, .close = slot_close, .init = slot_init,                 \
    .turn = slot_turn, .moves = slot_moves, .chance = slot_chance, .why_not = slot_why_not,        \
    .play = slot_play, .result = slot_result, .move_text = slot_move_text,                         \
    .move_parse = slot_move_parse, .text = slot_text, .parse = slot_parse, .check = slot_check,    \
    .info = slot_info, .scene = slot_scene, .path = slot_path, .learn = &lang_learn

// ... and those in which something is hidden.
#define LANG_HIDDEN .view = slot_view, .guess = slot_guess, .seen = slot_seen

// The same for their second part, to which each adds how long it takes.
#define LANG_MORE                                                                                  \
    .size = sizeof(tsr_game_more), .action = slot_action, .action_text = slot_action_text,         \
    .sample = slot_sample, .hash = slot_hash, .count = slot_count, .playout = slot_playout,        \
    .nodes = slot_nodes

#endif
