// SPDX-License-Identifier: MIT
// Español: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Planeado: {move}',
  'planned off': 'Retirar',
  'planned not': '{move} no se puede jugar ahora: lo planeado queda olvidado.',
  'sent':
    'Una partida jugada sin conexión está ahora entre tus partidas.|{n} partidas jugadas sin ' +
    'conexión están ahora entre tus partidas.',
};
