// SPDX-License-Identifier: MIT
// A bound on the moves of one decision, from the automaton and the board alone; see most_moves.h.
//
// A move is a string of steps: a choice and its cells. Lists have each string once: overlap.c tells which
// strings two ways could make, and those lists drop twins. So it is enough to count strings. Let B(n) be
// the most strings that lead from node n to the end of the turn, in any one position:
//
// (a) At the end, and at a roll, only the empty string is left: B = 1. An effect has what comes after it,
//     or ends the game: B = max(1, B(next)). A test takes strings away: B <= B(next). Of `when` and
//     `else` one side counts in each position: B <= max(B(next), B(alt)).
// (b) Elsewhere every string begins with the step of some choice that can come first, so B is at most the
//     sum over these choices of (steps it can offer) x (strings that follow a step). Effects on the way
//     there begin another position, which has a bound of its own by (a).
// (c) A motion is offered from the cell where a piece of its type stands, along directions that its code
//     names, so it has at most as many steps as reach.c has pairs of cells. A cell holds one piece of one
//     type: of all motions from a cell only those count that the type with the most has. And no more
//     cells count than there can be pieces, of the mover or of a type (most_pieces.c): those with the most.
// (d) What is offered anew for each cell of a `for` has the same steps each time, or a motion's from
//     another cell; but what follows may be another string each time: there it counts once a cell.
// (e) A choice that comes again after itself has no bound here, but for hops that take what they cross
//     (chains.c). All others (the long jumps of draughts), and what comes to more, keep the limit of the
//     contract, TSR_MAX_MOVES: what is more than that is left out of lists anyway.
//
// With one choice a move nothing follows a step, and saying "done" is one move more.
#include "lang/game/most_moves.h"

#include <stdlib.h>
#include <string.h>

#include "lang/front/ast.h"
#include "lang/game/chains.h"
#include "lang/game/reach.h"

enum {
    MANY = TSR_MAX_MOVES, // so many or more
    DEEPEST = 12          // choices in a row that are looked at
};

// Where the motions of one node lead.
typedef struct ends {
    uint16_t *count;    // by cell of origin; NULL = it offers no motions
    uint16_t *promoted; // ... those that end where a step stands for `weight` turns
    uint32_t *chains;   // ... turns that begin with one of them, if it begins a chain; else NULL
    int chain_end;
} ends;

// The choices that can come first from some node.
typedef struct firsts {
    uint32_t *rule, *piece; // by node, 0 = not met: how often what follows counts, after any choice
                            // and after a motion
    uint32_t *strings; // [cells * types] that begin with a motion from there, if it has that type
    int empty;         // there is a way without a choice
    int any_owner;     // a motion among them is not of the mover's own pieces
} firsts;

typedef struct counting {
    const program *p;
    arena *a;
    uint32_t *known; // by node: its bound + 1
    ends *ends;      // by node
    uint32_t *most;  // [cells] scratch
    firsts at[DEEPEST];
    int depth, live, types;
} counting;

static uint32_t at_most_many(uint64_t n) {
    return n < MANY ? (uint32_t)n : MANY;
}

// --- Motions -----------------------------------------------------------------------------------

// The most cells that a piece can come to if it goes as far as it can: one a direction.
static int most_ends(const program *p, const ir_node *n) {
    enum { LOOKED_AT = 256 };
    const ast *rule = p->choice[n->choice].rule;
    const insn *code[LOOKED_AT];
    const int count = ir_block(p, n->code, code, LOOKED_AT);
    int ways = 0;
    if (!(rule->flag & MOTION_FURTHEST) || count > LOOKED_AT) {
        return p->b.cells;
    }
    for (int i = 0; i < count; i++) {
        ways += code[i]->op == OP_FARTHEST ? p->b.set[code[i]->c].count : 0;
    }
    return ways ? ways : p->b.cells;
}

