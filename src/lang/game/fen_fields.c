// SPDX-License-Identifier: MIT
//
// Castling rights and the en-passant square of games like chess, as in FEN.
#include "lang/game/position_text.h"

#include <string.h>

#include "lang/game/state.h"
#include "lang/ir/rt/sets.h"

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

int fen_put_rights(char *out, const program *p, const void *s) {
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

int fen_read_rights(const program *p, const void *s, const char *text, uint64_t *latch) {
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
int fen_ep_motion(const program *p, const void *s, int over, int *from, int *to) {
    const ir_head *h = s;
    int mover = 1 - h->me, step = mover == 0 ? p->b.width : -p->b.width;
    *from = over - step;
    *to = over + step;
    return *from >= 0 && *from < p->b.cells && *to >= 0 && *to < p->b.cells &&
           lang_owner_at(p, s, *to) == mover && lang_owner_at(p, s, *from) < 0 &&
           lang_owner_at(p, s, over) < 0;
}

int fen_ep_square(const program *p, const void *s) {
    const uint64_t *over = state_set(p, s, p->at.last_over);
    const int w = p->b.words;
    int c = set_first(over, w), from, to;
    if (c < 0 || set_count(over, w) != 1 || !fen_ep_motion(p, s, c, &from, &to)) {
        return -1;
    }
    const uint64_t *f = state_set(p, s, p->at.last_from), *t = state_set(p, s, p->at.last_to);
    int good = set_first(f, w) == from && set_count(f, w) == 1 && set_first(t, w) == to &&
               set_count(t, w) == 1 &&
               state_nums(p, s)[p->at.last_label] == (int32_t)p->past.asked_labels;
    return good ? c : -1;
}
