# SPDX-License-Identifier: Apache-2.0
"""`backup` writes the whole vault to one file and `restore` reads it back: completely or not at all, and only the files of a vault."""
from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from programs import PIN, Machine
from terminal import Terminal
from test_state import ALICE, BOB, add, payment, set_policy, sign
from test_together import STEPS, STRACE, message

FIRST = payment()
LOCKS = {"journal.lock", "state.lock"}


def files(machine: Machine) -> dict[str, bytes]:
    folder = machine.home / "vault"
    return {place.name: place.read_bytes() for place in folder.iterdir() if place.name not in LOCKS} if folder.exists() else {}


def restored(machine: Machine) -> dict[str, bytes]:
    """The files of a vault that was restored, without the line of the journal that says so."""
    found = files(machine)
    *lines, last = found["journal"].splitlines(keepends=True)
    line = json.loads(last)
    assert (line["type"], line["event"]) == ("vault", "restored") and line["previous"] == hashlib.sha256(lines[-1].rstrip(b"\n")).hexdigest()
    return found | {"journal": b"".join(lines)}


def elsewhere(machine: Machine, name: str) -> Machine:
    home = machine.home.parent / name
    home.mkdir()
    return Machine(machine.folder, home)


@pytest.fixture(scope="module")
def prepared(folder, tmp_path_factory) -> Machine:
    """Made once, since each PIN derivation takes its time."""
    machine = Machine(folder, tmp_path_factory.mktemp("prepared"))
    machine.import_key("alice", ALICE)
    add(machine, "contacts", "add", "bob", BOB.public_key)
    set_policy(machine)
    sign(machine, FIRST)
    machine.sign("backup", "--out", machine.home / "backup")
    return machine


@pytest.fixture
def vault(prepared, offline):
    shutil.copytree(prepared.home, offline.home, dirs_exist_ok=True)
    (offline.home / "backup").unlink()
    return offline


def last_line(machine: Machine) -> dict:
    return json.loads(machine.sign("journal", "show", "--json").out.splitlines()[-1])


@pytest.fixture
def backup(prepared, vault):
    return Path(shutil.copy(prepared.home / "backup", vault.home / "backup"))


@pytest.fixture
def other(vault):
    return elsewhere(vault, "other")


def nothing_is_there(machine: Machine) -> bool:
    return not (machine.home / "vault").exists() and not (machine.home / "vault.restoring").exists()


def test_backup_to_a_dash_writes_to_standard_output_but_not_to_a_terminal(vault, other):
    with vault.started("coldstar-sign", "backup", "--out", "-") as process:
        out, said = process.communicate(timeout=60)
    assert process.returncode == 0 and b"written to standard output" in said
    (vault.home / "copy").write_bytes(out)
    other.sign("restore", vault.home / "copy")
    assert restored(other) == files(vault) and not (vault.home / "-").exists()
    code, seen = Terminal(vault, "coldstar-sign", "backup", "--out", "-").end()
    assert code == 64 and "standard output is a terminal" in seen and ALICE.public_key not in seen


def test_restore_brings_back_every_file_and_the_signer_continues_from_its_journal(vault, other):
    factor = vault.file("factor.bin", "f" * 40)
    vault.sign("key", "import", "bob", "--second-factor", factor, secret=BOB.secret, pin=PIN)
    sign(vault, payment(sequence=10), pin="00000000", code=77)
    (vault.home / "vault" / "notes.txt").write_text("mine")
    said = vault.sign("backup", "--out", vault.home / "backup").err
    assert "left out  notes.txt" in said
    (vault.home / "vault" / "notes.txt").unlink()
    before = files(vault)
    assert json.loads(before["journal"].splitlines()[-1])["event"] == "backed-up"
    assert {"alice.key", "bob.key", "seal.alice", "seal.bob", "tries.alice", "book", "policy", "journal"} == set(before)
    back = other.sign("restore", vault.home / "backup").err
    assert restored(other) == before
    assert f"alice, {ALICE.public_key}" in back and "W-SEQUSED" in back and "journal verify --key" in back
    for line in ("entries", "digest"):
        assert [row for row in said.splitlines() if row.startswith(line)] == [row for row in back.splitlines() if row.startswith(line)]
    assert stat.S_IMODE((other.home / "vault").stat().st_mode) == 0o700
    assert {stat.S_IMODE(place.stat().st_mode) for place in (other.home / "vault").iterdir()} == {0o600}
    assert "1 wrong PIN was entered for alice" in other.sign("journal", "verify", "--key", "alice", pin=PIN).err
    assert "W-DUP" in sign(other, FIRST).err
    assert "W-SEQUSED" in sign(other, payment("2"), code=77).err
    assert "maximum_per_day" in sign(other, payment("15", sequence=10), code=77).err
    sign(other, message("hello"), name="bob", code=77)
    unproven = "the journal has lines that key bob cannot prove"
    assert unproven in sign(other, payment(source=BOB), "--second-factor", factor, name="bob", code=77).err
    other.sign("doctor", code=None)


