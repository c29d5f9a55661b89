// SPDX-License-Identifier: MIT
//
// projectl-expert: plans its own game of Project L.
//
// For every puzzle it has or could take, it knows the shortest sequence of actions
// that finishes it (an exact search over placements and upgrades). From there it
// looks ahead over the rest of its turn and two more, a beam of the most promising
// desks at a time: taking puzzles, placing what the plans say, mastering several
// at once, getting the pieces they lack. A desk is worth the points it will have
// at the end: what can be finished in the time that is left, by value and by actions;
// what cannot, costs. Of the others it looks at what they can expect when the game
// ends, so it hurries when it is ahead and waits when it is not. Finishing
// touches are the best choice among all orders, and none if they do not gain.
//
// It draws no random numbers: the same position gives the same move. The weights
// are options, so that tournaments can look for better ones.
//
// A search that asks it has time to spare. Then it looks again and again, each time keeping
// twice as many desks, and answers with the best plan of all.

#include <string.h>

#include <tessera/agent.h>

#include "projectl/projectl_model.h"
#include "projectl/projectl_state.h"

enum { PIECE, HASTE, HASTE_LOW, LOCKED, PACE, BEAM, AHEAD, OPTION_COUNT };

#define WEIGHT(word, about, value)                                                                 \
    { .name = word, .help = about, .kind = TSR_VALUE_REAL, .def = (value), .min = 0, .max = 10 }

enum { MOST_BEAM = 640, MEMOS = 16 };

static const tsr_agent_option options[OPTION_COUNT] = {
    [PIECE] = WEIGHT("piece", "value of a piece in points per level, early in the game", 0.4),
    [HASTE] = WEIGHT("haste", "value of an action in points, with large pieces", 0.8),
    [HASTE_LOW] = WEIGHT("slow", "the same with small pieces", 0.6),
    [LOCKED] = WEIGHT("locked", "share of its value that a piece keeps inside a puzzle", 0.9),
    [PACE] = WEIGHT("pace", "black puzzles taken per player and round", 0.3),
    [BEAM] = {.name = "beam",
              .help = "positions kept after each action of the search",
              .kind = TSR_VALUE_INT,
              .def = 20,
              .min = 1,
              .max = MOST_BEAM},
    [AHEAD] = {.name = "ahead",
               .help = "further turns searched after the current one",
               .kind = TSR_VALUE_INT,
               .def = 2,
               .min = 0,
               .max = 5},
};

// A desk reached in thought, and the first move that leads there.
typedef struct node {
    desk d;
    tsr_move first;
    double worth;
} node;

// What the others can expect, by how long the game will last.
typedef struct rival_memo {
    double worth;
    uint32_t key; // 0 = nothing here
    uint32_t pad;
} rival_memo;

typedef struct expert {
    thinker mind;
    int beam;
    int ahead;              // turns looked ahead after this one
    const tsr_lease *lease; // for looking longer, or NULL: look once
    int width;              // of the beam now
    int cut;                // desks were left out for lack of width
    int rivals;             // other players
    desk rival[TSR_PL_PLAYERS];
    rival_memo memo[MEMOS];
    node from[MOST_BEAM], to[MOST_BEAM];
    int from_count, to_count;
    tsr_move *moves; // room for a list of moves
    desk_plan known[DESK_PLANS];
} expert;

// --- Looking ahead ----------------------------------------------------------------------

// What the best of the others can expect if the game lasts as long as on `d`.
static double rival_worth(expert *x, const desk *d) {
    double best = 0;
    uint32_t key =
        1u | (uint32_t)d->ending << 1 | (uint32_t)d->turns_left << 2 | (uint32_t)d->deck << 16;
    rival_memo *memo = &x->memo[(key ^ key >> 14) % MEMOS];
    if (memo->key == key) {
        return memo->worth;
    }
    for (int i = 0; i < x->rivals; i++) {
        desk other = x->rival[i];
        if (!other.ending) { // they have as many turns left as this desk
            other.ending = d->ending;
            other.turns_left = d->turns_left;
            other.deck = d->deck;
        }
        double worth = desk_worth(&x->mind, &other);
        best = i == 0 || worth > best ? worth : best;
    }
    *memo = (rival_memo){best, key, 0};
    return best;
}

