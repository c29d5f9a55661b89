// SPDX-License-Identifier: MIT
//
// Which planes and scalars a rules file has: made once, before play.
#include "lang/game/observe.h"

#include "lang/front/ast.h"

static void add_set(lang_sight *f, uint16_t reg, const char *name, int only_inside) {
    if (reg != BOARD_NONE) {
        f->plane[f->planes++] = (lang_plane){
            .kind = PLANE_SET, .a = reg, .name = name, .only_inside = (uint8_t)only_inside};
    }
}

static void add_planes(const program *p, lang_sight *f) {
    int owners = p->players + (p->at.neutral != BOARD_NONE);
    for (int owner = 0; owner < owners; owner++) {
        for (int t = 0; t < p->types; t++) {
            lang_plane *plane = &f->plane[f->planes++];
            *plane = (lang_plane){.kind = PLANE_PIECE, .a = (uint16_t)owner, .b = (uint16_t)t};
            for (int me = 0; me < p->players; me++) {
                plane->owner[me] =
                    (uint16_t)(owner < p->players ? p->at.own + (me + owner) % p->players
                                                  : p->at.neutral);
            }
        }
    }
    for (int i = 0; p->at.tokens != BOARD_NONE && i < p->g->token_count; i++) {
        f->plane[f->planes++] = (lang_plane){.kind = PLANE_TOKENS, .a = (uint16_t)i};
    }
    add_set(f, p->at.closed, "closed", 0);
    add_set(f, p->at.latch, "unmoved", 0);
    add_set(f, p->at.last_from, "last move from", 0);
    add_set(f, p->at.last_to, "last move to", 0);
    add_set(f, p->at.last_over, "last move over", 0);
    if (p->split) {
        add_set(f, p->at.here, "picked", 1);
        for (int i = 0; i < p->named_count; i++) {
            add_set(f, (uint16_t)(p->at.named + i), "remembered", 0);
        }
    }
}

static int count_vars(const program *p) {
    int n = 0;
    for (int i = 0; i < p->g->var_count; i++) {
        n += p->g->vars[i].each ? p->players : 1;
    }
    return n;
}

// A board of eight columns turned from top to bottom is its bytes in the other order.
static int mirrors_bytes(const program *p, const lang_sight *f) {
    return p->b.words == 1 && p->b.cells == 64 && p->b.width == 8 && f->turned[0] == 56;
}

lang_sight *sight_new(const program *p, const uint16_t *turned, arena *a) {
    lang_sight *f = arena_new(a, sizeof *f);
    size_t most = (size_t)((p->players + 1) * p->types + p->g->token_count + p->named_count + 8);
    lang_plane *plane = arena_new(a, most * sizeof *plane);
    if (!f || !plane) {
        return NULL;
    }
    f->plane = plane;
    add_planes(p, f);
    int flat = p->b.lattice && p->b.cells == p->b.width * p->b.height;
    f->height = flat ? (uint32_t)p->b.height : 1;
    f->width = flat ? (uint32_t)p->b.width : (uint32_t)p->b.cells;
    f->phases = p->g->phase_count > 1 ? p->g->phase_count : 0;
    f->hands = p->at.hands != BOARD_NONE ? p->players * p->types : 0;
    f->vars = count_vars(p);
    f->quiets = p->past.quiet_count;
    f->limit = (float)p->limit;
    f->scalars = (uint32_t)(SIGHT_ALWAYS + p->players + f->phases + f->hands + f->vars + f->quiets);
    for (int c = 0; c < p->b.cells; c++) {
        f->turned = turned[c] != c ? turned : f->turned;
    }
    f->mirrors = f->turned && mirrors_bytes(p, f);
    f->one_word = p->b.words == 1 && f->planes <= SIGHT_AT_ONCE && (!f->turned || f->mirrors) &&
                  p->at.tokens == BOARD_NONE;
    return f;
}