static int is_motion(const program *p, const ir_node *n) {
    return n->kind == N_CHOICE && p->choice[n->choice].kind <= CH_CONTINUE;
}

static void count_ends(const program *p, int node, const reach *pairs, ends *out) {
    const size_t cells = (size_t)p->b.cells;
    const fact_weight *weight = &p->fact.weight[node];
    const uint64_t *zone = weight->zone ? p->consts + (weight->zone - 1) * p->b.words : NULL;
    const uint16_t most = (uint16_t)most_ends(p, &p->node[node]);
    for (size_t at = reach_next(pairs, 0); at != REACH_END; at = reach_next(pairs, at + 1)) {
        const int from = (int)(at / cells), to = (int)(at % cells);
        if (board_has(p->b.all, from) && board_has(p->b.all, to)) {
            out->count[from]++;
            if (zone && board_has(zone, to)) {
                out->promoted[from]++;
            }
        }
    }
    for (int c = 0; c < p->b.cells; c++) {
        out->count[c] = out->count[c] < most ? out->count[c] : most;
        out->promoted[c] = out->promoted[c] < most ? out->promoted[c] : most;
    }
}

static int find_ends(counting *c) {
    const program *p = c->p;
    const size_t size = (size_t)p->b.cells * sizeof *c->ends->count;
    reach pairs = {0};
    for (int i = 0; i < p->node_count; i++) {
        if (!is_motion(p, &p->node[i])) {
            continue;
        }
        ends *e = &c->ends[i];
        e->count = arena_new(c->a, size);
        e->promoted = arena_new(c->a, size);
        if (!e->count || !e->promoted || !reach_of_node(p, i, &pairs, c->a)) {
            return 0;
        }
        count_ends(p, i, &pairs, e);
        e->chain_end = p->split ? -1 : chain_end(p, i);
        if (e->chain_end >= 0) {
            e->chains = arena_new(c->a, (size_t)p->b.cells * sizeof *e->chains);
            if (!e->chains || !chain_count(p, i, e->chains, c->a)) {
                return 0;
            }
        }
    }
    return 1;
}

// --- Strings -----------------------------------------------------------------------------------

static uint32_t bound(counting *c, int node);

// Notes what can come first from a node; `rule` and `piece` as in firsts.
static void meet(const counting *c, firsts *f, int node, uint32_t rule, uint32_t piece) {
    const ir_node *n = &c->p->node[node];
    if (rule <= f->rule[node] && piece <= f->piece[node]) {
        return;
    }
    f->rule[node] = rule = rule > f->rule[node] ? rule : f->rule[node];
    f->piece[node] = piece = piece > f->piece[node] ? piece : f->piece[node];
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: f->empty = 1; break;
    case N_DEAD:
    case N_DO:
    case N_CHOICE: break;
    case N_FOR: {
        const uint32_t again = at_most_many((uint64_t)piece * (uint32_t)c->live);
        meet(c, f, n->next, at_most_many((uint64_t)rule * (uint32_t)c->live),
             n->reg == c->p->at.here ? piece : again);
        break;
    }
    case N_OR:
    case N_ELSE:
    case N_WHEN:
        meet(c, f, n->next, rule, piece);
        meet(c, f, n->alt, rule, piece);
        break;
    case N_TEST:
    case N_LONGEST:
    case N_MARK: meet(c, f, n->next, rule, piece); break;
    }
}

// The most strings from a node on, `times` of them together.
static uint32_t several(counting *c, int node, uint32_t times) {
    const uint32_t strings = bound(c, node);
    return at_most_many((uint64_t)(strings ? strings : 1) * times);
}

// ... after a step.
static uint32_t follow(counting *c, const ir_node *n, uint32_t times) {
    const int is_last = c->p->split || ir_path(c->p, n)->tail != TAIL_CHOICE;
    return is_last ? 1 : several(c, n->next, times);
}

