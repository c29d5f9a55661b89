// SPDX-License-Identifier: MIT

// Project L, the base game for 2 to 4 players and the solo game.
//
// Rules: the publisher's rulebook 2.5. docs/projectl.md says what is followed, and
// what each option does. Moves are written as in "projectl/projectl_public.h".
//
// Choices where the rulebook leaves room:
//   - A player who can do nothing at all skips the action.
//   - A game nobody brings to an end ends after the `rounds`-th round.
//   - Completed puzzles of one master action are rewarded in the order of their
//     slots, as the order matters only when the reserve is short.
//   - Solo: lock pieces are counters, apart from the reserve; the opponent takes
//     nothing in a turn in which it removes locks.
//
// engine=original follows an earlier engine, whose bots can play here, where it
// differs on purpose, not where it fails:
//   - a puzzle finished by finishing touches scores nothing and keeps its pieces;
//   - the limit of one black puzzle counts those taken before the end was triggered;
//   - a reward that is out is replaced from its own level, then the next higher,
//     then lower ones (there that last step crashes);
//   - no new piece can be taken when O1 is out;
//   - all puzzles of the file are in the game; one player plays alone, without opponent;
//   - an action may be skipped, and an illegal one is;
//   - a master action may be empty.
// Not followed: ranks without gaps (1, 1, 2), which the contract has as 1, 1, 3; and
// rewards in the order of a master action's list.

#include "projectl_lines.h"
#include "projectl_state.h"

// --- Options --------------------------------------------------------------------------------

static const char *const engines[] = {"rulebook", "original"};
static const char *const illegal[] = {"ask", "skip"};
static const char *const starts[] = {"random", "seat1"};
static const char *const levels[] = {"normal", "hard", "unbeatable"};

enum { MOST_CARDS = TSR_MAX_MOVES, LEAST_WHITE = 4, LEAST_BLACK = 5, MOST_ROUNDS = 1000 };

static const tsr_option options[] = {
    [PROJECTL_OPT_ENGINE] = {"engine", "whose rules: the rulebook's, or the original program's",
                             TSR_OPTION_CHOICE, 0, 0, 1, engines},
    [PROJECTL_OPT_PUZZLES] = {"puzzles", "a file with other puzzles than the 52 built in",
                              TSR_OPTION_FILE, 0, 0, 0, NULL},
    [PROJECTL_OPT_WHITE] = {"white", "white puzzles in the game, at most; 0 = as the rules say",
                            TSR_OPTION_INT, 0, 0, MOST_CARDS, NULL},
    [PROJECTL_OPT_BLACK] = {"black", "black puzzles in the game, at most; 0 = as the rules say",
                            TSR_OPTION_INT, 0, 0, MOST_CARDS, NULL},
    [PROJECTL_OPT_RESERVE] = {"reserve", "pieces of each shape", TSR_OPTION_INT, 15, 4, 99, NULL},
    [PROJECTL_OPT_ILLEGAL] = {"illegal", "what an illegal action costs: nothing, or the action",
                              TSR_OPTION_CHOICE, 0, 0, 1, illegal},
    [PROJECTL_OPT_FIRST] = {"first", "who begins", TSR_OPTION_CHOICE, 0, 0, 1, starts},
    [PROJECTL_OPT_SOLO] = {"solo", "strength of the solo game's opponent", TSR_OPTION_CHOICE, 0, 0,
                           2, levels},
    [PROJECTL_OPT_ROUNDS] = {"rounds", "the longest a game can last", TSR_OPTION_INT, 100, 1,
                             MOST_ROUNDS, NULL},
};

// --- Words ----------------------------------------------------------------------------------

static const char *const lines[PROJECTL_LINE_COUNT] = {[PROJECTL_LINE_NONE] = "",
#define X(name, text) [PROJECTL_##name] = text,
                                                       PROJECTL_LINES(X)
#undef X
};

