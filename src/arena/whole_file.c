// SPDX-License-Identifier: MIT
//
// Writes a file beside the old one, brings it to the disk, and puts it in its place.
#include "arena/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/write_all.h"

// A device, a pipe or a link is filled where it is: a file in its place would be its end.
static int is_filled_in_place(const char *path) {
    struct stat there;
    return lstat(path, &there) == 0 && !S_ISREG(there.st_mode);
}

// 0 with errno on failure, and no new file is left behind. Only files can be brought to the disk.
static int fill(const char *path, const char *bytes, size_t size, int is_file) {
    int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | (is_file ? O_CREAT : 0), 0666);
    int ok = fd >= 0 && host_write_all(fd, bytes, size) && (!is_file || fsync(fd) == 0);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = 0;
        why = errno;
    }
    if (!ok && fd >= 0 && is_file) {
        (void)unlink(path);
    }
    errno = why;
    return ok;
}

static int replace(const char *path, const char *bytes, size_t size) {
    char fresh[WHOLE_FILE_PATH + 8];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    if (!fill(fresh, bytes, size, 1)) {
        return 0;
    }
    int ok = rename(fresh, path) == 0, why = errno;
    if (!ok) {
        (void)unlink(fresh);
    }
    errno = why;
    return ok;
}

tsr_err whole_file_write(const char *path, const char *bytes, size_t size, tsr_error *err) {
    if (strlen(path) >= WHOLE_FILE_PATH) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the path is too long: %.150s", path);
    }
    int ok = is_filled_in_place(path) ? fill(path, bytes, size, 0) : replace(path, bytes, size);
    return ok ? TSR_OK
              : tsr_fail(err, TSR_ERR_IO, "%.150s cannot be written: %s", path, strerror(errno));
}
