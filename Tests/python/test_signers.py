# SPDX-License-Identifier: Apache-2.0
"""Who may sign for an account is changed in one transaction that locks no one out, and the keys prove themselves first."""
from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import re

import pytest
from stellar_sdk import Account, Asset, Keypair, Payment, SetOptions, Signer, TransactionBuilder

from programs import PIN, TESTNET, Machine, key, opened

ALICE, BEN, CLEO, DORA = (key(name) for name in ("alice", "ben", "cleo", "dora"))
TEAM = [key(f"co-signer {number}") for number in range(14)]


def weights(machine: Machine) -> dict[str, int]:
    return {signer["key"]: signer["weight"] for signer in machine.account(ALICE)["signers"] if signer["weight"]}


def thresholds(machine: Machine) -> list[int]:
    found = machine.account(ALICE)["thresholds"]
    return [found[f"{level}_threshold"] for level in ("low", "med", "high")]


def change(machine: Machine, *args, code=0):
    return machine.build("signers", "--of", ALICE.public_key, *args, code=code)


def names(option: str, people) -> list[str]:
    return [word for who in people for word in (option, who.public_key)]


def response(request: str, who: Keypair) -> str:
    document = json.loads(request)
    return json.dumps({"format": "coldstar-response", "version": 1, "id": document["id"], "hash": signed_hash(document["message"]).hex(),
                       "signatures": [{"public_key": who.public_key, "signature": base64.b64encode(who.sign(signed_hash(document["message"]))).decode()}]})


def signed_hash(message: str) -> bytes:
    """SEP-53."""
    return hashlib.sha256(b"Stellar Signed Message:\n" + message.encode()).digest()


def any_account(machine: Machine, chance: random.Random) -> None:
    """Gives Alice's account signers, weights and thresholds as someone may have set them: odd, but locking no one out."""
    signers = {pair.public_key: chance.choice([1, 1, 2, 3, 5, 10, 255]) for pair in chance.sample(TEAM, chance.randint(0, 4))}
    master = chance.choice([1, 1, 2, 10, 255, *([0] if signers else [])])
    most = min(255, master + sum(signers.values()))
    low, medium, high = (chance.choice([0, 1, 2, most // 2, most]) for _ in range(3))
    machine.apply(ALICE, *(SetOptions(signer=Signer.ed25519_public_key(who, weight)) for who, weight in signers.items()),
                  SetOptions(low_threshold=min(low, most), med_threshold=min(medium, most), high_threshold=min(high, most), master_weight=master))


# Fourteen are run; `make histories` runs more.
@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, int(
    os.environ.get("COLDSTAR_SIGNER_CHANGES", 14))))])
def test_random_changes_end_as_asked_and_lock_no_one_out(online, seed):
    """Each change is signed by as few of those who may sign now as it needs, heaviest first; the practice network applies it."""
    chance, people = random.Random(f"signers {seed}"), {pair.public_key: pair for pair in (*TEAM, ALICE)}
    online.fund(ALICE)
    if seed % 2:
        any_account(online, chance)
    wanted = {one: 1 for one in weights(online) if one != ALICE.public_key}
    for step in range(4):
        outside = [pair for pair in TEAM if pair.public_key not in wanted]
        added = chance.sample(outside, chance.randint(2 if len(wanted) < 2 else 1, min(5, 9 - len(wanted)) if len(wanted) < 8 else 1))
        removed = chance.sample(sorted(wanted), chance.randint(0, len(wanted)))
        stay = [one for one in wanted if one not in removed]
        number = chance.randint(1, len(stay) + len(added))
        made = change(online, *names("--add", added), *(word for one in removed for word in ("--remove", one)), "--any", number, "--unproven")
        assert f"any {number} of: " in made.err and "master key: none" in made.err
        envelope, had_master = opened(made.out), ALICE.public_key in weights(online)
        reached = 0
        for one, weight in sorted(weights(online).items(), key=lambda item: -item[1]):
            if reached < max(thresholds(online)[2], thresholds(online)[0], 1):
                envelope.sign(people[one])
                reached += weight
        online.post(envelope)
        wanted = {one: 1 for one in (*stay, *(pair.public_key for pair in added))}
        assert weights(online) == wanted and thresholds(online) == [number] * 3
        if had_master:
            assert "can no longer sign" in made.err
    # What the table says is what the network says: as few as it names are enough to pay, and one less is not.
    for count, fits in ((number, True), (number - 1, False)):
        envelope = TransactionBuilder(Account(ALICE.public_key, online.sequence(ALICE)), TESTNET, 100).add_time_bounds(0, 0).append_operation(
            Payment(ALICE.public_key, Asset.native(), "1")).build()
        for one in sorted(wanted)[:count]:
            envelope.sign(people[one])
        if fits:
            online.post(envelope)
        else:
            with pytest.raises(Exception, match="400"):
                online.post(envelope)


