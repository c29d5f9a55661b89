// SPDX-License-Identifier: MIT
// What is kept of published games: the rules and who published them, one pair of files each.
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "room/wire_json.h"
#include "server/annex_impl.h"
#include "server/ident.h"
#include "server/json_in.h"

enum { PATH_MAX_HERE = 4096 };

void annex_path(const annexes *a, const annex *x, const char *ending, char *out, size_t cap) {
    (void)snprintf(out, cap, "%s/%04d.%s", a->config.folder, x->number, ending);
}

static errand *errand_of(const annexes *a, const annex *x, errand_kind kind) {
    errand *e = errand_new(kind);
    if (e) {
        e->number = x->number;
        memcpy(e->name, x->name, sizeof e->name);
        (void)snprintf(e->stem, sizeof e->stem, "%s/%04d", a->config.folder, x->number);
    }
    return e;
}

// Takes `text`.
static int write_later(annexes *a, errand *e, int what, char *text, size_t size) {
    if (!e || !text) {
        free(text);
        if (e) {
            errand_free(e);
        }
        return 0;
    }
    e->what = what;
    e->text = text;
    e->size = size;
    errands_ask(a->errands, e);
    return 1;
}

int annex_write_rules(annexes *a, const annex *x, const char *rules) {
    errand *e = errand_of(a, x, ERRAND_WRITE);
    if (e) {
        e->ending[0] = "game";
    }
    return write_later(a, e, ANNEX_RULES, strdup(rules), strlen(rules));
}

int annex_write_meta(annexes *a, const annex *x, int what) {
    errand *e = errand_of(a, x, ERRAND_WRITE);
    buffer b;
    buffer_init(&b, NULL);
    buffer_addf(&b,
                "{\"name\":\"%s\",\"owner\":\"%" PRIu64 "\",\"open\":%d,\"strikes\":%d,\"title\":",
                x->name, x->owner, x->is_open, x->strikes);
    wire_string(&b, x->title);
    buffer_add_text(&b, ",\"by\":");
    wire_string(&b, x->by);
    buffer_add_text(&b, "}\n");
    char *text = b.failed ? NULL : strndup(b.bytes, b.size);
    size_t size = b.size;
    buffer_deinit(&b);
    if (e) {
        e->ending[0] = "json.new";
        e->ending[1] = "json";
    }
    return write_later(a, e, what, text, size);
}

void annex_remove(annexes *a, annex *x, uint64_t request) {
    static const char *const endings[] = {"json", "game", "db", "db-wal", "db-shm", "db.lock"};
    pid_t killed = annex_cut(a, x);
    errand here = {.kind = ERRAND_REMOVE}, *later = errand_of(a, x, ERRAND_REMOVE);
    errand *e = later ? later : &here;
    (void)snprintf(e->stem, sizeof e->stem, "%s/%04d", a->config.folder, x->number);
    memcpy(e->ending, endings, sizeof endings);
    e->pid = killed;
    e->request = request;
    if (later) {
        errands_ask(a->errands, later);
    } else {
        errand_run(&here);
        annex_removed(a, request);
    }
    a->of[x->number] = NULL;
    map_deinit(&x->requests);
    map_deinit(&x->conns);
    free(x);
}

static annex *add(annexes *a, int number) {
    annex *x = calloc(1, sizeof *x);
    if (x) {
        x->number = number;
        x->line.fd = -1;
        a->of[number] = x;
    }
    return x;
}

annex *annex_new(annexes *a) {
    int number = 0;
    while (number < ANNEX_MOST && a->of[number]) {
        number++;
    }
    annex *x = number < ANNEX_MOST ? add(a, number) : NULL;
    if (x) {
        char word[IDENT_BYTES], letters[8];
        unsigned char random[6];
        ident_text((uint64_t)number, word);
        randombytes_buf(random, sizeof random);
        ident_letters(random, 6, letters);
        (void)snprintf(x->name, sizeof x->name, "by-%.2s%s", word + IDENT_LETTERS - 2, letters);
    }
    return x;
}

// --- At the start ------------------------------------------------------------

static void copy_text(char *out, size_t cap, const json_t *j, const char *name) {
    const char *text = json_in_text(j, name);
    (void)snprintf(out, cap, "%s", text ? text : "");
}

static void read_one(annexes *a, int number, const char *path) {
    json_t *j = json_load_file(path, 0, NULL);
    const char *owner = json_in_text(j, "owner");
    annex *x = owner ? add(a, number) : NULL;
    if (x) {
        x->owner = strtoull(owner, NULL, 10);
        copy_text(x->name, sizeof x->name, j, "name");
        copy_text(x->title, sizeof x->title, j, "title");
        copy_text(x->by, sizeof x->by, j, "by");
        x->is_open = (int)json_in_int(j, "open", 0, 1, 0);
        x->strikes = (int)json_in_int(j, "strikes", 0, ANNEX_STRIKES, 0);
        x->frozen = x->strikes >= ANNEX_STRIKES;
    }
    json_decref(j);
}

tsr_err annex_read_folder(annexes *a, tsr_error *err) {
    DIR *d = opendir(a->config.folder);
    const struct dirent *e;
    if (!d) {
        return tsr_fail(err, TSR_ERR_IO, "--published %s: there is no such folder",
                        a->config.folder);
    }
    while ((e = readdir(d)) != NULL) {
        int number, used = 0;
        char path[PATH_MAX_HERE];
        if (sscanf(e->d_name, "%4d.json%n", &number, &used) == 1 && used && !e->d_name[used] &&
            number >= 0 && number < ANNEX_MOST && !a->of[number]) {
            (void)snprintf(path, sizeof path, "%s/%s", a->config.folder, e->d_name);
            read_one(a, number, path);
        }
    }
    closedir(d);
    return TSR_OK;
}
