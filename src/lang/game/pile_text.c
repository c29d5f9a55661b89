// SPDX-License-Identifier: MIT
//
// What lies on a cell: looking, writing as letters, reading (pile_text.h).
#include "lang/game/pile_text.h"

#include <string.h>

#include "lang/game/state.h"

static int owners(const program *p) {
    return p->players + (p->at.neutral != BOARD_NONE);
}

// --- Looking -----------------------------------------------------------------------------

int lang_thing_owner(const program *p, int thing) {
    const int owner = (thing - 1) / p->types;
    return owner < p->players ? owner : IR_NEUTRAL;
}

int lang_thing_type(const program *p, int thing) {
    return (thing - 1) % p->types;
}

static int read_pile(const program *p, const void *s, int cell, uint16_t out[PILE_MOST + 2]) {
    uint8_t things[PILE_MOST + 2];
    const int count =
        pile_read(&p->pile, state_set(p, s, 0), ir_pile_bytes(p, state_nums(p, s)), cell, things);
    for (int i = 0; i < count; i++) {
        out[i] = things[i];
    }
    return count;
}

int lang_things_at(const program *p, const void *s, int cell, uint16_t out[PILE_MOST + 2]) {
    if (p->pile.at) {
        return read_pile(p, s, cell, out);
    }
    const int owner = lang_owner_at(p, s, cell);
    if (owner < 0) {
        return 0;
    }
    out[0] = (uint16_t)(1 + (owner == IR_NEUTRAL ? p->players : owner) * p->types +
                        lang_type_at(p, s, cell));
    return 1;
}

// --- Writing -----------------------------------------------------------------------------

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

enum { LETTERS = 26 };

// Where there are more kinds than letters they have to be written out.
static int has_own_sign(const program *p, int type) {
    int alike = 0;
    if (p->types > LETTERS && p->g->pieces[type].family) {
        return 0;
    }
    for (int t = 0; t < p->types; t++) {
        alike += p->words.letter[t] == p->words.letter[type];
    }
    return alike == 1;
}

// A digit is no letter: it has no case to say whose it is, and among cells it is a number of free ones.
static int has_own_letter(const program *p, int type) {
    const char c = p->words.letter[type];
    return c >= 'A' && c <= 'Z' && has_own_sign(p, type);
}

static int shares_mark(const program *p, int type) {
    const char *mark = p->g->pieces[type].mark;
    int alike = 0;
    for (int t = 0; mark && t < p->types; t++) {
        const char *other = p->g->pieces[t].mark;
        alike += other && strcmp(mark, other) == 0;
    }
    return alike > 1;
}

// "hearts 5" as hearts5; with the name of its family where another has the same.
static size_t mark_of(const program *p, int type, char *out, size_t cap) {
    const decl_piece *d = &p->g->pieces[type];
    size_t n = 0;
    for (const char *c = d->mark && !shares_mark(p, type) ? d->mark : d->name; *c && n + 1 < cap;
         c++) {
        if (*c != ' ') {
            out[n++] = lower_case(*c);
        }
    }
    out[n] = '\0';
    return n;
}

void lang_put_thing(tsr_out *o, const program *p, int thing) {
    const int owner = lang_thing_owner(p, thing), type = lang_thing_type(p, thing);
    const char c = p->words.letter[type];
    if (owner == IR_NEUTRAL) {
        tsr_put_char(o, '*');
    }
    if (!has_own_letter(p, type)) {
        char mark[64];
        (void)mark_of(p, type, mark, sizeof mark);
        tsr_putf(o, owner == IR_NEUTRAL ? "<%s>" : "<%s>%d", mark, owner + 1);
        return;
    }
    tsr_put_char(o, owner == 1 ? lower_case(c) : c);
    if (p->players > 2 && owner != 1 && owner != IR_NEUTRAL) {
        tsr_put_char(o, (char)('1' + owner)); // or free cells behind it could be read as a player
    }
}

void lang_put_things(tsr_out *o, const program *p, const void *s, int cell) {
    uint16_t things[PILE_MOST + 2];
    const int count = lang_things_at(p, s, cell, things);
    for (int i = 0; i < count; i++) {
        lang_put_thing(o, p, things[i]);
    }
}

// --- Reading -----------------------------------------------------------------------------

