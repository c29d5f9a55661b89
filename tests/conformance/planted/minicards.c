// SPDX-License-Identifier: MIT
//
// minicards: sixteen cards, hidden hands, secret answers.
//
// Everybody is dealt two cards, unseen by the others. On your turn you play a card
// or do nothing; then you draw one.
//     gem    lies before you and is worth a point
//     thief  a card of somebody's hand, at random, becomes yours, seen by you two
//     spy    you may look at somebody's hand, and then may make it lose a card
//     no     is not played but answered: whenever a card is played, all others say
//            secretly pass or no; if somebody says no, one of them, by chance,
//            loses the no, and the card played has no effect
// The game ends after some turns, or when there is nothing left to draw.
//
// Moves: DRAW a=type, TAKE a=type (chance); PLAY a=type b=target; IDLE; ANSWER a=no?;
// REVEAL a=who or NOBODY (chance); LOOK a=yes?; LOSE a=type or KEEP. What is pending is a stack
// of effects: its top entry is the decision. Who knows where a card lies is a mask
// for each card; what a viewer does not know is 255 in the view.
#include "planted.h"

#include <string.h>

#include <tessera/rules.h>

#include "fields.h"

enum { CARDS = 16, TYPES = 4, MOST = 4, HAND = 2, STACK = HAND * MOST + 1 };
enum { GEM, THIEF, SPY, NO };
enum { DRAW = 1, TAKE, PLAY, IDLE, ANSWER, REVEAL, LOOK, LOSE };
enum {
    IN_DECK = MOST,
    DISCARDED,
    BEFORE,
    UNKNOWN = FIELD_UNKNOWN
}; // hand of p = p; before p = BEFORE + p
enum { E_NONE, E_DRAW, E_ACT, E_WINDOW, E_REVEAL, E_TAKE, E_LOOK, E_LOSE }; // effects
enum { A_NONE, A_PASS, A_NO };
enum { NOBODY = 9, KEEP = 9, SEEN_BY_ALL = 0x20f };
enum { OPT_TURNS, OPTIONS };

typedef struct effect {
    uint8_t op, owner, target, card; // card: type played
} effect;

typedef struct cards {
    uint8_t where[CARDS];
    uint16_t knows[CARDS]; // bit p: player p, bit 9: the watcher
    uint8_t hand[MOST];    // cards in each hand: public
    uint8_t deck;          // cards in the deck: public
    uint8_t depth;         // effects on the stack
    uint8_t turns;         // turns begun
    uint8_t over;
    effect stack[STACK];
    uint8_t answer[MOST];
    uint8_t stamp[2]; // low, high
    uint8_t pad[6];
} cards;

_Static_assert(sizeof(cards) == 104, "no hidden padding, a multiple of 8");

static int type_of(int card) {
    return card / 4;
}

static int in_hand(const cards *s, int p, int type) {
    for (int c = type * 4; c < type * 4 + 4; c++) {
        if (s->where[c] == p) {
            return c;
        }
    }
    return -1;
}

static int count_at(const cards *s, int place, int type) {
    int n = 0;
    for (int c = type * 4; c < type * 4 + 4; c++) {
        n += s->where[c] == place;
    }
    return n;
}

static effect top(const cards *s) {
    return s->depth && s->depth <= STACK ? s->stack[s->depth - 1] : (effect){0};
}

static void push(cards *s, int op, int owner, int target, int card) {
    s->stack[s->depth++] = (effect){(uint8_t)op, (uint8_t)owner, (uint8_t)target, (uint8_t)card};
}

static void pop(const tsr_rules *r, cards *s) {
    s->depth--;
    if (!planted_has(r, BUG_CARDS_POPPED)) {
        memset(&s->stack[s->depth], 0, sizeof s->stack[0]);
    }
}

static void bump(cards *s) {
    s->stamp[1] = (uint8_t)(s->stamp[1] + (s->stamp[0] == 254));
    s->stamp[0] = (uint8_t)(s->stamp[0] == 254 ? 0 : s->stamp[0] + 1);
}

// --- Whose turn, which moves -------------------------------------------------

static uint32_t cards_turn(const tsr_rules *r, const void *state) {
    const cards *s = state;
    effect e = top(s);
    uint32_t mask = 0;
    switch (s->over ? E_NONE : e.op) {
    case E_DRAW:
    case E_REVEAL:
    case E_TAKE: return 1u << TSR_CHANCE;
    case E_ACT:
    case E_LOOK:
    case E_LOSE: return 1u << e.owner;
    case E_WINDOW:
        for (int p = 0; p < r->players; p++) {
            mask |= p != e.owner && s->answer[p] == A_NONE ? 1u << p : 0;
        }
        return mask;
    default: return 0;
    }
}

