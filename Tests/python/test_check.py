# SPDX-License-Identifier: Apache-2.0
"""`check`: one row for each property of a signed transaction, for people and for programs."""
from __future__ import annotations

import json
import re
import urllib.error

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, Network, Price, TransactionBuilder

from programs import INHERITED, TESTNET, key
from servers import NOT_FOUND, Server, problem

ALICE, BOB, CAROL, DAVE, ISSUER, MALLORY = (key(name) for name in ("alice", "bob", "carol", "dave", "issuer", "mallory"))
USD = Asset("USD", ISSUER.public_key)
ONE = sdk.Payment(BOB.public_key, Asset.native(), "1")


@pytest.fixture
def funded(online):
    online.fund(ALICE, BOB, ISSUER)
    return online


def made(machine, *operations, source=ALICE, signers=(ALICE,), ahead=0, bounds=(0, 0), fee=100, **more) -> sdk.TransactionEnvelope:
    builder = TransactionBuilder(sdk.Account(source.public_key, machine.sequence(source) + ahead), more.get("passphrase", TESTNET), fee)
    for operation in operations:
        builder.append_operation(operation)
    builder.add_time_bounds(*bounds)
    for signer in more.get("extra", ()):
        builder.add_extra_signer(signer)
    if "lowest" in more:
        builder.set_min_sequence_number(more["lowest"])
    envelope = builder.build()
    for pair in signers:
        envelope.sign(pair)
    return envelope


def settled(machine, *operations, **more) -> None:
    machine.post(made(machine, *operations, **more))


def check(machine, envelope, *options, code=0) -> dict[str, list[tuple]]:
    """The rows by name."""
    document = machine.submit("check", "-", "--json", *options, stdin=envelope.to_xdr(), code=code).json()
    assert document["ok"] is (code == 0)
    rows: dict[str, list[tuple]] = {}
    for row in document["checks"]:
        rows.setdefault(row["check"], []).append((row["state"], row["text"]))
    return rows


def test_a_valid_transaction_passes_every_check(funded):
    envelope = made(funded, ONE)
    rows = check(funded, envelope)
    assert list(rows) == ["network", "request", "signature", "weight", "form", "validity", "sequence", "fee", "operation"]
    assert {state for found in rows.values() for state, _ in found} == {"ok", "note"}
    assert rows["signature"] == [("ok", f"1, by {ALICE.public_key}")]
    assert rows["weight"] == [("ok", f"{ALICE.public_key}: 1 of 1 (medium; low 0, medium 0, high 0)")]
    table = funded.submit("check", "-", stdin=envelope.to_xdr()).out.splitlines()
    assert table[2:4] == ["network     ok       testnet, as the server's", "request     note     no request with this hash is in this journal"]
    assert table[-1] == "result      ready to submit"


def test_a_transaction_built_on_this_machine_is_recognised_by_its_hash(funded):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1").json()
    envelope = sdk.TransactionEnvelope.from_xdr(request["envelope"], TESTNET)
    envelope.sign(ALICE)
    assert check(funded, envelope)["request"] == [("ok", "the hash is that of what was built here")]


def test_warns_if_another_transaction_was_requested_with_the_same_sequence_number(funded):
    """It was returned in place of the one built here, with the same sequence number."""
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    asked = sdk.TransactionEnvelope.from_xdr(request.json()["envelope"], TESTNET)
    other = made(funded, sdk.Payment(BOB.public_key, Asset.native(), "500"))
    words = f"another transaction was requested with number {asked.transaction.sequence}: {asked.hash_hex()}"
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, other, TESTNET)
    bump.sign(BOB)
    for envelope in (other, bump):
        assert check(funded, envelope)["request"] == [("warning", words)]
        table = funded.submit("check", "-", stdin=envelope.to_xdr()).out.splitlines()
        assert f"request     WARNING  {words}" in table and table[-1] == "result      ready to submit, in place of the requested transaction"
    # No request used this account's next sequence number, so there is nothing to report.
    assert check(funded, made(funded, ONE, source=BOB, signers=(BOB,)))["request"] == [("note", "no request with this hash is in this journal")]
    # It may be intended: a cancellation that was built on another machine.
    assert f"standard input: {words}; this is {other.hash_hex()}\n" in funded.submit("send", "-", stdin=other.to_xdr()).err


