// SPDX-License-Identifier: MIT
//
// Joining: which code belongs together.
//
// The *offers* of a phase are the codes of all choices that may begin a turn, one after
// the other, `for` as a loop, the second part of an `else` skipped when the first has
// offered something. The *turn* of a choice is what it does and everything that happens
// after it: effects, tests, promotions. With both a turn is drawn, tested or listed
// without walking the graph (plan/ways_joined.c).
#include "lang/opt/opt.h"

#include <string.h>

static void optimise(region *g) {
    region_seal(g);
    if (g->failed) {
        return;
    }
    region_name_values(g);
    if (!g->failed) {
        opt_values(g);
        opt_fuse(g);
    }
}

// --- Is it certain? ----------------------------------------------------------------------

// What is known of a node: whether the rest of a turn from there always leads to the end.
enum { ENDS_NOT = 0, ENDS_ALWAYS = 1, ENDS_UNKNOWN = 255 };

// `known` has been found out for nodes before: where many `when` follow each other there are more
// ways than anybody could go.
static int always_ends(const program *p, int at, uint8_t *known) {
    const ir_node *n = &p->node[at];
    int yes = 0;
    if (known[at] != ENDS_UNKNOWN) {
        return known[at];
    }
    known[at] = ENDS_NOT; // if it comes back here
    switch ((node_kind)n->kind) {
    case N_END: yes = 1; break;
    case N_DO: yes = always_ends(p, n->next, known); break;
    case N_WHEN: yes = always_ends(p, n->next, known) && always_ends(p, n->alt, known); break;
    case N_ELSE: yes = always_ends(p, n->alt, known); break;
    case N_OR: yes = always_ends(p, n->next, known) || always_ends(p, n->alt, known); break;
    case N_DEAD:
    case N_TEST:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_CHOICE:
    case N_ROLL: break;
    }
    known[at] = yes ? ENDS_ALWAYS : ENDS_NOT;
    return yes;
}

// --- Offers --------------------------------------------------------------------------------

typedef struct joiner {
    region *g;
    program *p;
    int bind;  // the register a `for` around names, or BOARD_NONE
    int given; // a `for` around has set `here`
    int over;  // where a chain of `else` ends that nothing was offered before, or -1
    int depth;
} joiner;

static int join_offers(joiner *j, int at);

// Whether every choice below a node is certain once it is offered.
static int all_sure(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    if (depth > 200) {
        return 0;
    }
    switch ((node_kind)n->kind) {
    case N_OR:
    case N_ELSE: return all_sure(p, n->next, depth + 1) && all_sure(p, n->alt, depth + 1);
    case N_FOR: return all_sure(p, n->next, depth + 1);
    case N_CHOICE: return ir_turn(p, n)->leads_on;
    case N_DEAD: return 1;
    case N_END:
    case N_DO:
    case N_TEST:
    case N_WHEN:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return 0;
    }
    return 0;
}

static int join_choice(joiner *j, int at) {
    region *g = j->g;
    ir_node *n = &j->p->node[at];
    int kind = j->p->choice[n->choice].kind, next = region_label(g);
    if (j->given && kind != CH_MOTION) {
        return 0; // only a motion says from where
    }
    g->p->fact.turn[ir_index(g->p, n)].bind = (uint16_t)j->bind;
    g->node = (uint16_t)at;
    region_copy(g, n->code, next, next, -1);
    g->node = 0;
    region_place(g, next);
    return 1;
}

// `reg` is each cell of a set in turn.
static int join_for(joiner *j, int at) {
    region *g = j->g;
    const ir_node *n = &j->p->node[at];
    int named = n->reg != j->p->at.here, loop = region_label(g), done = region_label(g);
    int all = region_new_set(g), cell = region_new_set(g), begin = region_label(g);
    joiner inner = *j;
    if ((named && j->bind != BOARD_NONE) || (!named && j->given)) {
        return 0;
    }
    inner.given |= !named;
    inner.bind = named ? n->reg : j->bind;
    region_copy(g, n->code, begin, done, all);
    region_place(g, begin);
    region_place(g, loop);
    region_add(g, OP_EACH, cell, all, loop, 0, 0);
    g->x[g->count - 1].c = (uint16_t)done;
    for (int i = 0; i < g->locals; i++) {
        if (g->local[i][0] == n->reg) {
            region_add(g, OP_MOV, g->local[i][1], cell, 0, 0, 0);
        }
    }
    if (named) {
        region_add(g, OP_WITH, cell, 0, 0, 0, 0);
    }
    if (!join_offers(&inner, n->next)) {
        return 0;
    }
    region_add(g, OP_JMP, loop, 0, 0, 0, 0);
    region_place(g, done);
    return 1;
}

