// SPDX-License-Identifier: MIT
// The server's file: one server a file, nobody else reads it; and news of what was written.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_impl.h"

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
static tsr_err lock_store(server *s, tsr_error *err) {
    s->lock = open(s->config.db, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", s->config.db, strerror(errno));
    }
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s is being used by another server; --db takes another",
                        s->config.db);
    }
    hide_from_others(s->lock);
    return TSR_OK;
}

tsr_err serve_open_store(server *s, tsr_error *err) {
    store_db *db = NULL;
    tsr_err e = lock_store(s, err);
    e = e ? e : store_db_open(s->config.db, &db, err);
    if (!e) {
        e = store_writer_open(db, serve_wake, s, &s->writer, err);
        if (e) {
            store_db_close(db);
        }
    }
    e = e ? e : store_db_open(s->config.db, &s->reader, err);
    return e ? e : store_db_open(s->config.db, &s->library, err);
}

void serve_take_news(server *s) {
    store_news news = store_writer_news(s->writer);
    s->commits = news.commits;
    s->batches = news.batches;
    if (news.durable) {
        if (s->commit_us) {
            timing_add(&s->times, timing_disk(), tsr_now_us() - s->commit_us);
            s->commit_us = 0;
        }
        hub_durable(s->hub, news.durable, news.refused, tsr_now_ms());
        store_batch_free_all(news.refused);
        if (s->disk_fails && !news.failed) {
            s->disk_fails = 0;
            log_event("disk", "state", "writing works again", NULL);
        }
    }
    if (news.failed) {
        if (!s->disk_fails) {
            log_event("disk", "error", news.why, NULL);
        }
        s->disk_fails = 1;
        hub_disk_failed(s->hub, tsr_now_ms());
    }
}
