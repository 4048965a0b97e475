# SPDX-License-Identifier: Apache-2.0
"""A journal modified without a PIN: lines that no key covers may add findings but remove none."""
from __future__ import annotations

import hashlib
import hmac
import json
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import stellar_sdk as sdk

import programs
from programs import PIN, TESTNET, Machine, key
from test_state import add, at_terminal, governed, inspect, sign, vault  # noqa: F401 (fixtures)

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
FAR = 4_000_000_000
UNTIL = int(time.time()) + 7200


def payment(amount="1", sequence=9, source=ALICE) -> str:
    """A payment with the same bytes at each call."""
    return programs.payment(sdk.Payment(BOB.public_key, sdk.Asset.native(), amount), source=source, sequence=sequence, until=UNTIL)


# ---------------------------------------------------------------- what anyone can write

def journal(machine) -> Path:
    return machine.home / "vault" / "journal"


def lines(machine) -> list[dict]:
    return [json.loads(line) for line in journal(machine).read_text().splitlines()]


def write(machine, documents: list[dict]) -> None:
    """Writes lines with a valid hash chain and valid checksums."""
    previous, out = "0" * 64, []
    for document in documents:
        body = {"previous": previous} | {name: value for name, value in document.items() if name not in ("previous", "check")}
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=True)[:-1]
        line = text + ',"check":"' + hashlib.sha256(text.encode()).hexdigest() + '"}'
        previous = hashlib.sha256(line.encode()).hexdigest()
        out.append(line + "\n")
    journal(machine).write_text("".join(out))


def append(machine, *documents: dict) -> None:
    write(machine, lines(machine) + list(documents))


def unsigned(document: dict, **changes) -> dict:
    return {name: value for name, value in document.items() if name not in ("by", "proof")} | changes


def intent(machine, text: str | None = None, **changes) -> dict:
    """The journal's last intent with other values, unsigned."""
    last = [line for line in lines(machine) if line["type"] == "intent"][-1]
    if text is not None:
        envelope = sdk.TransactionEnvelope.from_xdr(text, TESTNET)
        changes = {"hash": envelope.hash_hex(), "sequence": str(envelope.transaction.sequence)} | changes
    return unsigned(last, **changes)


def outcome(hash_: str, result: str, **changes) -> dict:
    return {"type": "outcome", "time": int(time.time()), "hash": hash_, "result": result} | changes


def refused(machine, text: str, line: int | None = None) -> str:
    said = sign(machine, text, code=77)
    assert said.out == "" and "was not written by a key of this vault" in said.err, said.err
    assert "journal accept --key alice" in said.err
    assert line is None or f"line {line} of vault/journal" in said.err, said.err
    for words in ((), ("--key", "alice")):
        verified = machine.sign("journal", "verify", *words, pin=PIN if words else None, code=77)
        assert "proven" not in verified.out + verified.err, verified
    return said.err


@pytest.fixture
def used(governed):  # noqa: F811
    governed.once("with a policy and a payment of 9 XLM", lambda: sign(governed, payment("9", sequence=9)))
    return governed


def forgeries(machine) -> dict[str, list[dict]]:
    """Lines that would loosen a rule if they were believed."""
    first = [line for line in lines(machine) if line["type"] == "intent"][-1]
    later, jumped = payment("9", sequence=10), payment("1", sequence=50)
    hash_ = sdk.TransactionEnvelope.from_xdr(later, TESTNET).hash_hex()
    return {
        "the same hash that spends nothing": [intent(machine, spent={}), outcome(first["hash"], "signed")],
        "a failure": [outcome(first["hash"], "failed")],
        "a new day": [intent(machine, payment("0.1", sequence=10), time=FAR, spent={})],
        "signed before": [intent(machine, later), outcome(hash_, "signed")],
        "a jump that was signed": [intent(machine, jumped)],
        "a number before": [intent(machine, payment(sequence=49))],
        "a change of the policy": [{"type": "change", "time": FAR, "list": "policy", "mark": {"counter": 9, "digest": "0" * 64}, "key": "alice",
                                    "seal": 1 << 60}],
        "a seen number": [{"type": "seen", "time": 1, "hash": hash_, "network": TESTNET, "source": ALICE.public_key, "sequence": "49",
                           "signer": BOB.public_key, "key": "alice", "summary": "x"}],
        "delivered": [outcome(first["hash"], "delivered", time=FAR)],
        "a replayed line": [first],
        "a line with somebody's signature": [first | {"spent": {}}],
        "a line that names no key": [first | {"by": "nobody", "proof": "00" * 64}],
    }