def test_the_account_is_read_as_it_is(online):
    """Odd thresholds and weights: what the change does not mention stays, and what it mentions is set."""
    online.fund(ALICE)
    online.apply(ALICE, *(SetOptions(signer=Signer.ed25519_public_key(pair.public_key, weight)) for pair, weight in ((BEN, 5), (CLEO, 2))),
                 SetOptions(low_threshold=3, med_threshold=0, high_threshold=7, master_weight=4))
    online.post(signed(change(online, "--add", f"{DORA.public_key}:3", "--unproven"), BEN, CLEO))
    assert weights(online) == {BEN.public_key: 5, CLEO.public_key: 2, DORA.public_key: 3} and thresholds(online) == [3, 0, 7]
    online.post(signed(change(online, "--thresholds", "1,2,3", "--master-weight", "1", "--add", f"{CLEO.public_key}:1"), BEN, CLEO))
    assert weights(online) == {BEN.public_key: 5, CLEO.public_key: 1, DORA.public_key: 3, ALICE.public_key: 1} and thresholds(online) == [1, 2, 3]


def signed(result, *pairs: Keypair):
    return opened_and_signed(result.out, *pairs)


def opened_and_signed(request: str, *pairs: Keypair):
    envelope = opened(request)
    for pair in pairs:
        envelope.sign(pair)
    return envelope


def test_the_names_are_the_user_s(online):
    online.fund(ALICE)
    for name, pair in (("treasury", ALICE), ("ben", BEN), ("cleo", CLEO)):
        online.build("contacts", "add", name, pair.public_key)
    made = online.build("signers", "--of", "treasury", "--add", "ben", "--add", "cleo", "--any", "2", "--unproven")
    assert "signers   any 2 of: ben, cleo; master key: none" in made.err
    online.post(signed(made, ALICE))
    refused = online.build("signers", "--of", "treasury", "--remove", "ben", code=77)
    assert "would lock the account" in refused.err and "--master-weight" in refused.err
    refused = online.build("signers", "--of", "treasury", "--add", "cleo", "--any", "1", code=65)
    assert f"cleo ({CLEO.public_key}) is a signer" in refused.err


def proof_of(machine: Machine, refused, who: Keypair) -> str:
    """Runs the command that the refusal names, and signs the message."""
    assert f"coldstar-build message --prove {who.public_key}" in refused.err
    return response(machine.build("message", "--prove", who.public_key).out, who)


def test_a_key_proves_itself_once(online):
    online.fund(ALICE)
    args = *names("--add", (BEN, CLEO)), "--any", "2"
    refused = change(online, *args, code=77)
    assert refused.out == "" and "--unproven" in refused.err
    ben, cleo = (online.file(f"{n}.json", proof_of(online, refused, pair)) for n, pair in enumerate((BEN, CLEO)))
    half = change(online, *args, "--proof", ben, code=77)
    assert CLEO.public_key in half.err and BEN.public_key not in half.err.split("error:")[1]
    made = change(online, *args, "--proof", cleo)
    assert made.err.count("has proven the key (") == 2, "ben's proof was kept"
    online.post(signed(made, ALICE))
    assert weights(online) == {BEN.public_key: 1, CLEO.public_key: 1}


