// SPDX-License-Identifier: MIT

#include "projectl/projectl_model.h"

#include <string.h>

enum { NO_PLAN = 1, PLAN = 2, MOST_ACTIONS = 24 };

static const tsr_pl_puzzle *puzzle_of(const thinker *t, int puzzle) {
    return tsr_pl_puzzle_at(t->rules, puzzle);
}

// --- Reading ----------------------------------------------------------------------------

static void read_jobs(const tsr_pl_player *seat, desk *out) {
    memcpy(out->supply, seat->pieces, sizeof out->supply);
    out->points = seat->points - seat->touches;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        out->job[i].free = seat->slot[i].free;
        out->job[i].puzzle = seat->slot[i].puzzle;
        memcpy(out->job[i].laid, seat->slot[i].laid, sizeof out->job[i].laid);
    }
}

// The speed of the game: what was drawn so far, mixed with a guess worth two rounds.
static double read_rate(const thinker *t, const tsr_pl_table *table, int left) {
    int cards = table->cards[TSR_PL_BLACK] - TSR_PL_ROW, sides = table->players;
    double pace = t->weights.pace;
    if (table->solo) {
        cards = table->cards[TSR_PL_WHITE] + table->cards[TSR_PL_BLACK] - TSR_PL_GRID;
        sides = 2;
        pace *= 2;
    }
    int rounds = table->round - 1;
    return (2 * pace * sides + (cards - left)) / (2.0 + rounds);
}

void desk_read(thinker *t, const tsr_pl_table *table, int who, desk *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->reserve, table->reserve, sizeof out->reserve);
    read_jobs(&table->seat[who], out);
    int mine = table->player == who && table->phase < TSR_PL_PHASE_TOUCH;
    out->actions = mine ? table->actions : 0;
    out->master_used = mine ? table->master_used : 0;
    out->black_left = mine ? table->black_left : TSR_PL_ACTIONS;
    out->mastered = mine ? table->master_slots : 0;
    for (int i = 0; i < DESK_OPEN; i++) {
        out->open[i] = table->solo          ? table->grid[i]
                       : i < 2 * TSR_PL_ROW ? table->row[i / TSR_PL_ROW][i % TSR_PL_ROW]
                                            : TSR_PL_NONE;
    }
    out->deck = table->deck[TSR_PL_BLACK];
    if (table->solo) {
        out->deck = (uint16_t)(out->deck + table->deck[TSR_PL_WHITE]);
    }
    out->ending = table->last_round != 0;
    if (out->ending) {
        // A player who has not yet had this round's turn has one more to come.
        int seats = table->players;
        int waits =
            (who - table->first + seats) % seats > (table->player - table->first + seats) % seats;
        out->turns_left = (uint16_t)(table->last_round - table->round + (waits ? 1 : 0));
    }
    if (table->phase >= TSR_PL_PHASE_TOUCH) {
        out->ending = 1;
        out->turns_left = 0;
    }
    t->players = table->players;
    t->original = table->original;
    t->rate = read_rate(t, table, out->deck);
}

// --- Acting -----------------------------------------------------------------------------

static void next_action(desk *d) {
    if (--d->actions == 0 && (!d->ending || d->turns_left > 0)) {
        d->actions = TSR_PL_ACTIONS;
        d->master_used = 0;
        d->black_left = d->ending ? 1 : TSR_PL_ACTIONS;
        d->turns_left = (uint16_t)(d->turns_left - (d->ending ? 1 : 0));
    }
}

static int free_job(const desk *d) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (!d->job[i].free) {
            return i;
        }
    }
    return -1;
}

int desk_can_take(const thinker *t, const desk *d, int open) {
    if (d->open[open] == TSR_PL_NONE || free_job(d) < 0) {
        return 0;
    }
    return puzzle_of(t, d->open[open])->colour == TSR_PL_WHITE || d->black_left > 0;
}

