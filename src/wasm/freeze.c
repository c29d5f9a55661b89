// SPDX-License-Identifier: MIT
//
// For tools/wasm-freeze, which runs it while the engine is built: compiles a game and opens it, and keeps
// account of the memory that takes.
#include <string.h>

#include "wasm/freeze.h"

#include <tessera/rules.h>

static freeze_block blocks[1 << 16];
static freeze_result result = {.block = blocks};
static tsr_rules *rules;

// The others stay in the order in which they were taken, which is the same every time.
static void forget(const void *at) {
    for (uint32_t i = 0; i < result.blocks; i++) {
        if (blocks[i].at == at) {
            result.blocks--;
            memmove(&blocks[i], &blocks[i + 1], (result.blocks - i) * sizeof *blocks);
            return;
        }
    }
}

static void *resize(void *self, void *old, size_t old_size, size_t new_size) {
    (void)self, (void)old_size;
    if (!new_size) {
        forget(old);
        free(old);
        return NULL;
    }
    void *now = result.blocks < sizeof blocks / sizeof *blocks ? realloc(old, new_size) : NULL;
    if (now) {
        if (old) {
            forget(old);
        }
        blocks[result.blocks++] = (freeze_block){now, (uint32_t)new_size};
    }
    return now;
}

static const tsr_alloc account = {.resize = resize};

// Nobody adds to what is frozen, and blocks that nothing points to stay behind.
static void close_arenas(lang_unit *u) {
    for (; u; u = u->teller) {
        u->a.last = NULL;
        u->a.alloc = NULL;
    }
}

// What the last game left behind. It is cleared, so that whatever a compiler leaves unwritten is the same every time.
static void clear_account(void) {
    for (uint32_t i = 0; i < result.blocks; i++) {
        void *block = blocks[i].at;
        memset(block, 0, blocks[i].size);
        free(block);
    }
    result.blocks = 0;
}

static const freeze_result *freeze(const wasm_compiler *compiler, const char *text) {
    const tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    tsr_setup setup;
    clear_account();
    if (compiler->compile(&source, &account, &game, NULL) != TSR_OK) {
        return NULL;
    }
    tsr_setup_init(&setup, game);
    if (tsr_rules_open(&setup, &account, &rules, NULL) != TSR_OK) {
        return NULL;
    }
    const lang_sources *src = game->self;
    result.game = game;
    result.unit = rules->data;
    result.head = (image_head){.mark = IMAGE_MARK, .players = rules->players};
    result.head.option_count = game->option_count - (src->has_view != 0);
    memcpy(result.head.option, rules->opt, sizeof result.head.option);
    if (src->has_view) {
        result.head.view = rules->opt[game->option_count - 1] ? VIEW_SPLIT : VIEW_JOINED;
    }
    close_arenas(result.unit);
    return &result;
}

const freezer tsr_freezer = {freeze};
