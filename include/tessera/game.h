// SPDX-License-Identifier: MIT
#ifndef TESSERA_GAME_H
#define TESSERA_GAME_H

// The interface of a game: all that Tessera knows about it.
//
// It has three parts:
//
//   tsr_game    the game itself: a `static const` table of pure functions
//   tsr_rules   a game opened with players, options and data; immutable, so threads may share it
//   the state   `rules->state_size` bytes without pointers: copy it with memcpy, compare it with
//               memcmp. It includes everything that is pending: an unfinished turn, a chain of
//               effects, a question to a player.
//
// How front ends, bots and tests play a game:
//
//     init -> turn? -+- player bits -> moves -> one chosen -> play -+
//              ^     +- chance bit  -> chance -> one drawn -> play -+
//              |     +- 0: over     -> result                      |
//              +---------------------------------------------------+
//
// Requirements on every game, checked by the conformance suite:
//   - Slots are pure and re-entrant: they do not print, use globals, read a clock or (except
//     `open`) allocate. State pointers are aligned to 8 bytes.
//   - `play` is only called with legal moves and cannot fail. Untrusted moves (people, bots,
//     network, records) go through `tsr_play_checked` (rules.h).
//   - All chance is explicit: a list of outcomes with weights. A state contains no random generator
//     and no shuffled deck; draw when a card becomes visible.
//   - Players are given `view`s, never the state. Hidden information is blanked; `moves`, `why_not`
//     and `info` do not read what is blanked for the mover.
//   - Equal positions have equal bytes: set unused bytes to zero.
//
// Everything a game needs from this header is inline, so that a game in a shared object needs only
// libc. `examples/plugin` is one in under 100 lines.

#include <stddef.h>
#include <stdint.h>

#include <tessera/alloc.h>
#include <tessera/error.h>
#include <tessera/line.h>
#include <tessera/rng.h>
#include <tessera/scene.h>
#include <tessera/skin.h>
#include <tessera/story.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this header. A table with another major number is refused. A table
// with an older minor number may be shorter; missing slots get their defaults.
//
// Major 3 moved rarely used slots from tsr_game, which has twenty functions, to
// tsr_game_more, and added agents and skins of a game, the consequences of a move
// (`told`), the text of an item (`words`), the parts of a score (`parts`) and action
// numbers (`action`); zones and items of scenes got more fields. Minor 1 added
// `learn`; 2 to 4 added functions to abi.h and the header device.h.
#define TSR_ABI_MAJOR 3u
#define TSR_ABI_MINOR 4u
#define TSR_ABI       (TSR_ABI_MAJOR << 16 | TSR_ABI_MINOR)

enum {
    TSR_MAX_PLAYERS = 8,
    TSR_CHANCE = 8,       // `who` of a chance move; bit 8 of `turn`
    TSR_WATCHER = 9,      // a viewer without a seat, who sees only what is public
    TSR_NOBODY = 255,     // no player, as an owner
    TSR_MAX_OPTIONS = 16, // options of one game
    TSR_MAX_MOVES = 4096, // moves of one decision, outcomes of one draw; see `moves`
    TSR_TURN_MOVES = 16,  // moves in one line of input; see `turn_parse`
    TSR_MAX_ACTIONS = 96, // action numbers of one move; see `action`
    TSR_MAX_PARTS = 16,   // parts of a score; see `parts`
    TSR_OWN_LEVELS = 5,   // specs in `levels`
    TSR_MAX_STATE = 1 << 16
};

// --- Moves -------------------------------------------------------------------

// A move is a code whose meaning is defined by the game; 0 is not a move. By convention the low
// byte is the kind, followed by bytes a, b, c and d. Bit 63 marks a masked code, made by `seen`:
// "draws ?".
typedef uint64_t tsr_move;

#define TSR_NO_MOVE ((tsr_move)0)
#define TSR_HIDDEN  ((tsr_move)1 << 63)

static inline tsr_move tsr_move_of(int kind, int a, int b, int c, int d) {
    return (tsr_move)(kind & 0xff) | (tsr_move)(a & 0xff) << 8 | (tsr_move)(b & 0xff) << 16 |
           (tsr_move)(c & 0xff) << 24 | (tsr_move)(d & 0xff) << 32;
}

// Byte `i` of a move: 0 = kind, 1 = a, 2 = b, 3 = c, 4 = d.
static inline int tsr_move_byte(tsr_move m, int i) {
    return (int)(m >> (8 * i) & 0xff);
}

