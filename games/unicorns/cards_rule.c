// SPDX-License-Identifier: MIT
// The rules of a card, one a line: an effect waiting for its moment, something that
// always holds, or a note.
//
//     rule    = [ "always" ] event ":" effect | [ "always" ] instead | standing | note
//     event   = "enter" | "play" | "answer" | ( "start" | "end" ) [ "of any turn" ]
//             | "when this is" past { "or" past }
//             | "when" pick ( "enters" | "leaves" ) [ "or leaves" ]
//                      ( "my stable" | "another stable" | "any stable" )
//             | "when" pick "is" past { "or" past }
//             | "when" ( "I" | "another player" | "any player" ) ( "play" | "draw" ) [ "s" ] pick
//             | "once a turn"
//             | "while more than" pick
//     instead = "if" pick "would" ( "be" pasts | "go to" zones ) ":" ( zone | effect ) "instead"
//     standing= "I cannot play" classes | "my plays cannot be stopped" | "my hand is open"
//             | "my unicorns are pandas" | "I keep" INT [ "more" | "fewer" ] "cards"
//             | ( "this" | "my" classes | classes ) "cannot" ...
//     note    = "counts" INT | "needs" pick | "is" NAME | "says" STRING
#include "unicorns/cards_draft.h"

static uni_draft_rule *new_rule(uni_parser *p, int event, uni_place place) {
    uni_draft *draft = p->draft;
    if (draft->rule_count >= UNI_DRAFT_RULES) {
        uni_wrong(p, 15, NULL, "this deck has more than %d rules", UNI_DRAFT_RULES);
        return &draft->spare;
    }
    uni_draft_rule *r = &draft->rule[draft->rule_count++];
    *r = (uni_draft_rule){0};
    r->rule.event = (uint8_t)event;
    r->place = place;
    return r;
}

static bool parse_body(uni_parser *p, uni_rule *rule) {
    if (!uni_expect(p, ":")) {
        return false;
    }
    rule->node = uni_parse_effect(p);
    return rule->node != 0;
}

// enter, play, answer, start [of any turn], end [of any turn]
static bool simple_event(uni_parser *p, uint8_t always) {
    static const struct {
        const char *words;
        int event;
    } events[] = {{"enter", UNI_ON_ENTER},   {"play", UNI_ON_PLAY},
                  {"answer", UNI_ON_ANSWER}, {"start of any turn", UNI_ON_ANY_START},
                  {"start", UNI_ON_START},   {"end of any turn", UNI_ON_ANY_END},
                  {"end", UNI_ON_END},       {"once a turn", UNI_ON_USE}};
    uni_place place = p->tok.place;
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (uni_accept_words(p, events[i].words)) {
            uni_rule *rule = &new_rule(p, events[i].event, place)->rule;
            rule->flags = always;
            (void)parse_body(p, rule);
            return true;
        }
    }
    return false;
}

static uint8_t parse_pasts(uni_parser *p) {
    uint8_t pasts = 0;
    do {
        pasts |= uni_parse_past(p);
    } while (!p->broken && uni_accept(p, "or"));
    return pasts;
}

// "when I play a magic: ...", "when another player draws a card: ..."; false = it is none.
static bool when_somebody(uni_parser *p, uint8_t always, uni_place place) {
    static const struct {
        const char *words;
        uint8_t event, where;
    } table[] = {{"I play", UNI_ON_PLAYED, UNI_WHERE_MINE},
                 {"another player plays", UNI_ON_PLAYED, UNI_WHERE_OTHERS},
                 {"any player plays", UNI_ON_PLAYED, UNI_WHERE_ANY},
                 {"I draw", UNI_ON_DRAWN, UNI_WHERE_MINE},
                 {"another player draws", UNI_ON_DRAWN, UNI_WHERE_OTHERS},
                 {"any player draws", UNI_ON_DRAWN, UNI_WHERE_ANY}};
    for (int i = 0; i < 6; i++) {
        if (!uni_accept_words(p, table[i].words)) {
            continue;
        }
        uni_rule *rule = &new_rule(p, table[i].event, place)->rule;
        uni_place what = p->tok.place;
        rule->flags = always;
        rule->where = table[i].where;
        rule->pick = uni_parse_pick(p);
        const uni_pick *pick = &p->draft->d->pick[rule->pick];
        if (!p->broken && rule->event == UNI_ON_DRAWN &&
            (pick->classes != UNI_ANY_CLASS || pick->word)) {
            uni_wrong_at(p, what, 28, "`when I draw a card: ...`",
                         "nobody else sees what is drawn, so it cannot matter which card it is");
        }
        (void)(!p->broken && parse_body(p, rule));
        return true;
    }
    return false;
}

