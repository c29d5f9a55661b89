// SPDX-License-Identifier: MIT

// Filling a mask with the fewest actions, exactly.
//
// The lowest free cell must be covered by something, and whatever covers it has it
// as its anchor: so a depth-first search over the placements anchored there meets
// every filling once. At the end of each, the pieces that the supply lacks are
// assigned to what they are made from: a piece left over, or a new one.
//
// The search is cut by what the rest costs if shapes did not matter: a piece has at
// most four cells, it is made from one piece left over or from nothing, and an
// action raises its level by one (more only where the reserve has gaps). That
// is nearly always the true cost, so few fillings are looked at.

#include "projectl_state.h"

// Once a shortest plan is found, so many nodes are spent on equally short ones
// that give less away.
enum { NEVER = 255, MAX_LEVEL = TSR_PL_LEVELS, NODES_FOR_THRIFT = 50 };

// --- From piece to piece ------------------------------------------------------------------

// Upgrades from each shape to each other, and from nothing (row FRESH: one action
// for the new piece included), as the reserve stands.
enum { FRESH = TSR_PL_SHAPES };

typedef struct ladder {
    uint8_t cost[TSR_PL_SHAPES + 1][TSR_PL_SHAPES];
    uint32_t step[TSR_PL_SHAPES]; // shapes one action away
    uint32_t fresh;               // shapes a new piece may be
    int jump;                     // most levels that one upgrade gains
    int fresh_level;              // highest level of a new piece
} ladder;

// Fills one row of costs: `reached` shapes cost `cost`, the rest follows step by step.
static void climb(ladder *l, int row, uint32_t reached, int cost) {
    uint32_t edge = reached;
    memset(l->cost[row], NEVER, sizeof l->cost[row]);
    for (; edge; cost++) {
        uint32_t next = 0;
        for (uint32_t left = edge; left; left &= left - 1) {
            int shape = projectl_lowest(left);
            l->cost[row][shape] = (uint8_t)cost;
            next |= l->step[shape];
        }
        edge = next & ~reached;
        reached |= next;
    }
}

static void make_ladder(const projectl_data *d, const uint8_t *reserve, ladder *l) {
    l->jump = 1;
    l->fresh = projectl_basic_options(d, reserve);
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        l->step[from] = projectl_upgrade_options(reserve, from);
        for (uint32_t left = l->step[from]; left; left &= left - 1) {
            int gain = projectl_levels[projectl_lowest(left)] - projectl_levels[from];
            l->jump = gain > l->jump ? gain : l->jump;
        }
    }
    // Whatever stands in for a new piece is of one level.
    l->fresh_level = l->fresh ? projectl_levels[projectl_lowest(l->fresh)] : 0;
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        climb(l, from, 1u << from, 0);
    }
    climb(l, FRESH, l->fresh, 1);
}

// --- The search ---------------------------------------------------------------------------

typedef struct search {
    const projectl_tables *t;
    const uint8_t *supply;
    const uint8_t *reserve;
    ladder l;
    int pieces, missing; // placed so far; of these, not in the supply
    int missing_cells;
    int spare_of[TSR_PL_LEVELS + 1]; // pieces not used so far, by level
    int thrift;                      // nodes left for equally short plans
    uint8_t used[TSR_PL_SHAPES];
    uint16_t step[TSR_PL_STEPS];
    int best_actions, best_waste; // of the best plan so far
    uint8_t given[TSR_PL_SHAPES]; // of the assignment being tried
    uint8_t best_given[TSR_PL_SHAPES];
    tsr_pl_plan *out;
    int found;
} search;

static int spare(const search *s, int shape) {
    int n = s->supply[shape] - s->used[shape] - s->given[shape];
    return n > 0 ? n : 0;
}

