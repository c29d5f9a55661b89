// SPDX-License-Identifier: MIT
// Words for cards: the sentence printed on a card is made from its rules, so the
// two cannot differ.
#include <string.h>

#include <tessera/text.h>

#include "unicorns/cards.h"
#include "unicorns/verb.h"

// --- Picks in sentences -------------------------------------------------------------

static const struct {
    const char *title;
    bool is_card; // "Magic card", but "Baby Unicorn"
} class_titles[UNI_CLASSES] = {
    {"Baby Unicorn", false}, {"Basic Unicorn", false}, {"Magical Unicorn", false}, {"Magic", true},
    {"Instant", true},       {"Upgrade", true},        {"Downgrade", true}};

// "Unicorn", "Upgrade or Downgrade card", "Basic Unicorn", "card".
static void put_classes(tsr_out *o, uint32_t classes, bool plural) {
    const char *sep = "";
    bool is_card = classes == UNI_ANY_CLASS;
    if ((classes & UNI_UNICORNS) == UNI_UNICORNS && !is_card) {
        tsr_put(o, "Unicorn");
        sep = " or ";
        classes &= ~(uint32_t)UNI_UNICORNS;
    }
    for (int c = 0; c < UNI_CLASSES && classes != UNI_ANY_CLASS; c++) {
        if (classes >> c & 1) {
            tsr_putf(o, "%s%s", sep, class_titles[c].title);
            sep = " or ";
            is_card = class_titles[c].is_card;
        }
    }
    tsr_putf(o, "%s%s", !is_card ? "" : *sep ? " card" : "card", plural ? "s" : "");
}

static bool starts_with_vowel(uint32_t classes) {
    if (classes == UNI_ANY_CLASS || (classes & UNI_UNICORNS)) {
        return false; // a card, a Unicorn
    }
    int first = __builtin_ctz(classes);
    return first == UNI_INSTANT || first == UNI_UPGRADE;
}

static void put_count(tsr_out *o, const uni_pick *pick) {
    if (pick->count == UNI_ALL) {
        tsr_put(o, "all ");
    } else if (pick->count == UNI_THAT_MANY) {
        tsr_put(o, "as many ");
    } else if (pick->flags & UNI_PICK_UP_TO) {
        tsr_putf(o, "up to %d ", pick->count);
    } else if (pick->count > 1) {
        tsr_putf(o, "%d ", pick->count);
    } else if (pick->flags & UNI_PICK_ANOTHER) {
        tsr_put(o, "another ");
    } else {
        tsr_put(o, !pick->word && starts_with_vowel(pick->classes) ? "an " : "a ");
    }
}

// "one of your Unicorns", "all their cards": what is said to be one's own.
static void put_own(tsr_out *o, const uni_pick *pick, bool third) {
    const char *own = third ? "their " : "your ";
    if (pick->count == UNI_ALL) {
        tsr_putf(o, "all %s", own);
    } else if (pick->count == UNI_THAT_MANY) {
        tsr_putf(o, "as many of %s", own);
    } else if (pick->flags & UNI_PICK_UP_TO) {
        tsr_putf(o, "up to %d of %s", pick->count, own);
    } else if (pick->count > 1) {
        tsr_putf(o, "%d of %s", pick->count, own);
    } else {
        tsr_putf(o, pick->flags & UNI_PICK_ANOTHER ? "another of %s" : "one of %s", own);
    }
    put_classes(o, pick->classes, true);
}

void uni_tell_pick(tsr_out *o, const uni_deck *d, const uni_pick *pick, uni_whose usual,
                   bool third) {
    static const char *const whose[] = {
        [UNI_WHOSE_DEFAULT] = "",
        [UNI_WHOSE_MINE] = "",
        [UNI_WHOSE_OTHERS] = " of another player",
        [UNI_WHOSE_THAT] = " of that player",
        [UNI_WHOSE_EACH] = " of each player",
        [UNI_WHOSE_ANY] = " of any player",
    };
    if (pick->flags & UNI_PICK_THIS) {
        tsr_put(o, "this card");
        return;
    }
    bool own = pick->whose == UNI_WHOSE_MINE && usual != UNI_WHOSE_MINE;
    if (own) {
        put_own(o, pick, third);
    } else {
        put_count(o, pick);
        put_classes(o, pick->classes, pick->count > 1);
    }
    if (pick->word) {
        tsr_putf(o, " with \"%s\" in %s name", uni_deck_text(d, pick->word),
                 pick->count > 1 ? "their" : "its");
    }
    if (pick->whose == UNI_WHOSE_OTHERS && usual != UNI_WHOSE_OTHERS && pick->count > 1) {
        tsr_put(o, " of other players");
    } else {
        tsr_put(o, pick->whose == usual ? "" : whose[pick->whose]);
    }
}

