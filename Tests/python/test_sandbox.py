# SPDX-License-Identifier: Apache-2.0
"""The practice network as seen by a client, with the Python Stellar SDK as the client."""
from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, Keypair, Network, Server, StrKey, TransactionBuilder
from stellar_sdk.exceptions import BadRequestError, BaseHorizonError, NotFoundError
from stellar_sdk.sep.exceptions import AccountRequiresMemoError

from programs import TESTNET, Sandbox

BIN = os.environ.get("COLDSTAR_BIN")
PASSPHRASE = TESTNET
FUNDED = "10000.0000000"

pytestmark = pytest.mark.skipif(not BIN, reason="COLDSTAR_BIN does not name the folder of the programs")


def keys(name: str) -> Keypair:
    return Keypair.from_raw_ed25519_seed(hashlib.sha256(f"sandbox test {name}".encode()).digest())


ALICE, BOB, CAROL, ISSUER, MARKET = (keys(n) for n in ("alice", "bob", "carol", "issuer", "market"))
# No one has its secret key: it is a hash of a hash.
FRIENDBOT = StrKey.encode_ed25519_public_key(hashlib.sha256(hashlib.sha256(b"coldstar-sandbox friendbot").digest()).digest())
USD, EUR = Asset("USD", ISSUER.public_key), Asset("EUROS", ISSUER.public_key)


class Client(Sandbox):
    """A running sandbox and an SDK client for it."""

    def __init__(self, folder: Path, seed: dict | None = None, *args: str):
        if seed is not None:
            (folder / "seed.json").write_text(json.dumps(seed))
            args += ("--seed", folder / "seed.json")
        super().__init__(Path(BIN), *args)
        self.server = Server(self.url)

    # -- the ledger
    def fund(self, *accounts: Keypair) -> None:
        for account in accounts:
            status, body = self.get(f"/friendbot?addr={account.public_key}")
            assert status == 200 and body["successful"], body

    def balance(self, account: Keypair, asset: Asset = Asset.native()) -> str:
        for line in self.account(account)["balances"]:
            if line["asset_type"] == asset.type and (asset.is_native() or line["asset_code"] == asset.code):
                return line["balance"]
        raise KeyError(asset.code)

    def account(self, account: Keypair) -> dict:
        return self.server.accounts().account_id(account.public_key).call()

    def build(self, source: Keypair, *operations, fee: int = 100, bounds=(0, 0), memo=None, passphrase=PASSPHRASE):
        builder = TransactionBuilder(self.server.load_account(source.public_key), passphrase, fee)
        for operation in operations:
            builder.append_operation(operation)
        if memo:
            builder.add_memo(memo)
        return builder.add_time_bounds(*bounds).build()

    def send(self, source: Keypair, *operations, signers=None, **more) -> dict:
        transaction = self.build(source, *operations, **more)
        for signer in signers if signers is not None else [source]:
            transaction.sign(signer)
        return self.server.submit_transaction(transaction, skip_memo_required_check=True)

    def refused(self, source: Keypair, *operations, **more) -> dict:
        """The result codes of a transaction that must be rejected."""
        with pytest.raises(BadRequestError) as failure:
            self.send(source, *operations, **more)
        return failure.value.extras["result_codes"]

    # -- raw HTTP
    def get(self, path: str) -> tuple[int, dict]:
        return answer(urllib.request.Request(self.url + path))

    def post(self, path: str, body: bytes, kind: str | None = "application/x-www-form-urlencoded") -> tuple[int, dict]:
        request = urllib.request.Request(self.url + path, data=body, method="POST")
        request.add_header("Content-Type", kind or "")
        return answer(request)


def answer(request: urllib.request.Request) -> tuple[int, dict]:
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.fixture
def network(tmp_path):
    sandbox = Client(tmp_path)
    yield sandbox
    sandbox.process.kill()
    sandbox.process.communicate()


