// SPDX-License-Identifier: MIT
//
// The reference player (ref_play.h). Everything is done the long way: a turn is found by writing
// down every way through the automaton with the position it leads to.
#include "ref_play.h"

#include <stdlib.h>
#include <string.h>

#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

enum { MAX_STEPS = 40, MAX_DEPTH = 400 };

// --- Positions -------------------------------------------------------------------------------

// A position in the middle of a turn: a state, and the choice being made.
typedef struct pos {
    ir_head *h; // the state begins with it
    uint64_t from[BOARD_MAX_WORDS], to[BOARD_MAX_WORDS];
} pos;

typedef struct step {
    int choice, from, to;
} step;

// A way through a turn: its choices, the position at its end, and the node where it ended.
typedef struct way {
    step step[MAX_STEPS];
    int count;
    pos at;
    int node;
} way;

typedef struct ways {
    way *item;
    int count, room;
} ways;

static void *need_memory(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

static pos pos_copy(const program *p, const pos *from) {
    pos to = *from;
    to.h = need_memory(malloc(p->size.state_size));
    memcpy(to.h, from->h, p->size.state_size);
    return to;
}

static void pos_free(pos *at) {
    free(at->h);
}

static uint64_t *set_at(const program *p, const pos *at, int reg) {
    return (uint64_t *)(void *)((char *)at->h + p->size.head_sets) + reg * p->b.words;
}

static int32_t *num_at(const program *p, const pos *at, int reg) {
    return (int32_t *)(void *)((char *)at->h + p->size.head_nums) + reg;
}

static uint64_t *ring_at(const program *p, const pos *at) {
    return (uint64_t *)(void *)((char *)at->h + p->size.ring_off);
}

// Frames are large, and one is taken for every code that runs: those given back are taken again, for
// taking them from the system each time made up nearly all the work beside sanitizers.
typedef struct spare {
    frame f; // first, so that a frame's address is its spare's
    struct spare *next;
} spare;

static spare *spares;

static frame *frame_take(void) {
    spare *s = spares;
    if (!s) {
        return &((spare *)need_memory(malloc(sizeof *s)))->f;
    }
    spares = s->next;
    return &s->f;
}

static void frame_give(frame *f) {
    spare *s = (spare *)(void *)f;
    s->next = spares;
    spares = s;
}

static void ways_free(ways *w) {
    for (int i = 0; i < w->count; i++) {
        pos_free(&w->item[i].at);
    }
    free(w->item);
}

// --- Code ------------------------------------------------------------------------------------

static int ref_exists(const program *p, const pos *at, int node);

// `can(rule)`, asked in the middle of code.
static int ref_can(frame *f, int node, const uint64_t *here) {
    const program *p = f->p;
    pos at = {.h = need_memory(calloc(1, p->size.state_size))};
    vm_store(f, at.h);
    set_copy(set_at(p, &at, p->at.here), here, p->b.words);
    memcpy(ring_at(p, &at), f->ring, (size_t)p->past.ring_cap * sizeof *f->ring);
    int found = ref_exists(p, &at, node);
    pos_free(&at);
    return found;
}

// Runs code on a position. The frame is new each time: nothing is left over from other code.
static int run(const program *p, pos *at, uint32_t code, frame *f) {
    const int words = p->b.words;
    vm_load(f, p, at->h);
    f->can = ref_can;
    set_copy(vm_set(f, p->at.from), at->from, words);
    set_copy(vm_set(f, p->at.to), at->to, words);
    int answer = vm_run(f, code);
    vm_store(f, at->h);
    set_copy(at->from, vm_set(f, p->at.from), words);
    set_copy(at->to, vm_set(f, p->at.to), words);
    return answer;
}

static int ask(const program *p, const pos *at, uint32_t code) {
    frame *f = frame_take();
    pos copy = pos_copy(p, at);
    int answer = run(p, &copy, code, f);
    pos_free(&copy);
    frame_give(f);
    return answer;
}

static int act(const program *p, pos *at, uint32_t code) {
    frame *f = frame_take();
    int answer = run(p, at, code, f);
    frame_give(f);
    return answer;
}

// --- Ways ------------------------------------------------------------------------------------

// What is the same for all ways of a walk.
typedef struct walk {
    const program *p;
    ways *out;
    int need;    // choices that a way must have made when it comes to a mark, -1 = any
    int to_mark; // ways end at the mark, and nowhere else
    int split;   // ways end behind the first choice
    int depth;
} walk;

static void go(walk *w, int node, const way *so_far);

static void arrive(walk *w, int node, const way *so_far) {
    ways *out = w->out;
    if (w->to_mark && w->p->node[node].kind != N_MARK) {
        return;
    }
    if (out->count == out->room) {
        out->room = out->room ? 2 * out->room : 16;
        out->item = need_memory(realloc(out->item, (size_t)out->room * sizeof *out->item));
    }
    way *last = &out->item[out->count++];
    *last = *so_far;
    last->at = pos_copy(w->p, &so_far->at);
    last->node = node;
}

static int origin(const program *p, const offer *o, int to) {
    if (o->form != OFFER_CLASS) {
        return o->form == OFFER_ORIGIN ? o->aux : -1;
    }
    for (int c = 0; c < p->b.cells; c++) {
        if (p->b.shift[o->aux].to[c] == to) {
            return c;
        }
    }
    return -1;
}

// One choice made: its effects, then on.
static void choose(walk *w, const ir_node *n, const way *so_far, int from, int to) {
    const program *p = w->p;
    const int words = p->b.words, kind = p->choice[n->choice].kind;
    way next = *so_far;
    if (next.count == MAX_STEPS) {
        return;
    }
    step *s = &next.step[next.count++];
    s->choice = n->choice;
    s->from = kind == CH_MOTION ? from : -1;
    s->to = kind <= CH_TAKE ? to : -1;
    next.at = pos_copy(p, &so_far->at);
    if (kind == CH_CONTINUE) {
        set_copy(next.at.from, set_at(p, &next.at, p->at.here), words);
    } else if (from >= 0) {
        set_one(next.at.from, from, words);
    }
    if (to >= 0) {
        set_one(next.at.to, to, words);
    }
    int over = act(p, &next.at, n->apply) == VM_OVER;
    if (over || w->split) {
        arrive(w, over ? 0 : n->next, &next);
    } else {
        go(w, n->next, &next);
    }
    pos_free(&next.at);
}

static void go_choice(walk *w, const ir_node *n, const way *so_far) {
    const program *p = w->p;
    frame *f = frame_take();
    pos copy = pos_copy(p, &so_far->at);
    (void)run(p, &copy, n->code, f);
    for (int i = 0; i < f->offer_count; i++) {
        uint64_t *cells = f->target + i * p->b.words;
        if (f->offer[i].form == OFFER_ONE) {
            choose(w, n, so_far, -1, -1);
            continue;
        }
        for (int to = 0; to < p->b.cells; to++) {
            if (board_has(cells, to)) {
                choose(w, n, so_far, origin(p, &f->offer[i], to), to);
            }
        }
    }
    pos_free(&copy);
    frame_give(f);
}

// Each cell of the set that the code of a FOR answers, with the position that names it.
static void go_for(walk *w, const ir_node *n, const way *so_far) {
    const program *p = w->p;
    uint64_t cells[BOARD_MAX_WORDS];
    frame *f = frame_take();
    pos copy = pos_copy(p, &so_far->at);
    (void)run(p, &copy, n->code, f);
    set_copy(cells, vm_set(f, f->ret_set), p->b.words);
    frame_give(f);
    pos_free(&copy);
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(cells, c)) {
            way next = *so_far;
            next.at = pos_copy(p, &so_far->at);
            set_one(set_at(p, &next.at, n->reg), c, p->b.words);
            go(w, n->next, &next);
            pos_free(&next.at);
        }
    }
}

