// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_CARDS_H
#define TSR_UNICORNS_CARDS_H

// The card language: from the text of a *.cards file to a deck.
//
//     text -> tokens -> drafts of cards -> checked -> deck
//     cards_lex.c       cards_parse.c,    cards_check.c, cards_build.c
//                       cards_effect.c
//
// A file that builds on another (`deck "Mine" from "base.cards"`) finds its parent
// among the files that were handed over with it, each behind a line `file "NAME"` at the
// end of the text (uni_deck_wants says which are missing), or among the decks that are
// built in. Reading never stops at the first mistake:
// what is wrong is collected in a report, with the place and a way out.
// docs/cards.md is the author's manual.

#include <tessera/alloc.h>
#include <tessera/error.h>

#include "unicorns/added.h"
#include "unicorns/deck.h"

// A card file in memory.
typedef struct uni_source {
    const char *name; // for messages: "base.cards"
    const char *text; // need not end with NUL
    size_t size;
} uni_source;

enum { UNI_SOURCES = 12, UNI_FILE_NAME = 64, UNI_MESSAGES = 20, UNI_TESTS = 256 };

// A place in one of the sources. Lines and columns count from 1.
typedef struct uni_place {
    uint8_t file;
    uint8_t length; // characters to underline
    uint16_t line, column;
} uni_place;

typedef struct uni_message {
    uint8_t number; // as in docs/cards.md
    uint8_t warning;
    uint8_t pad[2];
    uni_place place;
    char text[200]; // what is wrong
    char hint[200]; // what to do about it; may be empty
} uni_message;

// What was found wrong in a deck, and the tests it brings along.
typedef struct uni_report {
    uni_source source[UNI_SOURCES];        // the file and its parents
    char name[UNI_SOURCES][UNI_FILE_NAME]; // of parents that came with it
    uni_source bundle; // files that came with the first: from their `file` lines on
    uint8_t source_count;
    uint8_t full; // more was wrong than fits
    uint16_t message_count, error_count;
    uint16_t test_count, pad;
    uni_message message[UNI_MESSAGES];
    uni_place test[UNI_TESTS]; // where each test block begins
} uni_report;

// Decks built into the library, from decks/*.cards.
int uni_builtin_count(void);
uni_source uni_builtin(int i);

// Reads `file` (borrowed; the report keeps pointing into it) into `out`. Returns
// TSR_OK, TSR_ERR_MEMORY, or TSR_ERR_PARSE when the report has errors; `out` is
// then not to be used. `report` is written in any case.
// `added` are verbs of plugins; NULL = none.
tsr_err uni_deck_load(const uni_source *file, const uni_added *added, const tsr_alloc *alloc,
                      uni_deck *out, uni_report *report);

// The name of a deck that the files in `text` build on and that is neither among them nor
// built in; "" = there is none. snprintf's rule.
int uni_deck_wants(const char *text, size_t size, char *buf, size_t cap);

// Adds a message; `hint` may be NULL.
void uni_complain(uni_report *report, int number, uni_place place, const char *hint,
                  const char *format, ...) TSR_PRINTF(5, 6);
void uni_warn(uni_report *report, int number, uni_place place, const char *hint, const char *format,
              ...) TSR_PRINTF(5, 6);

// The report as people read it: number, sentence, place, the line with the words
// underlined, and the hint. snprintf's rule.
int uni_report_text(const uni_report *report, char *buf, size_t cap);

// The first error of the report as a tsr_error; returns TSR_ERR_PARSE.
tsr_err uni_report_error(const uni_report *report, tsr_error *err);

// The sentence printed on a card, from its rules; snprintf's rule.
int uni_card_text(const uni_deck *d, int kind, char *buf, size_t cap);

// The effect `node` in words: "destroy an Upgrade card". snprintf's rule.
int uni_node_text(const uni_deck *d, int node, char *buf, size_t cap);

#endif
