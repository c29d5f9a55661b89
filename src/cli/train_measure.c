// SPDX-License-Identifier: MIT
// How strong a network has become: the curve, and which one is the best so far; see train.h.
#include <inttypes.h>
#include <stdio.h>

#include "arena/whole_file.h"
#include "cli/train.h"

const char *const train_anchors[TRAIN_ANCHORS] = {"random", "mcts:nodes=300"};

cli_exit train_lay_down(const lesson *l, const char *name, const buffer *net, char *path) {
    tsr_error err = {0};
    course_path(l->c, name, path);
    return whole_file_write(path, buffer_text(net), net->size, &err) ? train_refuse(&err) : CLI_OK;
}

// The player that measures are taken with.
static cli_exit seat(const lesson *l, const char *name, const buffer *net, char *spec) {
    char path[COURSE_PATH];
    cli_exit code = train_lay_down(l, name, net, path);
    if (l->c->c.by_view) {
        snprintf(spec, TRAIN_SPEC, "%s:net=%s", train_player(l), path);
    } else {
        snprintf(spec, TRAIN_SPEC, "az:nodes=%" PRId64 ",net=%s", l->v->nodes, path);
    }
    return code;
}

// --- The curve --------------------------------------------------------------------------

static cli_exit measure(lesson *l, const char *mine, curve_point *point) {
    course *c = l->c;
    cli_exit code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < TRAIN_ANCHORS && !train_is_stopped(NULL); i++) {
        train_verdict x = {0};
        train_trial t = {.table = l->table,
                         .mine = mine,
                         .other = train_anchors[i],
                         .pairs = (uint64_t)l->v->pairs,
                         .seed = tsr_seed_of(c->c.seed, c->generation),
                         .jobs = (int)l->v->jobs};
        code = train_judge(&t, &x);
        if (code == CLI_OK && !train_is_stopped(NULL)) {
            train_tell_verdict(l, train_player(l), train_anchors[i], &x, "");
            point->against[i] = (curve_score){1, x.score, x.low, x.high};
        }
    }
    return code;
}

static void add_point(lesson *l, curve_point *p) {
    course *c = l->c;
    if (!c->curve.size) {
        curve_begin(&c->curve, train_anchors, TRAIN_ANCHORS);
    }
    p->generation = c->generation;
    p->games = c->all.games;
    p->samples = c->all.samples;
    p->policy_loss = c->policy_loss;
    p->value_loss = c->value_loss;
    p->cpu_s = train_cpu_s(l);
    curve_add(&c->curve, p, TRAIN_ANCHORS);
}

// --- The best so far --------------------------------------------------------------------

static void make_best(course *c, const buffer *net) {
    buffer_clear(&c->best);
    buffer_add(&c->best, buffer_text(net), net->size);
}

// Against the best so far, which it replaces only if it is surely stronger.
static cli_exit judge(lesson *l, const buffer *net, const char *mine) {
    char other[TRAIN_SPEC];
    train_verdict x = {0};
    if (!l->c->best.size || !l->v->publish) {
        make_best(l->c, net);
        return CLI_OK;
    }
    cli_exit code = seat(l, "before.tnet", &l->c->best, other);
    train_trial t = {.table = l->table,
                     .mine = mine,
                     .other = other,
                     .pairs = (uint64_t)l->v->publish,
                     .test = 1,
                     .seed = tsr_seed_of(~l->c->c.seed, l->c->generation),
                     .jobs = (int)l->v->jobs};
    code = code == CLI_OK ? train_judge(&t, &x) : code;
    if (code == CLI_OK && !train_is_stopped(NULL)) {
        int two = l->table->rules->players == 2;
        int better = two ? x.sprt == SPRT_ELO1 : x.low > 0.5;
        train_tell_verdict(l, train_player(l), "the best so far", &x,
                           better ? "the new best" : "not surely better");
        if (better) {
            make_best(l->c, net);
        }
    }
    return code;
}

static cli_exit look_at_it(lesson *l, curve_point *point) {
    char mine[TRAIN_SPEC];
    buffer net;
    tsr_error err = {0};
    buffer_init(&net, NULL);
    tsr_err e = course_net(l->c, course_player(l->c), train_player(l), "", &net, &err);
    cli_exit code = e ? train_refuse(&err) : seat(l, "now.tnet", &net, mine);
    code = code == CLI_OK ? measure(l, mine, point) : code;
    code = code == CLI_OK && !train_is_stopped(NULL) ? judge(l, &net, mine) : code;
    buffer_deinit(&net);
    return code;
}

cli_exit train_measure(lesson *l, int is_due) {
    curve_point point = {0};
    cli_exit code = is_due ? look_at_it(l, &point) : CLI_OK;
    if (code == CLI_OK && !train_is_stopped(NULL)) {
        add_point(l, &point);
    }
    return code;
}
