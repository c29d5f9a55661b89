// SPDX-License-Identifier: MIT
#ifndef TESSERA_LANG_H
#define TESSERA_LANG_H

// The compiler of the rules language: turns the text of a rules file into a game.
//
//     tsr_lang_report report;
//     tsr_game *game;
//     if (tsr_lang_compile(&source, NULL, &game, &report) == TSR_OK) {
//         ... use it like any other game ...
//         tsr_lang_free(game);
//     } else {
//         for (int i = 0; i < report.count; i++) puts(report.message[i].text);
//     }
//
// A compiled game is an ordinary tsr_game table. It stores a copy of its source, which is compiled
// again for the chosen options whenever rules are opened. It must not be freed before all rules
// opened from it are closed. No rules file can cause a crash, an endless loop or unlimited use of
// memory. docs/language describes the language.
//
// All functions are re-entrant; a game may be shared between threads.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TSR_LANG_MESSAGES = 20, // the compiler stops after this number of messages
    TSR_LANG_MESSAGE_TEXT = 1200
};

// A message to the author of the rules.
typedef struct tsr_lang_message {
    int number;                       // for `tessera explain`
    int warning;                      // 0 = an error, 1 = a warning, 2 = a note
    uint32_t line, column, length;    // from 1; 0 = no position
    char head[200];                   // one line: "there is no direction called `x`"
    char text[TSR_LANG_MESSAGE_TEXT]; // in full, with the source line, carets and advice
} tsr_lang_message;

typedef struct tsr_lang_report {
    int count, errors;
    tsr_lang_message message[TSR_LANG_MESSAGES];
} tsr_lang_report;

// The source to compile. `find` (may be NULL) looks up games to inherit from that are not built in:
// it returns the source text of the game with this title, or NULL. The text is not freed.
typedef struct tsr_lang_source {
    const char *text; // not freed
    const char *file; // for messages; NULL = "game"
    const char *(*find)(void *self, const char *title);
    void *self;
    uint32_t passes_off; // optimisation passes to skip, as a bit mask (see below); 0 = none
} tsr_lang_source;

// Compiles a game; free *out with tsr_lang_free. TSR_ERR_PARSE if there are errors in the report.
// `report` may be NULL. `alloc` (NULL = malloc) must outlive the game.
TSR_NODISCARD tsr_err tsr_lang_compile(const tsr_lang_source *source, const tsr_alloc *alloc,
                                       tsr_game **out, tsr_lang_report *report);
void tsr_lang_free(tsr_game *game); // NULL is allowed

// Compiles and runs the `test` lines of the file; makes no game.
TSR_NODISCARD tsr_err tsr_lang_check(const tsr_lang_source *source, const tsr_alloc *alloc,
                                     tsr_lang_report *report);

// Formats the file as `tessera fmt` does; length as snprintf. -1 if it has errors (see `report`,
// which may be NULL) or out of memory.
int tsr_lang_format(const tsr_lang_source *source, const tsr_alloc *alloc, char *buf, size_t cap,
                    tsr_lang_report *report);

// The explanation of message `number`, a static string; NULL if there is none.
const char *tsr_lang_explain(int number);

// A commented example file for a game called `title`; length as snprintf.
int tsr_lang_starter(const char *title, char *buf, size_t cap);

// The bytecode of opened rules as text; length as snprintf. -1 if `r` is not a game in the rules
// language.
int tsr_lang_disasm(const tsr_rules *r, char *buf, size_t cap);

// Whether `r` is a game in the rules language.
int tsr_lang_is(const tsr_rules *r);

// The team of `player`: players with the same number win and lose together (`teams`). -1 = none, as
// in every game that is not in the rules language.
int tsr_lang_team(const tsr_rules *r, int player);

