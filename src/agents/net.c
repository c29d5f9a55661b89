// SPDX-License-Identifier: MIT
#include "agents/net.h"

#include <math.h>
#include <string.h>

// --- Making -----------------------------------------------------------------------------

static size_t count_weights(uint32_t inputs, const uint32_t *width, uint32_t layers) {
    size_t count = 0;
    for (uint32_t i = 0; i < layers; i++) {
        size_t in = i ? width[i - 1] : inputs;
        count += (in + 1) * width[i];
    }
    return count;
}

static int sound(uint32_t inputs, const uint32_t *width, uint32_t layers) {
    int ok = inputs >= 1 && inputs <= 1u << 20 && layers >= 1 && layers <= NET_LAYERS &&
             width[layers - 1] == 1;
    for (uint32_t i = 0; ok && i < layers; i++) {
        ok = width[i] >= 1 && width[i] <= NET_WIDTH;
    }
    return ok;
}

static void lay_out(net *n, const uint32_t *width) {
    float *at = n->weights;
    for (uint32_t i = 0; i < n->layers; i++) {
        net_layer *l = &n->layer[i];
        l->in = i ? width[i - 1] : n->inputs;
        l->out = width[i];
        l->weight = at;
        l->bias = at + (size_t)l->in * l->out;
        at = l->bias + l->out;
        n->widest = l->out > n->widest ? l->out : n->widest;
    }
}

tsr_err net_new(const char *game, uint32_t inputs, const uint32_t *width, uint32_t layers,
                const tsr_alloc *alloc, net **out, tsr_error *err) {
    size_t size = strlen(game);
    if (!sound(inputs, width, layers) || size == 0 || size >= NET_GAME_MAX) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "a network has 1 to %d layers of 1 to %d, the last one of 1", NET_LAYERS,
                        NET_WIDTH);
    }
    size_t count = count_weights(inputs, width, layers);
    if (count > NET_WEIGHTS) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "a network of %zu weights is too large; %d are allowed", count,
                        NET_WEIGHTS);
    }
    net *n = tsr_mem_new(alloc, sizeof *n);
    float *weights = n ? tsr_mem_new(alloc, count * sizeof *weights) : NULL;
    if (!weights) {
        tsr_mem_free(alloc, n, sizeof *n);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a network of %zu weights", count);
    }
    memcpy(n->game, game, size + 1);
    n->inputs = inputs;
    n->layers = layers;
    n->weights = weights;
    n->count = count;
    n->alloc = alloc;
    lay_out(n, width);
    *out = n;
    return TSR_OK;
}

void net_free(net *n) {
    if (n) {
        tsr_mem_free(n->alloc, n->weights, n->count * sizeof *n->weights);
        tsr_mem_free(n->alloc, n, sizeof *n);
    }
}

// As large as keeps signals from growing or dying out on their way through the layers.
void net_scatter(net *n, uint64_t seed) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    for (uint32_t i = 0; i < n->layers; i++) {
        const net_layer *l = &n->layer[i];
        double reach = sqrt(6.0 / (double)(l->in + l->out));
        for (size_t k = 0; k < (size_t)l->in * l->out; k++) {
            l->weight[k] = (float)((2 * tsr_rng_unit(&g) - 1) * reach);
        }
        memset(l->bias, 0, l->out * sizeof *l->bias);
    }
}

// --- Running ----------------------------------------------------------------------------

size_t net_act_size(const net *n) {
    size_t size = 0;
    for (uint32_t i = 0; i < n->layers; i++) {
        size += n->layer[i].out;
    }
    return size;
}

static void run_layer(const net_layer *l, const float *in, float *restrict out) {
    memcpy(out, l->bias, l->out * sizeof *out);
    for (uint32_t i = 0; i < l->in; i++) {
        const float *restrict row = l->weight + (size_t)i * l->out;
        float x = in[i];
        if (x != 0) {
            for (uint32_t o = 0; o < l->out; o++) {
                out[o] += x * row[o];
            }
        }
    }
}

float net_run(const net *n, const float *input, float *act) {
    for (uint32_t i = 0;; i++) {
        const net_layer *l = &n->layer[i];
        run_layer(l, input, act);
        if (i + 1 == n->layers) {
            return 1 / (1 + expf(-act[0]));
        }
        for (uint32_t o = 0; o < l->out; o++) {
            act[o] = act[o] > 0 ? act[o] : 0;
        }
        input = act;
        act += l->out;
    }
}

// --- Learning ---------------------------------------------------------------------------

