// SPDX-License-Identifier: MIT
// How a server's loop is woken by other threads, and asked to stop by signals.
#include <poll.h>

#include "server/serve_impl.h"
#include "server/watch.h"

void serve_wake(void *self) {
    const server *s = self;
    watch_ring(s->news);
}

int serve_is_asked_to_stop(const server *s) {
    return s->signals >= 0 && poll(&(struct pollfd){.fd = s->signals, .events = POLLIN}, 1, 0) == 1;
}
