// SPDX-License-Identifier: MIT
// Reading the engine's files, and writing the pages that know of them.
#include "server/engine_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/blake2s.h"
#include "host/plain_file.h"
#include "server/gzip.h"

enum { FILES = 600, NAME = 96, ONE_MAX = 8 << 20, ALL_MAX = 64 << 20, OWN = 3 };

typedef struct held {
    asset file;
    char path[NAME + 16];
    buffer plain, gzip, brotli;
} held;

struct engine_files {
    held *files;
    int count;
    size_t bytes;
    char version[17];
};

// --- One file ------------------------------------------------------------------

static held *next(engine_files *e, const char *path) {
    held *h = &e->files[e->count++];
    (void)snprintf(h->path, sizeof h->path, "%s", path);
    buffer_init(&h->plain, NULL);
    buffer_init(&h->gzip, NULL);
    buffer_init(&h->brotli, NULL);
    return h;
}

static const unsigned char *bytes_of(const buffer *b) {
    return (const unsigned char *)buffer_text(b);
}

// Packed here, if nobody has done it before; what does not become smaller is not used.
static void show(held *h) {
    if (!h->gzip.size) {
        gzip_pack(&h->gzip, buffer_text(&h->plain), h->plain.size);
    }
    int zips = !h->gzip.failed && h->gzip.size < h->plain.size;
    h->file = (asset){.path = h->path,
                      .data = bytes_of(&h->plain),
                      .size = h->plain.size,
                      .gzip = zips ? bytes_of(&h->gzip) : NULL,
                      .gzip_size = h->gzip.size,
                      .brotli = h->brotli.size ? bytes_of(&h->brotli) : NULL,
                      .brotli_size = h->brotli.size};
}

static tsr_err read_if_there(const char *path, buffer *out, tsr_error *err) {
    return access(path, R_OK) == 0 ? host_plain_file(path, ONE_MAX, out, err) : TSR_OK;
}

// The file, and beside it what it was packed to: NAME.gz, NAME.br.
static tsr_err read_file(engine_files *e, const char *folder, const char *name, tsr_error *err) {
    char at[4096], path[NAME + 16];
    (void)snprintf(path, sizeof path, "/engine/%s", name);
    held *h = next(e, path);
    (void)snprintf(at, sizeof at, "%s/%s", folder, name);
    tsr_err r = host_plain_file(at, ONE_MAX, &h->plain, err);
    (void)snprintf(at, sizeof at, "%s/%s.gz", folder, name);
    r = r ? r : read_if_there(at, &h->gzip, err);
    (void)snprintf(at, sizeof at, "%s/%s.br", folder, name);
    r = r ? r : read_if_there(at, &h->brotli, err);
    e->bytes += h->plain.size;
    if (!r && e->bytes > ALL_MAX) {
        r = tsr_fail(err, TSR_ERR_LIMIT, "the engine's files in %s are too large", folder);
    }
    show(h);
    return r;
}

// --- All of them ---------------------------------------------------------------

