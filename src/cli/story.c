// SPDX-License-Identifier: MIT
//
// Puts the events of a move into words, each as its viewer may know it.
#include "cli/story.h"

enum { SENTENCE_MAX = 400 };

static int take(const cli_story *s, tsr_story *story) {
    *story = (tsr_story){0};
    return tsr_story_take(s->r, s->before, s->who, s->move, s->after, s->viewer, NULL, story) ==
           TSR_OK;
}

int cli_story_add(const cli_story *s, const char *lead, const char *end, buffer *out) {
    tsr_story story;
    int count = 0, told = take(s, &story);
    for (uint32_t i = 0; told && i < story.count; i++) {
        const tsr_event *e = &story.events[i];
        if (e->line.code) {
            char text[SENTENCE_MAX];
            tsr_line_text(s->r, &e->line, s->names, text, sizeof text);
            buffer_addf(out, "%s%s%s", lead, text, end);
            count++;
        }
    }
    tsr_story_free(NULL, &story);
    return count;
}

static void add_event(const cli_story *s, const tsr_event *e, json *j) {
    static const char *const kinds[] = {"say",  "move",  "take",    "deal",
                                        "flip", "score", "shuffle", "stop"};
    char text[SENTENCE_MAX];
    json_open_object(j, NULL);
    json_text(j, "kind", e->kind <= TSR_EVENT_STOP ? kinds[e->kind] : "say");
    json_int(j, "seat", e->who < TSR_MAX_PLAYERS ? e->who + 1 : 0);
    if (e->points) {
        json_int(j, "points", e->points);
    }
    if (e->line.code) {
        tsr_line_text(s->r, &e->line, s->names, text, sizeof text);
        json_text(j, "text", text);
    }
    json_close(j, '}');
}

void cli_story_json(const cli_story *s, json *j) {
    tsr_story story;
    json_open_array(j, "story");
    int told = take(s, &story);
    for (uint32_t i = 0; told && i < story.count; i++) {
        if (story.events[i].line.code || story.events[i].points) {
            add_event(s, &story.events[i], j);
        }
    }
    tsr_story_free(NULL, &story);
    json_close(j, ']');
}
