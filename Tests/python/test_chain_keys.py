# SPDX-License-Identifier: Apache-2.0
"""Keys of other chains: made, imported, listed, exported, backed up and tried, and never used for Stellar."""
from __future__ import annotations

import json
import re

import pytest
from stellar_sdk import Keypair

from chains import base58, is_signed
from programs import PIN, key, payment
from ramp_standin import KEYS

WORDS = "abandon " * 11 + "about"
SEED = "37df573b3ac4ad5b522e064e25b63ea16bcbe79d449e81a0268d1047948bb445"
PRIVATE_KEY = "1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727"
ADDRESSES = {"solana": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", "eip155": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
             "stellar": "GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX"}
PATHS = {"solana": "m/44'/501'/0'/0'", "eip155": "m/44'/60'/0'/0/0", "stellar": "m/44'/148'/0'"}
OTHERS = ("solana", "eip155")
ALICE = key("alice")
POLICY = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "any",
          "assets": ["native"]}


def keypair(seed: str = SEED, public: bytes | None = None) -> str:
    return base58(bytes.fromhex(seed) + (public or Keypair.from_raw_ed25519_seed(bytes.fromhex(seed)).raw_public_key()))


SECRETS = {"solana": keypair(), "eip155": "0x" + PRIVATE_KEY}


@pytest.fixture
def cabinet(offline):
    """The mnemonic as a key of every chain."""
    def make():
        for chain in ADDRESSES:
            offline.sign("key", "import", chain, "--chain", chain, secret=WORDS, pin=PIN)
    offline.once("a key of every chain", make)
    return offline


# ---------------------------------------------------------------- make and show

def test_one_mnemonic_is_a_key_of_every_chain(cabinet):
    listed = {row["name"]: row for row in cabinet.sign("key", "list", "--json").json()["keys"]}
    lines = cabinet.sign("key", "list").out.splitlines()
    for chain, address in ADDRESSES.items():
        shown = cabinet.sign("key", "show", chain, "--json").json()
        assert listed[chain].items() <= shown.items()
        text = cabinet.sign("key", "show", chain).out
        assert address in text and PATHS[chain] in text
        if chain == "stellar":
            assert shown["public_key"] == address and not {"chain", "address", "path"} & shown.keys()
            assert f"{chain}  {address}" in lines
        else:
            assert (shown["chain"], shown["address"], shown["path"]) == (chain, address, PATHS[chain]) and "public_key" not in shown
            assert f"{chain}  {address}  {chain}" in lines and shown["fingerprint"] is None


@pytest.mark.parametrize("chain, form", [("solana", "[1-9A-HJ-NP-Za-km-z]{32,44}"), ("eip155", "0x[0-9a-fA-F]{40}")])
def test_the_words_of_a_new_key_give_it_again(offline, chain, form):
    made = offline.sign("key", "new", "fresh", "--chain", chain, "--json", pin=PIN)
    address = made.json()["address"]
    assert re.fullmatch(form, address) and made.json()["kind"] == "mnemonic"
    words = offline.sign("key", "export", "fresh", pin=PIN).out.strip()
    assert len(words.split()) == 24
    again = offline.sign("key", "import", "again", "--chain", chain, "--json", secret=words, pin=PIN).json()
    assert again["address"] == address


def test_accounts_and_chains_are_derived_from_one_key(cabinet):
    made = cabinet.sign("key", "derive", "stellar", "coins", "--chain", "solana", "--account", "0", "--json", pin=PIN).json()
    assert made["address"] == ADDRESSES["solana"]
    second = cabinet.sign("key", "derive", "coins", "second", "--account", "1", "--json", pin=PIN).json()
    assert (second["chain"], second["path"]) == ("solana", "m/44'/501'/1'/0'") and second["address"] != made["address"]
    back = cabinet.sign("key", "derive", "second", "lumens", "--chain", "stellar", "--account", "0", "--json", pin=PIN).json()
    assert back["public_key"] == ADDRESSES["stellar"]


