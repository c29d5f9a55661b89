// SPDX-License-Identifier: MIT
//
// Reads lines by libedit where a person types, and plainly from a pipe.
#include "term/edit.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/buffer.h"
#include "term/canvas.h"

struct term_edit {
    const term_tty *tty;
    const term_edit_host *host;
    EditLine *el; // NULL on a pipe
    History *history;
    const char *prompt;
    mbstate_t decoder;
    int woken;
    char typed[TERM_LINE_MAX + 1]; // before it was woken
    // Plain reading.
    char chunk[4096];
    size_t chunk_at, chunk_size;
    char line[TERM_LINE_MAX + 1];
};

static int is_called_off(void) {
    return term_interrupts() > 0 || term_terminated() != 0;
}

enum { WAKE_MS = 100 };

// How long to wait for input before the host is asked.
static int patience(const term_edit *e) {
    return e->host->wake ? WAKE_MS : -1;
}

static int is_woken(term_edit *e) {
    e->woken = e->host->wake && e->host->wake(e->host->self);
    return e->woken;
}

static void redraw(term_edit *e) {
    if (e->host->redraw) {
        e->host->redraw(e->host->self);
    }
}

// --- On a terminal -----------------------------------------------------------------

static char *show_prompt(EditLine *el) {
    static char prompt[64]; // libedit wants memory it may write to
    term_edit *e = NULL;
    el_get(el, EL_CLIENTDATA, &e);
    snprintf(prompt, sizeof prompt, "%s", e->prompt);
    return prompt;
}

// Keeps what has been typed so far for the next line.
static void keep_typed(term_edit *e) {
    const LineInfo *info = el_line(e->el);
    size_t size = (size_t)(info->lastchar - info->buffer);
    snprintf(e->typed, sizeof e->typed, "%.*s", (int)(size < TERM_LINE_MAX ? size : 0),
             info->buffer);
}

// Reads one character for libedit. Its own reader retries when a signal comes;
// this one ends the line, or draws the screen again and goes on.
static int read_wide(EditLine *el, wchar_t *out) {
    term_edit *e = NULL;
    el_get(el, EL_CLIENTDATA, &e);
    for (;;) {
        char byte;
        if (is_called_off()) {
            return 0;
        }
        if (term_take_redraw()) {
            el_resize(el);
            redraw(e);
            el_set(el, EL_REFRESH);
        }
        if (is_woken(e)) {
            keep_typed(e);
            return 0;
        }
        if (!term_wait_input(patience(e))) {
            continue;
        }
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return 0;
        }
        if (n < 0) {
            continue;
        }
        size_t used = mbrtowc(out, &byte, 1, &e->decoder);
        if (used == (size_t)-1) {
            memset(&e->decoder, 0, sizeof e->decoder);
            *out = L'?';
            return 1;
        }
        if (used != (size_t)-2) {
            return 1;
        }
    }
}

// What Tab has found so far.
typedef struct candidates {
    buffer text; // the texts, each with its NUL
    int count;
    size_t common; // bytes all of them begin with
} candidates;

static void add_candidate(void *list, const char *text) {
    candidates *c = list;
    const char *first = buffer_text(&c->text);
    size_t n = 0;
    if (c->count == 0) {
        c->common = strlen(text);
    } else {
        while (n < c->common && first[n] == text[n]) {
            n++;
        }
        c->common = n;
    }
    buffer_add(&c->text, text, strlen(text) + 1);
    c->count++;
}

enum { LISTED = 60 };

static void list_candidates(const candidates *c) {
    int rows, cols, x = 0, n = 0;
    const char *text = buffer_text(&c->text);
    term_tty_size(&rows, &cols);
    fputs("\r\n", stdout);
    for (; n < c->count && n < LISTED; n++) {
        int wide = term_columns(text);
        if (x > 0 && x + wide + 2 > cols) {
            fputs("\r\n", stdout);
            x = 0;
        }
        printf("%s  ", text);
        x += wide + 2;
        text += strlen(text) + 1;
    }
    if (n < c->count) {
        printf("... and %d more", c->count - n);
    }
    fputs("\r\n", stdout);
    fflush(stdout);
}

