# SPDX-License-Identifier: Apache-2.0
"""Statements of accounts add up to the ledger's balances, whatever happened in them, and say what only the journal knows."""
from __future__ import annotations

import csv
import datetime
import io
import json
import random
import re
import subprocess
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, Keypair, TransactionBuilder

from programs import TESTNET, Machine, Sandbox, key, opened
from servers import Server

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
USDC, EURC = (Asset(code, ISSUER.public_key) for code in ("USDC", "EURC"))
COLUMNS = ("time,time_local,account,direction,kind,counterparty,name,asset,amount,other_asset,other_amount,fee,memo,note,"
           "ledger,hash,operation,batch,row,signed_by,source").split(",")
MEMOS = ["Invoice 42", "=1+1", "@SUM(A1)", "-5+3", "a;b | c, d: e", "(x) date:2020-99-99", "über", "x" * 28]
DAY = 86_400


def statement(machine: Machine, *options, account: Keypair | None = ALICE, code=0, form="csv"):
    accounts = ["--account", account.public_key] if account else []
    return machine.submit("statement", *accounts, "--format", form, *options, code=code)


def rows(text: str) -> list[dict]:
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert lines[0] == COLUMNS and all(len(line) == len(COLUMNS) for line in lines)
    return [dict(zip(COLUMNS, line)) for line in lines[1:]]


def movements(table: list[dict]) -> list[dict]:
    return [row for row in table if row["kind"] not in ("opening", "closing", "unexplained")]


def balances(table: list[dict], kind: str) -> dict[str, Decimal]:
    return {row["asset"]: Decimal(row["amount"]) for row in table if row["kind"] == kind and Decimal(row["amount"])}


def net(table: list[dict]) -> dict[str, Decimal]:
    """What the rows did to the balances."""
    total: dict[str, Decimal] = defaultdict(Decimal)
    for row in movements(table):
        total["XLM"] -= Decimal(row["fee"] or 0)
        if not row["amount"] or row["direction"] == "self":
            continue
        total[row["asset"]] += Decimal(row["amount"]) * (1 if row["direction"] == "in" else -1)
        if row["direction"] == "trade":
            total[row["other_asset"]] += Decimal(row["other_amount"])
    return {asset: value for asset, value in total.items() if value}


def plus(one: dict, other: dict) -> dict:
    found = {asset: one.get(asset, Decimal(0)) + other.get(asset, Decimal(0)) for asset in {*one, *other}}
    return {asset: value for asset, value in found.items() if value}