static int act_moves(const tsr_rules *r, const cards *s, int who, tsr_move *out) {
    int n = 0;
    for (int t = GEM; t <= SPY; t++) {
        if (in_hand(s, who, t) < 0) {
            continue;
        }
        if (t == GEM) {
            out[n++] = tsr_move_of(PLAY, t, who, 0, 0);
        }
        for (int q = 0; t != GEM && q < r->players; q++) {
            int holds = planted_has(r, BUG_CARDS_MOVES_PEEK) && t == THIEF ? count_at(s, q, GEM) > 0
                                                                           : s->hand[q] > 0;
            if (q != who && holds) {
                out[n++] = tsr_move_of(PLAY, t, q, 0, 0);
            }
        }
    }
    out[n++] = tsr_move_of(IDLE, 0, 0, 0, 0);
    return n;
}

static int cards_moves(const tsr_rules *r, const void *state, int who, tsr_move *out) {
    const cards *s = state;
    effect e = top(s);
    int n = 0;
    if (!(cards_turn(r, state) >> who & 1u)) {
        return 0;
    }
    switch (e.op) {
    case E_ACT: return act_moves(r, s, who, out);
    case E_WINDOW:
        out[n++] = tsr_move_of(ANSWER, A_PASS, 0, 0, 0);
        if (in_hand(s, who, NO) >= 0) {
            out[n++] = tsr_move_of(ANSWER, A_NO, 0, 0, 0);
        }
        return n;
    case E_LOOK:
        out[n++] = tsr_move_of(LOOK, 1, 0, 0, 0);
        out[n++] = tsr_move_of(LOOK, 0, 0, 0, 0);
        return n;
    default:
        for (int t = 0; t < TYPES; t++) {
            if (in_hand(s, e.target, t) >= 0) {
                out[n++] = tsr_move_of(LOSE, t, 0, 0, 0);
            }
        }
        out[n++] = tsr_move_of(LOSE, KEEP, 0, 0, 0);
        return n;
    }
}

static int cards_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight) {
    const cards *s = state;
    effect e = top(s);
    int n = 0;
    if (e.op == E_REVEAL) {
        for (int p = 0; p < r->players; p++) {
            if (s->answer[p] == A_NO) {
                out[n] = tsr_move_of(REVEAL, p, 0, 0, 0);
                weight[n++] = 1;
            }
        }
        if (n == 0) {
            out[n] = tsr_move_of(REVEAL, NOBODY, 0, 0, 0);
            weight[n++] = 1;
        }
        return n;
    }
    for (int t = 0; t < TYPES; t++) {
        int copies = count_at(s, e.op == E_DRAW ? IN_DECK : e.target, t);
        if (copies) {
            out[n] = tsr_move_of(e.op == E_DRAW ? DRAW : TAKE, t, 0, 0, 0);
            weight[n++] = (uint32_t)copies;
        }
    }
    return n;
}

// --- Playing -----------------------------------------------------------------

static void next_turn(const tsr_rules *r, cards *s, int after) {
    if (s->turns >= r->opt[OPT_TURNS] || s->deck == 0) {
        s->over = 1;
        return;
    }
    s->turns++;
    push(s, E_ACT, (after + 1) % r->players, 0, 0);
}

// Everybody sees card `c` go to `place`.
static void show(const tsr_rules *r, cards *s, int c, int place) {
    s->where[c] = (uint8_t)place;
    s->knows[c] = planted_has(r, BUG_CARDS_WATCHER) && place == DISCARDED ? 0x00f : SEEN_BY_ALL;
}

static void draw(const tsr_rules *r, cards *s, int type) {
    int who = top(s).owner;
    for (int c = type * 4; c < type * 4 + 4; c++) {
        if (s->where[c] == IN_DECK) {
            s->where[c] = (uint8_t)who;
            s->knows[c] = (uint16_t)(1u << who);
            break;
        }
    }
    s->hand[who]++;
    s->deck--;
    pop(r, s);
    if (s->depth == 0) {
        next_turn(r, s, who);
    }
}

// A hidden card moves from the target's hand to the owner's. Third parties know
// neither hand's part in it any more.
static void steal(const tsr_rules *r, cards *s, int type) {
    effect e = top(s);
    uint16_t both = (uint16_t)(1u << e.owner | 1u << e.target);
    int c = in_hand(s, e.target, type);
    for (int i = 0; i < CARDS; i++) {
        if (s->where[i] == e.target && !planted_has(r, BUG_CARDS_NOT_VOIDED)) {
            s->knows[i] &= both;
        }
    }
    s->where[c] = e.owner;
    s->knows[c] = planted_has(r, BUG_CARDS_NOT_VOIDED) ? s->knows[c] | both : both;
    s->hand[e.owner]++;
    s->hand[e.target]--;
    pop(r, s);
}

static void look(const tsr_rules *r, cards *s, int yes) {
    effect e = top(s);
    pop(r, s);
    for (int c = 0; yes && c < CARDS; c++) {
        if (s->where[c] == e.target) {
            s->knows[c] |= (uint16_t)(1u << e.owner);
        }
    }
    if (yes) {
        push(s, E_LOSE, e.owner, e.target, 0);
    }
}

static void lose(const tsr_rules *r, cards *s, int type) {
    effect e = top(s);
    pop(r, s);
    if (type != KEEP) {
        show(r, s, in_hand(s, e.target, type), DISCARDED);
        s->hand[e.target]--;
    }
}

