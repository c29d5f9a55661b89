// SPDX-License-Identifier: MIT
//
// Numbers beside a board or on a table: what everybody has scored, as far as the viewer can know it, and the vars.
#include "lang/game/scene_numbers.h"

#include <string.h>

#include "lang/front/ast.h"
#include "lang/game/goals.h"
#include "lang/game/scene_signs.h"
#include "lang/game/state.h"
#include "lang/vm/walk.h"

// Long numbers are told by the count of their item, which is never negative.
static const char *number_glyph(int value, const char *text) {
    return value < 0 || strlen(text) < 3 ? text : "";
}

// A var, or the number that one of the players has of it. Who is out says so, nobody else does.
static void add_var(const program *p, const void *s, const scene_groups *to, tsr_scene *out,
                    int var, int player) {
    const decl_number *d = &p->g->vars[var];
    const char *who = p->g->players[player].name;
    const uint8_t owner = d->each ? (uint8_t)seat_of(s, player) : TSR_NOBODY;
    const int at = p->var_at[var], value = state_nums(p, s)[at + player];
    const int leaves = p->at.out && at == p->at.out - 1;
    tsr_zone z = {.kind = TSR_ZONE_COUNTER,
                  .owner = owner,
                  .parent = d->each ? to->of[player] : to->table,
                  .role = TSR_ROLE_FACT};
    char text[24];
    if (leaves && !value) {
        return;
    }
    z.need = (uint16_t)goal_number(p, d->name);
    z.have = (uint16_t)(z.need && value > 0 ? value : 0);
    int16_t zone = leaves                    ? tsr_add_zone(out, z, "%s went out as number", who)
                   : d->each && z.parent < 0 ? tsr_add_zone(out, z, "%s of %s", d->name, who)
                                             : tsr_add_zone(out, z, "%s", d->name);
    tsr_item item = {.kind = TSR_ITEM_NUMBER,
                     .owner = owner,
                     .zone = (uint16_t)zone,
                     .count = (uint16_t)(value & 0x7fff)};
    (void)snprintf(text, sizeof text, "%d", value);
    tsr_add_item(out, item, number_glyph(value, text), "%s is %s", d->name, text);
}

// Whether a player's score depends on things of that player that whoever looks does not know.
int scene_score_is_secret(const program *p, const void *s, int player) {
    for (int i = 0; p->score_hides && p->unknown >= 0 && i < p->areas; i++) {
        const ir_area *a = &p->area[i];
        const int first = a->first + (a->each ? player * a->size : 0);
        for (int c = first; a->hidden && a->each && c < first + a->size; c++) {
            if (lang_owner_at(p, s, c) >= 0 && lang_type_at(p, s, c) == p->unknown) {
                return 1;
            }
        }
    }
    return 0;
}

static void add_score(const program *p, const void *s, const scene_groups *to, int player,
                      int score, tsr_scene *out) {
    const char *who = p->g->players[player].name;
    const uint8_t owner = (uint8_t)seat_of(s, player);
    const tsr_zone z = {
        .kind = TSR_ZONE_COUNTER, .owner = owner, .parent = to->of[player], .role = TSR_ROLE_SCORE};
    int16_t zone =
        z.parent < 0 ? tsr_add_zone(out, z, "%s's score", who) : tsr_add_zone(out, z, "score");
    tsr_item item = {.kind = TSR_ITEM_NUMBER, .owner = owner, .zone = (uint16_t)zone};
    const int whole = p->half_points ? score / 2 : score;
    const char *half = p->half_points && score % 2 ? ".5" : "";
    char text[24];
    scene_write_number(whole, text, sizeof text);
    item.count = (uint16_t)(whole & 0x7fff);
    ADD_JOINED(out, item, *half ? "" : number_glyph(whole, text), who, " has ", text, half);
}

void scene_add_numbers(const program *p, const void *s, const scene_groups *to, tsr_scene *out) {
    int32_t score[MAX_PLAYERS] = {0};
    if (p->has_score) {
        walk_scores(p, s, score);
    }
    for (int i = 0; p->has_score && i < p->players; i++) {
        if (!scene_score_is_secret(p, s, i)) {
            add_score(p, s, to, i, score[i], out);
        }
    }
    for (int i = 0; i < p->g->var_count; i++) {
        for (int k = 0; k < (p->g->vars[i].each ? p->players : 1); k++) {
            add_var(p, s, to, out, i, k);
        }
    }
}