KINDS = ["the same hash that spends nothing", "a failure", "a new day", "signed before", "a jump that was signed", "a number before",
         "a change of the policy", "a seen number", "delivered", "a replayed line", "a line with somebody's signature",
         "a line that names no key"]


# The amounts and sequence numbers in these lines count against the limits.
STRICTER = {"a new day", "signed before", "a jump that was signed", "a number before"}


def test_appended_lines_loosen_no_rule(used, subtests):
    whole = lines(used)
    for kind in KINDS:
        with subtests.test(kind=kind):
            append(used, *forgeries(used)[kind])
            said = sign(used, payment("9", sequence=10), code=77)
            assert said.out == "" and "was not written by a key of this vault" in said.err and f"line {len(whole) + 1} of vault/journal" in said.err
            found = inspect(used, payment("9", sequence=10))
            assert found["POLICY"] == "refuse" and "W-DUP" not in found
            assert inspect(used, payment("1", sequence=50))["W-SEQJUMP"] == "hold"
            write(used, whole)
    sign(used, payment("0.1", sequence=10))


@pytest.mark.parametrize("kinds", [[kind for kind in KINDS if kind not in STRICTER], *([kind] for kind in sorted(STRICTER))],
                         ids=lambda kinds: kinds[0] if len(kinds) == 1 else "all that count for nothing")
def test_accepted_lines_are_reported_and_loosen_no_rule(used, kinds):
    before, is_stricter = len(lines(used)), kinds[0] in STRICTER
    forged = forgeries(used)
    append(used, *(line for kind in kinds for line in forged[kind]))
    refused(used, payment("9", sequence=10), before + 1)
    found = inspect(used, payment("9", sequence=10))
    assert found["POLICY"] == "refuse" and "W-DUP" not in found
    assert inspect(used, payment("1", sequence=50))["W-SEQJUMP"] == "hold"
    add(used, "contacts", "add", "carol", CAROL.public_key, code=77)
    said = at_terminal(used, "journal", "accept", "--key", "alice")
    assert f"{before + 1}  " in said and "can add findings, and remove none" in " ".join(said.split()), said
    assert "maximum_per_day" in sign(used, payment("9", sequence=10), code=77).err
    assert "W-SEQJUMP" in inspect(used, payment("1", sequence=50))
    done = sign(used, payment("1", sequence=10), code=77 if is_stricter else 0)
    assert "W-DUP" not in done.err and ("POLICY" in done.err or not is_stricter or "W-SEQUSED" in done.err)
    shown = used.sign("journal", "verify", "--key", "alice", pin=PIN).out
    assert f"unproven  lines {before + 1}" in shown and "proven    the other lines, by the PIN of alice" in shown


def test_refuses_to_sign_with_a_rewritten_journal(used, subtests):
    whole = lines(used)
    for seed, way in enumerate(("change", "swap", "repeat", "drop", "cut", "strip")):
        with subtests.test(way=way):
            rows = list(whole)
            place = random.Random(seed).randrange(len(rows) - 1)
            if way == "change":
                place = next(index for index, row in enumerate(rows) if row["type"] == "intent")
                rows[place] = rows[place] | {"spent": {}}
            elif way == "swap":
                rows[place], rows[place + 1] = rows[place + 1], rows[place]
            elif way == "repeat":
                rows.insert(place, rows[place])
            elif way == "drop":
                rows.pop(place)
            elif way == "cut":
                rows = rows[:-1]
            else:
                rows = [unsigned(row) for row in rows]
            write(used, rows)
            said = sign(used, payment("0.1", sequence=10), code=77)
            assert said.out == "" and "journal" in said.err
            assert "proven" not in used.sign("journal", "verify", "--key", "alice", pin=PIN, code=77).out
    write(used, whole)
    sign(used, payment("0.1", sequence=10))


