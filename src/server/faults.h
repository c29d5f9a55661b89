// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_FAULTS_H
#define TSR_SERVER_FAULTS_H

// What a game says is wrong with a file (`data_faults` in game.h: messages as people read them), as
// JSON for a page that shows each at its line. Pure; no I/O.

#include "base/buffer.h"

// Whether anything in it is a mistake; warnings are none.
int faults_any(const char *report);

// Adds a list: [{"warning":bool,"line":n?,"column":n?,"text":sentence,"more":lines?}...]. `name` is
// what the file was called in the report; places in other files count as none.
void faults_add(buffer *b, const char *report, const char *name);

#endif
