// SPDX-License-Identifier: MIT
//
// Which rules are effects: something that happens without anybody choosing.
#include "lang/lower/lower.h"

int lower_is_effect(const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_PUT:
    case R_PUT_LIKE:
    case R_REMOVE:
    case R_BRING:
    case R_SOW:
    case R_ASSIGN:
    case R_AGAIN:
    case R_NEXT_PLAYER:
    case R_CLOSE:
    case R_SHOW:
    case R_SHUFFLE:
    case R_NEXT_IS:
    case R_OUT:
    case R_OUTCOME: return 1;
    case R_EACH: return r->name != NULL;
    case R_BECOMES: return !(r->flag && r->list && r->list->next);
    default: return 0;
    }
}
