// SPDX-License-Identifier: MIT
//
// What a turn does to the board, as code: pieces put and removed, changed, brought; tokens sown; vars
// and endings.
#include <string.h>

#include "lang/lower/lower.h"
#include "lang/lower/lower_could.h"
#include "lang/lower/lower_like.h"
#include "lang/lower/lower_stray.h"

static int owner_of(lower *l, const ast *r, const char *name) {
    if (strcmp(name, "mine") == 0 || strcmp(name, "me") == 0) return l->me;
    if (strcmp(name, "neutral") == 0) {
        return l->p->at.neutral == BOARD_NONE ? -1 : IR_NEUTRAL;
    }
    if (strcmp(name, "enemy") == 0 && l->p->players == 2) return 1 - l->me;
    int p = lower_find_player(l, name);
    if (p < 0) {
        ast word = *r;
        word.name = name;
        lower_unknown_word(l, &word, "owner");
    }
    return p;
}

static void emit_becomes(lower *l, const ast *r) {
    int cells = r->a ? lower_set(l, r->a, "only pieces become something") : l->here;
    const char *name = r->flag ? r->list->name : r->name;
    if (cells == NO_REG) {
        ast word = *r;
        word.kind = A_WORD;
        word.name = "here";
        lower_set(l, &word, "");
        return;
    }
    int type = r->flag ? lower_find_type(l, name) : -1;
    lower_could_forget(l, cells);
    if (type >= 0) {
        lower_emit(l, OP_TYPE, cells, type, 0, 0, 0);
        return;
    }
    int p = owner_of(l, r, name);
    if (p >= 0) {
        lower_emit(l, OP_OWN, cells, p, 0, 0, 0);
    }
}

static void put_one(lower *l, int cells, int owner, int type) {
    lower_bury(l, cells);
    lower_emit(l, OP_PUT, cells, owner, type, 0, 0);
}

static void refuse_many(lower *l, const ast *r) {
    if (!l->setup) {
        diag *d =
            diag_add(l->diags, DIAG_SEVERAL_THINGS, r->at, "only the setup puts several at once");
        diag_help(d, "for example:   setup: put 4 %s on my base", r->name);
        return;
    }
    diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, r->at, "there is no room for so many");
    diag_note(d, "each cell holds one");
    diag_help(d, "to let them stack:   board … piles");
}

void lower_say_overfull(lower *l) {
    for (int i = 0; i < l->g->area_count; i++) {
        const decl_area *a = &l->g->areas[i];
        int most = 0;
        for (int p = 0; p < l->p->players; p++) {
            most = l->area_put[i][p] > most ? l->area_put[i][p] : most;
        }
        if (l->overfull[i]) {
            const int room = lower_count_cells(l, l->area[i][0]);
            const char *each = a->each ? " each" : "";
            diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, l->overfull[i]->at,
                               "there is no room for so many");
            diag_note(d, "this area has %d cell%s", room, room == 1 ? "" : "s");
            diag_help(d, "more of them, or a pile:   area %s%s %d   or   area %s%s piles", a->name,
                      each, most, a->name, each);
        }
    }
}

// Whose a piece in an area is. What an area of a player holds is that player's, what nobody sees is nobody's.
static int owner_in_area(lower *l, const ast *r, int area, int player, int type) {
    const decl_area *d = &l->g->areas[area];
    const int is_nobodys = l->g->pieces[type].neutral || (l->setup && !d->each);
    const int owner = is_nobodys ? IR_NEUTRAL : d->each ? player : l->me;
    const int named = r->name2 ? owner_of(l, r, r->name2) : owner;
    if (named >= 0 && named != owner && (d->each || d->hidden)) {
        diag *m = diag_add(l->diags, DIAG_ON_WHOM, r->at, "whose this is does not need to be said");
        diag_note(m,
                  d->each ? "what lies in `%s` belongs to its player"
                          : "what lies in `%s` belongs to nobody",
                  d->name);
    }
    return named;
}

// put 4 Man on my base: in its pile, or on as many free cells.
static void put_in_area(lower *l, const ast *r, int area, int player, int type) {
    const int count = r->flag ? r->num : 1, is_own = l->g->areas[area].each;
    const int owner = owner_in_area(l, r, area, player, type);
    const int room = lower_count_cells(l, l->area[area][player]);
    int *put = &l->area_put[area][is_own ? player : 0];
    *put += l->setup ? count : 0;
    if (owner < 0) {
        return; // that was said
    }
    if (!l->g->areas[area].piles && *put > room) { // how many come is known at the end
        l->overfull[area] = l->overfull[area] ? l->overfull[area] : r;
        return;
    }
    if (count < 1 || (r->flag && !l->setup)) {
        refuse_many(l, r);
        return;
    }
    for (int i = 0; i < count; i++) {
        const int saved = l->set_top;
        const int cell = l->g->areas[area].sorted ? lower_free_slot(l, area, player, type)
                                                  : lower_free_cell(l, area, player);
        put_one(l, cell, owner, type);
        lower_know_put(l, cell, area, player);
        lower_free_sets(l, saved);
    }
}

// put 5 Man on rank 12: one on the other.
static void put_pile(lower *l, const ast *r, int cells, int owner, int type) {
    if (!l->setup || r->num < 1 || !(l->g->board.flags & TOPO_PILES)) {
        refuse_many(l, r);
        return;
    }
    for (int i = 0; i < r->num; i++) {
        put_one(l, cells, owner, type);
    }
}

