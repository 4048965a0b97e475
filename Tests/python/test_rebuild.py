# SPDX-License-Identifier: Apache-2.0
"""Transactions and batches that are built again: in the place of what can no longer be applied, and never so that two can be."""
from __future__ import annotations

import contextlib
import hashlib
import json
import random
import re
import time
import urllib.error

import pytest
from stellar_sdk import AccountMerge, Asset, CreateAccount, FeeBumpTransactionEnvelope, Payment

from programs import PAY, Machine, key, opened, signed, stuck

ALICE, BOB, CAROL, DORA = (key(name) for name in ("alice", "bob", "carol", "dora"))


def long_ago() -> tuple[str, ...]:
    """Options for what expired two hours ago by every clock; no server is asked."""
    return "--now", str(int(time.time()) - 7800), "--valid-for", "10m", "--fee", "100"


def pay(amount: object) -> tuple[str, ...]:
    return (*PAY[:-1], str(amount))


def status(machine: Machine, name: str) -> dict:
    return json.loads(machine.submit("status", name, "--json").out)


def listed(machine: Machine) -> list[str]:
    return [entry["hash"] for entry in machine.build("request", "list", "--json").json()["requests"]]


def received(machine: Machine, pair=BOB) -> list[str]:
    """The amounts that alice has paid, by the ledger."""
    records = machine.horizon(f"/accounts/{pair.public_key}/payments", limit="200")["_embedded"]["records"]
    return [record["amount"] for record in records if record["type"] == "payment"]


def posted(machine: Machine, envelope) -> None:
    """Applies a transaction behind the journal's back, whatever comes of it."""
    with contextlib.suppress(urllib.error.HTTPError):
        machine.post(envelope)


def sent(machine: Machine, *args) -> str:
    """Builds, signs and submits; returns the hash."""
    envelope = signed(machine.build(*args).out)
    machine.submit("send", "-", stdin=envelope.to_xdr())
    return envelope.hash_hex()


# ---------------------------------------------------------------- one transaction

def test_what_was_signed_and_expired_is_built_again_in_its_place(funded):
    number = funded.sequence(ALICE) + 1
    old = signed(funded.build(*pay(3), "--memo", "text:Invoice 1", "--note", "rent", "--sequence", number, *long_ago()).out)
    funded.submit("signatures", "-", stdin=old.to_xdr(), code=None)
    made = funded.build("rebuild", old.hash_hex()[:10])
    new = opened(made.out)
    assert new.transaction.sequence == number and new.transaction.memo == old.transaction.memo
    assert new.transaction.operations == old.transaction.operations and json.loads(made.out)["note"] == "rent"
    assert new.transaction.preconditions.time_bounds.max_time > time.time() + 80000
    assert f"{old.hash_hex()}: it expired at" in made.err
    known = status(funded, old.hash_hex())
    assert known["replaced_by"] == new.hash_hex() and known["can_still_be_applied"] in (False, None)
    assert f"replaced by {new.hash_hex()}" in funded.submit("status", old.hash_hex()).out
    funded.submit("send", "-", stdin=signed(made.out).to_xdr())
    refused = funded.build("rebuild", new.hash_hex(), code=1)
    assert "was applied in ledger" in refused.err and f"repeat {new.hash_hex()}" in refused.err and not refused.out
    assert received(funded) == ["3.0000000"]


def test_what_can_still_be_applied_is_built_again_only_with_the_same_number(funded):
    old = signed(funded.build(*PAY).out)
    funded.submit("signatures", "-", stdin=old.to_xdr())
    refused = funded.build("rebuild", old.hash_hex(), code=77)
    assert "can still be applied" in refused.err and "--although-alive" in refused.err and not refused.out
    assert listed(funded) == [old.hash_hex()]
    made = funded.build("rebuild", old.hash_hex(), "--although-alive", "--valid-for", "2d")
    assert opened(made.out).transaction.sequence == old.transaction.sequence
    assert status(funded, old.hash_hex())["replaced_by"] == opened(made.out).hash_hex()
    assert "only one of the two can be applied" in funded.submit("status", old.hash_hex()).out
    funded.submit("send", "-", stdin=old.to_xdr())
    assert "was used by another transaction" in funded.submit("send", "-", stdin=signed(made.out).to_xdr(), code=1).err
    assert len(received(funded)) == 1


