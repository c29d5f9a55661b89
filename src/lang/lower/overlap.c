// SPDX-License-Identifier: MIT
//
// Two ways, one move. Choices that a player could make at the same point may have the same text: the same
// piece, the same cells, the same label. If the same follows, it is one move, and the second offer is
// dropped when moves are listed. If something else follows, players could not say which they mean:
// error 14. What cannot be told apart here counts as the same; what cannot be proved equal counts as
// different.
#include "lang/lower/lower.h"

#include <stdio.h>
#include <string.h>

enum { ON_EMPTY = 1, ON_ENEMY = 2, ON_OWN = 4, MAX_DEEP = 12, MAX_BLOCK = 200 };

static int same_text(const ast *a, const ast *b) {
    char x[200], y[200];
    size_t n = ast_line(a, x, sizeof x), m = ast_line(b, y, sizeof y);
    return n == m && n + 1 < sizeof x && memcmp(x, y, n) == 0;
}

// --- Cells that cannot be the same ---------------------------------------------------------

// What a set of cells can be standing on.
static int target_class(const ast *to) {
    switch ((ast_kind)to->kind) {
    case A_WORD:
        if (strcmp(to->name, "empty") == 0) return ON_EMPTY;
        if (strcmp(to->name, "enemy") == 0) return ON_ENEMY;
        if (strcmp(to->name, "mine") == 0) return ON_OWN;
        return ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_TITLE: return ON_ENEMY | ON_OWN; // a type, a player: something stands there
    case A_OWNED: return to->flag ? ON_ENEMY : ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_MEMBER: // last.over: cells just passed over are free
        return strcmp(to->name, "over") == 0 ? ON_EMPTY : ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_UNION: return target_class(to->a) | target_class(to->b);
    case A_MEET: return target_class(to->a) & target_class(to->b);
    case A_SUB: return target_class(to->a);
    default: return ON_EMPTY | ON_ENEMY | ON_OWN;
    }
}

// The cells that a word is about: those of an area, or of the board; NULL = that is not known.
static const uint64_t *place_of(lower *l, const ast *e) {
    static const char *const words[] = {"empty", "pieces", "mine", "enemy", "neutral"};
    int player, area = lower_area_of(l, e, &player);
    if (area >= 0) {
        return l->area[area][player];
    }
    for (size_t i = 0; e->kind == A_WORD && i < sizeof words / sizeof *words; i++) {
        if (strcmp(e->name, words[i]) == 0 && !lower_find_binding(l, e->name)) {
            return l->b->on;
        }
    }
    return NULL;
}

// Cells that a set may have at most.
static void upper_bound(lower *l, const ast *e, uint64_t *out) {
    uint64_t other[BOARD_MAX_WORDS];
    const int words = l->b->words;
    if (e->kind == A_MEET || e->kind == A_UNION) {
        upper_bound(l, e->a, out);
        upper_bound(l, e->b, other);
        for (int i = 0; i < words; i++) {
            out[i] = e->kind == A_MEET ? out[i] & other[i] : out[i] | other[i];
        }
        return;
    }
    if (e->kind == A_SUB && lower_peek(l, e->b).type == V_SET) {
        upper_bound(l, e->a, out);
        return;
    }
    value v = lower_peek(l, e);
    const uint64_t *place = place_of(l, e), *known = v.type == V_SET ? v.k : NULL;
    memcpy(out, known ? known : place ? place : l->b->all, (size_t)words * sizeof *out);
}

// `Man` and `King`: no piece is of two types.
static int types_differ(lower *l, const ast *a, const ast *b) {
    return a->kind == A_TITLE && b->kind == A_TITLE && lower_find_type(l, a->name) >= 0 &&
           lower_find_type(l, b->name) >= 0 && strcmp(a->name, b->name) != 0;
}