// "my stable", "another stable", "any stable"
static bool parse_stable(uni_parser *p, uint8_t *where) {
    static const char *const words[] = {"my stable", "another stable", "any stable"};
    for (uint8_t i = 0; i < 3; i++) {
        if (uni_accept_words(p, words[i])) {
            *where = i; // as in uni_where
            return true;
        }
    }
    return false;
}

// "when a unicorn of others is destroyed: ...", "when a magic of mine is stopped: ..."
static void when_happens(uni_parser *p, uint16_t pick, uint8_t always, uni_place place) {
    uni_rule rule = {.event = UNI_ON_FALLS, .flags = always, .pick = pick};
    int whose = p->draft->d->pick[pick].whose;
    rule.pasts = parse_pasts(p);
    if (rule.pasts & UNI_STOPPED) {
        rule.event = UNI_ON_STOPS;
        rule.where = whose == UNI_WHOSE_MINE     ? UNI_WHERE_MINE
                     : whose == UNI_WHOSE_OTHERS ? UNI_WHERE_OTHERS
                                                 : UNI_WHERE_ANY;
    }
    if (!p->broken && (rule.pasts & UNI_STOPPED) && rule.pasts != UNI_STOPPED) {
        uni_wrong(p, 21, "write two rules", "`stopped` happens to cards being played only");
    }
    if (!p->broken && (rule.pasts & UNI_DISCARDED)) {
        uni_wrong(p, 21, "`when this is discarded: ...`",
                  "only `this` can tell of being discarded");
    }
    if (!p->broken && parse_body(p, &rule)) {
        new_rule(p, rule.event, place)->rule = rule;
    }
}

// "when this is destroyed: ...", "when a unicorn enters or leaves my stable: ..."
static void when_rule(uni_parser *p, uint8_t always, uni_place place) {
    if (uni_accept_words(p, "this is")) {
        uni_rule *rule = &new_rule(p, UNI_ON_LEFT, place)->rule;
        rule->flags = always;
        rule->pasts = parse_pasts(p);
        (void)(!p->broken && parse_body(p, rule));
        return;
    }
    if (when_somebody(p, always, place)) {
        return;
    }
    uint16_t pick = uni_parse_pick(p);
    if (!p->broken && uni_accept(p, "is")) {
        when_happens(p, pick, always, place);
        return;
    }
    uint8_t where = UNI_WHERE_MINE;
    bool comes = uni_accept(p, "enters");
    bool goes = comes ? uni_accept_words(p, "or leaves") : uni_accept(p, "leaves");
    if (p->broken || (!comes && !goes) || !parse_stable(p, &where)) {
        uni_wrong(p, 21,
                  "`when a unicorn enters or leaves my stable: ...`, "
                  "`when this is destroyed: ...`, `when I play a card: ...`",
                  "this `when` cannot be read");
        return;
    }
    uni_rule rule = {0};
    rule.event = (uint8_t)(comes ? UNI_ON_COMES : UNI_ON_GOES);
    rule.flags = always;
    rule.pick = pick;
    rule.where = where;
    if (!parse_body(p, &rule)) {
        return;
    }
    new_rule(p, rule.event, place)->rule = rule;
    if (comes && goes) {
        rule.event = UNI_ON_GOES;
        new_rule(p, rule.event, place)->rule = rule;
    }
}

// "while more than 5 unicorns of mine: ..."
static void while_rule(uni_parser *p, uint8_t always, uni_place place) {
    uni_rule *rule = &new_rule(p, UNI_ON_WHILE, place)->rule;
    rule->flags = always;
    if (!uni_accept_words(p, "more than")) {
        uni_wrong(p, 21, "`while more than 5 unicorns of mine: ...`", "while what?");
        return;
    }
    rule->pick = uni_parse_pick(p);
    if (rule->pick) {
        rule->number = p->draft->d->pick[rule->pick].count;
        (void)parse_body(p, rule);
    }
}

