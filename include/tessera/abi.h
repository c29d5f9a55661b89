// SPDX-License-Identifier: MIT
#ifndef TESSERA_ABI_H
#define TESSERA_ABI_H

// Tessera for other languages: everything a binding needs, as plain functions on opaque handles.
//
// The other headers are for C: tables, inline functions, structs with visible members. This one and
// batch.h are the stable interface. Nothing here is inline, no handle has a visible inside, every
// struct begins with its own size, every buffer is the caller's. A tool that reads C declarations
// (cffi, bindgen) needs nothing but this text without its lines that begin with # and without the
// word TSR_API.
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
//   - Those that can fail return 0 or a negative TSR_FAIL_ number, and fill `why` (may be NULL) with
//     a sentence. On failure nothing has changed: outputs are untouched, a game has not moved.
//   - Those that write text or a list return how long the whole is, whatever the buffer's room, so
//     that a caller can ask with a room of 0 first; text is NUL-ended if there is any room.
//   - Arguments from outside may be anything; NULL handles, seats that do not exist and illegal moves
//     are refused. Only invalid pointers cannot be detected.
//   - A player is a seat from 0; `who` = -1 means the one on turn (the lowest seat, if several are).
//   - A ruleset never changes and is shared by threads; every other handle has one owner at a time.
//     What is made from a ruleset must be freed before it is closed.

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

// Version of its interface: major << 16 | minor. The major is in the name of the shared library
// (libtessera.so.3) and is raised only when something of abi.h or batch.h goes or changes; the minor
// when something is added.
TSR_API uint32_t tsr_abi(void);

// --- What went wrong -----------------------------------------------------------------------------

enum {
    TSR_FAIL_MEMORY = -1,   // out of memory
    TSR_FAIL_ARGUMENT = -2, // an argument is out of range
    TSR_FAIL_UNKNOWN = -3,  // there is nothing of that name
    TSR_FAIL_PARSE = -4,    // the text cannot be read
    TSR_FAIL_ILLEGAL = -5,  // the move is not legal; `message` is the reason
    TSR_FAIL_ABI = -6,      // built for another version
    TSR_FAIL_IO = -7,       // reading or writing failed
    TSR_FAIL_MISMATCH = -8, // belongs to another game or other rules
    TSR_FAIL_LIMIT = -9,    // a limit is exceeded
    TSR_FAIL_STATE = -10,   // not possible at this moment
    TSR_FAIL_GAME = -11,    // the game breaks its contract
    TSR_FAIL_AGENT = -12    // the player program failed
};

typedef struct tsr_problem {
    uint32_t size;         // sizeof(tsr_problem), set by the caller
    int32_t code;          // TSR_FAIL_MEMORY ...
    uint32_t line, column; // of the rules text or record, from 1; 0 = not about a place
    int32_t number;        // of a message of the rules compiler, for `tessera explain`; else 0
    uint32_t pad;
    char message[512]; // one sentence, without a full stop
    char
        advice[1488]; // rules text: all about the first mistake, with the author's line, carets and
                      // advice; else ""
} tsr_problem;

// --- Rules ---------------------------------------------------------------------------------------

// A game opened for some players and options: its rules, the fixed numbers of its actions, the
// planes of its observations.
typedef struct tsr_ruleset tsr_ruleset;

