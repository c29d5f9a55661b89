// SPDX-License-Identifier: MIT
// The lines of a card file: headers, traits, cards and their rules.
//
//     file   = [ "language" INT ] "deck" STRING [ "from" STRING { "," STRING } ] { line }
//     header = "players" RANGE | "deal" INT [ "with" names ] | "keep" INT | "start" STRING
//            | "win" INT "for" RANGE | "without" names | "ordered"
//     trait  = "trait" NAME rules
//     card   = class STRING [ xINT ] rules
//     rules  = [ rule ] NEWLINE { INDENT rule NEWLINE }
//     test   = "test" STRING NEWLINE { INDENT ... }        (script.c reads the inside)
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "unicorns/cards_draft.h"

// --- Small pieces ---------------------------------------------------------------

static bool parse_range(uni_parser *p, int *low, int *high) {
    if (!uni_parse_number(p, 2, UNI_PLAYERS, low)) {
        return false;
    }
    *high = *low;
    if (p->tok.kind == UNI_TOK_RANGE) {
        uni_next(p);
        return uni_parse_number(p, *low, UNI_PLAYERS, high);
    }
    return true;
}

// Ends a line: complains about what is left over and goes to the next one.
static void end_line(uni_parser *p) {
    if (!uni_line_ends(p)) {
        uni_wrong(p, 21, NULL, "`%.*s` is too much here", (int)p->tok.length, p->tok.start);
    }
    while (!uni_line_ends(p)) {
        uni_next(p);
    }
    if (p->tok.kind == UNI_TOK_NEWLINE) {
        uni_next(p);
    }
    p->broken = false;
}

// The rest of the header line, and the indented lines below it.
static uint16_t parse_rules(uni_parser *p) {
    uint16_t first = p->draft->rule_count;
    if (!uni_line_ends(p) && !p->broken) {
        uni_parse_rule(p);
    }
    end_line(p);
    while (p->tok.kind != UNI_TOK_END && !p->tok.margin) {
        uni_parse_rule(p);
        end_line(p);
    }
    return (uint16_t)(p->draft->rule_count - first);
}

// --- Cards and traits -----------------------------------------------------------

static const char *const class_names[UNI_CLASSES] = {"baby",    "basic",   "magical",  "magic",
                                                     "instant", "upgrade", "downgrade"};

static int find_class(const uni_token *t) {
    for (int i = 0; i < UNI_CLASSES; i++) {
        if (uni_token_is(t, class_names[i])) {
            return i;
        }
    }
    return -1;
}

// Names go into moves and positions, where some characters mean something.
static void check_name(uni_parser *p, const uni_token *name) {
    bool bad = name->length == 0 || name->length > UNI_NAME_MAX || name->start[0] == ' ' ||
               name->start[name->length - 1] == ' ';
    for (size_t i = 0; i < name->length; i++) {
        unsigned char c = (unsigned char)name->start[i];
        bad |= c < 0x20 || (c < 0x80 && strchr("#,;:*?|()[]<>=\"\\/@", c)) ||
               (c == ' ' && i + 1 < name->length && name->start[i + 1] == ' ');
    }
    if (bad) {
        uni_complain(p->draft->report, 22, name->place,
                     "letters, digits, single blanks and - ' ! & . are fine",
                     "a name has 1 to %d letters, and no signs that moves are written with",
                     UNI_NAME_MAX);
    }
}

// An earlier card of that name: replaced if inherited, else a mistake.
static void replace_card(uni_parser *p, const uni_token *name) {
    uni_draft *draft = p->draft;
    for (int i = 0; i < draft->card_count; i++) {
        uni_draft_card *old = &draft->card[i];
        if (old->gone || !uni_same_text(&old->name, name)) {
            continue;
        }
        old->gone = 1;
        if (old->place.file == p->lex.file) {
            char hint[120];
            snprintf(hint, sizeof hint,
                     "first at line %d; copies are written `x2` (only an inherited card may be "
                     "replaced)",
                     old->place.line);
            uni_complain(draft->report, 14, name->place, hint,
                         "two cards named \"%.*s\" in one file", (int)name->length, name->start);
        }
    }
}

static void parse_card(uni_parser *p, int class_) {
    uni_draft *draft = p->draft;
    uni_draft_card card = {0};
    card.place = p->tok.place;
    card.class_ = (uint8_t)class_;
    card.copies = 1;
    uni_next(p);
    if (uni_parse_string(p, "the card's name", &card.name)) {
        check_name(p, &card.name);
        replace_card(p, &card.name);
        card.place = card.name.place;
    }
    if (p->tok.kind == UNI_TOK_TIMES) {
        if (p->tok.number < 1 || p->tok.number > UNI_COPIES) {
            uni_wrong(p, 21, NULL, "a deck holds 1 to %d copies of a card", UNI_COPIES);
        }
        card.copies = (uint8_t)(p->tok.number & 0xff);
        uni_next(p);
    }
    card.rule_first = draft->rule_count;
    card.rule_count = parse_rules(p);
    if (draft->card_count < UNI_DRAFT_CARDS) {
        draft->card[draft->card_count++] = card;
    } else {
        uni_complain(draft->report, 15, card.place, NULL, "more than %d cards are defined here",
                     UNI_DRAFT_CARDS);
    }
}