def test_backup_refuses_to_replace_a_file_and_to_copy_an_inconsistent_vault(vault, other):
    place = vault.home / "backup"
    place.write_text("mine")
    vault.sign("backup", "--out", place, code=73)
    assert place.read_text() == "mine"
    os.symlink(vault.home / "target", vault.home / "link")
    vault.sign("backup", "--out", vault.home / "link", code=73)
    vault.sign("backup", "--out", vault.home / "nowhere" / "backup", code=73)
    vault.sign("backup", code=64)
    other.sign("backup", "--out", other.home / "backup", code=66)
    book = vault.home / "vault" / "book"
    whole = book.read_bytes()
    add(vault, "contacts", "add", "carol", ALICE.public_key)
    book.write_bytes(whole)
    assert "not the newest" in vault.sign("backup", "--out", vault.home / "new", code=77).err
    book.unlink()
    os.symlink(vault.file("elsewhere", "secret"), book)
    vault.sign("backup", "--out", vault.home / "new", code=None)
    assert not (vault.home / "new").exists() and not (vault.home / "target").exists()


def test_restore_leaves_an_existing_vault_unchanged_and_compares_the_journals(vault, backup, other):
    def refused(machine) -> str:
        before = files(machine)
        said = " ".join(machine.sign("restore", backup, code=73).err.split())
        assert files(machine) == before and not (machine.home / "vault.restoring").exists()
        return said

    assert "it has the same journal as the backup" in refused(vault)
    sign(vault, payment(sequence=10))
    assert "its journal has 7 lines, the vault's has 10" in refused(vault)
    other.sign("restore", backup)
    assert "its journal has 7 lines, the vault's has 8" in refused(other)
    newer = vault.home / "newer"
    vault.sign("backup", "--out", newer)
    shutil.copy(newer, backup)
    assert "its journal and the backup's differ" in refused(other), "each has its own line after the first backup"
    fourth = elsewhere(vault, "fourth")
    shutil.copytree(vault.home / "vault", fourth.home / "vault")
    vault.sign("backup", "--out", vault.home / "newest")
    shutil.copy(vault.home / "newest", backup)
    assert "the vault is older" in refused(fourth)
    third = elsewhere(vault, "third")
    third.import_key("alice", ALICE)
    sign(third, message("other"))
    assert "its journal and the backup's differ" in refused(third)
    assert "its journal and the backup's differ" not in refused(vault)


def test_restore_treats_a_folder_with_only_lock_files_as_no_vault(vault, backup, other):
    (other.home / "vault").mkdir()
    for lock in LOCKS:
        (other.home / "vault" / lock).touch()
    other.sign("restore", backup)
    assert restored(other) == files(vault)


def test_restore_reads_from_standard_input(vault, backup, other):
    other.sign("restore", "-", stdin=backup.read_bytes())
    assert restored(other) == files(vault)


# ---------------------------------------------------------------- the lines about it