@pytest.fixture
def seeded(tmp_path):
    sandbox = Client(tmp_path, {
        "accounts": [
            {"id": ISSUER.public_key, "balance": "1000", "home_domain": "example.com"},
            {"id": ALICE.public_key, "balance": "100", "sequence": "41", "trustlines": {f"USD:{ISSUER.public_key}": {"balance": "50"}},
             "data": {"config.memo_required": "1"}},
            {"id": BOB.public_key, "balance": "100",
             "trustlines": {f"EUROS:{ISSUER.public_key}": {"limit": "20"}, f"USD:{ISSUER.public_key}": {}}},
        ],
        "rates": [{"from": f"USD:{ISSUER.public_key}", "to": f"EUROS:{ISSUER.public_key}", "price": "0.8"},
                  {"from": "native", "to": f"USD:{ISSUER.public_key}", "price": "0.1"}],
        "fee_stats": {"max_fee": {"p90": "5000"}}})
    yield sandbox
    sandbox.process.kill()
    sandbox.process.communicate()


def pay(to: Keypair, amount: str = "10", asset: Asset = Asset.native(), **more) -> sdk.Payment:
    return sdk.Payment(to.public_key, asset, amount, **more)


# ---------------------------------------------------------------- the program

@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_sandbox_stops_cleanly_on_a_signal_with_a_client_connected(tmp_path, number):
    sandbox = Client(tmp_path)
    with socket.create_connection(("127.0.0.1", int(sandbox.url.rsplit(":", 1)[1]))) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert client.recv(15) == b"HTTP/1.1 200 OK"
        assert sandbox.stop(number) == (0, "", "")


def test_the_sandbox_listens_on_loopback_only(network):
    port = int(network.url.rsplit(":", 1)[1])
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = [row[1] for row in listening if row[3] == "0A" and row[1].endswith(f":{port:04X}")]
    assert ours == [f"0100007F:{port:04X}"]


def test_invalid_seeds_and_options_are_reported_in_one_line(tmp_path, subtests):
    for args, seed, code, words in [
            (["--seed", "/nowhere.json"], None, 66, "/nowhere.json"),
            ([], {"accounts": [{"id": ALICE.secret}]}, 65, "accounts[0].id"),
            (["--port", "65536"], None, 64, "65536"),
            (["--nonsense"], None, 64, "--nonsense"),
        ]:
        with subtests.test(words=words):
            if seed is not None:
                (tmp_path / "seed.json").write_text(json.dumps(seed))
                args = ["--seed", tmp_path / "seed.json"]
            result = subprocess.run([Path(BIN) / "coldstar-sandbox", "--port", "0", *args], capture_output=True, text=True, timeout=20)
            assert (result.returncode, result.stdout) == (code, "")
            assert result.stderr.startswith("coldstar-sandbox: error: ") and words in result.stderr
            assert ALICE.secret not in result.stderr


def test_a_port_in_use_is_an_error(tmp_path, network):
    port = network.url.rsplit(":", 1)[1]
    result = subprocess.run([Path(BIN) / "coldstar-sandbox", "--port", port], capture_output=True, text=True, timeout=20)
    assert result.returncode == 69 and result.stderr.startswith("coldstar-sandbox: error: ")


def test_the_network_passphrase_can_be_changed(tmp_path):
    sandbox = Client(tmp_path, None, "--network-passphrase", "somewhere else")
    try:
        assert sandbox.get("/")[1]["network_passphrase"] == "somewhere else"
        sandbox.fund(ALICE, BOB)
        assert sandbox.refused(ALICE, pay(BOB))["transaction"] == "tx_bad_auth"
        assert sandbox.send(ALICE, pay(BOB), passphrase="somewhere else")["successful"]
    finally:
        assert sandbox.stop()[0] == 0


# ---------------------------------------------------------------- what clients do

