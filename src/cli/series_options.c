// SPDX-License-Identifier: MIT
//
// The rows that `match`, `tournament` and `tune` share, and what their values mean.
#include "cli/series_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/text.h>

#include "arena/book.h"
#include "arena/brief.h"
#include "arena/seats.h"

const char *const cli_series_clocks[] = {"wall", "cpu", NULL};

enum { BOOK_LIMIT = 64 << 20, BOOK_PATH = 4096 };

static int cores(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 256 ? 256 : (int)n;
}

static cli_exit refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return cli_exit_of(err->code);
}

static cli_exit open_random(cli_series *s, uint32_t plies, const tsr_rules *r, uint64_t seed) {
    tsr_error err = {0};
    snprintf(s->word, sizeof s->word, "random:%u", plies);
    if (openings_init(&s->openings, OPENINGS_RANDOM, plies, r, seed, &err) != TSR_OK) {
        return refuse(&err);
    }
    if (!openings_at(&s->openings, 0)) {
        cli_complain("%s has no position after %u random plies from which a game goes on "
                     "undecided; --openings none does without",
                     r->g.name, plies);
        return CLI_USAGE;
    }
    return CLI_OK;
}

// "FILE" or "FILE@PLIES".
static void read_book_word(const char *text, char path[BOOK_PATH], int64_t *plies) {
    const char *at = strrchr(text, '@');
    tsr_in in = tsr_in_from(at ? at + 1 : "");
    *plies = BOOK_PLIES;
    int cut = at && tsr_take_int(&in, 0, 100000, plies) && tsr_at_end(&in);
    snprintf(path, BOOK_PATH, "%.*s", (int)(cut ? (size_t)(at - text) : strlen(text)), text);
}

static cli_exit open_book(cli_series *s, const char *text, const tsr_rules *r, uint64_t seed) {
    char path[BOOK_PATH];
    int64_t plies;
    char *book = NULL;
    size_t size = 0;
    tsr_error err = {0};
    read_book_word(text, path, &plies);
    tsr_err e = openings_init(&s->openings, OPENINGS_BOOK, 0, r, seed, &err);
    e = e ? e : tsr_file_read(path, BOOK_LIMIT, &book, &size, &err);
    e = e ? e : book_read(&s->openings, book, size, (uint32_t)plies, &err);
    tsr_mem_free(NULL, book, size + 1);
    if (e) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    snprintf(s->word, sizeof s->word, "book of %zu", s->openings.count);
    return CLI_OK;
}

static cli_exit open_openings(cli_series *s, const char *text, const tsr_rules *r, uint64_t seed) {
    int64_t plies;
    if (strcmp(text, "none") == 0) {
        return CLI_OK;
    }
    if (strncmp(text, "book:", 5) == 0 && text[5]) {
        return open_book(s, text + 5, r, seed);
    }
    tsr_in in = tsr_in_from(text);
    if (tsr_take(&in, "random:") && tsr_take_int(&in, 1, OPENINGS_PLIES, &plies) &&
        tsr_at_end(&in)) {
        return open_random(s, (uint32_t)plies, r, seed);
    }
    cli_complain("--openings is random:N (1 to %d plies), book:FILE or none, not '%.60s'",
                 OPENINGS_PLIES, text);
    return CLI_USAGE;
}

// Programs think in processes of their own, while processor time stands still in this one.
const char *cli_series_program(const char *const *specs, int count) {
    for (int i = 0; i < count; i++) {
        size_t n = tsr_agent_spec_name(specs[i]);
        if ((n == 4 && memcmp(specs[i], "exec", 4) == 0) ||
            (n == 3 && memcmp(specs[i], "uci", 3) == 0)) {
            return specs[i];
        }
    }
    return NULL;
}

// One whose time matters and cannot be measured: an engine that is limited by nodes takes no time that counts.
static const char *untimed_program(const char *const *specs, int count) {
    for (int i = 0; i < count; i++) {
        const char *program = cli_series_program(specs + i, 1);
        if (program && !strstr(program, ",nodes=")) {
            return program;
        }
    }
    return NULL;
}

