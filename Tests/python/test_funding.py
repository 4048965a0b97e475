# SPDX-License-Identifier: Apache-2.0
"""The funds a batch needs compared with its payers' balances; and the amounts on both sides of a path payment."""
from __future__ import annotations

import csv
import io
import json
import random
from decimal import Decimal

import pytest
import stellar_sdk as sdk

from programs import key
from servers import Server

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
USD, EUR = sdk.Asset("USD", ISSUER.public_key), sdk.Asset("EUR", ISSUER.public_key)
FEE = Decimal("0.00001")


def name(asset: sdk.Asset) -> str:
    return "native" if asset.is_native() else f"{asset.code}:{asset.issuer}"


@pytest.fixture
def payers(online):
    """Alice holds 10000 XLM less fees, 300 USD and 5 EUR; Bob has trustlines for both."""
    online.fund(ALICE, BOB, ISSUER)
    for pair in (ALICE, BOB):
        online.apply(pair, sdk.ChangeTrust(USD), sdk.ChangeTrust(EUR))
    online.apply(ISSUER, sdk.Payment(ALICE.public_key, USD, "300"), sdk.Payment(ALICE.public_key, EUR, "5"))
    return online


def table(*rows, column: str = "") -> str:
    return f"destination,amount,asset{column}\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def spendable(online, pair=ALICE) -> Decimal:
    found = online.build("lookup", "account", pair.public_key, "--json").json()
    native = next(Decimal(line["balance"]) for line in found["balances"] if line["asset"] == "native")
    # Two trustlines.
    return native - Decimal("0.5") * 4


def batch(online, text: str, *options, code=65, source=ALICE):
    return online.build("batch", "-", "--source", source.public_key, "--fee", "100", "--json", *options, stdin=text, code=code)


def test_an_underfunded_batch_reports_the_missing_amount_and_first_line_for_each_asset(payers):
    has = spendable(payers)
    rows = [(BOB.public_key, "200", name(USD)), (BOB.public_key, "1", name(EUR)), (BOB.public_key, "150", name(USD)), (BOB.public_key, "6", name(EUR)),
            (BOB.public_key, has, "native")]
    refused = batch(payers, table(*rows))
    report = json.loads(refused.out)
    assert report["status"] == "underfunded"
    found = {line["asset"]: line for line in report["funding"]}
    assert {key: Decimal(value) if isinstance(value, str) else value for key, value in found[name(USD)].items() if key not in ("account", "asset")} == {
        "needed": 350, "fees": 0, "spendable": 300, "missing": 50, "line": 4}
    assert (Decimal(found[name(EUR)]["missing"]), found[name(EUR)]["line"]) == (2, 5)
    native = found["native"]
    assert (Decimal(native["needed"]), Decimal(native["fees"]), Decimal(native["spendable"]), Decimal(native["missing"]), native["line"]) == (
        has + 5 * FEE, 5 * FEE, has, 5 * FEE, 6)
    for line in (4, 5, 6):
        assert f"standard input:{line}: {ALICE.public_key} can spare" in refused.err
    assert "missing 0.00005 XLM, 50 USD, 2 EUR" in refused.err and "before line 4 are covered" in refused.err


def test_the_fees_of_all_transactions_count(payers):
    has = spendable(payers)
    each = (has / 250).quantize(FEE / 100, rounding="ROUND_DOWN")
    rows = [(BOB.public_key, each, "native")] * 250
    report = json.loads(batch(payers, table(*rows)).out)["funding"]
    total = 250 * each + 250 * FEE
    assert len(report) == 1 and Decimal(report[0]["missing"]) == total - has and report[0]["line"] == 251
    batch(payers, table(*rows[:-1]), code=0)


def test_an_issuer_can_pay_any_amount_of_its_own_asset(payers):
    batch(payers, table((ALICE.public_key, "900000000", name(USD)), (ALICE.public_key, "5", name(EUR))), code=0, source=ISSUER)


def test_a_payer_can_spend_what_it_receives_earlier_in_the_batch(payers):
    rows = [(BOB.public_key, "300", name(USD), ALICE.public_key), (ALICE.public_key, "250", name(USD), BOB.public_key)]
    batch(payers, table(*rows, column=",source"), code=0)
    report = json.loads(batch(payers, table(*reversed(rows), column=",source")).out)["funding"]
    short, = [line for line in report if line["line"]]
    assert (short["account"], Decimal(short["missing"]), short["line"]) == (BOB.public_key, 250, 2)


