// SPDX-License-Identifier: MIT
//
// Positions as one line of text.
//
//     board mover turns [key=value ...]              most games
//     board mover castling ep half full [key=value]  games like chess: FEN
//
// The board is written row by row from the top, as in FEN: a letter for a piece
// (upper case first player, lower case second; of more than two, all but the second have
// upper case and their number behind it; * before neutral ones), a number for free cells. A pile is written from the
// bottom up, in brackets; what lies in an area as @area=letters. Where there is no board stands -.
// What stands nowhere on the board follows as key=value, left out while it is zero; `ring`
// holds the keys of earlier positions that `repeated` and `new position` look at.
#include "lang/game/joint_state.h"
#include "lang/game/slots.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

#include "lang/game/most_pieces.h"
#include "lang/game/pile_text.h"
#include "lang/ir/rt/sets.h"

// --- Cells in reading order ---------------------------------------------------------------

// The next cell of row `y` at or after column `x`, or -1.
static int cell_in_row(const board *b, int y, int *x) {
    for (; *x <= b->max_x; (*x)++) {
        for (int c = 0; c < b->cells; c++) {
            if (b->x[c] == *x && b->y[c] == y && board_has(b->all, c)) {
                (*x)++;
                return c;
            }
        }
    }
    return -1;
}

static int lattice_cell(const board *b, int y, int *x) {
    if (!b->lattice) {
        return cell_in_row(b, y, x);
    }
    for (; *x < b->width; (*x)++) {
        int c = y * b->width + *x;
        if (board_has(b->all, c)) {
            (*x)++;
            return c;
        }
    }
    return -1;
}

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// --- Writing --------------------------------------------------------------------------------

