// SPDX-License-Identifier: MIT
//
// Liar's Dice: everybody throws under a cup, and each says more of all dice than the one before, until somebody
// does not believe it.
//
// Decided here: one die is lost a round, and who lost it bids first in the next (if out, the next player). With wild
// ones a bid of ones is allowed and counts the ones alone. After `exact` said rightly all others lose a die, so no
// game goes on for ever; the caller bids first.

#include <string.h>

#include "liarsdice/liarsdice.h"

static const char *const lines[] = {
    [ASK_FIRST] = "{0} bids",
    [ASK_NEXT] = "{0} bids more than {1} x {2}, or doubts it",
    [THROWS] = "{0} throws",
    [BIDS] = "{0} says {1} x {2}",
    [CALLS] = "{0} does not believe it",
    [CALLS_EXACT] = "{0} says it is exactly so",
    [TOO_LOW] = "bid more dice, or as many of a higher face, than {0} x {1}",
    [TOO_MANY] = "there are only {0} dice",
    [NO_BID] = "nothing has been bid",
    [NO_EXACT] = "exact is not played here",
    [BAD_DICE] = "the dice of player {0} do not fit",
    [BAD_BID] = "the bid does not fit the dice",
    [BAD_LAST] = "the last round does not fit",
    [BAD_TURN] = "the turn does not fit the dice",
};

static const tsr_option options[] = {
    [LIARS_OPT_DICE] = {"dice", "dice of each player at the start", TSR_OPTION_INT, 5, 1,
                        LIARS_MOST, NULL},
    [LIARS_OPT_WILD] = {"wild", "ones count as every face", TSR_OPTION_FLAG, 1, 0, 1, NULL},
    [LIARS_OPT_EXACT] = {"exact", "who says exact rightly takes a die from all others",
                         TSR_OPTION_FLAG, 0, 0, 1, NULL}};

// Every round costs a die; in it each throws once, and all bids may be made.
static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    uint32_t total = (uint32_t)(r->players * r->opt[LIARS_OPT_DICE]);
    r->state_size = sizeof(liars);
    r->max_moves = total * LIARS_FACES + 2;
    r->action_count = LIARS_ACTIONS;
    r->max_chance = 462;
    r->max_plies = total * (r->players + total * LIARS_FACES + 1);
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    liars *s = out;
    memset(s, 0, sizeof *s);
    memset(s->left, r->opt[LIARS_OPT_DICE], r->players);
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const liars *s = p;
    return s->phase == LIARS_OVER      ? 0
           : s->phase == LIARS_ROLLING ? 1u << TSR_CHANCE
                                       : 1u << s->player;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const liars *s = p;
    int n = 0, total = liars_total(s);
    if (s->phase != LIARS_BIDDING || who != s->player) {
        return 0;
    }
    for (int i = 0; i < total * LIARS_FACES; i++) {
        int count = 1 + i / LIARS_FACES, face = 1 + i % LIARS_FACES;
        if (liars_is_higher(s, count, face)) {
            out[n++] = tsr_move_of(LIARS_BID, count, face, 0, 0);
        }
    }
    if (s->bid.count) {
        out[n++] = LIARS_LIAR;
    }
    if (s->bid.count && r->opt[LIARS_OPT_EXACT]) {
        out[n++] = LIARS_EXACT;
    }
    return n;
}

static int why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    const liars *s = p;
    int count = tsr_move_byte(m, 1), face = tsr_move_byte(m, 2), total = liars_total(s);
    if (m == LIARS_LIAR || (m == LIARS_EXACT && r->opt[LIARS_OPT_EXACT])) {
        return tsr_say(out, s->bid.count ? 0 : NO_BID);
    }
    if (m == LIARS_EXACT) {
        return tsr_say(out, NO_EXACT);
    }
    if (m != tsr_move_of(LIARS_BID, count, face, 0, 0) || !count || !face || face > LIARS_FACES) {
        return tsr_say(out, TSR_LINE_NOT_LISTED);
    }
    if (count > total) {
        return tsr_say(out, TOO_MANY, TSR_INT(total));
    }
    return liars_is_higher(s, count, face)
               ? tsr_say(out, 0)
               : tsr_say(out, TOO_LOW, TSR_INT(s->bid.count), TSR_INT(s->bid.face));
}

// --- Chance ------------------------------------------------------------------

