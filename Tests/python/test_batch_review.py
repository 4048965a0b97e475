# SPDX-License-Identifier: Apache-2.0
"""A file of many transactions on the signer: one review page, one approval, and one file of signed results for the submitter."""
from __future__ import annotations

import base64
import json
import random
import time
from urllib.parse import quote

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, StrKey, TransactionBuilder, TransactionEnvelope

from programs import PIN, TESTNET, key
from terminal import Terminal

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
A, B, C, I = (pair.public_key for pair in (ALICE, BOB, CAROL, ISSUER))
USDC = Asset("USDC", I)


def transaction(sequence: int, *operations, source=A, memo=None, network=TESTNET, fee=100):
    builder = TransactionBuilder(Account(source, sequence - 1), network, fee).set_timeout(3600)
    for operation in operations or (sdk.Payment(B, Asset.native(), "1"),):
        builder.append_operation(operation)
    if memo:
        builder.add_text_memo(memo)
    return builder.build()


def lines(*envelopes) -> str:
    return "".join(e.to_xdr() + "\n" for e in envelopes)


def table(machine, rows, *options):
    text = "destination,amount,asset,memo\n" + "".join(",".join(row) + "\n" for row in rows)
    return machine.build("batch", "-", "--source", A, "--network", "testnet", "--sequence", "101", "--fee", "100", *options, stdin=text)


def inspected(machine, text: str, **options):
    return machine.sign("inspect", "-", "--network", "testnet", "--json", stdin=text, **options).json()


def test_a_batch_is_reviewed_on_one_page_with_the_outliers_on_top(offline):
    dice = random.Random(7)
    everyone = [StrKey.encode_ed25519_public_key(dice.randbytes(32)) for _ in range(900)]
    rows = [(who, "1.5", "native", "") for who in everyone] + [(B, "1.5", "native", "")] * 2 + [(C, "777.25", "native", ""), (C, "3", f"USDC:{I}", "")]
    built = table(offline, rows)
    words = next(line for line in built.err.splitlines() if line.startswith("words"))[10:]
    shown = offline.sign("inspect", "-", stdin=built.out).out
    page = shown.splitlines()
    assert len(page) < 80 and all(len(line) <= 80 and line.isascii() for line in page)
    assert page[0] == "Batch of 10 transactions on testnet (network id cee0302d)"
    flat = " ".join(shown.split())
    assert words in flat
    grouped = " ".join(C[i:i + 4] for i in range(0, 56, 4))
    assert flat.index(f"{grouped}: 777.25, line 10, operation 3") < flat.index("Leaves 2130.25 XLM in 903 operations")
    assert "1 payments have destination, asset, amount and memo of another one before" in flat
    assert "not in the book are 902 of 902 destinations" in flat
    assert "Sequence 101 to 110, 10 transactions, one behind the other" in flat
    assert "Contains 904 operations: 904 payment" in flat
    found = inspected(offline, built.out)
    assert (found["kind"], found["transactions"], found["words"]) == ("batch", 10, words)
    assert [(f["asset"], f["amount"], f["operations"]) for f in found["flows"]["leaving"]] == [("native", "2130.25", 903), (f"USDC:{I}", "3", 1)]
    assert (found["fee"], found["payments"], found["destinations"]) == ("90400", 904, 902)
    assert found["largest"][0] == {"asset": "native", "amount": "777.25", "destination": C, "memo": {"type": "none", "value": None}, "line": 10,
                                   "operation": 2}
    assert found["each"] is None
    assert found["repeated"]["count"] == 1 and found["new_destinations"]["count"] == 902
    assert [(s["first_sequence"], s["last_sequence"], s["contiguous"]) for s in found["sources"]] == [("101", "110", True)]
    assert found["accounts"] == [{"account": A, "level": "medium", "levels": ["low", "medium"]}]