def test_friendbot_funds_an_account_and_a_payment_costs_its_fee(network):
    network.fund(ALICE, BOB)
    assert network.balance(ALICE) == FUNDED
    sent = network.send(ALICE, pay(BOB, "12.5"), memo=sdk.TextMemo("rent"))
    assert sent["successful"] and sent["memo"] == "rent" and sent["fee_charged"] == "100"
    assert (network.balance(ALICE), network.balance(BOB)) == ("9987.4999900", "10012.5000000")
    found = network.server.transactions().transaction(sent["hash"]).call()
    assert found["ledger"] == sent["ledger"] and found["envelope_xdr"] == sent["envelope_xdr"]


def test_friendbot_refills_a_spent_balance_and_refuses_invalid_addresses(network):
    network.fund(ALICE, BOB)
    status, body = network.get(f"/friendbot?addr={ALICE.public_key}")
    assert (status, body["detail"]) == (400, "account already funded to starting balance")
    network.send(ALICE, pay(BOB, "5000"))
    network.fund(ALICE)
    assert network.balance(ALICE) == "14999.9999900"
    for address in ("", "nobody", ALICE.secret):
        status, body = network.get(f"/friendbot?addr={address}")
        assert (status, body["extras"]["invalid_field"]) == (400, "addr") and ALICE.secret not in json.dumps(body)
    assert network.post("/friendbot", f"addr={CAROL.public_key}".encode())[0] == 200


def test_a_trustline_holds_an_asset_and_is_removed_when_it_is_empty(network):
    network.fund(ALICE, BOB, ISSUER)
    assert network.refused(ISSUER, pay(ALICE, "5", USD))["operations"] == ["op_no_trust"]
    network.send(ALICE, sdk.ChangeTrust(USD, "7"))
    network.send(ISSUER, pay(ALICE, "5", USD))
    assert network.balance(ALICE, USD) == "5.0000000"
    assert network.refused(ISSUER, pay(ALICE, "3", USD))["operations"] == ["op_line_full"]
    assert network.refused(ALICE, sdk.ChangeTrust(USD, "0"))["operations"] == ["op_invalid_limit"]
    stats = network.server.assets().for_code("USD").for_issuer(ISSUER.public_key).call()["_embedded"]["records"]
    assert [s["balances"]["authorized"] for s in stats] == ["5.0000000"]
    network.send(ALICE, pay(ISSUER, "5", USD), sdk.ChangeTrust(USD, "0"))
    assert network.account(ALICE)["subentry_count"] == 0


def test_path_payments_are_found_and_applied_in_both_directions(seeded):
    [best] = seeded.server.strict_send_paths(USD, "10", [EUR]).call()["_embedded"]["records"]
    assert (best["destination_amount"], best["path"]) == ("8.0000000", [])
    seeded.send(ALICE, sdk.PathPaymentStrictSend(BOB.public_key, USD, "10", EUR, "8", []))
    assert (seeded.balance(ALICE, USD), seeded.balance(BOB, EUR)) == ("40.0000000", "8.0000000")

    [way] = seeded.server.strict_receive_paths([Asset.native()], EUR, "4").call()["_embedded"]["records"]
    assert way["source_amount"] == "50.0000000" and way["path"][0]["asset_code"] == "USD"
    operation = sdk.PathPaymentStrictReceive(BOB.public_key, Asset.native(), "50", EUR, "4", [USD])
    sent = seeded.send(ALICE, operation)
    assert (seeded.balance(ALICE), seeded.balance(BOB, EUR)) == ("49.9999800", "12.0000000")
    [record] = seeded.server.operations().for_transaction(sent["hash"]).call()["_embedded"]["records"]
    assert (record["source_amount"], record["amount"]) == ("50.0000000", "4.0000000")

    too_dear = sdk.PathPaymentStrictReceive(BOB.public_key, USD, "4.9999999", EUR, "4", [])
    assert seeded.refused(ALICE, too_dear)["operations"] == ["op_over_source_max"]
    too_little = sdk.PathPaymentStrictSend(BOB.public_key, USD, "10", EUR, "8.0000001", [])
    assert seeded.refused(ALICE, too_little)["operations"] == ["op_under_dest_min"]
    too_much = sdk.PathPaymentStrictSend(BOB.public_key, USD, "20", EUR, "1", [])
    assert seeded.refused(ALICE, too_much)["operations"] == ["op_line_full"]
    no_market = sdk.PathPaymentStrictSend(BOB.public_key, Asset.native(), "1", EUR, "0.0000001", [])
    assert seeded.refused(ALICE, no_market)["operations"] == ["op_too_few_offers"]


