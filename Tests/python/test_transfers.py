# SPDX-License-Identifier: Apache-2.0
"""Deposits, withdrawals, customer data and quotes (SEP-6, 12, 24, 38), with an anchor whose responses the test sets."""
from __future__ import annotations

import json
import re
import shlex
import sqlite3
import subprocess
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import TransactionEnvelope

from anchor import TransferAnchor
from programs import PIN, TESTNET, Machine, key

ALICE, SERVER, HOT = key("alice"), key("server"), key("hot")
SRT = sdk.Asset("SRT", SERVER.public_key)
INFO = {"deposit": {"SRT": {"enabled": True, "min_amount": 5, "max_amount": "1000.5", "fee_fixed": 1, "fee_percent": "0.5", "authentication_required": True,
                            "fields": {"type": {"description": "how", "choices": ["SEPA", "cash"]}}}},
        "withdraw": {"SRT": {"enabled": True, "min_amount": 5, "types": {"bank_account": {"fields": {"dest": {"description": "IBAN"}}}}}, "OLD": {"enabled": False}},
        "deposit-exchange": {"SRT": {"enabled": True}}, "fee": {"enabled": False}}


@pytest.fixture
def anchor():
    anchor = TransferAnchor(SERVER)
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = INFO
    yield anchor
    anchor.stop()


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def who(anchor, account=ALICE.public_key) -> tuple[str, ...]:
    return "--home-domain", anchor.domain, "--account", account, "--http-loopback"


def ask(online, anchor, *args, code=0, account=ALICE.public_key):
    return online.submit("anchor", *args, *who(anchor, account), code=code)


def test_anchor_info_needs_no_login(online, anchor):
    text = online.submit("anchor", "info", "--home-domain", anchor.domain, "--http-loopback").out
    assert "deposit of SRT (sep6)" in text and "5 to 1000.5" in text and "1 and 0.5 %" in text and "SEPA, cash" in text and "OLD" not in text
    found = online.submit("anchor", "info", "--home-domain", anchor.domain, "--http-loopback", "--json").json()
    assert found["sep6"] == found["sep24"] == INFO and found["home_domain"] == anchor.domain


def test_commands_without_a_login_say_how_to_log_in(online, anchor):
    for command in (("deposit", "--asset", "SRT"), ("withdraw", "--asset", "SRT"), ("transaction", "x"), ("transactions", "--asset", "SRT"),
                    ("watch", "x"), ("customer", "get"), ("customer", "put", "--field", "a=b"), ("customer", "delete", "--yes"),
                    ("quote", "--sell-asset", "a", "--buy-asset", "b", "--sell-amount", "1")):
        refused = ask(online, anchor, *command, code=77)
        assert "there is no login at" in refused.err and f"coldstar-build challenge --home-domain {anchor.domain}" in refused.err, command
    assert anchor.calls == []


def test_a_sep6_deposit_shows_the_payment_instructions(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1", "eta": 60, "instructions": {
        "bank_account_number": {"value": "DE1 \u001b[2J", "description": "the IBAN"}}, "extra_info": {"message": "today"}}
    made = ask(online, anchor, "deposit", "--asset", "SRT", "--amount", "100.50", "--type", "SEPA", "--field", "email_address=a@b.example", "--memo", "id:7")
    assert "\x1b" not in made.out and "DE1" in made.out and "the IBAN" in made.out and "anchor watch 1 " in made.err
    query = anchor.calls[-1]["query"]
    assert query == {"asset_code": "SRT", "account": ALICE.public_key, "amount": "100.50", "type": "SEPA", "funding_method": "SEPA",
                     "memo_type": "id", "memo": "7", "email_address": "a@b.example"}
    assert anchor.calls[-1]["token"] == anchor.tokens[0]
    found = ask(online, anchor, "deposit", "--asset", "SRT", "--json").json()
    assert (found["protocol"], found["kind"], found["id"], found["url"]) == ("sep6", "deposit", "d1", None)


def test_amounts_outside_the_limits_are_refused_without_a_request(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    for amount, said in (("4.9999999", "the least is 5"), ("1000.50000001", "the most is 1000.5"), ("1e3", "not an amount")):
        assert said in ask(online, anchor, "deposit", "--asset", "SRT", f"--amount={amount}", code=65).err
    assert "offers no withdrawal of OLD" in ask(online, anchor, "withdraw", "--asset", "OLD", code=65).err
    assert "offers no deposit of NONE" in ask(online, anchor, "deposit", "--asset", "NONE", code=65).err
    assert not [call for call in anchor.calls if "info" not in call["path"]]


def test_an_anchors_rejection_is_reported_with_the_required_customer_data_or_reason(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "non_interactive_customer_info_needed", "fields": ["first_name", "bad\u001b[2J"]})
    refused = ask(online, anchor, "deposit", "--asset", "SRT", "--json", code=1)
    assert refused.json() == {"version": 1, "status": "customer_info_needed", "fields": ["first_name", "bad\u001b[2J"]} and "\x1b" not in refused.err + refused.out
    assert "first_name" in refused.err and "customer put" in refused.err
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "customer_info_status", "status": "denied", "more_info_url": "https://a.example/x"})
    refused = ask(online, anchor, "deposit", "--asset", "SRT", "--json", code=1)
    assert refused.json() == {"version": 1, "status": "customer_info_denied", "more_info_url": "https://a.example/x"}
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "authentication_required"})
    assert "no longer accepts the login" in ask(online, anchor, "deposit", "--asset", "SRT", code=77).err
    anchor.answers[("GET", "/sep6/deposit")] = (400, {"error": "closed on Sundays"})
    assert "closed on Sundays" in ask(online, anchor, "deposit", "--asset", "SRT", code=1).err


def test_a_sep24_deposit_shows_a_valid_page_address(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"type": "interactive_customer_info_needed", "url": anchor.url + "/page?t=1", "id": "d2"}
    made = ask(online, anchor, "deposit", "--asset", f"SRT:{SERVER.public_key}", "--amount", "10", "--protocol", "sep24", "--claimable")
    assert anchor.url + "/page?t=1" in made.out
    form = anchor.form(anchor.calls[-1])
    assert form == {"asset_code": b"SRT", "account": ALICE.public_key.encode(), "asset_issuer": SERVER.public_key.encode(), "amount": b"10",
                    "claimable_balance_supported": b"true"}
    for page in ("javascript:alert(1)", "http://evil.example/", "file:///etc/passwd", "", None, 7):
        anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"url": page, "id": "d2"}
        ask(online, anchor, "deposit", "--asset", "SRT", "--protocol", "sep24", code=76)