static int longest(const program *p, int node, const way *so_far);

// Where only the longest will do: nothing of what can be done from here is as long, but something can be done.
static int is_too_short(const walk *w, int node, const way *so_far) {
    return w->need >= 0 && longest(w->p, node, so_far) >= 0;
}

static int go_else_split(walk *w, const ir_node *n, const way *so_far) {
    ways whole = {0}; // they decide, not first choices
    walk sub = {.p = w->p, .out = &whole, .need = w->need};
    go(&sub, n->next, so_far);
    int next = whole.count ? n->next : is_too_short(w, n->next, so_far) ? 1 : n->alt;
    ways_free(&whole);
    return next;
}

static void go_else(walk *w, const ir_node *n, const way *so_far) {
    if (w->split) {
        go(w, go_else_split(w, n, so_far), so_far);
        return;
    }
    int before = w->out->count;
    go(w, n->next, so_far);
    if (w->out->count == before && !is_too_short(w, n->next, so_far)) {
        go(w, n->alt, so_far);
    }
}

// How long a way is: its choices, or the number that the mark asks for.
static int length_of(const program *p, const way *w, int mark) {
    if (!p->node[mark].code) {
        return w->count;
    }
    frame *f = frame_take();
    pos copy = pos_copy(p, &w->at);
    (void)run(p, &copy, p->node[mark].code, f);
    int length = f->num[p->at.state_nums];
    pos_free(&copy);
    frame_give(f);
    return length;
}

