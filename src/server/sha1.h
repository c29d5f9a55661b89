// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SHA1_H
#define TSR_SERVER_SHA1_H

// SHA-1, for the opening of a WebSocket (RFC 6455) and nothing else: it is no secret
// keeper any more.

#include <stddef.h>
#include <stdint.h>

void sha1(const void *bytes, size_t size, unsigned char out[20]);

#endif
