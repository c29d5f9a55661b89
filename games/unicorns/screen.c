// SPDX-License-Identifier: MIT
// The table as text for a terminal: a pure function of rules and view. Everything
// a watcher needs to follow effects that run side by side is on it: what lies
// where, what is being played and who may answer, the effects at work and whose
// choice is open, and what the last move set off.
#include <string.h>

#include "unicorns/cards.h"
#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/parts.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

// How much is told. A drawing that is too tall for its window leaves out first what
// can be asked for or is told elsewhere.
typedef enum detail {
    TELL_ALL,   // everything, with what the cards in hand say
    HAND_NAMES, // the hand by name; what is asked stands below the drawing anyway
    SEAT_LINES, // a line for each seat
    TIGHT       // what is at stake first; no news, piles as numbers
} detail;

typedef struct screen {
    tsr_out o;
    const tsr_rules *r;
    const uni_deck *d;
    const uni_state *s;
    tsr_player_names names;
    int viewer, width;
    detail detail;
} screen;

static void add_name(screen *c, tsr_out *o, int p) {
    if (c->names && c->names[p]) {
        tsr_putf(o, "%s (p%d)", c->names[p], p + 1);
    } else {
        tsr_putf(o, "p%d", p + 1);
    }
}

// A list that goes on under itself when the line is full.
typedef struct list {
    screen *c;
    size_t start; // where the line began
    size_t indent;
    bool first;
} list;

static list begin_list(screen *c, const char *title, size_t start) {
    tsr_put(&c->o, title);
    return (list){c, start, c->o.len - start, true};
}

static void add_to(list *l, const char *text) {
    tsr_out *o = &l->c->o;
    size_t used = o->len - l->start, more = strlen(text) + 2;
    if (!l->first) {
        tsr_put(o, ",");
        if (used + more > (size_t)l->c->width) {
            tsr_put_char(o, '\n');
            l->start = o->len;
            for (size_t i = 0; i < l->indent; i++) {
                tsr_put_char(o, ' ');
            }
        } else {
            tsr_put_char(o, ' ');
        }
    }
    l->first = false;
    tsr_put(o, text);
}

static void end_list(list *l) {
    tsr_put(&l->c->o, l->first ? "-\n" : "\n");
}

// Kinds with their numbers: "3 Neigh, Yay".
static void add_kinds(list *l, uni_set cards, const char *mark) {
    const uni_deck *d = l->c->d;
    while (uni_any(cards)) {
        int kind = d->kind_of[uni_first(cards)], n = uni_tally(d, cards, kind);
        char text[80];
        tsr_out o = tsr_out_to(text, sizeof text);
        if (n > 1) {
            tsr_putf(&o, "%d ", n);
        }
        tsr_putf(&o, "%s%s", uni_kind_name(d, kind), mark);
        tsr_out_end(&o);
        add_to(l, text);
        cards = uni_minus(cards, d->range[kind].set);
    }
}

// A sentence that goes on under itself when the line is full.
static void put_wrapped(screen *c, size_t start, const char *text) {
    size_t indent = c->o.len - start;
    for (bool first = true; *text; first = false) {
        size_t word = strcspn(text, " ");
        if (!first && c->o.len - start + 1 + word > (size_t)c->width) {
            tsr_put_char(&c->o, '\n');
            start = c->o.len;
            for (size_t i = 0; i < indent; i++) {
                tsr_put_char(&c->o, ' ');
            }
        } else if (!first) {
            tsr_put_char(&c->o, ' ');
        }
        for (size_t i = 0; i < word; i++) {
            tsr_put_char(&c->o, text[i]);
        }
        text += word + (text[word] == ' ');
    }
    tsr_put_char(&c->o, '\n');
}

// One's own hand, with what the cards say if there is room for it.
static void put_own_hand(screen *c) {
    uni_set hand = c->s->hand[c->viewer];
    if (c->detail > TELL_ALL) {
        list l = begin_list(c, "    your hand  ", c->o.len);
        add_kinds(&l, hand, "");
        end_list(&l);
        return;
    }
    tsr_put(&c->o, "    your hand\n");
    for (uni_set kinds = uni_and(hand, c->d->firsts); uni_any(kinds);) {
        int kind = c->d->kind_of[uni_pop(&kinds)], n = uni_tally(c->d, hand, kind);
        char text[500], name[64];
        size_t start = c->o.len;
        tsr_out o = tsr_out_to(name, sizeof name);
        if (n > 1) {
            tsr_putf(&o, "%d ", n);
        }
        tsr_put(&o, uni_kind_name(c->d, kind));
        tsr_out_end(&o);
        uni_card_text(c->d, kind, text, sizeof text);
        tsr_putf(&c->o, "      %-24s ", name);
        put_wrapped(c, start, text);
    }
}