static void keep_plan(search *s, int actions, int waste) {
    tsr_pl_plan *out = s->out;
    int at = 0;
    uint8_t left[TSR_PL_SHAPES], late[TSR_PL_STEPS];
    memset(out, 0, sizeof *out);
    memcpy(left, s->supply, sizeof left);
    for (int i = 0; i < s->pieces; i++) { // what is owned comes first
        int shape = s->t->placement[s->step[i]].shape;
        late[i] = left[shape] == 0;
        if (!late[i]) {
            left[shape]--;
            out->step[at++] = s->step[i];
        }
    }
    out->owned = (uint8_t)at;
    for (int i = 0; i < s->pieces; i++) {
        if (late[i]) {
            out->step[at++] = s->step[i];
        }
    }
    out->actions = (uint8_t)actions;
    out->pieces = (uint8_t)s->pieces;
    memcpy(out->need, s->used, sizeof out->need);
    memcpy(out->given, s->given, sizeof out->given);
    s->best_actions = actions;
    s->best_waste = waste;
    s->found = 1;
}

// Assigns a source to every missing piece from `shape` on, of which `due` are
// still to be found; tries them all, cheapest total first by cutting the rest.
static void assign(search *s, int shape, int due, int actions, int waste) {
    while (due == 0 && ++shape < TSR_PL_SHAPES) {
        due = s->used[shape] - s->supply[shape];
        due = due > 0 ? due : 0;
    }
    if (actions > s->best_actions || (actions == s->best_actions && waste >= s->best_waste)) {
        return;
    }
    if (shape == TSR_PL_SHAPES) {
        keep_plan(s, actions, waste);
        return;
    }
    for (int from = 0; from <= FRESH; from++) {
        int cost = s->l.cost[from][shape];
        if (cost == NEVER || (from < FRESH && !spare(s, from))) {
            continue;
        }
        if (from == FRESH) {
            assign(s, shape, due - 1, actions + cost, waste);
        } else {
            s->given[from]++;
            assign(s, shape, due - 1, actions + cost, waste + projectl_levels[from]);
            s->given[from]--;
        }
    }
}

// Walks over the spare pieces, the highest level first.
typedef struct spare_walk {
    const search *s;
    int level, left;
} spare_walk;

// The level of the next spare piece, 0 if there is none.
static int next_spare(spare_walk *w) {
    while (w->left == 0 && w->level > 0) {
        w->level--;
        w->left = w->s->spare_of[w->level];
    }
    w->left -= w->level > 0;
    return w->level;
}

// At least so many actions, whatever comes. For every number of further pieces: one
// action each; then the levels that the best spare pieces do not bring. A spare
// piece is never worse than a new one, so new ones come after all of them.
static int bound(const search *s, uint32_t free) {
    int cells = projectl_bits(free), least = (cells + MAX_LEVEL - 1) / MAX_LEVEL;
    int lacking = s->missing_cells + cells, fresh = 0, best = NEVER;
    spare_walk walk = {s, MAX_LEVEL, s->spare_of[MAX_LEVEL]};
    for (int more = -s->missing;; more++) { // as many pieces to make as have been tried
        if (more >= least) {
            int upgrades = fresh + (lacking > 0 ? (lacking + s->l.jump - 1) / s->l.jump : 0);
            upgrades = upgrades > s->missing ? upgrades : s->missing;
            best = more + upgrades < best ? more + upgrades : best;
            if (lacking <= 0 || upgrades == s->missing || more >= cells) {
                break;
            }
        }
        int level = next_spare(&walk);
        fresh += level == 0;
        lacking -= level ? level : s->l.fresh_level;
    }
    return s->pieces + best;
}

static void lay(search *s, int placement, int sign) {
    int shape = s->t->placement[placement].shape, level = projectl_levels[shape];
    int owned = s->supply[shape] > s->used[shape] - (sign < 0);
    s->used[shape] = (uint8_t)(s->used[shape] + sign);
    s->pieces += sign;
    if (owned) {
        s->spare_of[level] -= sign;
    } else {
        s->missing += sign;
        s->missing_cells += sign * level;
    }
}

// Whether one more piece of a shape is in the supply or can be got.
static int can_have(const search *s, int shape) {
    int missing = s->used[shape] - s->supply[shape];
    return missing < 0 || missing < s->reserve[shape];
}

