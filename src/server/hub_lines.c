// SPDX-License-Identifier: MIT
// Lines between hubs: letters in order and none twice, or the line is broken and begun anew.
//
// A line goes one way. It has a name, which is higher than that of the line before it, and its letters are
// counted from 1. Who gets a letter that is not the next one knows that one is lost, takes nothing more
// from that line, and says so (BROKEN) until the other begins the next line. Once a second a beat
// goes over every line, so that it is noticed, too, when the last letter was lost.
//
//     A -> B  line 7: 1 2 3 _ 5      B: one is missing; what hung on A is ended here
//     B -> A  line 4: BROKEN 7       A: what hung on B is ended here, too
//     A -> B  line 8: 1 2 ..         both are where two are who have never met
//
// Nothing is sent again: pages do that, and know best what is worth it.
#include <stdlib.h>

#include "server/hub_town.h"

enum { BEAT_MS = 1000, SILENT_BEATS = 10, COMPLAIN_MS = 100 };

// --- Broken lines ------------------------------------------------------------

static void complain(hub *h, int from) {
    town_peer *p = &h->town->peer[from];
    if (p->complained_ms && h->now_ms - p->complained_ms < COMPLAIN_MS) {
        return;
    }
    letter l = {.word = LETTER_BROKEN, .number = p->in_line};
    p->complained_ms = h->now_ms;
    hub_send_letter(h, from, &l);
}

// The line from there is broken: so is what we sent, for what answers it may be what was lost.
static void break_line(hub *h, int from) {
    town_peer *p = &h->town->peer[from];
    if (!p->in_broken) {
        p->in_broken = 1;
        p->complained_ms = 0;
        hub_begin_line(h->town, p);
        hub_forward_lost(h, from);
    }
    complain(h, from);
}

// Whoever comes after has lines with higher names.
void hub_lines_end(hub *h, int peer, uint64_t last_line) {
    town_peer *p = &h->town->peer[peer];
    p->in_line = last_line > p->in_line ? last_line : p->in_line;
    p->in_broken = 1;
    p->silent = 0;
    p->out_line = 0; // the next letter begins a line
    hub_forward_lost(h, peer);
}

// Whether the letter is the next on its line.
static int is_next(hub *h, const letter *l) {
    town_peer *p = &h->town->peer[l->from];
    if (l->line < p->in_line) {
        return 0; // of a line that was given up long ago
    }
    if (l->line > p->in_line) {
        if (p->in_line && !p->in_broken) {
            hub_forward_lost(h, l->from);
        }
        p->in_line = l->line;
        p->in_count = 0;
        p->in_broken = 0;
    }
    if (p->in_broken) {
        complain(h, l->from);
        return 0;
    }
    if (l->count <= p->in_count) {
        return 0; // it came before
    }
    if (l->count != p->in_count + 1) {
        break_line(h, l->from);
        return 0;
    }
    p->in_count++;
    p->silent = 0;
    return 1;
}

static void hear_broken(hub *h, const letter *l) {
    town_peer *p = &h->town->peer[l->from];
    if (l->number == p->out_line) {
        hub_begin_line(h->town, p);
        hub_forward_lost(h, l->from);
        letter beat = {.word = LETTER_BEAT};
        hub_send_letter(h, l->from, &beat);
    }
}

// --- What comes --------------------------------------------------------------

void hub_letter_in(hub *h, const char *data, size_t size, uint64_t now_ms) {
    letter l;
    hub_set_now(h, now_ms);
    struct town *t = h->town;
    if (!t || !letter_read(data, size, &l) || l.from < 0 || l.from >= t->config.hubs ||
        l.from == t->config.me || !is_next(h, &l)) {
        return;
    }
    switch (l.word) {
    case LETTER_BEAT: break;
    case LETTER_BROKEN: hear_broken(h, &l); break;
    case LETTER_REQUEST:
    case LETTER_CONNECT:
    case LETTER_TEXT:
    case LETTER_LAG:
    case LETTER_GONE:
    case LETTER_REPLY:
    case LETTER_SEND:
    case LETTER_CLOSE: hub_forward_letter(h, &l); break;
    case LETTER_TURNS:
    case LETTER_TURNS_ARE: hub_turns_letter(h, &l); break;
    case LETTER_PEOPLE:
    case LETTER_LOBBY:
    case LETTER_WAKE: hub_gather_letter(h, &l); break;
    }
}

// Who has been silent for long may be gone: its pages shall not wait for ever, nor ours. Counted in beats of
// our own, so that nobody is taken for gone because this hub stood still.
static void listen(hub *h, int from) {
    town_peer *p = &h->town->peer[from];
    if (p->in_line && !p->in_broken && hub_is_there(h, from) && ++p->silent > SILENT_BEATS) {
        break_line(h, from);
    }
}

void hub_lines_tick(hub *h) {
    struct town *t = h->town;
    if (h->now_ms - t->beat_ms < BEAT_MS) {
        return;
    }
    t->beat_ms = h->now_ms;
    letter beat = {.word = LETTER_BEAT};
    (void)hub_send_all(h, &beat);
    for (int i = 0; i < t->config.hubs; i++) {
        listen(h, i);
    }
}

void hub_town_tick(hub *h) {
    if (h->town) {
        hub_lines_tick(h);
        hub_forward_tick(h);
        hub_gather_tick(h);
    }
}
