# SPDX-License-Identifier: Apache-2.0
"""Deposits and withdrawals in four steps: at a terminal and unattended, killed at any step and resumed, up to their final status."""
from __future__ import annotations

import html
import json
import os
import re
import shlex
import signal
import sqlite3
import time
from threading import Event

import pytest
import requests
import stellar_sdk as sdk

from anchor import TransferAnchor, log_in
from programs import PIN, key
from terminal import Terminal
from test_practice_anchor import PROFILE, Client, until
from test_transfers import FIRM, INFO, OTHER, named, naming

ALICE, SERVER = key("alice"), key("server")
PERSON = ["--customer", "first_name=Annabelle", "--customer", "last_name=Onymous", "--customer", "email_address=ann@example.com",
          "--customer", "email_address_verification=123456"]


class Desk:
    """Alice with her online machine and her signer, logged in at an anchor."""

    def __init__(self, online, signer, domain, url):
        self.online, self.signer, self.domain, self.url = online, signer, domain, url
        self.who = ["--home-domain", domain, "--account", ALICE.public_key, "--http-loopback"]

    def terminal(self, *args, **options) -> Terminal:
        more = ["-n", "testnet"] if args[0] != "resume" else ["--http-loopback"]
        return Terminal(self.online, "coldstar-submit", "anchor", *args, *more, "--horizon-url", self.url, columns=120, rows=60, **options)

    def anchor(self, *args, code=0, **options):
        more = ["--http-loopback"] if args[0] == "resume" else [] if args[0] == "transfers" else self.who
        return self.online.submit("anchor", *args, *more, code=code, **options)

    def rows(self) -> list[dict]:
        return self.anchor("transfers", "--json").json()["transfers"]

    def until(self, id: str, status: str) -> None:
        until(lambda: self.anchor("transaction", id, "--json").json()["status"] == status)


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


@pytest.fixture
def desk(online, signer, sandbox):
    """At the sandbox's practice anchor, with a trustline for its asset."""
    desk = Desk(online, signer, sandbox.url.removeprefix("http://"), sandbox.url)
    online.fund(ALICE)
    online.apply(ALICE, sdk.ChangeTrust(Client(sandbox.url).asset))
    log_in(online, desk.domain, Client(sandbox.url).log_in(), ALICE.public_key)
    return desk


@pytest.fixture
def anchor():
    anchor = TransferAnchor(SERVER)
    anchor.server.handle_error = lambda request, client: None      # the client was killed
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = INFO
    anchor.answers[("GET", "/kyc/customer")] = {"id": "c1", "status": "ACCEPTED"}
    yield anchor
    anchor.stop()


@pytest.fixture
def elsewhere(online, signer, anchor, sandbox):
    """At an anchor with responses set by the test."""
    anchor.log_in(online, ALICE.public_key)
    return Desk(online, signer, anchor.domain, sandbox.url)


def kill(terminal: Terminal) -> None:
    os.kill(terminal.pid, signal.SIGKILL)
    os.waitpid(terminal.pid, 0)
    os.close(terminal.screen)


def answer(terminal: Terminal, prompt: str, text: str) -> str:
    shown = terminal.until(prompt)
    terminal.type(text + "\n")
    return shown


def tell(terminal: Terminal) -> None:
    """Enters the customer data that the practice anchor asks for."""
    for prompt, text in (("first_name (", "Annabelle"), ("last_name (", "Onymous"), ("email_address (", "ann@example.com")):
        terminal.until(prompt)
        answer(terminal, ": ", text)
    assert "first_name, last_name, email_address" in answer(terminal, "type yes: ", "yes")
    terminal.until("email_address_verification (")
    answer(terminal, ": ", "123456")


def known(desk) -> None:
    """Registers the customer data that the practice anchor requires."""
    token = json.loads(next((desk.online.home / "online" / "tokens").rglob("*.json")).read_text())["token"]
    client = Client(desk.url)
    client.headers = {"Authorization": f"Bearer {token}"}
    assert requests.put(client.toml["KYC_SERVER"] + "/customer", json=PROFILE, headers=client.headers, timeout=20).status_code == 202
    until(lambda: client.get(client.toml["KYC_SERVER"] + "/customer", type="sep6-withdraw").json()["status"] == "ACCEPTED")


# ---------------------------------------------------------------- on a terminal

def test_a_deposit_is_completed_in_four_steps(desk):
    terminal = desk.terminal("deposit", *desk.who)
    terminal.until("Step 1 of 4 · details")
    answer(terminal, "asset: SRT, native [SRT]: ", "USD")
    assert "not one of the choices" in answer(terminal, "asset: SRT, native [SRT]: ", "")
    answer(terminal, "[sep6]: ", "sep6")
    for wrong, said in (("4.9", "the least is 5"), ("1001", "the most is 1000"), ("1e2", "not an amount"), ("", "needed")):
        answer(terminal, "amount (5 to 1000): ", wrong)
        terminal.until(said)
    answer(terminal, "amount (5 to 1000): ", "20")
    answer(terminal, "[bank_account]: ", "cash")
    assert "anchor resume 1 --http-loopback" in terminal.until("Step 2 of 4 · customer data")
    tell(terminal)
    terminal.until("has accepted what it knows about you")
    terminal.until("Step 3 of 4 · fee")
    assert re.search(r"fee +1\.2 SRT.*what is left +18\.8 SRT", terminal.until("Step 4 of 4 · summary"), re.S)
    assert re.search(r"amount +20\r\n.*by +cash\r\n.*fee +1\.2 SRT", answer(terminal, "begin this deposit? type yes: ", "yes"), re.S)
    code, rest = terminal.end()
    assert code == 0 and "practice-" in rest and "The practice bank's number" in rest
    watch = shlex.split(re.search(r"then: coldstar-submit (anchor watch .*)", rest)[1])
    desk.online.submit(*watch, "--interval", "1")
    assert [(row["transfer"], row["status"], row["step"]) for row in desk.rows()] == [(1, "completed", "begun")]
    assert Client(desk.url, ALICE).balance() == "18.8000000"


