# SPDX-License-Identifier: Apache-2.0
"""Contract calls through the programs and the practice RPC: built, reviewed, signed offline and sent, with honest and with lying servers."""
from __future__ import annotations

import base64
import binascii
import json
import re
from pathlib import Path

import pytest
from stellar_sdk import Address, Asset, Network, SorobanDataBuilder, StrKey, TransactionBuilder, scval, xdr

from contracts import BOUND, COUNTER, DELEGATING, NATIVE, RPC, SIMPLE, SMART, VAULT, amount, who
from contracts_demo import ContractsDemo
from held import sign_held
from programs import PIN, TESTNET, Machine, Sandbox, key, opened


@pytest.mark.slow
def test_the_demonstration_runs_to_its_end(folder, tmp_path, capsys):
    demo = ContractsDemo(folder, tmp_path)
    try:
        demo.run()
    finally:
        demo.network.stop()
    said = capsys.readouterr().out
    # Each of nine transactions when it is sent, and again in the list at the end.
    assert said.count("applied in ledger") == 2 * 9 and "SOR-NESTED" in said and "W-ALLOW" in said


@pytest.fixture
def calling(online, sandbox) -> Machine:
    """The online machine with the practice RPC, and the funded accounts of Alice and Bob."""
    online.env["STELLAR_RPC_URL"] = f"{sandbox.url}/rpc"
    online.fund(key("alice"), key("bob"))
    return online


ALICE, BOB = key("alice").public_key, key("bob").public_key
DEPOSIT = ("invoke", "--source", ALICE, "--contract", VAULT, "--", "deposit", "--user", ALICE, "--token", NATIVE, "--amount", "50000000")
PAY = ("token", "transfer", "--source", ALICE, "--token", "native", "--to", BOB, "--amount", "5")


def at(machine: Machine, fault: str) -> dict[str, str]:
    """The environment in which the RPC server has a fault."""
    return {"STELLAR_RPC_URL": f"{machine.env['STELLAR_RPC_URL']}/{fault}"}


def test_a_call_is_built_reviewed_signed_and_applied(calling, offline):
    offline.import_key("alice", key("alice"))
    built = calling.build(*PAY)
    seen = offline.sign("inspect", "-", "--json", stdin=built.out).json()
    assert seen["operations"][0]["summary"].startswith("Pay 5 XLM"), seen
    assert {f["level"] for f in seen["findings"]} <= {"info", "warn"}, "a transfer of XLM to an account is held"
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
    said = calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out
    assert json.loads(said.splitlines()[-1])["status"] == "success"


def test_without_horizon_a_call_is_built_and_submitted_over_stellar_rpc_alone(calling, offline):
    """The network's usual Horizon, which no one named, is not asked."""
    offline.import_key("alice", key("alice"))
    calling.env.pop("STELLAR_HORIZON_URL")
    built = calling.build(*PAY)
    request = json.loads(built.out)
    assert request["signers"] == [ALICE] and request["hints"]["accounts"][ALICE]["sequence"] == str(opened(built.out).transaction.sequence - 1)
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    refused = calling.build("token", "transfer", "--source", key("dave").public_key, *PAY[4:], code=65)
    assert refused.out == "" and "does not exist" in refused.err


def test_what_the_simulation_added_is_said(calling):
    built = calling.build(*DEPOSIT)
    for expected in ("simulated ", "resources ", "returns ", "changes ", "SOR-NESTED"):
        assert expected in built.err, built.err
    envelope = opened(built.out)
    assert envelope.transaction.soroban_data.resource_fee.int64 > 0


def test_the_document_has_the_calls_with_their_names(calling, offline):
    operation = offline.sign("inspect", "-", "--json", stdin=calling.build(*DEPOSIT).out).json()["operations"][0]
    entry = operation["authorizations"][0]
    for call in (operation["call"], entry["invocation"]):
        assert (call["contract"], call["function"]) == (VAULT, "deposit")
        assert call["names"]["standing"] == "claimed"
        assert [(named["name"], named["type"]) for named in call["names"]["args"]] == [("user", "Address"), ("token", "Address"), ("amount", "i128")]
        assert call["args"] == [{"address": ALICE}, {"address": NATIVE}, {"i128": "50000000"}]
    assert entry["address"] is None and entry["invocation"]["sub_invocations"][0]["function"] == "transfer"


@pytest.mark.parametrize("command", [PAY, DEPOSIT], ids=["token transfer", "invoke"])
def test_a_lying_server_is_refused_or_reported(calling, offline, command, subtests):
    honest = offline.sign("inspect", "-", "--json", stdin=calling.build(*command).out).json()
    before = {(f["rule"], f["level"], f["message"]) for f in honest["findings"]}
    for fault, codes, rule in [
            ("larger-auth", (65, 76, 77), "SOR-NESTED"), ("other-footprint", (65, 76, 77), "SOR-FOOT"), ("fee-x100", (65, 76, 77), "W-FEE"),
            ("wrong-passphrase", (65,), None), ("swapped-spec", (76,), None)]:
        # The interface of an asset's contract is not read from the server.
        if fault == "swapped-spec" and command is PAY:
            continue
        with subtests.test(fault=fault):
            lied = calling.build(*command, env=at(calling, fault), code=None)
            if lied.code:
                assert lied.code in codes and lied.out == "", lied
                continue
            assert rule, lied
            seen = offline.sign("inspect", "-", "--json", stdin=lied.out).json()
            new = [f for f in seen["findings"] if (f["rule"], f["level"], f["message"]) not in before]
            assert any(f["rule"] == rule and f["level"] in ("warn", "hold") for f in new), new
            assert fault == "fee-x100" or any(f["level"] == "hold" for f in seen["findings"]), seen["findings"]


def test_a_call_that_cannot_be_made_says_what_is_wrong(calling, subtests):
    for words, said in [
            (("--", "deposit", "--user", ALICE, "--token", NATIVE), "amount"), (("--", "depsit"), "deposit"),
            (("--", "deposit", "--user", ALICE, "--token", NATIVE, "--amount", "1e3"), "amount"), ((), "deposit")]:
        with subtests.test(words=words, said=said):
            refused = calling.build("invoke", "--source", ALICE, "--contract", VAULT, *words, code=None)
            assert refused.code in (64, 65) and refused.out == "" and said in refused.err, refused


def transfer(asset: str, to: str, amount: str) -> tuple[str, ...]:
    return "token", "transfer", "--source", ALICE, "--token", asset, "--to", to, "--amount", amount


