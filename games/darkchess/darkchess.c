// SPDX-License-Identifier: MIT
//
// Dark chess: you see only where your men can go, and who takes the king wins.
//
// Decided here: a pawn sees the square straight ahead also where something stands on it, and a pawn that may be taken
// in passing is seen with the square it came from. There is no check, so castling asks for free squares only, and a
// player who cannot move draws.
// What was taken is told to both. A draw after a hundred turns without a capture needs nothing that is hidden; a count
// that began anew with every pawn's move would tell of moves in the fog, and so would repetitions.

#include <string.h>

#include "darkchess/darkchess.h"

static const char *const lines[] = {
    [DARK_TO_MOVE] = "{0} to move",
    [BAD_MEN] = "each side has sixteen men with those that were lost, and one king",
    [BAD_PAWNS] = "a pawn cannot stand there",
    [BAD_RIGHTS] = "king and rook have to stand at home to castle",
    [BAD_PASSED] = "no pawn can be taken in passing there",
    [BAD_TURN] = "the turns do not fit",
    [BAD_END] = "this is over, or not yet",
};

static const char *const seats[] = {"white", "black"};

static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(dark);
    r->max_moves = DARK_MOST_MOVES;
    r->max_plies = DARK_MOST_PLIES;
    r->action_count = DARK_ACTIONS;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    static const uint8_t home[8] = {DARK_ROOK, DARK_KNIGHT, DARK_BISHOP, DARK_QUEEN,
                                    DARK_KING, DARK_BISHOP, DARK_KNIGHT, DARK_ROOK};
    dark *s = out;
    memset(s, 0, sizeof *s);
    for (int who = 0; who < DARK_SEATS; who++) {
        s->rights[who] = DARK_SHORT | DARK_LONG;
        for (int col = 0; col < 8; col++) {
            s->board[8 * dark_rank(who, 0) + col] = dark_man(who, home[col]);
            s->board[8 * dark_rank(who, 1) + col] = dark_man(who, DARK_PAWN);
        }
    }
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const dark *s = p;
    return s->over ? 0 : 1u << s->player;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const dark *s = p;
    return who == s->player ? dark_moves(s, who, out) : 0;
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    dark_play(p, m);
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const dark *s = p;
    for (int who = 0; who < DARK_SEATS; who++) {
        int lost = s->over == (who ? DARK_WHITE_WON : DARK_BLACK_WON);
        out[who] = (tsr_result){.rank = (uint8_t)(!s->over ? 0 : lost ? 2 : 1)};
    }
}

static void info(const tsr_rules *r, const void *p, tsr_info *out) {
    const dark *s = p;
    *out = (tsr_info){.stamp = s->turns,
                      .round = (uint16_t)(s->turns / 2 + 1),
                      .ask = s->over ? TSR_ASK_OVER : TSR_ASK_MOVE,
                      .flags = TSR_INFO_NO_TAKE_BACK}; // each move shows something
    (void)tsr_say(&out->prompt, s->over ? 0 : DARK_TO_MOVE, TSR_PLAYER(s->player));
}

// --- How good a position is --------------------------------------------------

static void heuristic(const tsr_rules *r, const void *p, float *out) {
    static const int8_t worth[DARK_KINDS + 1] = {0, 1, 3, 3, 5, 9, 40};
    const dark *s = p;
    int lead = 0;
    for (int i = 0; i < DARK_SQUARES; i++) {
        int man = s->board[i], value = worth[dark_kind(man)];
        lead += dark_owner(man) ? -value : value;
    }
    int size = lead < 0 ? -lead : lead;
    out[0] = 0.5f + 0.5f * (float)lead / (float)(size + 10);
    out[1] = 1.0f - out[0];
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = heuristic};

static const char leaflet[] =
    "Dark chess is chess in the fog. Men stand and move as in chess, but you see only your\n"
    "own men and the squares they can go to: a line up to the first man on it, and that man;\n"
    "of a pawn the square ahead (both at its start) and the two where it takes. All else is\n"
    "fog. What was taken both players are told.\n"
    "\n"
    "There is no check and no mate: who takes the king wins. You may leave your king where it\n"
    "is attacked, and you are not warned. Castling needs a king and a rook that have not moved\n"
    "and free squares between them. A pawn that you may take in passing is seen. On the last\n"
    "row a pawn becomes a queen, rook, bishop or knight, and nobody tells the other.\n"
    "\n"
    "A hundred turns, fifty by each, without a capture are a draw, and so it is if a player\n"
    "cannot move. When it is over the fog lifts.\n"
    "\n"
    "Moves: the square of the man and the square it goes to, e2e4; e7e8q for a pawn that\n"
    "becomes a queen. Of the other's moves you see what you would find on the board:\n"
    "?e5n- is ?, then squares with what stands there now, and xPd4 for your pawn lost on d4.\n"
    "\n"
    "Tags: chess, hidden, variant.\n";

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 20,
                                   .action = dark_action,
                                   .action_text = dark_action_text};

extern const tsr_game tsr_game_darkchess;

const tsr_game tsr_game_darkchess = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "darkchess",
    .title = "Dark Chess",
    .about = "chess in the fog: you see only where your men can go",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_HIDDEN | TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .seats = seats,
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .play = play,
    .view = dark_view,
    .guess = dark_guess,
    .seen = dark_seen,
    .result = result,
    .move_text = dark_move_text,
    .text = dark_text,
    .parse = dark_parse,
    .check = dark_check,
    .info = info,
    .scene = dark_scene,
    .path = dark_path,
    .more = &more,
    .ai = &ai,
};