// --- Counts and conditions in sentences ------------------------------------------------

static void put_what(tsr_out *o, const uni_deck *d, const uni_measure *m, bool plural) {
    const uni_pick *pick = &d->pick[m->pick];
    put_classes(o, pick->classes, plural);
    if (pick->word) {
        tsr_putf(o, " with \"%s\" in the name", uni_deck_text(d, pick->word));
    }
}

static void tell_condition(tsr_out *o, const uni_deck *d, const uni_measure *m, bool third) {
    static const char *const who[] = {[UNI_SUBJECT_THAT] = "that player has",
                                      [UNI_SUBJECT_SOME] = "another player has",
                                      [UNI_SUBJECT_EVERY] = "each other player has",
                                      [UNI_SUBJECT_ANY] = "any player has"};
    static const char *const relation[] = {"more than", "fewer than", "at least", "at most",
                                           "exactly"};
    static const char *const whom[] = {[UNI_SUBJECT_THAT] = "that player",
                                       [UNI_SUBJECT_SOME] = "another player",
                                       [UNI_SUBJECT_EVERY] = "each other player"};
    if (m->subject == UNI_SUBJECT_PILE) {
        tsr_put(o, m->zone == UNI_DISCARD   ? "the discard pile has"
                   : m->zone == UNI_NURSERY ? "the nursery has"
                                            : "the deck has");
    } else {
        tsr_put(o, m->subject != UNI_SUBJECT_ME ? who[m->subject]
                   : third                      ? "they have"
                                                : "you have");
    }
    if (m->than) {
        tsr_put(o, m->relation == UNI_MORE    ? " more "
                   : m->relation == UNI_FEWER ? " fewer "
                                              : " as many ");
        put_what(o, d, m, true);
        tsr_put(o, m->zone == UNI_HAND ? " in hand" : "");
        tsr_putf(o, m->relation == UNI_EXACTLY ? " as %s" : " than %s", whom[m->than - 1]);
        return;
    }
    if (m->relation == UNI_EXACTLY && m->number == 0) {
        tsr_put(o, " no ");
    } else {
        tsr_putf(o, " %s %d ", relation[m->relation], m->number);
    }
    put_what(o, d, m, m->number != 1);
    tsr_put(o, m->zone == UNI_HAND ? " in hand" : "");
}

static void tell_folds(tsr_out *o, const uni_deck *d, const uni_measure *m, bool third) {
    tsr_put(o, " for each ");
    if (m->subject == UNI_SUBJECT_PLAYERS || m->subject == UNI_SUBJECT_RIVALS) {
        tsr_put(o, m->subject == UNI_SUBJECT_PLAYERS ? "player (you too)" : "other player");
        return;
    }
    put_what(o, d, m, false);
    bool hand = m->zone == UNI_HAND;
    switch ((uni_subject)m->subject) {
    case UNI_SUBJECT_PILE:
        tsr_put(o, m->zone == UNI_DISCARD   ? " in the discard pile"
                   : m->zone == UNI_NURSERY ? " in the nursery"
                                            : " in the deck");
        break;
    case UNI_SUBJECT_OTHERS: tsr_putf(o, " in the %s of others", hand ? "hands" : "stables"); break;
    case UNI_SUBJECT_ALL: tsr_putf(o, " in all %s", hand ? "hands" : "stables"); break;
    case UNI_SUBJECT_THAT: tsr_putf(o, " in that player's %s", hand ? "hand" : "stable"); break;
    default: tsr_putf(o, " in %s %s", third ? "their" : "your", hand ? "hand" : "stable"); break;
    }
}

