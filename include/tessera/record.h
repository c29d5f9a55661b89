// SPDX-License-Identifier: MIT
#ifndef TESSERA_RECORD_H
#define TESSERA_RECORD_H

// The record of a match: a text file that serves as log, saved game and replay.
//
// It is written by the match (match.h) through its sink, one line for every event, including
// illegal moves, so that nothing is lost if the program is killed:
//
//     tessera 2
//     game        tictactoe
//     rules       5f0c2a9b11d4e877
//     players     2
//     option      size       3
//     seed        7
//     seat        1          Anna   human    ask       3  forfeit  0 0 0
//     seat        2          Ben    random   fallback  1  fallback 0 0 0
//     start       <position text>            (only if not the usual start)
//     tag         Event      World Cup       (from other programs, as in PGN)
//     begin
//     1           p1         Anna   ok       X 1,1     1520   Anna places X on 1,1
//     2           p2         Ben    fail     O 1,1     3      cell 1,1 is taken
//     2           p2         Ben    ok       O 0,0     2      Ben places O on 0,0
//     3           chance     -      ok       ...
//     back        1
//     forward     2
//     result      rules      1 2    1 0
//
// Fields are separated by one tab. A move line has the number of the ply, the seat, its
// name, a status, the text of the move, the time in milliseconds, and a sentence. The status
// is `ok` (played), `held` (waits for the answers of other seats), `fail` (illegal), `late`
// (the clock ran out) or `lost` (no answer); only `ok` lines are played on load. Moves are
// stored as text, so that their encoding may change. `rules` is the hash of the rules, to
// detect changed rules. `seed` has a second number if the match had a secret seed of 128
// bits, and is `-` if it is withheld, in a record that is shown during the match. Format 1
// derives draws from the seed in another way (tsr_draws in match.h); such records can be
// read and continued. A last line without a line feed was cut off by a crash and is dropped
// on load.

#include <tessera/match.h>
#include <tessera/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TSR_RECORD_TAGS = 64 };

// The header of a record. Strings point into `text`.
typedef struct tsr_record {
    const char *game;
    uint64_t rules_hash;
    int players;
    int option_count;
    const char *option_name[TSR_MAX_OPTIONS];
    const char *option_value[TSR_MAX_OPTIONS];
    const char *data_name; // the file of the FILE option, or NULL
    uint64_t seed, seed_high;
    int seed_withheld; // the record does not contain the seed, which is then 0
    int draws;         // tsr_draws, from the format of the record
    tsr_seat seat[TSR_MAX_PLAYERS];
    const char *start;   // position text, or NULL
    uint32_t start_line; // its line number, from 1; 0 without `start`
    int tag_count;
    const char *tag_name[TSR_RECORD_TAGS], *tag_value[TSR_RECORD_TAGS];
    // The offset of the first move line, and the size of all complete lines: an incomplete last
    // line lies after `whole_size`.
    size_t body, whole_size;
    uint32_t body_line; // line number of `body`, from 1
    int torn;           // non-zero: the last line is incomplete
    char *text;         // copy of the file; owned
    size_t text_size;
    const tsr_alloc *alloc;
} tsr_record;

// Reads a header from `bytes`, which are copied. Errors have a line number.
TSR_NODISCARD tsr_err tsr_record_read(const char *bytes, size_t size, const tsr_alloc *alloc,
                                      tsr_record *out, tsr_error *err);
void tsr_record_free(tsr_record *rec);

// Removes the seed from the text of a record, in place, so that it can be shown during the match.
// Returns the new size.
size_t tsr_record_withhold_seed(char *bytes, size_t size);

// Fills in the setup for opening the rules of the record: the game, players and options. The caller
// adds the data of a FILE option.
TSR_NODISCARD tsr_err tsr_record_setup(const tsr_record *rec, const tsr_game *game, tsr_setup *out,
                                       tsr_error *err);

// Replays the match up to the end of the record and checks every line: ply numbers, seats, the
// legality of each move and the rules hash. `config` contains the rules (opened with
// tsr_record_setup), allocator, sink and time; the seed, the start and the seats come from the
// record, which must outlive the match. Nothing is written to the sink during the replay; later
// moves are appended.
TSR_NODISCARD tsr_err tsr_record_resume(const tsr_record *rec, const tsr_match_config *config,
                                        tsr_match **out, tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
