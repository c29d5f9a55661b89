// SPDX-License-Identifier: MIT
//
// Texts for the page: messages about rules, scenes and questions as JSON.
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/perft.h>

#include "abi/state.h"
#include "room/wire_json.h"
#include "wasm/wasm.h"

enum { MOST_TEXT = 1 << 18 }; // bytes of a rules file

static buffer out; // what was said last
static wire_scene scenes;

static void begin(void) {
    buffer_clear(&out);
}

// --- Rules text --------------------------------------------------------------------------------------

static void put_message(const tsr_lang_message *m, int is_first) {
    buffer_addf(&out, "%s{\"number\":%d,\"warning\":%d,\"line\":%u,\"col\":%u,\"len\":%u,\"why\":",
                is_first ? "" : ",", m->number, m->warning, m->line, m->column, m->length);
    wire_string(&out, m->head);
    buffer_add_text(&out, ",\"text\":");
    wire_string(&out, m->text);
    buffer_add_text(&out, "}");
}

static tsr_err check(const char *text, int tests, tsr_lang_report *report) {
    tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    if (tests) {
        return tsr_lang_check(&source, NULL, report);
    }
    tsr_err e = tsr_lang_compile(&source, NULL, &game, report);
    tsr_lang_free(game);
    return e;
}

const char *tsr_wasm_check(const char *text, int tests) {
    tsr_lang_report *report = calloc(1, sizeof *report);
    begin();
    tsr_err e = report && text ? check(text, tests, report) : TSR_ERR_MEMORY;
    int errors = e && !(report && report->errors) ? 1 : report->errors;
    buffer_addf(&out, "{\"errors\":%d,\"messages\":[", errors);
    for (int i = 0; report && i < report->count; i++) {
        put_message(&report->message[i], i == 0);
    }
    buffer_add_text(&out, "]}");
    free(report);
    return buffer_text(&out);
}

const char *tsr_wasm_format(const char *text) {
    tsr_lang_source source = {.text = text};
    char *room = malloc(MOST_TEXT);
    int size = room && text ? tsr_lang_format(&source, NULL, room, MOST_TEXT, NULL) : -1;
    begin();
    if (size > 0 && size < MOST_TEXT) {
        buffer_add(&out, room, (size_t)size);
    }
    free(room);
    return buffer_text(&out);
}

const char *tsr_wasm_automaton(const tsr_ruleset *rules) {
    int size = rules ? tsr_lang_automaton(rules->r, NULL, 0) : -1;
    begin();
    if (size > 0 && buffer_reserve(&out, (size_t)size + 1)) {
        (void)tsr_lang_automaton(rules->r, out.bytes, (size_t)size + 1);
        out.size = (size_t)size;
    }
    return buffer_text(&out);
}

const char *tsr_wasm_explain(int number) {
    const char *text = tsr_lang_explain(number);
    return text ? text : "";
}

// --- Looking -----------------------------------------------------------------------------------------

const char *tsr_wasm_scene(const tsr_state *s, int viewer) {
    tsr_state *view = NULL;
    begin();
    if (s && s->is_view) {
        wire_add_scene(&out, &scenes, s->rs->r, s->at, viewer);
    } else if (s && tsr_state_view(s, viewer, &view) == 0) {
        wire_add_scene(&out, &scenes, s->rs->r, view->at, viewer);
    }
    tsr_state_free(view);
    return out.size ? buffer_text(&out) : "null";
}

const char *tsr_wasm_ask(const tsr_state *s, int seat) {
    tsr_state *view = NULL;
    begin();
    if (s && seat >= 0 && seat < s->rs->r->players && tsr_state_view(s, seat, &view) == 0) {
        wire_add_ask(&out, s->rs->r, view->at, seat, 0, 0, NULL);
    }
    tsr_state_free(view);
    return out.size ? buffer_text(&out) : "null";
}

void tsr_wasm_load(tsr_state *s, const void *bytes, int is_view) {
    tsr_state_unpick(s);
    memcpy(s->at, bytes, s->rs->r->state_size);
    s->is_view = is_view != 0;
}

uint64_t tsr_wasm_perft(const tsr_state *s, int depth) {
    tsr_perft counted;
    if (!s || s->is_view || depth < 0 ||
        tsr_perft_run(s->rs->r, s->at, depth, TSR_PERFT_COUNT, NULL, &counted) != TSR_OK) {
        return UINT64_MAX;
    }
    return counted.nodes;
}
