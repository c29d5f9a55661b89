// SPDX-License-Identifier: MIT
//
// `tessera serve`: the server and its page.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/taught.h"
#include "cli/keep.h"
#include "cli/leaflet.h"
#include "cli/page.h"
#include "cli/table.h"
#include "cli/things.h"
#include "learn/shipped.h"
#include "room/wire_json.h"
#include "server/serve.h"

struct values {
    cli_list plugin, net;
    int64_t port, threads, hubs, bot_pause, sign_up, lease;
    const char *listen, *db, *store, *bus, *origin, *proxy;
    const char *smtp, *mail_from, *smtp_user, *push, *engine, *published;
    int no_limits, open;
};

enum { HUBS_MOST = 16 };

static const char *const sign_up_words[] = {"open", "invite", "closed", NULL};

static const cli_option options[] = {
    CLI_ROW_INT("port", "N", "TCP port; 0 takes any free one", struct values, port, 0, 65535, 8080),
    CLI_ROW_TEXT("listen", "ADDRESS", "address to listen on (default 127.0.0.1)", struct values,
                 listen),
    CLI_ROW_TEXT("db", "FILE", "the database (default tessera.db)", struct values, db),
    CLI_ROW_TEXT("store", "URL", "keep all data in PostgreSQL: postgres://user@host/name",
                 struct values, store),
    CLI_ROW_TEXT("bus", "URL", "share that store with other servers by NATS: nats://localhost",
                 struct values, bus),
    CLI_ROW_INT("lease", "MS", "time without contact before another server may take over",
                struct values, lease, 100, 60000, 3000),
    CLI_ROW_TEXT("origin", "URL", "the page's address behind a proxy: https://games.example",
                 struct values, origin),
    CLI_ROW_TEXT("trust-proxy", "ADDRESS", "trust X-Forwarded-For from a proxy at this address",
                 struct values, proxy),
    CLI_ROW_INT("threads", "N", "threads for bots and passwords; 0 = one for each core",
                struct values, threads, 0, 64, 0),
    CLI_ROW_INT("hubs", "N", "threads that share the matches; 0 = one for each two cores",
                struct values, hubs, 0, HUBS_MOST, 0),
    CLI_ROW_INT("bot-pause", "MS", "pause before a bot begins to think", struct values, bot_pause,
                0, 10000, 350),
    CLI_ROW_CHOICE("sign-up", "WHO", "who may create an account", struct values, sign_up,
                   sign_up_words),
    CLI_ROW_TEXT("smtp", "URL", "mail relay: smtp://localhost:25 (default none)", struct values,
                 smtp),
    CLI_ROW_TEXT("mail-from", "ADDRESS", "sender address of mails", struct values, mail_from),
    CLI_ROW_TEXT("smtp-user", "NAME", "user at the relay; the password is in TESSERA_SMTP_PASSWORD",
                 struct values, smtp_user),
    CLI_ROW_TEXT("push", "CONTACT", "enable web push, with this contact: mailto:me@club.example",
                 struct values, push),
    CLI_ROW_TEXT("engine", "FOLDER", "the engine for pages, as written by 'make page-site'",
                 struct values, engine),
    CLI_ROW_TEXT("published", "FOLDER", "let users publish their own games, kept here",
                 struct values, published),
    CLI_ROW_FLAG("open", "open the page in a browser; uses a database in your home folder",
                 struct values, open),
    CLI_ROW_FLAG("no-limits", "no rate limits, for tests on a closed network", struct values,
                 no_limits),
    CLI_ROW_LIST("net", "[NAME=]FILE", "offer a network from 'tessera train' as a bot (repeatable)",
                 struct values, net),
    CLI_ROW_LIST("plugin", "FILE.so", "load games and agents from a shared object (repeatable)",
                 struct values, plugin),
};

// What the things of a game say, for the page: "name":"text", with commas between.
static void add_words(const tsr_rules *r, buffer *out) {
    char name[128], text[2048];
    thing it;
    things all;
    int count = 0;
    if (!things_open(&all, r)) {
        return;
    }
    while (things_next(&all, &it)) {
        if (thing_member(&it, "name", name, sizeof name) &&
            thing_member(&it, "text", text, sizeof text)) {
            buffer_add_text(out, count++ ? "," : "");
            wire_string(out, name);
            buffer_add_text(out, ":");
            wire_string(out, text);
        }
    }
    things_close(&all);
}

static void ready(const char *address) {
    printf("Open %s in a browser. Ctrl-C stops.\n", address);
    fflush(stdout);
}

static void ready_and_show(const char *address) {
    ready(address);
    page_show(address);
}

// With --open: a server that runs already, perhaps this user's own, is shown instead of a second one.
static int show_running(const struct values *v) {
    char url[80];
    tsr_error err;
    (void)snprintf(url, sizeof url, "http://localhost:%d", (int)v->port);
    if (v->port == 0 || page_ready(url, &err) != TSR_OK) {
        return 0;
    }
    printf("A server is already running at %s: its page is opened.\n", url);
    fflush(stdout);
    page_show(url);
    return 1;
}

// --- Networks ---------------------------------------------------------------------------

enum { NETS = 64 };

typedef struct nets {
    taught *one[NETS];
    int count;
} nets;

static void nets_free(nets *n) {
    while (n->count > 0) {
        taught_free(n->one[--n->count]);
    }
}

