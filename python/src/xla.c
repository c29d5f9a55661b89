// SPDX-License-Identifier: MIT
// Games as pure functions for JAX; see xla.h.
#include "xla.h"

#include <assert.h>
#include <string.h>

#include "xla_call.h"

enum { CHANCE = 8, MOST_PLAYERS = 8, MOST_PICKS = 30 };

// What precedes the position in a row.
typedef struct row_head {
    uint64_t seed;
    uint32_t steps;
    int16_t picks;
    int16_t loser; // 1 + who made an illegal move; 0 = nobody
    int32_t pick[MOST_PICKS];
} row_head;

static_assert(sizeof(row_head) % 8 == 0, "positions are aligned");

typedef struct outputs {
    uint8_t *row, *planes;
    float *scalars;
    uint8_t *mask;
    float *reward;
    int32_t *about;
} outputs;

// One call: the ruleset and a state to work with.
typedef struct call {
    tsr_ruleset_info info;
    const tsr_ruleset *rules;
    tsr_state *s;
    size_t row_size, cells;
} call;

size_t xla_row_size(const tsr_ruleset *r) {
    tsr_ruleset_info info = {.size = sizeof info};
    tsr_ruleset_about(r, &info);
    return sizeof(row_head) + (info.state_size + 7) / 8 * 8;
}