class History:
    """What happens to Alice on a practice network whose clock the test sets, and her balances by the ledger after each step."""

    def __init__(self, machine: Machine, sandbox: Sandbox, ahead: Path, seed: str):
        self.machine, self.ahead, self.random = machine, ahead, random.Random(seed)
        self.friends = [BOB, CAROL]
        self.fresh, self.days, self.states = 0, 0, []
        machine.fund(ALICE, *self.friends, ISSUER)
        for pair in (ALICE, *self.friends):
            machine.apply(pair, sdk.ChangeTrust(USDC), sdk.ChangeTrust(EURC))
            for asset in (USDC, EURC):
                machine.apply(ISSUER, sdk.Payment(pair.public_key, asset, "1000"))
        self.note()

    STEPS = "pay_out pay_out pay_in path_out path_in swap create merge claimable bumped bump_for failure settings to_itself token".split()

    def note(self) -> None:
        self.states.append((self.latest()[:10], self.held()))

    def latest(self) -> str:
        return self.machine.horizon("/ledgers", order="desc", limit="1")["_embedded"]["records"][0]["closed_at"]

    def held(self) -> dict[str, Decimal]:
        found = {"XLM" if line["asset_type"] == "native" else f"{line['asset_code']}:{line['asset_issuer']}": Decimal(line["balance"])
                 for line in self.machine.account(ALICE)["balances"]}
        return {asset: value for asset, value in found.items() if value}

    def step(self) -> None:
        if self.random.random() < 0.3:
            self.days += self.random.randrange(1, 4)
            self.ahead.write_text(str(self.days * DAY))
        getattr(self, self.random.choice(self.STEPS))()
        self.note()

    def do(self, source: Keypair, *operations, bump: Keypair | None = None, fails: bool = False) -> None:
        builder = TransactionBuilder(Account(source.public_key, self.machine.sequence(source)), TESTNET, 100).add_time_bounds(0, 0)
        for operation in operations:
            builder.append_operation(operation)
        pick = self.random.random()
        if pick < 0.6:
            builder.add_text_memo(self.random.choice(MEMOS))
        elif pick < 0.7:
            builder.add_id_memo(self.random.randrange(2**64))
        envelope = builder.build()
        envelope.sign(source)
        if bump:
            envelope = TransactionBuilder.build_fee_bump_transaction(bump, 200, envelope, TESTNET)
            envelope.sign(bump)
        if fails:
            with pytest.raises(OSError):
                self.machine.post(envelope)
        else:
            self.machine.post(envelope)

    def friend(self) -> Keypair:
        return self.random.choice(self.friends)

    def asset(self) -> Asset:
        return self.random.choice([Asset.native(), USDC, EURC])

    def amount(self, most: int = 20) -> str:
        return str(Decimal(self.random.randrange(1, most * 10**7)) / 10**7)

    def pay_out(self):
        self.do(ALICE, *(sdk.Payment(self.friend().public_key, self.asset(), self.amount()) for _ in range(self.random.randrange(1, 4))))

    def pay_in(self):
        self.do(self.friend(), sdk.Payment(ALICE.public_key, self.asset(), self.amount()))

    def path(self, source: Keypair, destination: Keypair) -> None:
        send, dest = self.random.sample([Asset.native(), USDC, EURC], 2)
        way = [USDC] if Asset.native() in (send, dest) and EURC in (send, dest) else []
        operation = (sdk.PathPaymentStrictSend(destination.public_key, send, self.amount(10), dest, "0.0000001", way) if self.random.random() < 0.5
                     else sdk.PathPaymentStrictReceive(destination.public_key, send, "900", dest, self.amount(3), way))
        self.do(source, operation)

    def path_out(self):
        self.path(ALICE, self.friend())

    def path_in(self):
        self.path(self.friend(), ALICE)

    def swap(self):
        self.path(ALICE, ALICE)

    def create(self):
        self.fresh += 1
        self.do(ALICE, sdk.CreateAccount(key(f"fresh {self.fresh}").public_key, "2.5"))

    def merge(self):
        self.fresh += 1
        passing = key(f"fresh {self.fresh}")
        self.do(self.friend(), sdk.CreateAccount(passing.public_key, "7.0000003"))
        self.do(passing, sdk.AccountMerge(ALICE.public_key))

    def claimable(self):
        giver, taker = self.random.choice([(ALICE, self.friend()), (self.friend(), ALICE)])
        self.do(giver, sdk.CreateClaimableBalance(self.asset(), self.amount(5), [sdk.Claimant(taker.public_key)]))
        [balance, *_] = self.machine.horizon("/claimable_balances", claimant=taker.public_key)["_embedded"]["records"]
        self.do(taker, sdk.ClaimClaimableBalance(balance["id"]))

    def bumped(self):
        self.do(ALICE, sdk.Payment(self.friend().public_key, self.asset(), self.amount()), bump=self.friend())

    def bump_for(self):
        self.do(BOB, sdk.Payment(CAROL.public_key, Asset.native(), self.amount()), bump=ALICE)

    def failure(self):
        self.do(ALICE, sdk.Payment(BOB.public_key, Asset.native(), "1"), sdk.Payment(key("nobody").public_key, Asset.native(), "1"), fails=True)

    def settings(self):
        self.do(ALICE, sdk.ManageData("job", self.random.randbytes(4)))

    def to_itself(self):
        self.do(ALICE, sdk.Payment(ALICE.public_key, self.asset(), self.amount()))

    def token(self):
        """A transfer through the contract of XLM, built and sent as usual."""
        giver, taker = self.random.choice([(ALICE, BOB), (BOB, ALICE)])
        request = self.machine.build("token", "transfer", "--source", giver.public_key, "--token", "native", "--to", taker.public_key,
                                     "--amount", self.amount(), "--valid-for", "90d", "--rpc-url", self.machine.env["STELLAR_HORIZON_URL"] + "/rpc").out
        envelope = opened(json.loads(request)["envelope"])
        envelope.sign(giver)
        self.machine.post(envelope)


