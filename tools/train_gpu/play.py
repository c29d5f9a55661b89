# SPDX-License-Identifier: MIT
"""Games of the network against itself, all at once, as samples (src/teach/selfplay.h).

Games go on from one call to the next, and a game that ends is followed by another in its place: nobody waits for the
longest. What has not ended by the last ply of a call counts as what the search last found. Half of the games begin
with random plies; those are no samples, nor are moves without a choice.
"""
import torch

OF_END, CARRIED = 0.6, 0.9  # as src/teach/selfplay.c mixes values


class SelfPlay:
    def __init__(self, vector, forest, schema, device):
        self.vector, self.forest, self.schema, self.device = vector.reset(), forest, schema, device
        self.part = [torch.from_dlpack(part) for part in vector.parts]
        self.seen = {name: torch.from_dlpack(getattr(vector, name))
                     for name in ("mask", "planes", "scalars", "rewards", "terminated", "truncated", "player")}
        self.drawn = torch.from_dlpack(vector.actions)
        self.opening = schema.cells // 4 + 1
        self.random = self._random_plies()
        self.games = 0

    def _random_plies(self):
        n = self.vector.n
        plies = torch.randint(0, self.opening + 1, (n,), device=self.device)
        return plies * torch.randint(0, 2, (n,), device=self.device)

    def _ply(self):
        """One move of every game: what was seen, and what the search said of it."""
        seen = self.seen
        bits, lines = self.schema.look(seen["planes"], seen["scalars"])
        mask, who, random = seen["mask"].clone(), seen["player"].clone(), self.random > 0
        self.forest.plant(self.part)
        best, share, worth = self.forest.search()
        self.vector.sample()
        self.vector.step(torch.where(random, self.drawn.long(), best))
        over = seen["terminated"] | seen["truncated"]
        end = (seen["rewards"][:, 0] + 1) / 2
        self.random = torch.where(over, self._random_plies(), (self.random - 1).clamp(min=0))
        self.games += int(over.sum())
        keep = ~random & (mask.sum(1) > 1)
        return dict(bits=bits, lines=lines, mask=mask, share=share.half(), who=who, worth=worth, random=random,
                    over=over.clone(), end=end, keep=keep)

    @torch.no_grad()
    def play(self, plies):
        """So many plies of every game, as tensors of samples."""
        past, samples = [self._ply() for _ in range(plies)], []
        end = past[-1]["worth"]
        for moment in reversed(past):
            end = torch.where(moment["over"], moment["end"], end)
            value = OF_END * end + (1 - OF_END) * moment["worth"]
            value = torch.where(moment["who"] == 0, value, 1 - value)
            end = torch.where(moment["random"], end, CARRIED * end + (1 - CARRIED) * moment["worth"])
            keep = moment["keep"]
            samples.append((moment["bits"][keep], moment["lines"][keep], moment["mask"][keep],
                            moment["share"][keep], value[keep]))
        return [torch.cat(column) for column in zip(*samples)]
