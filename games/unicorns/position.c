// SPDX-License-Identifier: MIT
// A position as one line of text.
//
//     turn p1; phase action; p1 hand Neigh, 2*Basic Unicorn; p1 stable Baby Unicorn; ...
//
// Sections are separated by ";" and cards by ",". What has its ordinary value is
// left out: cards that are named nowhere are in the deck, babies in the nursery. In
// a view "3*?" stands for three cards of a hand that the viewer does not know.
//
// Copies of a kind are told apart in open zones ("Basic Unicorn#3"). The numbers
// are left out where a reader who gives out the lowest free ones, in the order of
// reading, comes to the same.
#include <string.h>

#include "unicorns/notation.h"
#include "unicorns/table.h"

typedef struct writer {
    tsr_out o;
    const uni_deck *d;
    const uni_state *s;
    bool numbered[UNI_KINDS]; // kinds whose copies must be written with their numbers
} writer;

static void section(writer *w) {
    tsr_put(&w->o, w->o.len ? "; " : "");
}

static void put_number(writer *w, const char *word, unsigned value, unsigned usual) {
    if (value != usual) {
        section(w);
        tsr_putf(&w->o, "%s %u", word, value);
    }
}

static void put_player(writer *w, const char *word, int p) {
    section(w);
    tsr_putf(&w->o, "%s p%d", word, p + 1);
}

static void put_card(writer *w, int card, bool number) {
    int kind = w->d->kind_of[card];
    tsr_put(&w->o, uni_kind_name(w->d, kind));
    if (number) {
        tsr_putf(&w->o, "#%d", card - w->d->kind[kind].first + 1);
    }
}

static void put_copies(writer *w, int count, const char *name) {
    if (count > 1) {
        tsr_putf(&w->o, "%d*", count);
    }
    tsr_put(&w->o, name);
}

// Cards of an open zone.
static void put_cards(writer *w, uni_set cards) {
    const char *sep = " ";
    while (uni_any(cards)) {
        int card = uni_first(cards), kind = w->d->kind_of[card];
        tsr_put(&w->o, sep);
        sep = ", ";
        if (w->numbered[kind]) {
            put_card(w, card, true);
            uni_del(&cards, card);
        } else {
            put_copies(w, uni_tally(w->d, cards, kind), uni_kind_name(w->d, kind));
            cards = uni_minus(cards, w->d->range[kind].set);
        }
    }
}

// Cards that are always written with their numbers.
static void put_numbered(writer *w, const char *word, uni_set cards) {
    const char *sep = " ";
    if (!uni_any(cards)) {
        return;
    }
    section(w);
    tsr_put(&w->o, word);
    while (uni_any(cards)) {
        tsr_put(&w->o, sep);
        put_card(w, uni_pop(&cards), true);
        sep = ", ";
    }
}

static void put_tally(writer *w, uni_set tally, int unknown) {
    const char *sep = " ";
    for (uni_set kinds = uni_and(tally, w->d->firsts); uni_any(kinds);) {
        int kind = w->d->kind_of[uni_pop(&kinds)];
        tsr_put(&w->o, sep);
        put_copies(w, uni_tally(w->d, tally, kind), uni_kind_name(w->d, kind));
        sep = ", ";
    }
    if (unknown > 0) {
        tsr_put(&w->o, sep);
        put_copies(w, unknown, "?");
    }
}

// --- Numbers ------------------------------------------------------------------------

// Gives the copies of `kind` in `zone` the lowest numbers still free, as a reader
// would; false if that is not what they are.
static bool reads_alike(const uni_deck *d, uni_set zone, int kind, int *next) {
    uni_set here = uni_and(zone, d->range[kind].set);
    for (; uni_any(here); (*next)++) {
        if (uni_pop(&here) != d->kind[kind].first + *next) {
            return false;
        }
    }
    return true;
}

static void find_numbered(writer *w) {
    const uni_state *s = w->s;
    for (int kind = 0; kind < w->d->kind_count; kind++) {
        int next = 0;
        bool alike = true;
        for (int p = 0; p < w->d->players; p++) {
            alike = alike && reads_alike(w->d, s->stable[p], kind, &next);
        }
        alike = alike && reads_alike(w->d, s->discard, kind, &next);
        for (int i = 0; i < s->stack_count; i++) {
            if (w->d->kind_of[s->stack[i].card] == kind) {
                alike = alike && reads_alike(w->d, uni_one(s->stack[i].card), kind, &next);
            }
        }
        alike = alike && reads_alike(w->d, s->nursery, kind, &next);
        w->numbered[kind] = !alike;
    }
}

// --- Sections -------------------------------------------------------------------------

