// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_CRC_H
#define TSR_LEARN_CRC_H

// CRC-32 (the one of zip files), to tell a torn or altered file from a whole one.

#include <stddef.h>
#include <stdint.h>

// Goes on from `crc`, 0 at first.
uint32_t crc_of(const void *bytes, size_t size, uint32_t crc);

#endif
