// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_FOLLOW_H
#define TSR_LANG_LOWER_FOLLOW_H

// What a card that is played tells everybody of the hand it came from (lower_follow.c).

#include "lang/lower/lower_expr.h"

int lower_any_follows(
    const lower *l); // whether any turn tells something; before the layout is made

// Of `A else B` what has failed when B comes, if that tells something; else NULL. For lower.failed while B is lowered.
const ast *lower_follow_failed(const lower *l, const ast *r);

void lower_follow_chosen(lower *l); // code, behind a choice
void lower_follow_arrived(lower *l, int area,
                          int player); // ... where something has come to an area

#endif
