// SPDX-License-Identifier: MIT
//
// A verb for the card language of Unicorns, in a plugin: `topple a unicorn` returns the chosen card
// to its owner's hand, and with it every upgrade of the same stable.
//
//     make -C examples/plugin topple.so
//     tessera play --plugin examples/plugin/topple.so unicorns --option deck=examples/plugin/topple.cards
#include <tessera/plugin.h>
#include <tessera/verbs.h>

enum { UPGRADE = 5 };

static int owner_of(const tsr_verb_call *c, uint16_t number) {
    for (int i = 0; i < c->card_count; i++) {
        if (c->cards[i].number == number) {
            return c->cards[i].owner;
        }
    }
    return TSR_NOBODY;
}

static int act(const tsr_verb_call *c, tsr_verb_step *out, int cap) {
    int n = 0;
    if (c->target_count == 0) {
        return 0;
    }
    int victim = owner_of(c, c->targets[0]);
    for (int i = 0; i < c->card_count && n < cap; i++) {
        const tsr_verb_card *card = &c->cards[i];
        int falls = card->number == c->targets[0] || card->class_ == UPGRADE;
        if (card->place == TSR_VERB_STABLE && card->owner == victim && falls) {
            out[n++] = (tsr_verb_step){TSR_DEED_RETURN, 0, card->number};
        }
    }
    return n;
}

static const tsr_verb topple = {
    sizeof topple,
    TSR_ABI,
    "topple",
    "P",
    "`topple a unicorn`",
    "return {} and every upgrade of the same stable to its owner's hand",
    "returns {} and every upgrade of the same stable to its owner's hand",
    act};

static const tsr_extra topple_extra = {sizeof topple_extra, "unicorns", "verb", &topple};

const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_extra *const extras[] = {&topple_extra};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 0, NULL, NULL, 1, 0, extras};
    (void)host_abi;
    return &plugin;
}
