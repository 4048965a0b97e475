# SPDX-License-Identifier: Apache-2.0
"""A key's life: what the journal says of it, what is asked again, and a signer that works alone."""
from __future__ import annotations

import base64
import contextlib
import json
import signal

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset

from programs import PIN, key, opened, payment
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")
NEW = "70514826"


def journal(machine) -> list[dict]:
    return [json.loads(line) for line in machine.sign("journal", "show", "--json").out.splitlines()]


def events(machine) -> list[tuple[str, str]]:
    return [(line["key"], line["event"]) for line in journal(machine) if line["type"] == "key"]


def unproven(machine) -> list[int]:
    return machine.sign("journal", "verify", "--json").json()["unproven_lines_for_reading"]


# ---------------------------------------------------------------- lines about keys

def test_a_keys_life_is_in_the_journal(offline):
    offline.sign("key", "import", "alice", secret=ALICE.secret, pin=PIN)
    offline.sign("key", "new", "words", pin=PIN)
    words = offline.sign("key", "export", "words", pin=PIN).out
    offline.sign("key", "drill", "words", secret=words.strip(), pin=PIN)
    shares = [line for line in offline.sign("key", "shares", "make", "words", "--threshold", "2", "--shares", "2", pin=PIN).out.splitlines()
              if line and not line.startswith("#")]
    offline.sign("key", "shares", "restore", "again", "--as", "words", stdin="\n".join(shares) + "\n", pin=PIN)
    offline.sign("key", "derive", "words", "words-1", "--account", "1", pin=PIN)
    offline.sign("key", "change-pin", "alice", "--new-pin-fd", "0", stdin=NEW + "\n", pin=PIN)
    offline.sign("key", "backup", "alice", "--out", "alice.backup")
    offline.sign("key", "remove", "alice", "--yes", pin=NEW)
    offline.sign("key", "restore", "alice", "alice.backup", pin=NEW)
    assert events(offline) == [
        ("alice", "imported"), ("words", "created"), ("words", "exported"), ("words", "drilled"), ("words", "shared"), ("again", "restored"), ("words-1", "created"), ("alice", "pin-changed"),
        ("alice", "backed-up"), ("alice", "removed"), ("alice", "restored")]
    text = offline.sign("journal").out
    assert f"key alice: PIN changed, {ALICE.public_key}" in text and "key words: exported, G" in text
    assert not any(secret in text for secret in (ALICE.secret, PIN, NEW, *[" ".join(words.split()[i:i + 3]) for i in range(0, 24, 3)]))
    # Without the PIN, and what the key that was removed signed, is unproven; nothing of it blocks a key.
    assert unproven(offline) == [9] and "line 9, key alice: backed up" in " ".join(offline.sign("journal", "verify", "--key", "words", pin=PIN).out.split())


def test_a_removal_without_the_pin_is_unproven_and_blocks_no_other_key(offline):
    for name, pair in (("alice", ALICE), ("bob", BOB)):
        offline.import_key(name, pair)
    offline.sign("key", "remove", "bob", "--yes")
    assert events(offline)[-1] == ("bob", "removed") and unproven(offline) == [3]
    offline.sign("sign", "-", "-n", "testnet", "--key", "alice", "--yes", stdin=payment(), pin=PIN)
    offline.import_key("bob", BOB)
    offline.sign("sign", "-", "-n", "testnet", "--key", "alice", "--yes", stdin=payment(sequence=6), pin=PIN)
    assert unproven(offline) == [3], "the same key is back, and proves its lines"


