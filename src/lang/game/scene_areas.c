// SPDX-License-Identifier: MIT
//
// Areas as people see them: a hand is held by its player, a deck nobody looks into is a pile of backs, what was taken in
// large numbers is counted or lies on a pile, and everything else lies in a row. The state is the viewer's view, so things of the kind
// `?` are backs: those of an area are one item with a count.
#include "lang/game/scene_areas.h"

#include <string.h>

#include "lang/front/ast.h"
#include "lang/game/card_face.h"
#include "lang/game/scene_signs.h"
#include "lang/game/state.h"
#include "lang/lower/board_decl.h"

enum { COUNTED = 16 }; // open areas with more places: a player's is a number, another a pile

// One player's part of an area, or all of one that is common.
typedef struct part {
    const ir_area *area;
    const decl_area *said;
    int first, owner; // owner: a colour, or -1
    int room; // for so many things; where kinds have cells of their own, there are more cells
    int16_t group;
} part;

static int has_cards(const program *p) {
    for (int t = 0; p->areas && t < p->types; t++) {
        if (t != p->unknown && card_is_one(p, t)) {
            return 1;
        }
    }
    return 0;
}

scene_groups scene_add_groups(const program *p, const void *s, tsr_scene *out) {
    scene_groups to = {.table = -1};
    memset(to.of, -1, sizeof to.of);
    if (has_cards(p)) {
        const tsr_zone common = {.kind = TSR_ZONE_GROUP, .owner = TSR_NOBODY, .parent = -1};
        to.table = tsr_add_zone(out, common, "table");
        for (int i = 0; i < p->players; i++) {
            const tsr_zone z = {
                .kind = TSR_ZONE_GROUP, .owner = (uint8_t)seat_of(s, i), .parent = -1};
            to.of[i] = tsr_add_zone(out, z, "%s", p->g->players[i].name);
        }
    }
    return to;
}

// --- Zones ---------------------------------------------------------------------------------------

static int is_hand(const part *a) {
    return a->owner >= 0 && (a->area->hidden || strcmp(a->said->name, "hand") == 0);
}

static int is_counted(const part *a) {
    return a->group >= 0 && a->owner >= 0 && !is_hand(a) && a->room > COUNTED;
}

static tsr_zone zone_for(const part *a, const void *s) {
    tsr_zone z = {.kind = TSR_ZONE_ROW, .owner = TSR_NOBODY, .parent = a->group};
    z.cap = (uint16_t)a->room;
    if (a->owner >= 0) {
        z.owner = (uint8_t)seat_of(s, a->owner);
    }
    if (is_hand(a)) {
        z.kind = TSR_ZONE_HAND;
        z.layout = a->group >= 0 ? TSR_LAYOUT_FAN : TSR_LAYOUT_AUTO;
    } else if (is_counted(a)) {
        z.kind = TSR_ZONE_COUNTER;
        z.role = TSR_ROLE_FACT;
        z.cap = 0;
    } else if (a->owner < 0 && a->area->hidden) {
        z.kind = TSR_ZONE_PILE;
        z.role = TSR_ROLE_SUPPLY;
    } else if (a->owner < 0 && a->group >= 0 && a->room <= COUNTED) {
        z.role = TSR_ROLE_STAGE;
    } else if (a->room == 1 || (a->owner < 0 && a->group >= 0)) {
        z.kind = TSR_ZONE_PILE;
    }
    return z;
}

// Within a player's group "hand" says enough; beside a board it is "White's hand".
static int16_t add_zone(const program *p, const void *s, const part *a, tsr_scene *out) {
    const char *name = a->said->name;
    return a->owner >= 0 && a->group < 0
               ? tsr_add_zone(out, zone_for(a, s), "%s's %s", p->g->players[a->owner].name, name)
               : tsr_add_zone(out, zone_for(a, s), "%s", name);
}

// --- Things in them --------------------------------------------------------------------------------

static void add_card(const program *p, const void *s, int cell, tsr_item item, tsr_scene *out) {
    const int owner = lang_owner_at(p, s, cell), type = lang_type_at(p, s, cell);
    const card_face face = card_face_of(p, type);
    item.kind = TSR_ITEM_CARD;
    item.ref = (uint32_t)cell + 1;
    item.key = p->kind_count[type] == 1 ? (uint32_t)type + 1 : 0;
    item.owner = owner == IR_NEUTRAL ? TSR_NOBODY : (uint8_t)seat_of(s, owner);
    item.colour = face.colour;
    item.sort = tsr_scene_copy(out, "playing");
    ADD_JOINED(out, item, face.glyph, face.name);
}

static void add_backs(int count, tsr_item item, tsr_scene *out) {
    item.kind = TSR_ITEM_CARD;
    item.flags = TSR_ITEM_FACE_DOWN;
    item.count = (uint16_t)count;
    tsr_add_item(out, item, "", "%d card%s, face down", count, count == 1 ? "" : "s");
}

static void add_things(const program *p, const void *s, const part *a, tsr_item item,
                       tsr_scene *out) {
    int backs = 0;
    for (int c = a->first; c < a->first + a->area->size; c++) {
        const int type = lang_owner_at(p, s, c) < 0 ? -1 : lang_type_at(p, s, c);
        if (type >= 0 && type == p->unknown) {
            backs++;
        } else if (type >= 0 && card_is_one(p, type)) {
            add_card(p, s, c, item, out);
            item.col++;
        } else if (type >= 0) {
            item.ref = (uint32_t)c + 1;
            scene_put_piece(p, s, c, " in ", item, out);
            item.col++;
        }
    }
    if (backs) {
        item.ref = 0;
        add_backs(backs, item, out);
    }
}

static int things_in(const program *p, const void *s, const part *a) {
    int n = 0;
    for (int c = a->first; c < a->first + a->area->size; c++) {
        n += lang_owner_at(p, s, c) >= 0;
    }
    return n;
}

static void add_count(int count, tsr_item item, tsr_scene *out) {
    item.kind = TSR_ITEM_NUMBER;
    item.count = (uint16_t)count;
    tsr_add_item(out, item, "", "%d card%s", count, count == 1 ? "" : "s");
}

// Rows of a table of cards stay where they are when they are empty; other zones come with what lies there.
static void add_part(const program *p, const void *s, const part *a, tsr_scene *out) {
    const int count = things_in(p, s, a);
    if (!count && (a->group < 0 || (a->area->hidden && !is_hand(a)))) {
        return;
    }
    tsr_item item = {.kind = TSR_ITEM_PIECE, .owner = TSR_NOBODY};
    item.zone = (uint16_t)add_zone(p, s, a, out);
    if (a->owner >= 0) {
        item.owner = (uint8_t)seat_of(s, a->owner);
    }
    if (is_counted(a)) {
        add_count(count, item, out);
    } else {
        add_things(p, s, a, item, out);
    }
}

void scene_add_areas(const program *p, const void *s, const scene_groups *to, tsr_scene *out) {
    for (int i = 0; i < p->areas; i++) {
        part a = {.area = &p->area[i], .said = &p->g->areas[i], .owner = -1, .group = to->table};
        a.first = a.area->first;
        a.room = a.area->room;
        if (!a.area->each) {
            add_part(p, s, &a, out);
            continue;
        }
        for (int k = 0; k < p->players; k++) {
            a.owner = k;
            a.group = to->of[k];
            a.first = a.area->first + k * a.area->size;
            add_part(p, s, &a, out);
        }
    }
}
