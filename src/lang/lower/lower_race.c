// SPDX-License-Identifier: MIT
//
// Races: boards that are one way of cells, a loop or a track. `facing next` or `prev` says which way a player
// goes, `from` where it begins; ranks are counted from there. And `rank at`, the rank of a cell as a number, on
// every board that has ranks.
#include "lang/lower/lower_expr.h"

#include <string.h>

// The cell of rank 1.
static int first_cell(const lower *l, int way) {
    const decl_player *d = &l->g->players[l->me];
    const int from = d->from ? board_cell(l->b, d->from) : -1;
    return from >= 0 ? from : way > 0 ? 0 : l->b->area0 - 1;
}

// The rank of a cell for the player, 0 = it has none.
static int race_rank(const lower *l, int cell, int way) {
    const int cells = l->b->area0, far = way * (cell - first_cell(l, way));
    return l->b->kind == BOARD_LOOP ? (far + cells) % cells + 1 : far >= 0 ? far + 1 : 0;
}

static int last_rank(const lower *l, int way) {
    int last = 0;
    for (int c = 0; c < l->b->area0; c++) {
        const int rank = race_rank(l, c, way);
        last = rank > last ? rank : last;
    }
    return last;
}

// rank n, where n is known in play only: of all ranks that it may be, the one it is.
static value rank_in_play(lower *l, const value *n, int way, int last) {
    const int out = lower_new_set(l), number = lower_num_reg(l, n);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    for (int c = 0; c < l->b->area0; c++) {
        const int rank = race_rank(l, c, way);
        if (rank < 1 || rank > last || rank < n->lo || rank > n->hi) {
            continue;
        }
        label other = {0};
        uint64_t *k = lower_fresh_set(l);
        value it_is = lower_value_of_int(rank);
        board_put(k, c);
        lower_emit_jump(l, OP_JNE, number, lower_num_reg(l, &it_is), &other);
        lower_emit(l, OP_KSET, out, lower_new_const(l, k), 0, 0, 0);
        lower_emit_label(l, &other);
    }
    return lower_value_of_set(out, 1);
}

