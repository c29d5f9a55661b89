// SPDX-License-Identifier: MIT
//
// From sources to a unit: parses a game and its parents, lowers, rewrites, verifies and prepares it,
// in this order and nowhere else.
#include "lang/game/compile.h"

#include <stdio.h>
#include <string.h>

#include "lang/front/kinds.h"
#include "lang/front/like.h"
#include "lang/front/parse.h"
#include "lang/front/seats.h"
#include "lang/game/crowded.h"
#include "lang/game/most_moves.h"
#include "lang/game/most_pieces.h"
#include "lang/lower/lower.h"
#include "lang/opt/opt.h"
#include "lang/plan/plan.h"
#include "lang/plan/ways.h"
#include "lang/vm/vm_prepare.h"

enum { COMPILE_LIMIT = 64 << 20 }; // bytes one compilation may use

static const char *skip_blanks(const char *p) {
    while (*p == ' ' || *p == '\r') {
        p++;
    }
    return p;
}

// After `word` and the blanks behind it, or NULL if `p` begins otherwise.
static const char *after_word(const char *p, const char *word) {
    size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == '"') ? skip_blanks(p + n) : NULL;
}

// Between two quotes at `p`: what follows them, and the text in `buf`; NULL if there is none.
static const char *after_string(const char *p, char *buf, size_t cap) {
    size_t n = *p == '"' ? strcspn(p + 1, "\"\n") : 0;
    if (*p != '"' || p[n + 1] != '"') {
        return NULL;
    }
    (void)snprintf(buf, cap, "%.*s", (int)n, p + 1);
    return skip_blanks(p + n + 2);
}

int lang_title_of(const char *text, char *buf, size_t cap) {
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        const char *at = after_word(skip_blanks(p), "game");
        if (at) {
            return after_string(at, buf, cap) != NULL;
        }
    }
    return 0;
}

int lang_parent_of(const char *text, char *buf, size_t cap) {
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        const char *line = skip_blanks(p);
        const char *at = after_word(line, "game");
        if (at) { // the header: game "X" from "Y"
            at = after_string(at, buf, cap);
            at = at ? after_word(at, "from") : NULL;
            return at && after_string(at, buf, cap) != NULL;
        }
    }
    return 0;
}

// The eldest ancestor first.
static int parse_all(lang_unit *u, const lang_sources *src, int file) {
    if (src->parent && file < LANG_MAX_PARENTS && !parse_all(u, src->parent, file + 1)) {
        return 0;
    }
    return parse_game(src->text, file, &u->a, &u->diags, &u->g);
}

// Whether every game that is inherited from was found.
static int has_whole_family(lang_unit *u, const lang_sources *src) {
    char title[128];
    const lang_sources *eldest = src;
    int generations = 0;
    for (; eldest->parent; eldest = eldest->parent) {
        generations++;
    }
    if (!u->g.parent || !lang_parent_of(eldest->text, title, sizeof title)) {
        return 1;
    }
    if (generations == LANG_MAX_PARENTS) {
        diag *d = diag_add(&u->diags, DIAG_NO_PARENT, u->g.parent_at,
                           "this line of games that inherit from each other has no end");
        diag_note(d, "there may be %d games in it", LANG_MAX_PARENTS);
        diag_help(d, "the last one, which all others come from, has no `from`");
        return 0;
    }
    diag *d = diag_add(&u->diags, DIAG_NO_PARENT, u->g.parent_at,
                       "there is no game called \"%s\" to inherit from", title);
    if (generations) {
        diag_note(d, "that is where this one comes from in the end");
    }
    diag_help(d, "use the title of a game on the shelf, or of a file beside this one: \"Hex Plus\" "
                 "is hexplus.game");
    return 0;
}

// A program as it will be: planned, verified, prepared for the machine. 0 = no memory.
static int make_ready(lang_unit *u) {
    const span at = {.line = 1, .col = 1, .len = 1};
    char why[160] = "the ends of its turns find no room";
    const int is_planned = plan_program(&u->p, &u->a);
    if (u->a.failed) {
        return 0;
    }
    if (!is_planned || ir_verify(&u->p, why, sizeof why) ||
        plan_ways_verify(&u->p, why, sizeof why)) {
        diag_add(&u->diags, DIAG_TOO_BIG, at, "this game does not fit the machine: %s", why);
        return 1;
    }
    vm_prepare(&u->p, &u->a);
    return most_pieces(&u->p, &u->a) && most_moves(&u->p, &u->a) && !u->a.failed;
}

// From the tree to a program that is ready to play, or to messages.
static int build_program(lang_unit *u, const lang_sources *src, option_values opt) {
    u->p.words.source = src->text;
    u->p.passes_off = src->passes_off;
    if (!lower_game(&u->p, &u->g, opt, &u->a, &u->diags)) {
        return 0;
    }
    if (u->diags.errors) {
        return 1;
    }
    opt_program(&u->p, &u->a);
    return !u->a.failed && make_ready(u);
}