def test_a_withdrawal_is_paid_by_the_command_that_it_prints(desk):
    known(desk)
    desk.anchor("deposit", "--asset", "SRT", "--amount", "50", "--yes")
    until(lambda: Client(desk.url, ALICE).balance() == "48.5000000")
    terminal = desk.terminal("withdraw", *desk.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "bank_account")
    terminal.until("dest (")
    answer(terminal, "or Enter): ", "")
    terminal.until("has accepted what it knows about you")
    answer(terminal, "begin this withdrawal? type yes: ", "yes")
    code, rest = terminal.end()
    assert code == 0
    pay = shlex.split(re.search(r"next: coldstar-build (withdrawal .*)", rest)[1])
    assert pay[-2] == "--out"
    request = desk.online.build(*pay[:-2]).out
    paid = json.loads(request)
    hot = sdk.TransactionEnvelope.from_xdr(paid["envelope"], paid["network_passphrase"]).transaction.operations[0].destination.account_id
    desk.signer.sign("book", "domains", "add", desk.domain, "--withdrawal", hot, "--yes", pin=PIN)
    signed = desk.signer.sign("sign", "-", "--key", "alice", "--yes", stdin=request, pin=PIN)
    desk.online.submit("send", "-", stdin=signed.out)
    desk.online.submit(*shlex.split(re.search(r"then: coldstar-submit (anchor watch .*)", rest)[1]), "--interval", "1")
    assert [row["status"] for row in desk.rows()] == ["completed", None]


def test_a_deposit_killed_after_any_step_is_resumed_at_that_step(desk):
    terminal = desk.terminal("deposit", *desk.who, "--asset", "SRT", "--protocol", "sep6", "--type", "cash")
    terminal.until("amount (5 to 1000): ")
    kill(terminal)
    assert desk.rows() == []
    # Killed after the details.
    terminal = desk.terminal("deposit", *desk.who, "--asset", "SRT", "--protocol", "sep6", "--type", "cash", "--amount", "20")
    terminal.until("first_name (")
    kill(terminal)
    assert [(row["step"], row["amount"], row["type"], row["id"]) for row in desk.rows()] == [("customer", "20", "cash", None)]
    assert "step 2 of 4" in desk.anchor("transfers").out
    # Killed amid the customer data: fields that the anchor already has are not asked for again.
    terminal = desk.terminal("resume", "1")
    for prompt, text in (("first_name (", "Annabelle"), ("last_name (", "Onymous"), ("email_address (", "ann@example.com")):
        terminal.until(prompt)
        answer(terminal, ": ", text)
    answer(terminal, "type yes: ", "yes")
    terminal.until("email_address_verification (")
    kill(terminal)
    terminal = desk.terminal("resume", "1")
    assert "first_name" not in terminal.until("email_address_verification (")
    answer(terminal, ": ", "123456")
    # Killed after fee and summary.
    terminal.until("begin this deposit? type yes: ")
    kill(terminal)
    assert [row["step"] for row in desk.rows()] == ["summary"]
    terminal = desk.terminal("resume", "1")
    answer(terminal, "begin this deposit? type yes: ", "no")
    code, rest = terminal.end()
    assert code == 77 and "nothing was begun" in rest and [row["step"] for row in desk.rows()] == ["summary"]
    terminal = desk.terminal("resume", "1")
    shown = terminal.until("begin this deposit? type yes: ")
    assert "Step 4 of 4" in shown and "1.2 SRT" in shown and "Step 2" not in shown
    terminal.type("yes\n")
    assert terminal.end()[0] == 0
    # The anchor has it: it is shown and not created again.
    found = desk.anchor("resume", "1", "--json").json()
    assert found["id"] == desk.rows()[0]["id"] and found["transaction"]["amount_in"] == "20"
    desk.anchor("watch", found["id"], "--interval", "1")
    assert desk.anchor("resume", "1", "--json").json()["status"] == desk.rows()[0]["status"] == "completed"
    assert len(desk.anchor("transactions", "--asset", "SRT", "--json").json()["transactions"]) == 1


def test_a_deposit_killed_during_the_fee_request_is_resumed_at_the_fee(elsewhere, anchor):
    asked, go = Event(), Event()
    anchor.answers[("GET", "/sep6/info")] = INFO | {"fee": {"enabled": True}}
    anchor.answers[("GET", "/sep6/fee")] = lambda call: (asked.set(), go.wait(60), {"fee": "2"})[-1]
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    terminal.until("has accepted")
    assert asked.wait(60)
    kill(terminal)
    go.set()
    assert [row["step"] for row in elsewhere.rows()] == ["fee"]
    terminal = elsewhere.terminal("resume", "1")
    shown = terminal.until("begin this deposit? type yes: ")
    assert "Step 3 of 4" in shown and "2 SRT" in shown and "Step 2" not in shown
    kill(terminal)
    assert not [call for call in anchor.calls if call["path"] == "/sep6/deposit"]