value lower_race_ranks(lower *l, const ast *e) {
    const int way = lower_race_way(l, l->me);
    if (e->flag) { // every rank is one cell
        return lower_value_of_set(lower_set(l, e->a, "`of` needs a cell"), 0);
    }
    value from = lower_int(l, e->a, "a rank has a number");
    value to = e->b ? lower_int(l, e->b, "a rank has a number") : from;
    const int last = last_rank(l, way);
    if (from.type != V_INT || to.type != V_INT) {
        return none_value();
    }
    if (!e->b && !from.konst) {
        return rank_in_play(l, &from, way, last);
    }
    if (!from.konst || !to.konst) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->at, "this number must be known before play");
        return none_value();
    }
    if (from.num < 1 || to.num > last || to.num < from.num) {
        diag *d = diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "there are no such ranks");
        diag_note(d, "they run from 1 to %d, the lower one first", last);
        return none_value();
    }
    uint64_t *k = lower_fresh_set(l);
    for (int c = 0; c < l->b->area0; c++) {
        const int rank = race_rank(l, c, way);
        if (rank >= from.num && rank <= to.num) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

value lower_race_dirs(lower *l, const ast *e, int turn) {
    const int way = lower_race_way(l, l->me), d = board_dir_find(l->b, way > 0 ? "next" : "prev"),
              back = board_dir_find(l->b, way > 0 ? "prev" : "next");
    if (turn > 1 || d < 0 || back < 0) {
        lower_no_facing(l, e);
        return lower_value_of_dirs(NULL, 0);
    }
    return lower_value_of_dirs(&l->b->dir[turn ? back : d].shift, 1);
}

// The rank of a cell on any board that has ranks, 0 = it has none.
static int rank_of(const lower *l, int cell, int facing, int way) {
    const board *b = l->b;
    if (!board_has(b->on, cell)) {
        return 0;
    }
    if (way) {
        return race_rank(l, cell, way);
    }
    const int n = facing < 2 ? b->y[cell] : b->x[cell], most = facing < 2 ? b->max_y : b->max_x;
    return facing % 2 ? most - n + 1 : n + 1;
}

// A bit of the number at a time: the cells whose rank has it are known.
value lower_rank_at(lower *l, const ast *e) {
    const int way = lower_race_way(l, l->me), facing = way ? 0 : lower_facing_of(l, l->me);
    int most = 0;
    if (facing < 0) {
        lower_no_facing(l, e);
        return none_value();
    }
    if (!lower_is_single(l, e->a)) {
        diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, e->at,
                           "`rank at` asks about one cell, and this may be several");
        diag_help(d, "let the player choose:   choose one in … if rank at here > 3");
        return none_value();
    }
    const int cell = lower_set(l, e->a, "`rank at` needs a cell"), out = lower_new_num(l);
    value zero = lower_value_of_int(0);
    lower_emit(l, OP_IMOV, out, lower_num_reg(l, &zero), 0, 0, 0);
    for (int c = 0; c < l->b->area0; c++) {
        const int rank = rank_of(l, c, facing, way);
        most = rank > most ? rank : most;
    }
    for (int bit = 1; bit <= most; bit *= 2) {
        uint64_t *k = lower_fresh_set(l);
        label none = {0};
        for (int c = 0; c < l->b->area0; c++) {
            if (rank_of(l, c, facing, way) & bit) {
                board_put(k, c);
            }
        }
        value cells = lower_value_of_const(k), there = lower_value_of_set(cell, 0),
              more = lower_value_of_int(bit);
        value found = lower_combine_sets(l, A_MEET, &there, &cells);
        lower_emit_jump(l, OP_JNONE, lower_set_reg(l, &found), 0, &none);
        lower_emit(l, OP_IADD, out, out, lower_num_reg(l, &more), 0, 0);
        lower_emit_label(l, &none);
    }
    return lower_value_of_reg(l, out, 0, most);
}

// --- What players say of themselves ----------------------------------------------------------------

static int is_known_facing(const char *word) {
    static const char *const words[] = {"north", "south", "east", "west", "next", "prev"};
    int found = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        found |= strcmp(words[i], word) == 0;
    }
    return found;
}

static void check_facing(lower *l, const decl_player *d) {
    const int along = strcmp(d->facing, "next") == 0 || strcmp(d->facing, "prev") == 0;
    if (!is_known_facing(d->facing)) {
        diag *g =
            diag_add(l->diags, DIAG_UNKNOWN_WORD, d->at, "a player cannot face `%s`", d->facing);
        diag_help(g, "players face north, south, east or west; on a loop or track next or prev");
    } else if (along != lower_is_race(l)) {
        diag *g = diag_add(l->diags, DIAG_NO_FORWARD, d->at, "%s cannot face `%s` on this board",
                           d->name, d->facing);
        diag_help(g, along ? "only loops and tracks lead to `next` and `prev`"
                           : "a loop or track leads to `next` and `prev`");
    }
}

static void check_from(lower *l, const decl_player *d) {
    if (!lower_is_race(l)) {
        diag *g = diag_add(l->diags, DIAG_NO_FORWARD, d->from_at,
                           "only players on a loop or track have a first cell");
        diag_help(g, "for example:   board loop 40");
    } else if (board_cell(l->b, d->from) < 0) {
        diag_add(l->diags, DIAG_NO_SUCH_CELL, d->from_at, "`%s` is not on this board", d->from);
    }
}

void lower_check_players(lower *l) {
    for (int i = 0; i < l->g->player_count; i++) {
        const decl_player *d = &l->g->players[i];
        if (d->facing) {
            check_facing(l, d);
        }
        if (d->from) {
            check_from(l, d);
        }
    }
}
