// SPDX-License-Identifier: MIT
//
// Finds the skin of a game, has it draw, and turns its marks into styles.
#include "term/skin.h"

#include <stdlib.h>
#include <string.h>

#include "term/scene_view.h"

tsr_err term_skin_find(const tsr_game *game, const char *name, const tsr_skin **out,
                       tsr_error *err) {
    const tsr_skin *const *skin = game->more ? game->more->skins : NULL;
    *out = NULL;
    if (name && strcmp(name, "board") == 0) {
        return TSR_OK;
    }
    for (; skin && *skin; skin++) {
        if ((*skin)->draw && (!name || strcmp((*skin)->name, name) == 0)) {
            *out = *skin;
            return TSR_OK;
        }
    }
    if (!name) {
        return TSR_OK;
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no view called '%s'; 'board' always works",
                    game->name, name);
}

// --- Marked text on a canvas -------------------------------------------------------

static term_style style_of(char mark) {
    term_style style = {0};
    if (mark >= 'a' && mark <= 'z') {
        style.fore = (uint8_t)(mark - 'a');
    } else if (mark >= 'A' && mark <= 'Z') {
        style.fore = (uint8_t)(mark - 'A');
        style.attr = TERM_REVERSE;
    } else {
        style.attr = mark == '1' ? TERM_BOLD : mark == '2' ? TERM_DIM : 0;
    }
    return style;
}

// Puts a line, piece by piece between its marks.
static void put_line(term_canvas *out, int row, char *line) {
    static const char marks[] = {TSR_SKIN_MARK, '\0'};
    term_style style = {0};
    int col = 0;
    while (*line) {
        char *end = line + strcspn(line, marks), mark = *end;
        *end = '\0';
        col += term_put(out, row, col, style, line);
        line = end;
        if (mark) {
            style = style_of(end[1]);
            line += end[1] ? 2 : 1;
        }
    }
}

static void put_lines(term_canvas *out, char *text) {
    for (int row = 0; *text; row++) {
        char *end = text + strcspn(text, "\n"), *next = end + (*end != '\0');
        *end = '\0';
        put_line(out, row, text);
        term_canvas_extend(out, row + 1, 0);
        text = next;
    }
}

static tsr_err draw_skin(const tsr_skin *skin, const term_subject *s, const term_look *look,
                         term_canvas *out) {
    tsr_skin_look wanted = {sizeof wanted, look->cols, look->rows, look->glyphs == TERM_ASCII};
    int size = skin->draw(s->rules, s->view, s->viewer, s->names, &wanted, NULL, 0);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!text) {
        return TSR_ERR_MEMORY;
    }
    (void)skin->draw(s->rules, s->view, s->viewer, s->names, &wanted, text, (size_t)size + 1);
    put_lines(out, text);
    free(text);
    return out->failed ? TSR_ERR_MEMORY : TSR_OK;
}

tsr_err term_draw(const tsr_skin *skin, const term_subject *subject, const term_look *look,
                  term_canvas *out) {
    if (skin) {
        return draw_skin(skin, subject, look, out);
    }
    tsr_scene sc = {0};
    tsr_err e = tsr_scene_take(subject->rules, subject->view, subject->viewer, NULL, &sc);
    if (e == TSR_OK) {
        term_look named = *look;
        named.names = subject->names;
        term_draw_scene(&sc, &named, out);
        e = out->failed ? TSR_ERR_MEMORY : TSR_OK;
    }
    tsr_scene_free(NULL, &sc);
    return e;
}
