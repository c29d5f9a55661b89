// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_ERRAND_H
#define TSR_CLI_ERRAND_H

// What a brief (brief.h) asks for, opened on this machine: the same game with the same rules, the same
// players, the same openings. Then any piece of it can be done here.

#include "base/buffer.h"
#include "cli/table.h"

typedef struct errand errand;

// What this machine lends.
typedef struct errand_means {
    cli_list plugin;
    int programs; // players may be programs of their own: exec, uci
} errand_means;

// *out is new: errand_close. Some of what is wrong is complained about in detail.
TSR_NODISCARD tsr_err errand_open(const char *brief, const errand_means *means, errand **out,
                                  tsr_error *err);
void errand_close(errand *e); // NULL is fine

const char *errand_game(const errand *e); // its name

// Does a piece and adds its bytes.
TSR_NODISCARD tsr_err errand_do(errand *e, uint64_t piece, buffer *out, tsr_error *err);

#endif
