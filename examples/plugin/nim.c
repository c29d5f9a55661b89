// SPDX-License-Identifier: MIT
// Nim, a whole game as a plugin. Two players take one, two or three matches in turn
// from a heap of 21; whoever takes the last one wins. A move is the number taken.
#include <tessera/plugin.h>
#include <tessera/text.h>

enum { MATCHES = 21, MOST = 3, NOT_1_TO_3 = 1, TOO_FEW, NO_HEAP };
static const char *const lines[] = {
    [NOT_1_TO_3] = "take 1, 2 or 3 matches",
    [TOO_FEW] = "only {0} {0?match is:matches are} left",
    [NO_HEAP] = "a position is at most 21 matches and a player, such as '21 player 1'",
};
typedef struct nim { // the state: no pointers, no hidden padding
    uint8_t left, player, pad[6];
} nim;

static tsr_err open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    r->state_size = sizeof(nim);
    r->max_moves = MOST;
    r->max_plies = MATCHES;
    return TSR_OK;
}
static void init(const tsr_rules *r, void *out) {
    *(nim *)out = (nim){.left = MATCHES};
}
static uint32_t turn(const tsr_rules *r, const void *s) {
    const nim *n = s;
    return n->left ? 1u << n->player : 0;
}
static int why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    const nim *n = s;
    if (m < 1 || m > MOST) return tsr_say(out, NOT_1_TO_3);
    return tsr_say(out, m > n->left ? TOO_FEW : 0, TSR_INT(n->left));
}
static int moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    int count = 0;
    for (tsr_move m = 1; turn(r, s) == 1u << who && !why_not(r, s, who, m, NULL); m++) {
        out[count++] = m;
    }
    return count;
}
static void play(const tsr_rules *r, void *s, int who, tsr_move m) {
    nim *n = s;
    n->left = (uint8_t)(n->left - m);
    n->player = (uint8_t)(1 - who);
}
static void result(const tsr_rules *r, const void *s, tsr_result *out) {
    const nim *n = s;
    for (int p = 0; p < 2; p++) { // in the end, whoever would be next has lost
        out[p] = (tsr_result){.rank = (uint8_t)(n->left ? 0 : 1 + (p == n->player))};
    }
}
static int move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *b, size_t cap) {
    return snprintf(b, cap, "%d", (int)m);
}
static int text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    const nim *n = s;
    return snprintf(buf, cap, "%d player %d", n->left, n->player + 1);
}
static int check(const tsr_rules *r, const void *s, tsr_line *out) {
    const nim *n = s, sound = {.left = n->left, .player = n->player};
    int fits = n->left <= MATCHES && n->player < 2 && memcmp(n, &sound, sizeof sound) == 0;
    return tsr_say(out, fits ? 0 : NO_HEAP);
}
static tsr_err parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    int64_t left, player;
    if (tsr_take_int(&in, 0, MATCHES, &left) && tsr_take(&in, " player ") &&
        tsr_take_int(&in, 1, 2, &player) && tsr_at_end(&in)) {
        *(nim *)out = (nim){.left = (uint8_t)left, .player = (uint8_t)(player - 1)};
        return TSR_OK;
    }
    if (err) snprintf(err->message, sizeof err->message, "%s", lines[NO_HEAP]);
    return TSR_ERR_PARSE;
}
static void scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out) {
    tsr_zone row = {.kind = TSR_ZONE_ROW, .owner = TSR_NOBODY, .parent = -1};
    tsr_add_zone(out, row, "heap");
    for (uint32_t i = 1; i <= ((const nim *)s)->left; i++) {
        tsr_item match = {.ref = i, .kind = TSR_ITEM_PIECE, .owner = TSR_NOBODY};
        tsr_add_item(out, match, "|", "match %u", (unsigned)i);
    }
}
static int path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out) {
    tsr_pick(out, (uint32_t)m); // pick match 2 to take two
    return 1;
}
// clang-format off
static const tsr_game game = {
    sizeof game, TSR_ABI, "nim", "Nim", "take the last match", .min_players = 2, .max_players = 2,
    .lines = lines, .line_count = sizeof lines / sizeof *lines, .open = open, .init = init, .turn = turn,
    .moves = moves, .why_not = why_not, .play = play, .result = result, .move_text = move_text,
    .text = text, .parse = parse, .check = check, .scene = scene, .path = path};
// clang-format on
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_game *const games[] = {&game};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 0, games, NULL, 0, 0, NULL};
    return &plugin;
}