void uni_tell_verb(tsr_out *o, const char *verb, bool third) {
    size_t n = strlen(verb);
    bool es = n > 2 && (strcmp(verb + n - 2, "sh") == 0 || strcmp(verb + n - 2, "ch") == 0 ||
                        verb[n - 1] == 'o');
    tsr_putf(o, "%s%s ", verb, third ? (es ? "es" : "s") : "");
}

// --- Effects in sentences -------------------------------------------------------------

static void tell_node(tsr_out *o, const uni_deck *d, uint16_t at, bool third);

// "each other player discards a card", "each other player, if they have ..., discards a card"
static void tell_for(tsr_out *o, const uni_deck *d, const char *who, uint16_t at) {
    tsr_putf(o, "%s%s", who, d->node[at].op == UNI_OP_IF ? ", " : " ");
    tell_node(o, d, at, true);
}

// Whether it begins with who does it: "each player ...", not "choose any player ...".
static bool names_players(const uni_node *n) {
    return n->op == UNI_OP_EACH || n->op == UNI_OP_THAT || n->op == UNI_OP_OTHERS ||
           n->op == UNI_OP_NEIGHBOURS || n->op == UNI_OP_NEXT || n->op == UNI_OP_PREVIOUS;
}

static void tell_node(tsr_out *o, const uni_deck *d, uint16_t at, bool third) {
    const uni_node *n = &d->node[at];
    switch ((uni_op)n->op) {
    case UNI_OP_VERB:
        uni_verb_of(n)->tell(o, d, n, third);
        if (n->measure) {
            tell_folds(o, d, &d->measure[n->measure], third);
        }
        break;
    case UNI_OP_IF:
        tsr_put(o, "if ");
        tell_condition(o, d, &d->measure[n->measure], third);
        tsr_put(o, ", ");
        tell_node(o, d, n->a, third);
        if (n->b) {
            tsr_put(o, "; otherwise ");
            tell_node(o, d, n->b, third);
        }
        break;
    case UNI_OP_OTHERS: tell_for(o, d, "each other player", n->a); break;
    case UNI_OP_NEIGHBOURS: tell_for(o, d, "each neighbour", n->a); break;
    case UNI_OP_NEXT: tell_for(o, d, "the next player", n->a); break;
    case UNI_OP_PREVIOUS: tell_for(o, d, "the previous player", n->a); break;
    case UNI_OP_MAY:
        if (names_players(&d->node[n->a])) {
            tsr_put(o, third ? "if they like, " : "if you like, ");
            tell_node(o, d, n->a, third);
        } else {
            tsr_put(o, third ? "may " : "you may ");
            tell_node(o, d, n->a, false);
        }
        break;
    case UNI_OP_AND:
        tell_node(o, d, n->a, third);
        tsr_put(o, " and ");
        tell_node(o, d, n->b, third);
        break;
    case UNI_OP_OR:
        tell_node(o, d, n->a, third);
        tsr_put(o, " or ");
        tell_node(o, d, n->b, third);
        break;
    case UNI_OP_THEN:
        tell_node(o, d, n->a, third);
        tsr_put(o, ", then ");
        tell_node(o, d, n->b, third);
        break;
    case UNI_OP_IF_DONE:
        tell_node(o, d, n->a, third);
        tsr_put(o, third ? "; who does that, " : "; if you do, ");
        tell_node(o, d, n->b, third);
        break;
    case UNI_OP_EACH: tell_for(o, d, "each player (you too)", n->a); break;
    case UNI_OP_ANY:
        tsr_put(o, "choose any player, who ");
        tell_node(o, d, n->a, true);
        break;
    case UNI_OP_ANOTHER:
        tsr_put(o, "choose another player, who ");
        tell_node(o, d, n->a, true);
        break;
    case UNI_OP_THAT: tell_for(o, d, "that player", n->a); break;
    }
}

// --- Rules in sentences ------------------------------------------------------------------

static void put_pasts(tsr_out *o, uint32_t pasts) {
    static const char *const words[UNI_PASTS] = {"sacrificed", "destroyed", "returned",
                                                 "stolen",     "discarded", "stopped"};
    bool first = true;
    for (int i = 0; i < UNI_PASTS; i++) {
        if (pasts >> i & 1) {
            tsr_putf(o, "%s%s", first ? "" : " or ", words[i]);
            first = false;
        }
    }
}

