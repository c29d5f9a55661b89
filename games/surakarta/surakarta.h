// SPDX-License-Identifier: MIT
#ifndef GAMES_SURAKARTA_H
#define GAMES_SURAKARTA_H

// Surakarta: what its files share. The board is one of the grid kit.

#include <tessera/grid.h>

enum { SURAKARTA_SIDE = 6, SURAKARTA_CELLS = SURAKARTA_SIDE * SURAKARTA_SIDE };

// Slots of the table.
void surakarta_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);
void surakarta_heuristic(const tsr_rules *r, const void *s, float *out);

#endif
