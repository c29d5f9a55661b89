// SPDX-License-Identifier: MIT
#include <tessera/host.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(errno));
    }
    tsr_err e = read_all(fd, path, limit, out, size, err);
    close(fd);
    return e;
}

// --- Record files ------------------------------------------------------------

struct tsr_record_file {
    int fd;
    int sync;
    off_t size; // bytes of whole, accepted writes
};

static tsr_err open_record(const char *path, int flags, int sync, off_t size, tsr_record_file **out,
                           tsr_error *err) {
    tsr_record_file *file = tsr_mem_new(NULL, sizeof *file);
    if (!file) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    file->fd = open(path, flags | O_WRONLY | O_CLOEXEC, 0666);
    file->sync = sync;
    file->size = size;
    // Pipes and devices have no length to cut; for them nothing is lost by that.
    struct stat st;
    int plain = file->fd >= 0 && fstat(file->fd, &st) == 0 && S_ISREG(st.st_mode);
    if (file->fd < 0 ||
        (plain && (ftruncate(file->fd, size) != 0 || lseek(file->fd, size, SEEK_SET) != size))) {
        int why = errno;
        if (file->fd >= 0) {
            close(file->fd);
        }
        tsr_mem_free(NULL, file, sizeof *file);
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(why));
    }
    *out = file;
    return TSR_OK;
}

tsr_err tsr_record_create(const char *path, int sync, tsr_record_file **out, tsr_error *err) {
    struct stat st;
    // A device such as /dev/stdout exists and may be written; a file may not be lost.
    int device = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    return open_record(path, device ? 0 : O_CREAT | O_EXCL, sync, 0, out, err);
}

tsr_err tsr_record_append(const char *path, size_t whole_size, int sync, tsr_record_file **out,
                          tsr_error *err) {
    return open_record(path, 0, sync, (off_t)whole_size, out, err);
}

// A write that fails half-way is cut off again, so that the file always ends in
// whole lines unless the machine itself stops.
static tsr_err write_record(void *self, const char *bytes, size_t size) {
    tsr_record_file *file = self;
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(file->fd, bytes + done, size - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            int why = errno; // for whoever tells the user
            if (ftruncate(file->fd, file->size) == 0) {
                (void)lseek(file->fd, file->size, SEEK_SET);
            }
            errno = why;
            return TSR_ERR_IO;
        }
        done += (size_t)n;
    }
    if (file->sync && fdatasync(file->fd) != 0 && errno != EINVAL && errno != EROFS) {
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
        close(file->fd);
        tsr_mem_free(NULL, file, sizeof *file);
    }
}
