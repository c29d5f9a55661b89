// SPDX-License-Identifier: MIT
#include "term/style.h"

#include <tessera/scene.h>
#include <tessera/text.h>

typedef struct shade {
    uint8_t basic; // SGR number of a 16-colour terminal, 0 = leave it
    uint8_t fine;  // index of a 256-colour terminal
} shade;

// By tsr_colour. The player colours are told apart by lightness too, and no
// two neighbours are the pair that red-green blindness confuses.
static const shade FORE[] = {
    [TSR_COLOUR_PLAYER + 0] = {91, 209}, [TSR_COLOUR_PLAYER + 1] = {94, 75},
    [TSR_COLOUR_PLAYER + 2] = {93, 221}, [TSR_COLOUR_PLAYER + 3] = {92, 71},
    [TSR_COLOUR_PLAYER + 4] = {95, 177}, [TSR_COLOUR_PLAYER + 5] = {96, 80},
    [TSR_COLOUR_PLAYER + 6] = {33, 180}, [TSR_COLOUR_PLAYER + 7] = {35, 218},
    [TSR_COLOUR_WHITE] = {97, 231},      [TSR_COLOUR_BLACK] = {90, 245},
    [TSR_COLOUR_RED] = {91, 203},        [TSR_COLOUR_BLUE] = {94, 69},
    [TSR_COLOUR_YELLOW] = {93, 220},     [TSR_COLOUR_GREEN] = {92, 77},
    [TSR_COLOUR_PURPLE] = {95, 141},     [TSR_COLOUR_ORANGE] = {33, 208},
    [TSR_COLOUR_CYAN] = {96, 44},        [TSR_COLOUR_PINK] = {95, 212},
    [TSR_COLOUR_BROWN] = {33, 137},      [TSR_COLOUR_GREY] = {90, 246},
};

enum { FORE_COUNT = (int)(sizeof FORE / sizeof FORE[0]) };

// Only 256 colours have two quiet shades for squares: wood, and olive for the last
// move. On each of them both white and black stand out by 3 to 1 or more.
static const uint8_t BACK[] = {
    [TERM_BACK_LIGHT] = 137,
    [TERM_BACK_DARK] = 94,
    [TERM_BACK_LIGHT_LAST] = 101,
    [TERM_BACK_DARK_LAST] = 58,
};

static void put_fore(tsr_out *o, term_style style, term_depth depth) {
    if (style.fore == TSR_COLOUR_NONE || style.fore >= FORE_COUNT) {
        if (style.back && depth == TERM_256) {
            tsr_put(o, ";38;5;16");
        }
        return;
    }
    if (depth == TERM_16) {
        tsr_putf(o, ";%d", FORE[style.fore].basic);
    } else if (style.back && style.fore == TSR_COLOUR_BLACK) {
        tsr_put(o, ";38;5;16"); // true black reads well on a square, not on a dark screen
    } else {
        tsr_putf(o, ";38;5;%d", FORE[style.fore].fine);
    }
}

int term_style_code(term_style style, term_depth depth, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    if (depth != TERM_PLAIN) {
        tsr_put(&o, "\033[0");
        tsr_put(&o, style.attr & TERM_BOLD ? ";1" : "");
        tsr_put(&o, style.attr & TERM_DIM ? ";2" : "");
        tsr_put(&o, style.attr & TERM_UNDERLINE ? ";4" : "");
        tsr_put(&o, style.attr & TERM_REVERSE ? ";7" : "");
        put_fore(&o, style, depth);
        if (style.back != TERM_BACK_NONE && depth == TERM_256) {
            tsr_putf(&o, ";48;5;%d", BACK[style.back]);
        }
        tsr_put(&o, "m");
    }
    return tsr_out_end(&o);
}