// The second part only if the first has offered nothing; what it offers must be certain. Whatever a chain has offered
// ends all of it.
static int join_parts(joiner *j, const ir_node *n) {
    if (!all_sure(j->p, n->next, 0) || j->given || !join_offers(j, n->next)) {
        return 0;
    }
    region_add(j->g, OP_JOFFER, j->over, 0, 0, 0, 0);
    return join_offers(j, n->alt);
}

static int join_else(joiner *j, const ir_node *n) {
    if (j->over >= 0) {
        return join_parts(j, n);
    }
    joiner chain = *j;
    chain.over = region_label(j->g);
    const int ok = join_parts(&chain, n);
    region_place(j->g, chain.over);
    return ok;
}

static int join_offers(joiner *j, int at) {
    const ir_node *n = &j->p->node[at];
    if (j->depth > 100 || j->g->failed) {
        return 0;
    }
    joiner inner = *j;
    inner.depth++;
    inner.over = n->kind == N_ELSE ? j->over : -1;
    switch ((node_kind)n->kind) {
    case N_OR: return join_offers(&inner, n->next) && join_offers(&inner, n->alt);
    case N_CHOICE: return join_choice(&inner, at);
    case N_FOR: return join_for(&inner, at);
    case N_ELSE: return j->depth == 0 || j->over >= 0 ? join_else(&inner, n) : 0;
    case N_DEAD: return 1;
    case N_END:
    case N_DO:
    case N_TEST:
    case N_WHEN:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return 0;
    }
    return 0;
}

static uint32_t make_offers(program *p, region *g, int start) {
    joiner j = {.g = g, .p = p, .bind = BOARD_NONE, .over = -1};
    region_begin(g, p);
    region_make_local(g, p->at.here);
    region_make_local(g, p->at.it);
    for (int i = 0; i < p->named_count && i + 3 < REGION_LOCALS; i++) {
        region_make_local(g, p->at.named + i);
    }
    if (!join_offers(&j, start)) {
        return 0;
    }
    region_add(g, OP_RET, 1, 0, 0, 0, 0);
    optimise(g);
    return region_finish(g);
}

// --- Turns -----------------------------------------------------------------------------------

enum { MAX_TAIL = 64 };

typedef struct tail {
    program *p;
    region *g;
    uint16_t node[MAX_TAIL]; // in an order in which all ways lead forward
    int label[MAX_TAIL];
    int count, bad;
    int asked, base[2]; // which condition was written last, and how many registers there were
} tail;

static int place_in_tail(const tail *t, int at) {
    for (int i = 0; i < t->count; i++) {
        if (t->node[i] == at) {
            return i;
        }
    }
    return -1;
}

// Collects what follows, the end first; turned round it is the order to write it in.
static void visit_tail(tail *t, int at, int depth) {
    const ir_node *n = &t->p->node[at];
    if (t->bad || depth > MAX_TAIL || place_in_tail(t, at) >= 0) {
        t->bad |= depth > MAX_TAIL;
        return;
    }
    switch ((node_kind)n->kind) {
    case N_END:
    case N_DEAD: break;
    case N_DO:
    case N_TEST: visit_tail(t, n->next, depth + 1); break;
    case N_WHEN:
        visit_tail(t, n->next, depth + 1);
        visit_tail(t, n->alt, depth + 1);
        break;
    case N_OR:
    case N_CHOICE: { // promotions: `weigh` has seen that there is nothing else
        int count = ir_promotion_count(t->p, at);
        for (int i = 0; i < count; i++) {
            int r = i;
            visit_tail(t, ir_promotion(t->p, at, &r)->next, depth + 1);
        }
        break;
    }
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: t->bad = 1; break;
    }
    if (t->count == MAX_TAIL) {
        t->bad = 1;
        return;
    }
    t->node[t->count++] = (uint16_t)at;
}

