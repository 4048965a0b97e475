# SPDX-License-Identifier: Apache-2.0
"""Compares Coldstar with its peers: run.py FOLDER ROUNDS name=command...

FOLDER has the envelopes of make_envelopes.py; each command is run as `command ENVELOPES SEED`. In every round each contestant
runs once, in a different order, so that other load on the machine affects all of them; the medians of the rates per CPU second
are compared. First, each contestant must produce the same signed envelopes.
"""

import os
import pathlib
import statistics
import subprocess
import sys

FILES = ("1op", "100op")
GOALS = {
    ("1op", "limit"): 0.90,
    ("1op", "python"): 11,
    ("100op", "limit"): 0.75,
    ("100op", "python"): 150,
    ("100op", "findings"): 200_000,
    ("100op", "review_text"): 100_000,
    ("100op", "qr_encode"): 0.95,
}


def output(command, folder, size, *more):
    arguments = [*command, str(folder / f"{size}.txt"), str(folder / "seed.txt"), *more]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def check(folder, contestants):
    for size in FILES:
        expected = (folder / f"{size}.signed.txt").read_text()
        for name, command in contestants.items():
            if output(command, folder, size, "check") != expected:
                sys.exit(f"{name} signs the envelopes of {size} differently")


def measure(folder, rounds, contestants):
    """Rates by (size, contestant, metric): one (CPU, wall) pair for each round."""
    rates = {}
    for number in range(rounds):
        for size in FILES:
            names = list(contestants)
            for name in names[number % len(names) :] + names[: number % len(names)]:
                for line in output(contestants[name], folder, size).splitlines():
                    metric, cpu, wall = line.split()
                    rates.setdefault((size, name, metric), []).append((float(cpu), float(wall)))
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    return rates


def report(rates):
    median = {key: statistics.median(cpu for cpu, _ in pairs) for key, pairs in rates.items()}
    print(f"{'':6} {'':9} {'metric':18} {'per CPU second':>15} {'lowest':>10} {'highest':>10} {'per second':>11}")
    for (size, name, metric), pairs in sorted(rates.items(), key=lambda item: (FILES.index(item[0][0]), item[0][1])):
        cpu = [pair[0] for pair in pairs]
        wall = statistics.median(pair[1] for pair in pairs)
        print(
            f"{size:6} {name:9} {metric:18} {median[size, name, metric]:15,.0f} {min(cpu):10,.0f} {max(cpu):10,.0f}"
            f" {wall:11,.0f}"
        )
    print()
    for size in FILES:
        own = median[size, "coldstar", "job"]
        for name in ("limit", "python"):
            verdict(size, f"decode, hash, sign, encode: times {name}", own / median[size, name, "job"], GOALS[size, name])
        print(f"{size:6} times the limit with OpenSSL's SHA-256: {own / median[size, 'limit', 'job_openssl']:.2f}")
    for size in FILES:
        for metric in ("json_write", "json_read", "txrep_write", "txrep_read"):
            ratio = median[size, "coldstar", metric] / median[size, "python", metric]
            print(f"{size:6} {metric}: times python: {ratio:.1f}")
    ratio = median["100op", "coldstar", "qr_encode"] / median["100op", "coldstar", "qr_bare"]
    verdict("100op", "QR code: times libqrencode alone", ratio, GOALS["100op", "qr_encode"])
    for metric in ("findings", "review_text"):
        verdict("100op", f"{metric}, operations a second", median["100op", "coldstar", metric], GOALS["100op", metric])


def verdict(size, what, found, goal):
    shown = f"{found:,.2f}" if goal < 1000 else f"{found:,.0f}"
    print(f"{size:6} {what}: {shown} (goal {goal:,}) {'met' if found >= goal else 'MISSED'}")


def main():
    folder, rounds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    contestants = {name: command.split() for name, command in (each.split("=", 1) for each in sys.argv[3:])}
    check(folder, contestants)
    print("all contestants sign the same bytes", file=sys.stderr)
    report(measure(folder, rounds, contestants))


main()
