// SPDX-License-Identifier: MIT
//
// Which expressions of a turn decide what may be chosen (knows.h). What happens after the last choice may depend on
// secrets; before a choice it may not, unless the turn is asked choice by choice: then the player sees it first.
#include "lang/game/knows.h"

#include <string.h>

#include "lang/lower/lower.h"

typedef struct turn_proof {
    knows k;
    const lang_unit *u;
    const ast *blame;
    int by_when; // what is to blame is the condition of a `when`
} turn_proof;

static int is_choice(const ast *n, void *with) {
    (void)with;
    switch ((ast_kind)n->kind) {
    case R_MOTION:
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE:
    case R_PASS:
    case R_SWAP:
    case R_SAY:
    case R_MOVE: return 0;
    default: return 1;
    }
}

// Whether a rule, without those behind it in its chain, asks for a choice.
static int asks(const turn_proof *t, const ast *r) {
    ast only;
    if (!r) {
        return 0;
    }
    only = *r;
    only.next = NULL;
    return !scan_named(t->k.g, &only, is_choice, NULL);
}

// A choice depends on `e`.
static knows_reading decide(turn_proof *t, const ast *e) {
    const knows_reading out = e ? knows_read(&t->k, e) : (knows_reading){.where = KNOWS_OPEN};
    if (out.depends && !t->blame) {
        t->blame = e;
    }
    return out;
}

static void prove(turn_proof *t, const ast *r, int later);

static void prove_list(turn_proof *t, const ast *list, int later) {
    for (const ast *x = list; x; x = x->next) {
        int more = later;
        for (const ast *y = x->next; y; y = y->next) {
            more |= asks(t, y);
        }
        prove(t, x, more);
    }
}

// One of these; a name that several of them choose is whatever one of them chose (knows_read.c).
static void prove_any(turn_proof *t, const ast *list, int later) {
    const knows_reading before = t->k.here;
    knows_reading here = {0};
    for (const ast *x = list; x; x = x->next) {
        t->k.here = before;
        prove(t, x, later);
        here.where |= t->k.here.where;
    }
    t->k.here = here;
}

static void prove_else(turn_proof *t, const ast *r, int later) {
    const knows_reading before = t->k.here;
    prove(t, r->a, later);
    const uint64_t first = t->k.here.where;
    t->k.here = before;
    prove(t, r->b, later);
    t->k.here.where |= first;
}

static void prove_choose(turn_proof *t, const ast *r) {
    if (r->flag) { // a number
        decide(t, r->a);
        decide(t, r->b);
        return;
    }
    const knows_reading cell = {.where = decide(t, r->a).where};
    (void)knows_bind(&t->k, r->name, cell);
    t->k.here = cell;
}

static void prove_when(turn_proof *t, const ast *r, int later) {
    if (asks(t, r->b) || asks(t, r->c) || (later && !t->u->p.split)) {
        const int was = t->blame != NULL;
        decide(t, r->a);
        t->by_when |= !was && t->blame;
    }
    prove(t, r->b, later);
    prove(t, r->c, later);
}

// place Man from my camp: whether one of that type lies there
static void prove_place(turn_proof *t, const ast *r) {
    const knows_reading from = decide(t, r->c);
    decide(t, r->a);
    int tells = r->c && (from.where & knows_read_kind(&t->k, r->name).depends) != 0;
    for (const ast *x = r->list; r->c && x; x = x->next) {
        tells |= (from.where & knows_read_kind(&t->k, x->name).depends) != 0;
    }
    if (tells && !t->blame) {
        t->blame = r->c;
    }
}

// Others who are asked do not know what was chosen before, unless it lies open.
static void prove_ask(turn_proof *t, const ast *r, int later) {
    const knows before = t->k;
    if (!asks(t, r->b)) {
        return;
    }
    for (int i = 0; i < t->k.names; i++) {
        t->k.name[i].is.where |= t->k.secret;
    }
    prove(t, r->b, later);
    t->k.names = before.names;
    memcpy(t->k.name, before.name, sizeof before.name);
}

static void prove_abilities(turn_proof *t) {
    const game_ast *g = t->k.g;
    for (int i = 0; i < g->piece_count; i++) {
        t->k.here = (knows_reading){.where = KNOWS_OPEN};
        for (const ast *x = g->pieces[i].abilities; x; x = x->next) {
            const int names = t->k.names;
            prove(t, x, 0);
            t->k.names = names;
        }
        prove(t, g->pieces[i].after, 0);
    }
}