static const char *const names[] = {
    "O1",
    "O2",
    "I2",
    "I3",
    "I4",
    "L2",
    "L3",
    "Z",
    "T",
    "white",
    "black",
    "r0",
    "r90",
    "r180",
    "r270",
    "f",
    "r90f",
    "r180f",
    "r270f",
    "a5",
    "b5",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "d4",
    "e4",
    "a3",
    "b3",
    "c3",
    "d3",
    "e3",
    "a2",
    "b2",
    "c2",
    "d2",
    "e2",
    "a1",
    "b1",
    "c1",
    "d1",
    "e1",
#define X(name, text) text,
    PROJECTL_FIELDS(X)
#undef X
        "W1",
    "W2",
    "W3",
    "W4",
    "B1",
    "B2",
    "B3",
    "B4",
    "place 1",
    "place 2",
    "place 3",
    "place 4",
    "place 5",
    "place 6",
    "place 7",
    "place 8",
    "place 9",
};

static_assert(sizeof names / sizeof *names == PROJECTL_NAME_PUZZLE, "a word for each fixed name");

// --- Opening --------------------------------------------------------------------------------

// The block of r->data: the record, the puzzles, the names, and their letters.
static size_t data_size(uint32_t puzzles) {
    return sizeof(projectl_data) + puzzles * sizeof(tsr_pl_puzzle) +
           (PROJECTL_NAME_PUZZLE + puzzles) * sizeof(char *) + puzzles * PROJECTL_NAME_LETTERS;
}

static void cut_block(projectl_data *d, uint32_t puzzles) {
    char *at = (char *)(d + 1);
    d->size = data_size(puzzles);
    d->names = (const char **)(void *)at;
    at += (PROJECTL_NAME_PUZZLE + puzzles) * sizeof(char *);
    d->puzzle = (tsr_pl_puzzle *)(void *)at;
}

static void make_names(projectl_data *d) {
    char *letters = (char *)(d->puzzle + d->total);
    memcpy(d->names, names, sizeof names);
    for (uint32_t i = 0; i < d->total; i++, letters += PROJECTL_NAME_LETTERS) {
        snprintf(letters, PROJECTL_NAME_LETTERS, "%c#%u", d->puzzle[i].colour ? 'B' : 'W',
                 d->puzzle[i].number);
        d->names[PROJECTL_NAME_PUZZLE + i] = letters;
    }
}

// How many puzzles of each colour the rules put into the game.
static uint32_t cards_by_rule(const tsr_rules *r, const projectl_data *d, int colour) {
    static const uint8_t black[TSR_PL_PLAYERS + 1] = {0, 10, 12, 14, 16};
    if (d->original) {
        return d->count[colour];
    }
    if (colour == TSR_PL_WHITE) {
        return d->solo ? 15 : d->count[TSR_PL_WHITE];
    }
    return black[r->players];
}

static uint32_t last_line(const char *text, size_t size) {
    uint32_t line = 1;
    for (size_t i = 0; i + 1 < size; i++) {
        line += text[i] == '\n';
    }
    return line;
}

static tsr_err choose_cards(const tsr_rules *r, projectl_data *d, const char *text, size_t size,
                            tsr_error *err) {
    static const uint8_t least[2] = {LEAST_WHITE, LEAST_BLACK};
    static const char *const words[2] = {"white", "black"};
    for (int colour = 0; colour < 2; colour++) {
        int32_t given = r->opt[colour ? PROJECTL_OPT_BLACK : PROJECTL_OPT_WHITE];
        uint32_t most = d->count[colour];
        uint32_t cards = !given                   ? cards_by_rule(r, d, colour)
                         : (uint32_t)given < most ? (uint32_t)given
                                                  : most;
        if (cards > d->count[colour]) {
            return tsr_fail_at(err, TSR_ERR_ARGUMENT, last_line(text, size), 1,
                               "the game needs %u %s puzzles, and the file ends after %u", cards,
                               words[colour], d->count[colour]);
        }
        if (cards < least[colour]) {
            return tsr_fail_at(err, TSR_ERR_ARGUMENT, given ? 0 : last_line(text, size), 0,
                               "the game needs at least %d %s puzzles, not %u", least[colour],
                               words[colour], cards);
        }
        d->deck[colour] = (uint16_t)cards;
    }
    if (d->solo && d->deck[TSR_PL_WHITE] + d->deck[TSR_PL_BLACK] <= TSR_PL_GRID) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the solo game needs at least %d puzzles",
                        TSR_PL_GRID + 1);
    }
    return TSR_OK;
}

