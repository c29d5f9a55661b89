// SPDX-License-Identifier: MIT
//
// A position is written as one line of text (position_text.h).
#include "lang/game/slots.h"

#include <stdio.h>

#include <tessera/rules.h>
#include <tessera/text.h>

#include "lang/game/pile_text.h"
#include "lang/game/position_text.h"
#include "lang/game/sfen.h"
#include "lang/ir/rt/sets.h"

static void put_piece(tsr_out *o, const program *p, const void *s, int cell) {
    uint16_t things[PILE_MOST + 2];
    const int is_pile = lang_things_at(p, s, cell, things) > 1;
    if (p->words.sfen) {
        sfen_put_piece(o, p, lang_owner_at(p, s, cell), lang_type_at(p, s, cell));
        return;
    }
    tsr_put(o, is_pile ? "(" : "");
    lang_put_things(o, p, s, cell);
    tsr_put(o, is_pile ? ")" : "");
}

static void put_areas(tsr_out *o, const program *p, const void *s) {
    for (int c = p->b.area0; c < p->b.cells; c++) {
        if (lang_owner_at(p, s, c) >= 0) {
            tsr_putf(o, " @%s=", p->b.name[c]);
            lang_put_things(o, p, s, c);
        }
    }
}

static void put_board(tsr_out *o, const program *p, const void *s) {
    const board *b = &p->b;
    if (b->kind == BOARD_EMPTY) {
        tsr_put_char(o, '-');
        return;
    }
    for (int y = b->max_y; y >= 0; y--) {
        int x = 0, free = 0;
        for (int c = position_cell(b, y, &x); c >= 0; c = position_cell(b, y, &x)) {
            if (lang_owner_at(p, s, c) < 0) {
                free++;
                continue;
            }
            if (free) {
                tsr_put_int(o, free);
            }
            free = 0;
            put_piece(o, p, s, c);
        }
        if (free) {
            tsr_put_int(o, free);
        }
        if (y) {
            tsr_put_char(o, '/');
        }
    }
}

static void put_cells(tsr_out *o, const program *p, const uint64_t *set) {
    int first = 1;
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(set, c)) {
            tsr_putf(o, first ? "%s" : "+%s", p->b.name[c]);
            first = 0;
        }
    }
    if (first) {
        tsr_put_char(o, '-');
    }
}

static void put_set_field(tsr_out *o, const program *p, const void *s, const char *key, int reg) {
    if (reg != BOARD_NONE && set_any(state_set(p, s, reg), p->b.words)) {
        tsr_putf(o, " %s=", key);
        put_cells(o, p, state_set(p, s, reg));
    }
}

static void put_nums(tsr_out *o, const char *key, const int32_t *n, int count) {
    int any = 0;
    for (int i = 0; i < count; i++) {
        any |= n[i] != 0;
    }
    if (!any) {
        return;
    }
    tsr_putf(o, " %s=", key);
    for (int i = 0; i < count; i++) {
        tsr_putf(o, i ? ",%d" : "%d", n[i]);
    }
}

static void put_ring(tsr_out *o, const program *p, const void *s) {
    const ir_head *h = s;
    const uint64_t *ring = (const uint64_t *)(const void *)((const char *)s + p->size.ring_off);
    if (!p->past.ring_cap) {
        return;
    }
    tsr_put(o, " ring=");
    for (int i = 0; i < h->ring_count; i++) {
        tsr_putf(o, i ? ".%llx" : "%llx", (unsigned long long)ring[i]);
    }
    if (!h->ring_count) {
        tsr_put_char(o, '-');
    }
}

static uint64_t key_of(const program *p, const void *s) {
    frame f;
    vm_load(&f, p, s);
    return vm_key(&f);
}

// A ring of just this position says nothing new.
static int ring_is_plain(const program *p, const void *s) {
    const ir_head *h = s;
    const uint64_t *ring = (const uint64_t *)(const void *)((const char *)s + p->size.ring_off);
    return !p->past.ring_cap || (h->ring_count == 1 && ring[0] == key_of(p, s));
}

