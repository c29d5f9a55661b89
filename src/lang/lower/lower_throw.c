// SPDX-License-Identifier: MIT
//
// Dice that lie in areas: `roll 5 Die on cup` throws new ones, `roll cup` throws those that lie there once more.
//
// Every die is a chance of its own, over the kinds of its piece, and comes down like a card that is dealt. Areas are
// sorted then (lower_card.c), so throws that show the same faces are the same position.
#include "lang/lower/dice.h"
#include "lang/lower/lower_expr.h"

// --- Nodes -----------------------------------------------------------------------------------------

// What one step throws, and where.
typedef struct throw {
    int first, faces; // kinds: the lowest, and how many
    int area, player;
    int face,
        left; // number registers: what has come up; how many are to be thrown, where that is not known before
}
throw;

// Puts down the die whose face has come up.
static int fall(lower *l, const throw *t, int next) {
    const int node = lower_new_node(l, N_DO, next, 0), each = l->g->areas[t->area].each;
    const uint32_t code = lower_begin_code(l);
    label done = {0};
    for (int kind = t->first; kind < t->first + t->faces; kind++) {
        const int saved = l->set_top;
        const value k = lower_value_of_int(kind);
        label other = {0};
        lower_emit_jump(l, OP_JNE, t->face, lower_num_reg(l, &k), &other);
        const int owner = l->g->pieces[kind].neutral ? IR_NEUTRAL : each ? t->player : l->me;
        lower_emit(l, OP_PUT, lower_free_slot(l, t->area, t->player, kind), owner, kind, 0, 0);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &other);
        lower_free_sets(l, saved);
    }
    lower_emit_label(l, &done);
    lower_emit(l, OP_KINT, t->face, 0, 0, 0, 0); // equal throws are equal positions
    if (t->left != NO_REG) {
        const value one = lower_value_of_int(1);
        lower_emit(l, OP_ISUB, t->left, t->left, lower_num_reg(l, &one), 0, 0);
    }
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

static int throw_one(lower *l, const throw *t, int next) {
    const int effect = fall(l, t, next), node = lower_new_node(l, N_ROLL, effect, 0);
    ir_node *n = &l->p->node[node];
    n->reg = (uint16_t)t->face;
    n->code = (uint32_t)t->first;
    n->apply = (uint32_t)t->faces - 1;
    n->zone = CHANCE_DEAL;
    n->choice = (uint16_t)(t->area << 3 | t->player);
    if (l->p->size.max_chance < t->faces) {
        l->p->size.max_chance = t->faces;
    }
    return node;
}

// As long as any are left to throw: to `next` when there are none, and to what is filled in later when there are.
static int while_left(lower *l, const throw *t, int next) {
    const int node = lower_new_node(l, N_WHEN, next, next);
    const uint32_t code = lower_begin_code(l);
    const value none = lower_value_of_int(0);
    label no = {0};
    lower_emit_jump(l, OP_JEQ, t->left, lower_num_reg(l, &none), &no);
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    l->p->node[node].code = code;
    return node;
}

// Counts the dice of the area and takes them up.
static int take_up(lower *l, const throw *t, int next) {
    const int node = lower_new_node(l, N_DO, next, 0);
    const uint32_t code = lower_begin_code(l);
    const value there = lower_area_value(l, t->area, t->player);
    const int all = lower_set_reg(l, &there), dice = lower_new_set(l), some = lower_new_set(l);
    lower_emit(l, OP_ZERO, dice, 0, 0, 0, 0);
    for (int kind = t->first; kind < t->first + t->faces; kind++) {
        lower_emit(l, OP_AND, some, all, lower_type_set(l, kind), 0, 0);
        lower_emit(l, OP_OR, dice, dice, some, 0, 0);
    }
    lower_emit(l, OP_COUNT, t->left, dice, 0, 0, 0);
    lower_emit(l, OP_CAPTURE, dice, 0, 0, 0, 0);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

static int throw_again(lower *l, const throw *t, int next) {
    const int loop = while_left(l, t, next), first = throw_one(l, t, loop);
    l->p->node[loop].next = (uint16_t)first;
    return take_up(l, t, loop);
}

// --- What is refused -------------------------------------------------------------------------------

static int hides_anything(const game_ast *g) {
    int found = g->unseen != NULL;
    for (int i = 0; i < g->area_count; i++) {
        found |= g->areas[i].hidden;
    }
    for (int i = 0; i < g->piece_count; i++) {
        found |= g->pieces[i].hidden;
    }
    return found;
}

static diag *refuse(lower *l, span at, diag_kind code, const char *what) {
    diag *d = diag_add(l->diags, code, at, "%s", what);
    diag_help(d, "for example:   piece Die neutral of face 1..6   area cup 5   roll 5 Die on cup");
    return d;
}

// Its kinds follow one another.
static int find_faces(const lower *l, const char *die, throw *t) {
    t->first = t->faces = 0;
    for (int i = 0; i < l->g->piece_count; i++) {
        if (dice_is_face(&l->g->pieces[i], die)) {
            t->first = t->faces ? t->first : i;
            t->faces = i - t->first + 1;
        }
    }
    for (int i = t->first; i < t->first + t->faces; i++) {
        if (!dice_is_face(&l->g->pieces[i], die)) {
            return 0;
        }
    }
    return t->faces > 0;
}

static void refuse_many(lower *l, const ast *r, int room) {
    diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, r->at, "there is no room for so many dice");
    diag_note(d, "this area has %d cell%s", room, room == 1 ? "" : "s");
    diag_help(d, "more of them:   area cup %d", r->num);
}

// 1 = refused, with a message.
static int is_refused(lower *l, const ast *r, throw *t) {
    const dice_search s = dice_find(l->g);
    const ast *die = r->name ? r : s.first;
    if (t->area < 0 || !l->g->areas[t->area].sorted) {
        refuse(l, r->a->at, DIAG_WRONG_TYPE, "dice are rolled on an area of several cells");
    } else if (!die) {
        refuse(l, r->at, DIAG_WRONG_TYPE, "there are no dice to roll once more");
    } else if (s.other) {
        diag *d = refuse(l, s.other->at, DIAG_WRONG_TYPE, "all dice of a game are of one piece");
        diag_also(d, s.first->at, "another one is rolled here");
    } else if (!find_faces(l, die->name, t)) {
        refuse(l, die->at, DIAG_WRONG_TYPE,
               "a die is a piece with numbers that follow one another");
    } else if (r->name && (r->num < 1 || r->num > MOST_DICE)) {
        refuse(l, r->at, DIAG_OUT_OF_RANGE, "1 to 16 dice are rolled at once");
    } else if (r->name && r->num > l->p->area[t->area].room) {
        refuse_many(l, r, l->p->area[t->area].room);
    } else if (hides_anything(l->g)) {
        refuse(l, r->at, DIAG_WRONG_TYPE,
               "dice lie open: a game that hides things rolls numbers instead");
    } else {
        return 0;
    }
    return 1;
}

int lower_throw(lower *l, const ast *r, int next) {
    throw t = {0};
    t.area = lower_area_of(l, r->a, &t.player);
    l->here = NO_REG;
    if (is_refused(l, r, &t)) {
        return next;
    }
    t.face = lower_roll_register(l, r);
    t.left = r->name ? NO_REG : lower_roll_register(l, r->a);
    if (!r->name) {
        return throw_again(l, &t, next);
    }
    for (int i = 0; i < r->num; i++) {
        next = throw_one(l, &t, next);
    }
    return next;
}
