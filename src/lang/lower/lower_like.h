// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_LIKE_H
#define TSR_LANG_LOWER_LIKE_H

// `put like S on AREA` as code (lower_like.c).

#include "lang/lower/lower_expr.h"

void lower_put_like(lower *l, const ast *r);

#endif
