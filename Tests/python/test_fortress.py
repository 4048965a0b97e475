# SPDX-License-Identifier: Apache-2.0
"""The signer's self-protection: the doctor's report, the system calls seen by strace, and the order in which restrictions take effect."""
from __future__ import annotations

import functools
import json
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from unittest import mock

import pytest
import stellar_sdk as sdk

from programs import PIN, Machine, key, payment

# About the program as users start it.
pytestmark = pytest.mark.real_argon2id

ALICE, BOB = key("alice"), key("bob")
CONTRACT = sdk.StrKey.encode_contract(bytes(32))
WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"          # SEP-5's first
POLICY = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "book",
          "assets": ["native"], "maximum_per_transaction": {"native": "10"}, "maximum_per_day": {"native": "15"}, "maximum_fee": "0.001"}
MEASURES = ["standard-streams", "crash-handlers", "core-dumps", "undumpable", "no-new-privileges", "locked-memory", "system-calls",
            "descriptors", "files"]
STRACE = shutil.which("strace") and not subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode


def doctor(machine, *args, **options) -> dict:
    return machine.sign("doctor", "--json", *args, code=None, **options).json()


def states(found: dict, part: str = "surroundings") -> dict[str, str]:
    return {one["name"]: one["state"] for one in found[part]}


class Plain(Machine):
    """A machine with an unprivileged user and the usual limit of locked memory."""
    limit = 8 << 20

    def started(self, program, *args, **options):
        limits = lambda: resource.setrlimit(resource.RLIMIT_MEMLOCK, (self.limit, self.limit))
        with mock.patch.object(subprocess, "Popen", functools.partial(subprocess.Popen, user=65534, group=65534, extra_groups=[], preexec_fn=limits)):
            return super().started(program, *args, **options)