// --- Options -----------------------------------------------------------------

typedef enum tsr_option_kind {
    TSR_OPTION_INT = 0, // a number from min to max
    TSR_OPTION_CHOICE,  // one of `choices`; the value is its index
    TSR_OPTION_FLAG,    // no or yes: 0 or 1
    TSR_OPTION_FILE     // a file; `open` is given its contents; at most one per game
} tsr_option_kind;

// An option of a game.
typedef struct tsr_option {
    const char *name; // a lower-case word: "size"
    const char *help; // one line: "cells along each side"
    int32_t kind;     // tsr_option_kind
    int32_t def, min, max;
    const char *const *choices; // CHOICE: max + 1 words, min is 0; else NULL
} tsr_option;

// --- Results -----------------------------------------------------------------

// The result of one player. The rank is 1 + the number of players who did better; ties share a
// rank. If all players have lost together, nobody has rank 1.
typedef struct tsr_result {
    int32_t score; // the game's points, valid at any time
    uint8_t rank;  // valid when the game is over, else 0
    uint8_t pad[3];
} tsr_result;

typedef enum tsr_ask {
    TSR_ASK_OVER = 0,
    TSR_ASK_MOVE,   // an ordinary turn
    TSR_ASK_CHOICE, // a question inside a turn: which reward?
    TSR_ASK_REACT,  // an optional reaction; declining is a legal move
    TSR_ASK_CHANCE  // chance decides
} tsr_ask;

enum {                              // tsr_info.flags
    TSR_OPEN_ANSWERS = 1u << 0,     // simultaneous moves need not be secret
    TSR_INFO_NO_TAKE_BACK = 1u << 1 // no take-back from here, whatever the stamp is
};

// Facts about the present decision, for front ends. The same for the state and for the view of
// every player who must decide.
typedef struct tsr_info {
    // Take-back: a player may return to any earlier position of this turn that has the same stamp
    // and in which the same player alone decides. The stamp must change with every chance move,
    // every revealed card and every change of the deciding player.
    uint32_t stamp;
    uint16_t round;        // from 1; as defined by the game
    uint8_t ask;           // tsr_ask
    uint8_t flags;         // TSR_OPEN_ANSWERS ...
    tsr_move timeout_move; // played on a timeout (pass, done); 0 = by the referee's policy
    tsr_line prompt;       // "red to move", "choose a reward"
} tsr_info;

// One part of the score: its name ("rows completed") and the points of each player.
typedef struct tsr_part {
    const char *name; // valid until the rules are closed
    int32_t points[TSR_MAX_PLAYERS];
} tsr_part;

typedef struct tsr_rules tsr_rules;
typedef struct tsr_game_ai tsr_game_ai;

// An extension that a plugin adds to a game from elsewhere.
typedef struct tsr_extra {
    uint32_t size;     // sizeof(tsr_extra)
    const char *game;  // the name of the game
    const char *kind;  // its kind, defined by the game: "verb"
    const void *thing; // a table of that kind
} tsr_extra;
typedef struct tsr_game_more tsr_game_more;
typedef struct tsr_game_learn tsr_game_learn;

enum { // tsr_game.flags
    TSR_HAS_CHANCE = 1u << 0,
    TSR_HAS_HIDDEN = 1u << 1,       // views may differ from the state
    TSR_HAS_SIMULTANEOUS = 1u << 2, // `turn` may have several bits
    TSR_ZERO_SUM = 1u << 3,         // where two play, the gain of one is the loss of the other
    TSR_COOPERATIVE = 1u << 4,      // all win or all lose
    TSR_SAME_TO_ALL = 1u << 5, // `seen`, `view`, `scene` and `told` are the same for every viewer
    TSR_TELLS_REASONS =
        1u << 6 // `told` only adds what scenes do not show; moves and points are found by comparing
};

// --- The table ---------------------------------------------------------------
//
// `r` is the opened rules and `s` a state; in slots marked V, `s` may also be a view. Slots marked
// "opt" may be NULL; tsr_rules_open replaces NULL by the default named there, so callers need not
// test for it. New slots take the place of reserved ones.