def test_several_signers_have_to_reach_the_threshold(network):
    network.fund(ALICE, BOB)
    options = sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(BOB.public_key, 1), low_threshold=1, med_threshold=2, high_threshold=2)
    network.send(ALICE, options)
    assert network.refused(ALICE, pay(BOB))["operations"] == ["op_bad_auth"]
    assert network.refused(ALICE, pay(BOB), signers=[CAROL])["transaction"] == "tx_bad_auth"
    assert network.refused(ALICE, pay(BOB), signers=[ALICE, BOB, CAROL])["transaction"] == "tx_bad_auth_extra"
    twice = network.build(ALICE, pay(BOB))
    twice.signatures += [ALICE.sign_decorated(twice.hash())] * 2
    with pytest.raises(BadRequestError) as failure:
        network.server.submit_transaction(twice)
    assert failure.value.extras["result_codes"]["operations"] == ["op_bad_auth"]
    assert network.send(ALICE, pay(BOB), signers=[BOB, ALICE])["successful"]


def test_hash_x_payload_and_pre_authorized_signers_are_accepted(network):
    network.fund(ALICE, BOB)
    secret = b"open sesame"
    payload = sdk.SignedPayloadSigner(BOB.public_key, b"\x01\x02")
    network.send(
        ALICE, sdk.SetOptions(signer=sdk.Signer.sha256_hash(hashlib.sha256(secret).digest(), 1)),
        sdk.SetOptions(signer=sdk.Signer(sdk.SignerKey.ed25519_signed_payload(payload), 1)))

    transaction = network.build(ALICE, pay(BOB))
    transaction.sign_hashx(secret)
    assert network.server.submit_transaction(transaction)["successful"]

    transaction = network.build(ALICE, pay(BOB))
    transaction.signatures.append(BOB.sign_payload_decorated(b"\x01\x02"))
    assert network.server.submit_transaction(transaction)["successful"]

    source = network.server.load_account(ALICE.public_key)
    source.increment_sequence_number()
    later = TransactionBuilder(source, PASSPHRASE, 100).append_operation(pay(BOB)).add_time_bounds(0, 0).build()
    network.send(ALICE, sdk.SetOptions(signer=sdk.Signer.pre_auth_tx(later.hash(), 1)))
    assert network.account(ALICE)["subentry_count"] == 3
    assert network.server.submit_transaction(later)["successful"]
    assert network.account(ALICE)["subentry_count"] == 2


def test_a_fee_bump_is_charged_and_found_by_both_hashes(network):
    network.fund(ALICE, BOB, CAROL)
    inner = network.build(ALICE, pay(BOB), fee=100)
    inner.sign(ALICE)
    bump = TransactionBuilder.build_fee_bump_transaction(CAROL, 150, inner, PASSPHRASE)
    bump.sign(CAROL)
    sent = network.server.submit_transaction(bump)
    assert sent["fee_charged"] == "200" and sent["fee_account"] == CAROL.public_key
    assert network.balance(CAROL) == "9999.9999800" and network.balance(ALICE) == "9990.0000000"
    by_inner = network.server.transactions().transaction(inner.hash_hex()).call()
    assert by_inner["hash"] == inner.hash_hex() and by_inner["fee_bump_transaction"]["hash"] == bump.hash_hex()

    again = TransactionBuilder.build_fee_bump_transaction(CAROL, 300, inner, PASSPHRASE)
    again.sign(CAROL)
    with pytest.raises(BadRequestError) as failure:
        network.server.submit_transaction(again)
    assert failure.value.extras["result_codes"] == {
        "transaction": "tx_fee_bump_inner_failed", "inner_transaction": "tx_bad_seq"}


