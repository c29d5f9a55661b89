// SPDX-License-Identifier: MIT
// What a card is worth, read off its rules: what it destroys, draws, stops, protects, and what it
// costs. For players that meet cards nobody has ranked for them.
//
// Everything is in thousandths of a unicorn in one's own stable, for a player among equals. The
// numbers are judgements, not measurements; docs/strength.md says what they bring.
#include "unicorns/appraise.h"
#include "unicorns/verb.h"

static int at_most(int value, int limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

// How many cards a pick stands for; "all" is a guess.
static int pick_count(const uni_deck *d, const uni_node *n) {
    const uni_pick *pick = &d->pick[n->pick];
    int count = pick->count == UNI_ALL || pick->count == UNI_THAT_MANY ? 2 : pick->count;
    return n->measure ? count * 3 / 2 : count;
}

// What a card of these classes is worth to whose stable it is in.
static int class_worth(uint32_t classes) {
    if (classes == 1u << UNI_DOWNGRADE) {
        return -700;
    }
    return classes & UNI_UNICORNS ? 1000 : classes >> UNI_UPGRADE & 1 ? 700 : 400;
}

enum { CARD = 250, CHOICE = 100 }; // a card in hand; being able to choose

static int stable_verb(const uni_deck *d, const uni_node *n) {
    const uni_pick *pick = &d->pick[n->pick];
    int count = pick_count(d, n), worth = class_worth(pick->classes);
    bool this_one = pick->flags & UNI_PICK_THIS, mine = pick->whose == UNI_WHOSE_MINE;
    switch (n->verb) {
    case UNI_VERB_OF_sacrifice:
        return this_one ? -1000 : -count * (worth < 0 ? worth : worth * 7 / 10);
    case UNI_VERB_OF_destroy: return count * worth * 7 / 10;
    case UNI_VERB_OF_return: return this_one || mine ? -500 : count * worth * 4 / 10;
    case UNI_VERB_OF_steal: return count * worth * (n->param == 2 ? 3 : 14) / 10;
    case UNI_VERB_OF_move: return this_one ? -300 : 400;
    case UNI_VERB_OF_put: return pick->zone == UNI_HAND ? -count * CARD * 8 / 10 : -count * worth;
    default: return 0;
    }
}

static int other_verb(const uni_deck *d, const uni_node *n) {
    int count = n->pick ? pick_count(d, n) : 1;
    switch (n->verb) {
    case UNI_VERB_OF_bring: return count * class_worth(d->pick[n->pick].classes) * 9 / 10;
    case UNI_VERB_OF_take: return count * (CARD + CHOICE);
    case UNI_VERB_OF_discard: return -count * CARD;
    case UNI_VERB_OF_draw: return n->n * CARD * (n->measure ? 3 : 2) / 2;
    case UNI_VERB_OF_search: return CARD + CHOICE;
    case UNI_VERB_OF_pull: return CARD * 3 / 2;
    case UNI_VERB_OF_extra: return n->param == 1 ? CARD : n->param == 2 ? 450 : 900;
    case UNI_VERB_OF_skip: return -600;
    case UNI_VERB_OF_stop: return 900;
    case UNI_VERB_OF_exchange: return 400;
    case UNI_VERB_OF_copy: return 400;
    case UNI_VERB_OF_look: return 50;
    case UNI_VERB_OF_reorder: return 120;
    default: return 0;
    }
}

int uni_appraise_effect(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0) {
        return 0;
    }
    if (n->op == UNI_OP_VERB) {
        int worth = n->verb == UNI_VERB_OF_put || (uni_verb_of(n)->flags & UNI_VERB_STABLE)
                        ? stable_verb(d, n)
                        : 0;
        return worth ? worth : other_verb(d, n);
    }
    int a = uni_appraise_effect(d, n->a), b = uni_appraise_effect(d, n->b);
    switch ((uni_op)n->op) {
    case UNI_OP_MAY: return a > 0 ? a : 0;
    case UNI_OP_OR: return a > b ? a : b;
    case UNI_OP_IF: return (6 * a + 4 * b) / 10;
    case UNI_OP_EACH: return a < 0 ? -a / 8 : 0; // whoever sets it off is ready for it
    case UNI_OP_OTHERS: return -a;
    case UNI_OP_NEIGHBOURS:
    case UNI_OP_NEXT:
    case UNI_OP_PREVIOUS:
    case UNI_OP_THAT: return -a * 6 / 10;
    case UNI_OP_ANOTHER: return a < 0 ? -a * 7 / 10 : -a * 3 / 10;
    case UNI_OP_ANY: return a < 0 ? -a * 7 / 10 : a;
    default: return a + b;
    }
}

