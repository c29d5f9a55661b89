// SPDX-License-Identifier: MIT
//
// `tessera check`: says what is wrong with a rules file, and shows what became of it.
#include <stdio.h>
#include <stdlib.h>

#include <tessera/rules.h>
#include <tessera/text.h>

#include "base/buffer.h"
#include "cli/json.h"
#include "cli/rules_file.h"

struct values {
    int json, disasm, plan, passes, size;
    cli_list no_pass;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("json", "one JSON object for each message, for editors", struct values, json),
    CLI_ROW_FLAG("disasm", "print the compiled program", struct values, disasm),
    CLI_ROW_FLAG("plan", "print the code that ends a turn", struct values, plan),
    CLI_ROW_FLAG("size", "print the size of a position and how many moves there may be",
                 struct values, size),
    CLI_ROW_FLAG("passes", "list the compiler passes", struct values, passes),
    CLI_ROW_LIST("no-pass", "NAME", "disable a pass (repeatable)", struct values, no_pass),
};

static void print_message(const tsr_lang_message *m, const char *file, int as_json) {
    json j;
    if (!as_json) {
        (void)fputs(m->text, stdout);
        return;
    }
    json_begin(&j, "message");
    json_text(&j, "file", file);
    json_text(&j, "level", m->warning > 1 ? "note" : m->warning ? "warning" : "error");
    json_int(&j, "number", m->number);
    json_uint(&j, "line", m->line);
    json_uint(&j, "column", m->column);
    json_uint(&j, "length", m->length);
    json_text(&j, "head", m->head);
    json_text(&j, "text", m->text);
    json_end(&j, stdout);
}

typedef int text_of_rules(const tsr_rules *r, char *buf, size_t cap);

static cli_exit print_text(const tsr_rules *r, text_of_rules *text_of) {
    int n = text_of(r, NULL, 0);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text) {
        return CLI_FILE;
    }
    (void)text_of(r, text, (size_t)n + 1);
    (void)fputs(text, stdout);
    free(text);
    return CLI_OK;
}

// What the limits of the language are about.
static int size_text(const tsr_rules *r, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o, "a position: %u bytes of %d\n", (unsigned)r->state_size, TSR_MAX_STATE);
    tsr_putf(&o, "moves of one decision: at most %u of %d\n", (unsigned)r->max_moves,
             TSR_MAX_MOVES);
    if (r->max_chance) {
        tsr_putf(&o, "outcomes of one draw: at most %u\n", (unsigned)r->max_chance);
    }
    tsr_putf(&o, "decisions of one game: at most %u\n", (unsigned)r->max_plies);
    return tsr_out_end(&o);
}

static cli_exit print_program(const tsr_lang_source *source, text_of_rules *text_of) {
    tsr_game *game = NULL;
    tsr_rules *r = NULL;
    tsr_setup setup;
    tsr_error err = {0};
    cli_exit code = CLI_FILE;
    if (!tsr_lang_compile(source, NULL, &game, NULL)) {
        tsr_setup_init(&setup, game);
        if (!tsr_rules_open(&setup, NULL, &r, &err)) {
            code = print_text(r, text_of);
            tsr_rules_close(r);
        } else {
            cli_complain("%s", err.message);
        }
        tsr_lang_free(game);
    }
    return code;
}

static cli_exit check_file(const void *values, cli_rules_file *f, tsr_lang_report *report) {
    const struct values *v = values;
    tsr_lang_source source = cli_rules_file_source(f);
    cli_exit known = cli_passes_off(&v->no_pass, &source.passes_off);
    if (known != CLI_OK) {
        return known;
    }
    tsr_err e = tsr_lang_check(&source, NULL, report);
    for (int i = 0; i < report->count; i++) {
        print_message(&report->message[i], f->path, v->json);
    }
    if (e == TSR_OK && !v->json && !v->disasm && !v->plan && !v->size) {
        (void)printf("%s: no errors\n", f->path);
    } else if (e == TSR_ERR_MEMORY) {
        cli_complain("%s", tsr_err_text(e));
    }
    if (e) {
        return CLI_FILE;
    }
    cli_exit code = v->disasm ? print_program(&source, tsr_lang_disasm) : CLI_OK;
    code = v->plan && code == CLI_OK ? print_program(&source, tsr_lang_plan) : code;
    return v->size && code == CLI_OK ? print_program(&source, size_text) : code;
}

static cli_exit print_passes(void) {
    for (int i = 0; i < tsr_lang_pass_count(); i++) {
        (void)printf("%-8s %s\n", tsr_lang_pass_name(i), tsr_lang_pass_about(i));
    }
    return CLI_OK;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    if (v->passes) {
        return print_passes();
    }
    if (call->argc == 0) {
        cli_complain("no file is given; see 'tessera check --help'");
        return CLI_USAGE;
    }
    return cli_rules_files(call, check_file);
}

const cli_command cli_cmd_check = {
    .name = "check",
    .usage = "FILE.game...",
    .about = "Check rules files for errors and run their tests.",
    .details = "Every message has a number; 'tessera explain NUMBER' explains it.\n",
    .examples = "  tessera check mygame.game\n  tessera check --json mygame.game\n"
                "  tessera check --passes\n",
    .min_args = 0,
    .max_args = 1000,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
