// SPDX-License-Identifier: MIT
// Effects of the card language.
//
//     effect = "may" effect
//            | ( "each" [ "other" ] | "any" | "another" | "that" | "next" | "previous" ) "player"
//              ":" effect
//            | "each neighbour:" effect
//            | "if" condition ":" effect [ "otherwise" effect ]          (cards_measure.c)
//            | choice [ ( "then" | "if done" ) effect ]
//     choice = joint { "or" joint }
//     joint  = prim { "and" prim }
//     prim   = "(" effect ")" | verb [ "for each" what ]
//
// What may follow a verb is written in its table as a small pattern (verb.h):
//     P            a pick            N            a number
//     word         that word         (a b|c)      one of several phrases -> node.param
//     [ ... ]      may be left out; `silently` inside marks the node as quiet
#include <string.h>

#include "unicorns/cards_draft.h"
#include "unicorns/verb.h"

// --- Nodes ----------------------------------------------------------------------

static uint16_t new_node(uni_parser *p, int op, uint16_t a, uint16_t b, uni_place place) {
    uni_deck *d = p->draft->d;
    if (d->node_count >= UNI_NODES) {
        uni_wrong(p, 15, NULL, "this deck has more effects than fit (%d parts)", UNI_NODES);
        return 0;
    }
    uint16_t at = d->node_count++;
    d->node[at] = (uni_node){0};
    d->node[at].op = (uint8_t)op;
    d->node[at].a = a;
    d->node[at].b = b;
    p->draft->node_place[at] = place;
    return at;
}

// Whether a continuation hides somewhere below `node`.
static bool has_then(const uni_deck *d, uint16_t node) {
    const uni_node *n = &d->node[node];
    if (node == 0 || n->op == UNI_OP_VERB) {
        return false;
    }
    return n->op == UNI_OP_THEN || n->op == UNI_OP_IF_DONE || has_then(d, n->a) ||
           has_then(d, n->b);
}

// --- Verbs ----------------------------------------------------------------------

// The part of a pattern up to its end or to `stop` outside inner brackets.
static const char *pattern_end(const char *at, char open, char stop) {
    for (int depth = 0; *at; at++) {
        depth += *at == open;
        if (*at == stop && depth-- == 0) {
            break;
        }
    }
    return at;
}

// Copies the next word of a pattern into `buf`.
static const char *pattern_word(const char *at, const char *end, char *buf, size_t cap) {
    size_t n = 0;
    while (at + n < end && !strchr(" |()[]", at[n]) && n + 1 < cap) {
        n++;
    }
    memcpy(buf, at, n);
    buf[n] = '\0';
    return at + n;
}

static bool match_pattern(uni_parser *p, uni_node *n, const uni_verb *v, const char *at,
                          const char *end);

// One of several phrases: (this leaves|end of turn).
static bool match_choice(uni_parser *p, uni_node *n, const uni_verb *v, const char *at,
                         const char *end) {
    for (uint8_t i = 1; at < end; i++) {
        char phrase[40];
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *stop = bar ? bar : end;
        size_t size = (size_t)(stop - at) < sizeof phrase - 1 ? (size_t)(stop - at) : 0;
        memcpy(phrase, at, size);
        phrase[size] = '\0';
        if (uni_accept_words(p, phrase)) {
            n->param = i;
            return true;
        }
        at = bar ? bar + 1 : end;
    }
    uni_wrong(p, 21, v->example, "`%s` is not complete", v->word);
    return false;
}

static bool match_number(uni_parser *p, uni_node *n, const uni_verb *v) {
    if (p->tok.kind != UNI_TOK_NUMBER || p->tok.number < 1 || p->tok.number > 99) {
        uni_wrong(p, 7, v->example, "%s how many?", v->word);
        return false;
    }
    n->n = (uint8_t)p->tok.number;
    uni_next(p);
    return true;
}

// The optional part of a pattern, tried only if its first word is next.
static bool match_option(uni_parser *p, uni_node *n, const uni_verb *v, const char *at,
                         const char *end) {
    char word[24];
    pattern_word(at, end, word, sizeof word);
    if (!uni_at_word(p, word)) {
        return true;
    }
    n->flags |= strcmp(word, "silently") == 0 ? UNI_NODE_QUIET : 0;
    return match_pattern(p, n, v, at, end);
}

static bool match_pattern(uni_parser *p, uni_node *n, const uni_verb *v, const char *at,
                          const char *end) {
    while (at < end) {
        if (*at == ' ') {
            at++;
        } else if (*at == '(') {
            const char *stop = pattern_end(at + 1, '(', ')');
            if (!match_choice(p, n, v, at + 1, stop)) {
                return false;
            }
            at = stop + 1;
        } else if (*at == '[') {
            const char *stop = pattern_end(at + 1, '[', ']');
            if (!match_option(p, n, v, at + 1, stop)) {
                return false;
            }
            at = stop + 1;
        } else if (*at == 'P') {
            uint16_t *pick = n->pick ? &n->pick2 : &n->pick;
            *pick = uni_parse_pick(p);
            if (*pick == 0) {
                return false;
            }
            at++;
        } else if (*at == 'N') {
            if (!match_number(p, n, v)) {
                return false;
            }
            at++;
        } else {
            char word[24];
            at = pattern_word(at, end, word, sizeof word);
            if (!uni_accept(p, word)) {
                uni_wrong(p, 21, v->example, "`%s` is not complete", v->word);
                return false;
            }
        }
    }
    return true;
}

