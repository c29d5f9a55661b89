// SPDX-License-Identifier: MIT
#ifndef TESSERA_ABI_H
#define TESSERA_ABI_H

// The interface for bindings to other languages: plain functions on opaque handles.
//
// The other headers are for C: tables, inline functions, structs with public members. This one,
// batch.h and device.h are the stable interface. Nothing here is inline, all handles are opaque,
// every struct begins with its own size, and all buffers belong to the caller. For a tool that
// reads declarations and has no preprocessor, such as cffi, remove the word TSR_API, the lines that
// begin with #, and those between `#ifdef __cplusplus` and its `#endif`.
//
//     tsr_problem why = {.size = sizeof why};
//     tsr_ruleset *chess;
//     tsr_state *s;
//     if (tsr_open_name("chess", "", &chess, &why)) { puts(why.message); return 1; }
//     tsr_state_new(chess, &s);
//     tsr_state_play_text(s, -1, "e2e4", &why);
//     tsr_state_free(s);
//     tsr_close(chess);
//
// Conventions for all functions here:
//   - A function that can fail returns 0 or a negative TSR_FAIL_ code and describes the error in
//     `why` (which may be NULL). On failure outputs are not written and no state changes.
//   - A function that writes text or a list returns the full length, even if it exceeds `cap`; call
//     it with a `cap` of 0 to learn the size. Text is NUL-terminated if `cap` is not 0.
//   - Arguments are checked: NULL handles, seats that do not exist and illegal moves are refused.
//     Only invalid pointers cannot be detected.
//   - Players are numbered from 0; `who` = -1 is the player on turn, or the lowest of several.
//   - A ruleset is immutable and shared by threads. Every other handle has one owner at a time.
//     Free everything made from a ruleset before closing it.

#include <stddef.h>
#include <stdint.h>

#ifndef TSR_API
#if defined(__GNUC__)
#define TSR_API __attribute__((visibility("default")))
#else
#define TSR_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// --- Versions ------------------------------------------------------------------------------------

// Version of the library: 0xMMmmpp.
TSR_API uint32_t tsr_version(void);

// Version of this interface: major << 16 | minor. The major number is part of the soname
// (libtessera.so.3) and is raised when something in abi.h, batch.h or device.h is removed or
// changed; the minor number when something is added.
TSR_API uint32_t tsr_abi(void);

// --- Errors --------------------------------------------------------------------------------------

enum {
    TSR_FAIL_MEMORY = -1,   // out of memory
    TSR_FAIL_ARGUMENT = -2, // an argument is out of range
    TSR_FAIL_UNKNOWN = -3,  // no game, player or option has that name
    TSR_FAIL_PARSE = -4,    // a syntax error in a text
    TSR_FAIL_ILLEGAL = -5,  // the move is not legal; `message` is the reason
    TSR_FAIL_ABI = -6,      // built for another version
    TSR_FAIL_IO = -7,       // reading or writing failed
    TSR_FAIL_MISMATCH = -8, // made for another game or with other rules
    TSR_FAIL_LIMIT = -9,    // a limit is exceeded
    TSR_FAIL_STATE = -10,   // not possible in this state
    TSR_FAIL_GAME = -11,    // the game violates the contract of game.h
    TSR_FAIL_AGENT = -12    // the player program failed
};

typedef struct tsr_problem {
    uint32_t size;         // sizeof(tsr_problem), set by the caller
    int32_t code;          // TSR_FAIL_MEMORY ...
    uint32_t line, column; // in the rules text or record, from 1; 0 = no position
    int32_t number;        // compiler message number, for `tessera explain`; else 0
    uint32_t pad;
    char message[512]; // one sentence, without a full stop
    char advice[1488]; // the first error in a rules text in full: the source line, carets, advice;
                       // "" for other errors
} tsr_problem;

// --- Rules ---------------------------------------------------------------------------------------

// A game opened with a number of players and options. It defines the legal moves, the action
// numbers and the planes of an observation.
typedef struct tsr_ruleset tsr_ruleset;

