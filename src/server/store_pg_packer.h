// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_PACKER_H
#define TSR_SERVER_STORE_PG_PACKER_H

// A thread with a link of its own that packs records of matches that are over (store_pack.h), so that the
// table of lines stays as large as the matches that are played now. What fails is tried again a minute
// later; several at once skip each other's.

#include <stdint.h>

#include <tessera/error.h>

typedef struct pg_packer pg_packer;

// Those that have been over for `after_s` seconds. *out is new: pg_packer_close.
TSR_NODISCARD tsr_err pg_packer_open(const char *url, int after_s, pg_packer **out, tsr_error *err);
uint64_t pg_packer_count(pg_packer *p); // how many it has packed; any thread
void pg_packer_close(pg_packer *p);     // NULL is fine

#endif