def test_the_same_transaction_once_more_is_an_error(funded):
    built = funded.build(*PAY, "--max-time", "2030-01-01")
    funded.submit("signatures", "-", stdin=signed(built.out).to_xdr())
    refused = funded.build("rebuild", opened(built.out).hash_hex(), "--although-alive", "--max-time", "2030-01-01", code=65)
    assert "the same transaction again" in refused.err and not refused.out


def test_a_request_that_no_one_signed_is_forgotten_by_its_rebuild(funded):
    first, second, third = (funded.build(*pay(amount), *more) for amount, more in ((1, ()), (2, ()), (3, ("--after-drafts",))))
    number = opened(first.out).transaction.sequence
    assert [opened(r.out).transaction.sequence for r in (second, third)] == [number, number + 1]
    made = funded.build("rebuild", opened(second.out).hash_hex())
    assert opened(made.out).transaction.sequence == number + 2, "the first number that is free"
    assert opened(second.out).hash_hex() not in listed(funded) and "is forgotten" in made.err
    gone = funded.submit("status", opened(second.out).hash_hex(), code=66)
    assert "was forgotten on" in gone.err and f"{opened(made.out).hash_hex()} was built in its place" in gone.err
    again = funded.build("rebuild", opened(first.out).hash_hex(), "--valid-for", "3d")
    assert opened(again.out).transaction.sequence == number, "its own number is free"


def test_an_unknown_outcome_is_found_out_first(funded, middle):
    old = stuck(funded, middle)
    refused = funded.build("rebuild", old.hash_hex(), code=1)
    assert "outcome is not known" in refused.err and "coldstar-submit resume" in refused.err
    made = funded.build("rebuild", old.hash_hex(), "--although-alive", "--valid-for", "2d")
    assert opened(made.out).transaction.sequence == old.transaction.sequence
    funded.submit("send", "-", stdin=signed(made.out).to_xdr())
    posted(funded, old)
    assert len(received(funded)) == 1


def test_what_was_applied_elsewhere_is_not_built_again(funded):
    old = signed(funded.build(*PAY).out)
    funded.post(old)
    refused = funded.build("rebuild", old.hash_hex(), code=1)
    assert "was applied in ledger" in refused.err


def test_what_failed_elsewhere_is_built_again(funded):
    funded.fund(CAROL)
    built = funded.build(*PAY[:4], CAROL.public_key, *PAY[5:])
    funded.apply(CAROL, AccountMerge(BOB.public_key))
    posted(funded, signed(built.out))
    funded.fund(CAROL)
    made = funded.build("rebuild", opened(built.out).hash_hex())
    assert "it failed in ledger" in made.err
    assert opened(made.out).transaction.sequence == opened(built.out).transaction.sequence + 1


def test_a_number_that_another_transaction_used_frees_the_payment(funded):
    old = signed(funded.build(*PAY).out)
    funded.submit("signatures", "-", stdin=old.to_xdr())
    other = funded.apply(ALICE, Payment(BOB.public_key, Asset.native(), "9"))
    made = funded.build("rebuild", old.hash_hex())
    assert f"its sequence number was used by {other}" in made.err
    assert opened(made.out).transaction.sequence == old.transaction.sequence + 1


@pytest.mark.parametrize("clock", [-7200, 7200])
def test_one_clock_alone_ends_nothing(funded, clock):
    """Neither a clock that is ahead nor an expiry that only the ledger's time shows frees a payment."""
    end = int(time.time()) + (3600 if clock > 0 else -3600)
    number = funded.sequence(ALICE) + 1
    built = funded.build(*PAY, "--sequence", number, "--max-time", str(end), "--now", str(int(time.time()) - 9000), "--fee", "100")
    funded.submit("signatures", "-", stdin=signed(built.out).to_xdr(), code=None)
    refused = funded.build("rebuild", opened(built.out).hash_hex(), "--now", str(int(time.time()) + clock), code=77)
    assert "can still be applied" in refused.err


def test_a_file_from_elsewhere_can_be_rebuilt(funded):
    number = funded.sequence(ALICE) + 1
    built = funded.build(*PAY, "--sequence", number, *long_ago())
    funded.build("request", "forget", opened(built.out).hash_hex(), "--yes")
    made = funded.build("rebuild", funded.file("old.json", built.out))
    assert opened(made.out).transaction.sequence == number
    live = funded.build(*pay(2), "--after-drafts")
    funded.build("request", "forget", opened(live.out).hash_hex(), "--yes")
    refused = funded.build("rebuild", "-", stdin=live.out, code=77)
    assert "can still be applied" in refused.err, "anyone may have signed it"