def test_what_was_refused_leaves_no_line(offline):
    offline.import_key("alice", ALICE)
    before = journal(offline)
    factor = offline.file("factor", "x")
    for arguments, pins in (
            (("key", "import", "alice"), {"secret": ALICE.secret, "pin": PIN}), (("key", "new", "weak"), {"pin": "123456"}),
            (("key", "change-pin", "alice", "--new-pin-fd", "0"), {"stdin": "123456\n", "pin": PIN}),
            (("key", "change-pin", "alice", "--new-pin-fd", "0", "--new-second-factor", "absent"), {"stdin": NEW + "\n", "pin": PIN}),
            (("key", "change-pin", "alice", "--new-pin-fd", "0", "--new-second-factor", factor), {"stdin": NEW + "\n", "pin": PIN}),
            (("key", "change-pin", "alice", "--new-pin-fd", "0"), {"stdin": NEW + "\n", "pin": "00000001"}),
            (("key", "export", "alice"), {"pin": "00000001"}), (("key", "remove", "alice", "--yes"), {"pin": "00000001"}),
            (("key", "remove", "nobody", "--yes"), {}), (("key", "backup", "nobody"), {})):
        failed = offline.sign(*arguments, code=None, **pins)
        assert failed.code in (64, 65, 66, 73, 77), (arguments, failed)
    assert journal(offline) == before
    offline.sign("key", "export", "alice", pin=PIN)


def test_a_secret_is_exported_even_if_the_journal_cannot_say_so(offline):
    offline.import_key("alice", ALICE)
    (offline.home / "vault" / "journal").unlink()
    exported = offline.sign("key", "export", "alice", pin=PIN)
    assert exported.out.strip() == ALICE.secret and "could not be written to the journal" in " ".join(exported.err.split())
    offline.sign("key", "remove", "alice", "--yes", pin=PIN)


def test_an_error_about_a_key_that_does_not_open_says_what_can_be_wrong_and_the_way_out(offline):
    offline.import_key("alice", ALICE)
    said = " ".join(offline.sign("key", "export", "alice", pin="00000001", code=77).err.split())
    assert "wrong PIN for key alice, or its file is damaged" in said and "import the words" in said and "second factor" not in said
    factor, other = offline.file("factor", "one file" * 9), offline.file("other", "another file" * 9)
    offline.sign("key", "change-pin", "alice", "--new-pin-fd", "0", "--new-second-factor", factor, stdin=NEW + "\n", pin=PIN)
    said = " ".join(offline.sign("key", "export", "alice", "--second-factor", other, pin=NEW, code=77).err.split())
    assert "wrong PIN or second factor for key alice" in said and "--second-factor names the unchanged file" in said
    said = " ".join(offline.sign("key", "import", "alice", secret=ALICE.secret, pin=PIN, code=73).err.split())
    assert "key remove alice" in said


# ---------------------------------------------------------------- asked again

def test_a_weak_pin_and_one_typed_differently_are_asked_again(offline):
    offline.import_key("alice", ALICE)
    terminal = Terminal(offline, "coldstar-sign", "key", "change-pin", "alice")
    terminal.until("of alice: ")
    terminal.type(PIN + "\n")
    for weak in ("123456", "1", ""):
        terminal.until("for alice: ")
        terminal.type(weak + "\n")
    terminal.until("for alice: ")
    terminal.type(NEW + "\n")
    terminal.until("the same again: ")
    terminal.type(NEW + "1\n")
    terminal.until("the two entries differ")
    terminal.until("for alice: ")
    terminal.type(NEW + "\n")
    terminal.until("the same again: ")
    terminal.type(NEW + "\n")
    assert terminal.end()[0] == 0
    offline.sign("key", "export", "alice", pin=NEW)


def test_rolls_are_asked_again_if_they_are_too_few_and_kept_for_a_weak_pin(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "dice", "--dice")
    terminal.until("digits only: ")
    for rolls in ("123", "1" * 30 + "x" * 30, "123456" * 12):
        terminal.type(rolls + "\n")
        if len(rolls) < 70:
            terminal.until("3 rolls, at least 47 more: ")
    terminal.until("75 rolls, type more, or press Enter to go on: ")
    terminal.type("\n")
    terminal.until("to go on, press Enter: ")
    terminal.type("\n")
    terminal.until("for dice: ")
    terminal.type("654321\n")
    terminal.until("for dice: ")
    terminal.type(PIN + "\n")
    terminal.until("the same again: ")
    terminal.type("\x03")
    code, shown = terminal.end()
    assert code == 77 and "digits only" not in shown and not (offline.home / "vault" / "dice.key").exists()


