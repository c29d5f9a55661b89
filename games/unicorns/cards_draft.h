// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_CARDS_DRAFT_H
#define TSR_UNICORNS_CARDS_DRAFT_H

// Cards as they were written, before names are resolved and tables are built.
//
// Nodes, picks and texts go straight into the deck; the draft keeps beside them
// where each was written, and the cards, traits and rules in the order of the file.
// Inherited files are read first, into the same draft.

#include "unicorns/cards_lex.h"

// Rules that exist only in drafts, numbered after the events of deck.h.
enum {
    UNI_DRAFT_IS = UNI_EVENTS, // "is flying": name
    UNI_DRAFT_COUNTS,          // "counts 2": rule.number
    UNI_DRAFT_SAYS             // "says ...": rule.node is a text
};

enum { UNI_DRAFT_CARDS = 512, UNI_DRAFT_RULES = 1536, UNI_DRAFT_TRAITS = 64 };

typedef struct uni_draft_rule {
    uni_rule rule;
    uni_place place;
    uni_token name; // IS
} uni_draft_rule;

typedef struct uni_draft_card {
    uni_token name;
    uni_place place;
    uint16_t rule_first, rule_count;
    uint8_t class_, copies;
    uint8_t gone; // replaced or left out by a later file
    uint8_t pad;
} uni_draft_card;

typedef struct uni_draft_trait {
    uni_token name;
    uint16_t rule_first, rule_count;
} uni_draft_trait;

typedef struct uni_draft {
    uni_deck *d;
    uni_report *report;
    uint16_t card_count, rule_count, trait_count;
    uint16_t gift_count;
    uni_token start, gift[4]; // names still to be found; kind END = not given
    uni_place win_place;
    uni_draft_card card[UNI_DRAFT_CARDS];
    uni_draft_rule rule[UNI_DRAFT_RULES];
    uni_draft_rule spare; // written when there is no room; the deck is refused then
    uni_draft_trait trait[UNI_DRAFT_TRAITS];
    bool open[UNI_SOURCES]; // files that are being read
    uni_place node_place[UNI_NODES];
    uni_place pick_place[UNI_PICKS];
} uni_draft;

// --- Parsing (cards_parse.c, cards_effect.c) -----------------------------------

typedef struct uni_parser {
    uni_lexer lex;
    uni_token tok; // the next token
    uni_draft *draft;
    bool broken;   // this line has been complained about
    uint8_t depth; // effects inside each other
} uni_parser;

// One rule of a card or trait, up to the end of its line (cards_rule.c).
void uni_parse_rule(uni_parser *p);
bool uni_parse_number(uni_parser *p, int low, int high, int *out);
bool uni_parse_string(uni_parser *p, const char *what, uni_token *out);

// Where the files that came with a deck begin: its first line `file "NAME"`, or `size`.
size_t uni_bundle_at(const char *text, size_t size);
// The file `name` among those in `bundle`; false = it is not there (cards_bundle.c).
bool uni_bundled(const uni_source *bundle, const char *name, size_t length, uni_source *out);

// Reads file number `file` of the report, its parents first.
void uni_parse_file(uni_draft *draft, int file);

// An effect up to the end of its line, a bracket or `instead`; 0 = it was wrong.
uint16_t uni_parse_effect(uni_parser *p);
uint16_t uni_parse_pick(uni_parser *p);
// What a condition compares, and what "for each" counts; 0 = it was wrong (cards_measure.c).
uint16_t uni_parse_condition(uni_parser *p);
uint16_t uni_parse_for_each(uni_parser *p);
uint8_t uni_parse_classes(uni_parser *p); // 0 = wrong
uint8_t uni_parse_past(uni_parser *p);    // one of UNI_SACRIFICED ..., 0 = none
uni_zone uni_parse_zone(uni_parser *p);   // UNI_NOWHERE = none

void uni_next(uni_parser *p);
bool uni_at_word(const uni_parser *p, const char *word);
bool uni_accept(uni_parser *p, const char *word);
bool uni_accept_words(uni_parser *p, const char *words); // "end of turn": all or none
bool uni_expect(uni_parser *p, const char *word);        // complains
bool uni_line_ends(const uni_parser *p);
// Complains about the next token, once a line.
void uni_wrong(uni_parser *p, int number, const char *hint, const char *format, ...)
    TSR_PRINTF(4, 5);

void uni_wrong_at(uni_parser *p, uni_place place, int number, const char *hint, const char *format,
                  ...) TSR_PRINTF(5, 6);

// The nearest of `count` words to a token, or NULL if none is near.
const char *uni_nearest(const uni_token *t, const char *const *words, int count);
// "did you mean `x`?" into `buf`; "" if there is nothing near.
void uni_suggest(char *buf, size_t cap, const uni_token *t, const char *const *words, int count);

bool uni_same_text(const uni_token *a, const uni_token *b);
// Copies a token's text into the deck; returns its offset.
uint16_t uni_keep_text(uni_draft *draft, const char *start, size_t length);

// --- After parsing ------------------------------------------------------------------

// Finds names and fills the tables of the deck (cards_build.c).
void uni_build_deck(uni_draft *draft);
// What is wrong although it can be read (cards_check.c).
void uni_check_draft(uni_draft *draft);

#endif
