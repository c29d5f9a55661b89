// SPDX-License-Identifier: MIT
//
// Things on their way from cell to cell (things.h).
#include "lang/game/things.h"

static void drop(uint64_t *set, int cell) {
    set[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

int thing_is_known(const program *p, const void *s, int colour, int cell) {
    const int all = colour >= p->players;
    int i = all ? 0 : colour;
    while (i < p->players && board_has(state_set(p, s, p->at.known + i), cell)) {
        i += all ? 1 : p->players;
    }
    return i >= p->players;
}

// --- One -----------------------------------------------------------------------------------------

thing thing_take(const program *p, void *s, int cell) {
    thing t = {.type = (uint8_t)lang_type_at(p, s, cell)};
    const int owner = lang_owner_at(p, s, cell);
    t.owner = (uint8_t)(owner == IR_NEUTRAL ? p->players : owner);
    for (int i = 0; i < p->players; i++) {
        t.knowers = (uint8_t)(t.knowers | thing_is_known(p, s, i, cell) << i);
        drop(thing_set(p, s, p->at.known + i), cell);
    }
    for (int i = 0; i < thing_owners(p); i++) {
        drop(thing_set(p, s, p->at.own + i), cell);
    }
    drop(thing_set(p, s, p->at.type + t.type), cell);
    return t;
}

void thing_lay(const program *p, void *s, int cell, thing t) {
    board_put(thing_set(p, s, p->at.own + t.owner), cell);
    board_put(thing_set(p, s, p->at.type + t.type), cell);
    for (int i = 0; i < p->players; i++) {
        if (t.knowers >> i & 1) {
            board_put(thing_set(p, s, p->at.known + i), cell);
        }
    }
}

void thing_turn(const program *p, void *s, int cell, int type) {
    drop(thing_set(p, s, p->at.type + lang_type_at(p, s, cell)), cell);
    board_put(thing_set(p, s, p->at.type + type), cell);
}

int thing_room(const program *p, const void *s, const ir_area *a, int first, int type) {
    for (int c = first; c < first + a->size; c++) {
        const int kind = p->slot_kind[c];
        if (thing_is_none(p, s, c) && (type < 0 || kind == 255 || kind == type)) {
            return c;
        }
    }
    return -1;
}

// --- Many ----------------------------------------------------------------------------------------

int things_take(const program *p, void *s, const uint64_t *cells, thing *list) {
    int count = 0;
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(cells, c) && !thing_is_none(p, s, c)) {
            list[count++] = thing_take(p, s, c);
        }
    }
    return count;
}

static int is_before(thing a, thing b) {
    return a.owner != b.owner ? a.owner < b.owner
           : a.type != b.type ? a.type < b.type
                              : a.knowers < b.knowers;
}

void things_sort(thing *list, int count) {
    for (int i = 1; i < count; i++) {
        const thing t = list[i];
        int k = i;
        for (; k > 0 && is_before(t, list[k - 1]); k--) {
            list[k] = list[k - 1];
        }
        list[k] = t;
    }
}

void things_each_hidden(const program *p, void *s, things_look *look, void *with) {
    for (int i = 0; i < p->areas; i++) {
        const ir_area *a = &p->area[i];
        for (int k = 0; a->hidden && k < (a->each ? p->players : 1); k++) {
            look(p, s, a, a->first + k * a->size, with);
        }
    }
}