def test_a_table_that_fits_one_transaction_has_the_check_words_of_that_transaction(offline):
    """The signer shows a single transaction as such, so the builder has to name it the same way."""
    built = table(offline, [(B, f"{n}.5", "native", "") for n in range(1, 101)])
    said = dict(line.split(maxsplit=1) for line in built.err.splitlines() if line[:1] != " ")
    assert said["requests"] == "1, for 100 payments" and "check words: compare with the signer's screen (not a seed phrase)" in built.err
    found = inspected(offline, built.out)
    assert (found["kind"], found["words"], found["hash"]) == ("transaction", said["words"], said["hash"])
    page = offline.sign("inspect", "-", stdin=built.out).out
    assert said["words"] in " ".join(page.split()) and len(page.splitlines()) < 260
    assert "100 of the 100 operations are plain payments:" in page and "W-NEWDEST: 100 times" in page
    assert len(offline.sign("inspect", "-", "--full", stdin=built.out).out.splitlines()) > 1000
    # One more payment makes it a batch, and it is named as a batch.
    two = table(offline, [(B, f"{n}.5", "native", "") for n in range(1, 102)])
    said = dict(line.split(maxsplit=1) for line in two.err.splitlines() if line[:1] != " ")
    found = inspected(offline, two.out)
    assert said["requests"] == "2, for 101 payments" and (found["kind"], found["words"]) == ("batch", said["words"])


def test_a_known_destination_is_named_from_the_book_and_a_swapped_contact_is_held(offline):
    offline.import_key("alice", ALICE)
    offline.sign("book", "contacts", "add", "robert", B, "--key", "alice", "--yes", pin=PIN)
    one = lines(transaction(101))
    page = " ".join(offline.sign("inspect", "-", "-n", "testnet", stdin=one).out.split())
    grouped = " ".join(B[i:i + 4] for i in range(0, 56, 4))
    assert f'Pay 1 XLM to {grouped} [book: "robert"]' in page and "only the PIN proves that the book is yours" in page
    assert inspected(offline, one)["names"] == {B: ["robert"]} and inspected(offline, lines(transaction(101), transaction(102)))["names"] == {B: ["robert"]}
    assert '[book: "robert"]' in offline.sign("inspect", "-", "-n", "testnet", "--full", stdin=one).out
    # The online machine has another address for robert: the request carries that name.
    offline.build("contacts", "add", "robert", C)
    offline.build("contacts", "add", "bobby", B)
    paying = ("--asset", "native", "--amount", "1", "--source", A, "--network", "testnet", "--sequence", "101", "--fee", "100")
    swapped = offline.file("swapped", offline.build("payment", "--destination", "robert", *paying).out)
    found = [(f["rule"], f["level"]) for f in offline.sign("inspect", swapped, "--json").json()["findings"]]
    assert ("W-NAME", "hold") in found
    refused = offline.sign("sign", swapped, "--key", "alice", "--yes", pin=PIN, code=77)
    assert "W-NAME" in refused.err and refused.out == ""
    other = offline.build("payment", "--destination", "bobby", *paying).out
    found = [(f["rule"], f["level"]) for f in offline.sign("inspect", "-", "--json", stdin=other).json()["findings"]]
    assert ("W-NAME", "warn") in found and "hold" not in dict(found).values()


def test_a_batch_is_signed_with_one_confirmation_and_submitted_as_one_file(offline, online):
    offline.import_key("alice", ALICE)
    online.fund(A, B)
    text = "destination,amount,asset\n" + f"{B},1,native\n" * 250
    made = online.build("batch", "-", "--source", A, "--out", "batch.jsonl", stdin=text)
    batch = offline.file("batch.jsonl", (online.home / "batch.jsonl").read_text())
    offline.sign("sign", batch, "--key", "alice", pin=PIN, code=77)
    for form in ("xdr", "response", "request", "signature"):
        answer = offline.home / form
        result = offline.sign("sign", batch, "--key", "alice", "--yes", "--format", form, "--out", answer, pin=PIN)
        assert "Batch of 3 transactions" in result.err and f"3 transactions signed by {A}" in result.err
        assert len(answer.read_text().splitlines()) == 3
    for line in (offline.home / "xdr").read_text().splitlines():
        envelope = TransactionEnvelope.from_xdr(line, TESTNET)
        ALICE.verify(envelope.hash(), envelope.signatures[0].signature)
    assert len({json.loads(line)["hash"] for line in (offline.home / "response").read_text().splitlines()}) == 3
    for form in ("response", "request", "xdr"):
        (online.home / form).write_text((offline.home / form).read_text())
    checked = online.submit("check", "response", "--json").out
    assert len(checked.splitlines()) == 3
    sent = [json.loads(line) for line in online.submit("send", "response", "--json").out.splitlines()]
    assert [outcome["status"] for outcome in sent] == ["success"] * 3
    again = [json.loads(line) for line in online.submit("send", "xdr", "request", "--json").out.splitlines()]
    assert [outcome["hash"] for outcome in again][:3] == [outcome["hash"] for outcome in sent]
    # The signer recognises what it signed before, and the signatures are the same.
    kept = (offline.home / "xdr").read_text()
    repeat = offline.sign("sign", batch, "--key", "alice", "--yes", pin=PIN)
    assert repeat.out == kept and "W-DUP: 3 times" in repeat.err
    assert "250 payments" in made.err
    assert offline.sign("journal").out.count("delivered") >= 3