// "if this would be destroyed: may discard a card instead", "...: hand instead"
static void if_rule(uni_parser *p, uint8_t always, uni_place place) {
    uni_rule *rule = &new_rule(p, UNI_ON_REPLACE, place)->rule;
    rule->flags = always;
    rule->pick = uni_parse_pick(p);
    if (p->broken) {
        return;
    }
    if (uni_accept_words(p, "would be")) {
        rule->pasts = parse_pasts(p);
    } else if (uni_accept_words(p, "would go to")) {
        do {
            rule->zones |= (uint8_t)(1 << uni_parse_zone(p));
        } while (uni_accept(p, "or"));
    }
    if (p->broken || (rule->zones & 1) || (!rule->pasts && !rule->zones)) {
        uni_wrong(p, 21,
                  "`if this would be destroyed: ... instead`, "
                  "`if this would go to discard: hand instead`",
                  "this `if` cannot be read");
        return;
    }
    if (!uni_expect(p, ":")) {
        return;
    }
    uni_lexer lex = p->lex; // `discard` may be a zone or a verb: what follows tells
    uni_token second = uni_lex_next(&lex);
    if (uni_token_is(&second, "instead")) {
        rule->to = (uint8_t)uni_parse_zone(p);
    }
    if (rule->to != UNI_NOWHERE) {
        rule->event = UNI_ON_REDIRECT;
    } else {
        rule->node = uni_parse_effect(p);
    }
    if (!p->broken && !uni_accept(p, "instead")) {
        uni_wrong(p, 6, "to let both happen, write `when this is destroyed: ...`",
                  "`if ... would` rules end in `instead`");
    }
}

// What a subject cannot: the part after "this", "my unicorns", "basics".
static void cannot_rule(uni_parser *p, int reach, uint8_t classes, uni_place place) {
    uni_rule *rule = &new_rule(p, UNI_CANNOT_BE, place)->rule;
    rule->reach = (uint8_t)reach;
    rule->classes = classes;
    if (uni_accept_words(p, "be stopped")) {
        rule->event = UNI_NO_STOP;
    } else if (uni_accept(p, "trigger")) {
        rule->event = UNI_NO_TRIGGER;
    } else if (uni_accept_words(p, "enter other stables")) {
        rule->event = UNI_NO_ENTER;
        rule->where = UNI_WHERE_OTHERS;
    } else if (uni_accept_words(p, "enter my stable")) {
        rule->event = UNI_NO_ENTER;
        rule->where = UNI_WHERE_MINE;
    } else if (uni_accept_words(p, "enter any stable")) {
        rule->event = UNI_NO_ENTER;
        rule->where = UNI_WHERE_ANY;
    } else if (uni_accept(p, "be")) {
        rule->pasts = parse_pasts(p);
        if (!p->broken && uni_accept(p, "by")) {
            rule->by = uni_parse_classes(p);
        }
    } else {
        uni_wrong(p, 21,
                  "`cannot be destroyed`, `cannot be stopped`, `cannot trigger`, "
                  "`cannot enter other stables`, `cannot enter my stable`",
                  "cannot what?");
    }
}

static void my_rule(uni_parser *p, uni_place place) {
    if (uni_accept_words(p, "plays cannot be stopped")) {
        uni_rule *rule = &new_rule(p, UNI_NO_STOP, place)->rule;
        rule->reach = UNI_REACH_MINE;
        rule->classes = UNI_ANY_CLASS;
    } else if (uni_accept_words(p, "hand is open")) {
        new_rule(p, UNI_OPEN_HAND, place);
    } else if (uni_accept_words(p, "unicorns are pandas")) {
        new_rule(p, UNI_PANDAS, place);
    } else {
        uint8_t classes = uni_parse_classes(p);
        if (!p->broken && uni_expect(p, "cannot")) {
            cannot_rule(p, UNI_REACH_MINE, classes, place);
        }
    }
}