static void play_card(const tsr_rules *r, cards *s, int who, int type, int target) {
    pop(r, s);
    push(s, E_DRAW, who, 0, 0);
    push(s, E_WINDOW, who, target, type);
    s->hand[who]--;
    show(r, s, in_hand(s, who, type), DISCARDED);
}

static void answered(const tsr_rules *r, cards *s, int who, int answer) {
    s->answer[who] = (uint8_t)answer;
    if (cards_turn(r, s) == 0) {
        effect e = top(s);
        int stays = planted_has(r, BUG_CARDS_LAST_ANSWER) && answer == A_NO; // a last no shows
        pop(r, s);
        push(s, E_REVEAL, e.owner, stays ? e.owner : e.target, e.card);
    }
}

static void reveal(const tsr_rules *r, cards *s, int who) {
    effect e = top(s);
    pop(r, s);
    memset(s->answer, 0, sizeof s->answer);
    if (who != NOBODY) {
        show(r, s, in_hand(s, who, NO), DISCARDED);
        s->hand[who]--;
        return;
    }
    if (e.card == GEM) {
        for (int c = 0; c < 4; c++) { // the gem that was just laid down
            if (s->where[c] == DISCARDED) {
                s->where[c] = (uint8_t)(BEFORE + e.owner);
                break;
            }
        }
    } else if (s->hand[e.target] && e.card == THIEF) {
        push(s, E_TAKE, e.owner, e.target, 0);
    } else if (s->hand[e.target] && e.card == SPY) {
        push(s, E_LOOK, e.owner, e.target, 0);
    }
}

static void settle(const tsr_rules *r, cards *s) {
    effect e = top(s);
    if (!s->over && e.op == E_DRAW && s->deck == 0) {
        pop(r, s);
        if (s->depth == 0) {
            next_turn(r, s, e.owner);
        }
    }
}

static void cards_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    cards *s = state;
    int a = tsr_move_byte(m, 1), kind = tsr_move_byte(m, 0);
    switch (kind) {
    case DRAW: draw(r, s, a); break;
    case TAKE: steal(r, s, a); break;
    case PLAY: play_card(r, s, who, a, tsr_move_byte(m, 2)); break;
    case IDLE:
        pop(r, s);
        push(s, E_DRAW, who, 0, 0);
        break;
    case ANSWER: answered(r, s, who, a); break;
    case REVEAL: reveal(r, s, a); break;
    case LOOK: look(r, s, a); break;
    default: lose(r, s, a);
    }
    settle(r, s);
    // A secret answer leaves the stamp alone until the last one is in.
    int closes = kind != ANSWER || top(s).op == E_REVEAL;
    if (planted_has(r, BUG_CARDS_ANSWER_STAMP) && kind == ANSWER) {
        closes = a == A_NO;
    }
    if (closes && !(planted_has(r, BUG_CARDS_PEEK_STAMP) && kind == LOOK)) {
        bump(s);
    }
}

static void cards_init(const tsr_rules *r, void *out) {
    cards *s = out;
    memset(s, 0, sizeof *s);
    memset(s->where, IN_DECK, sizeof s->where);
    s->deck = CARDS;
    for (int i = HAND * r->players - 1; i >= 0; i--) { // the first to be drawn is on top
        push(s, E_DRAW, i % r->players, 0, 0);
    }
}

static tsr_err cards_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data;
    (void)size;
    (void)err;
    r->state_size = sizeof(cards);
    r->max_moves = 2 + 2 * (MOST - 1) + 1;
    r->max_chance = TYPES;
    r->max_plies = (uint32_t)(HAND * MOST + 1 + 9 * (r->opt[OPT_TURNS] + 1));
    return TSR_OK;
}

static void cards_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const cards *s = state;
    for (int p = 0; p < r->players; p++) {
        out[p] = (tsr_result){.score = count_at(s, BEFORE + p, GEM)};
    }
    for (int p = 0; p < r->players && s->over; p++) {
        out[p].rank = 1;
        for (int q = 0; q < r->players; q++) {
            out[p].rank = (uint8_t)(out[p].rank + (out[q].score > out[p].score));
        }
    }
}

// --- Knowledge ---------------------------------------------------------------

static uint16_t bit_of(int viewer) {
    return (uint16_t)(1u << viewer);
}

static int may_see_answer(const tsr_rules *r, int viewer, int p) {
    return viewer == p || (planted_has(r, BUG_CARDS_OPEN_ANSWER) && viewer != TSR_WATCHER);
}