static int tail_label(const tail *t, int at) {
    return t->label[place_in_tail(t, at)];
}

static void write_promotions(tail *t, int at) {
    region *g = t->g;
    int count = ir_promotion_count(t->p, at), way[MAX_TAIL];
    for (int i = 0; i < count && i < MAX_TAIL; i++) {
        way[i] = region_label(g);
        region_add(g, OP_JSUB, i, way[i], 0, 0, 0);
    }
    region_add(g, OP_RET, 0, 0, 0, 0, 0);
    for (int i = 0; i < count && i < MAX_TAIL; i++) {
        int r = i, next;
        const ir_node *n = ir_promotion(t->p, at, &r);
        next = tail_label(t, n->next);
        region_place(g, way[i]);
        region_copy(g, n->apply, next, next, -1);
    }
}

// Whether one node alone leads to another, with its second answer.
static int is_otherwise(const tail *t, int from, int at) {
    int times = 0;
    for (int i = 0; i < t->count; i++) {
        const ir_node *n = &t->p->node[t->node[i]];
        const int alt = ir_has_alt(n->kind) && n->alt == at;
        times += n->kind > N_DEAD ? (n->next == at) + alt : 0;
    }
    return times == 1 && from && t->p->node[from].kind == N_WHEN && t->p->node[from].alt == at;
}

// `let owner of x`: every player is asked about the same cells, which are found once.
static void write_when(tail *t, int at) {
    region *g = t->g;
    const ir_node *n = &t->p->node[at];
    const int yes = tail_label(t, n->next), no = tail_label(t, n->alt), was = t->asked;
    t->asked = at;
    if (pass_on(t->p, PASS_common) && is_otherwise(t, was, at) &&
        region_copy_after(g, n->code, t->p->node[was].code, t->base, yes, no)) {
        return;
    }
    t->base[0] = g->sets;
    t->base[1] = g->nums;
    region_copy(g, n->code, yes, no, -1);
}

static void write_tail(tail *t, int at) {
    region *g = t->g;
    const ir_node *n = &t->p->node[at];
    region_place(g, tail_label(t, at));
    switch ((node_kind)n->kind) {
    case N_DEAD: region_add(g, OP_RET, 0, 0, 0, 0, 0); break;
    case N_DO: {
        int next = tail_label(t, n->next);
        region_copy(g, n->code, next, next, -1);
        break;
    }
    case N_TEST: region_copy(g, n->code, tail_label(t, n->next), -1, -1); break;
    case N_WHEN: write_when(t, at); break;
    case N_OR:
    case N_CHOICE: write_promotions(t, at); break;
    case N_END:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: region_add(g, OP_RET, 1, 0, 0, 0, 0); break;
    }
}

// Labels that somebody asks for: `last is`, `n turns without`.
static uint32_t heeded_labels(const program *p) {
    uint32_t labels = p->past.asked_labels;
    for (int i = 0; i < p->past.quiet_count; i++) {
        labels |= p->past.quiet[i].labels;
    }
    return labels;
}

// The label of a turn is noted only for those who ask.
static void drop_labels(region *g) {
    uint8_t keep[REGION_MAX];
    uint32_t heeded = heeded_labels(g->p);
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        uint32_t bits = (uint32_t)x->a | (uint32_t)x->b << 16;
        keep[i] = !(x->op == OP_EVENT && x->c == 1 && !(bits & heeded));
    }
    region_keep(g, keep);
}

// A motion is noted only for those who ask about `last`: here nobody will.
static void drop_notes(region *g) {
    program *p = g->p;
    uint8_t keep[REGION_MAX];
    if (!pass_on(p, PASS_note)) {
        return;
    }
    drop_labels(g);
    if (p->past.keep_last) {
        return;
    }
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        uint32_t bits = (uint32_t)x->a | (uint32_t)x->b << 16;
        if (x->op == OP_EVENT && x->c == 1 && bits & p->past.asked_labels) {
            return;
        }
        keep[i] = x->op != OP_NOTE;
    }
    region_keep(g, keep);
}