@pytest.mark.parametrize("words", [("import", "x"), ("new", "x"), ("derive", "stellar", "x", "--account", "0")])
def test_an_unknown_chain_is_an_error_of_usage(cabinet, words):
    result = cabinet.sign("key", *words, "--chain", "bitcoin", secret=WORDS if words[0] == "import" else None, pin=PIN, code=64)
    assert "bitcoin" in result.err and not (cabinet.home / "vault/x.key").exists()


# ---------------------------------------------------------------- secret keys

@pytest.mark.parametrize("chain", OTHERS)
def test_a_private_key_goes_in_and_out_in_the_form_of_its_chain(offline, chain):
    shown = offline.sign("key", "import", "coins", "--chain", chain, "--json", secret=SECRETS[chain], pin=PIN).json()
    assert (shown["address"], shown["kind"], shown["path"], shown["account_index"]) == (ADDRESSES[chain], "seed", None, None)
    assert offline.sign("key", "export", "coins", pin=PIN).out.strip() == SECRETS[chain]
    assert offline.sign("key", "drill", "coins", secret=SECRETS[chain], pin=PIN).code == 0
    offline.sign("key", "derive", "coins", "more", "--account", "1", pin=PIN, code=65)
    offline.sign("key", "derive", "coins", "more", "--chain", "stellar", "--account", "0", pin=PIN, code=65)


def refused(machine, chain: str, secret: str, *options) -> str:
    """Imports what must be refused: nothing is stored, and no message repeats it."""
    result = machine.sign("key", "import", "x", "--chain", chain, *options, secret=secret, pin=PIN, code=65)
    assert secret not in result.out + result.err and secret[4:20] not in result.out + result.err
    assert not (machine.home / "vault/x.key").exists() and len(result.err.strip().splitlines()) == 1
    return result.err


def test_the_secret_of_one_chain_is_refused_for_another(offline):
    forms = {"stellar": (ALICE.secret,), "solana": (keypair(),), "eip155": (PRIVATE_KEY, "0x" + PRIVATE_KEY, PRIVATE_KEY.upper())}
    titles = {"stellar": "Stellar", "solana": "Solana", "eip155": "Ethereum"}
    for wanted in forms:
        for chain, texts in forms.items():
            for text in texts if chain != wanted else ():
                assert f"a secret key of {titles[chain]}, not of {titles[wanted]}" in refused(offline, wanted, text)


def test_a_malformed_secret_is_refused(offline, subtests):
    for chain, secret, reason in [
            ("solana", keypair(public=bytes(range(32))), "halves do not match"), ("eip155", "0" * 64, "not a private key"),
            ("eip155", ADDRESSES["eip155"], "public key"), ("solana", "abandon " * 12, "checksum"),
        ]:
        with subtests.test(chain=chain, reason=reason):
            assert reason in refused(offline, chain, secret)


@pytest.mark.parametrize("chain", OTHERS)
def test_only_words_have_accounts(offline, chain):
    assert "mnemonics only" in refused(offline, chain, SECRETS[chain], "--account", "1")


# ---------------------------------------------------------------- backups and PINs

@pytest.mark.parametrize("chain", OTHERS)
def test_a_key_is_backed_up_restored_and_tried(cabinet, chain):
    paper = cabinet.home / "paper"
    cabinet.sign("key", "backup", chain, "--out", paper)
    cabinet.sign("key", "remove", chain, "--yes")
    restored = cabinet.sign("key", "restore", chain, paper, pin=PIN)
    assert ADDRESSES[chain] in restored.err
    assert ADDRESSES[chain] in cabinet.sign("key", "drill", chain, secret=WORDS, pin=PIN).err
    assert cabinet.sign("key", "show", chain, "--json").json()["drilled"] is not None
    other = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
    assert "of another key" in cabinet.sign("key", "drill", chain, secret=other, pin=PIN, code=65).err
    cabinet.sign("key", "drill", chain, secret=ALICE.secret, pin=PIN, code=65)


