// SPDX-License-Identifier: MIT
#include "lang/compile.h"

#include <stdio.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/parse.h"
#include "lang/walk.h"

enum { COMPILE_LIMIT = 64 << 20 }; // bytes one compilation may use

int lang_parent_of(const char *text, char *buf, size_t cap) {
    // The header is one line: game "X" from "Y".
    const char *p = text;
    while (*p) {
        while (*p == ' ' || *p == '\n' || *p == '\r') {
            p++;
        }
        const char *eol = strchr(p, '\n');
        size_t len = eol ? (size_t)(eol - p) : strlen(p);
        if (len > 5 && strncmp(p, "game ", 5) == 0) {
            char line[256];
            (void)snprintf(line, sizeof line, "%.*s", (int)len, p);
            char *from = strstr(line, "\" from \"");
            char *end = from ? strchr(from + 8, '"') : NULL;
            if (!end) {
                return 0;
            }
            *end = '\0';
            (void)snprintf(buf, cap, "%s", from + 8);
            return 1;
        }
        p += len;
        if (*p == '#') {
            continue;
        }
    }
    return 0;
}

static int parse_all(lang_unit *u, const lang_sources *src) {
    if (!src->parent) {
        return parse_game(src->text, &u->a, &u->diags, &u->g, 0);
    }
    if (!parse_game(src->parent, &u->a, &u->diags, &u->g, 2)) {
        return 0;
    }
    u->g.test_count = 0;
    return parse_game(src->text, &u->a, &u->diags, &u->g, 1);
}

static int build(lang_unit *u, const lang_sources *src, const int32_t *options, int view) {
    int32_t values[MAX_OPTIONS];
    if (!parse_all(u, src)) {
        return 0;
    }
    if (u->diags.errors) {
        return 1;
    }
    if (u->g.parent && !src->parent) {
        diag *d = diag_add(&u->diags, DIAG_NO_PARENT, u->g.parent_at,
                           "there is no game called \"%s\" to inherit from", u->g.parent);
        diag_help(d, "use the title of a game on the shelf, or of a file beside this one");
        return 1;
    }
    for (int i = 0; i < u->g.option_count; i++) {
        values[i] = options ? options[i] : u->g.options[i].def;
    }
    if (view) {
        u->g.view = view;
    }
    option_values opt = {values, u->g.option_count};
    u->p.source = src->text;
    if (!lower_game(&u->p, &u->g, opt, &u->a, &u->diags)) {
        return 0;
    }
    char why[160];
    if (!u->diags.errors && ir_verify(&u->p, why, sizeof why)) {
        span at = {1, 1, 1};
        diag_add(&u->diags, DIAG_TOO_BIG, at, "this game does not fit the machine: %s", why);
    }
    return 1;
}

lang_unit *lang_unit_new(const lang_sources *src, const int32_t *options, int view,
                         const tsr_alloc *alloc) {
    lang_unit *u = tsr_mem_new(alloc, sizeof *u);
    if (!u) {
        return NULL;
    }
    arena_init(&u->a, alloc, COMPILE_LIMIT);
    diag_init(&u->diags);
    if (!build(u, src, options, view)) {
        lang_unit_free(u);
        return NULL;
    }
    return u;
}

void lang_unit_free(lang_unit *u) {
    if (u) {
        const tsr_alloc *alloc = u->a.alloc;
        arena_deinit(&u->a);
        tsr_mem_free(alloc, u, sizeof *u);
    }
}