// <hearts5>2: a kind that is written out, and whose it is.
static int read_written(tsr_in *in, const program *p, int neutral, const char **why) {
    char mark[64];
    int type = 0;
    size_t n = 0;
    *why = "there is no such piece";
    for (; type < p->types; type++) {
        n = mark_of(p, type, mark, sizeof mark);
        if (strncmp(in->at, mark, n) == 0 && in->at[n] == '>' && !has_own_letter(p, type)) {
            break;
        }
    }
    if (type == p->types) {
        return 0;
    }
    const char digit = in->at[n + 1];
    const int owner = neutral ? p->players : digit - '1';
    *why = "there is no such player";
    if (neutral ? p->at.neutral == BOARD_NONE : owner < 0 || owner >= p->players) {
        return 0;
    }
    in->at += n + 1 + !neutral;
    return 1 + owner * p->types + type;
}

int lang_read_thing(tsr_in *in, const program *p, const char **why) {
    const int neutral = tsr_take_char(in, '*');
    if (tsr_take_char(in, '<')) {
        return read_written(in, p, neutral, why);
    }
    const char c = *in->at;
    int owner = c >= 'a' && c <= 'z' ? 1 : 0, type = -1;
    const char up = owner ? (char)(c - 32) : c;
    for (int t = 0; t < p->types; t++) {
        // a digit, too, as it was once written
        type = p->words.letter[t] == up && has_own_sign(p, t) ? t : type;
    }
    if (type < 0) {
        *why = "there is no piece with this letter";
        return 0;
    }
    in->at++;
    // A digit behind an upper-case letter is a player only when there are more than two.
    const char digit = *in->at;
    if (p->players > 2 && !owner && !neutral && digit != '2' && digit >= '1' &&
        digit <= '0' + p->players) {
        owner = digit - '1';
        in->at++;
    }
    owner = neutral ? p->players : owner;
    if (neutral ? p->at.neutral == BOARD_NONE : owner >= p->players) {
        *why = "there is no such player";
        return 0;
    }
    return 1 + owner * p->types + type;
}

int lang_lay_things(const program *p, void *s, int cell, const uint16_t *things, int count) {
    uint64_t *sets = (uint64_t *)(void *)((char *)s + p->size.head_sets);
    int32_t *nums = (int32_t *)(void *)((char *)s + p->size.head_nums);
    const pile_form flat = {.owners = (uint16_t)owners(p),
                            .types = (uint16_t)p->types,
                            .words = (uint16_t)p->b.words,
                            .typed = p->at.type != BOARD_NONE};
    if (count == 1) {
        pile_show(&flat, sets, cell, things[0]);
        return 1;
    }
    if (!p->pile.at || count > p->pile.room[cell] + 1) {
        return 0;
    }
    uint8_t bytes[PILE_MOST];
    for (int i = 0; i < count; i++) {
        bytes[i] = (uint8_t)things[i];
    }
    pile_write(&p->pile, sets, (uint8_t *)(nums + p->at.piles - 1), cell, bytes, count);
    return 1;
}

// --- Checking ----------------------------------------------------------------------------

static int pile_is_good(const program *p, const void *s, int cell) {
    const pile_form *form = &p->pile;
    const uint8_t *bytes = ir_pile_bytes(p, state_nums(p, s));
    const int covered = bytes[cell], all = 8 * (form->at[cell + 1] - form->at[cell]) / form->bits;
    if (covered > form->room[cell] || (covered && lang_owner_at(p, s, cell) < 0)) {
        return 0;
    }
    for (int i = 0; i < all; i++) {
        const int thing = pile_get(form, bytes, cell, i);
        if (i < covered ? !thing || thing > owners(p) * p->types : thing) {
            return 0;
        }
    }
    return 1;
}

int lang_piles_are_good(const program *p, const void *s) {
    uint16_t things[PILE_MOST + 2];
    int64_t count = 0;
    for (int c = 0; p->pile.at && c < p->b.cells; c++) {
        if (!pile_is_good(p, s, c)) {
            return 0;
        }
        count += lang_things_at(p, s, c, things);
    }
    for (int i = 0; p->pile.at && p->at.hands != BOARD_NONE && i < p->players * p->types; i++) {
        count += state_nums(p, s)[p->at.hands + i];
    }
    for (int i = p->pile.at ? p->pile.at[p->b.cells] : 0; p->pile.at && i % 4; i++) {
        if (ir_pile_bytes(p, state_nums(p, s))[i]) {
            return 0;
        }
    }
    for (int c = p->b.cells; p->pile.at && c < p->pile.at[0]; c++) {
        if (ir_pile_bytes(p, state_nums(p, s))[c]) {
            return 0;
        }
    }
    return !p->pile.at || count <= p->pile_most;
}
