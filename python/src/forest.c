// SPDX-License-Identifier: MIT
// Trees for an evaluator outside; see forest.h.
#include "forest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PLAYERS = 8,
    CHANCE = 8,
    DEEPEST = 1024, // edges of one walk; what is deeper is judged where it stands
    NONE = 0        // edge and node 0 are never used, so 0 says "not there"
};

typedef enum node_kind {
    NODE_NEW,  // nobody has judged it
    NODE_OUT,  // the caller is about to
    NODE_GROWN // has edges
} node_kind;

typedef struct edge {
    int32_t action;
    float prior;
    float total; // what `who` got, summed over the visits
    uint32_t visits, out;
    uint32_t next, child; // next edge of the same node; node it leads to
    int32_t who;
} edge;

typedef struct node {
    tsr_state *state; // where all is open and certain; else NULL
    uint32_t first;   // edge
    uint32_t kind;
    float value; // what the evaluator said for the player on turn
} node;

typedef struct tree {
    tsr_state *root;
    node *nodes;
    edge *edges;
    uint32_t node_count, node_room, edge_count, edge_room;
    uint32_t begun, done; // walks
    float total[MOST_PLAYERS];
} tree;

// A walk whose leaf the caller is judging.
typedef struct leaf {
    uint32_t tree, node, steps, path; // path: place of its first edge in forest.path
    int32_t who;
} leaf;

struct forest {
    const tsr_ruleset *rules;
    tsr_ruleset_info info;
    forest_config config;
    tree *trees;
    leaf *leaves;
    uint32_t leaf_count, leaf_room;
    uint32_t *path;
    size_t path_count, path_room;
    uint32_t walk[DEEPEST]; // edges of the walk at hand
    tsr_state *scratch;
    int32_t *legal;    // actions of the decision at hand
    uint32_t *edge_of; // [actions], edges of the node at hand; NONE between uses
    uint64_t seed;
    int open_loop; // positions are not kept
};

static int fail(tsr_problem *why, int code, const char *message) {
    if (why) {
        why->code = code;
        why->line = why->column = 0;
        why->number = 0;
        snprintf(why->message, sizeof why->message, "%s", message);
        why->advice[0] = '\0';
    }
    return code;
}

static int no_memory(tsr_problem *why) {
    return fail(why, TSR_FAIL_MEMORY, "out of memory");
}

