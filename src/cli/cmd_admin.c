// SPDX-License-Identifier: MIT
//
// admin: what whoever operates a server does besides running it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/page.h"
#include "cli/table.h"
#include "server/admin.h"

struct values {
    cli_list plugin;
    const char *db, *store, *label;
    int64_t days;
    int json, watch, yes;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("db", "FILE", "the server's database (default tessera.db)", struct values, db),
    CLI_ROW_TEXT("store", "URL", "the server's PostgreSQL database: postgres://user@host/name",
                 struct values, store),
    CLI_ROW_INT("days", "N", "ban, mute, token, invite: number of days", struct values, days, 0,
                36500, 0),
    CLI_ROW_TEXT("label", "WORD", "token, revoke: which of an account's tokens", struct values,
                 label),
    CLI_ROW_FLAG("watch", "token: read-only", struct values, watch),
    CLI_ROW_FLAG("yes", "erase: confirm", struct values, yes),
    CLI_ROW_FLAG("json", "answers as JSON, one object per line", struct values, json),
    CLI_ROW_LIST("plugin", "FILE.so", "verify: load games from a shared object (repeatable)",
                 struct values, plugin),
};

typedef struct task {
    const struct values *values;
    admin_place at;
    const char *a, *b; // arguments, or NULL
    const tsr_registry *registry;
    const char *word; // the task's own name
} task;

static cli_exit failed(const tsr_error *err) {
    cli_complain("%s", err->message);
    return cli_exit_of(err->code);
}

enum { VERSION = 2 }; // of all that --json prints (docs/cli.md)

// One line; takes `j`.
static void print_json(json_t *j) {
    char *text = json_dumps(j, JSON_COMPACT);
    printf("%s\n", text ? text : "{}");
    free(text);
    json_decref(j);
}

static void print_done(const task *t, const char *words) {
    if (t->values->json) {
        print_json(json_pack("{s:i,s:s,s:b}", "v", VERSION, "type", t->word, "ok", 1));
    } else {
        printf("%s\n", words);
    }
}

// An object of the store or the server as a line of this program's: with its version and type.
static void print_typed(const char *type, const char *line, size_t size) {
    json_t *fields = json_loadb(line, size, 0, NULL);
    json_t *whole = json_pack("{s:i,s:s}", "v", VERSION, "type", type);
    json_object_update(whole, fields);
    json_decref(fields);
    print_json(whole);
}

static void print_lines(const char *type, const char *text) {
    while (*text) {
        size_t size = strcspn(text, "\n");
        print_typed(type, text, size);
        text += size + (text[size] != '\0');
    }
}

// --- Orders ------------------------------------------------------------------

static json_t *order_of(const task *t) {
    const struct values *v = t->values;
    json_t *o = json_pack("{s:s}", "order", t->word);
    if (t->a) {
        json_object_set_new(o, strcmp(t->word, "close") == 0 ? "match" : "name", json_string(t->a));
    }
    if (t->b) {
        json_object_set_new(o, "to", json_string(t->b));
    }
    if (v->label) {
        json_object_set_new(o, "label", json_string(v->label));
    }
    if (v->days) {
        json_object_set_new(o, "days", json_integer(v->days));
    }
    if (v->watch) {
        json_object_set_new(o, "watch", json_true());
    }
    return o;
}

static cli_exit print_answer(const task *t, int status, const char *text) {
    json_t *answer = json_loads(text, 0, NULL);
    const char *why = json_string_value(json_object_get(answer, "error"));
    const char *word = json_string_value(json_object_get(answer, "word"));
    const char *link = json_string_value(json_object_get(answer, "link"));
    cli_exit code = CLI_OK;
    if (status != 200) {
        cli_complain("%s", why ? why : "the server has refused it");
        code = CLI_FILE;
    } else if (t->values->json && json_object_size(answer) > 0) {
        print_typed(t->word, text, strlen(text));
    } else if (word) {
        printf("%s\n", link ? link : word); // of a token there is nothing but the word
    } else {
        print_done(t, "Done.");
    }
    json_decref(answer);
    return code;
}

static cli_exit give_order(const task *t) {
    buffer answer;
    tsr_error err;
    int status = 0;
    json_t *o = order_of(t);
    char *text = json_dumps(o, JSON_COMPACT);
    buffer_init(&answer, NULL);
    tsr_err e = admin_order(&t->at, t->registry, text ? text : "{}", &status, &answer, &err);
    cli_exit code = e ? failed(&err) : print_answer(t, status, buffer_text(&answer));
    buffer_deinit(&answer);
    free(text);
    json_decref(o);
    return code;
}

static cli_exit erase(const task *t) {
    if (!t->values->yes) {
        cli_complain("this deletes %s from the database permanently; confirm with --yes", t->a);
        return CLI_USAGE;
    }
    return give_order(t);
}

// --- Looking -----------------------------------------------------------------

static int64_t number_in(const json_t *j, const char *name) {
    return (int64_t)json_integer_value(json_object_get(j, name));
}