void desk_take(const thinker *t, desk *d, int open) {
    const tsr_pl_puzzle *p = puzzle_of(t, d->open[open]);
    desk_job *job = &d->job[free_job(d)];
    memset(job, 0, sizeof *job);
    job->puzzle = d->open[open];
    job->free = p->mask;
    d->open[open] = TSR_PL_NONE;
    if (p->colour == TSR_PL_BLACK || t->rules->players == 1) {
        d->black_left = (uint8_t)(d->black_left - (p->colour == TSR_PL_BLACK));
        if (d->deck > 0 && --d->deck == 0 && !d->ending) {
            d->ending = 1;
            d->turns_left = 1;
            d->black_left = 1;
        }
    }
    next_action(d);
}

// The piece that a completed puzzle brings: of several the first of the highest level.
static void take_reward(const thinker *t, desk *d, int wanted) {
    uint32_t options = tsr_pl_reward_options(t->rules, d->reserve, wanted);
    int best = -1;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        if (options >> shape & 1 && (best < 0 || tsr_pl_level(shape) > tsr_pl_level(best))) {
            best = shape;
        }
    }
    if (best >= 0) {
        d->reserve[best]--;
        d->supply[best]++;
    }
}

static void complete(const thinker *t, desk *d, int job) {
    const tsr_pl_puzzle *p = puzzle_of(t, d->job[job].puzzle);
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        d->supply[i] = (uint8_t)(d->supply[i] + d->job[job].laid[i]);
    }
    d->points += p->points;
    memset(&d->job[job], 0, sizeof d->job[job]);
    d->job[job].puzzle = TSR_PL_NONE;
    take_reward(t, d, p->reward);
}

static void lay(desk *d, int job, const tsr_pl_placement *p) {
    d->supply[p->shape]--;
    d->job[job].laid[p->shape]++;
    d->job[job].free &= ~p->mask;
}

static const tsr_pl_placement *placement_of(const thinker *t, int placement) {
    int count;
    return &tsr_pl_placements(t->rules, 0, &count)[placement];
}

void desk_place(const thinker *t, desk *d, int job, int placement) {
    lay(d, job, placement_of(t, placement));
    if (!d->job[job].free) {
        complete(t, d, job);
    }
    next_action(d);
}

void desk_master_place(desk *d, int job, const tsr_pl_placement *p) {
    lay(d, job, p);
    d->mastered = (uint8_t)(d->mastered | 1u << job);
}

void desk_master_done(const thinker *t, desk *d) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (d->mastered >> i & 1 && !d->job[i].free) {
            complete(t, d, i);
        }
    }
    d->mastered = 0;
    d->master_used = 1;
    next_action(d);
}

void desk_change(desk *d, int from, int to) {
    if (from >= 0) {
        d->supply[from]--;
        d->reserve[from]++;
    }
    d->reserve[to]--;
    d->supply[to]++;
    next_action(d);
}

// --- Plans, remembered --------------------------------------------------------------------

static uint64_t pack(const uint8_t *count, int bits) {
    uint64_t packed = 0, most = (1u << bits) - 1;
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        packed |= (count[i] < most ? count[i] : most) << (bits * i);
    }
    return packed;
}

static void unpack(uint64_t packed, int bits, uint8_t *count) {
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        count[i] = (uint8_t)(packed >> (bits * i) & ((1u << bits) - 1));
    }
}

// The shortest plan, NULL if there is none worth the name. What is remembered
// depends on the question alone, never on what was asked before.
static const tsr_pl_plan *plan_for(thinker *t, uint32_t mask, const uint8_t *supply,
                                   const uint8_t *reserve) {
    uint64_t s = pack(supply, 4);
    uint32_t r = (uint32_t)pack(reserve, 2);
    uint64_t at = tsr_mix(tsr_mix(s ^ (uint64_t)mask << 37) ^ r);
    desk_plan *known = &t->known[at & (DESK_PLANS - 1)];
    if (!known->state || known->supply != s || known->mask != mask || known->reserve != r) {
        uint8_t have[TSR_PL_SHAPES], left[TSR_PL_SHAPES];
        unpack(s, 4, have);
        unpack(r, 2, left);
        known->supply = s;
        known->mask = mask;
        known->reserve = r;
        known->state =
            tsr_pl_solve(t->rules, mask, have, left, MOST_ACTIONS, &known->plan) ? PLAN : NO_PLAN;
        t->solved++;
    }
    return known->state == PLAN ? &known->plan : NULL;
}