static uint64_t next_random(forest *f) {
    uint64_t x = f->seed += 0x9e3779b97f4a7c15u; // splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// --- Trees ---------------------------------------------------------------------------------------

static void cut_down(tree *t) {
    for (uint32_t i = 0; i < t->node_count; i++) {
        tsr_state_free(t->nodes[i].state);
    }
    tsr_state_free(t->root);
    free(t->nodes);
    free(t->edges);
    *t = (tree){0};
}

static uint32_t add_node(tree *t, tsr_state *state) {
    if (t->node_count == t->node_room) {
        uint32_t room = t->node_room ? t->node_room * 2 : 64;
        node *nodes = realloc(t->nodes, room * sizeof *nodes);
        if (!nodes) {
            return NONE;
        }
        t->nodes = nodes;
        t->node_room = room;
    }
    if (t->node_count == NONE) {
        t->nodes[t->node_count++] = (node){0};
    }
    t->nodes[t->node_count] = (node){.state = state};
    return t->node_count++;
}

static uint32_t add_edge(tree *t, uint32_t at, int32_t action, float prior) {
    if (t->edge_count == t->edge_room) {
        uint32_t room = t->edge_room ? t->edge_room * 2 : 256;
        edge *edges = realloc(t->edges, room * sizeof *edges);
        if (!edges) {
            return NONE;
        }
        t->edges = edges;
        t->edge_room = room;
    }
    if (t->edge_count == NONE) {
        t->edges[t->edge_count++] = (edge){0};
    }
    t->edges[t->edge_count] =
        (edge){.action = action, .prior = prior, .next = t->nodes[at].first, .who = -1};
    t->nodes[at].first = t->edge_count;
    return t->edge_count++;
}

// --- Opening -------------------------------------------------------------------------------------

int forest_open(const tsr_ruleset *r, const forest_config *config, forest **out, tsr_problem *why) {
    if (!r || !config || !out || config->size != sizeof *config || !config->trees ||
        !config->sims || !config->leaves || !isfinite(config->explore)) {
        return fail(why, TSR_FAIL_ARGUMENT, "a forest has trees, walks and leaves");
    }
    forest *f = calloc(1, sizeof *f);
    if (!f) {
        return no_memory(why);
    }
    f->rules = r;
    f->config = *config;
    f->seed = config->seed;
    f->info.size = sizeof f->info;
    tsr_ruleset_about(r, &f->info);
    f->open_loop = (f->info.flags & (TSR_INFO_CHANCE | TSR_INFO_HIDDEN)) != 0;
    f->trees = calloc(config->trees, sizeof *f->trees);
    f->legal = calloc(f->info.actions + 1, sizeof *f->legal);
    f->edge_of = calloc(f->info.actions + 1, sizeof *f->edge_of);
    if (!f->trees || !f->legal || !f->edge_of || tsr_state_new(r, &f->scratch)) {
        forest_close(f);
        return no_memory(why);
    }
    if (!f->info.actions || f->info.players > MOST_PLAYERS) {
        forest_close(f);
        return fail(why, TSR_FAIL_LIMIT, "this game has no action numbers");
    }
    *out = f;
    return 0;
}

void forest_close(forest *f) {
    if (!f) {
        return;
    }
    for (uint32_t i = 0; f->trees && i < f->config.trees; i++) {
        cut_down(&f->trees[i]);
    }
    tsr_state_free(f->scratch);
    free(f->trees);
    free(f->leaves);
    free(f->path);
    free(f->legal);
    free(f->edge_of);
    free(f);
}

int forest_root(forest *f, uint32_t at, const tsr_state *s, tsr_problem *why) {
    if (!f || !s || at >= f->config.trees) {
        return fail(why, TSR_FAIL_ARGUMENT, "there is no such tree");
    }
    int code = tsr_state_set(f->scratch, s);
    if (code) {
        return fail(why, code, "the position belongs to other rules, or is only a view");
    }
    if (tsr_state_mover(s) == CHANCE) {
        return fail(why, TSR_FAIL_STATE, "chance is on turn here: draw first, then search");
    }
    tree *t = &f->trees[at];
    cut_down(t);
    tsr_state *first = NULL;
    if (tsr_state_copy(s, &t->root) || (!f->open_loop && tsr_state_copy(s, &first)) ||
        !add_node(t, first)) {
        tsr_state_free(first);
        cut_down(t);
        return no_memory(why);
    }
    if (tsr_state_mover(s) < 0) {
        t->begun = t->done = f->config.sims; // nothing to search
    }
    return 0;
}

// --- Walking down --------------------------------------------------------------------------------

// What an edge promises to whoever picks it.
static float edge_worth(const edge *e, float unseen, float root_of_visits, float explore) {
    uint32_t n = e->visits + e->out;
    float mean = n ? (e->total - (float)e->out) / (float)n : unseen;
    return mean + explore * e->prior * root_of_visits / (float)(1 + n);
}

// The best edge of a node among all it has.
static uint32_t best_of_all(const forest *f, const tree *t, const node *n) {
    uint32_t visits = 1, best = NONE;
    for (uint32_t e = n->first; e; e = t->edges[e].next) {
        visits += t->edges[e].visits + t->edges[e].out;
    }
    float high = -INFINITY, root = sqrtf((float)visits);
    for (uint32_t e = n->first; e; e = t->edges[e].next) {
        float worth = edge_worth(&t->edges[e], n->value, root, f->config.explore);
        if (worth > high) {
            high = worth;
            best = e;
        }
    }
    return best;
}

// The same among the actions that are legal this time; those met for the first time get an edge.
static uint32_t best_of_legal(forest *f, tree *t, uint32_t at, int legal) {
    uint32_t best = NONE, visits = 1;
    for (uint32_t e = t->nodes[at].first; e; e = t->edges[e].next) {
        f->edge_of[t->edges[e].action] = e;
    }
    for (int i = 0; i < legal; i++) {
        uint32_t *e = &f->edge_of[f->legal[i]];
        if (!*e) {
            *e = add_edge(t, at, f->legal[i], 1.0f / (float)legal);
        }
        visits += *e ? t->edges[*e].visits + t->edges[*e].out : 0;
    }
    float high = -INFINITY, root = sqrtf((float)visits);
    for (int i = 0; i < legal; i++) {
        uint32_t e = f->edge_of[f->legal[i]];
        if (!e) {
            best = NONE; // out of memory
            break;
        }
        float worth = edge_worth(&t->edges[e], t->nodes[at].value, root, f->config.explore);
        if (worth > high) {
            high = worth;
            best = e;
        }
    }
    for (uint32_t e = t->nodes[at].first; e; e = t->edges[e].next) {
        f->edge_of[t->edges[e].action] = NONE;
    }
    return best;
}

static int settle_chance(forest *f, tsr_state *s) {
    int code = 0;
    while (!code && tsr_state_mover(s) == CHANCE) {
        code = tsr_state_draw(s, next_random(f), NULL);
    }
    return code;
}

// The position a walk begins with where positions are not kept: a guess from what the root's
// player sees.
static int begin_walk(forest *f, const tree *t) {
    int who = tsr_state_mover(t->root);
    if (!(f->info.flags & TSR_INFO_HIDDEN)) {
        return tsr_state_set(f->scratch, t->root);
    }
    tsr_state *view = NULL, *guess = NULL;
    int code = tsr_state_view(t->root, who, &view);
    if (!code) {
        code = tsr_state_guess(view, who, next_random(f), &guess);
    }
    if (!code) {
        code = tsr_state_set(f->scratch, guess);
    }
    tsr_state_free(guess);
    tsr_state_free(view);
    return code;
}

// Goes along edge `e` from node `at`; *now becomes the position there. Returns the node, NONE for
// lack of memory.
static uint32_t follow(forest *f, tree *t, uint32_t at, uint32_t e, const tsr_state **now) {
    if (!f->open_loop && t->edges[e].child) {
        *now = t->nodes[t->edges[e].child].state;
        return t->edges[e].child;
    }
    tsr_state *s = f->scratch;
    if (!f->open_loop && tsr_state_copy(t->nodes[at].state, &s)) {
        return NONE;
    }
    int32_t who = tsr_state_mover(s);
    if (tsr_state_act(s, who, t->edges[e].action, NULL) || settle_chance(f, s)) {
        if (s != f->scratch) {
            tsr_state_free(s);
        }
        return NONE;
    }
    t->edges[e].who = who;
    *now = s;
    if (!t->edges[e].child) {
        uint32_t child = add_node(t, f->open_loop ? NULL : s);
        if (!child && s != f->scratch) {
            tsr_state_free(s);
        }
        t->edges[e].child = child;
    }
    return t->edges[e].child;
}

// --- Results -------------------------------------------------------------------------------------

// Takes what each player got back along a walk.
static void back_up(const forest *f, tree *t, const uint32_t *path, uint32_t steps,
                    const float *value) {
    for (uint32_t i = 0; i < steps; i++) {
        edge *e = &t->edges[path[i]];
        e->out--;
        e->visits++;
        e->total += value[e->who];
    }
    for (uint32_t p = 0; p < f->info.players; p++) {
        t->total[p] += value[p];
    }
    t->done++;
}

static void step_back(tree *t, const uint32_t *path, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        t->edges[path[i]].out--;
    }
    t->begun--;
}

