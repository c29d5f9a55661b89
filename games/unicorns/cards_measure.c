// SPDX-License-Identifier: MIT
// What is counted and compared.
//
//     condition = who ( "have" | "has" ) ( "more than" | "fewer than" | "at least" | "at most"
//                                        | "exactly" ) INT what
//               | who ( "have" | "has" ) "no" what
//               | who ( "have" | "has" ) ( "more" | "fewer" ) what "than" whom
//               | who ( "have" | "has" ) "as many" what "as" whom
//     who       = "I" | "that player" | "another player" | "each other player" | "any player"
//               | "discard" | "nursery" | "deck"
//     whom      = "that player" | "another player" | "each other player"
//     what      = [ STRING ] classes [ "in hand" ]
//     for each  = "player" | "other player" | [ STRING ] classes [ whose ] [ "in" place ]
#include "unicorns/cards_draft.h"

static uint16_t new_measure(uni_parser *p, uni_measure m) {
    uni_deck *d = p->draft->d;
    if (p->broken) {
        return 0;
    }
    if (d->measure_count >= UNI_MEASURES) {
        uni_wrong(p, 15, NULL, "this deck compares and counts more than %d times", UNI_MEASURES);
        return 0;
    }
    d->measure[d->measure_count] = m;
    return d->measure_count++;
}

// Which cards: a pick of all that fit.
static uint16_t parse_what(uni_parser *p) {
    uni_deck *d = p->draft->d;
    uni_pick pick = {.count = UNI_ALL};
    uni_place place = p->tok.place;
    if (p->tok.kind == UNI_TOK_STRING) {
        pick.word = uni_keep_text(p->draft, p->tok.start, p->tok.length);
        uni_next(p);
    }
    pick.classes = uni_parse_classes(p);
    pick.flags = pick.classes == UNI_ANY_CLASS ? UNI_PICK_ANY_CARD : 0;
    if (p->broken || d->pick_count >= UNI_PICKS) {
        uni_wrong(p, 15, NULL, "this deck names more cards than fit (%d)", UNI_PICKS);
        return 0;
    }
    p->draft->pick_place[d->pick_count] = place;
    d->pick[d->pick_count] = pick;
    return d->pick_count++;
}

// Hands and the deck are counted as a whole: what they hold is not for all to know.
static void check_hidden(uni_parser *p, const uni_measure *m, uni_place place) {
    bool hidden = m->zone == UNI_HAND || m->zone == UNI_DECK;
    const uni_pick *pick = &p->draft->d->pick[m->pick];
    if (hidden && (pick->classes != UNI_ANY_CLASS || pick->word)) {
        uni_wrong_at(p, place, 28, "write `cards in hand`",
                     "what a hand or the deck holds is secret: only its cards can be counted");
    }
}

// --- Conditions ------------------------------------------------------------------------

static bool parse_subject(uni_parser *p, uni_measure *m) {
    static const struct {
        const char *words;
        uint8_t subject, zone;
    } table[] = {{"I have", UNI_SUBJECT_ME, UNI_STABLE},
                 {"that player has", UNI_SUBJECT_THAT, UNI_STABLE},
                 {"another player has", UNI_SUBJECT_SOME, UNI_STABLE},
                 {"each other player has", UNI_SUBJECT_EVERY, UNI_STABLE},
                 {"any player has", UNI_SUBJECT_ANY, UNI_STABLE},
                 {"discard has", UNI_SUBJECT_PILE, UNI_DISCARD},
                 {"nursery has", UNI_SUBJECT_PILE, UNI_NURSERY},
                 {"deck has", UNI_SUBJECT_PILE, UNI_DECK}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (uni_accept_words(p, table[i].words)) {
            m->subject = table[i].subject;
            m->zone = table[i].zone;
            return true;
        }
    }
    uni_wrong(p, 27,
              "`if I have fewer unicorns than another player: ...`, `if that player has ...`, "
              "`if discard has at least 3 cards: ...`",
              "this condition cannot be read");
    return false;
}

