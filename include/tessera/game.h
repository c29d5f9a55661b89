// SPDX-License-Identifier: MIT
#ifndef TESSERA_GAME_H
#define TESSERA_GAME_H

// The game contract: what a game tells Tessera, and all that Tessera knows.
//
// Three things, and nothing else:
//
//   tsr_game    one `static const` table of pure functions, the game itself
//   tsr_rules   a game opened for some players, options and data; never changes
//               afterwards, so threads share it freely
//   the state   `rules->state_size` bytes without pointers: copy is memcpy,
//               equality is memcmp. Everything pending is in it: a half-done
//               turn, a chain of effects, an open question to a player.
//
// The life of a game, as every front end, bot and test drives it:
//
//     init -> turn? -+- player bits -> moves -> one chosen -> play -+
//              ^     +- chance bit  -> chance -> one drawn -> play -+
//              |     +- 0: over     -> result                      |
//              +---------------------------------------------------+
//
// Requirements on every game, checked by the conformance suite:
//   - Slots are pure: they allocate nothing (but `open`), print nothing, keep no
//     globals, read no clock, and are re-entrant. State pointers are 8-aligned.
//   - `play` is only called with legal moves and cannot fail. Moves from outside
//     (people, bots, network, records) go through `tsr_play_checked` (rules.h).
//   - All chance is explicit: listed outcomes with weights. No generator and no
//     shuffled future lives in a state. Nothing is drawn before somebody sees it.
//   - Players get `view`s, never the state. What a player may not know is blanked,
//     and `moves`, `why_not`, `info` read nothing that is blanked for the mover.
//   - Equal positions are equal bytes: zero what you leave behind.
//
// Everything a game needs from this header is inline, so a game built as a shared
// object imports nothing but libc. `examples/plugin` is one in under 100 lines.

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

// Major and minor version of this header. A table of another major is refused; an older minor
// has a shorter table, whose missing slots get their defaults.
//
// Why there is a major 3: the table one must learn shrank to its twenty functions, and what is
// rarely written moved to tsr_game_more; a game now brings its own players and skins, tells what
// followed from a move (`told`), what a thing says (`words`), how a score is made up (`parts`)
// and which fixed numbers its moves have (`action`); zones and items of scenes say more. Minor 1
// adds `learn`.
#define TSR_ABI_MAJOR 3u
#define TSR_ABI_MINOR 4u
#define TSR_ABI       (TSR_ABI_MAJOR << 16 | TSR_ABI_MINOR)

enum {
    TSR_MAX_PLAYERS = 8,
    TSR_CHANCE = 8,       // "who" of a chance move; bit 8 of `turn`
    TSR_WATCHER = 9,      // a viewer who sees only what is public
    TSR_NOBODY = 255,     // owner of what belongs to no player
    TSR_MAX_OPTIONS = 16, // options of one game
    TSR_MAX_MOVES = 4096, // moves of one decision, outcomes of one draw; see `moves`
    TSR_TURN_MOVES = 16,  // moves that one line may stand for; see `turn_parse`
    TSR_MAX_ACTIONS = 96, // fixed numbers that one move may take; see `action`
    TSR_MAX_PARTS = 16,   // parts of a score; see `parts`
    TSR_OWN_LEVELS = 5,   // specs in `levels`
    TSR_MAX_STATE = 1 << 16
};

// --- Moves -------------------------------------------------------------------

// A move is a code that only its game understands; 0 is no move. By convention
// the low byte is the kind and bytes a, b, c, d follow. Bit 63 marks a masked
// code, which `seen` makes: "draws ?".
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
    TSR_OPTION_FILE     // a file whose contents `open` gets; at most one a game
} tsr_option_kind;

// An option of a game, as a front end offers it: a slider, a choice, a switch.
typedef struct tsr_option {
    const char *name; // lower-case word: "size"
    const char *help; // one line: "cells along each side"
    int32_t kind;     // tsr_option_kind
    int32_t def, min, max;
    const char *const *choices; // CHOICE: max + 1 words, min is 0; else NULL
} tsr_option;

// --- Answers -----------------------------------------------------------------