class TestDoctor:
    def test_every_protection_measure_holds(self, offline):
        found = doctor(offline)
        assert [one["name"] for one in found["measures"]] == MEASURES
        broken = [one for one in found["measures"] if one["state"] == "broken"]
        assert broken == []
        assert states(found, "measures")["system-calls"] == "holds"

    def test_the_doctor_lists_the_kernels_network_interfaces(self, offline):
        real = {path.name: int((path / "flags").read_text(), 16) for path in Path("/sys/class/net").iterdir() if (path / "flags").exists()}
        expected = [{"name": name, "up": bool(flags & 1)} for name, flags in sorted(real.items()) if not flags & 8]
        found = doctor(offline)
        assert found["interfaces"] == expected
        assert states(found)["network"] == ("attention" if any(one["up"] for one in expected) else "good")

    def test_the_doctor_exits_with_77_if_anything_needs_attention(self, offline):
        result = offline.sign("doctor", "--json", code=None)
        attention = [name for name, state in states(result.json()).items() if state == "attention"]
        assert result.code == (77 if attention else 0)
        for name in attention:
            assert name in result.err

    def test_the_text_report_has_the_same_states_as_json(self, offline):
        text = offline.sign("doctor", code=None).out
        for one in (found := doctor(offline))["measures"] + found["surroundings"]:
            assert one["state"] in text and (one["name"] == "clock" or one["detail"] in text)

    @pytest.mark.skipif(os.geteuid() != 0, reason="needs root to make a network without an interface")
    def test_a_machine_without_network_is_good(self, folder, offline):
        run = ["unshare", "--net", folder / "coldstar-sign", "doctor", "--json"]
        if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode:
            pytest.skip("no network namespaces here")
        # Without a new /sys mount, the interfaces of the host's network namespace are visible.
        shell = 'mount -t sysfs sysfs /sys && exec "$@"'
        result = subprocess.run(["unshare", "--net", "--mount", "sh", "-c", shell, "sh", *run[2:]], capture_output=True, text=True,
                                env={"COLDSTAR_HOME": str(offline.home), "PATH": os.environ["PATH"]})
        found = json.loads(result.stdout)
        assert states(found)["network"] == "good"
        assert result.returncode == (77 if "attention" in states(found).values() else 0)

    @pytest.mark.parametrize("now, state", [("2026-11-21T09:00:00Z", "good"), ("2026-10-31T23:59:59Z", "attention"), ("1970-01-01T00:00:00Z", "attention"),
                                            ("2100-01-01T00:00:00Z", "attention")])
    def test_an_implausible_clock_needs_attention(self, offline, now, state):
        assert states(doctor(offline, "--now", now))["clock"] == state

    def test_a_clock_behind_the_journal_needs_attention(self, offline):
        offline.import_key("alice", ALICE)
        # The journal records the machine's own time, whatever --now says.
        offline.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", "--now", "2030-01-01T00:00:00Z", stdin=payment(), pin=PIN)
        assert states(doctor(offline, "--now", str(int(time.time()) - 86_400)))["clock"] == "attention"
        assert states(doctor(offline))["clock"] == "good"

    def test_a_vault_readable_by_others_needs_attention(self, offline):
        assert states(doctor(offline))["vault"] == "good"
        offline.import_key("alice", ALICE)
        assert states(doctor(offline))["vault"] == "good"
        for path in (offline.home / "vault", offline.home / "vault/alice.key"):
            before = path.stat().st_mode
            path.chmod(before | 0o040)
            result = offline.sign("doctor", code=77)
            assert str(path) in result.out and "vault" in result.err
            path.chmod(before)

    def test_a_modified_journal_needs_attention(self, offline):
        (offline.home / "vault").mkdir(0o700)
        (offline.home / "vault/journal").write_text("{}\n")
        assert states(doctor(offline))["journal"] == "attention"

    def test_a_backup_not_drilled_for_half_a_year_needs_attention(self, offline):
        offline.import_key("alice", ALICE)
        assert states(doctor(offline))["backups"] == "good"
        later = str(int(time.time()) + 184 * 86_400)
        assert states(doctor(offline, "--now", later))["backups"] == "attention"
        assert "not tried for half a year: alice" in offline.sign("doctor", "--now", later, code=77).out
        # A drill is recorded on the day of the machine's clock, whatever --now says.
        offline.sign("key", "drill", "alice", "--now", later, secret=ALICE.secret, pin=PIN)
        assert states(doctor(offline, "--now", later))["backups"] == "attention"
        assert states(doctor(offline))["backups"] == "good"

    def test_the_online_side_on_the_same_machine_needs_attention(self, offline):
        assert states(doctor(offline))["online side"] == "good"
        (offline.home / "online").mkdir()
        assert states(doctor(offline))["online side"] == "attention"

    @pytest.mark.skipif(not STRACE, reason="strace may not trace here")
    def test_a_debugger_needs_attention(self, folder, offline):
        out = subprocess.run(["strace", "-f", "-o", "/dev/null", folder / "coldstar-sign", "doctor", "--json"], capture_output=True, text=True,
                             env={"COLDSTAR_HOME": str(offline.home)}).stdout
        assert states(json.loads(out))["debugger"] == "attention"

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
    def test_every_protection_measure_holds_for_an_unprivileged_user(self, folder):
        """Its limits are lower, and it cannot read its own /proc once it is undumpable. Not below root's temporary folder."""
        with tempfile.TemporaryDirectory() as home:
            os.chown(home, 65534, 65534)
            program = shutil.copy(folder / "coldstar-sign", home)
            for library in folder.glob("libqrencode.so.*"):
                shutil.copy(library, home)
            plain = Plain(Path(program).parent, Path(home))
            plain.import_key("alice", ALICE)
            plain.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", "--out", "signed", "--png", "signed.png", stdin=payment(), pin=PIN)
            assert sorted(path.name for path in Path(home).glob("signed*")) == ["signed", "signed.png"]
            found = doctor(plain)
            assert {state for state in states(found, "measures").values()} <= {"holds", "missing"}
            assert states(found)["vault"] == states(found)["journal"] == "good"
            plain.limit = 1 << 16
            assert [one["name"] for one in doctor(plain)["measures"] if one["state"] == "broken"] == ["locked-memory"]

    def test_inherited_descriptors_are_closed(self, folder, offline):
        reader, writer = os.pipe()
        out = subprocess.run([folder / "coldstar-sign", "doctor", "--json"], pass_fds=[reader, writer], capture_output=True, text=True,
                             env={"COLDSTAR_HOME": str(offline.home)}).stdout
        assert states(json.loads(out), "measures")["descriptors"] == "holds"
        os.close(reader)
        os.close(writer)