// Opens a game. `options` are words with commas between, "size=9,players=2"; NULL or "" = as the
// game likes. A value may not hold a comma. Options that are files are given as their path.
//
// By name: what `tessera list` shows. From text or a file: rules in the rules language; a file may
// inherit from those beside it. From a plugin: a game of a shared object, NULL = its only one.
TSR_API int tsr_open_name(const char *name, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_text(const char *text, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_file(const char *path, const char *options, tsr_ruleset **out,
                          tsr_problem *why);
TSR_API int tsr_open_plugin(const char *path, const char *name, const char *options,
                            tsr_ruleset **out, tsr_problem *why);
TSR_API void tsr_close(tsr_ruleset *r); // NULL is fine

// Rules from text are interpreted; the shelf is compiled. This has them compiled by the machine's C
// compiler (kept in a cache), which makes games several times faster and changes nothing else. To
// be called before the ruleset is used. 0 also where there is nothing to do.
TSR_API int tsr_compile(tsr_ruleset *r, tsr_problem *why);

// The names for tsr_open_name, a line each.
TSR_API int tsr_game_list(char *buf, size_t cap);

enum { // tsr_ruleset_info.flags
    TSR_INFO_CHANCE = 1u << 0,
    TSR_INFO_HIDDEN = 1u << 1,       // players do not see everything
    TSR_INFO_SIMULTANEOUS = 1u << 2, // several players may decide at once
    TSR_INFO_ZERO_SUM = 1u << 3,
    TSR_INFO_COOPERATIVE = 1u << 4,
    TSR_INFO_COMPILED = 1u << 8, // plays as machine code
    TSR_INFO_TURNS = 1u << 9     // the second player sees boards turned round: see batch.h
};

typedef struct tsr_ruleset_info {
    uint32_t size; // sizeof(tsr_ruleset_info), set by the caller
    uint32_t players, flags;
    uint32_t state_size;                       // bytes of a position
    uint32_t max_moves, max_chance, max_plies; // bounds
    uint32_t actions;                          // action numbers are 0 to actions - 1; 0 = none
    uint32_t mask_words;                       // 64-bit words of a mask in bits
    uint32_t planes, height, width;            // observation: bytes [planes][height][width] ...
    uint32_t scalars;                          // ... and so many floats
    uint32_t pad;
    uint64_t rules_hash;  // what the rules are: of game, version, players, options, text
    uint64_t action_hash; // what the action numbers mean: data sets and networks keep it
} tsr_ruleset_info;

TSR_API int tsr_ruleset_about(const tsr_ruleset *r, tsr_ruleset_info *out);

enum { // what tsr_ruleset_text tells
    TSR_TEXT_NAME = 0,
    TSR_TEXT_TITLE,
    TSR_TEXT_ABOUT,   // one line
    TSR_TEXT_LEAFLET, // the rules for people
    TSR_TEXT_CHOSEN,  // the options as opened: "size=9,players=2"
    TSR_TEXT_OPTIONS  // a line for each option there is: name, values, help; tabs between
};

TSR_API int tsr_ruleset_text(const tsr_ruleset *r, int what, char *buf, size_t cap);
TSR_API int tsr_seat_text(const tsr_ruleset *r, int seat, char *buf, size_t cap); // "white"

// What an action number means: "e2e4", "place 1 on 2,0". Without a position, so it names cells and
// not what stands there.
TSR_API int tsr_action_text(const tsr_ruleset *r, uint32_t action, char *buf, size_t cap);

// What a plane or a scalar holds: "my Pawn", "to move".
TSR_API int tsr_plane_text(const tsr_ruleset *r, uint32_t plane, char *buf, size_t cap);
TSR_API int tsr_scalar_text(const tsr_ruleset *r, uint32_t scalar, char *buf, size_t cap);

// The number that means for the second player, who sees the board turned round, what `action`
// means for the first; `action` itself where nothing turns. Twice gives the number back.
TSR_API int64_t tsr_action_turned(const tsr_ruleset *r, uint32_t action);

// --- States --------------------------------------------------------------------------------------
//
// One game in progress: a position, and the numbers that were picked of a move not yet whole.
// Copying is the way to look ahead and to take back.

typedef struct tsr_state tsr_state;

TSR_API int tsr_state_new(const tsr_ruleset *r, tsr_state **out); // at the start
TSR_API void tsr_state_free(tsr_state *s);                        // NULL is fine
TSR_API int tsr_state_copy(const tsr_state *s, tsr_state **out);
TSR_API int tsr_state_set(tsr_state *s, const tsr_state *from); // MISMATCH: of other rules

// Whose turn it is, as bits: players 0 to 7, bit 8 chance, 0 = the game is over.
TSR_API uint32_t tsr_state_turn(const tsr_state *s);
TSR_API int tsr_state_mover(const tsr_state *s); // the lowest of them; 8 = chance, -1 = over

// Moves are 64-bit codes that mean something in this position only. 0 moves if `who` is not on turn.
TSR_API int tsr_state_moves(const tsr_state *s, int who, uint64_t *out, size_t cap);
TSR_API int tsr_state_move_text(const tsr_state *s, int who, uint64_t move, char *buf, size_t cap);
TSR_API int tsr_state_read(const tsr_state *s, int who, const char *text, uint64_t *out,
                           tsr_problem *why); // ILLEGAL with the reason, PARSE if it is no move
TSR_API int tsr_state_play(tsr_state *s, int who, uint64_t move, tsr_problem *why);
TSR_API int tsr_state_play_text(tsr_state *s, int who, const char *text, tsr_problem *why);

// Why a move is not legal, in words; 0 = it is legal, and `buf` gets "".
TSR_API int tsr_state_why_not(const tsr_state *s, int who, const char *text, char *buf, size_t cap);

// Chance: the outcomes and their weights, when chance is on turn; and drawing one of them by weight
// with a random number from anywhere.
TSR_API int tsr_state_chance(const tsr_state *s, uint64_t *out, uint32_t *weight, size_t cap);
TSR_API int tsr_state_draw(tsr_state *s, uint64_t random, tsr_problem *why);

// --- Actions -------------------------------------------------------------------------------------
//
// Action numbers mean the same in every position, as networks want them. Most moves are one number;
// a move of several steps (a promotion, a chain of captures) may be several, picked one after the
// other by the same player. As soon as one legal move is left that begins with what was picked, it is
// played. Picking never leads into a dead end.

// The numbers that may be picked now, in order.
TSR_API int tsr_state_actions(const tsr_state *s, int who, int32_t *out, size_t cap);

// The same as bits or bytes; `mask_words` words, `actions` bytes. Either may be NULL.
TSR_API int tsr_state_mask(const tsr_state *s, int who, uint64_t *bits, uint8_t *bytes);

// Picks. ILLEGAL names the action and the legal ones.
TSR_API int tsr_state_act(tsr_state *s, int who, int64_t action, tsr_problem *why);

// What `who` has picked of a move that is not whole; tsr_state_unpick takes it back.
TSR_API int tsr_state_picked(const tsr_state *s, int who, int32_t *out, size_t cap);
TSR_API void tsr_state_unpick(tsr_state *s);

// All numbers of a legal move, though picking may be over before the last.
TSR_API int tsr_state_numbers(const tsr_state *s, int who, uint64_t move, int32_t *out, size_t cap);

// --- Looking -------------------------------------------------------------------------------------

enum { TSR_VIEW_WATCHER = 9 }; // a viewer who sees what is public, beside the seats

// What `viewer` sees, as a state of its own: what the viewer may not know is blanked. It can be
// looked at in every way, but not played on: TSR_FAIL_STATE.
TSR_API int tsr_state_view(const tsr_state *s, int viewer, tsr_state **out);
// A full state that fits a view, drawn at random among those it allows.
TSR_API int tsr_state_guess(const tsr_state *view, int viewer, uint64_t seed, tsr_state **out);
// What `viewer` sees of a move that `who` makes in `s`: the move, or a masked code.
TSR_API int tsr_state_seen(const tsr_state *s, int who, uint64_t move, int viewer, uint64_t *out);

// The observation of `viewer` (-1 = who is on turn), made of the view, never of more: 0/1 planes and
// scalars in the shape that tsr_ruleset_about tells. Either may be NULL.
TSR_API int tsr_state_observe(const tsr_state *s, int viewer, uint8_t *planes, float *scalars);

// The position as one line of text, and back.
TSR_API int tsr_state_text(const tsr_state *s, char *buf, size_t cap);
TSR_API int tsr_state_parse(const tsr_ruleset *r, const char *text, tsr_state **out,
                            tsr_problem *why);

// The position as bytes, state_size of them: borrowed until `s` changes. Equal positions are equal
// bytes. Reading back refuses bytes that are no position.
TSR_API const void *tsr_state_bytes(const tsr_state *s);
TSR_API int tsr_state_set_bytes(tsr_state *s, const void *bytes, size_t size, tsr_problem *why);

TSR_API uint64_t tsr_state_hash(const tsr_state *s); // equal for positions with the same future
TSR_API int tsr_state_prompt(const tsr_state *s, char *buf, size_t cap); // "white to move"

// What `viewer` (-1 = who is on turn) sees, as an SVG picture that needs nothing else.
TSR_API int tsr_state_svg(const tsr_state *s, int viewer, char *buf, size_t cap);

// Points and ranks, one for each player; ranks (1 = first, ties share) are 0 before the end. Either
// may be NULL. `reward` at the end is -1 to 1: the share of opponents beaten, a tie counting half.
TSR_API int tsr_state_result(const tsr_state *s, int32_t *score, uint32_t *rank);
TSR_API int tsr_state_reward(const tsr_state *s, float *reward); // STATE before the end

// Plays `count` random games from here to their end and writes the rewards, [count][players]; `s` stays
// as it is. Equal seeds give equal games. Returns how many plies were played. A game that is not over
// after `max_plies` counts 0 for all. What was picked of a move that is not whole does not count.
// STATE: a view cannot be played on; play from guesses.
TSR_API int64_t tsr_state_rollouts(const tsr_state *s, uint32_t count, uint64_t seed,
                                   float *rewards);

// How scores are made up: how many parts there are, and the name and points of part `i`.
TSR_API int tsr_state_parts(const tsr_state *s);
TSR_API int tsr_state_part(const tsr_state *s, int i, int32_t *points, char *buf, size_t cap);

// --- Computer players ----------------------------------------------------------------------------

typedef struct tsr_player tsr_player;

// By spec, as for `tessera match`: "random", "mcts:nodes=400", "level:5", a game's own.
TSR_API int tsr_player_open(const tsr_ruleset *r, const char *spec, tsr_player **out,
                            tsr_problem *why);
TSR_API void tsr_player_close(tsr_player *p);         // NULL is fine
TSR_API int tsr_player_start(tsr_player *p, int who); // a new game begins; it sits there

// Chooses a move for `who`, from what `who` sees. Equal seeds and node budgets give equal moves;
// `nodes` and `time_ms` 0 = as the spec says.
TSR_API int tsr_player_choose(tsr_player *p, const tsr_state *s, int who, uint64_t seed,
                              uint64_t nodes, uint32_t time_ms, uint64_t *move, tsr_problem *why);
// The names for specs, a line each, with what they are after a tab.
TSR_API int tsr_player_list(char *buf, size_t cap);

// --- Records -------------------------------------------------------------------------------------

// A match under a referee who draws chance from `seed` and writes a record, the text file that
// `tessera replay` reads. `names` are one for each seat with commas between, or NULL.
typedef struct tsr_table tsr_table;

TSR_API int tsr_table_open(const tsr_ruleset *r, uint64_t seed, const char *names, tsr_table **out,
                           tsr_problem *why);
TSR_API void tsr_table_close(tsr_table *t);             // NULL is fine
TSR_API uint32_t tsr_table_waiting(const tsr_table *t); // bits of the seats to answer; 0 = over
TSR_API int tsr_table_state(const tsr_table *t,
                            tsr_state **out); // the whole state: not for players
TSR_API int tsr_table_play(tsr_table *t, int who, uint64_t move, tsr_problem *why);
TSR_API int tsr_table_play_text(tsr_table *t, int who, const char *text, tsr_problem *why);
TSR_API int tsr_table_record(const tsr_table *t, char *buf, size_t cap);

// Goes on with a match from its record, which may lack its last, torn line. `r` is what it was played
// under; MISMATCH otherwise.
TSR_API int tsr_table_resume(const char *bytes, size_t size, const tsr_ruleset *r, tsr_table **out,
                             tsr_problem *why);
// The plies made, draws of chance too (`who` 8), and the position after so many of them.
TSR_API int tsr_table_plies(const tsr_table *t);
TSR_API int tsr_table_ply(const tsr_table *t, int ply, int *who, uint64_t *move);
TSR_API int tsr_table_at(const tsr_table *t, int ply, tsr_state **out);
// Back to the position after `ply` plies, in which somebody must decide. The record says that it was done; what was drawn after that
// is not drawn again.
TSR_API int tsr_table_back(tsr_table *t, int ply, tsr_problem *why);

// A record that was read: the ruleset it was played under and every position of it. Each line has
// been checked as it was replayed. Records of rules files need `ruleset`, opened from that file; for
// all others it may be NULL.
typedef struct tsr_replay tsr_replay;

TSR_API int tsr_replay_open(const char *bytes, size_t size, const tsr_ruleset *ruleset,
                            tsr_replay **out, tsr_problem *why);
TSR_API void tsr_replay_close(tsr_replay *p); // NULL is fine; states made from it must be gone
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