static const char *const zone_titles[UNI_ZONES] = {
    [UNI_NOWHERE] = "nowhere",     [UNI_HAND] = "a hand",   [UNI_DISCARD] = "the discard pile",
    [UNI_NURSERY] = "the nursery", [UNI_DECK] = "the deck", [UNI_TOP] = "the top of the deck",
    [UNI_STABLE] = "a stable",
};

static void put_zones(tsr_out *o, uint32_t zones) {
    bool first = true;
    for (int i = 0; i < UNI_ZONES; i++) {
        if (zones >> i & 1) {
            tsr_putf(o, "%s%s", first ? "" : " or ", zone_titles[i]);
            first = false;
        }
    }
}

static void tell_instead(tsr_out *o, const uni_deck *d, const uni_rule *rule) {
    tsr_put(o, "If ");
    uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT, false);
    if (rule->pasts) {
        tsr_put(o, " would be ");
        put_pasts(o, rule->pasts);
    } else {
        tsr_put(o, " would go to ");
        put_zones(o, rule->zones);
    }
    tsr_put(o, ", ");
    if (rule->event == UNI_ON_REDIRECT) {
        tsr_putf(o, "it goes to %s instead",
                 rule->to == UNI_HAND ? "its owner's hand" : zone_titles[rule->to]);
    } else {
        tell_node(o, d, rule->node, false);
        tsr_put(o, " instead");
    }
}

static void put_subject(tsr_out *o, const uni_rule *rule) {
    if (rule->reach == UNI_REACH_THIS) {
        tsr_put(o, "this card");
        return;
    }
    tsr_put(o, rule->reach == UNI_REACH_MINE ? "your " : "");
    put_classes(o, rule->classes, true);
}

