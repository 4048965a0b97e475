# SPDX-License-Identifier: Apache-2.0
"""Everything over Stellar RPC alone: what docs/RPC.md says of each command is so, and a history read there is what Horizon tells."""
from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from urllib.request import urlopen

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset

from desk import Desk, until
from programs import PIN, TESTNET, Machine, Sandbox, key, opened
from test_keeping import Limited
from test_statement import balances, histories, movements, net, rows, statement  # noqa: F401 (a fixture)

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
USDC = Asset("USDC", ISSUER.public_key)
PAGE = (Path(__file__).parents[2] / "docs" / "RPC.md").read_text()


def over_rpc(machine: Machine, url: str) -> Machine:
    """The same home; only Stellar RPC is named."""
    env = {name: value for name, value in machine.env.items() if name != "STELLAR_HORIZON_URL"}
    return replace(machine, env=env | {"STELLAR_RPC_URL": f"{url}/rpc"})


@pytest.fixture
def lone(funded, sandbox) -> Machine:
    return over_rpc(funded, sandbox.url)


def pay(machine: Machine, offline: Machine, *options: str) -> str:
    built = machine.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", *options)
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
    said = machine.submit("send", "-", "--json", "--wait", "30", stdin=signed).out
    assert json.loads(said.splitlines()[-1])["status"] == "success"
    return opened(signed).hash_hex()


# ---------------------------------------------------------------- the page

def table() -> dict[str, str]:
    lines = re.search(r"\| command \| over Stellar RPC alone \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE)[1].splitlines()
    found = {}
    for line in lines:
        _, names, says, _ = line.split("|")
        for name in re.findall(r"`([^`]+)`", names):
            assert name not in found, f"{name} has two rows"
            found[name] = says.strip()
    return found


def test_every_command_that_asks_a_server_has_its_row(online):
    known = {" ".join(path): options for program in ("coldstar-build", "coldstar-submit")
             for path, options in online.options(program).items() if {"horizon-url", "rpc-url"} & options}
    said = table()
    assert set(said) == set(known)
    neither = {name for name, says in said.items() if "they ask neither" in says}
    assert {name for name, options in known.items() if "rpc-url" not in options} == neither


def test_what_needs_horizon_says_so_and_asks_no_one(lone, online):
    needing = {name for name, says in table().items() if says.startswith("needs Horizon")}
    assert needing == {"lookup paths"}
    refused = lone.build("lookup", "paths", "--send-asset", "native", "--dest-asset", f"USDC:{ISSUER.public_key}", "--send-amount", "1", code=64)
    assert "Horizon" in refused.err and "--horizon-url" in refused.err
    path = lone.build("path-payment", "strict-send", "--source", ALICE.public_key, "--destination", BOB.public_key, "--send-asset", "native",
                      "--send-amount", "1", "--dest-asset", f"USDC:{ISSUER.public_key}", code=64)
    assert "Horizon" in path.err and "--dest-min" in path.err


# ---------------------------------------------------------------- jobs

def test_a_payment_and_what_is_told_of_it(lone, offline):
    offline.import_key("alice", ALICE)
    digest = pay(lone, offline, "--amount", "5", "--memo", "text:rent")
    overview = lone.build("overview", ALICE.public_key)
    assert "to " + BOB.public_key in re.sub(r"\s+", " ", overview.out) and "begins with ledger" in overview.err
    listed = lone.build("lookup", "payments", ALICE.public_key, "--json").json()["payments"]
    assert [(one["type"], one["direction"], one["amount"]) for one in listed] == \
        [("payment", "sent", "5.0000000"), ("create_account", "received", "10000.0000000")]
    assert listed[0]["hash"] == digest and listed[0]["memo"] == {"type": "text", "value": "rent"}
    older = lone.build("lookup", "payments", ALICE.public_key, "--json", "--limit", "1", "--cursor", listed[0]["cursor"]).json()["payments"]
    assert [one["type"] for one in older] == ["create_account"]
    told = lone.build("lookup", "transaction", digest, "--json").json()
    assert told["successful"] and told["memo"]["value"] == "rent" and told["signed_by"] == [ALICE.public_key]
    assert {(one["account"], one["change"]) for one in told["effects"]} == {(ALICE.public_key, "-5"), (BOB.public_key, "5")}
    assert [(one["kind"], one["amount"]) for one in told["events"]] == [("transfer", "5.0000000")]


def test_a_transaction_is_told_the_same_by_both_and_from_a_file(lone, funded, offline, tmp_path):
    digest = funded.apply(BOB, sdk.Payment(ALICE.public_key, Asset.native(), "7"), sdk.BumpSequence(0))
    over = [machine.build("lookup", "transaction", digest, "--json").json() for machine in (lone, funded)]
    assert {(one["account"], one["change"]) for one in over[0]["effects"]} == {(ALICE.public_key, "7"), (BOB.public_key, "-7")}
    for name in ("hash", "successful", "ledger", "time", "fee_charged", "memo", "operations", "signed_by", "source", "sequence"):
        assert over[0][name] == over[1][name], name
    record = funded.horizon(f"/transactions/{digest}")
    (tmp_path / "answer.json").write_text(json.dumps(record))
    alone = replace(lone, env={"STELLAR_NETWORK": "testnet", "STELLAR_RPC_URL": "http://127.0.0.1:1/"})
    assert alone.build("lookup", "transaction", digest, "--meta", tmp_path / "answer.json", "--json").json()["hash"] == digest
    refused = alone.build("lookup", "transaction", "ab" * 32, "--meta", tmp_path / "answer.json", code=65)
    assert "does not describe" in refused.err
    # A server of Stellar RPC that is away keeps no one from asking Horizon.
    other = replace(funded, env=funded.env | {"STELLAR_RPC_URL": "http://127.0.0.1:1/"})
    assert other.build("lookup", "transaction", digest, "--json").json()["hash"] == digest
    assert "127.0.0.1:1" in other.build("lookup", "transaction", "ab" * 32, code=69).err
    assert "coldstar-submit status" in funded.build("lookup", "transaction", "abc", code=65).err


def test_a_failed_transaction_says_why(lone, funded):
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, funded.sequence(ALICE)), TESTNET, 100).add_time_bounds(0, 0)
    envelope = builder.append_payment_op(CAROL.public_key, Asset.native(), "1").build()
    envelope.sign(ALICE)
    with pytest.raises(OSError):
        funded.post(envelope)
    told = lone.build("lookup", "transaction", envelope.hash_hex()).out
    assert "failed in ledger" in told and "op_no_destination" in told and "does not exist" in told


