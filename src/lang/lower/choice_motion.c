// SPDX-License-Identifier: MIT
//
// A motion as a choice.
#include "lang/lower/choice.h"

// `move Neutron` asks for what all types of pieces can do, but only those of one are meant.
static int is_of_another_type(lower *l, const rule_context *ctx) {
    const ast *pieces = ctx->any_owner ? ctx->origin : NULL;
    const int type =
        pieces && pieces->kind == A_TITLE ? lower_find_type(l, pieces->name) : ctx->type;
    return type >= 0 && type != ctx->type;
}

// `it` is what the motion crosses, and that is known when it has been made: not in what says where it may go.
static int asks_too_early(lower *l, const ast *r, const rule_context *ctx) {
    int found = 0;
    if (ctx->bound == HERE_MOVED || lower_find_binding(l, "it")) {
        return 0; // what was crossed before; or a name of the author's
    }
    found |= r->a && lower_mentions_word(l, r->a, "it");
    found |= r->b && lower_mentions_word(l, r->b, "it");
    found |= r->list && lower_mentions_word(l, r->list, "it");
    found |= guards_mention(l, ctx->guards, "it");
    if (found) {
        diag *d = diag_add(l->diags, DIAG_NO_HERE, r->at,
                           "what a motion crosses is not known before it is made");
        diag_note(d, "so `it` has no meaning here");
        diag_help(d, "ask afterwards:   hop … then require it is …");
    }
    return found;
}

// The one direction that it goes in, as a shift, or BOARD_NONE.
static int only_way(lower *l, const ast *r) {
    if (!r->a || r->flag & MOTION_MANY || lower_mentions_here(l, r->a)) {
        return BOARD_NONE;
    }
    value dirs = lower_peek(l, r->a);
    return dirs.type == V_DIR && dirs.count == 1 ? dirs.shift[0] : BOARD_NONE;
}

int choice_motion(lower *l, const ast *r, const rule_context *ctx, int next) {
    choice_kind kind = ctx->bound == HERE_MOVED ? CH_CONTINUE : CH_MOTION;
    int id = choice_add(l, kind, r, ctx, ctx->type < 0 ? 255 : ctx->type);
    int node = choice_node(l, id, next);
    const uint16_t way = l->in_attack ? BOARD_NONE : (uint16_t)only_way(l, r);
    l->choice_shift[id] = way;
    if (!l->in_attack) {
        l->p->choice[id].any_owner = ctx->any_owner != 0;
        l->p->choice[id].idle = is_of_another_type(l, ctx) != 0;
        l->p->choice[id].takes_crossed = r->num == MOTION_HOP && lower_takes_crossed(l, r);
    }
    if (!r->a && r->num != MOTION_LEAP) {
        diag *d = diag_add(l->diags, DIAG_MISSING, r->at, "this motion has no direction");
        diag_help(d, "for example:   step any, slide orthogonal, hop diagonal over enemy");
        return 1;
    }
    l->here = ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
    if (asks_too_early(l, r, ctx) || (r->flag & MOTION_MANY && !lower_can_go_on(l, r))) {
        return 1;
    }
    uint32_t code = lower_begin_code(l);
    motion_offers(l, r, ctx);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    motion_make(l, r, ctx);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    l->p->node[node].apply = apply;
    return node;
}