// Moves the weights of one layer against what its outputs are blamed for, and tells the layer
// before, if there is one, what that is to blame for.
static void learn_layer(const net_layer *l, const float *restrict in, const float *restrict blame,
                        float rate, float *restrict before) {
    for (uint32_t i = 0; i < l->in; i++) {
        float *restrict row = l->weight + (size_t)i * l->out;
        float sum = 0;
        if (in[i] != 0) { // else nothing went through here, and nothing comes back
            for (uint32_t o = 0; o < l->out; o++) {
                sum += row[o] * blame[o];
                row[o] -= rate * in[i] * blame[o];
            }
        }
        if (before) {
            before[i] = sum;
        }
    }
    for (uint32_t o = 0; o < l->out; o++) {
        l->bias[o] -= rate * blame[o];
    }
}

void net_learn(net *n, const float *input, const float *act, float difference, float rate,
               float *scratch) {
    float *blame = scratch, *before = scratch + n->widest;
    const float *out_of = act + net_act_size(n);
    blame[0] = difference;
    for (uint32_t i = n->layers; i-- > 0;) {
        out_of -= n->layer[i].out;
        const float *in = i ? out_of - n->layer[i].in : input;
        learn_layer(&n->layer[i], in, blame, rate, i ? before : NULL);
        float *swap = blame;
        blame = before;
        before = swap;
    }
}

// --- Looking ----------------------------------------------------------------------------

tsr_err net_fits(const net *n, const tsr_rules *r, tsr_error *err) {
    const tsr_game_ai *ai = r->g.ai;
    if (strcmp(n->game, r->g.name) != 0) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the network has learned %s, not %s", n->game,
                        r->g.name);
    }
    if (!ai || !ai->features || ai->feature_count != n->inputs) {
        return tsr_fail(
            err, TSR_ERR_ARGUMENT, "the network has %u inputs, %s with these options has %u",
            (unsigned)n->inputs, r->g.name, ai && ai->features ? (unsigned)ai->feature_count : 0u);
    }
    return TSR_OK;
}

tsr_err net_eyes_open(net_eyes *e, const net *n, const tsr_rules *r, tsr_error *err) {
    *e = (net_eyes){.net = n, .r = r};
    e->view = tsr_mem_new(n->alloc, r->state_size);
    e->input = tsr_mem_new(n->alloc, n->inputs * sizeof *e->input);
    e->act = tsr_mem_new(n->alloc, net_act_size(n) * sizeof *e->act);
    if (!e->view || !e->input || !e->act) {
        net_eyes_close(e);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to look at positions");
    }
    return TSR_OK;
}

void net_eyes_close(net_eyes *e) {
    const net *n = e->net;
    if (n) {
        tsr_mem_free(n->alloc, e->view, e->r->state_size);
        tsr_mem_free(n->alloc, e->input, n->inputs * sizeof *e->input);
        tsr_mem_free(n->alloc, e->act, net_act_size(n) * sizeof *e->act);
        *e = (net_eyes){0};
    }
}

tsr_err net_load(const char *path, const tsr_rules *r, const tsr_alloc *alloc, net **out,
                 net_eyes *e, tsr_error *err) {
    *out = NULL;
    *e = (net_eyes){0};
    if (path[0] == '\0') {
        return TSR_OK;
    }
    tsr_err code = net_read(path, alloc, out, err);
    if (!code) {
        code = net_fits(*out, r, err);
    }
    if (!code) {
        code = net_eyes_open(e, *out, r, err);
    }
    if (code) {
        net_free(*out);
        *out = NULL;
    }
    return code;
}

float net_eyes_of(net_eyes *e, const void *state, int who) {
    const tsr_rules *r = e->r;
    const void *seen = state;
    if (r->g.flags & TSR_HAS_HIDDEN) {
        r->g.view(r, state, who, e->view);
        seen = e->view;
    }
    r->g.ai->features(r, seen, who, e->input);
    return net_run(e->net, e->input, e->act);
}

void net_eyes_all(net_eyes *e, const void *state, float *out) {
    const tsr_rules *r = e->r;
    if (r->players == 2 && (r->g.flags & TSR_ZERO_SUM)) {
        int who = tsr_mover(tsr_turn(r, state));
        who = who == 1 ? 1 : 0;
        out[who] = net_eyes_of(e, state, who);
        out[1 - who] = 1 - out[who];
        return;
    }
    for (int p = 0; p < r->players; p++) {
        out[p] = net_eyes_of(e, state, p);
    }
}
