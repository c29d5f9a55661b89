// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_REMOTE_H
#define TSR_SERVER_REMOTE_H

// A server somewhere else, for programs that play there: HTTP and TLS by libcurl, JSON both
// ways, a token in every request. One thread.

#include <jansson.h>

#include <tessera/error.h>

typedef struct remote remote;

// `url` is "https://games.example"; both are copied. *out is new: remote_close.
TSR_NODISCARD tsr_err remote_open(const char *url, const char *token, remote **out, tsr_error *err);
void remote_close(remote *r); // NULL is fine

// Asks (POST with a body, GET if `body` is NULL). *answer is the JSON that came, or NULL: free it
// with json_decref. *status is what the server said. An error: nobody could be asked.
TSR_NODISCARD tsr_err remote_ask(remote *r, const char *path, const json_t *body, int *status,
                                 json_t **answer, tsr_error *err);

// The last answer as it came, JSON or not; borrowed until the next one.
const char *remote_text(remote *r, size_t *size);

#endif