def test_two_payments_of_one_withdrawal_are_not_both_submitted(online, anchor):
    """Both were built before either was submitted. One that was asked for by name after the first is."""
    online.fund(ALICE, SERVER, HOT.public_key)
    for pair in (ALICE, HOT):
        online.apply(pair, sdk.ChangeTrust(SRT))
    online.apply(SERVER, sdk.Payment(ALICE.public_key, SRT, "100"))
    anchor.log_in(online, ALICE.public_key)
    waiting = {"id": "w1", "kind": "withdrawal", "status": "pending_user_transfer_start", "amount_in": "20", "amount_in_asset": f"stellar:SRT:{SERVER.public_key}",
               "withdraw_anchor_account": HOT.public_key, "withdraw_memo_type": "id", "withdraw_memo": "77"}
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: {"transaction": waiting}

    def built(*more: str) -> TransactionEnvelope:
        made = TransactionEnvelope.from_xdr(online.build("withdrawal", *who(anchor), "--id", "w1", *more).json()["envelope"], TESTNET)
        made.sign(ALICE)
        return made

    first, second = built(), built("--after-drafts")
    for command in ("check", "send"):
        together = online.submit(command, "-", stdin=f"{first.to_xdr()}\n{second.to_xdr()}\n", code=77)
        assert f"{second.hash_hex()} pays for a withdrawal that {first.hash_hex()} pays for too, which is submitted with it" in together.err
    online.submit("send", "-", stdin=first.to_xdr())
    online.submit("check", "-", stdin=second.to_xdr(), code=77)
    refused = online.submit("send", "-", stdin=second.to_xdr(), code=77)
    assert f"{second.hash_hex()} pays for a withdrawal that {first.hash_hex()} pays for too, which was applied in ledger" in refused.err
    assert "already applied" in online.submit("send", "-", stdin=first.to_xdr()).err
    online.build("request", "forget", second.hash_hex(), "--yes")
    online.build("withdrawal", *who(anchor), "--id", "w1", code=77)
    third = built("--again")
    online.submit("send", "-", stdin=f"{first.to_xdr()}\n{third.to_xdr()}\n")
    assert online.account(HOT)["balances"][0]["balance"] == "40.0000000"


def test_a_withdrawal_payment_has_the_anchors_account_memo_asset_and_amount(online, signer, anchor):
    online.fund(ALICE, SERVER, HOT.public_key)
    for pair in (ALICE, HOT):
        online.apply(pair, sdk.ChangeTrust(SRT))
    online.apply(SERVER, sdk.Payment(ALICE.public_key, SRT, "50"))
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/withdraw")] = {"id": "w1", "account_id": HOT.public_key, "memo_type": "id", "memo": "77"}
    assert "the account holds 50" in ask(online, anchor, "withdraw", "--asset", "SRT", "--amount", "50.1", "--type", "bank_account", code=65).err
    begun = ask(online, anchor, "withdraw", "--asset", "SRT", "--amount", "20", "--type", "bank_account", "--field", "dest=DE1")
    assert "coldstar-build withdrawal" in begun.err and anchor.calls[-1]["query"]["dest"] == "DE1"
    waiting = {"id": "w1", "kind": "withdrawal", "status": "pending_user_transfer_start", "amount_in": "20", "amount_in_asset": f"stellar:SRT:{SERVER.public_key}",
               "withdraw_anchor_account": HOT.public_key, "withdraw_memo_type": "id", "withdraw_memo": "77"}
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: {"transaction": waiting}
    built = online.build("withdrawal", *who(anchor), "--id", "w1")
    request = built.json()
    assert "does not name the account" in built.err and request["hints"]["withdrawal"] == {"home_domain": anchor.domain, "id": "w1"}
    transaction = TransactionEnvelope.from_xdr(request["envelope"], TESTNET).transaction
    payment = transaction.operations[0]
    assert (payment.destination.account_id, payment.asset, payment.amount, transaction.memo) == (HOT.public_key, SRT, "20", sdk.IdMemo(77))
    shown = signer.sign("inspect", "-", stdin=built.out).out
    assert "W-ANCHOR" in shown and anchor.domain in shown
    anchor.toml_as = anchor.toml.replace("[DOC", f'ACCOUNTS = ["{HOT.public_key}"]\n[DOC').encode()
    assert "does not name" not in online.build("withdrawal", *who(anchor), "--id", "w1").err
    # RecordedWithdrawalTests and WithdrawalPaymentTests have the other answers.
    for change, code in (({"status": "completed"}, 1), ({"kind": "deposit"}, 65), ({"withdraw_anchor_account": HOT.secret}, 76), ({"amount_in": None}, 64)):
        before = dict(waiting)
        waiting.update(change)
        refused = online.build("withdrawal", *who(anchor), "--id", "w1", code=code)
        assert refused.out == "" and HOT.secret not in refused.err, change
        waiting.clear()
        waiting.update(before)
    waiting["amount_in"] = None
    given = online.build("withdrawal", *who(anchor), "--id", "w1", "--asset", f"SRT:{SERVER.public_key}", "--amount", "3").json()
    assert TransactionEnvelope.from_xdr(given["envelope"], TESTNET).transaction.operations[0].amount == "3"


def named(code: str, issuer) -> str:
    """A currency entry of a stellar.toml."""
    return f'[[CURRENCIES]]\ncode = "{code}"\nissuer = "{issuer.public_key}"\n'


def naming(anchor, currencies: str) -> None:
    """Replaces the currencies of the anchor's stellar.toml."""
    anchor.toml_as = (anchor.toml.partition("[[CURRENCIES]]")[0] + currencies).encode()


def unsettled(online) -> None:
    """Removes the recorded issuer, as in a journal of a release that stored only the asset code."""
    with sqlite3.connect(online.home / "online" / "journal.sqlite") as db:
        db.execute("UPDATE transfer SET asset = 'SRT'")


def asked_for(online, anchor, *options, asset="SRT") -> dict:
    """Starts a withdrawal of 20 SRT and returns the anchor's transaction document for it."""
    online.fund(ALICE, SERVER, HOT.public_key)
    for pair in (ALICE, HOT):
        online.apply(pair, sdk.ChangeTrust(SRT))
    online.apply(SERVER, sdk.Payment(ALICE.public_key, SRT, "50"))
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/withdraw")] = {"id": "w1", "account_id": HOT.public_key}
    ask(online, anchor, "withdraw", "--asset", asset, "--amount", "20", "--type", "bank_account", "--field", "dest=DE1", *options)
    waiting = {"id": "w1", "kind": "withdrawal", "status": "pending_user_transfer_start", "amount_in": "20", "amount_in_asset": f"stellar:SRT:{SERVER.public_key}",
               "withdraw_anchor_account": HOT.public_key}
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: {"transaction": waiting}
    return waiting


def test_a_withdrawal_refuses_an_asset_or_amount_other_than_requested(online, anchor):
    """RecordedWithdrawalTests has the other assets, amounts and issuers."""
    waiting = asked_for(online, anchor)
    waiting["amount_in_asset"] = f"stellar:SRT:{HOT.public_key}"
    refused = online.build("withdrawal", *who(anchor), "--id", "w1", "--yes", code=76)
    assert "transfer 1 was begun with SRT" in refused.err and refused.out == ""
    waiting["amount_in_asset"] = f"stellar:SRT:{SERVER.public_key}"
    waiting["amount_in"] = "45"
    refused = online.build("withdrawal", *who(anchor), "--id", "w1", code=77)
    assert "expects 45 SRT, but transfer 1 was begun with 20" in refused.err and "--amount 45" in refused.err and refused.out == ""
    for more in (("--amount", "45"), ("--yes",)):
        paid = online.build("withdrawal", *who(anchor), "--id", "w1", "--after-drafts", *more)
        assert "warning: " in paid.err and "expects 45 SRT, but transfer 1 was begun with 20" in paid.err
        assert TransactionEnvelope.from_xdr(paid.json()["envelope"], TESTNET).transaction.operations[0].amount == "45"
    # The anchor's stellar.toml may not name the issuer of the code.
    unsettled(online)
    naming(anchor, "")
    refused = online.build("withdrawal", *who(anchor), "--id", "w1", "--after-drafts", "--yes", code=77)
    assert f"add --asset SRT:{SERVER.public_key}" in refused.err and refused.out == ""
    online.build("withdrawal", *who(anchor), "--id", "w1", "--after-drafts", "--asset", f"SRT:{SERVER.public_key}", "--yes")
    anchor.toml_as = None
    # There is no record of a withdrawal started elsewhere.
    waiting |= {"id": "w2", "amount_in": "45"}
    elsewhere = online.build("withdrawal", *who(anchor), "--id", "w2", "--after-drafts").err
    assert "begun with" not in elsewhere and "not begun on this machine" in elsewhere