@pytest.mark.parametrize("fee, left", [("19.99", "0.01 SRT"), ("20", "0 SRT"), ("20.0000001", "nothing: the fee is more than the amount")])
def test_the_amount_after_the_fee_is_shown_before_the_confirmation(elsewhere, anchor, fee, left):
    anchor.answers[("GET", "/sep6/info")] = INFO | {"fee": {"enabled": True}}
    anchor.answers[("GET", "/sep6/fee")] = {"fee": fee}
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    shown = terminal.until("begin this deposit? type yes: ")
    assert len(re.findall(rf"what is left +{re.escape(left)}\r", shown)) == 2
    kill(terminal)


def test_a_deposit_request_with_unknown_outcome_is_not_sent_twice(elsewhere, anchor):
    asked, go = Event(), Event()
    anchor.answers[("GET", "/sep6/deposit")] = lambda call: (asked.set(), go.wait(60), {"id": "d1"})[-1]
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    answer(terminal, "begin this deposit? type yes: ", "yes")
    assert asked.wait(60)
    kill(terminal)
    go.set()
    assert [row["step"] for row in elsewhere.rows()] == ["sending"]
    waiting = {"id": "d1", "kind": "deposit", "status": "pending_user_transfer_start", "amount_in": "20", "started_at": "2026-01-01T00:00:00Z"}
    others = [waiting | {"id": "past", "status": "completed"}, waiting | {"id": "other", "amount_in": "21"}, waiting | {"id": "w", "kind": "withdrawal"}]
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": [waiting, *others]}
    anchor.answers[("GET", "/sep6/transaction")] = {"transaction": waiting}
    unsure = elsewhere.anchor("resume", "1", "--yes", "--json", code=75)
    assert "d1" in unsure.err and "past" not in unsure.err and "other" not in unsure.err
    terminal = elsewhere.terminal("resume", "1")
    answer(terminal, "its id, or none: ", "d2")
    answer(terminal, "its id, or none: ", "d1")
    code, shown = terminal.end()
    assert code == 0 and "pending_user_transfer_start" in shown
    assert [(row["step"], row["id"]) for row in elsewhere.rows()] == [("begun", "d1")]
    assert len([call for call in anchor.calls if call["path"] == "/sep6/deposit"]) == 1