def test_refuses_to_sign_with_another_vaults_journal(used, folder, tmp_path):
    (tmp_path / "other").mkdir()
    other = Machine(folder, tmp_path / "other")
    other.import_key("alice", ALICE)                                    # the same key and hence the same record key
    for number in range(9, 12):
        sign(other, payment(sequence=number))
    mine = lines(used)
    shutil.copy(journal(other), journal(used))
    assert sign(used, payment("0.1", sequence=12), code=77).out == ""
    write(used, mine + lines(other))
    # Its first line is about the key, which is only there to be read.
    refused(used, payment("0.1", sequence=12), len(mine) + 2)


def test_the_seal_covers_the_last_journal_line(used):
    """The line about the delivery of a signature is written after the key was erased from memory."""
    seal = json.loads((used.home / "vault" / "seal.alice").read_text().splitlines()[0])
    assert lines(used)[-1]["result"] == "delivered" and seal["journal"]["lines"] == len(lines(used)) and seal["version"] == 2
    assert all(line["by"] == "alice" and len(line["proof"]) == 128 for line in lines(used))
    assert ALICE.secret not in journal(used).read_text()


# ---------------------------------------------------------------- a key of the attacker's own

def test_journal_lines_of_a_key_that_an_attacker_created_are_not_trusted_by_other_keys(vault):  # noqa: F811
    sign(vault, payment("1", sequence=9))
    vault.import_key("mallory", CAROL)
    forged = payment("1", sequence=10)
    asked = json.loads(vault.build("compose", "-", "-n", "testnet", stdin=forged).out)
    asked = json.dumps(asked | {"signers": [CAROL.public_key]})
    vault.sign("sign", "-", "--key", "mallory", "--yes", stdin=asked, pin=PIN)
    jumped = payment("1", sequence=11)
    said = sign(vault, jumped, code=77)
    assert "W-SEQJUMP" in said.err and "has not accepted the journal lines of key mallory" in " ".join(said.err.split())
    text = vault.file("text", payment("2", sequence=10))
    shown = at_terminal(vault, "sign", str(text), "--key", "alice", "--network", "testnet")
    assert "W-RECORD" in shown and "if you made that key, accept its lines" in " ".join(shown.split())


def test_unattended_signing_requires_the_other_keys_lines_to_be_accepted(governed):  # noqa: F811
    governed.import_key("carol", CAROL)
    at_terminal(governed, "book", "accept", "--key", "carol")
    sign(governed, payment("1", source=CAROL, sequence=5), name="carol")
    assert "--yes needs a proven record" in " ".join(sign(governed, payment("1", sequence=9), code=77).err.split())
    shown = at_terminal(governed, "sign", str(governed.file("text", payment("1", sequence=9))), "--key", "alice", "--network", "testnet")
    assert "W-RECORD" in shown and "signed by" in shown
    sign(governed, payment("1", sequence=10))
    governed.sign("journal", "verify", "--key", "alice", pin=PIN)


def test_two_keys_of_one_account_can_sign_alternately_after_accepting_each_other(vault):  # noqa: F811
    vault.import_key("bob", BOB)
    add(vault, "accounts", "add", ALICE.public_key, "--signer", f"{BOB.public_key}:1", "--thresholds", "1,1,1", "--key", "alice")
    at_terminal(vault, "book", "accept", "--key", "bob")
    both = vault.sign("sign", "-", "--key", "alice", "--key", "bob", "--yes", "--network", "testnet", stdin=payment(sequence=9),
                      pin=f"{PIN}\n{PIN}")
    assert both.out
    for number, name in enumerate(["bob", "alice", "bob", "alice"], start=10):
        said = sign(vault, payment(sequence=number), name=name).err
        assert "W-SEQJUMP" not in said and "W-RECORD" not in said
    vault.sign("journal", "verify", "--key", "bob", pin=PIN)