static void put_head(tsr_out *o, const program *p, const ir_head *h) {
    if (h->phase) tsr_putf(o, " phase=%u", h->phase);
    if (h->pc) tsr_putf(o, " at=%u", h->pc);
    if (h->swapped) tsr_put(o, " swapped=1");
    if (h->passes) tsr_putf(o, " passes=%u", h->passes);
    if (h->again) tsr_putf(o, " again=%u", h->again);
    if (h->rolls) tsr_putf(o, " rolls=%u", h->rolls);
    if (h->over) {
        tsr_putf(o, " over=%u", h->over);
        for (int i = 0; i < p->players; i++) {
            tsr_putf(o, ":%u", h->rank[i]);
        }
    }
}

// Bits of what FEN's own fields have said, so that extras need not.
enum { SAID_RIGHTS = 1, SAID_EP = 2, SAID_TURNS = 4 };

static int put_fen(tsr_out *o, const program *p, const void *s) {
    const ir_head *h = s;
    char rights[8];
    int said = fen_put_rights(rights, p, s) ? SAID_RIGHTS : 0, ep = fen_ep_square(p, s);
    tsr_putf(o, " %s %s", said ? rights : "-", ep >= 0 ? p->b.name[ep] : "-");
    said |= ep >= 0 ? SAID_EP : 0;
    tsr_putf(o, " %d %u", state_nums(p, s)[p->at.quiet], h->turns / 2 + 1);
    said |= (h->turns & 1) == h->me ? SAID_TURNS : 0;
    return said;
}

static void put_sfen(tsr_out *o, const program *p, const void *s) {
    const ir_head *h = s;
    tsr_put(o, h->me ? " w " : " b ");
    sfen_put_hands(o, p, s);
    tsr_putf(o, " %u", h->turns + 1);
}

static int is_said(const program *p, int said, int reg) {
    return (said & SAID_RIGHTS && reg == p->at.latch) ||
           (said & SAID_EP &&
            (reg == p->at.last_from || reg == p->at.last_to || reg == p->at.last_over));
}

int slot_text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    const program *p = program_of(r);
    const ir_head *h = s;
    tsr_out o = tsr_out_to(buf, cap);
    set_field sets[SET_FIELDS];
    num_field nums[NUM_FIELDS];
    char word[2];
    int said = 0;
    put_board(&o, p, s);
    if (p->words.sfen) {
        put_sfen(&o, p, s);
    } else {
        tsr_putf(&o, " %s", position_mover(p, h->me, word));
    }
    if (p->words.fen) {
        said = put_fen(&o, p, s);
        if (!(said & SAID_TURNS)) {
            tsr_putf(&o, " turns=%u", h->turns);
        }
    } else if (!p->words.sfen) {
        tsr_putf(&o, " %u", h->turns);
    }
    put_head(&o, p, h);
    put_areas(&o, p, s);
    position_sets(p, sets);
    for (int i = 0; i < SET_FIELDS; i++) {
        if (!is_said(p, said, sets[i].reg)) {
            put_set_field(&o, p, s, sets[i].key, sets[i].reg);
        }
    }
    for (int i = 0; i < p->named_count; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "cell%d", i);
        put_set_field(&o, p, s, key, p->at.named + i);
    }
    for (int i = 0; p->at.known != BOARD_NONE && i < p->players; i++) {
        char key[24];
        put_set_field(&o, p, s, position_known_key(i, key), p->at.known + i);
    }
    for (int t = 0; p->at.could_not != BOARD_NONE && t < p->types; t++) {
        char key[24];
        put_set_field(&o, p, s, position_not_key(t, key), p->at.could_not + t);
    }
    put_set_field(&o, p, s, "none", p->at.could_not_have);
    position_nums(p, nums);
    for (int i = 0; i < NUM_FIELDS; i++) {
        int skip = (p->words.fen && (i == FIELD_QUIET || (i == FIELD_LABEL && said & SAID_EP))) ||
                   (p->words.sfen && i == FIELD_HAND);
        if (!skip) {
            put_nums(&o, nums[i].key, state_nums(p, s) + nums[i].reg, nums[i].count);
        }
    }
    if (!ring_is_plain(p, s)) {
        put_ring(&o, p, s);
    }
    return tsr_out_end(&o);
}
