// SPDX-License-Identifier: MIT
// Reading a record's header. The text is copied once and cut into fields in place.
#include <tessera/record.h>

#include <string.h>

#include <tessera/text.h>

#include "core/match_impl.h"
#include "core/record_fields.h"

enum { LARGEST = 64 * 1024 * 1024 };

int record_cut(char *line, char **field, int most) {
    int n = 0;
    for (char *p = line; p && n < most; n++) {
        char *tab = strchr(p, '\t');
        field[n] = p;
        if (tab) {
            *tab++ = '\0';
        }
        p = tab;
    }
    return n;
}

char *record_next_line(char *text, size_t *at, size_t end) {
    if (*at >= end) {
        return NULL;
    }
    char *line = text + *at;
    char *feed = memchr(line, '\n', end - *at);
    *feed = '\0'; // whole lines only: there always is one
    *at = (size_t)(feed - text) + 1;
    return line;
}

int record_number(const char *text, int64_t min, int64_t max, int64_t *out) {
    tsr_in in = tsr_in_from(text);
    return tsr_take_int(&in, min, max, out) && tsr_at_end(&in);
}

static int read_hex(const char *text, uint64_t *out) {
    uint64_t v = 0;
    if (strlen(text) != 16) {
        return 0;
    }
    for (; *text; text++) {
        static const char digits[] = "0123456789abcdef";
        const char *d = strchr(digits, *text);
        if (!d) {
            return 0;
        }
        v = v << 4 | (uint64_t)(d - digits);
    }
    *out = v;
    return 1;
}

static int read_u64(const char *text, uint64_t *out) {
    uint64_t v = 0;
    if (!*text) {
        return 0;
    }
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (digit > 9 || v > (UINT64_MAX - digit) / 10) {
            return 0;
        }
        v = v * 10 + digit;
    }
    *out = v;
    return 1;
}

static int read_policy(const char *word, uint8_t *out) {
    for (int i = 0; i <= TSR_POLICY_FORFEIT; i++) {
        if (strcmp(match_policy_words[i], word) == 0) {
            *out = (uint8_t)i;
            return 1;
        }
    }
    return 0;
}

static int read_seat(tsr_record *rec, char **f, int n) {
    int64_t number, tries, clock[3];
    if (n != 10 || !record_number(f[1], 1, TSR_MAX_PLAYERS, &number) ||
        !record_number(f[5], 0, UINT8_MAX, &tries)) {
        return 0;
    }
    tsr_seat *s = &rec->seat[number - 1];
    for (int i = 0; i < 3; i++) {
        if (!record_number(f[7 + i], 0, UINT32_MAX, &clock[i])) {
            return 0;
        }
    }
    s->name = f[2];
    s->kind = f[3];
    s->tries = (uint8_t)tries;
    s->clock.base_ms = (uint32_t)clock[0];
    s->clock.increment_ms = (uint32_t)clock[1];
    s->clock.move_ms = (uint32_t)clock[2];
    return read_policy(f[4], &s->policy) && read_policy(f[6], &s->late);
}

static int read_option(tsr_record *rec, char **f, int n) {
    if (n != 3 || rec->option_count == TSR_MAX_OPTIONS) {
        return 0;
    }
    rec->option_name[rec->option_count] = f[1];
    rec->option_value[rec->option_count++] = f[2];
    return 1;
}

static int read_tag(tsr_record *rec, char **f, int n) {
    if (n != 3 || rec->tag_count == TSR_RECORD_TAGS) {
        return 0;
    }
    rec->tag_name[rec->tag_count] = f[1];
    rec->tag_value[rec->tag_count++] = f[2];
    return 1;
}

// One number, or two of a secret seed, or "-".
static int read_seed(tsr_record *rec, char **f, int n) {
    rec->seed_withheld = n == 2 && strcmp(f[1], "-") == 0;
    return rec->seed_withheld || (n == 2 && read_u64(f[1], &rec->seed)) ||
           (n == 3 && read_u64(f[1], &rec->seed) && read_u64(f[2], &rec->seed_high));
}

// Reads one header line; 0 if it makes no sense.
static int read_header_line(tsr_record *rec, uint32_t line, char **f, int n) {
    int64_t players;
    if (strcmp(f[0], "option") == 0) {
        return read_option(rec, f, n);
    }
    if (strcmp(f[0], "seat") == 0) {
        return read_seat(rec, f, n);
    }
    if (strcmp(f[0], "tag") == 0) {
        return read_tag(rec, f, n);
    }
    if (strcmp(f[0], "seed") == 0) {
        return read_seed(rec, f, n);
    }
    if (n != 2) {
        return 0;
    }
    if (strcmp(f[0], "game") == 0) {
        rec->game = f[1];
    } else if (strcmp(f[0], "rules") == 0) {
        return read_hex(f[1], &rec->rules_hash);
    } else if (strcmp(f[0], "players") == 0) {
        if (!record_number(f[1], 1, TSR_MAX_PLAYERS, &players)) {
            return 0;
        }
        rec->players = (int)players;
    } else if (strcmp(f[0], "data") == 0) {
        rec->data_name = f[1];
    } else if (strcmp(f[0], "start") == 0) {
        rec->start = f[1];
        rec->start_line = line;
    } else {
        return 0;
    }
    return 1;
}