def test_a_deposit_request_that_never_arrived_is_sent_again(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = (503, {})
    elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", code=69)
    assert [row["step"] for row in elsewhere.rows()] == ["sending"]
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": []}
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    assert elsewhere.anchor("resume", "1", "--yes", "--json").json()["id"] == "d1"
    # A rejection is certain: there is nothing to look for.
    anchor.answers[("GET", "/sep6/deposit")] = (400, {"error": "closed on Sundays"})
    elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", code=1)
    assert [row["step"] for row in elsewhere.rows()] == ["summary", "begun"]


def test_a_deposit_is_not_resumed_if_the_anchor_names_another_issuer(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    assert re.search(rf"asset +SRT:{SERVER.public_key}\r", terminal.until("begin this deposit? type yes: "))
    kill(terminal)
    naming(anchor, named("SRT", ALICE))
    refused = elsewhere.anchor("resume", "1", "--yes", code=76).err
    assert f"another issuer of SRT by now, {ALICE.public_key}, and transfer 1 was begun with SRT:{SERVER.public_key}" in refused
    terminal = elsewhere.terminal("resume", "1")
    code, shown = terminal.end()
    assert code == 76 and "type yes" not in shown
    assert [row["step"] for row in elsewhere.rows()] == ["summary"] and not [call for call in anchor.calls if call["path"] == "/sep6/deposit"]
    anchor.toml_as = None
    assert elsewhere.anchor("resume", "1", "--yes", "--json").json()["id"] == "d1"


def test_a_deposit_that_could_not_be_recorded_is_found_at_the_anchor(elsewhere, anchor, online):
    def journal(statement):
        with sqlite3.connect(online.home / "online" / "journal.sqlite") as db:
            db.execute(statement)
    anchor.answers[("GET", "/sep6/deposit")] = lambda call: (journal("UPDATE transfer SET step = 'fee'"), {"id": "d1"})[-1]
    lost = elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", code=77)
    journal("UPDATE transfer SET step = 'sending'")
    assert lost.out == "" and f"{anchor.domain} has begun it all the same; to find it there: coldstar-submit anchor resume 1 --http-loopback" in lost.err
    waiting = {"id": "d1", "kind": "deposit", "status": "pending_user_transfer_start", "amount_in": "20"}
    anchor.answers[("GET", "/sep6/transactions")], anchor.answers[("GET", "/sep6/transaction")] = {"transactions": [waiting]}, {"transaction": waiting}
    terminal = elsewhere.terminal("resume", "1")
    answer(terminal, "its id, or none: ", "d1")
    assert terminal.end()[0] == 0 and elsewhere.rows()[0]["id"] == "d1"
    assert len([call for call in anchor.calls if call["path"] == "/sep6/deposit"]) == 1


def test_a_field_that_is_named_twice_is_asked_for_once(elsewhere, anchor):
    srt = {"enabled": True, "fields": {"dest": {"description": "any account", "optional": True}, "note": {"description": "a word"}},
           "types": {"SEPA": {"fields": {"dest": {"description": "IBAN"}}}}}
    anchor.answers[("GET", "/sep6/info")] = {"deposit": {"SRT": srt}}
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    answer(terminal, "note (a word): ", "hello")
    assert "dest" not in answer(terminal, "dest (IBAN): ", "DE89")
    assert "dest" not in terminal.until("Step 2 of 4")
    kill(terminal)


def test_fields_are_asked_for_again_since_they_are_not_kept(elsewhere, anchor, online):
    anchor.answers[("GET", "/sep6/withdraw")] = {"id": "w1", "account_id": SERVER.public_key}
    terminal = elsewhere.terminal("withdraw", *elsewhere.who, "--asset", "SRT", "--protocol", "sep6", "--type", "bank_account", "--amount", "20")
    terminal.until("dest (IBAN): ")
    kill(terminal)
    online.fund(ALICE, SERVER)
    asset = sdk.Asset("SRT", SERVER.public_key)
    online.apply(ALICE, sdk.ChangeTrust(asset))
    online.apply(SERVER, sdk.Payment(ALICE.public_key, asset, "50"))
    terminal = elsewhere.terminal("withdraw", *elsewhere.who, "--asset", "SRT", "--protocol", "sep6", "--type", "bank_account", "--amount", "20")
    answer(terminal, "dest (IBAN): ", "DE89 3704 0044")
    assert "DE89 3704 0044" in terminal.until("begin this withdrawal? type yes: ")
    kill(terminal)
    refused = elsewhere.anchor("resume", "1", "--yes", code=64)
    assert "--field dest=... is needed again" in refused.err
    terminal = elsewhere.terminal("resume", "1")
    terminal.until("dest (")
    answer(terminal, ": ", "DE89 3704 0044")
    answer(terminal, "begin this withdrawal? type yes: ", "yes")
    assert terminal.end()[0] == 0
    assert anchor.calls[-1]["query"]["dest"] == "DE89 3704 0044"
    assert not any(b"3704" in path.read_bytes() for path in online.home.rglob("*") if path.is_file())


def test_profile_values_are_offered_and_each_field_is_asked_for_once(elsewhere, anchor, online):
    online.submit("profile", "set", "--field", "first_name=Annabelle", "--field", "birth_date=1990-12-31", pin=OTHER)
    wanted = {"status": "NEEDS_INFO", "fields": {"first_name": {"type": "string"}, "language_code": {"type": "string"}}}
    state = [wanted]
    anchor.answers[("GET", "/kyc/customer")] = lambda call: state[0]
    anchor.answers[("PUT", "/kyc/customer")] = lambda call: (state.__setitem__(0, {"status": "ACCEPTED"}), {"id": "c1"})[-1]
    for again in (False, True):
        state[0] = wanted
        terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
        answer(terminal, "take what your profile has of it? type yes: ", "yes")
        answer(terminal, "PIN of the profile: ", OTHER)
        answer(terminal, "first_name [Annabelle]: ", "")
        answer(terminal, "language_code: ", "english")
        assert "not a language" in answer(terminal, "language_code: ", "en")
        if not again:
            answer(terminal, "for the first time: first_name, language_code? type yes: ", "no")
            assert terminal.end()[0] == 77 and not [call for call in anchor.calls if call["method"] == "PUT"]
            terminal = elsewhere.terminal("resume", "1")
            answer(terminal, "type yes: ", "yes")
            answer(terminal, "PIN of the profile: ", OTHER)
            answer(terminal, "first_name [Annabelle]: ", "")
            answer(terminal, "language_code: ", "en")
            answer(terminal, "? type yes: ", "yes")
        assert "first time" not in terminal.until("has accepted")
        kill(terminal)
        form = anchor.form([call for call in anchor.calls if call["method"] == "PUT"][-1])
        assert (form["first_name"], form["language_code"]) == (b"Annabelle", b"en") and "birth_date" not in form


@pytest.mark.parametrize("name", ["photo_id_front", "a=b"])
def test_a_missing_file_is_asked_for_again(elsewhere, anchor, online, name):
    state = [{"status": "NEEDS_INFO", "fields": {"first_name": {"type": "string"}, name: {"type": "binary"}}}]
    anchor.answers[("GET", "/kyc/customer")] = lambda call: state[0]
    anchor.answers[("PUT", "/kyc/customer")] = lambda call: (state.__setitem__(0, {"status": "ACCEPTED"}), {"id": "c1"})[-1]
    (online.home / "id.png").write_bytes(b"\x89PNG\r\n\x1a\n1234")
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    answer(terminal, "first_name: ", "Annabelle")
    for wrong in ("di.png", "/", str(online.home)):
        answer(terminal, f"{name} (the path of a file): ", wrong)
        terminal.until(f"--file {name}: ")
    answer(terminal, f"{name} (the path of a file): ", "id.png")
    answer(terminal, f"for the first time: first_name, {name}? type yes: ", "yes")
    terminal.until("has accepted")
    kill(terminal)
    form = anchor.form([call for call in anchor.calls if call["method"] == "PUT"][-1])
    assert form["first_name"] == b"Annabelle" and form[name] == b"\x89PNG\r\n\x1a\n1234"


def test_customer_data_demanded_by_the_deposit_request_is_asked_for(elsewhere, anchor):
    told = []
    anchor.answers[("PUT", "/kyc/customer")] = lambda call: (told.append(anchor.form(call)), {"id": "c1"})[-1]
    anchor.answers[("GET", "/sep6/deposit")] = lambda call: {"id": "d1"} if told else (
        403, {"type": "non_interactive_customer_info_needed", "fields": ["tax_id", "birth_date"]})
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    terminal.until("has accepted what it knows about you")
    answer(terminal, "begin this deposit? type yes: ", "yes")
    assert "wants to know more about you first: tax_id, birth_date" in terminal.until("Step 2 of 4")
    answer(terminal, "tax_id: ", "42")
    answer(terminal, "birth_date: ", "soon")
    assert "not a date" in answer(terminal, "birth_date: ", "1990-12-31")
    answer(terminal, "for the first time: tax_id, birth_date? type yes: ", "yes")
    answer(terminal, "begin this deposit? type yes: ", "yes")
    assert terminal.end()[0] == 0 and elsewhere.rows()[0]["id"] == "d1"
    assert [(form["tax_id"], form["birth_date"]) for form in told] == [(b"42", b"1990-12-31")]


# ---------------------------------------------------------------- exchanges

def test_a_deposit_is_exchanged_at_a_quote_that_is_shown_first(desk):
    known(desk)
    terminal = desk.terminal("deposit", *desk.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "203", "--protocol", "sep6", "--type", "cash")
    terminal.until("Step 3 of 4 · fee")
    step = terminal.until("Step 4 of 4 · summary")
    quote = re.search(r"quote +(\S+)\r", step)[1]
    assert re.search(r"gives +203 iso4217:USD\r\n.*gets +100 stellar:SRT:", step, re.S) and "until" in step and "fee" in step
    assert quote in terminal.until("begin this deposit? type yes: ")
    assert desk.anchor("transactions", "--asset", "SRT", "--json").json()["transactions"] == []
    terminal.type("yes\n")
    code, rest = terminal.end()
    assert code == 0
    [row] = desk.rows()
    desk.anchor("watch", row["id"], "--interval", "1")
    done = desk.anchor("transaction", row["id"], "--json").json()
    assert (done["kind"], done["status"], done["quote_id"], done["amount_in"], done["amount_out"]) == ("deposit-exchange", "completed", quote, "203", "100")
    assert Client(desk.url, ALICE).balance() == "100.0000000"


def test_a_withdrawal_is_exchanged_at_a_quote_that_is_shown_first(desk):
    known(desk)
    desk.anchor("deposit", "--asset", "SRT", "--amount", "50", "--yes")
    until(lambda: Client(desk.url, ALICE).balance() == "48.5000000")
    terminal = desk.terminal("withdraw", *desk.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "20", "--protocol", "sep6", "--type", "cash")
    shown = terminal.until("begin this withdrawal? type yes: ")
    quote = re.search(r"quote +(\S+)\r", shown)[1]
    assert re.search(r"gives +20 stellar:SRT:\S+\r\n.*gets +\S+ iso4217:USD\r", shown, re.S) and shown.count(quote) == 2
    terminal.type("yes\n")
    code, rest = terminal.end()
    assert code == 0
    request = desk.online.build(*shlex.split(re.search(r"next: coldstar-build (withdrawal .*)", rest)[1])[:-2]).out
    paid = json.loads(request)
    payment = sdk.TransactionEnvelope.from_xdr(paid["envelope"], paid["network_passphrase"]).transaction.operations[0]
    assert payment.amount == "20" and payment.asset.code == "SRT"
    desk.signer.sign("book", "domains", "add", desk.domain, "--withdrawal", payment.destination.account_id, "--yes", pin=PIN)
    desk.online.submit("send", "-", stdin=desk.signer.sign("sign", "-", "--key", "alice", "--yes", stdin=request, pin=PIN).out)
    id = desk.rows()[0]["id"]
    desk.anchor("watch", id, "--interval", "1")
    done = desk.anchor("transaction", id, "--json").json()
    assert (done["kind"], done["status"], done["quote_id"], done["amount_in"]) == ("withdrawal-exchange", "completed", quote, "20")


@pytest.mark.parametrize("kind", ["deposit", "withdraw"])
def test_an_unattended_exchange_uses_the_given_quote(desk, kind):
    known(desk)
    desk.anchor("deposit", "--asset", "SRT", "--amount", "50", "--yes")
    until(lambda: Client(desk.url, ALICE).balance() == "48.5000000")
    assets = ["iso4217:USD", f"stellar:SRT:{Client(desk.url).asset.issuer}"]
    sell, buy = assets if kind == "deposit" else reversed(assets)
    quote = desk.anchor("quote", "--sell-asset", sell, "--buy-asset", buy, "--sell-amount", "20", "--json").json()
    exchange = (kind, "--asset", "SRT", "--exchange", "iso4217:USD", "--protocol", "sep6", "--type", "cash", "--quote-id", quote["id"], "--yes", "--json")
    assert "this quote is for 20, and not for 21" in desk.anchor(*exchange, "--amount", "21", code=65).err
    begun = desk.anchor(*exchange, "--amount", "20").json()
    assert {name: begun["fee"][name] for name in ("id", "sell_amount", "buy_amount", "price", "fee")} == {
        name: quote[name] for name in ("id", "sell_amount", "buy_amount", "price", "fee")}
    assert desk.anchor("transaction", begun["id"], "--json").json()["quote_id"] == quote["id"]
    # A quote can be used once.
    assert desk.anchor(*exchange, "--amount", "20", code=None).code in (1, 65)
    assert [row["id"] for row in desk.rows() if row["id"]][:1] == [begun["id"]]


@pytest.mark.parametrize("change", [{"sell_amount": "99"}, {"expires_at": "2020-01-01T00:00:00Z"}], ids=str)
def test_an_invalid_quote_ends_the_deposit_before_the_confirmation(elsewhere, anchor, change):
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM | change)
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "100", "--protocol", "sep6", "--type", "SEPA")
    code, shown = terminal.end()
    assert code == 76 and "Step 3" not in shown and "type yes" not in shown and "its" in shown
    assert [(row["step"], row["id"]) for row in elsewhere.rows()] == [("fee", None)]
    assert not [call for call in anchor.calls if "exchange" in call["path"]]
    with sqlite3.connect(elsewhere.online.home / "online" / "journal.sqlite") as db:
        assert db.execute("SELECT quote_id FROM transfer").fetchall() == [(None,)]


