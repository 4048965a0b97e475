# SPDX-License-Identifier: Apache-2.0
"""Runs the built programs as a user would, on machines with their own homes."""
from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from stellar_sdk import Account, Asset, Keypair, Network, Payment, TransactionBuilder, TransactionEnvelope

PIN = "29401755"
TESTNET = Network.TESTNET_NETWORK_PASSPHRASE

# What every program inherits: with quick_pins.c, Argon2id costs little. Empty for tests that need the real costs (`real_argon2id`).
INHERITED: dict[str, str] = {"LD_PRELOAD": os.environ["COLDSTAR_QUICK_PINS"]} if os.environ.get("COLDSTAR_QUICK_PINS") else {}

# Vaults of this run, by the programs' folder, what the programs inherit, and the name of their preparation.
VAULTS: dict[tuple[Path, str, str], Path] = {}
VAULTS_IN = tempfile.TemporaryDirectory(prefix="coldstar-vaults-")


def key(name: str) -> Keypair:
    """A key derived from the name, the same in every run."""
    return Keypair.from_raw_ed25519_seed(hashlib.sha256(f"coldstar test {name}".encode()).digest())


def payment(*operations, source: Keypair | None = None, sequence: int = 5, until: int | None = None, fee: int = 100,
            memo: int | str | None = None) -> str:
    """An unsigned envelope in base64, by default with a payment of one XLM from alice to bob that is valid for an hour."""
    builder = TransactionBuilder(Account((source or key("alice")).public_key, sequence - 1), TESTNET, fee)
    for operation in operations or (Payment(key("bob").public_key, Asset.native(), "1"),):
        builder.append_operation(operation)
    if memo is not None:
        builder.add_text_memo(memo) if isinstance(memo, str) else builder.add_id_memo(memo)
    return builder.add_time_bounds(0, int(time.time()) + 3600 if until is None else until).build().to_xdr()


PAY = ("payment", "--source", key("alice").public_key, "--destination", key("bob").public_key, "--asset", "native", "--amount", "1")


def signed(request: str) -> TransactionEnvelope:
    """A request's transaction with alice's signature."""
    envelope = opened(request)
    envelope.sign(key("alice"))
    return envelope


def stuck(machine: Machine, middle, *options) -> TransactionEnvelope:
    """A payment that was submitted with unknown outcome and was not applied."""
    envelope = signed(machine.build(*PAY, *options).out)
    middle.lose = True
    result = machine.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=envelope.to_xdr(), code=75)
    middle.lose = False
    assert envelope.hash_hex() in result.err
    return envelope


def opened(text: str) -> TransactionEnvelope:
    """The envelope of a request, or of base64 XDR."""
    text = text.strip()
    return TransactionEnvelope.from_xdr(json.loads(text)["envelope"] if text.startswith("{") else text, TESTNET)


def descriptors(process: int) -> dict[int, str]:
    """The open descriptors of a process, and where each leads. One that is closed while they are read is not among them."""
    found = {}
    for name in os.listdir(f"/proc/{process}/fd"):
        with contextlib.suppress(FileNotFoundError):
            found[int(name)] = os.readlink(f"/proc/{process}/fd/{name}")
    return found



@dataclass
class Result:
    code: int
    out: str
    err: str

    def json(self):
        return json.loads(self.out)


