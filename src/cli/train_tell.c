// SPDX-License-Identifier: MIT
// What `tessera train` says while it goes on; see train.h.
#include <inttypes.h>
#include <stdio.h>

#include <tessera/host.h>

#include "cli/json.h"
#include "cli/train.h"

void train_tell_begin(const lesson *l) {
    const course *c = l->c;
    const schema *s = c->brain->see;
    if (l->v->json) {
        return;
    }
    printf("%u inputs, %u of them for lines; %u rows of moves; generation %u of %u", s->inputs,
           s->inputs - s->first_line, s->moves, c->generation, c->c.generations);
    if (c->copied) {
        printf("; %d rows copied", c->copied);
    }
    printf("\n");
    for (int i = 0; i < c->same.count; i++) {
        printf("%s%s%s",
               i ? ", " : "the same turned or mirrored: ", symmetry_name(c->same.one[i].way),
               i + 1 == c->same.count ? "\n" : "");
    }
    fflush(stdout);
}

// The share of decisions where the network, before it learned from them, thought most of the teacher's move.
static double agreement(const course *c) {
    return (double)c->played.agreed / (double)c->played.taught;
}

void train_tell_generation(const lesson *l) {
    const course *c = l->c;
    double seconds = (double)(tsr_now_us() - l->begin_us) / 1e6;
    uint32_t made = c->generation - l->first, left = c->c.generations - c->generation;
    double rest = made ? seconds / made * left : 0;
    double plies = (double)c->played.plies / (double)(c->played.games + !c->played.games);
    if (l->v->json) {
        json j;
        json_begin(&j, "generation");
        json_uint(&j, "generation", c->generation);
        json_uint(&j, "games", c->all.games);
        json_uint(&j, "samples", c->all.samples);
        json_decimal(&j, "plies", plies, 1);
        json_decimal(&j, "policy_loss", c->policy_loss, 5);
        json_decimal(&j, "value_loss", c->value_loss, 5);
        if (c->played.taught) {
            json_decimal(&j, "agreement", agreement(c), 5);
        }
        json_decimal(&j, "cpu_s", train_cpu_s(l), 1);
        json_decimal(&j, "left_s", rest, 0);
        json_end(&j, stdout);
    } else {
        printf("%4u of %u: %" PRIu64 " games, %.1f plies each, loss %.3f moves, %.4f values; ",
               c->generation, c->c.generations, c->all.games, plies, c->policy_loss, c->value_loss);
        if (c->played.taught) {
            printf("%.1f %% as the teacher; ", 100 * agreement(c));
        }
        printf("%.0f CPU s; about %.0f s left\n", train_cpu_s(l), rest);
    }
    fflush(stdout);
}

void train_tell_verdict(const lesson *l, const char *mine, const char *other,
                        const train_verdict *x, const char *so) {
    if (l->v->json) {
        json j;
        json_begin(&j, "measured");
        json_uint(&j, "generation", l->c->generation);
        json_text(&j, "player", mine);
        json_text(&j, "against", other);
        json_uint(&j, "games", x->games);
        json_uint(&j, "distinct", x->distinct);
        json_decimal(&j, "score", x->score, 5);
        json_decimal(&j, "low", x->low, 5);
        json_decimal(&j, "high", x->high, 5);
        json_text(&j, "so", so);
        json_end(&j, stdout);
    } else {
        printf("      %s: %.1f %% (%.1f to %.1f) against %s, %" PRIu64 " games, %" PRIu64
               " distinct%s%s\n",
               mine, 100 * x->score, 100 * x->low, 100 * x->high, other, x->games, x->distinct,
               so[0] ? ": " : "", so);
    }
    fflush(stdout);
}

void train_tell_choice(const lesson *l, const char *player, const char *file) {
    if (l->v->json) {
        json j;
        json_begin(&j, "chosen");
        json_text(&j, "player", player);
        json_text(&j, "file", file);
        json_end(&j, stdout);
    } else if (file[0]) {
        printf("%s plays best with it: level:net=%s\n", player, file);
    } else {
        printf("no player with a network is as strong as %s yet, so there is no play.tnet\n",
               player);
    }
    fflush(stdout);
}