@pytest.mark.parametrize("answers, code", [
    (["{value}"], 0), (["{lower}"], 0), (["wrong", "{value}"], 0), (["", "wrong", "{lower}"], 0), (["wrong", "wrong", "wrong"], 77), (["no"], 77),
    (["yes", "q"], 77)])
def test_a_value_is_asked_again_in_any_case_and_three_times_at_most(offline, answers, code):
    offline.import_key("alice", ALICE)
    merge = offline.file("merge.xdr", payment(sdk.AccountMerge(BOB.public_key)))
    terminal = Terminal(offline, "coldstar-sign", "sign", str(merge), "-n", "testnet", "--key", "alice", "--out", "signed.xdr", columns=100)
    value = BOB.public_key[-6:]
    for answer in answers:
        terminal.until(f"type {value}: ")
        typed = answer.format(value=value, lower=value.lower())
        terminal.type(typed + "\n")
        assert terminal.until("\n").strip() == typed, "what is typed is shown"
    if code == 0:
        terminal.until("of alice: ")
        terminal.type(PIN + "\n")
    assert terminal.end()[0] == code
    assert (offline.home / "signed.xdr").exists() == (code == 0)


@pytest.mark.parametrize("answers, code", [(["YES"], 0), (["yess", "yes"], 0), (["y", "ye", "yup"], 77), (["n"], 77), ([""], 77)])
def test_a_yes_is_asked_again_unless_the_answer_was_a_no(offline, answers, code):
    offline.import_key("alice", ALICE)
    terminal = Terminal(offline, "coldstar-sign", "sign", str(offline.file("tx.xdr", payment())), "-n", "testnet", "--key", "alice", columns=100)
    for answer in answers:
        terminal.until("type yes: ")
        terminal.type(answer + "\n")
    if code == 0:
        terminal.until("of alice: ")
        terminal.type(PIN + "\n")
    assert terminal.end()[0] == code


def test_what_is_missing_is_asked_for_at_a_terminal_and_a_typo_asked_again(funded):
    terminal = Terminal(funded, "coldstar-build", "payment", "--source", ALICE.public_key, "--out", "asked.json",
                        env={"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": funded.env["STELLAR_HORIZON_URL"]})
    # What is wrong is found once all are there; each is then asked for alone.
    for prompt, answer in (("destination", ""), ("destination", "GNOBODY"), ("asset", "native"), ("amount", "-3"), ("amount", "2.5"),
                           ("destination", BOB.public_key)):
        terminal.until(f"\n{prompt}: ")
        terminal.type(answer + "\n")
    code, shown = terminal.end()
    assert code == 0, shown
    [operation] = opened((funded.home / "asked.json").read_text()).transaction.operations
    assert (operation.destination.account_id, operation.amount) == (BOB.public_key, "2.5")


def test_who_leaves_at_a_question_gets_the_usual_error(funded):
    terminal = Terminal(funded, "coldstar-build", "payment", "--source", ALICE.public_key, "--amount", "1")
    terminal.until("\ndestination: ")
    terminal.type("\x04")
    code, shown = terminal.end()
    assert code == 64 and "--destination and --asset are missing" in shown
    assert "--destination and --asset are missing" in funded.build("payment", "--source", ALICE.public_key, "--amount", "1", code=64).err


def test_the_name_of_a_new_key_is_asked_for(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new")
    terminal.until("\nname: ")
    terminal.type("savings\n")
    terminal.until("press Enter: ")
    terminal.type("\n")
    terminal.until("for savings: ")
    terminal.type("\x03")
    assert terminal.end()[0] == 77


@pytest.mark.parametrize("zone, shown", [("Asia/Kolkata", "15:30 local"), ("America/St_Johns", "07:30 local"), ("Pacific/Kiritimati", "2027-07-02 00:00 local"),
                                         ("UTC", None)])
def test_times_are_local_too_on_a_terminal_and_nowhere_else(funded, zone, shown):
    arguments = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1", "--max-time",
                 "2027-07-01T10:00:00Z", "--out", f"{zone.replace('/', '-')}.json")
    surroundings = {"TZ": zone, "STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": funded.env["STELLAR_HORIZON_URL"]}
    terminal = Terminal(funded, "coldstar-build", *arguments, columns=200, env=surroundings)
    code, text = terminal.end()
    assert code == 0 and "2027-07-01 10:00:00 UTC" in text and ("local" not in text if shown is None else f"UTC ({shown})" in text)
    assert "local" not in funded.build(*arguments, "--force", env=surroundings).err


