// SPDX-License-Identifier: MIT
//
// Azul's classic view in a terminal: the others' boards in a line each, the table as numbers,
// one's own board, and at the end where the points came from.

#include <tessera/text.h>

#include "azul/azul.h"
#include "azul/azul_state.h"

typedef int drawing(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                    char *buf, size_t cap);

// Appends a drawing at `*size`; snprintf's rule over both.
static void append(drawing *draw, const tsr_rules *r, const void *view, int viewer,
                   tsr_player_names names, char *buf, size_t cap, int *size) {
    size_t at = (size_t)*size < cap ? (size_t)*size : cap;
    *size += draw(r, view, viewer, names, at < cap ? buf + at : NULL, cap - at);
}

static int draw_azul(const tsr_rules *r, const void *view, int viewer, const char *const *names,
                     const tsr_skin_look *look, char *buf, size_t cap) {
    int size = 0;
    (void)look;
    append(tsr_azul_draw, r, view, viewer, names, buf, cap, &size);
    if (tsr_turn(r, view) == 0) {
        size_t at = (size_t)size < cap ? (size_t)size : cap;
        size += snprintf(at < cap ? buf + at : NULL, cap - at, "\n");
        append(tsr_azul_draw_result, r, view, viewer, names, buf, cap, &size);
    }
    return size;
}

const tsr_skin azul_skin_term = {
    .size = sizeof(tsr_skin),
    .name = "classic",
    .about = "boards in lines, the table in numbers",
    .draw = draw_azul,
};