// In how many ways `n` dice show this: n! over the factorials of what is equal.
static uint32_t ways_of(const int *face, int n) {
    uint32_t ways = 1, equal = 1;
    for (int i = 0; i < n; i++) {
        equal = i && face[i] == face[i - 1] ? equal + 1 : 1;
        ways = ways * (uint32_t)(i + 1) / equal;
    }
    return ways;
}

// The next throw of `n` dice in order, from the last die on; 0 = that was the last.
static int next_throw(int *face, int n) {
    int i = n - 1;
    while (i >= 0 && face[i] == LIARS_FACES) {
        i--;
    }
    for (int k = n - 1; i >= 0 && k >= i; k--) {
        face[k] = face[i] + 1;
    }
    return i >= 0;
}

static int chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight) {
    const liars *s = p;
    int count = 0, n = s->left[liars_roller(r, s)], face[LIARS_MOST] = {1, 1, 1, 1, 1, 1};
    do {
        tsr_move m = LIARS_THROW;
        for (int i = 0; i < n; i++) {
            m |= (tsr_move)face[i] << (8 * (i + 1));
        }
        weight[count] = ways_of(face, n);
        out[count++] = m;
    } while (next_throw(face, n));
    return count;
}

static tsr_move seen(const tsr_rules *r, const void *p, int who, tsr_move m, int viewer) {
    int is_secret = who == TSR_CHANCE && viewer != liars_roller(r, p);
    return is_secret ? TSR_HIDDEN | LIARS_THROW : m;
}

// --- Play --------------------------------------------------------------------

static void bid(const tsr_rules *r, liars *s, int count, int face) {
    s->bid = (liars_bid){(uint8_t)count, (uint8_t)face, s->player};
    do {
        s->player = (uint8_t)((s->player + 1) % r->players);
    } while (!s->left[s->player]);
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    switch (tsr_move_byte(m, 0)) {
    case LIARS_THROW: liars_throw(r, p, m); break;
    case LIARS_BID: bid(r, p, tsr_move_byte(m, 1), tsr_move_byte(m, 2)); break;
    default: liars_call(r, p, tsr_move_byte(m, 0)); break;
    }
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const liars *s = p;
    for (int who = 0; who < r->players; who++) {
        int rank = s->phase != LIARS_OVER ? 0 : s->place[who] ? s->place[who] : 1;
        out[who] = (tsr_result){.score = s->left[who], .rank = (uint8_t)rank};
    }
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = liars_heuristic};

static const char leaflet[] =
    "Liar's Dice is for two to six players. Each has five dice (option dice: 1 to 6).\n"
    "\n"
    "All throw their dice under a cup and look at their own. In turn each says how many dice\n"
    "of one face there are under all cups together. A bid names more dice than the one before,\n"
    "of any face, or as many of a higher face. Ones are wild: they count as the face that was\n"
    "bid (not with wild=no). A bid of ones counts ones alone.\n"
    "\n"
    "Instead of bidding you may say liar. Then all dice are shown. If there are fewer than the\n"
    "bid says, who made it loses a die, else you do. With exact=yes you may also say exact: if\n"
    "there are just as many all others lose a die, else you lose one.\n"
    "\n"
    "All throw again what they have left; who lost a die bids first. Who has no dice is out,\n"
    "and the last one left wins.\n"
    "\n"
    "Moves: count and face of a bid, such as 3x5; liar; exact.\n"
    "\n"
    "Tags: dice, hidden, bluff, luck.\n";

// Measured: a tree over guesses of the dice believes it can see them; many guesses of one move do better.
static const char *const levels[TSR_OWN_LEVELS] = {"greedy:samples=8", "greedy:samples=16",
                                                   "greedy:samples=64", "greedy:samples=128",
                                                   "greedy:samples=256"};

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 15,
                                   .levels = levels,
                                   .say = liars_say,
                                   .action = liars_action,
                                   .action_text = liars_action_text};

extern const tsr_game tsr_game_liarsdice;

const tsr_game tsr_game_liarsdice = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "liarsdice",
    .title = "Liar's Dice",
    .about = "say what is under all cups, and do not be caught",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN,
    .min_players = 2,
    .max_players = LIARS_SEATS,
    .option_count = sizeof options / sizeof options[0],
    .options = options,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = chance,
    .why_not = why_not,
    .play = play,
    .view = liars_view,
    .guess = liars_guess,
    .seen = seen,
    .result = result,
    .move_text = liars_move_text,
    .move_parse = liars_move_parse,
    .text = liars_text,
    .parse = liars_parse,
    .check = liars_check,
    .info = liars_info,
    .scene = liars_scene,
    .path = liars_path,
    .more = &more,
    .ai = &ai,
};