// The most that a way from here to the mark comes to, or -1.
static int longest(const program *p, int node, const way *so_far) {
    ways found = {0};
    walk w = {.p = p, .out = &found, .need = -1, .to_mark = 1};
    int most = -1;
    go(&w, node, so_far);
    for (int i = 0; i < found.count; i++) {
        int length = length_of(p, &found.item[i], found.item[i].node);
        most = length > most ? length : most;
    }
    ways_free(&found);
    return most;
}

static void go_longest(walk *w, const ir_node *n, const way *so_far) {
    int saved = w->need, most = w->to_mark ? 0 : longest(w->p, n->next, so_far);
    if (most >= 0) {
        w->need = w->to_mark ? -1 : most;
        go(w, n->next, so_far);
        w->need = saved;
    }
}

static void go_mark(walk *w, int node, const way *so_far) {
    if (w->to_mark) {
        arrive(w, node, so_far);
    } else if (w->need < 0 || length_of(w->p, so_far, node) == w->need) {
        go(w, w->p->node[node].next, so_far);
    }
}

static void go_do(walk *w, const ir_node *n, const way *so_far) {
    way next = *so_far;
    next.at = pos_copy(w->p, &so_far->at);
    if (act(w->p, &next.at, n->code) == VM_OVER) {
        arrive(w, 0, &next);
    } else {
        go(w, n->next, &next);
    }
    pos_free(&next.at);
}

static void go(walk *w, int node, const way *so_far) {
    const ir_node *n = &w->p->node[node];
    if (w->depth >= MAX_DEPTH) {
        return;
    }
    w->depth++;
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: arrive(w, node, so_far); break;
    case N_DEAD: break;
    case N_DO: go_do(w, n, so_far); break;
    case N_TEST:
        if (ask(w->p, &so_far->at, n->code) == VM_YES) go(w, n->next, so_far);
        break;
    case N_WHEN: go(w, ask(w->p, &so_far->at, n->code) == VM_YES ? n->next : n->alt, so_far); break;
    case N_OR:
        go(w, n->next, so_far);
        go(w, n->alt, so_far);
        break;
    case N_ELSE: go_else(w, n, so_far); break;
    case N_FOR: go_for(w, n, so_far); break;
    case N_LONGEST: go_longest(w, n, so_far); break;
    case N_MARK: go_mark(w, node, so_far); break;
    case N_CHOICE: go_choice(w, n, so_far); break;
    }
    w->depth--;
}

// All ways from a node. Inside a `longest` they must stay longest.
static ways ways_from(const program *p, const pos *at, int node, int split) {
    ways found = {0};
    way none = {.at = *at};
    walk w = {.p = p, .out = &found, .need = -1, .split = split};
    if (p->node[node].within) {
        w.need = longest(p, node, &none);
    }
    go(&w, node, &none);
    return found;
}

static int ref_exists(const program *p, const pos *at, int node) {
    ways found = ways_from(p, at, node, 0);
    int any = found.count > 0;
    ways_free(&found);
    return any;
}

// --- Moves -----------------------------------------------------------------------------------

static tsr_move hash(const way *w) {
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < w->count; i++) {
        const step *s = &w->step[i];
        h = (h ^ (uint64_t)(uint32_t)(s->choice << 24 ^ (s->from + 1) << 12 ^ (s->to + 1))) *
            0x100000001b3u;
        h ^= h >> 29;
    }
    return (h & (((tsr_move)1 << 62) - 1)) | (tsr_move)1 << 62;
}

// The first `count` choices of a way as bits. None at all is "done", 1.
static tsr_move pack(const program *p, const way *w, int count) {
    tsr_move m = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
        const step *s = &w->step[i];
        const int value[] = {s->choice, s->from, s->to};
        const int bits[] = {p->size.choice_bits, s->from < 0 ? 0 : p->size.cell_bits,
                            s->to < 0 ? 0 : p->size.cell_bits};
        for (int k = 0; k < 3; k++) {
            if (at + bits[k] > 62) {
                return hash(w);
            }
            m |= bits[k] ? (tsr_move)value[k] << at : 0;
            at += bits[k];
        }
    }
    return count ? m : 1;
}

