// SPDX-License-Identifier: MIT
//
// Edit distance between the beginnings of two texts, and how much of it still helps.
#include "base/near.h"

#include <string.h>

enum { LONGEST = 63 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int min2(int a, int b) {
    return a < b ? a : b;
}

static int length(const char *s) {
    size_t n = strlen(s);
    return n > LONGEST ? LONGEST : (int)n;
}

int near_distance(const char *a, const char *b) {
    // Three rows of the usual table: the one being filled and two before it.
    int rows[3][LONGEST + 1];
    int la = length(a), lb = length(b);
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= lb; j++) {
        before[j] = last[j] = j;
    }
    for (int i = 1; i <= la; i++) {
        row[0] = i;
        for (int j = 1; j <= lb; j++) {
            int same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = min2(last[j - 1] + !same, min2(last[j], row[j - 1]) + 1);
            int swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                          lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) {
                row[j] = min2(row[j], before[j - 2] + 1);
            }
        }
        int *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[lb];
}

int near_limit(const char *typed) {
    int n = length(typed);
    return n <= 3 ? 1 : n <= 5 ? 2 : 3;
}