SPEND = ("invoke", "--source", ALICE, "--contract", NATIVE, "--", "transfer_from", "--spender", ALICE, "--from", BOB, "--to", ALICE, "--amount", "9")
WITHDRAW = ("invoke", "--source", ALICE, "--contract", VAULT, "--", "withdraw", "--user", ALICE, "--token", NATIVE, "--amount", "9")


@pytest.mark.parametrize("command, said", [
    (transfer("native", BOB, "999999999"), ("Error(Contract, #10) of the contract of XLM: a balance is too low", "lookup token")),
    (SPEND, ("Error(Contract, #9) of the contract of XLM: the allowance is too low", "lookup token with --spender")),
    (WITHDRAW, (f"Error(Contract, #2) of the contract {VAULT}: its interface calls it InsufficientBalance",)),
    (transfer(f"USD:{BOB}", VAULT, "9"), ("Error(Storage, MissingValue): it needs a ledger entry that does not exist", "there is no contract")),
])
def test_a_call_that_fails_in_the_simulation_is_not_built_and_says_whose_error_it_is(calling, command, said):
    refused = calling.build(*command, code=1)
    words = " ".join(refused.err.split())
    assert "simulation failed" in words and refused.out == ""
    for part in said:
        assert part in words


def test_a_call_that_no_longer_succeeds_is_found_by_check_and_explained_after_it_was_sent(calling, offline, sandbox):
    offline.import_key("alice", key("alice"))
    built = calling.build(*transfer("native", BOB, "9000"))
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
    assert "it succeeds when it is simulated" in " ".join(calling.submit("check", "-", stdin=signed).out.split())
    # Alice's balance goes by a transaction with Bob's number, so that hers stays.
    rpc = RPC(sandbox.url)
    payment = TransactionBuilder(rpc.server.load_account(BOB), TESTNET, 100).set_timeout(300).append_payment_op(
        BOB, Asset.native(), "5000", source=ALICE).build()
    payment.sign(key("alice"))
    payment.sign(key("bob"))
    rpc.finish(payment)
    why = "Error(Contract, #10) of the contract of XLM: a balance is too low"
    late = calling.submit("check", "-", stdin=signed, code=1)
    assert f"the call would fail now: {why}" in " ".join((late.out + late.err).split())
    sent = calling.submit("send", "-", "--wait", "30", stdin=signed, code=1)
    assert "coldstar-build lookup transaction" in sent.err
    transaction = opened(built.out).hash_hex()
    assert why in " ".join(calling.build("lookup", "transaction", transaction).out.split())
    assert calling.build("lookup", "transaction", transaction, "--json").json()["call_error"].startswith(why)


def test_a_token_that_goes_where_nothing_may_come_back_is_named(calling, offline):
    offline.import_key("alice", key("alice"))
    to_itself = calling.build(*transfer("native", NATIVE, "5"))
    assert f"warning: {NATIVE} is the token's own contract: nothing can send on what it holds" in " ".join(to_itself.err.split())
    held = [f["level"] for f in offline.sign("inspect", "-", "--json", stdin=to_itself.out).json()["findings"] if f["rule"] == "TOK-TRANSFER"]
    assert "hold" in held
    missing = StrKey.encode_contract(bytes(31) + b"\1")
    approve = ("token", "approve", "--source", ALICE, "--token", "native", "--amount", "5", "--expires", "7d", "--spender")
    for command in (transfer("native", missing, "5"), (*approve, missing)):
        refused = calling.build(*command, code=65)
        assert f"the contract {missing} does not exist on testnet: what it gets may be lost" in " ".join(refused.err.split())
    for spender in (NATIVE, ALICE):
        assert "it has no use for an allowance" in calling.build(*approve, spender, "--after-drafts").err
    # A contact's name stands for the contract.
    calling.build("contacts", "add", "vault", VAULT)
    reading = calling.build("invoke", "--source", ALICE, "--contract", "vault", "--after-drafts", "--", "balance", "--user", ALICE, "--token", NATIVE)
    assert "this call only reads" in reading.err and "deposit" in calling.build("lookup", "contract", "vault").out
    for command in (transfer("native", VAULT, "5"), (*approve, VAULT)):
        assert "may be lost" not in (made := calling.build(*command, "--after-drafts").err) and "no use" not in made


def test_an_allowance_is_shown_with_its_end(calling, offline):
    offline.import_key("alice", key("alice"))
    look = ("lookup", "token", "native", "--of", ALICE, "--spender", BOB)
    assert calling.build(*look, "--json").json()["allowance"] == "0"
    approve = ("token", "approve", "--source", ALICE, "--token", "native", "--spender", BOB, "--amount", "12.5", "--expires", "500000")
    document = offline.file("approve", calling.build(*approve).out)
    sign_held(offline, document, "alice", "approved")
    calling.submit("send", "-", "--wait", "30", stdin=(offline.home / "approved").read_text())
    done = opened((offline.home / "approved").read_text()).hash_hex()
    assert f"{BOB} may spend up to 12.5 XLM of {ALICE}, until ledger 500000" in " ".join(calling.build("lookup", "transaction", done).out.split())
    told = calling.build("lookup", "transaction", done, "--json").json()
    assert told["other_events"] == 0 and told["allowances"] == [
        {"holder": ALICE, "spender": BOB, "asset": "native", "amount": "12.5000000", "until_ledger": 500_000}]
    seen = calling.build(*look, "--json").json()
    assert (seen["allowance"], seen["allowance_until_ledger"], seen["spender"]) == ("12.5", 500_000, BOB)
    assert f"allowance  12.5 XLM for {BOB}, until ledger 500000" in calling.build(*look).out
    assert "--of" in calling.build("lookup", "token", "native", "--spender", BOB, code=64).err
    for expires, said in (("400d", "too far ahead: the network allows 180 days"), ("7", "ledger 7 is over")):
        refused = calling.build(*approve[:-1], expires, code=65)
        assert said in " ".join(refused.err.split())