// One player's outcome. Rank is 1 + the number of players who did better; ties
// share. Nobody has rank 1 when all have lost together.
typedef struct tsr_result {
    int32_t score; // the game's points, valid at any time
    uint8_t rank;  // valid when the game is over, else 0
    uint8_t pad[3];
} tsr_result;

typedef enum tsr_ask {
    TSR_ASK_OVER = 0,
    TSR_ASK_MOVE,   // an ordinary turn
    TSR_ASK_CHOICE, // a question inside a turn: which reward?
    TSR_ASK_REACT,  // may you interfere? there is a neutral answer
    TSR_ASK_CHANCE  // nobody: a draw
} tsr_ask;

enum {                              // tsr_info.flags
    TSR_OPEN_ANSWERS = 1u << 0,     // simultaneous answers need not be secret
    TSR_INFO_NO_TAKE_BACK = 1u << 1 // no step back from here, whatever the stamp says
};

// What a front end asks about the present decision. Equal on a state and on the
// view of everybody who must decide.
typedef struct tsr_info {
    // Take-back is a number: a player may step back to any earlier position of
    // this turn that has the same stamp and the same sole decider. The stamp
    // must change at every chance move, reveal and change of decider.
    uint32_t stamp;
    uint16_t round;        // from 1; what the game calls a round
    uint8_t ask;           // tsr_ask
    uint8_t flags;         // TSR_OPEN_ANSWERS ...
    tsr_move timeout_move; // the neutral act (pass, done); 0 = referee's policy
    tsr_line prompt;       // "red to move", "choose a reward"
} tsr_info;

// One line of a score sheet: "rows completed", and what each player has of it.
typedef struct tsr_part {
    const char *name; // lives as long as the rules
    int32_t points[TSR_MAX_PLAYERS];
} tsr_part;

typedef struct tsr_rules tsr_rules;
typedef struct tsr_game_ai tsr_game_ai;

// Something that a plugin adds to a game from another source.
typedef struct tsr_extra {
    uint32_t size;     // sizeof(tsr_extra)
    const char *game;  // the name of the game
    const char *kind;  // what it is, in the game's words: "verb"
    const void *thing; // a table that the game knows
} tsr_extra;
typedef struct tsr_game_more tsr_game_more;
typedef struct tsr_game_learn tsr_game_learn;

enum { // tsr_game.flags: what agents and front ends must be ready for
    TSR_HAS_CHANCE = 1u << 0,
    TSR_HAS_HIDDEN = 1u << 1,       // view differs from the state
    TSR_HAS_SIMULTANEOUS = 1u << 2, // `turn` may have several bits
    TSR_ZERO_SUM = 1u << 3,         // two players, one's gain is the other's loss
    TSR_COOPERATIVE = 1u << 4,      // all win or all lose
    TSR_SAME_TO_ALL = 1u << 5 // `seen`, `view`, `scene` and `told` are the same for every viewer
};

// --- The table ---------------------------------------------------------------
//
// `r` is the opened rules, `s` a state or (where marked V) also a view. Slots
// marked "opt" may be NULL; `tsr_rules_open` fills in the default named there,
// so callers never test for NULL. A new slot takes the place of a reserved one.

