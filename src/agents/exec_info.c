// SPDX-License-Identifier: MIT
#include "agents/exec_info.h"

#include <string.h>

#include <tessera/text.h>

// "0.25" without the locale's opinion on points.
static int take_share(tsr_in *in, float *out) {
    int64_t whole = 0;
    float value, step = 1;
    if (!tsr_take_int(in, 0, 1, &whole)) {
        return 0;
    }
    value = (float)whole;
    if (tsr_take_char(in, '.')) {
        for (; *in->at >= '0' && *in->at <= '9'; in->at++) {
            step /= 10;
            value += step * (float)(*in->at - '0');
        }
    }
    *out = value > 1 ? 1 : value;
    return 1;
}

// One word and what follows it. 0 = the line ends here.
static int take_info(tsr_in *in, int players, tsr_agent_info *info) {
    char word[32], skipped[64];
    int64_t number = 0;
    tsr_skip_blanks(in);
    if (!tsr_take_word(in, word, sizeof word)) {
        return 0;
    }
    tsr_skip_blanks(in);
    if (strcmp(word, "note") == 0) {
        info->note = in->at;
        return 0;
    }
    if (strcmp(word, "win") == 0) {
        for (int p = 0; p < players && take_share(in, &info->win[p]); p++) {
            tsr_skip_blanks(in);
        }
        return 1;
    }
    if (!tsr_take_int(in, 0, UINT32_MAX, &number)) {
        return tsr_take_word(in, skipped, sizeof skipped);
    }
    if (strcmp(word, "nodes") == 0) {
        info->nodes = (uint64_t)number;
    } else if (strcmp(word, "depth") == 0) {
        info->depth = (uint32_t)number;
    } else if (strcmp(word, "time") == 0) {
        info->time_ms = (uint32_t)number;
    }
    return 1;
}

void exec_info_read(const char *line, int players, tsr_agent_info *out) {
    tsr_in in = tsr_in_from(line);
    memset(out, 0, sizeof *out);
    while (take_info(&in, players, out)) {
    }
}
