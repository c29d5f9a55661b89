# SPDX-License-Identifier: MIT
"""The network of src/learn/tnet.h in PyTorch: sums of rows, two layers that end at 8, values and moves."""
import torch
from torch import nn
from torch.nn import functional as F

TOP = 8.0  # where a layer is cut off, as in src/learn/tnet.h


class Net(nn.Module):
    """
    input     [inputs + 1, h1]  the last row is the empty line's, and stays 0
    first     [h1]              what the first sum begins with
    seen      [inputs]          rows that have held in a sample; others are not written to files
    """

    def __init__(self, schema, h1, h2):
        super().__init__()
        self.schema, self.h1, self.h2 = schema, h1, h2
        self.input = nn.Parameter(self._scattered(schema.inputs + 1, h1, 400 if schema.lines else 40))
        self.first = nn.Parameter(torch.zeros(h1))
        self.hidden, self.value, self.move = nn.Linear(h1, h2), nn.Linear(h2, 1), nn.Linear(h2, schema.moves)
        with torch.no_grad():
            self.input[-1] = 0
            self.hidden.weight.copy_(self._scattered(h2, h1, h2))
            self.value.weight.copy_(self._scattered(1, h2, 500))
            for part in (self.hidden.bias, self.value.bias, self.move.weight, self.move.bias):
                part.zero_()
        self.register_buffer("seen", torch.zeros(schema.inputs + 1, dtype=torch.bool))
        self.register_buffer("seen_moves", torch.zeros(schema.moves, dtype=torch.bool))

    @staticmethod
    def _scattered(rows, width, fan):
        return (2 * torch.rand(rows, width) - 1) * (6 / (fan + width)) ** 0.5

    def forward(self, bits, lines):
        """Logits of the value [n], for the player on turn, and of all moves [n, moves]."""
        sums = self.first + bits.to(self.input.dtype) @ self.input[:self.schema.bits]
        if self.schema.lines:
            sums = sums + F.embedding_bag(lines, self.input, mode="sum", padding_idx=self.schema.inputs)
        second = self.hidden(sums.clamp(0, TOP)).clamp(0, TOP)
        return self.value(second)[:, 0], self.move(second)

    def note(self, bits, lines, mask):
        """These inputs and moves have been learned from."""
        self.seen[:self.schema.bits] |= bits.any(0)
        self.seen[lines.flatten().long()] = True
        self.seen_moves |= mask.any(0)
