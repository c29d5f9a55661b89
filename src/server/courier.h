// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_COURIER_H
#define TSR_SERVER_COURIER_H

// Carries notices out of the house: mails to an SMTP relay, pushes to browsers' services, both
// with libcurl. Slow, so never in the hub's thread. One thread at a time.

#include <tessera/error.h>

#include "server/notice.h"

typedef struct courier_config {
    const char *relay;    // smtp://relay.example:25 or smtps://..., NULL = no mail
    const char *from;     // the sender's address
    const char *user;     // NULL = the relay knows us
    const char *password; // of that user
    const char *contact;  // mailto:... for push services, NULL = no push
    const char *key_file; // of the server's key for pushes
    int anywhere;         // also to addresses of this machine and its network: for tests
} courier_config;

typedef struct courier courier;

TSR_NODISCARD tsr_err courier_open(const courier_config *config, courier **out, tsr_error *err);
void courier_close(courier *c); // NULL is fine
int courier_has_mail(const courier *c);
const char *courier_push_key(const courier *c); // in base 64, "" = no push

void courier_carry(courier *c, hub_notice *n); // fills its result

#endif
