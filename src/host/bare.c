// SPDX-License-Identifier: MIT
//
// The host where there is no operating system, as in a browser: a clock, and for everything else
// the answer that there is none. Files, plugins and compilers are refused in words; threads are never
// had, and whoever asks for one does its work himself.
#include <time.h>

#include <tessera/host.h>

#include "host/memory.h"
#include "host/plain_file.h"
#include "host/thread.h"

static tsr_err no_files(const char *path, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_IO, "%.200s cannot be opened: there are no files here", path);
}

uint64_t tsr_now_us(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

tsr_err tsr_file_read(const char *path, size_t limit, char **out, size_t *size, tsr_error *err) {
    (void)limit, (void)out, (void)size;
    return no_files(path, err);
}

tsr_err host_plain_file(const char *path, size_t limit, buffer *out, tsr_error *err) {
    (void)limit, (void)out;
    return no_files(path, err);
}

tsr_err tsr_plugin_load(tsr_registry *reg, const char *path, tsr_error *err) {
    (void)reg;
    return no_files(path, err);
}

tsr_err tsr_compile_load(const char *text, size_t size, const char *symbol, int build,
                         const void **out, tsr_built *built, tsr_error *err) {
    (void)text, (void)size, (void)symbol, (void)build, (void)out, (void)built;
    return tsr_fail(err, TSR_ERR_UNKNOWN, "there is no C compiler here");
}

int host_thread_start(host_thread *t, void (*work)(void *with), void *with) {
    (void)t, (void)work, (void)with;
    return 0;
}

void host_thread_join(host_thread *t) {
    (void)t;
}

void host_pause(void) {
}

void host_large_pages(void *base, size_t size) {
    (void)base, (void)size;
}
