// SPDX-License-Identifier: MIT
#ifndef TESSERA_PYTHON_XLA_FRAME_H
#define TESSERA_PYTHON_XLA_FRAME_H

// The few structs through which XLA, the compiler under JAX, calls a function of ours.
//
// They are its stable binary interface for "custom calls" (XLA FFI, major version 0), written down
// here as far as we use them, so that the wheel needs no header of JAX to be built. Each has its
// own size in front, which we compare before we read on. tests/python/test_jax.py compiles them
// beside the header that JAX brings along and compares every offset.

#include <stddef.h>
#include <stdint.h>

enum {
    XLA_EXTENSION_METADATA = 1,
    XLA_STAGE_EXECUTE = 3,
    XLA_INVALID_ARGUMENT = 3,
    XLA_S64 = 5,      // a scalar attribute of 64 bits, signed
    XLA_IN_GRAPHS = 1 // a trait: only queues work on its stream, so that graphs may keep it
};

typedef struct xla_extension {
    size_t size;
    int type;
    struct xla_extension *next;
} xla_extension;

typedef struct xla_version {
    size_t size;
    xla_extension *extension;
    int major, minor;
} xla_version;

typedef struct xla_metadata {
    size_t size;
    xla_version version;
    uint32_t traits;
    int64_t state_type;
} xla_metadata;

typedef struct xla_metadata_extension {
    xla_extension base;
    xla_metadata *metadata;
} xla_metadata_extension;

typedef struct xla_error_args {
    size_t size;
    xla_extension *extension;
    const char *message;
    int code;
} xla_error_args;

typedef struct xla_stream_args {
    size_t size;
    xla_extension *extension;
    void *context;
    void *stream; // the answer
} xla_stream_args;

typedef struct xla_api { // its beginning
    size_t size;
    xla_extension *extension;
    xla_version version;
    const void *internal;
    void *(*error_create)(xla_error_args *args);
    void *unused[3];
    void *(*stream_get)(xla_stream_args *args);
} xla_api;

typedef struct xla_buffer {
    size_t size;
    xla_extension *extension;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} xla_buffer;

typedef struct xla_list { // of arguments, of results
    size_t size;
    xla_extension *extension;
    int64_t count;
    int *types;
    void **items;
} xla_list;

typedef struct xla_span {
    const char *text;
    size_t size;
} xla_span;

typedef struct xla_scalar {
    int dtype;
    void *value;
} xla_scalar;

typedef struct xla_attributes { // sorted by name
    size_t size;
    xla_extension *extension;
    int64_t count;
    int *types;
    xla_span **names;
    void **items;
} xla_attributes;

typedef struct xla_frame {
    size_t size;
    xla_extension *extension;
    const xla_api *api;
    void *context;
    int stage;
    xla_list args, rets;
    xla_attributes attributes;
} xla_frame;

#endif