// A number for each player who has one: "extra-turns p2 1".
static void put_counters_of(writer *w, const char *word, const uint8_t *value) {
    for (int p = 0; p < w->d->players; p++) {
        if (value[p]) {
            put_player(w, word, p);
            tsr_putf(&w->o, " %d", value[p]);
        }
    }
}

static void put_turn(writer *w) {
    const uni_state *s = w->s;
    if (s->viewer == UNI_WATCHER + 1) {
        section(w);
        tsr_put(&w->o, "viewer watcher");
    } else if (s->viewer) {
        put_player(w, "viewer", s->viewer - 1);
    }
    put_player(w, "turn", s->turn);
    section(w);
    tsr_putf(&w->o, "phase %s", uni_pc_word(s->pc));
    if (s->pc == UNI_PC_CHAIN) {
        section(w);
        tsr_putf(&w->o, "then %s", uni_pc_word(s->ret));
    }
    section(w);
    tsr_putf(&w->o, "ask %s", uni_ask_word(s->ask));
    put_number(w, "turns", s->turns, 1);
    put_number(w, "plays", s->plays, 1);
    put_number(w, "played", s->played, 0);
    put_number(w, "drawn", s->drawn, 0);
    put_number(w, "skip", s->skip, 0);
    put_number(w, "dealt", s->dealt, 0);
    put_counters_of(w, "extra-draws", s->more_draws);
    put_counters_of(w, "extra-plays", s->more_plays);
    put_counters_of(w, "extra-turns", s->more_turns);
    if (s->regular != s->turn) {
        put_player(w, "regular", s->regular);
    }
    if (s->drawer) {
        put_player(w, "drawer", s->drawer);
    }
    if (s->looks) {
        put_player(w, "looks", s->looks - 1);
    }
    if (s->pc == UNI_PC_OVER) {
        section(w);
        tsr_put(&w->o, "places");
        for (int p = 0; p < w->d->players; p++) {
            tsr_putf(&w->o, " %d", s->place[p]);
        }
    }
}

static void put_zones(writer *w) {
    const uni_state *s = w->s;
    for (int p = 0; p < w->d->players; p++) {
        int unknown = s->hand_size[p] - uni_count(s->hand[p]);
        if (s->hand_size[p]) {
            section(w);
            tsr_putf(&w->o, "p%d hand", p + 1);
            put_tally(w, s->hand[p], unknown);
        }
        if (uni_any(s->stable[p])) {
            section(w);
            tsr_putf(&w->o, "p%d stable", p + 1);
            put_cards(w, s->stable[p]);
        }
    }
    if (uni_any(s->discard)) {
        section(w);
        tsr_put(&w->o, "discard");
        put_cards(w, s->discard);
    }
}

// The nursery, when not simply all the babies that are nowhere else.
static void put_nursery(writer *w) {
    const uni_state *s = w->s;
    uni_set babies = w->d->of_class[UNI_BABY].set;
    if (uni_same(s->nursery, uni_minus(babies, uni_minus(s->open, s->nursery)))) {
        return;
    }
    section(w);
    tsr_put(&w->o, "nursery");
    put_cards(w, s->nursery);
}

static void put_stack(writer *w) {
    const uni_state *s = w->s;
    for (int i = 0; i < s->stack_count; i++) {
        const uni_play *play = &s->stack[i];
        section(w);
        tsr_put(&w->o, "stack ");
        put_card(w, play->card, w->numbered[w->d->kind_of[play->card]]);
        tsr_putf(&w->o, ", by p%d", play->caster + 1);
        if (play->stable != UNI_NO_PLAYER) {
            tsr_putf(&w->o, ", on p%d", play->stable + 1);
        }
    }
    for (int p = 0; p < w->d->players; p++) {
        if (s->asked >> p & 1) {
            put_player(w, "asked", p);
        }
        if (s->willing[p]) {
            put_player(w, "willing", p);
            tsr_putf(&w->o, " %s", uni_kind_name(w->d, s->willing[p] - 1));
        }
    }
}

static void put_observer(writer *w, const char *word, int o) {
    if (o == UNI_WATCHER) {
        section(w);
        tsr_putf(&w->o, "%s watcher", word);
    } else {
        put_player(w, word, o);
    }
}

// The cards on top, the next one first, with who knows each.
static void put_top(writer *w) {
    const uni_state *s = w->s;
    for (int i = 0; i < s->top_count; i++) {
        section(w);
        tsr_putf(&w->o, "top %s", s->top[i] ? uni_kind_name(w->d, s->top[i] - 1) : "?");
        for (int o = 0; o < UNI_OBSERVERS; o++) {
            if (s->top_known[i] >> o & 1) {
                tsr_put(&w->o, ", known ");
                tsr_putf(&w->o, o == UNI_WATCHER ? "watcher" : "p%d", o + 1);
            }
        }
    }
}

