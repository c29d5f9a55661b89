# SPDX-License-Identifier: MIT
"""A training: generations of games and of learning from them (src/teach/course.h), on one device."""
import os

import torch

from . import tnet
from .learn import Learner, Replay
from .net import Net
from .play import SelfPlay
from .search import Forest


class Course:
    """`given` has what tools/train-gpu is asked for; `command` is kept in the network's file."""

    def __init__(self, game, given, command):
        self.game, self.given, self.command = game, given, command
        like = given.like.read_bytes()
        self.device = torch.device("cpu" if given.device == "lanes" else given.device)
        self.schema = tnet.read_schema(like).to(self.device)
        self._refuse_other_game()
        widths = tuple(map(int, given.width.split())) or tnet.read_widths(like)
        self.net = Net(self.schema, *widths).to(self.device)
        if given.from_like:
            tnet.load(self.net, like)
        vectors = [game.vector(given.games, device=given.device, illegal="mark", turned=True, reset=reset,
                               seed=given.seed, max_plies=limit)
                   for reset, limit in (("same_step", 2000), ("none", 0))]
        forest = Forest(vectors[1].reset(), self.evaluate, given.nodes, self.device)
        self.play = SelfPlay(vectors[0], forest, self.schema, self.device)
        self.replay, self.learner = Replay(given.window), Learner(self.net, given.rate)
        self.generation = self.samples = 0

    def _refuse_other_game(self):
        shows = (*self.game.planes, self.game.num_scalars, self.game.num_actions)
        s = self.schema
        if shows != (s.planes, s.height, s.width, s.scalars, s.moves):
            raise SystemExit(f"{self.given.like} is a network of another game: {s.game}")

    @torch.no_grad()
    def evaluate(self, planes, scalars):
        """What the player on turn can expect, 0 to 1, and logits of moves."""
        value, moves = self.net(*self.schema.look(planes, scalars))
        return value.sigmoid(), moves

    def step(self, done):
        """One generation; `done` is the share of the run that is behind. The losses of moves and values."""
        samples = self.play.play(self.given.plies)
        self.net.note(*samples[:3])
        self.replay.add(samples)
        self.samples += len(samples[0])
        batches = 1 + int(len(samples[0]) * self.given.reuse / self.given.batch)
        losses = self.learner.learn(self.replay, batches, self.given.batch, done)
        self.generation += 1
        return losses

    def keep(self):
        """Writes net.tnet; the one before stays until it is complete."""
        words = {"made": self.command, "player": "az"}
        path = self.given.run / "net.tnet"
        path.with_suffix(".new").write_bytes(tnet.write(self.net, self.game, words))
        os.replace(path.with_suffix(".new"), path)