@dataclass
class Machine:
    folder: Path
    home: Path
    env: dict[str, str] = field(default_factory=dict)

    def build(self, *args, **options) -> Result:
        return self.run("coldstar-build", *args, **options)

    def sign(self, *args, **options) -> Result:
        return self.run("coldstar-sign", *args, **options)

    def submit(self, *args, **options) -> Result:
        return self.run("coldstar-submit", *args, **options)

    def run(self, program: str, *args, stdin: str | bytes = "", pin: str | None = None, secret: str | None = None,
            code: int | None = 0, env: dict[str, str] | None = None) -> Result:
        with self.started(program, *args, stdin=stdin, pin=pin, secret=secret, env=env) as process:
            out, err = process.communicate(stdin.encode() if isinstance(stdin, str) else stdin, timeout=60)
        result = Result(process.returncode, out.decode(), err.decode())
        assert result.code >= 0, f"{program} {args}: killed by a signal\n{result}"
        assert result.code != 70, f"{program} {args}: an internal error\n{result}"
        if result.code:
            assert f"{program}: error: " in result.err, f"{program} {args}: no error line\n{result}"
        if code is not None:
            assert result.code == code, f"{program} {args}: exit {result.code} instead of {code}\n{result.out}\n{result.err}"
        return result

    def started(self, program: str, *args, stdin="", pin=None, secret=None, env=None, keep=()) -> subprocess.Popen:
        """:param keep: further descriptors that the program inherits."""
        descriptors, options = [], []
        for option, text in (("--pin-fd", pin), ("--secret-fd", secret)):
            if text is not None:
                reader, writer = os.pipe()
                os.write(writer, text.encode() + b"\n")
                os.close(writer)
                descriptors.append(reader)
                options += [option, str(reader)]
        surroundings = {"PATH": os.environ["PATH"], "HOME": str(self.home), "COLDSTAR_HOME": str(self.home), **INHERITED, **self.env, **(env or {})}
        try:
            return subprocess.Popen([self.folder / program, *map(str, args), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, pass_fds=[*descriptors, *keep], env=surroundings, cwd=self.home)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def import_key(self, name: str, pair: Keypair) -> None:
        """Imports a key with `PIN`; the first key of a vault is sealed only once in each run."""
        def seal():
            self.sign("key", "import", name, secret=pair.secret, pin=PIN)

        if (self.home / "vault").exists():
            seal()
        else:
            self.once(f"key {name} {pair.public_key}", seal)

    def once(self, name: str, prepare: Callable[[], object]) -> None:
        """Leaves a vault as `prepare` does, which runs once in each run because each PIN takes half a second; later machines get a copy."""
        vault = self.home / "vault"
        place = (self.folder, str(INHERITED), name)
        made = VAULTS.get(place)
        if made is None:
            prepare()
            made = VAULTS[place] = Path(tempfile.mkdtemp(dir=VAULTS_IN.name)) / "vault"
            shutil.copytree(vault, made)
        else:
            shutil.rmtree(vault, ignore_errors=True)
            shutil.copytree(made, vault)

    def options(self, program: str) -> dict[tuple[str, ...], set[str]]:
        """The commands of a program that have none below them, by their words, with the options that their help shows."""
        found, waiting = {}, [((), self.run(program, "--experimental-dump-help").json()["command"])]
        while waiting:
            path, command = waiting.pop()
            inner = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
            waiting += [((*path, each["commandName"]), each) for each in inner]
            if not inner:
                shown = (option for option in command.get("arguments", []) if option["shouldDisplay"])
                found[path] = {name["name"] for option in shown for name in option.get("names", [])}
        return found

    def horizon(self, path: str, **query: str) -> dict:
        """What the practice network answers, asked without a program: that takes a tenth of the time."""
        url = self.env["STELLAR_HORIZON_URL"] + path + ("?" + urlencode(query) if query else "")
        with urlopen(url, timeout=60) as answer:
            return json.load(answer)

    def fund(self, *accounts: str | Keypair) -> None:
        for account in accounts:
            self.horizon("/friendbot", addr=account if isinstance(account, str) else account.public_key)

    def account(self, pair: Keypair) -> dict:
        return self.horizon(f"/accounts/{pair.public_key}")

    def sequence(self, pair: Keypair) -> int:
        return int(self.account(pair)["sequence"])

    def apply(self, source: Keypair, *operations, signers: Iterable[Keypair] = ()) -> str:
        """Applies operations without a trace in this machine's journal; returns the transaction's hash."""
        builder = TransactionBuilder(Account(source.public_key, self.sequence(source)), TESTNET, 100).add_time_bounds(0, 0)
        for operation in operations:
            builder.append_operation(operation)
        envelope = builder.build()
        for pair in signers or (source,):
            envelope.sign(pair)
        return self.post(envelope)

    def post(self, envelope) -> str:
        urlopen(self.env["STELLAR_HORIZON_URL"] + "/transactions", urlencode({"tx": envelope.to_xdr()}).encode(), timeout=60).close()
        return envelope.hash_hex()

    def file(self, name: str, text: str) -> Path:
        path = self.home / name
        path.write_text(text)
        return path


class Sandbox:
    """A practice network for one test."""

    def __init__(self, folder: Path, *options):
        self.process = subprocess.Popen([folder / "coldstar-sandbox", "--port", "0", *map(str, options)], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready = self.process.stdout.readline()
        assert ready.startswith("coldstar-sandbox ready http://127.0.0.1:"), ready + self.process.stderr.read()
        self.url = ready.split()[-1]

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err
