// SPDX-License-Identifier: MIT
//
// `notation sfen`: positions of shogi as its programs write them.
//
//     lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2P3g 1
//
// + stands before a piece that has been promoted: one that becomes another when it is taken. The players are b and w
// whatever they are called; then come the hands, - if both are empty, and the number of the move.
#include "lang/game/sfen.h"

#include <string.h>

#include "lang/game/state.h"

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int plain_type(const program *p, int type) {
    return p->words.plain[type];
}

void sfen_put_piece(tsr_out *o, const program *p, int owner, int type) {
    const int plain = plain_type(p, type);
    const char c = p->words.letter[plain];
    tsr_put(o, plain != type ? "+" : "");
    tsr_put_char(o, owner ? lower_case(c) : c);
}

int sfen_read_piece(tsr_in *in, const program *p, int *owner) {
    const int promoted = tsr_take_char(in, '+');
    const char c = *in->at;
    *owner = c >= 'a' && c <= 'z';
    for (int t = 0; t < p->types; t++) {
        const int plain = plain_type(p, t);
        if ((plain != t) == promoted &&
            (*owner ? lower_case(p->words.letter[plain]) : p->words.letter[plain]) == c) {
            in->at++;
            return t;
        }
    }
    return -1;
}

// --- Hands ---------------------------------------------------------------------------------------

// The types in the order in which hands are written: those of shogi, then all others.
static int hand_order(const program *p, int order[IR_MAX_TYPES]) {
    static const char first[] = "RBGSNLP";
    int n = 0;
    for (const char *c = first; *c; c++) {
        for (int t = 0; t < p->types; t++) {
            if (p->words.letter[t] == *c && plain_type(p, t) == t) {
                order[n++] = t;
            }
        }
    }
    for (int t = 0; t < p->types; t++) {
        if (!strchr(first, p->words.letter[t]) && plain_type(p, t) == t) {
            order[n++] = t;
        }
    }
    return n;
}

void sfen_put_hands(tsr_out *o, const program *p, const void *s) {
    int order[IR_MAX_TYPES], any = 0;
    const int n = hand_order(p, order);
    for (int i = 0; i < p->players * n; i++) {
        const int owner = i / n, type = order[i % n];
        const int count = state_nums(p, s)[p->at.hands + owner * p->types + type];
        if (count > 1) {
            tsr_put_int(o, count);
        }
        if (count) {
            sfen_put_piece(o, p, owner, type);
        }
        any |= count != 0;
    }
    tsr_put(o, any ? "" : "-");
}

int sfen_read_hands(tsr_in *in, const program *p, int32_t *hands) {
    if (tsr_take_char(in, '-')) {
        return 1;
    }
    do {
        int64_t count = 1;
        int owner;
        if (*in->at >= '0' && *in->at <= '9' && !tsr_take_int(in, 1, 1000, &count)) {
            return 0;
        }
        const int type = *in->at == '+' ? -1 : sfen_read_piece(in, p, &owner);
        if (type < 0 || hands[owner * p->types + type]) {
            return 0;
        }
        hands[owner * p->types + type] = (int32_t)count;
    } while (*in->at && *in->at != ' ');
    return 1;
}
