// SPDX-License-Identifier: MIT
//
// Project L's own view in a terminal: open puzzles small, one's own large, pieces as blocks in
// their colours; shorter where the window is low.

#include "projectl/projectl_public.h"
#include "projectl/projectl_state.h"

// The picture marks shapes by letter; a skin marks colours.
static char colour_mark(char mark) {
    if (mark >= 'a' && mark <= 'i') {
        return (char)('a' + tsr_pl_shape_colour(mark - 'a'));
    }
    return mark >= 'A' && mark <= 'I' ? (char)('A' + tsr_pl_shape_colour(mark - 'A')) : mark;
}

enum { PICTURE_MAX = 16384 };

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

// Whether the whole picture has more lines than the window.
static int is_too_high(const tsr_rules *r, const void *view, int viewer, const char *const *names,
                       const tsr_skin_look *look) {
    char text[PICTURE_MAX];
    uint32_t flags = look->ascii ? TSR_PL_ASCII : 0;
    (void)tsr_pl_picture(r, view, viewer, flags, names, text, sizeof text);
    return look->rows > 0 && count_lines(text) > look->rows;
}

static int draw_projectl(const tsr_rules *r, const void *view, int viewer, const char *const *names,
                         const tsr_skin_look *look, char *buf, size_t cap) {
    uint32_t flags = TSR_PL_MARKS | (look->ascii ? TSR_PL_ASCII : 0);
    flags |= is_too_high(r, view, viewer, names, look) ? TSR_PL_SHORT : 0;
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