def test_the_funding_report_is_a_table_without_json(payers):
    refused = payers.build("batch", "-", "--source", ALICE.public_key, stdin=table((BOB.public_key, "301", name(USD))), code=65)
    assert refused.out == "" and "asset" in refused.err and "spendable" in refused.err
    row, = [line.split() for line in refused.err.splitlines() if line.startswith(name(USD))]
    assert row[1:] == ["301", "300", "1", "line", "2"]


@pytest.mark.parametrize("seed", range(2))
def test_the_funding_report_agrees_with_an_independent_calculation(payers, seed):
    dice = random.Random(seed)
    has = {name(USD): Decimal(300), name(EUR): Decimal(5), "native": spendable(payers)}
    rows = [(BOB.public_key, Decimal(dice.randrange(1, 2 * 10**6)) / 10**4, dice.choice([name(USD), name(EUR), "native"])) for _ in range(dice.randrange(1, 130))]
    left, line_of, spent = dict(has), {}, dict.fromkeys(has, Decimal(0))
    for place, (_, amount, asset) in enumerate(rows):
        if place % 100 == 0:
            fee = FEE * len(rows[place:place + 100])
            left["native"] -= fee
            spent["native"] += fee
            if left["native"] < 0:
                line_of.setdefault("native", place + 2)
        left[asset] -= amount
        spent[asset] += amount
        if left[asset] < 0:
            line_of.setdefault(asset, place + 2)
    if not line_of:
        return batch(payers, table(*rows), code=0)
    report = {line["asset"]: line for line in json.loads(batch(payers, table(*rows)).out)["funding"]}
    for asset, amount in spent.items():
        if amount:
            assert Decimal(report[asset]["needed"]) == amount and Decimal(report[asset]["spendable"]) == has[asset]
            assert Decimal(report[asset]["missing"]) == max(0, -left[asset]) and report[asset]["line"] == line_of.get(asset)


# ---------------------------------------------------------------- path payments


def record(number: int, kind: str, giver, taker, gave: tuple, took: tuple, **more) -> dict:
    """An operation as Horizon lists it, for example 14 XLM delivered as 7 USD."""
    def asset(found, prefix=""):
        if found.is_native():
            return {f"{prefix}asset_type": "native"}
        return {f"{prefix}asset_type": "credit_alphanum4", f"{prefix}asset_code": found.code, f"{prefix}asset_issuer": found.issuer}
    made = {"id": str(number), "paging_token": str(number), "type": kind, "created_at": "2026-11-22T09:00:00Z", "transaction_hash": f"{number:064x}",
            "transaction_successful": True, "source_account": giver.public_key, "from": giver.public_key, "to": taker.public_key,
            "amount": took[0], **asset(took[1]), **more}
    return made | ({"source_amount": gave[0], **asset(gave[1], "source_")} if kind.startswith("path") else {})


XLM = sdk.Asset.native()
PAYMENTS = [
    record(5, "path_payment_strict_receive", ALICE, BOB, ("14.0000000", XLM), ("7.0000000", USD)),
    record(4, "path_payment_strict_send", ALICE, ALICE, ("4.0000000", XLM), ("2.0000000", USD)),
    record(3, "path_payment_strict_send", ALICE, BOB, ("1.5000000", USD), ("1.2500000", USD)),
    record(2, "path_payment_strict_send", BOB, ALICE, ("9.0000000", EUR), ("8.0000000", XLM), transaction_successful=False),
    record(1, "payment", ALICE, BOB, None, ("3.0000000", EUR)),
]


@pytest.fixture
def exchanged(funded, sandbox):
    """A Horizon server with path payments, which the practice network does not support."""
    server = Server(sandbox.url, lambda method, path, ask: (200, json.dumps({"_embedded": {"records": PAYMENTS}}).encode()) if path.endswith("/payments") else None)
    funded.env["STELLAR_HORIZON_URL"] = server.url
    yield funded
    server.close()


