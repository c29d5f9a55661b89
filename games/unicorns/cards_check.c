// SPDX-License-Identifier: MIT
// What is wrong with a deck although every line of it can be read: rules that can
// never speak, words that point at nobody, decks that cannot be played.
#include <stdio.h>

#include "unicorns/cards_draft.h"
#include "unicorns/state.h"
#include "unicorns/verb.h"

// --- Effects --------------------------------------------------------------------

// What the step before has bound: "that player", "that many".
typedef struct bound {
    bool player, number;
} bound;

// What a finished effect binds for the one that follows it.
static bound binds(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    bound b = {false, false};
    if (at == 0) {
        return b;
    }
    if (n->op == UNI_OP_VERB) {
        const uni_verb *v = uni_verb_of(n);
        b.player = v->flags & UNI_VERB_BINDS;
        b.number = n->pick != 0;
        return b;
    }
    bound left = binds(d, n->a), right = binds(d, n->b);
    b.player = left.player || right.player;
    b.number = left.number || right.number;
    return b;
}

static void check_measure(uni_draft *draft, uint16_t at, bound known) {
    const uni_measure *m = &draft->d->measure[draft->d->node[at].measure];
    bool that = m->subject == UNI_SUBJECT_THAT || m->than == 1 + UNI_SUBJECT_THAT;
    if (draft->d->node[at].measure && that && !known.player) {
        uni_complain(draft->report, 10, draft->node_place[at],
                     "the step before, or the moment, must name somebody",
                     "`that player` has nobody to point at");
    }
}

static void check_verb(uni_draft *draft, uint16_t at, bound known, bool answer) {
    const uni_node *n = &draft->d->node[at];
    const uni_verb *v = uni_verb_of(n);
    const uni_pick *pick = &draft->d->pick[n->pick];
    if ((v->flags & UNI_VERB_ANSWER) && !answer) {
        uni_complain(draft->report, 13, draft->node_place[at], "instant \"Whoa\"  answer: stop",
                     "`%s` only makes sense as an `answer` of "
                     "an instant",
                     v->word);
    }
    bool top = (v->flags & UNI_VERB_TOP) || (n->verb == UNI_VERB_OF_put && n->param == UNI_TOP);
    if (top && !draft->d->ordered) {
        uni_complain(draft->report, 29, draft->node_place[at],
                     "write `ordered` below the deck's name",
                     "this deck keeps no order, so it has no top to %s", v->word);
    }
    if (top && n->n > UNI_TOPS) {
        uni_complain(draft->report, 29, draft->node_place[at], NULL,
                     "the order of up to %d cards is kept", UNI_TOPS);
    }
    check_measure(draft, at, known);
    if (n->pick && pick->whose == UNI_WHOSE_THAT && !known.player) {
        uni_complain(draft->report, 10, draft->pick_place[n->pick],
                     "the step before must return, move or take something",
                     "`that player` has nobody to point at");
    }
    if (n->pick && pick->count == UNI_THAT_MANY && !known.number) {
        uni_complain(draft->report, 10, draft->pick_place[n->pick],
                     "the step before must move cards: `sacrifice all upgrades then draw ...`",
                     "`that many` has nothing to count");
    }
}

static void check_effect(uni_draft *draft, uint16_t at, bound known, bool answer) {
    const uni_node *n = &draft->d->node[at];
    switch ((uni_op)n->op) {
    case UNI_OP_VERB: check_verb(draft, at, known, answer); break;
    case UNI_OP_THAT:
        if (!known.player) {
            uni_complain(draft->report, 10, draft->node_place[at],
                         "the step before must return, move or take: `return a card if done "
                         "that player: ...`",
                         "`that player` has nobody to point at");
        }
        check_effect(draft, n->a, known, false);
        break;
    case UNI_OP_MAY: check_effect(draft, n->a, known, answer); break;
    case UNI_OP_EACH:
    case UNI_OP_ANY:
    case UNI_OP_ANOTHER:
    case UNI_OP_OTHERS:
    case UNI_OP_NEIGHBOURS:
    case UNI_OP_NEXT:
    case UNI_OP_PREVIOUS: check_effect(draft, n->a, known, false); break;
    case UNI_OP_IF:
        check_measure(draft, at, known);
        check_effect(draft, n->a, known, answer);
        if (n->b) {
            check_effect(draft, n->b, known, answer);
        }
        break;
    case UNI_OP_AND:
    case UNI_OP_OR:
        check_effect(draft, n->a, known, answer);
        check_effect(draft, n->b, known, answer);
        break;
    case UNI_OP_THEN:
    case UNI_OP_IF_DONE:
        check_effect(draft, n->a, known, answer);
        check_effect(draft, n->b, binds(draft->d, n->a), answer);
        break;
    }
}

