// SPDX-License-Identifier: MIT
// CRC-32: half a byte at a time, by a table of 16 numbers that needs no preparation; what is long, eight
// bytes at a time, by tables that are then made for it. See crc.h.
#include "learn/crc.h"

enum { LONG = 1 << 14 };

// `crc` after one more byte; the state is kept inverted by whoever calls.
static inline uint32_t after(uint32_t crc, unsigned char byte) {
    static const uint32_t nibble[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                        0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    crc ^= byte;
    crc = crc >> 4 ^ nibble[crc & 15];
    return crc >> 4 ^ nibble[crc & 15];
}

// table[k][b] is byte b followed by k zeros.
static void make_tables(uint32_t table[8][256]) {
    for (uint32_t b = 0; b < 256; b++) {
        table[0][b] = after(b, 0);
    }
    for (int k = 1; k < 8; k++) {
        for (uint32_t b = 0; b < 256; b++) {
            uint32_t x = table[k - 1][b];
            table[k][b] = x >> 8 ^ table[0][x & 255];
        }
    }
}

static uint32_t after_eights(uint32_t crc, const unsigned char *at, size_t eights) {
    uint32_t table[8][256];
    make_tables(table);
    for (; eights > 0; eights--, at += 8) {
        uint32_t low = crc ^ ((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                              (uint32_t)at[3] << 24);
        crc = table[7][low & 255] ^ table[6][low >> 8 & 255] ^ table[5][low >> 16 & 255] ^
              table[4][low >> 24] ^ table[3][at[4]] ^ table[2][at[5]] ^ table[1][at[6]] ^
              table[0][at[7]];
    }
    return crc;
}

uint32_t crc_of(const void *bytes, size_t size, uint32_t crc) {
    const unsigned char *at = bytes;
    size_t i = size >= LONG ? size / 8 * 8 : 0;
    crc = i ? after_eights(~crc, at, i / 8) : ~crc;
    for (; i < size; i++) {
        crc = after(crc, at[i]);
    }
    return ~crc;
}