static tsr_err check_header(const tsr_record *rec, uint32_t line, tsr_error *err) {
    if (!rec->game || !rec->players) {
        return tsr_fail_at(err, TSR_ERR_PARSE, line, 1, "the header names no game or no players");
    }
    for (int p = 0; p < rec->players; p++) {
        if (!rec->seat[p].name) {
            return tsr_fail_at(err, TSR_ERR_PARSE, line, 1, "the header has no seat %d", p + 1);
        }
    }
    return TSR_OK;
}

static tsr_err refuse_first_line(const char *line, tsr_error *err) {
    const char *why = "this is not a Tessera record";
    if (strcmp(line, "tessera\t2\r") == 0 || strcmp(line, "tessera\t1\r") == 0) {
        why = "the lines end in CR LF; a record's lines end in LF";
    } else if (strncmp(line, "tessera\t", 8) == 0) {
        why = "the record is of a newer format than this program reads";
    }
    return tsr_fail_at(err, TSR_ERR_PARSE, 1, 1, "%s", why);
}

static tsr_err read_header(tsr_record *rec, tsr_error *err) {
    enum { FIELDS = 12 };
    char *f[FIELDS];
    size_t at = 0;
    uint32_t number = 0;
    char *line;
    while ((line = record_next_line(rec->text, &at, rec->whole_size)) != NULL) {
        number++;
        if (number == 1) {
            rec->draws = strcmp(line, "tessera\t1") == 0 ? TSR_DRAWS_MIXED : TSR_DRAWS_KEYED;
            if (rec->draws == TSR_DRAWS_KEYED && strcmp(line, "tessera\t2") != 0) {
                return refuse_first_line(line, err);
            }
        } else if (strcmp(line, "begin") == 0) {
            rec->body = at;
            rec->body_line = number + 1;
            return check_header(rec, number, err);
        } else if (!read_header_line(rec, number, f, record_cut(line, f, FIELDS))) {
            return tsr_fail_at(err, TSR_ERR_PARSE, number, 1,
                               "this line of the header cannot be read: '%.40s'", line);
        }
    }
    return tsr_fail_at(err, TSR_ERR_PARSE, number + 1, 1,
                       number ? "the record ends within its header"
                              : "this is not a Tessera record");
}

// The number of bytes in whole lines.
static size_t whole_lines(const char *bytes, size_t size) {
    while (size > 0 && bytes[size - 1] != '\n') {
        size--;
    }
    return size;
}

tsr_err tsr_record_read(const char *bytes, size_t size, const tsr_alloc *alloc, tsr_record *out,
                        tsr_error *err) {
    if (size > LARGEST) {
        return tsr_fail(err, TSR_ERR_LIMIT, "a record of %zu bytes is too large", size);
    }
    tsr_record rec = {.alloc = alloc, .text_size = size + 1};
    rec.whole_size = whole_lines(bytes, size);
    rec.torn = rec.whole_size != size;
    const char *zero = memchr(bytes, '\0', rec.whole_size);
    if (zero) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is not a text file (byte %zu is zero)",
                        (size_t)(zero - bytes));
    }
    rec.text = tsr_mem_new(alloc, rec.text_size);
    if (!rec.text) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    if (size) {
        memcpy(rec.text, bytes, size);
    }
    tsr_err e = read_header(&rec, err);
    if (e) {
        tsr_record_free(&rec);
        return e;
    }
    *out = rec;
    return TSR_OK;
}

void tsr_record_free(tsr_record *rec) {
    tsr_mem_free(rec->alloc, rec->text, rec->text_size);
    rec->text = NULL;
}

size_t tsr_record_withhold_seed(char *bytes, size_t size) {
    static const char begin[] = "begin\n", seed[] = "seed\t", instead[] = "seed\t-\n";
    size_t at = 0;
    while (at < size) {
        char *line = bytes + at, *feed = memchr(line, '\n', size - at);
        size_t n = feed ? (size_t)(feed - line) + 1 : size - at;
        if (n == sizeof begin - 1 && memcmp(line, begin, n) == 0) {
            break; // the header ends here
        }
        // "seed\t7\n" is the shortest line with a seed: what replaces it fits.
        if (n >= sizeof instead - 1 && memcmp(line, seed, sizeof seed - 1) == 0) {
            memcpy(line, instead, sizeof instead - 1);
            memmove(line + sizeof instead - 1, line + n, size - at - n);
            size -= n - (sizeof instead - 1);
            n = sizeof instead - 1;
        }
        at += n;
    }
    return size;
}

tsr_err tsr_record_setup(const tsr_record *rec, const tsr_game *game, tsr_setup *out,
                         tsr_error *err) {
    tsr_setup setup;
    if (strcmp(rec->game, game->name) != 0) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "the record is of %.40s, not of %s", rec->game,
                        game->name);
    }
    tsr_setup_init(&setup, game);
    tsr_err e = tsr_setup_players(&setup, rec->players, err);
    for (int i = 0; !e && i < rec->option_count; i++) {
        e = tsr_setup_option(&setup, rec->option_name[i], rec->option_value[i], err);
    }
    if (e) {
        return e;
    }
    setup.data_name = rec->data_name;
    *out = setup;
    return TSR_OK;
}
