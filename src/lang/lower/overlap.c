// SPDX-License-Identifier: MIT
//
// Two ways, one move. Choices that a player could make at the same point may have the same text: the same
// piece, the same cells, the same label. If the same follows, it is one move, and the second offer is
// dropped when moves are listed. If something else follows, players could not say which they mean:
// error 14. What cannot be told apart here counts as the same; what cannot be proved equal counts as
// different. `step north` and `step backward` are one move for some players only, so the turns of all
// are compared.
#include "lang/lower/overlap.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEEP = 12, MAX_BLOCK = 200 };

static int same_text(const ast *a, const ast *b) {
    char x[200], y[200];
    size_t n = ast_line(a, x, sizeof x), m = ast_line(b, y, sizeof y);
    return n == m && n + 1 < sizeof x && memcmp(x, y, n) == 0;
}

// --- Cells that cannot be the same ---------------------------------------------------------

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

// Two choices that are compared, and what the words of their conditions mean.
typedef struct two_guards {
    lower *l;
    const guard_names *a, *b;
} two_guards;

// Whether two conditions, or parts of them, ask the same.
static int same_question(const two_guards *t, const ast *a, const ast *b) {
    return same_text(a, b) && overlap_names_agree(a, t->a, t->b);
}

// Whether a set lies inside another by its text: it is the same, or what is left of it.
static int is_part_of(const two_guards *t, const ast *a, const ast *b, int depth) {
    if (same_question(t, a, b)) {
        return 1;
    }
    const decl_def *d =
        a->kind == A_WORD && depth < MAX_DEEP ? lower_find_def(t->l, a->name) : NULL;
    return (d && !d->is_rule && !d->param_count && is_part_of(t, d->body, b, depth + 1)) ||
           ((a->kind == A_SUB || a->kind == A_MEET) && is_part_of(t, a->a, b, depth + 1)) ||
           (a->kind == A_MEET && is_part_of(t, a->b, b, depth + 1));
}

// `x is open` and `x is not board`, where all that is open is on the board.
static int is_and_is_not(const two_guards *t, const ast *a, const ast *b) {
    const int both = a->kind == A_IS && b->kind == A_IS && !a->flag && b->flag == 1;
    return both && (a->a && b->a ? same_question(t, a->a, b->a) : a->a == b->a) &&
           is_part_of(t, a->b, b->b, 0);
}

static int parts_clash(const two_guards *t, const ast *a, const ast *b) {
    if (is_and_is_not(t, a, b) || is_and_is_not(t, b, a)) return 1;
    if (a->kind == A_NOT && same_question(t, a->a, b)) return 1;
    if (b->kind == A_NOT && same_question(t, b->a, a)) return 1;
    if (a->kind == A_NO && b->kind != A_NO && same_question(t, a->a, b)) return 1;
    if (b->kind == A_NO && a->kind != A_NO && same_question(t, b->a, a)) return 1;
    if (a->kind == A_CMP && b->kind == A_CMP && same_question(t, a->a, b->a)) {
        value x = lower_peek(t->l, a->b), y = lower_peek(t->l, b->b);
        return x.type == V_INT && y.type == V_INT && x.konst && y.konst &&
               comparisons_clash(a->name, x.num, b->name, y.num);
    }
    int about_here = (a->kind == A_IN || a->kind == A_IS) && (b->kind == A_IN || b->kind == A_IS) &&
                     !a->a && !b->a && !a->flag && !b->flag;
    return about_here && !overlap_sets_meet(t->l, a->b, b->b);
}

static int conditions_clash(const two_guards *t, const ast *a, const ast *b) {
    if (!a || !b) {
        return 0;
    }
    if (a->kind == A_AND) {
        return conditions_clash(t, a->a, b) || conditions_clash(t, a->b, b);
    }
    if (b->kind == A_AND) {
        return conditions_clash(t, a, b->a) || conditions_clash(t, a, b->b);
    }
    return parts_clash(t, a, b);
}

