// SPDX-License-Identifier: MIT
// Carrying mails and pushes, by libcurl, one after the other.
#include "server/courier.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "server/push.h"

struct courier {
    courier_config config;
    char relay[256], from[LIMIT_MAIL + 1], user[128], password[128], contact[160];
    push_key *key;
    char open_key[100];
};

// --- Life --------------------------------------------------------------------

static const char *keep(char *out, size_t cap, const char *text) {
    (void)snprintf(out, cap, "%s", text ? text : "");
    return text ? out : NULL;
}

tsr_err courier_open(const courier_config *config, courier **out, tsr_error *err) {
    courier *c = calloc(1, sizeof *c);
    tsr_err e = TSR_OK;
    if (!c || curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        free(c);
        return tsr_fail(err, TSR_ERR_MEMORY, "libcurl cannot be used");
    }
    c->config = *config;
    c->config.relay = keep(c->relay, sizeof c->relay, config->relay);
    c->config.from = keep(c->from, sizeof c->from, config->from);
    c->config.user = keep(c->user, sizeof c->user, config->user);
    c->config.password = keep(c->password, sizeof c->password, config->password);
    c->config.contact = keep(c->contact, sizeof c->contact, config->contact);
    if (config->relay && strncmp(config->relay, "smtp", 4) != 0) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "'%s' is no relay, such as smtp://localhost:25",
                     config->relay);
    } else if (config->relay && !config->from) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "mails need a sender: --mail-from");
    } else if (config->contact) {
        e = push_key_open(config->key_file, &c->key, err);
    }
    if (!e && c->key) {
        buffer text;
        buffer_init(&text, NULL);
        push_encode(&text, push_key_public(c->key), PUSH_PUBLIC);
        (void)snprintf(c->open_key, sizeof c->open_key, "%s", buffer_text(&text));
        buffer_deinit(&text);
    }
    if (e) {
        courier_close(c);
        return e;
    }
    *out = c;
    return TSR_OK;
}

void courier_close(courier *c) {
    if (c) {
        push_key_free(c->key);
        sodium_memzero(c->password, sizeof c->password);
        free(c);
    }
}

int courier_has_mail(const courier *c) {
    return c && c->config.relay != NULL;
}

const char *courier_push_key(const courier *c) {
    return c ? c->open_key : "";
}

// --- libcurl -----------------------------------------------------------------

// People choose where pushes go: not into our own network.
static int is_inside(const struct sockaddr *a) {
    if (a->sa_family == AF_INET) {
        uint32_t ip = ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr);
        return ip >> 24 == 127 || ip >> 24 == 10 || ip >> 24 == 0 || ip >> 20 == 0xac1 ||
               ip >> 16 == 0xc0a8 || ip >> 16 == 0xa9fe || ip >> 22 == 0x191;
    }
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)a;
    const unsigned char *b = six->sin6_addr.s6_addr;
    return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr) ||
           IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) || (b[0] & 0xfe) == 0xfc ||
           (b[0] == 0xfe && (b[1] & 0xc0) == 0x80);
}

static curl_socket_t open_outside(void *self, curlsocktype purpose, struct curl_sockaddr *a) {
    (void)self;
    (void)purpose;
    return is_inside(&a->addr) ? CURL_SOCKET_BAD : socket(a->family, a->socktype, a->protocol);
}

static size_t ignore(char *data, size_t one, size_t size, void *self) {
    (void)data;
    (void)self;
    return one * size;
}

static CURL *begin(hub_notice *n, char why[CURL_ERROR_SIZE]) {
    CURL *curl = curl_easy_init();
    n->result = NOTICE_FAILED;
    why[0] = '\0';
    if (curl) {
        (void)curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
        (void)curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
        (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        (void)curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 10L);
        (void)curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
    }
    return curl;
}

static long perform(CURL *curl, hub_notice *n, const char *why) {
    long code = 0;
    CURLcode done = curl_easy_perform(curl);
    (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    n->result = done == CURLE_OK ? NOTICE_SENT : NOTICE_FAILED;
    if (done != CURLE_OK) {
        (void)snprintf(n->why, sizeof n->why, "%.180s", why[0] ? why : curl_easy_strerror(done));
    }
    return code;
}

// --- Mail --------------------------------------------------------------------

typedef struct letter {
    buffer text;
    size_t at;
} letter;

static size_t read_letter(char *out, size_t one, size_t size, void *self) {
    letter *l = self;
    size_t left = l->text.size - l->at, n = one * size < left ? one * size : left;
    memcpy(out, buffer_text(&l->text) + l->at, n);
    l->at += n;
    return n;
}

// Lines end as mail has it. What people have written stands in the body alone.
static void write_letter(const courier *c, const hub_notice *n, buffer *out) {
    char date[64];
    unsigned char random[12];
    time_t now = time(NULL);
    struct tm tm;
    randombytes_buf(random, sizeof random);
    (void)strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &tm));
    buffer_addf(out, "From: Tessera <%s>\r\nTo: <%s>\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <",
                c->config.from, n->to, n->subject, date);
    push_encode(out, random, sizeof random);
    const char *at = strchr(c->config.from, '@');
    buffer_addf(out,
                "%s>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                "Content-Transfer-Encoding: 8bit\r\nAuto-Submitted: auto-generated\r\n\r\n",
                at ? at : "@localhost");
    for (const char *p = n->text; *p; p++) {
        buffer_add(out, *p == '\n' ? "\r\n" : p, *p == '\n' ? 2 : 1);
    }
    buffer_add_text(out, "\r\n");
}

