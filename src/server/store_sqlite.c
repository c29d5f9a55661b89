// SPDX-License-Identifier: MIT
// The store in one SQLite file: three handles, two threads and a lock.
#include "server/store_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <tessera/host.h>

#include "server/store_writer.h"

typedef struct sqlite_store {
    store store;
    int lock;
    store_db *glances; // the hub's thread's
    store_db *library; // the reading thread's
    store_writer *writer;
    workers *reading;
    store_db *more[STORE_READERS]; // for glances of other hubs
    int more_count;
    char *path;
    uint64_t since_us; // when the oldest batch that waits was put; 0 = none waits
} sqlite_store;

static sqlite_store *of(store *s) {
    return (sqlite_store *)s;
}

// --- Writing and reading -----------------------------------------------------

static void put(store *s, store_batch *b) {
    of(s)->since_us = of(s)->since_us ? of(s)->since_us : tsr_now_us();
    store_writer_put(of(s)->writer, b);
}

static store_news news(store *s) {
    store_news n = store_writer_news(of(s)->writer);
    if (n.durable && of(s)->since_us) {
        n.waited_us = tsr_now_us() - of(s)->since_us;
        of(s)->since_us = 0;
    }
    return n;
}

static void work(worker_job *job) {
    store_ask *a = job->arg;
    const sqlite_store *s = job->self;
    a->answer(a, store_db_reader(s->library));
}

static void ask(store *s, store_ask *a) {
    a->job = (worker_job){.work = work, .arg = a, .self = s};
    workers_put(of(s)->reading, &a->job);
}

static store_ask *answered(store *s) {
    worker_job *job = workers_done(of(s)->reading);
    return job ? job->arg : NULL;
}

static store_reader *glance(store *s) {
    return store_db_reader(of(s)->glances);
}

static store_reader *another(store *base) {
    sqlite_store *s = of(base);
    store_db *db = NULL;
    if (s->more_count == STORE_READERS || store_db_open(s->path, &db, NULL) != TSR_OK) {
        return NULL;
    }
    s->more[s->more_count++] = db;
    return store_db_reader(db);
}

// --- For the operator --------------------------------------------------------

static int is_in_place(store *s) {
    return store_writer_is_in_place(of(s)->writer);
}

static uint64_t room_left(store *s) {
    struct statvfs disk;
    return fstatvfs(of(s)->lock, &disk) == 0 ? (uint64_t)disk.f_bavail * disk.f_frsize : UINT64_MAX;
}

// --- Life --------------------------------------------------------------------

static void stop(store *s) {
    workers_stop(of(s)->reading);
    store_writer_close(of(s)->writer);
    of(s)->writer = NULL;
}

static void shut(store *base) {
    sqlite_store *s = of(base);
    workers_close(s->reading);
    store_writer_close(s->writer);
    store_db_close(s->glances);
    store_db_close(s->library);
    for (int i = 0; i < s->more_count; i++) {
        store_db_close(s->more[i]);
    }
    free(s->path);
    if (s->lock >= 0) {
        close(s->lock);
    }
    free(s);
}

static const store_engine engine = {.put = put,
                                    .ask = ask,
                                    .answered = answered,
                                    .news = news,
                                    .glance = glance,
                                    .another = another,
                                    .is_in_place = is_in_place,
                                    .room = room_left,
                                    .stop = stop,
                                    .close = shut};

// Hashes of passwords and everybody's matches: nobody else on the machine reads them. SQLite
// makes its other files with the rights of this one.
static void hide_from_others(int fd) {
    struct stat st;
    if (fstat(fd, &st) == 0 && (st.st_mode & 07)) {
        (void)fchmod(fd, st.st_mode & 0770);
    }
}

// Two servers on one file would each believe that the matches are theirs. The lock is taken
// before SQLite opens the file and goes after SQLite has closed it: closing another handle
// in between would lose SQLite's own locks.
static tsr_err lock_file(sqlite_store *s, const char *path, tsr_error *err) {
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(errno));
    }
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s is being used by another server; --db takes another",
                        path);
    }
    hide_from_others(s->lock);
    return TSR_OK;
}

static tsr_err open_all(sqlite_store *s, const char *path, store_wake *wake, void *self,
                        tsr_error *err) {
    store_db *db = NULL;
    tsr_err e = lock_file(s, path, err);
    e = e ? e : store_db_open(path, &db, err);
    if (!e) {
        e = store_writer_open(db, wake, self, &s->writer, err);
        if (e) {
            store_db_close(db);
        }
    }
    e = e ? e : store_db_open(path, &s->glances, err);
    e = e ? e : store_db_open(path, &s->library, err);
    if (!e) {
        s->reading = workers_open(1, 0, wake, self);
        e = s->reading ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    return e;
}

tsr_err store_sqlite_open(const char *path, store_wake *wake, void *self, store **out,
                          tsr_error *err) {
    sqlite_store *s = calloc(1, sizeof *s);
    if (!s) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    s->store.engine = &engine;
    s->lock = -1;
    s->path = strdup(path);
    tsr_err e = !s->path ? tsr_fail(err, TSR_ERR_MEMORY, "out of memory")
                         : open_all(s, path, wake, self, err);
    if (e) {
        shut(&s->store);
        return e;
    }
    *out = &s->store;
    return TSR_OK;
}
