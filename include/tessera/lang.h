// SPDX-License-Identifier: MIT
#ifndef TESSERA_LANG_H
#define TESSERA_LANG_H

// The rules language: from the text of a rules file to a game.
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
// A compiled game is an ordinary tsr_game table. It keeps a copy of its source and
// compiles it again, for the options chosen, whenever rules are opened; so it must
// live until all rules opened from it are closed. docs/language teaches the
// language. Nothing in a rules file can crash, loop for ever or exhaust memory.
//
// Everything here is re-entrant; a game may be shared between threads.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TSR_LANG_MESSAGES = 20, // the compiler stops after so many
    TSR_LANG_MESSAGE_TEXT = 1200
};

// One thing the author should know.
typedef struct tsr_lang_message {
    int number;                       // for `tessera explain`
    int warning;                      // 0 = an error, 1 = a warning, 2 = a note
    uint32_t line, column, length;    // from 1; 0 = not about a place
    char head[200];                   // one line: "there is no direction called `x`"
    char text[TSR_LANG_MESSAGE_TEXT]; // with the author's line, carets and advice
} tsr_lang_message;

typedef struct tsr_lang_report {
    int count, errors;
    tsr_lang_message message[TSR_LANG_MESSAGES];
} tsr_lang_report;

// What to compile. `find` (may be NULL) is asked for games to inherit from that are not
// on the built-in shelf: the source text of the game with this title, or NULL; borrowed.
typedef struct tsr_lang_source {
    const char *text; // borrowed
    const char *file; // for messages; NULL = "game"
    const char *(*find)(void *self, const char *title);
    void *self;
    uint32_t passes_off; // rewrites that are not done, as bits (see below); 0 = do all
} tsr_lang_source;

// Compiles. TSR_ERR_PARSE if the report has errors; `report` may be NULL. *out is new:
// free it with tsr_lang_free. `alloc` NULL = malloc; kept.
TSR_NODISCARD tsr_err tsr_lang_compile(const tsr_lang_source *source, const tsr_alloc *alloc,
                                       tsr_game **out, tsr_lang_report *report);
void tsr_lang_free(tsr_game *game); // NULL is fine

// Compiles, and runs the `test` lines of the file too. No game comes out.
TSR_NODISCARD tsr_err tsr_lang_check(const tsr_lang_source *source, const tsr_alloc *alloc,
                                     tsr_lang_report *report);

// The file as `tessera fmt` would write it; snprintf's rule. -1 if it has errors (see
// `report`, may be NULL) or memory is short.
int tsr_lang_format(const tsr_lang_source *source, const tsr_alloc *alloc, char *buf, size_t cap,
                    tsr_lang_report *report);

// A lesson about message `number`; NULL if there is none. Static.
const char *tsr_lang_explain(int number);

// A commented starter file for a game called `title`; snprintf's rule.
int tsr_lang_starter(const char *title, char *buf, size_t cap);

// The program that opened rules run, as text; snprintf's rule. -1 if `r` is no game of
// this language.
int tsr_lang_disasm(const tsr_rules *r, char *buf, size_t cap);

// Whether `r` is a game of this language.
int tsr_lang_is(const tsr_rules *r);

// Players with the same number play together (`teams`): they win and lose together. -1 = this one plays alone, as
// in every game that is not written in the language.
int tsr_lang_team(const tsr_rules *r, int player);

// The automaton of its turns, for programs that draw it: lines of fields between tabs, likewise. First
//     start PHASE PLAYER NODE               where a turn of that player begins
// and then, for every node that can be reached from there,
//     node NUMBER KIND NEXT ALT WORDS       -1 = it leads nowhere; what the author wrote, of choices
// KIND is end, dead (no way), do (effects), test (no way unless it holds), when (NEXT if it holds, else ALT), or
// (both), else (ALT only if NEXT leads nowhere), for (each of some cells), longest and its mark, choice, roll.
int tsr_lang_automaton(const tsr_rules *r, char *buf, size_t cap);

// The same of its plan: what happens at the end of a turn and when nobody can move, as code.
int tsr_lang_plan(const tsr_rules *r, char *buf, size_t cap);

// The rewrites that make a program fast, for tests that switch them off one by one. The
// rules mean the same with or without them. NULL if there is no pass `i`.
int tsr_lang_pass_count(void);
const char *tsr_lang_pass_name(int i);
const char *tsr_lang_pass_about(int i);

// --- Compiled rules ----------------------------------------------------------
//
// Opened rules can be printed as C, compiled by any C compiler into a shared object, and
// that object's table attached: the game is the same, only faster. Games of the built-in
// shelf come with their tables, which are attached when they are opened with options
// they were compiled for. docs/compiler.md tells how it works.

// The C of opened rules. *out is new: free it with tsr_mem_free(r->alloc, *out, *size + 1).
// `standalone` embeds the rules file, so that the module can be used without it.
// TSR_ERR_LIMIT if the rules have something that is not compiled.
TSR_NODISCARD tsr_err tsr_lang_print_c(const tsr_rules *r, int standalone, char **out, size_t *size,
                                       tsr_error *err);

// Lets `table`, found under TSR_LANG_NATIVE_SYMBOL in a module, play these rules; NULL
// goes back to the interpreter. To be called before the rules are shared. Refuses a table that
// was compiled from anything else. The module must stay loaded until `r` is closed.
#define TSR_LANG_NATIVE_SYMBOL "tessera_native"
TSR_NODISCARD tsr_err tsr_lang_attach(tsr_rules *r, const void *table, tsr_error *err);
int tsr_lang_is_compiled(const tsr_rules *r);

// The built-in shelf: games/rules/*.game, compiled into the library. Tables are static.
int tsr_lang_builtin_count(void);
const tsr_game *tsr_lang_builtin_at(int i);
const char *tsr_lang_builtin_source(int i); // the text of the file

// Chess notation, for games with a piece called King: "Nf3", "exd5", "O-O", "e8=Q+".
// snprintf's rule; TSR_ERR_PARSE and TSR_ERR_ILLEGAL as usual.
int tsr_lang_san(const tsr_rules *r, const void *s, tsr_move m, char *buf, size_t cap);
TSR_NODISCARD tsr_err tsr_lang_san_read(const tsr_rules *r, const void *s, const char *text,
                                        tsr_move *out, tsr_error *err);

// Whether a game has this notation: it has a King and two players, and comes from a rules file.
int tsr_lang_has_pgn(const tsr_rules *r);

// Games as PGN. `moves` from the start position (or `fen`, may be NULL). Writing: snprintf's
// rule. Reading: the first game of `text`, at most `cap` moves into `moves`; `count` gets their
// number.
typedef struct tsr_pgn_tag {
    const char *name, *value;
} tsr_pgn_tag;

typedef struct tsr_pgn {
    const char *white, *black, *event; // may be NULL
    const char *fen;                   // or NULL
    const char *result;                // "1-0", "0-1", "1/2-1/2", "*"; NULL = from the position
    const char *site, *date, *round;   // may be NULL
    const tsr_pgn_tag *tags;           // further ones, written after these
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
