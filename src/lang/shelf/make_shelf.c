// SPDX-License-Identifier: MIT
//
// make_shelf: turns games/rules/*.game into C. Run by the build.
//
//     make_shelf OUT.c chess.game checkers.game ...
//     make_shelf --native DIR chess.game checkers.game ...
//     make_shelf --modules DIR chess.game checkers.game ...
//
// The second form prints each game as C for the machine, DIR/native_chess.c and so on; the third
// as well, with its rules inside.
//
// Every file is compiled and its tests are read, so a broken game breaks the build.
// What comes out is one constant table for each game, with its source as data; the
// program itself is made when the game is opened. A game may inherit from one named
// before it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/cgen/cgen.h"
#include "lang/game/slots.h"

enum { MAX_FILES = 128, MAX_BYTES = 1 << 18 };

typedef struct shelf_file {
    char name[64];
    char *text;
    tsr_game *game;
    int parent; // index, -1 = none
} shelf_file;

static shelf_file files[MAX_FILES];
static int file_count;

// The shelf is what we are making: there is none yet.
int tsr_lang_builtin_count(void) {
    return 0;
}

const tsr_game *tsr_lang_builtin_at(int i) {
    (void)i;
    return NULL;
}

const char *tsr_lang_builtin_source(int i) {
    (void)i;
    return NULL;
}

const lang_native *lang_native_builtin(uint64_t hash) {
    (void)hash;
    return NULL;
}

static int find_title(const char *title) {
    for (int i = 0; i < file_count; i++) {
        if (files[i].game && strcmp(files[i].game->title, title) == 0) {
            return i;
        }
    }
    return -1;
}

static const char *find(void *self, const char *title) {
    int i = find_title(title);
    (void)self;
    return i < 0 ? NULL : files[i].text;
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(MAX_BYTES) : NULL;
    size_t n = text ? fread(text, 1, MAX_BYTES - 1, f) : 0;
    if (text) {
        text[n] = '\0';
    }
    if (f) {
        (void)fclose(f);
    }
    return text;
}

static void base_name(const char *path, char *buf, size_t cap) {
    const char *slash = strrchr(path, '/');
    (void)snprintf(buf, cap, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(buf, '.');
    if (dot) {
        *dot = '\0';
    }
}

static int load(const char *path) {
    static tsr_lang_report report;
    char parent[128];
    shelf_file *f = &files[file_count];
    tsr_lang_source source = {.file = path, .find = find};
    base_name(path, f->name, sizeof f->name);
    f->text = read_file(path);
    if (!f->text) {
        (void)fprintf(stderr, "make_shelf: cannot read %s\n", path);
        return 0;
    }
    source.text = f->text;
    f->parent = lang_parent_of(f->text, parent, sizeof parent) ? find_title(parent) : -1;
    tsr_err e = tsr_lang_compile(&source, NULL, &f->game, &report);
    for (int i = 0; i < report.count; i++) {
        (void)fputs(report.message[i].text, stderr);
    }
    file_count++;
    return e == TSR_OK;
}

static void put_bytes(FILE *out, const char *name, const char *what, const char *text) {
    size_t n = strlen(text) + 1;
    (void)fprintf(out, "static const char %s_%s[] = {", name, what);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out, i % 20 ? "%d," : "\n    %d,", (int)(signed char)text[i]);
    }
    (void)fprintf(out, "\n};\n");
}

static void put_string(FILE *out, const char *text) {
    (void)fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            (void)fputc('\\', out);
        }
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

static void put_options(FILE *out, const shelf_file *f) {
    const tsr_game *g = f->game;
    if (!g->option_count) {
        return;
    }
    (void)fprintf(out, "static const tsr_option %s_options[] = {\n", f->name);
    for (int i = 0; i < g->option_count; i++) {
        const tsr_option *o = &g->options[i];
        (void)fprintf(out, "    {\"%s\", \"%s\", %d, %d, %d, %d, %s},\n", o->name, o->help,
                      (int)o->kind, (int)o->def, (int)o->min, (int)o->max,
                      o->choices ? "view_words" : "NULL");
    }
    (void)fprintf(out, "};\n");
}

static void put_game(FILE *out, const shelf_file *f) {
    const tsr_game *g = f->game;
    const lang_sources *src = g->self;
    put_bytes(out, f->name, "text", f->text);
    put_bytes(out, f->name, "leaflet", g->rules);
    put_options(out, f);
    (void)fprintf(out, "static const char *const %s_seats[] = {", f->name);
    for (int i = 0; i < g->max_players; i++) {
        (void)fprintf(out, "\"%s\", ", g->seats[i]);
    }
    (void)fprintf(out, "};\nstatic const lang_sources %s_source = {%s_text, %s%s%s, %d, 0};\n",
                  f->name, f->name, f->parent < 0 ? "NULL" : "&",
                  f->parent < 0 ? "" : files[f->parent].name, f->parent < 0 ? "" : "_source",
                  src->has_view);
    (void)fprintf(
        out,
        "static const tsr_game %s_game = {LANG_SLOTS,\n    .name = \"%s\",\n    .title = ", f->name,
        f->name);
    put_string(out, g->title);
    (void)fprintf(out, ",\n    .about = ");
    put_string(out, g->about);
    (void)fprintf(
        out,
        ",\n    .rules = %s_leaflet,\n    .flags = %u,\n    .min_players = %d, .max_players = "
        "%d,\n    .option_count = %d, .options = %s%s,\n    .seats = %s_seats,\n    .self = "
        "&%s_source};\n\n",
        f->name, g->flags, g->min_players, g->max_players, g->option_count,
        g->option_count ? f->name : "NULL", g->option_count ? "_options" : "", f->name, f->name);
}