typedef struct tsr_game {
    uint32_t size;          // sizeof(tsr_game)
    uint32_t abi;           // TSR_ABI
    const char *name;       // as typed: short, lower-case letters, digits, - and _: "tictactoe"
    const char *title;      // as shown: "Tic-tac-toe"
    const char *about;      // opt: one line for lists and menus
    const char *rules;      // opt: the leaflet, for `tessera rules`; plain text
    uint32_t rules_version; // raise it when old records would no longer replay
    uint32_t flags;         // TSR_HAS_CHANCE ...
    uint8_t min_players, max_players;
    uint8_t default_players; // 0 = min_players
    uint8_t pad;
    uint16_t option_count, line_count, name_count, pad2;
    const tsr_option *options;
    const char *const *lines; // templates of sentences by code; lines[0] is unused
    const char *const *names; // words for TSR_NAME arguments
    const char *const *seats; // opt: max_players words for the sides: "white", "black"
    const void *self;         // opt: what a generated table wants to find again in its slots

    // Opens the game: `r->players`, `r->opt` and the allocator are set and valid.
    // Must set state_size (a multiple of 8), max_moves, max_chance (0 without
    // chance) and max_plies; may allocate `r->data` with `r->alloc`, may replace
    // names, lines and seats, and mixes into `r->hash` whatever else the rules depend on
    // (core has put in name, version, players, options and data). `data` is the
    // contents of the game's FILE option, NULL if not given; borrowed. The only
    // slot that may fail; then it has freed what it allocated.
    tsr_err (*open)(tsr_rules *r, const char *data, size_t data_size, tsr_error *err);

    // opt. Frees `r->data`.
    void (*close)(tsr_rules *r);

    // Writes the start position: every byte. No randomness; deals are chance moves.
    void (*init)(const tsr_rules *r, void *out);

    // V. Who decides: bits 0-7 players, several = a simultaneous decision; bit 8
    // chance, always alone; 0 = over. Called before every move: keep it O(1).
    uint32_t (*turn)(const tsr_rules *r, const void *s);

    // V for `who`. All legal moves of player `who`, in a stable order, no
    // duplicates; at least one if `who` decides. `out` has room for r->max_moves
    // (at most TSR_MAX_MOVES). Split a decision wider than about 300 into picks.
    int (*moves)(const tsr_rules *r, const void *s, int who, tsr_move *out);

    // opt if there is no chance. All outcomes and their weights (>= 1, sum below
    // 2^32) when chance decides. Group equal outcomes: one per kind of card.
    int (*chance)(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight);

    // V for `who`. opt, default lists and compares. 0 = legal, else the reason's
    // code, written to `out` if not NULL. `who` is a decider; `m` is any 64-bit
    // value whatsoever. Callers use tsr_why_not (rules.h), which tests turns first.
    int (*why_not)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

    // Applies a legal move (or an outcome, `who` = TSR_CHANCE) and all that
    // follows from it until the next decision.
    void (*play)(const tsr_rules *r, void *s, int who, tsr_move m);

    // opt, default copy. Blanks what `viewer` (a player or TSR_WATCHER) cannot
    // know. `out` may be `s`. Also blank knowledge *about* hidden things.
    void (*view)(const tsr_rules *r, const void *s, int viewer, void *out);

    // opt, default copy. A full state that fits `view`, drawn at random among
    // those the view allows. `out` may be `view`.
    void (*guess)(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out);

    // opt, default `m` itself. What `viewer` sees of move `m`, made by `who` in
    // `s` (the state before it): `m`, or a masked code with TSR_HIDDEN and the kind.
    tsr_move (*seen)(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer);

    // V for scores. Fills r->players entries.
    void (*result)(const tsr_rules *r, const void *s, tsr_result *out);

    // V. A move as typed and recorded, e.g. "e2e4"; snprintf's rule. Unique among
    // the legal moves; masked codes have a text too. One line, no tabs, no blanks
    // at either end.
    int (*move_text)(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf, size_t cap);

    // opt, default lists and compares (then ignoring case, then a unique
    // beginning). Reads a move as people may type it; may return an illegal move,
    // so that `why_not` can say why. TSR_ERR_PARSE if it is no move at all. With `who` =
    // TSR_CHANCE: an outcome that is written otherwise by now, as in older records.
    tsr_err (*move_parse)(const tsr_rules *r, const void *s, int who, const char *text,
                          tsr_move *out);

    // V. The position as one line of readable text, and back, byte for byte, for
    // states and views ("?" for what is blanked); snprintf's rule. `parse` may meet
    // anything; on failure `out` is untouched. A parsed state passes `check`.
    int (*text)(const tsr_rules *r, const void *s, char *buf, size_t cap);
    tsr_err (*parse)(const tsr_rules *r, const char *text, void *out, tsr_error *err);

    // V. 0 = sound; else the invariant that is broken. Safe on any bytes at all.
    int (*check)(const tsr_rules *r, const void *s, tsr_line *out);

    // V. opt; the default has a stamp that never allows a step back.
    void (*info)(const tsr_rules *r, const void *s, tsr_info *out);

    // V. Zones and items that `viewer` sees; `s` may be the viewer's view.
    void (*scene)(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);

    // V for `who`. The picks that make the legal move `m`, into `out`, which comes
    // zeroed. Returns the number of picks.
    int (*path)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out);

    const tsr_game_more *more;   // opt: stories, skins, players, speed; see below
    const tsr_game_ai *ai;       // opt: knowledge for agents; see below
    const tsr_game_learn *learn; // opt: positions as planes, for learning; see below
    void (*reserved[7])(void);   // NULL. A later minor's slots stand here, so nothing moves
} tsr_game;

