// SPDX-License-Identifier: MIT
#ifndef TESSERA_RECORD_H
#define TESSERA_RECORD_H

// The record of a match: a text file that is log, save and replay in one.
//
// Written by the match itself (match.h) through its sink, a line for everything
// that happens, legal or not, so a killed program loses nothing:
//
//     tessera 2
//     game        tictactoe
//     rules       5f0c2a9b11d4e877
//     players     2
//     option      size       3
//     seed        7
//     seat        1          Anna   human    ask       3  forfeit  0 0 0
//     seat        2          Ben    random   fallback  1  fallback 0 0 0
//     start       <position text>            (only if not the game's own start)
//     tag         Event      World Cup       (what other programs said about the game)
//     begin
//     1           p1         Anna   ok       X 1,1     1520   Anna places X on 1,1
//     2           p2         Ben    fail     O 1,1     3      cell 1,1 is taken
//     2           p2         Ben    ok       O 0,0     2      Ben places O on 0,0
//     3           chance     -      ok       ...
//     back        1
//     forward     2
//     result      rules      1 2    1 0
//
// Fields are separated by one tab. A move line is: the number of the ply it would
// make, the seat, its name, a status word, the move's text, milliseconds, and a
// sentence. Status words: `ok` counts; `held` waits for the others; `fail` was
// illegal; `late` and `lost` (no answer) too; only `ok` lines are played on load. Moves are stored
// as text, so their encoding may change; `rules` is the hash that tells whether
// these are still the same rules. `seed` has a second number where the match had a
// secret seed of 128 bits, and is `-` where it was withheld: a record that is shown
// while its match goes on. Format 1 differs in how chance comes from the seed
// (match.h, tsr_draws); such records are read and go on in their own way. A last line without a line feed was cut off by
// a crash and is dropped on load.

#include <tessera/match.h>
#include <tessera/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TSR_RECORD_TAGS = 64 };

// What a record's header says. Strings point into the loaded record.
typedef struct tsr_record {
    const char *game;
    uint64_t rules_hash;
    int players;
    int option_count;
    const char *option_name[TSR_MAX_OPTIONS];
    const char *option_value[TSR_MAX_OPTIONS];
    const char *data_name; // the FILE option's file, or NULL
    uint64_t seed, seed_high;
    int seed_withheld; // the record does not tell the seed; it reads as 0
    int draws;         // tsr_draws, by the record's format
    tsr_seat seat[TSR_MAX_PLAYERS];
    const char *start;   // position text, or NULL
    uint32_t start_line; // its line number, from 1; 0 without `start`
    int tag_count;
    const char *tag_name[TSR_RECORD_TAGS], *tag_value[TSR_RECORD_TAGS];
    // Where the move lines begin, and how many bytes of whole lines there are: a
    // torn last line lies beyond `whole_size`.
    size_t body, whole_size;
    uint32_t body_line; // line number of `body`, from 1
    int torn;           // non-zero: the last line was cut off
    char *text;         // copy of the file; owned
    size_t text_size;
    const tsr_alloc *alloc;
} tsr_record;

// Reads a header from `bytes` (borrowed, copied). Errors carry the line.
TSR_NODISCARD tsr_err tsr_record_read(const char *bytes, size_t size, const tsr_alloc *alloc,
                                      tsr_record *out, tsr_error *err);
void tsr_record_free(tsr_record *rec);

// Takes the seed out of a record's text, in place, for those who may read what has
// happened but not what will. Returns the bytes that are left.
size_t tsr_record_withhold_seed(char *bytes, size_t size);

// The setup that opens the record's rules with `game`: players and options. The
// caller adds the data of a FILE option.
TSR_NODISCARD tsr_err tsr_record_setup(const tsr_record *rec, const tsr_game *game, tsr_setup *out,
                                       tsr_error *err);

// Rebuilds the match as it stood at the record's end, checking every line: ply
// numbers, seats, legality of each move, and the rules hash. `config` brings the
// rules (opened with tsr_record_setup), allocator, sink and time; seed, start and
// seats are taken from the record, which the match's names point into: keep it.
// Nothing is written to the sink while it is rebuilt; later moves are appended.
TSR_NODISCARD tsr_err tsr_record_resume(const tsr_record *rec, const tsr_match_config *config,
                                        tsr_match **out, tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
