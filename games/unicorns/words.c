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
    } else if (pick->count > 1) {
        tsr_putf(o, "%d ", pick->count);
    } else if (pick->flags & UNI_PICK_ANOTHER) {
        tsr_put(o, "another ");
    } else {
        tsr_put(o, !pick->word && starts_with_vowel(pick->classes) ? "an " : "a ");
    }
}

void uni_tell_pick(tsr_out *o, const uni_deck *d, const uni_pick *pick, uni_whose usual) {
    static const char *const whose[] = {
        [UNI_WHOSE_DEFAULT] = "",
        [UNI_WHOSE_MINE] = " of yours",
        [UNI_WHOSE_OTHERS] = " of another player",
        [UNI_WHOSE_THAT] = " of that player",
        [UNI_WHOSE_EACH] = " of each player",
        [UNI_WHOSE_ANY] = " of any player",
    };
    if (pick->flags & UNI_PICK_THIS) {
        tsr_put(o, "this card");
        return;
    }
    put_count(o, pick);
    put_classes(o, pick->classes, pick->count > 1);
    if (pick->word) {
        tsr_putf(o, " with \"%s\" in its name", uni_deck_text(d, pick->word));
    }
    tsr_put(o, pick->whose == usual ? "" : whose[pick->whose]);
}

void uni_tell_verb(tsr_out *o, const char *verb, bool third) {
    size_t n = strlen(verb);
    bool es = n > 2 && (strcmp(verb + n - 2, "sh") == 0 || strcmp(verb + n - 2, "ch") == 0 ||
                        verb[n - 1] == 'o');
    tsr_putf(o, "%s%s ", verb, third ? (es ? "es" : "s") : "");
}

// --- Effects in sentences -------------------------------------------------------------

static void tell_node(tsr_out *o, const uni_deck *d, uint16_t at, bool third) {
    const uni_node *n = &d->node[at];
    switch ((uni_op)n->op) {
    case UNI_OP_VERB: uni_verb_of(n)->tell(o, d, n, third); break;
    case UNI_OP_MAY:
        tsr_put(o, third ? "may " : "you may ");
        tell_node(o, d, n->a, false);
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
    case UNI_OP_EACH:
        tsr_put(o, "each player (you too) ");
        tell_node(o, d, n->a, true);
        break;
    case UNI_OP_ANY:
        tsr_put(o, "choose any player, who ");
        tell_node(o, d, n->a, true);
        break;
    case UNI_OP_ANOTHER:
        tsr_put(o, "choose another player, who ");
        tell_node(o, d, n->a, true);
        break;
    case UNI_OP_THAT:
        tsr_put(o, "that player ");
        tell_node(o, d, n->a, true);
        break;
    }
}

// --- Rules in sentences ------------------------------------------------------------------

static void put_pasts(tsr_out *o, uint32_t pasts) {
    static const char *const words[UNI_PASTS] = {"sacrificed", "destroyed", "returned", "stolen",
                                                 "discarded"};
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
    [UNI_NURSERY] = "the nursery", [UNI_DECK] = "the deck", [UNI_STABLE] = "a stable",
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
    uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT);
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
        tsr_put(o, " can enter no stable but yours");
        break;
    case UNI_NEEDS:
        tsr_put(o, "You need ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_MINE);
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
        [UNI_ON_COMES] = " enters your stable: ",
        [UNI_ON_GOES] = " leaves your stable: ",
    };
    switch ((uni_event)rule->event) {
    case UNI_ON_LEFT:
        tsr_put(o, "When this card is ");
        put_pasts(o, rule->pasts);
        tsr_put(o, ": ");
        break;
    case UNI_ON_COMES:
    case UNI_ON_GOES:
        tsr_put(o, "When ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_DEFAULT);
        tsr_put(o, words[rule->event]);
        break;
    case UNI_ON_WHILE:
        tsr_putf(o, "Whenever you have more than ");
        uni_tell_pick(o, d, &d->pick[rule->pick], UNI_WHOSE_MINE);
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