def test_each_confirmation_value_is_typed_once_for_the_whole_batch(offline):
    offline.import_key("alice", ALICE)
    merges = lines(*(transaction(101 + n, sdk.AccountMerge(B)) for n in range(3)), transaction(104, sdk.AccountMerge(C)))
    batch = offline.file("merges", merges)
    for flags in ((), ("--yes",)):
        refused = offline.sign("sign", batch, "--key", "alice", "-n", "testnet", *flags, pin=PIN, code=77)
        assert refused.out == "" and "W-MERGE" in refused.err
    with_terminal = Terminal(offline, "coldstar-sign", "sign", str(batch), "--key", "alice", "-n", "testnet", "--out", "signed")
    shown = with_terminal.until(f"W-MERGE: to go on, type {B[-6:]}: ")
    assert "W-MERGE: 3 times, the first at line 1, operation 1" in shown
    assert f"To pass W-MERGE, type: {C[-6:]}" in shown
    with_terminal.type(B[-6:] + "\n")
    with_terminal.until(f"W-MERGE: to go on, type {C[-6:]}: ")
    with_terminal.type(C[-6:] + "\n")
    with_terminal.until("PIN or passphrase of alice: ")
    with_terminal.type(PIN + "\n")
    code, _ = with_terminal.end()
    assert code == 0 and len((offline.home / "signed").read_text().splitlines()) == 4
    wrong = Terminal(offline, "coldstar-sign", "sign", str(batch), "--key", "alice", "-n", "testnet", "--out", "more")
    for _ in range(3):
        wrong.until("to go on, type")
        wrong.until(": ")
        wrong.type("nothing\n")
    code, _ = wrong.end()
    assert code == 77 and not (offline.home / "more").exists()


@pytest.mark.slow
def test_a_corrected_batch_is_signed_after_typing_its_sequence_range_once(offline):
    """A thousand requests, one row changed, the same sequence numbers: one value confirms all of them."""
    offline.import_key("alice", ALICE)
    pay = lambda amount: sdk.Payment(B, Asset.native(), amount)
    first = [transaction(n, pay("1")) for n in range(101, 1101)]
    offline.sign("sign", offline.file("first", lines(*first)), "--key", "alice", "-n", "testnet", "--yes", pin=PIN)
    second = [transaction(n, pay("3" if n == 500 else "2")) for n in range(101, 1101)]
    batch = offline.file("second", lines(*second))
    alone = offline.sign("sign", batch, "--key", "alice", "-n", "testnet", "--yes", pin=PIN, code=77)
    assert "HOLD W-SEQUSED: 1000 transactions of" in alone.err and "with numbers from 101 to 1100" in " ".join(alone.err.split())
    assert "To pass W-SEQUSED, type: 101-1100\n" in alone.err and alone.err.count("To pass") == 1 and alone.out == ""
    wrong = Terminal(offline, "coldstar-sign", "sign", str(batch), "--key", "alice", "-n", "testnet", "--out", "wrong")
    for _ in range(3):
        wrong.until("W-SEQUSED: to go on, type 101-1100: ")
        wrong.type("101-1101\n")
    code, _ = wrong.end()
    assert code == 77 and not (offline.home / "wrong").exists()
    right = Terminal(offline, "coldstar-sign", "sign", str(batch), "--key", "alice", "-n", "testnet", "--out", "right")
    right.until("W-SEQUSED: to go on, type 101-1100: ")
    right.type("101-1100\n")
    right.until("PIN or passphrase of alice: ")
    right.type(PIN + "\n")
    code, _ = right.end()
    signed = (offline.home / "right").read_text().splitlines()
    assert code == 0 and len(signed) == 1000
    envelope = TransactionEnvelope.from_xdr(signed[399], TESTNET)
    ALICE.verify(envelope.hash(), envelope.signatures[0].signature)
    # Sequence numbers used before, with gaps between them: two values, one for each rule.
    gaps = offline.file("gaps", lines(*(transaction(n, pay("4")) for n in (1000, 1099, 1200, 1300))))
    mixed = offline.sign("sign", gaps, "--key", "alice", "-n", "testnet", "--yes", pin=PIN, code=77)
    assert "To pass W-SEQUSED, type: 1000-1099\n" in mixed.err and "To pass W-SEQJUMP, type: 1200-1300\n" in mixed.err