def test_a_call_is_not_built_again_beside_the_one_with_its_signed_entries(calling, offline):
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)
    document = offline.file("entry", calling.build("authorization", str(call), "--for", ALICE).out)
    sign_held(offline, document, "alice", "answer", "--format", "response")
    answer = calling.file("answer", (offline.home / "answer").read_text())
    ready = calling.submit("authorize", str(call), str(answer)).out
    bare, whole = opened(call.read_text()).hash_hex(), opened(ready).hash_hex()
    refused = calling.build("rebuild", bare, code=77)
    assert f"{bare} was rebuilt already, as {whole}" in " ".join(refused.err.split())
    # What it was replaced by fails: only that is built again, and once.
    RPC(calling.env["STELLAR_HORIZON_URL"]).invoke(NATIVE, "transfer", who(BOB), who(ALICE), amount(1), source=key("bob"))
    again = opened(calling.build("rebuild", whole).out).hash_hex()
    for earlier in (bare, whole):
        assert f"as {again};" in " ".join(calling.build("rebuild", earlier, code=77).err.split())


def test_entries_that_do_not_count_are_named_before_anything_is_simulated(calling, offline):
    """Alice has to authorize; Bob pays."""
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)

    def answer(name: str, signer: str, *options: str) -> Path:
        document = offline.file(name, calling.build("authorization", str(call), "--for", ALICE, *options).out)
        sign_held(offline, document, signer, f"{name}-answer", "--format", "response")
        return calling.file(f"{name}-answer", (offline.home / f"{name}-answer").read_text())

    refused = calling.submit("authorize", str(call), str(answer("wrong", "bob")), code=65)
    words = " ".join(refused.err.split())
    assert f"the signature of {ALICE} is missing: none of those given is by a key of it" in words and ALICE in words.split("hint:")[1]
    good, short = answer("good", "alice"), answer("short", "alice", "--expires", "1m")
    for number in range(14):
        calling.fund(key(f"someone {number}"))
    refused = calling.submit("authorize", str(call), str(short), code=65)
    assert f"the signature of {ALICE} ended with ledger" in " ".join(refused.err.split())
    # Their numbers go to other transactions: the calls can no longer be applied.
    own = calling.file("own", calling.build(*PAY).out)
    for source in (key("alice"), key("bob")):
        RPC(calling.env["STELLAR_HORIZON_URL"]).invoke(NATIVE, "transfer", who(source.public_key), who(SIMPLE), amount(1), source=source)
    said = "this transaction can no longer be applied: its sequence number"
    for made in (calling.submit("authorize", str(call), str(good), code=1), calling.build("authorization", str(call), "--for", ALICE, code=1)):
        assert said in " ".join(made.err.split()) and f"coldstar-build rebuild {opened(call.read_text()).hash_hex()}" in made.err
    assert f"warning: {said}" in " ".join(calling.build("simulate", str(own)).err.split())


def test_a_payment_is_the_same_by_its_operation_and_by_its_contract(calling, offline):
    offline.import_key("alice", key("alice"))
    payment = ("payment", "--source", ALICE, "--destination", BOB, "--asset", "native", "--amount")
    by = {"operation": lambda amount: (*payment, amount), "contract": lambda amount: transfer("native", BOB, amount)}
    for amount, first, second in (("3", "operation", "contract"), ("4", "contract", "operation")):
        signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=calling.build(*by[first](amount)).out, pin=PIN).out
        calling.submit("send", "-", "--wait", "30", stdin=signed)
        again = calling.build(*by[second](amount))
        assert "already paid" in again.err or "was applied in ledger" in again.err, again.err
        seen = offline.sign("inspect", "-", "--json", stdin=again.out).json()["findings"]
        assert [f["message"][:37] for f in seen if f["rule"] == "W-REPEATED"] == ["the same payment was signed once befo"]
        calling.build("request", "forget", opened(again.out).hash_hex(), "--yes")
    assert "W-REPEATED" not in offline.sign("inspect", "-", "--json", stdin=calling.build(*by["contract"]("5")).out).out


def test_an_authorization_that_pays_again_is_named_to_the_one_who_pays(calling, offline):
    """A signed entry counts in any transaction with its call."""
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    found = []
    for number in range(2):
        call = calling.file(f"call{number}", calling.build(
            "invoke", "--source", BOB, "--contract", NATIVE, "--", "transfer", "--from", ALICE, "--to", BOB, "--amount", "14000000").out)
        document = offline.file(f"entry{number}", calling.build("authorization", str(call), "--for", ALICE).out)
        seen = offline.sign("inspect", str(document), "--json").json()["findings"]
        found.append([f["rule"] for f in seen if f["rule"] == "W-REPEATED"])
        _, shown = sign_held(offline, document, "alice", f"answer{number}", "--format", "response")
        assert "or any other that makes this call" in " ".join(shown.split())
        calling.build("request", "forget", opened(call.read_text()).hash_hex(), "--yes")
    assert found == [[], ["W-REPEATED"]]
    assert "Pay 1.4 XLM from" in " ".join(offline.sign("journal").out.split())


def test_several_entries_are_written_one_to_a_file_or_a_line(calling, offline, tmp_path):
    swap = next(iter(re.findall(r"atomic swap \| `(C[A-Z2-7]{55})`", (Path(__file__).parents[2] / "docs/SANDBOX.md").read_text())))
    calling.fund(key("carol"))
    call = calling.file("swap", calling.build(
        "invoke", "--source", key("carol").public_key, "--contract", swap, "--", "swap", "--a", ALICE, "--b", BOB, "--token-a", NATIVE,
        "--token-b", NATIVE, "--amount-a", "50000000", "--min-b-for-a", "1", "--amount-b", "20000000", "--min-a-for-b", "1").out)
    lines = calling.build("authorization", str(call)).out.splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["authorization"] * 2
    assert f'Authorize as {ALICE[:6]}...{ALICE[-6:]}: Call the function "swap"' in calling.submit("status").out
    refused = calling.build("authorization", str(call), "--out", str(tmp_path / "entries.json"), code=64)
    assert "there are 2 entries to sign" in refused.err and "--for" in refused.err and not (tmp_path / "entries.json").exists()
    (tmp_path / "stick").mkdir()
    calling.build("authorization", str(call), "--out", str(tmp_path / "stick"))
    written = [json.loads(path.read_text()) for path in (tmp_path / "stick").iterdir()]
    assert sorted(one["signers"][0] for one in written) == sorted([ALICE, BOB])
    # What leaves is said of each account, on the page and above the question.
    shown = " ".join(offline.sign("inspect", str(call)).out.split())
    assert "not signed its authorization yet: the call fails as it is" in shown and "ends with ledger 0" not in shown