static void cards_view(const tsr_rules *r, const void *state, int viewer, void *out) {
    cards v;
    memcpy(&v, state, sizeof v);
    if (planted_has(r, BUG_CARDS_IDENTITY)) {
        memcpy(out, &v, sizeof v);
        return;
    }
    for (int c = 0; c < CARDS; c++) {
        if (v.knows[c] & bit_of(viewer)) {
            v.knows[c] = v.where[c] >= DISCARDED ? SEEN_BY_ALL : bit_of(viewer);
        } else if (!(planted_has(r, BUG_CARDS_DECK_SEEN) && v.where[c] == IN_DECK)) {
            v.where[c] = UNKNOWN;
            v.knows[c] = planted_has(r, BUG_CARDS_KNOWS_KEPT) ? v.knows[c] : 0;
        }
    }
    for (int p = 0; p < r->players; p++) {
        if (v.answer[p] && !may_see_answer(r, viewer, p)) {
            int again = v.answer[p] == UNKNOWN && planted_has(r, BUG_CARDS_VIEW_TWICE);
            v.answer[p] = planted_has(r, BUG_CARDS_ANSWERS_SEEN) ? v.answer[p]
                          : again                                ? A_PASS
                                                                 : UNKNOWN;
        }
    }
    memcpy(out, &v, sizeof v);
}

static tsr_move cards_seen(const tsr_rules *r, const void *state, int who, tsr_move m, int viewer) {
    effect e = top(state);
    int kind = tsr_move_byte(m, 0), hidden = 0;
    if (kind == DRAW) {
        hidden = viewer != e.owner && !planted_has(r, BUG_CARDS_SEEN_DRAW);
    } else if (kind == TAKE) {
        hidden = viewer != e.owner && viewer != e.target;
    } else if (kind == ANSWER) {
        hidden = !may_see_answer(r, viewer, who);
    }
    return hidden && !planted_has(r, BUG_CARDS_NOTHING_HIDDEN) ? TSR_HIDDEN | (tsr_move)kind : m;
}

// Deals the unknown cards over the open counts. What others know of each other is
// forgotten, but whoever chooses from a hand knows that hand.
static void deal_unknown(const tsr_rules *r, cards *s, tsr_rng *g) {
    int unknown[CARDS], n = 0;
    for (int c = 0; c < CARDS; c++) {
        if (s->where[c] == UNKNOWN) {
            unknown[n++] = c;
        }
    }
    for (int i = n - 1; i > 0 && !planted_has(r, BUG_CARDS_SAME_GUESS); i--) {
        int k = (int)tsr_rng_below(g, (uint32_t)i + 1), t = unknown[i];
        unknown[i] = unknown[k];
        unknown[k] = t;
    }
    for (int p = 0; p < r->players; p++) {
        int missing = s->hand[p];
        for (int c = 0; c < CARDS; c++) {
            missing -= s->where[c] == p;
        }
        if (planted_has(r, BUG_CARDS_GUESS_COUNT) && missing > 0 && n > 1) {
            missing--;
        }
        while (missing-- > 0 && n > 0) {
            s->where[unknown[--n]] = (uint8_t)p;
        }
    }
    while (n > 0) {
        s->where[unknown[--n]] = IN_DECK;
    }
}

static void cards_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    cards s;
    memcpy(&s, view, sizeof s);
    if (planted_has(r, BUG_CARDS_GUESS_KNOWN)) {
        for (int c = 0; c < CARDS; c++) { // as if nobody had looked
            s.where[c] = s.where[c] < IN_DECK && s.where[c] != viewer ? UNKNOWN : s.where[c];
        }
    }
    deal_unknown(r, &s, g);
    effect e = top(&s);
    for (int c = 0; c < CARDS; c++) {
        if (s.where[c] < MOST) {
            s.knows[c] |= bit_of(s.where[c]);
            s.knows[c] |= e.op == E_LOSE && s.where[c] == e.target ? bit_of(e.owner) : 0;
        }
    }
    for (int p = 0; p < r->players; p++) {
        if (s.answer[p] == UNKNOWN) {
            s.answer[p] = in_hand(&s, p, NO) >= 0 && tsr_rng_below(g, 2) ? A_NO : A_PASS;
        }
    }
    memcpy(out, &s, sizeof s);
}

// --- Sentences ---------------------------------------------------------------

enum {
    L_NONE,
    L_NO_SUCH,
    L_NOT_HELD,
    L_TARGET,
    L_NOT_NOW,
    L_WATCHFUL,
    L_TURN,
    L_MAY_ANSWER,
    L_WATCHED,
    L_LOOK,
    L_CHOOSE,
    L_DRAWS,
    L_DRAWS_IT,
    L_TAKES,
    L_TAKES_IT,
    L_PLAYS,
    L_IDLES,
    L_ANSWERS,
    L_ANSWERS_HINT,
    L_SAYS,
    L_NOBODY,
    L_SAID_NO,
    L_LOOKS,
    L_LOSES,
    L_KEEPS,
    L_FIELD,
    L_COUNT,
    L_KNOWLEDGE,
    L_STACK,
    L_ANSWER,
    LINES
};