def test_claimable_balances_are_created_and_claimed(network):
    network.fund(ALICE, BOB)
    sent = network.send(ALICE, sdk.CreateClaimableBalance(Asset.native(), "100", [sdk.Claimant(BOB.public_key)]))
    [balance] = network.server.claimable_balances().for_claimant(BOB.public_key).call()["_embedded"]["records"]
    result = sdk.xdr.TransactionResult.from_xdr(sent["result_xdr"]).result.results[0].tr.create_claimable_balance_result
    assert balance["id"] == result.balance_id.to_xdr_bytes().hex()
    assert network.refused(ALICE, sdk.ClaimClaimableBalance(balance["id"]))["operations"] == ["op_cannot_claim"]
    network.send(BOB, sdk.ClaimClaimableBalance(balance["id"]))
    assert network.balance(BOB) == "10099.9999900"
    assert network.refused(BOB, sdk.ClaimClaimableBalance(balance["id"]))["operations"] == ["op_does_not_exist"]


def test_data_and_options_are_stored_and_an_account_can_be_merged(network):
    network.fund(ALICE, BOB)
    network.send(ALICE, sdk.ManageData("greeting", "hello"), sdk.SetOptions(home_domain="example.org", set_flags=sdk.AuthorizationFlag(3)))
    account = network.account(ALICE)
    assert account["home_domain"] == "example.org" and account["flags"]["auth_revocable"]
    assert network.server.accounts().account_id(ALICE.public_key).call()["data"] == {"greeting": "aGVsbG8="}
    assert network.get(f"/accounts/{ALICE.public_key}/data/greeting") == (200, {"value": "aGVsbG8="})
    assert network.refused(ALICE, sdk.AccountMerge(BOB.public_key))["operations"] == ["op_has_sub_entries"]
    network.send(ALICE, sdk.ManageData("greeting", None), sdk.AccountMerge(BOB.public_key))
    with pytest.raises(NotFoundError):
        network.account(ALICE)
    assert network.balance(BOB) == "19999.9999500"
    [*_, merge] = network.server.payments().for_account(ALICE.public_key).call()["_embedded"]["records"]
    assert merge["type"] == "account_merge" and merge["into"] == BOB.public_key


# ---------------------------------------------------------------- refusals

REJECTED = [
    ({"fee": 99}, "tx_insufficient_fee"),
    ({"bounds": (0, 1)}, "tx_too_late"),
    ({"bounds": (4_000_000_000, 0)}, "tx_too_early"),
    ({"signers": []}, "tx_bad_auth"),
    ({"signers": [BOB]}, "tx_bad_auth"),
    ({"passphrase": Network.PUBLIC_NETWORK_PASSPHRASE}, "tx_bad_auth"),
]


def test_a_transaction_rejected_before_its_ledger_costs_nothing(network):
    network.fund(ALICE, BOB)
    for change, code in REJECTED:
        assert network.refused(ALICE, pay(BOB), **change) == {"transaction": code}
        assert network.balance(ALICE) == FUNDED, code


def test_a_transaction_that_fails_in_its_ledger_costs_the_fee_and_its_sequence_number(network):
    network.fund(ALICE, BOB)
    before = int(network.account(ALICE)["sequence"])
    codes = network.refused(ALICE, pay(BOB, "1"), pay(BOB, "20000"), pay(BOB, "2"), fee=500)
    assert codes == {"transaction": "tx_failed", "operations": ["op_success", "op_underfunded", "op_success"]}
    assert (network.balance(ALICE), network.balance(BOB)) == ("9999.9999700", FUNDED)
    assert int(network.account(ALICE)["sequence"]) == before + 1
    assert network.server.transactions().for_account(ALICE.public_key).order().call()["_embedded"]["records"][0]["successful"]
    shown = network.server.transactions().for_account(ALICE.public_key).include_failed(True).order().limit(1).call()
    assert not shown["_embedded"]["records"][0]["successful"]


