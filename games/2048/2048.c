// SPDX-License-Identifier: MIT
//
// 2048: slide all tiles, equal ones merge, and after every slide a new one comes. One player.
//
// Played as in Gabriele Cirulli's puzzle of 2014: a new tile comes on a free cell, each with
// the same chance, and is a 2 nine times out of ten, else a 4. Two tiles lie there at the start.
//
// Decided here: play goes on after the goal is reached, until no slide changes anything; the game
// is won if the goal was reached. The goal is 2048 on the board of 4 x 4, and on others a tile that is
// about as hard to make (`goals`).

#include "2048/2048.h"

enum { SIZE, OPTIONS };
enum { OFTEN = 9, SELDOM = 1 }; // of ten new tiles, nine are a 2

static const tsr_option options[OPTIONS] = {
    [SIZE] = {"size", "rows and columns of the board", TSR_OPTION_INT, TILES_USUAL, TILES_SMALLEST,
              TILES_LARGEST, NULL},
};

static const int goals[TILES_LARGEST + 1] = {[3] = 8, [4] = 11, [5] = 14}; // 256, 2048, 16384

const char *const tiles_ways[TILES_WAYS] = {"up", "right", "down", "left"};
static const char *const seats[] = {"the player"};

static const char *const lines[] = {
    [ASK] = "slide up, right, down or left",
    [SLID] = "everything slides {0}: {1} {1?point:points}",
    [CAME] = "a {0} comes on {1}",
    [NOTHING_MOVES] = "nothing would move {0}",
    [BAD_TILE] = "there is no such tile as on {0}",
    [BAD_COUNT] = "so many tiles do not lie there then",
    [BAD_SCORE] = "these tiles do not make so many points",
    [BAD_FILL] = "unused bytes are not zero",
};

// Every new tile adds two or four to what all tiles are worth together, which is bounded.
static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    (void)data, (void)data_size, (void)err;
    r->state_size = sizeof(tiles);
    r->max_moves = TILES_WAYS;
    r->max_chance = (uint32_t)(2 * tiles_cells_of(r));
    r->max_plies = (uint32_t)2 << tiles_most(r);
    r->action_count = TILES_WAYS;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    (void)r;
    *(tiles *)out = (tiles){.coming = TILES_FIRST};
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const tiles *s = p;
    (void)r;
    return s->over ? 0 : s->coming ? 1u << TSR_CHANCE : 1u;
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const tiles *s = p;
    int n = 0;
    for (int to = 0; who == 0 && !s->over && !s->coming && to < TILES_WAYS; to++) {
        if (tiles_can_slide(r, s, to)) {
            out[n++] = (tsr_move)(to + 1);
        }
    }
    return n;
}

static int why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    (void)who;
    if (m < 1 || m > TILES_WAYS) {
        return tsr_say(out, TSR_LINE_NOT_LISTED);
    }
    return tsr_say(out, tiles_can_slide(r, p, (int)m - 1) ? 0 : NOTHING_MOVES, TSR_NAME(m - 1));
}

static int chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight) {
    const tiles *s = p;
    int n = 0;
    for (int i = 0; s->coming && i < tiles_cells_of(r); i++) {
        for (int tile = 1; !s->cell[i] && tile <= 2; tile++) {
            weight[n] = tile == 1 ? OFTEN : SELDOM;
            out[n++] = tsr_move_of(TILES_COMES, tile, i, 0, 0);
        }
    }
    return n;
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    tiles *s = p;
    if (who == TSR_CHANCE) {
        s->cell[tsr_move_byte(m, 2)] = (uint8_t)tsr_move_byte(m, 1);
        s->coming--;
        s->over = (uint8_t)(!s->coming && tiles_is_stuck(r, s));
    } else {
        (void)tiles_slide(r, s->cell, (int)m - 1, &s->score);
        s->coming = 1;
    }
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const tiles *s = p;
    int score = s->score > INT32_MAX ? INT32_MAX : (int)s->score;
    int won = tiles_highest(s) >= goals[tiles_size_of(r)];
    *out = (tsr_result){.score = score, .rank = (uint8_t)(!s->over ? 0 : won ? 1 : 2)};
}

static int action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    (void)r, (void)p, (void)who;
    *out = (uint32_t)m - 1;
    return 1;
}

static int action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    (void)r;
    return snprintf(buf, cap, "%s", number < TILES_WAYS ? tiles_ways[number] : "?");
}

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = tiles_heuristic};

static const char leaflet[] =
    "2048 is for one player. The board has 4 x 4 cells (option size: 3 to 5), and two\n"
    "tiles lie on it at the start.\n"
    "\n"
    "Slide up, right, down or left: all tiles go that way as far as they can, and two\n"
    "equal tiles that run into each other become one of their sum, which is also your\n"
    "score. A tile merges once a slide, first those nearest to where they slide. A\n"
    "slide has to change something. Then a new tile comes on a free cell: a 2, or one\n"
    "time in ten a 4.\n"
    "\n"
    "You win if you make a 2048 (a 256 on the small board, a 16384 on the large one).\n"
    "The game goes on until no slide is left.\n"
    "\n"
    "Moves: up, right, down, left, or their first letters. A new tile is written with\n"
    "row and column, counted from 0 at the top left: 2 0,3.\n"
    "\n"
    "Tags: puzzle, sliding, numbers, luck.\n";

static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 15,
                                   .say = tiles_say,
                                   .action = action,
                                   .action_text = action_text};

extern const tsr_game tsr_game_2048;

const tsr_game tsr_game_2048 = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "2048",
    .title = "2048",
    .about = "slide the tiles and merge equal ones up to 2048; for one player",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_SAME_TO_ALL,
    .min_players = 1,
    .max_players = 1,
    .option_count = OPTIONS,
    .options = options,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .names = tiles_ways,
    .name_count = TILES_WAYS,
    .seats = seats,
    .open = open,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = chance,
    .why_not = why_not,
    .play = play,
    .result = result,
    .move_text = tiles_move_text,
    .move_parse = tiles_move_parse,
    .text = tiles_text,
    .parse = tiles_parse,
    .check = tiles_check,
    .info = tiles_info,
    .scene = tiles_scene,
    .path = tiles_path,
    .more = &more,
    .ai = &ai,
};