# ---------------------------------------------------------------- a seal of the attacker's own

MALLORY = key("mallory")


def record_key(pair: sdk.Keypair) -> sdk.Keypair:
    return sdk.Keypair.from_raw_ed25519_seed(hmac.new(pair.raw_secret_key()[:32], b"coldstar record key 1", hashlib.sha512).digest()[:32])


def forge_seal(machine, name: str, record: sdk.Keypair, **changes) -> None:
    """A well-formed seal whose authenticator was not made by a key."""
    fields = json.loads((machine.home / "vault" / "seal.alice").read_text().splitlines()[0])
    fields |= {"key": name, "counter": 1, "key_files": [], "list_key": None, "book": [], "policy": [], "drilled": None, "clock": None,
               "record_key": record.raw_public_key().hex(), "accepted": [],
               "journal": {"lines": 0, "digest": "0" * 64, "unproven": [], "unseen": []}} | changes
    first = json.dumps(fields, separators=(",", ":")) + "\n"
    (machine.home / "vault" / f"seal.{name}").write_text(first + hashlib.sha256(first.encode()).hexdigest() + "\n" + "ab" * 64 + "\n")


def append_as(machine, name: str, record: sdk.Keypair, *documents: dict) -> None:
    """Appends lines signed with the given record key."""
    out = journal(machine).read_bytes()
    for document in documents:
        previous = hashlib.sha256(out.splitlines()[-1]).hexdigest()
        body = {field: value for field, value in unsigned(document).items() if field not in ("previous", "check")}
        text = json.dumps({"previous": previous} | body | {"by": name}, separators=(",", ":"))[:-1]
        text += ',"proof":"' + record.sign(b"Coldstar journal line 1\n" + text.encode()).hex() + '"'
        out += (text + ',"check":"' + hashlib.sha256(text.encode()).hexdigest() + '"}\n').encode()
    journal(machine).write_bytes(out)


def test_a_forged_seal_loosens_no_finding_of_inspect_and_policy_check(used):
    record = record_key(MALLORY)
    forge_seal(used, "mallory", record)
    before = inspect(used, payment("1", sequence=50)), inspect(used, payment("9", sequence=10))
    first = [line for line in lines(used) if line["type"] == "intent"][-1]
    append_as(used, "mallory", record, outcome(first["hash"], "failed"), intent(used, payment("1", sequence=49), spent={}))
    assert before[0]["W-SEQJUMP"] == "hold" and before[1]["POLICY"] == "refuse"
    for old, new in zip(before, (inspect(used, payment("1", sequence=50)), inspect(used, payment("9", sequence=10)))):
        assert old.items() <= new.items()
    assert used.sign("policy", "check", "-", "--network", "testnet", stdin=payment("9", sequence=10), code=77).err


def test_the_time_of_a_forged_line_is_not_copied_into_genuine_lines(used):
    record = record_key(MALLORY)
    forge_seal(used, "mallory", record)
    append_as(used, "mallory", record, outcome("00" * 32, "signed", time=FAR))
    add(used, "contacts", "add", "carol", CAROL.public_key)
    assert lines(used)[-1]["type"] == "change" and lines(used)[-1]["time"] < time.time() + 60
    late = programs.payment(sdk.Payment(BOB.public_key, sdk.Asset.native(), "9"), sequence=10, until=FAR + 7200)
    for text in (payment("9", sequence=10), late):
        assert sign(used, text, code=77).out == ""


def test_a_negative_spent_amount_is_rejected(used):
    append(used, intent(used, payment("1", sequence=60), spent={"native": "-90000000"}))
    assert sign(used, payment("9", sequence=10), code=None).out == ""
    assert '"spent" is out of range' in used.sign("journal", "verify", code=77).err


