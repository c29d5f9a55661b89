// SPDX-License-Identifier: MIT
//
// Yahtzee: five dice, three throws a turn, thirteen boxes to fill.
//
// Decided here: the first throw of a turn is made by itself; who would keep all five dice fills a box. With
// joker=forced a further Yahtzee has to be filled in as the official rules say: in the upper box of its face, or
// if that is full in a lower box, where it counts as anything, or else in any. With joker=free any box will do, and
// it counts as anything only if its upper box is full.

#include <string.h>

#include "yahtzee/yahtzee.h"

static const char *const lines[] = {
    [ASK_KEEP] = "{0} keeps dice, from the top, and throws the others, or fills a box",
    [ASK_BOX] = "{0} fills a box",
    [THREW] = "the dice fall",
    [THREW_FIVE] = "the dice fall: five times {0}",
    [KEEPS] = "{0} keeps {1} {1?die:dice} and throws again",
    [KEEPS_NONE] = "{0} throws all dice again",
    [FILLS] = "{0} fills {1} with {2}",
    [FILLS_EXTRA] = "{0} fills {1} with {2} and has another Yahtzee",
    [BOX_FULL] = "that box is filled",
    [MUST_UPPER] = "a further Yahtzee goes to {0}",
    [MUST_LOWER] = "a further Yahtzee goes to a lower box first",
    [NO_THROW] = "all three throws are made: fill a box",
    [NO_DICE] = "keep dice that are there, and not all of them",
    [BAD_BOX] = "{0} cannot hold that",
    [BAD_DICE] = "the dice do not fit the turn",
    [BAD_TURN] = "the turn does not fit the boxes",
};

static const char *const joker_words[] = {"forced", "free"};
static const tsr_option options[] = {{.name = "joker",
                                      .help = "where a further Yahtzee may be filled in",
                                      .kind = TSR_OPTION_CHOICE,
                                      .def = YAHTZEE_FORCED,
                                      .max = YAHTZEE_FREE,
                                      .choices = joker_words}};

// At most 31 ways to keep dice and 13 boxes; a turn is three throws, two decisions about them and a box.
static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(yahtzee);
    r->max_moves = 31 + YAHTZEE_BOXES;
    r->action_count = YAHTZEE_ACTIONS;
    r->max_chance = 252;
    r->max_plies = (uint32_t)(r->players * YAHTZEE_BOXES * 2 * YAHTZEE_THROWS);
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    yahtzee *s = out;
    memset(s, 0, sizeof *s);
    s->rolling = 1;
    memset(s->box, YAHTZEE_OPEN, (size_t)r->players * YAHTZEE_BOXES);
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const yahtzee *s = p;
    return s->over ? 0 : s->rolling ? 1u << TSR_CHANCE : 1u << s->player;
}

// --- Dice --------------------------------------------------------------------

// Of equal dice the first ones are kept: a die may be kept only if its equal on the left is.
static int is_first_of_equals(const yahtzee *s, int kept) {
    for (int i = 1; i < YAHTZEE_DICE; i++) {
        if (s->dice[i] == s->dice[i - 1] && (kept >> i & 1) && !(kept >> (i - 1) & 1)) {
            return 0;
        }
    }
    return 1;
}

static tsr_move keep_of(const yahtzee *s, int kept) {
    tsr_move m = YAHTZEE_KEEP;
    int n = 0;
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        m = kept >> i & 1 ? yahtzee_with_die(m, n++, s->dice[i]) : m;
    }
    return m;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const yahtzee *s = p;
    int n = 0, all = (1 << YAHTZEE_DICE) - 1;
    if (s->over || s->rolling || who != s->player) {
        return 0;
    }
    for (int kept = 0; kept < all && s->throws < YAHTZEE_THROWS; kept++) {
        if (is_first_of_equals(s, kept)) {
            out[n++] = keep_of(s, kept);
        }
    }
    for (int box = 0; box < YAHTZEE_BOXES; box++) {
        if (!yahtzee_why_no_box(r, s, box, NULL)) {
            out[n++] = tsr_move_of(YAHTZEE_FILL, box + 1, 0, 0, 0);
        }
    }
    return n;
}

static int why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    const yahtzee *s = p;
    int kind = tsr_move_byte(m, 0), box = tsr_move_byte(m, 1) - 1;
    if (kind == YAHTZEE_FILL && box >= 0 && box < YAHTZEE_BOXES && m >> 16 == 0) {
        return yahtzee_why_no_box(r, s, box, out);
    }
    for (int kept = 0; kept < (1 << YAHTZEE_DICE) - 1 && kind == YAHTZEE_KEEP; kept++) {
        if (is_first_of_equals(s, kept) && keep_of(s, kept) == m) {
            return tsr_say(out, s->throws < YAHTZEE_THROWS ? 0 : NO_THROW);
        }
    }
    return tsr_say(out, kind == YAHTZEE_KEEP ? NO_DICE : TSR_LINE_NOT_LISTED);
}

