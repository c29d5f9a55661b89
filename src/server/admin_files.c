// SPDX-License-Identifier: MIT
// The operator's work on whole files: copies, putting them back, newer formats.
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/admin.h"
#include "server/admin_place.h"
#include "server/store_db.h"
#include "server/store_pack.h"
#include "server/store_schema.h"

// --- Copies ------------------------------------------------------------------

// All pages in one step: SQLite holds a snapshot meanwhile, so writers go on and the copy need
// not begin again with every change, as one in many steps must.
static int copy_all(sqlite3 *from, sqlite3 *to) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) {
        return 0;
    }
    int code = sqlite3_backup_step(b, -1);
    return sqlite3_backup_finish(b) == SQLITE_OK && code == SQLITE_DONE;
}

static tsr_err open_reading(const char *db, sqlite3 **out, tsr_error *err) {
    if (sqlite3_open_v2(db, out, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "%s: %s", db, sqlite3_errmsg(*out));
        sqlite3_close(*out);
        return e;
    }
    sqlite3_busy_timeout(*out, 5000);
    return TSR_OK;
}

// Makes the file before SQLite does, so that nobody else can ever read it.
static tsr_err make_private(const char *path, tsr_error *err) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(errno));
    }
    close(fd);
    return TSR_OK;
}

static tsr_err copy_file(const char *from, const char *to, tsr_error *err) {
    sqlite3 *in = NULL, *out = NULL;
    tsr_err e = make_private(to, err);
    e = e ? e : open_reading(from, &in, err);
    if (e) {
        return e;
    }
    if (sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK || !copy_all(in, out) ||
        sqlite3_exec(out, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) != SQLITE_OK) {
        e = tsr_fail(err, TSR_ERR_IO, "%s cannot be copied to %s: %s", from, to,
                     sqlite3_errmsg(out));
    }
    sqlite3_close(out);
    sqlite3_close(in);
    if (e) {
        (void)unlink(to);
    }
    return e;
}

static tsr_err must_be_whole(const char *path, tsr_error *err) {
    char why[200];
    store_db_check(path, why, sizeof why);
    return why[0] ? tsr_fail(err, TSR_ERR_IO, "%s: %s", path, why) : TSR_OK;
}

static tsr_err must_be_file(const admin_place *at, tsr_error *err) {
    return at->store
               ? tsr_fail(err, TSR_ERR_ARGUMENT,
                          "copies of a PostgreSQL database are made and put back with its own "
                          "programs: pg_dump, or pgBackRest (docs/server.md)")
               : TSR_OK;
}

tsr_err admin_backup(const admin_place *at, const char *to, tsr_error *err) {
    const char *db = at->db;
    tsr_err e = must_be_file(at, err);
    if (e) {
        return e;
    }
    if (access(db, R_OK) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    e = copy_file(db, to, err);
    return e ? e : must_be_whole(to, err); // a copy that cannot be read is none
}

// --- Putting back ------------------------------------------------------------

// Holds the file against a server; -1 with *err filled if one runs on it.
static int lock_file(const char *db, tsr_error *err) {
    int fd = open(db, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        (void)tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        (void)tsr_fail(err, TSR_ERR_IO, "%s is being used by a server: stop it first", db);
        close(fd);
        return -1;
    }
    return fd;
}

static int move_away(const char *db) {
    static const char *const tails[] = {"", "-wal", "-shm"};
    char from[4200], to[4200];
    for (int i = 0; i < 3; i++) {
        (void)snprintf(from, sizeof from, "%s%s", db, tails[i]);
        (void)snprintf(to, sizeof to, "%s.old%s", db, tails[i]);
        if (rename(from, to) != 0 && errno != ENOENT) {
            return 0;
        }
    }
    return 1;
}

// Whose the database is: who owns it, or, where there is none yet or root has made it, the folder.
static int owner_of(const char *db, struct stat *out) {
    char folder[4200];
    const char *end = strrchr(db, '/');
    (void)snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - db) + 1 : 1, end ? db : ".");
    return (stat(db, out) == 0 && out->st_uid != 0) || stat(folder, out) == 0;
}