static int same_desk(const desk *a, const desk *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

// The place of a worth among the desks kept so far, which are sorted, best first: behind its
// equals.
static int place_of(const expert *x, double worth) {
    int low = 0, high = x->to_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (worth > x->to[middle].worth) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// Keeps a desk if it is among the best so far.
static void offer(expert *x, const node *parent, const desk *d, tsr_move move) {
    node n = {.d = *d, .first = parent->first ? parent->first : move};
    n.worth = desk_worth(&x->mind, d);
    n.worth -= rival_worth(x, d);
    int at = place_of(x, n.worth);
    for (int i = at - 1; i >= 0 && x->to[i].worth == n.worth; i--) {
        if (same_desk(&x->to[i].d, d)) {
            return;
        }
    }
    x->cut |= x->to_count == x->width;
    if (at == x->width) {
        return;
    }
    x->to_count += x->to_count < x->width;
    memmove(&x->to[at + 1], &x->to[at], (size_t)(x->to_count - 1 - at) * sizeof *x->to);
    x->to[at] = n;
}

static void offer_takes(expert *x, const node *n) {
    for (int i = 0; i < DESK_OPEN; i++) {
        if (!desk_can_take(&x->mind, &n->d, i)) {
            continue;
        }
        desk d = n->d;
        desk_take(&x->mind, &d, i);
        offer(x, n, &d,
              x->mind.rules->players == 1 && !x->mind.original
                  ? tsr_pl_take(TSR_PL_BOTH, i)
                  : tsr_pl_take(i / TSR_PL_ROW, i % TSR_PL_ROW));
    }
}

static tsr_move place_move(const expert *x, int job, int placement) {
    int count;
    const tsr_pl_placement *p = &tsr_pl_placements(x->mind.rules, 0, &count)[placement];
    return tsr_pl_place(p->shape, job, p->mask);
}

static void offer_places(expert *x, const node *n, const desk_schedule *plans) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const tsr_pl_plan *plan = plans->plan[i];
        if (plan && plan->owned > 0) {
            desk d = n->d;
            desk_place(&x->mind, &d, i, plan->step[0]);
            offer(x, n, &d, place_move(x, i, plan->step[0]));
        }
    }
}

static void offer_master(expert *x, const node *n, const desk_schedule *plans) {
    desk d = n->d;
    int pieces = 0, count;
    const tsr_pl_placement *all = tsr_pl_placements(x->mind.rules, 0, &count);
    if (d.master_used) {
        return;
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const tsr_pl_plan *plan = plans->plan[i];
        if (plan && plan->owned > 0) {
            desk_master_place(&d, i, &all[plan->step[0]]);
            pieces++;
        }
    }
    if (pieces > 1) {
        desk_master_done(&x->mind, &d);
        offer(x, n, &d, tsr_pl_plain(TSR_PL_MASTER));
    }
}

static void offer_change(expert *x, const node *n, int from, int to) {
    desk d = n->d;
    desk_change(&d, from, to);
    offer(x, n, &d, from < 0 ? tsr_pl_basic(to) : tsr_pl_upgrade(from, to));
}

// The pieces that the plans lack, from pieces that none of them needs; and without
// a plan, any step up.
static void offer_changes(expert *x, const node *n, const desk_schedule *plans) {
    const tsr_rules *r = x->mind.rules;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const tsr_pl_plan *plan = plans->plan[i];
        tsr_move move = TSR_NO_MOVE;
        if (!plan || plan->owned == plan->pieces) {
            continue;
        }
        int count;
        int shape = tsr_pl_placements(r, 0, &count)[plan->step[plan->owned]].shape;
        uint8_t source[TSR_PL_SHAPES];
        for (int k = 0; k < TSR_PL_SHAPES; k++) {
            source[k] = (uint8_t)(plans->left[k] + plan->given[k]);
        }
        if (tsr_pl_get(r, source, n->d.reserve, shape, &move) > 0) {
            int basic = tsr_pl_move_kind(move) == TSR_PL_BASIC;
            offer_change(x, n, basic ? -1 : tsr_move_byte(move, 1),
                         tsr_move_byte(move, basic ? 1 : 2));
        }
    }
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        uint32_t to = plans->left[from] ? tsr_pl_upgrade_options(r, n->d.reserve, from) : 0;
        for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
            if (to >> shape & 1 && tsr_pl_level(shape) > tsr_pl_level(from)) {
                offer_change(x, n, from, shape);
            }
        }
    }
    uint32_t fresh = tsr_pl_basic_options(r, n->d.reserve);
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        if (fresh >> shape & 1) {
            offer_change(x, n, -1, shape);
        }
    }
}