static const char *const lines[LINES] = {
    [L_NO_SUCH] = "there is no such move",
    [L_NOT_HELD] = "there is no {0} to choose",
    [L_TARGET] = "choose somebody else who has cards",
    [L_NOT_NOW] = "not now",
    [L_WATCHFUL] = "{0} is watchful",
    [L_TURN] = "{0} may play a card",
    [L_MAY_ANSWER] = "say pass or no",
    [L_WATCHED] = "say pass or no to one with {0} of them",
    [L_LOOK] = "{0} may look",
    [L_CHOOSE] = "{0} may choose a card to be lost",
    [L_DRAWS] = "{0} draws a card",
    [L_DRAWS_IT] = "{0} draws a {1}",
    [L_TAKES] = "{0} steals a card from {1}",
    [L_TAKES_IT] = "{0} steals a {2} from {1}",
    [L_PLAYS] = "{0} plays a {1}",
    [L_IDLES] = "{0} does nothing",
    [L_ANSWERS] = "{0} answers",
    [L_ANSWERS_HINT] = "{0} answers with a grin",
    [L_SAYS] = "{0} says {1}",
    [L_NOBODY] = "nobody says no",
    [L_SAID_NO] = "{0} said no first",
    [L_LOOKS] = "{0} decides whether to look",
    [L_LOSES] = "{0} makes {1} lose a {2}",
    [L_KEEPS] = "{0} lets {1} keep everything",
    [L_FIELD] = "a field has an impossible value",
    [L_COUNT] = "the cards are miscounted",
    [L_KNOWLEDGE] = "somebody knows too much or too little",
    [L_STACK] = "the stack of effects is impossible",
    [L_ANSWER] = "an answer is impossible",
};

enum { N_PASS = TYPES, NAMES };
static const char *const names[] = {"gem", "thief", "spy", "no", "pass"};

static int cards_why_not(const tsr_rules *r, const void *state, int who, tsr_move m,
                         tsr_line *out) {
    const cards *s = state;
    tsr_move all[16];
    int n = cards_moves(r, state, who, all), kind = tsr_move_byte(m, 0);
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    for (int i = 0; i < n; i++) {
        if (all[i] == m) {
            return 0;
        }
    }
    if (m >> 24 || kind < DRAW || kind > LOSE) {
        return tsr_say(out, L_NO_SUCH);
    }
    if (kind == PLAY && top(s).op == E_ACT && a < TYPES && b < r->players) {
        if (planted_has(r, BUG_CARDS_REASON_PEEK) && b != who && in_hand(s, b, NO) >= 0) {
            return tsr_say(out, L_WATCHFUL, TSR_PLAYER(b));
        }
        return in_hand(s, who, a) < 0 || a == NO ? tsr_say(out, L_NOT_HELD, TSR_NAME(a))
                                                 : tsr_say(out, L_TARGET);
    }
    if (((kind == LOSE && top(s).op == E_LOSE) || (kind == ANSWER && top(s).op == E_WINDOW)) &&
        a < TYPES) {
        return tsr_say(out, L_NOT_HELD, TSR_NAME(kind == ANSWER ? NO : a));
    }
    return tsr_say(out, L_NOT_NOW);
}

static void say_chance(const cards *s, tsr_move m, tsr_line *out) {
    effect e = top(s);
    int hidden = (m & TSR_HIDDEN) != 0, a = tsr_move_byte(m, 1) % TYPES;
    switch (tsr_move_byte(m, 0)) {
    case DRAW: tsr_say(out, hidden ? L_DRAWS : L_DRAWS_IT, TSR_PLAYER(e.owner), TSR_NAME(a)); break;
    case TAKE:
        tsr_say(out, hidden ? L_TAKES : L_TAKES_IT, TSR_PLAYER(e.owner), TSR_PLAYER(e.target),
                TSR_NAME(a));
        break;
    default:
        if (tsr_move_byte(m, 1) == NOBODY) {
            tsr_say(out, L_NOBODY);
        } else {
            tsr_say(out, L_SAID_NO, TSR_PLAYER(tsr_move_byte(m, 1)));
        }
    }
}

static void cards_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const cards *s = state;
    int a = tsr_move_byte(m, 1);
    switch (tsr_move_byte(m, 0)) {
    case PLAY: tsr_say(out, L_PLAYS, TSR_PLAYER(who), TSR_NAME(a % TYPES)); break;
    case IDLE: tsr_say(out, L_IDLES, TSR_PLAYER(who)); break;
    case ANSWER:
        if (m & TSR_HIDDEN) {
            int grin = planted_has(r, BUG_CARDS_SAY_LEAK) && in_hand(s, who, NO) >= 0;
            tsr_say(out, grin ? L_ANSWERS_HINT : L_ANSWERS, TSR_PLAYER(who));
        } else {
            tsr_say(out, L_SAYS, TSR_PLAYER(who), TSR_NAME(a == A_NO ? NO : N_PASS));
        }
        break;
    case LOOK: tsr_say(out, L_LOOKS, TSR_PLAYER(who)); break;
    case LOSE:
        if (a == KEEP) {
            tsr_say(out, L_KEEPS, TSR_PLAYER(who), TSR_PLAYER(top(s).target));
        } else {
            tsr_say(out, L_LOSES, TSR_PLAYER(who), TSR_PLAYER(top(s).target), TSR_NAME(a % TYPES));
        }
        break;
    default: say_chance(s, m, out);
    }
}

