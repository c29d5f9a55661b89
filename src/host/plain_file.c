// SPDX-License-Identifier: MIT
//
// Opens a path without waiting, and refuses what is no plain file.
#include "host/plain_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static tsr_err read_all(FILE *f, const char *path, size_t limit, buffer *out, tsr_error *err) {
    char piece[1 << 16];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, f)) > 0 && out->size <= limit) {
        buffer_add(out, piece, n);
    }
    if (ferror(f) || out->failed || out->size > limit) {
        return tsr_fail(err, TSR_ERR_IO, "%s cannot be read: %s", path,
                        ferror(f) ? strerror(errno) : "it is too large");
    }
    return TSR_OK;
}

tsr_err host_plain_file(const char *path, size_t limit, buffer *out, tsr_error *err) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        return tsr_fail(err, TSR_ERR_IO, "%s is not a regular file", path);
    }
    FILE *f = fopen(path, "rb");
    if (!f) {
        return tsr_fail(err, TSR_ERR_IO, "%s cannot be opened: %s", path, strerror(errno));
    }
    tsr_err e = read_all(f, path, limit, out, err);
    (void)fclose(f);
    return e;
}
