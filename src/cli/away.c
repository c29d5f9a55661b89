// SPDX-License-Identifier: MIT
//
// Puts games into a queue, waits for its pieces, and hands them over in order.
#include "cli/away.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tessera/game.h>
#include <tessera/host.h>

#include "arena/brief.h"
#include "arena/series.h"
#include "cli/rules_file.h"
#include "queue/queue.h"
#include "term/tty.h"

enum { BEAT_MS = 1000, PAUSE_MS = 30, HINT_MS = 10000, FORMAT = 1 };

// --- The brief -------------------------------------------------------------------------

const char *cli_away_build(void) {
    static char word[64];
    const uint16_t probe = 1;
    int little = *(const unsigned char *)&probe;
    (void)snprintf(word, sizeof word, "%s format %d games of %zu bytes %s", TSR_VERSION, FORMAT,
                   sizeof(series_game), little ? "little" : "big");
    return word;
}

// The file of an option is named by its whole path: a worker is somewhere else.
static void put_option(buffer *b, const cli_table *t, const char *option) {
    const char *value = strchr(option, '=');
    char *path = value && t->data && strcmp(value + 1, t->setup.data_name) == 0
                     ? cli_whole_path(value + 1)
                     : NULL;
    if (path) {
        buffer whole;
        buffer_init(&whole, NULL);
        buffer_addf(&whole, "%.*s=%s", (int)(value - option), option, path);
        brief_put(b, "option", buffer_text(&whole));
        b->failed |= whole.failed;
        buffer_deinit(&whole);
    } else {
        brief_put(b, "option", option);
    }
    free(path);
}

static cli_exit whole(const cli_away *a) {
    if (a->about.failed) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    return CLI_OK;
}

cli_exit cli_away_game(cli_away *a, const cli_table *t, const cli_list *options) {
    if (!a->queue) {
        return CLI_OK;
    }
    buffer_clear(&a->about);
    brief_put(&a->about, "game", t->made_from ? t->made_from : t->game->name);
    brief_put_uint(&a->about, "rules", t->rules->hash);
    brief_put_int(&a->about, "players", t->rules->players);
    for (int i = 0; i < options->count; i++) {
        put_option(&a->about, t, options->item[i]);
    }
    return whole(a);
}

cli_exit cli_away_about(cli_away *a, const cli_table *t, const cli_list *options,
                        const cli_series *series, const cli_series_values *v,
                        const char *position) {
    cli_exit code = cli_away_game(a, t, options);
    if (!a->queue || code != CLI_OK) {
        return code;
    }
    brief_put(&a->about, "position", position);
    cli_series_put_brief(series, v, &a->about);
    return whole(a);
}

// --- The queue as series see it --------------------------------------------------------

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static tsr_err begin(void *self, const char *brief, tsr_error *err) {
    cli_away *a = self;
    a->begun_ms = tsr_now_ms();
    a->beat_ms = 0;
    return queue_begin(a->queue, cli_away_build(), brief, strlen(brief), &a->run, err);
}

static tsr_err offer(void *self, uint64_t first, uint64_t end, tsr_error *err) {
    cli_away *a = self;
    return queue_offer(a->queue, a->run, first, end, err);
}

static void end(void *self, int all) {
    cli_away *a = self;
    tsr_error err = {0};
    if (queue_leave(a->queue, a->run, all, &err) != TSR_OK) {
        cli_complain("%s", err.message);
    }
}

// Says what a person should know: nobody comes, or somebody came and could not.
static void look_at(cli_away *a, const queue_news *news) {
    int alone = news->workers == 0 && news->waiting > 0;
    if (strcmp(a->refusal, news->refusal) != 0) {
        (void)snprintf(a->refusal, sizeof a->refusal, "%s", news->refusal);
        if (a->refusal[0]) {
            cli_complain("a worker refuses this: %s", a->refusal);
        }
    }
    if (alone && !a->hinted && tsr_now_ms() - a->begun_ms > HINT_MS) {
        cli_complain("no worker has connected; 'tessera worker URL' starts one on any machine");
        a->hinted = 1;
    }
    a->hinted |= !alone;
    a->workers = news->workers;
    a->waiting = news->waiting;
    a->again = news->again;
}

static tsr_err beat(cli_away *a, tsr_error *err) {
    queue_news news;
    uint64_t now = tsr_now_ms();
    if (a->beat_ms && now - a->beat_ms < BEAT_MS) {
        return TSR_OK;
    }
    tsr_err e = queue_beat(a->queue, a->run, &news, err);
    a->beat_ms = now;
    if (!e) {
        look_at(a, &news);
        if (a->tell) {
            a->tell(a->self);
        }
    }
    return e;
}

typedef struct passing {
    crew_taker *take;
    void *taker;
    int count;
} passing;

static int pass(void *self, uint64_t piece, const char *bytes, size_t size, const char *why) {
    passing *p = self;
    if (!bytes) {
        cli_complain("piece %" PRIu64 " was given up after %d tries: %s", piece + 1, QUEUE_TRIES,
                     why);
    }
    p->count++;
    return p->take(p->taker, piece, bytes, size);
}

static tsr_err collect(void *self, uint64_t next, crew_taker *take, void *taker, tsr_error *err) {
    cli_away *a = self;
    passing p = {take, taker, 0};
    tsr_err e = beat(a, err);
    e = e ? e : queue_collect(a->queue, a->run, a->keeps ? 0 : next, next, pass, &p, err);
    if (!e && !p.count) {
        (void)nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
    return e && is_stopped(NULL) ? TSR_OK : e;
}

// --- Life ------------------------------------------------------------------------------

cli_exit cli_away_open(cli_away *a, const char *url) {
    tsr_error err = {0};
    memset(a, 0, sizeof *a);
    buffer_init(&a->about, NULL);
    if (!url) {
        return CLI_OK;
    }
    if (!queue_is_address(url)) {
        cli_complain("--queue takes postgres://user@host/database, and not '%.60s'", url);
        return CLI_USAGE;
    }
    if (queue_open(url, &a->queue, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_NETWORK;
    }
    queue_until(a->queue, is_stopped, NULL);
    a->face = (crew_away){a, begin, offer, collect, end};
    return CLI_OK;
}

void cli_away_close(cli_away *a) {
    queue_close(a->queue);
    buffer_deinit(&a->about);
    memset(a, 0, sizeof *a);
}

const crew_away *cli_away_face(const cli_away *a) {
    return a->queue ? &a->face : NULL;
}