def test_a_fee_bump_is_answered_with_its_inner_transaction(funded):
    inner = signed(funded.build(*PAY).out)
    bump = funded.build("fee-bump", "-", "--fee-source", BOB.public_key, "--max-fee", "400", stdin=inner.to_xdr())
    refused = funded.build("rebuild", "-", stdin=bump.out, code=65)
    assert "is a fee bump" in refused.err and f"rebuild {inner.hash_hex()}" in refused.err


def test_extra_signers_and_the_operations_source_stay(funded):
    number = funded.sequence(ALICE) + 1
    old = opened(funded.build(*PAY, "--operation-source", BOB.public_key, "--extra-signer", CAROL.public_key, "--sequence", number,
                              *long_ago()).out)
    new = opened(funded.build("rebuild", old.hash_hex()).out).transaction
    assert new.operations == old.transaction.operations and new.operations[0].source.account_id == BOB.public_key
    assert [s.encoded_signer_key for s in new.preconditions.extra_signers] == [CAROL.public_key]


def test_an_error_is_a_document_and_nothing_is_recorded(funded):
    applied = sent(funded, *PAY)
    for args, code in ((("rebuild", applied), 1), (("rebuild", "0" * 64), 66), (("rebuild", applied, "--failed-rows"), 64),
                       (("repeat", applied, "--amount", "0"), 65), (("repeat", "nothing"), 65)):
        refused = funded.build(*args, "--json", code=code)
        assert refused.json()["error"]["code"] == code, refused
    assert listed(funded) == []


# ---------------------------------------------------------------- repeating

def test_a_repeated_payment_may_have_another_amount_and_memo(funded):
    funded.build("contacts", "add", "bob", BOB.public_key)
    old = sent(funded, *pay(3), "--memo", "text:Rent May", "--note", "rent")
    made = funded.build("repeat", old)
    assert "was applied in ledger" in made.err and f"repeats   {old}" in made.err
    [operation] = opened(made.out).transaction.operations
    assert (operation.destination.account_id, operation.amount) == (BOB.public_key, "3")
    assert json.loads(made.out)["note"] == "rent" and json.loads(made.out)["hints"]["accounts"][BOB.public_key]["name"] == "bob"
    other = funded.build("repeat", old, "--amount", "4.5", "--memo", "text:Rent June", "--after-drafts")
    assert "was applied" not in other.err
    transaction = opened(other.out).transaction
    assert (transaction.operations[0].amount, transaction.memo.memo_text) == ("4.5", b"Rent June")
    assert transaction.sequence == opened(made.out).transaction.sequence + 1


def test_only_a_single_payment_has_another_amount(funded):
    funded.apply(ALICE, CreateAccount(CAROL.public_key, "10"))
    built = funded.build("set-options", "--source", ALICE.public_key, "--home-domain", "example.com")
    refused = funded.build("repeat", opened(built.out).hash_hex(), "--amount", "2", code=65)
    assert "--amount" in refused.err and "not a single payment" in refused.err
    assert opened(funded.build("repeat", opened(built.out).hash_hex()).out).transaction.operations[0].home_domain == "example.com"


def test_what_expired_and_was_rebuilt_is_not_to_be_built_again(funded):
    old = signed(funded.build(*pay(3), "--sequence", funded.sequence(ALICE) + 1, *long_ago()).out)
    late = funded.submit("send", "-", "--wait", "0", stdin=old.to_xdr(), code=1)
    assert f"coldstar-build rebuild {old.hash_hex()}" in late.err
    new = signed(funded.build("rebuild", old.hash_hex(), "--valid-for", "2d").out)
    waiting = funded.submit("send", "-", "--wait", "0", stdin=old.to_xdr(), code=1)
    assert f"{new.hash_hex()} was built in its place" in waiting.err and "coldstar-build rebuild" not in waiting.err
    funded.submit("send", "-", stdin=new.to_xdr())
    done = funded.submit("send", "-", "--wait", "0", stdin=old.to_xdr(), code=1)
    assert re.search(rf"{new.hash_hex()}, built in its place, was applied in ledger \d+\nhint: nothing is left to do", done.err)


# ---------------------------------------------------------------- batches

# ---------------------------------------------------------------- a signature that comes back after the rebuild