def test_the_command_for_a_proof_has_the_contact_s_name(online):
    online.fund(ALICE)
    online.build("contacts", "add", "ben", BEN.public_key)
    refused = change(online, "--add", "ben", "--any", "1", code=77)
    assert re.search(r"coldstar-build message --prove ben$", refused.err, re.M)
    asked = json.loads(online.build("message", "--prove", "ben").out)
    assert asked["message"] == f"I hold the key {BEN.public_key} and can sign with it." and asked["signers"] == [BEN.public_key]
    assert asked["message"] in json.dumps(asked)
    for more in (("--account", "ben"), ("text",), ("--file", "x")):
        online.build("message", "--prove", "ben", *more, code=64)
    online.build("message", "--prove", "stranger", code=65)
    hash_ = signed_hash(asked["message"]).hex()
    assert json.loads(online.submit("status", hash_, "--json").out)["can_still_be_applied"] is True
    change(online, "--add", "ben", "--any", "1", "--proof", online.file("proof.json", response(json.dumps(asked), BEN)))
    assert "its signature came back" in online.submit("status", hash_).out


def test_the_account_s_own_key_is_removed_like_any_other(online):
    online.fund(ALICE)
    made = change(online, "--add", BEN.public_key, "--remove", ALICE.public_key, "--any", "1", "--unproven")
    online.post(signed(made, ALICE))
    assert weights(online) == {BEN.public_key: 1}
    change(online, "--add", CLEO.public_key, "--remove", ALICE.public_key, "--any", "1", "--unproven", code=65)


def test_an_account_that_can_spare_no_key_is_warned_of(online):
    online.fund(ALICE)
    add = names("--add", (BEN, CLEO))
    assert "a lost key would lock the account" in change(online, *add, "--any", "2", "--unproven").err
    for rule in (("--any", "1"), ("--any", "2", "--master-weight", "1")):
        assert "a lost key" not in change(online, *add, *rule, "--unproven").err


def test_a_proof_of_another_machine_counts(online):
    online.fund(ALICE)
    refused = change(online, "--add", BEN.public_key, code=77)
    proof = online.file("ben.json", proof_of(online, refused, BEN))
    online.build("request", "forget", json.loads(proof.read_text())["hash"], "--yes")
    assert "has proven the key (" in change(online, "--add", BEN.public_key, "--proof", proof).err
    assert "has proven the key (" in change(online, "--add", BEN.public_key).err


@pytest.mark.parametrize("lie", ["another key", "another message", "damaged"])
def test_what_is_no_proof_is_refused(online, lie):
    online.fund(ALICE)
    refused = change(online, "--add", BEN.public_key, code=77)
    document = json.loads(proof_of(online, refused, BEN))
    if lie == "another key":
        document = json.loads(proof_of(online, refused, BEN).replace(document["signatures"][0]["signature"], base64.b64encode(
            CLEO.sign(bytes.fromhex(document["hash"]))).decode()))
    elif lie == "another message":
        document["hash"] = "ab" * 32
    else:
        document["signatures"][0]["signature"] = base64.b64encode(bytes(64)).decode()
    refused = change(online, "--add", BEN.public_key, "--proof", online.file("proof.json", json.dumps(document)), code=65)
    assert refused.out == "" and "--proof" in refused.err
    change(online, "--add", BEN.public_key, code=77)
    envelope = online.file("envelope.xdr", opened(change(online, "--add", BEN.public_key, "--unproven").out).to_xdr())
    change(online, "--add", BEN.public_key, "--proof", envelope, code=65)


# ---------------------------------------------------------------- on the signer's machine

def squeezed(text: str) -> str:
    return "".join(text.split())


def inspected(machine: Machine, request: str) -> str:
    return machine.sign("inspect", "-", stdin=request).out


def test_the_review_shows_the_final_table(online, offline):
    online.fund(ALICE)
    made = change(online, *names("--add", (BEN, CLEO, DORA)), "--any", "2", "--unproven")
    shown = squeezed(inspected(offline, made.out))
    assert squeezed(f"any 2 of: {BEN.public_key}, {CLEO.public_key}, {DORA.public_key}; master key: none") in shown
    kept = change(online, "--add", f"{BEN.public_key}:2", "--master-weight", "1", "--thresholds", "1,2,3", "--unproven")
    shown = squeezed(inspected(offline, kept.out))
    assert squeezed(f"{BEN.public_key} with weight 2, the master key with weight 1") in shown
    assert squeezed("to pay: signers with enough weight together (medium 2)") in shown and squeezed("to change signers or merge: any 2 of them") in shown