def test_a_time_namespace_does_not_reset_the_daily_limit(used):
    """Any user can start the signer in one, where the clock since boot differs."""
    ahead = ["unshare", "-U", "-r", "-T", "--boottime", "90000", "--"]
    if subprocess.run([*ahead, "true"], capture_output=True).returncode:
        pytest.skip("no time namespaces here")
    wrapper = used.home / "wrapped"
    wrapper.mkdir()
    (wrapper / "coldstar-sign").write_text(f'#!/bin/sh\nexec {" ".join(ahead)} "{used.folder}/coldstar-sign" "$@"\n')
    (wrapper / "coldstar-sign").chmod(0o700)
    shifted = Machine(wrapper, used.home, used.env)
    text = programs.payment(sdk.Payment(BOB.public_key, sdk.Asset.native(), "0.1"), sequence=10, until=UNTIL + 90_000)
    shifted.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=text, pin=PIN, code=None)
    for number in (10, 11):
        said = sign(used, programs.payment(sdk.Payment(BOB.public_key, sdk.Asset.native(), "9"), sequence=number, until=UNTIL + 90_000), code=77)
        assert "maximum_per_day" in said.err and said.out == ""


def two_keys(vault) -> None:
    sign(vault, payment("1", sequence=9))
    vault.import_key("bob", BOB)
    vault.sign("sign", "-", "--key", "bob", "--yes", "--network", "testnet", stdin=payment("1", source=BOB, sequence=10), pin=PIN)


def test_lines_of_an_unaccepted_key_are_reported_until_accepted(vault):  # noqa: F811
    two_keys(vault)
    add(vault, "contacts", "add", "carol", CAROL.public_key, "--key", "alice")
    assert "unproven" in vault.sign("journal", "verify", "--key", "alice", pin=PIN).out
    shown = at_terminal(vault, "sign", str(vault.file("text", payment("1", sequence=10))), "--key", "alice", "--network", "testnet")
    assert "W-RECORD" in shown and "if you made that key, accept its lines" in " ".join(shown.split())


def test_a_key_can_be_accepted_after_its_lines_were_acknowledged(vault):  # noqa: F811
    two_keys(vault)
    append(vault, intent(vault, payment("1", sequence=30)))
    # The first prompt is about bob's key and is declined; the second acknowledges the unproven lines.
    at_terminal(vault, "journal", "accept", "--key", "alice", accepting=False)
    said = at_terminal(vault, "journal", "accept", "--key", "alice")
    assert "key alice accepts the journal lines of key bob" in said


def test_a_different_record_key_under_an_accepted_name_is_reported_as_forged(vault):  # noqa: F811
    two_keys(vault)
    at_terminal(vault, "journal", "accept", "--key", "alice")
    old = json.loads((vault.home / "vault" / "seal.bob").read_text().splitlines()[0])
    record = record_key(MALLORY)
    forge_seal(vault, "bob", record, key_files=old["key_files"], counter=old["counter"] + 5, journal=old["journal"])
    append_as(vault, "bob", record, intent(vault, payment("1", sequence=49), key="bob", spent={}))
    assert "W-SEQJUMP" in sign(vault, payment("1", sequence=50), code=77).err
    shown = " ".join(at_terminal(vault, "sign", str(vault.file("text", payment("1", sequence=50))), "--key", "alice", "--network", "testnet").split())
    assert "someone has forged that seal" in shown and old["record_key"] in shown.replace(" ", "")


def test_lines_of_a_removed_key_stay_attributed_to_it(vault):  # noqa: F811
    two_keys(vault)
    vault.sign("key", "remove", "bob", "--yes")
    assert "was not written by a key" not in vault.sign("journal", "verify", code=None).err
    said = sign(vault, payment("1", sequence=10), code=None)
    assert "was not written by a key" not in said.err


# ---------------------------------------------------------------- the previous release

