// SPDX-License-Identifier: MIT
// The entries of a match's log.
#include "room/wire_log.h"

#include <string.h>

#include <tessera/story.h>

#include "core/answers.h"

// What was picked for the move, so that pages can show where it was. Games that hide
// something mark the last move in their scenes themselves.
static void add_picks(buffer *b, const tsr_rules *rules, const void *state, tsr_ply ply) {
    tsr_picks picks = {0};
    if (ply.who == TSR_CHANCE || (rules->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    rules->g.path(rules, state, ply.who, ply.move, &picks);
    wire_refs(b, ",\"pick\":[", picks.pick, picks.picks);
}

// Only what is said of it: the motion is over for whoever comes in.
static void add_told(buffer *b, const tsr_rules *rules, const tsr_story *story,
                     tsr_player_names names) {
    const char *before = ",\"told\":[";
    for (uint32_t i = 0; i < story->count; i++) {
        if (story->events[i].line.code) {
            char sentence[512];
            tsr_line_text(rules, &story->events[i].line, names, sentence, sizeof sentence);
            buffer_add_text(b, before);
            wire_string(b, sentence);
            before = ",";
        }
    }
    buffer_add_text(b, before[1] ? "" : "]");
}

// What followed from a ply, from the view before it and the one after it, which is made in
// place. `ply.move` is the move as these eyes saw it.
static void add_consequences(buffer *b, const wire_log *log, tsr_ply ply, int eyes, int is_new) {
    const tsr_rules *rules = log->rules;
    tsr_player_names names = tsr_match_names(log->match);
    rules->g.view(rules, log->after, eyes, log->after);
    if (is_new) {
        wire_ply told = {log->state, log->after, ply.who, eyes, ply.move};
        wire_tell(b, log->scene, rules, &told, names);
        return;
    }
    tsr_story story = {0};
    if (tsr_story_words(rules, log->state, ply.who, ply.move, log->after, eyes, NULL, &story) ==
        TSR_OK) {
        add_told(b, rules, &story, names);
    }
    tsr_story_free(NULL, &story);
}

// The move of ply `i`, made in `state`; `after` is used and made again.
static tsr_move seen_move(const wire_log *log, int i, int eyes) {
    const tsr_rules *rules = log->rules;
    const tsr_ply ply = tsr_match_ply(log->match, i);
    tsr_move seen = rules->g.seen(rules, log->state, ply.who, ply.move, eyes);
    if (seen & TSR_HIDDEN && rules->g.flags & TSR_HAS_SIMULTANEOUS) { // it may be told by now
        seen = answers_seen(log->match, i, tsr_match_ply_count(log->match), eyes, log->after);
        memcpy(log->after, log->walk, rules->state_size);
    }
    return seen;
}

// Ply `i`, made in `state` and leading to `after`; both become views.
static void add_entry(buffer *b, const wire_log *log, int i, int eyes, int is_new) {
    const tsr_rules *rules = log->rules;
    void *state = log->state;
    tsr_ply ply = tsr_match_ply(log->match, i), seen = ply;
    char text[512];
    seen.move = seen_move(log, i, eyes);
    rules->g.view(rules, state, eyes, state);
    wire_number(b, "{\"ply\":", i + 1);
    if (ply.who == TSR_CHANCE) {
        buffer_add_text(b, ",\"who\":null");
    } else {
        wire_number(b, ",\"who\":", ply.who);
    }
    buffer_add_text(b, ",\"text\":");
    tsr_move_text(rules, state, ply.who, seen.move, text, sizeof text);
    wire_string(b, text);
    buffer_add_text(b, ",\"sentence\":");
    tsr_event_text(rules, state, ply.who, seen.move, tsr_match_names(log->match), text,
                   sizeof text);
    wire_string(b, text);
    add_picks(b, rules, state, ply);
    add_consequences(b, log, seen, eyes, is_new);
    buffer_add_text(b, "}");
}

// One walk through the match: asking for each position apart would play it from the
// last snapshot every time.
void wire_add_entries(buffer *b, const wire_log *log, int from, int to, int eyes, int is_new) {
    const char *comma = "";
    if (from < to) {
        tsr_match_state_at(log->match, from, log->walk);
    }
    for (int i = from; i < to; i++) {
        tsr_ply ply = tsr_match_ply(log->match, i);
        memcpy(log->state, log->walk, log->rules->state_size);
        tsr_play(log->rules, log->walk, ply.who, ply.move);
        memcpy(log->after, log->walk, log->rules->state_size);
        buffer_add_text(b, comma);
        add_entry(b, log, i, eyes, is_new);
        comma = ",";
    }
}