def test_a_memo_in_another_script_is_readable_on_the_terminal_alone(online, anchor):
    waiting = asked_for(online, anchor)
    waiting |= {"withdraw_memo_type": "text", "withdraw_memo": "\u041f\u0440\u0438\u0432\u0435\u0442"}
    bytes_ = "".join(f"\\x{byte:02x}" for byte in waiting["withdraw_memo"].encode())
    shown = online.submit("anchor", "transaction", waiting["id"], *who(anchor))
    assert f'memo text:"{waiting["withdraw_memo"]}" ({bytes_})\n' in re.sub(" +", " ", shown.out)
    assert online.submit("anchor", "transaction", waiting["id"], *who(anchor), "--json").out.isascii()
    waiting["withdraw_memo"] = "\u202e\u0430b"
    assert online.submit("anchor", "transaction", waiting["id"], *who(anchor)).out.isascii()


def test_a_withdrawal_that_was_paid_is_not_paid_again(online, anchor):
    waiting = asked_for(online, anchor)
    waiting |= {"withdraw_memo_type": "id", "withdraw_memo": "77"}

    def build(*more, code=0):
        return online.build("withdrawal", *who(anchor), "--id", waiting["id"], *more, code=code)

    def state(state, ledger="NULL"):
        with sqlite3.connect(online.home / "online" / "journal.sqlite") as db:
            db.execute(f"UPDATE submission SET state = '{state}', ledger = {ledger} WHERE hash = '{hash}'")
    # Until a payment is submitted it may be built any number of times.
    build()
    envelope = TransactionEnvelope.from_xdr(build().json()["envelope"], TESTNET)
    envelope.sign(ALICE)
    hash = envelope.hash_hex()
    online.submit("send", "-", stdin=envelope.to_xdr())
    refused = build(code=77)
    ledger = re.search(rf"a payment for this transfer was applied in ledger (\d+): {hash}", refused.err)[1]
    assert refused.out == "" and "--again pays once more" in refused.err
    watch = re.search("hint: to follow it: coldstar-submit (anchor watch .*);", refused.err)[1]
    assert shlex.split(watch)[2:] == ["1", "--http-loopback"]
    for more in (("--yes",), ("--amount", "20"), ("--after-drafts",), ("--asset", f"SRT:{SERVER.public_key}")):
        assert build(*more, code=77).out == ""
    again = build("--again")
    assert f"warning: a payment for this transfer was applied in ledger {ledger}: {hash}" in again.err and again.json()["hints"]["withdrawal"]["id"] == "w1"
    for doubtful in ("queued", "sent", "pending"):
        state(doubtful)
        assert f"is pending ({doubtful}): {hash}" in build(code=77).err
    # A failed or expired transaction was no payment.
    for failed in ("failed", "expired"):
        state(failed)
        assert "a payment for this transfer" not in build().err
    state("included", ledger)
    # Another id is another transfer.
    for other in ("w2", "w", "W1", '"w1"', "w1%"):
        waiting["id"] = other
        assert "a payment for this transfer" not in build().err


@pytest.mark.parametrize("way", ["forgotten", "archived"])
def test_a_paid_withdrawal_is_not_paid_again_after_its_request_was_forgotten_or_archived(online, anchor, way):
    asked_for(online, anchor)
    envelope = TransactionEnvelope.from_xdr(online.build("withdrawal", *who(anchor), "--id", "w1").json()["envelope"], TESTNET)
    envelope.sign(ALICE)
    online.submit("send", "-", stdin=envelope.to_xdr())
    if way == "forgotten":
        online.build("request", "forget", envelope.hash_hex(), "--yes")
    else:
        later = int(time.time()) + 3600
        online.submit("journal", "archive", "--before", later, "--now", later + 3600)
    assert envelope.hash_hex() not in online.build("request", "list").out
    refused = online.build("withdrawal", *who(anchor), "--id", "w1", code=77)
    assert envelope.hash_hex() in refused.err and refused.out == ""


def test_a_withdrawal_that_was_paid_in_a_fee_bump_is_not_paid_again(online, anchor):
    asked_for(online, anchor)
    inner = TransactionEnvelope.from_xdr(online.build("withdrawal", *who(anchor), "--id", "w1").json()["envelope"], TESTNET)
    inner.sign(ALICE)
    bump = sdk.TransactionBuilder.build_fee_bump_transaction(HOT.public_key, 1000, inner, TESTNET)
    bump.sign(HOT)
    online.submit("send", "-", stdin=bump.to_xdr())
    refused = online.build("withdrawal", *who(anchor), "--id", "w1", code=77)
    assert "a payment for this transfer was applied in ledger" in refused.err and bump.hash_hex() in refused.err and refused.out == ""


def test_a_withdrawal_refuses_an_issuer_that_replaced_the_recorded_one(online, anchor):
    """RecordedWithdrawalTests has the other answers and options."""
    waiting = asked_for(online, anchor)
    settled, other = f"SRT:{SERVER.public_key}", f"SRT:{HOT.public_key}"
    assert [row["asset"] for row in rows(online)] == [settled]
    naming(anchor, named("SRT", HOT) + named("SRT", ALICE) + named("OLD", SERVER))
    for said, more in ((None, ("--yes",)), (settled, ("--asset", settled)), (other, ("--asset", other))):
        waiting["amount_in_asset"] = said and f"stellar:{said}"
        refused = online.build("withdrawal", *who(anchor), "--id", "w1", *more, code=76)
        assert f"names another issuer of SRT by now, {HOT.public_key}, and transfer 1 was begun with {settled}" in refused.err and refused.out == ""


def test_a_transfer_records_the_issuer_that_the_anchors_stellar_toml_names(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = {"deposit": INFO["deposit"] | {"native": {"enabled": True}}}
    anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"id": "d1", "url": f"{anchor.url}/page"}
    both = named("SRT", SERVER) + named("SRT", HOT)
    for asset, currencies, settled in (
            ("SRT", named("SRT", SERVER), f"SRT:{SERVER.public_key}"), ("SRT", named("SRT", SERVER) * 2 + named("OLD", HOT), f"SRT:{SERVER.public_key}"),
            ("SRT", "", "SRT"), ("SRT", both, "SRT"), ("SRT", '[[CURRENCIES]]\ncode = "SRT"\n', "SRT"), ("SRT", '[[CURRENCIES]]\ncode = "SRT"\nissuer = "GNOBODY"\n', "SRT"),
            (f"SRT:{HOT.public_key}", both, f"SRT:{HOT.public_key}"), ("native", named("native", HOT), "native")):
        naming(anchor, currencies)
        ask(online, anchor, "deposit", "--asset", asset, "--protocol", "sep24", "--yes")
        form = anchor.form(anchor.calls[-1])
        assert rows(online)[0]["asset"] == settled, (asset, currencies)
        assert (form["asset_code"].decode(), form.get("asset_issuer", b"").decode()) == (settled.partition(":")[0], settled.partition(":")[2])
    naming(anchor, named("SRT", SERVER))
    before = len(rows(online))
    assert "is by another issuer" in ask(online, anchor, "deposit", "--asset", f"SRT:{HOT.public_key}", "--protocol", "sep24", "--yes", code=65).err
    assert len(rows(online)) == before