def test_the_review_does_not_guess_who_else_signs(online, offline):
    """Without hints nothing is known but what the transaction sets."""
    online.fund(ALICE)
    document = json.loads(change(online, "--add", BEN.public_key, "--any", "1", "--unproven").out)
    bare = json.dumps({**document, "hints": {}})
    shown = squeezed(inspected(offline, bare))
    assert squeezed("not known here: which other signers it has") in shown and "any1of" not in shown
    half = json.loads(change(online, "--add", BEN.public_key, "--master-weight", "1", "--unproven").out)
    del half["hints"]["accounts"][ALICE.public_key]["thresholds"]
    assert "any1of" not in squeezed(inspected(offline, json.dumps(half)))


@pytest.fixture
def shared(online):
    """Alice's account needs two of Alice, Ben and Cleo."""
    online.fund(ALICE, BEN, CLEO, DORA)
    online.apply(ALICE, *(SetOptions(signer=Signer.ed25519_public_key(pair.public_key, 1)) for pair in (BEN, CLEO)),
                 SetOptions(low_threshold=1, med_threshold=2, high_threshold=2))
    return online


def paid(machine: Machine, amount: int) -> str:
    return machine.build("payment", "--source", ALICE.public_key, "--destination", DORA.public_key, "--asset", "native", "--amount", amount).out


def test_the_book_takes_an_account_from_a_request(shared, offline):
    offline.import_key("ben", BEN)
    request = shared.file("request.json", paid(shared, 1))
    said = offline.sign("book", "accounts", "add", "treasury", "--from", request, "--yes", pin=PIN)
    assert "From a request, unverified" in said.err
    assert all(squeezed(pair.public_key) in squeezed(said.err) for pair in (ALICE, BEN, CLEO)), "shown in full"
    [account] = offline.sign("book", "accounts", "list", "--json").json()["accounts"]
    assert account["account"] == ALICE.public_key and {s["key"]: s["weight"] for s in account["signers"]} == {BEN.public_key: 1, CLEO.public_key: 1}
    assert account["master_weight"] == 1 and account["thresholds"] == {"low": 1, "medium": 2, "high": 2}
    [contact] = offline.sign("book", "contacts", "list", "--json").json()["contacts"]
    assert (contact["name"], contact["account"]) == ("treasury", ALICE.public_key)
    offline.sign("book", "contacts", "add", "shop", "--from", request, "--yes", pin=PIN)
    assert DORA.public_key in json.dumps(offline.sign("book", "contacts", "list", "--json").json())


def test_what_a_request_does_not_say_is_not_taken(shared, offline):
    offline.import_key("ben", BEN)
    document = json.loads(paid(shared, 1))
    bare = shared.file("bare.json", json.dumps({**document, "hints": {}}))
    assert "does not say who signs" in offline.sign("book", "accounts", "add", "treasury", "--from", bare, "--yes", pin=PIN, code=65).err
    request = shared.file("request.json", json.dumps(document))
    offline.sign("book", "accounts", "add", "treasury", "--from", request, "--signer", f"{DORA.public_key}:1", "--yes", pin=PIN, code=64)
    offline.sign("book", "contacts", "add", "shop", DORA.public_key, "--from", request, "--yes", pin=PIN, code=64)
    offline.sign("book", "contacts", "add", "shop", "--yes", pin=PIN, code=64)
    changing = shared.file("change.json", shared.build("signers", "--of", ALICE.public_key, "--remove", BEN.public_key, "--any", "1", "--unproven").out)
    assert "changes who signs" in offline.sign("book", "accounts", "add", "treasury", "--from", changing, "--yes", pin=PIN, code=65).err
    assert "pays no one" in offline.sign("book", "contacts", "add", "shop", "--from", changing, "--yes", pin=PIN, code=65).err
    offline.sign("book", "contacts", "add", "shop", "--from", shared.file("xdr", document["envelope"]), "--yes", pin=PIN, code=65)
    table = "".join(f"{pair.public_key},1,XLM\n" for pair in (BEN, CLEO))
    several = shared.file("batch.json", shared.build("batch", shared.file("t.csv", "destination,amount,asset\n" + table), "--source", ALICE.public_key).out)
    assert "pays 2 accounts" in offline.sign("book", "contacts", "add", "shop", "--from", several, "--yes", pin=PIN, code=65).err


def levels(machine: Machine, request: str) -> list[str]:
    findings = machine.sign("inspect", "-", "--json", stdin=request).json()["findings"]
    return [one["level"] for one in findings if one["rule"] == "W-SEQJUMP"]