def test_one_dangerous_operation_among_many_payments_is_shown_first(offline):
    many = [transaction(101 + n, *(sdk.Payment(B, USDC, "1") for _ in range(100))) for n in range(20)]
    many[13] = transaction(114, *(sdk.Payment(B, USDC, "1") for _ in range(57)), sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(C, 255)),
                           *(sdk.Payment(B, USDC, "1") for _ in range(42)))
    found = inspected(offline, lines(*many))
    new, first = found["findings"][:2]
    assert (new["rule"], new["level"], new["line"]) == ("W-NEWSIGNER", "hold", 14)
    assert (first["rule"], first["level"], first["line"], first["operation"]) == ("W-SIGNER", "hold", 14, 57)
    assert [hold["rule"] for hold in found["holds"] if hold["type_to_pass"] == C[-6:]] == ["W-NEWSIGNER"]
    assert found["operations"] == {"payment": 1999, "set_options": 1}
    assert found["accounts"] == [{"account": A, "level": "high", "levels": ["low", "medium", "high"]}]
    then = ("--now", str(int(time.time())))
    page = offline.sign("inspect", "-", "-n", "testnet", *then, stdin=lines(*many)).out
    assert page.index("HOLD W-SIGNER") < page.index("Largest")
    whole = offline.sign("inspect", "-", "-n", "testnet", *then, "--full", stdin=lines(*many)).out
    assert whole.startswith(page) and whole.count("\nLine ") == 20
    streamed = offline.sign("inspect", "-", "-n", "testnet", "--full", "--json", stdin=lines(*many)).out.splitlines()
    assert [json.loads(line)["kind"] for line in streamed] == ["batch"] + ["transaction"] * 20


def test_every_unusual_operation_is_listed_and_not_only_the_first_of_its_kind(offline):
    """Each of these was once hidden behind a line that showed only the first operation of its kind."""
    usd, other = Asset("USDC", I), Asset("BTC", I)
    signers = [sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(who, 1)) for who in (B, C)]
    hidden = [sdk.AccountMerge(C), sdk.ManageSellOffer(Asset.native(), usd, "1", "1"), sdk.ManageSellOffer(Asset.native(), other, "900", "0.0001"),
              sdk.CreateClaimableBalance(Asset.native(), "500", [sdk.Claimant(C)]), sdk.PathPaymentStrictSend(C, usd, "400", other, "1", []),
              sdk.ChangeTrust(other, "5")]
    many = [transaction(101, *(sdk.Payment(B, usd, "1") for _ in range(50)), *signers), transaction(102, *hidden)]
    found = inspected(offline, lines(*many))
    assert [(o["line"], o["operation"]) for o in found["others"]] == [(1, 50), (1, 51)] + [(2, n) for n in range(6)]
    assert not found["too_varied"] and {h["type_to_pass"] for h in found["holds"]} >= {B[-6:], C[-6:]}
    page = " ".join(offline.sign("inspect", "-", "-n", "testnet", stdin=lines(*many)).out.split())
    besides = page[page.index("Besides"):page.index("Largest")]
    spaced = " ".join(C[i:i + 4] for i in range(0, 56, 4))
    assert besides.count(spaced) >= 4 and "900" in besides and "500" in besides and "400" in besides
    assert "by another" not in besides
    others = transaction(103, sdk.ChangeTrust(other, "5", source=B))
    assert f"by {' '.join(B[i:i + 4] for i in range(0, 56, 4))}" in " ".join(
        offline.sign("inspect", "-", "-n", "testnet", stdin=lines(transaction(101), others)).out.split())