def test_what_cannot_be_kept_is_shown_nevertheless(lone, funded):
    funded.apply(BOB, sdk.Payment(ALICE.public_key, Asset.native(), "7"))
    lone.build("contacts", "add", "bob", BOB.public_key)
    full = Limited(lone.folder, lone.home, lone.env)
    full.limit = 1 << 15
    said = full.build("lookup", "payments", ALICE.public_key, "--json")
    assert [one["type"] for one in said.json()["payments"]] == ["payment", "create_account"]
    assert "what was read is not kept: the journal" in said.err
    assert "not kept" not in lone.build("lookup", "payments", ALICE.public_key).err


def test_an_account_is_watched(lone, funded):
    for _ in range(2):
        lone.submit("watch", ALICE.public_key)
    funded.apply(BOB, sdk.Payment(ALICE.public_key, Asset.native(), "2.5"))
    seen = lone.submit("watch", ALICE.public_key, code=1)
    assert "2.5" in seen.out
    stranger = funded.apply(ALICE, sdk.ManageData("x", "y"))
    alarm = lone.submit("watch", ALICE.public_key, code=1)
    assert stranger in alarm.out


def test_trustlines_that_are_known_by_name_are_shown_and_others_are_counted(lone, funded):
    funded.fund(ISSUER)
    funded.apply(ALICE, sdk.ChangeTrust(USDC))
    fresh = replace(lone, home=lone.home / "fresh")
    (lone.home / "fresh").mkdir()
    unknown = fresh.build("lookup", "account", ALICE.public_key)
    assert "1 more entry" in re.sub(r"\s+", " ", unknown.out) and "USDC" not in unknown.out
    fresh.build("lookup", "payments", ALICE.public_key)
    known = fresh.build("lookup", "account", ALICE.public_key)
    assert "USDC" in known.out and "more entr" not in known.out


def test_trustlines_that_were_requested_here_are_shown(lone, offline):
    """Nothing of the account was read before: the request alone names the asset."""
    other = Asset("OTHER", BOB.public_key)
    request = lone.build("change-trust", "--source", ALICE.public_key, "--asset", f"OTHER:{BOB.public_key}").out
    offline.import_key("alice", ALICE)
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=request, pin=PIN).out
    assert lone.build("lookup", "assets", ALICE.public_key, "--json").json()["unlisted"] == 0
    lone.submit("send", "-", "--wait", "30", stdin=signed)
    seen = lone.build("lookup", "assets", ALICE.public_key, "--json").json()
    assert seen["unlisted"] == 0 and [asset["asset"] for asset in seen["assets"]] == [f"{other.code}:{other.issuer}", "native"]


