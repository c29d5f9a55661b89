// SPDX-License-Identifier: MIT
//
// TwixT by Alex Randolph: put pegs, link them by knight's moves, join your two borders.
//
// The rules are those of 3M and Schmidt. Decided here:
// - Links that cross none are made by themselves, those of the new peg first; nobody gains by
//   leaving one out.
// - Removing own links: it serves to make another in their place, so it is offered as that: a link of the
//   new peg that crosses own links only may be made, and those it crosses go. What was made in a
//   turn crosses nothing else of it, for all these links meet in the new peg.
// - With links=crossing own links may cross each other, as when TwixT is played on paper; none goes.
// - A swap turns the first peg over the diagonal and makes it black, so that both keep their borders.
// - Who has no place for a peg: the game is drawn.
// - The board has 18 x 18 holes unless told otherwise: with 24 rows it does not fit a terminal of 24 lines.

#include <string.h>

#include "twixt/twixt.h"

static const char *const kinds[] = {"removed", "crossing"};

static const tsr_option options[TWIXT_OPTIONS] = {
    [TWIXT_SIZE] = {"size", "holes along each side; the largest board has 24", TSR_OPTION_INT, 18,
                    6, TWIXT_LARGEST, NULL},
    [TWIXT_LINKS] = {"links", "what becomes of own links in the way of a new one",
                     TSR_OPTION_CHOICE, TWIXT_REMOVED, 0, 1, kinds},
    [TWIXT_SWAP] = {"swap", "the second player may take over the first peg", TSR_OPTION_FLAG, 1, 0,
                    1, NULL},
};

static const char *const seats[] = {"red", "black"};

static const char *const lines[] = {
    [ASK_PEG] = "{0} puts a peg",
    [ASK_SWAP] = "{0} puts a peg or swaps",
    [ASK_LINK] = "{0} may exchange links",
    [PUTS] = "{0} puts a peg on {1}{2}",
    [JOINS] = "{0} links the new peg with {1}{2} and removes what is in the way",
    [LEAVES] = "{0} leaves the links as they are",
    [SWAPS] = "{0} takes over the first peg",
    [TAKEN] = "there is a peg on {0}{1}",
    [NOT_THERE] = "{0}{1} lies in the border of the other side",
    [OFF_BOARD] = "there is no such hole",
    [NO_LINK] = "the new peg has no such link to exchange",
    [NO_SWAP] = "only the first peg can be taken over, by black's first move",
    [BAD_PEG] = "a peg of that colour cannot be on {0}{1}",
    [BAD_LINK] = "there cannot be such a link at {0}{1}",
    [BAD_TURN] = "the turn does not fit the pegs",
    [BAD_FILL] = "unused bytes are not zero",
};

static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    int cells = twixt_size(r) * twixt_size(r);
    r->state_size = sizeof(twixt);
    r->max_moves = (uint32_t)cells + 1;
    r->action_count = 2 * (uint32_t)cells + 2;
    r->max_plies = (uint32_t)(cells * (2 + TWIXT_EXCHANGES));
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    memset(out, 0, sizeof(twixt));
    ((twixt *)out)->winner = TSR_NOBODY;
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const twixt *s = p;
    return s->over ? 0 : 1u << s->player;
}

static void pass_on(const tsr_rules *r, twixt *s) {
    s->joining = 0;
    if (!twixt_has_place(r, s, 1 - s->player)) {
        s->over = 1;
    } else {
        s->player = (uint8_t)(1 - s->player);
    }
}

// After a peg or a link: what can be linked is, and then the game is won, or links may be
// exchanged, or the turn passes.
static void settle(const tsr_rules *r, twixt *s) {
    twixt_link found[TWIXT_EXCHANGES];
    twixt_join_all(r, s, s->player);
    if (twixt_is_connected(r, s, s->player)) {
        s->joining = 0;
        s->over = 1;
        s->winner = s->player;
    } else if (twixt_exchanges(r, s, found) > 0) {
        s->joining = 1;
    } else {
        pass_on(r, s);
    }
}