def seal_of_before(pair: sdk.Keypair, fields: dict) -> str:
    """A seal of version 1 as the previous release wrote it."""
    secret = hmac.new(pair.raw_secret_key()[:32], b"coldstar list and seal keys 1", hashlib.sha512).digest()[32:]
    first = json.dumps(fields, separators=(",", ":")) + "\n"
    text = first + hashlib.sha256(first.encode()).hexdigest() + "\n"
    return text + hmac.new(secret, text.encode(), hashlib.sha512).hexdigest() + "\n"


def make_old(machine, *more: dict) -> None:
    """Turns a vault into one of the previous release: unsigned lines, the last of them not covered by the seal."""
    rows = [unsigned(line) for line in lines(machine)]
    write(machine, rows)
    place = machine.home / "vault" / "seal.alice"
    fields = json.loads(place.read_text().splitlines()[0])
    for name in ("record_key", "accepted", "clock"):
        fields.pop(name)
    covered = journal(machine).read_text().splitlines()[:-1]
    fields |= {"version": 1, "journal": {"lines": len(covered), "digest": hashlib.sha256(covered[-1].encode()).hexdigest()}}
    place.write_text(seal_of_before(ALICE, fields))
    append(machine, *more)


def test_a_vault_of_the_previous_release_is_upgraded_without_a_question(used):
    make_old(used)
    old = (used.home / "vault" / "seal.alice").read_bytes()
    assert "maximum_per_day" in sign(used, payment("9", sequence=10), code=77).err
    said = sign(used, payment("1", sequence=10)).err
    assert "W-RECORD" not in said and "W-SEQJUMP" not in said
    assert json.loads((used.home / "vault" / "seal.alice").read_text().splitlines()[0])["version"] == 2
    used.sign("journal", "verify", "--key", "alice", pin=PIN)
    (used.home / "vault" / "seal.alice").write_bytes(old)
    assert "vault/seal.alice is not the newest" in sign(used, payment("1", sequence=11), code=77).err


def test_lines_that_an_old_seal_does_not_cover_need_one_confirmation(used):
    make_old(used, *[])
    append(used, intent(used, payment("5", sequence=10), spent={"native": "50000000"}))
    assert "--yes needs a proven record" in " ".join(sign(used, payment("1", sequence=11), code=77).err.split())
    shown = at_terminal(used, "sign", str(used.file("text", payment("0.1", sequence=10))), "--key", "alice", "--network", "testnet")
    assert "W-RECORD" in shown and "W-SEQUSED" in shown
    sign(used, payment("0.1", sequence=11))


# ---------------------------------------------------------------- the clock