// How often a moment comes while the card lies there, in halves.
static int halves_of(uni_event event) {
    switch (event) {
    case UNI_ON_START:
    case UNI_ON_END:
    case UNI_ON_USE: return 5;
    case UNI_ON_ANY_START:
    case UNI_ON_ANY_END:
    case UNI_ON_PLAYED:
    case UNI_ON_DRAWN: return 4;
    case UNI_ON_COMES:
    case UNI_ON_GOES:
    case UNI_ON_FALLS: return 3;
    case UNI_ON_LEFT:
    case UNI_ON_STOPS: return 1;
    default: return 2;
    }
}

static int standing(const uni_rule *rule) {
    bool mine = rule->reach == UNI_REACH_MINE, downgrades = rule->classes == 1u << UNI_DOWNGRADE;
    switch ((uni_event)rule->event) {
    case UNI_ON_REPLACE:
    case UNI_ON_REDIRECT: return 350;
    case UNI_CANNOT_BE: return mine ? 700 : 250;
    case UNI_NO_STOP: return mine ? 700 : 150;
    case UNI_NO_PLAY: return rule->classes == 1u << UNI_INSTANT ? -350 : -600;
    case UNI_OPEN_HAND: return -250;
    case UNI_PANDAS: return -1500;
    case UNI_NO_TRIGGER: return -500;
    case UNI_NO_ENTER: return rule->where == UNI_WHERE_MINE && !downgrades ? -1200 : 400;
    case UNI_KEEP:
        return rule->to == UNI_KEEPS_MORE    ? 60 * rule->number
               : rule->to == UNI_KEEPS_FEWER ? -100 * rule->number
                                             : 100 * (rule->number - 7);
    case UNI_NEEDS: return -100;
    default: return 0;
    }
}

int uni_appraise_rules(const uni_deck *d, int kind) {
    const uni_kind *k = &d->kind[kind];
    int sum = UNI_UNICORNS >> k->class_ & 1 ? 1000 * (k->value - 1) : 0;
    for (int i = 0; i < k->rule_count; i++) {
        const uni_rule *rule = &d->rule[k->rule_first + i];
        bool acts = rule->node && rule->event < UNI_ON_REPLACE;
        int effect = acts ? uni_appraise_effect(d, rule->node) : 0;
        sum += acts ? effect * halves_of((uni_event)rule->event) / 2 : standing(rule);
    }
    return at_most(sum, 2400);
}

int uni_appraise(const uni_deck *d, int kind) {
    int rules = uni_appraise_rules(d, kind), worth = 0;
    switch ((uni_class)d->kind[kind].class_) {
    case UNI_BABY: return 100;
    case UNI_BASIC: worth = 200 + rules / 3; break;
    case UNI_MAGICAL: worth = 300 + rules / 3; break;
    case UNI_MAGIC: worth = 200 + rules * 45 / 100; break;
    case UNI_INSTANT: worth = 100 + rules * 8 / 10; break;
    case UNI_UPGRADE: worth = 250 + rules * 45 / 100; break;
    default: worth = 200 - rules * 45 / 100; break; // a downgrade: how bad it is
    }
    return worth < 0 ? 0 : worth > 1000 ? 1000 : worth;
}

int uni_appraise_use(const uni_deck *d, int kind) {
    const uni_kind *k = &d->kind[kind];
    int best = 0;
    for (int i = 0; i < k->rule_count; i++) {
        const uni_rule *rule = &d->rule[k->rule_first + i];
        best += rule->event == UNI_ON_USE ? uni_appraise_effect(d, rule->node) : 0;
    }
    return best;
}