static int sets_meet(lower *l, const ast *a, const ast *b) {
    uint64_t x[BOARD_MAX_WORDS], y[BOARD_MAX_WORDS], both = 0;
    if (!(target_class(a) & target_class(b)) || types_differ(l, a, b)) {
        return 0;
    }
    upper_bound(l, a, x);
    upper_bound(l, b, y);
    for (int i = 0; i < l->b->words; i++) {
        both |= x[i] & y[i];
    }
    return both != 0;
}

// Where a motion may land, as a class.
static int landing_class(const ast *m) {
    return m->b ? target_class(m->b) : m->num >= MOTION_HOP ? ON_EMPTY : ON_EMPTY | ON_ENEMY;
}

static int landings_meet(lower *l, const ast *a, const ast *b) {
    return (landing_class(a) & landing_class(b)) && (!a->b || !b->b || sets_meet(l, a->b, b->b));
}

static int reach_of(const ast *m) {
    if (m->num == MOTION_SLIDE) {
        return m->flag & MOTION_REACH ? motion_reach_min(m) << 8 | motion_reach_max(m)
                                      : 1 << 8 | 99;
    }
    return 1 << 8 | 1;
}

static int is_flat(const board *b) {
    return b->lattice && !b->wrap_x && !b->wrap_y;
}

// Whether all directions lead to neighbours, so that a reach is a distance.
static int has_single_steps(const lower *l, const value *dirs) {
    int single = dirs->type == V_DIR && is_flat(l->b);
    for (int i = 0; single && i < dirs->count; i++) {
        const board_shift *s = &l->b->shift[dirs->shift[i]];
        single = s->dx >= -1 && s->dx <= 1 && s->dy >= -1 && s->dy <= 1;
    }
    return single;
}

// Whether following one direction and following another may lead from a cell to the same one: along a plane
// by arithmetic, elsewhere (points joined by lines, edges that meet) by going there. `most`: how far.
static int ways_meet(const board *b, int x, int y, int most) {
    const board_shift *one = &b->shift[x], *other = &b->shift[y];
    if (is_flat(b)) {
        return one->dx * other->dy == one->dy * other->dx &&
               one->dx * other->dx + one->dy * other->dy > 0;
    }
    for (int from = 0; from < b->cells; from++) {
        uint64_t passed[BOARD_MAX_WORDS] = {0};
        int at = one->to[from];
        for (int i = 0; i < most && at != BOARD_NONE; i++) {
            board_put(passed, at);
            at = one->to[at];
        }
        at = other->to[from];
        for (int i = 0; i < most && at != BOARD_NONE; i++) {
            if (board_has(passed, at)) {
                return 1;
            }
            at = other->to[at];
        }
    }
    return 0;
}

// How many cells either of two motions goes at most.
static int cells_gone(const lower *l, const ast *a, const ast *b) {
    return a->num != b->num        ? l->b->cells
           : a->num == MOTION_STEP ? 1
           : a->num == MOTION_HOP  ? 2
                                   : l->b->cells;
}

// Whether directions of a plane are known and each has an odd part, as those to neighbours have.
static int are_odd(lower *l, const ast *dirs) {
    if (!dirs || lower_mentions_here(l, dirs) || !is_flat(l->b)) {
        return 0;
    }
    value v = lower_peek(l, dirs);
    int odd = v.type == V_DIR;
    for (int i = 0; odd && i < v.count; i++) {
        const board_shift *s = &l->b->shift[v.shift[i]];
        odd = (s->dx & 1) || (s->dy & 1);
    }
    return odd;
}

// A step and any number of hops from the same cell: hops lead on by twice a direction each, so by even numbers only.
static int step_and_hops_differ(lower *l, const ast *a, const ast *b) {
    const ast *step = a->num == MOTION_STEP ? a : b, *hops = step == a ? b : a;
    if (step->num != MOTION_STEP || hops->num != MOTION_HOP || step->flag & MOTION_MANY ||
        !hops->a || lower_mentions_here(l, hops->a)) {
        return 0;
    }
    return lower_peek(l, hops->a).type == V_DIR && are_odd(l, step->a);
}

