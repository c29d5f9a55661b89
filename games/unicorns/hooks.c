// SPDX-License-Identifier: MIT
// Standing rules: asked for whenever they matter, never stored. A rule is live if
// its card is in a stable and was not hit in this link. In most positions the set
// of cards with such a rule is empty, and the answer is one AND away.
#include "unicorns/table.h"

const uni_rule *uni_rule_of(const uni_deck *d, int kind, uni_event event, int *i) {
    const uni_kind *k = &d->kind[kind];
    while (*i < k->rule_count) {
        const uni_rule *rule = &d->rule[k->rule_first + (*i)++];
        if (rule->event == event) {
            return rule;
        }
    }
    return NULL;
}

void uni_listen(const uni_deck *d, uni_state *s, int card, int by) {
    const uni_kind *k = &d->kind[d->kind_of[card]];
    for (int i = 0; i < k->rule_count; i++) {
        uint16_t *heard = &s->heard[d->rule[k->rule_first + i].event];
        *heard = (uint16_t)(*heard + by);
    }
}

bool uni_pandas(const uni_deck *d, const uni_state *s, int p) {
    return s->heard[UNI_PANDAS] && uni_meet(uni_live(d, s, UNI_PANDAS), s->stable[p]);
}

uni_set uni_stable_fit(const uni_deck *d, const uni_state *s, int p, const uni_pick *pick) {
    uni_set fit = uni_and(s->stable[p], pick->cards);
    if (!(pick->flags & UNI_PICK_ANY_CARD) && uni_pandas(d, s, p)) {
        fit = uni_minus(fit, d->unicorns);
    }
    return fit;
}

bool uni_fits(const uni_deck *d, const uni_state *s, const uni_pick *pick, int you, int src,
              int card) {
    int owner = uni_owner(s, card);
    if (pick->flags & UNI_PICK_THIS) {
        return card == src;
    }
    if (owner < 0 || ((pick->flags & UNI_PICK_ANOTHER) && card == src)) {
        return false;
    }
    if ((pick->whose == UNI_WHOSE_MINE && owner != you) ||
        (pick->whose == UNI_WHOSE_OTHERS && owner == you)) {
        return false;
    }
    return uni_has(uni_stable_fit(d, s, owner, pick), card);
}

// The cards a standing rule on `src` speaks of.
static uni_set subject(const uni_deck *d, const uni_state *s, const uni_rule *rule, int src) {
    if (rule->reach == UNI_REACH_THIS) {
        return uni_one(src);
    }
    const uni_pick *pick = &d->pick[rule->pick];
    if (rule->reach == UNI_REACH_MINE) {
        return uni_stable_fit(d, s, uni_owner(s, src), pick);
    }
    uni_set all = uni_none();
    for (int p = 0; p < d->players; p++) {
        all = uni_or(all, uni_stable_fit(d, s, p, pick));
    }
    return all;
}

uni_set uni_protected(const uni_deck *d, const uni_state *s, int pasts, int src) {
    uni_set safe = uni_none();
    for (uni_set rest = uni_live(d, s, UNI_CANNOT_BE); uni_any(rest);) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_CANNOT_BE, &i))) {
            if ((rule->pasts & pasts) &&
                (rule->by == 0 || (rule->by >> uni_class_of(d, src) & 1))) {
                safe = uni_or(safe, subject(d, s, rule, card));
            }
        }
    }
    return safe;
}

uni_set uni_muted(const uni_deck *d, const uni_state *s) {
    uni_set mute = uni_none();
    for (uni_set rest = uni_live(d, s, UNI_NO_TRIGGER); uni_any(rest);) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_NO_TRIGGER, &i))) {
            mute = uni_or(mute, subject(d, s, rule, card));
        }
    }
    return mute;
}

bool uni_bars(const uni_state *s, const uni_rule *rule, int card, int p) {
    return rule->where == UNI_WHERE_ANY ||
           (rule->where == UNI_WHERE_MINE) == (uni_owner(s, card) == p);
}

