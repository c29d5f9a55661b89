// SPDX-License-Identifier: MIT
//
// Texts packed as gzip (RFC 1951 and 1952): what was said before, up to 32 KB back, is told by how far
// back and how long it is, in the codes that the format has fixed. Lists with the same words in every line
// become a fifth of their size; nothing has to be counted first, and no library is needed. What was packed
// here is unpacked here; what others pack may use codes of its own, and is not understood.

#include "server/gzip.h"

#include <stdint.h>
#include <string.h>

enum {
    WINDOW = 32768, // how far back
    SHORTEST = 4,   // worth telling so
    LONGEST = 258,
    SLOT_BITS = 13, // places where four bytes were seen last, by their hash
    SLOTS = 1 << SLOT_BITS,
    END = 256, // the symbol behind the last one
    LENGTHS = 29,
    DISTANCES = 30,
    HEAD = 10, // bytes before the text, and behind it
    TAIL = 8
};

// Lengths and distances are told by their class, which begins at one of these, and where in it.
static const uint16_t lengths[LENGTHS] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                          15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                          67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint16_t distances[DISTANCES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

static int bits_of_length(int class) {
    return class < 8 || class == LENGTHS - 1 ? 0 : class / 4 - 1;
}

static int bits_of_distance(int class) {
    return class < 4 ? 0 : class / 2 - 1;
}

// --- Packing -----------------------------------------------------------------

typedef struct packer {
    buffer *out;
    uint32_t bits;        // that make no whole byte yet
    int count;            // of them
    uint32_t seen[SLOTS]; // position + 1; 0 = never
} packer;

static void put_bits(packer *p, uint32_t bits, int count) {
    p->bits |= bits << p->count;
    p->count += count;
    for (; p->count >= 8; p->count -= 8, p->bits >>= 8) {
        const unsigned char byte = (unsigned char)p->bits;
        buffer_add(p->out, &byte, 1);
    }
}

// Codes are written from their highest bit on, everything else from the lowest.
static void put_code(packer *p, uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; i++) {
        turned |= (code >> i & 1u) << (count - 1 - i);
    }
    put_bits(p, turned, count);
}

static void put_symbol(packer *p, uint32_t s) {
    if (s < 144) {
        put_code(p, 0x30 + s, 8);
    } else if (s < 256) {
        put_code(p, 0x190 + s - 144, 9);
    } else if (s < 280) {
        put_code(p, s - 256, 7);
    } else {
        put_code(p, 0xc0 + s - 280, 8);
    }
}

// The last of `count` classes that begins at or below `value`.
static int class_of(const uint16_t *first, int count, size_t value) {
    int at = count - 1;
    while (first[at] > value) {
        at--;
    }
    return at;
}

// "As it was said `back` bytes ago, `length` bytes": each number by its class and where in it.
static void put_again(packer *p, size_t length, size_t back) {
    int l = class_of(lengths, LENGTHS, length), d = class_of(distances, DISTANCES, back);
    put_symbol(p, (uint32_t)(END + 1 + l));
    put_bits(p, (uint32_t)(length - lengths[l]), bits_of_length(l));
    put_code(p, (uint32_t)d, 5);
    put_bits(p, (uint32_t)(back - distances[d]), bits_of_distance(d));
}

// Notes that the bytes at `at` stand there; where they stood last, + 1.
static uint32_t note(packer *p, const char *text, size_t at) {
    uint32_t four;
    memcpy(&four, text + at, sizeof four);
    uint32_t *slot = &p->seen[four * 2654435761u >> (32 - SLOT_BITS)];
    const uint32_t before = *slot;
    *slot = (uint32_t)at + 1;
    return before;
}

// How many bytes at `at` are as those at `before`.
static size_t alike(const char *text, size_t size, size_t before, size_t at) {
    size_t n = 0, most = size - at < LONGEST ? size - at : LONGEST;
    while (n < most && text[before + n] == text[at + n]) {
        n++;
    }
    return n;
}

static void put_text(packer *p, const char *text, size_t size) {
    for (size_t at = 0, next; at < size; at = next) {
        const uint32_t before = size - at >= SHORTEST ? note(p, text, at) : 0;
        const size_t back = before ? at + 1 - before : 0;
        const size_t n = before && back <= WINDOW ? alike(text, size, at - back, at) : 0;
        next = at + (n >= SHORTEST ? n : 1);
        if (n < SHORTEST) {
            put_symbol(p, (unsigned char)text[at]);
            continue;
        }
        put_again(p, n, back);
        for (size_t i = at + 1; i < next && size - i >= SHORTEST; i++) {
            (void)note(p, text, i);
        }
    }
}