static int turns_have_parts(const program *p) {
    for (int i = 2; i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        int kind = n->kind == N_CHOICE ? p->choice[n->choice].kind : CH_BECOME;
        if (kind <= CH_TAKE && ir_path(p, n)->tail == TAIL_CHOICE) {
            return 1;
        }
    }
    return 0;
}

int lang_has_views(const program *p) {
    return !p->always_split && !p->joints && !p->distinct && turns_have_parts(p);
}

// Who compares whole turns by `distinct` only has nothing to compare when they are asked choice by choice.
static int can_be_split(const program *p) {
    return !p->always_split && !p->joints && !p->undivided && turns_have_parts(p);
}

static int has_too_many_turns(lang_unit *u) {
    void *state = arena_new(&u->a, u->p.size.state_size);
    return state && crowded(&u->p, state);
}

// Nothing is left out: such a turn is asked choice by choice.
static int split_if_too_many(lang_unit *u, const lang_sources *src, option_values opt) {
    if (u->diags.errors || !can_be_split(&u->p) || !has_too_many_turns(u)) {
        return 1;
    }
    const ast *turn = u->g.phases[0].turn;
    diag *d = diag_add(&u->diags, DIAG_MANY_MOVES, turn->at,
                       "this turn has more than %d moves; it will be asked choice by choice",
                       TSR_MAX_MOVES);
    diag_note(d, "here the choices multiply");
    if (!u->p.split) {
        memset(&u->p, 0, sizeof u->p);
        u->g.view = VIEW_SPLIT;
        if (!build_program(u, src, opt)) {
            return 0;
        }
    }
    u->p.always_split = 1;
    return 1;
}

static int build(lang_unit *u, const lang_sources *src, const int32_t *options, int view,
                 int players) {
    int32_t values[MAX_OPTIONS];
    board_face_check(src->text, &u->diags);
    if (!parse_all(u, src, 0)) {
        return 0;
    }
    if (u->diags.errors) {
        return 1;
    }
    if (!has_whole_family(u, src)) {
        return 1;
    }
    if (!seats_take(&u->g, players, &u->diags) || !pieces_like(&u->g, &u->diags)) {
        return 1;
    }
    for (int i = 0; i < u->g.option_count; i++) {
        values[i] = options ? options[i] : u->g.options[i].def;
    }
    if (view) {
        u->g.view = view;
    }
    area_take_hand(&u->g);
    kinds_choose(&u->g, values);
    option_values opt = {values, u->g.option_count};
    return build_program(u, src, opt) && split_if_too_many(u, src, opt) && !u->a.failed;
}

// What a program is made for.
typedef enum unit_use { TO_PLAY, TO_TRY, TO_TELL } unit_use;

static lang_unit *new_unit(const lang_sources *src, const int32_t *options, int view, int players,
                           const tsr_alloc *alloc, size_t limit, unit_use use) {
    lang_unit *u = tsr_mem_new(alloc, sizeof *u);
    if (!u) {
        return NULL;
    }
    arena_init(&u->a, alloc, limit);
    diag_init(&u->diags);
    u->g.to_try = use == TO_TRY;
    u->g.to_tell = use == TO_TELL;
    if (!build(u, src, options, view, players)) {
        lang_unit_free(u);
        return NULL;
    }
    return u;
}

lang_unit *lang_unit_new(const lang_sources *src, const int32_t *options, int view,
                         const tsr_alloc *alloc) {
    return new_unit(src, options, view, 0, alloc, COMPILE_LIMIT, TO_PLAY);
}

lang_unit *lang_unit_of(const lang_sources *src, const int32_t *options, int view, int players,
                        const tsr_alloc *alloc) {
    return new_unit(src, options, view, players, alloc, COMPILE_LIMIT, TO_PLAY);
}

lang_unit *lang_unit_to_try(const lang_sources *src, int players, const tsr_alloc *alloc) {
    return new_unit(src, NULL, 0, players, alloc, COMPILE_LIMIT, TO_TRY);
}

lang_unit *lang_unit_to_tell(const lang_sources *src, const int32_t *options, int view, int players,
                             const tsr_alloc *alloc) {
    return new_unit(src, options, view, players, alloc, COMPILE_LIMIT, TO_TELL);
}

lang_unit *lang_unit_within(const lang_sources *src, const int32_t *options, int view,
                            const tsr_alloc *alloc, size_t limit) {
    return new_unit(src, options, view, 0, alloc, limit, TO_PLAY);
}

void lang_unit_free(lang_unit *u) {
    if (u) {
        const tsr_alloc *alloc = u->a.alloc;
        lang_unit_free(u->teller);
        arena_deinit(&u->a);
        tsr_mem_free(alloc, u, sizeof *u);
    }
}