static void print_user(const char *line, size_t size) {
    json_t *u = json_loadb(line, size, 0, NULL);
    const char *name = json_string_value(json_object_get(u, "name"));
    int64_t matches = number_in(u, "matches"), sessions = number_in(u, "sessions");
    int64_t tokens = number_in(u, "tokens"), banned = number_in(u, "banned");
    printf("%-22s %5" PRId64 " matches %3" PRId64 " sessions %3" PRId64 " tokens%s\n",
           name ? name : "", matches, sessions, tokens, banned ? "  banned" : "");
    json_decref(u);
}

static cli_exit users(const task *t) {
    buffer out;
    tsr_error err;
    buffer_init(&out, NULL);
    tsr_err e = admin_users(&t->at, t->a, &out, &err);
    const char *text = buffer_text(&out);
    if (!e && t->values->json) {
        print_lines("user", text);
    }
    for (const char *at = text; !e && !t->values->json && *at;) {
        size_t size = strcspn(at, "\n");
        print_user(at, size);
        at += size + (at[size] != '\0');
    }
    buffer_deinit(&out);
    return e ? failed(&err) : CLI_OK;
}

static cli_exit reports(const task *t) {
    buffer out;
    tsr_error err;
    buffer_init(&out, NULL);
    tsr_err e = admin_reports(&t->at, &out, &err);
    if (!e) {
        print_lines("report", buffer_text(&out));
    }
    buffer_deinit(&out);
    return e ? failed(&err) : CLI_OK;
}

static int is_report(const char *line, size_t size, const char *number) {
    char text[24];
    json_t *report = json_loadb(line, size, 0, NULL);
    snprintf(text, sizeof text, "%" PRId64, number_in(report, "n"));
    json_decref(report);
    return strcmp(text, number) == 0;
}

static cli_exit settle(const task *t) {
    buffer out;
    tsr_error err;
    int found = 0;
    buffer_init(&out, NULL);
    tsr_err e = admin_reports(&t->at, &out, &err);
    for (const char *at = buffer_text(&out); !e && !found && *at;) {
        size_t size = strcspn(at, "\n");
        found = is_report(at, size, t->a);
        at += size + (at[size] != '\0');
    }
    buffer_deinit(&out);
    if (!e && !found) {
        cli_complain("there is no open report %s; 'tessera admin reports' lists them", t->a);
        return CLI_FILE;
    }
    return e ? failed(&err) : give_order(t);
}

static cli_exit export(const task *t) {
    buffer out;
    tsr_error err;
    buffer_init(&out, NULL);
    tsr_err e = admin_export(&t->at, t->a, &out, &err);
    if (!e) {
        print_lines("export", buffer_text(&out));
    }
    buffer_deinit(&out);
    return e ? failed(&err) : CLI_OK;
}

static void print_damage(void *self, const char *match, const char *why) {
    const task *t = self;
    if (t->values->json) {
        print_json(json_pack("{s:i,s:s,s:s,s:s}", "v", VERSION, "type", "damaged", "match", match,
                             "why", why));
    } else {
        printf("match %s: %s\n", match, why);
    }
}

static cli_exit verify(const task *t) {
    admin_verdict v;
    tsr_error err;
    task own = *t;
    if (admin_verify(&t->at, t->registry, &own, print_damage, &v, &err) != TSR_OK) {
        return failed(&err);
    }
    if (t->values->json) {
        print_json(json_pack("{s:i,s:s,s:I,s:I,s:I}", "v", VERSION, "type", "verify", "matches",
                             (json_int_t)v.matches, "plies", (json_int_t)v.plies, "damaged",
                             (json_int_t)v.damaged));
    } else {
        printf("%" PRIu64 " matches with %" PRIu64 " plies, %" PRIu64 " damaged\n", v.matches,
               v.plies, v.damaged);
    }
    return v.damaged ? CLI_FILE : CLI_OK;
}