static bool waits(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0 || n->op == UNI_OP_VERB) {
        return false;
    }
    return n->op == UNI_OP_THEN || n->op == UNI_OP_IF_DONE || waits(d, n->a) || waits(d, n->b);
}

// A `may` further in than the beginning of the effect.
static bool asks_inside(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0 || n->op == UNI_OP_VERB) {
        return false;
    }
    return n->op == UNI_OP_MAY || asks_inside(d, n->a) || asks_inside(d, n->b);
}

static void check_substitute(uni_draft *draft, const uni_draft_rule *r) {
    const uni_deck *d = draft->d;
    uint16_t at = r->rule.node;
    if (waits(d, at)) {
        uni_complain(draft->report, 11, draft->node_place[at],
                     "a substitute happens in the same moment; use one verb or `and`",
                     "`instead` cannot wait: this effect has `then` in it");
    } else if (asks_inside(d, d->node[at].op == UNI_OP_MAY ? d->node[at].a : at)) {
        uni_complain(draft->report, 11, draft->node_place[at], "begin it with `may`",
                     "`may` stands inside this substitute");
    }
}

// --- Rules ----------------------------------------------------------------------

static const char *const event_words[UNI_EVENTS] = {
    [UNI_ON_ENTER] = "enter",
    [UNI_ON_PLAY] = "play",
    [UNI_ON_ANSWER] = "answer",
    [UNI_ON_START] = "start",
    [UNI_ON_ANY_START] = "start",
    [UNI_ON_END] = "end",
    [UNI_ON_ANY_END] = "end",
    [UNI_ON_LEFT] = "when this is",
    [UNI_ON_COMES] = "when",
    [UNI_ON_GOES] = "when",
    [UNI_ON_WHILE] = "while",
    [UNI_ON_REPLACE] = "if",
    [UNI_ON_REDIRECT] = "if",
    [UNI_NO_PLAY] = "I cannot play",
    [UNI_NO_STOP] = "cannot be stopped",
    [UNI_OPEN_HAND] = "my hand is open",
    [UNI_PANDAS] = "are pandas",
    [UNI_CANNOT_BE] = "cannot be",
    [UNI_NO_TRIGGER] = "cannot trigger",
    [UNI_NO_ENTER] = "cannot enter",
    [UNI_NEEDS] = "needs",
    [UNI_ON_FALLS] = "when",
    [UNI_ON_PLAYED] = "when",
    [UNI_ON_DRAWN] = "when",
    [UNI_ON_STOPS] = "when",
    [UNI_ON_USE] = "once a turn",
    [UNI_KEEP] = "I keep",
};

// Whether a card of that class can ever come to the point where the rule speaks.
static bool can_happen(const uni_rule *rule, int class_) {
    bool stays = UNI_STAYS >> class_ & 1;
    switch ((uni_event)rule->event) {
    case UNI_ON_PLAY: return class_ == UNI_MAGIC;
    case UNI_ON_ANSWER: return class_ == UNI_INSTANT;
    case UNI_ON_LEFT:
        return (stays || !(rule->pasts & ~(UNI_DISCARDED | UNI_STOPPED))) &&
               !(class_ == UNI_BABY && (rule->pasts & UNI_STOPPED));
    case UNI_NO_STOP: return stays || rule->reach == UNI_REACH_THIS;
    case UNI_NEEDS: return class_ != UNI_BABY;
    default: return stays;
    }
}

static void check_event(uni_draft *draft, const uni_draft_rule *r, int class_) {
    if (can_happen(&r->rule, class_)) {
        return;
    }
    const char *word = event_words[r->rule.event];
    if (class_ == UNI_MAGIC) {
        uni_complain(draft->report, 9, r->place, "use `play:`",
                     "a magic card never enters a stable, so `%s` cannot happen", word);
    } else if (class_ == UNI_INSTANT) {
        uni_complain(draft->report, 9, r->place, "use `answer:`",
                     "an instant never enters a stable, so `%s` cannot happen", word);
    } else {
        uni_complain(draft->report, 9, r->place, "use `enter:`, or `start:`",
                     "a card that lives in a stable has no `%s`", word);
    }
}