RATES = {"rates": [{"from": "native", "to": f"USDC:{ISSUER.public_key}", "price": "0.25"}, {"from": f"USDC:{ISSUER.public_key}", "to": "native", "price": "3.9"},
                   {"from": f"USDC:{ISSUER.public_key}", "to": f"EURC:{ISSUER.public_key}", "price": "0.9"},
                   {"from": f"EURC:{ISSUER.public_key}", "to": f"USDC:{ISSUER.public_key}", "price": "1.0999999"}]}


@pytest.fixture
def histories(folder, tmp_path, clock, monkeypatch):
    """Makes histories on networks of their own, whose clock is set forward; the programs have the machine's."""
    networks = []

    def make(seed: str, steps: int = 25) -> History:
        home = tmp_path / f"home-{len(networks)}"
        home.mkdir()
        ahead = home / "ahead"
        (home / "rates.json").write_text(json.dumps(RATES))
        with monkeypatch.context() as patch:
            patch.setenv("LD_PRELOAD", clock)
            patch.setenv("CLOCK_AHEAD", str(ahead))
            networks.append(Sandbox(folder, "--seed", home / "rates.json"))
        machine = Machine(folder, home, {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": networks[-1].url})
        history = History(machine, networks[-1], ahead, seed)
        for _ in range(steps):
            history.step()
        return history
    yield make
    for network in networks:
        assert network.stop()[0] == 0


def hledger(path: Path, *arguments: str) -> str:
    ran = subprocess.run(["hledger", "-f", path, *arguments], capture_output=True, text=True, timeout=60,
                         env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(path.parent)})
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_every_statement_adds_up_to_the_ledger_s_balances(histories, seed):
    history = histories(f"statement {seed}")
    whole = rows(statement(history.machine).out)
    held = history.held()
    assert net(whole) == held == balances(whole, "closing") and not balances(whole, "opening") and not balances(whole, "unexplained")
    document = statement(history.machine, form="json").json()
    assert document["accounts"][0]["history"] == "creation" and document["accounts"][0]["adds_up"]
    assert [row["hash"] for row in document["rows"]] == [row["hash"] for row in movements(whole)]
    # Any days: what the ledger had at their ends, and the rows between.
    days = sorted({day for day, _ in history.states})
    picks = random.Random(f"days {seed}")
    for _ in range(4):
        first, last = sorted(picks.choices(days, k=2))
        part = rows(statement(history.machine, "--from", first, "--to", last).out)
        before = next((state for day, state in reversed(history.states) if day < first), {})
        after = next(state for day, state in reversed(history.states) if day <= last)
        assert balances(part, "closing") == after and not balances(part, "unexplained")
        assert balances(part, "opening") == before
        assert plus(before, net(part)) == after
        assert all(first <= row["time"][:10] <= last for row in movements(part))
    # The journal for hledger has the same balances, and its assertions hold.
    path = history.machine.home / "statement.journal"
    statement(history.machine, "--out", path, form="hledger")
    hledger(path, "check")
    listed = list(csv.reader(io.StringIO(hledger(path, "bal", f"assets:{ALICE.public_key}", "-N", "--flat", "--layout=bare", "-O", "csv"))))[1:]
    assert {commodity: Decimal(value.replace(",", "")) for _, commodity, value in listed if Decimal(value.replace(",", ""))} == held


def test_rows_say_who_what_and_why(histories):
    history = histories("rows", steps=0)
    history.do(BOB, sdk.Payment(ALICE.public_key, Asset.native(), "1.5"), bump=CAROL)
    history.path(ALICE, BOB)
    history.bump_for()
    history.failure()
    history.machine.build("contacts", "add", "bob", BOB.public_key)
    got, path, fee, failed = movements(rows(statement(history.machine).out))[-4:]
    assert (got["direction"], got["kind"], got["name"], got["asset"], got["amount"], got["fee"]) == ("in", "payment", "bob", "XLM", "1.5", "")
    assert got["signed_by"].split() == [BOB.public_key, CAROL.public_key] and got["source"] == "ledger" and got["ledger"].isdigit()
    assert path["direction"] == "out" and path["counterparty"] == BOB.public_key and path["other_amount"] and path["fee"] == "0.00001"
    assert (fee["kind"], fee["amount"], fee["fee"], fee["name"]) == ("fee", "", "0.00002", "bob")
    assert (failed["kind"], failed["amount"], failed["fee"]) == ("failed", "", "0.00002")
    assert {row["account"] for row in (got, path, fee, failed)} == {ALICE.public_key}


def test_memos_are_told_as_they_are_and_no_cell_is_a_formula(online):
    online.fund(ALICE, BOB)
    for memo in MEMOS:
        builder = TransactionBuilder(Account(BOB.public_key, online.sequence(BOB)), TESTNET, 100).add_time_bounds(0, 0)
        envelope = builder.append_payment_op(ALICE.public_key, Asset.native(), "1").add_text_memo(memo).build()
        envelope.sign(BOB)
        online.post(envelope)
    table = rows(statement(online).out)
    told = [row["memo"] for row in movements(table)][1:]
    assert told == [f"'{memo}" if memo[0] in "=+-@" else memo for memo in MEMOS]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in table for cell in row.values())
    assert [row["memo"]["value"] for row in statement(online, form="json").json()["rows"]][1:] == MEMOS
    path = online.home / "memos.journal"
    statement(online, "--out", path, form="hledger")
    hledger(path, "check")
    assert len(hledger(path, "tags", "memo", "--values").splitlines()) == len(MEMOS)
    page = statement(online, form="html").out
    assert not re.search(r"<script|https?:|url\(|@import", page) and "über" in page and ALICE.public_key in page