// Root puts back what a server under another name must be able to open.
static tsr_err give_to(const char *path, const struct stat *owner, tsr_error *err) {
    return geteuid() != 0 || chown(path, owner->st_uid, owner->st_gid) == 0
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_IO, "%s cannot be given to its owner: %s", path,
                          strerror(errno));
}

tsr_err admin_restore(const admin_place *at, const char *from, tsr_error *err) {
    char fresh[4200];
    struct stat owner;
    const char *db = at->db;
    tsr_err e = must_be_file(at, err);
    if (e) {
        return e;
    }
    if (strlen(db) > 4000) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the path is too long");
    }
    if (stat(db, &owner) == 0 && !S_ISREG(owner.st_mode)) { // a device must not be moved away
        return tsr_fail(err, TSR_ERR_IO, "%s is not a regular file", db);
    }
    (void)snprintf(fresh, sizeof fresh, "%s.new", db);
    e = access(from, R_OK) == 0 ? must_be_whole(from, err)
                                : tsr_fail(err, TSR_ERR_IO, "%s: %s", from, strerror(errno));
    if (!e && !owner_of(db, &owner)) {
        e = tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    int lock = e ? -1 : lock_file(db, err);
    if (lock < 0) {
        return e ? e : err->code;
    }
    (void)unlink(fresh); // of a restore that was cut off
    e = copy_file(from, fresh, err);
    e = e ? e : give_to(fresh, &owner, err);
    if (!e && (!move_away(db) || rename(fresh, db) != 0)) {
        e = tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    close(lock);
    return e;
}

// --- Formats -----------------------------------------------------------------

static tsr_err migrate_file(const char *db, int *from, int *to, tsr_error *err) {
    sqlite3 *sql = NULL;
    store_db *store = NULL;
    if (access(db, R_OK | W_OK) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    int lock = lock_file(db, err);
    if (lock < 0) {
        return err->code;
    }
    tsr_err e = open_reading(db, &sql, err);
    if (!e) {
        *from = store_schema_version(sql);
        *to = STORE_FORMAT;
        sqlite3_close(sql);
        e = store_db_open(db, &store, err);
        store_db_close(store);
    }
    close(lock);
    return e;
}

tsr_err admin_migrate(const admin_place *at, int *from, int *to, tsr_error *err) {
    return at->store ? admin_bring_store(at, from, to, err) : migrate_file(at->db, from, to, err);
}

// --- Packing -----------------------------------------------------------------

static tsr_err pack_all(sql_link *l, uint64_t *count, tsr_error *err) {
    int n = STORE_PACK_MOST;
    for (*count = 0; n == STORE_PACK_MOST; *count += n > 0 ? (uint64_t)n : 0) {
        n = store_pack_some(l, (int64_t)time(NULL) - STORE_PACK_AFTER_S);
    }
    return n < 0 ? tsr_fail(err, TSR_ERR_IO, "records cannot be packed: %s", l->driver->error(l))
                 : TSR_OK;
}

tsr_err admin_pack(const admin_place *at, uint64_t *count, tsr_error *err) {
    store_db *db = NULL;
    int lock = -1;
    if (!at->store) {
        if (access(at->db, R_OK | W_OK) != 0) {
            return tsr_fail(err, TSR_ERR_IO, "%s: %s", at->db, strerror(errno));
        }
        lock = lock_file(at->db, err);
        if (lock < 0) {
            return err->code;
        }
    }
    tsr_err e = admin_open_db(at, &db, err);
    e = e ? e : pack_all(store_db_link(db), count, err);
    store_db_close(db);
    if (lock >= 0) {
        close(lock);
    }
    return e;
}
