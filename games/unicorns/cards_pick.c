// SPDX-License-Identifier: MIT
// Picks of the card language: which cards, how many, whose, and where they lie.
#include <string.h>

#include "unicorns/cards_draft.h"

static const struct {
    const char *one, *many;
    uint8_t mask;
} class_words[] = {
    {"baby", "babies", 1 << UNI_BABY},
    {"basic", "basics", 1 << UNI_BASIC},
    {"magical", "magicals", 1 << UNI_MAGICAL},
    {"magic", "magics", 1 << UNI_MAGIC},
    {"instant", "instants", 1 << UNI_INSTANT},
    {"upgrade", "upgrades", 1 << UNI_UPGRADE},
    {"downgrade", "downgrades", 1 << UNI_DOWNGRADE},
    {"unicorn", "unicorns", UNI_UNICORNS},
    {"card", "cards", UNI_ANY_CLASS},
};

enum { CLASS_WORDS = sizeof class_words / sizeof class_words[0] };

static uint8_t class_word(const uni_token *t) {
    for (int i = 0; i < CLASS_WORDS; i++) {
        if (uni_token_is(t, class_words[i].one) || uni_token_is(t, class_words[i].many)) {
            return class_words[i].mask;
        }
    }
    return 0;
}

uint8_t uni_parse_classes(uni_parser *p) {
    uint8_t mask = 0;
    do {
        uint8_t one = class_word(&p->tok);
        if (one == 0) {
            const char *words[2 * CLASS_WORDS];
            char hint[80];
            for (int i = 0; i < CLASS_WORDS; i++) {
                words[2 * i] = class_words[i].one;
                words[2 * i + 1] = class_words[i].many;
            }
            uni_suggest(hint, sizeof hint, &p->tok, words, 2 * CLASS_WORDS);
            uni_wrong(p, 2, hint, "there is no kind of card called `%.*s`", (int)p->tok.length,
                      p->tok.start);
            return 0;
        }
        mask |= one;
        uni_next(p);
    } while (uni_accept(p, "|"));
    return mask;
}

uni_zone uni_parse_zone(uni_parser *p) {
    static const struct {
        const char *word;
        uni_zone zone;
    } words[] = {
        {"hand", UNI_HAND}, {"discard", UNI_DISCARD}, {"nursery", UNI_NURSERY}, {"deck", UNI_DECK}};
    for (int i = 0; i < 4; i++) {
        if (uni_accept(p, words[i].word)) {
            return words[i].zone;
        }
    }
    return UNI_NOWHERE;
}

uint8_t uni_parse_past(uni_parser *p) {
    static const char *const words[UNI_PASTS] = {"sacrificed", "destroyed", "returned",
                                                 "stolen",     "discarded", "stopped"};
    for (int i = 0; i < UNI_PASTS; i++) {
        if (uni_accept(p, words[i])) {
            return (uint8_t)(1 << i);
        }
    }
    char hint[80];
    uni_suggest(hint, sizeof hint, &p->tok, words, UNI_PASTS);
    uni_wrong(p, 21,
              hint[0] ? hint : "sacrificed, destroyed, returned, stolen, discarded or stopped",
              "nothing of the kind can happen to a card");
    return 0;
}

static bool parse_count(uni_parser *p, uni_pick *pick) {
    pick->count = 1;
    if (uni_accept(p, "a") || uni_accept(p, "an") || uni_accept(p, "one")) {
        return true;
    }
    if (uni_accept(p, "another")) {
        pick->flags |= UNI_PICK_ANOTHER;
        return true;
    }
    if (uni_accept(p, "all")) {
        pick->count = UNI_ALL;
        return true;
    }
    if (uni_accept_words(p, "that many")) {
        pick->count = UNI_THAT_MANY;
        return true;
    }
    if (uni_accept_words(p, "up to")) {
        pick->flags |= UNI_PICK_UP_TO;
    }
    if (p->tok.kind == UNI_TOK_NUMBER && p->tok.number >= 1 && p->tok.number <= 99) {
        pick->count = (uint8_t)p->tok.number;
        uni_next(p);
        return true;
    }
    uni_wrong(p, 21, "`a unicorn`, `2 cards`, `all upgrades`, `another card` or `this`",
              "which cards?");
    return false;
}

static void parse_whose(uni_parser *p, uni_pick *pick) {
    static const struct {
        const char *words;
        uni_whose whose;
    } table[] = {{"of mine", UNI_WHOSE_MINE},
                 {"of others", UNI_WHOSE_OTHERS},
                 {"of that player", UNI_WHOSE_THAT},
                 {"of each player", UNI_WHOSE_EACH},
                 {"of any player", UNI_WHOSE_ANY}};
    if (!uni_at_word(p, "of")) {
        return;
    }
    for (int i = 0; i < 5; i++) {
        if (uni_accept_words(p, table[i].words)) {
            pick->whose = (uint8_t)table[i].whose;
            return;
        }
    }
    uni_wrong(p, 21, "`of mine`, `of others`, `of that player`, `of each player`, `of any player`",
              "whose cards?");
}

static void parse_from(uni_parser *p, uni_pick *pick) {
    if (uni_accept_words(p, "from any player")) {
        pick->flags |= UNI_PICK_FROM_ANY;
    } else if (uni_accept_words(p, "from another player")) {
        pick->flags |= UNI_PICK_FROM_OTHER;
    } else if (uni_accept(p, "from")) {
        pick->zone = (uint8_t)uni_parse_zone(p);
        if (pick->zone == UNI_NOWHERE) {
            uni_wrong(p, 21, "`from hand`, `from discard`, `from nursery`, `from any player`",
                      "there is no such place to take cards from");
        }
    }
}

uint16_t uni_parse_pick(uni_parser *p) {
    uni_deck *d = p->draft->d;
    uni_pick pick = {0};
    uni_place place = p->tok.place;
    if (uni_accept(p, "this")) {
        pick.flags = UNI_PICK_THIS;
        pick.count = 1;
        pick.classes = UNI_ANY_CLASS;
    } else {
        if (!parse_count(p, &pick)) {
            return 0;
        }
        if (p->tok.kind == UNI_TOK_STRING) {
            pick.word = uni_keep_text(p->draft, p->tok.start, p->tok.length);
            uni_next(p);
        }
        pick.classes = uni_parse_classes(p);
        if (pick.classes == UNI_ANY_CLASS) {
            pick.flags |= UNI_PICK_ANY_CARD;
        }
        parse_whose(p, &pick);
        parse_from(p, &pick);
    }
    if (p->broken) {
        return 0;
    }
    if (d->pick_count >= UNI_PICKS) {
        uni_wrong(p, 15, NULL, "this deck names more cards than fit (%d)", UNI_PICKS);
        return 0;
    }
    p->draft->pick_place[d->pick_count] = place;
    d->pick[d->pick_count] = pick;
    return d->pick_count++;
}
