// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LANES_TEXT_H
#define TSR_LANG_LANES_TEXT_H

// The text of the kernels, made by the build from base/lots.h, lanes_call.h and the .inc files beside this.

#include "base/buffer.h"

extern const char lanes_text_lots[], lanes_text_call[], lanes_text_numbers[], lanes_text_see[],
    lanes_text_game[], lanes_text_block[], lanes_text_order[], lanes_text_course[],
    lanes_text_entry[];

void lanes_put_text(buffer *out, const char *text);

#endif