static int keep_leaf(forest *f, leaf l) {
    if (f->leaf_count == f->leaf_room) {
        uint32_t room = f->leaf_room ? f->leaf_room * 2 : 256;
        leaf *leaves = realloc(f->leaves, room * sizeof *leaves);
        if (!leaves) {
            return TSR_FAIL_MEMORY;
        }
        f->leaves = leaves;
        f->leaf_room = room;
    }
    if (f->path_count + l.steps > f->path_room) {
        size_t room = 2 * (f->path_count + l.steps) + 1024;
        uint32_t *path = realloc(f->path, room * sizeof *path);
        if (!path) {
            return TSR_FAIL_MEMORY;
        }
        f->path = path;
        f->path_room = room;
    }
    for (uint32_t i = 0; i < l.steps; i++) {
        f->path[f->path_count + i] = f->walk[i];
    }
    l.path = (uint32_t)f->path_count;
    f->path_count += l.steps;
    f->leaves[f->leaf_count++] = l;
    return 0;
}

typedef enum walk_end { WALK_LEAF, WALK_OVER, WALK_MET, WALK_FAILED } walk_end;

// One walk of tree `at` to a position to be judged (*now), or to the end of the game, or to a leaf
// that is out already.
static walk_end walk(forest *f, uint32_t at, const tsr_state **now) {
    tree *t = &f->trees[at];
    uint32_t n = 1, steps = 0;
    if (f->open_loop && begin_walk(f, t)) {
        return WALK_FAILED;
    }
    *now = f->open_loop ? f->scratch : t->nodes[n].state;
    t->begun++;
    for (;;) {
        int who = tsr_state_mover(*now);
        if (who < 0) {
            float value[MOST_PLAYERS] = {0};
            tsr_state_reward(*now, value);
            back_up(f, t, f->walk, steps, value);
            return WALK_OVER;
        }
        if (t->nodes[n].kind == NODE_OUT) {
            step_back(t, f->walk, steps);
            return WALK_MET;
        }
        if (t->nodes[n].kind == NODE_NEW || steps == DEEPEST) {
            t->nodes[n].kind = t->nodes[n].kind == NODE_NEW ? NODE_OUT : t->nodes[n].kind;
            leaf l = {.tree = at, .node = n, .steps = steps, .who = who};
            return keep_leaf(f, l) ? WALK_FAILED : WALK_LEAF;
        }
        uint32_t e = NONE;
        if (f->open_loop) {
            int legal = tsr_state_actions(*now, who, f->legal, f->info.actions);
            e = legal > 0 ? best_of_legal(f, t, n, legal) : NONE;
        } else {
            e = best_of_all(f, t, &t->nodes[n]);
        }
        n = e ? follow(f, t, n, e, now) : NONE;
        if (!n) {
            step_back(t, f->walk, steps);
            return WALK_FAILED;
        }
        t->edges[e].out++;
        f->walk[steps++] = e;
    }
}