// "more than 3", "no": compared with a number; false = another comparison follows.
static bool parse_against_number(uni_parser *p, uni_measure *m) {
    static const struct {
        const char *words;
        uint8_t relation;
    } table[] = {{"more than", UNI_MORE},
                 {"fewer than", UNI_FEWER},
                 {"at least", UNI_AT_LEAST},
                 {"at most", UNI_AT_MOST},
                 {"exactly", UNI_EXACTLY}};
    int number = 0;
    if (uni_accept(p, "no")) {
        m->relation = UNI_EXACTLY;
        return true;
    }
    for (int i = 0; i < 5; i++) {
        if (uni_accept_words(p, table[i].words)) {
            m->relation = table[i].relation;
            if (uni_parse_number(p, 0, 99, &number)) {
                m->number = (uint8_t)number;
            }
            return true;
        }
    }
    return false;
}

static void parse_whom(uni_parser *p, uni_measure *m) {
    bool as = m->relation == UNI_EXACTLY;
    if (!uni_expect(p, as ? "as" : "than")) {
        return;
    }
    if (uni_accept_words(p, "that player")) {
        m->than = 1 + UNI_SUBJECT_THAT;
    } else if (uni_accept_words(p, "another player")) {
        m->than = 1 + UNI_SUBJECT_SOME;
    } else if (uni_accept_words(p, "each other player")) {
        m->than = 1 + UNI_SUBJECT_EVERY;
    } else {
        uni_wrong(p, 27, "`another player`, `each other player` or `that player`",
                  "compared with whom?");
    }
}

uint16_t uni_parse_condition(uni_parser *p) {
    uni_measure m = {0};
    uni_place place = p->tok.place;
    if (!parse_subject(p, &m)) {
        return 0;
    }
    bool number = parse_against_number(p, &m);
    if (!number) {
        m.relation = uni_accept_words(p, "as many") ? UNI_EXACTLY
                     : uni_accept(p, "fewer")       ? UNI_FEWER
                                                    : UNI_MORE;
        if (m.relation == UNI_MORE && !uni_accept(p, "more")) {
            uni_wrong(p, 27,
                      "`more than 2 unicorns`, `fewer unicorns than another player`, `no cards`",
                      "have how many?");
            return 0;
        }
        if (m.subject == UNI_SUBJECT_PILE) {
            uni_wrong(p, 27, "`if discard has at least 3 cards`",
                      "a pile is compared with a number");
            return 0;
        }
    }
    m.pick = p->broken ? 0 : parse_what(p);
    if (!p->broken && m.subject != UNI_SUBJECT_PILE && uni_accept_words(p, "in hand")) {
        m.zone = UNI_HAND;
    }
    if (!p->broken && !number) {
        parse_whom(p, &m);
    }
    check_hidden(p, &m, place);
    return new_measure(p, m);
}

// --- For each ---------------------------------------------------------------------------

static void parse_counted_place(uni_parser *p, uni_measure *m) {
    static const struct {
        const char *words;
        uint8_t subject;
    } whose[] = {{"of mine", UNI_SUBJECT_ME},
                 {"of others", UNI_SUBJECT_OTHERS},
                 {"of that player", UNI_SUBJECT_THAT},
                 {"of any player", UNI_SUBJECT_ALL}};
    bool said = false;
    for (int i = 0; i < 4 && !said; i++) {
        said = uni_accept_words(p, whose[i].words);
        m->subject = said ? whose[i].subject : m->subject;
    }
    if (uni_accept_words(p, "in hand")) {
        m->zone = UNI_HAND;
        return;
    }
    if (!said && uni_at_word(p, "in")) {
        uni_next(p);
        m->subject = UNI_SUBJECT_PILE;
        m->zone = (uint8_t)uni_parse_zone(p);
        said = m->zone == UNI_DISCARD || m->zone == UNI_NURSERY || m->zone == UNI_DECK;
    }
    if (!said) {
        uni_wrong(p, 27,
                  "`for each upgrade of mine`, `for each unicorn in discard`, `for each card in "
                  "hand`, `for each other player`",
                  "whose cards are counted?");
    }
}

uint16_t uni_parse_for_each(uni_parser *p) {
    uni_measure m = {.zone = UNI_STABLE};
    uni_place place = p->tok.place;
    if (uni_accept(p, "player")) {
        m.subject = UNI_SUBJECT_PLAYERS;
        return new_measure(p, m);
    }
    if (uni_accept_words(p, "other player")) {
        m.subject = UNI_SUBJECT_RIVALS;
        return new_measure(p, m);
    }
    m.pick = parse_what(p);
    if (!p->broken) {
        parse_counted_place(p, &m);
    }
    check_hidden(p, &m, place);
    return new_measure(p, m);
}