def test_the_same_envelope_is_applied_once_and_a_rebuilt_one_is_rejected(network):
    network.fund(ALICE, BOB)
    transaction = network.build(ALICE, pay(BOB))
    other = network.build(ALICE, pay(BOB, "11"))
    transaction.sign(ALICE)
    other.sign(ALICE)
    first = network.server.submit_transaction(transaction)
    assert network.server.submit_transaction(transaction)["ledger"] == first["ledger"]
    with pytest.raises(BadRequestError) as failure:
        network.server.submit_transaction(other)
    assert failure.value.extras["result_codes"] == {"transaction": "tx_bad_seq"}
    assert network.balance(BOB) == "10010.0000000"


def test_asynchronous_submission_says_pending_duplicate_or_error(network):
    network.fund(ALICE, BOB)
    transaction = network.build(ALICE, pay(BOB))
    transaction.sign(ALICE)
    form = urllib.parse.urlencode({"tx": transaction.to_xdr()}).encode()
    assert network.post("/transactions_async", form) == (201, {"tx_status": "PENDING", "hash": transaction.hash_hex()})
    assert network.post("/transactions_async", form) == (409, {"tx_status": "DUPLICATE", "hash": transaction.hash_hex()})
    assert network.server.transactions().transaction(transaction.hash_hex()).call()["successful"]
    late = network.build(ALICE, pay(BOB), bounds=(0, 1))
    late.sign(ALICE)
    status, body = network.post("/transactions_async", urllib.parse.urlencode({"tx": late.to_xdr()}).encode())
    result = sdk.xdr.TransactionResult.from_xdr(body["error_result_xdr"])
    assert (status, body["tx_status"]) == (400, "ERROR") and result.result.code.name == "txTOO_LATE"


def test_unsupported_operations_are_reported_as_such(network):
    network.fund(ALICE, BOB)
    offer = sdk.ManageSellOffer(Asset.native(), USD, "1", "1")
    assert network.refused(ALICE, pay(BOB), offer, fee=200)["operations"] == ["op_success", "op_not_supported"]


# ---------------------------------------------------------------- lists

def test_lists_are_paged_in_both_directions(network):
    network.fund(ALICE, BOB)
    for number in range(5):
        network.send(ALICE, pay(BOB, str(number + 1)))
    call = network.server.payments().for_account(BOB.public_key).limit(2).order(desc=True)
    amounts, page = [], call.call()
    while page["_embedded"]["records"]:
        amounts += [r.get("amount") for r in page["_embedded"]["records"]]
        page = answer(urllib.request.Request(page["_links"]["next"]["href"]))[1]
    assert amounts == ["5.0000000", "4.0000000", "3.0000000", "2.0000000", "1.0000000", None]
    joined = network.get(f"/accounts/{BOB.public_key}/payments?join=transactions&limit=1")[1]
    assert joined["_embedded"]["records"][0]["transaction"]["successful"]
    [latest] = network.server.ledgers().order(desc=True).limit(1).call()["_embedded"]["records"]
    assert network.get(f"/ledgers/{latest['sequence']}")[1]["hash"] == latest["hash"]


def test_fee_stats_and_the_seeded_state_are_served(seeded):
    fees = seeded.server.fee_stats().call()
    assert (fees["max_fee"]["p90"], fees["max_fee"]["p50"], fees["last_ledger_base_fee"]) == ("5000", "100", "100")
    assert seeded.account(ALICE)["sequence"] == "41"
    with pytest.raises(AccountRequiresMemoError):
        transaction = seeded.build(BOB, pay(ALICE))
        transaction.sign(BOB)
        seeded.server.submit_transaction(transaction)
    holders = seeded.server.accounts().for_asset(EUR).call()["_embedded"]["records"]
    assert [h["id"] for h in holders] == [BOB.public_key]