static void expand(expert *x, const node *n) {
    desk_schedule plans;
    for (int by_points = 0; by_points < 2; by_points++) {
        desk_plan_all(&x->mind, &n->d, by_points, &plans);
        offer_places(x, n, &plans);
        offer_master(x, n, &plans);
        if (by_points == 0) {
            offer_changes(x, n, &plans);
        }
    }
    offer_takes(x, n);
}

// What came of looking ahead.
typedef struct outlook {
    tsr_move first; // TSR_NO_MOVE: nothing to do was found
    double worth;   // of the desk it leads to
} outlook;

static int is_late(expert *x) {
    return x->lease && x->lease->used(x->lease->self, 1) >= x->lease->share;
}

// The best first move over this turn and those looked ahead. 0 = time ran out.
static int look_ahead(expert *x, const desk *d, outlook *out) {
    int turns = d->ending && d->turns_left < x->ahead ? d->turns_left : x->ahead;
    int depth = d->actions + TSR_PL_ACTIONS * turns;
    *out = (outlook){.first = TSR_NO_MOVE};
    x->from[0] = (node){.d = *d};
    x->from_count = 1;
    x->cut = 0;
    for (int i = 0; i < depth; i++) {
        x->to_count = 0;
        for (int k = 0; k < x->from_count; k++) {
            if (is_late(x)) {
                return 0;
            }
            expand(x, &x->from[k]);
        }
        if (x->to_count == 0) {
            break;
        }
        memcpy(x->from, x->to, (size_t)x->to_count * sizeof *x->to);
        x->from_count = x->to_count;
        *out = (outlook){x->from[0].first, x->from[0].worth};
    }
    return 1;
}

// Looks once, and with a lease ever wider while there is time for twice what the last look
// took. The first look is not counted: it is what the expert does anyway.
static tsr_move look_long(expert *x, const desk *d, const tsr_lease *lease) {
    outlook best, next;
    double before = 0, now;
    x->width = x->beam;
    x->lease = NULL;
    (void)look_ahead(x, d, &best);
    x->lease = lease;
    while (lease && x->cut && 2 * x->width <= MOST_BEAM) {
        now = lease->used(lease->self, 0);
        x->width *= 2;
        if (now + 2 * (now - before) > lease->share || !look_ahead(x, d, &next)) {
            break;
        }
        before = now;
        best = next.worth > best.worth ? next : best;
    }
    x->lease = NULL;
    return best.first;
}

// --- The single questions -------------------------------------------------------------------

// The next piece of a master action: for a job that has not had one, as planned.
static tsr_move choose_master(expert *x, const desk *d) {
    desk_schedule plans;
    desk_plan_all(&x->mind, d, 0, &plans);
    for (int i = 0; i < plans.count; i++) {
        int job = plans.order[i];
        const tsr_pl_plan *plan = plans.plan[job];
        if (plan && plan->owned > 0 && !(d->mastered >> job & 1)) {
            return place_move(x, job, plan->step[0]);
        }
    }
    return tsr_pl_plain(TSR_PL_DONE);
}

static tsr_move choose_reward(expert *x, const desk *d, int wanted) {
    uint32_t shapes = tsr_pl_reward_options(x->mind.rules, d->reserve, wanted);
    double best = 0;
    tsr_move move = TSR_NO_MOVE;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        if (!(shapes >> shape & 1)) {
            continue;
        }
        desk with = *d;
        with.supply[shape]++;
        with.reserve[shape]--;
        double worth = desk_worth(&x->mind, &with);
        if (!move || worth > best) {
            best = worth;
            move = tsr_pl_reward(shape);
        }
    }
    return move;
}

static tsr_move choose_touch(expert *x, const desk *d) {
    uint16_t placement[TSR_PL_SLOTS * TSR_PL_CELLS];
    uint8_t job[TSR_PL_SLOTS * TSR_PL_CELLS];
    int gain, count = desk_touches(&x->mind, d, placement, job, &gain);
    return count > 0 ? place_move(x, job[0], placement[0]) : tsr_pl_plain(TSR_PL_END);
}