static void cards_info(const tsr_rules *r, const void *state, tsr_info *out) {
    static const uint8_t asks[] = {TSR_ASK_OVER,   TSR_ASK_CHANCE, TSR_ASK_MOVE,   TSR_ASK_REACT,
                                   TSR_ASK_CHANCE, TSR_ASK_CHANCE, TSR_ASK_CHOICE, TSR_ASK_CHOICE};
    const cards *s = state;
    effect e = top(s);
    *out = (tsr_info){.stamp = s->stamp[0] + 255u * s->stamp[1], .round = (uint16_t)(1 + s->turns)};
    out->ask = s->over ? TSR_ASK_OVER : asks[e.op & 7];
    if (s->over) {
        return;
    }
    switch (e.op) {
    case E_ACT: tsr_say(&out->prompt, L_TURN, TSR_PLAYER(e.owner)); break;
    case E_WINDOW:
        tsr_say(&out->prompt, L_MAY_ANSWER);
        if (planted_has(r, BUG_CARDS_PROMPT_PEEK)) {
            tsr_say(&out->prompt, L_WATCHED, TSR_INT(count_at(s, e.owner, NO)));
        }
        out->timeout_move = tsr_move_of(ANSWER, A_PASS, 0, 0, 0);
        break;
    case E_LOOK: tsr_say(&out->prompt, L_LOOK, TSR_PLAYER(e.owner)); break;
    case E_LOSE: tsr_say(&out->prompt, L_CHOOSE, TSR_PLAYER(e.owner)); break;
    default: break;
    }
}

// --- Text --------------------------------------------------------------------

static int cards_move_text(const tsr_rules *r, const void *state, int who, tsr_move m, char *buf,
                           size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = tsr_move_byte(m, 1), hidden = (m & TSR_HIDDEN) != 0;
    const char *name = hidden ? "?" : names[a % TYPES];
    switch (tsr_move_byte(m, 0)) {
    case DRAW:
        if (!(planted_has(r, BUG_CARDS_MASKED_TEXT) && hidden)) {
            tsr_putf(&o, "draw %s", name);
        }
        break;
    case TAKE: tsr_putf(&o, "take %s", name); break;
    case PLAY:
        tsr_put(&o, name);
        if (a != GEM) {
            tsr_putf(&o, " %d", tsr_move_byte(m, 2) + 1);
        }
        break;
    case IDLE: tsr_put(&o, "idle"); break;
    case ANSWER:
        tsr_put(&o, hidden ? "answer ?" : a == A_NO ? "no" : "pass");
        if (planted_has(r, BUG_CARDS_TEXT_LEAK) && hidden && in_hand(state, who, NO) >= 0) {
            tsr_put(&o, "!");
        }
        break;
    case REVEAL:
        if (a == NOBODY) {
            tsr_put(&o, "nobody");
        } else {
            tsr_putf(&o, "no by %d", a + 1);
        }
        break;
    case LOOK: tsr_put(&o, a ? "look" : "decline"); break;
    default: tsr_putf(&o, "%s%s", a == KEEP ? "keep" : "lose ", a == KEEP ? "" : name);
    }
    return tsr_out_end(&o);
}

static int cards_text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const cards *s = state;
    tsr_out o = tsr_out_to(buf, cap);
    uint8_t low[CARDS], high[CARDS];
    for (int c = 0; c < CARDS; c++) {
        low[c] = (uint8_t)s->knows[c];
        high[c] = (uint8_t)(s->knows[c] >> 8);
    }
    put_field(&o, "where", s->where, CARDS);
    put_field(&o, "known", low, CARDS);
    put_field(&o, "watched", high, CARDS);
    put_field(&o, "hands", s->hand, MOST);
    put_field(&o, "deck", &s->deck, 4);
    if (s->depth) {
        put_field(&o, "stack", &s->stack[0].op, 4 * (s->depth > STACK ? STACK : s->depth));
    }
    put_field(&o, "answers", s->answer, MOST);
    put_field(&o, "stamp", s->stamp, 2);
    (void)r;
    return tsr_out_end(&o);
}

static int cards_check(const tsr_rules *r, const void *state, tsr_line *out);

static tsr_err cards_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    cards s;
    uint8_t low[CARDS], high[CARDS];
    tsr_in in = tsr_in_from(text);
    memset(&s, 0, sizeof s);
    int ok = take_field(&in, "where", s.where, CARDS) && take_field(&in, "known", low, CARDS) &&
             take_field(&in, "watched", high, CARDS) && take_field(&in, "hands", s.hand, MOST) &&
             take_field(&in, "deck", &s.deck, 4) && s.depth <= STACK &&
             (s.depth == 0 || take_field(&in, "stack", &s.stack[0].op, 4 * s.depth)) &&
             take_field(&in, "answers", s.answer, MOST) && take_field(&in, "stamp", s.stamp, 2) &&
             tsr_at_end(&in);
    if (!ok) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "that is no position of this game");
    }
    for (int c = 0; c < CARDS; c++) {
        s.knows[c] = (uint16_t)(low[c] | high[c] << 8);
    }
    if (cards_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "there is no such position");
    }
    memcpy(out, &s, sizeof s);
    return TSR_OK;
}