static unsigned char on_tab(EditLine *el, int key) {
    term_edit *e = NULL;
    candidates c = {.count = 0};
    char typed[TERM_LINE_MAX];
    const LineInfo *info = el_line(el);
    size_t size = (size_t)(info->cursor - info->buffer);
    unsigned char answer = CC_ERROR;
    (void)key;
    el_get(el, EL_CLIENTDATA, &e);
    if (!e->host->complete || size >= sizeof typed) {
        return CC_ERROR;
    }
    memcpy(typed, info->buffer, size);
    typed[size] = '\0';
    buffer_init(&c.text, NULL);
    e->host->complete(e->host->self, typed, add_candidate, &c);
    if (c.count > 0 && (c.common > size || c.count == 1)) {
        // Replaced as a whole: what was typed may differ in case.
        char whole[TERM_LINE_MAX];
        snprintf(whole, sizeof whole, "%.*s", (int)c.common, buffer_text(&c.text));
        el_deletestr(el, (int)size);
        answer = el_insertstr(el, whole) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (c.count > 1) {
        list_candidates(&c);
        answer = CC_REDISPLAY;
    }
    buffer_deinit(&c.text);
    return answer;
}

static unsigned char on_redraw(EditLine *el, int key) {
    term_edit *e = NULL;
    (void)key;
    el_get(el, EL_CLIENTDATA, &e);
    redraw(e);
    return CC_REDISPLAY;
}

static int open_editor(term_edit *e) {
    HistEvent event;
    e->el = el_init("tessera", stdin, stdout, stderr);
    e->history = history_init();
    if (!e->el || !e->history) {
        return 0;
    }
    history(e->history, &event, H_SETSIZE, 500);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->el, EL_CLIENTDATA, e);
    el_set(e->el, EL_EDITOR, "emacs");
    el_set(e->el, EL_SIGNAL, 0);
    el_set(e->el, EL_PROMPT, show_prompt);
    el_set(e->el, EL_HIST, history, e->history);
    el_set(e->el, EL_GETCFN, read_wide);
    // The wide form keeps the names it is given; the narrow one copies them, and el_end
    // does not free the copies.
    el_wset(e->el, EL_ADDFN, L"tsr-complete", L"complete the line", on_tab);
    el_wset(e->el, EL_ADDFN, L"tsr-redraw", L"draw the screen again", on_redraw);
    el_set(e->el, EL_BIND, "\t", "tsr-complete", NULL);
    el_set(e->el, EL_BIND, "^L", "tsr-redraw", NULL);
    el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return 1;
}

static term_input read_edited(term_edit *e, const char **line) {
    int count = 0;
    if (e->typed[0]) {
        el_push(e->el, e->typed);
        e->typed[0] = '\0';
    }
    const char *text = el_gets(e->el, &count);
    if (e->woken) {
        return TERM_WOKEN;
    }
    if (!text || count <= 0) {
        fputs("\n", stdout);
        fflush(stdout);
        return is_called_off() ? TERM_INTERRUPTED : TERM_END;
    }
    if (count > TERM_LINE_MAX) {
        return TERM_LONG;
    }
    memcpy(e->line, text, (size_t)count);
    e->line[count] = '\0';
    e->line[strcspn(e->line, "\r\n")] = '\0';
    *line = e->line;
    return TERM_LINE;
}

// --- On a pipe ---------------------------------------------------------------------

// The next byte, -1 at the end, -2 when a signal came, -3 when woken before a line.
static int next_byte(term_edit *e, int is_first) {
    if (is_first && is_woken(e)) {
        return -3;
    }
    while (e->chunk_at == e->chunk_size) {
        if (is_called_off()) {
            return -2;
        }
        if (!term_wait_input(patience(e))) {
            if (is_first && is_woken(e)) {
                return -3;
            }
            (void)term_take_redraw(); // lines have nothing to draw again
            continue;
        }
        ssize_t n = read(STDIN_FILENO, e->chunk, sizeof e->chunk);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return is_called_off() ? -2 : -1;
        }
        e->chunk_at = 0;
        e->chunk_size = n > 0 ? (size_t)n : 0;
    }
    return (unsigned char)e->chunk[e->chunk_at++];
}

static term_input read_plain(term_edit *e, const char **line) {
    size_t size = 0;
    int byte;
    while ((byte = next_byte(e, size == 0)) >= 0 && byte != '\n') {
        if (size < TERM_LINE_MAX) {
            e->line[size] = byte == '\0' ? '\x01' : (char)byte;
        }
        size++;
    }
    if (byte == -2) {
        return TERM_INTERRUPTED;
    }
    if (byte == -3) {
        return TERM_WOKEN;
    }
    if (byte == -1 && size == 0) {
        return TERM_END;
    }
    if (size > TERM_LINE_MAX) {
        return TERM_LONG;
    }
    if (size > 0 && e->line[size - 1] == '\r') {
        size--;
    }
    e->line[size] = '\0';
    *line = e->line;
    return TERM_LINE;
}

// --- Both --------------------------------------------------------------------------

// Whatever was typed or piped in may be printed again: keep it harmless.
static void make_harmless(char *text) {
    int columns;
    size_t n;
    for (; (n = term_char(text, &columns)) != 0; text += n) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7f || (n == 1 && c >= 0x80)) {
            *text = c == '\t' ? ' ' : '?';
        }
    }
}

term_edit *term_edit_new(const term_tty *tty, const term_edit_host *host) {
    term_edit *e = calloc(1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->tty = tty;
    e->host = host;
    if (tty->in_tty && tty->out_tty && !tty->dumb && !open_editor(e)) {
        term_edit_free(e);
        return NULL;
    }
    return e;
}

void term_edit_free(term_edit *e) {
    if (!e) {
        return;
    }
    if (e->history) {
        history_end(e->history);
    }
    if (e->el) {
        el_end(e->el);
    }
    free(e);
}

term_input term_edit_read(term_edit *e, const char *prompt, const char **line) {
    term_input input;
    e->prompt = prompt;
    e->woken = 0;
    if (e->el) {
        input = read_edited(e, line);
    } else {
        if (e->tty->in_tty) {
            fputs(prompt, e->tty->out_tty ? stdout : stderr);
            fflush(stdout);
        }
        input = read_plain(e, line);
    }
    if (input == TERM_LINE) {
        make_harmless(e->line);
    }
    return input;
}

void term_edit_remember(term_edit *e, const char *line) {
    HistEvent event;
    if (e->history && *line) {
        history(e->history, &event, H_ENTER, line);
    }
}
