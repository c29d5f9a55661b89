// SPDX-License-Identifier: MIT
// Files beside a rules file; see beside.h.
#include "host/beside.h"

#include <stdio.h>
#include <string.h>

#include <tessera/host.h>

// The file beside `path` that a title would have: its letters, small, and its digits.
static void path_of(const char *path, const char *title, char *buf, size_t cap) {
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 0;
    (void)snprintf(buf, cap, "%.*s", (int)n, path);
    n = strlen(buf);
    for (; *title && n + 6 < cap; title++) {
        char c = *title >= 'A' && *title <= 'Z' ? (char)(*title + 32) : *title;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            buf[n++] = c;
        }
    }
    (void)snprintf(buf + n, cap - n, ".game");
}

// The text of `f`, from whoever holds it or from the disk.
static int read_file(const beside *b, beside_file *f) {
    const char *held = b->held ? b->held(b->holder, f->path) : NULL;
    if (!held) {
        return tsr_file_read(f->path, b->limit, &f->text, &f->size, NULL) == TSR_OK;
    }
    f->size = strlen(held);
    f->text = f->size <= b->limit ? tsr_mem_new(NULL, f->size + 1) : NULL;
    if (f->text) {
        memcpy(f->text, held, f->size + 1);
    }
    return f->text != NULL;
}

const char *beside_find(void *self, const char *title) {
    beside *b = self;
    for (int i = 0; i < b->count; i++) {
        if (strcmp(b->file[i].title, title) == 0) {
            return b->file[i].text;
        }
    }
    beside_file *f = &b->file[b->count];
    if (b->count == BESIDE_MOST || strlen(title) >= sizeof f->title) {
        return NULL;
    }
    path_of(b->path, title, f->path, sizeof f->path);
    if (!read_file(b, f)) {
        return NULL;
    }
    memcpy(f->title, title, strlen(title) + 1);
    b->count++;
    return f->text;
}

void beside_close(beside *b) {
    for (int i = 0; i < b->count; i++) {
        tsr_mem_free(NULL, b->file[i].text, b->file[i].size + 1);
    }
    b->count = 0;
}