@pytest.mark.parametrize("id", ["x\ntouch owned", "w1"])
def test_suggested_commands_name_a_transfer_by_its_local_number(online, anchor, id):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/deposit")] = {"id": id, "how": "at the counter"}
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: {"transaction": {"id": call["query"]["id"], "kind": "deposit", "status": "completed"}}
    begun = ask(online, anchor, "deposit", "--asset", "SRT", "--amount", "20")
    assert re.findall("^then: (.*)$", begun.err, re.M) == ["coldstar-submit anchor watch 1 --http-loopback"]
    online.submit("anchor", "watch", "1", "--http-loopback")
    assert [call["query"]["id"] for call in anchor.calls if call["path"] == "/sep6/transaction"] == [id]


@pytest.mark.parametrize("id", ["x;touch${IFS}owned|sh", "x'; touch owned; '"])
def test_an_anchors_id_is_quoted_as_one_word_in_suggested_commands(online, anchor, id):
    """For a transfer started elsewhere there is only the anchor's id."""
    anchor.log_in(online, ALICE.public_key)
    waiting = {"id": id, "kind": "withdrawal", "status": "pending_user_transfer_start", "amount_in": "20", "withdraw_anchor_account": HOT.public_key}
    anchor.answers[("GET", "/sep6/transaction")] = {"transaction": waiting}
    watched = online.submit("anchor", "watch", *who(anchor), "--timeout", "0", "--", id, code=75)
    line, = re.findall("^next: (.*)$", watched.err, re.M)
    words = shlex.split(line)
    assert words[:3] == ["coldstar-build", "withdrawal", "--home-domain"] and (words[-1] == f"--id={id}" or words[-2:] == ["--id", id])
    # A shell passes the word to the command and runs nothing else.
    said = subprocess.run(["/bin/sh", "-c", "run() { for word; do last=$word; done; printf '%s' \"$last\"; }; " + line.replace("coldstar-build", "run", 1)],
                          cwd=online.home, capture_output=True, text=True)
    assert (said.stdout, said.stderr) == (words[-1], "") and not (online.home / "owned").exists()


def test_a_plain_id_is_not_quoted(online, anchor):
    id = "a/b@c%d+e=f,g"
    anchor.log_in(online, ALICE.public_key)
    waiting = {"id": id, "kind": "withdrawal", "status": "pending_user_transfer_start", "withdraw_anchor_account": HOT.public_key}
    anchor.answers[("GET", "/sep6/transaction")] = {"transaction": waiting}
    assert f" --id {id}\n" in ask(online, anchor, "watch", id, "--timeout", "0", code=75).err


def test_an_id_longer_than_128_bytes_is_refused(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    for length, code in ((128, 0), (129, 76)):
        anchor.answers[("GET", "/sep6/deposit")] = {"id": "i" * length, "how": "at the counter"}
        done = ask(online, anchor, "deposit", "--asset", "SRT", "--amount", "20", code=code)
    assert "longer than 128 bytes" in done.err


def test_long_values_of_a_response_are_truncated(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    rows = [{"id": f"t{n}", "kind": "deposit", "status": "completed", "started_at": "2026"} for n in range(1000)]
    rows[0]["started_at"] = "9" * 60000
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": rows}
    listed = ask(online, anchor, "transactions", "--asset", "SRT", "--protocol", "sep6").out
    assert len(listed) < 400_000 and "9" * 197 + "..." in listed and "9" * 198 not in listed and "t999" in listed
    fields = {f"f{n}": {"description": "d"} for n in range(1000)} | {"n" * 60000: {"description": "d"}}
    anchor.answers[("GET", "/kyc/customer")] = {"status": "NEEDS_INFO", "fields": fields}
    shown = ask(online, anchor, "customer", "get").out
    assert len(shown) < 200_000 and "n" * 150 in shown and "n" * 201 not in shown and "f999" in shown


def test_a_single_very_long_character_is_truncated(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    long = "a" + "\u0301" * 150_000
    for answer in ({"error": long}, {"type": "customer_info_status", "status": long},
                   {"type": "customer_info_status", "status": "denied", "more_info_url": long},
                   {"type": "non_interactive_customer_info_needed", "fields": [long]}):
        anchor.answers[("GET", "/sep6/deposit")] = (403, answer)
        refused = ask(online, anchor, "deposit", "--asset", "SRT", code=1).err
        assert "a\\xcc\\x81" in refused and "..." in refused and len(refused) < 8000, list(answer)


def test_suggested_commands_can_be_copied(online, signer, anchor):
    arguments = f"--home-domain {anchor.domain} --account {ALICE.public_key} --http-loopback -n testnet"
    refused = ask(online, anchor, "transaction", "x", code=77)
    assert f"log in: coldstar-build challenge {arguments}, sign it, and coldstar-submit auth --http-loopback" in refused.err
    challenge = re.search("(coldstar-build challenge .*?),", refused.err)[1]
    asked = online.build(*shlex.split(challenge)[1:]).out
    online.submit("auth", "-", "--http-loopback", stdin=signer.sign("sign", "-", "--key", "alice", "--yes", stdin=asked, pin=PIN).out)
    for kind, server_says in (("deposit", "sep6-deposit"), ("withdraw", "sep6-withdraw")):
        anchor.answers[("GET", f"/sep6/{kind}")] = (403, {"type": "non_interactive_customer_info_needed", "fields": ["first_name", "x;touch owned"]})
        refused = ask(online, anchor, kind, "--asset", "SRT", "--type", "bank_account", "--field", "dest=DE1", code=1)
        hint = f"to give it the fields: coldstar-submit anchor customer put {arguments} --type {server_says} --field first_name=... --field 'x;touch owned=...'"
        assert hint in refused.err
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "authentication_required"})
    assert f"log in: coldstar-build challenge {arguments}, " in ask(online, anchor, "deposit", "--asset", "SRT", code=77).err


@pytest.mark.parametrize("status, words", [("s" * 129, "longer than 128 bytes"), ("pending\0", "a NUL in it"), ("\0", "a NUL in it")], ids=["long", "with a NUL", "a NUL"])
def test_a_status_that_is_too_long_or_contains_nul_is_refused(desk, status, words):
    online, anchor = desk
    id = f"k{len(status)}"
    anchor.answers[("GET", "/sep6/deposit")] = {"id": id}
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: {"transaction": {"id": call["query"]["id"], "kind": "deposit", "status": status}}
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": [{"id": "x", "kind": "deposit", "status": status}]}
    number = ask(online, anchor, "deposit", "--asset", "SRT", "--yes", "--json").json()["transfer"]
    for command in (("watch", id, "--timeout", "0"), ("transaction", id), ("transactions", "--asset", "SRT", "--protocol", "sep6")):
        # One of a list that cannot be read hides no other; a NUL makes the whole answer no JSON of ours.
        is_listed = command[0] == "transactions" and "\0" not in status
        refused = ask(online, anchor, *command, code=0 if is_listed else 76)
        assert words in (refused.out if is_listed else refused.err) and len(refused.err) < 1000
    assert words in online.submit("anchor", "resume", str(number), "--http-loopback", "--yes", code=76).err
    assert (rows(online)[0]["id"], rows(online)[0]["status"]) == (id, None)


def test_a_transfer_response_that_contains_nul_is_refused(desk):
    online, anchor = desk
    for answer in ({"id": "a\0b"}, {"id": "\0"}, {"id": "a", "how": ["x", {"y\0": 1}]}, {"id": "a", "how": [["x\0"]]}):
        anchor.answers[("GET", "/sep6/deposit")] = answer
        refused = ask(online, anchor, "deposit", "--asset", "SRT", "--yes", code=76)
        assert "a NUL in it" in refused.err and "may have been begun" in refused.err, answer
        assert [(row["step"], row["id"]) for row in rows(online)[:1]] == [("sending", None)]


def test_a_quote_id_that_contains_nul_is_refused(desk):
    online, anchor = desk
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM | {"id": "q\0"})
    assert "a NUL in it" in ask(online, anchor, "quote", "--sell-asset", USD, "--buy-asset", ON_LEDGER, "--sell-amount", "100", code=76).err