// The same cells by another rule of the same piece and label: one move.
static int are_twins(const program *p, const way *a, const way *b, int count) {
    for (int i = 0; i < count; i++) {
        const step *s = &a->step[i], *t = &b->step[i];
        const ir_choice *x = &p->choice[s->choice], *y = &p->choice[t->choice];
        if (s->from != t->from || s->to != t->to || x->kind != y->kind || x->type != y->type ||
            x->label != y->label || x->number != y->number) {
            return 0;
        }
    }
    return 1;
}

static int start_node(const program *p, const pos *at) {
    return at->h->pc ? at->h->pc : p->phase[at->h->phase].start[at->h->me];
}

// How many choices of a way are a move: all of them, or one a move.
static int move_length(const program *p, const way *w) {
    return p->split && w->count > 1 ? 1 : w->count;
}

static int is_new(const program *p, const ways *found, int i) {
    int count = move_length(p, &found->item[i]);
    for (int k = 0; k < i; k++) {
        if (move_length(p, &found->item[k]) == count &&
            are_twins(p, &found->item[k], &found->item[i], count)) {
            return 0;
        }
    }
    return 1;
}

static int moves(const program *p, const void *state, tsr_move *out, int cap) {
    pos given = {.h = need_memory(malloc(p->size.state_size))};
    int n = 0;
    memcpy(given.h, state, p->size.state_size);
    ways found = ways_from(p, &given, start_node(p, &given), 0);
    for (int i = 0; i < found.count && n < cap; i++) {
        if (is_new(p, &found, i)) {
            out[n++] = pack(p, &found.item[i], move_length(p, &found.item[i]));
        }
    }
    ways_free(&found);
    pos_free(&given);
    return n;
}

// --- The end of a turn -------------------------------------------------------------------------

static void zero_set(const program *p, pos *at, int reg) {
    if (reg != BOARD_NONE) {
        set_zero(set_at(p, at, reg), p->b.words);
    }
}

// What was captured for later leaves every set of the position.
static void settle_later(const program *p, pos *at) {
    if (p->at.later == BOARD_NONE) {
        return;
    }
    for (int r = p->at.own; r < p->at.position_sets; r++) {
        if (r != p->at.closed && r != p->at.last_from && r != p->at.last_to &&
            r != p->at.last_over) {
            set_minus(set_at(p, at, r), set_at(p, at, p->at.later), p->b.words);
        }
    }
}

static void settle_last(const program *p, pos *at) {
    if (p->at.last_to == BOARD_NONE) {
        return;
    }
    uint32_t labels = (uint32_t)*num_at(p, at, p->at.events + 1) & p->past.asked_labels;
    *num_at(p, at, p->at.last_label) = (int32_t)labels;
    for (int i = 0; i < 3; i++) {
        set_copy(set_at(p, at, p->at.last_from + i), set_at(p, at, p->at.next_from + i),
                 p->b.words);
        if (!p->past.keep_last && !labels) {
            zero_set(p, at, p->at.last_from + i);
        }
    }
}

// Of two types whose `unmoved` is asked together, one alone is worth nothing.
static void settle_latch(const program *p, pos *at) {
    const int words = p->b.words;
    for (int me = 0; p->at.latch != BOARD_NONE && p->past.latch_pair[0] >= 0 && me < p->players;
         me++) {
        uint64_t kept[2][BOARD_MAX_WORDS];
        for (int i = 0; i < 2; i++) {
            set_copy(kept[i], set_at(p, at, p->at.latch), words);
            set_and(kept[i], set_at(p, at, p->at.own + me), words);
            set_and(kept[i], set_at(p, at, p->at.type + p->past.latch_pair[i]), words);
        }
        for (int i = 0; i < 2; i++) {
            if (!set_any(kept[1 - i], words)) {
                set_minus(set_at(p, at, p->at.latch), kept[i], words);
            }
        }
    }
}