def test_what_cannot_succeed_is_not_sent(calling, offline):
    """An entry that is over, and a call whose entries are signed in another transaction."""
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)
    sign_held(offline, offline.file("bare", call.read_text()), "bob", "bare-signed")
    document = offline.file("entry", calling.build("authorization", str(call), "--for", ALICE, "--expires", "1m").out)
    sign_held(offline, document, "alice", "answer", "--format", "response")
    ready = calling.submit("authorize", str(call), str(calling.file("answer", (offline.home / "answer").read_text()))).out
    refused = calling.submit("send", "-", stdin=(offline.home / "bare-signed").read_text(), code=65)
    whole = opened(ready).hash_hex()
    assert f"its authorization entries are signed in another transaction, {whole}" in " ".join(refused.err.split())
    # The answered call has no number any more, the one with the entries has it.
    others = calling.build("bump-sequence", "--source", BOB, "--bump-to", "5000000000000").err
    assert f"already used by {whole}" in " ".join(others.split()) and opened(call.read_text()).hash_hex() not in others
    sign_held(offline, offline.file("ready", ready), "bob", "signed")
    for number in range(14):
        calling.fund(key(f"someone {number}"))
    before = calling.sequence(key("bob"))
    refused = calling.submit("send", "-", stdin=(offline.home / "signed").read_text(), code=65)
    said = " ".join(refused.err.split())
    assert f"the authorization by {ALICE} ended with ledger" in said and f"coldstar-build rebuild {whole} with --although-alive" in said
    assert calling.sequence(key("bob")) == before
    again = opened(calling.build("rebuild", whole, "--although-alive").out).transaction
    assert again.sequence == opened(ready).transaction.sequence and scval.to_native(again.operations[0].auth[0].credentials.address_v2.signature) is None


def muxed_contract(contract: str, number: int) -> str:
    """A contract's address with the id of one of its users, W... (SEP-23), which the SDK does not know."""
    payload = bytes([22 << 3]) + StrKey.decode_contract(contract) + number.to_bytes(8, "big")
    return base64.b32encode(payload + binascii.crc_hqx(payload, 0).to_bytes(2, "little")).decode().rstrip("=")


def test_a_transfer_to_a_user_of_a_contract_is_shown_as_such_and_arrives_with_the_id(calling, offline, sandbox):
    offline.import_key("alice", key("alice"))
    wallet = muxed_contract(SIMPLE, 7)
    built = calling.build("token", "transfer", "--source", ALICE, "--token", "native", "--to", wallet, "--amount", "5").out
    seen = offline.sign("inspect", "-", "--json", stdin=built).json()
    assert seen["operations"][0]["summary"].startswith(f"Pay 5 XLM from {ALICE} to {wallet}, through")
    assert [f["message"] for f in seen["findings"] if f["rule"] == "W-MUXED"] == [f"{wallet} is the contract {SIMPLE}, for the user 7"]
    # Every format has the address, or the id and the contract.
    document = calling.build("convert", "-", "--format", "json", stdin=built).out
    assert f'"{wallet}"' in document
    text = calling.build("convert", "-", "--format", "txrep", stdin=built).out
    assert "SC_ADDRESS_TYPE_MUXED_CONTRACT" in text
    assert len({calling.build("convert", "-", "--format", "xdr", stdin=form).out for form in (built, document, text)}) == 1
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN).out
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    topics = [value.to_xdr() for value in (scval.to_symbol("transfer"), who(ALICE), who(SIMPLE))]
    [event] = [event for event in RPC(sandbox.url).server.get_events(1000).events if event.topic[:3] == topics]
    assert scval.to_native(event.value) == {"amount": 50_000_000, "to_muxed_id": 7}


def test_a_contract_with_an_id_is_refused_where_it_cannot_stand(calling, subtests):
    for words, said in [
            (("token", "approve", "--source", ALICE, "--token", "native", "--spender", "W", "--amount", "5", "--expires", "7d"), "cannot spend"),
            (("token", "transfer", "--source", ALICE, "--token", "W", "--to", BOB, "--amount", "5"), "--token"),
            (("payment", "--source", ALICE, "--destination", "W", "--asset", "native", "--amount", "5"), "token transfer"),
            (("create-account", "--source", ALICE, "--destination", "W", "--starting-balance", "5"), "another kind of address"),
            (("invoke", "--source", ALICE, "--contract", "W", "--", "transfer"), "another kind of address"),
            (("invoke", "--source", ALICE, "--contract", NATIVE, "--", "transfer", "--from", "W", "--to", BOB, "--amount", "5"), "cannot stand here"),
            (("invoke", "--source", ALICE, "--contract", NATIVE, "--", "burn", "--from", "W", "--amount", "5"), "cannot stand here"),
            (("invoke", "--source", ALICE, "--contract", VAULT, "--", "deposit", "--user", "W", "--token", NATIVE, "--amount", "5"), SIMPLE)]:
        with subtests.test(words=words, said=said):
            words = [muxed_contract(SIMPLE, 7) if word == "W" else word for word in words]
            refused = calling.build(*words, code=65)
            assert refused.out == "" and said in refused.err, refused


def test_a_payment_to_a_contract_names_the_transfer(calling):
    refused = calling.build("payment", "--source", ALICE, "--destination", VAULT, "--asset", "native", "--amount", "1", code=65)
    assert "token transfer" in refused.err


def test_a_memo_and_a_second_operation_are_refused(calling):
    assert "memo" in calling.build(*PAY, "--memo", "text:x", code=65).err
    earlier = calling.file("earlier", calling.build("payment", "--source", ALICE, "--to", BOB, "--asset", "native", "--amount", "1").out)
    assert "only operation" in calling.build(*PAY, "--append-to", str(earlier), code=64).err


def test_an_entry_is_asked_signed_and_put_in_by_its_request_alone(calling, offline):
    """A relayer pays: Alice's key signs the entry, Bob's the transaction."""
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)
    asked = calling.build("authorization", str(call), "--for", ALICE).out
    document = offline.file("entry", asked)
    held, shown = sign_held(offline, document, "alice", "answer", "--format", "response")
    assert "SOR-AUTH" in held and "increment" in shown
    answer = calling.file("answer", (offline.home / "answer").read_text())
    ready = calling.submit("authorize", str(call), str(answer)).out
    held, _ = sign_held(offline, offline.file("envelope", ready), "bob", "signed")
    signed = (offline.home / "signed").read_text()
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    # The entry's nonce is used: the same signature does not count again.
    again = calling.submit("authorize", str(call), str(answer), code=1)
    assert again.out == ""


