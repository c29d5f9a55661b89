// SPDX-License-Identifier: MIT
//
// The library's face: compile, check, free. The table of a compiled game and all it
// points to are one block in an arena.
#include <tessera/lang.h>

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>

#include "base/buffer.h"
#include "lang/game/leaflet.h"
#include "lang/game/slots.h"
#include "lang/game/tests.h"
#include "lang/game/trial.h"
#include "lang/game/view.h"

typedef struct lang_game {
    tsr_game table; // first: a tsr_game * is a lang_game *
    tsr_game_more more;
    lang_sources src;
    arena a;
} lang_game;

// The texts of a compilation: the game's own and those it inherits from, nearest first.
typedef struct lang_family {
    lang_sources member[LANG_MAX_PARENTS + 1];
    char name[LANG_MAX_PARENTS + 1][140]; // as messages call them
    int count;
} lang_family;

// --- Reports ----------------------------------------------------------------------------

static void fill_report(tsr_lang_report *out, const diag_list *list, const lang_family *family) {
    diag_source source[LANG_MAX_PARENTS + 1];
    if (!out) {
        return;
    }
    for (int i = 0; i < family->count; i++) {
        source[i] = (diag_source){family->name[i], family->member[i].text};
    }
    memset(out, 0, sizeof *out);
    out->errors = list->errors;
    for (int i = 0; i < list->count && i < TSR_LANG_MESSAGES; i++) {
        const diag *d = &list->item[i];
        tsr_lang_message *m = &out->message[out->count++];
        m->number = d->kind;
        m->warning = d->warning;
        m->line = d->at.line;
        m->column = d->at.col;
        m->length = d->at.len;
        (void)snprintf(m->head, sizeof m->head, "%s", d->head);
        (void)diag_text(d, source, m->text, sizeof m->text);
    }
}

// --- Parents ----------------------------------------------------------------------------

static const char *find_parent(const tsr_lang_source *source, const char *title) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        const tsr_game *g = tsr_lang_builtin_at(i);
        if (strcmp(g->title, title) == 0 || strcmp(g->name, title) == 0) {
            return tsr_lang_builtin_source(i);
        }
    }
    return source->find ? source->find(source->self, title) : NULL;
}

// Follows `from` as far as it leads. A circle ends at the limit, and the compiler says so.
static void find_family(const tsr_lang_source *source, lang_family *f) {
    char title[128];
    memset(f, 0, sizeof *f);
    f->member[0].text = source->text;
    (void)snprintf(f->name[0], sizeof f->name[0], "%s", source->file ? source->file : "game");
    f->count = 1;
    while (f->count <= LANG_MAX_PARENTS &&
           lang_parent_of(f->member[f->count - 1].text, title, sizeof title)) {
        const char *text = find_parent(source, title);
        if (!text) {
            return;
        }
        f->member[f->count].text = text;
        (void)snprintf(f->name[f->count], sizeof f->name[0], "\"%s\"", title);
        f->member[f->count - 1].parent = &f->member[f->count];
        f->count++;
    }
}

// --- The table ----------------------------------------------------------------------------

// "Nine Men's Morris" is typed as ninemensmorris; a long title by its beginning.
static const char *short_name(arena *a, const char *title) {
    char name[32 + 1]; // as many as a game may have
    size_t n = 0;
    for (; *title && n + 1 < sizeof name; title++) {
        char c = *title >= 'A' && *title <= 'Z' ? (char)(*title + 32) : *title;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            name[n++] = c;
        }
    }
    if (n == 0) {
        name[n++] = 'g';
    }
    return arena_text(a, name, n);
}

static int fill_options(lang_game *lg, const lang_unit *u) {
    const game_ast *g = &u->g;
    int view = lang_has_views(&u->p);
    tsr_option *o = arena_new(&lg->a, (size_t)(g->option_count + 1) * sizeof *o);
    if (!o) {
        return 0;
    }
    for (int i = 0; i < g->option_count; i++) {
        o[i].name = arena_text(&lg->a, g->options[i].name, strlen(g->options[i].name));
        o[i].help = o[i].name;
        o[i].kind = TSR_OPTION_INT;
        o[i].def = g->options[i].def;
        o[i].min = g->options[i].min;
        o[i].max = g->options[i].max;
        if (!o[i].name) {
            return 0;
        }
    }
    if (view) {
        tsr_option *v = &o[g->option_count];
        v->name = "turns";
        v->help = "a turn is one move (joined) or one choice a move (split)";
        v->kind = TSR_OPTION_CHOICE;
        v->def = u->p.split;
        v->max = 1;
        v->choices = lang_view_words;
    }
    lg->src.has_view = view;
    lg->table.options = o;
    lg->table.option_count = (uint16_t)(g->option_count + view);
    return 1;
}

// Copies the texts of a game and its ancestors.
static int keep_sources(arena *a, const lang_sources *from, lang_sources *to) {
    to->passes_off = from->passes_off;
    to->text = arena_text(a, from->text, strlen(from->text));
    if (!from->parent) {
        return to->text != NULL;
    }
    lang_sources *parent = arena_new(a, sizeof *parent);
    to->parent = parent;
    return to->text && parent && keep_sources(a, from->parent, parent);
}

