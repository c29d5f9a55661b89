// SPDX-License-Identifier: MIT
#ifndef TESSERA_SKIN_H
#define TESSERA_SKIN_H

// A skin: how a game looks where the picture made from its scene is not what its players are used
// to. A skin only draws; moves, commands and everything else stay as they are. It gets what the
// viewer may see, like any front end.
//
// A game lists its skins in `tsr_game_more.skins`; the first one is its default in a terminal,
// players choose with `--view NAME`, and `--view board` is always the picture made from the scene.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tsr_rules;

// The terminal that is drawn on.
typedef struct tsr_skin_look {
    uint32_t size; // sizeof(tsr_skin_look)
    int32_t cols;  // its width and height; 0 = without bound
    int32_t rows;
    int32_t ascii; // non-zero: only letters that every terminal has
} tsr_skin_look;

// Lines of text may change their style: the byte TSR_SKIN_MARK and a letter. '0' is plain, '1'
// bold, '2' dim; 'a' + colour (tsr_colour) is that colour, 'A' + colour the same reversed.
// Every line begins plain.
#define TSR_SKIN_MARK '\001'

typedef struct tsr_skin {
    uint32_t size; // sizeof(tsr_skin)
    uint32_t pad;
    const char *name;  // as typed after --view
    const char *about; // one line

    // Writes the picture as lines of text; snprintf's rule. `names` are the players' (may be
    // NULL), `viewer` is a player or TSR_WATCHER. NULL if the skin is for the page alone.
    int (*draw)(const struct tsr_rules *r, const void *view, int viewer, const char *const *names,
                const tsr_skin_look *look, char *buf, size_t cap);

    // Kept for art of the page, the text of an ES module. The page loads none yet: NULL.
    const char *page;
} tsr_skin;

#ifdef __cplusplus
}
#endif

#endif