// Whether both can cover the same distance in the same direction. *shift is set to a
// direction they share, where that is known.
static int shapes_meet(lower *l, const ast *a, const ast *b, int *shift) {
    int hop_a = a->num >= MOTION_HOP, hop_b = b->num >= MOTION_HOP;
    if (step_and_hops_differ(l, a, b)) {
        return 0;
    }
    if (!a->a || !b->a || (a->flag | b->flag) & MOTION_MANY || lower_mentions_here(l, a->a) ||
        lower_mentions_here(l, b->a)) {
        return 1;
    }
    if (hop_a != hop_b) {
        return a->num == MOTION_SLIDE || b->num == MOTION_SLIDE || a->num == MOTION_LEAP ||
               b->num == MOTION_LEAP || a->num == MOTION_VAULT || b->num == MOTION_VAULT;
    }
    value x = lower_peek(l, a->a), y = lower_peek(l, b->a);
    int ra = reach_of(a), rb = reach_of(b);
    if (!hop_a && has_single_steps(l, &x) && has_single_steps(l, &y) &&
        ((ra >> 8) > (rb & 255) || (rb >> 8) > (ra & 255))) {
        return 0;
    }
    // Other words may lead to the same cell: a slide of two and a leap of two. Not so steps and slides from
    // neighbour to neighbour, each on its own line.
    int meet =
        x.type != V_DIR || y.type != V_DIR ||
        (a->num != b->num && (hop_a || !has_single_steps(l, &x) || !has_single_steps(l, &y)));
    for (int i = 0; x.type == V_DIR && y.type == V_DIR && i < x.count; i++) {
        for (int k = 0; k < y.count; k++) {
            if (x.shift[i] == y.shift[k]) {
                *shift = x.shift[i];
                return 1;
            }
            meet = meet || ((!is_flat(l->b) || a->num != b->num) &&
                            ways_meet(l->b, x.shift[i], y.shift[k], cells_gone(l, a, b)));
        }
    }
    return meet;
}

// --- Conditions that cannot both hold -------------------------------------------------------

// Whether `n` can stand in relation `op` to a number that stands in relation `other` to `m`.
static int comparisons_clash(const char *op, int n, const char *other, int m) {
    for (int i = -1; i <= 1; i++) { // a witness next to one of the two numbers
        for (int k = 0; k < 2; k++) {
            int v = (k ? n : m) + i;
            int x = op[0] == '=' ? v == n : op[0] == '!' ? v != n : op[0] == '<' ? v < n : v > n;
            int y = other[0] == '='   ? v == m
                    : other[0] == '!' ? v != m
                    : other[0] == '<' ? v < m
                                      : v > m;
            x |= op[0] != '!' && op[1] == '=' && v == n;
            y |= other[0] != '!' && other[1] == '=' && v == m;
            if (x && y) {
                return 0;
            }
        }
    }
    return 1;
}

static int parts_clash(lower *l, const ast *a, const ast *b) {
    if (a->kind == A_NOT && same_text(a->a, b)) return 1;
    if (b->kind == A_NOT && same_text(b->a, a)) return 1;
    if (a->kind == A_NO && b->kind != A_NO && same_text(a->a, b)) return 1;
    if (b->kind == A_NO && a->kind != A_NO && same_text(b->a, a)) return 1;
    if (a->kind == A_CMP && b->kind == A_CMP && same_text(a->a, b->a)) {
        value x = lower_peek(l, a->b), y = lower_peek(l, b->b);
        return x.type == V_INT && y.type == V_INT && x.konst && y.konst &&
               comparisons_clash(a->name, x.num, b->name, y.num);
    }
    int about_here = (a->kind == A_IN || a->kind == A_IS) && (b->kind == A_IN || b->kind == A_IS) &&
                     !a->a && !b->a && !a->flag && !b->flag;
    return about_here && !sets_meet(l, a->b, b->b);
}