static int guards_clash(lower *l, const ir_choice *a, const ir_choice *b) {
    const two_guards t = {l, l->choice_names[a - l->p->choice], l->choice_names[b - l->p->choice]};
    return conditions_clash(&t, a->guard, b->guard);
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

// Whether anything from node `at` on reads a register. (`code` and `apply` of a roll are numbers.)
static int rest_reads(const program *p, int at, int reg, uint8_t *seen) {
    const ir_node *n = &p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD) {
        return 0;
    }
    seen[at] = 1;
    return (n->kind != N_ROLL && (code_reads(p, n->code, reg) || code_reads(p, n->apply, reg))) ||
           rest_reads(p, n->next, reg, seen) || rest_reads(p, n->alt, reg, seen);
}

static int effect_reads(const program *p, int at, int reg) {
    uint8_t seen[IR_MAX_NODES] = {0};
    const ir_node *n = &p->node[at];
    return code_reads(p, n->apply, reg) || rest_reads(p, n->next, reg, seen);
}

// Whether what is done from node `at` on, before anything is chosen, reads a register.
static int start_reads(const program *p, int at, int reg, uint8_t *seen) {
    const ir_node *n = &p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL ||
        n->kind == N_CHOICE) {
        return 0;
    }
    seen[at] = 1;
    return (n->kind == N_DO && code_reads(p, n->code, reg)) || start_reads(p, n->next, reg, seen) ||
           start_reads(p, n->alt, reg, seen);
}

// --- Saying so -------------------------------------------------------------------------------

// Where a motion along a direction ends: a hop behind the cell that it crosses.
static int end_of_way(const board *b, int from, int shift, int is_hop) {
    const int to = board_has(b->all, from) ? b->shift[shift].to[from] : BOARD_NONE;
    return is_hop && to != BOARD_NONE ? b->shift[shift].to[to] : to;
}

// "e4 to e5", in the middle of the board; "the move" if no such motion is known. Where the moves of the first player
// differ, the message says whose do not: "Black's e4 to e5".
static void example(const lower *l, int shift, int is_hop, char *buf, size_t cap) {
    const board *b = l->b;
    char whose[40] = "";
    if (l->me > 0) {
        (void)snprintf(whose, sizeof whose, "%.30s's ", l->p->words.player[l->me]);
    }
    (void)snprintf(buf, cap, "%smove", l->me > 0 ? whose : "the ");
    for (int i = 0; shift >= 0 && i < b->cells; i++) {
        const int from = (i + b->cells * 4 / 9) % b->cells;
        const int to = end_of_way(b, from, shift, is_hop);
        if (to != BOARD_NONE && b->name[from] && b->name[to]) {
            (void)snprintf(buf, cap, "%s%s to %s", whose, b->name[from], b->name[to]);
            return;
        }
    }
}

static void what_it_takes(const ast *m, const char *move, char *buf, size_t cap) {
    if (m->c) {
        char cells[80];
        ast_line(m->c, cells, sizeof cells);
        (void)snprintf(buf, cap, "%s captures `%s`", move, cells);
    } else {
        (void)snprintf(buf, cap, "%s captures nothing%s", move,
                       overlap_landing(m) & (ON_ENEMY | ON_OWN) ? " else" : "");
    }
}

static int captures_differ(const ast *a, const ast *b) {
    return a->kind == R_MOTION && b->kind == R_MOTION &&
           ((a->c != NULL) != (b->c != NULL) || (a->c && !same_text(a->c, b->c)));
}

static int find_wrapped(const ast *n, void *with) {
    const ast **inner = with;
    if ((n->kind == R_REPEAT || n->kind == R_LONGEST || n->kind == R_DISTINCT) && n->a == *inner) {
        *inner = n;
    }
    return 1;
}

// What a label stands before: all of `longest repeat hop …`, not the hop in it.
static const ast *labelled_part(const game_ast *g, const ast *r) {
    const ast *inner;
    do {
        inner = r;
        for (int i = 0; i < g->piece_count; i++) {
            scan_tree(g->pieces[i].abilities, find_wrapped, &r);
        }
        for (int i = 0; i < g->def_count; i++) {
            scan_tree(g->defs[i].body, find_wrapped, &r);
        }
        for (int i = 0; i < g->phase_count; i++) {
            scan_tree(g->phases[i].turn, find_wrapped, &r);
        }
    } while (r != inner);
    return r;
}

// The author's words from a rule to the end of its line, or of the brackets it stands in.
static void rest_of_line(const ast *r, char *buf, size_t cap) {
    ast line = *r;
    const char *s = r->src + r->pos;
    int depth = 0;
    for (line.end = r->pos; *s && *s != '\n' && *s != '#' && depth >= 0; s++) {
        depth += (*s == '(') - (*s == ')');
        line.end += depth >= 0;
    }
    ast_line(&line, buf, cap);
}

