// SPDX-License-Identifier: MIT
// Writing the database: what each kind of change does to it, in transactions.
#include "server/names.h"
#include "server/rated.h"
#include "server/store_erase.h"
#include "server/store_sql.h"

tsr_err store_db_begin(store_db *db, tsr_error *err) {
    return db->wide || sql_finish(db->statement[SQL_BEGIN])
               ? TSR_OK
               : sql_fail(db, err, "writing cannot begin");
}

tsr_err store_db_commit(store_db *db, tsr_error *err) {
    if (db->wide) {
        return db->wide->commit(db, err);
    }
    if (!store_db_is_in_place(db)) {
        return tsr_fail(err, TSR_ERR_IO, "the database file is gone or has been replaced");
    }
    return sql_finish(db->statement[SQL_COMMIT]) ? TSR_OK : sql_fail(db, err, "writing failed");
}

void store_db_undo(store_db *db) {
    if (db->wide) {
        db->wide->undo(db);
    } else if (db->link->driver->is_writing(db->link)) {
        (void)sql_finish(db->statement[SQL_ROLLBACK]);
    }
}

sql_fault store_db_fault(store_db *db) {
    return db->link->driver->fault(db->link);
}

// --- One change --------------------------------------------------------------

// The statement of each kind of change; STORE_ACCOUNT_GONE and STORE_RATED have several.
static const int statement_of[] = {
    [STORE_MATCH] = SQL_PUT_MATCH,
    [STORE_LINES] = SQL_PUT_LINES,
    [STORE_CHAT] = SQL_PUT_CHAT,
    [STORE_SEAT] = SQL_PUT_SEAT,
    [STORE_USER] = SQL_PUT_USER,
    [STORE_ACCOUNT] = SQL_PUT_ACCOUNT,
    [STORE_PASSWORD] = SQL_PUT_PASSWORD,
    [STORE_SESSION] = SQL_PUT_SESSION,
    [STORE_SESSION_GONE] = SQL_DEL_SESSION,
    [STORE_SESSIONS_GONE] = SQL_DEL_SESSIONS,
    [STORE_BAN] = SQL_PUT_BAN,
    [STORE_NAME] = SQL_PUT_NAME,
    [STORE_TOKEN] = SQL_PUT_TOKEN,
    [STORE_TOKEN_GONE] = SQL_DEL_TOKEN,
    [STORE_TOKENS_GONE] = SQL_DEL_LABEL,
    [STORE_REPORT] = SQL_PUT_REPORT,
    [STORE_SETTLE] = SQL_PUT_SETTLED,
    [STORE_BLOCK] = SQL_PUT_BLOCK,
    [STORE_EVENT] = SQL_PUT_EVENT,
    [STORE_ENTRY] = SQL_PUT_ENTRY,
    [STORE_GAME] = SQL_PUT_GAME,
    [STORE_TEAM] = SQL_PUT_TEAM,
    [STORE_TEAM_GONE] = SQL_DEL_TEAM,
    [STORE_MEMBER] = SQL_PUT_MEMBER,
    [STORE_MUTE] = SQL_PUT_MUTE,
    [STORE_MODERATOR] = SQL_PUT_MODERATOR,
    [STORE_VACATION] = SQL_PUT_AWAY,
    [STORE_MAIL] = SQL_PUT_MAIL,
    [STORE_PUSH] = SQL_PUT_PUSH,
    [STORE_PUSH_GONE] = SQL_DEL_PUSH,
    [STORE_NOTE] = SQL_PUT_NOTE,
    [STORE_AUDIT] = SQL_PUT_AUDIT,
    [STORE_FILE] = SQL_PUT_FILE,
};

// Of two that go both ways, n says which.
static int which(const store_op *op) {
    if (op->kind == STORE_BLOCK && !op->n) {
        return SQL_DEL_BLOCK;
    }
    if (op->kind == STORE_MEMBER && !op->n) {
        return SQL_DEL_ONE_MEMBER;
    }
    return statement_of[op->kind];
}

// Fills the statement by the numbers store_statements.def gives, as far as it has them.
static int apply_one(store_db *db, const store_op *op) {
    sql_query *s = db->statement[which(op)];
    const int most = sql_value_count(s);
    const int64_t numbers[] = {(int64_t)op->a, (int64_t)op->b, op->n, op->at};
    char look[NAME_LOOK_BYTES];
    for (int i = 0; i < 4 && i < most; i++) {
        sql_bind_int(s, i + 1, numbers[i]);
    }
    if (most >= 5) {
        sql_bind_text(s, 5, op->text);
    }
    if (most >= 6) {
        sql_bind_text(s, 6, op->more);
    }
    if (most >= 7) {
        sql_bind_hash(s, 7, op->hash);
    }
    if (most >= 8) {
        name_look(op->text, look);
        sql_bind_text(s, 8, look);
    }
    return sql_finish(s);
}

