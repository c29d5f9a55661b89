// SPDX-License-Identifier: MIT
//
// Can't Stop by Sid Sackson: throw four dice, pair them, climb; stop in time, or lose it all.
//
// Decided here: the first throw of a turn is made by itself. Players may stand on the same place. A pair of
// which both sums can be advanced advances both. After a thousand turns the game is over, and whoever has
// won most columns is first; no game among players comes near it.

#include <string.h>

#include "cantstop/cantstop.h"

static const char *const lines[] = {
    [ASK_CHOICE] = "{0} pairs the dice",
    [ASK_DECISION] = "{0} rolls again or stops",
    [THREW] = "the dice show {0}, {1}, {2} and {3}",
    [BUST] = "the dice show {0}, {1}, {2} and {3}: nothing can climb, and the turn is lost",
    [ADVANCES] = "{0} climbs in {1} and {2}",
    [ADVANCES_ONE] = "{0} climbs in {1}",
    [ROLLS] = "{0} rolls again",
    [STOPS] = "{0} stops",
    [NO_CHOICE] = "the dice cannot be paired so",
    [DECIDE_FIRST] = "say roll or stop",
    [BAD_PLACE] = "nobody can stand so high in {0}",
    [BAD_RUNNER] = "the runner in {0} is not where it can be",
    [BAD_DICE] = "the dice do not fit the turn",
    [BAD_TURN] = "the turn does not fit what is won",
};

// Every throw of a turn climbs one place at least, of 35 in the three longest columns.
static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(cantstop);
    r->max_moves = CANTSTOP_CHOICES;
    r->action_count = CANTSTOP_ACTIONS;
    r->max_chance = 126;
    r->max_plies = CANTSTOP_TURNS * 3 * 36;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    memset(out, 0, sizeof(cantstop));
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const cantstop *s = p;
    return s->over ? 0 : s->phase == CANTSTOP_ROLLING ? 1u << TSR_CHANCE : 1u << s->player;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const cantstop *s = p;
    cantstop_choice found[CANTSTOP_CHOICES];
    if (s->over || who != s->player || s->phase == CANTSTOP_ROLLING) {
        return 0;
    }
    if (s->phase == CANTSTOP_DECIDING) {
        out[0] = CANTSTOP_ROLL;
        out[1] = CANTSTOP_STOP;
        return 2;
    }
    int n = cantstop_choices(s, found);
    for (int i = 0; i < n; i++) {
        out[i] = tsr_move_of(CANTSTOP_ADVANCE, found[i].first, found[i].second, 0, 0);
    }
    return n;
}

static int why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    const cantstop *s = p;
    tsr_move found[CANTSTOP_CHOICES];
    int n = moves(r, s, who, found);
    for (int i = 0; i < n; i++) {
        if (found[i] == m) {
            return tsr_say(out, 0);
        }
    }
    return tsr_say(out, s->phase == CANTSTOP_DECIDING ? DECIDE_FIRST : NO_CHOICE);
}

// In how many ways four dice show this: 4! over the factorials of what is equal.
static uint32_t ways_of(const int *d) {
    uint32_t ways = 24, equal = 1;
    for (int i = 1; i < CANTSTOP_DICE; i++) {
        equal = d[i] == d[i - 1] ? equal + 1 : 1;
        ways /= equal;
    }
    return ways;
}

static int chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight) {
    int n = 0, d[CANTSTOP_DICE];
    for (d[0] = 1; d[0] <= 6; d[0]++) {
        for (d[1] = d[0]; d[1] <= 6; d[1]++) {
            for (d[2] = d[1]; d[2] <= 6; d[2]++) {
                for (d[3] = d[2]; d[3] <= 6; d[3]++) {
                    weight[n] = ways_of(d);
                    out[n++] = tsr_move_of(CANTSTOP_THROW, d[0], d[1], d[2], d[3]);
                }
            }
        }
    }
    return n;
}