def test_a_requested_transaction_is_recognised_inside_and_outside_a_fee_bump(funded):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    file = funded.file("request.json", request.out)
    asked = sdk.TransactionEnvelope.from_xdr(request.json()["envelope"], TESTNET)
    asked.sign(ALICE)
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, asked, TESTNET)
    bump.sign(BOB)
    assert check(funded, bump)["request"] == [("ok", "the hash inside is that of what was built here")]
    assert check(funded, bump, "--request", file)["request"] == [("ok", "the hash inside is that of the request")]
    assert check(funded, asked, "--request", file)["request"] == [("ok", "the hash is that of the request")]
    # Requesting a fee bump also requests its inner transaction, even if that was built elsewhere.
    inside = made(funded, ONE, source=BOB, signers=(BOB,))
    funded.build("fee-bump", "-", "--fee-source", ALICE.public_key, "--max-fee", "400", stdin=inside.to_xdr())
    assert check(funded, inside)["request"][0][0] == "note"
    assert "asked for" not in funded.submit("send", "-", stdin=inside.to_xdr()).err
    assert "asked for" not in funded.submit("send", "-", stdin=bump.to_xdr()).err


def test_a_minimum_sequence_number_allows_a_gap_and_is_shown(funded):
    """The precondition states the account's lowest sequence number at which the transaction is valid."""
    now = funded.sequence(ALICE)
    rows = check(funded, made(funded, ONE, ahead=9, lowest=now - 2))
    assert rows["sequence"] == [("ok", f"{now + 10}, valid while {ALICE.public_key} is at {now - 2} or above")]
    assert check(funded, made(funded, ONE, ahead=9, lowest=now + 1), code=1)["sequence"][0][0] == "problem"


def test_each_signature_is_listed_with_its_signer(funded):
    envelope = made(funded, ONE, signers=(ALICE, MALLORY))
    rows = check(funded, envelope, code=1)
    assert rows["signature"] == [("ok", f"1, by {ALICE.public_key}"), ("problem", "2, by no known signer, not needed")]
    assert [row[0] for row in check(funded, made(funded, ONE, signers=(MALLORY,)), code=1)["signature"]] == ["note"]


def test_each_accounts_signature_weight_is_compared_with_its_threshold(funded):
    settled(funded, sdk.SetOptions(low_threshold=1, med_threshold=2, high_threshold=3,
                                            signer=sdk.Signer.ed25519_public_key(CAROL.public_key, 1)))
    rows = check(funded, made(funded, ONE, sdk.SetOptions(home_domain="x", source=BOB.public_key), sdk.SetOptions(high_threshold=2)), code=1)
    assert rows["weight"] == [("problem", f"{ALICE.public_key}: 1 of 3 (high; low 1, medium 2, high 3)"),
                              ("problem", f"{BOB.public_key}: 0 of 1 (medium; low 0, medium 0, high 0)")]
    assert check(funded, made(funded, ONE, signers=(ALICE, CAROL)))["weight"][0][0] == "ok"


def test_a_valid_but_unneeded_signature_is_a_problem(funded):
    settled(funded, sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(CAROL.public_key, 1)))
    rows = check(funded, made(funded, ONE, signers=(ALICE, CAROL)), code=1)
    assert rows["signature"][1] == ("problem", f"2, by {CAROL.public_key}, not needed")


def test_an_extra_signers_signature_is_required(funded):
    extra = sdk.SignerKey.ed25519_public_key(CAROL.public_key)
    assert check(funded, made(funded, ONE, extra=[extra]), code=1)["extra"] == [("problem", f"the extra signer {CAROL.public_key} has not signed")]
    rows = check(funded, made(funded, ONE, extra=[extra], signers=(ALICE, CAROL)))
    assert rows["extra"] == [("ok", f"the extra signer {CAROL.public_key} has signed")]
    assert [text for _, text in rows["signature"]] == [f"1, by {ALICE.public_key}", f"2, by {CAROL.public_key}"]


FEE_BUMPS = [
    ((ALICE,), (BOB,), 0, None),
    ((ALICE,), (), 1, "who pays"),
    ((), (BOB,), 1, f"{ALICE.public_key}: 0 of 1"),
    ((ALICE, MALLORY), (BOB,), 1, "not needed"),
    ((ALICE,), (BOB, ALICE), 1, "not needed"),
]