// `enter: move this to another stable` enters again, and again.
static bool enters_again(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0) {
        return false;
    }
    if (n->op == UNI_OP_VERB) {
        return n->pick && (d->pick[n->pick].flags & UNI_PICK_THIS) &&
               uni_verb_of(n)->to == UNI_STABLE;
    }
    return enters_again(d, n->a) || enters_again(d, n->b);
}

static void check_rule(uni_draft *draft, const uni_draft_card *card, const uni_draft_rule *r) {
    const uni_rule *rule = &r->rule;
    if (rule->event >= UNI_EVENTS) {
        return; // is, counts, says
    }
    check_event(draft, r, card->class_);
    bool effect = rule->node && rule->event <= UNI_ON_REPLACE;
    if (effect) {
        bool names = rule->event == UNI_ON_ANSWER ||
                     (rule->event >= UNI_ON_COMES && rule->event <= UNI_ON_STOPS) ||
                     (rule->event == UNI_ON_LEFT && rule->pasts == UNI_STOPPED);
        check_effect(draft, rule->node, (bound){names, false}, rule->event == UNI_ON_ANSWER);
    }
    if (rule->event == UNI_ON_REPLACE && rule->node) {
        check_substitute(draft, r);
    }
    if (rule->event == UNI_ON_ENTER && effect && enters_again(draft->d, rule->node)) {
        char hint[120];
        snprintf(hint, sizeof hint, "what enters triggers again; a chain is cut after %d links",
                 UNI_MAX_LINKS);
        uni_warn(draft->report, 16, r->place, hint, "\"%.*s\" may set itself off for ever",
                 (int)card->name.length, card->name.start);
    }
}

// Picks that no card of the deck can ever fit.
static void check_picks(uni_draft *draft) {
    const uni_deck *d = draft->d;
    for (int i = 1; i < d->node_count; i++) {
        const uni_node *n = &d->node[i];
        if (n->op == UNI_OP_VERB && n->pick && !uni_any(d->pick[n->pick].cards) &&
            draft->node_place[i].file == 0) {
            uni_warn(draft->report, 17, draft->pick_place[n->pick], NULL,
                     "this is never asked: the deck has no such card to %s", uni_verb_of(n)->word);
        }
    }
}

// --- The deck as a whole ----------------------------------------------------------

static int deck_cards(const uni_deck *d) {
    return d->card_count - uni_count(d->of_class[UNI_BABY].set);
}

static void check_deal(uni_draft *draft) {
    const uni_deck *d = draft->d;
    const uni_place none = {0};
    int needed = d->players_max * (d->deal + d->gift_count);
    if (needed >= deck_cards(d)) {
        uni_complain(draft->report, 24, none, "add cards, deal fewer or lower `players`",
                     "%d cards are dealt to %d players, the deck has only %d", needed,
                     d->players_max, deck_cards(d));
    }
    for (int i = 0; i < d->gift_count; i++) {
        const uni_kind *kind = &d->kind[d->gift[i]];
        if (kind->copies < d->players_max || kind->class_ == UNI_BABY) {
            uni_complain(draft->report, 24, draft->gift[i].place, NULL,
                         "there is not a \"%s\" for each of %d players",
                         uni_kind_name(d, d->gift[i]), d->players_max);
        }
    }
    if (d->start == UNI_NO_CARD) {
        return;
    }
    const uni_kind *start = &d->kind[d->start];
    if (start->copies < d->players_max || start->class_ != UNI_BABY) {
        uni_complain(draft->report, 24, draft->start.place, "start \"Baby Unicorn\"",
                     "there is not a baby called \"%s\" for each of %d players",
                     uni_kind_name(d, d->start), d->players_max);
    }
}

static void check_goal(uni_draft *draft) {
    const uni_deck *d = draft->d;
    int value = 0;
    for (int k = 0; k < d->kind_count; k++) {
        value += UNI_UNICORNS >> d->kind[k].class_ & 1 ? d->kind[k].value * d->kind[k].copies : 0;
    }
    for (int p = d->players_min; p <= d->players_max; p++) {
        if (d->win[p] > value) {
            uni_warn(draft->report, 18, draft->win_place, NULL,
                     "nobody can win: %d unicorns needed, the deck has %d", d->win[p], value);
            return;
        }
    }
}

