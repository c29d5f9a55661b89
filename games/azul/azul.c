// SPDX-License-Identifier: MIT
//
// Azul, for 2 to 4 players: the game's table, its options, and what is asked.
//
// The rules are those of the first edition's rulebook, with its variant of the
// free wall as "advanced". Options give the rules of those who play without a
// lid: used tiles leave the game, which then ends when the bag is empty.
//
// The files: azul_state.h is the state and what the others share; azul_play.c is what
// moves do, azul_moves.c which there are, azul_score.c the points. azul_check.c,
// azul_position.c and azul_words.c guard, write and read positions and moves;
// azul_scene.c shows them, azul_told.c tells what followed from a move, azul_draw.c draws them for a terminal, azul_ai.c judges
// them for bots, azul_sight.c and azul_pieces.c say what networks see of positions and moves. azul.h is the game in plain numbers, for its players and skins.

#include "azul/azul_state.h"

#include <string.h>

// --- Opening -----------------------------------------------------------------

static const char *const mode_words[] = {"basic", "advanced"};
static const char *const tiles_words[] = {"return", "leave"};
static const char *const starter_words[] = {"random", "first"};

static const tsr_option options[AZUL_OPT_COUNT] = {
    [AZUL_OPT_MODE] = {.name = "mode",
                       .help = "the wall: fixed places (basic) or free columns (advanced)",
                       .kind = TSR_OPTION_CHOICE,
                       .max = 1,
                       .choices = mode_words},
    [AZUL_OPT_TILES] = {.name = "tiles",
                        .help = "used tiles return to the bag, or leave the game",
                        .kind = TSR_OPTION_CHOICE,
                        .max = 1,
                        .choices = tiles_words},
    [AZUL_OPT_STARTER] = {.name = "starter",
                          .help = "who begins: a random player, or the first seat",
                          .kind = TSR_OPTION_CHOICE,
                          .max = 1,
                          .choices = starter_words},
};

// At most one move a tile on the table, times the targets. In a round, each tile is
// drawn and taken at most once by itself, and each line is placed once.
static tsr_err azul_open_rules(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    uint32_t tiles = (uint32_t)(AZUL_DISPLAY_TILES * azul_displays(r));
    uint32_t lines = (uint32_t)(AZUL_SIZE * r->players);
    (void)data, (void)data_size, (void)err;
    r->action_count = azul_action_count;
    r->state_size = (uint32_t)(offsetof(azul_state, player) + r->players * sizeof(azul_player));
    r->max_moves = tiles * AZUL_TARGETS;
    r->max_chance = 70; // ways to have four tiles of five colours
    r->max_plies = 1 + AZUL_MAX_ROUNDS * (2 * tiles + lines);
    return TSR_OK;
}

static void azul_init(const tsr_rules *r, void *out) {
    azul_state *s = out;
    memset(s, 0, r->state_size);
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        s->bag += azul_some(colour, AZUL_COPIES);
    }
    s->round = 1;
    s->mover = TSR_CHANCE;
    s->marker = TSR_NOBODY;
    s->phase = r->opt[AZUL_OPT_STARTER] == 0 ? AZUL_BEGIN : AZUL_DEAL;
    for (int p = 0; p < r->players; p++) {
        s->player[p].open = AZUL_OPEN_EMPTY;
    }
}

// --- Asking ------------------------------------------------------------------

// The mover is TSR_CHANCE while chance decides, so its bit is right in any phase.
static uint32_t azul_turn(const tsr_rules *r, const void *state) {
    const azul_state *s = state;
    (void)r;
    return s->phase == AZUL_OVER ? 0 : 1u << s->mover;
}

static int tiles_on_table(const azul_state *s) {
    int sum = 0;
    for (int source = 0; source < AZUL_SOURCES; source++) {
        sum += azul_total(s->source[source]);
    }
    return sum;
}

// Every draw and every take changes the number of tiles on the table. While one
// player tiles a wall nothing changes, so all of that may be taken back.
static uint32_t stamp_of(const azul_state *s) {
    uint32_t step = s->phase == AZUL_TILING ? s->mover : (uint32_t)tiles_on_table(s);
    return (uint32_t)s->round << 16 | (uint32_t)s->phase << 8 | step;
}

static void azul_info(const tsr_rules *r, const void *state, tsr_info *out) {
    static const uint8_t asks[] = {TSR_ASK_CHANCE, TSR_ASK_CHANCE, TSR_ASK_MOVE, TSR_ASK_CHOICE,
                                   TSR_ASK_OVER};
    const azul_state *s = state;
    tsr_info info = {.stamp = stamp_of(s), .round = s->round, .ask = asks[s->phase]};
    (void)r;
    switch ((azul_phase)s->phase) {
    case AZUL_BEGIN: tsr_say(&info.prompt, AZUL_ASK_START); break;
    case AZUL_DEAL:
        tsr_say(&info.prompt, AZUL_ASK_DRAW, TSR_INT(1 + s->dealt / AZUL_DISPLAY_TILES));
        break;
    case AZUL_OFFER: tsr_say(&info.prompt, AZUL_ASK_TAKE, TSR_PLAYER(s->mover)); break;
    case AZUL_TILING: {
        const azul_player *p = &s->player[s->mover];
        int line = azul_full_line(p);
        tsr_say(&info.prompt, AZUL_ASK_PLACE, TSR_PLAYER(s->mover),
                TSR_NAME(azul_line_colour(p, line)), TSR_INT(line + 1));
        break;
    }
    case AZUL_OVER: tsr_say(&info.prompt, TSR_LINE_OVER); break;
    }
    *out = info;
}

// --- The table ---------------------------------------------------------------

extern const tsr_game tsr_game_azul;

static const tsr_agent_type *const agents[] = {&tsr_agent_azul_greedy, NULL};
static const tsr_skin *const skins[] = {&azul_skin_term, NULL};

static const tsr_game_more azul_more = {
    .size = sizeof(tsr_game_more),
    .minutes = 30,
    .tags = "tiles draft family",
    .agents = agents,
    .skins = skins,
    .things = azul_things,
    .action = azul_action,
    .action_text = azul_action_text,
    .sample = azul_sample,
    .say = azul_say,
    .told = azul_told,
    .words = azul_words_of,
    .parts = azul_parts,
    .count = azul_count_moves,
    .playout = azul_playout,
    .picked = azul_picked,
};

const tsr_game tsr_game_azul = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "azul",
    .title = "Azul",
    .about = "draft tiles from the factories and lay them on your wall",
    .rules = azul_rules_text,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE,
    .min_players = 2,
    .max_players = AZUL_MAX_PLAYERS,
    .option_count = AZUL_OPT_COUNT,
    .line_count = AZUL_LINE_COUNT,
    .name_count = AZUL_NAME_COUNT,
    .options = options,
    .lines = azul_lines,
    .names = azul_names,

    .open = azul_open_rules,
    .init = azul_init,
    .turn = azul_turn,
    .moves = azul_moves,
    .chance = azul_chance,
    .why_not = azul_why_not,
    .play = azul_play,
    .result = azul_result,
    .move_text = azul_move_text,
    .move_parse = azul_move_parse,
    .text = azul_text,
    .parse = azul_parse,
    .check = azul_check,
    .info = azul_info,
    .scene = azul_scene,
    .path = azul_path,
    .more = &azul_more,
    .ai = &azul_ai,
    .learn = &azul_learn,
};
