// SPDX-License-Identifier: MIT
// Looking at positions with a network; see eyes.h.
#include "learn/eyes.h"

#include "learn/real.h"

tsr_err eyes_open(const tnet *n, const tsr_rules *r, const tsr_alloc *alloc, eyes **out,
                  tsr_error *err) {
    eyes *e = tsr_mem_new(alloc, sizeof *e);
    if (!e) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to look at positions");
    }
    e->net = n;
    e->r = r;
    arena_init(&e->memory, alloc, 0);
    e->view = arena_new(&e->memory, r->state_size);
    e->input = arena_new(&e->memory, (n->see->most + 1) * sizeof *e->input);
    tsr_err code = schema_eye_open(&e->eye, n->see, &e->memory, err);
    if (code || e->memory.failed) {
        eyes_close(e);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to look at positions");
    }
    *out = e;
    return TSR_OK;
}

void eyes_close(eyes *e) {
    if (e) {
        const tsr_alloc *alloc = e->memory.alloc;
        arena_deinit(&e->memory);
        tsr_mem_free(alloc, e, sizeof *e);
    }
}

tsr_err eyes_load(const char *path, const tsr_rules *r, const tsr_alloc *alloc, tnet **net,
                  eyes **out, tsr_error *err) {
    *net = NULL;
    *out = NULL;
    if (path[0] == '\0') {
        return TSR_OK;
    }
    tsr_err e = tnet_read(path, alloc, net, err);
    e = e ? e : schema_fits((*net)->see, r, err);
    e = e ? e : eyes_open(*net, r, alloc, out, err);
    if (e) {
        tnet_free(*net);
        *net = NULL;
    }
    return e;
}

void eyes_look(eyes *e, const void *state, int who) {
    const tsr_rules *r = e->r;
    const void *seen = state;
    if (r->g.flags & TSR_HAS_HIDDEN) {
        r->g.view(r, state, who, e->view);
        seen = e->view;
    }
    e->inputs = schema_look(e->net->see, r, &e->eye, seen, who, e->input);
    tnet_see(e->net, e->input, e->inputs, &e->look);
}

void eyes_values(const eyes *e, int who, float *out) {
    uint32_t players = e->r->players;
    for (uint32_t i = 0; i < e->net->see->values; i++) {
        double x = (double)tnet_value(e->net, &e->look, i) / TNET_LOGIT;
        out[((uint32_t)who + i) % players] = (float)real_sigmoid(x);
    }
    if (players == 2 && e->net->see->values == 1) {
        out[1 - who] = 1 - out[who];
    }
}

float eyes_move(const eyes *e, const void *state, int who, tsr_move m) {
    uint32_t row[SCHEMA_MOVE_ROWS];
    if (!e->net->move.count) {
        return 0; // it has no opinion
    }
    int n = schema_move(e->net->see, e->r, state, who, m, row);
    return (float)tnet_move(e->net, &e->look, row, n) * (1.0f / TNET_LOGIT);
}

void eyes_all(eyes *e, const void *state, float *out) {
    int who = tsr_mover(tsr_turn(e->r, state));
    who = who < 0 || who >= e->r->players ? 0 : who;
    eyes_look(e, state, who);
    eyes_values(e, who, out);
}