static void parse_trait(uni_parser *p) {
    uni_draft *draft = p->draft;
    uni_draft_trait trait = {0};
    uni_next(p);
    trait.name = p->tok;
    if (p->tok.kind != UNI_TOK_WORD) {
        uni_wrong(p, 21, "`trait flying  if this would be destroyed: hand instead`",
                  "a trait needs a name");
    } else {
        uni_next(p);
    }
    trait.rule_first = draft->rule_count;
    trait.rule_count = parse_rules(p);
    if (draft->trait_count < UNI_DRAFT_TRAITS) {
        draft->trait[draft->trait_count++] = trait;
    } else {
        uni_complain(draft->report, 15, trait.name.place, NULL, "more than %d traits",
                     UNI_DRAFT_TRAITS);
    }
}

// --- Headers --------------------------------------------------------------------

static void parse_deal(uni_parser *p) {
    uni_draft *draft = p->draft;
    int number = 0;
    if (!uni_parse_number(p, 0, 15, &number)) {
        return;
    }
    draft->d->deal = (uint8_t)number;
    draft->gift_count = 0;
    if (!uni_accept(p, "with")) {
        return;
    }
    do {
        uni_token name;
        if (!uni_parse_string(p, "the name of a card", &name)) {
            return;
        }
        if (draft->gift_count >= 4) {
            uni_wrong(p, 15, NULL, "at most 4 cards are given besides");
            return;
        }
        draft->gift[draft->gift_count++] = name;
    } while (uni_accept(p, ","));
}

static void parse_win(uni_parser *p) {
    int number = 0, low = 0, high = 0;
    p->draft->win_place = p->tok.place;
    if (uni_parse_number(p, 1, 99, &number) && uni_expect(p, "for") &&
        parse_range(p, &low, &high)) {
        for (int i = low; i <= high; i++) {
            p->draft->d->win[i] = (uint8_t)number;
        }
    }
}

static void leave_out(uni_parser *p, const uni_token *name) {
    uni_draft *draft = p->draft;
    const char *names[UNI_DRAFT_CARDS];
    char text[UNI_DRAFT_CARDS][UNI_NAME_MAX + 1];
    char hint[80];
    int count = 0;
    for (int i = 0; i < draft->card_count; i++) {
        uni_draft_card *card = &draft->card[i];
        if (card->gone) {
            continue;
        }
        if (uni_same_text(&card->name, name)) {
            card->gone = 1;
            return;
        }
        snprintf(text[count], sizeof text[count], "%.*s", (int)card->name.length, card->name.start);
        names[count] = text[count];
        count++;
    }
    const char *best = uni_nearest(name, names, count);
    snprintf(hint, sizeof hint, "did you mean \"%s\"?", best ? best : "");
    uni_complain(draft->report, 8, name->place, best ? hint : NULL,
                 "there is no card \"%.*s\" to leave out", (int)name->length, name->start);
}

static void parse_without(uni_parser *p) {
    do {
        uni_token name;
        if (!uni_parse_string(p, "the name of a card", &name)) {
            return;
        }
        leave_out(p, &name);
    } while (uni_accept(p, ","));
}

// A header line; false = it is none.
static bool parse_header(uni_parser *p) {
    uni_deck *d = p->draft->d;
    int low = 0, high = 0;
    if (uni_accept(p, "players")) {
        if (parse_range(p, &low, &high)) {
            d->players_min = (uint8_t)low;
            d->players_max = (uint8_t)high;
        }
    } else if (uni_accept(p, "deal")) {
        parse_deal(p);
    } else if (uni_accept(p, "keep")) {
        d->keep = uni_parse_number(p, 1, 99, &low) ? (uint8_t)low : 0;
    } else if (uni_accept_words(p, "start")) {
        (void)uni_parse_string(p, "the name of a card", &p->draft->start);
    } else if (uni_accept(p, "win")) {
        parse_win(p);
    } else if (uni_accept(p, "ordered")) {
        d->ordered = 1;
    } else if (uni_accept(p, "without")) {
        parse_without(p);
    } else {
        return false;
    }
    end_line(p);
    return true;
}

