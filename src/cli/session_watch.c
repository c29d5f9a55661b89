// SPDX-License-Identifier: MIT
//
// A rules file that is written while it is played: whenever it is saved, the game goes
// on by what it says now (session_reload.c). While the file has mistakes, they are shown
// and the rules before stay.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "cli/json.h"
#include "cli/session.h"

// --- The files -----------------------------------------------------------------------

static uint64_t stamp_of(const session_watch *w) {
    uint64_t stamp = 1;
    for (int i = 0; i < w->count; i++) {
        struct stat file;
        uint64_t seen[4] = {0};
        if (stat(w->path[i], &file) == 0) {
            seen[0] = (uint64_t)file.st_mtim.tv_sec;
            seen[1] = (uint64_t)file.st_mtim.tv_nsec;
            seen[2] = (uint64_t)file.st_size;
            seen[3] = (uint64_t)file.st_ino; // editors write a new file and rename it
        }
        stamp = tsr_hash_bytes(seen, sizeof seen, stamp);
    }
    return stamp;
}

static uint64_t texts_of(const cli_rules_file *f) {
    uint64_t texts = tsr_hash_bytes(f->text, f->size, 1);
    for (int i = 0; i < f->beside.count; i++) {
        texts = tsr_hash_bytes(f->beside.file[i].text, f->beside.file[i].size, texts);
    }
    return texts;
}

static void forget_paths(session_watch *w) {
    for (int i = 0; i < w->count; i++) {
        free(w->path[i]);
    }
    w->count = 0;
}

static int add_path(session_watch *w, const char *path) {
    size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy) {
        memcpy(copy, path, size);
        w->path[w->count++] = copy;
    }
    return copy != NULL;
}

// Remembers which files `f` was read from. The stamp is older than the texts, so a file
// that was saved in between is read once more.
static int remember(session_watch *w, const cli_rules_file *f, uint64_t stamp) {
    int ok;
    forget_paths(w);
    ok = add_path(w, f->path);
    for (int i = 0; ok && i < f->beside.count; i++) {
        ok = add_path(w, f->beside.file[i].path);
    }
    w->texts = texts_of(f);
    w->stamp = stamp ? stamp : stamp_of(w);
    return ok;
}

// Reads and compiles the file as it is now. NULL if it cannot be read or is as it was.
static cli_rules_file *read_again(session *s, tsr_err *e, buffer *messages) {
    tsr_game *game = NULL;
    cli_rules_file *f = calloc(1, sizeof *f);
    if (!f || cli_rules_file_open(f, s->wish->game) != CLI_OK) {
        free(f);
        return NULL;
    }
    *e = cli_rules_file_compile(f, 0, &game, messages);
    tsr_lang_free(game);
    return f;
}

static void drop(cli_rules_file *f) {
    if (f) {
        cli_rules_file_close(f);
        free(f);
    }
}

cli_exit session_watch_begin(session *s) {
    tsr_err e = TSR_OK;
    buffer messages;
    buffer_init(&messages, NULL);
    cli_rules_file *f = read_again(s, &e, &messages);
    int ok = f && remember(&s->watch, f, 0);
    drop(f);
    buffer_deinit(&messages);
    return ok ? CLI_OK : CLI_FILE;
}

void session_watch_end(session *s) {
    forget_paths(&s->watch);
}

// --- Saved ---------------------------------------------------------------------------

void session_watch_say(session *s, const char *event, const char *text) {
    json j;
    while (!s->wish->json && *text) {
        size_t n = strcspn(text, "\n");
        session_note(s, "%.*s", (int)n, text);
        text += n + (text[n] == '\n');
    }
    if (!s->wish->json) {
        return;
    }
    json_begin(&j, event);
    json_text(&j, "file", s->wish->game);
    json_text(&j, "text", text);
    json_end(&j, stdout);
    fflush(stdout);
}

// Whether the files were saved, and not just now: some programs write bit by bit.
static int is_saved(session_watch *w, uint64_t stamp) {
    enum { SETTLED_MS = 100 };
    uint64_t now = tsr_now_ms();
    struct stat file;
    if (stamp == w->stamp || stat(w->path[0], &file) != 0 || file.st_size == 0) {
        return 0;
    }
    if (stamp != w->fresh) {
        w->fresh = stamp;
        w->fresh_ms = now;
    }
    return now - w->fresh_ms >= SETTLED_MS;
}

int session_watch_look(session *s) {
    session_watch *w = &s->watch;
    uint64_t stamp = stamp_of(w), before = w->texts;
    buffer messages;
    tsr_err e = TSR_OK;
    if (!is_saved(w, stamp)) {
        return 0;
    }
    buffer_init(&messages, NULL);
    cli_rules_file *f = read_again(s, &e, &messages);
    int changed = f && remember(w, f, stamp) && w->texts != before;
    drop(f);
    if (changed && e) {
        buffer_add_text(&messages, "The game continues with the previous rules.");
        session_watch_say(s, "mistakes", buffer_text(&messages));
    } else if (changed) {
        s->reload = s->leaving = 1;
    }
    buffer_deinit(&messages);
    return changed;
}