def test_the_quote_id_is_sent_only_after_the_confirmation(elsewhere, anchor):
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM)
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM
    anchor.answers[("GET", "/sep6/deposit-exchange")] = {"id": "d1"}
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "100", "--protocol", "sep6", "--type", "SEPA")
    answer(terminal, "begin this deposit? type yes: ", "no")
    assert terminal.end()[0] == 77 and not [call for call in anchor.calls if "exchange" in call["path"]]
    # The same quote, as long as it has not expired.
    terminal = elsewhere.terminal("resume", "1")
    shown = terminal.until("begin this deposit? type yes: ")
    assert re.search(r"quote +q1\r", shown) and re.search(r"until +2099", shown) and re.search(r"fee +10 iso4217:USD\r", shown)
    terminal.type("yes\n")
    assert terminal.end()[0] == 0
    assert anchor.calls[-1]["query"]["quote_id"] == "q1" and len([call for call in anchor.calls if call["path"] == "/sep38/quote"]) == 1


def test_an_expired_quote_is_replaced_by_a_new_one_that_is_shown(elsewhere, anchor):
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM)
    anchor.answers[("GET", "/sep6/deposit-exchange")] = {"id": "d1"}
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "100", "--protocol", "sep6", "--type", "SEPA")
    answer(terminal, "begin this deposit? type yes: ", "no")
    assert terminal.end()[0] == 77
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM | {"expires_at": "2020-01-01T00:00:00Z"}
    refused = elsewhere.anchor("resume", "1", "--yes", code=65).err
    assert "the quote q1 is over" in refused
    command = re.search("hint: to get another one: coldstar-submit (anchor quote .*)", refused)[1]
    assert elsewhere.online.submit(*shlex.split(command), "--json").json()["id"] == "q1"
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM | {"id": "q2", "buy_amount": "90.1"})
    terminal = elsewhere.terminal("resume", "1")
    shown = answer(terminal, "begin this deposit? type yes: ", "yes")
    assert re.search(r"quote +q2\r", shown) and "90.1" in shown
    assert terminal.end()[0] == 0 and anchor.calls[-1]["query"]["quote_id"] == "q2"


def moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


@pytest.mark.parametrize("is_told, minutes, is_over", [(False, 30, True), (True, 31, True), (True, 28, False)],
                         ids=["over by the machine's clock", "over by a time given by --now", "not over"])
def test_a_quote_that_expires_during_the_prompt_starts_no_deposit(elsewhere, anchor, clock, is_told, minutes, is_over):
    present = int(time.time()) + (1200 if is_told else 0)
    end = moment(present + 1800)
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM | {"expires_at": end})
    anchor.answers[("GET", "/sep38/quote/q1")] = FIRM | {"expires_at": end}
    anchor.answers[("GET", "/sep6/deposit-exchange")] = {"id": "d1"}
    ahead = elsewhere.online.home / "ahead"
    env = {"LD_PRELOAD": clock, "CLOCK_AHEAD": str(ahead)}
    now = ["--now", str(present)] if is_told else []
    terminal = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--exchange", "iso4217:USD", "--amount", "100", "--protocol", "sep6",
                                  "--type", "SEPA", *now, env=env)
    terminal.until("begin this deposit? type yes: ")
    ahead.write_text(str(minutes * 60))
    terminal.type("yes\n")
    code, shown = terminal.end()
    sent = [call for call in anchor.calls if call["path"] == "/sep6/deposit-exchange"]
    if not is_over:
        assert code == 0 and len(sent) == 1 and elsewhere.rows()[0]["id"] == "d1"
        return
    said = end.replace("T", " ").replace("Z", " UTC")
    assert code == 65 and f"the quote q1 is over since {said}; nothing was begun" in shown and sent == []
    assert [(row["step"], row["id"]) for row in elsewhere.rows()] == [("summary", None)]
    # The suggested command requests another quote for the same amount and shows it.
    assert "hint: to get another one: coldstar-submit anchor resume 1 --http-loopback --horizon-url http://127.0.0.1:" in shown
    anchor.answers[("POST", "/sep38/quote")] = (201, FIRM | {"id": "q2"})
    later = ["--now", str(present + minutes * 60)] if is_told else []
    terminal = elsewhere.terminal("resume", "1", *later, env=env)
    assert re.search(r"quote +q2\r", answer(terminal, "begin this deposit? type yes: ", "yes"))
    assert terminal.end()[0] == 0 and [call["query"]["quote_id"] for call in anchor.calls if call["path"] == "/sep6/deposit-exchange"] == ["q2"]


