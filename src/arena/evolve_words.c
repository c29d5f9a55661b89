// SPDX-License-Identifier: MIT
// How operators are named: a word, and numbers after a colon.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/evolve.h"

typedef struct word {
    const char *name;
    int numbers; // that it takes
} word;

// Which of `words` (ends with NULL) it is, and its numbers; those not given stay as they
// are. -1 = none.
static int read_word(const char *text, const word *words, double number[2]) {
    size_t n = strcspn(text, ":");
    int which = 0;
    while (words[which].name &&
           (strlen(words[which].name) != n || memcmp(words[which].name, text, n) != 0)) {
        which++;
    }
    const char *at = text + n;
    if (!words[which].name || (*at && !words[which].numbers)) {
        return -1;
    }
    for (int i = 0; *at && i < words[which].numbers; i++) {
        char *end;
        number[i] = strtod(at + 1, &end);
        if (end == at + 1 || !isfinite(number[i]) || (*end && *end != ',')) {
            return -1;
        }
        at = end;
    }
    return *at ? -1 : which;
}

tsr_err evolve_read_selection(const char *text, evolve_ways *out, tsr_error *err) {
    static const word words[] = {
        {"tournament", 1}, {"truncation", 1}, {"rank", 0}, {"roulette", 0}, {NULL, 0}};
    double number[2] = {(double)NAN, (double)NAN};
    int which = read_word(text, words, number);
    int is_share = which == EVOLVE_TRUNCATION;
    double value = !isnan(number[0]) ? number[0] : is_share ? 0.25 : 3;
    if (which < 0 ||
        (is_share ? !(value > 0 && value <= 1)
                  : !(value >= 1 && value <= EVOLVE_POPULATION && value == floor(value)))) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "selection is tournament:K (1 to %d), truncation:SHARE (up to 1), rank or "
                        "roulette, not '%.60s'",
                        EVOLVE_POPULATION, text);
    }
    out->selection = (evolve_selection)which;
    out->rivals = is_share ? 3 : (uint32_t)value;
    out->share = is_share ? value : 0.25;
    return TSR_OK;
}

tsr_err evolve_read_crossover(const char *text, evolve_ways *out, tsr_error *err) {
    static const word words[] = {
        {"arithmetic", 0}, {"blend", 1}, {"uniform", 0}, {"none", 0}, {NULL, 0}};
    double number[2] = {0.5, 0};
    int which = read_word(text, words, number);
    if (which < 0 || number[0] < 0 || number[0] > 1) {
        return tsr_fail(
            err, TSR_ERR_ARGUMENT,
            "crossover is arithmetic, blend:REACH (0 to 1), uniform or none, not '%.60s'", text);
    }
    out->crossover = (evolve_crossover)which;
    out->reach = number[0];
    return TSR_OK;
}

tsr_err evolve_read_mutation(const char *text, evolve_ways *out, tsr_error *err) {
    static const word words[] = {{"gauss", 2}, {"uniform", 1}, {NULL, 0}};
    double number[2] = {(double)NAN, (double)NAN};
    int which = read_word(text, words, number);
    int is_bell = which == EVOLVE_GAUSS;
    double step = is_bell && !isnan(number[0]) ? number[0] : 0.1;
    double given = is_bell ? number[1] : number[0];
    double chance = !isnan(given) ? given : is_bell ? 0.2 : 0.05;
    if (which < 0 || step < 0 || step > 1 || chance < 0 || chance > 1) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "mutation is gauss:STEP,CHANCE or uniform:CHANCE, all 0 to 1, not '%.60s'",
                        text);
    }
    out->mutation = (evolve_mutation)which;
    out->step = step;
    out->chance = chance;
    return TSR_OK;
}
