# SPDX-License-Identifier: Apache-2.0
"""The journal is backed up, verified, exported and archived; a full disk, a read-only home and a damaged file lose nothing."""
from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import os
import resource
import sqlite3
import subprocess
import time
from pathlib import Path
from unittest import mock

import pytest
from stellar_sdk import TransactionEnvelope

from programs import PAY, TESTNET, Machine, key, signed, stuck

ALICE, BOB = key("alice"), key("bob")


def paid(machine, *options) -> str:
    envelope = signed(machine.build(*PAY, *options).out)
    machine.submit("send", "-", stdin=envelope.to_xdr())
    return envelope.hash_hex()


def journal(machine) -> Path:
    return machine.home / "online" / "journal.sqlite"


def rows(path: Path, sql: str) -> list[tuple]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute(sql).fetchall()


def pasts(machine, seconds: int) -> None:
    """Moves every time in the journal this many seconds into the past."""
    with sqlite3.connect(journal(machine)) as db:
        db.execute("DROP TRIGGER event_is_not_changed")
        db.execute("UPDATE event SET time = time - ?", (seconds,))
        db.execute("UPDATE request SET created = created - ?", (seconds,))
        db.execute("UPDATE signature SET seen = seen - ?", (seconds,))
        db.execute("UPDATE submission SET queued_at = queued_at - ?1, first_sent = first_sent - ?1, last_attempt = last_attempt - ?1", (seconds,))
        db.execute("CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are not changed'); END")
    db.close()


YESTERDAY = lambda: str(int(time.time()) - 86_400)


# ---------------------------------------------------------------- backup

def test_a_backup_is_a_complete_journal(funded, tmp_path):
    hash_ = paid(funded)
    funded.build("contacts", "add", "bob", BOB.public_key)
    copy = tmp_path / "copy.sqlite"
    funded.submit("journal", "backup", copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name or path.name.startswith(".")) == ["copy.sqlite"]
    assert "1 request, 1 signature, 1 transaction, 4 events, all whole" in funded.submit("journal", "verify", copy).out
    other = tmp_path / "other" / "online"
    other.mkdir(parents=True, mode=0o700)
    copy.rename(other / "journal.sqlite")
    again = Machine(funded.folder, other.parent, funded.env)
    assert "applied in ledger" in again.submit("status", hash_).out
    assert "bob" in again.build("contacts", "list").out


def test_a_backup_replaces_a_file_only_with_force(funded, tmp_path):
    paid(funded)
    copy = tmp_path / "copy.sqlite"
    copy.write_text("precious")
    assert "--force" in funded.submit("journal", "backup", copy, code=73).err
    assert copy.read_text() == "precious"
    funded.submit("journal", "backup", copy, "--force")
    funded.submit("journal", "verify", copy)


def test_a_backup_excludes_uncommitted_changes_of_other_programs(funded, tmp_path):
    paid(funded)
    with sqlite3.connect(journal(funded), isolation_level=None) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO contact (name, account) VALUES ('half', 'G')")
        funded.submit("journal", "backup", tmp_path / "copy.sqlite")
        db.execute("COMMIT")
    assert rows(tmp_path / "copy.sqlite", "SELECT count(*) FROM contact") == [(0,)]
    assert rows(journal(funded), "SELECT count(*) FROM contact") == [(1,)]


@pytest.mark.parametrize("words, code", [(("journal", "backup", "none/copy.sqlite"), 73), (("journal", "backup", "online/"), 73)])
def test_an_unwritable_backup_path_exits_with_73(funded, words, code):
    paid(funded)
    funded.submit(*words, code=code)


def test_journal_commands_do_not_create_a_journal(offline, subtests):
    for words in [("backup", "copy.sqlite"), ("verify",), ("export",), ("archive", "--before", "2020-01-01")]:
        with subtests.test(words=words):
            offline.submit("journal", *words, code=66)
            assert not journal(offline).exists()


# ---------------------------------------------------------------- verify

