// SPDX-License-Identifier: MIT
// A name taken out of every place that tells of a match.
#include "server/store_erase.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "server/gzip.h"
#include "server/limits.h"

enum { NAMES_MOST = 16 };

typedef struct person {
    char old[NAME_BYTES + 16], now[NAME_BYTES + 16];
} person;

// --- A match's description ---------------------------------------------------

// Renames the user's seats in `meta`; how many, with the names before and after in `out`.
static int rename_seats(json_t *meta, uint64_t user, person out[NAMES_MOST]) {
    char number[24];
    size_t i;
    json_t *seat;
    int n = 0;
    (void)snprintf(number, sizeof number, "%" PRIu64, user);
    json_t *seats = json_object_get(meta, "seats");
    json_array_foreach(seats, i, seat) {
        const char *of = json_string_value(json_object_get(seat, "user"));
        const char *name = json_string_value(json_object_get(seat, "name"));
        if (!of || !name || strcmp(of, number) != 0 || n == NAMES_MOST) {
            continue;
        }
        (void)snprintf(out[n].old, sizeof out[n].old, "%s", name);
        (void)snprintf(out[n].now, sizeof out[n].now, "Deleted %d", (int)i + 1);
        json_object_set_new(seat, "name", json_string(out[n].now));
        json_object_set_new(seat, "rating", json_integer(0));
        n++;
    }
    return n;
}

// --- Lines of a record -------------------------------------------------------

static int is_word(char c) {
    return (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

// Appends `size` bytes with every whole word that is the old name replaced by the new one.
static void add_renamed(buffer *b, const char *text, size_t size, const person *p) {
    size_t n = strlen(p->old);
    for (size_t i = 0; i < size;) {
        int begins = i == 0 || !is_word(text[i - 1]);
        if (begins && i + n <= size && memcmp(text + i, p->old, n) == 0 &&
            (i + n == size || !is_word(text[i + n]))) {
            buffer_add_text(b, p->now);
            i += n;
        } else {
            buffer_add(b, text + i++, 1);
        }
    }
}

// A field with names in it: the third of a seat's line, and of a move's line the third (the
// name) and the last (the sentence). The move's own text is never touched.
static int has_name(const char *line, int field, int is_last) {
    int is_seat = strncmp(line, "seat\t", 5) == 0;
    int is_move = line[0] >= '0' && line[0] <= '9';
    return (field == 2 && (is_seat || is_move)) || (is_move && is_last && field >= 6);
}

static void add_line(buffer *b, const char *line, size_t size, const person *p) {
    size_t at = 0;
    for (int field = 0; at <= size; field++) {
        const char *tab = memchr(line + at, '\t', size - at);
        size_t end = tab ? (size_t)(tab - line) : size;
        if (has_name(line, field, !tab)) {
            add_renamed(b, line + at, end - at, p);
        } else {
            buffer_add(b, line + at, end - at);
        }
        if (tab) {
            buffer_add(b, "\t", 1);
        }
        at = end + 1;
    }
}

static void rename_lines(buffer *b, const char *text, const person *p) {
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t size = end ? (size_t)(end - text) : strlen(text);
        add_line(b, text, size, p);
        if (end) {
            buffer_add(b, "\n", 1);
        }
        text += size + (end != NULL);
    }
}

// --- The database ------------------------------------------------------------

static int put_text(sql_link *sql, const char *statement, int64_t match, int64_t n,
                    const char *text) {
    sql_query *s = sql_prepare(sql, statement);
    sql_bind_int(s, 1, match);
    sql_bind_text(s, 2, text);
    sql_bind_int(s, 3, n);
    int fine = sql_next(s) == SQL_END;
    sql_drop(s);
    return fine;
}

static int erase_lines(sql_link *sql, int64_t match, const person *p) {
    sql_query *all = sql_prepare(sql, "SELECT n,text FROM lines WHERE match=?1 ORDER BY n");
    int fine = all != NULL;
    sql_bind_int(all, 1, match);
    while (fine && sql_next(all) == SQL_ROW) {
        const char *text = sql_text_at(all, 1);
        buffer b;
        buffer_init(&b, NULL);
        rename_lines(&b, text, p);
        fine = !b.failed && put_text(sql, "UPDATE lines SET text=?2 WHERE match=?1 AND n=?3", match,
                                     sql_int_at(all, 0), buffer_text(&b));
        buffer_deinit(&b);
    }
    sql_drop(all);
    return fine;
}

// The same in a record that is packed.
static int erase_packed(sql_link *sql, int64_t match, const person *p) {
    sql_query *all = sql_prepare(sql, "SELECT body FROM records WHERE match=?1");
    sql_query *put = sql_prepare(sql, "UPDATE records SET body=?2 WHERE match=?1");
    buffer text, fresh, packed;
    size_t size = 0;
    buffer_init(&text, NULL);
    buffer_init(&fresh, NULL);
    buffer_init(&packed, NULL);
    sql_bind_int(all, 1, match);
    sql_step there = sql_next(all);
    const void *body = there == SQL_ROW ? sql_bytes_at(all, 0, &size) : NULL;
    if (body && gzip_unpack(&text, body, size)) { // what cannot be read names nobody
        rename_lines(&fresh, buffer_text(&text), p);
        gzip_pack(&packed, buffer_text(&fresh), fresh.size);
        sql_bind_int(put, 1, match);
        sql_bind_bytes(put, 2, packed.bytes, packed.size);
    }
    int fine = there == SQL_END || (there == SQL_ROW && (!packed.size || sql_finish(put)));
    fine = fine && !text.failed && !fresh.failed && !packed.failed;
    sql_drop(all);
    sql_drop(put);
    buffer_deinit(&text);
    buffer_deinit(&fresh);
    buffer_deinit(&packed);
    return fine;
}

static int erase_remarks(sql_link *sql, int64_t match, const person *p) {
    sql_query *s = sql_prepare(sql, "UPDATE chat SET who=?2,words='' WHERE match=?1 AND who=?3");
    sql_bind_int(s, 1, match);
    sql_bind_text(s, 2, p->now);
    sql_bind_text(s, 3, p->old);
    int fine = sql_next(s) == SQL_END;
    sql_drop(s);
    return fine;
}

static int erase_in_match(sql_link *sql, int64_t match, const char *text, uint64_t user) {
    person list[NAMES_MOST];
    json_t *meta = json_loads(text, 0, NULL);
    int n = meta ? rename_seats(meta, user, list) : 0; // what cannot be read names nobody
    char *fresh = n ? json_dumps(meta, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    int fine =
        !n || (fresh && put_text(sql, "UPDATE matches SET meta=?2 WHERE id=?1", match, 0, fresh));
    for (int i = 0; fine && i < n; i++) {
        fine = erase_lines(sql, match, &list[i]) && erase_packed(sql, match, &list[i]) &&
               erase_remarks(sql, match, &list[i]);
    }
    free(fresh);
    json_decref(meta);
    return fine;
}

int store_erase_person(sql_link *sql, uint64_t user) {
    sql_query *all = sql_prepare(
        sql, "SELECT m.id,m.meta FROM seats s JOIN matches m ON m.id=s.match WHERE s.\"user\"=?1");
    int fine = all != NULL;
    sql_bind_int(all, 1, (int64_t)user);
    while (fine && sql_next(all) == SQL_ROW) {
        const char *meta = sql_text_at(all, 1);
        fine = erase_in_match(sql, sql_int_at(all, 0), meta, user);
    }
    sql_drop(all);
    return fine;
}