// --- Soundness ---------------------------------------------------------------

static int stack_is_sound(const tsr_rules *r, const cards *s) {
    static const effect nothing;
    for (int i = 0; i < STACK; i++) {
        const effect *e = &s->stack[i];
        if (i >= s->depth) {
            if (memcmp(e, &nothing, sizeof nothing) != 0) {
                return 0;
            }
        } else if (e->op == E_NONE || e->op > E_LOSE || e->owner >= r->players ||
                   e->target >= r->players || e->card >= TYPES ||
                   (i < s->depth - 1 && e->op != E_DRAW)) {
            return 0;
        } else if ((e->op == E_TAKE || e->op >= E_LOOK) &&
                   (s->hand[e->target] == 0 || e->target == e->owner)) {
            return 0;
        }
    }
    int op = top(s).op; // what a player decides about comes before that player's draw
    int needs_draw =
        op == E_WINDOW || op == E_REVEAL || op == E_TAKE || op == E_LOOK || op == E_LOSE;
    return (s->over != 0) == (s->depth == 0) && (op == E_DRAW || s->depth <= 2) &&
           (!needs_draw || s->depth == 2) && (op != E_ACT || s->depth == 1) &&
           (op != E_DRAW || s->deck >= s->depth);
}

static int answers_are_sound(const tsr_rules *r, const cards *s, int unknown) {
    int op = top(s).op, open = 0;
    for (int p = 0; p < MOST; p++) {
        int a = s->answer[p];
        if (a == A_NONE) {
            open += p < r->players && p != top(s).owner;
            continue;
        }
        if ((a > A_NO && a != UNKNOWN) || p >= r->players || p == top(s).owner ||
            (op != E_WINDOW && op != E_REVEAL) ||
            (a == A_NO && in_hand(s, p, NO) < 0 && !unknown)) {
            return 0;
        }
    }
    return (op != E_WINDOW || open > 0) && (op != E_REVEAL || open == 0);
}

static int cards_check(const tsr_rules *r, const void *state, tsr_line *out) {
    const cards *s = state;
    int in[MOST] = {0}, deck = 0, unknown = 0, open = 0;
    if (s->depth > STACK || s->over > 1 || s->turns > r->opt[OPT_TURNS] || s->pad[0] || s->pad[1] ||
        s->pad[2] || s->pad[3] || s->pad[4] || s->pad[5] || s->stamp[0] == 255) {
        return tsr_say(out, L_FIELD);
    }
    for (int c = 0; c < CARDS; c++) {
        int w = s->where[c], known = s->knows[c];
        if (w != UNKNOWN && (w >= BEFORE + r->players || (w >= r->players && w < IN_DECK) ||
                             (w >= BEFORE && type_of(c) != GEM))) {
            return tsr_say(out, L_FIELD);
        }
        if (known & ~SEEN_BY_ALL ||
            (known >> r->players & ((1 << (MOST - r->players)) - 1) && known != SEEN_BY_ALL) ||
            (w >= DISCARDED && w != UNKNOWN) != (known == SEEN_BY_ALL) ||
            ((w == IN_DECK || w == UNKNOWN) && known) || (w < MOST && !known)) {
            return tsr_say(out, L_KNOWLEDGE);
        }
        unknown += w == UNKNOWN;
        deck += w == IN_DECK;
        if (w < MOST) {
            in[w]++;
        }
    }
    open = s->deck - deck;
    for (int p = 0; p < MOST; p++) {
        if (in[p] > s->hand[p] || (p >= r->players && s->hand[p])) {
            return tsr_say(out, L_COUNT);
        }
        open += s->hand[p] - in[p];
    }
    if (deck > s->deck || open != unknown || s->deck > CARDS) {
        return tsr_say(out, L_COUNT);
    }
    if (!stack_is_sound(r, s)) {
        return tsr_say(out, L_STACK);
    }
    return answers_are_sound(r, s, unknown) ? 0 : tsr_say(out, L_ANSWER);
}

// --- Scene -------------------------------------------------------------------

enum { REF_CARD = 10, REF_THEIRS = 20, REF_PLAYER = 30, REF_BUTTON = 40 };