static void settle_quiet(const program *p, pos *at) {
    uint32_t events = (uint32_t)*num_at(p, at, p->at.events);
    uint32_t labels = (uint32_t)*num_at(p, at, p->at.events + 1);
    for (int i = 0; i < p->past.quiet_count; i++) {
        int32_t *n = num_at(p, at, p->at.quiet + i);
        if ((events & p->past.quiet[i].events) || (labels & p->past.quiet[i].labels)) {
            *n = 0;
        } else if (*n < p->past.quiet[i].limit) {
            ++*n;
        }
    }
}

static void clear_turn(const program *p, pos *at) {
    for (int r = p->at.here; r < p->at.state_sets; r++) {
        zero_set(p, at, r);
    }
    for (int i = p->at.events; i < p->at.state_nums; i++) {
        *num_at(p, at, i) = 0;
    }
    at->h->pc = 0;
    at->h->again = 0;
}

static void push_key(const program *p, pos *at, int reset) {
    uint64_t *ring = ring_at(p, at);
    int n = at->h->ring_count;
    if (!p->past.ring_cap) {
        return;
    }
    frame *f = frame_take();
    vm_load(f, p, at->h);
    uint64_t key = vm_key(f);
    frame_give(f);
    if (reset) {
        memset(ring, 0, (size_t)n * sizeof *ring);
        n = 0;
    } else if (n == p->past.ring_cap) {
        memmove(ring, ring + 1, (size_t)(n - 1) * sizeof *ring);
        n--;
    }
    ring[n] = key;
    at->h->ring_count = (uint16_t)(n + 1);
}

static int32_t score_of(const program *p, const pos *at, int me) {
    frame *f = frame_take();
    pos copy = pos_copy(p, at);
    (void)run(p, &copy, p->root[me].score, f);
    int32_t score = f->num[p->at.state_nums];
    pos_free(&copy);
    frame_give(f);
    return score;
}

static int32_t team_score(const program *p, const pos *at, int me) {
    int32_t sum = 0;
    for (int i = 0; i < p->players; i++) {
        sum += p->team[i] == p->team[me] ? score_of(p, at, i) : 0;
    }
    return sum;
}

static int left_as(const program *p, const pos *at, int who) {
    return p->at.out ? *num_at(p, at, p->at.out - 1 + who) : 0;
}

// When the last of a team left the game; 0 = somebody of it plays.
static int team_left(const program *p, const pos *at, int me) {
    int last = 0;
    for (int i = 0; i < p->players; i++) {
        if (p->team[i] == p->team[me]) {
            const int left = left_as(p, at, i);
            if (!left) {
                return 0;
            }
            last = left > last ? left : last;
        }
    }
    return last;
}

static int is_better(const program *p, const pos *at, const uint8_t *rank, int a, int b) {
    const int out_a = team_left(p, at, a), out_b = team_left(p, at, b);
    if (out_a || out_b) {
        return !out_a || (out_b && out_a > out_b);
    }
    return p->team[a] != p->team[b] && rank[a] < rank[b];
}

// Whoever plays with a winner or a loser is one; whoever is out stands behind.
static void rank_teams(const program *p, pos *at) {
    uint8_t rank[8];
    for (int i = 0; i < p->players; i++) {
        rank[i] = at->h->rank[i];
        for (int k = 0; k < p->players; k++) {
            const int r = at->h->rank[k], loses = at->h->over == IR_LOSE;
            if (p->team[k] == p->team[i] && (loses ? r > rank[i] : r < rank[i])) {
                rank[i] = (uint8_t)r;
            }
        }
    }
    for (int i = 0; i < p->players; i++) {
        int place = 1;
        for (int k = 0; k < p->players; k++) {
            place += is_better(p, at, rank, k, i);
        }
        at->h->rank[i] = (uint8_t)place;
    }
}

static void close_game(const program *p, pos *at) {
    at->h->whole = 0;
    for (int i = 0; at->h->over == IR_FINISH && i < p->players; i++) {
        int rank = 1;
        for (int k = 0; k < p->players && p->has_score; k++) {
            rank += team_score(p, at, k) > team_score(p, at, i);
        }
        at->h->rank[i] = (uint8_t)rank;
    }
    if (p->teams || p->at.out) {
        rank_teams(p, at);
    }
    clear_turn(p, at);
}

// When nobody can go on and the author did not say what then.
static void end_undecided(const program *p, pos *at) {
    at->h->over = p->has_score ? IR_FINISH : IR_DRAW;
    memset(at->h->rank, 1, (size_t)p->players);
}