static void carry_mail(courier *c, hub_notice *n) {
    char why[CURL_ERROR_SIZE], from[LIMIT_MAIL + 3], to[LIMIT_ENDPOINT + 3];
    CURL *curl = begin(n, why);
    letter l = {.at = 0};
    (void)snprintf(from, sizeof from, "<%s>", c->config.from);
    (void)snprintf(to, sizeof to, "<%s>", n->to);
    struct curl_slist *list = curl_slist_append(NULL, to);
    buffer_init(&l.text, NULL);
    write_letter(c, n, &l.text);
    if (curl && list && !l.text.failed) {
        (void)curl_easy_setopt(curl, CURLOPT_URL, c->config.relay);
        (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        (void)curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)CURLUSESSL_TRY);
        if (c->config.user) {
            (void)curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
            (void)curl_easy_setopt(curl, CURLOPT_USERNAME, c->config.user);
            (void)curl_easy_setopt(curl, CURLOPT_PASSWORD, c->config.password);
        }
        (void)curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
        (void)curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, list);
        (void)curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_letter);
        (void)curl_easy_setopt(curl, CURLOPT_READDATA, &l);
        (void)curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        (void)perform(curl, n, why);
    }
    curl_slist_free_all(list);
    curl_easy_cleanup(curl);
    buffer_deinit(&l.text);
}

// --- Push --------------------------------------------------------------------

static int seal(const hub_notice *n, buffer *out) {
    unsigned char to[PUSH_PUBLIC], auth[PUSH_AUTH], salt[PUSH_SALT];
    char first[100] = "", second[40] = "";
    push_key *once = push_key_new();
    randombytes_buf(salt, sizeof salt);
    int fine = once && sscanf(n->keys, "%99s %39s", first, second) == 2 &&
               push_decode(first, to, sizeof to) == PUSH_PUBLIC &&
               push_decode(second, auth, sizeof auth) == PUSH_AUTH &&
               push_seal(once, salt, to, auth, n->text, strlen(n->text), out);
    push_key_free(once);
    return fine;
}

static struct curl_slist *headers_for(const courier *c, const hub_notice *n) {
    buffer vapid;
    struct curl_slist *list = NULL;
    buffer_init(&vapid, NULL);
    buffer_add_text(&vapid, "Authorization: ");
    if (push_sign(c->key, n->to, c->config.contact, (int64_t)time(NULL), &vapid)) {
        list = curl_slist_append(NULL, buffer_text(&vapid));
        list = curl_slist_append(list, "TTL: 86400");
        list = curl_slist_append(list, "Urgency: normal");
        list = curl_slist_append(list, "Content-Encoding: aes128gcm");
        list = curl_slist_append(list, "Content-Type: application/octet-stream");
        list = curl_slist_append(list, "Expect:");
    }
    buffer_deinit(&vapid);
    return list;
}

static void carry_push(courier *c, hub_notice *n) {
    char why[CURL_ERROR_SIZE];
    CURL *curl = begin(n, why);
    struct curl_slist *headers = headers_for(c, n);
    buffer body;
    buffer_init(&body, NULL);
    if (curl && headers && seal(n, &body)) {
        (void)curl_easy_setopt(curl, CURLOPT_URL, n->to);
        (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR,
                               c->config.anywhere ? "http,https" : "https");
        (void)curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        (void)curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)body.size);
        (void)curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.bytes);
        if (!c->config.anywhere) {
            (void)curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_outside);
        }
        long code = perform(curl, n, why);
        if (code == 404 || code == 410) {
            n->result = NOTICE_GONE;
        } else if (n->result == NOTICE_SENT && code >= 300) {
            n->result = NOTICE_FAILED;
            (void)snprintf(n->why, sizeof n->why, "the push service answered %ld", code);
        }
    } else {
        (void)snprintf(n->why, sizeof n->why, "the message cannot be sealed for this browser");
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    buffer_deinit(&body);
}

void courier_carry(courier *c, hub_notice *n) {
    if (n->is_push && c->key) {
        carry_push(c, n);
    } else if (!n->is_push && c->config.relay) {
        carry_mail(c, n);
    } else {
        n->result = NOTICE_FAILED;
        (void)snprintf(n->why, sizeof n->why, "this server sends no such notices");
    }
}
