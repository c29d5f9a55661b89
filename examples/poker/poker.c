// SPDX-License-Identifier: MIT
// Kuhn poker and Leduc poker: one betting game in two sizes.
//
// Everybody pays one chip and gets a card that the other does not see. The players check, bet,
// raise, call or fold; a bet has a fixed size, and only so many are allowed in a round. Leduc then
// turns up a card for both and has a second, dearer round. At the end a pair with the common card
// wins, else the higher card; equal cards share.
//
//     Kuhn    J Q K, one of each      one round, one bet of 1
//     Leduc   J Q K, two of each      two rounds, two bets of 2 and of 4
//
// The state is what was dealt and what was done, in order; everything else (whose turn, who
// paid what) follows from that and is worked out by `read_spot`. So there is little to get wrong
// when a position is read from text, and what a player knows is easily blanked: a card.
#include <tessera/plugin.h>
#include <tessera/text.h>

enum { DEAL = 1, FOLD, CALL, RAISE };   // kinds of moves; DEAL has the card in byte 1
enum { NO_CARD, J, Q, K, HIDDEN_CARD }; // HIDDEN_CARD: dealt, but this viewer may not know it
enum { CARDS = 3, MOST_ACTS = 8 };
enum { FEATURES = 2 + 2 * CARDS + 3 * MOST_ACTS };
enum { TO_MOVE = 1, DEALING, ENDED, NOT_A_MOVE, NO_BET, NO_MORE_RAISES, NO_POSITION };

static const char *const lines[] = {
    [TO_MOVE] = "{0} to move",
    [DEALING] = "a card is dealt",
    [ENDED] = "the game is over",
    [NOT_A_MOVE] = "fold, call or raise",
    [NO_BET] = "there is no bet to fold to",
    [NO_MORE_RAISES] = "no more raises in this round",
    [NO_POSITION] = "a position is two cards, a common card and what was done, such as 'J? - cr'",
};
static const char *const seats[] = {"first", "second"};

typedef struct poker_size {
    uint8_t copies, rounds, raises, bet[2];
} poker_size;

typedef struct poker { // the state: no pointers, no hidden padding
    uint8_t hand[2], common, acts;
    uint8_t act[MOST_ACTS]; // FOLD, CALL, RAISE; 0 after the last
    uint8_t pad[4];
} poker;

// What follows from a state.
typedef struct spot {
    int round, who, raises, to_call; // of the round at hand
    int in_round;                    // acts in it so far
    int paid[2];
    int folded; // 1 + who; 0 = nobody
    int over;   // no decision is left
    int sound;  // every act was legal
} spot;

static const poker_size *size_of(const tsr_rules *r) {
    return r->g.self;
}

// --- What follows from a state -------------------------------------------------------------------

static int act_is_legal(const poker_size *size, const spot *p, int act) {
    if (p->over) return ENDED;
    if (act == FOLD) return p->to_call ? 0 : NO_BET;
    if (act == RAISE) return p->raises < size->raises ? 0 : NO_MORE_RAISES;
    return act == CALL ? 0 : NOT_A_MOVE;
}

// One more act. A round ends when a bet is called, or when both have checked.
static void take_act(const poker_size *size, spot *p, int act) {
    int who = p->who, first = p->in_round++ == 0;
    p->who = 1 - who;
    if (act == FOLD) {
        p->folded = 1 + who;
        p->over = 1;
        return;
    }
    p->paid[who] += p->to_call;
    p->to_call = 0;
    if (act == RAISE) {
        p->raises++;
        p->to_call = size->bet[p->round];
        p->paid[who] += p->to_call;
    } else if (!first) {
        p->over = ++p->round == size->rounds;
        p->who = p->raises = p->in_round = 0;
    }
}

static spot read_spot(const poker_size *size, const poker *s) {
    spot p = {.paid = {1, 1}, .sound = s->acts <= MOST_ACTS};
    for (int i = 0; p.sound && i < s->acts; i++) {
        p.sound = act_is_legal(size, &p, s->act[i]) == 0;
        take_act(size, &p, s->act[i]);
    }
    return p;
}

// Whether the common card is due: the second round begins.
static int common_is_due(const spot *p, const poker *s) {
    return p->round >= 1 && !p->folded && s->common == NO_CARD;
}

static int showdown(const poker_size *size, const spot *p, const poker *s) {
    return p->over && !p->folded && (size->rounds == 1 || s->common != NO_CARD);
}

// --- The game ------------------------------------------------------------------------------------

static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(poker);
    r->max_moves = r->action_count = 3;
    r->max_chance = CARDS;
    r->max_plies = MOST_ACTS + 3;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    *(poker *)out = (poker){0};
}

