// SPDX-License-Identifier: MIT
//
// Opens games that were compiled when the engine was built. Damaged files are refused, and no file makes this
// code write outside the memory it takes; what is in a file is trusted as the engine itself is, which
// lies beside it.
#include "wasm/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

struct image {
    image *next; // of all
    image_head head;
    const uint8_t *unit, *end; // the second piece
    tsr_game *game;            // the first one, opened
    uint8_t bytes[];
};

static image *images;

// --- Pieces ----------------------------------------------------------------------------------------

typedef struct piece_head {
    uint32_t size; // bytes of memory
    uint32_t runs, numbers, places;
} piece_head;

typedef struct piece_run {
    uint16_t zeros, numbers, places;
} piece_run;

// What is left to be put into memory.
typedef struct piece_rest {
    piece_head left;
    const uint8_t *numbers, *places;
    uint32_t *word; // the next one that is filled, of left.size bytes
} piece_rest;

static uint32_t word_at(const uint8_t *bytes) {
    uint32_t n;
    memcpy(&n, bytes, sizeof n);
    return n;
}

// 0 = there is something wrong.
static int put_run(piece_rest *in, piece_run r, char *base, uint32_t size) {
    const uint32_t bytes = 4u * ((uint32_t)r.zeros + r.numbers + r.places);
    if (bytes > in->left.size || r.numbers > in->left.numbers || r.places > in->left.places) {
        return 0;
    }
    in->left.size -= bytes;
    in->left.numbers -= r.numbers;
    in->left.places -= r.places;
    in->word += r.zeros;
    for (int i = 0; i < r.numbers; i++, in->numbers += 4) {
        *in->word++ = word_at(in->numbers);
    }
    for (int i = 0; i < r.places; i++, in->places += 4) {
        if (word_at(in->places) >= size) {
            return 0;
        }
        *in->word++ = (uint32_t)(uintptr_t)(base + word_at(in->places));
    }
    return 1;
}

static int fill_piece(const piece_head *h, const uint8_t *at, char *base) {
    piece_rest in = {.left = *h, .word = (uint32_t *)(void *)base};
    in.numbers = at + h->runs * sizeof(piece_run);
    in.places = in.numbers + 4 * h->numbers;
    for (uint32_t i = 0; i < h->runs; i++, at += sizeof(piece_run)) {
        piece_run r;
        memcpy(&r, at, sizeof r);
        if (!put_run(&in, r, base, h->size)) {
            return 0;
        }
    }
    return 1;
}

// The memory that a piece is about, in one block; *at moves behind the piece. NULL if that fails.
static void *open_piece(const uint8_t **at, const uint8_t *end) {
    piece_head h;
    if ((size_t)(end - *at) < sizeof h) {
        return NULL;
    }
    memcpy(&h, *at, sizeof h);
    const uint8_t *runs = *at + sizeof h;
    const uint64_t left = (uint64_t)(end - runs);
    const uint64_t bytes =
        sizeof(piece_run) * (uint64_t)h.runs + 4 * ((uint64_t)h.numbers + h.places);
    char *base = bytes <= left && h.size >= sizeof(tsr_game) ? calloc(1, h.size) : NULL;
    if (base && !fill_piece(&h, runs, base)) {
        free(base);
        return NULL;
    }
    *at = runs + bytes;
    return base;
}

// --- Images ----------------------------------------------------------------------------------------

static int is_sound(const image_head *h, const uint8_t *bytes, size_t size) {
    const size_t summed = offsetof(image_head, players);
    return h->mark == IMAGE_MARK && h->size == size && h->option_count >= 0 &&
           h->option_count <= IR_MAX_OPTIONS &&
           h->sum == tsr_hash_bytes(bytes + summed, size - summed, 0);
}

image *image_new(const void *bytes, size_t size) {
    image *i = size > sizeof(image_head) ? calloc(1, sizeof *i + size) : NULL;
    if (!i) {
        return NULL;
    }
    memcpy(i->bytes, bytes, size);
    memcpy(&i->head, bytes, sizeof i->head);
    i->unit = i->bytes + sizeof i->head;
    i->end = i->bytes + size;
    i->game = is_sound(&i->head, i->bytes, size) ? open_piece(&i->unit, i->end) : NULL;
    if (!i->game) {
        free(i);
        return NULL;
    }
    i->next = images;
    images = i;
    return i;
}

void image_free(image *i) {
    for (image **at = &images; i && *at; at = &(*at)->next) {
        if (*at == i) {
            *at = i->next;
            break;
        }
    }
    if (i) {
        free(i->game);
        free(i);
    }
}

const tsr_game *image_game(const image *i) {
    return i->game;
}

const lang_sources *image_source(const image *i) {
    return i->game->self;
}

// --- Units -----------------------------------------------------------------------------------------

static int is_for(const image *i, const unit_wish *w) {
    const image_head *h = &i->head;
    return h->players == w->players && h->view == w->view &&
           memcmp(h->option, w->options, (size_t)h->option_count * sizeof *h->option) == 0;
}

lang_unit *image_unit(const lang_sources *src, const unit_wish *w) {
    for (const image *i = images; i; i = i->next) {
        const uint8_t *at = i->unit;
        if (i->game->self == src && is_for(i, w)) {
            return open_piece(&at, i->end);
        }
    }
    return NULL;
}

// Units that are compiled here lie in blocks of their arena.
int image_has(const lang_unit *u) {
    return !u->a.last;
}

void image_drop(lang_unit *u) {
    free(u);
}
