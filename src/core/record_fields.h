// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_RECORD_FIELDS_H
#define TSR_CORE_RECORD_FIELDS_H

// Lines and fields of a record's text, cut in place. Shared by record.c and
// record_resume.c.

#include <stddef.h>
#include <stdint.h>

// Cuts `line` at its tabs; returns the number of fields, at most `most` (a tab
// beyond that stays in the text).
int record_cut(char *line, char **field, int most);

// The next whole line before `end`, without its line feed, or NULL. The text up
// to `end` must consist of whole lines.
char *record_next_line(char *text, size_t *at, size_t end);

// A whole field that is a decimal number in min .. max.
int record_number(const char *text, int64_t min, int64_t max, int64_t *out);

#endif
