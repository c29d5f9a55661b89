// SPDX-License-Identifier: MIT
// What is kept of published games: the rules and who published them, one pair of files each.
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <sodium.h>

#include "room/wire_json.h"
#include "server/annex_impl.h"
#include "server/ident.h"
#include "server/json_in.h"

enum { PATH_MAX_HERE = 4096, META_MAX = 4096 };

void annex_path(const annexes *a, const annex *x, const char *ending, char *out, size_t cap) {
    (void)snprintf(out, cap, "%s/%04d.%s", a->config.folder, x->number, ending);
}

static int write_whole(const char *path, const char *text, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int fine = fd >= 0 && write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

int annex_write_rules(const annexes *a, const annex *x, const char *rules) {
    char path[PATH_MAX_HERE];
    annex_path(a, x, "game", path, sizeof path);
    return write_whole(path, rules, strlen(rules));
}

int annex_write_meta(const annexes *a, const annex *x) {
    char path[PATH_MAX_HERE], fresh[PATH_MAX_HERE];
    buffer b;
    buffer_init(&b, NULL);
    buffer_addf(&b,
                "{\"name\":\"%s\",\"owner\":\"%" PRIu64 "\",\"open\":%d,\"strikes\":%d,\"title\":",
                x->name, x->owner, x->is_open, x->strikes);
    wire_string(&b, x->title);
    buffer_add_text(&b, ",\"by\":");
    wire_string(&b, x->by);
    buffer_add_text(&b, "}\n");
    annex_path(a, x, "json", path, sizeof path);
    annex_path(a, x, "json.new", fresh, sizeof fresh);
    int fine = !b.failed && write_whole(fresh, b.bytes, b.size) && rename(fresh, path) == 0;
    buffer_deinit(&b);
    return fine;
}

void annex_remove(annexes *a, annex *x) {
    static const char *const endings[] = {"json", "game", "db", "db-wal", "db-shm", "db.lock"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[PATH_MAX_HERE];
        annex_path(a, x, endings[i], path, sizeof path);
        (void)unlink(path);
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
