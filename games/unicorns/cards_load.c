// SPDX-License-Identifier: MIT
//
// From the text of a card file to a deck that can be played.
#include <string.h>

#include "unicorns/cards_draft.h"

static void set_defaults(uni_deck *d) {
    d->players_min = 2;
    d->players_max = UNI_PLAYERS;
    d->deal = 5;
    d->keep = 7;
    for (int p = 0; p <= UNI_PLAYERS; p++) {
        d->win[p] = 7;
    }
    d->node_count = d->pick_count = d->measure_count = 1; // 0 means none
    d->text_size = 1;
}

tsr_err uni_deck_load(const uni_source *file, const uni_added *added, const tsr_alloc *alloc,
                      uni_deck *out, uni_report *report) {
    uni_draft *draft = tsr_mem_new(alloc, sizeof *draft);
    memset(report, 0, sizeof *report);
    memset(out, 0, sizeof *out);
    size_t own = uni_bundle_at(file->text, file->size);
    report->source[0] = (uni_source){file->name, file->text, own};
    report->bundle = (uni_source){NULL, file->text + own, file->size - own};
    report->source_count = 1;
    if (!draft) {
        return TSR_ERR_MEMORY;
    }
    draft->d = out;
    draft->report = report;
    set_defaults(out);
    for (int i = 0; added && i < added->count; i++) {
        out->added[out->added_count++] = added->verb[i];
    }
    uni_parse_file(draft, 0);
    if (report->error_count == 0) {
        uni_build_deck(draft);
    }
    if (report->error_count == 0) {
        uni_check_draft(draft);
    }
    tsr_mem_free(alloc, draft, sizeof *draft);
    return report->error_count ? TSR_ERR_PARSE : TSR_OK;
}
