// SPDX-License-Identifier: MIT
// Percent signs; see uri.h.
#include "lsp/uri.h"

#include <string.h>

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

int uri_path(const char *uri, char *out, size_t cap) {
    static const char *const starts[] = {"file://localhost/", "file:///"};
    size_t n = 0, k = 0;
    while (k < 2 && strncmp(uri, starts[k], strlen(starts[k])) != 0) {
        k++;
    }
    if (k == 2) {
        return 0;
    }
    for (uri += strlen(starts[k]) - 1; *uri && n + 1 < cap; uri++) {
        int high = *uri == '%' ? hex(uri[1]) : 0;
        int low = *uri == '%' && high >= 0 ? hex(uri[2]) : 0;
        if (high < 0 || low < 0 || (*uri == '%' && !high && !low)) {
            return 0;
        }
        out[n++] = *uri == '%' ? (char)(high << 4 | low) : *uri;
        uri += *uri == '%' ? 2 : 0;
    }
    out[n] = '\0';
    return *uri == '\0';
}

void uri_add(buffer *out, const char *path) {
    static const char plain[] = "/-._~";
    buffer_add_text(out, "file://");
    for (; *path; path++) {
        char c = *path;
        int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || strchr(plain, c)) {
            buffer_add(out, path, 1);
        } else {
            buffer_addf(out, "%%%02X", (unsigned char)c);
        }
    }
}