// --- Optional additions -----------------------------------------------------------
//
// All of it is optional, as "opt" above: a game without the table, or with NULL in it, gets the
// default named there.

struct tsr_game_more {
    uint32_t size;    // sizeof(tsr_game_more)
    uint16_t minutes; // a usual game takes; 0 = not said
    uint16_t pad;
    const char *tags; // words to find it by, blanks between: "abstract capture two-player"

    // Players that know only this game, and its own pictures; NULL-ended lists, or NULL.
    // Whoever adds the game to a registry adds them too.
    const struct tsr_agent_type *const *agents;
    const tsr_skin *const *skins;
    // Who plays this game at the levels 4 to 8 of the agent `level`, as five specs of agents that are
    // built in or the game's own ("projectl-expert:beam=1"); NULL = a search that suits the game.
    const char *const *levels;

    // --- Telling

    // Default nothing said (then people read the move's text). One sentence
    // about `m`, made in `s`; masked codes too.
    void (*say)(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

    // V for `viewer`. Default: what changed between the two scenes (tsr_story_take, rules.h). Tells
    // what followed from `m`, made by `who`: `before` and `after` are what `viewer` sees before
    // and after it, `m` what it sees of the move (maybe masked). See story.h.
    void (*told)(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
                 int viewer, tsr_story *out);

    // V for `viewer`. Default none. What a thing says, in full: a card's text, a puzzle's reward. `item`
    // is from a scene of this view. snprintf's rule; 0 = nothing beyond its label.
    int (*words)(const tsr_rules *r, const void *s, int viewer, const tsr_item *item, char *buf,
                 size_t cap);

    // V. Default none. The lines of the score sheet, in the order of reading, at most
    // TSR_MAX_PARTS; returns how many. For each player they add up to the score of `result`,
    // at any time.
    int (*parts)(const tsr_rules *r, const void *s, tsr_part *out);

    // Default none. The things this game was opened with (cards, puzzles), for programs that want to
    // know them, as JSON: objects, in whatever lists, each with its "name", its "text" (what is
    // printed on it) if there is any, "class", "copies" and whatever else; snprintf's rule.
    int (*things)(const tsr_rules *r, char *buf, size_t cap);

    // Default none. Everything that is wrong with `data`, the text of the game's FILE option, for
    // its author: a line each ("line 3: ..."), further lines of a message indented, and what is
    // odd but allowed begins with "warning"; snprintf's rule, 0 = nothing is wrong. `name` is for
    // messages. May allocate with malloc.
    int (*data_faults)(const char *data, size_t size, const char *name, char *buf, size_t cap);

    // --- Reading what people do

    // V for `who`. Default looks among the paths of the legal moves. The move
    // that picking these items means, legal or not, so that `why_not` can tell a
    // person what is wrong with it; TSR_NO_MOVE if they mean none. Refs may be
    // anything at all.
    tsr_move (*picked)(const tsr_rules *r, const void *s, int who, const uint32_t *pick, int picks);

    // V for `who`. Default none. Reads a line that stands for several decisions
    // of `who` in a row ("master L3 2 b4, I2 1 a1"), each legal after those before
    // it, into `out`, which has room for TSR_TURN_MOVES; returns how many. 0 if it is
    // no such line (then it is read as one move); -1 if it is one that cannot be
    // played, and `why` (may be NULL) says so.
    int (*turn_parse)(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                      tsr_line *why);

    // --- Fixed numbers for learning

    // V for `who`. Default none (then r->action_count is 0). The legal move `m` as 1 to
    // TSR_MAX_ACTIONS numbers below r->action_count, which `open` has set; returns how many. Most
    // moves are one number; a move of several steps (from, to, promotion) may be one for
    // each. Among the legal moves of one decision no two have the same numbers and none begins with
    // all of another's, so picking number after number finds exactly one move. A number means the
    // same in every position.
    int (*action)(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);

    // Default "#17". What a number means, in words; snprintf's rule.
    int (*action_text)(const tsr_rules *r, uint32_t action, char *buf, size_t cap);

    // --- Speed: only where it is faster than the default

    // Default lists and picks. A uniform legal move of `who`, or with
    // TSR_CHANCE an outcome by weight. Override only where it is faster.
    tsr_move (*sample)(const tsr_rules *r, const void *s, int who, tsr_rng *g);

    // Default over all bytes. Equal bytes => equal hash; positions with the
    // same future should have the same hash (leave out counters that only grow).
    uint64_t (*hash)(const tsr_rules *r, const void *s);

    // Default lists. The number of legal moves of `who`, or with TSR_CHANCE of
    // outcomes, for perft and mobility; 0 if `who` does not decide.
    int (*count)(const tsr_rules *r, const void *s, int who);

    // Default samples and plays. Plays uniform random moves (outcomes by
    // weight) until the game is over or `max_plies` are made; returns the plies.
    uint32_t (*playout)(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies);

    // Default 0. Counts the ways of exactly `depth` plies from `s` into `out`, for
    // games that do it faster than by listing and playing; with `made` the last ply is
    // made like all others, without it may be counted only. 0 = not done here.
    int (*nodes)(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out);

    // --- More about data

    // Default none. The name of a further file that `data` builds on and does not hold yet; "" =
    // it has all it needs; snprintf's rule. The host looks for it beside the first one, and hands
    // over one text: the data, a line `file "NAME"`, and that file; then it asks again.
    int (*data_wants)(const char *data, size_t size, char *buf, size_t cap);

    // NULL, or what plugins have added to the game, NULL-ended. The registry fills it in; what an
    // extra means is the game's business (verbs.h: new verbs for cards).
    const struct tsr_extra *const *extras;

    void (*reserved[6])(void); // NULL
};

// A game ready to be played. Made by tsr_rules_open, immutable afterwards.
struct tsr_rules {
    const tsr_alloc *alloc;
    uint32_t state_size; // bytes, a multiple of 8
    uint32_t max_moves, max_chance, max_plies;
    uint32_t action_count; // numbers that `action` uses; 0 = it has none
    int32_t opt[TSR_MAX_OPTIONS];
    uint8_t players;
    uint8_t pad;
    uint16_t line_count, name_count;
    const char *const *lines, *const *names;
    const char *const *seats; // or NULL
    uint64_t hash;            // of name, version, players, options, data
    void *data;               // the game's own; a compiled program, a puzzle set
    uint64_t reserved[4];     // 0
    tsr_game g;               // bound copies of the tables: every slot is filled
    tsr_game_more more;
};

// --- For agents --------------------------------------------------------------

// A question about the end of a game that is settled by trying everything: is `who` sure to
// win, or (`draw`) sure not to lose?
//
// `more` is called now and then with the positions looked at since the last call; it answers how
// many there may be before the next one, 0 = stop. The table remembers positions from one question
// to the next under the same rules; the caller zeroes it first.
typedef struct tsr_proof {
    uint32_t size; // sizeof(tsr_proof)
    int16_t who;
    int16_t draw;
    uint64_t *table;
    size_t table_size; // bytes, a power of two and at least 64
    uint64_t (*more)(void *self, uint64_t nodes);
    void *self;
    tsr_move best;  // out, if `who` is on turn and the answer is yes: the move that keeps it
    uint32_t depth; // out: plies ahead that were looked at
    uint32_t pad;
} tsr_proof;

// Optional knowledge about a game that makes bots stronger. Same rules as for
// slots: pure, no allocation.
struct tsr_game_ai {
    uint32_t size;          // sizeof(tsr_game_ai)
    uint32_t feature_count; // floats that `features` writes
    uint32_t input_count;   // `inputs` writes indices below this,
    uint32_t input_max;     // at most so many at once
    uint32_t piece_count;   // `move_pieces` writes indices below this
    uint32_t pad;
    // Expected utility of each player, 0 to 1, from a full state or a guess.
    void (*heuristic)(const tsr_rules *r, const void *s, float *out);
    void (*features)(const tsr_rules *r, const void *view, int viewer, float *out);
    // The same for sparse networks: index and value of every input that is not 0; returns how many.
    int (*inputs)(const tsr_rules *r, const void *view, int viewer, uint16_t *index, int8_t *value);
    // What a move is made of (kind, from, to, piece, taken), as up to 8 numbers, so that a network
    // learns from one move about its kin; returns how many.
    int (*move_pieces)(const tsr_rules *r, const void *s, int who, tsr_move m, uint16_t *index);
    // A cheap guess how good a move is, to order moves; higher first.
    int (*rate)(const tsr_rules *r, const void *s, int who, tsr_move m);
    // Whether a move changes much at once (a capture), for quiescence search.
    int (*noisy)(const tsr_rules *r, const void *s, int who, tsr_move m);
    // Settles a question, faster than by listing and playing; may be NULL. 1 = yes, 0 = no,
    // -1 = it was stopped, or such a position is not settled here.
    int (*prove)(const tsr_rules *r, const void *s, tsr_proof *q);
};

// --- For learning --------------------------------------------------------------
//
// What networks and batches (batch.h) want beside the fixed numbers of `action`. Everything may be
// NULL; a game without the table shows its `features` (see above), or else the bytes of a view.

// How much an observation is: planes of height x width cells, and single numbers.
typedef struct tsr_sight {
    uint32_t planes, height, width, scalars;
} tsr_sight;

struct tsr_game_learn {
    uint32_t size; // sizeof(tsr_game_learn)
    uint32_t pad;
    void (*sight)(const tsr_rules *r, tsr_sight *out);
    // What `viewer` sees of `view`, which is the viewer's own: every byte of the planes (0 and 1, or
    // a small count) and every scalar. Either pointer may be NULL.
    void (*observe)(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars);
    // What plane `i` holds, or with i >= planes which scalar i - planes is: "my Pawn"; snprintf's
    // rule.
    int (*legend)(const tsr_rules *r, uint32_t i, char *buf, size_t cap);
    // Where a player may look at the board from the other side: what is `action` for one who does
    // not, as one sees it who does; its own inverse. And whether `who` does so now.
    uint32_t (*turned)(const tsr_rules *r, uint32_t action);
    int (*sees_turned)(const tsr_rules *r, const void *s, int who);

    // --- Speed: only where it is faster than listing

    // V for `who`. The first numbers (`action`) of all legal moves, as bits of
    // (r->action_count + 63) / 64 words, which come zeroed. 0 = not done here.
    int (*mask)(const tsr_rules *r, const void *s, int who, uint64_t *bits);
    // V for `who`. The legal move that begins with `action`, the first number of some legal move, where
    // it is the only one; TSR_NO_MOVE = several, or not done here.
    tsr_move (*only)(const tsr_rules *r, const void *s, int who, uint32_t action);
    // Plays a legal move, as `play` does, and then does what `mask` does for whoever is on turn, unless
    // the game is over. 0 = nothing was done here.
    int (*step)(const tsr_rules *r, void *s, int who, tsr_move m, uint64_t *bits);
};

// --- Readable calls ----------------------------------------------------------

static inline void tsr_init(const tsr_rules *r, void *out) {
    r->g.init(r, out);
}

static inline uint32_t tsr_turn(const tsr_rules *r, const void *s) {
    return r->g.turn(r, s);
}

// The one player who decides now: the lowest bit of `turn`. Search uses it and
// never notices simultaneous decisions. -1 when the game is over.
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
