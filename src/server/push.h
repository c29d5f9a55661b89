// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_PUSH_H
#define TSR_SERVER_PUSH_H

// Web push: messages to browsers that are not looking. What is sent is sealed for the browser
// alone (RFC 8291, content encoding aes128gcm) and signed by this server (RFC 8292, VAPID), so
// that the service in between can neither read nor forge it. No I/O but the key's file.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

#include "base/buffer.h"

enum { PUSH_PUBLIC = 65, PUSH_PRIVATE = 32, PUSH_AUTH = 16, PUSH_SALT = 16, PUSH_TEXT_MOST = 3000 };

typedef struct push_key push_key; // a pair of keys on P-256

// The server's own, from a file that only its owner can read; made if it is not there.
TSR_NODISCARD tsr_err push_key_open(const char *path, push_key **out, tsr_error *err);
push_key *push_key_of(const unsigned char secret[PUSH_PRIVATE]); // NULL if it is none
push_key *push_key_new(void);                                    // a fresh one; NULL if it fails
void push_key_free(push_key *k);                                 // NULL is fine
const unsigned char *push_key_public(const push_key *k);         // PUSH_PUBLIC bytes

// Base 64 as URLs have it. The number of bytes, or -1 if it is none or too long.
int push_decode(const char *text, unsigned char *out, size_t cap);
void push_encode(buffer *out, const unsigned char *data, size_t size);

// Seals `text` for the browser with this public key and secret; `once` is a key used for nothing
// else. 0 if it cannot be.
int push_seal(const push_key *once, const unsigned char salt[PUSH_SALT],
              const unsigned char to[PUSH_PUBLIC], const unsigned char auth[PUSH_AUTH],
              const char *text, size_t size, buffer *out);

// "vapid t=...,k=...": who sends, for the push service at `endpoint`. 0 if it cannot be.
int push_sign(const push_key *k, const char *endpoint, const char *contact, int64_t now_s,
              buffer *out);

#endif