static void note_test(uni_parser *p) {
    uni_report *report = p->draft->report;
    if (p->lex.file != 0) {
        // The tests of a parent were about the parent.
    } else if (report->test_count < UNI_TESTS) {
        report->test[report->test_count++] = p->tok.place;
    } else {
        uni_complain(report, 15, p->tok.place, NULL, "more than %d tests", UNI_TESTS);
    }
    uni_lex_skip_block(&p->lex);
    p->lex.busy = 0;
    uni_next(p);
}

static void unknown_line(uni_parser *p) {
    static const char *const words[] = {
        "baby", "basic",   "magical", "magic", "instant", "upgrade", "downgrade", "trait",
        "test", "players", "deal",    "keep",  "start",   "win",     "without",   "ordered"};
    char hint[160];
    const char *best = uni_nearest(&p->tok, words, (int)(sizeof words / sizeof words[0]));
    snprintf(hint, sizeof hint, "%s%s%sa card begins with its class: magical \"Name\"",
             best ? "did you mean `" : "", best ? best : "", best ? "`? " : "");
    uni_wrong(p, 3, hint, "`%.*s` does not start a card", (int)p->tok.length, p->tok.start);
    end_line(p);
    while (p->tok.kind != UNI_TOK_END && !p->tok.margin) { // its rules have no card
        p->broken = true;
        end_line(p);
    }
}

static void parse_line(uni_parser *p) {
    int class_ = find_class(&p->tok);
    if (!p->tok.margin) {
        uni_wrong(p, 21, "cards, traits and headers begin at the left margin",
                  "this line belongs to nothing");
        end_line(p);
    } else if (class_ >= 0) {
        parse_card(p, class_);
    } else if (uni_at_word(p, "trait")) {
        parse_trait(p);
    } else if (uni_at_word(p, "test")) {
        note_test(p);
    } else if (!parse_header(p)) {
        unknown_line(p);
    }
}

// --- Files ----------------------------------------------------------------------

// Reads a parent, unless decks build on each other in a circle or too deeply.
static void read_parent(uni_parser *p, const uni_token *name, uni_source src) {
    uni_report *report = p->draft->report;
    for (int i = 0; i < report->source_count; i++) {
        if (report->source[i].text == src.text && p->draft->open[i]) {
            uni_complain(report, 23, name->place, NULL, "\"%.*s\" builds on itself",
                         (int)name->length, name->start);
            return;
        }
        if (report->source[i].text == src.text) {
            return; // two of its parents have the same parent
        }
    }
    if (report->source_count >= UNI_SOURCES) {
        uni_complain(report, 15, name->place, NULL, "decks build on each other too deeply");
        return;
    }
    int file = report->source_count++;
    snprintf(report->name[file], UNI_FILE_NAME, "%.*s", (int)name->length, name->start);
    src.name = src.name ? src.name : report->name[file];
    report->source[file] = src;
    uni_parse_file(p->draft, file);
}

static void parse_parent(uni_parser *p, const uni_token *name) {
    uni_report *report = p->draft->report;
    char known[160] = "";
    uni_source src;
    if (uni_bundled(&report->bundle, name->start, name->length, &src)) {
        read_parent(p, name, src);
        return;
    }
    for (int i = 0; i < uni_builtin_count(); i++) {
        src = uni_builtin(i);
        if (strlen(src.name) == name->length && memcmp(src.name, name->start, name->length) == 0) {
            read_parent(p, name, src);
            return;
        }
        size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s",
                 n ? ", " : "a deck may build on a file that comes with it, or on ", src.name);
    }
    uni_complain(report, 23, name->place, known, "there is no deck \"%.*s\" to build on",
                 (int)name->length, name->start);
}

// language 1, deck "Title" from "parent.cards"
static void parse_opening(uni_parser *p) {
    uni_token title, parent;
    int version = 0;
    if (uni_accept(p, "language")) {
        if (uni_parse_number(p, 1, 1, &version)) {
            end_line(p);
        }
    }
    if (p->broken || !uni_accept(p, "deck")) {
        uni_wrong(p, 21, "`deck \"My deck\" from \"base.cards\"`",
                  "a card file begins with the deck's name");
        end_line(p);
        return;
    }
    if (uni_parse_string(p, "the deck's name", &title)) {
        bool more = uni_accept(p, "from");
        while (more && uni_parse_string(p, "the deck to build on", &parent)) {
            parse_parent(p, &parent);
            more = uni_accept(p, ",");
        }
        check_name(p, &title);
        p->draft->d->title = uni_keep_text(p->draft, title.start, title.length);
    }
    end_line(p);
}

void uni_parse_file(uni_draft *draft, int file) {
    uni_parser p = {0};
    p.draft = draft;
    draft->open[file] = true;
    uni_lex_init(&p.lex, draft->report, file);
    uni_next(&p);
    parse_opening(&p);
    while (p.tok.kind != UNI_TOK_END) {
        parse_line(&p);
    }
    draft->open[file] = false;
}