static uint32_t turn(const tsr_rules *r, const void *state) {
    const poker *s = state;
    spot p = read_spot(size_of(r), s);
    if (!s->hand[0] || !s->hand[1] || (size_of(r)->rounds > 1 && common_is_due(&p, s))) {
        return 1u << TSR_CHANCE;
    }
    return p.over ? 0 : 1u << p.who;
}

static int why_not(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    spot p = read_spot(size_of(r), state);
    int kind = (int)(m & 0xff);
    return tsr_say(out, m != (tsr_move)kind ? NOT_A_MOVE : act_is_legal(size_of(r), &p, kind));
}

static int moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    int count = 0;
    for (tsr_move m = FOLD; turn(r, s) == 1u << who && m <= RAISE; m++) {
        if (!why_not(r, s, who, m, NULL)) out[count++] = m;
    }
    return count;
}

// How many cards of each kind are left for somebody who sees the state so.
static void count_left(const tsr_rules *r, const poker *s, int left[]) {
    for (int c = J; c <= K; c++) {
        left[c] = size_of(r)->copies - (s->hand[0] == c) - (s->hand[1] == c) - (s->common == c);
    }
}

static int chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    int left[K + 1], count = 0;
    count_left(r, s, left);
    for (int c = J; c <= K; c++) {
        if (left[c] <= 0) continue;
        out[count] = tsr_move_of(DEAL, c, 0, 0, 0);
        weight[count++] = (uint32_t)left[c];
    }
    return count;
}

static void play(const tsr_rules *r, void *state, int who, tsr_move m) {
    poker *s = state;
    uint8_t card = (uint8_t)tsr_move_byte(m, 1);
    if (who != TSR_CHANCE) {
        s->act[s->acts++] = (uint8_t)tsr_move_byte(m, 0);
    } else if (!s->hand[0] || !s->hand[1]) {
        s->hand[s->hand[0] != NO_CARD] = card;
    } else {
        s->common = card;
    }
}

static void view(const tsr_rules *r, const void *state, int viewer, void *out) {
    poker s = *(const poker *)state;
    spot p = read_spot(size_of(r), &s);
    for (int i = 0; i < 2 && !showdown(size_of(r), &p, &s); i++) {
        if (i != viewer && s.hand[i]) s.hand[i] = HIDDEN_CARD;
    }
    *(poker *)out = s;
}

static void guess(const tsr_rules *r, const void *state, int viewer, tsr_rng *g, void *out) {
    poker s = *(const poker *)state;
    for (int i = 0; i < 2; i++) {
        int left[K + 1], whole = 0, card = J;
        count_left(r, &s, left);
        for (int c = J; c <= K; c++)
            whole += left[c];
        if (s.hand[i] != HIDDEN_CARD) continue;
        uint32_t at = tsr_rng_below(g, (uint32_t)whole);
        while (at >= (uint32_t)left[card])
            at -= (uint32_t)left[card++];
        s.hand[i] = (uint8_t)card;
    }
    *(poker *)out = s;
}

static tsr_move seen(const tsr_rules *r, const void *state, int who, tsr_move m, int viewer) {
    const poker *s = state;
    int to = s->hand[0] != NO_CARD; // the next hand
    return who == TSR_CHANCE && !s->hand[1] && to != viewer ? TSR_HIDDEN | DEAL : m;
}

static int hand_worth(const poker *s, int who) {
    return s->hand[who] + (s->hand[who] == s->common ? K : 0);
}

static void result(const tsr_rules *r, const void *state, tsr_result *out) {
    const poker *s = state;
    spot p = read_spot(size_of(r), s);
    out[0] = out[1] = (tsr_result){0};
    if (turn(r, state)) return;
    int lead = p.folded ? (p.folded == 2 ? 1 : -1) : hand_worth(s, 0) - hand_worth(s, 1);
    int chips = p.paid[0] < p.paid[1] ? p.paid[0] : p.paid[1];
    out[0].score = lead > 0 ? chips : lead < 0 ? -chips : 0;
    out[1].score = -out[0].score;
    out[0].rank = (uint8_t)(lead < 0 ? 2 : 1);
    out[1].rank = (uint8_t)(lead > 0 ? 2 : 1);
}

// --- Text ----------------------------------------------------------------------------------------

static const char card_letters[] = "-JQK?", act_letters[] = "  fcr";

static int move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                     size_t cap) {
    static const char *const words[] = {"nothing", "deal", "fold", "call", "raise"};
    int kind = tsr_move_byte(m, 0), card = m & TSR_HIDDEN ? HIDDEN_CARD : tsr_move_byte(m, 1);
    if (kind != DEAL) return snprintf(buf, cap, "%s", words[kind <= RAISE ? kind : 0]);
    return snprintf(buf, cap, "deal %c", card_letters[card <= HIDDEN_CARD ? card : 0]);
}

