// SPDX-License-Identifier: MIT
//
// Law 23: the story of a move, the words of its things and the parts of a score are sound, agree
// with the scores, and depend on nothing that the viewer cannot see.
#include "law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Parts of a score ------------------------------------------------------------

static void parts_add_up(law_run *run, const void *s) {
    tsr_part part[TSR_MAX_PARTS];
    tsr_result result[TSR_MAX_PLAYERS];
    int n = run->r->more.parts(run->r, s, part);
    if (!LAW_HOLDS(run, n >= 0 && n <= TSR_MAX_PARTS, "the score has %d parts, at most %d", n,
                   TSR_MAX_PARTS) ||
        n == 0) {
        return;
    }
    run->r->g.result(run->r, s, result);
    for (int p = 0; p < run->r->players; p++) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += part[i].points[p];
        }
        LAW_HOLDS(run, sum == result[p].score, "the parts of the score of %s make %ld, not %ld",
                  law_who(p), sum, (long)result[p].score);
    }
    for (int i = 0; i < n; i++) {
        LAW_HOLDS(run, part[i].name && *part[i].name, "part %d of the score has no name", i);
    }
}

// --- Words -------------------------------------------------------------------------

static void words_are_sound(law_run *run, const void *view, int viewer) {
    law_scene scene;
    law_scene_make(run, view, viewer, &scene);
    for (uint32_t i = 0; i < scene.sc.item_count; i++) {
        char text[2048], cut[8];
        int n = run->r->more.words(run->r, view, viewer, &scene.sc.items[i], text, sizeof text);
        if (!LAW_HOLDS(run, n >= 0 && n < (int)sizeof text, "item %u says %d bytes of words", i,
                       n)) {
            break;
        }
        LAW_HOLDS(run, (int)strlen(text) == n, "the words of item %u are not as long as told", i);
        int again = run->r->more.words(run->r, view, viewer, &scene.sc.items[i], cut, sizeof cut);
        LAW_HOLDS(run, again == n && strncmp(cut, text, sizeof cut - 1) == 0,
                  "the words of item %u do not keep snprintf's rule", i);
    }
    law_scene_free(&scene);
}

// --- Stories -----------------------------------------------------------------------

static void event_is_sound(law_run *run, const tsr_event *e, uint32_t zones_before,
                           uint32_t zones_after) {
    const char *fault = e->line.code ? law_line_fault(run, &e->line) : NULL;
    LAW_HOLDS(run, e->kind <= TSR_EVENT_STOP, "an event of kind %d is told", e->kind);
    LAW_HOLDS(run, e->who < run->r->players || e->who == TSR_NOBODY, "an event concerns player %d",
              e->who);
    LAW_HOLDS(run, e->from.zone < (int)zones_before, "an event begins in zone %d of %u",
              e->from.zone, zones_before);
    LAW_HOLDS(run, e->to.zone < (int)zones_after, "an event ends in zone %d of %u", e->to.zone,
              zones_after);
    LAW_HOLDS(run, !fault, "an event's sentence %s", fault ? fault : "");
}

// A game that tells by itself explains every change of a score.
static void points_add_up(law_run *run, const tsr_story *story, const void *before,
                          const void *after) {
    tsr_result was[TSR_MAX_PLAYERS], now[TSR_MAX_PLAYERS];
    run->r->g.result(run->r, before, was);
    run->r->g.result(run->r, after, now);
    for (int p = 0; p < run->r->players; p++) {
        long told = 0;
        for (uint32_t i = 0; i < story->count; i++) {
            told += story->events[i].who == p ? story->events[i].points : 0;
        }
        LAW_HOLDS(run, told == now[p].score - was[p].score,
                  "%ld points are told for %s, whose score changed by %ld", told, law_who(p),
                  (long)(now[p].score - was[p].score));
    }
}

static uint32_t zones_of(law_run *run, const void *view, int viewer) {
    tsr_scene sizes = {0};
    tsr_scene_clear(&sizes);
    run->r->g.scene(run->r, view, viewer, &sizes);
    return sizes.zone_count;
}

static void story_is_sound(law_run *run, const void *before, int who, tsr_move m, const void *after,
                           int viewer) {
    tsr_story story = {0}, again = {0};
    tsr_err e = tsr_story_take(run->r, before, who, m, after, viewer, NULL, &story);
    if (!LAW_HOLDS(run, e == TSR_OK, "the story of a move cannot be told: %s", tsr_err_text(e))) {
        return;
    }
    uint32_t old_zones = zones_of(run, before, viewer), new_zones = zones_of(run, after, viewer);
    for (uint32_t i = 0; i < story.count; i++) {
        event_is_sound(run, &story.events[i], old_zones, new_zones);
    }
    if (run->r->more.told && !(run->r->g.flags & TSR_TELLS_REASONS)) { // else the result may say it
        points_add_up(run, &story, before, after);
    }
    int same =
        run->r->g.flags & TSR_SAME_TO_ALL ? 0 : viewer; // then the first player's is the same
    e = tsr_story_take(run->r, before, who, m, after, same, NULL, &again);
    LAW_HOLDS(run,
              e == TSR_OK && again.count == story.count &&
                  (story.count == 0 ||
                   memcmp(again.events, story.events, story.count * sizeof *story.events) == 0),
              "the same story is told differently the second time");
    tsr_story_free(NULL, &story);
    tsr_story_free(NULL, &again);
}

// --- Where to look -------------------------------------------------------------------

static void law23_at(law_run *run) {
    parts_add_up(run, run->spot.state);
}

static void law23_deep(law_run *run) {
    for (int i = 0; i < run->viewers; i++) {
        words_are_sound(run, run->spot.view[i], law_viewer(run, i));
    }
}

// Told from views alone, so no secret can be in it; every viewer at closely looked at positions.
static void law23_moved(law_run *run, int who, tsr_move m, const void *after) {
    if (!run->spot.deep) {
        return;
    }
    for (int i = 0; i < run->viewers; i++) {
        int viewer = law_viewer(run, i);
        tsr_move seen = run->r->g.seen(run->r, run->spot.state, who, m, viewer);
        run->r->g.view(run->r, run->spot.state, viewer, run->scratch[0]);
        run->r->g.view(run->r, after, viewer, run->scratch[1]);
        story_is_sound(run, run->scratch[0], who, seen, run->scratch[1], viewer);
    }
}

const law_hooks law_23 = {.at = law23_at, .deep = law23_deep, .moved = law23_moved};
