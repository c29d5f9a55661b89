// SPDX-License-Identifier: MIT
// Español: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Planeado: {move}',
  'planned off': 'Retirar',
  'planned not': '{move} no se puede jugar ahora: lo planeado queda olvidado.',
};