static int text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const poker *s = state;
    char done[MOST_ACTS + 1] = ".";
    for (int i = 0; i < s->acts; i++) {
        done[i] = act_letters[s->act[i]];
        done[i + 1] = '\0';
    }
    return snprintf(buf, cap, "%c%c %c %s", card_letters[s->hand[0]], card_letters[s->hand[1]],
                    card_letters[s->common], done);
}

// The cards fit: dealt in order, none more often than there are.
static int cards_fit(const tsr_rules *r, const poker *s) {
    int left[K + 1];
    count_left(r, s, left);
    for (int c = J; c <= K; c++) {
        if (left[c] < 0) return 0;
    }
    return s->hand[1] ? s->hand[0] != NO_CARD : !s->acts && !s->common;
}

// The common card lies there exactly from the second round's first act on, at the latest.
static int common_fits(const tsr_rules *r, const poker *s, const spot *p) {
    if (size_of(r)->rounds == 1 || p->round == 0) return s->common == NO_CARD;
    return s->common || p->in_round == 0;
}

static int check(const tsr_rules *r, const void *state, tsr_line *out) {
    const poker *s = state;
    static const uint8_t zero[MOST_ACTS];
    if (s->acts > MOST_ACTS || s->hand[0] > HIDDEN_CARD || s->hand[1] > HIDDEN_CARD ||
        s->common > K || memcmp(s->pad, zero, sizeof s->pad) != 0 ||
        memcmp(s->act + s->acts, zero, (size_t)(MOST_ACTS - s->acts)) != 0) {
        return tsr_say(out, NO_POSITION);
    }
    spot p = read_spot(size_of(r), s);
    int hides = s->hand[0] == HIDDEN_CARD || s->hand[1] == HIDDEN_CARD;
    int fits = p.sound && cards_fit(r, s) && common_fits(r, s, &p);
    return tsr_say(out, fits && !(hides && showdown(size_of(r), &p, s)) ? 0 : NO_POSITION);
}

static int letter_at(const char *letters, char c) {
    const char *at = c && c != ' ' ? strchr(letters, c) : NULL;
    return at ? (int)(at - letters) : -1;
}

static tsr_err parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    poker s = {0};
    int cards[3], fits = strlen(t) >= 6 && t[2] == ' ' && t[4] == ' ' && strlen(t) <= 5 + MOST_ACTS;
    for (int i = 0; fits && i < 3; i++) {
        cards[i] = letter_at(card_letters, t[i == 2 ? 3 : i]);
        fits = cards[i] >= 0;
    }
    if (fits && strcmp(t + 5, ".") != 0) {
        for (const char *c = t + 5; fits && *c; c++) {
            int act = letter_at(act_letters, *c);
            fits = act >= FOLD;
            s.act[s.acts++] = (uint8_t)(fits ? act : 0);
        }
    }
    if (fits) {
        s.hand[0] = (uint8_t)cards[0];
        s.hand[1] = (uint8_t)cards[1];
        s.common = (uint8_t)cards[2];
    }
    if (!fits || check(r, &s, NULL)) {
        if (err) snprintf(err->message, sizeof err->message, "%s", lines[NO_POSITION]);
        return TSR_ERR_PARSE;
    }
    *(poker *)out = s;
    return TSR_OK;
}

// --- For people ----------------------------------------------------------------------------------

static void info(const tsr_rules *r, const void *state, tsr_info *out) {
    const poker *s = state;
    spot p = read_spot(size_of(r), s);
    uint32_t who = turn(r, state);
    *out = (tsr_info){.round = (uint16_t)(p.round < size_of(r)->rounds ? 1 + p.round : p.round)};
    out->stamp = (uint32_t)(s->acts * 4 + (s->hand[0] != 0) + (s->hand[1] != 0) + (s->common != 0));
    out->ask = who == 0 ? TSR_ASK_OVER : who >> TSR_CHANCE ? TSR_ASK_CHANCE : TSR_ASK_MOVE;
    if (out->ask == TSR_ASK_MOVE) {
        tsr_say(&out->prompt, TO_MOVE, TSR_PLAYER(p.who));
    } else {
        tsr_say(&out->prompt, who ? DEALING : ENDED);
    }
}

static void add_card(tsr_scene *out, int zone, int card, int owner) {
    static const char *const names[] = {"", "jack", "queen", "king", "a hidden card"};
    static const char *const glyphs[] = {"", "J", "Q", "K", "?"};
    tsr_item item = {.zone = (uint16_t)zone, .kind = TSR_ITEM_CARD, .owner = (uint8_t)owner};
    item.flags = card == HIDDEN_CARD ? TSR_ITEM_FACE_DOWN : 0;
    tsr_add_item(out, item, glyphs[card], "%s", names[card]);
}

