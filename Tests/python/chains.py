# SPDX-License-Identifier: Apache-2.0
"""What addresses and signatures of other chains are, without code of Coldstar's."""
from __future__ import annotations

import nacl.exceptions
import nacl.signing

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def unbase58(text: str) -> bytes:
    """:raises ValueError: for a letter that is not one of base58."""
    number = 0
    for letter in text:
        number = number * 58 + ALPHABET.index(letter)
    return bytes(len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def keccak256(data: bytes) -> bytes:
    """SHA-3 with the padding that it had before it became a standard, as Ethereum's networks use it."""
    rate, lanes = 136, [[0] * 5 for _ in range(5)]
    data += b"\1" + bytes(-(len(data) + 1) % rate)
    data = data[:-1] + bytes([data[-1] | 0x80])
    rotate = lambda lane, by: (lane << by % 64 | lane >> 64 - by % 64) % (1 << 64)     # noqa: E731
    for start in range(0, len(data), rate):
        for index in range(rate // 8):
            lanes[index % 5][index // 5] ^= int.from_bytes(data[start + 8 * index:][:8], "little")
        register = 1
        for _ in range(24):
            sums = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
            lanes = [[lane ^ sums[x - 1] ^ rotate(sums[(x + 1) % 5], 1) for lane in lanes[x]] for x in range(5)]
            x, y = 1, 0
            lane = lanes[x][y]
            for step in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                lane, lanes[x][y] = lanes[x][y], rotate(lane, (step + 1) * (step + 2) // 2)
            lanes = [[lanes[x][y] ^ ~lanes[(x + 1) % 5][y] & lanes[(x + 2) % 5][y] for y in range(5)] for x in range(5)]
            for bit in range(7):
                register = (register << 1 ^ (register >> 7) * 0x171) % 256
                lanes[0][0] ^= (register >> 1 & 1) << (1 << bit) - 1
    return b"".join(lanes[index % 5][index // 5].to_bytes(8, "little") for index in range(4))


# The curve secp256k1: y² = x³ + 7 modulo PRIME, the order of its points, and its base point.
PRIME, ORDER = 2**256 - 2**32 - 977, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
BASE = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798, 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)


def add(a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    """The sum of two points; None is the neutral one."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and a[1] != b[1]:
        return None
    slope = (3 * a[0] * a[0] * pow(2 * a[1], -1, PRIME) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, PRIME)) % PRIME
    x = (slope * slope - a[0] - b[0]) % PRIME
    return x, (slope * (a[0] - x) - a[1]) % PRIME


def multiply(number: int, point: tuple[int, int] | None) -> tuple[int, int] | None:
    result = None
    while number:
        if number & 1:
            result = add(result, point)
        number, point = number >> 1, add(point, point)
    return result


def personal_signer(text: str, signature: str) -> str | None:
    """The address, in small letters, whose owner made a signature as `personal_sign` (EIP-191) does; None if it is not one."""
    raw, message = bytes.fromhex(signature.removeprefix("0x")), text.encode()
    if len(raw) != 65 or not signature.startswith("0x") or raw[64] not in (27, 28):
        return None
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:64], "big")
    y = pow(r ** 3 + 7, (PRIME + 1) // 4, PRIME)
    if not 0 < r < ORDER or not 0 < s < ORDER or (y * y - r ** 3 - 7) % PRIME:
        return None
    nonce = (r, y if y % 2 == raw[64] - 27 else PRIME - y)
    digest = int.from_bytes(keccak256(b"\x19Ethereum Signed Message:\n%d" % len(message) + message), "big")
    key = multiply(pow(r, -1, ORDER), add(multiply(s, nonce), multiply(-digest % ORDER, BASE)))
    return key and "0x" + keccak256(key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big"))[12:].hex()


def is_signed(address: str, text: str, signature: str) -> bool:
    """Whether the owner of an address signed a text, as wallets sign messages: `personal_sign` for Ethereum's networks; for Solana Ed25519
    over the text's bytes, in base58."""
    try:
        if address.startswith("0x"):
            return personal_signer(text, signature) == address.lower()
        nacl.signing.VerifyKey(unbase58(address)).verify(text.encode(), unbase58(signature))
        return True
    except (nacl.exceptions.BadSignatureError, ValueError):
        return False
