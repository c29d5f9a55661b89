// SPDX-License-Identifier: MIT
// What a move is made of, for networks: which kind of card it is about, of which class, mine or another's, what is
// asked, and how the player stands whom it concerns.
//
// "The card Narwhal #2" says nothing about whose it is, and what is good to have is good to destroy elsewhere. So
// most parts of a move are told together with the question that it answers.
#include <string.h>

#include "unicorns/parts.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

// Questions: what is asked, but in a chain the verb that a card is wanted for.
enum { QUESTIONS = UNI_ASK_UNVEIL + 1 + UNI_VERB_OF_COUNT };

enum { NOBODYS, MINE, ANOTHERS, WHOSE };

enum { MOST_VALUE = 8, MOST_HAND = 9 };

// Where each kind of number begins.
enum {
    CLASS = 0,                                      // question, class, whose
    KIND = CLASS + QUESTIONS * UNI_CLASSES * WHOSE, // act, kind
    OWN = KIND + UNI_MOVE_KINDS * UNI_KINDS,        // whose, kind
    VALUE = OWN + WHOSE * UNI_KINDS, // question, unicorns of whom it concerns, whether he leads
    HAND = VALUE + QUESTIONS * MOST_VALUE * 2, // question, cards in his hand
    SEAT = HAND + QUESTIONS * MOST_HAND,       // question, where he sits
    WINS = SEAT + QUESTIONS * UNI_PLAYERS,     // it would win the game, if nobody stops it
    WAY = WINS + 1,                            // of two effects which, and of what kind
    PIECES = WAY + UNI_VARIANTS * UNI_KINDS
};

_Static_assert((int)PIECES <= (int)UNI_PIECES, "as many as the table of ai.c says");

// The question, and the kind of card that it is about; -1 = none.
typedef struct asked {
    int question, source;
} asked;

static asked read_question(const uni_deck *d, const uni_state *s) {
    if (s->pc != UNI_PC_CHAIN || s->ask == UNI_ASK_INSTEAD) {
        return (asked){s->ask, s->ask == UNI_ASK_INSTEAD ? d->kind_of[s->at_rule - 1] : -1};
    }
    const uni_job *job = uni_job_at_work(s);
    const uni_node *n = &d->node[job->node];
    int yes_or_no = s->ask == UNI_ASK_MAY || s->ask == UNI_ASK_VARIANT;
    while (n->op != UNI_OP_VERB) {
        n = &d->node[n->a]; // what it begins with
    }
    return (asked){yes_or_no ? s->ask : UNI_ASK_UNVEIL + 1 + n->verb, d->kind_of[job->src]};
}

// Whether nobody but the mover has more unicorns.
static int leads(const uni_deck *d, const uni_state *s, int who, int p) {
    int value = uni_value(d, s, p);
    for (int q = 0; q < d->players; q++) {
        if (q != who && uni_value(d, s, q) > value) {
            return 0;
        }
    }
    return 1;
}

static int at_most(int x, int most) {
    return x < 0 ? 0 : x < most ? x : most - 1;
}

static int add(uint16_t *index, int n, int piece) {
    index[n] = (uint16_t)piece;
    return n + 1;
}

// Whom a move concerns, for good or ill.
static int add_player(const uni_deck *d, const uni_state *s, int who, int question, int p,
                      uint16_t *index, int n) {
    int value = at_most(uni_value(d, s, p), MOST_VALUE);
    int seat = (p - who + d->players) % d->players;
    n = add(index, n, SEAT + question * UNI_PLAYERS + seat);
    if (p != who) {
        n = add(index, n, VALUE + (question * MOST_VALUE + value) * 2 + leads(d, s, who, p));
        n = add(index, n, HAND + question * MOST_HAND + at_most(s->hand_size[p], MOST_HAND));
    }
    return n;
}

static int add_card(const uni_deck *d, int act, int question, int kind, int whose, uint16_t *index,
                    int n) {
    int class_ = d->kind[kind].class_;
    n = add(index, n, CLASS + (question * UNI_CLASSES + class_) * WHOSE + whose);
    n = add(index, n, KIND + act * UNI_KINDS + kind);
    return add(index, n, OWN + whose * UNI_KINDS + kind);
}

static int would_win(const uni_deck *d, const uni_state *s, int who, int kind) {
    return (UNI_UNICORNS >> d->kind[kind].class_ & 1) && !uni_pandas(d, s, who) &&
           uni_value(d, s, who) + d->kind[kind].value >= d->win[d->players];
}

int uni_move_pieces(const tsr_rules *r, const void *state, int who, tsr_move m, uint16_t *index) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    asked q = read_question(d, s);
    int act = tsr_move_byte(m, 0), a = uni_move_a(m), b = uni_move_b(m), n = 0, owner;
    switch (act) {
    case UNI_MOVE_PLAY:
        n = add_card(d, act, q.question, a,
                     b >= d->players ? NOBODYS
                     : b == who      ? MINE
                                     : ANOTHERS,
                     index, n);
        n = b < d->players ? add_player(d, s, who, q.question, b, index, n) : n;
        return b == who && would_win(d, s, who, a) ? add(index, n, WINS) : n;
    case UNI_MOVE_ANSWER:
    case UNI_MOVE_KIND: return add_card(d, act, q.question, a, NOBODYS, index, n);
    case UNI_MOVE_USE:
    case UNI_MOVE_TARGET:
        owner = uni_owner(s, a);
        n = add_card(d, act, q.question, d->kind_of[a],
                     owner < 0      ? NOBODYS
                     : owner == who ? MINE
                                    : ANOTHERS,
                     index, n);
        return owner < 0 ? n : add_player(d, s, who, q.question, owner, index, n);
    case UNI_MOVE_PLAYER:
    case UNI_MOVE_STABLE: return add_player(d, s, who, q.question, a, index, n);
    case UNI_MOVE_VARIANT: return q.source < 0 ? 0 : add(index, n, WAY + a * UNI_KINDS + q.source);
    default: return q.source < 0 ? 0 : add(index, n, KIND + act * UNI_KINDS + q.source);
    }
}