def test_a_call_whose_entries_are_not_signed_or_are_over_is_not_sent(calling, offline, sandbox):
    """Bob pays; Alice has to authorize the call."""
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    built = calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value", "3")
    said = " ".join(built.err.split())
    assert f"warning: before submitting: the authorization by {ALICE} is not signed" in said
    call = calling.file("call", built.out)
    sign_held(offline, offline.file("bare", built.out), "bob", "bare-signed")
    bare = (offline.home / "bare-signed").read_text()
    before = calling.sequence(key("bob"))
    refused = calling.submit("send", "-", stdin=bare, code=65)
    assert "coldstar-build authorization" in refused.err
    assert f"the authorization by {ALICE} is not signed, and the call would fail" in " ".join(refused.err.split())
    assert calling.sequence(key("bob")) == before
    report = calling.submit("check", "-", "--json", stdin=bare, code=1).json()
    assert "not signed" in json.dumps(report) and "function_trapped" in json.dumps(report)
    # Signed, but for ledgers that are over by then.
    asked = calling.build("authorization", str(call), "--for", ALICE, "--expires", "1m").out
    sign_held(offline, offline.file("entry", asked), "alice", "answer", "--format", "response")
    answer = calling.file("answer", (offline.home / "answer").read_text())
    sign_held(offline, offline.file("envelope", calling.submit("authorize", str(call), str(answer)).out), "bob", "signed")
    signed = (offline.home / "signed").read_text()
    calling.submit("check", "-", stdin=signed)
    for number in range(14):
        calling.fund(key(f"someone {number}"))
    late = calling.submit("check", "-", stdin=signed, code=1)
    assert f"the authorization by {ALICE} ended with ledger" in " ".join((late.out + late.err).split())


def test_a_signed_entry_is_settled_once_its_transaction_has_it(calling, offline):
    offline.import_key("alice", key("alice"))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)
    asked = calling.build("authorization", str(call), "--for", ALICE).out
    sign_held(offline, offline.file("entry", asked), "alice", "answer", "--format", "response")
    answer = calling.file("answer", (offline.home / "answer").read_text())
    known = lambda: {line["hash"]: line for line in map(json.loads, calling.submit("status", "--json").out.splitlines())}
    entry, bare = json.loads(answer.read_text())["hash"], opened(call.read_text()).hash_hex()
    assert not {"end"} & (known()[entry].keys() | known()[bare].keys())
    ready = opened(calling.submit("authorize", str(call), str(answer)).out).hash_hex()
    assert known()[entry]["end"] == f"its signature is in the transaction {ready}"
    assert known()[bare]["end"] == f"replaced by {ready}, which has its signed authorization entries"
    assert "end" not in known()[ready]
    assert f"its signed authorization entries are in {ready}" in calling.submit("status", entry[:8]).out


@pytest.mark.parametrize("change, code", [
    (lambda answer: answer | {"hash": "00" * 32}, 65), (lambda answer: answer | {"id": "3d1f0a9f-2c11-4f6e-9a34-5f6b3d5e3a1c", "hash": "00" * 32}, 66),
    (lambda answer: answer | {"signatures": []}, 65)])
def test_a_changed_response_is_not_put_in(calling, offline, change, code):
    offline.import_key("alice", key("alice"))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                              "3").out)
    document = offline.file("entry", calling.build("authorization", str(call), "--for", ALICE).out)
    sign_held(offline, document, "alice", "answer", "--format", "response")
    changed = change(json.loads((offline.home / "answer").read_text()))
    refused = calling.submit("authorize", str(call), str(calling.file("changed", json.dumps(changed))), code=None)
    assert refused.code in (code, 65) and refused.out == "", refused


@pytest.mark.parametrize("account", [SMART, BOUND])
def test_an_account_with_context_rules_is_signed_for_by_its_keys(calling, offline, sandbox, account):
    """The signature of an account of OpenZeppelin's library, over the rules too; the newer digest names the account."""
    for name in ("alice", "bob", "carol"):
        offline.import_key(name, key(name))
    rpc = RPC(sandbox.url)
    signer = lambda pair: scval.to_vec([scval.to_symbol("External"), who(COUNTER), scval.to_bytes(pair.raw_public_key())])
    rpc.invoke(account, "init", scval.to_vec([signer(key("alice")), signer(key("carol"))]), source=key("bob"))
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", account, "--value",
                                              "3").out)
    refused = calling.build("authorization", str(call), "--for", account, "--rule", "7", code=65)
    assert "has no context rule 7" in refused.err and refused.out == ""
    calling.build("authorization", str(call), "--for", account, "--rule", "0", "--rule", "0", code=64)
    asked = calling.build("authorization", str(call), "--for", account)
    request = json.loads(asked.out)
    assert request["authorization"]["context_rule_ids"] == [0] and "rules" in asked.err
    assert request["authorization"].get("context_rule_digest") == (None if account == SMART else "account")
    assert set(request["signers"]) == {ALICE, key("carol").public_key}
    answers = []
    for name in ("bob", "alice", "carol"):
        _, shown = sign_held(offline, offline.file("entry", asked.out), name, f"by-{name}", "--format", "response")
        assert "context rules 0" in shown
        answers.append(str(calling.file(f"by-{name}", (offline.home / f"by-{name}").read_text())))
    assert "none of the signatures" in calling.submit("authorize", str(call), answers[0], code=65).err
    assert calling.submit("authorize", str(call), *answers[:2], code=1).out == "", "Carol's is missing"
    ready = calling.submit("authorize", str(call), *answers)
    assert f"dropped a signature by {BOB}" in ready.err
    sign_held(offline, offline.file("envelope", ready.out), "bob", "signed")
    signed = (offline.home / "signed").read_text()
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    plain = calling.file("plain", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value",
                                                "3").out)
    assert "has no context rules" in calling.build("authorization", str(plain), "--for", ALICE, "--rule", "0", code=64).err


