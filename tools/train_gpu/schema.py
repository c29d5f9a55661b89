# SPDX-License-Identifier: MIT
"""What a network sees of a game, on tensors: the schema of src/learn/schema.h, read from a network's text.

An input is a yes or no. Planes and scalars become bits by comparison with their steps; lines of cells become one
row each, numbered by what lies on them. The order of inputs is that of schema.c, so that weights fit either.
"""
import torch

AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))


class Schema:
    """
    bits      inputs that are compared with steps; they come first
    inputs    all of them
    moves     rows of moves
    """

    def __init__(self, text):
        self.text, lines = text, text.splitlines()
        self.game = lines[0].split()[1]
        self.planes, self.height, self.width, self.scalars = map(int, lines[1].split()[1:])
        actions, pieces, values, _ = lines[2].split()[1:]
        self.moves, self.line = int(actions), int(lines[3].split()[1])
        if not self.moves or int(pieces) or int(values) != 1:
            raise ValueError(f"{self.game}: only games of two players whose moves are numbers can be learned here")
        self.cells = self.height * self.width
        self._read_ranges([line.split() for line in lines[4:]])
        self._lay_lines()

    def _read_ranges(self, ranges):
        """Where each bit comes from: a number of the planes and scalars one after another, and its step."""
        source, step, digit = [], [], [0] * self.planes
        for i, words in enumerate(ranges):
            steps = [float(word) for word in words[3:3 + int(words[2])]]
            if i < self.planes:
                digit[i] = int(words[1])
                numbers = range(i * self.cells, (i + 1) * self.cells)
            else:
                numbers = [self.planes * self.cells + i - self.planes]
            source += [number for number in numbers for _ in steps]
            step += steps * len(numbers)
        self.source, self.step = torch.tensor(source), torch.tensor(step)
        self.digit, self.digits = torch.tensor(digit, dtype=torch.float32), 1 + sum(d > 0 for d in digit)
        self.bits = len(source)

    def _lay_lines(self):
        far, cells = self.line - 1, []
        for dx, dy in AXES if self.line else ():
            for y in range(self.height):
                for x in range(self.width):
                    if 0 <= x + far * dx < self.width and y + far * dy < self.height:
                        cells.append([(y + j * dy) * self.width + x + j * dx for j in range(self.line)])
        self.line_cell = torch.tensor(cells, dtype=torch.long).reshape(-1, max(self.line, 1))
        self.contents = self.digits ** self.line
        self.lines = len(cells)
        self.inputs = self.bits + self.lines * self.contents
        self.first = self.bits + torch.arange(self.lines) * self.contents
        self.power = self.digits ** torch.arange(self.line - 1, -1, -1)

    def to(self, device):
        for name in ("source", "step", "digit", "line_cell", "first", "power"):
            setattr(self, name, getattr(self, name).to(device))
        return self

    def look(self, planes, scalars):
        """Bits [n, bits] that hold, and the inputs of lines [n, lines]; `inputs` stands for an empty line."""
        n = len(planes)
        numbers = torch.cat([planes.reshape(n, -1).float(), scalars.reshape(n, -1)], 1)
        bits = numbers[:, self.source] >= self.step
        on = planes.reshape(n, self.planes, self.cells) != 0
        digit = (on * self.digit[:, None]).amax(1).long()
        content = (digit[:, self.line_cell] * self.power).sum(2) if self.lines else digit[:, :0]
        return bits, torch.where(content > 0, self.first + content, self.inputs).int()
