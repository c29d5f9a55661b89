// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_OPTIONS_H
#define TSR_CLI_OPTIONS_H

// Command lines from tables. A command lists its options in rows; values land
// in a struct of its own, at the offset the row names. Parsing, range checks,
// `--help` and completion all come from the same rows.
//
//     struct values { int64_t games; int json; };
//     static const cli_option options[] = {
//         CLI_ROW_INT("games", "N", "number of games", struct values, games, 1, 1000, 10),
//         CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
//     };
//
// Accepted forms: `--name value`, `--name=value`, an unambiguous beginning of a name,
// and `--` before arguments that start with a dash. Later ones win.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>
#include <tessera/match.h>

typedef enum cli_kind {
    CLI_FLAG = 0, // int: 1 if given
    CLI_INT,      // int64_t from min to max
    CLI_REAL,     // double from min to max; `def` counts hundredths
    CLI_SEED,     // cli_seed: any 64-bit number
    CLI_TEXT,     // const char *: NULL if not given
    CLI_LIST,     // cli_list: may be given several times
    CLI_CHOICE,   // int64_t: index into choices
    CLI_CLOCK     // tsr_clock: "5m", "90s+2s"
} cli_kind;

enum { CLI_LIST_MAX = 32 };

typedef struct cli_list {
    int count;
    const char *item[CLI_LIST_MAX];
} cli_list;

typedef struct cli_seed {
    uint64_t value;
    int given;
} cli_seed;

typedef struct cli_option {
    const char *name; // without the dashes
    const char *arg;  // what help calls its value: "FILE"; NULL for flags
    const char *help; // one line
    cli_kind kind;
    size_t offset;              // of the value in the command's struct
    int64_t min, max, def;      // INT, REAL
    const char *const *choices; // CHOICE: ends with NULL; the first is the default
} cli_option;

#define CLI_ROW(name, arg, help, kind, type, member, min, max, def, choices)                       \
    { name, arg, help, kind, offsetof(type, member), min, max, def, choices }
#define CLI_ROW_FLAG(name, help, type, member)                                                     \
    CLI_ROW(name, NULL, help, CLI_FLAG, type, member, 0, 0, 0, NULL)
#define CLI_ROW_INT(name, arg, help, type, member, min, max, def)                                  \
    CLI_ROW(name, arg, help, CLI_INT, type, member, min, max, def, NULL)
#define CLI_ROW_REAL(name, arg, help, type, member, min, max, def)                                 \
    CLI_ROW(name, arg, help, CLI_REAL, type, member, min, max, def, NULL)
#define CLI_ROW_SEED(name, arg, help, type, member)                                                \
    CLI_ROW(name, arg, help, CLI_SEED, type, member, 0, 0, 0, NULL)
#define CLI_ROW_TEXT(name, arg, help, type, member)                                                \
    CLI_ROW(name, arg, help, CLI_TEXT, type, member, 0, 0, 0, NULL)
#define CLI_ROW_LIST(name, arg, help, type, member)                                                \
    CLI_ROW(name, arg, help, CLI_LIST, type, member, 0, 0, 0, NULL)
#define CLI_ROW_CLOCK(name, arg, help, type, member)                                               \
    CLI_ROW(name, arg, help, CLI_CLOCK, type, member, 0, 0, 0, NULL)
#define CLI_ROW_CHOICE(name, arg, help, type, member, choices)                                     \
    CLI_ROW(name, arg, help, CLI_CHOICE, type, member, 0, 0, 0, choices)

// Sets every value to its default.
void cli_options_init(const cli_option *options, int count, void *values);

// Reads `argv` (without the command's own name). Arguments that are no options are
// moved to the front of `argv` in their order, and *left is their number. On failure
// `err` has one clear sentence. `--help` and `-h` set *help.
TSR_NODISCARD tsr_err cli_options_read(const cli_option *options, int count, int argc, char **argv,
                                       void *values, int *left, int *help, tsr_error *err);

// The nearest of `words` (ends with NULL) to what was typed, or NULL.
const char *cli_nearest(const char *typed, const char *const *words);

// A whole decimal number, or 0x and hexadecimal digits; 0 if it is none.
int cli_number(const char *text, uint64_t *out);

#endif