def test_delegates_sign_for_an_account_of_contract(calling, offline, sandbox):
    """CAP-71: each is shown with what its signature does, and the code of the account asks for both."""
    people = {name: key(name) for name in ("alice", "bob", "carol", "dora")}
    for name, pair in people.items():
        offline.import_key(name, pair)
    calling.fund(people["carol"])
    carol = people["carol"].public_key
    RPC(sandbox.url).invoke(DELEGATING, "init", scval.to_vec([who(ALICE), who(carol)]), source=people["bob"])
    call = calling.file("call", calling.build("invoke", "--source", BOB, "--contract", COUNTER, "--", "increment", "--user", DELEGATING, "--value",
                                              "3").out)
    calling.build("authorization", str(call), "--delegate", ALICE, code=64)
    assert "no contract account" in calling.build("authorization", str(call), "--for", ALICE, "--delegate", BOB, code=65).err
    built = calling.build("authorization", str(call), "--for", DELEGATING, "--delegate", carol, "--delegate", ALICE)
    asked = built.out
    assert f" for {DELEGATING}, nonce" in re.sub(r"\s+", " ", built.err)
    request = json.loads(asked)
    entry = xdr.SorobanAuthorizationEntry.from_xdr(request["authorization"]["entry"])
    delegates = entry.credentials.address_with_delegates.delegates
    assert sorted(Address.from_xdr_sc_address(each.address).address for each in delegates) == sorted([ALICE, carol])
    assert set(request["signers"]) == {ALICE, carol}
    seen = offline.sign("inspect", "-", "--json", stdin=asked).json()
    assert [each["address"] for each in seen["delegates"]] == [Address.from_xdr_sc_address(each.address).address for each in delegates]
    assert {f["level"] for f in seen["findings"] if f["rule"] == "SOR-DELEGATE"} == {"hold"}
    refused = offline.sign("sign", "-", "--key", "dora", "--yes", stdin=asked, pin=PIN, code=77)
    assert "SOR-DELEGATE" in refused.err and "count for no one" in re.sub(r"\s+", " ", refused.err) and refused.out == ""
    answers = []
    for name in ("carol", "alice"):
        held, shown = sign_held(offline, offline.file("entry", asked), name, f"by-{name}", "--format", "response")
        shown = re.sub(r"\s+", "", shown)
        assert "SOR-DELEGATE" in held and f"signingas{people[name].public_key}fortheaccount{DELEGATING}" in shown
        assert "thiskey's:anaccount,withthemediumthreshold" in shown
        answers.append(str(calling.file(f"by-{name}", (offline.home / f"by-{name}").read_text())))
    assert calling.submit("authorize", str(call), answers[0], code=1).out == "", "Alice's is missing"
    ready = calling.submit("authorize", str(call), *answers).out
    held, _ = sign_held(offline, offline.file("envelope", ready), "bob", "signed")
    assert "SOR-DELEGATE" in held
    signed = (offline.home / "signed").read_text()
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    # One delegate is asked, as an entry that names both has it.
    both = calling.file("both", json.dumps(request | {"id": None}))
    named = opened(call.read_text())
    named.transaction.operations[0].auth = [entry]
    named.transaction.sequence += 1
    both.write_text(named.to_xdr())
    one = json.loads(calling.build("authorization", str(both), "--for", ALICE).out)
    assert one["signers"] == [ALICE] and one["authorization"]["entry"] == request["authorization"]["entry"]


def test_lookups_show_contracts_and_tokens(calling):
    contract = calling.build("lookup", "contract", VAULT, "--json").json()
    assert any("deposit" in line for line in contract["functions"]) and len(contract["wasm_hash"]) == 64
    token = calling.build("lookup", "token", "native", "--of", ALICE, "--json").json()
    assert token["contract"] == Asset.native().contract_id(TESTNET) and token["decimals"] == 7 and float(token["balance"]) > 0
    assert "deposit" in calling.build("lookup", "contract", VAULT).out


def test_pinned_tokens_are_listed_with_the_assets(calling):
    pin = {"network_passphrase": TESTNET, "asset": None, "wasm_hash": None, "spec_hash": None, "token": None, "account": None, "functions": [],
           "upgradable": "unknown"}
    assert "no token of this network is pinned" in calling.build("lookup", "assets", VAULT).out
    calling.build("contracts", "import", str(calling.file("pins", json.dumps({"format": "coldstar-contracts", "version": 1, "contracts": [
        pin | {"label": "lumens", "contract": NATIVE, "asset": "native"},
        pin | {"label": "odd", "contract": COUNTER, "token": {"decimals": 2, "symbol": "ODD"}}]}))))
    calling.fund(key("carol"))
    RPC(calling.env["STELLAR_HORIZON_URL"]).invoke(
        VAULT, "deposit", who(ALICE), who(NATIVE), amount(50000000), source=key("alice"))
    held = calling.build("lookup", "assets", VAULT, "--json").json()
    assert held["account"] == VAULT and held["assets"] == []
    assert held["tokens"][0] == {"contract": NATIVE, "label": "lumens", "symbol": "XLM", "balance": "5"}
    assert held["tokens"][1]["balance"] is None, "the counter does not say"
    assert "5  " in calling.build("lookup", "assets", VAULT).out and "unknown" in calling.build("lookup", "assets", VAULT).out
    own = calling.build("lookup", "assets", ALICE, "--json").json()
    assert [each["asset"] for each in own["assets"]] == ["native"] and [each["symbol"] for each in own["tokens"]] == ["ODD"]
    assert "ODD (odd)" in calling.build("lookup", "assets", ALICE).out
    overview = calling.build("overview", ALICE, "--json").json()["accounts"][0]
    assert [each["label"] for each in overview["tokens"]] == ["odd"]
    assert f"token odd, {COUNTER}" in calling.build("overview", ALICE).out
    calling.env["STELLAR_RPC_URL"] = "http://127.0.0.1:1"
    assert calling.build("lookup", "assets", ALICE, "--json").json()["tokens"][0]["balance"] is None, "the assets are shown nevertheless"
    assert calling.build("lookup", "assets", VAULT, code=69).out == ""
    calling.env.pop("STELLAR_RPC_URL")
    assert calling.build("lookup", "assets", ALICE, "--json").json()["tokens"] == []


SCREENS = Path(__file__).parents[1] / "Online/LedgerXDRTests/Vectors/real/ledger-app-auth.json"
PASSPHRASES = {Network(p).network_id(): p for p in (TESTNET, Network.PUBLIC_NETWORK_PASSPHRASE)}