# ---------------------------------------------------------------- unattended

def test_an_unattended_deposit_with_customer_data_is_completed(desk):
    begun = desk.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", "--json", *PERSON)
    found = begun.json()
    assert (found["transfer"], found["protocol"], found["fee"]) == (1, "sep6", {"total": "1.2", "asset": "SRT"})
    assert found["answer"]["instructions"] and "Onymous" not in begun.out + begun.err
    desk.anchor("watch", found["id"], "--interval", "1")
    assert desk.anchor("resume", "1", "--yes", "--json").json()["status"] == "completed"
    assert Client(desk.url, ALICE).balance() == "18.8000000"


def test_an_unattended_deposit_reports_missing_customer_data_and_is_resumed_with_it(desk):
    refused = desk.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", "--json", *PERSON[2:], code=1)
    assert refused.json() == {"version": 1, "status": "customer_info_needed", "fields": ["first_name"]}
    assert [row["step"] for row in desk.rows()] == ["customer"]
    refused = desk.anchor("deposit", "--asset", "SRT", "--amount", "20", "--json", code=1)
    assert refused.json()["fields"][:2] == ["first_name", "last_name"]
    assert desk.anchor("resume", "1", "--yes", "--json", *PERSON).json()["id"]
    assert "anchor resume 2" in refused.err and [row["step"] for row in desk.rows()] == ["customer", "begun"]


@pytest.mark.slow
@pytest.mark.parametrize("amount, status, option", [("19", "pending_customer_info_update", "--customer=tax_id=42"),
                                                    ("23", "pending_transaction_info_update", "--field=sender_reference=42")])
def test_data_demanded_after_the_start_can_be_given_with_resume(desk, amount, status, option):
    known(desk)
    id = desk.anchor("deposit", "--asset", "SRT", "--amount", amount, "--yes", "--json").json()["id"]
    desk.until(id, status)
    # Without data, resume shows the status.
    assert desk.anchor("resume", "1", "--yes", "--json").json()["status"] == status
    if amount == "19":
        terminal = desk.terminal("resume", "1")
        terminal.until("tax_id (")
        answer(terminal, ": ", "42")
        answer(terminal, "? type yes: ", "yes")
    else:
        terminal = desk.terminal("resume", "1")
        answer(terminal, "sender_reference: ", "42")
    assert terminal.end()[0] == 0
    desk.until(id, "completed")
    # The same unattended.
    if amount == "23":
        id = desk.anchor("deposit", "--asset", "SRT", "--amount", amount, "--yes", "--json").json()["id"]
        desk.until(id, status)
        desk.anchor("resume", "2", "--yes", "--json", option)
        desk.until(id, "completed")


def test_demanded_transaction_data_is_asked_for_if_the_customer_data_list_is_null(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes")
    waiting = {"id": "d1", "kind": "deposit", "status": "pending_transaction_info_update", "required_customer_info_updates": None,
               "required_info_updates": {"transaction": {"dest": {"description": "IBAN"}}}}
    anchor.answers[("GET", "/sep6/transaction")] = {"transaction": waiting}
    anchor.answers[("PATCH", "/sep6/transactions/d1")] = {}
    terminal = elsewhere.terminal("resume", "1")
    answer(terminal, "dest: ", "DE89")
    assert terminal.end()[0] == 0
    assert [json.loads(call["body"]) for call in anchor.calls if call["method"] == "PATCH"] == [{"transaction": {"dest": "DE89"}}]


@pytest.mark.parametrize("amount, status, code", [("17", "refunded", 0), ("13", "error", 1)])
def test_a_refunded_or_failed_deposit_ends_the_watch_with_its_status(desk, amount, status, code):
    known(desk)
    id = desk.anchor("deposit", "--asset", "SRT", "--amount", amount, "--yes", "--json").json()["id"]
    watched = desk.anchor("watch", id, "--interval", "1", code=code)
    assert status in watched.out and [row["status"] for row in desk.rows()] == [status]
    assert "then:" not in desk.anchor("resume", "1").err


# ---------------------------------------------------------------- the page

def test_the_interactive_page_is_shown_as_qr_code_and_opened_without_a_shell(elsewhere, anchor, online):
    page = f"{anchor.url}/page?t=1&u=$(id)"
    anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"type": "x", "url": page, "id": "d2"}
    tools = online.home / "bin"
    tools.mkdir()
    browser = tools / "xdg-open"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$@" >{online.home}/opened\nstat -c %a "$1" >>{online.home}/opened\n')
    browser.chmod(0o755)
    path = {"PATH": f"{tools}:{os.environ['PATH']}"}
    arguments = ["deposit", "--asset", "SRT", "--amount", "10", "--protocol", "sep24", "--yes"]
    elsewhere.anchor(*arguments, env=path)
    assert not (online.home / "opened").exists()
    elsewhere.anchor(*arguments, "--open", env=path)
    # All users see the arguments of a program: the browser is given a file that leads there.
    leading = online.home / "online" / "anchor-page.html"
    assert (online.home / "opened").read_text() == f"1\n{leading}\n600\n"
    assert f'href="{html.escape(page)}"' in leading.read_text() and f"url={html.escape(page)}" in leading.read_text()
    leading.unlink()
    for env in ({}, {"NO_COLOR": "1"}):
        terminal = elsewhere.terminal(*arguments[:-1], *elsewhere.who, env=env)
        terminal.until("requires more information; open its page")
        answer(terminal, "begin this deposit? type yes: ", "yes")
        code, shown = terminal.end()
        assert code == 0 and page in shown and "▀" in shown
        assert ("\x1b[48;5;231m" in shown) == (not env)
    # Anyone with the page's address can access the transfer.
    assert not any(b"page?t" in path.read_bytes() for path in (online.home / "online").rglob("*") if path.is_file())
    browser.write_text("#!/bin/sh\nexit 3\n")
    assert "opened no browser" in elsewhere.anchor(*arguments, "--open", env=path, code=69).err
    browser.unlink()
    elsewhere.anchor(*arguments, "--open", env={"PATH": str(tools)}, code=69)


