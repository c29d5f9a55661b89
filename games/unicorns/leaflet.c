// SPDX-License-Identifier: MIT
//
// What `tessera rules unicorns` says.
#include "unicorns/parts.h"

const char uni_leaflet[] =
    "Be the first with 7 unicorns in your stable (6 unicorns with 6 to 8 players).\n"
    "\n"
    "A turn:\n"
    "  1. Cards in your stable that say so act at the start of your turn, together.\n"
    "  2. Draw a card.\n"
    "  3. Play one card from your hand, or draw another.\n"
    "  4. Cards that act at the end of a turn do so; discard down to 7 cards.\n"
    "\n"
    "Unicorns, upgrades and downgrades go into any stable and stay there. Magic cards\n"
    "happen once and are discarded. Instants (Neigh) are played out of turn: when\n"
    "somebody plays a card, everybody else may answer; the quickest answer counts and\n"
    "can itself be answered. A card that is stopped is discarded.\n"
    "\n"
    "Words: sacrifice = your own card to the discard pile; destroy = somebody else's;\n"
    "steal = into your stable; return = to its owner's hand; discard = from your hand;\n"
    "pull = a random card from a hand; bring = into the stable without playing it.\n"
    "\"May\" is up to you, everything else must be done if it can be. Effects that start\n"
    "together are chosen together, then done together; what they set off comes next.\n"
    "Babies go back to the nursery whenever they would go to a hand or be discarded.\n"
    "\n"
    "When several have enough unicorns, or the deck runs out, most unicorns win, then\n"
    "most letters in the names of one's unicorns; if that is a tie, everybody loses.\n"
    "\n"
    "Moves: draw, done, play Neigh, play Basic Unicorn on p2, pass, answer Neigh, yes,\n"
    "no, choose p3, destroy Narwhal of p2, discard Neigh ... A unique beginning will do.\n";