@pytest.fixture
def ben(shared, offline):
    """Ben's vault, which has the account in its book and has signed one transaction."""
    offline.import_key("ben", BEN)
    first = paid(shared, 1)
    offline.sign("book", "accounts", "add", "treasury", "--from", shared.file("first.json", first), "--yes", pin=PIN)
    offline.sign("sign", "-", "--key", "ben", "--yes", "--format", "response", stdin=first, pin=PIN)
    shared.submit("send", "-", stdin=opened_and_signed(first, ALICE, BEN).to_xdr())
    return offline


def test_a_number_that_co_signers_used_comes_along(shared, ben):
    for amount in (2, 3):
        shared.submit("send", "-", stdin=opened_and_signed(paid(shared, amount), ALICE, CLEO).to_xdr())
    request = paid(shared, 4)
    assert len(json.loads(request)["hints"]["signed"]) == 1
    assert levels(ben, request) == ["warn"]
    ben.sign("sign", "-", "--key", "ben", "--yes", stdin=request, pin=PIN)


def test_a_batch_brings_it_along(shared, ben):
    shared.submit("send", "-", stdin=opened_and_signed(paid(shared, 2), ALICE, CLEO).to_xdr())
    rows = "".join(f"{pair.public_key},{amount},XLM\n" for pair, amount in ((BEN, 3), (CLEO, 4), (BEN, 5)))
    made = shared.build("batch", shared.file("t.csv", "destination,amount,asset\n" + rows), "--source", ALICE.public_key, "--one-per-transaction").out
    requests = [json.loads(line) for line in made.splitlines()]
    assert [len(one["hints"].get("signed", [])) for one in requests] == [1, 0, 0], "only the first follows what is not in the batch"
    bare = "\n".join(json.dumps({**one, "hints": {key: value for key, value in one["hints"].items() if key != "signed"}}) for one in requests)
    assert "W-SEQJUMP" in ben.sign("sign", "-", "--key", "ben", "--yes", stdin=bare + "\n", pin=PIN, code=77).err
    assert len(ben.sign("sign", "-", "--key", "ben", "--yes", stdin=made, pin=PIN).out.splitlines()) == 3


@pytest.mark.parametrize("signers", [(CLEO,), (CLEO, DORA), ()])
def test_too_few_signatures_lower_nothing(shared, ben, signers):
    """What the online machine cannot have submitted: the signatures are too few, or of others."""
    shared.submit("send", "-", stdin=opened_and_signed(paid(shared, 2), ALICE, CLEO).to_xdr())
    document = json.loads(paid(shared, 3))
    envelope = opened(json.dumps({**document, "envelope": document["hints"]["signed"][0]}))
    envelope.signatures.clear()
    for pair in signers:
        envelope.sign(pair)
    document["hints"]["signed"] = [envelope.to_xdr()]
    assert levels(ben, json.dumps(document)) == ["hold"]
    said = ben.sign("inspect", "-", stdin=json.dumps(document)).out
    assert "journal note FILE" in " ".join(said.split())


def test_an_account_of_one_key_needs_nothing_else(funded):
    funded.submit("send", "-", stdin=opened_and_signed(funded.build("payment", "--source", ALICE.public_key, "--destination", key("bob").public_key,
                                                                    "--asset", "native", "--amount", "1").out, ALICE).to_xdr())
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", key("bob").public_key, "--asset", "native", "--amount", "2").json()
    assert "signed" not in request["hints"]


# ---------------------------------------------------------------- the desk

def test_the_desk_has_a_form(funded, client):
    """The page says why a key is refused at its field, and afterwards who can sign."""
    alice, ben = ALICE.public_key, BEN.public_key
    page = client.get("/signers").text
    assert all(f'name="{name}"' in page for name in ("of", "add", "remove", "any", "thresholds", "master-weight", "unproven"))
    form = {"of": alice, "add": ben, "any": "1", "master-weight": "1"}
    refused = client.post("/signers", form)
    assert refused.status == 422 and ben in refused.text and "has not shown that anyone can sign" in refused.text
    made = client.post("/signers", {**form, "unproven": "on"})
    assert f"any 1 of: {ben}, the master key" in client.get(made.location).text