// --- Play --------------------------------------------------------------------

static void be_thrown(yahtzee *s, tsr_move m) {
    for (int i = 0, n = yahtzee_to_throw(s); i < n; i++) {
        s->dice[i] = (uint8_t)tsr_move_byte(m, i + 1);
    }
    yahtzee_put_in_order(s->dice);
    s->throws++;
    s->rolling = 0;
}

static void keep(yahtzee *s, tsr_move m) {
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        s->dice[i] = (uint8_t)tsr_move_byte(m, i + 1);
    }
    yahtzee_put_in_order(s->dice);
    s->rolling = 1;
}

static void fill(const tsr_rules *r, yahtzee *s, int box) {
    yahtzee_fill(s, box);
    memset(s->dice, 0, sizeof s->dice);
    s->throws = 0;
    s->player = (uint8_t)((s->player + 1) % r->players);
    s->over = (uint8_t)(yahtzee_filled(s, s->player) == YAHTZEE_BOXES);
    s->rolling = !s->over;
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    switch (tsr_move_byte(m, 0)) {
    case YAHTZEE_THROW: be_thrown(p, m); break;
    case YAHTZEE_KEEP: keep(p, m); break;
    default: fill(r, p, tsr_move_byte(m, 1) - 1); break;
    }
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const yahtzee *s = p;
    for (int who = 0; who < r->players; who++) {
        int better = 0, score = yahtzee_score(s, who);
        for (int other = 0; other < r->players; other++) {
            better += yahtzee_score(s, other) > score;
        }
        out[who] = (tsr_result){.score = score, .rank = (uint8_t)(s->over ? 1 + better : 0)};
    }
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = yahtzee_heuristic};

static const char leaflet[] =
    "Yahtzee is for one to six players. Each fills thirteen boxes of a sheet, one a turn.\n"
    "\n"
    "Five dice are thrown. Keep what you like and throw the others again, and once more;\n"
    "then, or before, fill an open box. Ones to sixes count the dice of that face; 63 points\n"
    "in these six boxes give 35 more. Three and four of a kind count all dice if so many are\n"
    "equal, a full house (three and two) 25, a small straight (four in a row) 30, a large\n"
    "straight (five) 40, a Yahtzee (all equal) 50, and chance counts all dice. A box whose\n"
    "dice do not fit gets 0.\n"
    "\n"
    "A Yahtzee when that box has 50 gives 100 more. If the box is filled, even with 0, a\n"
    "Yahtzee must go to the upper box of its face; if that is full, to a lower box, where it\n"
    "counts as a full house or a straight, too; and if they are full, anywhere. With\n"
    "joker=free it may go to any box. Most points win.\n"
    "\n"
    "Moves: keep and the dice, such as keep 3 3, or keep none; or a box, such as full house.\n"
    "On the sheet the boxes are 1 to 6, 3k, 4k, fh, ss, ls, Y and ?.\n"
    "\n"
    "Tags: dice, luck, numbers.\n";

// Measured: a tree of random throws judges worse than many tries of one move.
static const char *const levels[TSR_OWN_LEVELS] = {"greedy:samples=8", "greedy:samples=16",
                                                   "greedy:samples=64", "greedy:samples=128",
                                                   "greedy:samples=256"};

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 20,
                                   .levels = levels,
                                   .say = yahtzee_say,
                                   .parts = yahtzee_parts,
                                   .action = yahtzee_action,
                                   .action_text = yahtzee_action_text};

extern const tsr_game tsr_game_yahtzee;

const tsr_game tsr_game_yahtzee = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "yahtzee",
    .title = "Yahtzee",
    .about = "five dice, three throws, thirteen boxes",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_SAME_TO_ALL,
    .min_players = 1,
    .max_players = YAHTZEE_SEATS,
    .default_players = 2,
    .option_count = sizeof options / sizeof options[0],
    .options = options,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .names = yahtzee_boxes,
    .name_count = YAHTZEE_BOXES,
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = yahtzee_chance,
    .why_not = why_not,
    .play = play,
    .result = result,
    .move_text = yahtzee_move_text,
    .text = yahtzee_text,
    .parse = yahtzee_parse,
    .check = yahtzee_check,
    .info = yahtzee_info,
    .scene = yahtzee_scene,
    .path = yahtzee_path,
    .more = &more,
    .ai = &ai,
};
