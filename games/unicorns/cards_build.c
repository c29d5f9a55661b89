// SPDX-License-Identifier: MIT
// From drafts to the tables of a deck: names are found, copies numbered, traits
// written out, and the sets made that the machine asks for at every step.
#include <stdio.h>
#include <string.h>

#include "unicorns/cards_draft.h"
#include "unicorns/verb.h"

// --- Kinds ----------------------------------------------------------------------

static uint8_t letters_in(const uni_token *name) {
    int n = 0;
    for (size_t i = 0; i < name->length; i++) {
        unsigned char c = (unsigned char)name->start[i];
        n += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0xc0; // UTF-8 lead bytes
    }
    return (uint8_t)n;
}

static const uni_draft_trait *find_trait(const uni_draft *draft, const uni_token *name) {
    for (int i = draft->trait_count - 1; i >= 0; i--) { // the child's before the parent's
        if (uni_same_text(&draft->trait[i].name, name)) {
            return &draft->trait[i];
        }
    }
    return NULL;
}

static void unknown_trait(uni_draft *draft, const uni_token *name) {
    const uni_draft_trait *best = NULL;
    char words[UNI_DRAFT_TRAITS][32];
    const char *list[UNI_DRAFT_TRAITS];
    char hint[120] = "";
    for (int i = 0; i < draft->trait_count; i++) {
        const uni_token *t = &draft->trait[i].name;
        snprintf(words[i], sizeof words[i], "%.*s", (int)t->length, t->start);
        list[i] = words[i];
    }
    const char *near = uni_nearest(name, list, draft->trait_count);
    for (int i = 0; near && i < draft->trait_count; i++) {
        best = list[i] == near ? &draft->trait[i] : best;
    }
    if (best) {
        snprintf(hint, sizeof hint, "did you mean `%s`? (defined at line %d)", near,
                 best->name.place.line);
    }
    uni_complain(draft->report, 4, name->place, hint, "there is no trait `%.*s`", (int)name->length,
                 name->start);
}

static void add_rule(uni_draft *draft, uni_kind *kind, const uni_draft_rule *r) {
    uni_deck *d = draft->d;
    if (r->rule.event == UNI_DRAFT_COUNTS) {
        kind->value = r->rule.number;
    } else if (r->rule.event == UNI_DRAFT_SAYS) {
        kind->says = r->rule.node;
    } else if (d->rule_count >= UNI_RULES) {
        uni_complain(draft->report, 15, r->place, NULL, "more than %d rules in this deck",
                     UNI_RULES);
    } else {
        d->rule[d->rule_count++] = r->rule;
        kind->rule_count++;
    }
}

static void add_rules(uni_draft *draft, uni_kind *kind, const uni_draft_card *card) {
    for (int i = 0; i < card->rule_count; i++) {
        const uni_draft_rule *r = &draft->rule[card->rule_first + i];
        if (r->rule.event != UNI_DRAFT_IS) {
            add_rule(draft, kind, r);
            continue;
        }
        if (r->name.length == 0) {
            continue; // complained about already
        }
        const uni_draft_trait *trait = find_trait(draft, &r->name);
        if (!trait) {
            unknown_trait(draft, &r->name);
        }
        for (int j = 0; trait && j < trait->rule_count; j++) {
            const uni_draft_rule *shared = &draft->rule[trait->rule_first + j];
            if (shared->rule.event != UNI_DRAFT_IS) {
                add_rule(draft, kind, shared);
            } else {
                uni_complain(draft->report, 21, shared->place, "write its rules out",
                             "a trait cannot have traits");
            }
        }
    }
}

// Numbers the copies of one kind; false when they do not fit.
static bool add_kind(uni_draft *draft, const uni_draft_card *card, int *total) {
    uni_deck *d = draft->d;
    *total += card->copies;
    if (*total > UNI_CARDS || d->kind_count >= UNI_KINDS) {
        return false;
    }
    uni_kind *kind = &d->kind[d->kind_count];
    *kind = (uni_kind){0};
    kind->class_ = card->class_;
    kind->copies = card->copies;
    kind->first = d->card_count;
    kind->value = (UNI_UNICORNS >> card->class_) & 1;
    kind->letters = letters_in(&card->name);
    kind->rule_first = d->rule_count;
    kind->name = uni_keep_text(draft, card->name.start, card->name.length);
    kind->line = card->place.line;
    add_rules(draft, kind, card);
    for (int i = 0; i < card->copies; i++) {
        d->kind_of[d->card_count + i] = d->kind_count;
        uni_add(&d->range[d->kind_count].set, d->card_count + i);
    }
    d->card_count = (uint16_t)(d->card_count + card->copies);
    d->kind_count++;
    return true;
}