@pytest.fixture
def signed_unseen(funded, tmp_path):
    """A payment that shares its number with a draft, signed without this machine's knowledge, and rebuilt with another number."""
    request = tmp_path / "earlier.json"
    request.write_text(funded.build(*pay(3)).out)
    funded.build(*pay(1))
    earlier = signed(request.read_text())
    later = signed(funded.build("rebuild", earlier.hash_hex()).out)
    assert later.transaction.sequence == earlier.transaction.sequence + 1
    return request, earlier, later


@pytest.mark.parametrize("command", ["send", "check"])
def test_what_was_replaced_is_not_submitted_while_its_replacement_can_be(funded, signed_unseen, command):
    request, earlier, later = signed_unseen
    for more in ((), ("--request", request)):
        refused = funded.submit(command, "-", *more, stdin=earlier.to_xdr(), code=77).err
        assert f"{later.hash_hex()} was built in the place of {earlier.hash_hex()}, and can still be applied" in refused
    assert received(funded) == []


@pytest.mark.parametrize("command", ["send", "check"])
def test_what_was_replaced_is_not_submitted_after_its_replacement(funded, signed_unseen, command):
    request, earlier, later = signed_unseen
    funded.post(signed(funded.build(*pay(2), "--sequence", earlier.transaction.sequence).out))
    funded.submit("send", "-", stdin=later.to_xdr())
    refused = funded.submit(command, "-", "--request", request, stdin=earlier.to_xdr(), code=77).err
    assert "was applied in ledger" in refused and "repeat" in refused
    assert sorted(received(funded)) == ["2.0000000", "3.0000000"]


@pytest.mark.parametrize("command", ["send", "check"])
def test_a_replacement_is_not_submitted_after_what_it_replaced(funded, signed_unseen, command):
    _, earlier, later = signed_unseen
    posted(funded, earlier)
    refused = funded.submit(command, "-", stdin=later.to_xdr(), code=77).err
    assert f"{later.hash_hex()} was built in the place of {earlier.hash_hex()}, which was applied in ledger" in refused
    assert received(funded) == ["3.0000000"]


def test_what_was_forgotten_is_not_submitted(funded, tmp_path):
    request = tmp_path / "request.json"
    request.write_text(funded.build(*pay(4)).out)
    envelope = signed(request.read_text())
    funded.build("request", "forget", envelope.hash_hex(), "--yes")
    for more in ((), ("--request", request)):
        assert "was forgotten on" in funded.submit("send", "-", *more, stdin=envelope.to_xdr(), code=77).err
    assert received(funded) == []
    # Built once more, byte for byte, it is wanted again.
    again = funded.build("compose", "-", stdin=request.read_text(), code=None)
    if again.code == 0 and opened(again.out).hash_hex() == envelope.hash_hex():
        funded.submit("send", "-", stdin=envelope.to_xdr())
        assert received(funded) == ["4.0000000"]


def test_a_signature_that_was_read_counts_although_no_server_answered(funded):
    envelope = signed(funded.build(*pay(3)).out)
    funded.submit("send", "-", "--horizon-url", "http://127.0.0.1:9", "--wait", "0", stdin=envelope.to_xdr(), code=69)
    assert len(status(funded, envelope.hash_hex())["signatures"]) == 1
    refused = funded.build("rebuild", envelope.hash_hex(), code=77).err
    assert "can still be applied" in refused
    funded.submit("send", envelope.hash_hex())
    assert received(funded) == ["3.0000000"]


def table(machine: Machine, *rows: tuple) -> str:
    lines = [",".join(map(str, row)) for row in rows]
    return str(machine.file("pay.csv", "destination,amount,asset,memo,name\n" + "\n".join(lines) + "\n"))


def batch(machine: Machine, *rows: tuple, options: tuple = ()) -> list:
    made = machine.build("batch", table(machine, *rows), "--source", ALICE.public_key, *options)
    return [opened(line) for line in made.out.splitlines()]


ROWS = [(BOB.public_key, 1, "XLM", "", "Bob"), (CAROL.public_key, 2, "XLM", "", "Carol"), (DORA.public_key, 3, "XLM", "", "Dora")]


def send(machine: Machine, envelopes, code=None) -> None:
    for envelope in envelopes:
        envelope.sign(ALICE)
        posted(machine, envelope)
        machine.submit("send", "-", "--wait", "0", stdin=envelope.to_xdr(), code=code)


@pytest.fixture
def payees(funded):
    funded.fund(CAROL, DORA)
    return funded


