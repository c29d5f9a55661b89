# SPDX-License-Identifier: MIT
"""The search of src/learn/gumbel.h for many games at once: a tree of fixed size for each, all in tensors.

All trees grow by a node in every simulation. A node keeps its game, as the rows of bytes it consists of. Ends of
games are exact, but they do not climb as proofs.
"""
import torch

C_VISIT, C_SCALE, WIDTH = 50.0, 0.5, 16
NEVER = -1e30


def halving(count, simulations):
    """How often the move that a simulation tries has been tried before, for `count` moves at first."""
    count, tried, plan = max(count, 1), [0] * max(count, 1), []
    rounds = max(1, (count - 1).bit_length())
    while len(plan) < simulations:
        times = simulations if count <= 2 else max(1, simulations // (rounds * count))
        for _ in range(times):
            plan += tried[:count]
            tried[:count] = [n + 1 for n in tried[:count]]
        count = max((count + 1) // 2, min(count, 2))
    return plan[:simulations]


def completed(log_prior, visits, total, value):
    """Opinions sharpened by what was found, as logits; moves that were not tried count as the position does."""
    prior, tried = log_prior.exp(), visits > 0
    worth = total / visits.clamp(min=1)
    share, all_visits = (prior * tried).sum(-1, keepdim=True), visits.sum(-1, keepdim=True)
    mean = (prior * worth).sum(-1, keepdim=True) / share.clamp(min=1e-30)
    usual = torch.where(share > 0, (value[:, None] + all_visits * mean) / (1 + all_visits), value[:, None])
    sharp = (C_VISIT + visits.amax(-1, keepdim=True)) * C_SCALE
    return log_prior + sharp * torch.where(tried, worth, usual)


class Forest:
    """`vector` is where leaves are played: as many games as there are trees, which do not begin again."""

    def __init__(self, vector, evaluate, simulations, device):
        self.vector, self.evaluate, self.simulations, self.device = vector, evaluate, simulations, device
        self.n, self.nodes = vector.n, simulations + 1
        self.part = [torch.from_dlpack(part) for part in vector.parts]
        self.seen = {name: torch.from_dlpack(getattr(vector, name))
                     for name in ("mask", "planes", "scalars", "rewards", "terminated", "truncated", "player")}
        shape, actions = (self.n, self.nodes), vector.game.num_actions
        self.kept = [torch.zeros(*shape, part.shape[1], dtype=torch.uint8, device=device) for part in self.part]
        self.log_prior, self.visits, self.total = (torch.zeros(*shape, actions, device=device) for _ in range(3))
        self.child = torch.zeros(*shape, actions, dtype=torch.int32, device=device)
        self.value, self.exact = (torch.zeros(shape, device=device) for _ in range(2))
        self.who, self.over = (torch.zeros(shape, dtype=kind, device=device) for kind in (torch.int8, torch.bool))
        self.row = torch.arange(self.n, device=device)
        self.plan = torch.tensor([halving(count, simulations) for count in range(WIDTH + 1)], device=device)

    def _settle(self, node, exact=None):
        """What the vector shows becomes node `node` of every tree. Returns its value for the first player."""
        seen = self.seen
        for kept, part in zip(self.kept, self.part):
            kept[:, node] = part
        value, logits = self.evaluate(seen["planes"], seen["scalars"])
        logits = logits.float().masked_fill(~seen["mask"], NEVER)
        self.log_prior[:, node] = torch.log_softmax(logits, 1).masked_fill(~seen["mask"], NEVER)
        self.value[:, node], self.who[:, node] = value, seen["player"]
        first = torch.where(seen["player"] == 0, value, 1 - value)
        if exact is not None:
            self.over[:, node] = seen["player"] < 0
            first = self.exact[:, node] = torch.where(self.over[:, node], exact, first)
        return first

    def plant(self, parts):
        """New trees whose roots are these games."""
        for part, given in zip(self.part, parts):
            part.copy_(given)
        self.vector.look()
        for tensor in (self.visits, self.total, self.child, self.over):
            tensor.zero_()
        self._settle(0)

    def _lagging(self, at):
        """Below the root: the move whose visits lag most behind what it deserves."""
        visits, log_prior = self.visits[self.row, at], self.log_prior[self.row, at]
        deserved = torch.softmax(completed(log_prior, visits, self.total[self.row, at], self.value[self.row, at]), 1)
        lag = deserved - visits / (2 + visits.sum(1, keepdim=True))
        return lag.masked_fill(log_prior <= NEVER, NEVER).argmax(1)

    def _descend(self, action):
        """From the roots until something new or an end is met: the path's nodes and moves, each [depth, n]."""
        at, going = torch.zeros_like(self.row), torch.ones_like(self.row, dtype=torch.bool)
        nodes, actions, valid = [], [], []
        while True:
            nodes.append(at)
            actions.append(action)
            valid.append(going)
            child = self.child[self.row, at, action].long()
            going = going & (child > 0) & ~self.over[self.row, child]
            if not going.any():
                return torch.stack(nodes), torch.stack(actions), torch.stack(valid)
            at = torch.where(going, child, at)
            action = torch.where(going, self._lagging(at), action)

    def _simulate(self, node, action):
        nodes, actions, valid = self._descend(action)
        at, action = nodes[-1], actions[-1]
        known = self.child[self.row, at, action].long()
        for kept, part in zip(self.kept, self.part):
            part.copy_(kept[self.row, at])
        self.vector.step(action)
        end = (self.seen["rewards"][:, 0] + 1) / 2
        first = self._settle(node, end)
        first = torch.where(known > 0, self.exact[self.row, known], first)
        self.child[self.row, at, action] = torch.where(known > 0, known, node).int()
        place = (self.row * self.nodes + nodes) * self.child.shape[2] + actions
        result = torch.where(self.who[self.row, nodes] == 0, first, 1 - first)
        self.visits.view(-1).index_add_(0, place.flatten(), valid.flatten().float())
        self.total.view(-1).index_add_(0, place.flatten(), (result * valid).flatten())

    def search(self, noise=True):
        """After `plant`: the move of each root, how often moves should be played [n, actions], and what the
        roots are worth to the first player [n]."""
        log_prior = self.log_prior[:, 0]
        legal = log_prior > NEVER
        extra = -torch.log(-torch.log(torch.rand_like(log_prior).clamp(1e-12, 1 - 1e-7))) if noise else 0
        plan = self.plan[legal.sum(1).clamp(max=WIDTH)]
        for i in range(self.simulations):
            standing = extra + completed(log_prior, self.visits[:, 0], self.total[:, 0], self.value[:, 0])
            fits = legal & (self.visits[:, 0] == plan[:, i:i + 1])
            fits = torch.where(fits.any(1, keepdim=True), fits, legal)
            self._simulate(i + 1, standing.masked_fill(~fits, 2 * NEVER).argmax(1))
        visits, total, value = self.visits[:, 0], self.total[:, 0], self.value[:, 0]
        found = completed(log_prior, visits, total, value)
        most = legal & (visits == visits.amax(1, keepdim=True))
        best = (extra + found).masked_fill(~most, 2 * NEVER).argmax(1)
        worth = (value + total.sum(1)) / (1 + visits.sum(1))
        share = torch.softmax(found.masked_fill(~legal, NEVER), 1)
        return best, share, torch.where(self.who[:, 0] == 0, worth, 1 - worth)