static int find_verb(const uni_token *t) {
    for (int i = 0; i < uni_verb_count; i++) {
        if (uni_token_is(t, uni_verbs[i]->word)) {
            return i;
        }
    }
    return -1;
}

// A verb of a plugin; -1 = none.
static int find_added(const uni_deck *d, const uni_token *t) {
    for (int i = 0; i < d->added_count; i++) {
        if (uni_token_is(t, d->added[i]->word)) {
            return i;
        }
    }
    return -1;
}

static uint16_t unknown_verb(uni_parser *p) {
    const char *words[UNI_VERB_OF_COUNT];
    char hint[80];
    for (int i = 0; i < uni_verb_count; i++) {
        words[i] = uni_verbs[i]->word;
    }
    if (uni_line_ends(p)) {
        uni_wrong(p, 1, "`draw 1`, `destroy a unicorn`, ...", "something to do is missing here");
        return 0;
    }
    uni_suggest(hint, sizeof hint, &p->tok, words, uni_verb_count);
    uni_wrong(p, 1, hint, "`%.*s` is not something a card can do", (int)p->tok.length,
              p->tok.start);
    return 0;
}

// Where a verb's cards may come from and whose they may be.
static bool check_pick(uni_parser *p, uint16_t which, const uni_verb *v) {
    const uni_pick *pick = &p->draft->d->pick[which];
    bool from_player = pick->flags & (UNI_PICK_FROM_ANY | UNI_PICK_FROM_OTHER);
    uni_place at = p->draft->pick_place[which];
    if ((v->flags & UNI_VERB_NEEDS_FROM) && pick->zone == UNI_NOWHERE && !from_player) {
        uni_wrong_at(p, at, 5, v->example, "`%s` needs a place to %s from", v->word, v->word);
    } else if (from_player && !(v->flags & UNI_VERB_FROM_PLAYER)) {
        uni_wrong_at(p, at, 21, v->example, "`%s` takes nothing from a player's hand", v->word);
    } else if (pick->zone != UNI_NOWHERE && !(v->from >> pick->zone & 1)) {
        uni_wrong_at(p, at, 21, v->example, "`%s` takes nothing from there", v->word);
    } else if (pick->whose != UNI_WHOSE_DEFAULT && !(v->whose_mask >> pick->whose & 1)) {
        uni_wrong_at(p, at, 21, v->example, "`%s` cannot say whose cards these are", v->word);
    } else if ((v->flags & UNI_VERB_PAIR) && (pick->count != 1 || (pick->flags & UNI_PICK_UP_TO))) {
        uni_wrong_at(p, at, 21, v->example, "`%s` takes one card for one", v->word);
    } else if ((pick->flags & UNI_PICK_THIS) && !(v->flags & UNI_VERB_STABLE)) {
        uni_wrong_at(p, at, 21, v->example, "`%s` cannot be done with `this`", v->word);
    }
    return !p->broken;
}

// "... for each upgrade of mine", behind verbs that take a number of cards.
static bool parse_folds(uni_parser *p, uni_node *n, const uni_verb *v) {
    uni_place place = p->tok.place;
    if (!uni_accept_words(p, "for each")) {
        return true;
    }
    const uni_pick *pick = &p->draft->d->pick[n->pick];
    bool counts =
        n->pick ? pick->count < UNI_THAT_MANY && !(pick->flags & UNI_PICK_THIS) : n->n > 0;
    if (!counts || (v->flags & (UNI_VERB_PAIR | UNI_VERB_TOP))) {
        uni_wrong_at(p, place, 27, "`draw 1 for each ...`, `destroy a card for each ...`",
                     "`%s` has no number that `for each` could multiply", v->word);
        return false;
    }
    n->measure = uni_parse_for_each(p);
    return n->measure != 0;
}

static uint16_t parse_verb(uni_parser *p) {
    int verb = find_verb(&p->tok), added = find_added(p->draft->d, &p->tok);
    if (verb < 0 && added < 0) {
        return unknown_verb(p);
    }
    uint16_t at = new_node(p, UNI_OP_VERB, 0, 0, p->tok.place);
    uni_verb plugged = uni_verb_added; // what it may be followed by is the plugin's to say
    const uni_verb *v = added < 0 ? uni_verbs[verb] : &plugged;
    uni_node n = {0};
    n.verb = (uint8_t)(added < 0 ? verb : UNI_VERB_OF_added);
    if (added >= 0) {
        n.added = (uint8_t)added;
        plugged.word = p->draft->d->added[added]->word;
        plugged.syntax = p->draft->d->added[added]->syntax;
        plugged.example = p->draft->d->added[added]->example;
    }
    uni_next(p);
    if (at == 0 || !match_pattern(p, &n, v, v->syntax, v->syntax + strlen(v->syntax))) {
        return 0;
    }
    if ((n.pick && !check_pick(p, n.pick, v)) || (n.pick2 && !check_pick(p, n.pick2, v))) {
        return 0;
    }
    if (!parse_folds(p, &n, v)) {
        return 0;
    }
    p->draft->d->node[at] = n;
    return at;
}

