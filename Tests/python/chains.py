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


def is_signed(address: str, text: str, signature: str) -> bool:
    """Whether the owner of an address signed a text, as wallets sign messages: for Solana Ed25519 over its bytes, in base58."""
    try:
        nacl.signing.VerifyKey(unbase58(address)).verify(text.encode(), unbase58(signature))
        return True
    except (nacl.exceptions.BadSignatureError, ValueError):
        return False