cli_exit cli_series_read(cli_series *s, const cli_series_values *v, const tsr_rules *r,
                         const char *const *specs, int count, uint64_t seed, int fixed) {
    tsr_error err = {0};
    int skill = openings_are_wanted(r, specs, count);
    cli_exit code = CLI_OK;
    *s = (cli_series){.once = skill,
                      .seed = seed,
                      .jobs = v->jobs ? (int)v->jobs : cores(),
                      .cpu_clock = v->clock == CLI_CLOCK_CPU};
    snprintf(s->word, sizeof s->word, "none");
    const char *elsewhere = s->cpu_clock ? untimed_program(specs, count) : NULL;
    if (elsewhere) {
        cli_complain("'%.60s' thinks in a process of its own; --clock cpu is for agents inside "
                     "Tessera",
                     elsewhere);
        return CLI_USAGE;
    }
    if (v->adjudicate && adjudicate_read(v->adjudicate, r, &s->adjudicate, &err) != TSR_OK) {
        return refuse(&err);
    }
    if (v->openings && fixed && strcmp(v->openings, "none") != 0) {
        cli_complain("give --position or --openings, not both");
        return CLI_USAGE;
    }
    if (v->openings) {
        code = open_openings(s, v->openings, r, seed);
    } else if (skill && !fixed) {
        code = open_random(s, openings_usual_plies(r), r, seed);
    }
    return code;
}

cli_exit cli_series_try_agents(const tsr_registry *registry, const tsr_rules *r,
                               const char *const *specs, int count) {
    for (int i = 0; i < count; i++) {
        tsr_agent *a = NULL;
        tsr_error err = {0};
        tsr_err e = seats_open_agent(registry, specs[i], r, &a, &err);
        if (e != TSR_OK) {
            cli_complain_about(specs[i], &err);
            return cli_exit_of_agent(e);
        }
        tsr_agent_close(a);
    }
    return CLI_OK;
}

// What is in the book, in a number. A book that cannot be read is complained about elsewhere.
static uint64_t book_hash(const char *text) {
    char path[BOOK_PATH];
    int64_t plies;
    char *book = NULL;
    size_t size = 0;
    read_book_word(text, path, &plies);
    if (tsr_file_read(path, BOOK_LIMIT, &book, &size, NULL) != TSR_OK) {
        return 0;
    }
    uint64_t hash = tsr_hash_bytes(book, size, 0);
    tsr_mem_free(NULL, book, size + 1);
    return hash;
}

void cli_series_head(const cli_series_values *v, json *j) {
    json_text(j, "openings", v->openings ? v->openings : "default");
    if (v->openings && strncmp(v->openings, "book:", 5) == 0) {
        json_hex(j, "book", book_hash(v->openings + 5));
    }
    json_text(j, "adjudicate", v->adjudicate);
    if (v->clock == CLI_CLOCK_CPU) {
        json_text(j, "clock", "cpu");
    }
}

cli_exit cli_series_refuse_records(void) {
    cli_complain("records are written where games are played, and --queue lets others play them; "
                 "--out, --csv and --pgn are written here");
    return CLI_USAGE;
}

// What was decided, not what was asked for; but a book is a file.
void cli_series_put_brief(const cli_series *s, const cli_series_values *v, buffer *out) {
    int is_book = s->openings.kind == OPENINGS_BOOK;
    brief_put(out, "openings", is_book ? v->openings : s->word);
    brief_put_uint(out, "luck", s->seed);
    if (is_book) {
        brief_put_uint(out, "book", book_hash(v->openings + 5));
    }
    brief_put(out, "adjudicate", v->adjudicate);
}

cli_exit cli_series_read_brief(cli_series *s, const char *brief, const tsr_rules *r,
                               const char *const *specs, int count, int fixed) {
    char *how = brief_get(brief, "openings", 0), *early = brief_get(brief, "adjudicate", 0);
    uint64_t luck = 0, book = 0;
    int64_t processor = 0;
    cli_exit code = CLI_OK;
    (void)brief_get_uint(brief, "luck", &luck);
    (void)brief_get_int(brief, "processor", 0, 1, &processor);
    if (brief_get_uint(brief, "book", &book) &&
        (!how || strlen(how) < 5 || book_hash(how + 5) != book)) {
        cli_complain("%s is another book here, or none", how ? how : "");
        code = CLI_FILE;
    }
    cli_series_values v = {.openings = how,
                           .adjudicate = early,
                           .jobs = 1,
                           .clock = processor ? CLI_CLOCK_CPU : CLI_CLOCK_WALL};
    code = code ? code : cli_series_read(s, &v, r, specs, count, luck, fixed);
    free(how);
    free(early);
    return code;
}

void cli_series_free(cli_series *s) {
    openings_deinit(&s->openings);
}