// Opens a game. `options` is a comma-separated list, "size=9,players=2"; NULL or "" = all defaults.
// Values cannot contain commas. The value of a file option is its path.
//
// By name: see `tessera list`. From text or a file: rules in the rules language; a file may inherit
// from files beside it. From a plugin: a game in a shared object; NULL = its only game.
TSR_API int tsr_open_name(const char *name, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_text(const char *text, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_file(const char *path, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_plugin(const char *path, const char *name, const char *options,
                            tsr_ruleset **out, tsr_problem *why);
TSR_API void tsr_close(tsr_ruleset *r); // NULL is allowed

// Compiles rules opened from text with the machine's C compiler (cached). Otherwise they are
// interpreted: several times slower, with the same results. Call it before the ruleset is used.
// Returns 0 if the game is already compiled, as games written in C are.
TSR_API int tsr_compile(tsr_ruleset *r, tsr_problem *why);

// The names that tsr_open_name accepts, one per line.
TSR_API int tsr_game_list(char *buf, size_t cap);

enum { // tsr_ruleset_info.flags
    TSR_INFO_CHANCE = 1u << 0,
    TSR_INFO_HIDDEN = 1u << 1,       // there is hidden information
    TSR_INFO_SIMULTANEOUS = 1u << 2, // several players may decide at once
    TSR_INFO_ZERO_SUM = 1u << 3,
    TSR_INFO_COOPERATIVE = 1u << 4,
    TSR_INFO_COMPILED = 1u << 8, // runs as machine code
    TSR_INFO_TURNS = 1u << 9     // the second player sees a rotated board: see batch.h
};

typedef struct tsr_ruleset_info {
    uint32_t size; // sizeof(tsr_ruleset_info), set by the caller
    uint32_t players, flags;
    uint32_t state_size;                       // of a position, in bytes
    uint32_t max_moves, max_chance, max_plies; // upper bounds
    uint32_t actions;                          // action numbers are 0 to actions - 1; 0 = none
    uint32_t mask_words;                       // 64-bit words in a bit mask
    uint32_t planes, height, width;            // observation: bytes [planes][height][width] ...
    uint32_t scalars;                          // ... and this number of floats
    uint32_t pad;
    uint64_t rules_hash;  // of game, version, players, options and rules text
    uint64_t action_hash; // of the meaning of action numbers; store it with data sets and networks
} tsr_ruleset_info;

TSR_API int tsr_ruleset_about(const tsr_ruleset *r, tsr_ruleset_info *out);

enum { // `what` of tsr_ruleset_text
    TSR_TEXT_NAME = 0,
    TSR_TEXT_TITLE,
    TSR_TEXT_ABOUT,   // one line
    TSR_TEXT_LEAFLET, // the rules, for players
    TSR_TEXT_CHOSEN,  // the options as opened: "size=9,players=2"
    TSR_TEXT_OPTIONS  // all options, one per line: name, values, help, separated by tabs
};

TSR_API int tsr_ruleset_text(const tsr_ruleset *r, int what, char *buf, size_t cap);
TSR_API int tsr_seat_text(const tsr_ruleset *r, int seat, char *buf, size_t cap); // "white"

// What an action number means: "e2e4", "place 1 on 2,0". It does not depend on a position, so it
// names cells, not the pieces on them.
TSR_API int tsr_action_text(const tsr_ruleset *r, uint32_t action, char *buf, size_t cap);

// What a plane or a scalar holds: "my Pawn", "to move".
TSR_API int tsr_plane_text(const tsr_ruleset *r, uint32_t plane, char *buf, size_t cap);
TSR_API int tsr_scalar_text(const tsr_ruleset *r, uint32_t scalar, char *buf, size_t cap);

// The action number that corresponds to `action` on the rotated board of the second player, or
// `action` itself if boards are not rotated. The function is its own inverse.
TSR_API int64_t tsr_action_turned(const tsr_ruleset *r, uint32_t action);

// --- States --------------------------------------------------------------------------------------
//
// A game in progress: a position and the action numbers picked so far of an incomplete move. To
// look ahead or to undo, copy the state.

typedef struct tsr_state tsr_state;

TSR_API int tsr_state_new(const tsr_ruleset *r, tsr_state **out); // at the start
TSR_API void tsr_state_free(tsr_state *s);                        // NULL is allowed
TSR_API int tsr_state_copy(const tsr_state *s, tsr_state **out);
TSR_API int tsr_state_set(tsr_state *s, const tsr_state *from); // MISMATCH: other rules

// Whose turn it is, as a bit mask: bits 0 to 7 are players, bit 8 is chance, 0 = the game is over.
TSR_API uint32_t tsr_state_turn(const tsr_state *s);
TSR_API int tsr_state_mover(const tsr_state *s); // the lowest bit; 8 = chance, -1 = over

// A move is a 64-bit code, valid only in this position. Returns 0 moves if `who` is not on turn.
TSR_API int tsr_state_moves(const tsr_state *s, int who, uint64_t *out, size_t cap);
TSR_API int tsr_state_move_text(const tsr_state *s, int who, uint64_t move, char *buf, size_t cap);
TSR_API int tsr_state_read(const tsr_state *s, int who, const char *text, uint64_t *out,
                           tsr_problem *why); // ILLEGAL with the reason, PARSE if it is not a move
TSR_API int tsr_state_play(tsr_state *s, int who, uint64_t move, tsr_problem *why);
TSR_API int tsr_state_play_text(tsr_state *s, int who, const char *text, tsr_problem *why);

// The reason why a move is illegal, as text; 0 and "" if it is legal.
TSR_API int tsr_state_why_not(const tsr_state *s, int who, const char *text, char *buf, size_t cap);

// When chance is on turn: the outcomes and their weights. tsr_state_draw plays one of them,
// selected by weight with the given random number.
TSR_API int tsr_state_chance(const tsr_state *s, uint64_t *out, uint32_t *weight, size_t cap);
TSR_API int tsr_state_draw(tsr_state *s, uint64_t random, tsr_problem *why);

// --- Actions -------------------------------------------------------------------------------------
//
// An action number has the same meaning in every position, as neural networks require. Most moves
// are one number; a move of several steps (a promotion, a chain of captures) may take several,
// which the same player picks one after another. As soon as only one legal move begins with the
// numbers picked, it is played. Every number offered leads to a legal move.

// The numbers that may be picked now, in ascending order.
TSR_API int tsr_state_actions(const tsr_state *s, int who, int32_t *out, size_t cap);

// The same as a bit mask (`mask_words` words) and as bytes (`actions` of them). Either may be NULL.
TSR_API int tsr_state_mask(const tsr_state *s, int who, uint64_t *bits, uint8_t *bytes);

// Picks a number. The message of ILLEGAL names the action and the legal ones.
TSR_API int tsr_state_act(tsr_state *s, int who, int64_t action, tsr_problem *why);

// The numbers picked so far of an incomplete move; tsr_state_unpick discards them.
TSR_API int tsr_state_picked(const tsr_state *s, int who, int32_t *out, size_t cap);
TSR_API void tsr_state_unpick(tsr_state *s);

// All numbers of a legal move. Picking may complete the move before the last of them.
TSR_API int tsr_state_numbers(const tsr_state *s, int who, uint64_t move, int32_t *out, size_t cap);

// --- Views ---------------------------------------------------------------------------------------

enum { TSR_VIEW_WATCHER = 9 }; // a viewer without a seat, who sees what is public

// What `viewer` sees, as a new state in which hidden information is blanked. All functions that
// read accept it; those that play return TSR_FAIL_STATE.
TSR_API int tsr_state_view(const tsr_state *s, int viewer, tsr_state **out);
// A full state consistent with a view, selected at random.
TSR_API int tsr_state_guess(const tsr_state *view, int viewer, uint64_t seed, tsr_state **out);
// What `viewer` sees of the move `move` of `who` in `s`: the move itself or a masked code.
TSR_API int tsr_state_seen(const tsr_state *s, int who, uint64_t move, int viewer, uint64_t *out);

// The observation of `viewer` (-1 = the player on turn), computed from the view only: planes and
// scalars in the shape given by tsr_ruleset_about. Either may be NULL.
TSR_API int tsr_state_observe(const tsr_state *s, int viewer, uint8_t *planes, float *scalars);

// The position as one line of text, and back.
TSR_API int tsr_state_text(const tsr_state *s, char *buf, size_t cap);
TSR_API int tsr_state_parse(const tsr_ruleset *r, const char *text, tsr_state **out,
                            tsr_problem *why);

// The position as state_size bytes, valid until `s` changes. Equal positions have equal bytes.
// tsr_state_set_bytes refuses bytes that are not a position.
TSR_API const void *tsr_state_bytes(const tsr_state *s);
TSR_API int tsr_state_set_bytes(tsr_state *s, const void *bytes, size_t size, tsr_problem *why);

TSR_API uint64_t tsr_state_hash(const tsr_state *s); // equal for positions with the same future
TSR_API int tsr_state_prompt(const tsr_state *s, char *buf, size_t cap); // "white to move"

// What `viewer` (-1 = the player on turn) sees, as a self-contained SVG picture.
TSR_API int tsr_state_svg(const tsr_state *s, int viewer, char *buf, size_t cap);

// Points and rank (1 = first, ties share, 0 before the end) of each player. Either may be NULL. The
// reward at the end is -1 to 1: the share of opponents beaten, ties counted as half.
TSR_API int tsr_state_result(const tsr_state *s, int32_t *score, uint32_t *rank);
TSR_API int tsr_state_reward(const tsr_state *s, float *reward); // STATE before the end

// Plays `count` random games from `s`, which does not change, and writes their rewards,
// [count][players]. Equal seeds give equal games. Returns the number of plies played. A game that
// is not over after the ruleset's `max_plies` plies has rewards of 0. Numbers picked of an
// incomplete move are ignored. STATE: `s` is a view; use tsr_state_guess first.
TSR_API int64_t tsr_state_rollouts(const tsr_state *s, uint32_t count, uint64_t seed,
                                   float *rewards);

// The parts that make up a score: their number, and the name and points of part `i`.
TSR_API int tsr_state_parts(const tsr_state *s);
TSR_API int tsr_state_part(const tsr_state *s, int i, int32_t *points, char *buf, size_t cap);

// --- Computer players ----------------------------------------------------------------------------

typedef struct tsr_player tsr_player;

// `spec` as for `tessera match`: "random", "mcts:nodes=400", "level:n=5", or a player of this game.
TSR_API int tsr_player_open(const tsr_ruleset *r, const char *spec, tsr_player **out,
                            tsr_problem *why);
TSR_API void tsr_player_close(tsr_player *p);         // NULL is allowed
TSR_API int tsr_player_start(tsr_player *p, int who); // a new game; its seat is `who`

// Chooses a move for `who` from the view of `who`. Equal seeds and node limits give equal moves.
// `nodes` and `time_ms` 0 = the limits in the spec.
TSR_API int tsr_player_choose(tsr_player *p, const tsr_state *s, int who, uint64_t seed,
                              uint64_t nodes, uint32_t time_ms, uint64_t *move, tsr_problem *why);
// The names that a spec may begin with, one per line: name, tab, description.
TSR_API int tsr_player_list(char *buf, size_t cap);

// --- Records -------------------------------------------------------------------------------------

// A match with a referee, who draws chance events from `seed` and writes a record: the text file
// that `tessera replay` reads. `names` is a comma-separated list, one name per seat, or NULL.
typedef struct tsr_table tsr_table;

TSR_API int tsr_table_open(const tsr_ruleset *r, uint64_t seed, const char *names, tsr_table **out,
                           tsr_problem *why);
TSR_API void tsr_table_close(tsr_table *t);             // NULL is allowed
TSR_API uint32_t tsr_table_waiting(const tsr_table *t); // bit mask of seats to answer; 0 = over
TSR_API int tsr_table_state(const tsr_table *t,
                            tsr_state **out); // the full state: not for players
TSR_API int tsr_table_play(tsr_table *t, int who, uint64_t move, tsr_problem *why);
TSR_API int tsr_table_play_text(tsr_table *t, int who, const char *text, tsr_problem *why);
TSR_API int tsr_table_record(const tsr_table *t, char *buf, size_t cap);

// Continues a match from its record. An incomplete last line is dropped. `r` must be the rules it
// was played with, else MISMATCH.
TSR_API int tsr_table_resume(const char *bytes, size_t size, const tsr_ruleset *r, tsr_table **out,
                             tsr_problem *why);
// The number of plies, chance (`who` 8) included; one ply; and the position after `ply` plies.
TSR_API int tsr_table_plies(const tsr_table *t);
TSR_API int tsr_table_ply(const tsr_table *t, int ply, int *who, uint64_t *move);
TSR_API int tsr_table_at(const tsr_table *t, int ply, tsr_state **out);
// Goes back to the position after `ply` plies, in which a player must be on turn. The record notes
// the step back. Later chance events are drawn anew.
TSR_API int tsr_table_back(tsr_table *t, int ply, tsr_problem *why);

// A record that was read: its ruleset and all positions. Every line is checked while it is
// replayed. For the record of a game from a rules file, `ruleset` must be opened from that file;
// for other games it may be NULL.
typedef struct tsr_replay tsr_replay;

TSR_API int tsr_replay_open(const char *bytes, size_t size, const tsr_ruleset *ruleset,
                            tsr_replay **out, tsr_problem *why);
TSR_API void tsr_replay_close(tsr_replay *p); // NULL is allowed; free its states first
TSR_API const tsr_ruleset *tsr_replay_ruleset(const tsr_replay *p);
TSR_API int tsr_replay_plies(const tsr_replay *p);
TSR_API int tsr_replay_ply(const tsr_replay *p, int ply, int *who, uint64_t *move,
                           uint32_t *time_ms);                               // `who` 8 = chance
TSR_API int tsr_replay_state(const tsr_replay *p, int ply, tsr_state **out); // after `ply` plies
TSR_API int tsr_replay_result(const tsr_replay *p, int32_t *score, uint32_t *rank);
TSR_API int tsr_replay_seat(const tsr_replay *p, int seat, char *buf, size_t cap); // its name
TSR_API uint64_t tsr_replay_seed(const tsr_replay *p);

#ifdef __cplusplus
}
#endif

#endif