// One choice that is reached in several ways.
static void refuse_start(lower *l, const ast *r) {
    diag *d =
        diag_add(l->diags, DIAG_SAME_MOVE, r->at, "one move could come after different things");
    diag_note(d, "what was done before it is nothing that the player says");
    diag_help(d, "let the player say something in each of these ways:   say …");
}

static void refuse(lower *l, const ast *a, const ast *b, int shift) {
    char move[100], text[200];
    const ast *special = captures_differ(a, b) && a->c ? a : b;
    if (a == b) {
        refuse_start(l, a);
        return;
    }
    const int is_hop = a->kind == R_MOTION && a->num == MOTION_HOP && b->num == MOTION_HOP;
    example(l, shift, is_hop, move, sizeof move);
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
    rest_of_line(labelled_part(l->g, special), text, sizeof text);
    diag_help(d, "label one, so players can say which they mean:   charge: %s", text);
}

static void refuse_piece(lower *l, const ast *r) {
    diag *d = diag_add(l->diags, DIAG_SAME_MOVE, r->at,
                       "one move of several pieces could do different things");
    diag_note(d, "what happens depends on the piece, which the move does not say");
    diag_help(d, "let the player say it:   choose man in mine");
}

static const char DIFFERENT_RESULTS[] = "could do different things",
                  SAME_RESULT[] = "is made in several ways";

// The name of direction number `i` of those that a `for` goes through, or `other`.
static const char *name_of_way(lower *l, const ast *loop, int i, const char *other) {
    const value dirs = lower_peek(l, loop->a);
    for (int k = 0; dirs.type == V_DIR && i < dirs.count && k < l->b->dir_count; k++) {
        if (l->b->dir[k].shift == dirs.shift[i]) {
            return l->b->dir[k].name;
        }
    }
    return other;
}

// Ways of one rule that say nothing and do different things; NULL = it is not known of which.
static void refuse_silent(lower *l, const ast *r, const char *what) {
    const span nowhere = lower_first_of(l->g->phases[0].turn);
    const int is_for = r && r->kind == R_FOR;
    const char *of = is_for ? " of this `for`" : "";
    diag *d = diag_add(l->diags, DIAG_SAME_MOVE, r ? r->at : nowhere, "one move%s %s", of, what);
    if (strcmp(what, SAME_RESULT) == 0) {
        diag_note(d, "nobody chooses here, and each way does the same");
        diag_help(d, "leave out the ways, or let the player say something in each:   say …");
        return;
    }
    if (is_for) {
        diag_note(d, "what follows depends on `%s`, which the move does not say", r->name);
    } else {
        diag_note(d, "in each of these ways the player says the same");
    }
    const char *one = is_for ? name_of_way(l, r, 0, "one") : "one";
    const char *other = is_for ? name_of_way(l, r, 1, "other") : "other";
    diag_help(d, "let the player say it:   say %s then … or say %s then …", one, other);
}

