// SPDX-License-Identifier: MIT
// What HTTP sends back: files of the page, answers of the hub, refusals, each with its headers.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/gzip.h"
#include "server/http_impl.h"

static const http *http_of(struct MHD_Connection *c) {
    return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

// What a page may do. One with an engine compiles it, and shows its own tables in frames of the studio.
#define MAY(script, frames)                                                                        \
    "default-src 'none'; script-src 'self'" script "; style-src 'self'; "                          \
    "style-src-attr 'unsafe-inline'; img-src 'self'; manifest-src 'self'; connect-src 'self'; "    \
    "form-action 'self'; base-uri 'none'; " frames                                                 \
    "; require-trusted-types-for 'script'; trusted-types worker"

static const char *policy_of(const http *h) {
    return h->config.engine ? MAY(" 'wasm-unsafe-eval'", "frame-src 'self'; frame-ancestors 'self'")
                            : MAY("", "frame-ancestors 'none'");
}

static void add_safety(struct MHD_Response *r) {
    (void)MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    (void)MHD_add_response_header(r, "Referrer-Policy", "same-origin");
    (void)MHD_add_response_header(r, "Cross-Origin-Opener-Policy", "same-origin");
}

enum MHD_Result http_queue(struct MHD_Connection *c, int status, struct MHD_Response *r) {
    if (!r) {
        return MHD_NO;
    }
    if (status != 101) {
        (void)MHD_add_response_header(r, "Content-Security-Policy", policy_of(http_of(c)));
    }
    if (http_is_secure(http_of(c))) { // browsers shall never come without TLS again
        (void)MHD_add_response_header(r, "Strict-Transport-Security",
                                      "max-age=31536000; includeSubDomains");
    }
    enum MHD_Result done = MHD_queue_response(c, (unsigned)status, r);
    MHD_destroy_response(r);
    return done;
}

struct MHD_Response *http_text(const char *text, size_t size, const char *type,
                               enum MHD_ResponseMemoryMode mode) {
    // The library takes a pointer to what it may change, but changes nothing.
    union {
        const char *in;
        void *out;
    } data = {.in = text};
    struct MHD_Response *r = MHD_create_response_from_buffer(size, data.out, mode);
    if (r) {
        add_safety(r);
        (void)MHD_add_response_header(r, "Content-Type", type);
    }
    return r;
}

enum MHD_Result http_refuse(struct MHD_Connection *c, int status, const char *why) {
    char text[200];
    int n = snprintf(text, sizeof text, "{\"error\":\"%s\"}", why);
    return http_queue(c, status,
                      http_text(text, (size_t)n, "application/json", MHD_RESPMEM_MUST_COPY));
}

// Where `word` stands in a list separated by commas, or NULL.
static const char *word_in(const char *list, const char *word) {
    size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        if (strncasecmp(at, word, n) == 0 && strchr(" ,;", at[n])) {
            return at;
        }
    }
    return NULL;
}

// Whether the list has `word`, and not with a weight of zero.
static int takes(const char *list, const char *word) {
    const char *at = list ? word_in(list, word) : NULL;
    if (!at) {
        return 0;
    }
    at += strlen(word);
    at += strspn(at, " ");
    return strncmp(at, ";q=0", 4) != 0 || (at[4] == '.' && at[5 + strspn(at + 5, "0")] >= '1');
}

enum MHD_Result http_send_asset(struct MHD_Connection *c, const asset *a, const char *version,
                                int fixed) {
    const char *coding = http_header(c, "Accept-Encoding"), *has = http_header(c, "If-None-Match");
    int brotli = a->brotli && takes(coding, "br"),
        gzip = !brotli && a->gzip && takes(coding, "gzip");
    const unsigned char *data = brotli ? a->brotli : gzip ? a->gzip : a->data;
    size_t size = brotli ? a->brotli_size : gzip ? a->gzip_size : a->size;
    char tag[40];
    (void)snprintf(tag, sizeof tag, "\"%s%s\"", version, brotli ? "-br" : gzip ? "-gz" : "");
    int same = has && strcmp(has, tag) == 0;
    struct MHD_Response *r =
        http_text((const char *)data, same ? 0 : size, asset_type(a), MHD_RESPMEM_PERSISTENT);
    if (r) {
        (void)MHD_add_response_header(r, "ETag", tag);
        (void)MHD_add_response_header(r, "Vary", "Accept-Encoding");
        (void)MHD_add_response_header(r, "Cache-Control",
                                      fixed ? "public, max-age=31536000, immutable" : "no-cache");
        if ((brotli || gzip) && !same) {
            (void)MHD_add_response_header(r, "Content-Encoding", brotli ? "br" : "gzip");
        }
    }
    return http_queue(c, same ? 304 : 200, r);
}

// Whoever looks with a browser finds the page, which says so in words and knows the way home.
enum MHD_Result http_send_missing(struct MHD_Connection *c, const asset *page) {
    if (!takes(http_header(c, "Accept"), "text/html")) {
        return http_refuse(c, 404, "There is nothing at this address.");
    }
    struct MHD_Response *r =
        http_text((const char *)page->data, page->size, asset_type(page), MHD_RESPMEM_PERSISTENT);
    if (r) {
        (void)MHD_add_response_header(r, "Vary", "Accept");
        (void)MHD_add_response_header(r, "Cache-Control", "no-store");
    }
    return http_queue(c, 404, r);
}

static void add_cookie(const http *h, struct MHD_Response *r, const char *token) {
    char text[160];
    (void)snprintf(text, sizeof text, "%s=%s; Path=/; HttpOnly; SameSite=Lax%s%s",
                   http_cookie_name(h), token, http_is_secure(h) ? "; Secure" : "",
                   token[0] ? "; Max-Age=31536000" : "; Max-Age=0");
    (void)MHD_add_response_header(r, "Set-Cookie", text);
}

// The reply as it is sent: lists of games and leaflets are long, and packed for those who take it. What
// belongs to a person is not: how long it becomes would tell something of it.
static struct MHD_Response *text_of(const http_request *q, const char *text, size_t size) {
    enum { SHORT = 1400 }; // bytes that are one packet as they are
    if (!q->common || size <= SHORT ||
        !takes(http_header(q->connection, "Accept-Encoding"), "gzip")) {
        return http_text(text, size, q->type, MHD_RESPMEM_MUST_COPY);
    }
    buffer packed;
    buffer_init(&packed, NULL);
    gzip_pack(&packed, text, size);
    struct MHD_Response *r =
        packed.failed ? NULL : http_text(packed.bytes, packed.size, q->type, MHD_RESPMEM_MUST_COPY);
    buffer_deinit(&packed);
    if (r) {
        (void)MHD_add_response_header(r, "Content-Encoding", "gzip");
    }
    return r;
}

enum MHD_Result http_send_reply(http_request *q) {
    static const char none[] = "{\"error\":\"The server is out of memory.\"}";
    const char *text = q->reply ? q->reply->data : none;
    size_t size = q->reply ? q->reply->size : sizeof none - 1;
    struct MHD_Response *r = text_of(q, text, size);
    if (r) {
        (void)MHD_add_response_header(r, "Cache-Control", "no-store");
        if (q->has_token) {
            add_cookie(q->http, r, q->token);
        }
    }
    return http_queue(q->connection, q->status, r);
}

enum MHD_Result http_send_buffer(struct MHD_Connection *c, int status, buffer *b,
                                 const char *type) {
    struct MHD_Response *r = http_text(buffer_text(b), b->size, type, MHD_RESPMEM_MUST_COPY);
    buffer_deinit(b);
    return http_queue(c, status, r);
}