static void put_knowledge(writer *w) {
    const uni_state *s = w->s;
    put_top(w);
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        for (int p = 0; s->viewer == 0 && p < w->d->players; p++) {
            if (uni_any(s->know[o][p])) {
                put_observer(w, "know", o);
                tsr_putf(&w->o, " p%d", p + 1);
                put_tally(w, s->know[o][p], 0);
            }
        }
        if (uni_any(s->some[o])) {
            put_observer(w, "some", o);
            put_tally(w, s->some[o], 0);
        }
    }
    if (s->viewer && uni_any(s->deck)) {
        section(w);
        tsr_put(&w->o, "deck");
        put_tally(w, s->deck, 0);
    }
}

static void put_field(writer *w, const char *word, unsigned value, unsigned usual) {
    if (value != usual) {
        tsr_putf(&w->o, ", %s %u", word, value);
    }
}

static void put_field_player(writer *w, const char *word, int p) {
    if (p != UNI_NO_PLAYER) {
        tsr_putf(&w->o, ", %s p%d", word, p + 1);
    }
}

static void put_job(writer *w, const char *word, const uni_job *job) {
    section(w);
    tsr_putf(&w->o, "%s ", word);
    put_card(w, job->src, true);
    tsr_putf(&w->o, ", of p%d", job->you + 1);
    put_field(w, "node", job->node, 0);
    put_field(w, "stage", job->stage, 0);
    put_field(w, "flags", job->flags, 0);
    put_field(w, "cont", job->cont, 0);
    put_field_player(w, "who", job->who);
    put_field(w, "many", job->many, 0);
    put_field_player(w, "to", job->to);
    put_field(w, "zone", job->zone, 0);
    put_field(w, "times", job->times, 1);
    put_field(w, "picked", job->picked, 0);
    put_field(w, "made", job->made, 0);
    put_field(w, "tried", job->tried, 0);
    put_field(w, "fold", job->fold, 0);
    for (uni_set rest = job->targets; uni_any(rest);) {
        tsr_put(&w->o, ", aims ");
        put_card(w, uni_pop(&rest), true);
    }
}

static void put_cont(writer *w, const uni_cont *cont) {
    section(w);
    tsr_put(&w->o, "cont ");
    put_card(w, cont->src, true);
    tsr_putf(&w->o, ", of p%d", cont->you + 1);
    put_field(w, "node", cont->node, 0);
    put_field(w, "flags", cont->flags, 0);
    put_field_player(w, "who", cont->who);
    put_field(w, "many", cont->many, 0);
}

static void put_chain(writer *w) {
    const uni_state *s = w->s;
    put_number(w, "links", s->links, 0);
    put_number(w, "step", s->step, 0);
    if (s->at_job || s->at_card || s->at_rule || s->sub_job) {
        section(w);
        tsr_putf(&w->o, "cursor %d %d %d %d", s->at_job, s->at_card, s->at_rule, s->sub_job);
    }
    for (int i = 0; i < s->lease_count; i++) {
        const uni_lease *lease = &s->lease[i];
        section(w);
        tsr_put(&w->o, "lent ");
        put_card(w, lease->card, true);
        tsr_putf(&w->o, ", home p%d, until %s, source ", lease->home + 1,
                 lease->until == UNI_UNTIL_END ? "end" : "leaves");
        put_card(w, lease->source, true);
    }
    for (int i = 0; i < s->cont_count; i++) {
        put_cont(w, &s->cont[i]);
    }
    for (int i = 0; i < s->now_count; i++) {
        put_job(w, "now", &s->now[i]);
    }
    for (int i = 0; i < s->next_count; i++) {
        put_job(w, "next", &s->next[i]);
    }
    put_numbered(w, "targeted", s->targeted);
    put_numbered(w, "off", s->off);
    put_numbered(w, "entered", s->entered);
    put_numbered(w, "reacted", s->reacted);
    put_numbered(w, "used", s->used);
}

static void put_counters(writer *w) {
    const uni_state *s = w->s;
    put_number(w, "plies", s->plies, 0);
    put_number(w, "stamp", s->stamp, 0);
    for (int i = 0; i < s->news_count; i++) {
        const uni_news *n = &s->news[i];
        section(w);
        tsr_putf(&w->o, "news %d %d %d %d", n->what, n->who, n->kind, n->other);
    }
}

int uni_position_text(const uni_deck *d, const uni_state *s, char *buf, size_t cap) {
    writer w = {tsr_out_to(buf, cap), d, s, {false}};
    find_numbered(&w);
    put_turn(&w);
    put_zones(&w);
    put_nursery(&w);
    put_stack(&w);
    put_knowledge(&w);
    put_chain(&w);
    put_counters(&w);
    return tsr_out_end(&w.o);
}
