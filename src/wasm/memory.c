// SPDX-License-Identifier: MIT
//
// Memory for the engine and what is loaded beside it: malloc and its family, linked instead of the C library's, which is
// a twentieth of what a page has to load.
//
// Blocks have one of some sizes, four to an octave, and go back to a list of their size, from which the next one of that
// size is taken: no block is ever divided or joined. An engine asks for the same sizes again and again (rules, states,
// texts, tables of a search), so that at most what was in use of each size at one time is kept. One thread.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRAIN = 16,        // every block begins at a multiple of it
    SMALL = 8 * GRAIN, // up to here sizes are its multiples
    KINDS = 8 + 4 * 23,
    PAGE = 65536
};

// What stands before a block.
typedef struct head {
    uint32_t kind;
    uint32_t back;       // from a block that was moved to a better address: how far
    struct head *behind; // in the list of its size
    uint32_t pad;
} head;
static_assert(sizeof(head) == GRAIN, "blocks keep their alignment");

extern char __heap_base[];

static head *unused[KINDS];
static uintptr_t top; // where nothing has been given away yet; all zeros

// --- Sizes ----------------------------------------------------------------------------------------

static int kind_of(size_t size) {
    if (size <= SMALL) {
        return size ? (int)((size - 1) / GRAIN) : 0;
    }
    int octave = 31 - __builtin_clz((uint32_t)size - 1); // 7 from 129 to 256
    return 8 + 4 * (octave - 7) + (int)((size - 1) >> (octave - 2) & 3);
}

static size_t size_of(int kind) {
    if (kind < 8) {
        return (size_t)(kind + 1) * GRAIN;
    }
    return (size_t)(5 + (kind & 3)) << ((kind - 8) / 4 + 5);
}

// --- Blocks ---------------------------------------------------------------------------------------

// Memory that nobody has had; NULL if there is no more.
static head *fresh(size_t size) {
    top = top ? top : ((uintptr_t)__heap_base + GRAIN - 1) / GRAIN * GRAIN;
    uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (size > end - top) {
        size_t pages = (size - (end - top) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) {
            return NULL;
        }
    }
    head *h = (head *)top;
    top += size;
    return h;
}

// A block, and whether it was somebody's before.
static void *block(size_t size, int *used) {
    int kind = size <= (size_t)PTRDIFF_MAX / 2 ? kind_of(size) : KINDS;
    head *h = kind < KINDS ? unused[kind] : NULL;
    *used = h != NULL;
    if (h) {
        unused[kind] = h->behind;
    } else {
        h = kind < KINDS ? fresh(sizeof *h + size_of(kind)) : NULL;
    }
    if (!h) {
        errno = ENOMEM;
        return NULL;
    }
    *h = (head){.kind = (uint32_t)kind};
    return h + 1;
}

static head *head_of(void *p) {
    head *h = (head *)p - 1;
    return (head *)((char *)h - h->back);
}

static size_t room_in(void *p) {
    head *h = (head *)p - 1;
    return size_of((int)head_of(p)->kind) - h->back;
}

// --- The family -----------------------------------------------------------------------------------

void *malloc(size_t size) {
    int used;
    return block(size, &used);
}

void free(void *p) {
    if (p) {
        head *h = head_of(p);
        h->behind = unused[h->kind];
        unused[h->kind] = h;
    }
}

void *calloc(size_t count, size_t size) {
    int used;
    if (size && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    void *p = block(count * size, &used);
    return p && used ? memset(p, 0, count * size) : p;
}

void *realloc(void *p, size_t size) {
    if (p && size <= room_in(p)) {
        return p;
    }
    void *q = malloc(size);
    if (q && p) {
        memcpy(q, p, room_in(p));
        free(p);
    }
    return q;
}

void *aligned_alloc(size_t align, size_t size) {
    if (align <= GRAIN || size > SIZE_MAX - align) {
        return malloc(size <= SIZE_MAX - align ? size : SIZE_MAX);
    }
    char *p = malloc(size + align - GRAIN);
    size_t back = p ? -(uintptr_t)p & (align - 1) : 0;
    if (back) {
        head *h = (head *)(p + back) - 1;
        *h = (head){.back = (uint32_t)back};
        return p + back;
    }
    return p;
}
