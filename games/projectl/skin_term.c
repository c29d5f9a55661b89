// SPDX-License-Identifier: MIT
//
// Project L's own view in a terminal: open puzzles small, one's own large, pieces as blocks in
// their colours.

#include "projectl/projectl_public.h"
#include "projectl/projectl_state.h"

// The picture marks shapes by letter; a skin marks colours.
static char colour_mark(char mark) {
    if (mark >= 'a' && mark <= 'i') {
        return (char)('a' + tsr_pl_shape_colour(mark - 'a'));
    }
    return mark >= 'A' && mark <= 'I' ? (char)('A' + tsr_pl_shape_colour(mark - 'A')) : mark;
}

static int draw_projectl(const tsr_rules *r, const void *view, int viewer, const char *const *names,
                         const tsr_skin_look *look, char *buf, size_t cap) {
    uint32_t flags = TSR_PL_MARKS | (look->ascii ? TSR_PL_ASCII : 0);
    int size = tsr_pl_picture(r, view, viewer, flags, names, buf, cap);
    size_t end = cap ? cap - 1 : 0;
    for (size_t i = 0; i + 1 < end && buf[i]; i++) {
        if (buf[i] == TSR_SKIN_MARK) {
            buf[i + 1] = colour_mark(buf[i + 1]);
            i++;
        }
    }
    return size;
}

const tsr_skin projectl_skin_term = {
    .size = sizeof(tsr_skin),
    .name = "table",
    .about = "open puzzles small, your own large",
    .draw = draw_projectl,
};