static void fill(search *s, uint32_t free) {
    int least = bound(s, free);
    if (least > s->best_actions) {
        return;
    }
    if (least == s->best_actions && s->found && (s->best_waste == 0 || s->thrift-- <= 0)) {
        return;
    }
    if (free == 0) {
        assign(s, -1, 0, s->pieces, 0);
        return;
    }
    int cell = projectl_lowest(free);
    for (int i = s->t->anchored[cell]; i < s->t->anchored[cell + 1]; i++) {
        int placement = s->t->by_anchor[i];
        const tsr_pl_placement *p = &s->t->placement[placement];
        if ((p->mask & ~free) == 0 && can_have(s, p->shape)) {
            s->step[s->pieces] = (uint16_t)placement;
            lay(s, placement, 1);
            fill(s, free & ~p->mask);
            lay(s, placement, -1);
        }
    }
}

int tsr_pl_solve(const tsr_rules *r, uint32_t mask, const uint8_t *supply, const uint8_t *reserve,
                 int limit, tsr_pl_plan *out) {
    const projectl_data *d = projectl_of(r);
    tsr_pl_plan plan;
    search s;
    memset(&s, 0, sizeof s);
    s.t = &d->t;
    s.supply = supply;
    s.reserve = reserve;
    s.best_actions = limit > 0 && limit < NEVER ? limit : NEVER - 1;
    s.best_waste = 10000;
    s.thrift = NODES_FOR_THRIFT;
    s.out = &plan;
    make_ladder(d, reserve, &s.l);
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        s.spare_of[projectl_levels[i]] += supply[i];
    }
    fill(&s, mask & TSR_PL_FULL);
    if (s.found) {
        *out = plan;
    }
    return s.found;
}

// --- Smaller questions --------------------------------------------------------------------

static void fewest(const projectl_tables *t, uint32_t free, int pieces, int *best) {
    if (pieces + (projectl_bits(free) + MAX_LEVEL - 1) / MAX_LEVEL >= *best) {
        return;
    }
    if (free == 0) {
        *best = pieces;
        return;
    }
    int cell = projectl_lowest(free);
    for (int i = t->anchored[cell]; i < t->anchored[cell + 1]; i++) {
        uint32_t mask = t->placement[t->by_anchor[i]].mask;
        if ((mask & ~free) == 0) {
            fewest(t, free & ~mask, pieces + 1, best);
        }
    }
}

int tsr_pl_fewest_pieces(const tsr_rules *r, uint32_t mask) {
    int best = TSR_PL_CELLS + 1;
    fewest(&projectl_of(r)->t, mask & TSR_PL_FULL, 0, &best);
    return best;
}

// The shape after `from` on a shortest way to `to`.
static int next_shape(const ladder *l, uint32_t steps, int to) {
    int best = -1;
    for (; steps; steps &= steps - 1) {
        int shape = projectl_lowest(steps);
        if (best < 0 || l->cost[shape][to] < l->cost[best][to]) {
            best = shape;
        }
    }
    return best;
}

int tsr_pl_get(const tsr_rules *r, const uint8_t *supply, const uint8_t *reserve, int shape,
               tsr_move *move) {
    ladder l;
    int best = NEVER, source = -1, source_level = 0;
    if (shape < 0 || shape >= TSR_PL_SHAPES) {
        return -1;
    }
    make_ladder(projectl_of(r), reserve, &l);
    for (int from = 0; from <= FRESH; from++) { // of equal ones the one that gives least away
        int cost = l.cost[from][shape], level = from < FRESH ? projectl_levels[from] : 0;
        if ((from == FRESH || supply[from]) &&
            (cost < best || (cost == best && level < source_level))) {
            best = cost;
            source = from;
            source_level = level;
        }
    }
    if (best == NEVER) {
        return -1;
    }
    if (move && source == FRESH) {
        *move = tsr_pl_basic(next_shape(&l, l.fresh, shape));
    } else if (move && best > 0) {
        *move = tsr_pl_upgrade(source, next_shape(&l, l.step[source], shape));
    }
    return best;
}
