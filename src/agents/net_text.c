// SPDX-License-Identifier: MIT
//
// A network as a text and as a file.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/net.h"

// --- Reading ----------------------------------------------------------------------------

typedef struct reader {
    const char *at;
    uint32_t line; // the one looked at last
    tsr_error *err;
} reader;

#define refuse(r, ...) tsr_fail_at((r)->err, TSR_ERR_PARSE, (r)->line, 1, __VA_ARGS__)

// The rest of the next line into `buf`, if it begins with `word`.
static int take_line(reader *r, const char *word, char *buf, size_t cap) {
    size_t n = strlen(word), size = strcspn(r->at, "\n");
    r->line++;
    if (strncmp(r->at, word, n) != 0 || size - n >= cap || (size > n && r->at[n] != ' ')) {
        return 0;
    }
    size_t skip = size > n ? n + 1 : n;
    memcpy(buf, r->at + skip, size - skip);
    buf[size - skip] = '\0';
    r->at += size + (r->at[size] == '\n');
    return 1;
}

static int to_number(const char *text, uint64_t max, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    *out = v;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && v <= max;
}

// "64 32 1"
static uint32_t read_widths(char *text, uint32_t *width) {
    uint32_t n = 0;
    char *save = NULL;
    uint64_t v;
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (n == NET_LAYERS || !to_number(w, NET_WIDTH, &v)) {
            return 0;
        }
        width[n++] = (uint32_t)v;
    }
    return n;
}

static void skip_blanks(reader *r) {
    for (; *r->at == ' ' || *r->at == '\n'; r->at++) {
        r->line += *r->at == '\n';
    }
}

static tsr_err read_weights(reader *r, net *n) {
    r->line++;
    for (size_t i = 0; i < n->count; i++) {
        skip_blanks(r);
        char *end;
        float v = strtof(r->at, &end);
        if (end == r->at || !isfinite(v)) {
            return *r->at ? refuse(r, "this is no weight: '%.12s'", r->at)
                          : refuse(r, "weight %zu of %zu is missing", i + 1, n->count);
        }
        n->weights[i] = v;
        r->at = end;
    }
    skip_blanks(r);
    return *r->at ? refuse(r, "there is more than %zu weights", n->count) : TSR_OK;
}

tsr_err net_parse(const char *text, const tsr_alloc *alloc, net **out, tsr_error *err) {
    reader r = {.at = text, .err = err};
    char game[NET_GAME_MAX], word[128];
    uint32_t width[NET_LAYERS], layers;
    uint64_t inputs, games;
    if (!take_line(&r, "tessera-net", word, sizeof word) || strcmp(word, "1") != 0) {
        return refuse(&r, "a network begins with 'tessera-net 1'");
    }
    if (!take_line(&r, "game", game, sizeof game)) {
        return refuse(&r, "'game NAME' is missing here");
    }
    if (!take_line(&r, "inputs", word, sizeof word) || !to_number(word, 1u << 20, &inputs)) {
        return refuse(&r, "'inputs NUMBER' is missing here");
    }
    if (!take_line(&r, "layers", word, sizeof word) || !(layers = read_widths(word, width))) {
        return refuse(&r, "'layers 64 32 1' or the like is missing here");
    }
    if (!take_line(&r, "games", word, sizeof word) || !to_number(word, UINT64_MAX, &games)) {
        return refuse(&r, "'games NUMBER' is missing here");
    }
    if (!take_line(&r, "weights", word, sizeof word) || word[0]) {
        return refuse(&r, "'weights' is missing here");
    }
    net *n = NULL;
    tsr_err e = net_new(game, (uint32_t)inputs, width, layers, alloc, &n, err);
    if (!e) {
        n->games = games;
        e = read_weights(&r, n);
    }
    if (e) {
        net_free(n);
        return e;
    }
    *out = n;
    return TSR_OK;
}

// --- Writing ----------------------------------------------------------------------------

void net_write(const net *n, buffer *out) {
    buffer_addf(out, "tessera-net 1\ngame %s\ninputs %u\nlayers", n->game, (unsigned)n->inputs);
    for (uint32_t i = 0; i < n->layers; i++) {
        buffer_addf(out, " %u", (unsigned)n->layer[i].out);
    }
    buffer_addf(out, "\ngames %llu\nweights\n", (unsigned long long)n->games);
    for (size_t i = 0; i < n->count; i++) {
        buffer_addf(out, "%.9g%c", (double)n->weights[i],
                    i % 8 == 7 || i + 1 == n->count ? '\n' : ' ');
    }
}

// --- Files ------------------------------------------------------------------------------

// A pipe that nobody writes to is never read to its end, and a device would be replaced by a file,
// not written to.
static tsr_err refuse_special(const char *path, tsr_error *err) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode)
               ? tsr_fail(err, TSR_ERR_IO, "%.200s: it is not a regular file", path)
               : TSR_OK;
}

static tsr_err read_all(int fd, const char *path, buffer *text, tsr_error *err) {
    enum { LIMIT = 1 << 28 };
    char piece[1 << 14];
    ssize_t got;
    while ((got = read(fd, piece, sizeof piece)) > 0 && text->size < LIMIT) {
        buffer_add(text, piece, (size_t)got);
    }
    if (got < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%.200s: %s", path, strerror(errno));
    }
    return got > 0 ? tsr_fail(err, TSR_ERR_IO, "%.200s is too large for a network", path) : TSR_OK;
}

tsr_err net_read(const char *path, const tsr_alloc *alloc, net **out, tsr_error *err) {
    buffer text;
    tsr_error inner = {0};
    tsr_err refused = refuse_special(path, err);
    int fd = refused ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (refused) {
        return refused;
    }
    if (fd < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%.200s: %s", path, strerror(errno));
    }
    buffer_init(&text, alloc);
    tsr_err e = read_all(fd, path, &text, err);
    close(fd);
    if (!e && text.failed) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for %.200s", path);
    }
    if (!e && (e = net_parse(buffer_text(&text), alloc, out, &inner)) != TSR_OK) {
        e = inner.line
                ? tsr_fail(err, e, "%.200s:%u: %s", path, (unsigned)inner.line, inner.message)
                : tsr_fail(err, e, "%.200s: %s", path, inner.message);
    }
    buffer_deinit(&text);
    return e;
}

static int write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t wrote = write(fd, bytes, size);
        if (wrote < 0 && errno != EINTR) {
            return 0;
        }
        bytes += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return fsync(fd) == 0;
}

static tsr_err replace_file(const char *fresh, const char *path, const buffer *text,
                            tsr_error *err) {
    tsr_err refused = refuse_special(path, err);
    if (refused) {
        return refused;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int ok = fd >= 0 && write_all(fd, text->bytes, text->size);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = 0;
        why = errno;
    }
    if (ok && rename(fresh, path) != 0) {
        ok = 0;
        why = errno;
    }
    if (!ok) {
        (void)unlink(fresh);
        return tsr_fail(err, TSR_ERR_IO, "%.200s: %s", path, strerror(why));
    }
    return TSR_OK;
}

tsr_err net_save(const net *n, const char *path, tsr_error *err) {
    buffer text, fresh;
    buffer_init(&text, n->alloc);
    buffer_init(&fresh, n->alloc);
    net_write(n, &text);
    buffer_addf(&fresh, "%s.new", path);
    tsr_err e = text.failed || fresh.failed
                    ? tsr_fail(err, TSR_ERR_MEMORY, "no memory to write %.200s", path)
                    : replace_file(buffer_text(&fresh), path, &text, err);
    buffer_deinit(&text);
    buffer_deinit(&fresh);
    return e;
}