static void choose_rules(const tsr_rules *r, projectl_data *d) {
    d->original = r->opt[PROJECTL_OPT_ENGINE] == 1;
    d->solo = r->players == 1 && !d->original;
    d->skip = d->original || r->opt[PROJECTL_OPT_ILLEGAL] == 1;
    d->random_first = r->players > 1 && r->opt[PROJECTL_OPT_FIRST] == 0;
    d->reserve = (uint8_t)r->opt[PROJECTL_OPT_RESERVE];
    d->rounds = (uint16_t)r->opt[PROJECTL_OPT_ROUNDS];
}

static uint32_t align8(uint32_t n) {
    return (n + 7) & ~7u;
}

static void lay_out_state(tsr_rules *r, projectl_data *d) {
    uint32_t at = sizeof(projectl_state);
    for (int colour = 0; colour < 2; colour++) {
        d->pool_words[colour] = (d->count[colour] + 63) / 64;
        d->pool_at[colour] = at;
        at += 8 * d->pool_words[colour];
    }
    for (int colour = 0; colour < 2; colour++) {
        d->queue_at[colour] = at;
        at += 2u * d->deck[colour];
    }
    d->where_at = at;
    r->action_count = projectl_action_count;
    r->state_size = align8(at + d->total);
}

// Bounds. Moves: the placements of the four roomiest puzzles, and all else there
// can be. Plies: per action at most a master action with four pieces, four rewards
// and its two ends, or a recycle with three picks and four draws.
static void set_bounds(tsr_rules *r, const projectl_data *d) {
    enum { OTHER_MOVES = 9 + 2 + 2 + 9 + 81 + 2, PLIES_AN_ACTION = 10 };
    int most = 0;
    for (uint32_t i = 0; i < d->total; i++) {
        tsr_pl_set fits;
        projectl_fits(&d->t, d->puzzle[i].mask, &fits);
        int n = projectl_set_count(&fits);
        most = n > most ? n : most;
    }
    uint32_t cards = d->count[0] > d->count[1] ? d->count[0] : d->count[1];
    r->max_moves = (uint32_t)(TSR_PL_SLOTS * most + OTHER_MOVES);
    r->max_chance = cards > TSR_PL_PLAYERS ? cards : TSR_PL_PLAYERS;
    r->max_plies = 1 + TSR_PL_GRID +
                   (uint32_t)d->rounds * r->players * (TSR_PL_ACTIONS * PLIES_AN_ACTION + 1) +
                   r->players * (TSR_PL_SLOTS * TSR_PL_CELLS + 1u);
}

static tsr_err projectl_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    const char *text = data ? data : projectl_builtin;
    uint32_t count[2];
    size = data ? size : projectl_builtin_size;
    tsr_err e = projectl_puzzles_read(text, size, NULL, 0, count, err);
    if (e) {
        return e;
    }
    uint32_t total = count[0] + count[1];
    projectl_data *d = tsr_mem_new(r->alloc, data_size(total));
    if (!d) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    cut_block(d, total);
    d->total = total;
    choose_rules(r, d);
    e = projectl_puzzles_read(text, size, d->puzzle, total, d->count, err);
    e = e ? e : choose_cards(r, d, text, size, err);
    if (e) {
        tsr_mem_free(r->alloc, d, d->size);
        return e;
    }
    make_names(d);
    projectl_tables_make(&d->t);
    lay_out_state(r, d);
    set_bounds(r, d);
    r->names = d->names;
    r->name_count = (uint16_t)(PROJECTL_NAME_PUZZLE + total);
    r->hash = tsr_hash_bytes(d->puzzle, total * sizeof *d->puzzle, r->hash);
    r->data = d;
    return TSR_OK;
}

static void projectl_close(tsr_rules *r) {
    projectl_data *d = r->data;
    if (d) {
        tsr_mem_free(r->alloc, d, d->size);
    }
    r->data = NULL;
}

// --- The rest -------------------------------------------------------------------------------

// All but the stamp, which only grows and changes no future.
static uint64_t projectl_hash(const tsr_rules *r, const void *s) {
    const char *from = (const char *)s + sizeof(uint32_t);
    return tsr_hash_bytes(from, r->state_size - sizeof(uint32_t), 0);
}

int tsr_pl_is_rules(const tsr_rules *r) {
    return r->g.open == projectl_open;
}