static int delete_account(store_db *db, uint64_t user) {
    static const int each[] = {SQL_DEL_ACCOUNT, SQL_DEL_RATINGS,     SQL_DEL_SEATS,  SQL_DEL_TOKENS,
                               SQL_DEL_MEMBER,  SQL_DEL_EMPTY_TEAMS, SQL_DEL_PUSHES, SQL_DEL_NOTES,
                               SQL_DEL_ENTRIES, SQL_DEL_OWNER};
    if (!store_erase_person(db->link, user)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        sql_query *s = db->statement[each[i]];
        if (sql_value_count(s)) {
            sql_bind_id(s, 1, user);
        }
        if (!sql_finish(s)) {
            return 0;
        }
    }
    return 1;
}

static int put_rating(store_db *db, uint64_t user, const store_rating *r) {
    sql_query *s = db->statement[SQL_SET_RATING];
    sql_bind_id(s, 1, user);
    sql_bind_text(s, 2, r->game);
    sql_bind_double(s, 3, r->rating);
    sql_bind_double(s, 4, r->rd);
    sql_bind_double(s, 5, r->volatility);
    sql_bind_int(s, 6, r->games);
    return sql_finish(s);
}

// Where others write, too, one at a time counts ratings: what it has read is so until it has written.
static int hold_ratings(store_db *db) {
    sql_link *l = db->link;
    return !l->driver->is_pg || l->driver->run(l, "SELECT pg_advisory_xact_lock(54367, 2)");
}

// The ratings are those of this moment, whatever whoever made the change knew of them.
static int rate(store_db *db, const store_op *op) {
    rated seats[RATED_MOST];
    int count = rated_read(op->more, seats), fine = hold_ratings(db);
    for (int p = 0; p < count; p++) {
        store_user user;
        seats[p].is_gone = !store_db_user(db, seats[p].user, &user) || !user.name[0];
        if (!store_db_rating(db, seats[p].user, op->text, &seats[p].rating)) {
            seats[p].rating = rated_start(op->text);
        }
    }
    rated_match(seats, count);
    for (int p = 0; p < count && fine; p++) {
        fine = seats[p].is_gone || put_rating(db, seats[p].user, &seats[p].rating);
    }
    return fine;
}

static int apply_any(store_db *db, const store_op *op) {
    switch (op->kind) {
    case STORE_ACCOUNT_GONE: return delete_account(db, op->a);
    case STORE_RATED: return rate(db, op);
    default: return apply_one(db, op);
    }
}

// One that is written alone. What was gathered before it is written first where it must be: taking a
// name out of matches takes it out of those, too.
static tsr_err apply_now(store_db *db, const store_op *op, tsr_error *err) {
    tsr_err e = db->wide ? db->wide->begin(db, err) : TSR_OK;
    if (!e && db->wide && op->kind == STORE_ACCOUNT_GONE) {
        e = db->wide->flush(db, err);
    }
    return e ? e : apply_any(db, op) ? TSR_OK : sql_problem(db, err);
}

tsr_err store_db_apply(store_db *db, const store_batch *b, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (int i = 0; i < b->count && !e; i++) {
        int gathered = db->wide && !db->alone && db->wide->take(db, &b->ops[i]);
        e = gathered ? TSR_OK : apply_now(db, &b->ops[i], err);
    }
    return e;
}

tsr_err store_db_apply_alone(store_db *db, const store_batch *b, tsr_error *err) {
    tsr_err e = db->wide ? db->wide->begin(db, err) : TSR_OK;
    if (e) {
        return e;
    }
    if (!sql_finish(db->statement[SQL_MARK])) {
        return sql_fail(db, err, "writing failed");
    }
    db->alone = 1;
    e = store_db_apply(db, b, err);
    db->alone = 0;
    if (e == TSR_ERR_ARGUMENT && !sql_finish(db->statement[SQL_BACK])) {
        return sql_fail(db, err, "writing failed");
    }
    if ((!e || e == TSR_ERR_ARGUMENT) && !sql_finish(db->statement[SQL_UNMARK])) {
        return sql_fail(db, err, "writing failed");
    }
    return e;
}
