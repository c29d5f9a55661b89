// SPDX-License-Identifier: MIT
// A program that was built without NATS is never one of several on a store (serve_node.c).
#include "server/serve_impl.h"

tsr_err serve_node_open(server *s, tsr_error *err) {
    (void)s;
    return tsr_fail(err, TSR_ERR_ARGUMENT, "--bus: this program was built without NATS (libnats)");
}

void serve_node_fill(server *s, hub_town *out) {
    (void)s;
    *out = (hub_town){0};
}

void serve_node_hear(server *s) {
    (void)s;
}

int serve_node_has_any(const server *s) {
    (void)s;
    return 0;
}

void serve_node_leave(server *s) {
    (void)s;
}

void serve_node_close(server *s) {
    (void)s;
}

int serve_node_is_cut(const server *s) {
    (void)s;
    return 0;
}

void serve_node_metrics(server *s, buffer *out) {
    (void)s;
    (void)out;
}