def test_everything_that_a_ledger_device_shows_is_in_the_review(offline, subtests):
    """The preimages and screens of app-stellar's own tests; the address, which a type 9 preimage does not have, is Alice's."""
    for case in json.loads(SCREENS.read_text())["cases"]:
        with subtests.test(case=case['name']):
            image = xdr.HashIDPreimage.from_xdr(case["preimage_xdr"]).soroban_authorization
            passphrase = PASSPHRASES.get(image.network_id.hash, "Another network ; 2026")
            body = xdr.SorobanAddressCredentials(Address(ALICE).to_xdr_sc_address(), image.nonce, xdr.Uint32(0), scval.to_void())
            entry = xdr.SorobanAuthorizationEntry(
                xdr.SorobanCredentials(xdr.SorobanCredentialsType.SOROBAN_CREDENTIALS_ADDRESS, address=body), image.invocation)
            expiration = image.signature_expiration_ledger.uint32
            asked = {"format": "coldstar-request", "version": 1, "id": "3d1f0a9f-2c11-4f6e-9a34-5f6b3d5e3a1c", "kind": "authorization",
                     "network_passphrase": passphrase, "signers": [ALICE], "created": "2026-11-21T09:00:00Z", "hints": {}, "authorization": {
                         "entry": entry.to_xdr(), "siblings": [], "expiration_ledger": expiration, "claimed_ledger": expiration - 100,
                         "claimed_close_time": "2026-11-21T09:00:00Z", "contracts": []}}
            review = offline.sign("inspect", "-", stdin=json.dumps(asked))
            shown = "".join((review.out + review.err).split())
            for label, value in case["ledger_shows"]:
                if label in ("Network", "Nested Authorization"):
                    continue
                if value == "transfer" and "Pay1035.6XLM" in shown:
                    continue                                     # a token that the signer knows, in its units
                if value == "10,356,000,000" and "Pay1035.6XLM" in shown:
                    continue
                amount, _, token = value.partition(" USDC@")
                wanted = [token, str(round(float(amount.replace(",", "")) * 10**7))] if token else [value.rpartition(": ")[2].replace(",", "")]
                for part in wanted:
                    assert part in shown, f"{label} {value} is not in the review:\n{review.out}"
            if passphrase in PASSPHRASES.values():
                seen = offline.sign("inspect", "-", "--json", stdin=json.dumps(asked)).json()
                assert seen["hash"] == case["payload"]


def pins(contract: str, wasm_hash: str) -> str:
    """What the signer's book exports about one contract."""
    return json.dumps({"format": "coldstar-contracts", "version": 1, "contracts": [
        {"label": "vault", "network_passphrase": TESTNET, "contract": contract, "asset": None, "wasm_hash": wasm_hash, "spec_hash": None,
         "token": None, "account": None, "functions": [], "upgradable": "unknown"}]})


def test_a_contract_that_is_not_the_pinned_one_stops_build_and_submission(calling, offline):
    offline.import_key("alice", key("alice"))
    right = calling.build("lookup", "contract", VAULT, "--json").json()["wasm_hash"]
    take = lambda digest: calling.build("contracts", "import", str(calling.file("pins", pins(VAULT, digest))))
    take("ab" * 32)
    refused = calling.build(*DEPOSIT, code=77)
    assert refused.out == "" and "vault" in refused.err and right in refused.err
    take(right)
    assert right in calling.build("contracts", "list").out
    built = calling.build(*DEPOSIT).out
    sign_held(offline, offline.file("deposit", built), "alice", "signed")
    signed = (offline.home / "signed").read_text()
    take("ab" * 32)
    for command in ("check", "send"):
        stopped = calling.submit(command, "-", stdin=signed, code=77)
        assert "runs other code" in stopped.err, stopped
    calling.build("contracts", "remove", "vault")
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"


def test_pins_that_cannot_be_read_are_not_taken(online, subtests):
    for text in ["", "{}", '{"format": "coldstar-contracts", "version": 2, "contracts": []}',
                 pins(VAULT, "ab" * 31), pins("C" + "A" * 55, "ab" * 32), pins(VAULT, "AB" * 32)]:
        with subtests.test(text=text[:80]):
            refused = online.build("contracts", "import", str(online.file("pins", text)), code=65)
            assert refused.out == "" and online.build("contracts", "list").err.strip().endswith("no contracts")


# ---------------------------------------------------------------- contracts as contacts

def test_a_contract_is_a_contact_online_and_in_the_book(calling, offline, sandbox, tmp_path):
    """The builder sends a token to the name, the signer knows the contract under its id, and holds what goes to another one."""
    offline.import_key("alice", key("alice"))
    ann, other = muxed_contract(SIMPLE, 7), muxed_contract(SIMPLE, 8)
    calling.build("contacts", "add", "vault", SIMPLE)
    calling.build("contacts", "add", "ann", ann, "--note", "a user of the vault")
    listed = calling.build("contacts", "list", "--json").json()["contacts"]
    assert [(c["name"], c["account"]) for c in listed] == [("ann", ann), ("vault", SIMPLE)]
    built = calling.build("token", "transfer", "--source", ALICE, "--token", "native", "--to", "ANN", "--amount", "5")
    assert f"ann is {ann} (a contact)" in built.err

    calling.build("contacts", "export", "--out", tmp_path / "contacts.json")
    assert rules(offline, built.out) == {"W-NEWDEST": "warn"}
    offline.sign("book", "contacts", "import", tmp_path / "contacts.json", "--yes", pin=PIN)
    page = offline.sign("inspect", "-", stdin=built.out).out
    assert '[book: "ann"]' in page and rules(offline, built.out) == {}
    offline.sign("book", "contacts", "remove", "vault", "--yes", pin=PIN)
    for address, expected in ((other, {"W-MUXSWAP": "hold"}), (SIMPLE, {"W-MEMOREQ": "hold"})):
        made = calling.build("token", "transfer", "--source", ALICE, "--token", "native", "--to", address, "--amount", "5").out
        assert rules(offline, made) == expected
    offline.sign("book", "contacts", "add", "second", "--from", calling.file("request.json", made), "--yes", pin=PIN)
    assert SIMPLE in {c["account"] for c in offline.sign("book", "contacts", "list", "--json").json()["contacts"]}

    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
    assert json.loads(calling.submit("send", "-", "--json", "--wait", "30", stdin=signed).out.splitlines()[-1])["status"] == "success"
    assert calling.build("lookup", "token", "native", "--of", "vault", "--json").json()["balance"] == "5"


def rules(offline, request: str) -> dict[str, str]:
    """The findings about the destination, with their levels."""
    found = offline.sign("inspect", "-", "--json", stdin=request).json()["findings"]
    return {f["rule"]: f["level"] for f in found if f["rule"] in ("W-NEWDEST", "W-MUXSWAP", "W-MEMOREQ")}


