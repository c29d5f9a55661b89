// SPDX-License-Identifier: MIT
#include "cli/time_control.h"

#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"

static const struct unit {
    const char *word;
    double ms;
} units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"m", 60000}, {"h", 3600000}};

// Reads one length of time; NULL if there is none. A day is more than anybody needs.
static const char *read_length(const char *text, uint32_t *ms) {
    char *end = NULL;
    double n = strtod(text, &end);
    for (size_t i = 0; end != text && i < sizeof units / sizeof units[0]; i++) {
        size_t size = strlen(units[i].word);
        double length = n * units[i].ms;
        if (strncmp(end, units[i].word, size) == 0 && (end[size] == '\0' || end[size] == '+') &&
            length >= 0 && length <= 86400e3) {
            *ms = (uint32_t)length;
            return end + size;
        }
    }
    return NULL;
}

cli_exit cli_read_clock(const char *text, tsr_clock *out) {
    uint32_t first = 0, second = 0;
    *out = (tsr_clock){0};
    if (!text) {
        return CLI_OK;
    }
    const char *rest = read_length(text, &first);
    if (rest && *rest == '\0' && first > 0) {
        out->move_ms = first;
        return CLI_OK;
    }
    rest = rest && *rest == '+' ? read_length(rest + 1, &second) : NULL;
    if (rest && *rest == '\0' && first > 0) {
        out->base_ms = first;
        out->increment_ms = second;
        return CLI_OK;
    }
    cli_complain("--time '%.40s' is no clock: write 500ms or 2s for each move, or 5m+3s for a game "
                 "and what each move adds",
                 text);
    return CLI_USAGE;
}