static void says_rule(uni_parser *p, uni_place place) {
    uni_token text;
    uni_rule *rule = &new_rule(p, UNI_DRAFT_SAYS, place)->rule;
    if (uni_parse_string(p, "a sentence", &text)) {
        rule->node = uni_keep_text(p->draft, text.start, text.length);
    }
}

static void is_rule(uni_parser *p, uni_place place) {
    uni_draft_rule *r = new_rule(p, UNI_DRAFT_IS, place);
    if (p->tok.kind != UNI_TOK_WORD) {
        uni_wrong(p, 21, "`is flying`", "the name of a trait was expected");
        return;
    }
    r->name = p->tok;
    r->place = p->tok.place;
    uni_next(p);
}

// "I keep 3 cards", "I keep 2 more cards", "I keep 1 fewer card"
static void keep_rule(uni_parser *p, uni_place place) {
    uni_rule *rule = &new_rule(p, UNI_KEEP, place)->rule;
    int number = 0;
    if (!uni_parse_number(p, 0, 99, &number)) {
        return;
    }
    rule->number = (uint8_t)number;
    rule->to = uni_accept(p, "more")    ? UNI_KEEPS_MORE
               : uni_accept(p, "fewer") ? UNI_KEEPS_FEWER
                                        : UNI_KEEPS;
    if (!uni_accept(p, "cards")) {
        (void)uni_expect(p, "card");
    }
}

// Rules that begin with a word of their own; false = none did.
static bool named_rule(uni_parser *p, uni_place place) {
    int number = 0;
    if (uni_accept_words(p, "I keep")) {
        keep_rule(p, place);
    } else if (uni_accept(p, "I")) {
        uni_rule *rule = &new_rule(p, UNI_NO_PLAY, place)->rule;
        if (uni_expect(p, "cannot") && uni_expect(p, "play")) {
            rule->classes = uni_parse_classes(p);
        }
    } else if (uni_accept(p, "my")) {
        my_rule(p, place);
    } else if (uni_accept_words(p, "this cannot")) {
        cannot_rule(p, UNI_REACH_THIS, UNI_ANY_CLASS, place);
    } else if (uni_accept(p, "counts")) {
        uni_rule *rule = &new_rule(p, UNI_DRAFT_COUNTS, place)->rule;
        rule->number = uni_parse_number(p, 0, 9, &number) ? (uint8_t)number : 0;
    } else if (uni_accept(p, "needs")) {
        uni_rule *rule = &new_rule(p, UNI_NEEDS, place)->rule;
        rule->pick = uni_parse_pick(p);
    } else if (uni_accept(p, "is")) {
        is_rule(p, place);
    } else if (uni_accept(p, "says")) {
        says_rule(p, place);
    } else {
        return false;
    }
    return true;
}

void uni_parse_rule(uni_parser *p) {
    uni_place place = p->tok.place;
    uint8_t always = uni_accept(p, "always") ? UNI_RULE_ALWAYS : 0;
    if (simple_event(p, always)) {
        return;
    }
    if (uni_accept(p, "when")) {
        when_rule(p, always, place);
    } else if (uni_accept(p, "while")) {
        while_rule(p, always, place);
    } else if (uni_accept(p, "if")) {
        if_rule(p, always, place);
    } else if (!named_rule(p, place)) {
        static const char *const words[] = {"enter", "play", "answer", "start", "end", "when",
                                            "while", "if",   "counts", "needs", "is",  "says",
                                            "my",    "this", "always", "once",  "I"};
        uni_lexer lex = p->lex;
        uni_token second = uni_lex_next(&lex);
        if (uni_token_is(&second, "cannot") || uni_token_is(&second, "|")) {
            uint8_t classes = uni_parse_classes(p);
            if (!p->broken && uni_expect(p, "cannot")) {
                cannot_rule(p, UNI_REACH_ALL, classes, place);
            }
            return;
        }
        char hint[80];
        uni_suggest(hint, sizeof hint, &p->tok, words, (int)(sizeof words / sizeof words[0]));
        uni_wrong(p, 21, hint[0] ? hint : "a rule begins with its moment: `enter: draw 1`",
                  "no rule begins with `%.*s`", (int)p->tok.length, p->tok.start);
    }
}
