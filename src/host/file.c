// SPDX-License-Identifier: MIT
// Whole files, and record files that are written line by line.
#include <tessera/host.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/beyond.h"
#include "host/write_all.h"

// --- Reading -----------------------------------------------------------------

// Reads until the end or until there is more than `limit`. Works on pipes too.
static tsr_err read_all(int fd, const char *path, size_t limit, char **out, size_t *out_size,
                        tsr_error *err) {
    size_t size = 0, cap = 0;
    char *bytes = NULL;
    tsr_err e = TSR_OK;
    for (;;) {
        if (cap - size < 2) {
            size_t more = cap ? cap * 2 : 16384;
            char *p = tsr_mem_resize(NULL, bytes, cap, more);
            if (!p) {
                e = tsr_fail(err, TSR_ERR_MEMORY, "%s: out of memory", path);
                break;
            }
            bytes = p;
            cap = more;
        }
        ssize_t n = read(fd, bytes + size, cap - size - 1);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            e = tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(errno));
            break;
        }
        size += (size_t)n;
        if (size > limit) {
            e = tsr_fail(err, TSR_ERR_LIMIT, "%s is larger than %zu bytes", path, limit);
            break;
        }
        if (n == 0) {
            break;
        }
    }
    if (e) {
        tsr_mem_free(NULL, bytes, cap);
        return e;
    }
    bytes[size] = '\0';
    *out = bytes;
    *out_size = size;
    return TSR_OK;
}

tsr_err tsr_file_read(const char *path, size_t limit, char **out, size_t *size, tsr_error *err) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", *path ? path : "''", strerror(errno));
    }
    tsr_err e = read_all(fd, path, limit, out, size, err);
    close(fd);
    return e;
}

// --- Record files ------------------------------------------------------------

struct tsr_record_file {
    int fd;
    int sync;
    int made;   // created here: removed again if nothing was ever written
    int torn;   // bytes after `size` wait to be cut off
    off_t size; // bytes of whole, accepted writes
    char path[];
};

static tsr_err refuse(tsr_record_file *file, tsr_error *err, const char *why) {
    tsr_err e = tsr_fail(err, TSR_ERR_IO, "%s: %s", *file->path ? file->path : "''", why);
    tsr_record_close(file);
    return e;
}

static tsr_err open_record(const char *path, int flags, int sync, tsr_record_file **out,
                           tsr_error *err) {
    size_t length = strlen(path) + 1;
    tsr_record_file *file = tsr_mem_new(NULL, sizeof *file + length);
    if (!file) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    memcpy(file->path, path, length);
    file->sync = sync;
    file->fd = open(path, flags | O_CLOEXEC, 0666);
    if (file->fd < 0) {
        return refuse(file, err, strerror(errno));
    }
    // Two writers would tear each other's lines. Where locks are not to be had, or on
    // a device, there is none, and nothing else is lost by that.
    if (!host_lock_file(file->fd)) {
        return refuse(file, err, "another program is writing this record");
    }
    file->made = (flags & O_EXCL) != 0;
    *out = file;
    return TSR_OK;
}

tsr_err tsr_record_create(const char *path, int sync, tsr_record_file **out, tsr_error *err) {
    struct stat st;
    // A device such as /dev/stdout exists and may be written; a file may not be lost.
    int device = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    return open_record(path, O_WRONLY | (device ? 0 : O_CREAT | O_EXCL), sync, out, err);
}

// What lies after the whole lines may be a torn line, but not a line: that was
// written by somebody else since the record was read, and must not be cut off.
static int has_grown(int fd, off_t from) {
    char bytes[4096];
    ssize_t n;
    while ((n = pread(fd, bytes, sizeof bytes, from)) > 0) {
        if (memchr(bytes, '\n', (size_t)n)) {
            return 1;
        }
        from += n;
    }
    return 0;
}

tsr_err tsr_record_append(const char *path, size_t whole_size, int sync, tsr_record_file **out,
                          tsr_error *err) {
    tsr_record_file *file = NULL;
    struct stat st;
    tsr_err e = open_record(path, O_RDWR, sync, &file, err);
    if (e) {
        return e;
    }
    file->size = (off_t)whole_size;
    // Pipes and devices have no length to cut.
    if (fstat(file->fd, &st) == 0 && S_ISREG(st.st_mode)) {
        if (st.st_size < file->size || has_grown(file->fd, file->size)) {
            return refuse(file, err, "the record has changed since it was read");
        }
        if (lseek(file->fd, file->size, SEEK_SET) != file->size) {
            return refuse(file, err, strerror(errno));
        }
        file->torn = st.st_size > file->size;
    }
    *out = file;
    return TSR_OK;
}

// Back to the whole lines that count; 0 on failure.
static int cut_back(tsr_record_file *file) {
    return ftruncate(file->fd, file->size) == 0 &&
           lseek(file->fd, file->size, SEEK_SET) == file->size;
}

// Some file systems cannot be told to reach the disk; that is no failure of ours.
static int reach_disk(int fd) {
    return fdatasync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

// A write that fails half-way is cut off again, so that the file always ends in
// whole lines unless the machine itself stops.
static tsr_err write_record(void *self, const char *bytes, size_t size) {
    tsr_record_file *file = self;
    if (file->torn && !cut_back(file)) {
        return TSR_ERR_IO;
    }
    file->torn = 0;
    if (!host_write_all(file->fd, bytes, size) || (file->sync && !reach_disk(file->fd))) {
        int why = errno; // for whoever tells the user
        (void)cut_back(file);
        errno = why;
        return TSR_ERR_IO;
    }
    file->size += (off_t)size;
    return TSR_OK;
}

tsr_sink tsr_record_sink(tsr_record_file *file) {
    return (tsr_sink){.self = file, .write = write_record};
}

void tsr_record_close(tsr_record_file *file) {
    if (file) {
        if (file->made && file->size == 0) {
            (void)unlink(file->path);
        }
        if (file->fd >= 0) {
            close(file->fd);
        }
        tsr_mem_free(NULL, file, sizeof *file + strlen(file->path) + 1);
    }
}