// The effects of `stuck`: the only way there is. 1 = the game is over.
static int do_stuck(const program *p, pos *at, int node) {
    ways found = ways_from(p, at, node, 0);
    int over = 0;
    if (found.count) {
        memcpy(at->h, found.item[0].at.h, p->size.state_size);
        over = at->h->over != 0;
    }
    ways_free(&found);
    return over;
}

// What only a choice that reads `last` could use is forgotten if there is no such way. What comes behind a roll nobody
// knows before the die has fallen.
static void forget_last(const program *p, pos *at) {
    if (p->at.last_to == BOARD_NONE || p->past.keep_last || p->past.last_elsewhere ||
        !*num_at(p, at, p->at.last_label)) {
        return;
    }
    ways found = ways_from(p, at, start_node(p, at), 0);
    int used = 0;
    for (int i = 0; i < found.count; i++) {
        const way *w = &found.item[i];
        used |= w->count ? p->choice[w->step[0].choice].reads_last
                         : !w->at.h->over && p->node[w->node].kind == N_ROLL;
    }
    ways_free(&found);
    for (int i = 0; i < 3 && !used; i++) {
        zero_set(p, at, p->at.last_from + i);
        *num_at(p, at, p->at.last_label) = 0;
    }
}

// Endings in the author's order: 1 = over; *stuck = the next player cannot move.
static int test_endings(const program *p, pos *at, int me, int *stuck) {
    if (act(p, at, p->root[me].endings) == VM_OVER) {
        return 1;
    }
    while (left_as(p, at, at->h->me)) {
        at->h->me = (uint8_t)((at->h->me + 1) % p->players);
    }
    const int next = at->h->me;
    *stuck = !ref_exists(p, at, start_node(p, at));
    if (*stuck && p->has_stuck && p->root[next].stuck && do_stuck(p, at, p->root[next].stuck)) {
        return 1;
    }
    return act(p, at, p->root[me].later) == VM_OVER;
}

static void finish_turn(const program *p, pos *at) {
    int me = at->h->me, stuck = 0;
    int one_way = ((uint32_t)*num_at(p, at, p->at.events) & p->fact.one_way) != 0;
    if (at->h->over) {
        close_game(p, at);
        return;
    }
    settle_later(p, at);
    settle_last(p, at);
    settle_latch(p, at);
    settle_quiet(p, at);
    at->h->turns++;
    int next = at->h->again == 1   ? me
               : at->h->again >= 3 ? at->h->again - 3
                                   : (me + 1) % p->players;
    clear_turn(p, at);
    const ir_phase *phase = &p->phase[at->h->phase];
    for (int i = 0; i < phase->next_count; i++) {
        if (ask(p, at, phase->next_code[me][i]) == VM_YES) {
            at->h->phase = phase->next_phase[i];
            break;
        }
    }
    at->h->me = (uint8_t)next;
    forget_last(p, at);
    if (test_endings(p, at, me, &stuck)) {
        close_game(p, at);
        return;
    }
    push_key(p, at, one_way);
    if ((int)at->h->turns >= p->limit || stuck) {
        end_undecided(p, at);
        close_game(p, at);
    }
}

// The next turn begins: with a roll, or by itself if it leaves no choice.
static void begin_turn(const program *p, pos *at) {
    while (!at->h->over) {
        int start = start_node(p, at);
        if (p->node[start].kind == N_ROLL) {
            at->h->pc = (uint16_t)start;
            return;
        }
        ways found = ways_from(p, at, start, 0);
        int by_itself = found.count == 1 && found.item[0].count == 0;
        if (by_itself) {
            memcpy(at->h, found.item[0].at.h, p->size.state_size);
            int node = found.item[0].node;
            at->h->pc = !at->h->over && p->node[node].kind == N_ROLL ? (uint16_t)node : 0;
        }
        ways_free(&found);
        if (!by_itself || at->h->pc) {
            return;
        }
        finish_turn(p, at);
    }
}

static void end_turn(const program *p, pos *at) {
    finish_turn(p, at);
    begin_turn(p, at);
}

// --- Playing -----------------------------------------------------------------------------------

// Whether a choice can come before the end, whatever the position.
static int has_choice(const program *p, int node, int depth) {
    const ir_node *n = &p->node[node];
    if (n->kind == N_CHOICE || depth > 60) {
        return n->kind == N_CHOICE;
    }
    if (n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL) {
        return 0;
    }
    int forks = n->kind == N_WHEN || n->kind == N_OR || n->kind == N_ELSE;
    return has_choice(p, n->next, depth + 1) || (forks && has_choice(p, n->alt, depth + 1));
}