// Which job comes next: the dearest, or the one that is done soonest.
static int next_job(thinker *t, const desk *d, const uint8_t *left, uint32_t open, int by_points) {
    int best = -1;
    double best_key = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (!(open >> i & 1)) {
            continue;
        }
        const tsr_pl_plan *plan = plan_for(t, d->job[i].free, left, d->reserve);
        int points = puzzle_of(t, d->job[i].puzzle)->points;
        double steps = plan ? plan->actions : 2 * MOST_ACTIONS;
        double key = by_points ? 100.0 * points - steps : points - 10.0 * steps;
        if (best < 0 || key > best_key) {
            best = i;
            best_key = key;
        }
    }
    return best;
}

void desk_plan_all(thinker *t, const desk *d, int by_points, desk_schedule *out) {
    uint32_t open = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        out->plan[i] = NULL;
        open |= (uint32_t)(d->job[i].free != 0) << i;
    }
    memcpy(out->left, d->supply, sizeof out->left);
    for (out->count = 0; open; out->count++) {
        int job = next_job(t, d, out->left, open, by_points);
        const tsr_pl_plan *plan = plan_for(t, d->job[job].free, out->left, d->reserve);
        open &= ~(1u << job);
        out->order[out->count] = (uint8_t)job;
        if (!plan) {
            continue;
        }
        out->copy[job] = *plan;
        out->plan[job] = &out->copy[job];
        for (int i = 0; i < TSR_PL_SHAPES; i++) {
            int used = plan->need[i] < out->left[i] ? plan->need[i] : out->left[i];
            used += plan->given[i];
            out->left[i] = (uint8_t)(out->left[i] > used ? out->left[i] - used : 0);
        }
    }
}

// --- Judging ------------------------------------------------------------------------------

double desk_time(const thinker *t, const desk *d) {
    if (d->ending) {
        return d->actions + TSR_PL_ACTIONS * d->turns_left;
    }
    double rounds = d->deck / (t->rate > 0.05 ? t->rate : 0.05);
    return d->actions + TSR_PL_ACTIONS * (1 + (rounds < 20 ? rounds : 20));
}

static int levels(const uint8_t *count) {
    int sum = 0;
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        sum += count[i] * tsr_pl_level(i);
    }
    return sum;
}

// Points for a level of pieces with that many actions to come.
static double piece_worth(const thinker *t, double time) {
    return t->weights.piece * (time < 30 ? time / 30 : 1);
}

typedef struct pace {
    double time;    // actions to come
    double action;  // points an action is worth
    double piece;   // points a level is worth
    double placing; // actions for one placement: less with a master action for several
} pace;

// What one job promises, if it is begun after `*spent` actions; adds its own.
static double job_worth(const thinker *t, const desk *d, const pace *p, int job,
                        const tsr_pl_plan *plan, double *spent) {
    const tsr_pl_puzzle *puzzle = puzzle_of(t, d->job[job].puzzle);
    double locked = levels(d->job[job].laid) * t->weights.locked;
    if (!plan) {
        return -puzzle->points;
    }
    int getting = plan->actions - plan->pieces;
    double mine = getting + plan->pieces * p->placing, late = *spent + mine - p->time;
    if (late > 0) {
        // Not in time. What is owned may still be placed at the end, a point each.
        double lacking = late / p->placing;
        lacking = lacking < plan->pieces ? lacking : plan->pieces;
        double touched = (t->original ? 0 : puzzle->points) - lacking;
        int possible = plan->owned == plan->pieces;
        double worst = -puzzle->points;
        return possible && touched > worst ? touched : worst;
    }
    *spent += mine;
    double later = piece_worth(t, p->time - *spent);
    return puzzle->points + later * tsr_pl_level(puzzle->reward) + later * locked +
           later * getting - p->action * mine;
}

static double schedule_worth(const thinker *t, const desk *d, const desk_schedule *plans,
                             const pace *p) {
    double worth = 0, spent = 0;
    for (int i = 0; i < plans->count; i++) {
        int job = plans->order[i];
        worth += job_worth(t, d, p, job, plans->plan[job], &spent);
    }
    return worth;
}