def test_what_was_kept_of_a_network_that_was_reset_is_forgotten(lone, folder):
    first = lone.build("lookup", "payments", ALICE.public_key, "--json").json()["payments"]
    lone.build("lookup", "payments", CAROL.public_key)
    again = Sandbox(folder)
    try:
        moved = over_rpc(lone, again.url)
        moved.build("fund", CAROL.public_key)
        moved.build("fund", BOB.public_key)
        told = moved.build("lookup", "payments", ALICE.public_key, "--json")
        assert told.json()["payments"] == [] and "was reset" in told.err
        mine = moved.build("lookup", "payments", CAROL.public_key, "--json")
        assert len(mine.json()["payments"]) == 1 and "was reset" not in mine.err
    finally:
        assert again.stop()[0] == 0
    assert len(first) == 1


def test_an_account_without_transactions_is_looked_at_again_after_a_reset(lone, folder):
    assert lone.build("lookup", "payments", CAROL.public_key, "--json").json()["payments"] == []
    again = Sandbox(folder)
    try:
        moved = over_rpc(lone, again.url)
        for account in (CAROL, BOB, ALICE):
            moved.build("fund", account.public_key)
        told = moved.build("lookup", "payments", CAROL.public_key, "--json")
        assert len(told.json()["payments"]) == 1 and "was reset" in told.err
    finally:
        assert again.stop()[0] == 0


def test_the_desk_shows_and_builds(lone):
    desk = Desk(lone, "--source", ALICE.public_key)
    try:
        client = desk.client()
        for path in ("/", f"/accounts/{ALICE.public_key}", "/requests", "/pay", "/history", "/contacts", "/anchors", "/statement"):
            page = client.get(path)
            assert page.status == 200, (path, page.status)
        until(lambda: all(words in client.get(f"/accounts/{ALICE.public_key}").text for words in
                          ("10000 XLM", "received", "begins with ledger", "Balance in XLM", "to the creation of the account")),
              "the account's page has its balance and its history")
    finally:
        desk.kill()


# ---------------------------------------------------------------- two servers that differ

def test_a_number_that_only_stellar_rpc_calls_used_ends_nothing(funded, offline, sandbox, folder, tmp_path):
    """A server of Stellar RPC stands on another ledger, on which Alice's number is used: nothing is built, and nothing that is signed is called failed."""
    offline.import_key("alice", ALICE)
    number = int(sdk.Server(sandbox.url).load_account(ALICE.public_key).sequence)
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps({"accounts": [{"id": ALICE.public_key, "balance": "10000", "sequence": str(number + 5)}, {"id": BOB.public_key}]}))
    other = Sandbox(folder, "--seed", seed)
    try:
        for name in ("one", "two", "three", "four"):  # A server that is behind is told apart from one that contradicts.
            urlopen(f"{other.url}/friendbot?addr={key(name).public_key}", timeout=60).close()
        payment = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
        built = funded.build(*payment)
        both = replace(funded, env=funded.env | {"STELLAR_RPC_URL": f"{other.url}/rpc"})
        refused = both.build(*payment, code=76)
        assert refused.out == "" and str(number) in refused.err and str(number + 5) in refused.err
        signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built.out, pin=PIN).out
        sent = both.submit("send", "-", "--wait", "2", stdin=signed, code=75)
        assert "sequence number is used" in sent.err and sandbox.url.removeprefix("http://") in sent.err
        # The server that is right has the last word: the same bytes go in there.
        done = funded.submit("resume", "--wait", "30")
        assert "applied in ledger" in done.err and opened(signed).hash_hex() in done.err
    finally:
        assert other.stop()[0] == 0


# ---------------------------------------------------------------- histories

@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_a_statement_is_what_horizon_tells(histories, seed, tmp_path):  # noqa: F811
    history = histories(f"over rpc {seed}")
    machine = replace(over_rpc(history.machine, history.machine.env["STELLAR_HORIZON_URL"]), home=tmp_path / "other")
    machine.home.mkdir()
    one, other = rows(statement(history.machine).out), rows(statement(machine).out)
    assert [row | {"source": ""} for row in movements(other)] == [row | {"source": ""} for row in movements(one)]
    assert net(other) == history.held() == balances(other, "closing")
    assert not balances(other, "unexplained") and not balances(other, "opening")
    listed = {kind: [(p["hash"], p["type"], p["direction"], p["type"] == "account_merge" or p["amount"], p["from"], p["to"]) for p in
                     each.build("lookup", "payments", ALICE.public_key, "--limit", "200", "--json").json()["payments"] if p["direction"]]
              for kind, each in (("horizon", history.machine), ("rpc", machine))}
    assert listed["rpc"] == listed["horizon"]