AHEAD = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static long ahead(void) { const char *text = getenv("AHEAD"); return text ? atol(text) : 0; }
int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0) now->tv_sec += ahead();
    return result;
}
time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
"""


@pytest.fixture(scope="module")
def clock(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("clock")
    (folder / "clock.c").write_text(AHEAD)
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", folder / "clock.so", folder / "clock.c"], check=True)
    return str(folder / "clock.so")


@pytest.mark.real_argon2id
@pytest.mark.parametrize("ahead", [90_000, 86_400 * 400])
def test_a_preloaded_clock_does_not_reset_the_daily_limit(used, clock, ahead):
    env = {"LD_PRELOAD": clock, "AHEAD": str(ahead)}
    text = sdk.TransactionEnvelope.from_xdr(payment("9", sequence=10), TESTNET)
    text.transaction.preconditions.time_bounds = sdk.TimeBounds(0, int(time.time()) + 3600 + ahead)
    for _ in range(2):
        said = used.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=text.to_xdr(), pin=PIN, env=env, code=77)
        assert "maximum_per_day" in said.err and said.out == ""
    small = programs.payment(sdk.Payment(BOB.public_key, sdk.Asset.native(), "0.1"), sequence=10, until=int(time.time()) + 3600 + ahead)
    used.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=small, pin=PIN, env=env)
    assert max(line["time"] for line in lines(used)) < time.time() + 60, "the shifted time must not be recorded"
    report = json.loads(used.sign("doctor", "--json", env=env, code=None).out)
    states = {row["name"]: row for row in report["surroundings"]}
    assert states["preload"]["state"] == "attention" and "LD_PRELOAD" in states["preload"]["detail"]
    assert "daily sums" in states["policy"]["detail"]


def test_the_seal_keeps_the_clock_readings_of_the_first_signature_since_boot(used):
    def reading():
        return json.loads((used.home / "vault" / "seal.alice").read_text().splitlines()[0])["clock"]

    first = reading()
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip().replace("-", "")
    # The machine is a copy of one that was made when a test needed it first, some time ago.
    signed = next(line["time"] for line in lines(used) if line["type"] == "intent")
    assert first["boot"] == boot and abs(first["wall"] - signed) < 120
    sign(used, payment("0.1", sequence=10))
    assert reading() == first


# ---------------------------------------------------------------- co-signers

def three(folder, tmp_path) -> list[Machine]:
    machines = []
    for name, pair in (("alice", ALICE), ("bob", BOB), ("carol", CAROL)):
        (tmp_path / name).mkdir()
        machine = Machine(folder, tmp_path / name)
        machine.import_key(name, pair)
        others = [other for other in (BOB, CAROL)]
        add(machine, "accounts", "add", ALICE.public_key, *[word for other in others for word in ("--signer", f"{other.public_key}:1")],
            "--thresholds", "1,2,2")
        machines.append(machine)
    return machines


@pytest.mark.slow
def test_a_co_signer_who_skips_every_other_payment_can_record_the_used_numbers(folder, tmp_path):
    alice, bob, carol = three(folder, tmp_path)
    first = payment(sequence=9)
    sign(carol, sign(alice, first).out, name="carol")
    for number in (10, 12):
        out = sign(alice, payment(sequence=number)).out
        sat_out = sign(bob, out, name="bob").out
        bare = payment(sequence=number + 1)
        assert "W-SEQJUMP" in sign(carol, bare, name="carol", code=77).err, "the number is not known to be used"
        carol.sign("journal", "note", "-", "--key", "carol", "--yes", "--network", "testnet", stdin=bare, pin=PIN, code=77)
        noted = carol.sign("journal", "note", "-", "--key", "carol", "--yes", "--network", "testnet", stdin=sat_out, pin=PIN)
        assert f"number {number} of {ALICE.public_key} is recorded as used" in noted.err
        assert "W-SEQJUMP" not in sign(carol, bare, name="carol").err
        sign(alice, bare)
    carol.sign("journal", "verify", "--key", "carol", pin=PIN)
    # Without a note, a co-signer's own signature on the request is enough.
    sign(alice, payment(sequence=14))
    last = sign(alice, payment(sequence=15)).out
    said = " ".join(sign(carol, last, name="carol").err.split())
    assert "W-SEQJUMP" in said and "the numbers between are taken as used" in said
    assert "W-SEQUSED" in sign(carol, payment("2", sequence=12), name="carol", code=77).err


@pytest.mark.parametrize("signer", ["stranger", "wrong network"])
def test_only_a_listed_signers_valid_signature_marks_a_sequence_number_as_used(folder, tmp_path, signer):
    _, _, carol = three(folder, tmp_path)
    sign(carol, payment(sequence=9), name="carol")
    envelope = sdk.TransactionEnvelope.from_xdr(payment(sequence=20), TESTNET)
    if signer == "stranger":
        envelope.sign(key("dave"))
    else:
        other = sdk.TransactionEnvelope.from_xdr(payment(sequence=20), "another network")
        other.sign(ALICE)
        envelope.signatures = other.signatures
    said = carol.sign("journal", "note", "-", "--key", "carol", "--yes", "--network", "testnet", stdin=envelope.to_xdr(), pin=PIN, code=77)
    assert "has signed this transaction" in said.err
    assert "W-SEQJUMP" in sign(carol, envelope.to_xdr(), name="carol", code=77).err