static uni_set barred(const uni_deck *d, const uni_state *s, int p, bool kinds) {
    uni_set out = uni_none();
    for (uni_set rest = uni_live(d, s, UNI_NO_ENTER); uni_any(rest);) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_NO_ENTER, &i))) {
            // "basics": whatever they are now, they are basics as they come in.
            if (!uni_bars(s, rule, card, p)) {
                continue;
            }
            if (rule->reach == UNI_REACH_ALL) {
                out = uni_or(out, d->pick[rule->pick].cards);
            } else if (!kinds) {
                out = uni_or(out, subject(d, s, rule, card));
            }
        }
    }
    return out;
}

uni_set uni_barred(const uni_deck *d, const uni_state *s, int p) {
    return barred(d, s, p, false);
}

uni_set uni_barred_kinds(const uni_deck *d, const uni_state *s, int p) {
    return barred(d, s, p, true);
}

int uni_forbids(const uni_deck *d, const uni_state *s, int p, int class_) {
    for (uni_set rest = uni_and(uni_live(d, s, UNI_NO_PLAY), s->stable[p]); uni_any(rest);) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_NO_PLAY, &i))) {
            if (rule->classes >> class_ & 1) {
                return card;
            }
        }
    }
    return -1;
}

bool uni_stoppable(const uni_deck *d, const uni_state *s, const uni_play *play) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(d, d->kind_of[play->card], UNI_NO_STOP, &i))) {
        if (rule->reach == UNI_REACH_THIS) {
            return false;
        }
    }
    for (uni_set rest = uni_live(d, s, UNI_NO_STOP); uni_any(rest);) {
        int card = uni_pop(&rest);
        i = 0;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_NO_STOP, &i))) {
            bool reaches = rule->reach == UNI_REACH_ALL ||
                           (rule->reach == UNI_REACH_MINE && uni_owner(s, card) == play->caster);
            if (reaches && (rule->classes >> uni_class_of(d, play->card) & 1)) {
                return false;
            }
        }
    }
    return true;
}

bool uni_hand_open(const uni_deck *d, const uni_state *s, int p) {
    return s->heard[UNI_OPEN_HAND] && uni_meet(uni_live(d, s, UNI_OPEN_HAND), s->stable[p]);
}

int uni_keep(const uni_deck *d, const uni_state *s, int p) {
    int limit = d->keep, more = 0;
    for (uni_set rest = uni_and(uni_live(d, s, UNI_KEEP), s->stable[p]); uni_any(rest);) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_KEEP, &i))) {
            if (rule->to == UNI_KEEPS) {
                limit = rule->number < limit || limit == d->keep ? rule->number : limit;
            } else {
                more += rule->to == UNI_KEEPS_MORE ? rule->number : -rule->number;
            }
        }
    }
    return limit + more > 0 ? limit + more : 0;
}

// The sum of what the unicorns in `cards` count, all others counting one.
static int sum_values(const uni_deck *d, uni_set cards) {
    int n = uni_count(cards);
    for (uni_set rest = uni_and(cards, d->valued); uni_any(rest);) {
        n += d->kind[d->kind_of[uni_pop(&rest)]].value - 1;
    }
    return n;
}

int uni_value(const uni_deck *d, const uni_state *s, int p) {
    return uni_pandas(d, s, p) ? 0 : sum_values(d, uni_and(s->stable[p], d->unicorns));
}

int uni_letters(const uni_deck *d, const uni_state *s, int p) {
    int n = 0;
    if (!uni_pandas(d, s, p)) {
        for (uni_set rest = uni_and(s->stable[p], d->unicorns); uni_any(rest);) {
            n += d->kind[d->kind_of[uni_pop(&rest)]].letters;
        }
    }
    return n;
}

int uni_worth(const uni_deck *d, const uni_state *s, int p, const uni_pick *pick) {
    return sum_values(d, uni_stable_fit(d, s, p, pick));
}
