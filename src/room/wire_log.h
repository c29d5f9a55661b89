// SPDX-License-Identifier: MIT
#ifndef TSR_ROOM_WIRE_LOG_H
#define TSR_ROOM_WIRE_LOG_H

// What has happened in a match, as one pair of eyes saw it: the entries of its log as JSON, in the words of
// docs/wire.md. No I/O.

#include <tessera/match.h>

#include "room/wire_json.h"

// What telling needs: the match, and room for three states (r->state_size bytes each).
typedef struct wire_log {
    wire_scene *scene;
    const tsr_rules *rules;
    const tsr_match *match;
    void *state, *after, *walk;
} wire_log;

// {"ply":1,"who":0,...},...: plies `from` (counted from 0) up to `to`, for the eyes of a seat or TSR_WATCHER. New ones
// are told with their steps, which pages show as motion; old ones only in words.
void wire_add_entries(buffer *b, const wire_log *log, int from, int to, int eyes, int is_new);

#endif