# ---------------------------------------------------------------- refusals

def test_invalid_options_are_refused_before_any_request_is_sent(elsewhere, anchor, online):
    deposit = ("deposit", "--asset", "SRT", "--amount", "20", "--yes")
    for arguments, code, said in (
            (("deposit", "--yes"), 64, "give --asset"), (("deposit", "--asset", "S RT", "--yes"), 65, "--asset"), (("deposit", "--asset", "USD", "--yes"), 65, "offers no deposit"),
            (("deposit", "--asset", f"SRT:{ALICE.public_key}", "--yes"), 65, "by another issuer"), ((*deposit, "--memo", "x"), 65, "--memo"),
            ((*deposit, "--customer", "birth_date=soon"), 65, "--customer birth_date"), ((*deposit, "--customer", "x"), 64, "--customer"),
            ((*deposit, "--file", "x"), 64, "--file"), ((*deposit, "--field", "x"), 64, "--field"),
            ((*deposit, "--protocol", "sep31"), 64, "sep31")):
        assert said in elsewhere.anchor(*arguments, code=code).err, arguments
    assert not [call for call in anchor.calls if "info" not in call["path"]] and elsewhere.rows() == []
    online.build("contacts", "add", "alice", ALICE.public_key)  # makes the journal
    assert "there is no journal" not in elsewhere.anchor("resume", "7", code=66).err
    for number, code in (("x", 65), ("-1", 64), ("", 65), ("99999999999999999999", 65)):
        elsewhere.anchor("resume", number, code=code)


def test_two_programs_resuming_one_transfer_start_it_once(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    first = elsewhere.terminal("deposit", *elsewhere.who, "--asset", "SRT", "--amount", "20", "--protocol", "sep6", "--type", "SEPA")
    first.until("begin this deposit? type yes: ")
    second = elsewhere.terminal("resume", "1")
    answer(second, "begin this deposit? type yes: ", "yes")
    assert second.end()[0] == 0
    first.type("yes\n")
    code, shown = first.end()
    assert code == 77 and "another program went on" in shown
    assert len([call for call in anchor.calls if call["path"] == "/sep6/deposit"]) == 1


def test_personal_data_appears_in_no_error_and_no_file(elsewhere, anchor, online):
    anchor.answers[("GET", "/kyc/customer")] = {"status": "NEEDS_INFO", "fields": {"first_name": {"type": "string"}, "last_name": {"type": "string"}}}
    anchor.answers[("PUT", "/kyc/customer")] = (400, {"error": "Annabelle Onymous is on no list"})
    refused = elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", *PERSON[:4], code=1)
    assert "is on no list" in refused.err and "Annabelle" not in refused.err and "Onymous" not in refused.err
    states = [{"status": "NEEDS_INFO", "fields": {"first_name": {"type": "string"}}}, {"status": "REJECTED", "message": "Annabelle is on another list"}]
    anchor.answers[("GET", "/kyc/customer")] = lambda call: states.pop(0)
    anchor.answers[("PUT", "/kyc/customer")] = (202, {"id": "c1"})
    refused = elsewhere.anchor("resume", "1", "--yes", *PERSON[:4], code=1)
    assert "is on another list" in refused.err and "Annabelle" not in refused.err
    anchor.answers[("GET", "/kyc/customer")] = {"status": "ACCEPTED"}
    anchor.answers[("GET", "/sep6/deposit")] = (400, {"error": "no such IBAN: DE893704"})
    refused = elsewhere.anchor("resume", "1", "--yes", *PERSON[:4], "--field", "dest=DE893704", code=1)
    assert "no such IBAN" in refused.err and "3704" not in refused.err
    for path in online.home.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert b"Annabelle" not in content and b"Onymous" not in content and b"3704" not in content
            assert anchor.tokens[0].encode() not in content or "tokens" in path.parts
    columns = [row[1] for row in sqlite3.connect(online.home / "online" / "journal.sqlite").execute("PRAGMA table_info(transfer)")]
    assert not {"token", "url", "page"} & set(columns)


def test_resume_without_a_login_says_how_to_log_in(elsewhere, anchor, online):
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "authentication_required"})
    elsewhere.anchor("deposit", "--asset", "SRT", "--amount", "20", "--yes", code=77)
    for path in (online.home / "online" / "tokens").rglob("*.json"):
        path.unlink()
    assert "coldstar-build challenge" in elsewhere.anchor("resume", "1", "--yes", code=77).err
    assert [row["step"] for row in elsewhere.rows()] == ["summary"]
