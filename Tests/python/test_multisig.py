# SPDX-License-Identifier: Apache-2.0
"""Signatures of several machines are combined on one transaction, or on each of a batch."""
from __future__ import annotations

import base64
import json
import sqlite3

import pytest
from stellar_sdk import Account, Asset, FeeBumpTransactionEnvelope, Keypair, Server, SetOptions, Signer, SignerKey, TransactionBuilder, TransactionEnvelope
from stellar_sdk.exceptions import BadSignatureError

from programs import PIN, TESTNET, key

ALICE, BOB, CAROL, DAVE, MALLORY = (key(name) for name in ("alice", "bob", "carol", "dave", "mallory"))
MANY = [key(f"signer {number}") for number in range(21)]
PAY = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")


@pytest.fixture
def shared(online):
    """Alice's account requires two of Alice, Carol and Dave."""
    online.fund(ALICE, BOB)
    online.apply(ALICE, *(SetOptions(signer=Signer.ed25519_public_key(pair.public_key, 1)) for pair in (CAROL, DAVE)),
                 SetOptions(low_threshold=1, med_threshold=2, high_threshold=3))
    return online


def opened(request: str) -> TransactionEnvelope:
    return TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET)


def envelope_of(text: str) -> TransactionEnvelope:
    return TransactionEnvelope.from_xdr(text.strip(), TESTNET)


def signed(request: str, *pairs: Keypair) -> str:
    envelope = opened(request)
    for pair in pairs:
        envelope.sign(pair)
    return envelope.to_xdr()


def response(request: str, *pairs: Keypair, **changes) -> str:
    envelope = opened(request)
    signatures = [{"public_key": pair.public_key, "signature": base64.b64encode(pair.sign(envelope.hash())).decode()} for pair in pairs]
    return json.dumps({"format": "coldstar-response", "version": 1, "id": json.loads(request)["id"], "hash": envelope.hash_hex(),
                       "signatures": signatures} | changes)


def files(machine, *texts: str) -> list:
    return [machine.file(f"part{number}", text + "\n") for number, text in enumerate(texts)]


def signers(text: str, *pairs: Keypair) -> list[Keypair]:
    """The keys that made the signatures, in order."""
    envelope = envelope_of(text)
    found = []
    for signature in envelope.signatures:
        for pair in pairs or (ALICE, CAROL, DAVE, MALLORY):
            try:
                pair.verify(envelope.hash(), signature.signature)
                found.append(pair)
            except BadSignatureError:
                pass
    return found


# ---------------------------------------------------------------- merge

