// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_SKIN_H
#define TSR_TERM_SKIN_H

// A game's own layout for the terminal, where the generic picture is not what
// its players are used to. A skin only draws: moves, commands and everything
// else stay as they are. It gets what the viewer may see, like any front end.
//
// To add one: write `src/term/skin_name.c`, which defines
//
//     const term_skin term_skin_name = {"azul", "classic", "one line a player", draw};
//
// and add a row SKIN(name) to `src/term/skins.def`. Players choose with `--view`;
// the first skin of a game is its default, and `--view board` is always the
// generic picture.

#include <tessera/rules.h>

#include "term/canvas.h"
#include "term/look.h"

// What is to be drawn.
typedef struct term_subject {
    const tsr_rules *rules;
    const void *view; // what `viewer` sees
    int viewer;       // a player, or TSR_WATCHER
    tsr_player_names names;
} term_subject;

typedef struct term_skin {
    const char *game;  // the game it is for
    const char *name;  // as typed after --view
    const char *about; // one line
    void (*draw)(const term_subject *subject, const term_look *look, term_canvas *out);
} term_skin;

// The skin `name` for `game`; with `name` NULL its default. NULL = the generic
// picture. A name nobody knows is TSR_ERR_UNKNOWN.
TSR_NODISCARD tsr_err term_skin_find(const char *game, const char *name, const term_skin **out,
                                     tsr_error *err);

// For skins that draw in plain text: puts the lines of `text`, which it cuts up, on the
// canvas from `row` on. Returns the row after them.
int term_put_lines(term_canvas *out, int row, char *text);

// Draws with `skin`, or the generic picture if it is NULL.
TSR_NODISCARD tsr_err term_draw(const term_skin *skin, const term_subject *subject,
                                const term_look *look, term_canvas *out);

#endif