static void put_tokens(lower *l, const ast *r) {
    const int cells = lower_set(l, r->a, "`put … on` needs cells"),
              kind = lower_token_kind(l, r, r->name);
    if (kind >= 0) {
        lower_emit(l, OP_TOKADD, cells, kind, (uint16_t)r->num, 0, 0);
    }
}

static void put_pieces(lower *l, const ast *r, int type) {
    int player, area = lower_area_of(l, r->a, &player);
    if (area >= 0) {
        put_in_area(l, r, area, player, type);
        return;
    }
    if (l->g->pieces[type].family) {
        diag *d =
            diag_add(l->diags, DIAG_SEVERAL_THINGS, r->at,
                     "all kinds of `%s` would be put on the same cells", l->g->pieces[type].family);
        diag_help(d, "put them in an area with room for all:   area camp each 6");
        return;
    }
    const int cells = lower_set(l, r->a, "`put … on` needs cells"),
              own = l->g->pieces[type].neutral ? IR_NEUTRAL : l->me,
              owner = r->name2 ? owner_of(l, r, r->name2) : own;
    if (owner >= 0 && r->flag) {
        put_pile(l, r, cells, owner, type);
    } else if (owner >= 0) {
        put_one(l, cells, owner, type);
        lower_know_set(l, cells);
    }
}

static void emit_put(lower *l, const ast *r) {
    const int type = r->flag == 1 ? -1 : lower_find_type(l, r->name);
    if (r->flag == 1) {
        put_tokens(l, r);
    } else if (type < 0) {
        lower_unknown_word(l, r, "piece");
    } else if (!l->g->pieces[type].absent) {
        put_pieces(l, r, type);
    }
}

static void emit_sow(lower *l, const ast *r) {
    int kind = lower_token_kind(l, r, r->name);
    int from = lower_set(l, r->a, "`sow … from` needs a cell");
    ast word = *r;
    word.kind = A_WORD;
    word.name = "next";
    value dirs = lower_dirs(l, r->b ? r->b : &word, "`along` takes a direction");
    int skip;
    if (r->c) {
        skip = lower_set(l, r->c, "`skipping` takes cells");
    } else {
        skip = lower_new_set(l);
        lower_emit(l, OP_ZERO, skip, 0, 0, 0, 0);
    }
    if (dirs.type != V_DIR || dirs.count != 1) {
        diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, r->b ? r->b->at : r->at,
                           "one sows along one direction");
        diag_help(d, "for example:   sow %s from … along next", r->name);
        return;
    }
    if (kind >= 0) {
        lower_emit(l, OP_SOW, l->p->at.here, from, dirs.shift[0], skip, kind);
    }
}

static void emit_assign(lower *l, const ast *r) {
    int var = -1;
    for (int i = 0; i < l->g->var_count; i++) {
        if (strcmp(l->g->vars[i].name, r->name) == 0) {
            var = i;
        }
    }
    if (var < 0) {
        lower_unknown_word(l, r, "var");
        return;
    }
    value v = lower_int(l, r->a, "a var holds a number");
    int reg = l->p->var_at[var] + (l->g->vars[var].each ? l->me : 0);
    if (strcmp(r->name2, "=") != 0) {
        int add = strcmp(r->name2, "+=") == 0;
        int out = lower_new_num(l);
        lower_emit(l, add ? OP_IADD : OP_ISUB, out, reg, lower_num_reg(l, &v), 0, 0);
        ir_range now = l->var_now[var];
        v = lower_value_of_reg(l, out, add ? now.min + v.lo : now.min - v.hi,
                               add ? now.max + v.hi : now.max - v.lo);
    }
    const int from = lower_num_reg(l, &v);
    lower_keep_range(l, r, &v, from);
    lower_note_change(l, OP_ISUB, r->num2, reg);
    lower_emit(l, OP_CLAMP, reg, from, var, 0, 0);
    lower_note_change(l, OP_IADD, r->num2, reg);
}

static void emit_outcome(lower *l, const ast *r) {
    int who = l->me;
    if (r->name) {
        who = lower_find_player(l, r->name);
        if (who < 0) {
            lower_unknown_word(l, r, "player");
            return;
        }
    }
    lower_note_end(l, r->num2);
    lower_emit(l, OP_OUTCOME, r->num, who, 0, 0, 0);
}

static void lower_close(lower *l, const ast *r) {
    int cells = lower_set(l, r->a, "`close` needs cells");
    lower_emit(l, OP_CLOSE, cells, 0, 0, 0, 0);
    lower_raze(l, cells);
}

void lower_emit_effect(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_PUT: emit_put(l, r); break;
    case R_PUT_LIKE: lower_put_like(l, r); break;
    case R_REMOVE: lower_remove(l, r); break;
    case R_BECOMES: emit_becomes(l, r); break;
    case R_BRING: (r->flag & BRING_BY ? lower_bring_by : lower_bring)(l, r); break;
    case R_SOW: emit_sow(l, r); break;
    case R_ASSIGN: emit_assign(l, r); break;
    case R_AGAIN: lower_emit(l, OP_AGAIN, 0, 0, 0, 0, 0); break;
    case R_NEXT_PLAYER: lower_emit(l, OP_HALFPLY, 0, 0, 0, 0, 0); break;
    case R_CLOSE: lower_close(l, r); break;
    case R_OUTCOME: emit_outcome(l, r); break;
    case R_SHOW: lower_show(l, r); break;
    case R_SHUFFLE: lower_shuffle(l, r); break;
    case R_NEXT_IS: lower_next_is(l, r); break;
    case R_OUT:
        lower_note_end(l, r->num2);
        lower_out(l, r->at);
        break;
    default: break;
    }
}