static void scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out) {
    static const char *const words[] = {[FOLD] = "fold", [CALL] = "call", [RAISE] = "raise"};
    poker s;
    view(r, state, viewer, &s);
    spot p = read_spot(size_of(r), &s);
    for (int i = 0; i < 2; i++) {
        tsr_zone hand = {.kind = TSR_ZONE_HAND, .owner = (uint8_t)i, .parent = -1};
        tsr_zone chips = {.kind = TSR_ZONE_COUNTER, .owner = (uint8_t)i, .parent = -1};
        int zone = tsr_add_zone(out, hand, "%s player's card", seats[i]);
        if (s.hand[i]) add_card(out, zone, s.hand[i], i);
        zone = tsr_add_zone(out, chips, "%s player has paid", seats[i]);
        tsr_item number = {.zone = (uint16_t)zone, .kind = TSR_ITEM_NUMBER, .owner = (uint8_t)i};
        char digits[4];
        snprintf(digits, sizeof digits, "%d", p.paid[i] % 100);
        tsr_add_item(out, number, digits, "%d chips", p.paid[i]);
    }
    tsr_zone table = {.kind = TSR_ZONE_ROW, .owner = TSR_NOBODY, .parent = -1};
    int zone = tsr_add_zone(out, table, "common card");
    if (s.common) add_card(out, zone, s.common, TSR_NOBODY);
    tsr_zone buttons = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    zone = tsr_add_zone(out, buttons, "what to do");
    for (int act = FOLD; act <= RAISE; act++) {
        tsr_item button = {.ref = (uint32_t)act, .zone = (uint16_t)zone, .kind = TSR_ITEM_BUTTON};
        button.owner = TSR_NOBODY;
        char letter[2] = {act_letters[act], '\0'};
        tsr_add_item(out, button, letter, "%s", words[act]);
    }
}

static int path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out) {
    tsr_pick(out, (uint32_t)m);
    return 1;
}

// --- For learning --------------------------------------------------------------------------------

static int action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    out[0] = (uint32_t)m - FOLD;
    return 1;
}

static int action_text(const tsr_rules *r, uint32_t a, char *buf, size_t cap) {
    static const char *const words[] = {"fold", "check or call", "bet or raise"};
    return snprintf(buf, cap, "%s", a < 3 ? words[a] : "?");
}

static void features(const tsr_rules *r, const void *state, int viewer, float *out) {
    const poker *s = state;
    memset(out, 0, FEATURES * sizeof *out);
    if (viewer < 0 || viewer > 1) return;
    out[viewer] = 1;
    if (s->hand[viewer] >= J && s->hand[viewer] <= K) out[1 + s->hand[viewer]] = 1;
    if (s->common) out[1 + CARDS + s->common] = 1;
    for (int i = 0; i < s->acts; i++)
        out[2 + 2 * CARDS + 3 * i + s->act[i] - FOLD] = 1;
}

static const tsr_game_ai ai = {.size = sizeof ai, .feature_count = FEATURES, .features = features};
static const tsr_game_more more = {.size = sizeof more,
                                   .minutes = 1,
                                   .tags = "cards bluff two-player",
                                   .action = action,
                                   .action_text = action_text};
static const poker_size kuhn_size = {.copies = 1, .rounds = 1, .raises = 1, .bet = {1, 1}};
static const poker_size leduc_size = {.copies = 2, .rounds = 2, .raises = 2, .bet = {2, 4}};

// clang-format off
#define POKER(name, title, about, how_big) { \
    sizeof(tsr_game), TSR_ABI, name, title, about, .rules_version = 1, \
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_ZERO_SUM, .min_players = 2, .max_players = 2, \
    .lines = lines, .line_count = sizeof lines / sizeof *lines, .seats = seats, .self = how_big, \
    .open = open, .init = init, .turn = turn, .moves = moves, .chance = chance, .why_not = why_not, \
    .play = play, .view = view, .guess = guess, .seen = seen, .result = result, .info = info, \
    .move_text = move_text, .text = text, .parse = parse, .check = check, .scene = scene, \
    .path = path, .more = &more, .ai = &ai}
static const tsr_game kuhn = POKER("kuhn", "Kuhn poker", "three cards, one bet", &kuhn_size);
static const tsr_game leduc = POKER("leduc", "Leduc poker", "six cards, two rounds", &leduc_size);
// clang-format on

const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_game *const games[] = {&kuhn, &leduc};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 2, 0, games, NULL, 0, 0, NULL};
    return &plugin;
}
