// SPDX-License-Identifier: MIT
// What a call of XLA's is asked for; see xla_call.h.
#include "xla_call.h"

#include <string.h>

void *xla_refuse(const xla_frame *frame, const char *message) {
    xla_error_args args = {.size = sizeof args, .message = message, .code = XLA_INVALID_ARGUMENT};
    return frame->api->error_create(&args);
}

int xla_wants_metadata(const xla_frame *frame, uint32_t traits) {
    const xla_extension *x = frame->extension;
    if (!x || x->type != XLA_EXTENSION_METADATA) {
        return 0;
    }
    xla_metadata *about = ((const xla_metadata_extension *)x)->metadata;
    about->version.major = 0;
    about->version.minor = frame->api->version.major == 0 ? frame->api->version.minor : 0;
    about->traits = traits;
    return 1;
}

void *xla_address(const xla_frame *frame, const char *name) {
    const size_t size = strlen(name);
    for (int64_t i = 0; i < frame->attributes.count; i++) {
        const xla_span *found = frame->attributes.names[i];
        const xla_scalar *scalar = frame->attributes.items[i];
        if (found->size == size && memcmp(found->text, name, size) == 0 &&
            scalar->dtype == XLA_S64) {
            return (void *)(intptr_t) * (const int64_t *)scalar->value;
        }
    }
    return NULL;
}

const xla_buffer *xla_buffer_at(const xla_list *list, int64_t i) {
    return i < list->count ? list->items[i] : NULL;
}

int64_t xla_games_in(const xla_buffer *b, int64_t own) {
    int64_t games = 1;
    for (int64_t i = 0; i < b->rank - own; i++) {
        games *= b->dims[i];
    }
    return games;
}