static pace pace_of(const thinker *t, const desk *d, int jobs) {
    pace p;
    int all = levels(d->supply);
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        all += levels(d->job[i].laid);
    }
    double engine = all < 24 ? all / 24.0 : 1;
    p.time = desk_time(t, d);
    p.piece = piece_worth(t, p.time);
    p.action = t->weights.haste_low + (t->weights.haste - t->weights.haste_low) * engine;
    p.placing = jobs > 1 ? 3.0 / (2 + jobs) : 1;
    return p;
}

double desk_worth(thinker *t, const desk *d) {
    desk_schedule quick, dear;
    if (d->ending && d->actions == 0 && d->turns_left == 0) {
        uint16_t step[TSR_PL_SLOTS * TSR_PL_CELLS];
        uint8_t job[TSR_PL_SLOTS * TSR_PL_CELLS];
        int gain = 0;
        double worth = d->points;
        (void)desk_touches(t, d, step, job, &gain);
        for (int i = 0; i < TSR_PL_SLOTS; i++) {
            worth -= d->job[i].free ? puzzle_of(t, d->job[i].puzzle)->points : 0;
        }
        return worth + gain + 0.001 * levels(d->supply);
    }
    desk_plan_all(t, d, 0, &quick);
    desk_plan_all(t, d, 1, &dear);
    pace p = pace_of(t, d, quick.count);
    double a = schedule_worth(t, d, &quick, &p), b = schedule_worth(t, d, &dear, &p);
    return d->points + p.piece * levels(d->supply) + (a > b ? a : b) + 0.001 * levels(d->supply);
}

// --- Finishing touches --------------------------------------------------------------------

typedef struct touching {
    thinker *t;
    const desk *d;
    uint8_t chosen[TSR_PL_SLOTS], best[TSR_PL_SLOTS]; // jobs in the order they are filled
    int count, best_count, best_gain;
} touching;

// Tries every order of every choice of jobs, each filled with the fewest pieces.
static void try_touches(touching *x, const uint8_t *supply, uint32_t open, int gain) {
    static const uint8_t nothing[TSR_PL_SHAPES];
    if (gain > x->best_gain) {
        x->best_gain = gain;
        x->best_count = x->count;
        memcpy(x->best, x->chosen, sizeof x->best);
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const desk_job *job = &x->d->job[i];
        const tsr_pl_plan *plan = open >> i & 1 ? plan_for(x->t, job->free, supply, nothing) : NULL;
        if (!plan) {
            continue;
        }
        uint8_t left[TSR_PL_SHAPES];
        int points = puzzle_of(x->t, job->puzzle)->points * (x->t->original ? 1 : 2);
        int pieces = plan->pieces;
        for (int k = 0; k < TSR_PL_SHAPES; k++) {
            left[k] = (uint8_t)(supply[k] - plan->need[k]);
        }
        x->chosen[x->count++] = (uint8_t)i;
        try_touches(x, left, open & ~(1u << i), gain + points - pieces);
        x->count--;
    }
}

int desk_touches(thinker *t, const desk *d, uint16_t *placement, uint8_t *job, int *gain) {
    static const uint8_t nothing[TSR_PL_SHAPES];
    touching x = {.t = t, .d = d};
    uint8_t supply[TSR_PL_SHAPES];
    uint32_t open = 0;
    int n = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        open |= (uint32_t)(d->job[i].free != 0) << i;
    }
    memcpy(supply, d->supply, sizeof supply);
    try_touches(&x, supply, open, 0);
    for (int i = 0; i < x.best_count; i++) {
        const tsr_pl_plan *plan = plan_for(t, d->job[x.best[i]].free, supply, nothing);
        for (int k = 0; plan && k < plan->pieces; k++, n++) {
            placement[n] = plan->step[k];
            job[n] = x.best[i];
        }
        for (int k = 0; plan && k < TSR_PL_SHAPES; k++) {
            supply[k] = (uint8_t)(supply[k] - plan->need[k]);
        }
    }
    *gain = x.best_gain;
    return n;
}
