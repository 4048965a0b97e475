# SPDX-License-Identifier: Apache-2.0
"""The formats of other wallets and devices: Keystone and LumenSigner, in both directions."""
from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, Keypair, TransactionEnvelope

from programs import PIN, TESTNET, key, opened, payment

WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
OWNER = Keypair.from_mnemonic_phrase(WORDS)
SECOND = Keypair.from_mnemonic_phrase(WORDS, index=1)
ALICE, BOB = key("alice"), key("bob")
FINGERPRINT = hashlib.sha256(OWNER.raw_public_key()).digest()[:4].hex()
OFFLINE = ["--sequence", "5", "--network", "testnet"]


@pytest.fixture
def signer(offline):
    offline.sign("key", "import", "owner", secret=WORDS, pin=PIN)
    return offline


def envelope(source=OWNER, count: int = 1) -> TransactionEnvelope:
    return opened(payment(*[sdk.Payment(BOB.public_key, Asset.native(), "1")] * count, source=source))


def asked(machine, *options: str, count: int = 1, source=OWNER) -> str:
    """A Keystone request that the builder makes from an envelope."""
    return machine.build("convert", "-", "--format", "ur", "--dialect", "keystone", "--network", "testnet", *options,
                         stdin=envelope(source, count).to_xdr()).out


def signed(machine, text: str, *options: str, code: int = 0):
    return machine.sign("sign", "-", "--key", "owner", "--yes", "--network", "testnet", *options, stdin=text, pin=PIN, code=code)


@pytest.mark.parametrize("count, options", [(1, ["--key-fingerprint", FINGERPRINT]), (1, ["--key-path", "m/44'/148'/0'"]), (40, [])], ids=str)
def test_the_signer_answers_a_keystone_request_like_a_keystone(signer, count, options):
    request = asked(signer, *options, count=count)
    assert (len(request.splitlines()) > 1) == (count > 1)
    assert all(line.startswith("ur:stellar-sign-request/") for line in request.splitlines())
    answer = signed(signer, request, "--format", "ur").out
    assert answer.startswith("ur:stellar-signature/") and len(answer.splitlines()) == 1
    envelope = TransactionEnvelope.from_xdr(signed(signer, request).out.strip(), TESTNET)
    OWNER.verify(envelope.hash(), envelope.signatures[0].signature)


def test_a_request_for_another_key_is_refused(signer, subtests):
    for options in [["--key-path", "m/44'/148'/1'"], ["--key-path", "m/44'/148'/0"], ["--key-fingerprint", "12345678"],
                    ["--key-fingerprint", "00000000"]]:
        with subtests.test(options=options):
            refused = signed(signer, asked(signer, *options), code=77)
            assert refused.out == "" and "R-PATH" in refused.err


def test_an_imported_key_has_no_path_and_no_fingerprint(offline):
    offline.import_key("owner", OWNER)
    assert "R-PATH" in signed(offline, asked(offline), code=77).err
    assert offline.sign("key", "show", "owner", "--json").json()["fingerprint"] is None
    assert "without a derivation path" in offline.sign("key", "show", "owner", "--format", "lumensigner", code=65).err


def test_the_builder_shows_the_data_that_a_keystone_will_display(offline):
    made = offline.build("payment", "--source", OWNER.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                         *OFFLINE, "--format", "ur", "--dialect", "keystone")
    shown = "".join(re.findall(r"(?m)^  ([A-Za-z0-9+/=]+)$", made.err))
    envelope = offline.sign("inspect", "-", "--json", stdin=made.out).json()
    unsigned = sdk.xdr.TransactionEnvelope.from_xdr_bytes(base64.b64decode(shown) + bytes(4))
    assert TransactionEnvelope.from_xdr(unsigned.to_xdr(), TESTNET).hash_hex() == envelope["hash"]
    assert "testnet" in made.err and "--key-fingerprint" in made.err


def test_a_keystone_response_is_matched_with_its_request_in_the_journal(online, offline):
    offline.sign("key", "import", "owner", secret=WORDS, pin=PIN)
    online.fund(OWNER, BOB)
    made = online.build("payment", "--source", OWNER.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                        "--format", "ur", "--dialect", "keystone")
    answer = offline.sign("sign", "-", "--key", "owner", "--yes", "--format", "ur", stdin=made.out, pin=PIN).out
    assert json.loads(online.submit("send", "-", "--json", stdin=answer.upper()).out)["status"] == "success"


