// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_RULESET_H
#define TSR_ABI_RULESET_H

// What the files behind abi.h and batch.h share: the inside of a ruleset, and failing with a sentence.

#include <tessera/abi.h>
#include <tessera/rules.h>

struct tsr_ruleset {
    tsr_rules *r;
    tsr_game *owned; // compiled from text, or NULL
    tsr_sight sight;
    uint64_t action_hash;
    uint32_t mask_words;
    uint32_t *turned; // [action_count], or NULL where nothing turns
};

// Fills `why` (may be NULL) and returns `code`.
int abi_fail(tsr_problem *why, int code, const char *format, ...) TSR_PRINTF(3, 4);
int abi_fail_by(tsr_problem *why, const tsr_error *err);
// The reason of a refused move.
int abi_refuse(tsr_problem *why, const tsr_ruleset *rs, const tsr_line *reason);
// As much of `from` as `why` has room for; its own size stays.
void abi_tell(tsr_problem *why, const tsr_problem *from);

// Opens `game` with options in words; `owned` is the same game if it must be freed with the ruleset,
// which is done on failure too.
int ruleset_open(const tsr_game *game, tsr_game *owned, const char *options, tsr_ruleset **out,
                 tsr_problem *why);

// Borrows opened rules: for records, whose options come from their head.
int ruleset_around(tsr_rules *r, tsr_ruleset **out, tsr_problem *why);

struct tsr_registry;
// All that is built in; NULL for lack of memory.
struct tsr_registry *abi_registry(void);

#endif
