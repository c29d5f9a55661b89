// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_FRAME_H
#define TSR_LSP_FRAME_H

// Messages out of a stream of bytes: "Content-Length: N", other fields, an empty line, N bytes.
//
// The other side may send anything. A message that is too long is skipped as it comes, without
// being kept; a head that cannot be read ends the conversation, for nobody knows where the next
// one begins. Pure; no I/O.

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum {
    FRAME_BODY = 2 << 20, // bytes of a message: eight times the largest rules file
    FRAME_HEAD = 4096     // bytes of its head
};

typedef enum frame_got {
    FRAME_NOTHING, // more bytes are needed
    FRAME_MESSAGE,
    FRAME_TOO_LONG, // told once; its bytes are passed over
    FRAME_BROKEN    // no head, or one without a length; from now on always
} frame_got;

typedef struct frame {
    buffer in;
    size_t used;   // bytes of `in` that were handed out
    uint64_t skip; // bytes still to be passed over
    int broken;
} frame;

void frame_init(frame *f);
void frame_deinit(frame *f);

// Adds bytes as they came. Call frame_take until it says FRAME_NOTHING before adding more: so no
// more is kept than one message and one piece.
void frame_add(frame *f, const char *bytes, size_t size);

// The next message, without its head; valid until the next call of either.
frame_got frame_take(frame *f, const char **body, size_t *size);

#endif
