// SPDX-License-Identifier: MIT
// The deck as JSON, for programs (docs/protocol.md): every kind of card with what is printed on
// it, and how many unicorns win; and what is wrong with a card file.
#include <string.h>

#include <tessera/json.h>

#include "unicorns/parts.h"
#include "unicorns/unicorns.h"

static void put_card(tsr_out *o, const tsr_rules *r, int kind) {
    static const char *const classes[] = {"baby",    "basic",   "magical",  "magic",
                                          "instant", "upgrade", "downgrade"};
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, kind);
    char text[1024];
    tsr_unicorns_card_text(r, kind, text, sizeof text);
    tsr_put(o, "{\"name\":");
    tsr_put_json(o, k.name);
    tsr_putf(o, ",\"class\":\"%s\",\"copies\":%d,\"value\":%d,\"text\":", classes[k.class_],
             k.copies, k.value);
    tsr_put_json(o, text);
    tsr_put_char(o, '}');
}

int uni_things(const tsr_rules *r, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    const uni_deck *d = uni_deck_of(r);
    tsr_put(&o, "{\"deck\":");
    tsr_put_json(&o, uni_deck_text(d, d->title));
    tsr_putf(&o, ",\"goal\":%d,\"cards\":[", d->win[d->players]);
    for (int kind = 0; kind < tsr_unicorns_kind_count(r); kind++) {
        tsr_put(&o, kind ? "," : "");
        put_card(&o, r, kind);
    }
    tsr_put(&o, "]}");
    return tsr_out_end(&o);
}

int uni_data_faults(const char *data, size_t size, const char *name, char *buf, size_t cap) {
    int errors = tsr_unicorns_lint(name, data, size, NULL, buf, cap);
    if (errors < 0) {
        tsr_out o = tsr_out_to(buf, cap);
        tsr_put(&o, "there is not enough memory to read the file\n");
        return tsr_out_end(&o);
    }
    return cap ? (int)strlen(buf) : errors;
}
