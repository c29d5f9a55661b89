// SPDX-License-Identifier: MIT
//
// The layout of every struct that crosses the border, a line each: its name, its size, and where its
// members are. tests/abi/abi.py compares it with the stored list.
#include <stddef.h>
#include <stdio.h>

#include <tessera/batch.h>
#include <tessera/device.h>

#define STRUCT(type)         printf("\n" #type " %zu:", sizeof(type))
#define MEMBER(type, member) printf(" " #member "=%zu", offsetof(type, member))

static void problem(void) {
    STRUCT(tsr_problem);
    MEMBER(tsr_problem, size);
    MEMBER(tsr_problem, code);
    MEMBER(tsr_problem, line);
    MEMBER(tsr_problem, column);
    MEMBER(tsr_problem, number);
    MEMBER(tsr_problem, message);
    MEMBER(tsr_problem, advice);
}

static void ruleset_info(void) {
    STRUCT(tsr_ruleset_info);
    MEMBER(tsr_ruleset_info, size);
    MEMBER(tsr_ruleset_info, players);
    MEMBER(tsr_ruleset_info, flags);
    MEMBER(tsr_ruleset_info, state_size);
    MEMBER(tsr_ruleset_info, max_moves);
    MEMBER(tsr_ruleset_info, max_chance);
    MEMBER(tsr_ruleset_info, max_plies);
    MEMBER(tsr_ruleset_info, actions);
    MEMBER(tsr_ruleset_info, mask_words);
    MEMBER(tsr_ruleset_info, planes);
    MEMBER(tsr_ruleset_info, height);
    MEMBER(tsr_ruleset_info, width);
    MEMBER(tsr_ruleset_info, scalars);
    MEMBER(tsr_ruleset_info, rules_hash);
    MEMBER(tsr_ruleset_info, action_hash);
}

static void batch_config(void) {
    STRUCT(tsr_batch_config);
    MEMBER(tsr_batch_config, size);
    MEMBER(tsr_batch_config, games);
    MEMBER(tsr_batch_config, threads);
    MEMBER(tsr_batch_config, reset);
    MEMBER(tsr_batch_config, illegal);
    MEMBER(tsr_batch_config, flags);
    MEMBER(tsr_batch_config, max_plies);
    MEMBER(tsr_batch_config, seed);
}

static void batch_space(void) {
    STRUCT(tsr_batch_space);
    MEMBER(tsr_batch_space, size);
    MEMBER(tsr_batch_space, games);
    MEMBER(tsr_batch_space, rows);
    MEMBER(tsr_batch_space, players);
    MEMBER(tsr_batch_space, actions);
    MEMBER(tsr_batch_space, mask_words);
    MEMBER(tsr_batch_space, planes);
    MEMBER(tsr_batch_space, height);
    MEMBER(tsr_batch_space, width);
    MEMBER(tsr_batch_space, scalars);
    MEMBER(tsr_batch_space, action_hash);
}

static void batch_io(void) {
    STRUCT(tsr_batch_io);
    MEMBER(tsr_batch_io, size);
    MEMBER(tsr_batch_io, action);
    MEMBER(tsr_batch_io, mask);
    MEMBER(tsr_batch_io, mask_bits);
    MEMBER(tsr_batch_io, planes);
    MEMBER(tsr_batch_io, scalars);
    MEMBER(tsr_batch_io, final_planes);
    MEMBER(tsr_batch_io, final_scalars);
    MEMBER(tsr_batch_io, reward);
    MEMBER(tsr_batch_io, score);
    MEMBER(tsr_batch_io, terminated);
    MEMBER(tsr_batch_io, truncated);
    MEMBER(tsr_batch_io, illegal);
    MEMBER(tsr_batch_io, player);
    MEMBER(tsr_batch_io, turn);
    MEMBER(tsr_batch_io, plies);
}

static void device_games(void) {
    STRUCT(tsr_device_games);
    MEMBER(tsr_device_games, size);
    MEMBER(tsr_device_games, games);
    MEMBER(tsr_device_games, part);
}

int main(void) {
    printf("abi %u.%u", (unsigned)(tsr_abi() >> 16), (unsigned)(tsr_abi() & 0xffff));
    problem();
    ruleset_info();
    batch_config();
    batch_space();
    batch_io();
    device_games();
    puts("");
    return 0;
}
