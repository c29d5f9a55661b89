// SPDX-License-Identifier: MIT
// When the process of a published game has ended: who waits for it is told.
#include "server/annex_impl.h"

// Takes all keys out of a map and hands them on.
static void each_gone(annexes *a, map *m, const char *why,
                      void (*tell)(annexes *, uint64_t, const char *)) {
    map all = *m;
    size_t i = 0;
    const map_slot *s;
    *m = (map){0};
    while ((s = map_next(&all, &i)) != NULL) {
        tell(a, s->key, why);
    }
    map_deinit(&all);
}

static void tell_request(annexes *a, uint64_t request, const char *why) {
    annex_answer(a, request, 503, why);
}

static void tell_socket(annexes *a, uint64_t conn, const char *why) {
    (void)why;
    a->config.close(a->config.self, conn, 1012, "restart");
}

void annex_failed(annexes *a, annex *x, const char *why) {
    uint64_t publishing = x->publishing;
    each_gone(a, &x->requests, why, tell_request);
    each_gone(a, &x->conns, why, tell_socket);
    if (publishing) { // it was never there
        annex_remove(a, x, 0);
        annex_answer(a, publishing, 400, why);
    }
}