static int is_name(const char *name) {
    return name && *name && strlen(name) < NAME && name[0] != '/' && !strstr(name, "..") &&
           !name[strspn(name,
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-")];
}

static tsr_err read_listed(engine_files *e, const char *folder, const json_t *names,
                           tsr_error *err) {
    size_t count = json_array_size(names);
    if (!count || count > FILES) {
        return tsr_fail(err, TSR_ERR_PARSE, "%s/files.json names no files, or more than %d", folder,
                        FILES);
    }
    e->files = calloc(count + OWN, sizeof *e->files);
    if (!e->files) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err r = read_file(e, folder, "files.json", err);
    for (size_t i = 0; !r && i < count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        r = is_name(name) ? read_file(e, folder, name, err)
                          : tsr_fail(err, TSR_ERR_PARSE,
                                     "%s/files.json: entry %zu is no file's name", folder, i + 1);
    }
    return r;
}

static void name_version(engine_files *e) {
    unsigned char digest[8];
    blake2s b;
    blake2s_init(&b, sizeof digest, NULL, 0);
    blake2s_add(&b, asset_version, strlen(asset_version));
    for (int i = 0; i < e->count; i++) {
        const held *h = &e->files[i];
        blake2s_add(&b, h->path, strlen(h->path) + 1);
        blake2s_add(&b, buffer_text(&h->plain), h->plain.size);
    }
    blake2s_end(&b, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        (void)snprintf(e->version + 2 * i, 3, "%02x", digest[i]);
    }
}

// --- The page, which says that there is an engine ------------------------------

// The file of the page at `path` with `words` after the first `mark` ("" = at its beginning).
static void add_own(engine_files *e, const char *path, const char *mark, const char *words) {
    int fixed;
    const asset *a = asset_find(path, &fixed);
    const char *text = (const char *)a->data,
               *at = strstr(text, mark); // embedded texts end with a 0
    size_t before = at ? (size_t)(at - text) + strlen(mark) : 0;
    held *h = next(e, path);
    buffer_add(&h->plain, text, before);
    buffer_add_text(&h->plain, words);
    buffer_add(&h->plain, text + before, a->size - before);
    show(h);
}

static tsr_err add_page(engine_files *e, tsr_error *err) {
    char words[80];
    add_own(e, "/index.html", "<meta charset=\"utf-8\">",
            "\n<meta name=\"engine\" content=\"/engine/\">");
    (void)snprintf(words, sizeof words, "self.engineVersion = '%s';\n", e->version);
    add_own(e, "/sw.js", "", words);
    for (int i = 0; i < e->count; i++) {
        if (e->files[i].plain.failed) {
            return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        }
    }
    return TSR_OK;
}

static int is_screen(const char *path) {
    return asset_is_screen(path) || strcmp(path, "/studio") == 0 ||
           strcmp(path, "/analysis") == 0 || strncmp(path, "/analysis/", 10) == 0;
}

const asset *engine_files_find(const engine_files *e, const char *path) {
    const char *wanted = is_screen(path) ? "/index.html" : path;
    for (int i = 0; i < e->count; i++) {
        if (strcmp(e->files[i].path, wanted) == 0) {
            return &e->files[i].file;
        }
    }
    return NULL;
}

const char *engine_files_version(const engine_files *e) {
    return e->version;
}

// --- Life ----------------------------------------------------------------------

static tsr_err read_all(engine_files *e, const char *folder, tsr_error *err) {
    char path[4096];
    buffer list;
    buffer_init(&list, NULL);
    (void)snprintf(path, sizeof path, "%s/files.json", folder);
    tsr_err r = host_plain_file(path, FILES * NAME, &list, err);
    json_t *told = r ? NULL : json_loadb(buffer_text(&list), list.size, 0, NULL);
    if (!r && !told) {
        r = tsr_fail(err, TSR_ERR_PARSE, "%s is no list of the engine's files", path);
    }
    r = r ? r : read_listed(e, folder, json_object_get(told, "files"), err);
    json_decref(told);
    buffer_deinit(&list);
    return r;
}

tsr_err engine_files_open(const char *folder, engine_files **out, tsr_error *err) {
    engine_files *e = calloc(1, sizeof *e);
    if (!e) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err r = read_all(e, folder, err);
    if (!r) {
        name_version(e);
        r = add_page(e, err);
    }
    if (r) {
        engine_files_close(e);
        return r;
    }
    *out = e;
    return TSR_OK;
}

void engine_files_close(engine_files *e) {
    if (!e) {
        return;
    }
    for (int i = 0; i < e->count; i++) {
        buffer_deinit(&e->files[i].plain);
        buffer_deinit(&e->files[i].gzip);
        buffer_deinit(&e->files[i].brotli);
    }
    free(e->files);
    free(e);
}