def test_verify_finds_a_row_that_does_not_match_its_hash(funded, subtests):
    paid(funded)
    original = sqlite3.connect(":memory:")
    with contextlib.closing(sqlite3.connect(journal(funded))) as db:
        db.backup(original)
    for sql, words in [
            ("UPDATE request SET document = '{}'", "request 1: its document cannot be read"),
            ("UPDATE signature SET signature = 'A'", "signature 1: its signature cannot be read"),
            ("UPDATE signature SET signature = hex(zeroblob(60))", "signature 1: its signature cannot be read"),
            ("UPDATE submission SET envelope = 'AAAA'", "submission 1: its envelope cannot be read"),
            (f"UPDATE submission SET hash = '{'ab' * 32}'", "submission 1: its envelope has the hash"),
            (f"UPDATE request SET hash = '{'ab' * 32}'", "request 1: its document has the hash"),
            ("UPDATE submission SET network_passphrase = 'another'", "submission 1: its envelope has the hash"),
        ]:
        with subtests.test(sql=sql, words=words):
            with contextlib.closing(sqlite3.connect(journal(funded))) as db:
                original.backup(db)
                db.execute(sql)
                db.commit()
            assert words in funded.submit("journal", "verify", code=65).err


def test_a_damaged_index_is_found_and_nothing_is_changed(funded):
    paid(funded)
    with sqlite3.connect(journal(funded)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, '(state)', '(source)') WHERE name = 'submission_state'")
    db.close()
    before = journal(funded).read_bytes()
    assert "is damaged: " in funded.submit("journal", "verify", code=65).err
    assert journal(funded).read_bytes() == before


def test_verify_refuses_a_file_that_is_not_a_journal(funded, tmp_path):
    file = funded.file("text.sqlite", "no database\n" * 100)
    funded.submit("journal", "verify", file, code=65)
    with sqlite3.connect(funded.home / "other.sqlite") as db:
        db.execute("CREATE TABLE bookmark (url TEXT)")
    assert "is not a journal of Coldstar" in funded.submit("journal", "verify", "other.sqlite", code=65).err


# ---------------------------------------------------------------- export

def test_every_row_is_exported_with_its_signatures(funded):
    hash_ = paid(funded, "--note", 'a "quoted", note')
    lines = [json.loads(line) for line in funded.submit("journal", "export").out.splitlines()]
    assert [line["table"] for line in lines] == ["request", "signature", "submission"] + ["event"] * 4
    assert {line["hash"] for line in lines} == {hash_}
    assert lines[0]["note"] == 'a "quoted", note' and lines[0]["sequence"].isdigit()
    assert [signature["hint"] for signature in lines[2]["signatures"]] == [ALICE.signature_hint().hex()]
    assert {name: lines[1][name] for name in ("hint", "signature")} == lines[2]["signatures"][0]
    table = list(csv.DictReader(io.StringIO(funded.submit("journal", "export", "--csv").out)))
    assert [row["table"] for row in table] == [line["table"] for line in lines]
    assert table[0]["note"] == 'a "quoted", note' and table[2]["state"] == "included"
    assert table[2]["signatures"].startswith(ALICE.signature_hint().hex() + ":")
    funded.submit("journal", "export", "--csv", "--json", code=64)


def test_the_csv_columns_are_those_of_the_journals_tables(funded):
    paid(funded)
    header = set(funded.submit("journal", "export", "--csv").out.splitlines()[0].split(","))
    real = {name for table in ("request", "signature", "submission", "event") for _, name, *_ in rows(journal(funded), f"PRAGMA table_info({table})")}
    assert header == real | {"table", "signatures"}


# ---------------------------------------------------------------- archive

def test_archive_moves_settled_transactions_and_keeps_open_ones(funded, middle):
    old = paid(funded)
    open_ = stuck(funded, middle, "--after-drafts").hash_hex()
    expired = TransactionEnvelope.from_xdr(json.loads(funded.build(*PAY, "--after-drafts", "--valid-for", "60s").out)["envelope"], TESTNET).hash_hex()
    waiting = TransactionEnvelope.from_xdr(json.loads(funded.build(*PAY, "--after-drafts", "--no-expiry").out)["envelope"], TESTNET).hash_hex()
    funded.build("message", "--account", ALICE.public_key, "hello")
    pasts(funded, 3 * 86_400)
    result = funded.submit("journal", "archive", "--before", str(int(time.time())), "--out", "old.sqlite", "--now", str(int(time.time()) + 1))
    assert "1 transaction moved to old.sqlite" in result.err
    assert {hash_ for (hash_,) in rows(funded.home / "old.sqlite", "SELECT hash FROM request")} == {old}
    left = {hash_ for (hash_,) in rows(journal(funded), "SELECT hash FROM request WHERE kind = 'transaction'")}
    assert left == {open_, expired, waiting}
    assert rows(journal(funded), "SELECT count(*) FROM request WHERE kind = 'message'") == [(1,)]
    assert open_ in funded.submit("status").out and old not in funded.submit("status").out
    assert "archived in old.sqlite" in funded.submit("status", old).out
    funded.submit("journal", "verify")
    assert "1 request, 1 signature, 1 transaction, 4 events" in funded.submit("journal", "verify", "old.sqlite").out
    funded.submit("resume")
    assert rows(journal(funded), f"SELECT state FROM submission WHERE hash = '{open_}'") == [("included",)]