static int show(const forest *f, const tsr_state *s, uint32_t row, uint8_t *planes, float *scalars,
                uint8_t *mask, int8_t *player) {
    const tsr_ruleset_info *info = &f->info;
    size_t cells = (size_t)info->planes * info->height * info->width;
    int who = tsr_state_mover(s);
    if (player) {
        player[row] = (int8_t)who;
    }
    int code = tsr_state_mask(s, who, NULL, mask + (size_t)row * info->actions);
    if (code >= 0 && (planes || scalars)) {
        code = tsr_state_observe(s, who, planes ? planes + row * cells : NULL,
                                 scalars ? scalars + (size_t)row * info->scalars : NULL);
    }
    return code < 0 ? code : 0;
}

// Lets tree `at` have its leaves of this round; `rows` counts on.
static int collect_tree(forest *f, uint32_t at, uint32_t room, uint8_t *planes, float *scalars,
                        uint8_t *mask, int8_t *player, uint32_t *rows) {
    tree *t = &f->trees[at];
    for (uint32_t taken = 0; taken < f->config.leaves && *rows < room;) {
        const tsr_state *now;
        if (!t->root || t->begun >= f->config.sims) {
            return 0;
        }
        switch (walk(f, at, &now)) {
        case WALK_FAILED: return TSR_FAIL_MEMORY;
        case WALK_MET: return 0;
        case WALK_OVER: break;
        case WALK_LEAF: {
            int code = show(f, now, *rows, planes, scalars, mask, player);
            if (code) {
                return code;
            }
            ++*rows;
            taken++;
            if (t->nodes[1].kind != NODE_GROWN) {
                return 0; // the root itself is out
            }
        }
        }
    }
    return 0;
}

int forest_collect(forest *f, uint32_t room, uint8_t *planes, float *scalars, uint8_t *mask,
                   int8_t *player, tsr_problem *why) {
    if (!f || !mask || !room) {
        return fail(why, TSR_FAIL_ARGUMENT, "masks are needed, and room for a row");
    }
    if (f->leaf_count) {
        return fail(why, TSR_FAIL_STATE, "the last round has not been answered yet");
    }
    uint32_t rows = 0;
    f->path_count = 0;
    for (uint32_t i = 0; i < f->config.trees && rows < room; i++) {
        int code = collect_tree(f, i, room, planes, scalars, mask, player, &rows);
        if (code) {
            return fail(why, code, "a walk failed");
        }
    }
    return (int)rows;
}