def test_a_memo_steers_neither_a_terminal_nor_the_direction_of_what_is_read(online):
    online.fund(ALICE, BOB)
    builder = TransactionBuilder(Account(BOB.public_key, online.sequence(BOB)), TESTNET, 100).add_time_bounds(0, 0)
    envelope = builder.append_payment_op(ALICE.public_key, Asset.native(), "1").add_text_memo("\x1b[2J\u202eoh\x7f Grüße").build()
    envelope.sign(BOB)
    online.post(envelope)
    for form in ("csv", "html", "hledger", "json"):
        text = statement(online, form=form).out
        assert not any(hostile in text for hostile in ("\x1b", "\x7f", "\u202e") if form != "json"), form
        assert "\x1b" not in text and ("Grüße" in text or "Gr\\u00fc" in text)
    assert "\\x1b[2J\\xe2\\x80\\xaeoh\\x7f Grüße" in statement(online).out


def test_local_times_are_those_of_the_machine_s_zone(online):
    online.fund(ALICE)
    online.env["TZ"] = "Asia/Kolkata"
    [row] = movements(rows(statement(online).out))
    utc, local = (datetime.datetime.fromisoformat(row[name].removesuffix("Z")) for name in ("time", "time_local"))
    assert local - utc == datetime.timedelta(hours=5, minutes=30)
    assert statement(online, form="json").json()["rows"][0]["time_local"].endswith("+05:30")


def test_files_are_written_whole_and_never_over_others(online):
    online.fund(ALICE)
    path = online.home / "statement.csv"
    assert statement(online, "--out", path, "--bom").out == ""
    assert path.read_bytes().startswith(b"\xef\xbb\xbftime,") and path.stat().st_mode & 0o777 == 0o600
    assert "--force" in statement(online, "--out", path, code=73).err
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    statement(online, "--out", path, "--force")
    assert path.read_bytes().startswith(b"time,")
    assert "--bom" in statement(online, "--bom", form="json", code=64).err
    assert "--json" in statement(online, "--json", form="html", code=64).err
    assert online.submit("statement", "--account", ALICE.public_key, "--json").json()["version"] == 1


@pytest.mark.parametrize("options, field", [(("--from", "2026-13-01"), "--from"), (("--to", "1.1.2026"), "--to"), (("--from", "2026-02-02", "--to", "2026-02-01"), "--from"),
                                            (("--account", "GABC"), "--account"), (("--account", "nobody"), "--account")])
def test_a_wrong_option_is_named(online, options, field):
    result = statement(online, *options, account=None if "--account" in options else ALICE, code=65)
    assert f"{field}: " in result.err and result.out == ""


