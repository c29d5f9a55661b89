// SPDX-License-Identifier: MIT
//
// build: a rules file as machine code. Without --output it goes to the cache, where
// every later command finds it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/lang.h>

#include "cli/json.h"
#include "cli/table.h"
#include "gpu/ptx.h"

struct values {
    cli_game_values game;
    const char *output;
    int emit_c, gpu, json;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("output", "FILE", "write the shared object to FILE; also -o FILE", struct values,
                 output),
    CLI_ROW_FLAG("emit-c", "print the C that would be compiled", struct values, emit_c),
    CLI_ROW_FLAG("gpu", "compile to PTX for NVIDIA GPUs; needs clang", struct values, gpu),
    CLI_ROW_LIST("option", "NAME=VALUE", "an option of the game (repeatable)", struct values,
                 game.option),
    CLI_ROW_FLAG("json", "one JSON object", struct values, json),
};

static cli_exit refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return CLI_FILE;
}

static cli_exit print_c(const char *text, size_t size, const char *path) {
    FILE *out = path ? fopen(path, "w") : stdout;
    int ok = out && fwrite(text, 1, size, out) == size;
    ok = out && (path ? fclose(out) : fflush(out)) == 0 && ok;
    if (!ok) {
        cli_complain("%s cannot be written", path ? path : "standard output");
    }
    return ok ? CLI_OK : CLI_FILE;
}

static void report(const struct values *v, const char *game, const tsr_built *built,
                   uint64_t took_us) {
    json j;
    const char *path = *built->path ? built->path : NULL;
    if (!v->json) {
        if (path) {
            printf("%s: %s%s, %.2f s\n", game, path, built->cached ? " (was there)" : "",
                   (double)took_us / 1e6);
        } else {
            printf("%s: compiles, but there is nowhere to keep it; use --output\n", game);
        }
        return;
    }
    json_begin(&j, "build");
    json_text(&j, "game", game);
    json_text(&j, "path", path ? path : "");
    json_int(&j, "cached", built->cached);
    json_decimal(&j, "seconds", (double)took_us / 1e6, 3);
    json_end(&j, stdout);
}

static cli_exit build(const struct values *v, tsr_rules *r, const char *text, size_t size) {
    tsr_error err = {0};
    tsr_built built = {0};
    const void *table = NULL;
    uint64_t start = tsr_now_us();
    tsr_err e;
    if (v->output) {
        (void)snprintf(built.path, sizeof built.path, "%s", v->output);
        e = tsr_compile_file(text, size, v->output, &err);
        e = e ? e : tsr_module_open(v->output, TSR_LANG_NATIVE_SYMBOL, &table, &err);
    } else {
        e = tsr_compile_load(text, size, TSR_LANG_NATIVE_SYMBOL, 1, &table, &built, &err);
    }
    e = e ? e : tsr_lang_attach(r, table, &err);
    if (e) {
        return refuse(&err);
    }
    report(v, r->g.name, &built, tsr_now_us() - start);
    return CLI_OK;
}

static cli_exit build_rules(const struct values *v, tsr_rules *r) {
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    if (tsr_lang_print_c(r, 1, &text, &size, &err) != TSR_OK) {
        return refuse(&err);
    }
    cli_exit code = v->emit_c ? print_c(text, size, v->output) : build(v, r, text, size);
    tsr_mem_free(r->alloc, text, size + 1);
    return code;
}

// --- For GPUs --------------------------------------------------------------------------

static cli_exit print_kernels(const struct values *v, const tsr_rules *r) {
    tsr_error err = {0};
    lanes_facts facts;
    char *text = NULL;
    size_t size = 0;
    if (lanes_print(r, NULL, &text, &size, &facts, &err) != TSR_OK) {
        return refuse(&err);
    }
    cli_exit code = print_c(text, size, v->output);
    tsr_mem_free(r->alloc, text, size + 1);
    return code;
}

// With a folder as --output the file gets the name that it is looked for by: $TESSERA_PTX.
static cli_exit keep_ptx(const struct values *v, const tsr_rules *r, const ptx *made,
                         tsr_built *built) {
    size_t n = strlen(v->output);
    (void)snprintf(built->path, sizeof built->path, "%s%s", v->output,
                   n && v->output[n - 1] == '/' ? made->name : "");
    (void)r;
    return print_c(made->text, made->size, built->path);
}

static cli_exit build_for_gpu(const struct values *v, const tsr_rules *r) {
    tsr_error err = {0};
    tsr_built built = {0};
    ptx made;
    uint64_t start = tsr_now_us();
    if (v->emit_c) {
        return print_kernels(v, r);
    }
    if (ptx_make(r, &made, &err) != TSR_OK) {
        ptx_free(&made);
        return refuse(&err);
    }
    (void)snprintf(built.path, sizeof built.path, "%s", made.path);
    built.cached = made.cached;
    cli_exit code = v->output ? keep_ptx(v, r, &made, &built) : CLI_OK;
    if (code == CLI_OK) {
        report(v, r->g.name, &built, tsr_now_us() - start);
    }
    ptx_free(&made);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], 0, &v->game.option);
    }
    if (code == CLI_OK) {
        code = v->gpu ? build_for_gpu(v, table.rules) : build_rules(v, table.rules);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_build = {
    .name = "build",
    .usage = "FILE.game",
    .about = "Compile a rules file to machine code.",
    .examples = "  tessera build mygame.game\n"
                "  tessera build hex --option size=9\n"
                "  tessera build mygame.game -o mygame.so\n"
                "  tessera play --plugin ./mygame.so mygame\n"
                "  tessera build --emit-c mygame.game > mygame.c\n"
                "  tessera build --gpu mygame.game\n",
    .details =
        "Prints the rules as C and compiles them with $CC, cc, gcc or clang. The result is\n"
        "kept in $XDG_CACHE_HOME/tessera or ~/.cache/tessera, where commands that play\n"
        "find it (see --compiled), or written to --output, for --plugin. The games of the\n"
        "shelf are compiled into the program already.\n"
        "With --gpu it is PTX for NVIDIA's GPUs, made by clang (14 or newer; $TESSERA_CLANG\n"
        "names one): bench --gpu and perft --gpu find it in the cache, or, with an --output\n"
        "that ends in a slash, in the folder $TESSERA_PTX. No CUDA toolkit is needed.\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
