// SPDX-License-Identifier: MIT
#ifndef TESSERA_PYTHON_XLA_H
#define TESSERA_PYTHON_XLA_H

// Games as pure functions for JAX. On the CPU, by the engine itself, a game is a row of bytes that goes in and comes out.
//
// A row is what a game needs to go on: its own random numbers, how many steps it has made, what was
// picked of a move that is not whole, and the position. Leading axes of the arrays may be any: one
// game, a batch, a batch of batches.
//
//     xla_begin  (seed u32[.., 2])                -> the results below
//     xla_step   (row u8[.., size], action s32[..]) -> the same
//     xla_watch  (row u8[.., size], player s32[..]) -> planes, scalars
//
//     results: row u8[.., size], planes u8[.., planes, height, width], scalars f32[.., scalars],
//              mask u8[.., actions], reward f32[.., players], about s32[.., 3]: player, over, steps
//
// Attributes: `rules`, the ruleset's address. Steps of a game that is over change nothing and
// pay nothing. An illegal action ends the game: its player gets -1, the others 1. When a game is over its
// mask is all ones, so that a policy can be normalised (the habit of Pgx).

#include <tessera/device.h>

size_t xla_row_size(const tsr_ruleset *r);

// To be handed to jax.ffi.register_ffi_target as capsules.
void *xla_begin(void *frame);
void *xla_step(void *frame);
void *xla_watch(void *frame);

// The same where kernels run (device.h): on this machine's processor (lanes), or queued on XLA's stream of a GPU
// (cuda). A game is a row of each of TSR_DEVICE_PARTS arrays, `parts` below, all u8[.., row]. A step changes them in
// place: its arguments and results are the same memory.
//
//     begin  (seed u32[.., 2])          -> parts, planes, scalars, mask, player s8[..]
//     step   (parts, action s32[..])    -> parts, planes, scalars, mask, player, reward, illegal u8[..]
//     watch  (parts)                    -> planes, scalars
//
// Attributes: `batch`, the address of a tsr_device_batch of the same rules, whose config says what becomes of
// games that end; `viewer` of a watch. The player is -1 when a game is over, and its mask is empty.
void *xla_lanes_begin(void *frame);
void *xla_lanes_step(void *frame);
void *xla_lanes_watch(void *frame);
void *xla_cuda_begin(void *frame);
void *xla_cuda_step(void *frame);
void *xla_cuda_watch(void *frame);

#endif
