// SPDX-License-Identifier: MIT

// Networks: any bytes are refused with a sentence, or make a network that can be asked and written.

#include <stdlib.h>

#include "learn/tnet.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void ask(const tnet *n) {
    tnet_look look;
    uint32_t first = 0;
    buffer again;
    buffer_init(&again, NULL);
    tnet_see(n, &first, n->see->inputs > 0, &look);
    (void)tnet_value(n, &look, 0);
    if (n->move.count) {
        int32_t logit;
        tnet_moves(n, look.second, &first, 1, &logit);
    }
    tnet_write(n, &again);
    buffer_deinit(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    tnet *n = NULL;
    tsr_error err = {0};
    if (tnet_parse((const char *)bytes, size, NULL, &n, &err) == TSR_OK) {
        ask(n);
        tnet_free(n);
    } else if (err.message[0] == '\0') {
        abort();
    }
    return 0;
}