static void prove_ref(turn_proof *t, const ast *r, int later) {
    const decl_def *d = knows_def(&t->k, r->name);
    if (d && d->is_rule && t->k.depth < 24) {
        const int names = knows_bind_arguments(&t->k, d, r);
        t->k.depth++;
        prove(t, d->body, later);
        t->k.depth--;
        t->k.names = names;
    } else if (!d) {
        prove_abilities(t);
    }
}

static void prove_where(turn_proof *t, const ast *r, int later) {
    const int names = t->k.names;
    for (const ast *x = r->list; x; x = x->next) {
        (void)knows_bind(&t->k, x->name, knows_read(&t->k, x->a));
    }
    prove(t, r->a, later);
    t->k.names = names;
}

static void prove_for(turn_proof *t, const ast *r, int later) {
    const int names = t->k.names;
    (void)knows_bind(&t->k, r->name, (knows_reading){.where = decide(t, r->a).where});
    prove(t, r->b, later);
    t->k.names = names;
}

// each x in set: how often it is done shows as what a condition decides does.
static void prove_each(turn_proof *t, const ast *r, int later) {
    const int names = t->k.names, shows = later && !t->u->p.split;
    if (r->name) {
        const knows_reading of = shows ? decide(t, r->a) : knows_read(&t->k, r->a);
        (void)knows_bind(&t->k, r->name, (knows_reading){.where = of.where});
    }
    prove(t, r->b, later);
    t->k.names = names;
}

static void prove(turn_proof *t, const ast *r, int later) {
    if (!r || t->blame || t->k.steps >= KNOWS_STEPS) {
        return;
    }
    t->k.steps++;
    switch ((ast_kind)r->kind) {
    case R_SEQ: prove_list(t, r->list, later); break;
    case R_UNION: prove_any(t, r->list, later); break;
    case R_ELSE: prove_else(t, r, later); break;
    case R_LABEL:
    case R_OPTIONAL:
    case R_REPEAT:
    case R_DISTINCT:
    case R_NUMBER: prove(t, r->a, later); break;
    case R_LONGEST:
        prove(t, r->a, later);
        decide(t, r->b);
        break;
    case R_IF:
        prove(t, r->a, later);
        decide(t, r->b);
        break;
    case R_WHEN: prove_when(t, r, later); break;
    case R_WHERE: prove_where(t, r, later); break;
    case R_FOR: prove_for(t, r, later); break;
    case R_MOVE: prove_abilities(t); break;
    case R_MOTION:
        decide(t, r->b);
        decide(t, r->list);
        break;
    case R_CHOOSE: prove_choose(t, r); break;
    case R_PLACE: prove_place(t, r); break;
    case R_TAKE:
    case R_REQUIRE: decide(t, r->a); break;
    case R_ASK: prove_ask(t, r, later); break;
    case R_EACH: prove_each(t, r, later); break;
    case R_REF: prove_ref(t, r, later); break;
    default: break;
    }
}

// What is secret from a player: where kinds lie that others alone know, or nobody.
static uint64_t secret_from(const lang_unit *u, int viewer, uint32_t empty) {
    knows k = {.g = &u->g, .secret = ~(uint64_t)0};
    uint64_t secret = u->p.hides_pieces ? KNOWS_BOARD : 0;
    for (int i = 0; i < u->g.area_count; i++) {
        if (u->g.areas[i].hidden && !(empty >> i & 1)) {
            const uint64_t own = u->g.areas[i].each ? knows_places(&k, i, viewer) : 0;
            secret |= knows_places(&k, i, -1) & ~own;
        }
    }
    return secret;
}

const ast *knows_prove(const lang_unit *u, uint32_t empty, int *decides_rest) {
    turn_proof t = {.u = u};
    if (u->p.unknown < 0 || u->g.unseen || u->g.area_count == MAX_AREAS) {
        return NULL;
    }
    for (int me = 0; me < u->g.player_count && !t.blame; me++) {
        t.k = (knows){.g = &u->g, .me = me, .viewer = me, .secret = secret_from(u, me, empty)};
        for (int i = 0; i < u->g.phase_count; i++) {
            t.k.here = (knows_reading){.where = KNOWS_OPEN};
            t.k.names = 0;
            prove(&t, u->g.phases[i].turn, 0);
        }
    }
    *decides_rest = t.by_when;
    return t.blame;
}
