// SPDX-License-Identifier: MIT
// Requests to a server somewhere else.
#include "server/remote.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

struct remote {
    CURL *curl;
    struct curl_slist *headers;
    char url[512];
    char why[CURL_ERROR_SIZE];
    buffer answer;
};

enum { ANSWER_MOST = 16 << 20 };

static size_t keep(char *data, size_t one, size_t size, void *self) {
    remote *r = self;
    if (r->answer.size + size > ANSWER_MOST) {
        return 0;
    }
    buffer_add(&r->answer, data, one * size);
    return r->answer.failed ? 0 : one * size;
}

tsr_err remote_open(const char *url, const char *token, remote **out, tsr_error *err) {
    char head[200];
    remote *r = calloc(1, sizeof *r);
    size_t size = strlen(url);
    while (size && url[size - 1] == '/') {
        size--;
    }
    if (!r || size + 80 > sizeof r->url || strlen(token) > 100) {
        free(r);
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the address or the token is too long");
    }
    memcpy(r->url, url, size);
    buffer_init(&r->answer, NULL);
    (void)snprintf(head, sizeof head, "Authorization: Bearer %s", token);
    r->curl = curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? curl_easy_init() : NULL;
    r->headers = curl_slist_append(NULL, head);
    r->headers = curl_slist_append(r->headers, "Content-Type: application/json");
    if (!r->curl || !r->headers) {
        remote_close(r);
        return tsr_fail(err, TSR_ERR_MEMORY, "libcurl cannot be used");
    }
    (void)curl_easy_setopt(r->curl, CURLOPT_HTTPHEADER, r->headers);
    (void)curl_easy_setopt(r->curl, CURLOPT_ERRORBUFFER, r->why);
    (void)curl_easy_setopt(r->curl, CURLOPT_WRITEFUNCTION, keep);
    (void)curl_easy_setopt(r->curl, CURLOPT_WRITEDATA, r);
    (void)curl_easy_setopt(r->curl, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(r->curl, CURLOPT_CONNECTTIMEOUT, 20L);
    (void)curl_easy_setopt(r->curl, CURLOPT_TIMEOUT, 90L);
    *out = r;
    return TSR_OK;
}

void remote_close(remote *r) {
    if (!r) {
        return;
    }
    curl_slist_free_all(r->headers);
    curl_easy_cleanup(r->curl);
    buffer_deinit(&r->answer);
    free(r);
}

const char *remote_text(remote *r, size_t *size) {
    *size = r->answer.size;
    return buffer_text(&r->answer);
}

tsr_err remote_ask(remote *r, const char *path, const json_t *body, int *status, json_t **answer,
                   tsr_error *err) {
    char url[sizeof r->url + 128];
    long code = 0;
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    (void)snprintf(url, sizeof url, "%s%.120s", r->url, path);
    buffer_clear(&r->answer);
    r->why[0] = '\0';
    (void)curl_easy_setopt(r->curl, CURLOPT_URL, url);
    if (text) {
        (void)curl_easy_setopt(r->curl, CURLOPT_POSTFIELDS, text);
    } else {
        (void)curl_easy_setopt(r->curl, CURLOPT_HTTPGET, 1L);
    }
    CURLcode done = curl_easy_perform(r->curl);
    free(text);
    if (done != CURLE_OK) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", r->url,
                        r->why[0] ? r->why : curl_easy_strerror(done));
    }
    (void)curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &code);
    *status = (int)code;
    *answer = json_loadb(buffer_text(&r->answer), r->answer.size, 0, NULL);
    return TSR_OK;
}
