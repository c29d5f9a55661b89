// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_STORY_H
#define TSR_CLI_STORY_H

// What followed from a move, in the words of the game: one sentence an event, for play and replay.

#include <tessera/rules.h>

#include "base/buffer.h"
#include "cli/json.h"

// A move and the positions around it, as one viewer saw them.
typedef struct cli_story {
    const tsr_rules *r;
    const void *before, *after;
    int who, viewer;
    tsr_move move; // as `seen` shows it
    tsr_player_names names;
} cli_story;

// Adds every sentence of the story to `out`, with `lead` before and `end` behind it. Returns how
// many there were.
int cli_story_add(const cli_story *s, const char *lead, const char *end, buffer *out);

// The same as the array "story" of a JSON object: kind, seat, points and text of every event
// that has words or points.
void cli_story_json(const cli_story *s, json *j);

#endif
