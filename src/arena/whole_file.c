// SPDX-License-Identifier: MIT
#include "arena/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/write_all.h"

tsr_err whole_file_write(const char *path, const char *bytes, size_t size, tsr_error *err) {
    char fresh[WHOLE_FILE_PATH + 8];
    if (strlen(path) >= WHOLE_FILE_PATH) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the path is too long: %.150s", path);
    }
    snprintf(fresh, sizeof fresh, "%s.new", path);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int ok = fd >= 0 && host_write_all(fd, bytes, size) && fsync(fd) == 0;
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = 0;
        why = errno;
    }
    if (ok && rename(fresh, path) != 0) {
        ok = 0;
        why = errno;
    }
    if (!ok && fd >= 0) {
        (void)unlink(fresh);
    }
    return ok ? TSR_OK
              : tsr_fail(err, TSR_ERR_IO, "%.150s cannot be written: %s", path, strerror(why));
}