// Strings that begin with the motion of a node from a cell; `each`: after a step.
static uint64_t strings_from(const counting *c, int node, int from, uint32_t each) {
    const ends *e = &c->ends[node];
    const fact_weight *weight = &c->p->fact.weight[node];
    if (e->chains) {
        return (uint64_t)e->chains[from] * each;
    }
    return weight->zone && weight->weight > 1
               ? e->count[from] + (uint64_t)e->promoted[from] * (weight->weight - 1u)
               : (uint64_t)e->count[from] * each;
}

static void add_motion(counting *c, firsts *f, int node) {
    const ir_node *n = &c->p->node[node];
    const ends *e = &c->ends[node];
    const fact_weight *weight = ir_weight(c->p, n);
    const ir_choice *choice = &c->p->choice[n->choice];
    if (choice->idle) {
        return;
    }
    const uint32_t each = e->chains ? several(c, e->chain_end, f->piece[node])
                          : weight->zone && weight->weight > 1 ? 1
                                                               : follow(c, n, f->piece[node]);
    f->any_owner |= choice->any_owner;
    for (int from = 0; from < c->p->b.cells; from++) {
        const uint64_t strings = strings_from(c, node, from, each);
        for (int t = 0; t < c->types && strings; t++) {
            uint32_t *sum = &f->strings[from * c->types + t];
            *sum = choice->type == t || choice->type == 255 ? at_most_many(*sum + strings) : *sum;
        }
    }
}

// The most steps of a choice that is not a motion.
static uint32_t steps_of(const counting *c, int node) {
    const ir_node *n = &c->p->node[node];
    const int kind = c->p->choice[n->choice].kind;
    uint32_t most = 0;
    for (int from = 0; kind == CH_CONTINUE && from < c->p->b.cells; from++) {
        most = c->ends[node].count[from] > most ? c->ends[node].count[from] : most;
    }
    return kind == CH_CONTINUE ? most : kind <= CH_TAKE ? (uint32_t)c->live : 1;
}

// What one node that was met adds to the sum, but for motions.
static uint32_t add_first(counting *c, firsts *f, int node) {
    const ir_node *n = &c->p->node[node];
    if (n->kind == N_DO) {
        return at_most_many((uint64_t)bound(c, node) * f->rule[node]);
    }
    if (n->kind != N_CHOICE) {
        return 0;
    }
    if (c->p->choice[n->choice].kind == CH_MOTION) {
        add_motion(c, f, node);
        return 0;
    }
    return at_most_many((uint64_t)steps_of(c, node) * follow(c, n, f->rule[node]));
}

static int largest_first(const void *x, const void *y) {
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? 1 : a > b ? -1 : 0;
}

// The sum of the largest of c->most: those of so many pieces.
static uint64_t sum_of_largest(counting *c, int pieces) {
    const int cells = c->p->b.cells;
    uint64_t sum = 0;
    if (pieces < cells) {
        qsort(c->most, (size_t)cells, sizeof *c->most, largest_first);
    }
    for (int i = 0; i < pieces && i < cells; i++) {
        sum += c->most[i];
    }
    return sum;
}

// Pieces of whatever type on the cells where they can do most; or of each type those that there are.
static uint32_t sum_of_motions(counting *c, const firsts *f) {
    const ir_sizes *size = &c->p->size;
    uint64_t by_type = 0;
    for (int t = 0; t < c->types; t++) {
        for (int from = 0; from < c->p->b.cells; from++) {
            c->most[from] = f->strings[from * c->types + t];
        }
        by_type += sum_of_largest(c, c->types == c->p->types ? size->most_of[t] : c->p->b.cells);
    }
    memset(c->most, 0, (size_t)c->p->b.cells * sizeof *c->most);
    for (int i = 0; i < c->p->b.cells * c->types; i++) {
        uint32_t *most = &c->most[i / c->types];
        *most = f->strings[i] > *most ? f->strings[i] : *most;
    }
    const uint64_t sum = sum_of_largest(c, f->any_owner ? size->most_all : size->most_own);
    return at_most_many(sum < by_type ? sum : by_type);
}

