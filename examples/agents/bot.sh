#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A complete player for Tessera, in any game: plays one of the legal moves.
#
#     tessera match tictactoe "exec:sh examples/agents/bot.sh" mcts --games 10

count=1 seed=0
while read -r word id kind ms n; do
    case $word in
    hello) # the version of the protocol
        echo "id name bot in sh"
        echo "ready"
        ;;
    decide) # id, kind, milliseconds, number of moves
        count=$n
        ;;
    seed) # the only randomness to use: matches can be repeated
        seed=$(printf %s "$id" | tail -c 6 | sed 's/^0*//')
        ;;
    go) # a move by its number, or its text: "choose 7 X 0,1"
        echo "choose $id #$((${seed:-0} % count))"
        ;;
    ping) echo "pong $id" ;;
    quit) exit ;;
    esac
done
