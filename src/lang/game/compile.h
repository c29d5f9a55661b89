// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_COMPILE_H
#define TSR_LANG_COMPILE_H

// From source text to a program, for given values of the game's options.
//
// A game is compiled twice: once to see whether it is sound and to learn its name,
// players and options (with their defaults), and again whenever rules are opened,
// for the values chosen then, since a board's size may be an option. Both take
// about a millisecond.

#include "lang/front/ast.h"
#include "lang/front/diag.h"
#include "lang/game/board_face.h"
#include "lang/ir/ir.h"
#include "lang/ir/sources.h"

enum { LANG_MAX_PARENTS = 8 }; // a longer line of inheritance is refused

typedef struct lang_unit lang_unit;
struct lang_unit {
    arena a;
    game_ast g;
    program p;
    diag_list diags;
    board_face look;              // made when rules are opened
    uint64_t hash;                // ir_hash of the program, when rules are opened
    const lang_native *native;    // this very program as machine code, or NULL
    const struct lang_eval *eval; // made when rules are opened
    struct lang_features *features;
    const struct lang_actions *actions;
    const struct lang_sight *sight;
    const struct lang_solver *solver; // of a game that only fills cells, or NULL
    lang_unit *teller; // the same rules, replayed to tell reasons; NULL = the rules give none
};

// A new unit, or NULL for lack of memory; free with lang_unit_free. Compiles with
// `options` (or the defaults, if NULL); `view` overrides joined or split, 0 = the
// game's own. What is wrong is in unit->diags.
lang_unit *lang_unit_new(const lang_sources *src, const int32_t *options, int view,
                         const tsr_alloc *alloc);
// The same for so many players, where their number is not given; 0 = as few as may play.
lang_unit *lang_unit_of(const lang_sources *src, const int32_t *options, int view, int players,
                        const tsr_alloc *alloc);
// ... for trial.h, which wants to see what play passes over: deals do not ask whether anything is left.
lang_unit *lang_unit_to_try(const lang_sources *src, int players, const tsr_alloc *alloc);
// ... for slots_told.c: it notes what happens for which reason.
lang_unit *lang_unit_to_tell(const lang_sources *src, const int32_t *options, int view, int players,
                             const tsr_alloc *alloc);
void lang_unit_free(lang_unit *u);

// The same with at most `limit` bytes of memory, so that tests can run out at any point.
lang_unit *lang_unit_within(const lang_sources *src, const int32_t *options, int view,
                            const tsr_alloc *alloc, size_t limit);

// The title in the line `game "X"` of `text`, into `buf`; 0 if there is none.
int lang_title_of(const char *text, char *buf, size_t cap);

// The name of the game that `text` inherits from, into `buf`; 0 if it does not.
int lang_parent_of(const char *text, char *buf, size_t cap);

// Whether a turn of this program can have several picks among cells.
int lang_has_views(const program *p);

#endif