INVALID = [
    ("/accounts/GABC", 400), (f"/accounts/{ALICE.public_key}", 404), ("/transactions/zz", 400),
    ("/transactions/" + "0" * 64, 404), ("/transactions/" + "A" * 64, 400), ("/ledgers/1", 404), ("/ledgers/x", 400),
    ("/nothing", 404), ("/ledgers?limit=201", 400), ("/ledgers?limit=x", 400), ("/ledgers?order=up", 400),
    ("/paths/strict-send", 400), ("/paths/strict-send?source_asset_type=native&source_amount=-1", 400),
    ("/paths/strict-receive?destination_asset_type=native&destination_amount=1&source_assets=x", 400),
    ("/%zz", 400), ("/accounts/%", 400), ("/ledgers?cursor=%f", 400), ("/ledgers?cursor=%ff", 400),
    ("/accounts", 400), ("/claimable_balances/x", 404),
    ("/accounts/" + "x" * 5000, 400), ("//", 200), ("/ledgers?cursor=now&order=asc", 200), ("/claimable_balances", 200),
]


def test_invalid_get_requests_are_answered_with_a_problem(network):
    for path, status in INVALID:
        code, body = network.get(path)
        assert code == status, path
        if status >= 400:
            assert body["status"] == status and body["type"].startswith("https://stellar.org/horizon-errors/"), path


BODIES = [
    (b"", "application/x-www-form-urlencoded", 400),
    (b"tx=AAAA", "application/x-www-form-urlencoded", 400),
    (b"tx=%zz", "application/x-www-form-urlencoded", 400),
    (b"tx=%ff%fe", "application/x-www-form-urlencoded", 400),
    (b'{"tx": "AAAA"}', "application/json", 415),
    (b"tx=" + b"A" * (1 << 20), "application/x-www-form-urlencoded", 413),
    (b"tx=" + b"A" * (9 << 20), "application/x-www-form-urlencoded", 413),
]


def test_request_bodies_without_a_transaction_are_rejected(network):
    for body, kind, status in BODIES:
        code, problem = network.post("/transactions", body, kind)
        assert (code, problem["status"]) == (status, status), (body[:20], kind)
        assert network.get("/")[0] == 200


def test_other_methods_are_refused(network):
    for method in ("PUT", "DELETE", "PATCH"):
        assert answer(urllib.request.Request(network.url + "/transactions", method=method))[0] == 405, method


NOISE = [
    b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00" * 40, b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", b"POST /transactions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"y" * 4_000 + b"\r\n\r\n",
]


def test_malformed_http_does_not_crash_the_sandbox(network):
    for noise in NOISE:
        with socket.create_connection(("127.0.0.1", int(network.url.rsplit(":", 1)[1])), timeout=60) as client:
            client.sendall(noise)
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass
        assert network.get("/")[0] == 200, noise


def test_many_clients_at_once_lose_nothing(network):
    people = [keys(f"crowd {n}") for n in range(8)]
    failures = []

    def life(person: Keypair) -> None:
        try:
            network.fund(person)
            for _ in range(5):
                network.send(person, pay(MARKET, "1"))
        except (BaseHorizonError, AssertionError) as error:
            failures.append(error)
    network.fund(MARKET)
    threads = [threading.Thread(target=life, args=(p,)) for p in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert network.balance(MARKET) == "10040.0000000"


def test_ledgers_close_without_transactions(network):
    first = network.get("/")[1]["history_latest_ledger"]
    deadline = time.monotonic() + 60
    while network.get("/")[1]["history_latest_ledger"] == first:
        assert time.monotonic() < deadline, "no ledger closed"
        time.sleep(0.1)
