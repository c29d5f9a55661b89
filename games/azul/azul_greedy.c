// SPDX-License-Identifier: MIT
//
// azul-greedy: a player of Azul that looks one move ahead.
//
// It plays every legal move on a copy and keeps the one after which its own board
// is worth most (tsr_azul_value): the points of today less the floor, and what
// lines under way, rows, columns, colours and the marker promise. It does not
// think about the others. Of moves that are equally good it takes one at random.
//
// The weights are options, so that tournaments can look for better ones.

#include <float.h>
#include <string.h>

#include <tessera/agent.h>

#include "azul/azul.h"
#include "azul/azul_state.h"

enum { LINE = 0, ROW, COLUMN, COLOUR, MARKER, OPTION_COUNT };

#define WEIGHT(word, about, value)                                                                 \
    { .name = word, .help = about, .kind = TSR_VALUE_REAL, .def = (value), .min = -10, .max = 10 }

// The defaults are those of tsr_azul_weights_default; a test compares them.
static const tsr_agent_option options[OPTION_COUNT] = {
    [LINE] = WEIGHT("line", "weight of unfinished lines", 0.7),
    [ROW] = WEIGHT("row", "weight of progress towards complete rows", 0.5),
    [COLUMN] = WEIGHT("column", "weight of progress towards complete columns", 0.7),
    [COLOUR] = WEIGHT("colour", "weight of progress towards complete colours", 0.7),
    [MARKER] = WEIGHT("marker", "points for starting the next round", 0.8),
};

// What one agent owns: its weights, and room for a move list and a state.
typedef struct greedy {
    tsr_azul_weights weights;
    tsr_move *moves;
    void *next;
} greedy;

static void greedy_close(tsr_agent *a) {
    greedy *self = a->self;
    if (!self) return;
    tsr_mem_free(a->alloc, self->moves, a->rules->max_moves * sizeof *self->moves);
    tsr_mem_free(a->alloc, self->next, a->rules->state_size);
    tsr_mem_free(a->alloc, self, sizeof *self);
    a->self = NULL;
}

static tsr_err greedy_open(tsr_agent *a, tsr_error *err) {
    if (!tsr_is_azul(a->rules)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "azul-greedy plays only azul");
    }
    greedy *self = a->self = tsr_mem_new(a->alloc, sizeof *self);
    if (self) {
        self->weights = (tsr_azul_weights){.line = (float)a->value[LINE].number,
                                           .row = (float)a->value[ROW].number,
                                           .column = (float)a->value[COLUMN].number,
                                           .colour = (float)a->value[COLOUR].number,
                                           .marker = (float)a->value[MARKER].number};
        self->moves = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *self->moves);
        self->next = tsr_mem_new(a->alloc, a->rules->state_size);
    }
    if (!self || !self->moves || !self->next) {
        greedy_close(a);
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    return TSR_OK;
}

static float value_after(const tsr_agent *a, const tsr_query *q, tsr_move m) {
    const greedy *self = a->self;
    memcpy(self->next, q->view, a->rules->state_size);
    tsr_play(a->rules, self->next, q->who, m);
    return tsr_azul_value(a->rules, self->next, q->who, &self->weights);
}

static tsr_err greedy_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    greedy *self = a->self;
    tsr_rng g;
    float best = -FLT_MAX;
    uint32_t equals = 0;
    int count = tsr_moves(a->rules, q->view, q->who, self->moves);
    if (count == 0) return tsr_fail(err, TSR_ERR_STATE, "there is nothing to decide");
    tsr_rng_init(&g, q->seed);
    for (int i = 0; i < count; i++) {
        float value = value_after(a, q, self->moves[i]);
        if (value < best) continue;
        // The k-th of equals replaces the ones before with chance 1 in k: uniform.
        equals = value > best ? 1 : equals + 1;
        best = value;
        if (tsr_rng_below(&g, equals) == 0) *out = self->moves[i];
    }
    return TSR_OK;
}

const tsr_agent_type tsr_agent_azul_greedy = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "azul-greedy",
    .about = "Azul: looks one move ahead and chooses the most valuable board",
    .game = "azul",
    .option_count = OPTION_COUNT,
    .flags = TSR_AGENT_QUICK,
    .options = options,
    .open = greedy_open,
    .close = greedy_close,
    .choose = greedy_choose,
};