static uint64_t next_random(row_head *head) {
    uint64_t x = head->seed += 0x9e3779b97f4a7c15u; // splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// --- A call --------------------------------------------------------------------------------------

static void *begin_call(const xla_frame *frame, int64_t args, int64_t rets, call *out) {
    *out = (call){.rules = (const tsr_ruleset *)xla_address(frame, "rules"),
                  .info.size = sizeof out->info};
    if (frame->size < sizeof *frame || frame->args.count != args || frame->rets.count != rets ||
        !out->rules) {
        return xla_refuse(frame, "tessera: the call does not fit; is the package another version?");
    }
    tsr_ruleset_about(out->rules, &out->info);
    out->row_size = xla_row_size(out->rules);
    out->cells = (size_t)out->info.planes * out->info.height * out->info.width;
    if (tsr_state_new(out->rules, &out->s)) {
        return xla_refuse(frame, "tessera: out of memory");
    }
    return NULL;
}

static outputs outputs_of(const xla_frame *frame) {
    void *data[6];
    for (int64_t i = 0; i < 6; i++) {
        data[i] = xla_buffer_at(&frame->rets, i)->data;
    }
    return (outputs){data[0], data[1], data[2], data[3], data[4], data[5]};
}

// --- Rows ----------------------------------------------------------------------------------------

static int row_read(call *c, const uint8_t *row, row_head *head) {
    memcpy(head, row, sizeof *head);
    tsr_state_unpick(c->s);
    int code = tsr_state_set_bytes(c->s, row + sizeof *head, c->info.state_size, NULL);
    for (int i = 0; !code && i < head->picks && i < MOST_PICKS; i++) {
        code = tsr_state_act(c->s, -1, head->pick[i], NULL);
    }
    return code;
}

static int row_write(call *c, row_head *head, uint8_t *row) {
    int picks = tsr_state_picked(c->s, -1, head->pick, MOST_PICKS);
    if (picks > MOST_PICKS) {
        return TSR_FAIL_LIMIT;
    }
    head->picks = (int16_t)(picks > 0 ? picks : 0);
    memset(head->pick + head->picks, 0, (size_t)(MOST_PICKS - head->picks) * sizeof *head->pick);
    memcpy(row, head, sizeof *head);
    memset(row + sizeof *head, 0, c->row_size - sizeof *head);
    memcpy(row + sizeof *head, tsr_state_bytes(c->s), c->info.state_size);
    return 0;
}

static int settle_chance(call *c, row_head *head) {
    int code = 0;
    while (!code && tsr_state_mover(c->s) == CHANCE) {
        code = tsr_state_draw(c->s, next_random(head), NULL);
    }
    return code;
}

// Writes game `i` of all results but the reward.
static int show(call *c, row_head *head, int64_t i, const outputs *out) {
    size_t at = (size_t)i;
    int who = tsr_state_mover(c->s), over = who < 0 || head->loser;
    uint8_t *mask = out->mask + at * c->info.actions;
    if (over) {
        memset(mask, 1, c->info.actions);
    } else if (tsr_state_mask(c->s, who, NULL, mask) < 0) {
        return TSR_FAIL_GAME;
    }
    out->about[at * 3] = over ? (head->loser ? head->loser - 1 : 0) : who;
    out->about[at * 3 + 1] = over;
    out->about[at * 3 + 2] = (int32_t)head->steps;
    int code = tsr_state_observe(c->s, over ? out->about[at * 3] : who, out->planes + at * c->cells,
                                 out->scalars + at * c->info.scalars);
    return code < 0 ? code : row_write(c, head, out->row + at * c->row_size);
}

static void pay(call *c, const row_head *head, float *reward) {
    if (!head->loser) {
        tsr_state_reward(c->s, reward); // leaves zeros before the end
        return;
    }
    for (uint32_t p = 0; p < c->info.players; p++) {
        reward[p] = (int)p == head->loser - 1 ? -1.0f : 1.0f;
    }
}

// --- The three calls -----------------------------------------------------------------------------

void *xla_begin(void *opaque) {
    const xla_frame *frame = opaque;
    call c;
    if (xla_wants_metadata(frame, 0)) {
        return NULL;
    }
    void *error = begin_call(frame, 1, 6, &c);
    if (error) {
        return error;
    }
    const xla_buffer *seed = xla_buffer_at(&frame->args, 0);
    outputs out = outputs_of(frame);
    int64_t games = xla_games_in(seed, 1);
    tsr_state *start = NULL;
    int code = tsr_state_copy(c.s, &start);
    memset(out.reward, 0, (size_t)games * c.info.players * sizeof *out.reward);
    for (int64_t i = 0; !code && i < games; i++) {
        const uint32_t *half = (const uint32_t *)seed->data + 2 * i;
        row_head head = {.seed = (uint64_t)half[0] << 32 | half[1]};
        code = tsr_state_set(c.s, start);
        code = code ? code : settle_chance(&c, &head);
        code = code ? code : show(&c, &head, i, &out);
    }
    tsr_state_free(start);
    tsr_state_free(c.s);
    return code ? xla_refuse(frame, "tessera: a game could not begin") : NULL;
}

// One step of game `i`.
static int step_row(call *c, int64_t i, const uint8_t *row, int32_t action, const outputs *out) {
    row_head head;
    float *reward = out->reward + (size_t)i * c->info.players;
    int code = row_read(c, row, &head);
    memset(reward, 0, c->info.players * sizeof *reward);
    if (code) {
        return code;
    }
    int who = tsr_state_mover(c->s);
    if (who < 0 || head.loser) {
        return show(c, &head, i, out);
    }
    head.steps++;
    code = tsr_state_act(c->s, who, action, NULL);
    if (code == TSR_FAIL_ILLEGAL || code == TSR_FAIL_ARGUMENT) {
        head.loser = (int16_t)(1 + who);
    } else if (code || (code = settle_chance(c, &head))) {
        return code;
    }
    if (head.loser || tsr_state_mover(c->s) < 0) {
        pay(c, &head, reward);
    }
    return show(c, &head, i, out);
}

void *xla_step(void *opaque) {
    const xla_frame *frame = opaque;
    call c;
    if (xla_wants_metadata(frame, 0)) {
        return NULL;
    }
    void *error = begin_call(frame, 2, 6, &c);
    if (error) {
        return error;
    }
    const xla_buffer *rows = xla_buffer_at(&frame->args, 0),
                     *action = xla_buffer_at(&frame->args, 1);
    outputs out = outputs_of(frame);
    int code = 0;
    for (int64_t i = 0, games = xla_games_in(rows, 1); !code && i < games; i++) {
        code = step_row(&c, i, (const uint8_t *)rows->data + (size_t)i * c.row_size,
                        ((const int32_t *)action->data)[i], &out);
    }
    tsr_state_free(c.s);
    return code ? xla_refuse(frame, "tessera: a row of bytes is no game of these rules") : NULL;
}

void *xla_watch(void *opaque) {
    const xla_frame *frame = opaque;
    call c;
    if (xla_wants_metadata(frame, 0)) {
        return NULL;
    }
    void *error = begin_call(frame, 2, 2, &c);
    if (error) {
        return error;
    }
    const xla_buffer *rows = xla_buffer_at(&frame->args, 0),
                     *player = xla_buffer_at(&frame->args, 1);
    uint8_t *planes = xla_buffer_at(&frame->rets, 0)->data;
    float *scalars = xla_buffer_at(&frame->rets, 1)->data;
    int code = 0;
    for (int64_t i = 0, games = xla_games_in(rows, 1); !code && i < games; i++) {
        row_head head;
        size_t at = (size_t)i;
        int32_t viewer = ((const int32_t *)player->data)[i];
        code = row_read(&c, (const uint8_t *)rows->data + at * c.row_size, &head);
        code = code ? code
                    : tsr_state_observe(c.s, viewer, planes + at * c.cells,
                                        scalars + at * c.info.scalars);
        code = code < 0 ? code : 0;
    }
    tsr_state_free(c.s);
    return code
               ? xla_refuse(frame, "tessera: a row of bytes is no game, or there is no such player")
               : NULL;
}