def test_a_path_payment_is_shown_with_the_amounts_of_both_sides(exchanged):
    for pair in (ALICE, BOB):
        found = exchanged.build("lookup", "payments", pair.public_key, "--json").json()["payments"]
        assert [(row["source_amount"], row["source_asset"], row["amount"], row["asset"]) for row in found] == [
            ("14.0000000", "native", "7.0000000", name(USD)), ("4.0000000", "native", "2.0000000", name(USD)), ("1.5000000", name(USD), "1.2500000", name(USD)),
            ("9.0000000", name(EUR), "8.0000000", "native"), ("3.0000000", name(EUR), "3.0000000", name(EUR))]
    mine = [line.split(maxsplit=3)[3] for line in exchanged.build("lookup", "payments", ALICE.public_key).out.splitlines()]
    theirs = [line.split(maxsplit=3)[3] for line in exchanged.build("lookup", "payments", BOB.public_key).out.splitlines()]
    for lines, wanted in ((mine, [("sent", "14 XLM", "received as 7 USD"), ("to itself", "4 XLM", "received as 2 USD"), ("sent", "1.5 USD", "received as 1.25 USD"),
                                  ("received", "8 XLM", "sent as 9 EUR"), ("sent", "3 EUR", "")]),
                          (theirs, [("received", "7 USD", "sent as 14 XLM"), None, ("received", "1.25 USD", "sent as 1.5 USD"), ("sent", "9 EUR", "received as 8 XLM"),
                                    ("received", "3 EUR", "")])):
        for line, words in zip(lines, wanted, strict=True):
            if words:
                shown = " ".join(line.split())
                assert shown.startswith(words[0]) and f" {words[1]} " in shown and words[2] in shown
                assert words[2] or " as " not in shown
    assert "(failed)" in mine[3]


# ---------------------------------------------------------------- tables for spreadsheets

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\"=1", "'=1", "''=1", "=HYPERLINK(\"http://x\";\"y\")", "-2+3+cmd|' /C calc'!A0"]


def test_exported_contacts_contain_no_spreadsheet_formulas_and_import_unchanged(offline):
    for place, note in enumerate(FORMULAS):
        offline.build("contacts", "add", f"n{place}", key(f"n{place}").public_key, f"--note={note}")
    before = offline.build("contacts", "export").json()
    text = offline.build("contacts", "export", "--format", "csv").out
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert not cell.lstrip(" \"\t").startswith(("=", "+", "-", "@")), cell
    for place in range(len(FORMULAS)):
        offline.build("contacts", "remove", f"n{place}")
    offline.file("contacts.csv", text)
    offline.build("contacts", "import", "contacts.csv")
    assert offline.build("contacts", "export").json() == before
    assert [entry["note"] for entry in before["contacts"]] == FORMULAS


def test_the_exported_journal_contains_no_spreadsheet_formulas(funded):
    for note in FORMULAS:
        funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1", f"--note={note}", "--after-pending")
    notes = [row["note"] for row in csv.DictReader(io.StringIO(funded.submit("journal", "export", "--csv").out)) if row["note"]]
    assert sorted(notes) == sorted("'" + note for note in FORMULAS)



def test_the_errors_of_a_table_and_the_ledgers_come_together(funded):
    funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "XLM", "--amount", "1")
    sheet = ("destination,amount,asset\n" + f"{BOB.public_key},1,USDC:{CAROL.public_key}\n{BOB.public_key},1e5,native\n{BOB.public_key},2,native\n"
             f"{key('stranger').public_key},3,native\n")
    refused = funded.build("batch", "-", "--source", ALICE.public_key, stdin=sheet, code=65)
    lines = [line for line in refused.err.splitlines() if line.startswith("standard input:")]
    assert [line.split(":")[1] for line in lines] == ["2", "2", "3", "5"], refused.err
    assert "can spare 0 USDC" in lines[0] and "trustline" in lines[1] and 'amount "1e5"' in lines[2] and "does not exist" in lines[3]
    assert "standard input: 3 of 4 lines cannot be used; nothing was done" in refused.err and not refused.out


def test_a_table_with_errors_is_refused_without_a_server(funded):
    funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "XLM", "--amount", "1")
    funded.env = {**funded.env, "STELLAR_HORIZON_URL": "http://127.0.0.1:9"}
    sheet = f"destination,amount,asset\n{BOB.public_key},1,native\n{BOB.public_key},1e5,native\n"
    refused = funded.build("batch", "-", "--source", ALICE.public_key, stdin=sheet, code=65)
    assert "1 of 2 lines cannot be used; nothing was done" in refused.err


@pytest.mark.parametrize("header, said", [
    ("destination,amout,asset", "amout is not a column; the column amount is missing"),
    ("destinaton,amount,amount", "destinaton is not a column; the column amount is there twice; the column destination is missing; the column asset is missing"),
])
def test_all_that_is_wrong_with_a_header_is_named_at_once(funded, header, said):
    assert f"standard input:1: {said}" in funded.build("batch", "-", "--source", ALICE.public_key, stdin=f"{header}\nx,1,native\n", code=65).err
