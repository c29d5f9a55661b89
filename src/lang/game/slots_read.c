// SPDX-License-Identifier: MIT
//
// The text of a position (position_text.h) is read into a state, which is judged elsewhere (slots_check.c).
#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

#include "lang/game/pile_text.h"
#include "lang/game/position_text.h"
#include "lang/game/sfen.h"
#include "lang/game/state.h"

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

static tsr_err read_sfen_piece(reader *rd, int cell) {
    int owner;
    const int type = sfen_read_piece(&rd->in, rd->p, &owner);
    if (type < 0) {
        return bad(rd, "there is no piece with this letter");
    }
    const uint16_t thing = (uint16_t)(1 + owner * rd->p->types + type);
    return lang_lay_things(rd->p, rd->state, cell, &thing, 1) ? TSR_OK
                                                              : bad(rd, "this cell is full");
}

static tsr_err read_piece(reader *rd, int cell) {
    if (rd->p->words.sfen) {
        return read_sfen_piece(rd, cell);
    }
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
    for (int c = position_cell(b, y, &x); c >= 0; c = position_cell(b, y, &x)) {
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
        if (tsr_take(&rd->in, position_mover(rd->p, i, word))) {
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
        !fen_read_rights(p, rd->state, rights, set_at(rd, p->at.latch))) {
        return bad(rd, "castling rights look like KQkq or -");
    }
    if (!tsr_take_char(&rd->in, ' ') || !tsr_take_word(&rd->in, ep, sizeof ep)) {
        return bad(rd, "the en-passant square looks like e3 or -");
    }
    if (strcmp(ep, "-") != 0) {
        int over = board_cell(&p->b, ep), from, to;
        if (over < 0) {
            return bad(rd, "the en-passant square looks like e3 or -");
        }
        if (fen_ep_motion(p, rd->state, over, &from, &to)) {
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

static tsr_err read_sfen(reader *rd) {
    ir_head *h = (ir_head *)(void *)rd->state;
    int64_t move = 1;
    h->me = (uint8_t)tsr_take(&rd->in, " w ");
    if (!h->me && !tsr_take(&rd->in, " b ")) {
        return bad(rd, "who is to move follows the board: b or w");
    }
    if (!sfen_read_hands(&rd->in, rd->p, num_at(rd, rd->p->at.hands))) {
        return bad(rd, "hands look like 2P3g or -");
    }
    if (!tsr_take_char(&rd->in, ' ') || !tsr_take_int(&rd->in, 1, 4294967295, &move)) {
        return bad(rd, "the number of the move follows");
    }
    h->turns = (uint32_t)(move - 1);
    return TSR_OK;
}

static tsr_err read_nums(reader *rd, int32_t *out, int count) {
    for (int i = 0; i < count; i++) {
        int64_t v = 0;
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
    position_sets(p, sets);
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
        if (strcmp(position_known_key(i, name), key) == 0) {
            return read_cells(rd, set_at(rd, p->at.known + i));
        }
    }
    for (int t = 0; p->at.could_not != BOARD_NONE && t < p->types; t++) {
        char name[24];
        if (strcmp(position_not_key(t, name), key) == 0) {
            return read_cells(rd, set_at(rd, p->at.could_not + t));
        }
    }
    if (p->at.could_not_have != BOARD_NONE && strcmp(key, "none") == 0) {
        return read_cells(rd, set_at(rd, p->at.could_not_have));
    }
    position_nums(p, nums);
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
    const int is_sfen = rd->p->words.sfen;
    e = e ? e : is_sfen ? read_sfen(rd) : read_mover(rd);
    if (!e && rd->p->words.fen) {
        e = read_fen(rd);
    } else if (!e && !is_sfen) {
        e = tsr_take_char(&rd->in, ' ') ? read_number(rd, 0, 4294967295, &turns)
                                        : bad(rd, "the number of turns played follows");
        ((ir_head *)(void *)rd->state)->turns = (uint32_t)turns;
    }
    while (!e && tsr_take_char(&rd->in, ' ')) {
        e = read_field(rd);
    }
    return !e && !tsr_at_end(&rd->in) ? bad(rd, "nothing more was expected") : e;
}

// Reads without judging; the caller checks.
tsr_err position_read(const tsr_rules *r, const char *text, char *state, tsr_error *err) {
    reader rd = {.p = program_of(r), .state = state, .in = tsr_in_from(text), .err = err};
    memset(state, 0, r->state_size);
    return read_all(&rd);
}