def test_signatures_of_a_fee_bump_and_of_its_inner_transaction_are_checked(funded):
    for inner, outer, code, words in FEE_BUMPS:
        envelope = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, made(funded, ONE, signers=inner), TESTNET)
        for pair in outer:
            envelope.sign(pair)
        rows = check(funded, envelope, code=code)
        bad = [text for found in rows.values() for state, text in found if state == "problem"]
        assert (words is None and not bad) or any(words in text for text in bad), rows


def test_send_refuses_an_unneeded_signature_inside_a_fee_bump(funded):
    envelope = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, made(funded, ONE, signers=(ALICE, MALLORY)), TESTNET)
    envelope.sign(BOB)
    result = funded.submit("send", "-", stdin=envelope.to_xdr(), code=65)
    assert "signature 2 of the inner transaction" in result.err


UNTIMELY = [
    ({"ahead": -1}, "sequence", "tx_bad_seq"), ({"ahead": 5}, "sequence", "tx_bad_seq"),
    ({"bounds": (0, 1_000_000)}, "validity", "tx_too_late"), ({"bounds": (1 << 33, 0)}, "validity", "tx_too_early"),
    ({"fee": 99}, "fee", "tx_insufficient_fee"),
]


def test_sequence_validity_and_fee_problems_have_rows_of_their_own(funded):
    for options, name, code in UNTIMELY:
        rows = check(funded, made(funded, ONE, **options), code=1)
        assert rows[name][0][0] == "problem" and f"({code})" in rows[name][0][1]
        if name == "validity":
            assert rows["sequence"] == rows["fee"] == rows["operation"] == [("not_checked", "not checked")]


FAILING = [
    (sdk.Payment(BOB.public_key, Asset.native(), "100000"), "op_underfunded"),
    (sdk.Payment(DAVE.public_key, Asset.native(), "1"), "op_no_destination"),
    (sdk.CreateAccount(DAVE.public_key, "0.5"), "op_low_reserve"),
    (sdk.Payment(BOB.public_key, USD, "1", source=ISSUER.public_key), "op_no_trust"),
    # The ledger credits first: for an asset that neither side holds, it reports the destination.
    (sdk.Payment(BOB.public_key, USD, "1"), "op_no_trust"),
    (sdk.Payment(ISSUER.public_key, USD, "1"), "op_src_no_trust"),
    (sdk.ManageSellOffer(Asset.native(), USD, "1", Price(1, 1)), "op_buy_no_trust"),
    (sdk.ManageSellOffer(USD, Asset.native(), "1", Price(1, 1)), "op_sell_no_trust"),
]


def test_a_failing_operation_is_reported_with_its_number_and_result_code(funded):
    for operation, code in FAILING:
        signers = (ALICE, ISSUER) if operation.source else (ALICE,)
        rows = check(funded, made(funded, ONE, operation, signers=signers), code=1)
        assert any(text.startswith("2, ") and f"({code})" in text for state, text in rows["operation"] if state == "problem")
        assert ("ok", "1 of 2: funds, reserve, destination, trustlines, memo") in rows["operation"]


def test_a_memo_required_by_the_destination_is_checked(funded):
    settled(funded, sdk.ManageData("config.memo_required", b"1"), source=BOB, signers=(BOB,))
    rows = check(funded, made(funded, ONE), code=1)
    assert "requires a memo (SEP-29)" in rows["operation"][0][1]


def test_balances_reserved_by_an_open_offer_cannot_be_spent(funded):
    settled(funded, sdk.ChangeTrust(USD))
    envelope = made(funded, sdk.ManageSellOffer(Asset.native(), USD, "9000", Price(1, 1)), sdk.Payment(BOB.public_key, Asset.native(), "2000"))
    rows = check(funded, envelope, code=1)
    assert [text[:1] for state, text in rows["operation"] if state == "problem"] == ["2"]
    envelope = made(funded, sdk.ManageSellOffer(Asset.native(), USD, "9999", Price(1, 1)))
    assert "for an offer, not 9999 (op_underfunded)" in check(funded, envelope, code=1)["operation"][0][1]