def test_a_contact_that_is_a_contract_is_refused_where_an_account_is_needed(calling, offline, subtests):
    calling.build("contacts", "add", "vault", SIMPLE)
    calling.build("contacts", "add", "ann", muxed_contract(SIMPLE, 7))
    for words, said in [
            (("payment", "--source", ALICE, "--to", "vault", "--asset", "native", "--amount", "1"), "token transfer"),
            (("payment", "--source", "vault", "--to", BOB, "--asset", "native", "--amount", "1"), "is the contract"),
            (("payment", "--source", ALICE, "--to", BOB, "--asset", "USDC:vault", "--amount", "1"), "is the contract"),
            (("contacts", "add", "x", SIMPLE, "--memo", "id:7"), "memo"), (("contacts", "add", "x", muxed_contract(SIMPLE, 7), "--memo", "id:7"), "memo"),
            (("lookup", "account", "vault"), "is the contract"), (("lookup", "token", "native", "--of", "ann"), SIMPLE), (("lookup", "assets", "ann"), SIMPLE),
            (("challenge", "--home-domain", "example.com", "--account", "ann"), "cannot log in")]:
        with subtests.test(words=words):
            refused = calling.build(*words, code=65)
            assert said in refused.err and refused.out == ""
    offline.import_key("alice", key("alice"))
    refused = offline.sign("book", "contacts", "add", "vault", SIMPLE, "--memo-required", "--yes", pin=PIN, code=65)
    assert "memo" in refused.err


@pytest.fixture
def short_lived(folder, tmp_path, offline) -> Machine:
    """The online machine with a network whose new entries of contracts live for six ledgers, and Alice, whose count is 2 and archived."""
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps({"lifetimes": {"persistent": 6}}))
    network = Sandbox(folder, "--seed", seed)
    (tmp_path / "online").mkdir()
    machine = Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url,
                                                    "STELLAR_RPC_URL": f"{network.url}/rpc"})
    offline.import_key("alice", key("alice"))
    machine.fund(key("alice"))
    send_held(machine, offline, tmp_path, machine.build(*INCREMENT).out)
    for number in range(7):
        machine.fund(key(f"someone {number}"))
    yield machine
    assert network.stop()[0] == 0


INCREMENT = ("invoke", "--source", ALICE, "--contract", COUNTER, "--", "increment", "--user", ALICE, "--value", "2")


def send_held(machine: Machine, offline: Machine, folder: Path, request: str) -> str:
    """Signs at a terminal and sends; what the signer showed."""
    document, answer = folder / "request", folder / "answer"
    document.write_text(request)
    answer.unlink(missing_ok=True)
    _, shown = sign_held(offline, document, "alice", str(answer))
    sent = machine.submit("send", answer, "--json", "--wait", "30").out
    assert json.loads(sent.splitlines()[-1])["status"] == "success"
    return " ".join(shown.split())


def test_a_call_restores_what_is_archived_and_says_so(short_lived, offline, tmp_path):
    built = short_lived.build(*INCREMENT)
    shown = send_held(short_lived, offline, tmp_path, built.out)
    assert "SOR-RESTORE: also restores 1 archived entry: of" in shown
    transaction = opened(built.out).hash_hex()
    found = short_lived.build("lookup", "transaction", transaction, "--json").json()
    assert found["returned"] == "4" and float(found["rent"]) > 0 and len(found["restored"]) == 1
    said = short_lived.build("lookup", "transaction", transaction).out
    assert f"restored     1 archived entry: of {COUNTER}\n" in said and " of it is rent), paid by" in said


def test_what_is_archived_while_a_call_is_carried_is_found_before_it_is_sent(short_lived, offline, tmp_path):
    send_held(short_lived, offline, tmp_path, short_lived.build(*INCREMENT).out)
    document, answer = tmp_path / "late", tmp_path / "late-signed"
    document.write_text(short_lived.build(*INCREMENT).out)
    sign_held(offline, document, "alice", str(answer))
    assert "it succeeds when it is simulated" in " ".join(short_lived.submit("check", answer).out.split())
    for number in range(7, 14):
        short_lived.fund(key(f"someone {number}"))
    late = short_lived.submit("check", answer, code=1)
    said = " ".join((late.out + late.err).split())
    assert "the call needs an entry that has been archived since it was built (entry_archived)" in said
    command = re.search(r"coldstar-build (rebuild [0-9a-f]{64}) with (--although-alive)", said)
    send_held(short_lived, offline, tmp_path, short_lived.build(*command[1].split(), command[2]).out)


def test_an_entry_is_restored_and_its_life_extended_by_transactions_of_their_own(short_lived, offline, tmp_path):
    entry = xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.LedgerKeyContractData(
        contract=Address(COUNTER).to_xdr_sc_address(), key=scval.to_vec([scval.to_symbol("Counter"), who(ALICE)]),
        durability=xdr.ContractDataDurability.PERSISTENT))
    rpc = RPC(short_lived.env["STELLAR_HORIZON_URL"])
    source = rpc.server.load_account(ALICE)

    def unprepared(**keys):
        data = SorobanDataBuilder().set_read_only(keys.get("reads", [])).set_read_write(keys.get("writes", [])).build()
        return TransactionBuilder(source, TESTNET, 100).set_timeout(300).set_soroban_data(data)

    extension = unprepared(reads=[entry]).append_extend_footprint_ttl_op(100).build()
    # What is archived cannot be extended: the answer is the command that restores it first.
    refused = short_lived.build("simulate", "-", stdin=extension.to_xdr(), code=1)
    command = re.search(r"restore-footprint --source (\S+) --soroban-data (\S+),", " ".join(refused.err.split()))
    assert "1 archived entry: of" in " ".join(refused.err.split()) and command, refused.err
    restoration = short_lived.build("restore-footprint", "--source", command[1], "--soroban-data", command[2]).out
    (tmp_path / "restoration").write_text(restoration)
    sign_held(offline, tmp_path / "restoration", "alice", str(tmp_path / "restoring"))
    assert "it succeeds when it is simulated" in " ".join(short_lived.submit("check", tmp_path / "restoring").out.split())
    shown = send_held(short_lived, offline, tmp_path, restoration)
    assert "SOR-FOOT: restores 1 entry: of" in shown
    prepared = rpc.server.prepare_transaction(unprepared(reads=[entry]).append_extend_footprint_ttl_op(100).build())
    data = prepared.transaction.soroban_data.to_xdr()
    shown = send_held(short_lived, offline, tmp_path,
                      short_lived.build("extend-footprint-ttl", "--source", ALICE, "--extend-to", "100", "--soroban-data", data).out)
    assert "SOR-FOOT: extends the life of 1 entry: of" in shown
    assert rpc.server.get_ledger_entries([entry]).entries[0].live_until_ledger > rpc.latest() + 90