def test_the_largest_payment_is_shown_with_its_memo_among_payments_of_many_assets(offline):
    """Worthless assets once came first, and the large payment behind them was signed unseen."""
    offline.import_key("alice", ALICE)
    dust = [transaction(101 + n, *(sdk.Payment(key(f"{n} {m}").public_key, Asset(f"PAY{n}", I), "1") for m in range(4))) for n in range(6)]
    text = lines(*dust, transaction(107, sdk.Payment(C, Asset.native(), "250000"), memo="for somebody else"))
    spaced = " ".join(C[i:i + 4] for i in range(0, 56, 4))
    signed = offline.sign("sign", "-", "--key", "alice", "-n", "testnet", "--yes", stdin=text, pin=PIN)
    page = " ".join(signed.err.split())
    assert f'Largest payment of XLM {spaced}: 250000, line 7, operation 1, memo text "for somebody else"' in page
    assert "Leaves" in page and "250000 XLM" in page and "more assets and accounts" not in page
    several = inspected(offline, lines(transaction(101, memo="one"), transaction(102, sdk.Payment(C, Asset.native(), "5"), memo="two")))
    assert [(p["destination"], p["memo"]["value"]) for p in several["each"]] == [(B, "one"), (C, "two")]
    dust = [transaction(101, *(sdk.Payment(B, Asset(f"PAY{n}", I), "1") for n in range(51)))]
    assert inspected(offline, lines(*dust, transaction(102)))["too_varied"] is True


def test_a_batch_with_a_wrongly_signed_sep7_link_is_refused(offline):
    offline.import_key("alice", ALICE)
    offline.sign("book", "domains", "add", "example.com", "--link-key", key("domain").public_key, "--yes", pin=PIN)
    links = {}
    for who in ("domain", "stranger"):
        link = f"web+stellar:tx?xdr={quote(transaction(102).to_xdr(), safe='')}&network_passphrase={quote(TESTNET)}&origin_domain=example.com"
        signature = key(who).sign(bytes(35) + b"\4stellar.sep.7 - URI Scheme" + link.encode())
        links[who] = f"{link}&signature={quote(base64.b64encode(signature).decode(), safe='')}"
    for who, level in (("domain", None), ("stranger", "refuse")):
        found = inspected(offline, transaction(101).to_xdr() + "\n" + links[who] + "\n")["findings"]
        assert [f["level"] for f in found if f["rule"] == "W-SEP7" and f["level"] != "info"] == ([level] if level else []), found
    offline.sign("sign", "-", "--key", "alice", "-n", "testnet", "--yes", stdin=transaction(101).to_xdr() + "\n" + links["stranger"] + "\n", pin=PIN, code=77)


def test_a_batch_with_more_unusual_operations_than_can_be_reviewed_is_refused(offline):
    offline.import_key("alice", ALICE)
    entries = [transaction(101 + n, *(sdk.ManageData(f"entry {n} {m}", "x") for m in range(17))) for n in range(3)]
    refused = offline.sign("sign", "-", "--key", "alice", "-n", "testnet", "--yes", stdin=lines(*entries), pin=PIN, code=77)
    assert refused.out == "" and "not signed as a batch" in " ".join(refused.err.split())
    assert inspected(offline, lines(*entries))["too_varied"] is True
    assert inspected(offline, lines(*entries[:2]))["too_varied"] is False