def test_a_batch_that_was_not_signed_is_built_again_as_it_was(payees):
    old = batch(payees, *[(*row[:3], f"text:{row[4]}", row[4]) for row in ROWS], options=("--name", "week-48", "--note", "wages"))
    made = payees.build("rebuild", "week-48", "--valid-for", "2d")
    new = [opened(line) for line in made.out.splitlines()]
    assert [n.transaction.operations for n in new] == [o.transaction.operations for o in old]
    assert [n.transaction.sequence for n in new] == [o.transaction.sequence for o in old]
    assert {json.loads(line)["note"] for line in made.out.splitlines()} == {"wages"}
    assert sorted(listed(payees)) == sorted(n.hash_hex() for n in new)
    assert "0 of 3 transactions applied, 3 wait for signatures" in payees.submit("status", "week-48").out


def mark_of(envelopes: list) -> str:
    """The hash of a batch."""
    return hashlib.sha256(b"".join(envelope.hash() for envelope in envelopes)).hexdigest()


def test_a_batch_is_found_by_the_hash_of_its_file(payees):
    old = batch(payees, *ROWS, options=("--one-per-transaction",))
    mark = mark_of(old)
    for name in (mark, mark[:8], mark.upper()[:12]):
        assert "batch pay.csv, requested" in payees.submit("status", name).out
    unknown = payees.submit("status", mark[:-1] + ("0" if mark[-1] != "0" else "1"), code=66)
    assert "the journal knows nothing of" in unknown.err
    new = [opened(line) for line in payees.build("rebuild", mark[:16], "--valid-for", "2d").out.splitlines()]
    assert [n.transaction.operations for n in new] == [o.transaction.operations for o in old]
    assert "3 requests of pay.csv are forgotten" in payees.build("request", "forget", mark_of(new), "--yes").err
    assert listed(payees) == []


def test_sending_a_part_of_a_batch_says_what_is_left(payees):
    old = batch(payees, *ROWS, options=("--one-per-transaction",))
    old[0].sign(ALICE)
    sent = payees.submit("send", "-", stdin=old[0].to_xdr())
    assert "note: batch pay.csv: 1 of 3 transactions applied, 2 wait for signatures" in sent.err
    for envelope in old[1:]:
        envelope.sign(ALICE)
    both = payees.submit("send", "-", stdin="\n".join(envelope.to_xdr() for envelope in old[1:]))
    assert "note: batch" not in both.err


def test_a_batch_of_which_something_was_applied_is_not_built_again_as_a_whole(payees):
    old = batch(payees, *ROWS, options=("--one-per-transaction",))
    send(payees, old[:1], code=0)
    refused = payees.build("rebuild", "pay.csv", code=1)
    assert "1 transaction of pay.csv was applied" in refused.err and "--failed-rows" in refused.err and not refused.out
    nothing = payees.build("rebuild", "pay.csv", "--failed-rows", code=1)
    assert "2 transactions can still be applied" in nothing.err


def test_the_payments_that_failed_get_transactions_of_their_own(payees):
    [old] = batch(payees, *ROWS)
    payees.apply(CAROL, AccountMerge(BOB.public_key))
    send(payees, [old])
    payees.fund(CAROL)
    made = payees.build("rebuild", "pay.csv", "--failed-rows", "--json")
    documents = [json.loads(line) for line in made.out.splitlines()]
    new = [opened(json.dumps(json.loads(d["transaction"]))) for d in documents]
    assert [[o.destination.account_id for o in n.transaction.operations] for n in new] == [
        [BOB.public_key, DORA.public_key], [CAROL.public_key]]
    assert [n.transaction.sequence for n in new] == [old.transaction.sequence + 1, old.transaction.sequence + 2]
    send(payees, new, code=0)
    assert "2 of 2 transactions applied, 1 replaced" in payees.submit("status", "pay.csv").out
    assert "no payment of pay.csv failed or expired" in payees.build("rebuild", "pay.csv", "--failed-rows", code=1).err
    entries = [json.loads(line) for line in payees.submit("status", "pay.csv", "--json").out.splitlines()]
    assert {e["batch"]["id"] for e in entries} == {entries[0]["batch"]["id"]} and len(entries) == 3


