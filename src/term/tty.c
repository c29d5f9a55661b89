// SPDX-License-Identifier: MIT
#include "term/tty.h"

#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

// --- What it can do --------------------------------------------------------------

static term_depth depth_of(const char *name) {
    const char *more = getenv("COLORTERM");
    if (more && *more) {
        return TERM_256;
    }
    return name && strstr(name, "256color") ? TERM_256 : TERM_16;
}

void term_tty_init(term_tty *t, term_when colour, int glyphs) {
    const char *name = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    t->in_tty = isatty(STDIN_FILENO);
    t->out_tty = isatty(STDOUT_FILENO);
    t->dumb = !name || !*name || strcmp(name, "dumb") == 0;
    t->depth = TERM_PLAIN;
    if (colour == TERM_ALWAYS ||
        (colour == TERM_AUTO && t->out_tty && !t->dumb && !(no_colour && *no_colour))) {
        t->depth = depth_of(name);
    }
    if (glyphs >= 0) {
        t->glyphs = (term_glyphs)glyphs;
    } else {
        t->glyphs = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? TERM_UNICODE : TERM_ASCII;
    }
}

static int positive(const char *name) {
    const char *text = getenv(name);
    long n = text ? strtol(text, NULL, 10) : 0;
    return n > 0 && n < 1000 ? (int)n : 0;
}

void term_tty_size(int *rows, int *cols) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *rows = size.ws_row ? size.ws_row : positive("LINES");
    *cols = size.ws_col ? size.ws_col : positive("COLUMNS");
    *rows = *rows ? *rows : 24;
    *cols = *cols ? *cols : 80;
}

// --- State for the handlers --------------------------------------------------------

static struct {
    volatile sig_atomic_t interrupts;
    volatile sig_atomic_t terminated;
    volatile sig_atomic_t redraw;
    volatile sig_atomic_t screen;
    volatile sig_atomic_t patience; // seconds, 0 = for ever
    int saved;                      // `modes` is valid
    struct termios modes;           // as found at the start
} state;

static const char ENTER_SCREEN[] = "\033[?1049h\033[H\033[2J";
static const char LEAVE_SCREEN[] = "\033[0m\033[?1049l";

// Used in handlers: only calls that are safe there, and errno kept.
static void write_all(const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(STDOUT_FILENO, bytes, size);
        if (n < 0 && errno != EINTR) {
            return;
        }
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
}

static void restore_modes(void) {
    if (state.saved) {
        (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &state.modes);
    }
}

// --- Full screen -----------------------------------------------------------------

void term_screen_open(void) {
    if (!state.screen) {
        state.screen = 1;
        write_all(ENTER_SCREEN, sizeof ENTER_SCREEN - 1);
    }
}

void term_screen_close(void) {
    if (state.screen) {
        state.screen = 0;
        write_all(LEAVE_SCREEN, sizeof LEAVE_SCREEN - 1);
    }
}

int term_screen_is_open(void) {
    return state.screen;
}

// --- Handlers --------------------------------------------------------------------

static void on_interrupt(int number) {
    (void)number;
    state.interrupts = state.interrupts + 1;
}

static void on_terminate(int number) {
    state.terminated = number;
    if (state.patience) {
        (void)alarm((unsigned)state.patience);
    }
}

static void on_resize(int number) {
    (void)number;
    state.redraw = 1;
}

static void leave(void) {
    restore_modes();
    if (state.screen) {
        write_all(LEAVE_SCREEN, sizeof LEAVE_SCREEN - 1);
    }
}

static void on_crash(int number) {
    leave();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void on_alarm(int number) {
    (void)number;
    on_crash(state.terminated ? state.terminated : SIGTERM);
}

static void set_handler(int number, void (*handler)(int));

// Ctrl-Z: hand the terminal back, really stop, and take it again afterwards. The
// modes of the line editor are kept over the stop.
static void on_stop(int number) {
    int kept_errno = errno;
    struct termios editing;
    int has_modes = state.saved && tcgetattr(STDIN_FILENO, &editing) == 0;
    sigset_t only;
    leave();
    set_handler(number, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, number);
    (void)raise(number);
    (void)sigprocmask(SIG_UNBLOCK, &only, NULL); // stops here
    set_handler(number, on_stop);
    if (has_modes) {
        (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &editing);
    }
    if (state.screen) {
        write_all(ENTER_SCREEN, sizeof ENTER_SCREEN - 1);
    }
    state.redraw = 1;
    errno = kept_errno;
}

// Without SA_RESTART: a read that waits for a person must notice.
static void set_handler(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    (void)sigaction(number, &action, NULL);
}

// Where somebody else already looks after crashes (a sanitizer), leave it to them.
static void set_crash_handler(int number) {
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
        set_handler(number, on_crash);
    }
}

void term_signals_init(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    state.saved = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &state.modes) == 0;
    set_handler(SIGINT, on_interrupt);
    set_handler(SIGTERM, on_terminate);
    set_handler(SIGHUP, on_terminate);
    set_handler(SIGALRM, on_alarm);
    set_handler(SIGWINCH, on_resize);
    set_handler(SIGXFSZ, SIG_IGN); // a file at its limit is a failed write, not an end
    if (state.saved) {
        set_handler(SIGTSTP, on_stop);
    }
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        set_crash_handler(crashes[i]);
    }
}

void term_be_patient(int seconds) {
    state.patience = seconds;
}

int term_interrupts(void) {
    return state.interrupts;
}

void term_interrupt_clear(void) {
    state.interrupts = 0;
}

int term_terminated(void) {
    return state.terminated;
}

int term_wait_input(int ms) {
    sigset_t ours, before;
    fd_set in;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    sigaddset(&ours, SIGWINCH);
    sigaddset(&ours, SIGTSTP);
    (void)sigprocmask(SIG_BLOCK, &ours, &before);
    int pending = state.interrupts || state.terminated || state.redraw;
    FD_ZERO(&in);
    FD_SET(STDIN_FILENO, &in);
    struct timespec limit = {ms / 1000, (long)(ms % 1000) * 1000000L};
    int n =
        pending ? 0 : pselect(STDIN_FILENO + 1, &in, NULL, NULL, ms < 0 ? NULL : &limit, &before);
    // An error other than a signal is left for the read to find.
    int ready = n > 0 || (n < 0 && errno != EINTR);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

int term_take_redraw(void) {
    int redraw = state.redraw;
    state.redraw = 0;
    return redraw;
}
