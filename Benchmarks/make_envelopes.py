# SPDX-License-Identifier: Apache-2.0
"""Makes the envelopes for the measurements, the same in every run: make_envelopes.py FOLDER.

1op.txt, 100op.txt      unsigned payments on testnet, one base64 envelope per line
*.signed.txt            the same envelopes signed by the Python SDK: the expected output of every contestant
seed.txt                the seed that signs them, as a secret key and in hex; it is used for nothing else
"""

import hashlib
import pathlib
import sys

from stellar_sdk import Account, Asset, Keypair, Network, TransactionBuilder


def keypair(name):
    return Keypair.from_raw_ed25519_seed(hashlib.sha256(f"bench {name}".encode()).digest())


SIGNER = keypair("signer")
USDC = Asset("USDC", keypair("issuer").public_key)


def envelope(operations, number):
    builder = TransactionBuilder(
        Account(SIGNER.public_key, 1_000_000 + number), Network.TESTNET_NETWORK_PASSPHRASE, base_fee=100 + number
    )
    for index in range(operations):
        builder.append_payment_op(
            destination=keypair(f"dest {operations} {number} {index}").public_key,
            asset=USDC if index % 2 else Asset.native(),
            amount=f"{1 + index}.{number:07d}",
        )
    builder.add_text_memo(f"bench {number}").add_time_bounds(1_700_000_000, 1_900_000_000 + number)
    return builder.build()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for operations, count in ((1, 64), (100, 16)):
        unsigned, signed = [], []
        for number in range(count):
            made = envelope(operations, number)
            unsigned.append(made.to_xdr())
            made.sign(SIGNER)
            signed.append(made.to_xdr())
        (folder / f"{operations}op.txt").write_text("\n".join(unsigned) + "\n")
        (folder / f"{operations}op.signed.txt").write_text("\n".join(signed) + "\n")
    (folder / "seed.txt").write_text(f"{SIGNER.secret}\n{SIGNER.raw_secret_key().hex()}\n")


main()
