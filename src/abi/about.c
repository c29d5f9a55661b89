// SPDX-License-Identifier: MIT
// What a ruleset says about itself: numbers, names, options, what actions and planes mean.
#include <stdio.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/lang.h>
#include <tessera/registry.h>
#include <tessera/text.h>

#include "abi/ruleset.h"
#include "core/learn.h"

_Static_assert(TSR_INFO_CHANCE == (int)TSR_HAS_CHANCE && TSR_INFO_HIDDEN == (int)TSR_HAS_HIDDEN &&
                   TSR_INFO_SIMULTANEOUS == (int)TSR_HAS_SIMULTANEOUS &&
                   TSR_INFO_ZERO_SUM == (int)TSR_ZERO_SUM &&
                   TSR_INFO_COOPERATIVE == (int)TSR_COOPERATIVE,
               "flags of games are the same on both sides of the border");

int tsr_game_list(char *buf, size_t cap) {
    tsr_out out = tsr_out_to(buf, buf ? cap : 0);
    tsr_registry *reg = abi_registry();
    if (!reg) {
        return TSR_FAIL_MEMORY;
    }
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        tsr_putf(&out, "%s%s", i ? "\n" : "", tsr_registry_game_at(reg, i)->name);
    }
    tsr_registry_free(reg);
    return tsr_out_end(&out);
}

int tsr_ruleset_about(const tsr_ruleset *rs, tsr_ruleset_info *out) {
    if (!rs || !out || out->size < sizeof *out) {
        return TSR_FAIL_ARGUMENT;
    }
    const tsr_rules *r = rs->r;
    tsr_ruleset_info info = {
        .size = out->size,
        .players = r->players,
        .flags = r->g.flags & 0x1fu,
        .state_size = r->state_size,
        .max_moves = r->max_moves,
        .max_chance = r->max_chance,
        .max_plies = r->max_plies,
        .actions = r->action_count,
        .mask_words = rs->mask_words,
        .planes = rs->sight.planes,
        .height = rs->sight.height,
        .width = rs->sight.width,
        .scalars = rs->sight.scalars,
        .rules_hash = r->hash,
        .action_hash = rs->action_hash,
    };
    int plain_c = !tsr_lang_is(r);
    info.flags |= plain_c || tsr_lang_is_compiled(r) ? TSR_INFO_COMPILED : 0u;
    info.flags |= rs->turned ? TSR_INFO_TURNS : 0u;
    memcpy(out, &info, sizeof info);
    return 0;
}

// --- Texts ---------------------------------------------------------------------------------------

static void put_chosen(const tsr_rules *r, tsr_out *out) {
    char value[64];
    for (int i = 0; i < r->g.option_count; i++) {
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            (void)tsr_option_text(r, i, value, sizeof value);
            tsr_putf(out, "%s=%s,", r->g.options[i].name, value);
        }
    }
    tsr_putf(out, "players=%d", r->players);
}

static void put_values(const tsr_option *o, tsr_out *out) {
    switch ((tsr_option_kind)o->kind) {
    case TSR_OPTION_INT: tsr_putf(out, "%d to %d", (int)o->min, (int)o->max); break;
    case TSR_OPTION_FLAG: tsr_put(out, "yes or no"); break;
    case TSR_OPTION_FILE: tsr_put(out, "a file"); break;
    case TSR_OPTION_CHOICE:
        for (int i = 0; i <= o->max; i++) {
            tsr_putf(out, "%s%s", i ? ", " : "", o->choices[i]);
        }
    }
}

static void put_options(const tsr_rules *r, tsr_out *out) {
    tsr_putf(out, "players\t%d to %d\thow many play", r->g.min_players, r->g.max_players);
    for (int i = 0; i < r->g.option_count; i++) {
        const tsr_option *o = &r->g.options[i];
        tsr_putf(out, "\n%s\t", o->name);
        put_values(o, out);
        tsr_putf(out, "\t%s", o->help ? o->help : "");
    }
}

int tsr_ruleset_text(const tsr_ruleset *rs, int what, char *buf, size_t cap) {
    tsr_out out = tsr_out_to(buf, buf ? cap : 0);
    if (!rs) {
        return TSR_FAIL_ARGUMENT;
    }
    const tsr_game *g = &rs->r->g;
    switch (what) {
    case TSR_TEXT_NAME: tsr_put(&out, g->name); break;
    case TSR_TEXT_TITLE: tsr_put(&out, g->title); break;
    case TSR_TEXT_ABOUT: tsr_put(&out, g->about ? g->about : ""); break;
    case TSR_TEXT_LEAFLET: tsr_put(&out, g->rules ? g->rules : ""); break;
    case TSR_TEXT_CHOSEN: put_chosen(rs->r, &out); break;
    case TSR_TEXT_OPTIONS: put_options(rs->r, &out); break;
    default: return TSR_FAIL_ARGUMENT;
    }
    return tsr_out_end(&out);
}

int tsr_seat_text(const tsr_ruleset *rs, int seat, char *buf, size_t cap) {
    if (!rs || seat < 0 || seat >= rs->r->players) {
        return TSR_FAIL_ARGUMENT;
    }
    if (rs->r->seats && rs->r->seats[seat]) {
        return snprintf(buf, buf ? cap : 0, "%s", rs->r->seats[seat]);
    }
    return snprintf(buf, buf ? cap : 0, "player %d", seat + 1);
}

int tsr_action_text(const tsr_ruleset *rs, uint32_t action, char *buf, size_t cap) {
    if (!rs || action >= rs->r->action_count) {
        return TSR_FAIL_ARGUMENT;
    }
    return rs->r->more.action_text(rs->r, action, buf, buf ? cap : 0);
}

int64_t tsr_action_turned(const tsr_ruleset *rs, uint32_t action) {
    if (!rs || action >= rs->r->action_count) {
        return TSR_FAIL_ARGUMENT;
    }
    return rs->turned ? rs->turned[action] : action;
}

int tsr_plane_text(const tsr_ruleset *rs, uint32_t plane, char *buf, size_t cap) {
    if (!rs || plane >= rs->sight.planes) {
        return TSR_FAIL_ARGUMENT;
    }
    return learn_legend(rs->r, plane, buf, buf ? cap : 0);
}

int tsr_scalar_text(const tsr_ruleset *rs, uint32_t scalar, char *buf, size_t cap) {
    if (!rs || scalar >= rs->sight.scalars) {
        return TSR_FAIL_ARGUMENT;
    }
    return learn_legend(rs->r, rs->sight.planes + scalar, buf, buf ? cap : 0);
}
