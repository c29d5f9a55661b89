// SPDX-License-Identifier: MIT
// Addresses as numbers, and which forwarded ones are believed.
#include "server/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include <tessera/rules.h>

// An address in 16 bytes, IPv4 as ::ffff:a.b.c.d.
typedef struct address {
    unsigned char byte[16];
} address;

static int is_v4(const address *a) {
    static const unsigned char prefix[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(a->byte, prefix, sizeof prefix) == 0;
}

static address from_v4(const void *four) {
    address a = {.byte = {[10] = 0xff, [11] = 0xff}};
    memcpy(a.byte + 12, four, 4);
    return a;
}

static int from_sockaddr(const struct sockaddr *s, address *out) {
    if (s && s->sa_family == AF_INET) {
        *out = from_v4(&((const struct sockaddr_in *)(const void *)s)->sin_addr);
        return 1;
    }
    if (s && s->sa_family == AF_INET6) {
        memcpy(out->byte, &((const struct sockaddr_in6 *)(const void *)s)->sin6_addr, 16);
        return 1;
    }
    return 0;
}

static int from_text(const char *text, address *out) {
    unsigned char four[4];
    if (inet_pton(AF_INET, text, four) == 1) {
        *out = from_v4(four);
        return 1;
    }
    return inet_pton(AF_INET6, text, out->byte) == 1;
}

// The last entry of the list, without blanks.
static int last_of(const char *list, address *out) {
    char text[64];
    const char *comma = strrchr(list, ',');
    const char *at = comma ? comma + 1 : list;
    at += strspn(at, " \t");
    size_t size = strcspn(at, " \t");
    if (size == 0 || size >= sizeof text) {
        return 0;
    }
    memcpy(text, at, size);
    text[size] = '\0';
    return from_text(text, out);
}

static uint64_t number_of(const address *a) {
    return (is_v4(a) ? tsr_hash_bytes(a->byte + 12, 4, 4) : tsr_hash_bytes(a->byte, 8, 6)) | 1;
}

uint64_t peer_number(const struct sockaddr *a, const char *forwarded, const char *proxy) {
    address here, trusted, behind;
    if (!from_sockaddr(a, &here)) {
        return 1;
    }
    int believed = proxy && forwarded && from_text(proxy, &trusted) &&
                   memcmp(&here, &trusted, sizeof here) == 0 && last_of(forwarded, &behind);
    return number_of(believed ? &behind : &here);
}

int peer_is_local(const struct sockaddr *a) {
    static const address six = {.byte = {[15] = 1}};
    address here;
    return from_sockaddr(a, &here) &&
           (is_v4(&here) ? here.byte[12] == 127 : memcmp(&here, &six, sizeof six) == 0);
}

int peer_is_address(const char *text) {
    address a;
    return from_text(text, &a);
}
