# SPDX-License-Identifier: Apache-2.0
"""Random values of any XDR type, made by the Python SDK's own decoders reading random parts instead of bytes.

Every decoder of the SDK reads the parts of a value in order; here each part is random. An invalid part (a union arm that
does not exist) is drawn again. The values use the full range of the types, regardless of what the network accepts.
"""
from __future__ import annotations

import contextlib
import random
from enum import IntEnum

from stellar_sdk import xdr
from stellar_sdk.xdr import base

ATTEMPTS = 60
DEPTH = 26


class Dice:
    """Replaces the SDK's byte reader."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.room = DEPTH

    def get_buffer(self):
        return range(1 << 30)

    def get_position(self) -> int:
        return 0

    def unpack_uint(self) -> int:
        """Lengths and presence flags; always 0 in deeply nested values."""
        return 0 if self.room < DEPTH // 2 else self.rng.choices([0, 1, 2, 3, 5], [50, 28, 15, 5, 2])[0]


def integer(rng: random.Random, bits: int, signed: bool) -> int:
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return rng.choice([0, 1, low, high, rng.randint(low, high), rng.randint(0, 1000)])


def text(rng: random.Random, limit: int) -> bytes:
    size = rng.randint(0, min(limit, 40))
    return rng.choice([rng.randbytes(size), bytes(rng.choices(b"abc \\\"'\n\t\0\r:.~\x7f", k=size)), b"plain"[:size]])


def opaque(rng: random.Random, size: int, fixed: bool) -> bytes:
    if fixed and size in (4, 12):
        # Mostly asset codes, which the SDK encodes only if they are ASCII.
        return bytes(rng.choices(b"ABCxyz019", k=rng.randint(0, size))).ljust(size, b"\0")
    return rng.randbytes(size if fixed else rng.randint(0, min(size, 70)))


@contextlib.contextmanager
def dice(seed: int):
    """Yields a function that makes a random value of a type of `stellar_sdk.xdr`."""
    rng, saved = random.Random(seed), []

    def replace(owner, name, value):
        saved.append((owner, name, owner.__dict__[name]))
        setattr(owner, name, value)

    replace(base.Integer, "unpack", staticmethod(lambda u: integer(rng, 32, True)))
    replace(base.UnsignedInteger, "unpack", staticmethod(lambda u: integer(rng, 32, False)))
    replace(base.Hyper, "unpack", staticmethod(lambda u: integer(rng, 64, True)))
    replace(base.UnsignedHyper, "unpack", staticmethod(lambda u: integer(rng, 64, False)))
    replace(base.Boolean, "unpack", staticmethod(lambda u: rng.random() < 0.5))
    replace(base.String, "unpack", staticmethod(lambda u, limit: text(rng, limit)))
    replace(base.Opaque, "unpack", staticmethod(lambda u, size, fixed: opaque(rng, size, fixed)))
    kinds = {value for value in vars(xdr).values() if isinstance(value, type) and "unpack" in value.__dict__}
    for kind in {k for k in kinds if k.__module__ != base.__name__}:
        if issubclass(kind, IntEnum):
            replace(kind, "unpack", classmethod(lambda cls, u: rng.choice(list(cls))))
        else:
            replace(kind, "unpack", classmethod(again(kind.__dict__["unpack"].__func__)))
    try:
        yield lambda kind: kind.unpack(Dice(rng), DEPTH)
    finally:
        for owner, name, value in saved:
            setattr(owner, name, value)


def again(unpack):
    """Wraps a decoder so that it is repeated until the random parts are valid."""
    def wrapped(cls, dice, depth_limit=DEPTH):
        before, dice.room = dice.room, depth_limit
        try:
            for attempt in range(ATTEMPTS):
                try:
                    return unpack(cls, dice, depth_limit)
                except ValueError:
                    if attempt == ATTEMPTS - 1:
                        raise
        finally:
            dice.room = before
    return wrapped
