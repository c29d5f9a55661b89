# SPDX-License-Identifier: MIT
"""Pictures of tournaments and matches (needs matplotlib)."""
import numpy as np


def _axes(axes, size):
    if axes is not None:
        return axes
    from matplotlib.figure import Figure
    return Figure(figsize=size, layout="constrained").subplots()


def ratings(tournament, axes=None):
    """The ratings of a tournament with their 95 % intervals, best on top. Returns the axes."""
    table, count = tournament.ratings(), len(tournament.names)
    axes = _axes(axes, (6, 0.6 + 0.4 * count))
    order = np.argsort(table[:, 0])
    mean, low, high = table[order].T
    axes.errorbar(mean, np.arange(count), xerr=[mean - low, high - mean], fmt="o", capsize=4)
    axes.set_yticks(np.arange(count), [tournament.names[i] for i in order])
    axes.axvline(0, linewidth=0.8, linestyle=":")
    axes.set_xlabel("rating, 95 % interval")
    axes.set_title(tournament.game.title)
    return axes


def crosstable(tournament, axes=None):
    """Who won what share of the points against whom. Returns the axes."""
    names, count = tournament.names, len(tournament.names)
    axes = _axes(axes, (1.5 + 0.8 * count, 1 + 0.6 * count))
    order = np.argsort(-tournament.ratings()[:, 0])
    score = tournament.score[np.ix_(order, order)]
    axes.imshow(score, vmin=0, vmax=1, cmap="RdYlGn")
    for i in range(count):
        for j in range(count):
            if i != j:
                axes.text(j, i, f"{score[i, j]:.2f}", ha="center", va="center")
    ticks = [names[i] for i in order]
    axes.set_xticks(range(count), ticks, rotation=45, ha="right")
    axes.set_yticks(range(count), ticks)
    axes.set_title(f"{tournament.game.title}: share of points, row against column")
    return axes


def progress(match, player=0, axes=None):
    """How a match went: the share of points so far, game by game. Returns the axes."""
    axes = _axes(axes, (6, 3))
    got = (match.rewards()[:, player] + 1) / 2
    games = np.arange(1, len(got) + 1)
    axes.plot(games, np.cumsum(got) / games)
    axes.axhline(0.5, linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 1)
    axes.set_xlabel("games")
    axes.set_ylabel(f"points of {match.names[player]}")
    axes.set_title(match.game.title)
    return axes