static int conditions_clash(lower *l, const ast *a, const ast *b) {
    if (!a || !b) {
        return 0;
    }
    if (a->kind == A_AND) {
        return conditions_clash(l, a->a, b) || conditions_clash(l, a->b, b);
    }
    if (b->kind == A_AND) {
        return conditions_clash(l, a, b->a) || conditions_clash(l, a, b->b);
    }
    return parts_clash(l, a, b);
}

// --- What follows --------------------------------------------------------------------------

static int same_code(const program *p, uint32_t a, uint32_t b) {
    const insn *x[MAX_BLOCK], *y[MAX_BLOCK];
    if (a == b || !a || !b) {
        return a == b;
    }
    int n = ir_block(p, a, x, MAX_BLOCK);
    if (n > MAX_BLOCK || n != ir_block(p, b, y, MAX_BLOCK)) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        insn one = *x[i], other = *y[i];
        int jump = insn_jump(&one);
        if (jump >= 0) { // by how far, not where
            *insn_operand(&one, jump) = (uint16_t)(*insn_operand(&one, jump) - (x[i] - p->code));
        }
        jump = insn_jump(&other);
        if (jump >= 0) {
            *insn_operand(&other, jump) =
                (uint16_t)(*insn_operand(&other, jump) - (y[i] - p->code));
        }
        if (memcmp(&one, &other, sizeof one) != 0) {
            return 0;
        }
    }
    return 1;
}

static int same_choice(const program *p, int a, int b) {
    const ir_choice *x = &p->choice[a], *y = &p->choice[b];
    return x->kind == y->kind && x->type == y->type && x->label == y->label;
}

static int same_rest(const program *p, int a, int b, int depth) {
    const ir_node *x = &p->node[a], *y = &p->node[b];
    if (a == b) {
        return 1;
    }
    if (depth > MAX_DEEP || x->kind != y->kind || x->reg != y->reg || x->within != y->within ||
        !same_code(p, x->code, y->code) || !same_code(p, x->apply, y->apply) ||
        (x->kind == N_CHOICE && !same_choice(p, x->choice, y->choice))) {
        return 0;
    }
    return same_rest(p, x->next, y->next, depth + 1) && same_rest(p, x->alt, y->alt, depth + 1);
}

// What two choices do and what comes after, not where they may go.
static int same_effect(const program *p, int a, int b) {
    const ir_node *x = &p->node[a], *y = &p->node[b];
    return same_code(p, x->apply, y->apply) && x->within == y->within &&
           same_rest(p, x->next, y->next, 0);
}

static int code_reads(const program *p, uint32_t code, int reg) {
    const insn *x[MAX_BLOCK];
    int n = code ? ir_block(p, code, x, MAX_BLOCK) : 0, found = n > MAX_BLOCK;
    for (int i = 0; i < n && !found; i++) {
        const char *format = ir_op_format[x[i]->op];
        for (int k = 0; format[k]; k++) {
            found |= (format[k] == 'S' || format[k] == 'B') && insn_value(x[i], k) == reg;
        }
        found |= x[i]->op == OP_JCAN; // a rule of its own, which may
    }
    return found;
}

// Whether anything from node `at` on reads a register.
static int rest_reads(const program *p, int at, int reg, uint8_t *seen) {
    const ir_node *n = &p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL) {
        return 0;
    }
    seen[at] = 1;
    return code_reads(p, n->code, reg) || code_reads(p, n->apply, reg) ||
           rest_reads(p, n->next, reg, seen) || rest_reads(p, n->alt, reg, seen);
}

static int effect_reads(const program *p, int at, int reg) {
    uint8_t seen[IR_MAX_NODES] = {0};
    const ir_node *n = &p->node[at];
    return code_reads(p, n->apply, reg) || rest_reads(p, n->next, reg, seen);
}

// --- Saying so -------------------------------------------------------------------------------