def states(*statuses, **more):
    """A transfer that advances by one status at each request."""
    left = list(statuses)
    return lambda call: {"transaction": {"id": call["query"]["id"], "kind": "deposit", "status": left.pop(0) if len(left) > 1 else left[0], **more}}


def test_watch_follows_a_transfer_to_its_final_status(online, anchor, subtests):
    anchor.log_in(online, ALICE.public_key)
    for statuses, code in ((("pending_external", "completed"), 0), (("refunded",), 0), (("pending_anchor", "error"), 1), (("no_market",), 1),
                           (("what_is_this",), 75)):
        with subtests.test(statuses=statuses):
            anchor.answers[("GET", "/sep6/transaction")] = states(*statuses, amount_in="5", message="hi\u001b[2J")
            watched = ask(online, anchor, "watch", "d1", "--interval", "1", "--timeout", "3" if code != 75 else "0", "--json", code=code)
            assert watched.json()["status"] == statuses[-1]
            assert all(status in watched.err for status in statuses)
    assert "\x1b" not in ask(online, anchor, "transaction", "d1").out


def test_watch_continues_after_a_temporary_server_error(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    answers = [{"transaction": {"id": "d1", "status": "pending_anchor"}}, (503, {}), {"transaction": {"id": "d1", "status": "completed"}}]
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: answers.pop(0)
    assert "asking again" in ask(online, anchor, "watch", "d1", "--interval", "1", "--timeout", "30").err


def test_watch_ends_at_its_timeout_even_with_a_longer_interval(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/transaction")] = states("pending_anchor")
    assert "is still pending_anchor" in ask(online, anchor, "watch", "d1", "--interval", "86400", "--timeout", "1", code=75).err


def test_watch_reports_the_final_status_even_if_the_journal_cannot_record_it(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    online.build("contacts", "add", "hot", HOT.public_key)      # makes the journal
    with sqlite3.connect(online.home / "online" / "journal.sqlite", isolation_level=None) as db:
        db.execute("ALTER TABLE transfer RENAME TO moved")
    db.close()
    anchor.answers[("GET", "/sep6/transaction")] = states("completed")
    watched = ask(online, anchor, "watch", "d1", "--json")
    assert watched.json()["status"] == "completed" and "warning: the journal could not note this: " in watched.err


def test_a_malformed_name_value_option_is_named(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    for option in ("--field", "--file"):
        assert f"{option} takes name=value" in ask(online, anchor, "customer", "put", option, "nothing", code=64).err


def test_prices_does_not_accept_a_context(online, anchor):
    pair = ("--sell-asset", "iso4217:USD", "--sell-amount", "5")
    ask(online, anchor, "prices", *pair, "--context", "sep6", code=64)
    ask(online, anchor, "price", *pair, "--buy-asset", "stellar:SRT", "--context", "sep7", code=64)
    assert anchor.calls == []


def test_a_transfer_is_looked_up_with_both_protocols(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/transaction")] = (404, {"error": "transaction not found"})
    anchor.answers[("GET", "/sep24/transaction")] = states("incomplete")
    assert ask(online, anchor, "transaction", "x", "--json").json()["status"] == "incomplete"
    assert "transaction not found" in ask(online, anchor, "transaction", "x", "--protocol", "sep6", code=1).err
    for broken in ({}, {"transaction": {}}, {"transaction": {"id": "x"}}, {"transaction": {"id": "y", "status": "completed"}}, {"transaction": {"id": "x" * 200, "status": "a"}}):
        anchor.answers[("GET", "/sep24/transaction")] = broken
        ask(online, anchor, "transaction", "x", "--protocol", "sep24", code=76)
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": [{"id": "a", "status": "completed", "kind": "deposit", "amount_in": "5"}]}
    anchor.answers[("GET", "/sep24/transactions")] = {"transactions": [{"id": "b", "status": "error"}]}
    assert [t["id"] for t in ask(online, anchor, "transactions", "--asset", "SRT", "--json").json()["transactions"]] == ["a", "b"]
    assert ask(online, anchor, "transactions", "--asset", "SRT", "--protocol", "sep24").out.splitlines()[1].split() == ["error", "b"]


def test_customer_data_is_requested_submitted_and_deleted(online, anchor, tmp_path):
    anchor.log_in(online, ALICE.public_key)
    wanted = {"id": "c1", "status": "NEEDS_INFO", "fields": {"first_name": {"type": "string", "description": "given\u001b[2J"}, "photo_id_front": {"type": "binary", "optional": True}},
              "provided_fields": {"email_address": {"type": "string", "status": "VERIFICATION_REQUIRED"}}}
    anchor.answers[("GET", "/kyc/customer")] = wanted
    text = ask(online, anchor, "customer", "get", "--type", "sep6-deposit").out
    assert "\x1b" not in text and "NEEDS_INFO" in text and "first_name" in text and "VERIFICATION_REQUIRED" in text
    assert anchor.calls[-1]["query"] == {"type": "sep6-deposit", "account": ALICE.public_key}
    picture = tmp_path / 'my "id".png'
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    anchor.answers[("PUT", "/kyc/customer")] = (202, {"id": "c1"})
    put = ask(online, anchor, "customer", "put", "--field", "first_name=Ada \u00dc=x", "--field", "birth_date=2000-02-29", "--file", f"photo_id_front={picture}", "--id", "c1", "--json")
    assert put.json() == {"version": 1, "id": "c1"}
    form = anchor.form(anchor.calls[-1])
    assert form["first_name"].decode() == "Ada \u00dc=x" and form["birth_date"] == b"2000-02-29" and form["id"] == b"c1" and form["photo_id_front"] == picture.read_bytes()
    assert b"image/png" in anchor.calls[-1]["body"]
    count = len(anchor.calls)
    for field in ("birth_date=1999-02-29", "birth_date=1.2.1999", "address_country_code=DE", "email_address=nobody", "mobile_number=0049", "first_name=", "photo_id_front=x", "language_code=EN"):
        ask(online, anchor, "customer", "put", "--field", field, code=65)
    ask(online, anchor, "customer", "put", "--field", "x", code=64)
    ask(online, anchor, "customer", "put", code=64)
    ask(online, anchor, "customer", "put", "--file", "photo_id_front=/not/there", code=66)
    assert len(anchor.calls) == count
    for answer, code in ((wanted | {"status": "FINE"}, 76), ({}, 76), ((404, {"error": "no such customer"}), 1)):
        anchor.answers[("GET", "/kyc/customer")] = answer
        ask(online, anchor, "customer", "get", code=code)
    anchor.answers[("DELETE", f"/kyc/customer/{ALICE.public_key}")] = (200, b"")
    ask(online, anchor, "customer", "delete", code=77)
    ask(online, anchor, "customer", "delete", "--yes")
    assert anchor.calls[-1]["method"] == "DELETE"


PRICE = {"total_price": "1.1", "price": "1", "sell_amount": "100", "buy_amount": "90", "fee": {"total": "10", "asset": "iso4217:USD", "details": [{"name": "Service", "amount": "10"}]}}


def test_prices_quotes_and_fees_are_shown_and_checked(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    pair = ("--sell-asset", "iso4217:USD", "--buy-asset", f"stellar:SRT:{SERVER.public_key}", "--sell-amount", "100")
    anchor.answers[("GET", "/sep38/prices")] = {"buy_assets": [{"asset": "stellar:SRT", "price": "1.1", "decimals": 7}]}
    assert "stellar:SRT  1.1" in online.submit("anchor", "prices", "--home-domain", anchor.domain, "--http-loopback", "--sell-asset", "iso4217:USD", "--sell-amount", "5").out
    anchor.answers[("GET", "/sep38/price")] = PRICE
    shown = ask(online, anchor, "price", *pair, "--country", "DE").out
    assert "10 iso4217:USD" in shown and "Service" in shown and anchor.calls[-1]["query"]["country_code"] == "DE" and anchor.calls[-1]["query"]["context"] == "sep6"
    firm = PRICE | {"id": "q1", "expires_at": "2030-01-01T00:00:00Z", "sell_asset": "iso4217:USD", "buy_asset": f"stellar:SRT:{SERVER.public_key}"}
    anchor.answers[("POST", "/sep38/quote")] = (201, firm)
    assert ask(online, anchor, "quote", *pair, "--json").json() == {"version": 1} | firm
    for lie in ({"sell_amount": "99"}, {"price": "x"}, {"fee": None}, {"id": None}, {"expires_at": "soon"}, {"buy_asset": "stellar:OTHER"}):
        anchor.answers[("POST", "/sep38/quote")] = (201, firm | lie)
        ask(online, anchor, "quote", *pair, code=76)
    ask(online, anchor, "quote", *pair[:4], code=64)
    ask(online, anchor, "quote", *pair, "--buy-amount", "1", code=64)
    assert ask(online, anchor, "fee", "--asset", "SRT", "--operation", "deposit", "--amount", "100").out == "1.5 SRT\n"
    assert ask(online, anchor, "fee", "--asset", "SRT", "--operation", "deposit", "--amount", "33.3333333").out == "1.1666667 SRT\n"
    anchor.answers[("GET", "/sep6/info")] = INFO | {"fee": {"enabled": True}}
    anchor.answers[("GET", "/sep6/fee")] = {"fee": 0.25}
    assert ask(online, anchor, "fee", "--asset", "SRT", "--operation", "withdraw", "--amount", "100", "--type", "bank_account", "--json").json()["fee"] == "0.25"
    anchor.answers[("GET", "/sep6/fee")] = {"fee": "lots"}
    ask(online, anchor, "fee", "--asset", "SRT", "--operation", "withdraw", "--amount", "100", code=76)


# ---------------------------------------------------------------- exchanges, and anchors with invalid rates

USD, ON_LEDGER = "iso4217:USD", f"stellar:SRT:{SERVER.public_key}"
FIRM = PRICE | {"id": "q1", "expires_at": "2099-01-01T00:00:00Z", "sell_asset": USD, "buy_asset": ON_LEDGER}
EXCHANGE = ("deposit", "--asset", "SRT", "--exchange", USD, "--amount", "100", "--protocol", "sep6", "--type", "SEPA")


def fee(total, asset=USD) -> dict:
    return {"fee": {"total": total, "asset": asset}}


# Malformed amounts as JSON: each violates the protocol, and none of them counts as an absent amount.
MALFORMED = ['"1e3"', "1e400", '"-5"', "-5", '"NaN"', '"Infinity"', '"1,000"', '""', '" 1"', '"1 "', '"+1"', '".5"', '"1."', '"0x10"', '"1.2.3"', '"\u0661"', '"ten"', "true", "[]", "[5]", "{}", '{"amount": 5}',
             '"1\\u0000"', "-1E-7", '"1e-7"', '"' + "9" * 65 + '"']
# An absent amount, and valid amounts.
WELL = ["null", "0", "5", '"5"', "5.25", '"5.2500000"', '"0E-7"', "1e3", "1E-7", "5.25e+0", "-0.0", "999999999999999999999", '"' + "9" * 30 + '"']
FIELDS = {
    "info": [f"{part}.SRT.{name}" for part in ("deposit", "withdraw", "deposit-exchange", "withdraw-exchange") for name in ("min_amount", "max_amount", "fee_fixed", "fee_percent", "fee_minimum")],
    "transaction": ["amount_in", "amount_out", "amount_fee", "fee_details.total", "fee_details.details[0].amount", "refunds.amount_refunded", "refunds.amount_fee",
                    "refunds.payments[0].amount", "refunds.payments[0].fee"],
    "deposit": ["min_amount", "max_amount", "fee_fixed", "fee_percent"],
    "prices": ["buy_assets[0].price"],
    "fee": ["fee"],
}


def document(field: str, value: str, base: dict) -> bytes:
    """A document with one field set to a JSON value."""
    made = json.loads(json.dumps(base))
    place, last = made, None
    for step in re.findall(r"[^.\[\]]+", field):
        step = int(step) if step.isdigit() else step
        if last is not None:
            if isinstance(place, list):
                place += [None] * (last + 1 - len(place))
                place[last] = place[last] if place[last] is not None else ([] if isinstance(step, int) else {})
                place = place[last]
            else:
                place = place.setdefault(last, [] if isinstance(step, int) else {})
        last = step
    place[last] = "@VALUE@"
    return json.dumps(made).replace('"@VALUE@"', value).encode()


# Responses that are not quotes.
NONSENSE = [
    ((200, b"<html>not found</html>"), 76), ((200, b"[]"), 76), ((200, b"{"), 76), ((200, b""), 76), ((200, b'{"id":"q1","id":"q2"}'), 76), ((200, b" " * (2 << 20)), 76),
    ((200, json.dumps(FIRM).replace('"100"', "1e400").encode()), 76), ((400, {"error": "no\u001b[2J rate"}), 1), ((403, {}), 77), ((500, b"<html>"), 69), ((503, b""), 69), ((429, b""), 69),
]


def same(document: dict, change: dict) -> dict:
    return {name: value for name, value in (document | change).items() if value is not None}


@pytest.fixture(scope="module")
def desk(folder, tmp_path_factory):
    """A user logged in at an anchor, for tests that leave nothing behind. There is no network."""
    homes = tmp_path_factory.mktemp("desk")
    anchor = TransferAnchor(SERVER)
    machines = []
    for name in ("online", "offline"):
        (homes / name).mkdir()
        machines.append(Machine(folder, homes / name, {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": "http://127.0.0.1:1"}))
    online, signer = machines
    signer.import_key("alice", ALICE)
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = INFO
    anchor.answers[("GET", "/kyc/customer")] = {"id": "c1", "status": "ACCEPTED"}
    anchor.answers[("GET", "/sep6/deposit-exchange")] = {"id": "d1", "how": "at the counter"}
    yield online, anchor
    anchor.stop()


def begun(anchor) -> list:
    return [call for call in anchor.calls if call["path"] == "/sep6/deposit-exchange"]


def rows(online) -> list[dict]:
    return online.submit("anchor", "transfers", "--json").json()["transfers"]


def answered(desk, kind: str, field: str, value: str, code: int):
    """Runs a command with a response that has this value in this field."""
    online, anchor = desk
    base, path, command, who_asks = {
        "info": ({}, ("GET", "/sep6/info"), ("info", "--protocol", "sep6"), ask),
        "transaction": ({"id": "t1", "kind": "deposit", "status": "completed"}, None, ("transaction", "t1", "--protocol", "sep6"), ask),
        "deposit": ({"id": "d1", "how": "at the counter"}, ("GET", "/sep6/deposit"), ("deposit", "--asset", "SRT", "--amount", "100", "--protocol", "sep6"), ask),
        "prices": ({"buy_assets": [{"asset": "iso4217:BRL"}]}, ("GET", "/sep38/prices"), ("prices", "--sell-asset", USD, "--sell-amount", "100"), ask),
        "fee": ({}, ("GET", "/sep6/fee"), ("fee", "--asset", "SRT", "--operation", "withdraw", "--amount", "100", "--protocol", "sep6"), ask),
    }[kind]
    made = document(field, value, base)
    if kind == "transaction":
        path, made = ("GET", "/sep6/transaction"), b'{"transaction": ' + made + b"}"
    before = dict(anchor.answers)
    if kind == "fee":
        anchor.answers[("GET", "/sep6/info")] = INFO | {"fee": {"enabled": True}}
    anchor.answers[path] = lambda call: (200, made)
    try:
        return who_asks(online, anchor, *command, code=code)
    finally:
        anchor.answers.clear()
        anchor.answers.update(before)


def test_a_malformed_amount_is_a_protocol_error(desk):
    # One value in one field of each response, and a NUL; AmountFieldsTests has each in every field.
    nul = next(value for value in MALFORMED if "\\u0000" in value)
    for place, (kind, value) in enumerate([*zip(FIELDS, MALFORMED), ("info", nul), ("deposit", nul)]):
        field = FIELDS[kind][place % len(FIELDS[kind])]
        # What an anchor offers is shown for each asset alone; the whole response is refused for a NUL.
        shown = kind == "info" and "\\u0000" not in value
        refused = answered(desk, kind, field, value, 0 if shown else 76)
        said = refused.out if shown else refused.err
        assert f"the field {field} of " in said or "NUL" in said, (field, value, said)
        assert shown or refused.out == ""


def test_absent_amounts_and_valid_notations_are_accepted(desk):
    # AmountFieldsTests has each notation in every field.
    for place, (kind, value) in enumerate(zip(("info", "transaction", "deposit", "prices"), WELL)):
        answered(desk, kind, FIELDS[kind][place % len(FIELDS[kind])], value, 0)


def test_an_empty_option_of_the_submitter_is_a_usage_error(offline):
    domain, account = ("--home-domain", "example.com"), ("--account", ALICE.public_key)
    for words, option in (
            (("info", "--home-domain", ""), "--home-domain"), (("info", "--home-domain="), "--home-domain"),
            (("transaction", "x", *domain, "--account", ""), "--account"), (("deposit", *domain, *account, "--asset", ""), "--asset"),
            (("customer", "get", *domain, *account, "--type", ""), "--type"),
            (("price", *domain, "--sell-asset", "", "--buy-asset", "x", "--sell-amount", "1"), "--sell-asset")):
        assert f"error: {option} is empty" in offline.submit("anchor", *words, code=64).err


def test_an_empty_home_domain_is_a_usage_error_of_the_builder(offline):
    account = ("--account", ALICE.public_key)
    for command in (("challenge", *account), ("withdrawal", "--id", "x", *account), ("lookup", "federation", ALICE.public_key)):
        for option in (("--home-domain", ""), ("--home-domain=",)):
            assert "error: --home-domain is empty" in offline.build(*command, *option, code=64).err


# QuoteTests of the library have every contradiction.
@pytest.mark.parametrize("change, words", [({"buy_asset": "stellar:SRT"}, "other assets"), (fee("1"), "do not agree"), ({"id": None}, "no id")], ids=str)
def test_an_inconsistent_quote_is_refused(desk, change, words):
    online, anchor = desk
    anchor.answers[("POST", "/sep38/quote")] = (201, same(FIRM, change))
    refused = ask(online, anchor, "quote", "--sell-asset", USD, "--buy-asset", ON_LEDGER, "--sell-amount", "100", code=76)
    assert words in refused.err and refused.out == "" and anchor.domain in refused.err


def test_an_inconsistent_price_is_refused(desk):
    online, anchor = desk
    anchor.answers[("GET", "/sep38/price")] = PRICE | {"price": "2"}
    ask(online, anchor, "price", "--sell-asset", USD, "--buy-asset", ON_LEDGER, "--sell-amount", "100", code=76)


def test_an_invalid_quote_response_starts_no_exchange(desk):
    for answer, code in NONSENSE:
        starts_no_exchange(*desk, answer, code)


def starts_no_exchange(online, anchor, answer, code):
    anchor.answers[("POST", "/sep38/quote")] = anchor.answers[("GET", "/sep38/quote/q1")] = answer
    refused = ask(online, anchor, "quote", "--sell-asset", USD, "--buy-asset", ON_LEDGER, "--sell-amount", "100", code=code)
    assert refused.out == "" and "\x1b" not in refused.err
    before = len(begun(anchor))
    refused = ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", code=code)
    assert "\x1b" not in refused.err and len(begun(anchor)) == before
    assert [(row["step"], row["id"]) for row in rows(online)[:1]] == [("fee", None)]


CONTRADICTIONS = [
    ({"sell_asset": "iso4217:EUR", **fee("10", "iso4217:EUR")}, 65, "for other assets"), ({"buy_asset": f"stellar:SRT:{HOT.public_key}"}, 65, "for other assets"),
    ({"sell_asset": None}, 76, "does not name its assets"), ({"sell_amount": "200", "buy_amount": "190", "total_price": "1.05"}, 65, "is for 200, and not for 100"),
    ({"expires_at": "2020-01-01T00:00:00Z"}, 65, "is over"), ({"expires_at": None}, 76, "no expires_at"), ({"id": "q2"}, 76, "another quote"), ({"id": None}, 76, "another quote"),
    ({"price": "2"}, 76, "do not agree"), (fee("10", "stellar:native"), 76, "is not exchanged"), (fee("-1"), 76, "fee.total of its quote is not an amount")]


def test_a_given_quote_is_checked_before_an_exchange_is_started(desk):
    online, anchor = desk
    for change, code, words in CONTRADICTIONS:
        anchor.answers[("GET", "/sep38/quote/q1")] = same(FIRM, change)
        before = len(begun(anchor))
        assert words in ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", code=code).err
        assert len(begun(anchor)) == before and rows(online)[0]["step"] == "fee", change


def test_an_exchange_uses_the_given_quote(desk):
    online, anchor = desk
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM
    done = ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", "--json").json()
    assert done["id"] == "d1" and done["fee"]["id"] == "q1" and done["fee"]["buy_amount"] == "90"
    query = begun(anchor)[-1]["query"]
    assert (query["quote_id"], query["source_asset"], query["destination_asset"], query["amount"]) == ("q1", USD, "SRT", "100")


def test_a_deposit_request_with_unknown_outcome_is_sent_once(desk):
    online, anchor = desk
    seen = []

    def silent(handler):
        """Reads the request, and closes the connection."""
        seen.append(handler.path)
        handler.close_connection = True
    anchor.raw[("GET", "/sep6/deposit")] = silent
    try:
        lost = ask(online, anchor, "deposit", "--asset", "SRT", "--amount", "100", "--yes", code=69)
        number = rows(online)[0]["transfer"]
        assert len(seen) == 1 and f"it may have been begun all the same; to find out: coldstar-submit anchor resume {number}" in lost.err
        assert "nothing was changed" not in lost.err
    finally:
        del anchor.raw[("GET", "/sep6/deposit")]


def test_a_withdrawal_exchange_uses_the_amount_of_its_quote(desk):
    online, anchor = desk
    sold = FIRM | {"sell_asset": ON_LEDGER, "buy_asset": USD, **fee("10", ON_LEDGER)}
    anchor.answers[("GET", "/sep38/quote/q1")] = sold
    anchor.answers[("POST", "/sep24/transactions/withdraw/interactive")] = {"type": "interactive_customer_info_needed", "id": "w9", "url": f"{anchor.url}/page"}
    ask(online, anchor, "withdraw", "--protocol", "sep24", "--asset", "SRT", "--exchange", USD, "--quote-id", "q1", "--yes")
    assert (rows(online)[0]["amount"], rows(online)[0]["id"]) == ("100", "w9")


def test_an_exchange_is_retried_once_with_the_full_asset_for_older_anchors(desk):
    online, anchor = desk
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM
    takes = anchor.answers[("GET", "/sep6/deposit-exchange")]

    def answers(*refusals):
        """Refuses in turn, and then takes it."""
        left = list(refusals)
        anchor.answers[("GET", "/sep6/deposit-exchange")] = lambda call: left.pop(0) if left else takes
        return len(begun(anchor))
    wrong = {"error": "invalid 'destination_asset'"}
    try:
        before = answers((400, wrong))
        assert ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", "--json").json()["id"] == "d1"
        first, second = (call["query"] for call in begun(anchor)[before:])
        assert first["destination_asset"] == "SRT" and second == first | {"destination_asset": ON_LEDGER}
        # Not after any other rejection, and not repeatedly.
        for refusals, requests in (([(400, wrong)] * 3, 2), ([(400, {"error": "invalid 'amount'"})], 1), ([(400, {"error": "source_asset"})], 1), ([(403, wrong)], 1), ([(500, wrong)], 1)):
            before = answers(*refusals)
            refused = ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", code=None)
            assert refused.code != 0 and refused.out == "" and len(begun(anchor)) == before + requests, refusals
    finally:
        anchor.answers[("GET", "/sep6/deposit-exchange")] = takes


def test_an_exchange_whose_quote_cannot_be_checked_is_not_started(desk):
    online, anchor = desk
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM
    before, right = len(anchor.calls), anchor.toml
    assert "--quote-id goes with --exchange" in ask(online, anchor, *EXCHANGE[:3], "--amount", "100", "--quote-id", "q1", "--yes", code=64).err
    assert len(anchor.calls) == before
    before = len(begun(anchor))
    try:
        anchor.toml_as = f'{right}[[CURRENCIES]]\ncode = "SRT"\nissuer = "{HOT.public_key}"\n'.encode()
        assert "who issues SRT is not known for certain" in ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", code=65).err
        anchor.toml_as = "".join(line for line in right.splitlines(keepends=True) if "QUOTE" not in line).encode()
        assert "ANCHOR_QUOTE_SERVER" in ask(online, anchor, *EXCHANGE, "--quote-id", "q1", "--yes", code=65).err
    finally:
        anchor.toml_as = None
    assert len(begun(anchor)) == before


def test_an_endless_response_is_cut_off(desk):
    online, anchor = desk
    sent = []

    def endless(handler):
        """Sends a body without a length for as long as the client reads."""
        handler.send_response(201)
        handler.send_header("Content-Type", "application/json")
        handler.end_headers()
        handler.close_connection = True
        try:
            while len(sent) < 1000:
                handler.wfile.write(b" " * 65536)
                sent.append(65536)
        except OSError:
            pass
    anchor.raw[("POST", "/sep38/quote")] = endless
    try:
        refused = ask(online, anchor, "quote", "--sell-asset", USD, "--buy-asset", ON_LEDGER, "--sell-amount", "100", code=76)
    finally:
        anchor.raw.clear()
    assert refused.out == "" and len(sent) < 1000


def test_token_and_customer_data_are_not_stored_or_printed(online, anchor):
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("PUT", "/kyc/customer")] = (400, {"error": "Adalovelace is on no list"})
    refused = ask(online, anchor, "customer", "put", "--field", "first_name=Adalovelace", code=1)
    assert "is on no list" in refused.err and "Adalovelace" not in refused.err
    for path in online.home.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert b"Adalovelace" not in content
            assert anchor.tokens[0].encode() not in content or path.parents[2].name == "tokens"


OTHER = "246810"


def test_a_profile_is_encrypted_and_sends_only_requested_fields(online, anchor):
    fields = ("--field", "first_name=Adalovelace", "--field", "last_name=K\u00f6nig", "--field", "birth_date=1990-12-31")
    online.submit("profile", "show", pin=OTHER, code=66)
    assert "at least 6" in online.submit("profile", "set", *fields, pin="12345", code=77).err
    online.submit("profile", "set", *fields, pin=OTHER)
    path = online.home / "online" / "profile"
    assert path.stat().st_mode & 0o777 == 0o600 and b"Adalovelace" not in path.read_bytes() and b"first_name" not in path.read_bytes()
    online.submit("profile", "set", "--field", "email_address=a@b.example", "--forget", "birth_date", pin=OTHER)
    assert online.submit("profile", "show", "--json", pin=OTHER).json()["fields"] == {
        "email_address": "a@b.example", "first_name": "Adalovelace", "last_name": "K\u00f6nig"}
    assert "wrong" in online.submit("profile", "show", pin="111111", code=77).err
    for code, more in ((65, ("--forget", "nothing")), (65, ("--field", "birth_date=soon")), (65, ("--field", "bad name=x")), (64, ())):
        online.submit("profile", "set", *more, pin=OTHER, code=code)
    anchor.log_in(online, ALICE.public_key)
    anchor.answers[("GET", "/kyc/customer")] = {"status": "NEEDS_INFO", "fields": {"first_name": {"type": "string"}, "tax_id": {"type": "string"}},
                                                "provided_fields": {"last_name": {"type": "string", "status": "ACCEPTED"}}}
    anchor.answers[("PUT", "/kyc/customer")] = (202, {"id": "c1"})
    refused = ask(online, anchor, "customer", "put", "--profile", "--pin-fd", "0", code=65)
    assert not [call for call in anchor.calls if call["method"] == "PUT"] and "Adalovelace" not in refused.err
    put = online.submit("anchor", "customer", "put", "--profile", "--yes", *who(anchor), pin=OTHER)
    form = anchor.form(anchor.calls[-1])
    assert set(form) == {"account", "first_name"} and form["first_name"] == b"Adalovelace" and "Adalovelace" not in put.err
    # The domain has these fields already, so there is no confirmation.
    online.submit("anchor", "customer", "put", "--profile", *who(anchor), pin=OTHER)
    anchor.answers[("GET", "/kyc/customer")] = {"status": "NEEDS_INFO", "fields": {"tax_id": {"type": "string"}}}
    assert "tax_id" in online.submit("anchor", "customer", "put", "--profile", "--yes", *who(anchor), pin=OTHER, code=65).err
    sealed = bytearray(path.read_bytes())
    sealed[-1] ^= 1
    path.write_bytes(sealed)
    online.submit("profile", "show", pin=OTHER, code=77)
    path.write_bytes(b"something else")
    online.submit("profile", "show", pin=OTHER, code=65)
    online.submit("profile", "remove", code=77)
    online.submit("profile", "remove", "--yes")
    assert not path.exists()