static int fill_table(lang_game *lg, const lang_unit *u, const lang_sources *src) {
    const game_ast *g = &u->g;
    const int asks = u->p.at.joint != BOARD_NONE && u->p.joints, hides = u->p.unknown >= 0 || asks;
    tsr_game *t = &lg->table;
    *t = hides ? lang_hidden_table : lang_table;
    if (!keep_sources(&lg->a, src, &lg->src)) {
        return 0;
    }
    const char **seats = arena_new(&lg->a, (size_t)g->may_play_count * sizeof *seats);
    t->name = short_name(&lg->a, g->title);
    t->title = arena_text(&lg->a, g->title, strlen(g->title));
    t->about = leaflet_about(&lg->a, src->text);
    t->rules = leaflet_text(&lg->a, src->text);
    t->self = &lg->src;
    lg->more = lang_more;
    lg->more.minutes = leaflet_minutes(src->text);
    t->more = &lg->more;
    t->min_players = (uint8_t)(g->least_players ? g->least_players : g->player_count);
    t->max_players = (uint8_t)g->may_play_count;
    t->flags = (hides ? TSR_HAS_HIDDEN : TSR_SAME_TO_ALL) |
               (lang_most_chance(&u->p) ? TSR_HAS_CHANCE : 0u) |
               (asks ? TSR_HAS_SIMULTANEOUS : 0u) |
               (t->min_players <= 2 && t->max_players >= 2 ? TSR_ZERO_SUM : 0u);
    for (int i = 0; seats && i < g->may_play_count; i++) {
        seats[i] = arena_text(&lg->a, g->may_play[i], strlen(g->may_play[i]));
    }
    t->seats = (const char *const *)seats;
    return seats && t->name && t->title && t->about && t->rules && fill_options(lg, u);
}

static tsr_err compile(const tsr_lang_source *source, int to_try, const tsr_alloc *alloc,
                       lang_unit **unit, lang_family *family, tsr_lang_report *report) {
    find_family(source, family);
    family->member[0].passes_off = source->passes_off;
    *unit = to_try ? lang_unit_to_try(&family->member[0], 0, alloc)
                   : lang_unit_new(&family->member[0], NULL, 0, alloc);
    if (!*unit) {
        if (report) {
            memset(report, 0, sizeof *report);
        }
        return TSR_ERR_MEMORY;
    }
    fill_report(report, &(*unit)->diags, family);
    return (*unit)->diags.errors ? TSR_ERR_PARSE : TSR_OK;
}

// What random play would only find now and then is refused before anybody plays.
static tsr_err prove(lang_unit *u, const lang_family *family, const tsr_alloc *alloc,
                     tsr_lang_report *report) {
    const tsr_err e = lang_prove(u, alloc);
    if (!e && u->diags.errors) {
        fill_report(report, &u->diags, family);
        return TSR_ERR_PARSE;
    }
    return e;
}

tsr_err tsr_lang_compile(const tsr_lang_source *source, const tsr_alloc *alloc, tsr_game **out,
                         tsr_lang_report *report) {
    lang_unit *u = NULL;
    lang_family family;
    tsr_err e = compile(source, 0, alloc, &u, &family, report);
    if (!e) {
        e = prove(u, &family, alloc, report);
    }
    lang_game *lg = e ? NULL : tsr_mem_new(alloc, sizeof *lg);
    if (!e && !lg) {
        e = TSR_ERR_MEMORY;
    }
    if (!e) {
        arena_init(&lg->a, alloc, 0);
        if (fill_table(lg, u, &family.member[0])) {
            *out = &lg->table;
        } else {
            tsr_lang_free(&lg->table);
            e = TSR_ERR_MEMORY;
        }
    }
    lang_unit_free(u);
    return e;
}

void tsr_lang_free(tsr_game *game) {
    if (game) {
        lang_game *lg = (lang_game *)(void *)game;
        const tsr_alloc *alloc = lg->a.alloc;
        arena_deinit(&lg->a);
        tsr_mem_free(alloc, lg, sizeof *lg);
    }
}

static void say_players(diag_list *list, int players) {
    for (int i = 0; i < list->count; i++) {
        char head[DIAG_TEXT];
        memcpy(head, list->item[i].head, sizeof head);
        (void)snprintf(list->item[i].head, sizeof head, "with %d players: %.170s", players, head);
    }
}

// The least number of players that may play is what `first` was made for. Others may fail where it does not.
static tsr_err check_more_players(const lang_unit *first, const lang_family *family,
                                  const tsr_alloc *alloc, tsr_lang_report *report) {
    const int least = first->g.least_players;
    tsr_err e = TSR_OK;
    for (int n = least + 1; !e && least && n <= first->g.may_play_count; n++) {
        lang_unit *u = lang_unit_to_try(&family->member[0], n, alloc);
        e = !u ? TSR_ERR_MEMORY : u->diags.errors ? TSR_OK : lang_try(u, alloc);
        if (!e && u->diags.errors) {
            say_players(&u->diags, n);
            fill_report(report, &u->diags, family);
            e = TSR_ERR_PARSE;
        }
        lang_unit_free(u);
    }
    return e;
}

tsr_err tsr_lang_check(const tsr_lang_source *source, const tsr_alloc *alloc,
                       tsr_lang_report *report) {
    lang_unit *u = NULL;
    lang_family family;
    tsr_game *game = NULL;
    tsr_err e = compile(source, 1, alloc, &u, &family, report);
    if (!e) {
        e = lang_try(u, alloc);
    }
    if (!e && u->g.test_count && !u->diags.errors) {
        e = tsr_lang_compile(source, alloc, &game, NULL);
        e = e ? e : lang_run_tests(u, game, alloc);
    }
    if (!e) {
        fill_report(report, &u->diags, &family);
        e = u->diags.errors ? TSR_ERR_PARSE : check_more_players(u, &family, alloc, report);
    }
    tsr_lang_free(game);
    lang_unit_free(u);
    return e;
}