def test_an_account_that_was_never_seen_and_one_that_was_merged(online):
    online.fund(ALICE, BOB)
    result = statement(online, account=CAROL, code=65)
    assert CAROL.public_key in result.err and result.out == ""
    online.apply(ALICE, sdk.AccountMerge(BOB.public_key))
    table = rows(statement(online).out)
    assert net(table) == {} and not balances(table, "closing") and [row["kind"] for row in movements(table)] == ["create_account", "account_merge"]


def test_several_accounts_and_the_one_that_is_configured(online):
    online.fund(ALICE, BOB)
    online.apply(ALICE, sdk.Payment(BOB.public_key, Asset.native(), "5"))
    both = statement(online, "--account", BOB.public_key, form="json").json()
    assert [account["account"] for account in both["accounts"]] == [ALICE.public_key, BOB.public_key]
    assert [row["account"] for row in both["rows"]] == [ALICE.public_key] * 2 + [BOB.public_key] * 2
    path = online.home / "both.journal"
    statement(online, "--account", BOB.public_key, "--out", path, form="hledger")
    assert hledger(path, "bal", "equity:transfers", "-N") == ""
    assert "--account" in statement(online, account=None, code=64).err
    online.env["STELLAR_ACCOUNT"] = BOB.public_key
    assert {row["account"] for row in rows(statement(online, account=None).out)} == {BOB.public_key}


@pytest.fixture
def lying(online, sandbox):
    """A server that changes what the practice network says of a list."""
    servers = []

    def make(change, path: str) -> Machine:
        def say(method, asked, ask):
            if not asked.endswith(path):
                return None
            status, body = ask()
            document = json.loads(body)
            change(document["_embedded"]["records"] if "_embedded" in document else document)
            return status, json.dumps(document).encode()
        servers.append(Server(sandbox.url, say))
        online.env["STELLAR_HORIZON_URL"] = servers[-1].url
        return online
    yield make
    for server in servers:
        server.close()


def paid(machine: Machine) -> None:
    machine.fund(ALICE, BOB)
    machine.apply(ALICE, sdk.Payment(BOB.public_key, Asset.native(), "5"))


def test_a_balance_that_no_transaction_explains_is_said(online, lying):
    paid(online)

    def more(account):
        account["balances"][-1]["balance"] = "9999.0000000"
    machine = lying(more, ALICE.public_key)
    result = statement(machine)
    assert "does not add up" in result.err and "4.00001" in result.err
    assert balances(rows(result.out), "unexplained") == {"XLM": Decimal("4.00001")}
    assert not statement(machine, form="json").json()["accounts"][0]["adds_up"]


@pytest.mark.parametrize("change, path, told", [
    (lambda records: records[0].update(amount="5.0000001"), "/effects", "by its effects"),
    (lambda records: records.pop(0), "/effects", "by its effects"),
    (lambda records: records[0].update(account=BOB.public_key), "/effects", "another account's"),
    (lambda records: records.reverse(), "/effects", "not in order"),
    (lambda records: records[0].update(envelope_xdr=records[1]["envelope_xdr"]), "/transactions", "another transaction's"),
    (lambda records: records[0].update(fee_charged="lots"), "/transactions", "fee_charged"),
    (lambda records: records[0].pop("created_at"), "/transactions", "no time"),
])
def test_a_server_that_contradicts_itself_is_an_error_that_says_where(online, lying, change, path, told):
    paid(online)
    machine = lying(change, f"{ALICE.public_key}{path}")
    result = statement(machine, code=76)
    assert told in result.err and result.out == ""


def test_what_the_server_no_longer_has_is_said(online, lying):
    online.fund(ALICE, BOB)
    request = online.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "2").out
    envelope = opened(json.loads(request)["envelope"])
    envelope.sign(ALICE)
    online.submit("send", "-", stdin=envelope.to_xdr())
    online.apply(BOB, sdk.Payment(ALICE.public_key, Asset.native(), "1"))
    machine = lying(lambda records: records.__delitem__(slice(1, None)), f"{ALICE.public_key}/transactions")
    second = Server(machine.env["STELLAR_HORIZON_URL"], lambda method, path, ask: cut(ask()) if path.endswith(f"{ALICE.public_key}/effects") else None)
    machine.env["STELLAR_HORIZON_URL"] = second.url
    result = statement(machine)
    second.close()
    assert "history of this account begins in ledger" in result.err and envelope.hash_hex() in result.err
    table = rows(result.out)
    assert balances(table, "opening") == {"XLM": Decimal("9997.99999")} and balances(table, "closing") == {"XLM": Decimal("9998.99999")}
    assert len(movements(table)) == 1