# ---------------------------------------------------------------- the signer that works alone

POLICY = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "any", "assets": ["native"],
          "maximum_per_transaction": {"native": "100"}, "maximum_per_day": "unlimited", "maximum_fee": "0.001"}


class Watcher:
    """`coldstar-sign watch` on a folder of the machine."""

    def __init__(self, machine, *options, pin=PIN):
        self.machine, self.folder = machine, machine.home / "inbox"
        self.folder.mkdir(exist_ok=True)
        self.process = machine.started("coldstar-sign", "watch", "inbox", "--interval", "1", "--json", *options, pin=pin)

    def put(self, envelope: str, name: str | None = None, text: str | None = None) -> str:
        """Puts a request into the folder, complete at once; returns its hash."""
        hash_ = opened(envelope).hash_hex()
        made = text or self.machine.build("convert", "-", "--network", "testnet", "--format", "request", stdin=envelope).out
        part = self.folder / ".part"
        part.write_text(made)
        part.rename(self.folder / (name or f"transaction-{hash_[:8]}-unsigned.json"))
        return hash_

    def next(self) -> dict:
        return json.loads(self.process.stdout.readline())

    def stop(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=60)
        assert self.process.returncode == -signal.SIGTERM
        return said.decode()


@pytest.fixture
def policed(offline):
    offline.import_key("alice", ALICE)
    offline.sign("policy", "set", offline.file("policy.json", json.dumps(POLICY)), "--yes", pin=PIN)
    return offline


@contextlib.contextmanager
def watching(machine, *options):
    watcher = Watcher(machine, *options)
    try:
        yield watcher
    finally:
        watcher.process.kill()
        watcher.process.communicate()


def pay(amount: str, sequence: int) -> str:
    return payment(sdk.Payment(BOB.public_key, Asset.native(), amount), sequence=sequence)


def test_a_watched_folder_is_signed_within_the_policy(policed):
    with watching(policed) as watcher:
        small = watcher.put(pay("5", 5))
        signed = watcher.next()
        assert signed["hash"] == small
        response = json.loads((policed.home / signed["file"]).read_text())
        ALICE.verify(bytes.fromhex(small), base64.b64decode(response["signatures"][0]["signature"]))
        large = watcher.put(pay("101", 6))
        refused = watcher.next()
        assert refused["hash"] == large and "101" in refused["refused"]
        broken = watcher.put(pay("1", 7), text="no request")
        assert "refused" in watcher.next()
        # It goes on.
        last = watcher.put(pay("6", 6))
        assert watcher.next()["hash"] == last
        said = watcher.stop()
    assert "watching inbox for key alice" in said and said.count("refused ") == 2
    lines = [line for line in journal(policed) if line["type"] == "refused"]
    assert [line["hash"] for line in lines] == [large, None] and lines[1]["file"] == f"transaction-{broken[:8]}-unsigned.json"
    policed.sign("journal", "verify", "--key", "alice", pin=PIN)
    assert sorted(p.name.split("-")[1] for p in (policed.home / "inbox").iterdir() if "signed.json" in p.name and "unsigned" not in p.name) == sorted(
        [small[:8], last[:8]])


def test_a_watcher_that_starts_again_signs_nothing_twice(policed):
    for _ in range(2):
        with watching(policed) as watcher:
            if not list(watcher.folder.iterdir()):
                watcher.put(pay("5", 5))
                watcher.next()
            else:
                marker = watcher.put(pay("6", 6))
                assert watcher.next()["hash"] == marker, "only what is new"
            watcher.process.kill()
    assert sum(line["type"] == "intent" for line in journal(policed)) == 2