static void add_kinds(uni_draft *draft) {
    int total = 0;
    const uni_draft_card *last = NULL;
    for (int i = 0; i < draft->card_count; i++) {
        const uni_draft_card *card = &draft->card[i];
        if (!card->gone && !add_kind(draft, card, &total)) {
            last = card;
        }
    }
    if (last) {
        uni_complain(draft->report, 15, last->place, NULL,
                     total > UNI_CARDS ? "%d cards in this deck; a game holds %d"
                                       : "more kinds than fit among the %d cards: at most %d",
                     total, total > UNI_CARDS ? UNI_CARDS : UNI_KINDS);
    }
    if (draft->d->kind_count == 0 && draft->report->error_count == 0) {
        uni_complain(draft->report, 15, (uni_place){0}, "magical \"My Unicorn\"  enter: draw 1",
                     "this deck has no cards");
    }
}

// --- Names ----------------------------------------------------------------------

static uint16_t find_kind(uni_draft *draft, const uni_token *name) {
    uni_deck *d = draft->d;
    const char *names[UNI_KINDS];
    char hint[80];
    for (int k = 0; k < d->kind_count; k++) {
        names[k] = uni_kind_name(d, k);
        if (strlen(names[k]) == name->length && memcmp(names[k], name->start, name->length) == 0) {
            return (uint16_t)k;
        }
    }
    const char *best = uni_nearest(name, names, d->kind_count);
    snprintf(hint, sizeof hint, "did you mean \"%s\"?", best ? best : "");
    uni_complain(draft->report, 8, name->place, best ? hint : NULL,
                 "there is no card \"%.*s\" in this deck", (int)name->length, name->start);
    return UNI_NO_CARD;
}

static void find_names(uni_draft *draft) {
    uni_deck *d = draft->d;
    d->start = UNI_NO_CARD;
    if (draft->start.kind == UNI_TOK_STRING) {
        d->start = find_kind(draft, &draft->start);
    }
    d->gift_count = 0;
    for (int i = 0; i < draft->gift_count; i++) {
        uint16_t kind = find_kind(draft, &draft->gift[i]);
        if (kind != UNI_NO_CARD) {
            d->gift[d->gift_count++] = kind;
        }
    }
}

// --- Sets -----------------------------------------------------------------------

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_letters(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

// Whether `word` is a whole word of `name`, in whatever case.
static bool has_word(const char *name, const char *word) {
    size_t n = strlen(word);
    while (*name) {
        size_t length = strcspn(name, " -");
        if (length == n && same_letters(name, word, n)) {
            return true;
        }
        name += length + (name[length] != '\0');
    }
    return false;
}

static void make_sets(uni_deck *d) {
    for (int k = 0; k < d->kind_count; k++) {
        const uni_kind *kind = &d->kind[k];
        d->all = uni_or(d->all, d->range[k].set);
        d->of_class[kind->class_].set = uni_or(d->of_class[kind->class_].set, d->range[k].set);
        uni_add(&d->firsts, kind->first);
        if ((UNI_UNICORNS >> kind->class_ & 1) && kind->value != 1) {
            d->valued = uni_or(d->valued, d->range[k].set);
        }
        for (int i = 0; i < kind->rule_count; i++) {
            const uni_rule *rule = &d->rule[kind->rule_first + i];
            d->listens[rule->event].set = uni_or(d->listens[rule->event].set, d->range[k].set);
        }
    }
    d->unicorns = uni_deck_classes(d, UNI_UNICORNS);
}

static void fill_picks(uni_deck *d) {
    for (int i = 1; i < d->pick_count; i++) {
        uni_pick *pick = &d->pick[i];
        pick->cards = uni_deck_classes(d, pick->classes);
        for (int k = 0; pick->word && k < d->kind_count; k++) {
            if (!has_word(uni_kind_name(d, k), uni_deck_text(d, pick->word))) {
                pick->cards = uni_minus(pick->cards, d->range[k].set);
            }
        }
    }
}

// Standing rules speak of classes; as picks they are matched like all others.
static void pick_classes(uni_draft *draft) {
    uni_deck *d = draft->d;
    for (int i = 0; i < d->rule_count; i++) {
        uni_rule *rule = &d->rule[i];
        if (rule->classes == 0) {
            continue;
        }
        if (d->pick_count >= UNI_PICKS) {
            uni_complain(draft->report, 15, (uni_place){0}, NULL,
                         "this deck names more cards than fit (%d)", UNI_PICKS);
            return;
        }
        uni_pick *pick = &d->pick[d->pick_count];
        *pick = (uni_pick){0};
        pick->count = UNI_ALL;
        pick->classes = rule->classes;
        pick->flags = rule->classes == UNI_ANY_CLASS ? UNI_PICK_ANY_CARD : 0;
        rule->pick = d->pick_count++;
    }
}

// Everything below the first half of `if done` is a price.
static void mark_cost(uni_deck *d, uint16_t at) {
    uni_node *n = &d->node[at];
    if (at == 0) {
        return;
    }
    if (n->op == UNI_OP_VERB) {
        n->flags |= UNI_NODE_COST;
        return;
    }
    mark_cost(d, n->a);
    mark_cost(d, n->b);
}

static bool has_copy(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0 || n->op == UNI_OP_VERB) {
        return at && n->verb == UNI_VERB_OF_copy;
    }
    return has_copy(d, n->a) || has_copy(d, n->b);
}

