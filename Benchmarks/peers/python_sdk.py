# SPDX-License-Identifier: Apache-2.0
"""The same work with the Python Stellar SDK: python_sdk.py ENVELOPES SEED [check]."""

import pathlib
import sys
import time

from stellar_sdk import Keypair, Network, TransactionEnvelope
from stellar_sdk.sep.txrep import from_txrep, to_txrep

PASSPHRASE = Network.TESTNET_NETWORK_PASSPHRASE


def measure(name, lines, job, seconds=1.0):
    """Prints `name ops_per_cpu_second ops_per_wall_second`."""
    runs = 0
    wall, cpu = time.monotonic(), time.process_time()
    while time.monotonic() - wall < seconds:
        job(lines[runs % len(lines)])
        runs += 1
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    print(name, round(runs / cpu), round(runs / wall), flush=True)


def main():
    lines = pathlib.Path(sys.argv[1]).read_text().split()
    key = Keypair.from_secret(pathlib.Path(sys.argv[2]).read_text().split()[0])

    def job(line):
        envelope = TransactionEnvelope.from_xdr(line, PASSPHRASE)
        envelope.sign(key)
        return envelope.to_xdr()

    if len(sys.argv) > 3:
        for line in lines:
            print(job(line))
        return
    measure("job", lines, job)
    envelope = TransactionEnvelope.from_xdr(lines[0], PASSPHRASE)
    measure("only_hash", lines, lambda _: envelope.hash(), 0.5)
    value = envelope.to_xdr_object()
    document = value.to_json()
    text = to_txrep(envelope)
    measure("json_write", lines, lambda _: value.to_json(), 0.5)
    measure("json_read", lines, lambda _: type(value).from_json(document), 0.5)
    measure("txrep_write", lines, lambda _: to_txrep(envelope), 0.5)
    measure("txrep_read", lines, lambda _: from_txrep(text, PASSPHRASE), 0.5)


main()