def test_transactions_of_an_account_are_signed_in_the_order_of_their_numbers(policed):
    folder = policed.home / "inbox"
    folder.mkdir()
    envelopes = [pay(str(number), number) for number in range(5, 9)]
    for envelope in reversed(envelopes):
        made = policed.build("convert", "-", "--network", "testnet", "--format", "request", stdin=envelope).out
        (folder / f"transaction-{opened(envelope).hash_hex()[:8]}-unsigned.json").write_text(made)
    with watching(policed) as watcher:
        assert [watcher.next().get("hash") for _ in envelopes] == [opened(envelope).hash_hex() for envelope in envelopes]


def test_a_payment_that_was_signed_before_is_left_to_a_person(policed):
    """An invoice that is handed in twice: no one reads a warning."""
    with watching(policed) as watcher:
        first = watcher.put(pay("5", 5))
        assert watcher.next()["hash"] == first
        again = watcher.put(pay("5", 6))
        refused = watcher.next()
        assert refused["hash"] == again and "W-REPEATED" in refused["refused"]
        other = watcher.put(pay("6", 6))
        assert watcher.next()["hash"] == other
    policed.sign("policy", "set", policed.file("more.json", json.dumps({**POLICY, "unattended": [*POLICY.get("unattended", []), "W-REPEATED"]})), "--yes", pin=PIN)
    assert "signed" in policed.sign("watch", "inbox", "--once", "--json", pin=PIN, code=None).out


def test_a_watcher_ends_when_its_pin_no_longer_opens_the_key(policed):
    with watching(policed) as watcher:
        watcher.put(pay("5", 5))
        watcher.next()
        policed.sign("key", "change-pin", "alice", "--new-pin-fd", "0", stdin=NEW + "\n", pin=PIN)
        watcher.put(pay("6", 6))
        assert watcher.process.wait(60) == 77 and b"wrong PIN" in watcher.process.stderr.read()
    assert not [line for line in journal(policed) if line["type"] == "refused"], "what was not judged is not called refused"


def test_a_folder_is_signed_once_and_left(policed):
    (policed.home / "inbox").mkdir()
    assert policed.sign("watch", "inbox", "--once", pin=PIN).out == ""
    for number, amount in ((5, "5"), (6, "101")):
        transaction = pay(amount, number)
        made = policed.build("convert", "-", "--network", "testnet", "--format", "request", stdin=transaction).out
        (policed.home / "inbox" / f"transaction-{opened(transaction).hash_hex()[:8]}-unsigned.json").write_text(made)
    assert "1 of 2 in this folder was not signed" in policed.sign("watch", "inbox", "--once", pin=PIN, code=77).err
    assert "1 of 2 in this folder was not signed" in policed.sign("watch", "inbox", "--once", pin=PIN, code=77).err
    assert [line["type"] for line in journal(policed)][-5:] == ["intent", "outcome", "outcome", "refused", "refused"]


def test_a_watcher_needs_a_policy_the_right_pin_and_a_folder(policed, offline, tmp_path):
    (policed.home / "inbox").mkdir()
    assert "wrong PIN" in policed.sign("watch", "inbox", pin="00000001", code=77).err
    policed.sign("watch", "absent", pin=PIN, code=66)
    policed.sign("watch", "inbox", "--interval", "0", pin=PIN, code=64)
    policed.sign("watch", "inbox", "--key", "nobody", pin=PIN, code=66)
    policed.sign("policy", "remove", "--yes", pin=PIN, code=None)
    (policed.home / "vault" / "policy").unlink(missing_ok=True)
    assert policed.sign("watch", "inbox", pin=PIN, code=None).code in (65, 77), "a policy that was taken away, or none"


def test_a_watcher_ends_when_the_vault_contradicts_itself(policed):
    with watching(policed) as watcher:
        watcher.put(pay("5", 5))
        watcher.next()
        journal_ = policed.home / "vault" / "journal"
        journal_.write_bytes(b"".join(journal_.read_bytes().splitlines(keepends=True)[:-1]))
        transaction = pay("6", 6)
        watcher.put(transaction)
        assert watcher.process.wait(60) in (65, 77)
    assert not any(opened(transaction).hash_hex()[:8] in p.name and "-signed" in p.name for p in watcher.folder.iterdir())