def test_a_transaction_that_pre_authorizes_another_is_refused_in_a_batch(offline):
    """The batch page would not show the attached pre-authorized transaction."""
    offline.import_key("alice", ALICE)
    later = transaction(500, sdk.AccountMerge(C))
    allowing = transaction(101, sdk.SetOptions(signer=sdk.Signer.pre_auth_tx(later.hash(), 1)))
    plain = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", "--sequence", "9", "-n", "testnet").json()
    requests = [{**plain, "envelope": e.to_xdr(), "hints": hints}
                for e, hints in ((allowing, {"preauthorized": [later.to_xdr()]}), (transaction(102), {}))]
    text = "".join(json.dumps(r) + "\n" for r in requests)
    for command in (("inspect",), ("inspect", "--json"), ("sign", "--key", "alice", "--yes")):
        result = offline.sign(*command, "-", stdin=text, pin=PIN if command[0] == "sign" else None, code=65)
        assert result.out == "" and "standard input:1: this authorizes another transaction" in result.err, result.err
    alone = json.loads(offline.sign("inspect", "-", "--json", stdin=json.dumps(requests[0])).out)
    assert len(alone["companions"]) == 1


def test_gaps_in_and_duplicates_of_sequence_numbers_hold_a_batch(offline):
    def rules(*envelopes):
        return {(f["rule"], f["level"]) for f in inspected(offline, lines(*envelopes))["findings"]} - {("W-NEWDEST", "warn"), ("W-REPEATED", "warn")}

    assert rules(transaction(101), transaction(102), transaction(103)) == set()
    assert rules(transaction(101), transaction(103)) == {("W-SEQJUMP", "hold")}
    assert ("W-SEQUSED", "hold") in rules(transaction(101), transaction(101, memo="other"))
    assert rules(transaction(101), transaction(7, source=C), transaction(102), transaction(8, source=C)) == set()


def test_a_malformed_batch_is_refused_with_the_line_number(offline):
    good = transaction(101)
    challenge = transaction(0, sdk.ManageData("example.com auth", b"x" * 64, source=B))
    request = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", "--sequence", "9",
                            "--network-passphrase", "Another network").json()
    mine = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", "--sequence", "9", "-n", "testnet").json()
    signed = json.dumps({"format": "coldstar-response", "version": 1, "id": None, "hash": "0" * 64, "signatures": []})
    for text, message in [
        (lines(good, good), "standard input:2: the same transaction as in line 1"),
        (lines(good) + "\n\n" + lines(challenge), "standard input:4: this is a challenge"),
        (lines(good) + "hello\n", "standard input:2: not a transaction in a known format"),
        (lines(good) + good.to_xdr()[:-4] + "\n", "standard input:2: cut off after"),
        (good.to_xdr()[:-4] + "\n" + lines(good), "not a transaction envelope"),
        (json.dumps(mine) + "\n" + json.dumps(request) + "\n", "standard input:2: this is for another network"),
        (json.dumps(mine) + "\n{}\n", "standard input:2: not a transaction in a known format"),
        (json.dumps(mine) + "\n" + signed + "\n", "standard input:2: "),
        (json.dumps(mine) + "\n" + json.dumps(mine)[:-1] + "\n", "standard input:2: cut off after"),
    ]:
        network = () if text.startswith("{") else ("-n", "testnet")
        for options in ((), ("--json",)):
            result = offline.sign("inspect", "-", *network, *options, stdin=text, code=65)
            assert result.out == "" and message in result.err, result.err
    offline.import_key("alice", ALICE)
    journal = (offline.home / "vault" / "journal").read_bytes()
    for options in (("--format", "ur"), ("--format", "lumensigner"), ("--envelope", good.to_xdr())):
        offline.sign("sign", "-", "--key", "alice", "-n", "testnet", "--yes", *options, stdin=lines(good, transaction(102)), pin=PIN, code=64)
    assert (offline.home / "vault" / "journal").read_bytes() == journal
    for command in (("convert", "-", "--format", "xdr"), ("compose", "-"), ("fee-bump", "-", "--fee-source", B, "--max-fee", "1000", "--offline")):
        assert "more than one document" in offline.build(*command, "-n", "testnet", stdin=lines(good, transaction(102)), code=65).err


@pytest.mark.parametrize("wrap", [64, 76])
def test_an_envelope_wrapped_over_several_lines_is_read_as_one_transaction(offline, wrap):
    text = transaction(101, *(sdk.Payment(B, USDC, "1") for _ in range(5))).to_xdr()
    wrapped = "\n".join(text[i:i + wrap] for i in range(0, len(text), wrap)) + "\n"
    assert inspected(offline, wrapped)["kind"] == "transaction"
