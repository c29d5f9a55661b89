// SPDX-License-Identifier: MIT
//
// Makes the folder for games, names their files, and finds the one to go on with.
#include "cli/keep.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tessera/alloc.h>

static int folder(char *out) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int n = -1;
    if (state && state[0] == '/') {
        n = snprintf(out, KEEP_PATH_MAX, "%s/tessera", state);
    } else if (home && *home) {
        n = snprintf(out, KEEP_PATH_MAX, "%s/.local/state/tessera", home);
    }
    return n > 0 && n < KEEP_PATH_MAX;
}

int keep_make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed) {
            return 0;
        }
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

tsr_err keep_create(const char *game, char *path, tsr_record_file **out, tsr_error *err) {
    char dir[KEEP_PATH_MAX], stamp[32];
    time_t now = time(NULL);
    struct tm parts;
    if (!folder(dir)) {
        return tsr_fail(err, TSR_ERR_IO, "neither XDG_STATE_HOME nor HOME names a folder");
    }
    if (!keep_make_folders(dir)) {
        return tsr_fail(err, TSR_ERR_IO, "%.150s: %s", dir, strerror(errno));
    }
    memset(&parts, 0, sizeof parts);
    (void)localtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
    // Several games may begin in one second.
    for (int n = 1; n < 1000; n++) {
        char more[8] = "";
        if (n > 1) {
            snprintf(more, sizeof more, "-%d", n);
        }
        int size = snprintf(path, KEEP_PATH_MAX, "%s/%s-%s%s.tsr", dir, game, stamp, more);
        if (size <= 0 || size >= KEEP_PATH_MAX) {
            break;
        }
        if (access(path, F_OK) != 0) {
            return tsr_record_create(path, 0, out, err);
        }
    }
    return tsr_fail(err, TSR_ERR_IO, "%.150s: no free name for a record", dir);
}

// --- The latest ----------------------------------------------------------------------

static const char *last_of(const char *text, const char *word) {
    const char *found = NULL;
    while ((text = strstr(text, word)) != NULL) {
        found = text++;
    }
    return found;
}

// Whoever has stepped back from the result goes on playing.
static int is_unfinished(const char *path) {
    char *text = NULL;
    size_t size = 0;
    if (tsr_file_read(path, 64 << 20, &text, &size, NULL) != TSR_OK) {
        return 0;
    }
    const char *result = last_of(text, "\nresult\t");
    int unfinished = strstr(text, "\nbegin\n") && (!result || strstr(result, "\nback\t"));
    tsr_mem_free(NULL, text, size + 1);
    return unfinished;
}

static int is_record_name(const char *name) {
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".tsr") == 0;
}

// Newest first by the time of the last line.
static int newest_before(const char *dir, time_t before, char *path, time_t *at) {
    DIR *d = opendir(dir);
    struct dirent *entry;
    int found = 0;
    while (d && (entry = readdir(d)) != NULL) {
        char full[KEEP_PATH_MAX];
        struct stat info;
        int n = snprintf(full, sizeof full, "%s/%s", dir, entry->d_name);
        if (is_record_name(entry->d_name) && n > 0 && n < KEEP_PATH_MAX && stat(full, &info) == 0 &&
            info.st_mtime < before && (!found || info.st_mtime > *at)) {
            memcpy(path, full, (size_t)n + 1);
            *at = info.st_mtime;
            found = 1;
        }
    }
    if (d) {
        closedir(d);
    }
    return found;
}

int keep_latest(char *path) {
    char dir[KEEP_PATH_MAX];
    time_t before = time(NULL) + 2, at = 0;
    if (!folder(dir)) {
        return 0;
    }
    // Only the last few are looked into: older ones were left behind on purpose.
    for (int i = 0; i < 5 && newest_before(dir, before, path, &at); i++) {
        if (is_unfinished(path)) {
            return 1;
        }
        before = at;
    }
    return 0;
}
