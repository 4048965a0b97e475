# SPDX-License-Identifier: Apache-2.0
"""Compares submission with its peers: submit.py FOLDER ROUNDS SUBMIT name=command...

FOLDER has loopback_horizon; 5,000 signed payments of 500 accounts are made there once. Each command is run as `command ENVELOPES URL`
and prints `post requests_per_cpu_second requests_per_second`. In every round each runs once, in a different order; medians are compared.
Then SUBMIT (coldstar-submit) submits 1,000 and 5,000 of them, including everything it does: signatures, journal, order.
"""

import hashlib
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from stellar_sdk import Account, Asset, Keypair, Network, TransactionBuilder

GOALS = {"limit": 0.7, "aiohttp": 5}
ACCOUNTS, EACH = 500, 10


def keypair(name):
    return Keypair.from_raw_ed25519_seed(hashlib.sha256(f"bench {name}".encode()).digest())


def make(path):
    """Payments of alternating accounts, so that a part of the file has as many accounts as the whole."""
    pairs = [keypair(f"sender {number}") for number in range(ACCOUNTS)]
    sources = [Account(pair.public_key, 0) for pair in pairs]
    destination = keypair("receiver").public_key
    lines = []
    for _ in range(EACH):
        for pair, source in zip(pairs, sources):
            builder = TransactionBuilder(source, Network.TESTNET_NETWORK_PASSPHRASE, base_fee=100)
            builder.append_payment_op(destination, Asset.native(), "1").add_time_bounds(0, 4_000_000_000)
            envelope = builder.build()
            envelope.sign(pair)
            lines.append(envelope.to_xdr())
    path.write_text("\n".join(lines) + "\n")


def measure(folder, rounds, contestants, url):
    rates = {name: [] for name in contestants}
    for number in range(rounds):
        names = list(contestants)
        for name in names[number % len(names) :] + names[: number % len(names)]:
            command = [*contestants[name].split(), folder / "signed.txt", url + "/transactions" * (name != "coldstar")]
            rates[name].append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[1]))
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    for name, found in rates.items():
        print(f"{name:9} {statistics.median(found):10,.0f} requests per CPU second ({min(found):,.0f} to {max(found):,.0f})")
    own = statistics.median(rates["coldstar"])
    for name, goal in GOALS.items():
        ratio = own / statistics.median(rates[name])
        print(f"times {name}: {ratio:.2f} (goal {goal}) {'met' if ratio >= goal else 'MISSED'}")


def peak_memory(pid):
    """Peak memory in KiB of the program alone: wait4 would include the Python process that started it."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)


def send(submit, folder, url, count, *options):
    part = folder / f"signed-{count}.txt"
    part.write_text("".join(f"{line}\n" for line in (folder / "signed.txt").read_text().split()[:count]))
    with tempfile.TemporaryDirectory(dir=folder) as home:
        process = subprocess.Popen(
            [submit, "send", part, "--json", "--home", home, "--horizon-url", url, "--network", "testnet", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines, peak = 0, 0
        for line in process.stdout:
            lines += b'"success"' in line
            if lines % 50 == 0:
                peak = max(peak, peak_memory(process.pid))
        complaint = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
    if status or lines != count:
        sys.exit(f"{lines} of {count} are in the ledger: {complaint}")
    cpu = usage.ru_utime + usage.ru_stime
    print(f"coldstar-submit send, {count:5,}: {cpu:6.2f} s of CPU time ({1e6 * cpu / count:,.0f} us each), "
          f"{peak / 1024:.1f} MiB at most")
    return peak


def main():
    folder, rounds, submit = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), sys.argv[3]
    contestants = dict(each.split("=", 1) for each in sys.argv[4:])
    if not (folder / "signed.txt").exists():
        make(folder / "signed.txt")
    server = subprocess.Popen([folder / "loopback_horizon"], stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip()
        if rounds:
            measure(folder, rounds, contestants, url)
        small, large = (send(submit, folder, url, count, "--no-async") for count in (1000, ACCOUNTS * EACH))
        print(f"memory for 4,000 more: {(large - small) / 1024:.1f} MiB")
    finally:
        server.terminate()


main()