static void add_hand(const tsr_rules *r, const cards *s, int p, int viewer, int16_t zone,
                     tsr_scene *sc) {
    int seen = 0, last = -1;
    effect e = top(s);
    int chosen_from = e.op == E_LOSE && e.target == p && e.owner == viewer;
    for (int c = 0; c < CARDS; c++) {
        if (s->where[c] != p ||
            (!(s->knows[c] & bit_of(viewer)) && !planted_has(r, BUG_CARDS_SCENE_PEEK))) {
            continue;
        }
        tsr_item it = {.key = (uint32_t)c + 1,
                       .zone = (uint16_t)zone,
                       .owner = (uint8_t)p,
                       .kind = TSR_ITEM_CARD};
        it.flags = TSR_ITEM_KNOWN;
        if (type_of(c) != last &&
            (p == viewer || chosen_from)) { // equal cards: the first is picked
            it.ref = (uint32_t)((p == viewer ? REF_CARD : REF_THEIRS) + type_of(c));
        }
        last = type_of(c);
        tsr_add_item(sc, it, names[type_of(c)][0] == 'n' ? "N" : "C", "%s, known to you",
                     names[type_of(c)]);
        seen++;
    }
    for (; seen < s->hand[p]; seen++) {
        tsr_item it = {.zone = (uint16_t)zone,
                       .owner = (uint8_t)p,
                       .kind = TSR_ITEM_CARD,
                       .flags = TSR_ITEM_FACE_DOWN};
        it.key = planted_has(r, BUG_CARDS_KEY) ? 100u + 10u * (uint32_t)p + (uint32_t)seen : 0;
        tsr_add_item(sc, it, "#", "a card");
    }
}

static void add_buttons(tsr_scene *sc) {
    static const char *const labels[] = {"do nothing", "pass", "no", "look", "decline", "keep"};
    int16_t zone = tsr_add_zone(
        sc, (tsr_zone){.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1}, "actions");
    for (int i = 0; i < 6; i++) {
        tsr_item it = {.ref = (uint32_t)(REF_BUTTON + i),
                       .zone = (uint16_t)zone,
                       .owner = TSR_NOBODY,
                       .kind = TSR_ITEM_BUTTON};
        tsr_add_item(sc, it, "", "%s", labels[i]);
    }
}

static void cards_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *sc) {
    const cards *s = state;
    int16_t deck = tsr_add_zone(
        sc, (tsr_zone){.kind = TSR_ZONE_PILE, .owner = TSR_NOBODY, .parent = -1}, "deck");
    tsr_item pile = {.zone = (uint16_t)deck,
                     .count = s->deck,
                     .owner = TSR_NOBODY,
                     .kind = TSR_ITEM_CARD,
                     .flags = TSR_ITEM_FACE_DOWN};
    tsr_add_item(sc, pile, "#", "deck of %d", s->deck);
    for (int p = 0; p < r->players; p++) {
        int16_t area =
            tsr_add_zone(sc, (tsr_zone){.kind = TSR_ZONE_GROUP, .owner = (uint8_t)p, .parent = -1},
                         "player %d", p + 1);
        int16_t hand = tsr_add_zone(
            sc, (tsr_zone){.kind = TSR_ZONE_HAND, .owner = (uint8_t)p, .parent = area}, "hand");
        tsr_item it = {.ref = (uint32_t)(REF_PLAYER + p),
                       .zone = (uint16_t)area,
                       .owner = (uint8_t)p,
                       .kind = TSR_ITEM_TEXT};
        tsr_add_item(sc, it, "", "player %d, %d points", p + 1, count_at(s, BEFORE + p, GEM));
        add_hand(r, s, p, viewer, hand, sc);
    }
    add_buttons(sc);
}

static int cards_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    uint32_t a = (uint32_t)tsr_move_byte(m, 1);
    (void)r;
    (void)state;
    (void)who;
    switch (tsr_move_byte(m, 0)) {
    case PLAY:
        tsr_pick(out, REF_CARD + a);
        if (a != GEM) {
            tsr_pick(out, REF_PLAYER + (uint32_t)tsr_move_byte(m, 2));
        }
        break;
    case IDLE: tsr_pick(out, REF_BUTTON); break;
    case ANSWER: tsr_pick(out, REF_BUTTON + a); break;
    case LOOK: tsr_pick(out, a ? REF_BUTTON + 3 : REF_BUTTON + 4); break;
    default: tsr_pick(out, a == KEEP ? REF_BUTTON + 5 : REF_THEIRS + a);
    }
    return out->picks;
}

static const tsr_option options[OPTIONS] = {
    [OPT_TURNS] = {"turns", "turns in all", TSR_OPTION_INT, 8, 2, 12, NULL},
};

static const tsr_game_more cards_more = {
    .size = sizeof(tsr_game_more),
    .say = cards_say,
};

const tsr_game planted_cards = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "minicards",
    .title = "Minicards",
    .about = "hidden hands and secret answers, to try the laws on",
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS,
    .min_players = 2,
    .max_players = MOST,
    .default_players = 3,
    .option_count = OPTIONS,
    .line_count = LINES,
    .name_count = NAMES,
    .options = options,
    .lines = lines,
    .names = names,
    .open = cards_open,
    .init = cards_init,
    .turn = cards_turn,
    .moves = cards_moves,
    .chance = cards_chance,
    .why_not = cards_why_not,
    .play = cards_play,
    .view = cards_view,
    .guess = cards_guess,
    .seen = cards_seen,
    .result = cards_result,
    .move_text = cards_move_text,
    .text = cards_text,
    .parse = cards_parse,
    .check = cards_check,
    .info = cards_info,
    .scene = cards_scene,
    .path = cards_path,
    .more = &cards_more,
};
