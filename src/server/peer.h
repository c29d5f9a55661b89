// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_PEER_H
#define TSR_SERVER_PEER_H

// Who is at the other end, as a number to count by: an IPv4 address, or of IPv6 the
// network (/64), which is what one person has. Never 0.
//
// Behind a proxy everybody comes from the proxy's address. What it says in
// X-Forwarded-For is believed only if the connection comes from the address that was
// configured, and of that list only the last entry: the one the proxy itself wrote.

#include <stdint.h>
#include <sys/socket.h>

// `a` may be NULL; `forwarded` is the header or NULL; `proxy` the trusted address or NULL.
uint64_t peer_number(const struct sockaddr *a, const char *forwarded, const char *proxy);

// Whether it is this very machine.
int peer_is_local(const struct sockaddr *a);

// Whether `text` is an address that could be a proxy's.
int peer_is_address(const char *text);

#endif