@pytest.mark.parametrize("chain", OTHERS)
def test_the_pin_changes(cabinet, chain):
    (cabinet.home / "new").write_text("passphrase of some length\n")
    with (cabinet.home / "new").open() as new:
        with cabinet.started("coldstar-sign", "key", "change-pin", chain, "--new-pin-fd", new.fileno(), pin=PIN, keep=[new.fileno()]) as process:
            process.communicate(timeout=60)
    assert process.returncode == 0
    cabinet.sign("key", "export", chain, pin=PIN, code=77)
    assert cabinet.sign("key", "export", chain, pin="passphrase of some length").out.strip() == WORDS


def test_a_vault_with_keys_of_all_chains_is_backed_up_and_restored(cabinet):
    backup = cabinet.home / "vault.backup"
    cabinet.sign("backup", "--out", backup)
    (cabinet.home / "vault").rename(cabinet.home / "gone")
    restored = cabinet.sign("restore", backup, "--json").json()
    told = {row["name"]: row.get("address") or row["public_key"] for row in restored["keys"]}
    assert told == {chain: address for chain, address in ADDRESSES.items()}
    assert cabinet.sign("key", "export", "eip155", pin=PIN).out.strip() == WORDS


@pytest.mark.parametrize("old, new", [('"version":2', '"version":3'), ("m/44'/501'/0'/0'", "m/44'/501'/1'/0'")], ids=["version", "path"])
def test_a_changed_key_file_does_not_open(cabinet, old, new):
    file = cabinet.home / "vault/solana.key"
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    result = cabinet.sign("key", "export", "solana", pin=PIN, code=None)
    assert result.code in (65, 77) and result.out == ""


# ---------------------------------------------------------------- what such a key does not do

@pytest.mark.parametrize("chain", OTHERS)
def test_a_key_of_another_chain_signs_nothing_of_stellar(cabinet, chain):
    title = {"solana": "Solana", "eip155": "Ethereum"}[chain]
    cabinet.file("tx.xdr", payment())
    cabinet.file("file", "content")
    journal = (cabinet.home / "vault/journal").read_bytes()
    for words in (("tx.xdr", "-n", "testnet"), ("--payload", "00" * 31), ("--file", "file")):
        result = cabinet.sign("sign", *words, "--key", chain, "--yes", pin=PIN, code=77)
        assert f"this key is bound to {title}" in result.err and result.out == ""
    assert (cabinet.home / "vault/journal").read_bytes() == journal


@pytest.mark.parametrize("chain", OTHERS)
def test_a_key_of_another_chain_owns_neither_book_nor_policy(cabinet, chain):
    policy = cabinet.file("policy.json", json.dumps(POLICY))
    for words in (("book", "contacts", "add", "bob", key("bob").public_key), ("policy", "set", policy)):
        assert "is a key of" in cabinet.sign(*words, "--key", chain, pin=PIN, code=77).err
    assert not (cabinet.home / "vault/book").exists() and not (cabinet.home / "vault/policy").exists()


def test_wallets_of_stellar_get_no_key_of_another_chain(cabinet):
    for options in (("--format", "ur"), ("--format", "lumensigner"), ("--format", "minisign"), ("--qr", "--dialect", "keystone")):
        for chain in OTHERS:
            result = cabinet.sign("key", "show", chain, *options, code=77)
            assert "--format coldstar" in result.err


@pytest.mark.parametrize("chain", ADDRESSES)
def test_the_online_side_gets_name_chain_and_address(cabinet, chain):
    document = cabinet.sign("key", "show", chain, "--format", "coldstar").json()
    assert document == {"format": "coldstar-accounts", "version": 1, "accounts": [
        {"name": chain, "chain": chain, "address": ADDRESSES[chain], "path": PATHS[chain]}]}