// "e4 to e5", in the middle of the board; "the move" if no such step is known.
static void example(const lower *l, int shift, char *buf, size_t cap) {
    const board *b = l->b;
    (void)snprintf(buf, cap, "the move");
    for (int i = 0; shift >= 0 && i < b->cells; i++) {
        int from = (i + b->cells * 4 / 9) % b->cells;
        int to = board_has(b->all, from) ? b->shift[shift].to[from] : -1;
        if (to >= 0 && to != BOARD_NONE && b->name[from] && b->name[to]) {
            (void)snprintf(buf, cap, "%s to %s", b->name[from], b->name[to]);
            return;
        }
    }
}

static void what_it_takes(const ast *m, const char *move, char *buf, size_t cap) {
    if (m->c) {
        (void)snprintf(buf, cap, "%s captures `%.*s`", move, (int)(m->c->end - m->c->pos),
                       m->c->src + m->c->pos);
    } else {
        (void)snprintf(buf, cap, "%s captures nothing%s", move,
                       landing_class(m) & (ON_ENEMY | ON_OWN) ? " else" : "");
    }
}

static int captures_differ(const ast *a, const ast *b) {
    return a->kind == R_MOTION && b->kind == R_MOTION &&
           ((a->c != NULL) != (b->c != NULL) || (a->c && !same_text(a->c, b->c)));
}

// The author's words from a rule to the end of its line.
static void rest_of_line(const ast *r, char *buf, size_t cap) {
    ast line = *r;
    line.end = r->pos + (uint32_t)strcspn(r->src + r->pos, "\n#");
    ast_line(&line, buf, cap);
}

static void refuse(lower *l, const ast *a, const ast *b, int shift) {
    char move[60], text[160];
    const ast *special = captures_differ(a, b) && a->c ? a : b;
    example(l, shift, move, sizeof move);
    diag *d = diag_add(l->diags, DIAG_SAME_MOVE, b->at,
                       "two rules make the same move but do different things");
    if (captures_differ(a, b)) {
        what_it_takes(b, move, text, sizeof text);
        diag_note(d, "%s", text);
        what_it_takes(a, move, text, sizeof text);
        diag_also(d, a->at, "%s", text);
    } else {
        diag_note(d, "%s, and something else follows", move);
        diag_also(d, a->at, "%s", move);
    }
    if (b->kind == R_SAY) {
        diag_help(d, "let players say another word for one of them");
        return;
    }
    rest_of_line(special, text, sizeof text);
    diag_help(d, "label one, so players can say which they mean:   charge: %s", text);
}

static void refuse_for(lower *l, const ast *r, int reg) {
    char cells[80];
    const ast *loop = l->named_rule[reg - l->p->at.named];
    diag *d = diag_add(l->diags, DIAG_SAME_MOVE, r->at,
                       "one move of this `for` could do different things");
    if (!loop || loop->kind != R_FOR) {
        return;
    }
    ast_line(loop->a, cells, sizeof cells);
    diag_note(d, "what follows depends on `%s`, which the move does not say", loop->name);
    diag_help(d, "let the player say it:   choose %s in %s", loop->name, cells);
}

// --- Two choices at the same point --------------------------------------------------------------

static int name_is(const ast *e, const char *name) {
    return e->kind == A_WORD && strcmp(e->name, name) == 0;
}

// Whether every cell of a set is the one that a `for` names.
static int is_within(const ast *e, const char *name) {
    return e && (name_is(e, name) ||
                 (e->kind == A_MEET && (is_within(e->a, name) || is_within(e->b, name))) ||
                 (e->kind == A_SUB && is_within(e->a, name)));
}

// `no pieces on between(here, x)`: nothing stands before x.
static int sees(const ast *cond, const char *name) {
    if (cond->kind == A_AND) {
        return sees(cond->a, name) || sees(cond->b, name);
    }
    const ast *set = cond->kind == A_NO && cond->a->kind == A_MEET ? cond->a : NULL;
    return set && name_is(set->a, "pieces") && set->b->kind == A_CALL &&
           strcmp(set->b->name, "between") == 0 && set->b->list && set->b->list->next &&
           name_is(set->b->list, "here") && name_is(set->b->list->next, name);
}

