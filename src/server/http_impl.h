// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HTTP_IMPL_H
#define TSR_SERVER_HTTP_IMPL_H

// The inside of HTTP, shared by its files: http.c (life, and which request goes where),
// http_head.c (what a request says), http_answer.c (what is sent back), http_upgrade.c (requests
// that become WebSockets).

#include <microhttpd.h>

#include "server/assets.h"
#include "server/http.h"
#include "server/map.h"

struct http {
    http_config config;
    struct MHD_Daemon *daemon;
    int port;
    map waiting; // request's number -> request
    uint64_t next_id;
    int resumed; // an answer waits for http_run
};

typedef struct http_request {
    http *http;
    struct MHD_Connection *connection;
    uint64_t id;
    char *body;
    size_t body_size;
    size_t passed; // bytes of a body that is too large; 0 = it is not
    int asked;     // the hub has it
    int suspended; // and has not answered yet
    int common;    // what is asked for says the same to everybody
    // The reply.
    int status;
    const char *type;
    bytes *reply;
    char token[TOKEN_BYTES];
    int has_token;
} http_request;

// --- What a request says (http_head.c) ---------------------------------------

const char *http_header(struct MHD_Connection *c, const char *name); // NULL if it is not there
uint64_t http_address(const http *h, struct MHD_Connection *c);      // a number for it
int http_is_local(struct MHD_Connection *c); // of this machine itself, and not through a proxy
int http_is_clear(struct MHD_Connection *c, const char *version);
int http_is_same_origin(const http *h, struct MHD_Connection *c);
int http_is_secure(const http *h);
const char *http_cookie_name(const http *h);
const char *http_token(const http *h, struct MHD_Connection *c); // of the session, or NULL
void http_query(struct MHD_Connection *c, char *out, size_t cap);

// --- Answers (http_answer.c) -------------------------------------------------

enum MHD_Result http_queue(struct MHD_Connection *c, int status, struct MHD_Response *r); // takes r
struct MHD_Response *http_text(const char *text, size_t size, const char *type,
                               enum MHD_ResponseMemoryMode mode);
enum MHD_Result http_refuse(struct MHD_Connection *c, int status, const char *why);
// `version` is of the file's contents; `fixed`: what lies at this address never changes.
enum MHD_Result http_send_asset(struct MHD_Connection *c, const asset *a, const char *version,
                                int fixed);
// There is nothing: with the page for a browser, in JSON for programs.
enum MHD_Result http_send_missing(struct MHD_Connection *c, const asset *page);
enum MHD_Result http_send_reply(http_request *q);
enum MHD_Result http_send_buffer(struct MHD_Connection *c, int status, buffer *b,
                                 const char *type); // takes what is in `b`

// --- Sockets (http_upgrade.c) ------------------------------------------------

// Why the request cannot become a socket, and its status; NULL = it may ask the hub.
const char *http_socket_problem(const http_request *q, int *status);
enum MHD_Result http_send_upgrade(http_request *q); // the hub has allowed it

#endif