// --- Effects --------------------------------------------------------------------

static uint16_t parse_prim(uni_parser *p) {
    if (!uni_accept(p, "(")) {
        return parse_verb(p);
    }
    uint16_t node = uni_parse_effect(p);
    return node && uni_expect(p, ")") ? node : 0;
}

static uint16_t parse_joint(uni_parser *p) {
    uint16_t node = parse_prim(p);
    while (node && uni_at_word(p, "and")) {
        uni_place place = p->tok.place;
        uni_next(p);
        uint16_t other = parse_prim(p);
        node = other ? new_node(p, UNI_OP_AND, node, other, place) : 0;
    }
    return node;
}

static uint16_t parse_choice(uni_parser *p) {
    uint16_t node = parse_joint(p);
    int variants = 1;
    while (node && uni_at_word(p, "or")) {
        uni_place place = p->tok.place;
        if (++variants > UNI_VARIANTS) {
            uni_wrong(p, 15, NULL, "there are more than %d ways to choose from", UNI_VARIANTS);
            return 0;
        }
        uni_next(p);
        uint16_t other = parse_joint(p);
        node = other ? new_node(p, UNI_OP_OR, node, other, place) : 0;
    }
    return node;
}

static uint16_t parse_sequence(uni_parser *p) {
    uint16_t first = parse_choice(p);
    uni_place place = p->tok.place;
    int op = uni_accept(p, "then")            ? UNI_OP_THEN
             : uni_accept_words(p, "if done") ? UNI_OP_IF_DONE
                                              : -1;
    if (first == 0 || op < 0) {
        return first;
    }
    if (has_then(p->draft->d, first)) {
        uni_wrong_at(p, place, 12, "write `A then B then C`",
                     "`(A then B) then C` is read two ways");
        return 0;
    }
    uint16_t second = uni_parse_effect(p);
    return second ? new_node(p, op, first, second, place) : 0;
}

static uint16_t parse_for_player(uni_parser *p, int op, uni_place place) {
    if (!uni_expect(p, ":")) {
        return 0;
    }
    uint16_t inner = uni_parse_effect(p);
    return inner ? new_node(p, op, inner, 0, place) : 0;
}

// "if I have fewer unicorns than another player: draw 2 otherwise draw 1"
static uint16_t parse_if(uni_parser *p, uni_place place) {
    uint16_t condition = uni_parse_condition(p), other = 0;
    if (condition == 0 || !uni_expect(p, ":")) {
        return 0;
    }
    uint16_t inner = uni_parse_effect(p);
    if (inner && uni_accept(p, "otherwise")) {
        other = uni_parse_effect(p);
        inner = other ? inner : 0;
    }
    uint16_t node = inner ? new_node(p, UNI_OP_IF, inner, other, place) : 0;
    if (node) {
        p->draft->d->node[node].measure = condition;
    }
    return node;
}

static uint16_t parse_effect(uni_parser *p) {
    static const struct {
        const char *word, *words;
        int op;
    } players[] = {{"each", "each player", UNI_OP_EACH},
                   {"each", "each other player", UNI_OP_OTHERS},
                   {"each", "each neighbour", UNI_OP_NEIGHBOURS},
                   {"any", "any player", UNI_OP_ANY},
                   {"another", "another player", UNI_OP_ANOTHER},
                   {"that", "that player", UNI_OP_THAT},
                   {"next", "next player", UNI_OP_NEXT},
                   {"previous", "previous player", UNI_OP_PREVIOUS}};
    enum { PLAYERS = sizeof players / sizeof players[0] };
    uni_place place = p->tok.place;
    if (uni_accept(p, "may")) {
        uint16_t inner = uni_parse_effect(p);
        return inner ? new_node(p, UNI_OP_MAY, inner, 0, place) : 0;
    }
    if (uni_accept(p, "if")) {
        return parse_if(p, place);
    }
    for (int i = 0; i < PLAYERS; i++) {
        if (uni_accept_words(p, players[i].words)) {
            return parse_for_player(p, players[i].op, place);
        }
    }
    for (int i = 0; i < PLAYERS; i++) {
        if (uni_accept(p, players[i].word)) {
            uni_wrong(p, 21, "`each player: discard a card`, `each other player:`, `next player:`",
                      "`%s player` was expected", players[i].word);
            return 0;
        }
    }
    return parse_sequence(p);
}

uint16_t uni_parse_effect(uni_parser *p) {
    enum { DEEPEST = 24 }; // brackets and prefixes inside each other
    if (p->depth >= DEEPEST) {
        uni_wrong(p, 21, NULL, "this effect has more than %d brackets inside each other", DEEPEST);
        return 0;
    }
    p->depth++;
    uint16_t node = parse_effect(p);
    p->depth--;
    return node;
}
