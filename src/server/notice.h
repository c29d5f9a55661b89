// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_NOTICE_H
#define TSR_SERVER_NOTICE_H

// Something to be told to somebody who is not looking: a mail, or a push to a browser. The hub
// writes it, the courier (courier.h) carries it in a thread of its own, the hub hears how it went.

#include <stdint.h>

#include "server/limits.h"

// Which notices an account wants; the bits are stored.
enum { NOTICE_BY_MAIL = 1, NOTICE_BY_PUSH = 2 };

typedef enum notice_result { NOTICE_FAILED, NOTICE_SENT, NOTICE_GONE } notice_result;

typedef struct hub_notice {
    int is_push;
    char to[LIMIT_ENDPOINT + 1]; // a mail address, or a push service's URL
    char keys[200];              // of the browser: public key, space, secret, in base 64
    char subject[120];
    char text[1000];         // of the mail; of the push, JSON
    notice_result result;    // filled by the courier
    uint64_t seq;            // the hub's own: goes out when this change is on disk
    struct hub_notice *next; // the same
    char why[200];           // of a failure
} hub_notice;

#endif