class Traced(Machine):
    """Runs the programs under strace, which logs system calls."""

    def __init__(self, machine: Machine, folder: Path, what: str = "network"):
        super().__init__(folder, machine.home, machine.env)
        self.log = folder / "trace"
        wrapper = folder / "coldstar-sign"
        wrapper.write_text(f'#!/bin/sh\nexec strace -f -qq -e trace={what} -e signal=none -o "{self.log}" "{machine.folder}/coldstar-sign" "$@"\n')
        wrapper.chmod(0o755)

    def calls(self, *args, **options) -> list[str]:
        self.log.unlink(missing_ok=True)
        self.sign(*args, **{"code": None, **options})
        return self.log.read_text().splitlines()


@pytest.mark.skipif(not STRACE, reason="strace may not trace here")
class TestStrace:
    @pytest.mark.slow
    def test_no_command_but_the_doctor_makes_a_network_call(self, offline, tmp_path):
        (tmp_path / "traced").mkdir()
        traced = Traced(offline, tmp_path / "traced")
        offline.file("tx.xdr", payment())
        offline.file("policy.json", json.dumps(POLICY))
        pair = sdk.Keypair.from_mnemonic_phrase(WORDS)
        secret = lambda line: {"pin": PIN, "secret": line}
        runs = [
            (0, "key new savings", {"pin": PIN}), (0, "key import alice", secret(ALICE.secret)), (0, "key import words", secret(WORDS)),
            (0, "key derive words second --account 1", {"pin": PIN}), (0, "key list", {}), (0, "key show alice", {}),
            (0, "key show alice --png a.png", {}), (0, "key drill words", secret(WORDS)),
            (0, "key shares make words --threshold 2 --shares 3", {"pin": PIN}), (65, "key shares drill words", {"secret": "academic"}),
            (65, "key shares restore again", {"pin": PIN, "secret": "academic"}), (0, "key export alice", {"pin": PIN}),
            (0, "key backup alice --out alice.backup", {}), (0, "key change-pin second --new-pin-fd 0", {"pin": PIN, "stdin": PIN + "1\n"}),
            (0, f"book contacts add bob {BOB.public_key} --key alice --yes", {"pin": PIN}), (0, "book contacts list", {}),
            (0, f"book accounts add {ALICE.public_key} --signer {BOB.public_key}:1 --yes", {"pin": PIN}), (0, "book accounts list", {}),
            (0, f"book domains add example.com --signing-key {BOB.public_key} --yes", {"pin": PIN}), (0, "book domains list", {}),
            (0, f"book assets add USDC:{BOB.public_key} --yes", {"pin": PIN}), (0, "book assets list", {}),
            (0, f"book contracts add vault {CONTRACT} --network testnet --wasm-hash {'5a' * 32} --yes", {"pin": PIN}), (0, "book contracts list", {}),
            (0, "book contracts export --out pins", {}), (None, "book contracts import pins --yes", {"pin": PIN}), (0, "book show", {}),
            (0, "book export --out book", {}), (0, "book import book --yes", {"pin": PIN}), (None, "book accept --key alice", {"pin": PIN}),
            *((None, f"book {part} import book --yes", {"pin": PIN}) for part in ("contacts", "accounts", "domains", "assets")),
            *((None, f"book {part} export --out {part}", {}) for part in ("contacts", "accounts", "domains", "assets")),
            (0, "policy set policy.json --yes", {"pin": PIN}), (0, "policy show", {}), (None, "policy check tx.xdr --network testnet", {}),
            (0, "watch . --key alice --once", {"pin": PIN}), (0, "policy remove --yes", {"pin": PIN}),
            (0, "inspect tx.xdr --network testnet", {}), (0, "inspect - --network testnet --json", {"stdin": payment()}),
            (0, "sign tx.xdr --key alice --yes --network testnet --out signed --png b.png", {"pin": PIN}),
            (0, f"verify signed --network testnet --signer {ALICE.public_key}", {}), (0, "qr signed --network testnet --frames frames", {}),
            (65, "attach signed --network testnet --signer P --signature A", {}), (0, "journal show", {}), (0, "journal verify", {}),
            (None, "journal accept --key alice --yes", {"pin": PIN}), (None, "journal note tx.xdr --key alice --yes --network testnet", {"pin": PIN}),
            (0, "backup --out vault.backup", {}), (0, "restore vault.backup --home elsewhere", {}),
            (0, "backup --out again.backup --sheet vault.html", {}), (0, "sheet key words --out words.html", {}), (0, "sheet addresses --out addresses.html", {}),
            (77, "sign tx.xdr --key alice --yes --network testnet", {"pin": "000000000"}), (66, "sign nothing.json --key alice", {}),
            (0, f"book assets remove USDC:{BOB.public_key} --yes", {"pin": PIN}), (0, "book domains remove example.com --yes", {"pin": PIN}),
            (0, f"book accounts remove {ALICE.public_key} --yes", {"pin": PIN}), (0, "book contacts remove bob --yes", {"pin": PIN}),
            (0, "book contracts remove vault --yes", {"pin": PIN}),
            (0, "key remove alice --yes", {}), (None, "key restore alice alice.backup", {"pin": PIN}), (0, "--version", {}), (0, "--help", {}),
            (64, "nonsense", {}),
        ]
        missing = {name for name in leaves(offline) if not any(f"{text} ".startswith(f"{name} ") for _, text, _ in runs)}
        assert missing == {"doctor"}
        for code, text, options in runs:
            assert traced.calls(*text.split(), code=code, **options) == [], text
        assert (offline.home / "signed").read_text() and (offline.home / "frames").is_dir()
        assert pair.public_key in offline.sign("key", "list").out

    def test_the_network_calls_of_doctor_are_all_denied(self, offline, tmp_path):
        (tmp_path / "traced").mkdir()
        calls = Traced(offline, tmp_path / "traced").calls("doctor")
        assert len(calls) > 10 and any("socket(AF_INET, " in call for call in calls)
        assert [call for call in calls if "= -1 EPERM" not in call] == []

    def test_the_sandbox_is_entered_before_any_input_is_read(self, offline, tmp_path):
        """The order of the calls: system call filter, file access, then the transaction and the vault."""
        (tmp_path / "traced").mkdir()
        offline.import_key("alice", ALICE)
        request = offline.home / "tx.xdr"
        request.write_text(payment())
        calls = Traced(offline, tmp_path / "traced", "all").calls(
            "sign", request, "--key", "alice", "--yes", "--network", "testnet", pin=PIN)
        first = lambda pattern: next(place for place, call in enumerate(calls) if re.search(pattern, call))
        order = [first(r"prlimit64\(0, RLIMIT_CORE, \{"), first(r"PR_SET_DUMPABLE"), first(r"PR_SET_NO_NEW_PRIVS"), first("SECCOMP_SET_MODE_FILTER, 0"),
                 first("close_range|landlock_create_ruleset"), first(r'openat\(AT_FDCWD, "[^"]*tx.xdr", O_RDONLY')]
        assert order == sorted(order)
        opened = [place for place, call in enumerate(calls) if re.search(r"openat\(.*(vault|tx\.xdr)", call) and "O_PATH" not in call]
        assert opened[0] > order[4]
        assert not [call for call in calls if "read(" in call and PIN in call]       # byte by byte


def leaves(machine, *group: str) -> list[str]:
    """The words of every command without subcommands."""
    text = machine.sign(*group, "--help").out
    if "SUBCOMMANDS:" not in text:
        return [" ".join(group)]
    names = re.findall(r"(?m)^  ([a-z][a-z-]*)(?: \(default\))?  ", text.partition("SUBCOMMANDS:")[2])
    return [leaf for name in names for leaf in leaves(machine, *group, name)]