def test_merge_combines_signatures_in_order_without_duplicates(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    parts = files(offline, *(signed(request, pair) for pair in MANY[:20]), signed(request, MANY[3], MANY[0]), response(request, MANY[5]))
    merged = offline.submit("merge", *parts)
    assert signers(merged.out, *MANY) == MANY[:20]
    assert merged.err == f"20 signatures on {opened(request).hash_hex()}\n"


def test_merge_refuses_a_21st_signature(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    result = offline.submit("merge", *files(offline, *(signed(request, pair) for pair in MANY)), code=65)
    assert result.out == "" and "part20: the envelope already has 20 signatures" in result.err


def test_merge_refuses_a_different_transaction_and_names_its_file(offline):
    one, two = (offline.build(*PAY, "--sequence", number, "--network", "testnet").out for number in ("7", "8"))
    result = offline.submit("merge", *files(offline, signed(one, ALICE), signed(two, CAROL)), code=65)
    assert result.out == "" and "part1: this is not the same transaction as" in result.err


def test_a_merged_request_names_the_remaining_signers(shared):
    request = shared.build(*PAY).out
    assert set(json.loads(request)["signers"]) == {pair.public_key for pair in (ALICE, CAROL, DAVE)}
    merged = shared.submit("merge", *files(shared, signed(request, CAROL)), "--format", "request").out
    assert set(json.loads(merged)["signers"]) == {ALICE.public_key, DAVE.public_key}
    assert json.loads(merged)["id"] == json.loads(request)["id"]
    shared.submit("send", "-", stdin=signed(merged, DAVE))


def test_merge_drop_surplus_removes_unneeded_signatures(shared):
    request = shared.build(*PAY).out
    parts = files(shared, signed(request, ALICE, MALLORY), signed(request, CAROL, DAVE))
    assert signers(shared.submit("merge", *parts).out) == [ALICE, MALLORY, CAROL, DAVE]
    merged = shared.submit("merge", *parts, "--drop-surplus")
    assert signers(merged.out) == [ALICE, CAROL]
    assert f"removed 2 signatures not needed on {opened(request).hash_hex()}" in merged.err
    shared.submit("send", "-", stdin=merged.out)


def test_merge_drop_surplus_keeps_valid_signatures_below_the_threshold(shared):
    request = shared.build(*PAY).out
    merged = shared.submit("merge", *files(shared, signed(request, MALLORY, DAVE)), "--drop-surplus")
    assert signers(merged.out) == [DAVE]


def test_merge_drop_surplus_exits_with_69_without_a_server(shared):
    part = files(shared, signed(shared.build(*PAY).out, ALICE))
    shared.submit("merge", *part, "--drop-surplus", "--horizon-url", "http://127.0.0.1:1", code=69)


def test_merge_combines_the_signatures_of_a_batch_by_transaction(shared):
    table = "destination,amount,asset,memo\n" + "".join(f"{BOB.public_key},1,native,id:{number}\n" for number in range(3))
    requests = shared.build("batch", "-", "--source", ALICE.public_key, stdin=table).out.splitlines()
    by_dave = [signed(request, DAVE) for request in reversed(requests)]
    parts = files(shared, "\n".join(signed(request, CAROL) for request in requests), "\n".join(by_dave))
    merged = shared.submit("merge", *parts)
    assert [envelope_of(line).hash_hex() for line in merged.out.split()] == [opened(request).hash_hex() for request in requests]
    assert all(signers(line) == [CAROL, DAVE] for line in merged.out.split())
    assert merged.err == "3 transactions with 2 to 2 signatures each\n"
    shared.submit("send", "-", stdin=merged.out)


def test_merge_accepts_a_batch_that_one_machine_signed_in_part(shared):
    table = "destination,amount,asset,memo\n" + "".join(f"{BOB.public_key},1,native,id:{number}\n" for number in range(3))
    requests = shared.build("batch", "-", "--source", ALICE.public_key, stdin=table).out.splitlines()
    parts = files(shared, "\n".join(signed(request, CAROL) for request in requests), signed(requests[1], DAVE))
    merged = shared.submit("merge", *parts, "--format", "request")
    assert [len(opened(line).signatures) for line in merged.out.splitlines()] == [1, 2, 1]
    assert [len(json.loads(line)["signers"]) for line in merged.out.splitlines()] == [2, 1, 2]
    assert "1 to 2 signatures" in merged.err
    shared.submit("merge", *parts, "--format", "ur", code=64)


# ---------------------------------------------------------------- attach

def test_attach_adds_the_signatures_of_responses(shared):
    request = shared.build(*PAY).out
    file = shared.file("request.json", request)
    done = shared.submit("attach", file, *files(shared, response(request, DAVE), response(request, CAROL)))
    assert signers(done.out) == [DAVE, CAROL]
    shared.submit("send", "-", stdin=done.out)


def test_attach_accepts_a_request_built_on_another_machine(shared, offline):
    """This machine's journal does not have it."""
    request = shared.build(*PAY).out
    done = offline.submit("attach", offline.file("request.json", request), *files(offline, response(request, CAROL)))
    assert signers(done.out) == [CAROL]


def test_attach_accepts_a_bare_envelope_and_a_bare_signature(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    file = offline.file("tx.xdr", signed(request, CAROL))
    signature = base64.b64encode(DAVE.sign(opened(request).hash())).decode()
    done = offline.submit("attach", file, "--network", "testnet", "--signer", DAVE.public_key, "--signature", signature)
    assert signers(done.out) == [CAROL, DAVE]


UNMATCHED = [
    (lambda request: response(request, CAROL, hash="ab" * 32), "this is the response to another request"),
    (lambda request: response(request, CAROL, signatures=[{"public_key": DAVE.public_key, "signature": "A" * 86 + "=="}]),
     "signature 1 is not by the key it names"),
    (lambda request: "{}", ""),
]


def test_attach_refuses_a_response_that_does_not_match_the_request(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    for make, words in UNMATCHED:
        result = offline.submit("attach", offline.file("request.json", request), *files(offline, make(request)), code=65)
        assert result.out == "" and words in result.err


BARE = [
    (DAVE.public_key, None, 64),
    (DAVE.public_key, "AAAA", 65),
    (DAVE.public_key, "A" * 86 + "==", 65),
    (MALLORY.public_key, "made by dave", 65),
    ("GABC", "A" * 86 + "==", 65),
]


def test_attach_refuses_an_invalid_bare_signature(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    for signer, signature, code in BARE:
        if signature == "made by dave":
            signature = base64.b64encode(DAVE.sign(opened(request).hash())).decode()
        words = ["--signer", signer] + (["--signature", signature] if signature else [])
        assert offline.submit("attach", offline.file("request.json", request), *words, code=code).out == ""


def test_attaching_nothing_is_an_error(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    assert "nothing to attach" in offline.submit("attach", offline.file("request.json", request), code=64).err


def test_a_copy_for_another_network_is_not_attached(offline):
    request = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    other = json.dumps(json.loads(request) | {"network_passphrase": "another"})
    offline.submit("attach", offline.file("request.json", request), *files(offline, other), code=65)


# ---------------------------------------------------------------- the signer's review

def reviewed(offline, request: str, name: str, pair: Keypair, code=None) -> str:
    """The review page that the signer shows before anything is confirmed."""
    if not (offline.home / "vault" / f"{name}.key").exists():
        offline.import_key(name, pair)
    return " ".join(offline.sign("sign", "-", "--key", name, stdin=request, pin=PIN, code=77).err.split())


def test_the_review_says_whether_the_request_asks_for_this_key(shared, offline):
    request = shared.build(*PAY).out
    assert "Claimed this key is asked to sign, and 2 more" in reviewed(offline, request, "dave", DAVE)
    assert "3 other keys are asked to sign" in reviewed(offline, request, "mallory", MALLORY)
    merged = shared.submit("merge", *files(shared, signed(request, DAVE)), "--format", "request").out
    page = reviewed(offline, merged, "dave", DAVE)
    assert "2 other keys are asked to sign" in page
    assert "Signed by " + " ".join(DAVE.public_key[at:at + 4] for at in range(0, 56, 4)) in page


def test_a_request_for_the_signers_key_does_not_lower_w_key_once_a_book_exists(shared, offline):
    """The key is not the source. A request that names it lowers the finding to a warning, unless there is a book that does not know the key."""
    request = json.loads(shared.build(*PAY).out)

    def level(*pairs) -> str:
        page = reviewed(offline, json.dumps(request | {"signers": [pair.public_key for pair in pairs]}), "mallory", MALLORY)
        return page[page.index("W-KEY") - 5:page.index("W-KEY") - 1]

    assert (level(MALLORY, DAVE), level(CAROL, DAVE)) == ("WARN", "HOLD")
    offline.sign("book", "contacts", "add", "carol", CAROL.public_key, "--key", "mallory", "--yes", pin=PIN)
    assert (level(MALLORY, DAVE), level(CAROL, DAVE)) == ("HOLD", "HOLD")


def test_inspect_names_the_signer_of_an_existing_signature(shared, offline):
    merged = shared.submit("merge", *files(shared, signed(shared.build(*PAY).out, CAROL)), "--format", "request").out
    found = offline.sign("inspect", "-", "--json", stdin=merged).json()
    assert [(one["public_key"], one["valid"]) for one in found["signatures"]] == [(CAROL.public_key, True)]


def test_a_hinted_signer_that_did_not_sign_is_not_shown_as_signer(shared, offline):
    request = json.loads(shared.submit("merge", *files(shared, signed(shared.build(*PAY).out, MALLORY)), "--format", "request").out)
    for account in request["hints"]["accounts"].values():
        account.get("signers", []).append({"key": "GABC", "weight": "x"})
    found = offline.sign("inspect", "-", "--json", stdin=json.dumps(request)).json()
    assert [(one["public_key"], one["valid"]) for one in found["signatures"]] == [(None, False)]


# ---------------------------------------------------------------- --request

def test_with_request_every_command_refuses_a_different_transaction(shared, offline):
    """The other payment has the same sequence number and is fully signed."""
    asked = shared.build(*PAY).out
    other = shared.build(*PAY[:-1], "500", "--sequence", str(opened(asked).transaction.sequence)).out
    request, hashes = shared.file("request.json", asked), [opened(text).hash_hex() for text in (other, asked)]
    for text in (signed(other, ALICE, CAROL), other, response(other, ALICE, CAROL)):
        part = files(shared, text)
        for command, *more in (["check"], ["send"], ["signatures"], ["merge"],
                               ["attach", "--signer", CAROL.public_key, "--signature", "A" * 86 + "=="]):
            refused = shared.submit(command, *part, "--request", request, *more, code=65)
            assert refused.out == "" and all(hash_ in refused.err for hash_ in hashes), refused
        # On a machine that built neither.
        refused = offline.submit("send", *part, "--request", request, "--horizon-url", "http://127.0.0.1:1", code=65)
        assert all(hash_ in refused.err for hash_ in hashes), refused
    # The sequence number is still unused.
    shared.submit("send", "-", "--request", request, stdin=signed(asked, ALICE, CAROL))


def test_every_input_must_match_the_given_request(offline):
    asked, other = (offline.build(*PAY, "--sequence", number, "--network", "testnet").out for number in ("7", "8"))
    request = offline.file("request.json", asked)
    merged = offline.submit("merge", *files(offline, signed(asked, ALICE), signed(asked, CAROL)), "--request", request, "--format", "request")
    assert json.loads(merged.out)["id"] == json.loads(asked)["id"] and len(opened(merged.out).signatures) == 2
    for command in ("merge", "send"):
        parts = files(offline, signed(asked, ALICE), signed(other, ALICE))
        refused = offline.submit(command, *parts, "--request", request, "--network", "testnet", code=65)
        assert "part1: this is not the transaction of the request" in refused.err


def test_a_fee_bump_of_the_requested_transaction_matches_the_request(shared):
    asked, other = (shared.build(*PAY[:-1], amount).out for amount in ("1", "2"))
    request = shared.file("request.json", asked)
    for text, code in ((asked, 0), (other, 65)):
        bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, envelope_of(signed(text, ALICE, CAROL)), TESTNET)
        bump.sign(BOB)
        checked = shared.submit("check", "-", "--request", request, stdin=bump.to_xdr(), code=code)
        if code:
            assert all(hash_ in checked.err for hash_ in (bump.hash_hex(), opened(other).hash_hex(), opened(asked).hash_hex())), checked.err
        else:
            # The bump does not get the id of its inner transaction's request.
            merged = shared.submit("merge", "-", "--request", request, "--format", "request", stdin=bump.to_xdr())
            assert json.loads(merged.out)["id"] != json.loads(asked)["id"]
    # The inner transaction does not match a request for the bump.
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, envelope_of(signed(asked, ALICE, CAROL)), TESTNET)
    outside = json.dumps(json.loads(asked) | {"envelope": bump.to_xdr()})
    shared.submit("check", "-", "--request", shared.file("bump.json", outside), stdin=signed(asked, ALICE, CAROL), code=65)


def test_the_given_request_determines_the_network_of_bare_xdr(offline):
    asked = offline.build(*PAY, "--sequence", "7", "--network", "testnet").out
    request = offline.file("request.json", asked)
    merged = offline.submit("merge", *files(offline, signed(asked, ALICE)), "--request", request, "--format", "request")
    assert json.loads(merged.out)["network_passphrase"] == TESTNET
    offline.submit("merge", *files(offline, signed(asked, ALICE)), "--request", request, "--network", "public", code=65)
    other = json.dumps(json.loads(asked) | {"network_passphrase": "another"})
    assert "but the request is for" in offline.submit("merge", *files(offline, other), "--request", request, code=65).err


# ---------------------------------------------------------------- pre-authorized transactions

def test_a_pre_authorized_transaction_is_submitted_without_signatures(shared):
    number = opened(shared.build(*PAY).out).transaction.sequence
    later = opened(shared.build(*PAY, "--sequence", str(number + 1)).out)
    preauthorised = SignerKey.pre_auth_tx(later.hash()).encoded_signer_key
    refused = shared.submit("send", "-", stdin=later.to_xdr(), code=65)
    assert "the transaction is not signed" in refused.err and f"{ALICE.public_key} needs weight 2" in refused.err
    add = opened(shared.build("set-options", "--source", ALICE.public_key, "--preauthorize", shared.file("later.xdr", later.to_xdr()),
                              "--signer-weight", "2").out)
    for pair in (ALICE, CAROL, DAVE):
        add.sign(pair)
    shared.submit("send", "-", stdin=add.to_xdr())
    # The pre-authorized signer's weight counts, and an additional signature is surplus.
    assert f"  signed  {preauthorised} weight 2" in shared.submit("signatures", "-", stdin=later.to_xdr()).out
    more = envelope_of(later.to_xdr())
    more.sign(CAROL)
    assert "signature 1 is not needed" in shared.submit("check", "-", stdin=more.to_xdr(), code=1).err
    shared.submit("check", "-", stdin=later.to_xdr())
    said = shared.submit("send", "-", "--json", stdin=more.to_xdr())
    assert json.loads(said.out)["status"] == "success" and f"signature 1, by {CAROL.public_key}, is not needed and left out" in said.err


# ---------------------------------------------------------------- surplus signatures

def test_merge_drops_unneeded_signatures_before_it_counts_them(shared):
    """More signatures than an envelope can hold, most of them by unknown keys."""
    request = shared.build(*PAY).out
    parts = files(shared, *(signed(request, *some) for some in (MANY[:15], MANY[12:], (MALLORY, CAROL), (DAVE, ALICE))))
    refused = shared.submit("merge", *parts, code=65)
    assert refused.out == "" and "part1: the envelope already has 20 signatures" in refused.err and "--drop-surplus" in refused.err
    merged = shared.submit("merge", *parts, "--drop-surplus")
    assert signers(merged.out) == [CAROL, DAVE]
    assert "removed 23 signatures" in merged.err
    shared.submit("send", "-", stdin=merged.out)


def test_merge_refuses_to_drop_a_signature_inside_a_fee_bump(shared):
    """The payer's signature covers the inner signatures: without one of them it is a different fee bump."""
    inner = envelope_of(signed(shared.build(*PAY).out, ALICE, CAROL, MALLORY))
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, inner, TESTNET)
    bump.sign(BOB)
    bump.sign(MALLORY)
    words = "signature 3 of the inner transaction"
    refused = shared.submit("merge", "-", "--drop-surplus", stdin=bump.to_xdr(), code=65)
    assert refused.out == "" and words in refused.err and "it cannot be left out" in refused.err and "rebuild the fee bump" in refused.err
    shared.submit("merge", "-", stdin=bump.to_xdr())
    good = TransactionBuilder.build_fee_bump_transaction(
        BOB.public_key, 400, envelope_of(signed(shared.build(*PAY).out, ALICE, CAROL)), TESTNET)
    good.sign(MALLORY)
    good.sign(BOB)
    merged = shared.submit("merge", "-", "--drop-surplus", stdin=good.to_xdr())
    assert "removed 1 signature not needed" in merged.err
    shared.submit("send", "-", stdin=merged.out)


# ---------------------------------------------------------------- responses given together with their requests

def answer_of_lumensigner(request: str, pair: Keypair) -> str:
    return f"signature;{base64.b64encode(pair.sign(opened(request).hash())).decode()}"


@pytest.mark.parametrize("make, form, turned", [(response, "request", False), (answer_of_lumensigner, "bare", True)], ids=["response", "signature"])
def test_a_response_is_matched_with_the_transaction_given_beside_it(shared, offline, make, form, turned):
    """On a machine that did not build it and has no journal entry. SendPlanTests has the other orders and forms."""
    request = shared.build(*PAY).out
    texts = [request if form == "request" else opened(request).to_xdr(), make(request, ALICE)]
    parts = files(offline, *(texts[::-1] if turned else texts))
    merged = offline.submit("merge", *parts, "--network", "testnet")
    assert signers(merged.out) == [ALICE]
    for command in ("signatures", "check"):
        told = offline.submit(command, *parts, "--json", env=shared.env, code=1 if command == "check" else 0).json()
        assert told["hash"] == opened(request).hash_hex() and told["authorities"][0]["reached"] == 1
    assert "the signatures reach 1" in offline.submit("send", *parts, env=shared.env, code=65).err


def test_request_and_responses_can_be_submitted_from_another_machine(shared, offline):
    request = shared.build(*PAY).out
    parts = files(offline, response(request, CAROL), request, response(request, DAVE))
    offline.submit("check", *parts, env=shared.env)
    offline.submit("send", *parts, env=shared.env)


def test_the_responses_of_a_batch_are_matched_with_its_requests(shared, offline):
    table = "destination,amount,asset,memo\n" + "".join(f"{BOB.public_key},1,native,id:{number}\n" for number in range(3))
    requests = shared.build("batch", "-", "--source", ALICE.public_key, stdin=table).out.splitlines()
    answers = "\n".join(response(request, CAROL, DAVE) for request in reversed(requests))
    offline.submit("send", *files(offline, answers, "\n".join(requests)), env=shared.env)


def test_the_hash_of_a_response_determines_the_network_of_the_envelope_beside_it(offline):
    for network in ("testnet", "public"):
        request = json.loads(offline.build(*PAY, "--sequence", "7", "--network", network).out)
        envelope = TransactionEnvelope.from_xdr(request["envelope"], request["network_passphrase"])
        answer = {"format": "coldstar-response", "version": 1, "id": request["id"], "hash": envelope.hash_hex(), "signatures": [
            {"public_key": ALICE.public_key, "signature": base64.b64encode(ALICE.sign(envelope.hash())).decode()}]}
        parts = files(offline, envelope.to_xdr(), json.dumps(answer))
        merged = offline.submit("merge", *parts, "--format", "request", "--home", offline.home / "elsewhere")
        assert json.loads(merged.out)["network_passphrase"] == request["network_passphrase"]


def test_a_response_to_another_transaction_is_refused(offline):
    one, two, three = (offline.build(*PAY, "--sequence", number, "--network", "testnet").out for number in ("7", "8", "9"))
    other = json.dumps(json.loads(one) | {"network_passphrase": "another"})
    machine = offline.home / "elsewhere"
    for texts, words in (
        ((one, response(two, ALICE)), f"part1: no request with the hash {opened(two).hash_hex()} is in this journal"),
        ((other, response(one, ALICE)), "no request with the hash"),
        ((one, response(one, MALLORY, signatures=[{"public_key": ALICE.public_key, "signature": "A" * 86 + "=="}])), "part1: signature 1 is not by the key it names"),
        ((one, answer_of_lumensigner(two, ALICE)), "part1: the signature is not by a key of this transaction"),
        # The signature does not say which of the two it is for.
        ((one, two, answer_of_lumensigner(one, ALICE)), "does not name its request"),
        ((response(one, ALICE), response(three, ALICE)), "part0: no request with the hash"),
    ):
        refused = offline.submit("merge", *files(offline, *texts), "--home", machine, code=65)
        assert refused.out == "" and words in refused.err, refused


def test_check_accepts_several_transactions_and_signatures_only_one(shared):
    first = opened(shared.build(*PAY).out).transaction.sequence
    made = [shared.build(*PAY, "--sequence", str(first + ahead)).out for ahead in (0, 1)]
    parts = files(shared, *(signed(request, ALICE, DAVE) for request in made))
    checked = shared.submit("check", *parts, "--json").out.splitlines()
    assert [json.loads(line)["hash"] for line in checked] == [opened(request).hash_hex() for request in made]
    assert "2 transactions are given" in shared.submit("signatures", *parts, code=64).err


# ---------------------------------------------------------------- copies with different signatures

def test_copies_of_one_transaction_are_sent_with_all_their_signatures(shared):
    """An incomplete copy in any position does not affect a complete one, and two partial copies complete each other."""
    for order in ((0, 1), (1, 0), (2, 0), (0, 3)):
        request = shared.build(*PAY).out
        copies = signed(request, CAROL), signed(request, CAROL, DAVE), signed(request, ALICE), response(request, ALICE)
        parts = files(shared, *(copies[place] for place in order))
        assert json.loads(shared.submit("check", *parts, "--json").out)["ok"], order
        [told] = shared.submit("send", *parts, "--json").out.splitlines()
        assert json.loads(told)["status"] == "success", order


def test_a_surplus_signature_is_named_by_check_and_left_out_by_send(shared, sandbox):
    request = shared.build(*PAY).out
    parts = files(shared, signed(request, CAROL, DAVE), signed(request, ALICE))
    refused = shared.submit("check", *parts, code=1)
    assert "signature 3 is not needed" in refused.err and "coldstar-submit merge --drop-surplus" in refused.err
    assert f"surplus     signature 3, by {ALICE.public_key}" in shared.submit("signatures", *parts).out.splitlines()
    said = shared.submit("send", *parts)
    assert f"part0: signature 3, by {ALICE.public_key}, is not needed and left out" in said.err
    posted = Server(sandbox.url).transactions().transaction(opened(request).hash_hex()).call()
    assert len(envelope_of(posted["envelope_xdr"]).signatures) == 2


def test_a_signature_of_a_stranger_is_left_out_but_replaces_none(shared):
    request = shared.build(*PAY).out
    parts = files(shared, signed(request, MALLORY, CAROL), signed(request, DAVE))
    missing = shared.submit("send", parts[0], code=65)
    assert "needs weight 2" in missing.err and "left out" not in missing.err
    said = shared.submit("send", *parts)
    assert "part0: signature 1, by no known signer, is not needed and left out" in said.err


def test_of_more_than_20_signatures_in_total_send_takes_those_that_are_needed(shared):
    request = shared.build(*PAY).out
    parts = files(shared, signed(request, *MANY[:15]), signed(request, *MANY[15:]))
    refused = shared.submit("check", *parts, code=65)
    assert "part1: the envelope already has 20 signatures" in refused.err and "merge --drop-surplus" in refused.err
    assert "NOT ENOUGH" in shared.submit("signatures", *parts).out
    refused = shared.submit("send", *parts, code=65)
    assert "the signatures reach 0" in refused.err
    said = shared.submit("send", *parts, *files(shared, signed(request, CAROL, DAVE)))
    assert "are not needed and left out" in said.err


def test_a_surplus_signature_stays_an_error_while_an_unseen_transaction_comes_before(shared):
    """It may be the one that is needed by then."""
    number = opened(shared.build(*PAY).out).transaction.sequence
    later = shared.build(*PAY, "--sequence", str(number + 1)).out
    refused = shared.submit("send", "-", stdin=signed(later, CAROL, DAVE, ALICE), code=65)
    assert "signature 3 is not needed" in refused.err and "left out" not in refused.err


def test_a_surplus_signature_inside_a_fee_bump_is_refused(shared):
    inner = envelope_of(signed(shared.build(*PAY).out, ALICE, CAROL, DAVE))
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, inner, TESTNET)
    bump.sign(BOB)
    refused = shared.submit("send", "-", stdin=bump.to_xdr(), code=65)
    assert "signature 3 of the inner transaction" in refused.err and "rebuild the fee bump" in refused.err


def test_the_transaction_needs_the_low_threshold_whatever_its_operations_need(online):
    online.fund(ALICE, BOB)
    online.apply(ALICE, SetOptions(signer=Signer.ed25519_public_key(CAROL.public_key, 1), low_threshold=2))
    request = online.build(*PAY).out
    one, both = signed(request, ALICE), signed(request, ALICE, CAROL)
    for command, code in (("check", 1), ("send", 65)):
        refused = online.submit(command, "-", stdin=one, code=code)
        assert f"{ALICE.public_key} needs weight 2 (low), and the signatures reach 1 (tx_bad_auth)" in refused.err
    told = online.submit("signatures", "-", "--json", stdin=both).json()
    assert told["surplus"] == [] and [(a["level"], a["needed"], a["met"]) for a in told["authorities"]] == [("low", 2, True)]
    assert online.submit("merge", "-", "--drop-surplus", "--network", "testnet", stdin=both).out.strip() == both
    online.submit("check", "-", stdin=both)
    online.submit("send", "-", stdin=both)


def test_a_duplicate_signature_is_surplus(shared):
    request = shared.build(*PAY).out
    envelope = envelope_of(signed(request, ALICE, CAROL))
    envelope.signatures.append(envelope.signatures[0])
    refused = shared.submit("check", "-", stdin=envelope.to_xdr(), code=1)
    assert "signature 3 is not needed" in refused.err and "tx_bad_auth_extra" in refused.err
    assert shared.submit("signatures", "-", "--json", stdin=envelope.to_xdr()).json()["surplus"] == [2]
    # Merge removes the duplicate; identical copies of one transaction are accepted.
    once = shared.submit("merge", "-", "--network", "testnet", stdin=envelope.to_xdr()).out
    assert len(envelope_of(once).signatures) == 2
    shared.submit("check", *files(shared, once, signed(request, CAROL)))
    shared.submit("send", "-", stdin=once)


# ---------------------------------------------------------------- the signatures command

def test_signatures_lists_all_thresholds_and_extra_signers(shared):
    number = opened(shared.build(*PAY).out).transaction.sequence
    builder = TransactionBuilder(Account(ALICE.public_key, number - 1), TESTNET, 100).append_payment_op(BOB.public_key, Asset.native(), "1")
    for pair in (BOB, MALLORY):
        builder.add_extra_signer(SignerKey.ed25519_public_key(pair.public_key))
    envelope = builder.add_time_bounds(0, 0).build()
    for pair in (ALICE, MALLORY):
        envelope.sign(pair)
    lines = shared.submit("signatures", "-", stdin=envelope.to_xdr()).out.splitlines()
    assert lines[1] == f"account     {ALICE.public_key}: weight 1 of 2 (medium; low 1, medium 2, high 3) NOT ENOUGH"
    assert lines[-3:] == ["extra       signers that the preconditions ask for", f"  missing {BOB.public_key}", f"  signed  {MALLORY.public_key}"]
    told = shared.submit("signatures", "-", "--json", stdin=envelope.to_xdr()).json()
    assert told["extra_signers"] == [{"key": BOB.public_key, "signed": False}, {"key": MALLORY.public_key, "signed": True}]
    assert told["missing_extra_signers"] == [BOB.public_key]


def test_signatures_reports_surplus_signatures_inside_a_fee_bump(shared):
    inner = envelope_of(signed(shared.build(*PAY).out, ALICE, CAROL, MALLORY))
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, inner, TESTNET)
    for pair in (MALLORY, BOB):
        bump.sign(pair)
    lines = shared.submit("signatures", "-", stdin=bump.to_xdr()).out.splitlines()
    assert lines[-2:] == ["surplus     signature 1, by no known signer", "inner       surplus signature 3, by no known signer"]
    told = shared.submit("signatures", "-", "--json", stdin=bump.to_xdr()).json()
    assert (told["surplus"], told["inner_surplus"]) == ([0], [2])


def test_errors_name_the_argument_by_its_position(offline):
    one, two = (signed(offline.build(*PAY[:-1], amount, "--sequence", "7", "--network", "testnet").out, ALICE) for amount in ("1", "2"))
    refused = offline.submit("send", one, two, "--network", "testnet", code=65)
    assert f"argument 2: this uses the sequence number 7 of {ALICE.public_key}, as argument 1 does" in refused.err
    assert "argument 2: this is not the same transaction" in offline.submit("merge", one, two, "--network", "testnet", code=65).err
    assert "argument 3: " in offline.submit("send", *files(offline, one), one, one[:-8], "--network", "testnet", code=65).err
    assert "neither an existing file nor" in offline.submit("send", one, "somewhere", "--network", "testnet", code=65).err


# ---------------------------------------------------------------- signatures in the journal

def kept(machine, hash_: str) -> list[tuple]:
    """The signers listed by `status`; asserts that `journal export` has the same signatures."""
    found = machine.submit("status", hash_, "--json").json().get("signatures", [])
    rows = [json.loads(line) for line in machine.submit("journal", "export").out.splitlines()]
    rows = [row for row in rows if row["table"] == "signature" and row["hash"] == hash_]
    assert [(one["hint"], one["signature"]) for one in found] == [(row["hint"], row["signature"]) for row in rows]
    envelope = TransactionEnvelope.from_xdr(machine.asked, TESTNET)
    for one in found:
        if one["signer"]:
            Keypair.from_public_key(one["signer"]).verify(envelope.hash(), base64.b64decode(one["signature"]))
    return [one["signer"] for one in found]


@pytest.fixture
def asked(shared):
    """Alice's request, which two of three signers have to sign."""
    shared.request = shared.build(*PAY).out
    shared.asked = json.loads(shared.request)["envelope"]
    return shared


def hash_of(machine) -> str:
    return TransactionEnvelope.from_xdr(machine.asked, TESTNET).hash_hex()


def test_status_lists_each_signature_received(asked):
    hash_ = hash_of(asked)
    assert f"{hash_}  waits for signatures, requested " in asked.submit("status").out and "no signature came back yet" in asked.submit("status").out
    asked.submit("attach", asked.file("request", asked.request), asked.file("one", response(asked.request, CAROL)))
    assert kept(asked, hash_) == [CAROL.public_key]
    assert "1 signature came back\n" in asked.submit("status").out and f"    signed by {CAROL.public_key}\n" in asked.submit("status").out
    asked.submit("merge", *files(asked, signed(asked.request, CAROL), signed(asked.request, DAVE)), "--network", "testnet")
    assert kept(asked, hash_) == [CAROL.public_key, DAVE.public_key]
    assert "2 signatures came back\n" in asked.submit("status").out
    asked.submit("send", "-", stdin=signed(asked.request, DAVE, CAROL))
    assert kept(asked, hash_) == [CAROL.public_key, DAVE.public_key]
    assert "signed by" not in asked.submit("status").out
    assert f"    signed by {CAROL.public_key}, {DAVE.public_key}\n" in asked.submit("status", hash_).out


@pytest.mark.parametrize("words, code", [(("check",), 1), (("signatures",), 0)])
def test_check_and_signatures_record_the_signatures_they_read(asked, words, code):
    asked.submit(*words, "-", stdin=signed(asked.request, DAVE), code=code)
    assert kept(asked, hash_of(asked)) == [DAVE.public_key]


def test_a_signature_by_a_key_not_in_the_request_is_listed_as_such(asked):
    asked.submit("merge", *files(asked, signed(asked.request, MALLORY), signed(asked.request, DAVE)), "--network", "testnet")
    assert kept(asked, hash_of(asked)) == [None, DAVE.public_key]
    assert f"    signed by {DAVE.public_key}, 1 whose key the request does not name\n" in asked.submit("status").out


def test_signatures_by_unknown_keys_do_not_fill_the_journal(asked):
    asked.submit("signatures", *files(asked, *(signed(asked.request, pair) for pair in [*MANY, CAROL])), "--network", "testnet")
    assert kept(asked, hash_of(asked)) == [CAROL.public_key]


def test_signatures_on_a_request_of_another_machine_are_not_recorded(asked, offline):
    offline.submit("merge", *files(offline, signed(asked.request, CAROL), signed(asked.request, DAVE)), "--network", "testnet")
    assert offline.submit("journal", "export").out == "\n"


def test_signatures_inside_a_fee_bump_are_recorded_for_the_inner_transaction(asked):
    inner = asked.file("inner.xdr", signed(asked.request, CAROL, DAVE))
    bump = asked.build("fee-bump", inner, "--fee-source", BOB.public_key, "--max-fee", "1000", "--network", "testnet").out
    outer = json.loads(bump)["envelope"]
    envelope = FeeBumpTransactionEnvelope.from_xdr(outer, TESTNET)
    envelope.sign(BOB)
    asked.submit("check", "-", stdin=envelope.to_xdr())
    assert kept(asked, hash_of(asked)) == [CAROL.public_key, DAVE.public_key]
    said = asked.submit("status", envelope.hash_hex(), "--json").json()
    assert [one["signer"] for one in said["signatures"]] == [BOB.public_key]


def test_the_journal_determines_the_network_of_bare_xdr(asked):
    del asked.env["STELLAR_NETWORK"]
    merged = asked.submit("merge", *files(asked, signed(asked.request, CAROL), signed(asked.request, DAVE)))
    assert merged.err == f"2 signatures on {hash_of(asked)}\n"
    assert kept(asked, hash_of(asked)) == [CAROL.public_key, DAVE.public_key]


@pytest.mark.parametrize("change", [
    "DROP TABLE signature; CREATE VIEW signature AS SELECT * FROM event",
    "CREATE TRIGGER no BEFORE INSERT ON signature BEGIN SELECT RAISE(ABORT, 'no\x1b[2J\n'); END"], ids=["gone", "refused"])
def test_a_journal_that_cannot_record_signatures_causes_only_a_warning(asked, change):
    with sqlite3.connect(asked.home / "online" / "journal.sqlite", isolation_level=None) as db:
        db.executescript(change)
    db.close()
    merged = asked.submit("merge", *files(asked, signed(asked.request, CAROL), signed(asked.request, DAVE)), "--network", "testnet")
    assert signers(merged.out) == [CAROL, DAVE] and "warning: the journal could not note" in merged.err
    assert "\x1b" not in merged.err and len(merged.err.splitlines()) == 2


def test_the_builder_warns_that_the_sequence_number_is_used_by_a_signed_request(asked):
    asked.submit("attach", asked.file("request", asked.request), asked.file("one", response(asked.request, CAROL)))
    assert ", 1 so far: only one of them can be applied" in asked.build(*PAY[:-1], "2").err


# ---------------------------------------------------------------- signatures that come one by one

def transaction_of(machine, request: str) -> dict:
    return json.loads(machine.submit("status", opened(request).hash_hex(), "--json").out)


@pytest.mark.parametrize("first", ["send", "check", "signatures"])
def test_the_last_response_completes_the_transaction(shared, first):
    for name, pair in (("anna", ALICE), ("cleo", CAROL), ("dora", DAVE)):
        shared.build("contacts", "add", name, pair.public_key)
    request = shared.build(*PAY).out
    shared.submit(first, "-", stdin=response(request, CAROL), code=None)
    known = transaction_of(shared, request)
    assert [signature["public_key"] for signature in known["signatures"]] == [CAROL.public_key]
    assert known["missing_weight"] == {ALICE.public_key: 1} and known["memo"] == {"type": "none", "value": None}
    assert [operation["type"] for operation in known["operations"]] == ["payment"]
    text = " ".join(shared.submit("status", opened(request).hash_hex()).out.split())
    assert "1 of 2; anna or dora can still sign" in text, text
    shared.submit("send", "-", stdin=response(request, DAVE))
    assert transaction_of(shared, request)["status"] == "success"


def test_the_hash_alone_is_enough_once_the_signatures_are(shared):
    request = shared.build(*PAY).out
    digits = opened(request).hash_hex()[:12]
    assert "is not signed" in shared.submit("send", digits, code=65).err
    shared.submit("merge", *files(shared, response(request, CAROL), response(request, DAVE)))
    shared.submit("send", digits)
    assert transaction_of(shared, request)["status"] == "success"
    assert "knows nothing of" in shared.submit("send", "0" * 12, code=66).err


def test_signatures_that_are_not_needed_or_nobody_s_are_not_added(shared):
    request = shared.build(*PAY).out
    for pair in (MALLORY, ALICE):
        shared.submit("check", "-", "-n", "testnet", stdin=signed(request, pair), code=None)
    assert [signature["public_key"] for signature in transaction_of(shared, request)["signatures"]] == [ALICE.public_key]
    assert "left out" not in shared.submit("send", "-", stdin=response(request, CAROL, DAVE)).err
    assert transaction_of(shared, request)["status"] == "success"
