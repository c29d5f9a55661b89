// SPDX-License-Identifier: MIT
//
// The story of a move at a terminal: what happened, in the words of those who may know it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "cli/json.h"
#include "cli/session.h"
#include "cli/story.h"
#include "core/answers.h"

// The move of a ply as `viewer` sees it, and the view before it in `before`.
static tsr_move seen_ply(session *s, int i, int viewer, void *before) {
    const int count = tsr_match_ply_count(s->match);
    const tsr_move seen = answers_seen(s->match, i, count, viewer, before);
    tsr_match_state_at(s->match, i, before);
    s->r->g.view(s->r, before, viewer, before);
    return seen;
}

void session_event(session *s, int ply, int viewer, char *out, size_t cap) {
    tsr_move seen = seen_ply(s, ply, viewer, s->view);
    tsr_event_text(s->r, s->view, tsr_match_ply(s->match, ply).who, seen, tsr_match_names(s->match),
                   out, cap);
}

// What `viewer` sees after ply `i`, new: free with tsr_mem_free.
static void *view_after(session *s, int i, int viewer) {
    void *after = tsr_mem_new(NULL, s->r->state_size);
    if (after) {
        tsr_match_state_at(s->match, i + 1, after);
        s->r->g.view(s->r, after, viewer, after);
    }
    return after;
}

// The story of ply `i`; its views are s->view and `after`.
static cli_story story_of(session *s, int i, int viewer, const void *after) {
    tsr_move seen = seen_ply(s, i, viewer, s->view);
    return (cli_story){.r = s->r,
                       .before = s->view,
                       .after = after,
                       .who = tsr_match_ply(s->match, i).who,
                       .viewer = viewer,
                       .move = seen,
                       .names = tsr_match_names(s->match)};
}

// Adds the sentences of what followed from ply `i`; returns how many.
static int add_story(session *s, int i, int viewer, const char *lead, const char *end,
                     buffer *out) {
    void *after = view_after(s, i, viewer);
    int count = 0;
    if (after) {
        cli_story story = story_of(s, i, viewer, after);
        count = cli_story_add(&story, lead, end, out);
    }
    tsr_mem_free(NULL, after, s->r->state_size);
    return count;
}

static void tell_json(session *s, int i, int viewer, const char *sentence) {
    char text[TSR_MOVE_TEXT_MAX], name[80];
    void *after = view_after(s, i, viewer);
    tsr_ply ply = tsr_match_ply(s->match, i);
    tsr_move seen = seen_ply(s, i, viewer, s->view);
    tsr_move_text(s->r, s->view, ply.who, seen, text, sizeof text);
    cli_player_name(s->r, tsr_match_names(s->match), ply.who, name, sizeof name);
    json j;
    json_begin(&j, "move");
    json_int(&j, "ply", i + 1);
    json_int(&j, "seat", ply.who == TSR_CHANCE ? 0 : ply.who + 1);
    json_text(&j, "name", name);
    json_text(&j, "move", text);
    json_text(&j, "text", sentence);
    if (after) {
        cli_story story = story_of(s, i, viewer, after);
        cli_story_json(&story, &j);
    }
    json_end(&j, stdout);
    tsr_mem_free(NULL, after, s->r->state_size);
}

// How many plies of chance in a row begin with ply `i`.
static int draws_from(const session *s, int i) {
    int n = 0;
    while (i + n < tsr_match_ply_count(s->match) &&
           tsr_match_ply(s->match, i + n).who == TSR_CHANCE) {
        n++;
    }
    return n;
}

// A screen has few lines: what followed from a move goes into one paragraph with it, and many
// draws in a row, which the picture shows, into one line.
static int note_ply(session *s, int i, int viewer) {
    enum { DRAWS = 3 };
    int draws = draws_from(s, i);
    buffer text;
    if (draws >= DRAWS) {
        buffer_addf(&s->notes, "chance: %d draws\n", draws);
        return draws;
    }
    char sentence[512];
    session_event(s, i, viewer, sentence, sizeof sentence);
    buffer_init(&text, NULL);
    buffer_add_text(&text, sentence);
    (void)add_story(s, i, viewer, "; ", "", &text);
    session_add_notes(s, buffer_text(&text));
    buffer_add_text(&s->notes, "\n");
    buffer_deinit(&text);
    return 1;
}

static void print_ply(session *s, int i, int viewer) {
    char sentence[512];
    buffer text;
    session_event(s, i, viewer, sentence, sizeof sentence);
    buffer_init(&text, NULL);
    (void)add_story(s, i, viewer, "   ", "\n", &text);
    printf("%d. %s\n%s", i + 1, sentence, buffer_text(&text));
    buffer_deinit(&text);
}

// Lines are one stream for all: everybody reads what everybody may know. A screen
// is for the one in front of it.
static int listener(const session *s) {
    int several = (s->humans & (s->humans - 1)) != 0;
    return s->full_screen || !several ? session_viewer(s) : TSR_WATCHER;
}

static void tell_again(session *s, int i, int viewer) {
    char sentence[512];
    if (s->wish->json) {
        session_event(s, i, viewer, sentence, sizeof sentence);
        tell_json(s, i, viewer, sentence);
    } else if (s->full_screen) {
        (void)note_ply(s, i, viewer);
    } else {
        print_ply(s, i, viewer);
    }
}

// Answers that were told as `?` while others were still thinking, and are known now that ply `i` has been made.
static void tell_answers(session *s, int i, int viewer) {
    const uint32_t secret = TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    const int first = i > TSR_MAX_PLAYERS ? i - TSR_MAX_PLAYERS : 0;
    if ((s->r->g.flags & secret) != secret) {
        return;
    }
    for (int k = first; k < i && k < s->told[viewer]; k++) {
        const tsr_move before = answers_seen(s->match, k, i, viewer, s->view);
        const tsr_move after = answers_seen(s->match, k, i + 1, viewer, s->view);
        if (before != after) {
            tell_again(s, k, viewer);
        }
    }
}

void session_tell(session *s) {
    int viewer = listener(s);
    int count = tsr_match_ply_count(s->match);
    for (int i = s->told[viewer]; i < count;) {
        char sentence[512];
        tell_answers(s, i, viewer);
        if (s->wish->json) {
            session_event(s, i, viewer, sentence, sizeof sentence);
            tell_json(s, i++, viewer, sentence);
        } else if (s->full_screen) {
            i += note_ply(s, i, viewer);
        } else {
            print_ply(s, i++, viewer);
        }
    }
    fflush(stdout);
    s->told[viewer] = count;
    s->events_size = s->notes.size;
}