static void refuse_for(lower *l, const ast *r, int reg) {
    char cells[80];
    if (reg == l->p->at.here) {
        refuse_piece(l, r);
        return;
    }
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

// The rule whose ways begin at node `at`, or NULL.
static const ast *rule_of_ways(const lower *l, int at) {
    const ir_node *n = &l->p->node[at];
    const ast *r = n->kind != N_FOR          ? l->way_rule[at]
                   : n->reg == l->p->at.here ? NULL
                                             : l->named_rule[n->reg - l->p->at.named];
    return r;
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

static int is_cells(int kind) {
    return kind == CH_PLACE || kind == CH_CHOOSE || kind == CH_TAKE;
}

// Whether what a choice offers tells which cell the `for` around it has named: it lands there, or
// goes towards a piece with nothing in between, of which there is one in each direction.
static int tells_name(const lower *l, const ir_choice *c, int reg) {
    const ast *loop = l->named_rule[reg - l->p->at.named];
    if (!loop || loop->kind != R_FOR || (!is_cells(c->kind) && c->rule->kind != R_MOTION)) {
        return 0;
    }
    const ast *to = c->rule->kind == R_MOTION ? c->rule->b : c->rule->a;
    int pieces =
        loop->a->kind == A_OWNED || (loop->a->kind == A_MEET && loop->a->a->kind == A_OWNED);
    return is_within(to, loop->name) ||
           (pieces && c->rule->kind == R_MOTION && c->guard && sees(c->guard, loop->name));
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
        return !overlap_ways_meet(l->b, x, y, overlap_reach(l, a->rule, b->rule));
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
        return !mixed && (!place || types) && overlap_sets_meet(l, a->rule->a, b->rule->a);
    }
    if (a->kind != b->kind || !types) {
        return 0;
    }
    return !is_motion(a) || (overlap_landings_meet(l, a->rule, b->rule) &&
                             overlap_shapes_meet(l, a->rule, b->rule, shift));
}

// A choice that may come next, or the end of what the player is asked, and what is done before it is made: from node `before` on, 0 = nothing.
typedef struct offer {
    uint16_t node, before;
} offer;

// Whether what comes of an offer depends on the cell that a `for` has named: on a piece, if it is `here`, until a
// cell is chosen.
static int offer_reads(const program *p, offer x, int reg) {
    uint8_t seen[IR_MAX_NODES] = {0};
    const int forgets = reg == p->at.here && is_cells(p->choice[p->node[x.node].choice].kind);
    return (x.before && start_reads(p, x.before, reg, seen)) ||
           (!forgets && effect_reads(p, x.node, reg));
}

static int same_end(const program *p, offer x, offer y) {
    return x.before || y.before ? x.before && y.before && same_rest(p, x.before, y.before, 0)
                                : same_rest(p, x.node, y.node, 0);
}

static int same_offer(const program *p, offer x, offer y) {
    return x.before || y.before ? x.before && y.before && same_rest(p, x.before, y.before, 0)
                                : x.node == y.node || same_effect(p, x.node, y.node);
}

// Where the player is asked nothing more: the turn ends, or chance comes next.
static int is_end(const program *p, offer x) {
    return p->node[x.node].kind == N_END || p->node[x.node].kind == N_ROLL;
}

// What is done for one cell or another.
static void refuse_silent_for(lower *l, int at) {
    const ast *loop = rule_of_ways(l, at);
    if (loop && loop->kind == R_FOR) {
        refuse_for(l, loop, l->p->node[at].reg);
    } else {
        refuse_silent(l, loop, DIFFERENT_RESULTS);
    }
}

// Two ways from one point that say nothing more; `at`: that point. `idle`: nobody chooses on any way from there.
static void compare_ends(lower *l, offer x, offer y, int at, int idle) {
    const program *p = l->p;
    const ir_node *n = &p->node[at];
    uint8_t seen[IR_MAX_NODES] = {0}, seen_after[IR_MAX_NODES] = {0};
    if (n->kind == N_FOR && ((x.before && start_reads(p, x.before, n->reg, seen)) ||
                             rest_reads(p, x.node, n->reg, seen_after))) {
        refuse_silent_for(l, at);
    } else if (!same_end(p, x, y)) {
        refuse_silent(l, rule_of_ways(l, at), DIFFERENT_RESULTS);
    } else if (idle) {
        refuse_silent(l, rule_of_ways(l, at), SAME_RESULT);
    } else {
        l->p->fact.overlaps = 1;
    }
}

// Two offers may be made at the same point, node `at`: for different cells if that is a `for`.
static void compare(lower *l, offer x, offer y, int at) {
    program *p = l->p;
    const int reg = p->node[at].kind == N_FOR ? p->node[at].reg : BOARD_NONE;
    ir_choice *a = &p->choice[p->node[x.node].choice], *b = &p->choice[p->node[y.node].choice];
    const int one = x.node == y.node, either = reg == BOARD_NONE && !x.before && !y.before;
    int shift = -1;
    if (reg == p->at.here && a->kind == CH_MOTION && b->kind == CH_MOTION) {
        return; // of different pieces
    }
    if (reg != BOARD_NONE && reg != p->at.here && one && tells_name(l, a, reg)) {
        return;
    }
    if (!one && (!could_be_same(l, a, b, &shift) || (either && guards_clash(l, a, b)))) {
        return;
    }
    const int reads =
        reg != BOARD_NONE && (offer_reads(p, x, reg) || (!one && offer_reads(p, y, reg)));
    if (!reads && same_offer(p, x, y)) {
        p->fact.overlaps = 1;
        b->alike = a->alike < b->alike ? a->alike : b->alike;
        a->alike = b->alike;
    } else if (reads && one) {
        refuse_for(l, a->rule, reg);
    } else {
        refuse(l, a->rule, b->rule, shift);
    }
}

// `north` and `rank 5` are read as the player who chooses: inside `let enemy: …` not the one whose turn it is.
static void compare_as_chooser(lower *l, offer x, offer y, int at) {
    const int me = l->me;
    l->me = l->choice_me[l->p->node[x.node].choice];
    compare(l, x, y, at);
    l->me = me;
}

// --- All points --------------------------------------------------------------------------------

typedef struct alternatives {
    offer offer[IR_MAX_CHOICES];
    int count;
} alternatives;

typedef struct points {
    lower *l;
    alternatives **known; // by node
} points;

// `before`: where something is done before all of them, or 0.
static void add_all(alternatives *to, const alternatives *from, int before) {
    for (int i = 0; from && i < from->count; i++) {
        offer one = from->offer[i];
        int seen = 0;
        one.before = before ? (uint16_t)before : one.before;
        for (int k = 0; k < to->count; k++) {
            seen |= to->offer[k].node == one.node && to->offer[k].before == one.before;
        }
        if (!seen && to->count < IR_MAX_CHOICES) {
            to->offer[to->count++] = one;
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
    case N_DEAD: break;
    case N_END:
    case N_ROLL:
    case N_CHOICE: all->offer[all->count++].node = (uint16_t)at; break;
    case N_OR:
    case N_ELSE:
    case N_WHEN:
        add_all(all, next_choices(s, n->next), 0);
        add_all(all, next_choices(s, n->alt), 0);
        break;
    case N_DO: add_all(all, next_choices(s, n->next), at); break;
    case N_TEST:
    case N_FOR:
    case N_LONGEST:
    case N_MARK: add_all(all, next_choices(s, n->next), 0); break;
    }
    return all;
}

static int count_ends(const program *p, const alternatives *a) {
    int ends = 0;
    for (int i = 0; i < a->count; i++) {
        ends += is_end(p, a->offer[i]);
    }
    return ends;
}

static void compare_or(points *s, int at) {
    const program *p = s->l->p;
    const alternatives *a = next_choices(s, p->node[at].next),
                       *b = next_choices(s, p->node[at].alt);
    const int idle = a && b && count_ends(p, a) == a->count && count_ends(p, b) == b->count;
    for (int i = 0; a && b && i < a->count; i++) {
        for (int k = 0; k < b->count && !s->l->diags->errors; k++) {
            const offer x = a->offer[i], y = b->offer[k];
            if (is_end(p, x) && is_end(p, y)) {
                compare_ends(s->l, x, y, at, idle);
            } else if (!is_end(p, x) && !is_end(p, y) &&
                       (x.node != y.node || x.before != y.before)) {
                compare_as_chooser(s->l, x, y, at);
            }
        }
    }
}

static void compare_for(points *s, int at) {
    const program *p = s->l->p;
    const alternatives *a = next_choices(s, p->node[at].next);
    const int idle = a && count_ends(p, a) == a->count;
    for (int i = 0; a && i < a->count; i++) {
        for (int k = i; k < a->count && !s->l->diags->errors; k++) {
            const offer x = a->offer[i], y = a->offer[k];
            if (is_end(p, x) && is_end(p, y)) {
                compare_ends(s->l, x, y, at, idle);
            } else if (!is_end(p, x) && !is_end(p, y)) {
                compare_as_chooser(s->l, x, y, at);
            }
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
    for (int i = 1; i <= p->choice_count; i++) { // what was found for the players before stays
        p->choice[i].alike = p->choice[i].alike ? p->choice[i].alike : (uint8_t)i;
    }
    for (int i = 0; i < l->g->phase_count; i++) {
        mark_reached(p, p->phase[i].start[l->me], reached);
    }
    for (int i = 2; s.known && i < p->node_count && !l->diags->errors; i++) {
        if (reached[i] && p->node[i].kind == N_OR) {
            compare_or(&s, i);
        } else if (reached[i] && p->node[i].kind == N_FOR) {
            compare_for(&s, i);
        }
    }
}