def trading(sandbox) -> Server:
    """A server where Alice has one open offer, id 7: 10 XLM for 10 USD."""
    native, usd = {"asset_type": "native"}, {"asset_type": "credit_alphanum4", "asset_code": "USD", "asset_issuer": ISSUER.public_key}
    offer = {"id": "7", "seller": ALICE.public_key, "selling": native, "buying": usd, "amount": "10.0000000", "price_r": {"n": 1, "d": 1}}

    def say(method, path, ask):
        if path == f"/accounts/{ALICE.public_key}/offers":
            return 200, json.dumps({"_embedded": {"records": [offer]}}).encode()
        if path == "/order_book":
            asks = [{"price_r": {"n": 1, "d": 1}, "amount": "10.0000000"}]
            return 200, json.dumps({"bids": [], "asks": asks, "base": native, "counter": usd}).encode()
        if path == f"/accounts/{ALICE.public_key}":
            record = json.loads(ask()[1])
            record["subentry_count"] += 1
            for balance in record["balances"]:
                balance["buying_liabilities" if balance["asset_type"] != "native" else "selling_liabilities"] = "10.0000000"
            return 200, json.dumps(record).encode()
        return None
    return Server(sandbox.url, say)


OFFERS = [
    (sdk.ManageSellOffer(Asset.native(), USD, "1", Price(1, 1), offer_id=8), "op_offer_not_found"),
    (sdk.ManageSellOffer(Asset.native(), USD, "99999", Price(1, 10000), offer_id=7), "op_underfunded"),
    (sdk.ManageSellOffer(USD, Asset.native(), "1", Price(1, 1)), "op_cross_self"),
    (sdk.ManageBuyOffer(Asset.native(), USD, "86", Price(1, 1)), "op_line_full"),
    (sdk.ChangeTrust(USD, "9"), "op_invalid_limit"),
    (sdk.ManageSellOffer(Asset.native(), USD, "0", Price(1, 1), offer_id=7), None),
    (sdk.ManageSellOffer(Asset.native(), USD, "20", Price(1, 1), offer_id=7), None),
    (sdk.ManageSellOffer(USD, Asset.native(), "1", Price(2, 1)), None),
]


def test_offers_are_checked_against_the_accounts_open_offer(funded, sandbox):
    settled(funded, sdk.ChangeTrust(USD, "100"))
    settled(funded, sdk.Payment(ALICE.public_key, USD, "5"), source=ISSUER, signers=(ISSUER,))
    server = trading(sandbox)
    try:
        for operation, code in OFFERS:
            rows = check(funded, made(funded, operation), "--horizon", server.url, code=1 if code else 0)
            assert [state for state, _ in rows["operation"]] == ["problem" if code else "ok"]
            assert code is None or f"({code})" in rows["operation"][0][1]
    finally:
        server.close()


def test_a_payment_to_an_unauthorized_trustline_is_reported(funded):
    settled(funded, sdk.SetOptions(set_flags=sdk.AuthorizationFlag.AUTHORIZATION_REQUIRED), source=ISSUER, signers=(ISSUER,))
    settled(funded, sdk.ChangeTrust(USD), source=BOB, signers=(BOB,))
    rows = check(funded, made(funded, sdk.Payment(BOB.public_key, USD, "1"), source=ISSUER, signers=(ISSUER,)), code=1)
    assert "(op_not_authorized)" in rows["operation"][0][1]


# ---------------------------------------------------------------- balances to claim, pools, issuers