def test_the_backup_contains_the_line_about_it_and_the_restored_vault_has_one_more(vault, other):
    made = vault.sign("backup", "--out", vault.home / "backup", "--now", "2026-12-24T10:00:00Z", "--json")
    count, digest = made.json()["journal"]["entries"], made.json()["journal"]["digest"]
    shown = vault.sign("journal", "verify", "--json").json()
    assert (shown["entries"], shown["digest"]) == (count, digest), "what was printed is what the vault has"
    assert last_line(vault) == {"version": 1, "line": count, "type": "vault", "time": "2026-12-24T10:00:00Z", "event": "backed-up", "made": None}
    back = other.sign("restore", vault.home / "backup", "--now", "2026-12-25T10:00:00Z", "--json")
    assert (back.json()["journal"]["entries"], back.json()["journal"]["digest"]) == (count, digest), "what was printed is the same on both machines"
    assert f"entry {count + 1} of the journal here says that it was restored" in back.err
    assert last_line(other) == {"version": 1, "line": count + 1, "type": "vault", "time": "2026-12-25T10:00:00Z", "event": "restored", "made": "2026-12-24T10:00:00Z"}
    said = other.sign("journal", "show").out
    assert f"{count}  2026-12-24 10:00:00 UTC  vault: backed up\n" in said
    assert f"{count + 1}  2026-12-25 10:00:00 UTC  vault: restored from a backup made 2026-12-24 10:00:00 UTC\n" in said
    assert other.sign("journal", "verify", "--json").json()["unproven_lines_for_reading"][-2:] == [count, count + 1]


def test_the_lines_about_it_block_nothing(vault, other):
    for number in range(3):
        vault.sign("backup", "--out", vault.home / f"backup-{number}", "--now", "2100-01-01T00:00:00Z")
    other.sign("restore", vault.home / "backup-2", "--now", "2100-01-01T00:00:00Z")
    for machine in (vault, other):
        sign(machine, payment(sequence=10))
        verified = machine.sign("journal", "verify", "--key", "alice", pin=PIN).out
        assert "proven    by the PIN of alice" in verified and "vault: backed up: no PIN was given" in verified


def test_a_backup_that_was_not_made_leaves_no_line(vault, backup, other):
    before = files(vault)
    vault.sign("backup", "--out", backup, code=73)
    vault.sign("backup", "--out", vault.home / "nowhere" / "backup", code=73)
    vault.sign("backup", "--out", vault.home / "new", "--now", "yesterday", code=65)
    vault.sign("backup", "--out", "-", "--json", code=64)
    assert files(vault) == before
    other.sign("backup", "--out", other.home / "backup", code=66)
    assert not (other.home / "vault").exists(), "a missing vault is not created for a line about it"
    (vault.home / "vault" / "seal.alice").write_text("{}\n")
    vault.sign("backup", "--out", vault.home / "new", code=65)
    assert (vault.home / "vault" / "journal").read_bytes() == before["journal"] and not (vault.home / "new").exists()


def test_a_backup_is_made_where_the_line_cannot_be_written(vault, other):
    lock = vault.home / "vault" / "journal.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    made = vault.sign("backup", "--out", vault.home / "backup").err
    assert "warning: this could not be written to the journal" in made
    lock.rmdir()
    other.sign("restore", vault.home / "backup")
    assert restored(other) == files(vault)


@pytest.mark.parametrize("change", [{"event": "removed"}, {"event": 5}, {"made": 5}, {"event": "restored"}, {"event": "restored", "made": "5"}, {"time": -1}, {"time": None}],
                         ids=str)
def test_a_malformed_line_about_the_vault_is_damage(vault, backup, change):
    del backup
    journal = vault.home / "vault" / "journal"
    lines = journal.read_bytes().splitlines()
    line = {"previous": hashlib.sha256(lines[-1]).hexdigest(), "type": "vault", "time": 5, "event": "backed-up", "made": None} | change
    body = json.dumps(line, separators=(",", ":"))[:-1]
    checked = f'{body},"check":"{hashlib.sha256(body.encode()).hexdigest()}"}}'
    journal.write_bytes(b"\n".join(lines) + b"\n" + checked.encode() + b"\n")
    assert f"line {len(lines) + 1} of the signer's journal cannot be parsed" in vault.sign("journal", "show", code=77).err