static void put_piece(tsr_out *o, const program *p, const void *s, int cell) {
    uint16_t things[PILE_MOST + 2];
    const int is_pile = lang_things_at(p, s, cell, things) > 1;
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
        for (int c = lattice_cell(b, y, &x); c >= 0; c = lattice_cell(b, y, &x)) {
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

// The sets that have a key in the text, besides those on the board.
typedef struct set_field {
    const char *key;
    uint16_t reg;
} set_field;

enum { SET_FIELDS = 11 };

static void set_fields(const program *p, set_field *out) {
    const ir_layout *at = &p->at;
    const set_field list[SET_FIELDS] = {
        {"closed", at->closed}, {"unmoved", at->latch},    {"from", at->last_from},
        {"to", at->last_to},    {"across", at->last_over}, {"here", at->here},
        {"it", at->it},         {"later", at->later},      {"nfrom", at->next_from},
        {"nto", at->next_to},   {"nover", at->next_over}};
    memcpy(out, list, sizeof list);
}

typedef struct num_field {
    const char *key;
    uint16_t reg;
    int count;
} num_field;

// Which hidden things a player knows.
static const char *known_key(int player, char key[24]) {
    (void)snprintf(key, 24, "known%d", player + 1);
    return key;
}

enum { NUM_FIELDS = 7 };

static void num_fields(const program *p, num_field *out) {
    const ir_layout *at = &p->at;
    int vars = 0;
    for (int i = 0; i < p->g->var_count; i++) {
        vars += p->g->vars[i].each ? p->players : 1;
    }
    const num_field list[NUM_FIELDS] = {
        {"vars", 0, vars},
        {"hand", at->hands, at->hands == BOARD_NONE ? 0 : p->players * p->types},
        {"tokens", at->tokens, at->tokens == BOARD_NONE ? 0 : p->g->token_count * p->b.cells},
        {"label", at->last_label, at->last_label != BOARD_NONE},
        {"quiet", at->quiet, at->quiet == BOARD_NONE ? 0 : at->events - at->quiet},
        {"mid", at->events, at->state_nums - at->events},
        {"gone", at->gone,
         at->gone == BOARD_NONE ? 0 : p->types * (p->hides_pieces ? p->players : 1)}};
    memcpy(out, list, sizeof list);
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

// --- Castling rights and en passant ------------------------------------------------------------

// The rook that a right of `player` on `side` (1 right, 0 left of the king) is about: the
// outermost one. -1 if there is none.
static int right_rook(const program *p, const void *s, int player, int side, int *king) {
    const board *b = &p->b;
    int rook = -1;
    *king = -1;
    for (int c = 0; c < b->cells; c++) {
        if (lang_owner_at(p, s, c) == player && lang_type_at(p, s, c) == p->past.latch_pair[0]) {
            *king = *king < 0 ? c : *king;
        }
    }
    for (int c = 0; *king >= 0 && c < b->cells; c++) {
        if (lang_owner_at(p, s, c) == player && lang_type_at(p, s, c) == p->past.latch_pair[1] &&
            b->y[c] == b->y[*king] && (side ? b->x[c] > b->x[*king] : b->x[c] < b->x[*king])) {
            rook = rook < 0 || side ? c : rook;
        }
    }
    return rook;
}

static int put_rights(char *out, const program *p, const void *s) {
    static const char letters[] = "KQkq";
    uint64_t sum[BOARD_MAX_WORDS];
    const uint64_t *latch = state_set(p, s, p->at.latch);
    int n = 0;
    set_zero(sum, p->b.words);
    for (int i = 0; i < 4; i++) {
        int king, rook = right_rook(p, s, i / 2, i % 2 == 0, &king);
        if (rook >= 0 && board_has(latch, rook) && board_has(latch, king)) {
            out[n++] = letters[i];
            board_put(sum, rook);
            board_put(sum, king);
        }
    }
    if (n == 0) {
        out[n++] = '-';
    }
    out[n] = '\0';
    return set_same(sum, latch, p->b.words);
}

static int read_rights(const program *p, const void *s, const char *text, uint64_t *latch) {
    static const char letters[] = "KQkq";
    set_zero(latch, p->b.words);
    if (strcmp(text, "-") == 0) {
        return 1;
    }
    for (; *text; text++) {
        const char *at = strchr(letters, *text);
        int king,
            rook =
                at ? right_rook(p, s, (int)(at - letters) / 2, (at - letters) % 2 == 0, &king) : -1;
        if (rook < 0) {
            return 0;
        }
        board_put(latch, rook);
        board_put(latch, king);
    }
    return 1;
}

// From the square passed over to the whole motion: straight ahead for the player who made it.
static int ep_motion(const program *p, const void *s, int over, int *from, int *to) {
    const ir_head *h = s;
    int mover = 1 - h->me, step = mover == 0 ? p->b.width : -p->b.width;
    *from = over - step;
    *to = over + step;
    return *from >= 0 && *from < p->b.cells && *to >= 0 && *to < p->b.cells &&
           lang_owner_at(p, s, *to) == mover && lang_owner_at(p, s, *from) < 0 &&
           lang_owner_at(p, s, over) < 0;
}

static int ep_square(const program *p, const void *s) {
    const uint64_t *over = state_set(p, s, p->at.last_over);
    const int w = p->b.words;
    int c = set_first(over, w), from, to;
    if (c < 0 || set_count(over, w) != 1 || !ep_motion(p, s, c, &from, &to)) {
        return -1;
    }
    const uint64_t *f = state_set(p, s, p->at.last_from), *t = state_set(p, s, p->at.last_to);
    int good = set_first(f, w) == from && set_count(f, w) == 1 && set_first(t, w) == to &&
               set_count(t, w) == 1 &&
               state_nums(p, s)[p->at.last_label] == (int32_t)p->past.asked_labels;
    return good ? c : -1;
}

// Bits of what FEN's own fields have said, so that extras need not.
enum { SAID_RIGHTS = 1, SAID_EP = 2, SAID_TURNS = 4 };

static int put_fen(tsr_out *o, const program *p, const void *s) {
    const ir_head *h = s;
    char rights[8];
    int said = put_rights(rights, p, s) ? SAID_RIGHTS : 0, ep = ep_square(p, s);
    tsr_putf(o, " %s %s", said ? rights : "-", ep >= 0 ? p->b.name[ep] : "-");
    said |= ep >= 0 ? SAID_EP : 0;
    tsr_putf(o, " %d %u", state_nums(p, s)[p->at.quiet], h->turns / 2 + 1);
    said |= (h->turns & 1) == h->me ? SAID_TURNS : 0;
    return said;
}

static int is_said(const program *p, int said, int reg) {
    return (said & SAID_RIGHTS && reg == p->at.latch) ||
           (said & SAID_EP &&
            (reg == p->at.last_from || reg == p->at.last_to || reg == p->at.last_over));
}

static const char *mover_word(const program *p, int me, char *buf) {
    char c = lower_case(p->g->players[me].name[0]);
    int clash = 0;
    for (int i = 0; i < p->players; i++) {
        clash |= i != me && lower_case(p->g->players[i].name[0]) == c;
    }
    buf[0] = clash ? (char)('1' + me) : c;
    buf[1] = '\0';
    return buf;
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
    tsr_putf(&o, " %s", mover_word(p, h->me, word));
    if (p->words.fen) {
        said = put_fen(&o, p, s);
        if (!(said & SAID_TURNS)) {
            tsr_putf(&o, " turns=%u", h->turns);
        }
    } else {
        tsr_putf(&o, " %u", h->turns);
    }
    put_head(&o, p, h);
    put_areas(&o, p, s);
    set_fields(p, sets);
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
        put_set_field(&o, p, s, known_key(i, key), p->at.known + i);
    }
    num_fields(p, nums);
    for (int i = 0; i < NUM_FIELDS; i++) {
        int skip = p->words.fen && (i == 4 || (i == 3 && said & SAID_EP));
        if (!skip) {
            put_nums(&o, nums[i].key, state_nums(p, s) + nums[i].reg, nums[i].count);
        }
    }
    if (!ring_is_plain(p, s)) {
        put_ring(&o, p, s);
    }
    return tsr_out_end(&o);
}

// --- Reading -------------------------------------------------------------------------------------

typedef struct reader {
    const program *p;
    char *state; // being made
    tsr_in in;
    tsr_error *err;
} reader;

static tsr_err bad(reader *rd, const char *what) {
    return tsr_fail_at(rd->err, TSR_ERR_PARSE, 1, tsr_in_column(&rd->in), "%s", what);
}

static uint64_t *set_at(reader *rd, int reg) {
    return (uint64_t *)(void *)(rd->state + rd->p->size.head_sets) + reg * rd->p->b.words;
}

static int32_t *num_at(reader *rd, int reg) {
    return (int32_t *)(void *)(rd->state + rd->p->size.head_nums) + reg;
}

// So many things as there are up to `end`, or one.
static tsr_err read_things(reader *rd, int cell, int several) {
    uint16_t things[PILE_MOST];
    int count = 0;
    do {
        const char *why = "this pile is too high";
        const int thing = count < PILE_MOST ? lang_read_thing(&rd->in, rd->p, &why) : 0;
        if (!thing) {
            return bad(rd, why);
        }
        things[count++] = (uint16_t)thing;
    } while (several && *rd->in.at && *rd->in.at != ')' && *rd->in.at != ' ');
    return lang_lay_things(rd->p, rd->state, cell, things, count)
               ? TSR_OK
               : bad(rd, "this pile is too high");
}

static tsr_err read_piece(reader *rd, int cell) {
    if (!tsr_take_char(&rd->in, '(')) {
        return read_things(rd, cell, 0);
    }
    tsr_err e = read_things(rd, cell, 1);
    return e || tsr_take_char(&rd->in, ')') ? e : bad(rd, "this bracket is not closed");
}

static tsr_err read_row(reader *rd, int y) {
    const board *b = &rd->p->b;
    int x = 0;
    int64_t free = 0;
    for (int c = lattice_cell(b, y, &x); c >= 0; c = lattice_cell(b, y, &x)) {
        if (free == 0 && *rd->in.at >= '0' && *rd->in.at <= '9' &&
            !tsr_take_int(&rd->in, 1, b->cells, &free)) {
            return bad(rd, "too many free cells");
        }
        if (free > 0) {
            free--;
            continue;
        }
        tsr_err e = read_piece(rd, c);
        if (e) {
            return e;
        }
    }
    return free ? bad(rd, "this row is too long") : TSR_OK;
}

static tsr_err read_board(reader *rd) {
    if (rd->p->b.kind == BOARD_EMPTY) {
        return tsr_take_char(&rd->in, '-') ? TSR_OK : bad(rd, "where there is no board stands -");
    }
    for (int y = rd->p->b.max_y; y >= 0; y--) {
        tsr_err e = read_row(rd, y);
        if (e) {
            return e;
        }
        if (y && !tsr_take_char(&rd->in, '/')) {
            return bad(rd, "a row ends with /");
        }
    }
    return TSR_OK;
}

static tsr_err read_mover(reader *rd) {
    char word[2];
    ir_head *h = (ir_head *)(void *)rd->state;
    if (!tsr_take_char(&rd->in, ' ')) {
        return bad(rd, "who is to move follows the board");
    }
    for (int i = 0; i < rd->p->players; i++) {
        if (tsr_take(&rd->in, mover_word(rd->p, i, word))) {
            h->me = (uint8_t)i;
            return TSR_OK;
        }
    }
    return bad(rd, "there is no such player");
}

static tsr_err read_cells(reader *rd, uint64_t *set) {
    if (tsr_take_char(&rd->in, '-')) {
        return TSR_OK;
    }
    do {
        char name[100];
        size_t n = 0;
        while (rd->in.at[n] && rd->in.at[n] != ' ' && rd->in.at[n] != '+' && n < sizeof name - 1) {
            name[n] = rd->in.at[n];
            n++;
        }
        name[n] = '\0';
        int c = board_cell(&rd->p->b, name);
        if (c < 0) {
            return bad(rd, "there is no such cell");
        }
        rd->in.at += n;
        board_put(set, c);
    } while (tsr_take_char(&rd->in, '+'));
    return TSR_OK;
}

static tsr_err read_number(reader *rd, int64_t min, int64_t max, int64_t *out) {
    return tsr_take_int(&rd->in, min, max, out) ? TSR_OK : bad(rd, "this should be a number");
}

static tsr_err read_fen(reader *rd) {
    const program *p = rd->p;
    ir_head *h = (ir_head *)(void *)rd->state;
    char rights[16], ep[16];
    int64_t half = 0, full = 1;
    if (!tsr_take_char(&rd->in, ' ') || !tsr_take_word(&rd->in, rights, sizeof rights) ||
        !read_rights(p, rd->state, rights, set_at(rd, p->at.latch))) {
        return bad(rd, "castling rights look like KQkq or -");
    }
    if (tsr_take_char(&rd->in, ' ') && !tsr_take_word(&rd->in, ep, sizeof ep)) {
        return bad(rd, "the en-passant square looks like e3 or -");
    }
    if (strcmp(ep, "-") != 0) {
        int over = board_cell(&p->b, ep), from, to;
        if (over < 0) {
            return bad(rd, "the en-passant square looks like e3 or -");
        }
        if (ep_motion(p, rd->state, over, &from, &to)) {
            board_put(set_at(rd, p->at.last_from), from);
            board_put(set_at(rd, p->at.last_to), to);
            board_put(set_at(rd, p->at.last_over), over);
            *num_at(rd, p->at.last_label) = (int32_t)p->past.asked_labels;
        }
    }
    // The counters may be left out, as in many collections.
    if (*rd->in.at == ' ' && rd->in.at[1] >= '0' && rd->in.at[1] <= '9') {
        rd->in.at++;
        if (!tsr_take_int(&rd->in, 0, p->past.quiet[0].limit, &half) ||
            !tsr_take_char(&rd->in, ' ') || !tsr_take_int(&rd->in, 1, 100000, &full)) {
            return bad(rd, "two numbers follow: turns without capture, and the move");
        }
    }
    *num_at(rd, p->at.quiet) = (int32_t)half;
    h->turns = (uint32_t)(2 * (full - 1) + h->me);
    return TSR_OK;
}

static tsr_err read_nums(reader *rd, int32_t *out, int count) {
    for (int i = 0; i < count; i++) {
        int64_t v;
        tsr_err e = read_number(rd, -2147483647, 2147483647, &v);
        if (e) {
            return e;
        }
        out[i] = (int32_t)v;
        if (i + 1 < count && !tsr_take_char(&rd->in, ',')) {
            return bad(rd, "more numbers are expected");
        }
    }
    return TSR_OK;
}

static tsr_err read_ring(reader *rd) {
    ir_head *h = (ir_head *)(void *)rd->state;
    uint64_t *ring = (uint64_t *)(void *)(rd->state + rd->p->size.ring_off);
    if (tsr_take_char(&rd->in, '-')) {
        return TSR_OK;
    }
    do {
        uint64_t v = 0;
        int digits = 0;
        for (; digits < 17; digits++) {
            char c = *rd->in.at;
            int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (d < 0) {
                break;
            }
            v = v << 4 | (uint64_t)d;
            rd->in.at++;
        }
        if (digits == 0 || digits > 16 || h->ring_count >= rd->p->past.ring_cap) {
            return bad(rd, "this is no list of keys");
        }
        ring[h->ring_count++] = v;
    } while (tsr_take_char(&rd->in, '.'));
    return TSR_OK;
}

static tsr_err read_over(reader *rd) {
    ir_head *h = (ir_head *)(void *)rd->state;
    int64_t v;
    tsr_err e = read_number(rd, 1, 4, &v);
    h->over = e ? 0 : (uint8_t)v;
    for (int i = 0; !e && i < rd->p->players; i++) {
        e = tsr_take_char(&rd->in, ':') ? read_number(rd, 1, 8, &v) : bad(rd, "ranks are missing");
        h->rank[i] = e ? 0 : (uint8_t)v;
    }
    return e;
}

static tsr_err read_head_field(reader *rd, const char *key, int *found) {
    ir_head *h = (ir_head *)(void *)rd->state;
    int64_t v = 0;
    tsr_err e = TSR_OK;
    *found = 1;
    if (strcmp(key, "over") == 0) return read_over(rd);
    if (strcmp(key, "ring") == 0) return read_ring(rd);
    if (strcmp(key, "phase") == 0) {
        e = read_number(rd, 0, rd->p->g->phase_count - 1, &v);
        h->phase = (uint8_t)v;
    } else if (strcmp(key, "at") == 0) {
        e = read_number(rd, 0, rd->p->node_count - 1, &v);
        h->pc = (uint16_t)v;
    } else if (strcmp(key, "swapped") == 0) {
        e = read_number(rd, 0, 1, &v);
        h->swapped = (uint8_t)v;
    } else if (strcmp(key, "passes") == 0) {
        e = read_number(rd, 0, 200, &v);
        h->passes = (uint8_t)v;
    } else if (strcmp(key, "again") == 0) {
        e = read_number(rd, 0, 2 + rd->p->players, &v);
        h->again = (uint8_t)v;
    } else if (strcmp(key, "rolls") == 0) {
        e = read_number(rd, 0, 4294967295, &v);
        h->rolls = (uint32_t)v;
    } else if (strcmp(key, "turns") == 0) {
        e = read_number(rd, 0, 4294967295, &v);
        h->turns = (uint32_t)v;
    } else {
        *found = 0;
    }
    return e;
}

static tsr_err read_field(reader *rd) {
    const program *p = rd->p;
    char key[100];
    size_t n = 0;
    int found;
    set_field sets[SET_FIELDS];
    num_field nums[NUM_FIELDS];
    while (rd->in.at[n] && rd->in.at[n] != '=' && rd->in.at[n] != ' ' && n + 1 < sizeof key) {
        key[n] = rd->in.at[n];
        n++;
    }
    key[n] = '\0';
    if (rd->in.at[n] != '=') {
        return bad(rd, "I expected key=value");
    }
    rd->in.at += n + 1;
    tsr_err e = read_head_field(rd, key, &found);
    if (found) {
        return e;
    }
    const int area = key[0] == '@' ? board_cell(&p->b, key + 1) : -1;
    if (area >= p->b.area0) {
        return lang_owner_at(p, rd->state, area) < 0 ? read_things(rd, area, 1)
                                                     : bad(rd, "this area is there twice");
    }
    set_fields(p, sets);
    for (int i = 0; i < SET_FIELDS; i++) {
        if (sets[i].reg != BOARD_NONE && strcmp(sets[i].key, key) == 0) {
            return read_cells(rd, set_at(rd, sets[i].reg));
        }
    }
    for (int i = 0; i < p->named_count; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "cell%d", i);
        if (strcmp(name, key) == 0) {
            return read_cells(rd, set_at(rd, p->at.named + i));
        }
    }
    for (int i = 0; p->at.known != BOARD_NONE && i < p->players; i++) {
        char name[24];
        if (strcmp(known_key(i, name), key) == 0) {
            return read_cells(rd, set_at(rd, p->at.known + i));
        }
    }
    num_fields(p, nums);
    for (int i = 0; i < NUM_FIELDS; i++) {
        if (nums[i].count && strcmp(nums[i].key, key) == 0) {
            return read_nums(rd, num_at(rd, nums[i].reg), nums[i].count);
        }
    }
    return bad(rd, "this game has nothing of that name");
}

static tsr_err read_all(reader *rd) {
    int64_t turns = 0;
    tsr_err e = read_board(rd);
    e = e ? e : read_mover(rd);
    if (!e && rd->p->words.fen) {
        e = read_fen(rd);
    } else if (!e) {
        e = tsr_take_char(&rd->in, ' ') ? read_number(rd, 0, 4294967295, &turns)
                                        : bad(rd, "the number of turns played follows");
        ((ir_head *)(void *)rd->state)->turns = (uint32_t)turns;
    }
    while (!e && tsr_take_char(&rd->in, ' ')) {
        e = read_field(rd);
    }
    return !e && !tsr_at_end(&rd->in) ? bad(rd, "nothing more was expected") : e;
}

// --- Checking ----------------------------------------------------------------------------------------

// In a sorted area a thing lies on a cell of its kind, in a hidden one perhaps unknown.
static int cards_are_sorted(const program *p, const void *s) {
    for (int c = p->b.area0; c < p->b.cells; c++) {
        const int kind = p->slot_kind[c], there = lang_owner_at(p, s, c) >= 0;
        const int type = there ? lang_type_at(p, s, c) : -1;
        if (there && kind != 255 && type != kind && type != p->unknown) {
            return 0;
        }
    }
    return 1;
}

static int sets_are_good(const program *p, const void *s) {
    const int w = p->b.words;
    uint64_t seen[BOARD_MAX_WORDS], typed[BOARD_MAX_WORDS];
    set_zero(seen, w);
    set_zero(typed, w);
    for (int r = 0; r < p->at.state_sets; r++) {
        if (!set_inside(state_set(p, s, r), p->b.all, w)) {
            return 0;
        }
    }
    for (int i = 0; i < p->players + (p->at.neutral != BOARD_NONE); i++) {
        const uint64_t *own = state_set(p, s, p->at.own + i);
        if (set_meets(seen, own, w)) {
            return 0;
        }
        set_or(seen, own, w);
    }
    for (int t = 0; p->at.type != BOARD_NONE && t < p->types; t++) {
        const uint64_t *x = state_set(p, s, p->at.type + t);
        if (set_meets(typed, x, w)) {
            return 0;
        }
        set_or(typed, x, w);
    }
    for (int i = 0; p->at.known != BOARD_NONE && i < p->players; i++) {
        if (!set_inside(state_set(p, s, p->at.known + i), seen, w)) {
            return 0;
        }
    }
    if (!cards_are_sorted(p, s)) {
        return 0;
    }
    if (p->at.latch != BOARD_NONE && !set_inside(state_set(p, s, p->at.latch), seen, w)) {
        return 0;
    }
    return p->at.type == BOARD_NONE || set_same(seen, typed, w);
}

static int nums_are_good(const program *p, const void *s) {
    const int32_t *n = state_nums(p, s);
    for (int i = 0; i < p->g->var_count; i++) {
        for (int k = 0; k < (p->g->vars[i].each ? p->players : 1); k++) {
            int32_t v = n[p->var_at[i] + k];
            if (v < p->var_range[i].min || v > p->var_range[i].max) {
                return 0;
            }
        }
    }
    num_field f[NUM_FIELDS];
    num_fields(p, f);
    for (int k = 1; k < 3; k++) {
        for (int i = 0; i < f[k].count; i++) {
            if (n[f[k].reg + i] < 0 || n[f[k].reg + i] > 1000000) {
                return 0;
            }
        }
    }
    for (int i = 0; i < f[4].count; i++) {
        int32_t limit = i < p->past.quiet_count ? p->past.quiet[i].limit : 0;
        if (n[f[4].reg + i] < 0 || n[f[4].reg + i] > limit) {
            return 0;
        }
    }
    return 1;
}

static int turn_is_clean(const program *p, const void *s) {
    const int w = p->b.words;
    for (int r = p->at.here; r < p->at.state_sets; r++) {
        if (set_any(state_set(p, s, r), w)) {
            return 0;
        }
    }
    for (int i = p->at.events; i < p->at.state_nums; i++) {
        if (state_nums(p, s)[i]) {
            return 0;
        }
    }
    return 1;
}

static int head_is_good(const program *p, const void *s) {
    const ir_head *h = s;
    if (h->me >= p->players || h->over > OUT_FINISH || h->phase >= p->g->phase_count ||
        h->swapped > (p->players == 2) || h->pc >= p->node_count || h->passes > 200 ||
        h->again > 2 + p->players || h->ring_count > p->past.ring_cap || h->whole > 1 || h->pad2) {
        return 0;
    }
    for (int i = 0; i < TSR_MAX_PLAYERS; i++) {
        int used = h->over && i < p->players;
        if (used ? h->rank[i] < 1 || h->rank[i] > p->players : h->rank[i] != 0) {
            return 0;
        }
    }
    int better = 0; // rank 1 + number of better players
    for (int i = 0; h->over && i < p->players; i++) {
        better = 0;
        for (int k = 0; k < p->players; k++) {
            better += h->rank[k] < h->rank[i];
        }
        if (h->rank[i] != better + 1) {
            return 0;
        }
    }
    if (h->turns > (uint32_t)p->limit || (!h->over && h->turns == (uint32_t)p->limit)) {
        return 0;
    }
    const uint64_t *ring = (const uint64_t *)(const void *)((const char *)s + p->size.ring_off);
    for (int i = h->ring_count; i < p->past.ring_cap; i++) {
        if (ring[i]) {
            return 0;
        }
    }
    if (h->pc && (h->over || (!p->split && p->node[h->pc].kind != N_ROLL && !p->size.max_chance))) {
        return 0;
    }
    return h->pc || (turn_is_clean(p, s) && !h->again);
}

static int has_a_move(const program *p, const void *s) {
    const ir_head *h = s;
    return h->over || walk_at_roll(p, s) || walk_is_view(p, s) ||
           walk_moves(p, s, NULL, p->size.max_moves) > 0;
}

// Reads without judging; the caller checks.
static tsr_err parse_raw(const tsr_rules *r, const char *text, char *state, tsr_error *err) {
    reader rd = {.p = program_of(r), .state = state, .in = tsr_in_from(text), .err = err};
    memset(state, 0, r->state_size);
    return read_all(&rd);
}

// What the text cannot say is no position: written and read again it must be the same.
static int survives_text(const tsr_rules *r, const void *s) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } back;
    char text[TSR_MAX_STATE];
    int n = slot_text(r, s, text, sizeof text);
    if (n < 0 || (size_t)n >= sizeof text || parse_raw(r, text, back.bytes, NULL)) {
        return 0;
    }
    walk_settle(program_of(r), back.bytes);
    joint_settle(program_of(r), back.bytes);
    return memcmp(back.bytes, s, r->state_size) == 0;
}

int slot_check(const tsr_rules *r, const void *s, tsr_line *out) {
    const program *p = program_of(r);
    if (!head_is_good(p, s) || !sets_are_good(p, s) || !nums_are_good(p, s) ||
        !lang_piles_are_good(p, s) || !most_pieces_hold(p, s, NULL) || !has_a_move(p, s) ||
        !survives_text(r, s)) {
        return tsr_say(out, SAY_BAD_BYTES);
    }
    return tsr_say(out, 0);
}

tsr_err slot_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } made;
    const program *p = program_of(r);
    tsr_err e = parse_raw(r, text, made.bytes, err);
    if (e) {
        return e;
    }
    if (!head_is_good(p, made.bytes) || !sets_are_good(p, made.bytes) ||
        !nums_are_good(p, made.bytes) || !lang_piles_are_good(p, made.bytes)) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is no position of the game");
    }
    if (!most_pieces_hold(p, made.bytes, err)) {
        return TSR_ERR_PARSE;
    }
    walk_settle(p, made.bytes);
    joint_settle(p, made.bytes);
    if (slot_check(r, made.bytes, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is no position of the game");
    }
    memcpy(out, made.bytes, r->state_size);
    return TSR_OK;
}
