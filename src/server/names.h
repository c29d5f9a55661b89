// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_NAMES_H
#define TSR_SERVER_NAMES_H

// What people may be called, and which passwords are none.
//
// A name is written in Latin letters (with whatever marks European languages put on them),
// digits, and blanks, dots, dashes inside. Letters of other alphabets look too much like
// these. Two names are one if they look alike: see name_look. Pure.

#include <stddef.h>

enum { NAME_LOOK_BYTES = 128 };

// What the name looks like at a glance, for comparing: without case, marks, blanks and
// signs; 0 is o, 1 and i are l, rn is m, vv is w. Not to be shown to anybody.
void name_look(const char *name, char out[NAME_LOOK_BYTES]);

// Why this cannot be a name or a password; NULL if it can.
const char *name_problem(const char *name);
const char *password_problem(const char *password, const char *name);

#endif