def test_the_other_payments_are_built_again_beside_one_that_cannot_be_made(payees):
    [old] = batch(payees, *ROWS)
    payees.apply(CAROL, AccountMerge(BOB.public_key))
    send(payees, [old])
    refused = payees.build("rebuild", "pay.csv", "--failed-rows", code=65)
    assert f"the destination {CAROL.public_key} does not exist (Carol)" in refused.err and "--no-account-checks" in refused.err
    made = payees.build("rebuild", "pay.csv", "--failed-rows", "--no-account-checks", "--format", "xdr")
    new = [opened(line) for line in made.out.splitlines()]
    assert [[o.destination.account_id for o in n.transaction.operations] for n in new] == [[BOB.public_key, DORA.public_key], [CAROL.public_key]]
    send(payees, new[:1], code=0)
    payees.build("rebuild", old.hash_hex(), "--no-account-checks", code=64)


def test_earlier_batches_of_a_name_are_told(payees):
    send(payees, batch(payees, ROWS[0]), code=0)
    batch(payees, ROWS[0])
    said = payees.submit("status", "pay.csv").out
    assert "0 of 1 transaction applied, 1 waits for signatures" in said
    earlier = re.search(r"an earlier batch pay.csv, requested .*: 1 of 1 transaction applied. Its id is (.*)", said)[1]
    assert "1 of 1 transaction applied" in payees.submit("status", earlier).out


def test_a_batch_is_rebuilt_with_the_numbers_that_its_live_transactions_have(payees):
    old = batch(payees, *ROWS, options=("--one-per-transaction",))
    for envelope in old:
        envelope.sign(ALICE)
        payees.submit("signatures", "-", stdin=envelope.to_xdr(), code=None)
    assert "can still be applied" in payees.build("rebuild", "pay.csv", code=77).err
    made = payees.build("rebuild", "pay.csv", "--although-alive", "--valid-for", "2d", "--format", "xdr")
    new = [opened(line) for line in made.out.splitlines()]
    assert [n.transaction.sequence for n in new] == [o.transaction.sequence for o in old]
    send(payees, new, code=0)
    for envelope in old:
        posted(payees, envelope)
    assert received(payees) == ["1.0000000"]


# ---------------------------------------------------------------- whatever happens

@pytest.mark.parametrize("seed", range(6))
def test_no_history_of_rebuilds_pays_anything_twice(funded, middle, seed):
    """Every amount is one thing to pay. Old copies go in at any time, servers lose answers, other programs use numbers."""
    chance = random.Random(f"rebuild {seed}")
    known: dict[str, str] = {}                    # what each transaction pays
    copies = []                                   # the signed ones, which anyone may submit

    def built(result, amount: str) -> None:
        """Most requests are signed, and their signatures come back."""
        known[opened(result.out).hash_hex()] = amount
        if chance.random() < 0.7:
            copies.append(signed(result.out))
            funded.submit("signatures", "-", stdin=copies[-1].to_xdr(), code=None)

    acts = {"pay": 3, "expired": 2, "send": 2, "lost": 2, "leak": 2, "other": 1, "rebuild": 8}
    for step in range(24):
        act = chance.choices(list(acts), list(acts.values()))[0]
        if act == "pay":
            built(funded.build(*pay(step + 1), *chance.choice([(), ("--after-drafts",), ("--after-pending",)])), f"{step + 1}.0000000")
        elif act == "expired":
            number = str(funded.sequence(ALICE) + 1)
            built(funded.build(*pay(step + 1), "--sequence", number, *long_ago()), f"{step + 1}.0000000")
        elif act in ("send", "lost") and copies:
            middle.lose = act == "lost"
            funded.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=chance.choice(copies).to_xdr(), code=None)
            middle.lose = False
        elif act == "leak" and copies:
            posted(funded, chance.choice(copies))
        elif act == "other":
            funded.apply(ALICE, Payment(BOB.public_key, Asset.native(), "0.5"))
        elif act == "rebuild" and known:
            name = chance.choice(sorted(known))
            alive = chance.choice([(), ("--although-alive",)])
            made = funded.build("rebuild", name, "--valid-for", f"{step + 2}h", *alive, code=None)
            assert made.code in (0, 1, 65, 66, 77), made
            if made.code == 0:
                built(made, known[name])
    chance.shuffle(copies)
    for envelope in copies:
        posted(funded, envelope)
    paid = [amount for amount in received(funded) if amount != "0.5000000"]
    assert len(paid) == len(set(paid)), f"paid twice: {sorted(paid)}"
    assert set(paid) <= set(known.values())
    for name, amount in known.items():
        if funded.submit("status", name, "--json", code=None).code == 0 and status(funded, name)["status"] == "success":
            assert amount in paid, f"{name} was not applied"