def test_archive_moves_an_expired_request(funded):
    request = funded.build(*PAY, "--valid-for", "60s").out
    hash_ = TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET).hash_hex()
    pasts(funded, 3 * 86_400)
    in_a_day = str(int(time.time()) + 86_400)
    funded.submit("journal", "archive", "--before", in_a_day, "--now", in_a_day)
    assert rows(journal(funded), "SELECT count(*) FROM request") == [(0,)]
    assert "expired and is archived" in funded.submit("status", hash_, code=66).err
    [file] = funded.home.glob("online/archive-*.sqlite")
    assert rows(file, "SELECT hash FROM request") == [(hash_,)]


def test_an_archived_transaction_is_not_submitted_again(funded, middle):
    envelope = signed(funded.build(*PAY).out)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    pasts(funded, 3 * 86_400)
    funded.submit("journal", "archive", "--before", YESTERDAY())
    [line] = funded.submit("send", "-", "--json", "--horizon-url", middle.url, stdin=envelope.to_xdr()).out.splitlines()
    assert json.loads(line)["status"] == "success" and middle.posts() == 0
    assert "archived" in funded.build("fee-bump", envelope.hash_hex(), "--fee-source", BOB.public_key, "--max-fee", "4000", "--offline", code=1).err
    funded.submit("journal", "verify")


def test_watch_recognises_archived_transactions_as_own(funded):
    funded.submit("watch", ALICE.public_key)
    paid(funded)
    pasts(funded, 3 * 86_400)
    funded.submit("journal", "archive", "--before", YESTERDAY())
    assert "all ours" in funded.submit("watch", ALICE.public_key).out


def test_archive_makes_no_file_if_nothing_is_old_enough(funded):
    paid(funded)
    assert "nothing before" in funded.submit("journal", "archive", "--before", YESTERDAY()).err
    assert list(funded.home.glob("online/archive-*")) == []


def test_archives_do_not_replace_each_other(funded):
    for _ in range(2):
        paid(funded)
        pasts(funded, 3 * 86_400)
        funded.submit("journal", "archive", "--before", YESTERDAY())
    assert len(list(funded.home.glob("online/archive-*.sqlite"))) == 2
    paid(funded)
    pasts(funded, 3 * 86_400)
    [first, _] = sorted(funded.home.glob("online/archive-*.sqlite"))
    before = first.read_bytes()
    funded.submit("journal", "archive", "--before", YESTERDAY(), "--out", first, code=73)
    assert first.read_bytes() == before


@pytest.mark.parametrize("before, code", [("2099-01-01", 65), ("soon", 65), ("2026-13-01", 65)])
def test_archive_refuses_an_invalid_or_future_date(funded, before, code):
    paid(funded)
    funded.submit("journal", "archive", "--before", before, code=code)


def test_events_can_be_removed_only_by_archiving(funded):
    paid(funded)
    with sqlite3.connect(journal(funded)) as db, pytest.raises(sqlite3.IntegrityError, match="events are not removed"):
        db.execute("DELETE FROM event")


# ---------------------------------------------------------------- disk failures

class Limited(Machine):
    """A machine on which no file can grow beyond `limit` bytes, as on a full disk."""
    limit = 0

    def started(self, program, *args, **options):
        limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))
        with mock.patch.object(subprocess, "Popen", functools.partial(subprocess.Popen, preexec_fn=limits)):
            return super().started(program, *args, **options)


def commands(machine, envelope: str, hash_: str) -> list[tuple]:
    return [("send", machine.file("signed.xdr", envelope)), ("resume",), ("status", hash_), ("journal", "archive", "--before", YESTERDAY()),
            ("journal", "backup", "copy.sqlite")]


