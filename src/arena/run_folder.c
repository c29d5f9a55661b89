// SPDX-License-Identifier: MIT
#include "arena/run_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/whole_file.h"

enum { SETTINGS_LIMIT = 1 << 16 };

// The first line in which the settings differ from those of the folder.
static tsr_err differ(const char *was, const char *now, tsr_error *err) {
    size_t a = strcspn(was, "\n"), b = strcspn(now, "\n");
    while (a == b && a && memcmp(was, now, a) == 0) {
        was += a + (was[a] == '\n');
        now += b + (now[b] == '\n');
        a = strcspn(was, "\n");
        b = strcspn(now, "\n");
    }
    return tsr_fail(err, TSR_ERR_MISMATCH,
                    "this folder has another run: '%.*s' there, '%.*s' asked for",
                    (int)(a < 80 ? a : 80), was, (int)(b < 80 ? b : 80), now);
}

tsr_err run_folder_settle(const char *folder, const char *settings, tsr_error *err) {
    char path[WHOLE_FILE_PATH], *was = NULL;
    size_t size = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return tsr_fail(err, TSR_ERR_IO, "%.150s cannot be made: %s", folder, strerror(errno));
    }
    snprintf(path, sizeof path, "%s/settings", folder);
    if (access(path, F_OK) != 0) {
        return whole_file_write(path, settings, strlen(settings), err);
    }
    tsr_err e = tsr_file_read(path, SETTINGS_LIMIT, &was, &size, err);
    if (!e && strcmp(was, settings) != 0) {
        e = differ(was, settings, err);
    }
    tsr_mem_free(NULL, was, size + 1);
    return e;
}