static void put_seat_head(screen *c, int p) {
    const uni_state *s = c->s;
    tsr_put(&c->o, s->turn == p ? "> " : "  ");
    add_name(c, &c->o, p);
    tsr_putf(&c->o, "  %d of %d%s%s", uni_value(c->d, s, p), c->d->win[c->d->players],
             uni_pandas(c->d, s, p) ? ", pandas" : "", p == c->viewer ? ", you" : "");
}

static const struct {
    const char *title, *mark;
    uint32_t classes;
} stable_rows[] = {{"    unicorns   ", "", UNI_UNICORNS},
                   {"    upgrades   ", " (up)", 1u << UNI_UPGRADE},
                   {"    downgrades ", " (down)", 1u << UNI_DOWNGRADE}};

// "> Ann (p1)  2 of 7, 3 in hand: Baby Unicorn, Narwhal, Yay (up), Neigh (in hand)"
static void put_seat_line(screen *c, int p) {
    size_t start = c->o.len;
    put_seat_head(c, p);
    if (p != c->viewer) {
        tsr_putf(&c->o, ", %d in hand", c->s->hand_size[p]);
    }
    list l = begin_list(c, ": ", start);
    l.indent = 4;
    for (int i = 0; i < 3; i++) {
        uint32_t classes = stable_rows[i].classes;
        uni_set cards = uni_and(c->s->stable[p], uni_deck_classes(c->d, classes));
        add_kinds(&l, cards, stable_rows[i].mark);
    }
    if (p != c->viewer) {
        add_kinds(&l, c->s->hand[p], " (in hand)");
    }
    end_list(&l);
    if (p == c->viewer) {
        put_own_hand(c);
    }
}

static void put_seat(screen *c, int p) {
    if (c->detail >= SEAT_LINES) {
        put_seat_line(c, p);
        return;
    }
    put_seat_head(c, p);
    tsr_put_char(&c->o, '\n');
    for (int i = 0; i < 3; i++) {
        uint32_t classes = stable_rows[i].classes;
        uni_set cards = uni_and(c->s->stable[p], uni_deck_classes(c->d, classes));
        if (uni_any(cards)) {
            list l = begin_list(c, stable_rows[i].title, c->o.len);
            add_kinds(&l, cards, "");
            end_list(&l);
        }
    }
    if (p == c->viewer) {
        put_own_hand(c);
        return;
    }
    int unknown = c->s->hand_size[p] - uni_count(c->s->hand[p]);
    list l = begin_list(c, "    hand       ", c->o.len);
    add_kinds(&l, c->s->hand[p], " (known)");
    if (unknown > 0) {
        char text[24];
        tsr_out o = tsr_out_to(text, sizeof text);
        tsr_putf(&o, "%d hidden", unknown);
        tsr_out_end(&o);
        add_to(&l, text);
    }
    end_list(&l);
}

static void put_piles(screen *c) {
    const uni_state *s = c->s;
    tsr_putf(&c->o, "deck %d cards", s->deck_size);
    if (c->detail == TIGHT) {
        tsr_putf(&c->o, ", nursery %d, discard %d\n", uni_count(s->nursery), uni_count(s->discard));
        return;
    }
    if (uni_any(s->deck)) {
        tsr_put_char(&c->o, '\n');
        list l = begin_list(c, "  in it   ", c->o.len);
        add_kinds(&l, s->deck, "");
        end_list(&l);
    } else {
        tsr_putf(&c->o, ", nursery %d\n", uni_count(s->nursery));
    }
    list l = begin_list(c, "discard ", c->o.len);
    add_kinds(&l, s->discard, "");
    end_list(&l);
}

static void put_play(screen *c, const uni_play *play, const char *title) {
    char text[400];
    size_t start = c->o.len;
    tsr_out o = tsr_out_to(text, sizeof text);
    tsr_putf(&o, "%s, by ", uni_kind_name(c->d, c->d->kind_of[play->card]));
    add_name(c, &o, play->caster);
    if (play->stable != UNI_NO_PLAYER) {
        tsr_put(&o, ", into the stable of ");
        add_name(c, &o, play->stable);
    }
    tsr_out_end(&o);
    tsr_put(&c->o, title);
    put_wrapped(c, start, text);
}

static void put_stack(screen *c) {
    const uni_state *s = c->s;
    for (int i = s->stack_count - 1; i >= 0; i--) {
        put_play(c, &s->stack[i], i == s->stack_count - 1 ? "played  " : "   on   ");
    }
    if (s->asked) {
        tsr_put(&c->o, "  waiting for the answers of all who may answer\n");
    }
}

