# SPDX-License-Identifier: MIT
"""A second program for 2048: a line is slid by taking its tiles out and joining neighbours. `coming` counts tiles to come."""
from .base import Game


def slid(line):
    """The tiles of a line after they slid to its beginning, and the points."""
    tiles, out, points = [t for t in line if t], [], 0
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            out.append(2 * tiles[0])
            points += 2 * tiles[0]
            tiles = tiles[2:]
        else:
            out.append(tiles.pop(0))
    return out + [0] * (len(line) - len(out)), points


class Tiles(Game):
    size, goal = 4, 2048
    coming, score = 2, 0
    rows = None

    def __init__(self):
        self.rows = [[0] * self.size for _ in range(self.size)]

    def key(self):
        return str(self.rows), self.coming

    def came(self, y, x, tile):
        g = self.after()
        g.rows = [list(row) for row in self.rows]
        g.rows[y][x] = tile
        g.coming -= 1
        return g

    def pushed(self, way):
        turned = {"left": self.rows, "right": [row[::-1] for row in self.rows],
                  "up": [list(c) for c in zip(*self.rows)], "down": [list(c)[::-1] for c in zip(*self.rows)]}[way]
        lines = [slid(line) for line in turned]
        rows = [line for line, _ in lines]
        back = {"left": rows, "right": [row[::-1] for row in rows], "up": [list(c) for c in zip(*rows)],
                "down": [list(c) for c in zip(*[row[::-1] for row in rows])]}[way]
        g = self.after()
        g.rows, g.coming, g.score = back, 1, self.score + sum(points for _, points in lines)
        return g

    def pushes(self):
        found = {way: self.pushed(way) for way in ("up", "right", "down", "left")}
        return {way: g for way, g in found.items() if g.rows != self.rows}

    def moves(self):
        if not self.coming:
            return self.pushes()
        return {f"{tile} {y},{x}": self.came(y, x, tile) for y in range(self.size) for x in range(self.size)
                if not self.rows[y][x] for tile in (2, 4)}

    def scores(self):
        return [self.score]

    def winner(self):
        if self.coming or self.pushes():
            return None
        return 0 if max(map(max, self.rows)) >= self.goal else "nobody"


class SmallTiles(Tiles):
    size, goal = 3, 256


GAMES = {"2048": Tiles, "2048,size=3": SmallTiles}