static const char leaflet[] =
    "Fill the recesses of your puzzles with pieces. A completed puzzle gives its\n"
    "points, a new piece, and all the pieces in it back.\n"
    "\n"
    "A turn is three actions, any of these, in any order:\n"
    "  take     a puzzle from a row, or the unseen top of a deck (at most 4 in front\n"
    "           of you)\n"
    "  recycle  put a row of puzzles under its deck and turn over new ones\n"
    "  basic    take a new level-1 piece; upgrade: change a piece for one of the same\n"
    "           level, a lower one, or the next higher\n"
    "  place    lay a piece into one of your puzzles\n"
    "  master   (once a turn) lay up to one piece into each of your puzzles\n"
    "\n"
    "When the black deck is empty, the round is finished and one more is played, with\n"
    "at most one black puzzle taken a turn. Then everybody may place finishing touches\n"
    "at 1 point each. Unfinished puzzles cost their points. Most points win; then more\n"
    "completed puzzles, then more pieces left over.\n"
    "\n"
    "The pieces, unturned; their level is their number of cells:\n"
    "  O1 #   I2 ##   I3 ###   L2 ##   O2 ##   I4 ####   L3 ###   Z ##    T ###\n"
    "                             #       ##                #        ##      #\n"
    "\n"
    "Moves are typed like this:\n"
    "  take W3              the third puzzle of the white row; top B: of the black deck\n"
    "  recycle B            then put 3, put 1, ... in the order they go under the deck\n"
    "  basic                a new O1; upgrade I2 L2: give I2, get L2\n"
    "  place L3 2 b4 r90f   L3 into your puzzle 2, its first cell (in reading order) on\n"
    "                       b4, flipped, then turned clockwise by 90 degrees\n"
    "  master               then place ..., place ..., done\n"
    "  end                  of your finishing touches\n"
    "\n"
    "Alone, you play against an opponent that takes a puzzle after each of your turns.\n";

extern const tsr_game tsr_game_projectl;

static const tsr_agent_type *const agents[] = {&tsr_agent_projectl_expert,
                                               &tsr_agent_projectl_random, NULL};
static const tsr_skin *const skins[] = {&projectl_skin_term, NULL};

// Measured in docs/strength.md: the expert in ever wider looks, at last with all the time there is.
static const char *const own_levels[TSR_OWN_LEVELS] = {
    "projectl-expert:beam=1,ahead=0", "projectl-expert:beam=2,ahead=1",
    "projectl-expert:beam=6,ahead=1", "projectl-expert", "ismcts:time=3s"};

static const tsr_game_more more = {
    .size = sizeof(tsr_game_more),
    .minutes = 30,
    .tags = "tiles puzzle polyomino engine-building",
    .agents = agents,
    .skins = skins,
    .levels = own_levels,
    .action = projectl_action,
    .action_text = projectl_action_text,
    .sample = projectl_sample,
    .picked = projectl_picked,
    .things = projectl_things,
    .data_faults = projectl_data_faults,
    .turn_parse = projectl_turn_parse,
    .say = projectl_say,
    .told = projectl_told,
    .parts = projectl_parts,
    .words = projectl_words,
    .hash = projectl_hash,
    .count = projectl_count,
};

const tsr_game tsr_game_projectl = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "projectl",
    .title = "Project L",
    .about = "polyomino puzzles: build an engine of pieces, complete puzzles for points",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE,
    .min_players = 1,
    .max_players = TSR_PL_PLAYERS,
    .default_players = 2,
    .option_count = PROJECTL_OPTIONS,
    .line_count = PROJECTL_LINE_COUNT,
    .name_count = PROJECTL_NAME_PUZZLE,
    .options = options,
    .lines = lines,
    .names = names,
    .open = projectl_open,
    .close = projectl_close,
    .init = projectl_init,
    .turn = projectl_turn,
    .moves = projectl_moves,
    .chance = projectl_chance,
    .why_not = projectl_why_not,
    .play = projectl_play,
    .result = projectl_result,
    .move_text = projectl_move_text,
    .move_parse = projectl_move_parse,
    .text = projectl_text,
    .parse = projectl_parse,
    .check = projectl_check,
    .info = projectl_info,
    .scene = projectl_scene,
    .path = projectl_path,
    .more = &more,
    .ai = &projectl_ai,
};