static void tell_standing(tsr_out *o, const uni_deck *d, const uni_rule *rule) {
    switch ((uni_event)rule->event) {
    case UNI_NO_PLAY:
        tsr_put(o, "You cannot play ");
        put_classes(o, rule->classes, true);
        break;
    case UNI_NO_STOP:
        if (rule->reach == UNI_REACH_MINE && rule->classes == UNI_ANY_CLASS) {
            tsr_put(o, "Cards you play");
        } else {
            put_subject(o, rule);
        }
        tsr_put(o, " cannot be stopped");
        break;
    case UNI_OPEN_HAND: tsr_put(o, "Your hand is open to all"); break;
    case UNI_PANDAS: tsr_put(o, "Your Unicorns are Pandas"); break;
    case UNI_CANNOT_BE:
        put_subject(o, rule);
        tsr_put(o, " cannot be ");
        put_pasts(o, rule->pasts);
        if (rule->by) {
            tsr_put(o, " by ");
            put_classes(o, rule->by, true);
        }
        break;
    case UNI_NO_TRIGGER:
        tsr_put(o, "Effects of ");
        tsr_put(o, rule->reach == UNI_REACH_MINE ? "your " : "all ");
        put_classes(o, rule->classes, true);
        tsr_put(o, " do nothing");
        break;
    case UNI_NO_ENTER:
        put_subject(o, rule);
        tsr_put(o, rule->where == UNI_WHERE_MINE  ? " cannot enter your stable"
                   : rule->where == UNI_WHERE_ANY ? " cannot enter any stable"
                                                  : " can enter no stable but yours");
        break;
    case UNI_KEEP:
        tsr_put(o, rule->to == UNI_KEEPS ? "At the end of your turn you keep at most "
                                         : "At the end of your turn you keep ");
        tsr_putf(o, "%d%s card%s", rule->number,
                 rule->to == UNI_KEEPS_MORE    ? " more"
                 : rule->to == UNI_KEEPS_FEWER ? " fewer"
                                               : "",
                 rule->number == 1 ? "" : "s");
        break;
    case UNI_NEEDS:
        tsr_put(o, "You need ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_MINE, false);
        tsr_put(o, " in your stable to play this card");
        break;
    default: break;
    }
}

static void tell_event(tsr_out *o, const uni_deck *d, const uni_rule *rule) {
    static const char *const words[UNI_EVENTS] = {
        [UNI_ON_ENTER] = "On arrival: ",
        [UNI_ON_PLAY] = "",
        [UNI_ON_ANSWER] = "When another player plays a card: ",
        [UNI_ON_START] = "At the start of your turn: ",
        [UNI_ON_ANY_START] = "At the start of every turn: ",
        [UNI_ON_END] = "At the end of your turn: ",
        [UNI_ON_ANY_END] = "At the end of every turn: ",
        [UNI_ON_USE] = "Once on each of your turns you can: ",
        [UNI_ON_COMES] = " enters ",
        [UNI_ON_GOES] = " leaves ",
    };
    static const char *const stables[] = {"your stable", "another player's stable", "any stable"};
    static const char *const actors[] = {"you", "another player", "any player"};
    switch ((uni_event)rule->event) {
    case UNI_ON_LEFT:
        tsr_put(o, "When this card is ");
        put_pasts(o, rule->pasts);
        tsr_put(o, ": ");
        break;
    case UNI_ON_COMES:
    case UNI_ON_GOES:
        tsr_put(o, "When ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT, false);
        tsr_put(o, words[rule->event]);
        tsr_putf(o, "%s: ", stables[rule->where]);
        break;
    case UNI_ON_FALLS:
        tsr_put(o, "When ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT, false);
        tsr_put(o, " is ");
        put_pasts(o, rule->pasts);
        tsr_put(o, ": ");
        break;
    case UNI_ON_PLAYED:
    case UNI_ON_DRAWN: {
        bool draws = rule->event == UNI_ON_DRAWN, mine = rule->where == UNI_WHERE_MINE;
        tsr_putf(o, "When %s %s%s ", actors[rule->where], draws ? "draw" : "play", mine ? "" : "s");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT, false);
        tsr_put(o, ": ");
        break;
    }
    case UNI_ON_STOPS: {
        uni_pick pick = d->pick[rule->pick];
        pick.whose = UNI_WHOSE_DEFAULT;
        tsr_put(o, "When ");
        uni_tell_pick(o, d, &pick, UNI_WHOSE_DEFAULT, false);
        tsr_putf(o, " that %s play%s is stopped: ", actors[rule->where],
                 rule->where == UNI_WHERE_MINE ? "" : "s");
        break;
    }
    case UNI_ON_WHILE:
        tsr_putf(o, "Whenever you have more than ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_MINE, false);
        tsr_put(o, ": ");
        break;
    default: tsr_put(o, words[rule->event]); break;
    }
    tell_node(o, d, rule->node, false);
}

static void tell_rule(tsr_out *o, const uni_deck *d, const uni_rule *rule) {
    if (rule->event == UNI_ON_REPLACE || rule->event == UNI_ON_REDIRECT) {
        tell_instead(o, d, rule);
    } else if (rule->event >= UNI_NO_PLAY) {
        tell_standing(o, d, rule);
    } else {
        tell_event(o, d, rule);
    }
}

// A sentence of its own, with a capital and a full stop.
static void put_sentence(tsr_out *o, const uni_deck *d, const uni_rule *rule) {
    char text[400];
    tsr_out inner = tsr_out_to(text, sizeof text);
    tell_rule(&inner, d, rule);
    tsr_out_end(&inner);
    if (text[0] >= 'a' && text[0] <= 'z') {
        text[0] = (char)(text[0] - 'a' + 'A');
    }
    tsr_putf(o, "%s%s.", o->len ? " " : "", text);
}

int uni_card_text(const uni_deck *d, int kind, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    const uni_kind *k = &d->kind[kind];
    if (k->says) {
        tsr_put(&o, uni_deck_text(d, k->says));
        return tsr_out_end(&o);
    }
    if ((UNI_UNICORNS >> k->class_ & 1) && k->value != 1) {
        tsr_putf(&o, "Counts as %d Unicorns.", k->value);
    }
    for (int i = 0; i < k->rule_count; i++) {
        put_sentence(&o, d, &d->rule[k->rule_first + i]);
    }
    if (o.len == 0) {
        tsr_put(&o, "No effect.");
    }
    return tsr_out_end(&o);
}

int uni_node_text(const uni_deck *d, int node, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tell_node(&o, d, (uint16_t)node, false);
    return tsr_out_end(&o);
}