static void put_job(screen *c, const uni_job *job, const char *when) {
    char effect[200] = "goes home", text[800];
    const uni_state *s = c->s;
    size_t start = c->o.len;
    tsr_out o = tsr_out_to(text, sizeof text);
    bool open = s->pc == UNI_PC_CHAIN && s->ask != UNI_ASK_NOTHING && s->ask != UNI_ASK_INSTEAD &&
                job == uni_job_at_work(s);
    if (job->node) {
        uni_node_text(c->d, job->node, effect, sizeof effect);
    }
    tsr_putf(&o, "%s of ", uni_kind_name(c->d, c->d->kind_of[job->src]));
    add_name(c, &o, job->you);
    tsr_putf(&o, ": %s", effect);
    for (uni_set rest = job->targets; uni_any(rest);) {
        tsr_putf(&o, " [%s]", uni_kind_name(c->d, c->d->kind_of[uni_pop(&rest)]));
    }
    if (job->times > 1) {
        tsr_putf(&o, " x%d", job->times);
    }
    tsr_out_end(&o);
    tsr_putf(&c->o, "  %c %s ", open ? '*' : ' ', when);
    put_wrapped(c, start, text);
}

static void put_chain(screen *c) {
    const uni_state *s = c->s;
    if (s->now_count + s->next_count == 0) {
        return;
    }
    tsr_putf(&c->o, "chain, link %d\n", s->links);
    for (int i = 0; i < s->now_count; i++) {
        const uni_job *job = &s->now[i];
        put_job(c, job,
                job->stage == UNI_JOB_GONE    ? "done "
                : job->stage == UNI_JOB_READY ? "ready"
                                              : "open ");
    }
    for (int i = 0; i < s->cont_count; i++) {
        char effect[200];
        size_t start = c->o.len;
        uni_node_text(c->d, s->cont[i].node, effect, sizeof effect);
        tsr_put(&c->o, s->cont[i].flags & UNI_CONT_IF_DONE ? "    then, if done: " : "    then: ");
        put_wrapped(c, start, effect);
    }
    for (int i = 0; i < s->next_count; i++) {
        put_job(c, &s->next[i], "next ");
    }
}

static void put_news(screen *c) {
    for (int i = 0; i < c->s->news_count; i++) {
        tsr_line line;
        char text[160];
        uni_news_line(c->d, &c->s->news[i], &line);
        tsr_line_text(c->r, &line, c->names, text, sizeof text);
        tsr_putf(&c->o, "- %s\n", text);
    }
}

static void put_prompt(screen *c) {
    tsr_line line;
    char text[200];
    int kind = uni_kind_in_question(c->d, c->s);
    if (kind >= 0) {
        char says[500];
        size_t start = c->o.len;
        uni_card_text(c->d, kind, says, sizeof says);
        tsr_putf(&c->o, "%s: ", uni_kind_name(c->d, kind));
        put_wrapped(c, start, says);
    }
    if (c->detail > TELL_ALL) {
        return;
    }
    uni_prompt(c->d, c->s, &line);
    tsr_line_text(c->r, &line, c->names, text, sizeof text);
    tsr_putf(&c->o, "%s\n", text);
}

// One's own seat comes last, next to the question; where room is short, first.
static void put_seats(screen *c, int from, int count) {
    int first = c->viewer < c->d->players ? c->viewer + 1 : 0;
    for (int i = from; i < from + count; i++) {
        put_seat(c, (first + i) % c->d->players);
    }
}

static void put_table(screen *c) {
    int players = c->d->players;
    if (c->detail == TIGHT) {
        put_stack(c);
        put_chain(c);
        put_prompt(c);
        put_piles(c);
        put_seats(c, players - 1, players);
        return;
    }
    put_seats(c, 0, players);
    put_piles(c);
    put_stack(c);
    put_chain(c);
    put_news(c);
    put_prompt(c);
}

// How many lines the table takes; a text too long for the room has enough of them.
static int height_of(screen c) {
    char text[1 << 14];
    int height = 0;
    c.o = tsr_out_to(text, sizeof text);
    put_table(&c);
    tsr_out_end(&c.o);
    for (const char *at = text; *at; at++) {
        height += *at == '\n';
    }
    return height;
}

int uni_draw_screen(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                    int width, int height, char *buf, size_t cap) {
    const uni_deck *d = uni_deck_of(r);
    uni_state s;
    uni_view(d, view, viewer, &s);
    screen c = {tsr_out_to(buf, cap), r, d, &s, names, viewer, width > 20 ? width : 80, TELL_ALL};
    while (height > 0 && c.detail < TIGHT && height_of(c) > height) {
        c.detail++;
    }
    put_table(&c);
    return tsr_out_end(&c.o);
}