static void pass_on(const tsr_rules *r, cantstop *s) {
    memset(s->run, 0, sizeof s->run);
    memset(s->dice, 0, sizeof s->dice);
    s->phase = CANTSTOP_ROLLING;
    s->turns++;
    s->over = (uint8_t)(s->turns == CANTSTOP_TURNS || cantstop_won(s, s->player) >= CANTSTOP_GOAL);
    s->player = (uint8_t)(s->over ? s->player : (s->player + 1) % r->players);
}

static void be_thrown(const tsr_rules *r, cantstop *s, tsr_move m) {
    cantstop_choice found[CANTSTOP_CHOICES];
    for (int i = 0; i < CANTSTOP_DICE; i++) {
        s->dice[i] = (uint8_t)tsr_move_byte(m, i + 1);
    }
    s->phase = CANTSTOP_CHOOSING;
    if (!cantstop_choices(s, found)) {
        pass_on(r, s);
    }
}

static void climb(cantstop *s, int first, int second) {
    (void)cantstop_advance(s, first);
    if (second) {
        (void)cantstop_advance(s, second);
    }
    memset(s->dice, 0, sizeof s->dice);
    s->phase = CANTSTOP_DECIDING;
}

static void stop(const tsr_rules *r, cantstop *s) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        s->place[s->player][c] = s->run[c] ? s->run[c] : s->place[s->player][c];
    }
    pass_on(r, s);
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    cantstop *s = p;
    switch (tsr_move_byte(m, 0)) {
    case CANTSTOP_THROW: be_thrown(r, s, m); break;
    case CANTSTOP_ADVANCE: climb(s, tsr_move_byte(m, 1), tsr_move_byte(m, 2)); break;
    case CANTSTOP_ROLL: s->phase = CANTSTOP_ROLLING; break;
    default: stop(r, s); break;
    }
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const cantstop *s = p;
    for (int who = 0; who < r->players; who++) {
        int better = 0, won = cantstop_won(s, who);
        for (int other = 0; other < r->players; other++) {
            better += cantstop_won(s, other) > won;
        }
        out[who] = (tsr_result){.score = won, .rank = (uint8_t)(s->over ? 1 + better : 0)};
    }
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = cantstop_heuristic};

static const char leaflet[] =
    "Can't Stop is for two to four players. The board has a column for each sum of two\n"
    "dice: 3 places high for 2 and 12, 5 for 3 and 11, and so on up to 13 for 7.\n"
    "\n"
    "Four dice are thrown. Pair them as you like: your runners climb one place in the\n"
    "columns of the two sums, twice if they are equal. A runner begins above your marker\n"
    "in its column, or at the bottom. You have three runners a turn, so later only\n"
    "one sum or none may be of use. Who can climb with both sums has to.\n"
    "\n"
    "Then roll again, or stop. If you stop, your markers go where the runners stand. If a\n"
    "throw is of no use, the runners are lost and the next player begins.\n"
    "\n"
    "Who stops on the top of a column has won it, and nobody climbs there any more. Three\n"
    "columns win the game.\n"
    "\n"
    "Moves: the sums, such as 6 8, or one alone, such as 7; roll; stop.\n"
    "\n"
    "Tags: dice, race, luck.\n";

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 20,
                                   .say = cantstop_say,
                                   .action = cantstop_action,
                                   .action_text = cantstop_action_text};

extern const tsr_game tsr_game_cantstop;

const tsr_game tsr_game_cantstop = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "cantstop",
    .title = "Can't Stop",
    .about = "climb by sums of dice, and stop in time",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_SAME_TO_ALL,
    .min_players = 2,
    .max_players = CANTSTOP_SEATS,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = chance,
    .why_not = why_not,
    .play = play,
    .result = result,
    .move_text = cantstop_move_text,
    .text = cantstop_text,
    .parse = cantstop_parse,
    .check = cantstop_check,
    .info = cantstop_info,
    .scene = cantstop_scene,
    .path = cantstop_path,
    .more = &more,
    .ai = &ai,
};
