// SPDX-License-Identifier: MIT
#ifndef TESSERA_SKIN_H
#define TESSERA_SKIN_H

// A skin: a game's own drawing for terminals, used instead of the one made from its scene. A skin
// only draws; moves, commands and everything else are unaffected. Like every front end it is given
// the view of the viewer, not the state.
//
// A game lists its skins in `tsr_game_more.skins`. The first is the default in a terminal; `--view
// NAME` selects another, and `--view board` the drawing made from the scene.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tsr_rules;

// The terminal to draw on.
typedef struct tsr_skin_look {
    uint32_t size; // sizeof(tsr_skin_look)
    int32_t cols;  // width and height in characters; 0 = no limit
    int32_t rows;
    int32_t ascii; // non-zero: use ASCII characters only
} tsr_skin_look;

// The byte TSR_SKIN_MARK and one more character change the style of the text that follows: '0' is
// plain, '1' bold, '2' dim, 'a' + colour (tsr_colour) that colour, 'A' + colour the same in reverse
// video. Every line begins plain.
#define TSR_SKIN_MARK '\001'

typedef struct tsr_skin {
    uint32_t size; // sizeof(tsr_skin)
    uint32_t pad;
    const char *name;  // as typed after --view
    const char *about; // one line

    // Writes the drawing as lines of text; returns the length as snprintf does. `names` are the
    // players' names (may be NULL); `viewer` is a player or TSR_WATCHER. May be NULL.
    int (*draw)(const struct tsr_rules *r, const void *view, int viewer, const char *const *names,
                const tsr_skin_look *look, char *buf, size_t cap);

    // Reserved: must be NULL. (Meant for the text of an ES module for the web page.)
    const char *page;
} tsr_skin;

#ifdef __cplusplus
}
#endif

#endif