// What a choice does and all that follows from node `start` on. With `endings` the code of
// the endings follows the end.
static uint32_t make_turn(program *p, region *g, const ir_node *n, int start, int local,
                          uint32_t endings) {
    tail t = {.p = p, .g = g};
    visit_tail(&t, start, 0);
    if (t.bad) {
        return 0;
    }
    region_begin(g, p);
    if (local) {
        region_make_local(g, p->at.here);
        region_make_local(g, p->at.it);
    }
    for (int i = 0; i < t.count; i++) {
        t.label[i] = region_label(g);
    }
    int next = tail_label(&t, start);
    region_copy(g, n->apply, next, next, -1);
    for (int i = t.count - 1; i >= 0; i--) {
        if (endings && t.node[i] == 0) {
            int over = region_label(g);
            region_place(g, t.label[i]);
            region_copy(g, endings, over, over, -1);
            region_place(g, over);
            region_add(g, OP_RET, 1, 0, 0, 0, 0);
        } else {
            write_tail(&t, t.node[i]);
        }
    }
    region_seal(g);
    if (g->failed) {
        return 0;
    }
    drop_notes(g);
    region_name_values(g);
    if (g->failed) {
        return 0;
    }
    opt_values(g);
    opt_fuse(g);
    return region_finish(g);
}

// --- Choices that may be repeated -----------------------------------------------------------

// Whether what follows is neither a choice nor a test. `left` nodes may be looked at.
static int just_ends(const program *p, int at, int *left) {
    const ir_node *n = &p->node[at];
    if (--*left < 0) {
        return 0;
    }
    switch ((node_kind)n->kind) {
    case N_END: return 1;
    case N_DO: return just_ends(p, n->next, left);
    case N_WHEN: return just_ends(p, n->next, left) && just_ends(p, n->alt, left);
    case N_DEAD:
    case N_TEST:
    case N_OR:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_CHOICE:
    case N_ROLL: return 0;
    }
    return 0;
}

// `repeat hop`: after the hop comes another if there is one, or else the rest of the turn.
// One code finds out whether there is, the other is the turn where there is not.
static void make_hop(program *p, region *g, ir_node *n, int local) {
    const ir_node *more = &p->node[n->next], *again = &p->node[more->next];
    int left = MAX_TAIL;
    if (ir_weight(p, n)->weight || more->kind != N_ELSE || again->kind != N_CHOICE ||
        !just_ends(p, more->alt, &left)) {
        return;
    }
    uint32_t last = make_turn(p, g, n, more->alt, local, 0), last_end = p->code_count;
    region_begin(g, p);
    if (local) {
        region_make_local(g, p->at.here);
        region_make_local(g, p->at.it);
    }
    int offer = region_label(g), done = region_label(g);
    region_copy(g, n->apply, offer, offer, -1);
    region_place(g, offer);
    g->node = more->next;
    region_copy(g, again->code, done, done, -1);
    g->node = 0;
    region_place(g, done);
    region_add(g, OP_RET, 1, 0, 0, 0, 0);
    optimise(g);
    uint32_t hop = region_finish(g);
    if (last && hop) {
        p->fact.turn[ir_index(p, n)].hop = hop;
        p->fact.turn[ir_index(p, n)].last_hop = last;
        p->fact.turn[ir_index(p, n)].last_hop_end = last_end;
    }
}

// Whether endings may be tested before the turn is settled: they ask nothing that this
// changes, and the turn itself does not end the game.
static int endings_can_follow(const program *p, const ir_node *n, uint32_t endings) {
    insn x;
    if (ir_path(p, n)->tail != TAIL_PLAIN || !ir_turn(p, n)->turn || !endings ||
        p->at.later != BOARD_NONE || p->at.last_to != BOARD_NONE || p->at.latch != BOARD_NONE ||
        p->past.quiet_count || p->phases > 1) {
        return 0;
    }
    for (uint32_t i = ir_turn(p, n)->turn; i < ir_turn(p, n)->turn_end; i++) {
        if (p->code[i].op == OP_OUTCOME) {
            return 0;
        }
    }
    for (uint32_t i = endings;; i++) {
        x = p->code[i];
        if (x.op == OP_TURNS || x.op == OP_JREPEAT || x.op == OP_JNEW || x.op == OP_JCAN) {
            return 0;
        }
        if (x.op == OP_RET) {
            return 1;
        }
    }
}