// Effects that can meet in one link: those of one moment in one stable, one more
// for each player when they name everybody, and the cards that may step in.
static void check_crowd(uni_draft *draft) {
    const uni_deck *d = draft->d;
    static const uint8_t moments[][2] = {{UNI_ON_START, UNI_ON_ANY_START},
                                         {UNI_ON_END, UNI_ON_ANY_END},
                                         {UNI_ON_COMES, UNI_ON_GOES},
                                         {UNI_ON_PLAYED, UNI_ON_STOPS},
                                         {UNI_ON_DRAWN, UNI_ON_FALLS}};
    int steps_in = 0, most = 0, worst_kind = 0, worst = 0;
    for (int k = 0; k < d->kind_count; k++) {
        for (int i = 0; i < d->kind[k].rule_count; i++) {
            steps_in += d->rule[d->kind[k].rule_first + i].event == UNI_ON_REPLACE;
        }
    }
    for (int m = 0; m < 5; m++) {
        int here = 0;
        for (int k = 0; k < d->kind_count; k++) {
            int rules = 0;
            for (int i = 0; i < d->kind[k].rule_count; i++) {
                int event = d->rule[d->kind[k].rule_first + i].event;
                rules += event == moments[m][0] || event == moments[m][1];
            }
            here += rules * d->kind[k].copies;
            if (rules * d->kind[k].copies > worst) {
                worst = rules * d->kind[k].copies;
                worst_kind = k;
            }
        }
        most = here > most ? here : most;
    }
    int total = most + d->players_max + steps_in;
    draft->d->jobs_most = (uint16_t)total;
    if (total > UNI_JOBS) {
        char hint[100];
        snprintf(hint, sizeof hint, "the most come from \"%s\" x%d", uni_kind_name(d, worst_kind),
                 d->kind[worst_kind].copies);
        uni_complain(draft->report, 15, (uni_place){0}, hint,
                     "up to %d effects can meet in one link, %d fit", total, UNI_JOBS);
    }
}

static int loans_in(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0 || n->op == UNI_OP_VERB) {
        return at && n->verb == UNI_VERB_OF_steal && n->param ? 1 : 0;
    }
    return loans_in(d, n->a) + loans_in(d, n->b);
}

static void check_leases(uni_draft *draft) {
    const uni_deck *d = draft->d;
    int loans = 0;
    for (int k = 0; k < d->kind_count; k++) {
        for (int i = 0; i < d->kind[k].rule_count; i++) {
            loans += loans_in(d, d->rule[d->kind[k].rule_first + i].node) * d->kind[k].copies;
        }
    }
    draft->d->loans_most = (uint16_t)loans;
    if (loans > UNI_LEASES) {
        uni_complain(draft->report, 15, (uni_place){0}, NULL,
                     "up to %d cards can be borrowed at once, %d fit", loans, UNI_LEASES);
    }
}

static void check_idle(uni_draft *draft) {
    const uni_deck *d = draft->d;
    for (int k = 0; k < d->kind_count; k++) {
        const uni_kind *kind = &d->kind[k];
        bool must = kind->class_ == UNI_MAGIC || kind->class_ == UNI_INSTANT;
        int event = kind->class_ == UNI_MAGIC ? UNI_ON_PLAY : UNI_ON_ANSWER;
        if (must && !uni_meet(d->listens[event].set, d->range[k].set)) {
            uni_place place = {0, 1, kind->line, 1};
            uni_complain(draft->report, 25, place,
                         kind->class_ == UNI_MAGIC ? "play: draw 2" : "answer: stop",
                         "\"%s\" does nothing", uni_kind_name(d, k));
        }
    }
}

void uni_check_draft(uni_draft *draft) {
    for (int i = 0; i < draft->card_count; i++) {
        const uni_draft_card *card = &draft->card[i];
        for (int j = 0; !card->gone && j < card->rule_count; j++) {
            check_rule(draft, card, &draft->rule[card->rule_first + j]);
        }
    }
    for (int i = 0; i < draft->trait_count; i++) {
        const uni_draft_trait *trait = &draft->trait[i];
        uni_draft_card nobody = {0};
        nobody.class_ = UNI_MAGICAL;
        nobody.name = trait->name;
        for (int j = 0; j < trait->rule_count; j++) {
            check_rule(draft, &nobody, &draft->rule[trait->rule_first + j]);
        }
    }
    if (draft->report->error_count) {
        return;
    }
    check_picks(draft);
    check_deal(draft);
    check_goal(draft);
    check_crowd(draft);
    check_leases(draft);
    check_idle(draft);
}
