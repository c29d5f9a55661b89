// SPDX-License-Identifier: MIT
//
// Bao la kujifunza: the beginners' form of bao la kiswahili, with all seeds on the board from the start.
//
// Decided here: a pit of sixteen seeds or more captures nothing in its first lap. A move of more than 400 further laps
// does not end and is not allowed. After 500 turns the game is a draw. There is no house, and nobody's pit is spared
// (the rules of takasia and of the nyumba are for the full game).

#include <string.h>

#include "bao/bao.h"

static const char *const lines[] = {
    [ASK] = "{0} sows",
    [ASK_CAPTURE] = "{0} captures",
    [SOWS] = "{0} sows",
    [TOO_FEW] = "sow two seeds or more",
    [MUST_CAPTURE] = "a capture is possible, and so is due",
    [FRONT_FIRST] = "the front row is sown first",
    [ENDLESS] = "that would not end",
    [NOT_YOURS] = "that pit is not yours",
    [NOT_NEXT] = "name a pit and the one next to it to sow to",
    [BAD_SEEDS] = "there are not 64 seeds",
    [BAD_TURN] = "the turn does not fit the seeds",
};

static const char *const seats[] = {"South", "North"};

static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(bao);
    r->max_moves = 2 * BAO_PITS;
    r->action_count = 2 * BAO_PITS;
    r->max_plies = BAO_TURNS;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    bao *s = out;
    memset(s, 0, sizeof *s);
    memset(s->pit, 2, sizeof s->pit);
    s->winner = BAO_NOBODY;
    bao_find_captures(s);
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const bao *s = p;
    return s->winner == BAO_NOBODY ? 1u << s->player : 0;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const bao *s = p;
    int n = 0;
    for (int i = 0; s->winner == BAO_NOBODY && who == s->player && i < 2 * BAO_PITS; i++) {
        if (!bao_why_not(s, i / 2, i % 2)) {
            out[n++] = bao_move_of(i / 2, i % 2);
        }
    }
    return n;
}

static int why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    int pit = tsr_move_byte(m, 1), way = tsr_move_byte(m, 2);
    if (m != tsr_move_of(BAO_SOW, pit, way, 0, 0) || pit >= BAO_PITS || way > BAO_FORWARD) {
        int mine = m == tsr_move_of(BAO_SOW, pit, way, 0, 0) && pit < BAO_PITS;
        return tsr_say(out, mine ? NOT_NEXT : NOT_YOURS);
    }
    return tsr_say(out, bao_why_not(p, pit, way));
}

static int is_front_empty(const bao *s, int who) {
    for (int i = 0; i < BAO_ROW; i++) {
        if (s->pit[who][i]) {
            return 0;
        }
    }
    return 1;
}

// Who has an empty front row, or cannot move, has lost.
static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    bao *s = p;
    (void)bao_sow(s, tsr_move_byte(m, 1), tsr_move_byte(m, 2));
    s->turns++;
    s->player = (uint8_t)(1 - who);
    bao_find_captures(s);
    if (is_front_empty(s, 1 - who) || (!is_front_empty(s, who) && !bao_can_move(s))) {
        s->winner = (uint8_t)who;
    } else if (is_front_empty(s, who)) {
        s->winner = (uint8_t)(1 - who);
    } else if (s->turns == BAO_TURNS) {
        s->winner = BAO_DRAW;
    }
}

static int seeds_of(const bao *s, int who) {
    int n = 0;
    for (int i = 0; i < BAO_PITS; i++) {
        n += s->pit[who][i];
    }
    return n;
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const bao *s = p;
    for (int who = 0; who < 2; who++) {
        int rank = s->winner == BAO_NOBODY ? 0 : s->winner == 1 - who ? 2 : 1;
        out[who] = (tsr_result){.score = seeds_of(s, who), .rank = (uint8_t)rank};
    }
}

static void info(const tsr_rules *r, const void *p, tsr_info *out) {
    const bao *s = p;
    memset(out, 0, sizeof *out);
    out->stamp = s->turns;
    out->round = (uint16_t)(1 + s->turns / 2);
    out->ask = s->winner == BAO_NOBODY ? TSR_ASK_MOVE : TSR_ASK_OVER;
    (void)tsr_say(&out->prompt,
                  s->winner != BAO_NOBODY ? 0
                  : s->captures           ? ASK_CAPTURE
                                          : ASK,
                  TSR_PLAYER(s->player));
}

static int action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    *out = (uint32_t)(2 * tsr_move_byte(m, 1) + tsr_move_byte(m, 2));
    return 1;
}

static int action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    bao s = {0}; // as the first player sees it
    return bao_move_text(r, &s, 0, bao_move_of((int)number / 2, (int)number % 2), buf, cap);
}

// Seeds are worth something, those in front more: they capture.
static void heuristic(const tsr_rules *r, const void *p, float *out) {
    const bao *s = p;
    int lead = 0;
    for (int i = 0; i < BAO_PITS; i++) {
        int worth = i < BAO_ROW ? 3 : 2;
        lead += worth * (s->pit[0][i] - s->pit[1][i]) + (s->pit[0][i] > 1) - (s->pit[1][i] > 1);
    }
    out[0] = 0.5f + 0.49f * (float)lead / (float)((lead < 0 ? -lead : lead) + 60);
    out[1] = 1 - out[0];
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = heuristic};

static const char leaflet[] =
    "Bao la kujifunza is bao for beginners. Each side has two rows of eight pits, and two\n"
    "seeds lie in each of them. Only the own pits are sown, round and round, either way.\n"
    "\n"
    "Take all seeds of a pit with two or more and sow them one by one. If the last falls into\n"
    "a pit of your front row that has seeds, and so has the pit facing it, you capture: the\n"
    "facing seeds are sown on your side, from an end of your front row. That is the near end if\n"
    "they come from one of the two pits there, else the end from which they go on the same\n"
    "way. If the last seed falls into any other pit that has seeds, take them all and go on\n"
    "the same way. If it falls into an empty pit the turn is over. (A pit of sixteen or more\n"
    "does not capture in its first lap.)\n"
    "\n"
    "Whoever can capture in the first lap must. Otherwise the whole turn captures nothing, and\n"
    "it begins in the front row if a pit there has two seeds. Moves that would never end are not\n"
    "allowed. Who has no seeds in the front row, or cannot move, loses. After 500 turns it is\n"
    "a draw.\n"
    "\n"
    "Moves: a pit and the one beside it that gets the first seed, such as c2d2.\n"
    "\n"
    "Tags: mancala, sowing, classic.\n";

static void say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    (void)tsr_say(out, SOWS, TSR_PLAYER(who));
}

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 15,
                                   .say = say,
                                   .action = action,
                                   .action_text = action_text};

extern const tsr_game tsr_game_bao;

const tsr_game tsr_game_bao = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "bao",
    .title = "Bao la Kujifunza",
    .about = "bao for beginners: sow lap after lap, and capture what faces the last seed",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM | TSR_SAME_TO_ALL,
    .min_players = 2,
    .max_players = 2,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .seats = seats,
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .why_not = why_not,
    .play = play,
    .result = result,
    .move_text = bao_move_text,
    .move_parse = bao_move_parse,
    .text = bao_text,
    .parse = bao_parse,
    .check = bao_check,
    .info = info,
    .scene = bao_scene,
    .path = bao_path,
    .more = &more,
    .ai = &ai,
};