static int make_room(const counting *c, firsts *f) {
    const size_t nodes = (size_t)c->p->node_count, cells = (size_t)c->p->b.cells;
    if (!f->rule) {
        f->rule = arena_new(c->a, nodes * sizeof *f->rule);
        f->piece = arena_new(c->a, nodes * sizeof *f->piece);
        f->strings = arena_new(c->a, cells * (size_t)c->types * sizeof *f->strings);
    }
    if (!f->rule || !f->piece || !f->strings) {
        return 0;
    }
    memset(f->rule, 0, nodes * sizeof *f->rule);
    memset(f->piece, 0, nodes * sizeof *f->piece);
    memset(f->strings, 0, cells * (size_t)c->types * sizeof *f->strings);
    f->empty = f->any_owner = 0;
    return 1;
}

static uint32_t sum_of_firsts(counting *c, int node) {
    if (c->depth == DEEPEST || !make_room(c, &c->at[c->depth])) {
        return MANY;
    }
    firsts *f = &c->at[c->depth++];
    meet(c, f, node, 1, 1);
    uint32_t sum = f->empty && !c->p->split; // else that is to be done
    for (int i = 0; i < c->p->node_count; i++) {
        sum = f->rule[i] ? at_most_many((uint64_t)sum + add_first(c, f, i)) : sum;
    }
    c->depth--;
    return at_most_many((uint64_t)sum + sum_of_motions(c, f));
}

static uint32_t larger(uint32_t x, uint32_t y) {
    return x > y ? x : y;
}

static uint32_t bound_of_kind(counting *c, int node) {
    const ir_node *n = &c->p->node[node];
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: return 1;
    case N_DEAD: return 0;
    case N_DO: return larger(1, bound(c, n->next));
    case N_TEST:
    case N_LONGEST:
    case N_MARK: return bound(c, n->next);
    case N_WHEN:
    case N_ELSE: {
        const uint32_t one = bound(c, n->next);
        return larger(one, bound(c, n->alt));
    }
    case N_OR:
    case N_FOR:
    case N_CHOICE: break;
    }
    return sum_of_firsts(c, node);
}

static uint32_t bound(counting *c, int node) {
    if (!c->known[node]) {
        c->known[node] = MANY + 1; // for whoever comes here again on the way
        c->known[node] = bound_of_kind(c, node) + 1;
    }
    return c->known[node] - 1;
}

// --- Decisions ---------------------------------------------------------------------------------

// Of all nodes where a list of moves may begin: those of turns, and where a turn can wait, all.
static uint32_t largest_bound(counting *c) {
    const program *p = c->p;
    uint32_t most = 1;
    for (int i = 0; i < p->phases; i++) {
        for (int who = 0; who < p->players; who++) {
            most = larger(most, bound(c, p->phase[i].start[who]));
        }
    }
    for (int i = 0; (p->split || p->size.max_chance) && i < p->node_count; i++) {
        most = larger(most, bound(c, i));
    }
    return at_most_many((uint64_t)most + (p->split != 0));
}

int most_moves(program *p, arena *a) {
    arena scratch;
    arena_init(&scratch, a->alloc, 0);
    counting c = {.p = p, .a = &scratch, .types = p->types > 0 ? p->types : 1};
    c.known = arena_new(&scratch, (size_t)p->node_count * sizeof *c.known);
    c.ends = arena_new(&scratch, (size_t)p->node_count * sizeof *c.ends);
    c.most = arena_new(&scratch, (size_t)p->b.cells * sizeof *c.most);
    for (int i = 0; i < p->b.cells; i++) {
        c.live += board_has(p->b.all, i);
    }
    if (c.known && c.ends && c.most && find_ends(&c)) {
        p->size.max_moves = (int)largest_bound(&c);
    }
    const int failed = scratch.failed;
    arena_deinit(&scratch);
    return !failed;
}