static void read_table(expert *x, const tsr_pl_table *table, int who, desk *d) {
    x->rivals = 0;
    memset(x->memo, 0, sizeof x->memo);
    for (int p = 0; p < table->players; p++) {
        if (p != who) {
            desk_read(&x->mind, table, p, &x->rival[x->rivals++]);
        }
    }
    desk_read(&x->mind, table, who, d);
}

static tsr_move think(expert *x, const tsr_pl_table *table, int who, const tsr_lease *lease) {
    desk d;
    read_table(x, table, who, &d);
    switch (table->phase) {
    case TSR_PL_PHASE_TURN: return look_long(x, &d, lease);
    case TSR_PL_PHASE_MASTER: return choose_master(x, &d);
    case TSR_PL_PHASE_REWARD: return choose_reward(x, &d, table->wanted);
    case TSR_PL_PHASE_TOUCH: return choose_touch(x, &d);
    default: return TSR_NO_MOVE;
    }
}

// --- Judging ------------------------------------------------------------------------------------

// Points ahead that make three wins out of four.
static const double LIKELY_LEAD = 5.0;

static void expert_value(tsr_agent *a, const void *state, float *out) {
    expert *x = a->self;
    tsr_pl_table table;
    double worth[TSR_PL_PLAYERS];
    tsr_pl_look(a->rules, state, &table);
    for (int p = 0; p < table.players; p++) {
        desk d;
        desk_read(&x->mind, &table, p, &d);
        worth[p] = desk_worth(&x->mind, &d);
    }
    for (int p = 0; p < table.players; p++) {
        double best = 0;
        for (int q = 0; q < table.players; q++) {
            best = q != p && worth[q] > best ? worth[q] : best;
        }
        double lead = (worth[p] - best) / LIKELY_LEAD;
        out[p] = (float)(0.5 + 0.5 * lead / (1 + (lead < 0 ? -lead : lead)));
    }
}

// --- The agent --------------------------------------------------------------------------------

static size_t moves_size(const tsr_agent *a) {
    return a->rules->max_moves * sizeof(tsr_move);
}

static void expert_close(tsr_agent *a) {
    expert *x = a->self;
    if (x) {
        tsr_mem_free(a->alloc, x->moves, moves_size(a));
        tsr_mem_free(a->alloc, x, sizeof *x);
    }
    a->self = NULL;
}

static tsr_err expert_open(tsr_agent *a, tsr_error *err) {
    if (!tsr_pl_is_rules(a->rules)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "projectl-expert plays only projectl");
    }
    expert *x = a->self = tsr_mem_new(a->alloc, sizeof *x);
    if (x) {
        x->moves = tsr_mem_new(a->alloc, moves_size(a));
    }
    if (!x || !x->moves) {
        expert_close(a);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for projectl-expert");
    }
    x->beam = (int)a->value[BEAM].number;
    x->ahead = (int)a->value[AHEAD].number;
    x->mind.rules = a->rules;
    x->mind.known = x->known;
    x->mind.weights = (desk_weights){.piece = a->value[PIECE].number,
                                     .haste = a->value[HASTE].number,
                                     .haste_low = a->value[HASTE_LOW].number,
                                     .locked = a->value[LOCKED].number,
                                     .pace = a->value[PACE].number};
    return TSR_OK;
}

static tsr_err expert_advise(tsr_agent *a, const tsr_query *q, const tsr_lease *lease,
                             tsr_move *out, tsr_error *err) {
    expert *x = a->self;
    tsr_pl_table table;
    int count = tsr_moves(a->rules, q->view, q->who, x->moves);
    if (count <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    tsr_pl_look(a->rules, q->view, &table);
    *out = count > 1 ? think(x, &table, q->who, lease) : x->moves[0];
    if (*out == TSR_NO_MOVE || a->rules->g.why_not(a->rules, q->view, q->who, *out, NULL)) {
        *out = x->moves[0]; // nothing to plan: a row to recycle, an odd corner of the rules
    }
    return TSR_OK;
}

static tsr_err expert_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    return expert_advise(a, q, NULL, out, err);
}

const tsr_agent_type tsr_agent_projectl_expert = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "projectl-expert",
    .about = "plans Project L: shortest ways to finish puzzles, value per action",
    .game = "projectl",
    .option_count = OPTION_COUNT,
    .flags = TSR_AGENT_TRUSTED,
    .options = options,
    .open = expert_open,
    .close = expert_close,
    .value = expert_value,
    .advise = expert_advise,
    .choose = expert_choose,
};