typedef struct tsr_game {
    uint32_t size;          // sizeof(tsr_game)
    uint32_t abi;           // TSR_ABI
    const char *name;       // short; lower-case letters, digits, - and _: "tictactoe"
    const char *title;      // for display: "Tic-tac-toe"
    const char *about;      // opt: one line for lists and menus
    const char *rules;      // opt: the rules as plain text, for `tessera rules`
    uint32_t rules_version; // increase it when old records can no longer be replayed
    uint32_t flags;         // TSR_HAS_CHANCE ...
    uint8_t min_players, max_players;
    uint8_t default_players; // 0 = min_players
    uint8_t pad;
    uint16_t option_count, line_count, name_count, pad2;
    const tsr_option *options;
    const char *const *lines; // message templates by code; lines[0] is unused
    const char *const *names; // words for TSR_NAME arguments
    const char *const *seats; // opt: max_players words for the sides: "white", "black"
    const void *self;         // opt: data for the slots of a generated table

    // Opens the game. `r->players`, `r->opt` and `r->alloc` are set and valid. It must set
    // state_size (a multiple of 8), max_moves, max_chance (0 if there is no chance) and max_plies.
    // It may allocate `r->data` with `r->alloc` and replace names, lines and seats. It mixes into
    // `r->hash` what the rules depend on besides name, version, players, options and data, which
    // are already in it. `data` is the contents of the FILE option, NULL if not given; valid
    // during the call. This is the only slot that may fail; on failure it frees what it has
    // allocated.
    tsr_err (*open)(tsr_rules *r, const char *data, size_t data_size, tsr_error *err);

    // opt. Frees `r->data`.
    void (*close)(tsr_rules *r);

    // Writes all bytes of the start position. No randomness: deals are chance moves.
    void (*init)(const tsr_rules *r, void *out);

    // V. Who decides, as a bit mask: bits 0 to 7 are players (several: a simultaneous decision),
    // bit 8 alone is chance, 0 = over. Called before every move, so it should be O(1).
    uint32_t (*turn)(const tsr_rules *r, const void *s);

    // V for `who`. Writes all legal moves of player `who`, without duplicates and in a fixed order;
    // at least one if `who` decides. Returns their number. `out` has room for r->max_moves (at most
    // TSR_MAX_MOVES). A decision with more than about 300 moves should be split into several.
    int (*moves)(const tsr_rules *r, const void *s, int who, tsr_move *out);

    // opt if there is no chance. Writes all outcomes and their weights (>= 1, sum below 2^32) when
    // chance decides; returns their number. Equal outcomes are grouped: one per kind of card.
    int (*chance)(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight);

    // V for `who`. opt; the default searches the list of moves. Returns 0 if the move is legal,
    // else the code of the reason, written to `out` if not NULL. `who` is on turn; `m` may be any
    // 64-bit value. Call tsr_why_not (rules.h) instead, which checks the turn first.
    int (*why_not)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

    // Plays a legal move (or an outcome, with `who` = TSR_CHANCE) and everything that follows from
    // it up to the next decision.
    void (*play)(const tsr_rules *r, void *s, int who, tsr_move m);

    // opt; the default copies. Blanks what `viewer` (a player or TSR_WATCHER) cannot know,
    // including what other players know about hidden things. `out` may be `s`.
    void (*view)(const tsr_rules *r, const void *s, int viewer, void *out);

    // opt; the default copies. Writes a full state selected at random among those consistent with
    // `view`. `out` may be `view`.
    void (*guess)(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out);

    // opt; the default returns `m`. What `viewer` sees of move `m` of `who`, where `s` is the state
    // before it: `m`, or a masked code with TSR_HIDDEN and the kind. The answers to a simultaneous
    // decision are masked until the last one; hosts then tell the others again, as `seen` shows
    // them where they come last.
    tsr_move (*seen)(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer);

    // V for scores. Writes r->players entries.
    void (*result)(const tsr_rules *r, const void *s, tsr_result *out);

    // V. The text of a move, as typed and recorded: "e2e4"; length as snprintf. Unique among the
    // legal moves. Masked codes have a text too. One line, without tabs and without blanks at
    // either end.
    int (*move_text)(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf, size_t cap);

    // opt; the default compares with the texts of the legal moves (exactly, then ignoring case,
    // then as a unique prefix). Parses a move as people may type it. The result may be illegal;
    // `why_not` gives the reason. TSR_ERR_PARSE if it is not a move. With `who` = TSR_CHANCE: reads
    // outcomes whose text has changed since older records.
    tsr_err (*move_parse)(const tsr_rules *r, const void *s, int who, const char *text,
                          tsr_move *out);

    // V. The position as one line of readable text (length as snprintf), and its inverse, which
    // restores every byte of a state or a view ("?" = blanked). `parse` must accept any input; on
    // failure `out` is not written. A parsed state passes `check`.
    int (*text)(const tsr_rules *r, const void *s, char *buf, size_t cap);
    tsr_err (*parse)(const tsr_rules *r, const char *text, void *out, tsr_error *err);

    // V. 0 = valid; else the code of the violated invariant. Must be safe for any bytes.
    int (*check)(const tsr_rules *r, const void *s, tsr_line *out);

    // V. opt; the default allows no take-back.
    void (*info)(const tsr_rules *r, const void *s, tsr_info *out);

    // V. Adds the zones and items that `viewer` sees; `s` may be the view of `viewer`.
    void (*scene)(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);

    // V for `who`. Writes the items to pick for the legal move `m` to `out`, which is zeroed
    // before. Returns the number of picks.
    int (*path)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out);

    const tsr_game_more *more;   // opt: stories, skins, agents, faster slots; see below
    const tsr_game_ai *ai;       // opt: knowledge for agents; see below
    const tsr_game_learn *learn; // opt: observations for machine learning; see below
    void (*reserved[7])(void);   // NULL; room for slots of later minor versions
} tsr_game;