// --- One code alone -------------------------------------------------------------------------

uint32_t opt_code(program *p, region *g, uint32_t code) {
    if (!code) {
        return 0;
    }
    region_begin(g, p);
    region_copy(g, code, -1, -1, -1);
    optimise(g);
    uint32_t better = region_finish(g);
    return better ? better : code;
}

// How many cells a choice can offer at most: what its code sees along rays, or all there are.
static uint32_t most_offered(const program *p, const ir_node *n) {
    const insn *x = &p->code[n->code];
    int most = 0;
    if (x[0].op == OP_OR || x[0].op == OP_NOT || x[0].op == OP_NOR) { // what is empty
        while (x->op == OP_OR || x->op == OP_NOT || x->op == OP_NOR) {
            x++;
        }
    }
    if (x[0].op != OP_RAY || x[1].op != OP_EMIT || x[1].a != x[0].a) {
        return (uint32_t)p->b.cells;
    }
    const dirset *d = &p->b.set[x[0].c];
    for (int c = 0; c < p->b.cells; c++) {
        int seen = 0;
        for (int i = 0; i < d->count; i++) {
            const uint64_t *ray = p->b.shift[d->shift[i]].ray + (size_t)c * (size_t)p->b.words;
            for (int k = 0; k < p->b.words; k++) {
                seen += __builtin_popcountll(ray[k]);
            }
        }
        most = seen > most ? seen : most;
    }
    return (uint32_t)most;
}

// Choices that are followed by exactly one more, all of whose offers are turns.
void opt_find_pairs(program *p) {
    for (int i = 2; i < p->node_count; i++) {
        ir_node *n = &p->node[i];
        const ir_node *next = &p->node[n->next];
        if (n->kind == N_CHOICE && !ir_weight(p, n)->weight && next->kind == N_CHOICE &&
            ir_path(p, next)->tail == TAIL_PLAIN && ir_weight(p, next)->weight == 1 &&
            !ir_weight(p, next)->zone && p->choice[next->choice].kind == CH_PLACE) {
            p->fact.weight[ir_index(p, n)].pair = most_offered(p, next);
        }
    }
}

// Gives the choices below a start node their plies.
static void join_endings(program *p, region *g, int at, uint32_t endings, int local, int depth) {
    ir_node *n = &p->node[at];
    if (depth > 200) {
        return;
    }
    if (n->kind == N_CHOICE && endings_can_follow(p, n, endings)) {
        uint32_t ply = make_turn(p, g, n, n->next, local, endings);
        p->fact.turn[at].ply = ply;
    } else if (n->kind == N_OR || n->kind == N_ELSE) {
        join_endings(p, g, n->next, endings, local, depth + 1);
        join_endings(p, g, n->alt, endings, local, depth + 1);
    }
}

void opt_join(program *p, region *g) {
    uint8_t known[IR_MAX_NODES];
    int64_t asked[IR_MAX_NODES];
    const int joins = !opt_asked_read_names(p, asked);
    memset(known, ENDS_UNKNOWN, sizeof known);
    for (int i = 2; i < p->node_count; i++) {
        ir_node *n = &p->node[i];
        const int local = joins && asked[i] < 0;
        p->fact.turn[ir_index(p, n)].bind = BOARD_NONE;
        if (n->kind == N_CHOICE) {
            p->fact.turn[ir_index(p, n)].leads_on = (uint8_t)always_ends(p, n->next, known);
            uint32_t turn = ir_weight(p, n)->weight ? make_turn(p, g, n, n->next, local, 0) : 0;
            p->fact.turn[i].turn = turn;
            p->fact.turn[ir_index(p, n)].turn_end = p->code_count;
            if (pass_on(p, PASS_hops)) {
                make_hop(p, g, n, local);
            }
        }
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            join_endings(p, g, p->phase[ph].start[me], p->root[me].endings, joins, 0);
        }
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; joins && me < p->players; me++) {
            p->phase[ph].offers[me] = make_offers(p, g, p->phase[ph].start[me]);
        }
    }
}