// Whether the turn goes on in one way of an `else`. A whole turn waits for both, where there is something to choose.
static int goes_into(const program *p, int node, int is_first) {
    const int kind = p->node[node].kind;
    return p->split ? !is_first || kind == N_DO || kind == N_WHEN : !has_choice(p, node, 0);
}

// After a choice where moves are single choices: what needs no answer is done, and play waits
// where one is needed.
static void go_on(const program *p, pos *at, int node) {
    for (int guard = 0; guard < 500; guard++) {
        const ir_node *n = &p->node[node];
        if (p->dealt && node == p->phase[at->h->phase].start[at->h->me]) {
            at->h->pc = 0; // cards were dealt before the first turn
            begin_turn(p, at);
            return;
        }
        switch ((node_kind)n->kind) {
        case N_END:
        case N_DEAD: end_turn(p, at); return;
        case N_DO:
            if (act(p, at, n->code) == VM_OVER) {
                end_turn(p, at);
                return;
            }
            node = n->next;
            break;
        case N_MARK:
        case N_TEST: node = n->next; break; // it holds: the choice was offered
        case N_WHEN: node = ask(p, at, n->code) == VM_YES ? n->next : n->alt; break;
        case N_ELSE: {
            const int leads = ref_exists(p, at, n->next), next = leads ? n->next : n->alt;
            if (!goes_into(p, next, leads)) {
                at->h->pc = (uint16_t)node;
                return;
            }
            node = next;
            break;
        }
        case N_ROLL:
        case N_OR:
        case N_FOR:
        case N_LONGEST:
        case N_CHOICE: at->h->pc = (uint16_t)node; return;
        }
    }
}

// The way that a move means, or NULL.
static const way *way_of(const program *p, const ways *found, tsr_move m) {
    for (int i = 0; i < found->count; i++) {
        const way *w = &found->item[i];
        if (pack(p, w, w->count) == m &&
            (!p->split || w->count == 0 || ref_exists(p, &w->at, w->node))) {
            return w;
        }
    }
    return NULL;
}

static int play(const program *p, void *state, tsr_move m) {
    pos given = {.h = need_memory(malloc(p->size.state_size))};
    memcpy(given.h, state, p->size.state_size);
    int kind = m < (tsr_move)1 << p->size.choice_bits ? p->choice[m].kind : CH_DONE;
    if (kind != CH_PASS) {
        given.h->passes = 0;
    }
    ways found = ways_from(p, &given, start_node(p, &given), p->split && m != 1);
    const way *w = way_of(p, &found, m);
    if (w) {
        pos at = w->at;
        int node = w->node;
        if (p->split && w->count) {
            go_on(p, &at, node);
        } else if (!at.h->over && p->node[node].kind == N_ROLL) {
            at.h->pc = (uint16_t)node;
        } else {
            end_turn(p, &at);
        }
        memcpy(state, at.h, p->size.state_size);
    }
    int legal = w != NULL;
    ways_free(&found);
    pos_free(&given);
    return legal;
}

// Whether code changes the position: a cell, a var, a hand, not only what is kept for the turn.
static int changes_position(const program *p, uint32_t code) {
    const insn *x[500];
    const int count = ir_block(p, code, x, 500);
    int found = 0;
    for (int i = 0; i < count; i++) {
        const char first = ir_op_format[x[i]->op][0];
        found |= op_is_effect(x[i]->op) || (first == 'D' && x[i]->a < p->at.here) ||
                 (first == 'E' && x[i]->a < p->at.events);
    }
    return found;
}

// Whether something changes before the first choice, whatever the position.
static int changes_first(const program *p, int node, int depth) {
    const ir_node *n = &p->node[node];
    if (depth > 60 || (n->kind != N_DO && n->kind != N_TEST && n->kind != N_WHEN)) {
        return 0;
    }
    return (n->kind == N_DO && changes_position(p, n->code)) ||
           changes_first(p, n->next, depth + 1) ||
           (n->kind == N_WHEN && changes_first(p, n->alt, depth + 1));
}

static int is_asked_at_once(const program *p, int node) {
    int found = 0;
    for (int i = 0; i < p->joints; i++) {
        for (int k = 0; k < p->players; k++) {
            found |= p->joint[i].start[k] == node;
        }
    }
    return found;
}