def refused(funded, envelope) -> list[str]:
    """The network's result codes of the operations of a rejected transaction."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        funded.post(envelope)
    return json.load(caught.value)["extras"]["result_codes"]["operations"]


def set_aside(funded, asset=Asset.native(), predicate=None, source=ALICE) -> str:
    """Creates a claimable balance for bob and returns its id."""
    envelope = made(funded, sdk.CreateClaimableBalance(asset, "5", [sdk.Claimant(BOB.public_key, predicate)]), source=source, signers=(source,))
    funded.post(envelope)
    return envelope.transaction.get_claimable_balance_id(0)


def told(funded, envelope, code: str) -> None:
    """Asserts that `check` reports the same result code as the network."""
    rows = check(funded, envelope, code=1)
    number = len(envelope.transaction.operations)
    assert [text for state, text in rows["operation"] if state == "problem" and text.startswith(f"{number}, ") and f"({code})" in text], rows
    assert refused(funded, envelope)[-1] == code


def test_only_a_claimant_can_claim_a_balance_and_only_once(funded):
    mine = set_aside(funded)
    claim = lambda who, *more: made(funded, *more, sdk.ClaimClaimableBalance(mine), source=who, signers=(who,))
    assert check(funded, claim(BOB))["operation"][0] == ("ok", "all of 1: funds, reserve, destination, trustlines, memo")
    told(funded, claim(ALICE), "op_cannot_claim")
    told(funded, claim(BOB, sdk.ClaimClaimableBalance(mine)), "op_does_not_exist")
    funded.post(claim(BOB))
    told(funded, claim(BOB), "op_does_not_exist")


PREDICATES = [
    (sdk.ClaimPredicate.predicate_before_absolute_time(1_000_000), "op_cannot_claim"),
    (sdk.ClaimPredicate.predicate_not(sdk.ClaimPredicate.predicate_before_relative_time(3600)), "op_cannot_claim"),
    (sdk.ClaimPredicate.predicate_before_relative_time(3600), None),
    (sdk.ClaimPredicate.predicate_not(sdk.ClaimPredicate.predicate_before_absolute_time(1_000_000)), None),
    (sdk.ClaimPredicate.predicate_and(sdk.ClaimPredicate.predicate_unconditional(), sdk.ClaimPredicate.predicate_before_absolute_time(1)), "op_cannot_claim"),
    (sdk.ClaimPredicate.predicate_or(sdk.ClaimPredicate.predicate_unconditional(), sdk.ClaimPredicate.predicate_before_absolute_time(1)), None),
]


def test_a_claim_predicate_is_evaluated_as_on_the_network(funded):
    for predicate, code in PREDICATES:
        mine = set_aside(funded, predicate=predicate)
        envelope = made(funded, sdk.ClaimClaimableBalance(mine), source=BOB, signers=(BOB,))
        if code:
            told(funded, envelope, code)
        else:
            check(funded, envelope)
            funded.post(envelope)


def test_claiming_an_asset_requires_a_trustline_with_room(funded):
    mine = set_aside(funded, USD, source=ISSUER)
    told(funded, made(funded, sdk.ClaimClaimableBalance(mine), source=BOB, signers=(BOB,)), "op_no_trust")
    settled(funded, sdk.ChangeTrust(USD, "4"), source=BOB, signers=(BOB,))
    told(funded, made(funded, sdk.ClaimClaimableBalance(mine), source=BOB, signers=(BOB,)), "op_line_full")


def test_a_transaction_can_claim_the_balance_that_it_creates(funded):
    builder = made(funded, sdk.CreateClaimableBalance(Asset.native(), "5", [sdk.Claimant(ALICE.public_key)]))
    mine = builder.transaction.get_claimable_balance_id(0)
    envelope = made(funded, sdk.CreateClaimableBalance(Asset.native(), "5", [sdk.Claimant(ALICE.public_key)]), sdk.ClaimClaimableBalance(mine))
    check(funded, envelope)
    funded.post(envelope)


def test_only_the_issuer_can_claw_back_a_balance_and_only_with_clawback_enabled(funded):
    mine = set_aside(funded, USD, source=ISSUER)
    told(funded, made(funded, sdk.ClawbackClaimableBalance(mine)), "op_no_issuer")
    told(funded, made(funded, sdk.ClawbackClaimableBalance(mine), source=ISSUER, signers=(ISSUER,)), "op_not_clawback_enabled")
    settled(funded, sdk.SetOptions(set_flags=sdk.AuthorizationFlag(10)), source=ISSUER, signers=(ISSUER,))
    other = set_aside(funded, USD, source=ISSUER)
    envelope = made(funded, sdk.ClawbackClaimableBalance(other), source=ISSUER, signers=(ISSUER,))
    check(funded, envelope)
    funded.post(envelope)


ON, KEEP = sdk.TrustLineFlags.AUTHORIZED_FLAG, sdk.TrustLineFlags.AUTHORIZED_TO_MAINTAIN_LIABILITIES_FLAG


ISSUERS = [
    (sdk.SetTrustLineFlags(ALICE.public_key, USD, set_flags=ON), "op_no_trust"),
    (sdk.SetTrustLineFlags(BOB.public_key, USD, clear_flags=ON), "op_cant_revoke"),
    (sdk.SetTrustLineFlags(BOB.public_key, USD, set_flags=KEEP), "op_invalid_state"),
    (sdk.SetTrustLineFlags(BOB.public_key, USD, set_flags=ON), None),
    (sdk.AllowTrust(BOB.public_key, "USD", sdk.TrustLineEntryFlag.UNAUTHORIZED_FLAG), "op_cant_revoke"),
    (sdk.AllowTrust(BOB.public_key, "USD", sdk.TrustLineEntryFlag.AUTHORIZED_TO_MAINTAIN_LIABILITIES_FLAG), "op_cant_revoke"),
    (sdk.AllowTrust(ALICE.public_key, "USD", sdk.TrustLineEntryFlag.AUTHORIZED_FLAG), "op_no_trust"),
    (sdk.AllowTrust(BOB.public_key, "USD", sdk.TrustLineEntryFlag.AUTHORIZED_FLAG), None),
    (sdk.Clawback(USD, BOB.public_key, "1"), "op_not_clawback_enabled"),
    (sdk.Clawback(USD, ALICE.public_key, "1"), "op_no_trust"),
]


def test_an_issuers_trustline_operations_give_the_networks_result_codes(funded):
    settled(funded, sdk.ChangeTrust(USD), source=BOB, signers=(BOB,))
    for operation, code in ISSUERS:
        envelope = made(funded, sdk.BumpSequence(0), operation, source=ISSUER, signers=(ISSUER,))
        if code:
            told(funded, envelope, code)
        else:
            check(funded, envelope)
            funded.post(envelope)


def test_an_issuer_can_authorize_a_trustline_for_a_single_payment(funded):
    """Authorized within one transaction; a payment after the revocation fails."""
    settled(funded, sdk.SetOptions(set_flags=sdk.AuthorizationFlag(3)), source=ISSUER, signers=(ISSUER,))
    settled(funded, sdk.ChangeTrust(USD), source=BOB, signers=(BOB,))
    on, off = sdk.SetTrustLineFlags(BOB.public_key, USD, set_flags=ON), sdk.SetTrustLineFlags(BOB.public_key, USD, clear_flags=ON)
    pay = sdk.Payment(BOB.public_key, USD, "1")
    told(funded, made(funded, on, pay, off, pay, source=ISSUER, signers=(ISSUER,)), "op_not_authorized")
    envelope = made(funded, on, pay, off, source=ISSUER, signers=(ISSUER,))
    check(funded, envelope)
    funded.post(envelope)


UNCHECKED = [
    (sdk.PathPaymentStrictSend(BOB.public_key, Asset.native(), "1", Asset.native(), "1", [USD]), "1, path_payment_strict_send: not checked: whether there are offers for it, and at what price"),
    (sdk.RevokeSponsorship.revoke_account_sponsorship(BOB.public_key), "1, revoke_sponsorship: not checked: whose reserve is whose"),
]


def test_operations_that_cannot_be_checked_are_reported_as_not_checked(funded):
    for operation, words in UNCHECKED:
        rows = check(funded, made(funded, operation))
        assert len(rows["operation"]) == 1 and rows["operation"][0][0] == "not_checked" and rows["operation"][0][1].startswith(words)
        table = funded.submit("check", "-", stdin=made(funded, operation, ONE).to_xdr()).out.splitlines()
        assert table[-1] == "result      ready to submit, as far as it was checked"
        assert table[-2] == "operation   ok       1 of 2: funds, reserve, destination, trustlines, memo"
        assert table[-3].startswith("operation   -        1, ")


def test_pool_deposits_and_withdrawals_require_a_pool_share_trustline(funded):
    pool = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7"
    for operation in (sdk.LiquidityPoolDeposit(pool, "1", "1", Price(1, 1), Price(2, 1)), sdk.LiquidityPoolWithdraw(pool, "1", "0", "0")):
        rows = check(funded, made(funded, operation), code=1)
        assert "(op_no_trust)" in rows["operation"][0][1]


def test_check_stops_if_the_server_is_on_another_network(funded):
    envelope = made(funded, ONE, passphrase=Network.PUBLIC_NETWORK_PASSPHRASE)
    assert funded.submit("check", "-", "--network", "public", stdin=envelope.to_xdr(), code=65).out == ""
    rows = check(funded, envelope, code=1)
    assert rows["signature"] == [("note", "1, by no known signer, not needed")]


def test_check_submits_nothing(funded):
    before = funded.sequence(ALICE)
    check(funded, made(funded, ONE))
    assert funded.sequence(ALICE) == before


def test_check_requests_each_account_once(funded, sandbox):
    middle = Server(sandbox.url)
    try:
        check(funded, made(funded, ONE, sdk.Payment(CAROL.public_key, Asset.native(), "1")), "--horizon", middle.url, code=1)
        asked = [line for line in middle.log if "/accounts/" in line]
    finally:
        middle.close()
    assert sorted(asked) == sorted(f"GET /accounts/{pair.public_key}" for pair in (ALICE, BOB, CAROL))


@pytest.mark.parametrize("home", ["the same", "another"], ids=["same home", "another home"])
def test_an_applied_transaction_is_reported_with_its_ledger(funded, home):
    envelope = made(funded, ONE)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    options = () if home == "the same" else ("--home", "other")
    told = funded.submit("check", "-", *options, stdin=envelope.to_xdr())
    ledger = re.search(r"result      was already applied in ledger (\d+); nothing to do\n", told.out)[1]
    assert "tx_bad_seq" not in told.out + told.err and envelope.hash_hex() in told.out
    found = funded.submit("check", "-", "--json", *options, stdin=envelope.to_xdr()).json()
    assert (found["ok"], found["ledger"], found["hash"], found["problems"]) == (True, int(ledger), envelope.hash_hex(), [])


def test_a_transaction_that_failed_in_its_ledger_is_reported_as_failed(funded):
    envelope = made(funded, sdk.Payment(BOB.public_key, Asset.native(), "99999999"))
    funded.submit("send", "-", stdin=envelope.to_xdr(), code=1)
    refused = funded.submit("check", "-", "--json", stdin=envelope.to_xdr(), code=1)
    assert refused.json()["ok"] is False and "failed in ledger" in refused.err


def says_failed(sandbox, envelope) -> Server:
    """A server that reports a transaction as failed in ledger 9."""
    def say(method, path, ask):
        if method != "GET" or path != f"/transactions/{envelope.hash_hex()}":
            return None
        record = {"hash": envelope.hash_hex(), "successful": False, "ledger": 9, "created_at": "2026-01-01T00:00:00Z",
                  "source_account": ALICE.public_key, "source_account_sequence": str(envelope.transaction.sequence), "fee_charged": "100",
                  "max_fee": "100", "operation_count": 1, "envelope_xdr": envelope.to_xdr(), "result_xdr": "AAAAAAAAAGT/////AAAAAf////8AAAAA",
                  "id": envelope.hash_hex()}
        return 200, json.dumps(record).encode()
    return Server(sandbox.url, say)


def other(sandbox, kind: str) -> Server:
    """A server that does not have the transaction, is busy, or reports what the practice network has."""
    say = {"none": lambda method, path, ask: NOT_FOUND, "busy": lambda method, path, ask: problem(503, "stale_history"), "good": lambda method, path, ask: None}[kind]
    return Server(sandbox.url, lambda method, path, ask: say(method, path, ask) if path.startswith("/transactions/") else None)


@pytest.mark.parametrize("kind, words, order", [("none", "does not have it", 1), ("busy", "did not answer", -1)], ids=["wrong server first", "wrong server last"])
def test_a_failure_reported_by_only_one_of_several_servers_is_not_accepted(funded, sandbox, kind, words, order):
    envelope, used = made(funded, ONE), made(funded, ONE, ONE)
    funded.submit("send", "-", stdin=used.to_xdr())
    liar, second = says_failed(sandbox, envelope), other(sandbox, kind)
    bases = [part for server in (liar, second)[::order] for part in ("--horizon", server.url)]
    for form in ((), ("--json",)):
        result = funded.submit("check", "-", *form, *bases, stdin=envelope.to_xdr(), code=75)
        assert f"{liar.name} says that it failed in ledger 9, and {second.name} {words}" in result.out and liar.name in result.err
        assert "rebuild it" not in result.out + result.err and "never" not in result.out + result.err
    assert (result.json()["ok"], result.json()["ledger"], len(result.json()["problems"])) == (False, None, 1)
    liar.close(), second.close()


def test_a_failure_reported_by_all_servers_is_accepted(funded, sandbox):
    envelope, used = made(funded, ONE), made(funded, ONE, ONE)
    funded.submit("send", "-", stdin=used.to_xdr())
    servers = [says_failed(sandbox, envelope) for _ in range(2)]
    bases = [part for server in servers for part in ("--horizon", server.url)]
    assert "failed in ledger 9, fee paid" in funded.submit("check", "-", *bases, stdin=envelope.to_xdr(), code=1).err
    for server in servers:
        server.close()


def test_an_applied_transaction_is_accepted_from_one_server_unless_another_contradicts_it_first(funded, sandbox):
    envelope = made(funded, ONE)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    for kind in ("none", "busy"):
        first, good, liar = other(sandbox, kind), other(sandbox, "good"), says_failed(sandbox, envelope)
        told = lambda *servers, code: funded.submit("check", "-", *(part for server in servers for part in ("--horizon", server.url)),
                                                    stdin=envelope.to_xdr(), code=code)
        assert "already applied in ledger" in told(first, good, code=0).out and "already applied in ledger" in told(good, liar, code=0).out
        assert f"{liar.name} says that it failed in ledger 9, {good.name} that it was applied in ledger " in told(liar, good, code=75).err
        for server in (first, good, liar):
            server.close()


@pytest.mark.parametrize("order", [1, -1], ids=["failed transaction first", "failed transaction last"])
def test_check_reports_every_transaction_of_a_batch_and_exits_by_the_first_error(funded, order):
    failed = made(funded, sdk.Payment(BOB.public_key, Asset.native(), "99999999"))
    funded.submit("send", "-", stdin=failed.to_xdr(), code=1)
    pile = [failed, made(funded, ONE, ahead=5), made(funded, ONE)][::order]
    result = funded.submit("check", "-", "--json", stdin="".join(envelope.to_xdr() + "\n" for envelope in pile), code=1)
    documents = [json.loads(line) for line in result.out.splitlines()]
    assert [document["hash"] for document in documents] == [envelope.hash_hex() for envelope in pile]
    first = pile[0] if order == 1 else pile[1]
    assert first.hash_hex() in result.err.split("error: ", 1)[1] and result.err.count("error: ") == 1


def test_a_sequence_number_used_by_another_transaction_is_a_problem(funded):
    envelope, other = made(funded, ONE), made(funded, ONE, ONE, fee=200)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    assert "tx_bad_seq" in funded.submit("check", "-", stdin=other.to_xdr(), code=1).err


def test_a_threshold_of_zero_still_requires_one_signature(funded):
    envelope = made(funded, ONE, signers=()).to_xdr()
    for command, code in (("check", 1), ("signatures", 0)):
        [authority] = funded.submit(command, "-", "--json", stdin=envelope, code=code).json()["authorities"]
        assert (authority["needed"], authority["reached"], authority["met"]) == (1, 0, False) and authority["thresholds"]["medium"] == 0


def test_a_master_key_of_weight_0_is_not_listed_as_a_missing_signer(funded):
    shut = made(funded, sdk.SetOptions(master_weight=0, signer=sdk.Signer.ed25519_public_key(BOB.public_key, 1)))
    funded.submit("send", "-", stdin=shut.to_xdr())
    told = funded.submit("signatures", "-", stdin=made(funded, ONE, signers=()).to_xdr()).out.splitlines()
    assert [line for line in told if line.startswith("  ")] == [f"  missing {BOB.public_key} weight 1"]
    # Its signature is listed all the same, with its weight of 0.
    useless = funded.submit("signatures", "-", stdin=made(funded, ONE).to_xdr()).out
    assert f"  signed  {ALICE.public_key} weight 0\n" in useless


# ---------------------------------------------------------------- a clock that is wrong

@pytest.mark.parametrize("hours, is_told", [(24, True), (-24, True), (0.5, True), (0.1, False), (0, False)])
def test_a_clock_far_from_the_newest_ledger_is_told(funded, clock, tmp_path, hours, is_told):
    """What is built by such a clock is valid for longer or shorter than its user thinks."""
    ahead = tmp_path / "ahead"
    ahead.write_text(str(int(hours * 3600)))
    funded.env = {**funded.env, "CLOCK_AHEAD": str(ahead), "LD_PRELOAD": ":".join([*INHERITED.values(), clock])}
    said = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "XLM", "--amount", "1", "--valid-for", "3d").err
    assert ("warning: this machine's clock shows" in said) == is_told, said
    if is_told:
        assert re.search(r"and the newest ledger of testnet closed at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: the clock is wrong, or the network stands still", said)