// --- Optional additions -----------------------------------------------------------
//
// All slots are optional: if the table or a slot is NULL, the default named in its comment is
// used.

struct tsr_game_more {
    uint32_t size;    // sizeof(tsr_game_more)
    uint16_t minutes; // the usual length of a game; 0 = unknown
    uint16_t pad;
    const char *tags; // for searching, separated by blanks: "abstract capture two-player"

    // Agents that play only this game, and its skins: lists that end with NULL, or NULL.
    // tsr_registry_add_game adds the agents too.
    const struct tsr_agent_type *const *agents;
    const tsr_skin *const *skins;
    // The specs of five agents, built-in or of this game, that play levels 4 to 8 of the agent
    // `level` ("projectl-expert:beam=1"); NULL = a search that suits the game.
    const char *const *levels;

    // --- Descriptions

    // Default: none; front ends then show the move's text. One sentence about the move `m` in `s`,
    // which may be a masked code.
    void (*say)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

    // V for `viewer`. Default: the difference of the two scenes (tsr_story_take, rules.h).
    // Describes the consequences of the move `m` of `who`. `before` and `after` are the views of
    // `viewer`, and `m` is the move as `viewer` sees it (possibly masked). See story.h. With
    // TSR_TELLS_REASONS its events follow those of the difference of the scenes, and points that it
    // does not tell are added.
    void (*told)(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
                 int viewer, tsr_story *out);

    // V for `viewer`. Default: none. The full text of an item of this view's scene: the text of a
    // card, the reward of a puzzle. Length as snprintf; 0 = no more than its label.
    int (*words)(const tsr_rules *r, const void *s, int viewer, const tsr_item *item, char *buf,
                 size_t cap);

    // V. Default: none. Writes the parts of the score in order, at most TSR_MAX_PARTS, and
    // returns their number. For each player they always add up to the score given by
    // `result`.
    int (*parts)(const tsr_rules *r, const void *s, tsr_part *out);

    // Default: none. The components of the opened game (cards, puzzles) as JSON, for programs:
    // objects, in any number of lists, each with "name", "text" if anything is printed on it,
    // "class", "copies" and other fields. Length as snprintf.
    int (*things)(const tsr_rules *r, char *buf, size_t cap);

    // Default: none. All errors in `data`, the text of the FILE option, for its author: one per
    // line ("line 3: ..."), with further lines of a message indented; a warning begins with
    // "warning". Length as snprintf; 0 = no errors. `name` is the file name for messages. May
    // allocate with malloc.
    int (*data_faults)(const char *data, size_t size, const char *name, char *buf, size_t cap);

    // --- Input from people

    // V for `who`. Default: searches the paths of the legal moves. The move
    // given by picking these items; it may be illegal, so that `why_not` can
    // give the reason. TSR_NO_MOVE if they are no move. The refs may have any
    // values.
    tsr_move (*picked)(const tsr_rules *r, const void *s, int who, const uint32_t *pick, int picks);

    // V for `who`. Default: none. Parses a line that contains several decisions of `who` in a row
    // ("master L3 2 b4, I2 1 a1"), each legal after the ones before it, into `out`, which has room
    // for TSR_TURN_MOVES; returns their number. Returns 0 if it is not such a line (it is then
    // parsed as one move), and -1 if the moves cannot be played; `why` (may be NULL) is then the
    // reason.
    int (*turn_parse)(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                      tsr_line *why);