static uint32_t checksum(const char *text, size_t size) {
    static const uint32_t steps[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= (unsigned char)text[i];
        sum = sum >> 4 ^ steps[sum & 15];
        sum = sum >> 4 ^ steps[sum & 15];
    }
    return ~sum;
}

static const unsigned char head[HEAD] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};

void gzip_pack(buffer *out, const char *text, size_t size) {
    packer p = {.out = out};
    buffer_add(out, head, sizeof head);
    put_bits(&p, 3, 3); // the last block, and the first; its codes are the fixed ones
    put_text(&p, text, size);
    put_symbol(&p, END);
    put_bits(&p, 0, (8 - p.count) % 8);
    const uint32_t ends[] = {checksum(text, size), (uint32_t)size};
    for (int i = 0; i < 8; i++) {
        put_bits(&p, ends[i / 4] >> i % 4 * 8 & 255u, 8);
    }
}

// --- Unpacking ---------------------------------------------------------------

typedef struct unpacker {
    const unsigned char *in;
    size_t size, next; // of what is packed, and the next byte of it
    uint32_t bits;
    int count, failed;
} unpacker;

static uint32_t take_bits(unpacker *u, int count) {
    for (; u->count < count; u->count += 8) {
        if (u->next == u->size) {
            u->failed = 1;
            return 0;
        }
        u->bits |= (uint32_t)u->in[u->next++] << u->count;
    }
    const uint32_t bits = u->bits & ((1u << count) - 1);
    u->bits >>= count;
    u->count -= count;
    return bits;
}

static uint32_t take_code(unpacker *u, uint32_t code, int count) {
    for (int i = 0; i < count; i++) {
        code = code << 1 | take_bits(u, 1);
    }
    return code;
}

static uint32_t take_symbol(unpacker *u) {
    uint32_t code = take_code(u, 0, 7);
    if (code < 24) {
        return END + code;
    }
    code = take_code(u, code, 1);
    if (code < 0xc8) {
        return code < 0xc0 ? code - 0x30 : code - 0xc0 + 280;
    }
    return take_code(u, code, 1) - 0x190 + 144;
}

// As it was said before: byte by byte, because it may tell of itself.
static void take_again(unpacker *u, uint32_t symbol, buffer *out, size_t begin, size_t most) {
    const uint32_t l = symbol - END - 1;
    if (l >= LENGTHS) {
        u->failed = 1;
        return;
    }
    const size_t length = lengths[l] + take_bits(u, bits_of_length((int)l));
    const uint32_t d = take_code(u, 0, 5);
    const size_t back =
        d < DISTANCES ? distances[d] + take_bits(u, bits_of_distance((int)d)) : SIZE_MAX;
    if (u->failed || back > out->size - begin || length > most - (out->size - begin)) {
        u->failed = 1;
        return;
    }
    for (size_t i = 0; i < length && !out->failed; i++) {
        const char byte = out->bytes[out->size - back];
        buffer_add(out, &byte, 1);
    }
}

static void take_text(unpacker *u, buffer *out, size_t begin, size_t most) {
    while (!u->failed && !out->failed) {
        const uint32_t symbol = take_symbol(u);
        if (symbol == END) {
            return;
        }
        if (symbol > END) {
            take_again(u, symbol, out, begin, most);
        } else if (out->size - begin == most) {
            u->failed = 1;
        } else {
            const char byte = (char)symbol;
            buffer_add(out, &byte, 1);
        }
    }
}

static uint32_t number_at(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

int gzip_unpack(buffer *out, const void *packed, size_t size) {
    const unsigned char *in = packed;
    const size_t begin = out->size;
    if (size < HEAD + TAIL || memcmp(in, head, HEAD) != 0) {
        return 0;
    }
    unpacker u = {.in = in, .size = size - TAIL, .next = HEAD};
    const size_t most = number_at(in + size - 4);
    u.failed = take_bits(&u, 3) != 3;
    take_text(&u, out, begin, most);
    return !u.failed && !out->failed && u.next == u.size && out->size - begin == most &&
           checksum(buffer_text(out) + begin, most) == number_at(in + size - TAIL);
}