static void put(const tsr_rules *r, twixt *s, int row, int col) {
    s->last = (uint16_t)twixt_at(row, col);
    s->cell[s->last] = (uint8_t)(s->player + 1);
    s->pegs++;
    settle(r, s);
}

static void swap(const tsr_rules *r, twixt *s) {
    int row = s->last / TWIXT_LARGEST, col = s->last % TWIXT_LARGEST;
    s->cell[s->last] = 0;
    s->last = (uint16_t)twixt_at(col, row);
    s->cell[s->last] = 2;
    s->swapped = 1;
    s->player = 0;
}

static void join(const tsr_rules *r, twixt *s, int row, int col) {
    twixt_link k;
    if (twixt_between(s->last / TWIXT_LARGEST, s->last % TWIXT_LARGEST, row, col, &k)) {
        twixt_exchange(r, s, k);
    }
    settle(r, s);
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    twixt *s = p;
    switch (tsr_move_byte(m, 0)) {
    case TWIXT_PUT: put(r, s, tsr_move_byte(m, 1), tsr_move_byte(m, 2)); break;
    case TWIXT_JOIN: join(r, s, tsr_move_byte(m, 1), tsr_move_byte(m, 2)); break;
    case TWIXT_DONE: pass_on(r, s); break;
    default: swap(r, s); break;
    }
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const twixt *s = p;
    for (int who = 0; who < 2; who++) {
        int won = s->winner == who, drawn = s->winner == TSR_NOBODY;
        out[who] = (tsr_result){.score = won,
                                .rank = (uint8_t)(!s->over       ? 0
                                                  : won || drawn ? 1
                                                                 : 2)};
    }
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = twixt_heuristic};

static const char leaflet[] =
    "TwixT is played with pegs on a square board of holes without its corners: 24 x 24\n"
    "in the shops (option size=24), here 18 x 18 unless you say so, which fits every\n"
    "screen. Red wants to join the top and the bottom border, black the left and the\n"
    "right one. Nobody puts pegs into the borders of the other.\n"
    "\n"
    "Put one peg a turn into a free hole, red first. Two pegs of a colour that are a\n"
    "knight's move apart are linked, unless the link would cross another one. Links\n"
    "are made by themselves. If your new peg could be linked across links of your own,\n"
    "you may have that link and give up those it crosses: name its other end, or say\n"
    "done. With links=crossing your own links may cross each other instead, as on\n"
    "paper.\n"
    "\n"
    "A chain of links from border to border wins. If nobody can put a peg, it is a\n"
    "draw.\n"
    "\n"
    "Beginning is an advantage, so black may say swap instead of putting the first\n"
    "black peg: the red one is turned over the diagonal and becomes black (option\n"
    "swap).\n"
    "\n"
    "Moves: a hole, such as k12, counted from the lower left; +m13 links the new peg\n"
    "with m13; done; swap.\n"
    "\n"
    "Tags: connection, placing, classic.\n";

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 30,
                                   .say = twixt_say,
                                   .action = twixt_action,
                                   .action_text = twixt_action_text};

extern const tsr_game tsr_game_twixt;

const tsr_game tsr_game_twixt = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "twixt",
    .title = "TwixT",
    .about = "link pegs by knight's moves, and join your two borders",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM | TSR_SAME_TO_ALL,
    .min_players = 2,
    .max_players = 2,
    .option_count = TWIXT_OPTIONS,
    .options = options,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .seats = seats,
    .open = open,
    .init = init,
    .turn = turn,
    .moves = twixt_moves,
    .why_not = twixt_why_not,
    .play = play,
    .result = result,
    .move_text = twixt_move_text,
    .move_parse = twixt_move_parse,
    .text = twixt_text,
    .parse = twixt_parse,
    .check = twixt_check,
    .info = twixt_info,
    .scene = twixt_scene,
    .path = twixt_path,
    .more = &more,
    .ai = &ai,
};