    // --- Action numbers, for learning

    // V for `who`. Default: none (r->action_count is then 0). The legal move `m` as 1 to
    // TSR_MAX_ACTIONS numbers below r->action_count, which `open` sets; returns how many. Most
    // moves are one number; a move of several steps (from, to, promotion) may have one for each
    // step. Among the legal moves of one decision, the numbers of no move are equal to or a prefix
    // of those of another, so picking one number after another selects exactly one move. A number
    // has the same meaning in every position.
    int (*action)(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);

    // Default: "#17". The meaning of a number as text; length as snprintf.
    int (*action_text)(const tsr_rules *r, uint32_t action, char *buf, size_t cap);

    // --- Speed: fill in only what is faster than the default

    // Default: selects from the list. A uniformly random legal move of `who`, or with TSR_CHANCE a
    // random outcome by weight.
    tsr_move (*sample)(const tsr_rules *r, const void *s, int who, tsr_rng *g);

    // Default: of all bytes. Equal bytes must have equal hashes; positions with the same future
    // should have equal hashes (omit counters that only grow).
    uint64_t (*hash)(const tsr_rules *r, const void *s);

    // Default: the length of the list. The number of legal moves of `who`, or with TSR_CHANCE of
    // outcomes; 0 if `who` does not decide.
    int (*count)(const tsr_rules *r, const void *s, int who);

    // Default: uses `sample` and `play`. Plays uniformly random moves (outcomes by weight) until
    // the game is over or after `max_plies` plies; returns the number of plies.
    uint32_t (*playout)(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies);

    // Default: 0. Writes to `out` the number of move sequences of exactly `depth` plies from `s`.
    // If `made` is not 0, the last ply must be played too; otherwise it may be counted only.
    // Returns 0 if this is not supported for `s`.
    int (*nodes)(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out);

    // --- Data in several files

    // Default: none. The name of a file that `data` depends on and does not contain; "" = it is
    // complete. Length as snprintf. The host looks for that file in the folder of the first one,
    // appends a line `file "NAME"` and the contents to the data, and asks again.
    int (*data_wants)(const char *data, size_t size, char *buf, size_t cap);

    // The extensions added by plugins, a list that ends with NULL, or NULL. Set by the registry.
    // The game defines their meaning (verbs.h: verbs for cards).
    const struct tsr_extra *const *extras;

    void (*reserved[6])(void); // NULL
};

// An opened game. Made by tsr_rules_open; immutable afterwards.
struct tsr_rules {
    const tsr_alloc *alloc;
    uint32_t state_size; // bytes, a multiple of 8
    uint32_t max_moves, max_chance, max_plies;
    uint32_t action_count; // action numbers are below this; 0 = there are none
    int32_t opt[TSR_MAX_OPTIONS];
    uint8_t players;
    uint8_t pad;
    uint16_t line_count, name_count;
    const char *const *lines, *const *names;
    const char *const *seats; // or NULL
    uint64_t hash;            // of name, version, players, options, data
    void *data;               // data of the game: a compiled program, a puzzle set
    uint64_t reserved[4];     // 0
    tsr_game g;               // copies of the tables with all defaults filled in
    tsr_game_more more;
};

// --- For agents --------------------------------------------------------------

// A question about an endgame, answered by exhaustive search: can `who` force a win, or (if `draw`
// is not 0) at least a draw?
//
// `more` is called repeatedly with the number of positions searched since the last call. It returns
// how many may be searched before the next call; 0 = stop. `table` keeps positions between
// questions about the same rules; the caller sets it to zero before the first.
typedef struct tsr_proof {
    uint32_t size; // sizeof(tsr_proof)
    int16_t who;
    int16_t draw;
    uint64_t *table;
    size_t table_size; // bytes, a power of two and at least 64
    uint64_t (*more)(void *self, uint64_t nodes);
    void *self;
    tsr_move best;  // out: if `who` is on turn and the answer is yes, a move that preserves it
    uint32_t depth; // out: the depth of the search, in plies
    uint32_t pad;
} tsr_proof;