static cli_exit health(const task *t) {
    tsr_error err;
    if (page_ready(t->a ? t->a : "http://localhost:8080", &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_NETWORK;
    }
    print_done(t, "Ready.");
    return CLI_OK;
}

// --- Files -------------------------------------------------------------------

static cli_exit backup(const task *t) {
    tsr_error err;
    if (admin_backup(&t->at, t->a, &err) != TSR_OK) {
        return failed(&err);
    }
    print_done(t, "Copied, and the copy is whole.");
    return CLI_OK;
}

static cli_exit restore(const task *t) {
    tsr_error err;
    if (admin_restore(&t->at, t->a, &err) != TSR_OK) {
        return failed(&err);
    }
    print_done(t, "Restored. The previous database is kept with the suffix .old.");
    return CLI_OK;
}

static cli_exit migrate(const task *t) {
    tsr_error err;
    int from = 0, to = 0;
    if (admin_migrate(&t->at, &from, &to, &err) != TSR_OK) {
        return failed(&err);
    }
    if (t->values->json) {
        print_json(json_pack("{s:i,s:s,s:i,s:i}", "v", VERSION, "type", "migrate", "from", from,
                             "to", to));
    } else {
        printf("Format %d, was %d.\n", to, from);
    }
    return CLI_OK;
}

static cli_exit pack(const task *t) {
    tsr_error err;
    uint64_t count = 0;
    if (admin_pack(&t->at, &count, &err) != TSR_OK) {
        return failed(&err);
    }
    if (t->values->json) {
        print_json(
            json_pack("{s:i,s:s,s:I}", "v", VERSION, "type", "pack", "matches", (json_int_t)count));
    } else {
        printf("%" PRIu64 " matches packed\n", count);
    }
    return CLI_OK;
}

// --- The table ---------------------------------------------------------------

static const struct {
    const char *word, *usage;
    int min, max; // arguments
    cli_exit (*run)(const task *t);
} tasks[] = {
    {"users", "[NAME]", 0, 1, users},
    {"rename", "NAME NEW", 2, 2, give_order},
    {"reset", "NAME", 1, 1, give_order},
    {"ban", "NAME", 1, 1, give_order},
    {"unban", "NAME", 1, 1, give_order},
    {"close", "MATCH", 1, 1, give_order},
    {"token", "NAME", 1, 1, give_order},
    {"revoke", "NAME", 1, 1, give_order},
    {"invite", "", 0, 0, give_order},
    {"reports", "", 0, 0, reports},
    {"settle", "NUMBER", 1, 1, settle},
    {"export", "NAME", 1, 1, export},
    {"erase", "NAME", 1, 1, erase},
    {"verify", "", 0, 0, verify},
    {"health", "[URL]", 0, 1, health},
    {"backup", "FILE", 1, 1, backup},
    {"restore", "FILE", 1, 1, restore},
    {"migrate", "", 0, 0, migrate},
    {"mute", "NAME", 1, 1, give_order},
    {"unmute", "NAME", 1, 1, give_order},
    {"note", "NAME WORDS", 2, 2, give_order},
    {"moderator", "NAME [off]", 1, 2, give_order},
    {"pack", "", 0, 0, pack},
};

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    for (int i = 0; i < CLI_COUNT(tasks); i++) {
        if (strcmp(tasks[i].word, call->argv[0]) != 0) {
            continue;
        }
        int given = call->argc - 1;
        if (given < tasks[i].min || given > tasks[i].max) {
            cli_complain("usage: tessera admin %s%s%s", tasks[i].word, *tasks[i].usage ? " " : "",
                         tasks[i].usage);
            return CLI_USAGE;
        }
        cli_table table;
        cli_exit code = cli_table_init(&table, &v->plugin);
        if (code == CLI_OK) {
            const task t = {
                .values = v,
                .at = {.db = v->db || v->store ? v->db : "tessera.db", .store = v->store},
                .a = given > 0 ? call->argv[1] : NULL,
                .b = given > 1 ? call->argv[2] : NULL,
                .registry = table.registry,
                .word = tasks[i].word};
            code = tasks[i].run(&t);
        }
        cli_table_deinit(&table);
        return code;
    }
    cli_complain("there is no task '%s'; 'tessera help admin' lists them", call->argv[0]);
    return CLI_USAGE;
}

const cli_command cli_cmd_admin = {
    .name = "admin",
    .usage = "TASK [ARGUMENT...]",
    .about = "Administer a server: accounts, tokens, backups, checks.",
    .examples =
        "  tessera admin users --db /var/lib/tessera/games.db\n"
        "  tessera admin backup copy.db          # also while the server runs\n"
        "  tessera admin reset Anna              # a link to a new password, good for a day\n"
        "  tessera admin token Robby             # for tessera bot\n",
    .details =
        "  users [NAME]       accounts\n"
        "  rename NAME NEW    another name\n"
        "  reset NAME         a one-time link with which NAME can set a new password\n"
        "  ban NAME           no sign-in, for ever or for --days N; unban NAME\n"
        "  close MATCH        ends a match as an unrated draw\n"
        "  token NAME         an access token for a program that plays for NAME; --label, "
        "--watch,\n"
        "                     --days N; revoke NAME [--label WORD]\n"
        "  invite             a sign-up link, for servers with --sign-up invite\n"
        "  reports            what users have reported and nobody has settled; settle NUMBER\n"
        "  mute NAME          no remarks, for a week or for --days N; unmute NAME\n"
        "  note NAME WORDS    a note about NAME, for moderators\n"
        "  moderator NAME     NAME may use /moderation on the page; moderator NAME off\n"
        "  export NAME        all data stored about NAME\n"
        "  erase NAME --yes   the account, and the name in all matches\n"
        "  verify             replays and checks every record\n"
        "  health [URL]       asks the server (http://localhost:8080) whether it is ready\n"
        "  backup FILE        a consistent copy\n"
        "  restore FILE       replaces the database by a copy\n"
        "  migrate            brings the database to this program's format\n"
        "  pack               packs the records of matches that have been over for an hour; on\n"
        "                     PostgreSQL servers do so themselves\n\n"
        "Changes go to the server that runs on the database, if one does; each leaves a\n"
        "line in its log. With --store it is found by the --db that it was started with;\n"
        "backup and restore are for files.\n",
    .min_args = 1,
    .max_args = 3,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