// The automaton of turns, for programs that draw it; returns as tsr_lang_disasm. There are two
// kinds of lines, with fields separated by tabs: where the turns of a player begin, and after that
// every node that can be reached from there.
//
//     start PHASE PLAYER NODE
//     node NUMBER KIND NEXT ALT WORDS
//
// NEXT and ALT are numbers of nodes, -1 = none; WORDS is the source text of a choice. KIND is end,
// dead (no legal move), do (effects), test (dead unless true), when (NEXT if true, else ALT), or
// (both), else (ALT only if NEXT is dead), for (each of some cells), longest and its mark, choice,
// roll.
int tsr_lang_automaton(const tsr_rules *r, char *buf, size_t cap);

// The same for the plan: what happens at the end of a turn and if no player can move, as code.
int tsr_lang_plan(const tsr_rules *r, char *buf, size_t cap);

// The optimisation passes, for tests that disable them one at a time. They do not change the
// meaning of the rules. NULL if there is no pass `i`.
int tsr_lang_pass_count(void);
const char *tsr_lang_pass_name(int i);
const char *tsr_lang_pass_about(int i);

// --- Compiled rules ----------------------------------------------------------
//
// Opened rules can be printed as C, compiled to a shared object by any C compiler, and the table of
// that object attached. The game is the same, only faster. The tables of built-in games are part of
// the library and are attached when a game is opened with options it was compiled for. See
// docs/compiler.md.

// Prints opened rules as C. Free *out with tsr_mem_free(r->alloc, *out, *size + 1). `standalone`
// embeds the rules file, so that the module can be used without it. TSR_ERR_LIMIT if the rules use
// something that cannot be compiled.
TSR_NODISCARD tsr_err tsr_lang_print_c(const tsr_rules *r, int standalone, char **out, size_t *size,
                                       tsr_error *err);

// Attaches `table`, the symbol TSR_LANG_NATIVE_SYMBOL of a module, to the rules; NULL returns to
// the interpreter. Call it before the rules are shared. Refuses a table that was compiled from
// other rules. The module must stay loaded until `r` is closed.
#define TSR_LANG_NATIVE_SYMBOL "tessera_native"
TSR_NODISCARD tsr_err tsr_lang_attach(tsr_rules *r, const void *table, tsr_error *err);
int tsr_lang_is_compiled(const tsr_rules *r);

// The built-in games from games/rules/*.game, compiled into the library. The tables are static.
int tsr_lang_builtin_count(void);
const tsr_game *tsr_lang_builtin_at(int i);
const char *tsr_lang_builtin_source(int i); // the text of the file

// Standard algebraic notation, for games with a piece called King: "Nf3", "exd5", "O-O", "e8=Q+".
// Length as snprintf. TSR_ERR_PARSE: not a move; TSR_ERR_ILLEGAL: an illegal move.
int tsr_lang_san(const tsr_rules *r, const void *s, tsr_move m, char *buf, size_t cap);
TSR_NODISCARD tsr_err tsr_lang_san_read(const tsr_rules *r, const void *s, const char *text,
                                        tsr_move *out, tsr_error *err);

// Whether a game has this notation: a rules file with two players and a King.
int tsr_lang_has_pgn(const tsr_rules *r);

// PGN. Writing: `moves` from the start position, or from `fen` if not NULL; length as snprintf.
// Reading: the first game in `text`; writes the position before the first move to `start`, at most
// `cap` moves to `moves` and their number to `count`.
typedef struct tsr_pgn_tag {
    const char *name, *value;
} tsr_pgn_tag;

typedef struct tsr_pgn {
    const char *white, *black, *event; // may be NULL
    const char *fen;                   // or NULL
    const char *result;                // "1-0", "0-1", "1/2-1/2", "*"; NULL = from the position
    const char *site, *date, *round;   // may be NULL
    const tsr_pgn_tag *tags;           // further tags, written after these
    int tag_count;
} tsr_pgn;

int tsr_lang_pgn(const tsr_rules *r, const tsr_pgn *head, const tsr_move *moves, int count,
                 char *buf, size_t cap);
TSR_NODISCARD tsr_err tsr_lang_pgn_read(const tsr_rules *r, const char *text, void *start,
                                        tsr_move *moves, int cap, int *count, tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
