// SPDX-License-Identifier: MIT
//
// Expressions: sets of cells, directions, numbers. What depends on the board alone
// is computed now and becomes a constant.
#include "lang/lower.h"

#include <string.h>

#include "base/near.h"
#include "lang/parse.h"

// --- Names -----------------------------------------------------------------------

const binding *find_binding(const lower *l, const char *name) {
    for (const binding *b = l->env; b; b = b->up) {
        if (strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

const decl_def *find_def(lower *l, const char *name) {
    for (int i = 0; i < l->g->def_count; i++) {
        if (strcmp(l->g->defs[i].name, name) == 0) {
            l->g->defs[i].used = 1;
            return &l->g->defs[i];
        }
    }
    return NULL;
}

int find_type(const lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (strcmp(l->g->pieces[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int find_player(const lower *l, const char *name) {
    for (int i = 0; i < l->g->player_count; i++) {
        if (strcmp(l->g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int find_label(lower *l, const char *name, int add) {
    program *p = l->p;
    for (int i = 0; i < p->label_count; i++) {
        if (strcmp(p->label[i], name) == 0) {
            return i + 1;
        }
    }
    if (!add || p->label_count >= IR_MAX_LABELS) {
        return 0;
    }
    p->label[p->label_count++] = name;
    return p->label_count;
}

span span_of(const ast *e) {
    return e->at;
}

static void consider(const char *typed, const char *word, const char **best, int *distance) {
    int d = near_distance(typed, word);
    if (d < *distance) {
        *distance = d;
        *best = word;
    }
}

static const char *const known_words[] = {
    "empty",      "pieces",   "mine",  "enemy",   "neutral",  "board",    "here",     "it",
    "top",        "bottom",   "left",  "right",   "corners",  "edge",     "dark",     "light",
    "attacked",   "safe",     "turns", "forward", "backward", "sideways", "leftward", "rightward",
    "orthogonal", "diagonal", "any",   "unmoved", "last"};

static const char *suggestion(lower *l, const char *typed) {
    const char *best = NULL;
    int distance = near_limit(typed) + 1;
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++) {
        consider(typed, known_words[i], &best, &distance);
    }
    for (int i = 0; i < l->b->dir_count; i++) {
        consider(typed, l->b->dir[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->def_count; i++) {
        consider(typed, l->g->defs[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->var_count; i++) {
        consider(typed, l->g->vars[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->option_count; i++) {
        consider(typed, l->g->options[i].name, &best, &distance);
    }
    for (const binding *b = l->env; b; b = b->up) {
        consider(typed, b->name, &best, &distance);
    }
    for (int i = 0; i < l->g->piece_count; i++) {
        consider(typed, l->g->pieces[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->player_count; i++) {
        consider(typed, l->g->players[i].name, &best, &distance);
    }
    return best;
}

static int looks_like_cell(const char *s) {
    return s[0] >= 'a' && s[0] <= 'z' && s[1] >= '0' && s[1] <= '9';
}

static void say_unknown(lower *l, const ast *e, const char *what, const char *name) {
    if (looks_like_cell(name) && l->b->lattice) {
        const board *b = l->b;
        diag *d = diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "`%s` is not on this board", name);
        const char *first = NULL, *last = NULL;
        for (int c = 0; c < b->cells; c++) {
            if (b->name[c]) {
                first = first ? first : b->name[c];
                last = b->name[c];
            }
        }
        diag_note(d, "the squares run from %s to %s", first, last);
        return;
    }
    const char *best = suggestion(l, name);
    diag *d =
        diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "there is no %s called `%s`", what, name);
    if (best) {
        diag_note(d, "did you mean `%s`?", best);
    }
}

void unknown_word(lower *l, const ast *e, const char *what) {
    say_unknown(l, e, what, e->name);
}

static const char *type_phrase(value_type t) {
    switch (t) {
    case V_NONE: return "nothing";
    case V_SET: return "a set of cells";
    case V_DIR:
    case V_DIRI: return "a set of directions";
    case V_INT: return "a number";
    }
    return "";
}

static void quote(lower *l, const ast *e, char *buf, size_t cap) {
    size_t n = e->end > e->pos ? e->end - e->pos : 0;
    n = n < cap ? n : cap - 1;
    (void)l;
    memcpy(buf, e->src + e->pos, n);
    buf[n] = '\0';
}

void wrong_type(lower *l, const ast *e, const char *wanted, value_type got) {
    char text[60];
    if (got == V_NONE) {
        return; // said already
    }
    quote(l, e, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "%s, but `%s` is %s", wanted, text,
                       type_phrase(got));
    if (got == V_DIR || got == V_DIRI) {
        diag_note(d, "directions have no starting point");
        diag_help(d,
                  "the neighbours of the piece are `here + %s`; everything in its sight is `ray "
                  "%s while empty`",
                  text, text);
    }
}

// --- Sets that are always there -----------------------------------------------------

static uint64_t *fresh_set(lower *l) {
    uint64_t *k = board_set_new(l->b);
    if (!k) {
        l->broken = 1;
        return l->b->all;
    }
    return k;
}

int lower_owner_set(lower *l, int player) {
    if (player == IR_NEUTRAL) {
        if (l->p->at.neutral == BOARD_NONE) {
            int r = new_set(l);
            emit(l, OP_ZERO, r, 0, 0, 0, 0);
            return r;
        }
        return l->p->at.neutral;
    }
    return l->p->at.own + player;
}

int lower_enemies(lower *l) {
    int first = -1, r = -1;
    for (int i = 0; i < l->p->players; i++) {
        if (i == l->me) {
            continue;
        }
        int own = l->p->at.own + i;
        if (first < 0) {
            first = own;
        } else {
            int out = r < 0 ? new_set(l) : r;
            emit(l, OP_OR, out, r < 0 ? first : r, own, 0, 0);
            r = out;
        }
    }
    if (first < 0) { // alone: nobody is an enemy
        first = new_set(l);
        emit(l, OP_ZERO, first, 0, 0, 0, 0);
    }
    return r < 0 ? first : r;
}

int lower_pieces(lower *l) {
    const ir_layout *at = &l->p->at;
    int n = l->p->players + (at->neutral != BOARD_NONE);
    if (n == 1) {
        return at->own;
    }
    int r = new_set(l);
    emit(l, OP_OR, r, at->own, at->own + 1, 0, 0); // neutral stands behind the last player
    for (int i = 2; i < n; i++) {
        emit(l, OP_OR, r, r, at->own + i, 0, 0);
    }
    return r;
}

int lower_empty(lower *l) {
    int pieces = lower_pieces(l);
    int r = new_set(l);
    if (l->p->at.closed != BOARD_NONE) {
        emit(l, OP_OR, r, pieces, l->p->at.closed, 0, 0);
        pieces = r;
    }
    emit(l, OP_NOT, r, pieces, 0, 0, 0);
    return r;
}

int lower_type_set(lower *l, int type) {
    return l->p->at.type == BOARD_NONE ? lower_pieces(l) : l->p->at.type + type;
}

// --- Constants of the board -----------------------------------------------------------

static value border_const(lower *l, int which) {
    return value_of_const(l->b->border[which]);
}

static value edge_const(lower *l, int corners) {
    uint64_t *k = fresh_set(l);
    const board *b = l->b;
    for (int c = 0; c < b->cells; c++) {
        int tb = board_has(b->border[0], c) || board_has(b->border[1], c);
        int lr = board_has(b->border[2], c) || board_has(b->border[3], c);
        int missing = 0;
        for (int i = 0; i < b->any_count; i++) {
            missing |= b->shift[b->any[i]].to[c] == BOARD_NONE;
        }
        if (board_has(b->all, c) && (corners ? tb && lr : b->lattice ? missing : tb || lr)) {
            board_put(k, c);
        }
    }
    return value_of_const(k);
}

static value colour_const(lower *l, int light) {
    uint64_t *k = fresh_set(l);
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(l->b->all, c) && (l->b->x[c] + l->b->y[c]) % 2 == light) {
            board_put(k, c);
        }
    }
    return value_of_const(k);
}

static value line_const(lower *l, int row, int n) {
    uint64_t *k = fresh_set(l);
    const board *b = l->b;
    for (int c = 0; c < b->cells; c++) {
        if (board_has(b->all, c) && (row ? b->y[c] : b->x[c]) == n) {
            board_put(k, c);
        }
    }
    return value_of_const(k);
}

// --- Directions -----------------------------------------------------------------------

static value value_of_dirs(const uint16_t *shifts, int count) {
    value v;
    memset(&v, 0, sizeof v);
    v.type = V_DIR;
    for (int i = 0; i < count && v.count < DIRSET_MAX; i++) {
        v.shift[v.count++] = shifts[i];
    }
    return v;
}

// Which way player `p` looks: an index into north south east west, or -1.
static int facing_of(lower *l, int p) {
    static const char *const sides[4] = {"north", "south", "east", "west"};
    const char *said = l->g->players[p].facing;
    for (int i = 0; said && i < 4; i++) {
        if (strcmp(sides[i], said) == 0) {
            return i;
        }
    }
    if (!said && l->p->players <= 2 && l->b->lattice) {
        return p;
    }
    return -1;
}

static const struct {
    const char *name;
    int8_t turn; // 0 forward, 1 backward, 2 left, 3 right, 4 sideways
} relative_words[] = {
    {"forward", 0}, {"backward", 1}, {"leftward", 2}, {"rightward", 3}, {"sideways", 4}};

static int relative_word(const char *name) {
    for (int i = 0; i < 5; i++) {
        if (strcmp(relative_words[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static value relative_dirs(lower *l, const ast *e, int turn) {
    static const char *const word[4] = {"north", "south", "east", "west"};
    int f = facing_of(l, l->me);
    uint16_t s[2];
    if (f < 0) {
        diag *d = diag_add(l->diags, DIAG_NO_FORWARD, e->at, "`%s` has no meaning on this board",
                           e->name);
        diag_note(d, "players on this board do not face a side");
        diag_help(d, "use `any` or `north`, or say   players %s facing north, %s facing south",
                  l->g->players[0].name, l->g->player_count > 1 ? l->g->players[1].name : "Black");
        return value_of_dirs(s, 0);
    }
    // Reflected, not turned: left is west for everybody who looks north or south.
    int across[2] = {f < 2 ? 3 : 0, f < 2 ? 2 : 1};
    int pick[2] = {turn == 0   ? f
                   : turn == 1 ? f ^ 1
                   : turn == 2 ? across[0]
                   : turn == 3 ? across[1]
                               : across[0],
                   across[1]};
    int n = turn == 4 ? 2 : 1;
    for (int i = 0; i < n; i++) {
        int d = board_dir_find(l->b, word[pick[i]]);
        if (d < 0) {
            return value_of_dirs(s, 0);
        }
        s[i] = l->b->dir[d].shift;
    }
    return value_of_dirs(s, n);
}

static int add_shift(lower *l, const ast *e, value *v, uint16_t s) {
    for (int i = 0; i < v->count; i++) {
        if (v->shift[i] == s) {
            return 1;
        }
    }
    if (v->count >= DIRSET_MAX) {
        too_big(l, e->at, "directions at once");
        return 0;
    }
    v->shift[v->count++] = s;
    return 1;
}

// (1,2): all reflections. Boards without coordinates have none.
static value vector_dirs(lower *l, const ast *e) {
    value v = value_of_dirs(NULL, 0);
    int x = e->num, y = (int16_t)e->num2;
    if (!l->b->lattice || x < -99 || x > 99 || y < -99 || y > 99) {
        diag_add(l->diags, DIAG_NO_FORWARD, e->at, "a leap like (1,2) needs a grid");
        return v;
    }
    for (int i = 0; i < 8; i++) {
        int dx = i & 4 ? y : x, dy = i & 4 ? x : y;
        add_shift(l, e, &v, board_shift_by(l->b, i & 1 ? -dx : dx, i & 2 ? -dy : dy));
    }
    return v;
}

static value add_dirs(lower *l, const ast *e, const value *x, const value *y) {
    value v = value_of_dirs(NULL, 0);
    for (int i = 0; i < x->count; i++) {
        for (int k = 0; k < y->count; k++) {
            if (!add_shift(l, e, &v, board_shift_join(l->b, x->shift[i], y->shift[k]))) {
                return v;
            }
        }
    }
    return v;
}

static value negate_dirs(lower *l, const ast *e, const value *x) {
    value v = value_of_dirs(NULL, 0);
    for (int i = 0; i < x->count; i++) {
        uint16_t s = board_shift_back(l->b, x->shift[i]);
        if (s == BOARD_NONE) {
            diag_add(l->diags, DIAG_NO_FORWARD, e->at, "this direction has no opposite");
            return v;
        }
        add_shift(l, e, &v, s);
    }
    return v;
}

static value multiply_dirs(lower *l, const ast *e, int n, const value *x) {
    value v = value_of_dirs(NULL, 0);
    if (n < 1 || n > 64) {
        diag_add(l->diags, DIAG_OUT_OF_RANGE, e->at, "a direction is taken 1 to 64 times");
        return v;
    }
    for (int i = 0; i < x->count; i++) {
        uint16_t s = x->shift[i];
        for (int k = 1; k < n; k++) {
            s = board_shift_join(l->b, s, x->shift[i]);
        }
        add_shift(l, e, &v, s);
    }
    return v;
}

// --- Operators on sets -----------------------------------------------------------------

static value none_value(void) {
    value v;
    memset(&v, 0, sizeof v);
    return v;
}

static int is_set(const value *v) {
    return v->type == V_SET;
}

static value fold_const(lower *l, ast_kind op, const value *x, const value *y) {
    uint64_t *k = fresh_set(l);
    for (int i = 0; i < l->b->words; i++) {
        k[i] = op == A_UNION  ? x->k[i] | y->k[i]
               : op == A_MEET ? x->k[i] & y->k[i]
                              : x->k[i] & ~y->k[i];
    }
    return value_of_const(k);
}

static value combine_sets(lower *l, ast_kind op, const value *x, const value *y) {
    if (x->k && y->k) {
        return fold_const(l, op, x, y);
    }
    if (y->k && op != A_UNION) {
        int out = x->owned ? x->reg : new_set(l);
        emit(l, op == A_MEET ? OP_ANDK : OP_ANDNK, out, x->reg, new_const(l, y->k), 0, 0);
        return value_of_set(out, 1);
    }
    if (x->k && op == A_MEET) {
        return combine_sets(l, op, y, x);
    }
    int p = set_reg(l, x), q = set_reg(l, y);
    int out = x->owned ? p : new_set(l);
    emit(l, op == A_UNION ? OP_OR : op == A_MEET ? OP_AND : OP_ANDN, out, p, q, 0, 0);
    return value_of_set(out, 1);
}

static void shift_const(const board *b, uint64_t *out, const uint64_t *k, uint16_t s, int back) {
    for (int c = 0; c < b->cells; c++) {
        uint16_t t = b->shift[s].to[c];
        if (t == BOARD_NONE) {
            continue;
        }
        if (back ? board_has(k, t) : board_has(k, c)) {
            board_put(out, back ? c : t);
        }
    }
}

static value shift_set(lower *l, const value *x, const value *dirs, int back) {
    if (x->k) {
        uint64_t *k = fresh_set(l);
        for (int i = 0; i < dirs->count; i++) {
            shift_const(l->b, k, x->k, dirs->shift[i], back);
        }
        return value_of_const(k);
    }
    int out = new_set(l);
    if (dirs->count == 1) {
        emit(l, back ? OP_BACK : OP_SHIFT, out, x->reg, dirs->shift[0], 0, 0);
    } else {
        uint16_t d = board_dirset(l->b, dirs->shift, dirs->count);
        if (dirs->count > 4 || !l->b->lattice) {
            board_need_near(l->b, d);
        }
        emit(l, back ? OP_NEARB : OP_NEAR, out, x->reg, d, 0, 0);
    }
    return value_of_set(out, 1);
}

static value shift_set_by_number(lower *l, const value *x, const value *dir, int back) {
    int out = new_set(l);
    emit(l, OP_SHIFTI, out, set_reg(l, x), dir->reg,
         (uint16_t)(int16_t)(back ? -dir->num : dir->num), 0);
    return value_of_set(out, 1);
}

static int32_t safe_range(int64_t v) {
    return (int32_t)(v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : v);
}

static value combine_ints(lower *l, ast_kind op, const value *x, const value *y) {
    int64_t a = x->lo, b = x->hi, c = y->lo, d = y->hi;
    if (x->konst && y->konst) {
        int64_t v = op == A_ADD ? a + c : op == A_SUB ? a - c : a * c;
        return value_of_int(safe_range(v));
    }
    int out = new_num(l);
    emit(l,
         op == A_ADD   ? OP_IADD
         : op == A_SUB ? OP_ISUB
                       : OP_IMUL,
         out, num_reg(l, x), num_reg(l, y), 0, 0);
    int64_t lo, hi;
    if (op == A_ADD) {
        lo = a + c, hi = b + d;
    } else if (op == A_SUB) {
        lo = a - d, hi = b - c;
    } else {
        int64_t m[4] = {a * c, a * d, b * c, b * d};
        lo = hi = m[0];
        for (int i = 1; i < 4; i++) {
            lo = m[i] < lo ? m[i] : lo;
            hi = m[i] > hi ? m[i] : hi;
        }
    }
    return value_of_reg(l, out, safe_range(lo), safe_range(hi));
}

static value mixed_error(lower *l, const ast *e, const value *x, const value *y) {
    if (x->type && y->type) {
        char op = e->kind == A_ADD ? '+' : e->kind == A_SUB ? '-' : e->kind == A_MUL ? '*' : '|';
        diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "`%c` cannot join %s and %s", op,
                 type_phrase((value_type)x->type), type_phrase((value_type)y->type));
    }
    return none_value();
}

static value lower_binary(lower *l, const ast *e) {
    ast_kind op = (ast_kind)e->kind;
    value x = lower_expr(l, e->a), y = lower_expr(l, e->b);
    if (x.type == V_DIR && y.type == V_DIR) {
        if (op == A_ADD) return add_dirs(l, e, &x, &y);
        if (op == A_UNION) {
            for (int i = 0; i < y.count; i++) {
                add_shift(l, e, &x, y.shift[i]);
            }
            return x;
        }
        if (op == A_SUB) { // without these directions
            value v = value_of_dirs(NULL, 0);
            for (int i = 0; i < x.count; i++) {
                int drop = 0;
                for (int k = 0; k < y.count; k++) {
                    drop |= x.shift[i] == y.shift[k];
                }
                if (!drop) {
                    add_shift(l, e, &v, x.shift[i]);
                }
            }
            return v;
        }
    }
    if (is_set(&x) && y.type == V_DIR && (op == A_ADD || op == A_SUB)) {
        return shift_set(l, &x, &y, op == A_SUB);
    }
    if (is_set(&x) && y.type == V_DIRI && (op == A_ADD || op == A_SUB)) {
        return shift_set_by_number(l, &x, &y, op == A_SUB);
    }
    if (is_set(&x) && is_set(&y) && (op == A_UNION || op == A_MEET || op == A_SUB)) {
        return combine_sets(l, op, &x, &y);
    }
    if (x.type == V_INT && y.type == V_INT && (op == A_ADD || op == A_SUB || op == A_MUL)) {
        return combine_ints(l, op, &x, &y);
    }
    if (op == A_MUL && x.type == V_INT && x.konst && y.type == V_DIR) {
        return multiply_dirs(l, e, x.num, &y);
    }
    if (op == A_MUL && x.type == V_INT && x.konst && y.type == V_DIRI && x.num > 0 && x.num < 64) {
        y.num *= x.num;
        return y;
    }
    return mixed_error(l, e, &x, &y);
}

// X on attacked, X & safe: only the cells of X are looked at.
static int is_attack_word(const lower *l, const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0 && !find_binding(l, word);
}

static value lower_meet(lower *l, const ast *e) {
    for (int swap = 0; swap < 2; swap++) {
        const ast *word = swap ? e->a : e->b, *cells = swap ? e->b : e->a;
        int safe = is_attack_word(l, word, "safe");
        if (safe || is_attack_word(l, word, "attacked")) {
            int x = lower_set(l, cells, "`attacked` is about cells");
            int hit = lower_attacked(l, x, NULL);
            if (safe) {
                emit(l, OP_ANDN, hit, x, hit, 0, 0);
            }
            return value_of_set(hit, 1);
        }
    }
    return lower_binary(l, e);
}

// --- Words -----------------------------------------------------------------------------

static value no_here(lower *l, const ast *e) {
    diag *d =
        diag_add(l->diags, DIAG_NO_HERE, e->at,
                 l->setup ? "nothing is moving during the setup, so `%s` has no meaning"
                          : "nothing is moving when endings are checked, so `%s` has no meaning",
                 e->name ? e->name : "here");
    diag_help(d, "the cell just played is `last.to`");
    return none_value();
}

static value here_value(lower *l, const ast *e) {
    return l->here == NO_REG ? no_here(l, e) : value_of_set(l->here, 0);
}

static value var_value(lower *l, int var, int player) {
    const decl_number *d = &l->g->vars[var];
    int reg = l->p->var_at[var] + (d->each ? player : 0);
    return value_of_reg(l, reg, l->var_now[var].min, l->var_now[var].max);
}

static value token_cells(lower *l, int kind) {
    int r = new_set(l);
    emit(l, OP_TOKENS, r, kind, 0, 0, 0);
    return value_of_set(r, 1);
}

static int find_number(const decl_number *list, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_tokens(const lower *l, const char *name) {
    for (int i = 0; i < l->g->token_count; i++) {
        if (strcmp(l->g->tokens[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static value dir_word(lower *l, const ast *e, int *found) {
    const board *b = l->b;
    *found = 1;
    int rel = relative_word(e->name);
    if (rel >= 0) return relative_dirs(l, e, relative_words[rel].turn);
    if (strcmp(e->name, "any") == 0) return value_of_dirs(b->any, b->any_count);
    if (strcmp(e->name, "orthogonal") == 0)
        return value_of_dirs(b->orthogonal, b->orthogonal_count);
    if (strcmp(e->name, "diagonal") == 0) return value_of_dirs(b->diagonal, b->diagonal_count);
    int d = board_dir_find(b, e->name);
    if (d >= 0) return value_of_dirs(&b->dir[d].shift, 1);
    *found = 0;
    return none_value();
}

static value set_word(lower *l, const ast *e, int *found) {
    static const char *const words[] = {"empty",   "pieces", "mine", "enemy",  "neutral",  "board",
                                        "here",    "it",     "top",  "bottom", "left",     "right",
                                        "corners", "edge",   "dark", "light",  "attacked", "safe"};
    int i = 0;
    for (; i < 18 && strcmp(words[i], e->name) != 0; i++) {
    }
    *found = i < 18;
    switch (i) {
    case 0: return value_of_set(lower_empty(l), 1);
    case 1: return value_of_set(lower_pieces(l), l->p->players > 1);
    case 2: return value_of_set(l->p->at.own + l->me, 0);
    case 3: return value_of_set(lower_enemies(l), l->p->players > 2);
    case 4: return value_of_set(lower_owner_set(l, IR_NEUTRAL), 0);
    case 5: return value_of_const(l->b->all);
    case 6: return here_value(l, e);
    case 7: return l->here == NO_REG ? no_here(l, e) : value_of_set(l->p->at.it, 0);
    case 8:
    case 9:
    case 10:
    case 11: return border_const(l, i - 8);
    case 12: return edge_const(l, 1);
    case 13: return edge_const(l, 0);
    case 14: return colour_const(l, 0);
    case 15: return colour_const(l, 1);
    case 16:
    case 17: {
        value all = value_of_const(l->b->all);
        int x = set_reg(l, &all), hit = lower_attacked(l, x, NULL);
        if (i == 17) {
            emit(l, OP_ANDN, hit, x, hit, 0, 0);
        }
        return value_of_set(hit, 1);
    }
    default: return none_value();
    }
}

static value expand_let(lower *l, const ast *e, const binding *b) {
    if (l->depth > 24) {
        diag_add(l->diags, DIAG_DEF_LOOP, e->at, "`%s` is defined by itself", e->name);
        return none_value();
    }
    const binding *saved = l->env;
    l->depth++;
    l->env = b->env;
    value v = lower_expr(l, b->let);
    l->env = saved;
    l->depth--;
    return v;
}

static value expand_def(lower *l, const ast *e, const decl_def *d) {
    binding args[4];
    if (l->depth > 24) {
        diag_add(l->diags, DIAG_DEF_LOOP, e->at, "`%s` is defined by itself", e->name);
        return none_value();
    }
    if (d->is_rule) {
        diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "`%s` is a rule, not cells or a number",
                 e->name);
        return none_value();
    }
    if (!bind_arguments(l, d, e, args)) {
        return none_value();
    }
    const binding *saved = l->env;
    l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    l->depth++;
    value v = lower_expr(l, d->body);
    l->depth--;
    l->env = saved;
    return v;
}

int bind_arguments(lower *l, const decl_def *d, const ast *call, binding *out) {
    int n = 0;
    for (const ast *a = call->list; a; a = a->next) {
        n++;
    }
    if (n != d->param_count) {
        diag *g = diag_add(l->diags, DIAG_ARGUMENTS, call->at, "`%s` takes %d, not %d", d->name,
                           d->param_count, n);
        diag_also(g, d->at, "defined here");
        return 0;
    }
    const ast *a = call->list;
    for (int i = 0; i < n; i++, a = a->next) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].name = d->param[i];
        out[i].kind = BIND_VALUE;
        out[i].v = lower_expr(l, a);
        out[i].v.owned = 0; // it may be read again
        out[i].up = i ? &out[i - 1] : NULL;
        if (out[i].v.type == V_NONE) {
            return 0;
        }
    }
    return 1;
}

static value lower_word(lower *l, const ast *e) {
    int found;
    const binding *b = find_binding(l, e->name);
    if (b) {
        return b->kind == BIND_VALUE ? b->v : expand_let(l, e, b);
    }
    value v = set_word(l, e, &found);
    if (found) return v;
    v = dir_word(l, e, &found);
    if (found) return v;
    int i = find_number(l->g->vars, l->g->var_count, e->name);
    if (i >= 0) return var_value(l, i, l->me);
    i = find_number(l->g->options, l->g->option_count, e->name);
    if (i >= 0) return value_of_int(l->p->option_value[i]);
    i = find_tokens(l, e->name);
    if (i >= 0) return token_cells(l, i);
    const decl_def *d = find_def(l, e->name);
    if (d) return expand_def(l, e, d);
    i = board_cell(l->b, e->name);
    if (i >= 0) {
        uint64_t *k = fresh_set(l);
        board_put(k, i);
        return value_of_const(k);
    }
    if (strcmp(e->name, "turns") == 0) {
        int r = new_num(l);
        emit(l, OP_TURNS, r, 0, 0, 0, 0);
        return value_of_reg(l, r, 0, 1000000);
    }
    unknown_word(l, e, l->wanted ? l->wanted : "word");
    return none_value();
}

static value lower_title(lower *l, const ast *e) {
    int t = find_type(l, e->name), p = find_player(l, e->name);
    if (t >= 0) return value_of_set(lower_type_set(l, t), 0);
    if (p >= 0) return value_of_set(l->p->at.own + p, 0);
    unknown_word(l, e, "piece or player");
    return none_value();
}

// --- my store, enemy Rook, my hand ---------------------------------------------------------

static value hand_value(lower *l, int player) {
    int r = new_num(l);
    int first = l->p->at.hands + player * l->p->types;
    if (!l->g->hand_count) {
        return value_of_int(0);
    }
    emit(l, OP_IMOV, r, first, 0, 0, 0);
    for (int i = 1; i < l->p->types; i++) {
        emit(l, OP_IADD, r, r, first + i, 0, 0);
    }
    return value_of_reg(l, r, 0, 100000);
}

static value has_value(lower *l, const ast *e, int player) {
    for (int i = 0; i < l->g->has_count; i++) {
        const decl_has *h = &l->g->has[i];
        if (strcmp(h->name, e->name) == 0 && find_player(l, h->player) == player) {
            const binding *saved = l->env;
            l->env = NULL;
            value v = lower_expr(l, h->value);
            l->env = saved;
            return v;
        }
    }
    return none_value();
}

static value owned_by(lower *l, const ast *e, int player) {
    int t = find_type(l, e->name);
    int var = find_number(l->g->vars, l->g->var_count, e->name);
    if (t >= 0) {
        int out = new_set(l);
        emit(l, OP_AND, out, l->p->at.own + player, lower_type_set(l, t), 0, 0);
        return value_of_set(out, 1);
    }
    if (strcmp(e->name, "hand") == 0) return hand_value(l, player);
    if (var >= 0 && l->g->vars[var].each) return var_value(l, var, player);
    return has_value(l, e, player);
}

static value lower_owned(lower *l, const ast *e) {
    value sum = none_value();
    int any = 0;
    for (int i = 0; i < l->p->players; i++) {
        if ((i == l->me) == (e->flag == 1)) {
            continue;
        }
        value v = owned_by(l, e, i);
        if (!v.type) {
            say_unknown(l, e, "thing of a player", e->name);
            return v;
        }
        sum = !any              ? v
              : is_set(&v)      ? combine_sets(l, A_UNION, &sum, &v)
              : v.type == V_INT ? combine_ints(l, A_ADD, &sum, &v)
                                : v;
        any = 1;
    }
    return any ? sum : value_of_set(lower_enemies(l), 0);
}

// --- Others ------------------------------------------------------------------------------

static value lower_span(lower *l, const ast *e) {
    int from = e->a->kind == A_WORD ? board_cell(l->b, e->a->name) : -1;
    int to = e->b->kind == A_WORD ? board_cell(l->b, e->b->name) : -1;
    if (from < 0 || to < 0) {
        unknown_word(l, from < 0 ? e->a : e->b, "cell");
        return none_value();
    }
    uint64_t *k = fresh_set(l);
    const board *b = l->b;
    for (int c = 0; c < b->cells; c++) {
        int in;
        if (b->kind == TOPO_LOOP || b->kind == TOPO_TRACK || b->kind == TOPO_GRAPH) {
            in = from <= to ? c >= from && c <= to : c >= from || c <= to;
        } else {
            int x0 = b->x[from] < b->x[to] ? b->x[from] : b->x[to];
            int x1 = b->x[from] + b->x[to] - x0;
            int y0 = b->y[from] < b->y[to] ? b->y[from] : b->y[to];
            int y1 = b->y[from] + b->y[to] - y0;
            in = b->x[c] >= x0 && b->x[c] <= x1 && b->y[c] >= y0 && b->y[c] <= y1;
        }
        if (in && board_has(b->all, c)) {
            board_put(k, c);
        }
    }
    return value_of_const(k);
}

// rank 2, row 3, column 1; or `row of here`.
static value lower_rank(lower *l, const ast *e) {
    int f = e->kind == A_RANK ? facing_of(l, l->me) : 0;
    if (f < 0) {
        ast word = *e;
        word.name = "rank";
        return relative_dirs(l, &word, 0);
    }
    int row = e->kind == A_COLUMN ? 0 : e->kind == A_ROW ? 1 : f < 2;
    if (e->flag) {
        int x = lower_set(l, e->a, "`of` needs a cell"), out = new_set(l);
        emit(l, row ? OP_ROWOF : OP_COLOF, out, x, 0, 0, 0);
        return value_of_set(out, 1);
    }
    value n = lower_int(l, e->a, "a rank, row or column has a number");
    int max = row ? l->b->max_y + 1 : l->b->max_x + 1;
    if (n.type != V_INT) {
        return n;
    }
    if (!n.konst) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->at, "this number must be known before play");
        return none_value();
    }
    if (n.num < 1 || n.num > max) {
        diag *d =
            diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "there is no such line on this board");
        diag_note(d, "they run from 1 to %d", max);
        return none_value();
    }
    int mirrored = e->kind == A_RANK && (f == 1 || f == 3);
    return line_const(l, row, mirrored ? max - n.num : n.num - 1);
}

static uint16_t ray_dirset(lower *l, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        board_need_ray(l->b, dirs->shift[i]);
    }
    return board_dirset(l->b, dirs->shift, dirs->count);
}

static void need_all_rays(lower *l) {
    board *b = l->b;
    for (int i = 0; i < b->any_count; i++) {
        board_need_ray(b, b->any[i]);
    }
    for (int i = 0; i < b->orthogonal_count; i++) {
        board_need_ray(b, b->orthogonal[i]);
    }
    for (int i = 0; i < b->diagonal_count; i++) {
        board_need_ray(b, b->diagonal[i]);
    }
}

static value lower_ray(lower *l, const ast *e) {
    value dirs = lower_dirs(l, e->a, "a ray has a direction");
    value all = value_of_const(l->b->all);
    if (l->here == NO_REG) {
        return no_here(l, e);
    }
    int along = e->b ? lower_set(l, e->b, "a ray runs over cells") : set_reg(l, &all);
    if (e->flag) {
        int r = new_set(l);
        emit(l, OP_NOT, r, along, 0, 0, 0);
        along = r;
    }
    int out = new_set(l);
    if (dirs.type == V_DIRI) {
        need_all_rays(l);
        emit(l, OP_RAYI, out, l->here, dirs.reg, along, 0);
    } else {
        emit(l, OP_RAY, out, l->here, ray_dirset(l, &dirs), along, 0);
    }
    return value_of_set(out, 1);
}

static value lower_toward(lower *l, const ast *e) {
    if (l->here == NO_REG) {
        return no_here(l, e);
    }
    int x = lower_set(l, e->a, "`toward` needs a cell"), out = new_num(l);
    need_all_rays(l);
    emit(l, OP_TOWARD, out, l->here, x, 0, 0);
    value v = value_of_reg(l, out, -1, BOARD_MAX_SHIFTS);
    v.type = V_DIRI;
    v.num = 1;
    return v;
}

static value lower_flood(lower *l, const ast *e) {
    int seed = lower_set(l, e->a, "a flood starts from cells");
    int within = lower_set(l, e->b, "a flood spreads over cells"), out = new_set(l);
    uint16_t d = board_dirset(l->b, l->b->any, l->b->any_count);
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    emit(l, OP_FLOOD, out, seed, within, d, 0);
    return value_of_set(out, 1);
}

static value lower_line(lower *l, const ast *e) {
    value n = lower_int(l, e->a, "a line has a length");
    int x = lower_set(l, e->b, "a line is made of cells"), out = new_set(l);
    if (n.type == V_INT && (!n.konst || n.num < 1 || n.num > 64)) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->a->at, "a line's length is a number from 1 to 64");
        n.num = 1;
    }
    emit(l, OP_LINE, out, x, n.num, 0, 0);
    return value_of_set(out, 1);
}

static value lower_member(lower *l, const ast *e) {
    const ir_layout *at = &l->p->at;
    if (e->a->kind == A_WORD && strcmp(e->a->name, "last") == 0) {
        if (strcmp(e->name, "from") == 0) return value_of_set(at->last_from, 0);
        if (strcmp(e->name, "to") == 0) return value_of_set(at->last_to, 0);
        if (strcmp(e->name, "over") == 0) return value_of_set(at->last_over, 0);
        diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "`last` has no `%s`", e->name);
        diag_note(d, "it has from, to and over");
        return none_value();
    }
    diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "a cell has no `%s`", e->name);
    diag_note(d, "one can ask a piece whether it is `unmoved`");
    return none_value();
}

// `each d in D: run if run + d on M where run = ray d while E`, the shape of
// custodial captures, is one instruction.
int is_flank(lower *l, const ast *e) {
    const ast *let = e->list;
    if (e->kind != A_EACH || !let || let->next || !e->c || e->b->kind != A_WORD ||
        strcmp(e->b->name, let->name) != 0 || let->a->kind != A_RAY || let->a->flag || !let->a->b ||
        let->a->a->kind != A_WORD || strcmp(let->a->a->name, e->name) != 0 ||
        e->c->kind != A_MEET || e->c->a->kind != A_ADD) {
        return 0;
    }
    const ast *sum = e->c->a;
    return sum->a->kind == A_WORD && strcmp(sum->a->name, let->name) == 0 &&
           sum->b->kind == A_WORD && strcmp(sum->b->name, e->name) == 0 &&
           !mentions_here(l, let->a->b) && !mentions_here(l, e->c->b) &&
           !mentions_word(l, let->a->b, e->name) && !mentions_word(l, e->c->b, e->name);
}

int lower_flank(lower *l, const ast *e, int from, int all_cells) {
    value dirs = lower_dirs(l, e->a, "`each` goes through directions");
    int run = lower_set(l, e->list->a->b, "a ray runs over cells");
    int goal = lower_set(l, e->c->b, "the run must end on cells");
    int out = new_set(l);
    uint16_t d = ray_dirset(l, &dirs);
    emit(l, all_cells ? OP_RAYHIT : OP_FLANK, out, from, goal, run, d);
    return out;
}

static value lower_each(lower *l, const ast *e) {
    if (l->here != NO_REG && is_flank(l, e)) {
        return value_of_set(lower_flank(l, e, l->here, 0), 1);
    }
    value dirs = lower_dirs(l, e->a, "`each` goes through directions");
    int sum = new_set(l);
    emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    if (dirs.type == V_DIRI) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->a->at,
                 "these directions must be known before play");
        return none_value();
    }
    for (int i = 0; i < dirs.count; i++) {
        int saved_top = l->set_top;
        binding d, lets[8];
        const binding *saved = l->env;
        label skip = {0};
        int n = 0;
        memset(&d, 0, sizeof d);
        d.name = e->name;
        d.kind = BIND_VALUE;
        d.v = value_of_dirs(&dirs.shift[i], 1);
        d.up = l->env;
        l->env = &d;
        for (const ast *let = e->list; let && n < 8; let = let->next, n++) {
            memset(&lets[n], 0, sizeof lets[n]);
            lets[n].name = let->name;
            lets[n].kind = BIND_LET;
            lets[n].let = let->a;
            lets[n].env = l->env;
            lets[n].up = l->env;
            l->env = &lets[n];
        }
        if (e->c) {
            lower_cond(l, e->c, 0, &skip);
        }
        int x = lower_set(l, e->b, "`each` collects cells");
        emit(l, OP_OR, sum, sum, x, 0, 0);
        emit_label(l, &skip);
        l->env = saved;
        l->set_top = saved_top;
    }
    return value_of_set(sum, 1);
}

static value lower_where(lower *l, const ast *e) {
    binding lets[8];
    const binding *saved = l->env;
    int n = 0;
    for (const ast *let = e->list; let && n < 8; let = let->next, n++) {
        memset(&lets[n], 0, sizeof lets[n]);
        lets[n].name = let->name;
        lets[n].kind = BIND_LET;
        lets[n].let = let->a;
        lets[n].env = l->env;
        lets[n].up = l->env;
        l->env = &lets[n];
    }
    value v = lower_expr(l, e->a);
    l->env = saved;
    return v;
}

static value lower_call(lower *l, const ast *e) {
    if (strcmp(e->name, "between") == 0) {
        if (!e->list || !e->list->next || e->list->next->next) {
            diag_add(l->diags, DIAG_ARGUMENTS, e->at, "`between` takes two cells");
            return none_value();
        }
        int x = lower_set(l, e->list, "`between` needs cells");
        int y = lower_set(l, e->list->next, "`between` needs cells"), out = new_set(l);
        need_all_rays(l);
        emit(l, OP_BETWEEN, out, x, y, 0, 0);
        return value_of_set(out, 1);
    }
    const decl_def *d = find_def(l, e->name);
    if (d) {
        return expand_def(l, e, d);
    }
    unknown_word(l, e, "definition");
    return none_value();
}

static value lower_count(lower *l, const ast *e) {
    int x = lower_set(l, e->a, "`count` counts cells"), r = new_num(l);
    emit(l, OP_COUNT, r, x, 0, 0, 0);
    return value_of_reg(l, r, 0, l->b->cells);
}

static value lower_at(lower *l, const ast *e) {
    int kind = find_tokens(l, e->name);
    int x = lower_set(l, e->a, "tokens lie at cells"), r = new_num(l);
    if (kind < 0) {
        unknown_word(l, e, "kind of tokens");
        return none_value();
    }
    emit(l, OP_TOKSUM, r, x, kind, 0, 0);
    return value_of_reg(l, r, 0, 1000000);
}

static value lower_negation(lower *l, const ast *e) {
    value v = lower_expr(l, e->a);
    if (v.type == V_DIR) return negate_dirs(l, e, &v);
    if (v.type == V_DIRI) {
        v.num = -v.num;
        return v;
    }
    value zero = value_of_int(0);
    if (v.type == V_INT) return combine_ints(l, A_SUB, &zero, &v);
    wrong_type(l, e->a, "`-` turns round a direction or a number", (value_type)v.type);
    return none_value();
}

value lower_expr(lower *l, const ast *e) {
    if (l->broken) {
        return none_value();
    }
    switch ((ast_kind)e->kind) {
    case A_NUM:
        if (e->flag) {
            diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "halves are for scores only");
        }
        return value_of_int(e->num);
    case A_WORD: return lower_word(l, e);
    case A_TITLE: return lower_title(l, e);
    case A_SPAN: return lower_span(l, e);
    case A_VEC: return vector_dirs(l, e);
    case A_CALL: return lower_call(l, e);
    case A_MEMBER: return lower_member(l, e);
    case A_MEET: return lower_meet(l, e);
    case A_UNION:
    case A_ADD:
    case A_SUB:
    case A_MUL: return lower_binary(l, e);
    case A_NEG: return lower_negation(l, e);
    case A_COUNT: return lower_count(l, e);
    case A_TOWARD: return lower_toward(l, e);
    case A_OWNED: return lower_owned(l, e);
    case A_LINE: return lower_line(l, e);
    case A_RAY: return lower_ray(l, e);
    case A_FLOOD: return lower_flood(l, e);
    case A_RANK:
    case A_ROW:
    case A_COLUMN: return lower_rank(l, e);
    case A_EACH: return lower_each(l, e);
    case A_AT: return lower_at(l, e);
    case R_WHERE: return lower_where(l, e);
    default: break;
    }
    diag *d =
        diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "this is a condition, not cells or a number");
    diag_help(d, "conditions stand after `if`, `when` and `require`");
    return none_value();
}

// --- With a type in mind ----------------------------------------------------------------

int lower_set(lower *l, const ast *e, const char *what) {
    value v = lower_expr(l, e);
    if (v.type == V_SET) {
        return set_reg(l, &v);
    }
    wrong_type(l, e, what, (value_type)v.type);
    int r = new_set(l);
    emit(l, OP_ZERO, r, 0, 0, 0, 0);
    return r;
}

value lower_int(lower *l, const ast *e, const char *what) {
    value v = lower_expr(l, e);
    if (v.type != V_INT) {
        wrong_type(l, e, what, (value_type)v.type);
        return value_of_int(1);
    }
    return v;
}

value lower_dirs(lower *l, const ast *e, const char *what) {
    const char *saved = l->wanted;
    l->wanted = "direction";
    value v = lower_expr(l, e);
    l->wanted = saved;
    if (v.type != V_DIR && v.type != V_DIRI) {
        char text[60];
        quote(l, e, text, sizeof text);
        if (v.type) {
            diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "%s, but `%s` is %s", what, text,
                     type_phrase((value_type)v.type));
        }
        return value_of_dirs(NULL, 0);
    }
    return v;
}

// --- What an expression depends on ---------------------------------------------------------

typedef struct search {
    lower *l;
    const char *word; // or NULL: anything that is about `here`
    int found, depth;
} search;

static int look(const ast *n, void *with);

static void look_into(search *s, const ast *e, const binding *env) {
    const binding *saved = s->l->env;
    if (s->depth > 24 || s->found) {
        return;
    }
    s->depth++;
    s->l->env = env;
    scan_tree(e, look, s);
    s->l->env = saved;
    s->depth--;
}

static int look(const ast *n, void *with) {
    search *s = with;
    int named = n->kind == A_WORD || n->kind == A_CALL || n->kind == R_REF;
    if (s->word && named && strcmp(n->name, s->word) == 0) {
        s->found = 1;
    }
    if (!s->word) {
        s->found |=
            n->kind == A_RAY || n->kind == A_TOWARD ||
            ((n->kind == A_IN || n->kind == A_IS) && !n->a) ||
            (n->kind == A_WORD && (strcmp(n->name, "here") == 0 || strcmp(n->name, "it") == 0 ||
                                   strcmp(n->name, "unmoved") == 0));
    }
    if (named && !s->found) {
        const binding *b = find_binding(s->l, n->name);
        if (b && b->kind == BIND_LET) {
            look_into(s, b->let, b->env);
        } else if (!b) {
            const decl_def *d = find_def(s->l, n->name);
            if (d) {
                look_into(s, d->body, NULL);
            }
        }
    }
    return !s->found;
}

static int mentions(lower *l, const ast *e, const char *word) {
    search s = {l, word, 0, 0};
    const ast *next = e->next;
    ast only = *e; // without its neighbours in a list
    (void)next;
    only.next = NULL;
    scan_tree(&only, look, &s);
    return s.found;
}

int mentions_here(lower *l, const ast *e) {
    return mentions(l, e, NULL);
}

int mentions_word(lower *l, const ast *e, const char *word) {
    return mentions(l, e, word);
}
