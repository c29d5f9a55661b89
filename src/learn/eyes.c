// SPDX-License-Identifier: MIT
// Looking at positions with a network; see eyes.h.
#include "learn/eyes.h"

#include "learn/opinion.h"
#include "learn/real.h"

enum { AT_ONCE = 2 * SCHEMA_MOVE_ROWS }; // rows of moves

tsr_err eyes_open(const tnet *n, const tsr_rules *r, const tsr_alloc *alloc, eyes **out,
                  tsr_error *err) {
    if (n->adds && !opinion_has(r)) {
        return tsr_fail(err, TSR_ERR_GAME,
                        "the network adds to an evaluation that %s does not have", r->g.name);
    }
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
    e->opinion = e->net->adds ? opinion_of(r, state, who) : 0;
}

void eyes_values(const eyes *e, int who, float *out) {
    uint32_t players = e->r->players;
    for (uint32_t i = 0; i < e->net->see->values; i++) {
        double x = (double)tnet_value(e->net, &e->look, i) / TNET_LOGIT + e->opinion;
        out[((uint32_t)who + i) % players] = (float)real_sigmoid(x);
    }
    if (players == 2 && e->net->see->values == 1) {
        out[1 - who] = 1 - out[who];
    }
}

// Moves from `moves` on until there is no room for another one's rows; returns how many.
static int moves_at_once(const eyes *e, const int16_t *second, const void *state, int who,
                         const tsr_move *moves, int count, float *out) {
    const schema *see = e->net->see;
    int turned = schema_turns(see, e->r, state, who), n = 0;
    uint32_t row[AT_ONCE], rows[AT_ONCE], used = 0;
    int32_t logit[AT_ONCE];
    for (; n < count && used + SCHEMA_MOVE_ROWS <= AT_ONCE; n++) {
        rows[n] = (uint32_t)schema_move_rows(see, e->r, state, who, moves[n], turned, row + used);
        used += rows[n];
    }
    tnet_moves(e->net, second, row, used, logit);
    for (int i = 0, at = 0; i < n; i++) {
        int32_t sum = 0;
        for (uint32_t k = 0; k < rows[i]; k++) {
            sum += logit[at++];
        }
        out[i] = (float)sum * (1.0f / TNET_LOGIT);
    }
    return n;
}

void eyes_moves(const eyes *e, const int16_t *second, const void *state, int who,
                const tsr_move *moves, int count, float *out) {
    if (!e->net->move.count) { // it has no opinion
        for (int i = 0; i < count; i++) {
            out[i] = 0;
        }
        return;
    }
    for (int i = 0; i < count;) {
        i += moves_at_once(e, second, state, who, moves + i, count - i, out + i);
    }
}

void eyes_shares(const eyes *e, const void *view, int who, const tsr_move *moves, int count,
                 double *out) {
    float logit[TSR_MAX_MOVES], most;
    double sum = 0;
    eyes_moves(e, e->look.second, view, who, moves, count, logit);
    most = logit[0];
    for (int i = 1; i < count; i++) {
        most = logit[i] > most ? logit[i] : most;
    }
    for (int i = 0; i < count; i++) {
        out[i] = real_exp((double)logit[i] - (double)most);
        sum += out[i];
    }
    for (int i = 0; i < count; i++) {
        out[i] /= sum;
    }
}

int eyes_first(const double *share, int count) {
    int first = 0;
    for (int i = 1; i < count; i++) {
        first = share[i] > share[first] ? i : first;
    }
    return first;
}

int eyes_draw(const double *share, int count, tsr_rng *g) {
    double left = tsr_rng_unit(g);
    int i = 0;
    for (; i + 1 < count && left >= share[i]; i++) {
        left -= share[i];
    }
    return i;
}

void eyes_all(eyes *e, const void *state, float *out) {
    int who = tsr_mover(tsr_turn(e->r, state));
    who = who < 0 || who >= e->r->players ? 0 : who;
    eyes_look(e, state, who);
    eyes_values(e, who, out);
}