// Whether what a choice offers tells which cell the `for` around it has named: it lands there, or
// goes towards a piece with nothing in between, of which there is one in each direction.
static int tells_name(const lower *l, const ir_choice *c, int reg) {
    const ast *loop = l->named_rule[reg - l->p->at.named];
    if (!loop || loop->kind != R_FOR) {
        return 0;
    }
    const ast *to = c->rule->kind == R_MOTION ? c->rule->b : c->rule->a;
    int pieces =
        loop->a->kind == A_OWNED || (loop->a->kind == A_MEET && loop->a->a->kind == A_OWNED);
    return is_within(to, loop->name) ||
           (pieces && c->rule->kind == R_MOTION && c->guard && sees(c->guard, loop->name));
}

static int is_cells(int kind) {
    return kind == CH_PLACE || kind == CH_CHOOSE || kind == CH_TAKE;
}

static int is_motion(const ir_choice *c) {
    return c->kind == CH_MOTION || c->kind == CH_CONTINUE;
}

// Whether two cells that are chosen by where they lie from `here` are never the same one, or two motions of
// one piece go different ways.
static int lie_apart(const lower *l, const ir_choice *a, const ir_choice *b) {
    const int x = l->choice_shift[a - l->p->choice], y = l->choice_shift[b - l->p->choice];
    if (x == BOARD_NONE || y == BOARD_NONE) {
        return 0;
    }
    if (is_motion(a) && a->kind == b->kind) {
        return !ways_meet(l->b, x, y, cells_gone(l, a->rule, b->rule));
    }
    if (a->kind != CH_CHOOSE || b->kind != CH_CHOOSE) {
        return 0;
    }
    for (int c = 0; c < l->b->cells; c++) {
        const uint16_t to = l->b->shift[x].to[c];
        if (to != BOARD_NONE && to == l->b->shift[y].to[c]) {
            return 0;
        }
    }
    return 1;
}

// Whether two choices could have the same text.
static int could_be_same(lower *l, const ir_choice *a, const ir_choice *b, int *shift) {
    int types = a->type == b->type || a->type == 255 || b->type == 255;
    if (a->label != b->label || a->number != b->number || lie_apart(l, a, b)) {
        return 0;
    }
    if (is_cells(a->kind) && is_cells(b->kind)) {
        int place = a->kind == CH_PLACE && b->kind == CH_PLACE;
        int mixed = (a->kind == CH_TAKE) != (b->kind == CH_TAKE); // a piece taken off: xd4
        return !mixed && (!place || types) && sets_meet(l, a->rule->a, b->rule->a);
    }
    if (a->kind != b->kind || !types) {
        return 0;
    }
    return !is_motion(a) ||
           (landings_meet(l, a->rule, b->rule) && shapes_meet(l, a->rule, b->rule, shift));
}

// The choices of nodes `x` and `y` may be made at the same point; `reg`: for different cells
// of a `for`, or BOARD_NONE.
static void compare(lower *l, int x, int y, int reg) {
    program *p = l->p;
    ir_choice *a = &p->choice[p->node[x].choice], *b = &p->choice[p->node[y].choice];
    int shift = -1, named = reg != BOARD_NONE && reg != p->at.here;
    if (reg == p->at.here && a->kind == CH_MOTION && b->kind == CH_MOTION) {
        return; // of different pieces
    }
    if (named && x == y && tells_name(l, a, reg)) {
        return;
    }
    if (x != y &&
        (!could_be_same(l, a, b, &shift) || (!named && conditions_clash(l, a->guard, b->guard)))) {
        return;
    }
    int reads = named && (effect_reads(p, x, reg) || (x != y && effect_reads(p, y, reg)));
    if (!reads && (x == y || same_effect(p, x, y))) {
        p->fact.overlaps = 1;
        b->alike = a->alike < b->alike ? a->alike : b->alike;
        a->alike = b->alike;
    } else if (reads && x == y) {
        refuse_for(l, a->rule, reg);
    } else {
        refuse(l, a->rule, b->rule, shift);
    }
}

