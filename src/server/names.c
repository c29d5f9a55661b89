// SPDX-License-Identifier: MIT
// What a name looks like at a glance, and what is wrong with it or with a password.
#include "server/names.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "server/json_in.h"
#include "server/limits.h"

// --- Letters -----------------------------------------------------------------

// The next code point of valid UTF-8, of which `*at` is behind the end; 0 at the end.
static uint32_t next_letter(const char **at) {
    const unsigned char *p = (const unsigned char *)*at;
    int more = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
    uint32_t code = more == 3 ? p[0] & 7u : more == 2 ? p[0] & 15u : more == 1 ? p[0] & 31u : p[0];
    int i = 1;
    for (; i <= more && (p[i] & 0xc0) == 0x80; i++) {
        code = code << 6 | (p[i] & 63u);
    }
    *at += p[0] ? i : 0;
    return code;
}

// The plain letters of U+00C0 to U+017F, of each the one it is drawn from; '.' = no letter.
static const char plain[] = "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
                            "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static char plain_of(uint32_t code) {
    if (code < 0x80) {
        return (char)(code >= 'A' && code <= 'Z' ? code + 32 : code);
    }
    return code >= 0xc0 && code <= 0x17f ? plain[code - 0xc0] : '.';
}

static int is_letter(uint32_t code) {
    char c = plain_of(code);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9' && code < 0x80);
}

void name_look(const char *name, char out[NAME_LOOK_BYTES]) {
    size_t n = 0;
    for (uint32_t code; (code = next_letter(&name)) != 0 && n + 2 < NAME_LOOK_BYTES;) {
        char c = is_letter(code) ? plain_of(code) : '\0';
        c = (char)(c == '0' ? 'o' : c == '1' || c == 'i' || c == 'j' ? 'l' : c);
        if (c == 'n' && n && out[n - 1] == 'r') {
            out[n - 1] = 'm';
        } else if (c == 'v' && n && out[n - 1] == 'v') {
            out[n - 1] = 'w';
        } else if (c) {
            out[n++] = c;
        } else if (code >= 0x80) { // of another alphabet: as it is, an older release let it in
            out[n++] = (char)('A' + code % 26);
        }
    }
    out[n] = '\0';
}

const char *name_problem(const char *name) {
    int letters = name ? json_in_letters(name) : -1;
    int seen = 0;
    if (letters < 2 || letters > LIMIT_NAME || strlen(name) >= NAME_BYTES) {
        return "A name must have 2 to 20 letters.";
    }
    for (const char *at = name, *begin = at; *at; begin = at) {
        uint32_t code = next_letter(&at);
        int inside = strchr(" -_.", (int)(code < 0x80 ? code : 'x')) && begin > name && *at &&
                     is_letter((unsigned char)begin[-1] < 0x80 ? (unsigned char)begin[-1] : 0xe4);
        if (!is_letter(code) && !inside) {
            return code >= 0x80 ? "A name must be in Latin letters, because letters of other "
                                  "alphabets look the same."
                                : "A name has letters and digits; blanks, dots and dashes only "
                                  "between them.";
        }
        seen += is_letter(code);
    }
    if (seen < 2) {
        return "A name must have 2 to 20 letters.";
    }
    static const char *const kept[] = {"guest", "deleted", "bot", "admin", "tessera", "moderator"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        size_t n = strlen(kept[i]);
        if (strncasecmp(name, kept[i], n) != 0) {
            continue;
        }
        if (i < 2 || !name[n] || strchr(" -_.0123456789", name[n])) {
            return "That name is reserved.";
        }
    }
    return NULL;
}

// --- Passwords ---------------------------------------------------------------

// What is tried first: words that head every published list, without digits and signs
// behind them, which are tried next.
static const char *const common[] = {
    "password", "passwort", "motdepasse", "contrasena", "qwerty",    "qwertyuiop", "qwertz",
    "qwertzui", "asdfghjk", "asdfgh",     "zxcvbnm",    "yxcvbnm",   "iloveyou",   "letmein",
    "welcome",  "monkey",   "dragon",     "football",   "baseball",  "basketball", "superman",
    "batman",   "pokemon",  "princess",   "sunshine",   "shadow",    "michael",    "jennifer",
    "master",   "hunter",   "trustno",    "starwars",   "computer",  "internet",   "whatever",
    "freedom",  "mustang",  "corvette",   "liverpool",  "chelsea",   "arsenal",    "hallo",
    "schatz",   "geheim",   "secret",     "changeme",   "default",   "admin",      "administrator",
    "root",     "guest",    "test",       "testtest",   "abcdefgh",  "abcdefghi",  "tessera",
    "chess",    "schach",   "checkmate",  "unicorn",    "boardgame", "game",       "player",
};

static int is_common(const char *password) {
    size_t n = 0;
    while ((password[n] >= 'a' && password[n] <= 'z') ||
           (password[n] >= 'A' && password[n] <= 'Z')) {
        n++;
    }
    size_t tail = strlen(password) - n;
    for (size_t i = 0; i < sizeof common / sizeof *common && tail <= 4; i++) {
        if (strlen(common[i]) == n && strncasecmp(common[i], password, n) == 0) {
            return 1;
        }
    }
    return 0;
}

// One letter again and again, a run such as 12345678 or hgfedcba, or a short piece repeated.
static int is_pattern(const char *p) {
    size_t n = strlen(p);
    for (int step = -1; step <= 1; step++) {
        size_t same = 1;
        while (same < n && p[same] - p[same - 1] == step) {
            same++;
        }
        if (same + 2 > n) {
            return 1;
        }
    }
    for (size_t piece = 2; piece <= 4; piece++) {
        size_t same = piece;
        while (same < n && p[same] == p[same - piece]) {
            same++;
        }
        if (same == n) {
            return 1;
        }
    }
    return strspn(p, "0123456789") == n && n < 12; // a date, a telephone number
}

const char *password_problem(const char *password, const char *name) {
    if (!password || json_in_letters(password) < LIMIT_PASSWORD_MIN) {
        return "A password must have at least 8 characters.";
    }
    if (strlen(password) > LIMIT_PASSWORD) {
        return "A password can have at most 200 characters.";
    }
    if (name && name[0] && strncasecmp(password, name, strlen(name)) == 0 &&
        strlen(password) < strlen(name) + 5) {
        return "A password that begins with the name is too easy to guess.";
    }
    return is_common(password) || is_pattern(password)
               ? "That password is too easy to guess. Three or four words together "
                 "make a good one."
               : NULL;
}