def cut(answer: tuple[int, bytes]) -> tuple[int, bytes]:
    """A list with its first element alone."""
    document = json.loads(answer[1])
    del document["_embedded"]["records"][1:]
    return answer[0], json.dumps(document).encode()


def test_what_only_the_journal_knows(online):
    online.fund(ALICE, BOB, CAROL)
    table = online.file("payroll.csv", "name,destination,amount,asset,memo,note\n"
                        f"Bob M,{BOB.public_key},1.5,native,,May 7\nCarol,{CAROL.public_key},2.5,native,,May 8\n")
    request = online.build("batch", table, "--source", ALICE.public_key, "--name", "may", "--note", "salaries").out
    envelope = opened(json.loads(request)["envelope"])
    envelope.sign(ALICE)
    online.submit("send", "-", stdin=envelope.to_xdr())
    online.build("contacts", "add", "carol", CAROL.public_key)
    one, two = movements(rows(statement(online).out))[-2:]
    assert [(row["name"], row["note"], row["batch"], row["row"], row["operation"]) for row in (one, two)] == [
        ("Bob M", "salaries; May 7", "may", "2", "1"), ("carol", "salaries; May 8", "may", "3", "2")]
    assert {row["source"] for row in (one, two)} == {"ledger+journal"} and {row["signed_by"] for row in (one, two)} == {ALICE.public_key}
    assert (one["fee"], two["fee"]) == ("0.00002", "")


def test_lists_of_payments_have_memos_and_whole_addresses(online):
    online.fund(ALICE, BOB)
    envelope = TransactionBuilder(Account(ALICE.public_key, online.sequence(ALICE)), TESTNET, 100).add_time_bounds(0, 0).append_payment_op(
        BOB.public_key, Asset.native(), "1").add_text_memo("Invoice 9").build()
    envelope.sign(ALICE)
    online.post(envelope)
    [latest, *_] = online.build("lookup", "payments", ALICE.public_key, "--json").json()["payments"]
    assert latest["memo"] == {"type": "text", "value": "Invoice 9"} and (latest["from"], latest["to"]) == (ALICE.public_key, BOB.public_key)
    assert "text:Invoice 9" in online.build("lookup", "payments", ALICE.public_key).out
    [account] = online.build("overview", ALICE.public_key, "--json").json()["accounts"]
    assert account["payments"][0]["memo"]["value"] == "Invoice 9" and account["payments"][0]["from"] == ALICE.public_key


def test_the_practice_network_lists_effects_and_trades_as_horizon_does(histories):
    history = histories("effects", steps=0)
    history.do(ALICE, sdk.PathPaymentStrictSend(BOB.public_key, Asset.native(), "4", USDC, "0.1", []))
    read = history.machine.horizon
    account = f"/accounts/{ALICE.public_key}"
    effects = read(f"{account}/effects", order="desc", limit="2")["_embedded"]["records"]
    assert [effect["type"] for effect in effects] == ["trade", "account_debited"]
    assert (effects[0]["sold_amount"], effects[0]["bought_amount"], effects[0]["bought_asset_code"]) == ("4.0000000", "1.0000000", "USDC")
    [trade] = read(f"{account}/trades")["_embedded"]["records"]
    assert {trade["base_account"], trade["counter_account"]} > {ALICE.public_key} and trade["price"] == {"n": "4", "d": "1"}
    operation = effects[0]["paging_token"].split("-")[0]
    assert read(f"/operations/{operation}")["transaction_hash"] == read(f"{account}/transactions", order="desc")["_embedded"]["records"][0]["hash"]
    assert len(read(f"/operations/{operation}/effects")["_embedded"]["records"]) == 3
    # Pages follow each other without a gap, in either order.
    for order in ("asc", "desc"):
        found, cursor = [], ""
        while True:
            page = read(f"{account}/effects", order=order, limit="2", cursor=cursor)["_embedded"]["records"]
            found += [effect["paging_token"] for effect in page]
            if len(page) < 2:
                break
            cursor = page[-1]["paging_token"]
        places = [tuple(map(int, token.split("-"))) for token in found]
        assert places == sorted(set(places), reverse=order == "desc") and len(places) >= 6