// Optional knowledge about a game, for agents. Like all slots, these functions are pure and do not
// allocate.
struct tsr_game_ai {
    uint32_t size;          // sizeof(tsr_game_ai)
    uint32_t feature_count; // the number of floats that `features` writes
    uint32_t input_count;   // `inputs` writes indices below this,
    uint32_t input_max;     // and at most this number of them
    uint32_t piece_count;   // `move_pieces` writes indices below this
    uint32_t pad;
    // The expected utility of each player, 0 to 1; `s` is a full state or a guess.
    void (*heuristic)(const tsr_rules *r, const void *s, float *out);
    void (*features)(const tsr_rules *r, const void *view, int viewer, float *out);
    // The same for sparse networks: index and value of each non-zero input; returns their number.
    int (*inputs)(const tsr_rules *r, const void *view, int viewer, uint16_t *index, int8_t *value);
    // The parts of a move (kind, from, to, piece, captured piece) as up to 8 numbers, so that a
    // network can generalise from one move to similar ones; returns their number.
    int (*move_pieces)(const tsr_rules *r, const void *s, int who, tsr_move m, uint16_t *index);
    // A cheap estimate of a move for move ordering; higher is better.
    int (*rate)(const tsr_rules *r, const void *s, int who, tsr_move m);
    // Whether a move is not quiet (a capture), for quiescence search.
    int (*noisy)(const tsr_rules *r, const void *s, int who, tsr_move m);
    // Answers a question faster than a search with `moves` and `play`; may be NULL. 1 = yes, 0 =
    // no, -1 = it was stopped, or cannot be answered here.
    int (*prove)(const tsr_rules *r, const void *s, tsr_proof *q);
};

// --- For learning --------------------------------------------------------------
//
// Observations for networks and batches (batch.h). Everything may be NULL; for a game without this
// table, the observation is its `features` (see above), or else the bytes of the view.

// The shape of an observation: planes of height x width cells, and scalars.
typedef struct tsr_sight {
    uint32_t planes, height, width, scalars;
} tsr_sight;

struct tsr_game_learn {
    uint32_t size; // sizeof(tsr_game_learn)
    uint32_t pad;
    void (*sight)(const tsr_rules *r, tsr_sight *out);
    // Writes the observation of `viewer`, whose view is `view`: all bytes of the planes (0 and 1,
    // or a small count) and all scalars. Either pointer may be NULL.
    void (*observe)(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars);
    // The meaning of plane `i`, or for i >= planes that of scalar i - planes: "my Pawn". Length as
    // snprintf.
    int (*legend)(const tsr_rules *r, uint32_t i, char *buf, size_t cap);
    // If a player sees a rotated board: `turned` maps an action number to that of the rotated board
    // (its own inverse); `sees_turned` tells whether `who` sees it rotated in `s`.
    uint32_t (*turned)(const tsr_rules *r, uint32_t action);
    int (*sees_turned)(const tsr_rules *r, const void *s, int who);

    // --- Speed: fill in only what is faster than listing

    // V for `who`. Sets the bits of the first action numbers of all legal moves in (r->action_count
    // + 63) / 64 words, which are zeroed before. 0 = not supported.
    int (*mask)(const tsr_rules *r, const void *s, int who, uint64_t *bits);
    // V for `who`. The only legal move whose first action number is `action`, which is the first
    // number of some legal move. TSR_NO_MOVE = there are several, or not supported.
    tsr_move (*only)(const tsr_rules *r, const void *s, int who, uint32_t action);
    // Plays a legal move as `play` does; then, unless the game is over, sets the mask of the player
    // on turn as `mask` does. 0 = not supported, and nothing was done.
    int (*step)(const tsr_rules *r, void *s, int who, tsr_move m, uint64_t *bits);
};

// --- Shorter calls -----------------------------------------------------------

static inline void tsr_init(const tsr_rules *r, void *out) {
    r->g.init(r, out);
}

static inline uint32_t tsr_turn(const tsr_rules *r, const void *s) {
    return r->g.turn(r, s);
}

// The lowest bit of `turn`: the player who decides next, -1 if the game is over. Searches use it to
// treat simultaneous decisions as successive ones.
static inline int tsr_mover(uint32_t turn) {
    for (int p = 0; p <= TSR_CHANCE; p++) {
        if (turn >> p & 1u) {
            return p;
        }
    }
    return -1;
}

static inline int tsr_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    return r->g.moves(r, s, who, out);
}

static inline void tsr_play(const tsr_rules *r, void *s, int who, tsr_move m) {
    r->g.play(r, s, who, m);
}

static inline tsr_move tsr_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g) {
    return r->more.sample(r, s, who, g);
}

#ifdef __cplusplus
}
#endif

#endif