// "name=file", or a file.
static tsr_err add_net(tsr_registry *registry, nets *n, const char *text, tsr_error *err) {
    char name[64] = "";
    const char *file = strchr(text, '=');
    if (file) {
        snprintf(name, sizeof name, "%.*s", (int)(file - text), text);
    }
    if (n->count == NETS) {
        return tsr_fail(err, TSR_ERR_LIMIT, "at most %d networks can be offered", NETS);
    }
    tsr_err e = taught_new(name, file ? file + 1 : text, &n->one[n->count], err);
    if (!e) {
        const tsr_agent_type *type = taught_type(n->one[n->count++]);
        e = tsr_registry_game(registry, type->game, err)
                ? tsr_registry_add_agent(registry, type, err)
                : err->code;
    }
    return e;
}

static cli_exit add_nets(tsr_registry *registry, nets *n, const cli_list *list) {
    tsr_error err = {0};
    for (int i = 0; i < list->count; i++) {
        tsr_err e = add_net(registry, n, list->item[i], &err);
        if (e) {
            cli_complain("--net %s: %s", list->item[i], err.message);
            return cli_exit_of(e);
        }
    }
    return CLI_OK;
}

// Those that come with the program, for games that have none of that name already.
static cli_exit add_shipped(tsr_registry *registry, nets *n) {
    tsr_error err = {0};
    const shipped *s;
    for (int i = 0; (s = shipped_at(i)) != NULL && n->count < NETS; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.50s-net", s->name);
        if (!tsr_registry_agent(registry, name, &err)) {
            tsr_err e = add_net(registry, n, s->name, &err);
            if (e) {
                cli_complain("the network of %s: %s", s->name, err.message);
                return cli_exit_of(e);
            }
        }
    }
    return CLI_OK;
}

// --- Running ----------------------------------------------------------------------------

// Servers that share the matches (--bus) have one each.
static int hubs_of(const struct values *v, long cores) {
    long hubs = v->hubs ? (long)v->hubs : v->bus ? 1 : cores / 2;
    return hubs < 1 ? 1 : hubs > HUBS_MOST ? HUBS_MOST : (int)hubs;
}

// As browsers write it in their header Origin: with any other, no page could change anything.
static int is_origin(const char *text) {
    size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                    : strncmp(text, "http://", 7) == 0 ? 7
                                                       : 0;
    return scheme && text[scheme] && !strpbrk(text + scheme, "/?#@ ");
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char own[KEEP_PATH_MAX] = "tessera.db";
    tsr_error err;
    cli_table table;
    if (v->origin && !is_origin(v->origin)) {
        cli_complain("--origin is like https://games.example, without a path, not '%.60s'",
                     v->origin);
        return CLI_USAGE;
    }
    if (v->open && show_running(v)) {
        return CLI_OK;
    }
    if (v->open && !v->db && page_database(own, sizeof own, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    nets taught_nets = {.count = 0};
    cli_exit code = cli_table_init(&table, &v->plugin);
    code = code == CLI_OK ? add_nets(table.registry, &taught_nets, &v->net) : code;
    code = code == CLI_OK ? add_shipped(table.registry, &taught_nets) : code;
    if (code == CLI_OK) {
        const serve_config config = {.listen = v->listen ? v->listen : "127.0.0.1",
                                     .port = (int)v->port,
                                     .db = v->db ? v->db : own,
                                     .store = v->store,
                                     .bus = v->bus,
                                     .lease_ms = (int)v->lease,
                                     .origin = v->origin,
                                     .proxy = v->proxy,
                                     .threads = v->threads  ? (int)v->threads
                                                : cores > 1 ? (int)cores
                                                            : 1,
                                     .hubs = hubs_of(v, cores),
                                     .sign_up = (hub_sign_up)v->sign_up,
                                     .relay = v->smtp,
                                     .mail_from = v->mail_from,
                                     .mail_user = v->smtp_user,
                                     .mail_password = getenv("TESSERA_SMTP_PASSWORD"),
                                     .push_contact = v->push,
                                     .engine = v->engine,
                                     .published = v->published,
                                     .no_limits = v->no_limits,
                                     .bot_pause_ms = (int)v->bot_pause,
                                     .registry = table.registry,
                                     .leaflet = cli_leaflet,
                                     .words = add_words,
                                     .ready = v->open ? ready_and_show : ready};
        tsr_err e = serve_run(&config, &err);
        if (e) {
            cli_complain("%s", err.message);
            code = cli_exit_of(e);
        }
    }
    cli_table_deinit(&table);
    nets_free(&taught_nets);
    return code;
}

const cli_command cli_cmd_serve = {
    .name = "serve",
    .usage = "",
    .about = "Serve all games in the browser.",
    .examples = "  tessera serve\n"
                "  tessera serve --open\n"
                "  tessera serve --port 9000 --db /var/lib/tessera/games.db\n"
                "  tessera serve --listen 0.0.0.0 --origin https://games.example\n"
                "  tessera serve --net c4/play.tnet\n",
    .details = "Matches, accounts and ratings are kept in one SQLite file. A move that was\n"
               "acknowledged is on disk: after a crash every match continues where it was.\n"
               "With --store they are kept in PostgreSQL; a second server on the same database\n"
               "stands by and takes over when the first one has been silent for --lease.\n"
               "With --store and --bus all servers are active: each has a share of the matches,\n"
               "and every match can be reached through any of them.\n"
               "/healthz, /readyz and /metrics are for monitoring; 'tessera admin' administers\n"
               "the server.\n",
    .min_args = 0,
    .max_args = 0,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