@pytest.mark.parametrize("chain", ADDRESSES)
def test_the_online_side_takes_it_from_a_file_or_a_code(cabinet, chain):
    taken = {"contacts": int(chain == "stellar"), "addresses": int(chain != "stellar")}
    document = cabinet.sign("key", "show", chain, "--format", "coldstar").out
    said = cabinet.build("contacts", "import", "-", "--json", stdin=document).json()
    assert {member: said[member] for member in taken} == taken
    cabinet.sign("key", "show", chain, "--dialect", "coldstar", "--png", "code.png")
    scanned = cabinet.run("coldstar-scan", "code.png").out
    assert "ur:coldstar-list/" in scanned.lower()
    cabinet.build("contacts", "import", "-", "--replace", stdin=scanned)
    kept = cabinet.home / "online/addresses.json"
    if chain == "stellar":
        assert ADDRESSES[chain] in cabinet.build("contacts", "list").out and not kept.exists()
    else:
        assert [row["address"] for row in json.loads(kept.read_text())["accounts"]] == [ADDRESSES[chain]]
        assert kept.stat().st_mode & 0o777 == 0o600


def test_the_online_side_keeps_the_addresses_that_it_has(cabinet):
    for chain in OTHERS:
        cabinet.build("contacts", "import", "-", stdin=cabinet.sign("key", "show", chain, "--format", "coldstar").out)
    kept = cabinet.home / "online/addresses.json"
    assert [row["chain"] for row in json.loads(kept.read_text())["accounts"]] == list(OTHERS)
    before = kept.read_text()
    document = cabinet.sign("key", "show", "solana", "--format", "coldstar").json()
    for member, value in (("address", ADDRESSES["eip155"]), ("chain", "bitcoin"), ("name", None)):
        wrong = {**document, "accounts": [{**document["accounts"][0], member: value}]}
        cabinet.build("contacts", "import", "-", stdin=json.dumps(wrong), code=65)
    cabinet.build("contacts", "import", "-", stdin=json.dumps({**document, "version": 2}), code=65)
    assert kept.read_text() == before


@pytest.mark.parametrize("chain", OTHERS)
def test_an_address_is_compared_as_a_whole(cabinet, chain):
    address = ADDRESSES[chain]
    assert cabinet.sign("key", "show", chain, "--verify", address).out.strip() == f"the same: {address}"
    wrong = address[:-1] + ("2" if address[-1] != "2" else "3")
    assert f"differ at character {len(address)}" in cabinet.sign("key", "show", chain, "--verify", wrong, code=65).err


def test_no_secret_is_written_or_printed(cabinet):
    for chain in OTHERS:
        cabinet.sign("key", "import", f"{chain}-seed", "--chain", chain, secret=SECRETS[chain], pin=PIN)
    cabinet.sign("backup", "--out", cabinet.home / "vault.backup")
    secrets = [WORDS.encode(), *(text.encode() for text in (SEED, PRIVATE_KEY, keypair(), base58(bytes.fromhex(SEED)))),
               bytes.fromhex(SEED), bytes.fromhex(PRIVATE_KEY)]
    said = [cabinet.sign("key", *words) for words in (("list",), ("list", "--json"), *(("show", f"{chain}-seed") for chain in OTHERS),
                                                      *(("show", chain, "--format", "coldstar") for chain in OTHERS))]
    texts = [path.read_bytes() for path in cabinet.home.rglob("*") if path.is_file()] + [(r.out + r.err).encode() for r in said]
    assert len(texts) > 10
    assert not [secret for secret in secrets for text in texts if secret in text]


@pytest.mark.parametrize("chain, member, prefix", [("solana", "signature_base58", ""), ("eip155", "signature", "0x")])
def test_the_judge_of_signatures_accepts_the_published_ones_only(chain, member, prefix):
    """`is_signed`, with which the ramp's stand-in verifies."""
    signatures = {each["message"]: prefix + each[member] for each in KEYS[chain]["messages"]}
    for text, signature in signatures.items():
        assert is_signed(ADDRESSES[chain], text, signature)
        wrong = [text + " ", *(each for each in signatures if each != text)]
        assert not any(is_signed(ADDRESSES[chain], each, signature) for each in wrong)
        last = {"1b": "1c", "1c": "1b"}[signature[-2:]] if chain == "eip155" else "12"
        changed = [signature[:-2] + last, signature[:-2], signature + "11", signature[:8] + ("1" if signature[8] != "1" else "2") + signature[9:], ""]
        assert not any(is_signed(ADDRESSES[chain], text, each) for each in changed)
        assert not is_signed(ADDRESSES[chain][:-1] + "1", text, signature)