# ---------------------------------------------------------------- damaged and hostile

def test_restore_detects_a_flipped_bit_anywhere(backup, other):
    whole = backup.read_bytes()
    generator = random.Random(7)
    for place in sorted(generator.sample(range(len(whole)), 24)) + [0, 15, 16, len(whole) - 1]:
        changed = whole[:place] + bytes([whole[place] ^ 1 << generator.randrange(8)]) + whole[place + 1:]
        assert other.sign("restore", "-", stdin=changed, code=65).out == ""
        assert nothing_is_there(other)


def test_restore_detects_a_truncated_or_extended_backup(backup, other):
    whole = backup.read_bytes()
    for part in [whole[:size] for size in (0, 1, 15, 16, 17, 80, len(whole) // 2, len(whole) - 65, len(whole) - 1)] + [whole + b"\n", whole * 2]:
        other.sign("restore", "-", stdin=part, code=65)
        assert nothing_is_there(other)


def packed(entries: list[tuple], tail: bytes = b"", header: dict | None = None, beginning: bytes = b"coldstar-backup\n") -> bytes:
    """A backup packed by someone else: its digests are right, whatever it contains."""
    rows = [{"name": name, "size": len(content) if size is None else size, "digest": hashlib.sha256(content).hexdigest()}
            for name, content, *size in [(*entry, None) if len(entry) == 2 else entry for entry in entries] for size in size]
    line = json.dumps({"format": "coldstar-backup", "version": 1, "time": 5, "files": rows} | (header or {}), separators=(",", ":"))
    body = beginning + line.encode() + b"\n" + b"".join(entry[1] for entry in entries) + tail
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n"


def good(vault: Machine) -> list[tuple]:
    return sorted(files(vault).items())


def test_restore_accepts_a_valid_backup_packed_by_another_program(vault, other):
    other.sign("restore", "-", stdin=packed(good(vault)))
    assert restored(other) == files(vault)


@pytest.mark.parametrize("name", ["../evil.key", "\x1b[2Jevil.key"], ids=ascii)
def test_restore_refuses_a_file_name_that_no_vault_has(vault, other, name):
    refused = other.sign("restore", "-", stdin=packed(sorted(good(vault) + [(name, b"x")])), code=65)
    assert "\x1b" not in refused.err
    assert nothing_is_there(other) and not list(other.home.parent.rglob("*evil*"))


def test_restore_refuses_a_file_size_that_does_not_match_the_content(vault, other):
    rows = good(vault)
    document = packed(rows).split(b"\n", 2)
    header = json.loads(document[1])
    header["files"][0]["size"] = 2**63
    other.sign("restore", "-", stdin=packed(rows, header=header), code=65)
    assert nothing_is_there(other)


def test_restore_refuses_duplicate_misordered_or_surplus_content(vault, other):
    rows = good(vault)
    for wrong in (packed(sorted(rows + [rows[0]])), packed(rows, tail=b"more"), packed(rows, beginning=b"")):
        other.sign("restore", "-", stdin=wrong, code=65)
        assert nothing_is_there(other)


def test_a_later_format_version_is_reported_as_such_and_not_as_damage(vault, other):
    refused = other.sign("restore", "-", stdin=packed(good(vault), header={"version": 2}), code=65)
    assert "the backup has version 2;" in refused.err and "damaged" not in refused.err
    seal = vault.home / "vault" / "seal.alice"
    seal.write_text(seal.read_text().replace('"version":2', '"version":3'))
    refused = vault.sign("book", "show", code=None)
    assert "vault/seal.alice has version 3" in refused.err + refused.out


def test_one_older_or_missing_file_among_newer_ones_is_found(vault, subtests):
    old = files(vault)
    add(vault, "contacts", "add", "carol", ALICE.public_key)
    set_policy(vault, maximum_fee="0.002")
    vault.sign("key", "change-pin", "alice", "--new-pin-fd", "0", stdin=PIN + "\n", pin=PIN)
    new = dict(good(vault))
    for name in ("alice.key", "seal.alice", "book", "policy", "journal"):
        with subtests.test(name=name):
            other = elsewhere(vault, f"without-{name}")
            other.sign("restore", "-", stdin=packed(sorted((new | {name: old[name]}).items())), code=77)
            assert nothing_is_there(other)
            if name == "alice.key":
                continue
            rows = {each: content for each, content in new.items() if each != name}
            assert other.sign("restore", "-", stdin=packed(sorted(rows.items())), code=None).code in (0, 77)
            # Without the seal, restore cannot detect that the key is older; the journal shows that it signed before, and the signer refuses.
            if (other.home / "vault").exists():
                assert name == "seal.alice" and sign(other, payment(sequence=10), code=77).out == ""


def test_restore_detects_an_unreadable_key_file(vault, other):
    rows = dict(good(vault))
    for content in (b"", b"{}\n\n", rows["alice.key"].replace(b'"alice"', b'"alicf"')):
        other.sign("restore", "-", stdin=packed(sorted((rows | {"zoe.key": content}).items())), code=65)
        assert nothing_is_there(other)


# ---------------------------------------------------------------- the folder around it

def test_restore_does_not_follow_symbolic_links(vault, backup, other):
    target = other.home / "target"
    target.mkdir()
    os.symlink(target, other.home / "vault.restoring")
    other.sign("restore", backup, code=65)
    assert os.listdir(target) == [] and not (other.home / "vault").exists()
    (other.home / "vault.restoring").unlink()
    os.symlink(target, other.home / "vault")
    other.sign("restore", backup, code=73)
    assert os.listdir(target) == [] and (other.home / "vault").is_symlink()


def test_restore_does_not_remove_files_that_it_did_not_create(backup, other):
    place = other.home / "vault.restoring"
    place.mkdir()
    (place / "letter.txt").write_text("mine")
    (place / "alice.key").write_text("left behind")
    assert "exists: the vault is assembled there" in other.sign("restore", backup, code=73).err
    assert (place / "letter.txt").read_text() == "mine"
    (place / "letter.txt").unlink()
    other.sign("restore", backup)
    assert not place.exists()


def test_only_one_of_several_concurrent_restores_succeeds(vault, backup, other):
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda _: other.sign("restore", backup, code=None).code, range(8)))
    assert codes.count(0) == 1 and set(codes) <= {0, 73}
    assert restored(other) == files(vault) and not (other.home / "vault.restoring").exists()