// --- As machine code -----------------------------------------------------------------------

// Whether a game asks for one choice a move unless told otherwise. It is compiled for whole
// turns too: random play is compared by those.
static int is_split(const shelf_file *f) {
    const tsr_game *g = f->game;
    const tsr_option *last = g->option_count ? &g->options[g->option_count - 1] : NULL;
    return last && strcmp(last->name, "turns") == 0 && last->def == 1;
}

// A line for each module, with its name between two words.
static void put_each_native(FILE *out, const char *before, const char *after) {
    for (int i = 0; i < file_count; i++) {
        (void)fprintf(out, "%slang_native_%s%s\n", before, files[i].name, after);
        if (is_split(&files[i])) {
            (void)fprintf(out, "%slang_native_%s_joined%s\n", before, files[i].name, after);
        }
    }
}

// The tables of the modules, and the one that plays a program. On x86-64 there are two
// sets of them, see src/lang/CMakeLists.txt.
static void put_natives(FILE *out) {
    put_each_native(out, "extern const lang_native ", ";");
    (void)fprintf(out, "#ifdef LANG_NATIVE_V3\n");
    put_each_native(out, "extern const lang_native ", "_v3;");
    (void)fprintf(out, "#endif\n\nconst lang_native *lang_native_builtin(uint64_t hash) {\n"
                       "    static const lang_native *const plain[] = {\n");
    put_each_native(out, "        &", ",");
    (void)fprintf(out, "    };\n    const lang_native *const *tables = plain;\n"
                       "#ifdef LANG_NATIVE_V3\n    static const lang_native *const v3[] = {\n");
    put_each_native(out, "        &", "_v3,");
    (void)fprintf(
        out, "    };\n"
             "    if (__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\")) {\n"
             "        tables = v3;\n    }\n#endif\n"
             "    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {\n"
             "        if (tables[i]->program == hash) {\n            return tables[i];\n"
             "        }\n    }\n    return NULL;\n}\n");
}

// `joined` is "" or "_joined": then turns are whole moves.
static int print_native(const shelf_file *f, const char *dir, const char *joined, int alone) {
    char path[4096], symbol[96];
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    buffer text;
    (void)snprintf(path, sizeof path, "%s/native_%s%s.c", dir, f->name, joined);
    (void)snprintf(symbol, sizeof symbol, "lang_native_%s%s", f->name, joined);
    cgen_source source = {.symbol = symbol, .embed = alone ? f->game->self : NULL};
    buffer_init(&text, NULL);
    tsr_setup_init(&setup, f->game);
    tsr_err e = *joined ? tsr_setup_option(&setup, "turns", "joined", &err) : TSR_OK;
    e = e ? e : tsr_rules_open(&setup, NULL, &r, &err);
    e = e ? e : cgen_print(program_of(r), &source, &text, &err);
    FILE *out = e ? NULL : fopen(path, "w");
    int ok = out && fwrite(text.bytes, 1, text.size, out) == text.size;
    ok = out && fclose(out) == 0 && ok;
    if (!ok) {
        (void)fprintf(stderr, "make_shelf: %s: %s\n", path, e ? err.message : "cannot be written");
    }
    tsr_rules_close(r);
    buffer_deinit(&text);
    return ok;
}

static int print_natives(const char *dir, int alone) {
    for (int i = 0; i < file_count; i++) {
        if (!print_native(&files[i], dir, "", alone) ||
            (is_split(&files[i]) && !print_native(&files[i], dir, "_joined", alone))) {
            return 1;
        }
    }
    return 0;
}

static int print_shelf(const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) {
        return 1;
    }
    (void)fprintf(out,
                  "// Made by make_shelf from games/rules. Do not edit.\n"
                  "#include <tessera/lang.h>\n\n#include \"lang/game/slots.h\"\n\n"
                  "static const char *const view_words[] = {\"joined\", \"split\", NULL};\n\n");
    for (int i = 0; i < file_count; i++) {
        put_game(out, &files[i]);
    }
    (void)fprintf(out, "static const tsr_game *const shelf[] = {\n    NULL,\n");
    for (int i = 0; i < file_count; i++) {
        (void)fprintf(out, "    &%s_game,\n", files[i].name);
    }
    (void)fprintf(out, "};\n\nint tsr_lang_builtin_count(void) {\n    return %d;\n}\n\n",
                  file_count);
    (void)fprintf(
        out,
        "const tsr_game *tsr_lang_builtin_at(int i) {\n    return i < 0 || i >= %d ? NULL : "
        "shelf[i + 1];\n}\n\n",
        file_count);
    (void)fprintf(out,
                  "const char *tsr_lang_builtin_source(int i) {\n    (void)view_words;\n    return "
                  "i < 0 || i >= %d ? NULL : "
                  "((const lang_sources *)shelf[i + 1]->self)->text;\n}\n\n",
                  file_count);
    put_natives(out);
    return fclose(out) != 0;
}

int main(int argc, char **argv) {
    int alone = argc > 1 && strcmp(argv[1], "--modules") == 0;
    int native = alone || (argc > 1 && strcmp(argv[1], "--native") == 0);
    if (argc < 2 + native || argc > MAX_FILES + 1) {
        (void)fprintf(stderr, "usage: make_shelf OUT.c FILE.game ...\n"
                              "       make_shelf --native DIR FILE.game ...\n"
                              "       make_shelf --modules DIR FILE.game ...\n");
        return 2;
    }
    for (int i = 2 + native; i < argc; i++) {
        if (!load(argv[i])) {
            return 1;
        }
    }
    return native ? print_natives(argv[2], alone) : print_shelf(argv[1]);
}
