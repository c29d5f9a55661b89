// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_PARTS_H
#define TSR_UNICORNS_PARTS_H

// The parts of the game that fill slots of the contract by themselves.

#include <tessera/agent.h>
#include <tessera/rules.h>

#include "unicorns/added.h"
#include "unicorns/engine.h"
#include "unicorns/machine.h"

// What `r->data` points to.
typedef struct uni_rules {
    uni_deck deck;
    const uni_engine *engine;          // who plays it
    uni_added added;                   // verbs of plugins
    const char *names[UNI_KINDS + 64]; // kinds, classes, verbs: see lines.h
} uni_rules;

static inline const uni_deck *uni_deck_of(const tsr_rules *r) {
    return &((const uni_rules *)r->data)->deck;
}

void uni_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);        // scene.c
int uni_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out); // scene.c
tsr_move uni_picked(const tsr_rules *r, const void *s, int who, const uint32_t *pick, int picks);
extern const tsr_game_ai uni_ai;                                                  // ai.c
extern const tsr_skin uni_skin_term;                                              // skin_term.c
extern const tsr_agent_type tsr_agent_unicorns_rules, tsr_agent_unicorns_weights; // expert_*.c
void uni_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
              int viewer, tsr_story *out); // told.c
int uni_parts(const tsr_rules *r, const void *s, tsr_part *out);
int uni_words(const tsr_rules *r, const void *s, int viewer, const tsr_item *item, char *buf,
              size_t cap);                                 // scene.c
int uni_things(const tsr_rules *r, char *buf, size_t cap); // things.c
int uni_data_faults(const char *data, size_t size, const char *name, char *buf, size_t cap);
void uni_read_view(const uni_deck *d, const void *view, struct tsr_unicorns *out); // reading.c
struct tsr_unicorns_move uni_read_move(const uni_deck *d, const void *view, tsr_move m);
int uni_draw_screen(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                    int width, int height, char *buf, size_t cap); // screen.c
uint32_t uni_action_count(const uni_deck *d);
int uni_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);
// Numbers of parts of moves; those of the widest engine.
enum { UNI_PIECES = 16000 };
int uni_move_pieces(const tsr_rules *r, const void *s, int who, tsr_move m,
                    uint16_t *index);  // pieces.c
extern const tsr_game_learn uni_learn; // sight.c
int uni_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap);
extern const char uni_leaflet[]; // leaflet.c: the rules for people

#endif
