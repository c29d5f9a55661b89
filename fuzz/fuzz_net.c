// SPDX-License-Identifier: MIT

// Networks: any bytes are refused with a sentence, or make a network that can be run and written.

#include <stdlib.h>
#include <string.h>

#include "agents/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void run(const net *n) {
    float *input = calloc(n->inputs, sizeof *input);
    float *act = calloc(net_act_size(n), sizeof *act);
    buffer text;
    buffer_init(&text, NULL);
    if (input && act) {
        input[0] = 1;
        (void)net_run(n, input, act);
        net_write(n, &text);
    }
    buffer_deinit(&text);
    free(act);
    free(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    net *n = NULL;
    tsr_error err = {0};
    char *text = malloc(size + 1);
    if (!text) {
        return 0;
    }
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (net_parse(text, NULL, &n, &err) == TSR_OK) {
        run(n);
        net_free(n);
    } else if (err.message[0] == '\0') {
        abort();
    }
    free(text);
    return 0;
}
