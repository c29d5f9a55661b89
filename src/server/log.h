// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_LOG_H
#define TSR_SERVER_LOG_H

// The log: one JSON object a line on standard error. Never a token, a password, a
// hand or an address of a person.

// An event with pairs of names and texts, ended by NULL.
void log_event(const char *event, ...);
void log_pairs(const char *event, const char *const *pairs);

#endif