// --- Answers -------------------------------------------------------------------------------------

// Edges for the legal actions, with priors from their logits.
static int grow(forest *f, const leaf *l, const uint8_t *mask, const float *logits) {
    tree *t = &f->trees[l->tree];
    float high = -INFINITY, sum = 0;
    for (uint32_t a = 0; a < f->info.actions; a++) {
        high = mask[a] && logits[a] > high ? logits[a] : high;
    }
    for (uint32_t a = 0; a < f->info.actions; a++) {
        sum += mask[a] ? expf(logits[a] - high) : 0;
    }
    for (uint32_t a = f->info.actions; a-- > 0;) { // the list then begins with the lowest
        if (mask[a] && !add_edge(t, l->node, (int32_t)a, expf(logits[a] - high) / sum)) {
            return TSR_FAIL_MEMORY;
        }
    }
    t->nodes[l->node].kind = NODE_GROWN;
    return 0;
}

static int sound_answers(const forest *f, uint32_t rows, const uint8_t *mask, const float *logits,
                         const float *value) {
    size_t actions = f->info.actions, players = f->info.players;
    for (size_t i = 0; i < rows * actions; i++) {
        if (mask[i] && !isfinite(logits[i])) {
            return 0;
        }
    }
    for (size_t i = 0; i < rows * players; i++) {
        if (!(value[i] >= -1.001f && value[i] <= 1.001f)) {
            return 0;
        }
    }
    return 1;
}

int forest_supply(forest *f, uint32_t rows, const uint8_t *mask, const float *logits,
                  const float *value, tsr_problem *why) {
    if (!f || !mask || !logits || !value || rows != f->leaf_count) {
        return fail(why, TSR_FAIL_ARGUMENT, "there is an answer for each row that was collected");
    }
    if (!sound_answers(f, rows, mask, logits, value)) {
        return fail(why, TSR_FAIL_ARGUMENT,
                    "logits of legal actions must be finite, values between -1 and 1");
    }
    for (uint32_t i = 0; i < rows; i++) {
        const leaf *l = &f->leaves[i];
        tree *t = &f->trees[l->tree];
        const float *v = value + (size_t)i * f->info.players;
        if (t->nodes[l->node].kind == NODE_OUT) {
            size_t row = (size_t)i * f->info.actions;
            if (grow(f, l, mask + row, logits + row)) {
                return no_memory(why);
            }
            t->nodes[l->node].value = v[l->who];
        }
        back_up(f, t, l->steps ? f->path + l->path : NULL, l->steps, v);
    }
    f->leaf_count = 0;
    return 0;
}

int forest_noise(forest *f, uint32_t at, const float *noise, float share, tsr_problem *why) {
    if (!f || at >= f->config.trees || !noise || !(share >= 0 && share <= 1)) {
        return fail(why, TSR_FAIL_ARGUMENT, "noise is a share of 0 to 1 for a tree");
    }
    tree *t = &f->trees[at];
    if (!t->root || t->nodes[1].kind != NODE_GROWN) {
        return fail(why, TSR_FAIL_STATE, "the root has not been judged yet");
    }
    for (uint32_t e = t->nodes[1].first; e; e = t->edges[e].next) {
        edge *x = &t->edges[e];
        x->prior = x->prior * (1 - share) + noise[x->action] * share;
    }
    return 0;
}

int forest_result(const forest *f, uint32_t at, uint32_t *visits, float *value, tsr_problem *why) {
    if (!f || at >= f->config.trees || !f->trees[at].root || !visits || !value) {
        return fail(why, TSR_FAIL_ARGUMENT, "there is no such tree");
    }
    const tree *t = &f->trees[at];
    memset(visits, 0, f->info.actions * sizeof *visits);
    for (uint32_t e = t->nodes[1].first; e; e = t->edges[e].next) {
        visits[t->edges[e].action] = t->edges[e].visits;
    }
    if (tsr_state_mover(t->root) < 0) {
        tsr_state_reward(t->root, value);
        return 0;
    }
    for (uint32_t p = 0; p < f->info.players; p++) {
        value[p] = t->done ? t->total[p] / (float)t->done : 0;
    }
    return (int)t->done;
}