def test_a_lumensigner_response_requires_its_request(online, offline):
    offline.sign("key", "import", "owner", secret=WORDS, pin=PIN)
    online.fund(OWNER, BOB)
    made = online.build("payment", "--source", OWNER.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    frames = online.build("convert", "-", "--format", "lumensigner", stdin=made.out).out
    answer = offline.sign("sign", "-", "--key", "owner", "--yes", "--format", "lumensigner", stdin=frames, pin=PIN).out
    assert answer.startswith("signature;")
    assert "--request" in online.submit("send", "-", stdin=answer, code=65).err
    other = online.build("payment", "--source", OWNER.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "2")
    online.submit("send", "-", "--request", online.file("other.json", other.out), stdin=answer, code=65)
    online.submit("send", "-", "--request", online.file("asked.json", made.out), stdin=answer)


def test_a_bare_hash_is_signed_only_with_its_envelope(signer):
    tx = envelope()
    text = f"sign-hash;m/44'/148'/0';{tx.hash_hex()}"
    refused = signed(signer, text, code=77)
    assert refused.out == "" and "R-HASH" in refused.err
    assert [f["rule"] for f in signer.sign("inspect", "-", "--json", stdin=text).json()["findings"]] == ["R-HASH"]
    answer = signed(signer, text, "--format", "lumensigner", "--envelope", tx.to_xdr()).out.strip()
    OWNER.verify(tx.hash(), base64.b64decode(answer.removeprefix("signature;")))
    other = signed(signer, text, "--envelope", envelope(count=2).to_xdr(), code=77)
    assert other.out == "" and tx.hash_hex() in other.err
    signer.sign("sign", "-", "--key", "owner", "--yes", "--network", "public", "--envelope", tx.to_xdr(), stdin=text, pin=PIN, code=77)
    signed(signer, f"sign-hash;m/44'/148'/1';{tx.hash_hex()}", "--envelope", tx.to_xdr(), code=77)
    assert "bare hash" in signed(signer, tx.to_xdr(), "--envelope", tx.to_xdr(), code=64).err
    for command in (["qr", "-"], ["verify", "-", "--signer", OWNER.public_key]):
        signer.sign(*command, "--network", "testnet", stdin=text, code=None if command[0] == "verify" else 77)
    signer.build("convert", "-", "--network", "testnet", stdin=text, code=77)


def test_key_show_exports_the_address_for_wallets(signer):
    shown = signer.sign("key", "show", "owner", "--format", "ur").out.strip()
    assert shown.startswith("ur:crypto-multi-accounts/")
    assert signer.sign("key", "show", "owner", "--format", "lumensigner").out == f"address;m/44'/148'/0';{OWNER.public_key}\n"
    assert signer.sign("key", "show", "owner", "--json").json()["fingerprint"] == FINGERPRINT
    for text in (shown, f"address;m/44'/148'/0';{OWNER.public_key}", "request-address;m/44'/148'/0'"):
        assert "without a transaction" in signer.sign("inspect", "-", "--network", "testnet", stdin=text, code=65).err


def test_a_signers_response_is_refused_as_a_transaction(offline):
    answer = "signature;" + base64.b64encode(bytes(64)).decode()
    for run, command in ((offline.sign, ["inspect", "-"]), (offline.sign, ["qr", "-"]), (offline.build, ["convert", "-"])):
        assert "this is a signer's response" in run(*command, "--network", "testnet", stdin=answer, code=65).err


def test_invalid_dialect_options_are_usage_errors(offline, subtests):
    for options in [["--dialect", "keystone", "--key-path", "44/148"], ["--dialect", "keystone", "--key-fingerprint", "123"],
                    ["--dialect", "keystone", "--key-fingerprint", "+1234567"], ["--dialect", "lumensigner"],
                    ["--dialect", "xdr"], ["--dialect", "nothing"]]:
        with subtests.test(options=options):
            offline.build("convert", "-", "--format", "ur", "--network", "testnet", *options, stdin=envelope().to_xdr(), code=64)


def test_contacts_import_reads_the_addresses_that_a_signer_exports(signer):
    shown = signer.sign("key", "show", "owner", "--format", "ur").out
    signer.build("contacts", "import", signer.file("accounts.txt", shown.upper()))
    signer.build("contacts", "import", "-", "--name", "second", stdin=f"address;m/44'/148'/1';{SECOND.public_key}\n")
    contacts = signer.build("contacts", "list", "--json").json()["contacts"]
    assert [(c["name"], c["account"]) for c in contacts] == [("owner", OWNER.public_key), ("second", SECOND.public_key)]
    assert contacts[0]["note"] == f"key m/44'/148'/0', fingerprint {FINGERPRINT}" and contacts[1]["note"] == "key m/44'/148'/1'"


def test_contacts_import_refuses_an_input_without_valid_addresses(offline, subtests):
    for text, options, code in [
            ("address;m/44'/148'/1';" + SECOND.public_key, [], 65), ("address;m/44'/148'/1';GABC", ["--name", "x"], 65),
            ("ur:bytes/fzoxueplca", [], 65), ("ur:nothing", [], 65), (f"name,account\nbob,{BOB.public_key}", ["--name", "x"], 64)]:
        with subtests.test(text=text, options=options, code=code):
            offline.build("contacts", "import", "-", *options, stdin=text, code=code)
            assert offline.build("contacts", "list", "--json").json()["contacts"] == []


def test_contacts_import_reads_keystones_published_test_vector(offline):
    vectors = json.loads((Path(__file__).parents[1] / "Core/HandoffTests/Vectors/airgap.json").read_text())
    row = vectors["derived"]["multi_accounts_sep5_test1"]
    offline.build("contacts", "import", "-", stdin="\n".join(row["multipart_max200"]))
    contacts = offline.build("contacts", "list", "--json").json()["contacts"]
    assert [c["account"] for c in contacts] == row["addresses"] and contacts[0]["name"] == "STELLAR-0"