def test_the_desk_makes_the_same_statements(funded, client):
    funded.build("contacts", "add", "bob", BOB.public_key)
    funded.apply(ALICE, sdk.Payment(BOB.public_key, Asset.native(), "5"))
    form = client.get("/statement").text
    assert all(f'name="{field}"' in form for field in ("account", "from", "to", "format")) and 'method="get"' in form
    asked = f"/statement?account={ALICE.public_key}&from=&to="
    page = client.get(f"{asked}&format=html").text
    assert 'data-test="statement"' in page and f'data-address="{BOB.public_key}"' in page and '<data value="5">' in page
    table = client.get(f"{asked}&format=csv")
    assert net(rows(table.text)) == net(rows(statement(funded).out)) != {}
    assert client.get(f"{asked}&format=json").json()["accounts"][0]["adds_up"]
    assert "= 9994.99999 XLM" in client.get(f"{asked}&format=hledger").text
    assert client.get("/statement?account=bob&from=&to=&format=html").status == 200
    for query, field in (("account=nobody&format=csv", "account"), (f"account={ALICE.public_key}&from=May&format=csv", "from"),
                         (f"account={ALICE.public_key}&from=2026-02-02&to=2026-02-01&format=csv", "from"), (f"account={CAROL.public_key}&format=csv", "account")):
        wrong = client.get(f"/statement?{query}")
        assert wrong.status == 422 and re.search(rf'name="{field}"[^>]*aria-invalid="true"', wrong.text), query
        assert "--" not in re.sub(r"<[^>]+>", "", wrong.text)


SAMPLES = Path(__file__).parents[2] / "samples" / "statement"


def test_the_samples_turn_the_table_into_balanced_books(histories):
    history = histories("samples")
    path, held = history.machine.home / "statement.csv", history.held()
    statement(history.machine, "--out", path)
    rules = ("--rules-file", str(SAMPLES / "statement.rules"))
    hledger(path, *rules, "check")
    listed = list(csv.reader(io.StringIO(hledger(path, *rules, "bal", f"assets:{ALICE.public_key}", "-N", "--flat", "--layout=bare", "-O", "csv"))))[1:]
    assert {commodity: Decimal(value.replace(",", "")) for _, commodity, value in listed if Decimal(value.replace(",", ""))} == held
    # What the script writes for beancount is read without it: every entry balances, and the balances are those that it asserts.
    made = subprocess.run([SAMPLES / "beancount-from-csv", path], capture_output=True, text=True, check=True).stdout
    opened_accounts, total, asserted = set(re.findall(r"(?m)^\S+ open (\S+)$", made)), defaultdict(Decimal), {}
    for entry in re.split(r"\n(?=\d{4}-\d\d-\d\d \*)", made)[1:]:
        entry, *_ = entry.split("\n\n")
        postings = re.findall(r"(?m)^  ((?:Assets|Income|Expenses|Equity):\S+)  (-?[\d.]+) (\S+)$", entry)
        sums = defaultdict(Decimal)
        for account, amount, commodity in postings:
            assert account in opened_accounts and re.fullmatch(r"[A-Z][A-Z0-9-]{0,22}[A-Z0-9]", commodity)
            sums[commodity] += Decimal(amount)
            total[account, commodity] += Decimal(amount)
        assert len(postings) >= 2 and not any(sums.values()), entry
    for account, amount, commodity in re.findall(r"(?m)^\S+ balance (\S+)  ([\d.]+) (\S+)$", made):
        asserted[account, commodity] = Decimal(amount)
    own = f"Assets:Stellar:{ALICE.public_key}"
    assert asserted == {place: amount for place, amount in total.items() if place[0] == own and (amount or place in asserted)} and len(asserted) == 3
