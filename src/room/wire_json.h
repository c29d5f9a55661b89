// SPDX-License-Identifier: MIT
#ifndef TSR_ROOM_WIRE_JSON_H
#define TSR_ROOM_WIRE_JSON_H

// Scenes, questions and events as JSON text, in the words of docs/wire.md.
//
// Everything is made from a view; the true state never comes here. The text is
// appended to a buffer whose `failed` flag tells of lacking memory. No I/O, no
// clock. Not thread-safe: one `wire_scene` an owner.

#include <tessera/rules.h>

#include "base/buffer.h"

enum { KEEP_PICTURES = 128 }; // matches whose last picture is kept for their next move

// Who looked at what; an empty view = nothing is known.
typedef struct wire_look {
    uint64_t rules; // their hash
    int viewer;
    buffer view;
} wire_look;

// What was drawn last of a match, and its JSON: often the next viewer sees the very same, and the next
// move begins there.
typedef struct wire_picture {
    tsr_scene scene;
    buffer json;     // empty = there is none
    buffer items_at; // where in it each item begins, and where the last one ends: uint32_t
    wire_look shown; // what it is the scene of
} wire_picture;

// Arrays for scenes and stories, grown as needed and used again, and the pictures of the matches that
// were looked at last. A story is mostly told together with the picture it ends in, which it has
// drawn already.
typedef struct wire_scene {
    const tsr_alloc *alloc;
    wire_picture draft;
    tsr_teller teller;
    wire_look ending; // what the scene after the last story is of
    wire_picture kept[KEEP_PICTURES];
    uint64_t of[KEEP_PICTURES]; // which match
    int now, next;              // the picture that is worked on; the one that is given away next
} wire_scene;

void wire_scene_init(wire_scene *w, const tsr_alloc *alloc);
void wire_scene_deinit(wire_scene *w);

// What is told and shown from now on is of `match`. It changes no word of it: a picture is used again
// only where the very same is seen.
void wire_scene_turn(wire_scene *w, uint64_t match);

// A JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void wire_string(buffer *b, const char *text);

// `,"name":` 17, without the cost of a format: what the server sends is mostly this.
void wire_number(buffer *b, const char *name, int64_t value);

// name and numbers: `,"pick":[` 12,28 `]`.
void wire_refs(buffer *b, const char *name, const uint32_t *refs, int count);

// {"zones":[...],"items":[...],"edges":[...]} of `view` as `viewer` sees it.
void wire_add_scene(buffer *b, wire_scene *w, const tsr_rules *r, const void *view, int viewer);

// The question to `seat`, or null if it has none. `ply` is the number of the ply that
// the answer makes; `undo` whether the seat may take a step back.
void wire_add_ask(buffer *b, const tsr_rules *r, const void *view, int seat, int ply, int undo,
                  tsr_player_names names);

// [{"kind":"move","key":3,"from":{...},"to":{...}}...]: what followed from a move.
void wire_add_story(buffer *b, const tsr_rules *r, const tsr_story *story, tsr_player_names names);

// ,"steps":[...]: the story of the move `m` of `who` between two views of `viewer`; nothing where
// nothing followed.
typedef struct wire_ply {
    const void *before, *after;
    int who, viewer;
    tsr_move m;
} wire_ply;

void wire_tell(buffer *b, wire_scene *w, const tsr_rules *r, const wire_ply *ply,
               tsr_player_names names);

// [{"name":"rows","values":[2,0]}...]: how the scores of `s` are made up.
void wire_add_parts(buffer *b, const tsr_rules *r, const void *s);

#endif