static void roll(const program *p, void *state, int32_t value) {
    pos at = {.h = state};
    const ir_node *n = &p->node[at.h->pc];
    *num_at(p, &at, n->reg) = value;
    at.h->rolls++;
    const int next = ir_behind_chance(p, at.h->pc);
    if (ir_is_let(n)) {
        (void)act(p, &at, p->node[n->next].code);
    }
    if (ir_is_deal(n)) {
        (void)act(p, &at, p->node[n->next].code);
    }
    if (ir_is_deal(n) || (!is_asked_at_once(p, next) && changes_first(p, next, 0))) {
        at.h->pc = 0; // what needs no choice is done before somebody chooses
        if (ref_exists(p, &at, next)) {
            go_on(p, &at, next);
        } else {
            end_turn(p, &at);
        }
        return;
    }
    at.h->pc = (uint16_t)next;
    if (p->node[next].kind == N_END || !ref_exists(p, &at, next)) {
        end_turn(p, &at); // nothing can be done with it
    } else if (!has_choice(p, next, 0)) {
        go_on(p, &at, next);
    }
}

// --- Choices of others, and at once --------------------------------------------------------------

// Whom a let asks is asked now: it is no roll that somebody would have to make.
static void pass_lets(const program *p, void *state) {
    const ir_head *h = state;
    while (!h->over && h->pc && ir_is_let(&p->node[h->pc])) {
        roll(p, state, 0);
    }
}

static const int32_t *nums_of(const program *p, const void *state) {
    return (const int32_t *)(const void *)((const char *)state + p->size.head_nums);
}

// A player's answer in the position: whether there is one, then the move, 24 bits a number.
static int32_t *answer_at(const program *p, void *state, int player) {
    pos at = {.h = state};
    return num_at(p, &at, p->at.answers + IR_ANSWER * player);
}

static const ir_joint *asked_at_once(const program *p, const void *state) {
    const int group = p->at.joint == BOARD_NONE ? 0 : nums_of(p, state)[p->at.joint];
    return group ? &p->joint[group - 1] : NULL;
}

uint32_t ref_asked(const program *p, const void *state) {
    const ir_joint *group = asked_at_once(p, state);
    const ir_head *h = state;
    uint32_t asked = 0;
    if (h->over || !group) {
        return h->over ? 0 : 1u << h->me;
    }
    for (int i = 0; i < p->players; i++) {
        const int has_answered = nums_of(p, state)[p->at.answers + IR_ANSWER * i];
        asked |= group->start[i] && !has_answered ? 1u << i : 0;
    }
    return asked;
}

int ref_moves(const program *p, const void *state, int player, tsr_move *out, int cap) {
    const ir_joint *group = asked_at_once(p, state);
    ir_head *alone = need_memory(malloc(p->size.state_size));
    memcpy(alone, state, p->size.state_size);
    if (group) { // as if nobody else had been asked
        alone->me = (uint8_t)player;
        alone->pc = group->start[player];
    }
    const int n = moves(p, alone, out, cap);
    free(alone);
    return n;
}

// All have answered: one after the other, by seat. 0 = one can no longer do what was chosen.
static int play_answers(const program *p, void *state, const ir_joint *group) {
    const ir_head *h = state;
    tsr_move answer[IR_MAX_PLAYERS] = {0};
    for (int i = 0; i < p->players; i++) {
        int32_t *a = answer_at(p, state, i);
        answer[i] = (tsr_move)a[1] | (tsr_move)a[2] << 24 | (tsr_move)a[3] << 48;
        memset(a, 0, IR_ANSWER * sizeof *a);
    }
    for (int i = 0; i < p->players && !h->over; i++) {
        if (group->start[i]) {
            if (h->me != i || !play(p, state, answer[i])) {
                return 0;
            }
            pass_lets(p, state);
        }
    }
    return 1;
}

int ref_play(const program *p, void *state, int player, tsr_move m) {
    const ir_joint *group = asked_at_once(p, state);
    if (!group) {
        const int legal = play(p, state, m);
        pass_lets(p, state);
        return legal;
    }
    int32_t *a = answer_at(p, state, player);
    a[0] = 1;
    for (int i = 0; i < 3; i++) {
        a[1 + i] = (int32_t)(m >> 24 * i & 0xffffff);
    }
    return ref_asked(p, state) ? 1 : play_answers(p, state, group);
}

void ref_roll(const program *p, void *state, int32_t value) {
    roll(p, state, value);
    pass_lets(p, state);
}
