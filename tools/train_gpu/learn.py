# SPDX-License-Identifier: MIT
"""Learning from samples: a ring of the newest ones, and steps of Adam over batches drawn from it."""
import torch
from torch.nn import functional as F


class Replay:
    """The last `room` samples, on the device."""

    def __init__(self, room):
        self.room, self.column, self.count, self.at = room, None, 0, 0

    def add(self, samples):
        samples = [column[-self.room:] for column in samples]
        if self.column is None:
            self.column = [torch.zeros((self.room, *column.shape[1:]), dtype=column.dtype, device=column.device)
                           for column in samples]
        n = len(samples[0])
        where = (self.at + torch.arange(n, device=samples[0].device)) % self.room
        for mine, given in zip(self.column, samples):
            mine[where] = given
        self.at, self.count = (self.at + n) % self.room, min(self.room, self.count + n)

    def draw(self, batch):
        which = torch.randint(0, self.count, (batch,), device=self.column[0].device)
        return [column[which] for column in self.column]


def slowed(rate, done):
    """Slower towards the end, of which `done` is a share, after a gentle start."""
    return rate * min(1, 0.1 + 50 * done) * (1 if done < 0.6 else 0.3 if done < 0.85 else 0.1)


class Learner:
    def __init__(self, net, rate):
        self.net, self.rate = net, rate
        self.adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)

    def learn(self, replay, batches, batch, done):
        """The mean losses of moves and values."""
        for group in self.adam.param_groups:
            group["lr"] = slowed(self.rate, done)
        sums = torch.zeros(2, device=self.net.first.device)
        for _ in range(batches):
            bits, lines, mask, share, value = replay.draw(batch)
            said, logits = self.net(bits, lines)
            log_share = torch.log_softmax(logits.masked_fill(~mask, -1e9), 1)
            share = share.float()
            moves = (share * (torch.log(share.clamp(min=1e-6)) - log_share)).sum(1).mean()
            self.adam.zero_grad(set_to_none=True)
            (moves + F.binary_cross_entropy_with_logits(said, value)).backward()
            self.adam.step()
            sums += torch.stack([moves.detach(), (said.detach().sigmoid() - value).square().mean()])
        return (sums / max(batches, 1)).tolist()