static void find_copiers(uni_deck *d) {
    for (int k = 0; k < d->kind_count; k++) {
        for (int i = 0; i < d->kind[k].rule_count; i++) {
            if (has_copy(d, d->rule[d->kind[k].rule_first + i].node)) {
                d->copiers = uni_or(d->copiers, d->range[k].set);
            }
        }
    }
}

// Whether some effect puts cards of stables into the deck, or on top of it.
static bool fills_deck(const uni_deck *d) {
    for (int i = 1; i < d->node_count; i++) {
        const uni_node *n = &d->node[i];
        if (n->op == UNI_OP_VERB && n->verb == UNI_VERB_OF_put &&
            d->pick[n->pick].zone != UNI_HAND && (n->param == UNI_DECK || n->param == UNI_TOP)) {
            return true;
        }
    }
    return false;
}

// Babies with "always if this would go to hand or discard: nursery instead".
static void find_homebound(uni_deck *d) {
    const int both = 1 << UNI_HAND | 1 << UNI_DISCARD;
    for (int k = 0; k < d->kind_count && !fills_deck(d); k++) {
        for (int i = 0; d->kind[k].class_ == UNI_BABY && i < d->kind[k].rule_count; i++) {
            const uni_rule *rule = &d->rule[d->kind[k].rule_first + i];
            if (rule->event == UNI_ON_REDIRECT && (rule->flags & UNI_RULE_ALWAYS) &&
                rule->to == UNI_NURSERY && (rule->zones & both) == both) {
                d->homebound = uni_or(d->homebound, d->range[k].set);
            }
        }
    }
}

// Babies are there from the start; other cards come there where a rule sends them. Whom a rule
// reaches is not looked into: one such rule, or a verb of a plugin, and any card may.
static void find_nursed(uni_deck *d) {
    bool any = d->added_count > 0;
    for (int i = 1; i < d->node_count; i++) {
        const uni_node *n = &d->node[i];
        any |= n->op == UNI_OP_VERB && n->verb == UNI_VERB_OF_put && n->param == UNI_NURSERY;
    }
    for (int k = 0; k < d->kind_count; k++) {
        for (int i = 0; d->kind[k].class_ != UNI_BABY && i < d->kind[k].rule_count; i++) {
            const uni_rule *rule = &d->rule[d->kind[k].rule_first + i];
            any |= rule->event == UNI_ON_REDIRECT && rule->to == UNI_NURSERY;
        }
    }
    d->nursed = any ? d->all : d->of_class[UNI_BABY].set;
}

void uni_build_deck(uni_draft *draft) {
    uni_deck *d = draft->d;
    add_kinds(draft);
    find_names(draft);
    make_sets(d);
    pick_classes(draft);
    fill_picks(d);
    for (int i = 1; i < d->node_count; i++) {
        if (d->node[i].op == UNI_OP_IF_DONE) {
            mark_cost(d, d->node[i].a);
        }
    }
    find_copiers(d);
    find_homebound(d);
    find_nursed(d);
    for (int k = 0; k < d->kind_count; k++) {
        d->names[k] = uni_kind_name(d, k);
    }
}