// --- All points --------------------------------------------------------------------------------

typedef struct alternatives {
    uint16_t node[IR_MAX_CHOICES];
    int count;
} alternatives;

typedef struct points {
    lower *l;
    alternatives **known; // by node
} points;

static void add_all(alternatives *to, const alternatives *from) {
    for (int i = 0; from && i < from->count; i++) {
        int seen = 0;
        for (int k = 0; k < to->count; k++) {
            seen |= to->node[k] == from->node[i];
        }
        if (!seen && to->count < IR_MAX_CHOICES) {
            to->node[to->count++] = from->node[i];
        }
    }
}

// The choices that may come next from a node. NULL for lack of memory.
static const alternatives *next_choices(points *s, int at) {
    const ir_node *n = &s->l->p->node[at];
    if (s->known[at]) {
        return s->known[at];
    }
    alternatives *all = arena_new(s->l->a, sizeof *all);
    if (!all) {
        return NULL;
    }
    s->known[at] = all;
    switch ((node_kind)n->kind) {
    case N_END:
    case N_DEAD:
    case N_ROLL: break;
    case N_CHOICE: all->node[all->count++] = (uint16_t)at; break;
    case N_OR:
    case N_ELSE:
    case N_WHEN:
        add_all(all, next_choices(s, n->next));
        add_all(all, next_choices(s, n->alt));
        break;
    case N_DO:
    case N_TEST:
    case N_FOR:
    case N_LONGEST:
    case N_MARK: add_all(all, next_choices(s, n->next)); break;
    }
    return all;
}

static void compare_or(points *s, const ir_node *n) {
    const alternatives *a = next_choices(s, n->next), *b = next_choices(s, n->alt);
    for (int i = 0; a && b && i < a->count; i++) {
        for (int k = 0; k < b->count && !s->l->diags->errors; k++) {
            if (a->node[i] != b->node[k]) {
                compare(s->l, a->node[i], b->node[k], BOARD_NONE);
            }
        }
    }
}

static void compare_for(points *s, const ir_node *n) {
    const alternatives *a = next_choices(s, n->next);
    for (int i = 0; a && i < a->count; i++) {
        for (int k = i; k < a->count && !s->l->diags->errors; k++) {
            compare(s->l, a->node[i], a->node[k], n->reg);
        }
    }
}

static void mark_reached(const program *p, int at, uint8_t *reached) {
    const ir_node *n = &p->node[at];
    if (reached[at]) {
        return;
    }
    reached[at] = 1;
    if (n->kind != N_END && n->kind != N_DEAD) {
        mark_reached(p, n->next, reached);
        mark_reached(p, n->alt, reached);
    }
}

void lower_find_overlaps(lower *l) {
    program *p = l->p;
    uint8_t reached[IR_MAX_NODES] = {0};
    points s = {.l = l, .known = arena_new(l->a, (size_t)IR_MAX_NODES * sizeof *s.known)};
    l->env = NULL;
    l->here = NO_REG;
    for (int i = 1; i <= p->choice_count; i++) {
        p->choice[i].alike = (uint8_t)i;
    }
    for (int i = 0; i < l->g->phase_count; i++) {
        mark_reached(p, p->phase[i].start[l->me], reached);
    }
    for (int i = 2; s.known && i < p->node_count && !l->diags->errors; i++) {
        if (reached[i] && p->node[i].kind == N_OR) {
            compare_or(&s, &p->node[i]);
        } else if (reached[i] && p->node[i].kind == N_FOR) {
            compare_for(&s, &p->node[i]);
        }
    }
}