def test_a_backup_made_during_signing_is_complete(vault, other):
    def made(number: int) -> None:
        vault.sign("backup", "--out", vault.home / f"backup-{number}")
        machine = elsewhere(vault, f"other-{number}")
        machine.sign("restore", vault.home / f"backup-{number}")

    vault.sign("policy", "remove", "--yes", pin=PIN)
    with ThreadPoolExecutor(1) as keeper, ThreadPoolExecutor(2) as signers:
        backups = keeper.map(made, range(6))
        list(signers.map(lambda number: sign(vault, message(f"number {number}")), range(8)))
        list(backups)


@pytest.mark.skipif(not STRACE, reason="strace may not trace here")
def test_a_restore_killed_before_any_system_call_leaves_no_vault_or_the_whole_vault(vault, backup, other):
    steps = STEPS + ",mkdir,rename,unlink"
    whole = files(vault)
    for step in count(1):
        wrapper = other.home / "coldstar-sign"
        wrapper.write_text(f'#!/bin/sh\nexec strace -qq -o /dev/null -e trace={steps} -e inject={steps}:signal=KILL:when={step} '
                           f'"{other.folder}/coldstar-sign" "$@"\n')
        wrapper.chmod(0o755)
        process = Machine(other.home, other.home).started("coldstar-sign", "restore", backup)
        process.communicate(b"", timeout=60)
        if not files(other):
            other.sign("restore", backup)
        assert restored(other) == whole, step
        assert not (other.home / "vault.restoring").exists()
        if process.returncode == 0:
            break
        assert process.returncode in (-9, 137)
        for place in (other.home / "vault").iterdir():
            place.unlink()
        (other.home / "vault").rmdir()
    assert step > 10
