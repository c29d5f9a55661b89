// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_SKIN_H
#define TSR_TERM_SKIN_H

// A game's own layout for the terminal (tessera/skin.h), or the picture every game gets.
//
// The game draws lines of text with marks for styles; here they become characters on a canvas.
// Players choose with `--view`; the first skin of a game is its default, and `--view board` is
// always the picture made from the scene.

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

// The skin `name` of `game`; with `name` NULL its default. NULL = the generic
// picture. A name nobody knows is TSR_ERR_UNKNOWN.
TSR_NODISCARD tsr_err term_skin_find(const tsr_game *game, const char *name, const tsr_skin **out,
                                     tsr_error *err);

// Draws with `skin`, or the generic picture if it is NULL.
TSR_NODISCARD tsr_err term_draw(const tsr_skin *skin, const term_subject *subject,
                                const term_look *look, term_canvas *out);

#endif