@pytest.mark.parametrize("limit", [0, 1 << 12, 1 << 15, 1 << 16])
def test_a_full_disk_loses_nothing(funded, middle, limit):
    hash_ = stuck(funded, middle).hash_hex()
    fresh = signed(funded.build(*PAY, "--after-drafts").out)
    before = rows(journal(funded), "SELECT hash, state, attempts FROM submission")
    full = Limited(funded.folder, funded.home, funded.env)
    full.limit = limit
    for words in commands(funded, fresh.to_xdr(), hash_):
        result = full.submit(*words, code=None)
        assert result.code in (0, 1, 73, 75), result
        if result.code == 73:
            assert "journal" in result.err or "copy.sqlite" in result.err
        assert not (funded.home / "copy.sqlite").exists() or result.code == 0
    funded.submit("journal", "verify")
    known = dict((hash_, state) for hash_, state, _ in rows(journal(funded), "SELECT hash, state, attempts FROM submission"))
    assert set(known) >= {hash_ for hash_, *_ in before}
    # Ledger and journal agree again as soon as there is space.
    for _ in range(2):
        funded.submit("resume", code=None)
    funded.submit("send", "-", stdin=fresh.to_xdr())
    assert {state for (state,) in rows(journal(funded), "SELECT state FROM submission")} == {"included"}
    number = funded.sequence(ALICE)
    assert number == fresh.transaction.sequence


def test_a_full_disk_is_reported_before_anything_is_submitted(funded, middle):
    fresh = signed(funded.build(*PAY).out)
    full = Limited(funded.folder, funded.home, funded.env)
    for words in (("send", "-"), ("send", "-", "--json")):
        result = full.submit(*words, "--horizon-url", middle.url, stdin=fresh.to_xdr(), code=73)
        assert "the journal" in result.err
    assert middle.posts() == 0


class Plain(Machine):
    """A machine whose user can write only where everyone can."""

    def started(self, program, *args, **options):
        user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        with mock.patch.object(subprocess, "Popen", functools.partial(subprocess.Popen, **user)):
            return super().started(program, *args, **options)


@pytest.fixture
def readable(tmp_path, folder):
    """Makes the folders above the home and the programs accessible to every user."""
    for place in [tmp_path, *tmp_path.parents, folder, *folder.parents]:
        if place.stat().st_uid == os.geteuid() and place != Path("/") and not place.stat().st_mode & 0o001:
            place.chmod(place.stat().st_mode | 0o011)


def test_a_read_only_home_is_reported_and_loses_nothing(funded, middle, readable):
    open_ = stuck(funded, middle)
    fresh = signed(funded.build(*PAY, "--after-drafts").out)
    words_of_it = commands(funded, fresh.to_xdr(), open_.hash_hex())
    with sqlite3.connect(journal(funded)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    for path in [*funded.home.rglob("*"), funded.home]:
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
        path.chmod(0o500 if path.is_dir() else 0o400)
    content = journal(funded).read_bytes()
    plain = Plain(funded.folder, funded.home, funded.env)
    try:
        for words in words_of_it:
            if words[0] == "status":
                # The status stays readable, because it is needed most in this situation.
                assert f"{open_.hash_hex()}  submitted" in plain.submit(*words).out
                continue
            server = ("--horizon-url", middle.url) if words[0] in ("send", "resume") else ()
            result = plain.submit(*words, *server, code=73)
            assert str(funded.home) in result.err or "copy.sqlite" in result.err
        assert journal(funded).read_bytes() == content
    finally:
        for path in [funded.home, *funded.home.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)
            if os.geteuid() == 0:
                os.chown(path, 0, 0)
    assert middle.posts() == 1
    funded.submit("resume")
    funded.submit("send", "-", stdin=fresh.to_xdr())


@pytest.mark.parametrize("damage", ["pages", "head", "cut"])
def test_a_damaged_journal_is_reported_and_not_modified(funded, middle, damage):
    hash_ = paid(funded)
    with sqlite3.connect(journal(funded)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    funded.submit("journal", "backup", "copy.sqlite")
    content = journal(funded).read_bytes()
    fresh = signed(funded.build(*PAY).out)
    with sqlite3.connect(journal(funded)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    bad = {"pages": content[:4096] + b"\xa5" * (len(content) - 4096), "head": b"\0" * 100 + content[100:], "cut": content[:5000]}[damage]
    journal(funded).write_bytes(bad)
    for words in commands(funded, fresh.to_xdr(), hash_) + [("journal", "verify")]:
        words = [word if word != "copy.sqlite" else "copy2.sqlite" for word in words]
        more = ("--horizon-url", middle.url) if words[0] == "send" else ()
        result = funded.submit(*words, *more, code=65)
        assert "damaged" in result.err
        assert not (funded.home / "copy2.sqlite").exists()
    assert journal(funded).read_bytes() == bad and middle.posts() == 0
    (funded.home / "copy.sqlite").rename(journal(funded))
    assert "included" in funded.submit("status", hash_).out
