// SPDX-License-Identifier: MIT
//
// Files that a game reads, for the page: what is wrong with a deck of cards, and what is in it.
#include <stdlib.h>
#include <string.h>

#include <tessera/registry.h>

#include "abi/ruleset.h"
#include "base/buffer.h"
#include "room/wire_json.h"
#include "wasm/wasm.h"

enum { REPORT_MAX = 64 << 10 };

static buffer out; // what was said last

// The name of the option that is a file, NULL = the game reads none.
static const char *file_option(const tsr_game *g) {
    for (int i = 0; g && i < g->option_count; i++) {
        if (g->options[i].kind == TSR_OPTION_FILE) {
            return g->options[i].name;
        }
    }
    return NULL;
}

// Everything that is wrong with it, or what keeps a text without mistakes from being played; and its things.
static void look(const tsr_game *g, const char *name, const char *text, char *report) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    setup.data = text;
    setup.data_size = strlen(text);
    if (g->more && g->more->data_faults) {
        (void)g->more->data_faults(text, setup.data_size, name, report, REPORT_MAX);
    }
    int failed = tsr_rules_open(&setup, NULL, &r, &err) != TSR_OK;
    buffer_addf(&out, "{\"fine\":%s,\"report\":", failed ? "false" : "true");
    wire_string(&out, failed && !*report ? err.message : report);
    buffer_add_text(&out, ",\"things\":");
    int size = failed ? 0 : r->more.things(r, NULL, 0);
    if (size > 0 && buffer_reserve(&out, (size_t)size + 1)) {
        (void)r->more.things(r, out.bytes + out.size, (size_t)size + 1);
        out.size += (size_t)size;
    } else {
        buffer_add_text(&out, "null");
    }
    buffer_add_text(&out, "}");
    if (!failed) {
        tsr_rules_close(r);
    }
}

const char *tsr_wasm_deck(const char *game, const char *text) {
    struct tsr_registry *reg = abi_registry();
    const tsr_game *g = reg && game ? tsr_registry_game(reg, game, NULL) : NULL;
    const char *name = file_option(g);
    char *report = calloc(1, REPORT_MAX);
    buffer_clear(&out);
    if (name && text && report) {
        look(g, name, text, report);
    }
    free(report);
    tsr_registry_free(reg);
    return out.size ? buffer_text(&out) : "null";
}
