// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_NUMBER_H
#define TSR_WASM_NUMBER_H

// Numbers in texts, for strtol and its family: the C library reads them as if from a file.

// As strtoull and strtoll, with another largest number.
unsigned long long number_unsigned(const char *text, char **end, int base, unsigned long long most);
long long number_signed(const char *text, char **end, int base, long long most);

#endif
