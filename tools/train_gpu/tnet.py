# SPDX-License-Identifier: MIT
"""Network files (src/learn/tnet_file.c): a text and blocks of whole numbers, rounded as src/teach/round.c does."""
import struct
import zlib

import numpy as np
import torch

from .schema import Schema

MAGIC = b"tessera-net 2\n"
SCALE, FIRST, LOGIT = 1 << 24, 1 << 10, 1 << 16  # the units of src/learn/tnet.h


# --- Writing ---------------------------------------------------------------------------

def _rounded(x):
    return np.trunc(x + np.where(x < 0, -0.5, 0.5))


def _rows(weight, bias, kept):
    """Rows of int8, each with its number, its scale and, where there is one, its bias."""
    weight, out = weight.detach().double().cpu().numpy(), []
    scale = np.clip(np.floor(np.abs(weight).max(1) / 127 * SCALE + 0.5), 1, 4e9)
    numbers = np.clip(_rounded(weight * SCALE / scale[:, None]), -127, 127).astype(np.int8)
    for row in np.flatnonzero(kept):
        out.append(struct.pack("<II", row, int(scale[row])))
        if bias is not None:
            out.append(struct.pack("<i", int(_rounded(float(bias[row]) * LOGIT))))
        out.append(numbers[row].tobytes())
    return b"".join(out)


def _block(tag, content):
    return tag + struct.pack("<I", len(content)) + content + struct.pack("<I", zlib.crc32(content))


def write(net, game, words):
    """The network as bytes. `words` says what it is: made, player, measured; `game` has the names of moves."""
    text = net.schema.text.encode()
    head = MAGIC + b"".join(f"{key} {value[:255]}\n".encode() for key, value in words.items() if value)
    head += f"size {net.h1} {net.h2} 1\ntext {len(text)}\n".encode() + text + b"blocks\n"
    kept, moves = net.seen[:-1].cpu().numpy(), net.seen_moves.cpu().numpy()
    first = np.clip(_rounded(net.first.detach().double().cpu().numpy() * FIRST), -32768, 32767)
    names = b"".join(game.action_text(int(row)).encode() + b"\0" for row in np.flatnonzero(moves))
    return b"".join([
        head, b"HEAD", struct.pack("<II", 0, zlib.crc32(head)),
        _block(b"FIRS", first.astype("<i2").tobytes()),
        _block(b"INPT", _rows(net.input[:-1], None, kept)),
        _block(b"HIDN", _rows(net.hidden.weight, net.hidden.bias.tolist(), np.ones(net.h2, bool))),
        _block(b"VALU", _rows(net.value.weight, net.value.bias.tolist(), np.ones(1, bool))),
        _block(b"MOVE", _rows(net.move.weight, net.move.bias.tolist(), moves)),
        _block(b"NAME", names)])


# --- Reading ---------------------------------------------------------------------------

def read_schema(data):
    """The schema of a network file's bytes."""
    if not data.startswith(MAGIC):
        raise ValueError("this is no network")
    at = data.index(b"\ntext ") + 1
    end = data.index(b"\n", at)
    size = int(data[at + 5:end])
    return Schema(data[end + 1:end + 1 + size].decode())


def read_widths(data):
    """The widths of its layers."""
    at = data.index(b"\nsize ") + 6
    return tuple(int(word) for word in data[at:data.index(b"\n", at)].split()[:2])


def _blocks(data):
    at, found = data.index(b"blocks\nHEAD") + len(b"blocks\n"), {}
    while at < len(data):
        size, = struct.unpack_from("<I", data, at + 4)
        found[data[at:at + 4]] = content = data[at + 8:at + 8 + size]
        crc, = struct.unpack_from("<I", data, at + 8 + size)
        if data[at:at + 4] != b"HEAD" and crc != zlib.crc32(content):
            raise ValueError("the network is damaged")
        at += size + 12
    return found


def _fill(content, weight, bias):
    head = 8 if bias is None else 12
    kind = np.dtype([("head", "<i4", head // 4), ("weight", "i1", weight.shape[1])])
    rows = np.frombuffer(content, kind)
    which = torch.from_numpy(rows["head"][:, 0].astype(np.int64))
    scale = rows["head"][:, 1].astype(np.uint32).astype(np.float64)[:, None] / SCALE
    weight[which] = torch.from_numpy(rows["weight"] * scale).to(weight)
    if bias is not None:
        bias[which] = torch.from_numpy(rows["head"][:, 2] / LOGIT).to(bias)
    return which


@torch.no_grad()
def load(net, data):
    """Takes the weights of a file of the same schema and widths."""
    blocks = _blocks(data)
    net.first.copy_(torch.from_numpy(np.frombuffer(blocks[b"FIRS"], "<i2") / FIRST))
    net.seen[_fill(blocks[b"INPT"], net.input, None)] = True
    _fill(blocks[b"HIDN"], net.hidden.weight, net.hidden.bias)
    _fill(blocks[b"VALU"], net.value.weight, net.value.bias)
    net.seen_moves[_fill(blocks[b"MOVE"], net.move.weight, net.move.bias)] = True
