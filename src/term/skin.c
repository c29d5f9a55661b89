// SPDX-License-Identifier: MIT
#include "term/skin.h"

#include <string.h>

#include "term/scene_view.h"

#define SKIN(name) extern const term_skin term_skin_##name;
#include "term/skins.def"
#undef SKIN

static const term_skin *const SKINS[] = {
#define SKIN(name) &term_skin_##name,
#include "term/skins.def"
#undef SKIN
    NULL,
};

tsr_err term_skin_find(const char *game, const char *name, const term_skin **out, tsr_error *err) {
    *out = NULL;
    if (name && strcmp(name, "board") == 0) {
        return TSR_OK;
    }
    for (const term_skin *const *s = SKINS; *s; s++) {
        if (strcmp((*s)->game, game) == 0 && (!name || strcmp((*s)->name, name) == 0)) {
            *out = *s;
            return TSR_OK;
        }
    }
    if (!name) {
        return TSR_OK;
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no view called '%s'; 'board' always works", game,
                    name);
}

int term_put_lines(term_canvas *out, int row, char *text) {
    static const term_style plain = {0};
    for (char *line = text; *line; row++) {
        size_t size = strcspn(line, "\n");
        char *next = line + size + (line[size] == '\n');
        line[size] = '\0';
        (void)term_put(out, row, 0, plain, line);
        term_canvas_extend(out, row + 1, 0);
        line = next;
    }
    return row;
}

tsr_err term_draw(const term_skin *skin, const term_subject *subject, const term_look *look,
                  term_canvas *out) {
    if (skin) {
        skin->draw(subject, look, out);
        return out->failed ? TSR_ERR_MEMORY : TSR_OK;
    }
    tsr_scene sc = {0};
    tsr_err e = term_scene_take(subject->rules, subject->view, subject->viewer, &sc);
    if (e == TSR_OK) {
        term_look named = *look;
        named.names = subject->names;
        term_draw_scene(&sc, &named, out);
        e = out->failed ? TSR_ERR_MEMORY : TSR_OK;
    }
    term_scene_free(&sc);
    return e;
}
