# SPDX-License-Identifier: Apache-2.0
"""Shares of keys (SLIP-39): made, restored, mixed and altered, at a terminal and without one. The judge is `shamir-mnemonic`."""
from __future__ import annotations

import hashlib
import hmac
import itertools
import os
import random
import re
import signal
import subprocess
from dataclasses import replace

import pytest
import shamir_mnemonic as shamir
from shamir_mnemonic.wordlist import WORDLIST
from stellar_sdk import Keypair
from stellar_sdk.sep.mnemonic import StellarMnemonic

from programs import INHERITED, PIN, Machine, key
from terminal import Terminal

WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
ACCOUNT = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
ENTROPY = bytes(StellarMnemonic("english").to_entropy(WORDS))
LONG_WORDS = "bench hurt jump file august wise shallow faculty impulse spring exact slush thunder author capable act festival slice deposit sauce coconut afford frown better"
ALICE = key("alice")
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"


@pytest.fixture
def holder(offline) -> Machine:
    """A key of words, one of more words, one of a secret key, and one of words with a passphrase."""
    def make():
        offline.sign("key", "import", "words", secret=WORDS, pin=PIN)
        offline.sign("key", "import", "long", secret=LONG_WORDS, pin=PIN)
        offline.sign("key", "import", "second", "--account", "5", secret=WORDS, pin=PIN)
        offline.sign("key", "import", "alice", secret=ALICE.secret, pin=PIN)
        with_secret(offline, "key", "import", "hidden", "--passphrase-fd", text="TREZOR", secret=WORDS)
    offline.once("keys to share", make)
    return offline


def with_secret(machine: Machine, *args, text: str, code: int = 0, **more):
    """Runs a command whose last option takes a descriptor with a line."""
    reader, writer = os.pipe()
    os.write(writer, text.encode() + b"\n")
    os.close(writer)
    try:
        with machine.started("coldstar-sign", *args, reader, pin=PIN, keep=(reader,), **more) as process:
            out, err = process.communicate(b"", timeout=60)
    finally:
        os.close(reader)
    assert process.returncode == code, (out, err)
    return err.decode()


def derived(seed: bytes, account: int = 0) -> str:
    node = hmac.new(b"ed25519 seed", seed, hashlib.sha512).digest()
    for index in (44, 148, account):
        node = hmac.new(node[32:], b"\0" + node[:32] + (index + 2**31).to_bytes(4, "big"), hashlib.sha512).digest()
    return Keypair.from_raw_ed25519_seed(node[:32]).public_key


def shares_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def make(machine: Machine, name: str, threshold: int = 2, count: int = 3) -> list[str]:
    return shares_of(machine.sign("key", "shares", "make", name, "--threshold", threshold, "--shares", count, pin=PIN).out)


def restore(machine: Machine, name: str, shares: list[str], *options, code: int = 0):
    path = machine.file("shares.txt", "\n".join(shares) + "\n")
    return machine.sign("key", "shares", "restore", name, path, *options, pin=PIN, code=code)


def account(machine: Machine, name: str) -> str:
    return machine.sign("key", "show", name, "--json").json()["public_key"]


def files(machine: Machine) -> dict[str, bytes]:
    vault = machine.home / "vault"
    return {str(path): path.read_bytes() for path in vault.rglob("*") if path.is_file()} if vault.exists() else {}


# ---------------------------------------------------------------- made

SECRETS = {"words": ENTROPY, "second": ENTROPY, "long": bytes(StellarMnemonic("english").to_entropy(LONG_WORDS)), "alice": ALICE.raw_secret_key(),
           "hidden": hashlib.pbkdf2_hmac("sha512", WORDS.encode(), b"mnemonicTREZOR", 2048)}


@pytest.mark.parametrize("name", SECRETS)
def test_another_program_combines_the_shares(holder, name):
    shares = make(holder, name, 2, 3)
    assert len(shares) == 3
    assert {shamir.combine_mnemonics(pair) for pair in itertools.combinations(shares, 2)} == {SECRETS[name]}
    assert len({share.split()[0] + share.split()[1] for share in shares}) == 1, "one set begins with the same words"


@pytest.mark.parametrize("threshold, count", [(2, 2), (3, 5), (16, 16), (2, 16)])
def test_every_scheme_is_what_another_program_reads(holder, threshold, count):
    shares = make(holder, "long", threshold, count)
    chosen = random.Random(threshold * count).sample(shares, threshold)
    assert len(shares) == count and shamir.combine_mnemonics(chosen) == SECRETS["long"]
    with pytest.raises(shamir.MnemonicError):
        shamir.combine_mnemonics(chosen[1:])


def test_two_sets_of_one_key_do_not_mix(holder):
    one, other = make(holder, "words"), make(holder, "words")
    assert one[0].split()[:2] != other[0].split()[:2] and not set(one) & set(other)
    said = restore(holder, "again", [one[0], other[1]], "--verify", ACCOUNT, code=65).err
    assert "it is of another set than" in said and " ".join(other[1].split()[:2]) in said


def command_for(machine: Machine, name: str) -> str:
    number = "--account 5 " if name == "second" else ""
    return f"coldstar-sign key shares restore {name} {number}--verify {account(machine, name)}"


@pytest.mark.parametrize("name", SECRETS)
def test_sheets_have_the_command_that_restores_the_account(holder, folder, tmp_path, name):
    made = holder.sign("key", "shares", "make", name, "--threshold", 2, "--shares", 3, pin=PIN)
    command = command_for(holder, name)
    headings = [line for line in made.out.splitlines() if line.startswith("#")]
    assert headings == [f"# Share {number} of 3 of the key {name}; any 2 restore it: {command}" for number in (1, 2, 3)]
    assert f"any 2 of the 3 shares restore the key: {command}\n" in made.err
    other = Machine(folder, tmp_path)
    said = other.sign(*command.split()[1:], pin=PIN, stdin="\n".join(shares_of(made.out)[1:])).err
    assert account(other, name) == account(holder, name) and "do not say" not in said


@pytest.mark.parametrize("size", [16, 32])
def test_the_key_of_the_digest_is_random(holder, size):
    """Every byte behind the digest, in the share at place 254, differs between sets: SLIP-39 requires random ones."""
    rests = set()
    for _ in range(8):
        shares = [shamir.share.Share.from_mnemonic(line) for line in make(holder, "words" if size == 16 else "alice", 2, 2)]
        points = [shamir.shamir.RawShare(share.index, share.value) for share in shares]
        secret, digest = (shamir.shamir._interpolate(points, place) for place in (255, 254))
        assert len(digest) == size and digest[:4] == hmac.new(digest[4:], secret, hashlib.sha256).digest()[:4]
        rests.add(digest[4:])
    assert all(len({rest[place] for rest in rests}) > 1 for place in range(size - 4))


@pytest.mark.parametrize("options, said", [
    (("--threshold", "1", "--shares", "3"), "every share alone is the key"), (("--threshold", "4", "--shares", "3"), "from 4, the threshold, to 16"),
    (("--threshold", "2", "--shares", "17"), "to 16"), (("--threshold", "0", "--shares", "3"), "from 2 to 16"),
    (("--threshold", "x", "--shares", "3"), "from 2 to 16"), (("--threshold", "2", "--shares", ""), "to 16"), (("--shares", "3"), "threshold")])
def test_schemes_that_protect_nothing_are_usage_errors(holder, options, said):
    assert said in holder.sign("key", "shares", "make", "words", *options, pin=PIN, code=64).err


def test_a_wrong_pin_and_no_such_key_give_no_share(holder):
    wrong = holder.sign("key", "shares", "make", "words", "--threshold", 2, "--shares", 3, pin="11112222", code=77)
    absent = holder.sign("key", "shares", "make", "worsd", "--threshold", 2, "--shares", 3, pin=PIN, code=66)
    assert not wrong.out and not absent.out and "words" in absent.err


def test_a_full_disk_is_an_error_and_not_half_a_set(holder):
    with open("/dev/full", "wb") as full:
        reader, writer = os.pipe()
        os.write(writer, PIN.encode() + b"\n")
        os.close(writer)
        done = subprocess.run([holder.folder / "coldstar-sign", "key", "shares", "make", "words", "--threshold", "2", "--shares", "3", "--pin-fd", str(reader)],
                              stdout=full, stderr=subprocess.PIPE, pass_fds=[reader], env={"PATH": os.environ["PATH"], "COLDSTAR_HOME": str(holder.home), **INHERITED})
        os.close(reader)
    assert done.returncode == 73 and b"restore the key" not in done.stderr


# ---------------------------------------------------------------- restored

def test_shares_give_the_same_account_kind_and_path_again(holder, folder, tmp_path):
    for name in SECRETS:
        shares = make(holder, name)
        shown = holder.sign("key", "show", name, "--json").json()
        for number, pair in enumerate(itertools.combinations(shares, 2)):
            home = tmp_path / f"{name}{number}"
            home.mkdir()
            other = Machine(folder, home)
            restore(other, "again", list(pair), "--verify", shown["public_key"])
            again = other.sign("key", "show", "again", "--json").json()
            assert {k: again[k] for k in ("public_key", "kind", "account_index")} == {k: shown[k] for k in ("public_key", "kind", "account_index")}


@pytest.mark.parametrize("name", ["words", "long", "hidden"])
def test_without_an_account_shares_are_read_as_the_likeliest(holder, name):
    said = restore(holder, "again", make(holder, name)[1:]).err
    assert account(holder, "again") == account(holder, name)
    assert ("the shares do not say what they are of" in said) == (name != "hidden"), said


def test_a_warning_names_the_accounts_that_shares_may_be_of(holder):
    shares = make(holder, "alice")[1:]
    said = restore(holder, "taken", shares).err
    taken = account(holder, "taken")
    assert f"warning: the shares do not say what they are of; read as the words of a mnemonic, m/44'/148'/0' they give {taken}\n" in said
    assert f"with --as key they give {ALICE.public_key}\n" in said and f"with --as seed they give {derived(ALICE.raw_secret_key())}\n" in said
    assert "--verify ACCOUNT or --as" in said and len({taken, ALICE.public_key, derived(ALICE.raw_secret_key())}) == 3
    for name, options in (("verified", ("--verify", ALICE.public_key)), ("named", ("--as", "key"))):
        assert "warning" not in restore(holder, name, shares, *options).err and account(holder, name) == ALICE.public_key


@pytest.mark.parametrize("way", ["files", "one file", "descriptor", "standard input", "dash"])
def test_shares_come_from_files_descriptors_and_standard_input(holder, way):
    one, two, three = make(holder, "words")
    options = ("--verify", ACCOUNT)
    if way == "files":
        paths = [holder.file(f"{number}.txt", f"# a remark\n\n{share}\r\n") for number, share in enumerate((one, three))]
        said = holder.sign("key", "shares", "restore", "again", *paths, *options, pin=PIN)
    elif way == "one file":
        said = restore(holder, "again", [one.upper(), "", three], *options)
    elif way == "descriptor":
        said = holder.sign("key", "shares", "restore", "again", *options, pin=PIN, secret=f"{two}\n{one}")
    else:
        dash = ("-",) if way == "dash" else ()
        said = holder.sign("key", "shares", "restore", "again", *dash, *options, pin=PIN, stdin=f"{two}\n{one}")
    assert account(holder, "again") == ACCOUNT and "2 of 2 shares read" in said.err and not said.out


def test_what_make_prints_is_what_restore_reads(holder):
    made = holder.sign("key", "shares", "make", "words", "--threshold", 2, "--shares", 3, pin=PIN).out
    said = holder.sign("key", "shares", "restore", "again", "--verify", ACCOUNT, pin=PIN, stdin=made)
    assert "3 shares read; 2 are needed" in said.err and account(holder, "again") == ACCOUNT


def test_four_letters_of_each_word_are_enough(holder):
    shares = [" ".join(word[:4] for word in share.split()) for share in make(holder, "words")[:2]]
    restore(holder, "again", shares, "--verify", ACCOUNT)


@pytest.mark.parametrize("seed", range(12))
def test_sets_of_another_program_are_restored(offline, seed):
    """Random groups, lengths, exponents, passphrases and both forms of encryption."""
    chance = random.Random(f"shares {seed}")
    length = chance.choice([16, 20, 24, 28, 32, 32, 64, 18])
    secret = chance.randbytes(length)
    sizes = [chance.choice([(1, 1), (2, 3), (3, 5), (2, 2)]) for _ in range(chance.randint(1, 4))]
    need = chance.randint(1, len(sizes))
    passphrase = chance.choice([b"", b"TREZOR", b" two words ~"])
    groups = shamir.generate_mnemonics(need, sizes, secret, passphrase, extendable=chance.random() < 0.5, iteration_exponent=chance.randint(0, 2))
    lines = [share for index in chance.sample(range(len(sizes)), need) for share in chance.sample(groups[index], sizes[index][0])]
    chance.shuffle(lines)
    path = offline.file("shares.txt", "\n".join(lines))
    readings = {"seed": derived(secret, 2)}
    if length in (16, 20, 24, 28, 32):
        words = StellarMnemonic("english").to_mnemonic(secret)
        readings["words"] = Keypair.from_mnemonic_phrase(words, index=2).public_key
    if length == 32:
        readings["key"] = Keypair.from_raw_ed25519_seed(secret).public_key
    for number, (reading, expected) in enumerate(readings.items()):
        args = ("key", "shares", "restore", f"key{number}", path, *(("--verify", expected) if chance.random() < 0.5 else ("--as", reading, "--account", "2")))
        with_secret(offline, *args, "--passphrase-fd", text=passphrase.decode()) if passphrase else offline.sign(*args, pin=PIN)
        assert account(offline, f"key{number}") == expected


def test_the_number_of_the_account_is_found_from_its_address(offline):
    [shares] = shamir.generate_mnemonics(1, [(2, 3)], ENTROPY, iteration_exponent=0)
    expected = Keypair.from_mnemonic_phrase(WORDS, index=13).public_key
    restore(offline, "again", shares[:2], "--verify", expected)
    assert offline.sign("key", "show", "again", "--json").json()["account_index"] == 13


@pytest.mark.parametrize("chain, address", [("solana", "3YTDYDBYQ1L5"), ("eip155", "0x")])
def test_shares_of_a_key_of_another_chain(offline, chain, address):
    offline.sign("key", "import", "coins", "--chain", chain, secret=WORDS, pin=PIN)
    shown = offline.sign("key", "show", "coins", "--json").json()
    made = offline.sign("key", "shares", "make", "coins", "--threshold", 2, "--shares", 2, pin=PIN)
    assert made.out.count(f"key shares restore coins --chain {chain} --verify {shown['address']}\n") == 2
    restore(offline, "again", shares_of(made.out), "--chain", chain, "--verify", shown["address"])
    assert offline.sign("key", "show", "again", "--json").json()["address"] == shown["address"]


# ---------------------------------------------------------------- refused

def test_another_account_than_expected_stores_nothing(holder):
    shares = make(holder, "words")
    before = files(holder)
    said = restore(holder, "again", shares, "--verify", ALICE.public_key, code=65).err
    assert f"the shares do not give {ALICE.public_key}" in said and ACCOUNT in said and files(holder) == before


@pytest.mark.parametrize("verify", ["GABC", ALICE.secret, "", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"])
def test_verify_takes_accounts_only(holder, verify):
    said = restore(holder, "again", make(holder, "words"), "--verify", verify, code=65).err
    assert "this is not an account" in said and ALICE.secret not in said


def test_a_wrong_passphrase_is_not_taken_for_the_key(offline):
    [shares] = shamir.generate_mnemonics(1, [(2, 3)], ENTROPY, b"right", iteration_exponent=0)
    path = offline.file("shares.txt", "\n".join(shares[:2]))
    args = ("key", "shares", "restore", "again", path, "--verify", ACCOUNT)
    assert "passphrase" in offline.sign(*args, pin=PIN, code=65).err
    with_secret(offline, *args, "--passphrase-fd", text="wrong", code=65)
    assert not list((offline.home / "vault").glob("again*"))
    with_secret(offline, *args, "--passphrase-fd", text="right")
    assert account(offline, "again") == ACCOUNT


def test_all_faults_are_named_in_one_run_without_a_word_of_a_share(holder):
    one, two, three = make(holder, "words")
    other = make(holder, "long")[0]
    words = two.split()
    lines = [one, other, " ".join(["coldstar", *words[1:]]), " ".join(words[:-1]), " ".join([*words[:-1], "academic" if words[-1] != "academic" else "acid"]), one]
    said = restore(holder, "again", lines, "--verify", ACCOUNT, code=65).err
    for number, part in ((2, "it is of another set than"), (3, "word 1 is not in the word list"), (4, "not 19"), (5, "the checksum is wrong"), (6, "it is the same share as")):
        assert re.search(rf"shares\.txt:{number}: .*{part}", said), said
    assert "5 of 6 shares cannot be used; 1 of 2 shares read; one more is needed" in said
    named = {*one.split()[:2], *other.split()[:2]}
    secret = {word for share in (one, two, other) for word in share.split()[4:]} - named
    assert not secret & set(re.findall("[a-z]+", said)) - {"academic", "acid", "answer", "group", "number", "length"}, said
    assert not list((holder.home / "vault").glob("again*"))


@pytest.mark.parametrize("seed", range(30))
def test_every_altered_set_is_refused(offline, seed):
    """Whatever is changed in a set, nothing is stored; the judge refuses it too."""
    chance = random.Random(f"altered {seed}")
    [group] = shamir.generate_mnemonics(1, [(3, 5)], chance.randbytes(chance.choice([16, 32])), iteration_exponent=0)
    lines = chance.sample(group, 3)
    place = chance.randrange(3)
    words = lines[place].split()
    match chance.randrange(5):
        case 0: words[chance.randrange(len(words))] = chance.choice(WORDLIST)
        case 1:
            a, b = chance.sample(range(len(words)), 2)
            words[a], words[b] = words[b], words[a]
        case 2: del words[chance.randrange(len(words))]
        case 3: words.insert(chance.randrange(len(words)), chance.choice(WORDLIST))
        case 4:
            share = shamir.share.Share.from_mnemonic(lines[place])
            value = bytearray(share.value)
            value[chance.randrange(len(value))] ^= chance.randint(1, 255)
            words = replace(share, value=bytes(value)).mnemonic().split()
    if " ".join(words) == lines[place]:
        return
    lines[place] = " ".join(words)
    with pytest.raises(shamir.MnemonicError):
        shamir.combine_mnemonics(lines)
    restore(offline, "none", lines, code=65)
    assert not list((offline.home / "vault").glob("none*"))


def test_of_more_shares_than_needed_the_made_up_one_is_named(holder):
    shares = make(holder, "words", 2, 4)
    share = shamir.share.Share.from_mnemonic(shares[2])
    shares[2] = replace(share, value=bytes(16)).mnemonic()
    said = restore(holder, "again", shares, "--verify", ACCOUNT, code=65).err
    assert "shares.txt:3 does not fit the other shares" in said


def test_missing_files_taken_names_and_mixed_sources(holder):
    shares = make(holder, "words")
    assert "absent.txt" in holder.sign("key", "shares", "restore", "again", holder.home / "absent.txt", pin=PIN, code=66).err
    assert "words" in restore(holder, "words", shares, code=73).err
    path = holder.file("shares.txt", "\n".join(shares))
    assert "--secret-fd" in holder.sign("key", "shares", "restore", "again", path, pin=PIN, secret=shares[0], code=64).err
    assert "no share was given" in holder.sign("key", "shares", "restore", "again", pin=PIN, code=65).err
    assert "these are the words of a key" in restore(holder, "again", [WORDS], code=65).err
    holder.file("large.txt", "academic " * 20_000)
    holder.sign("key", "shares", "restore", "again", holder.home / "large.txt", pin=PIN, code=65)


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("command", ["restore again", "drill words"])
def test_words_of_a_share_as_arguments_are_not_repeated(holder, command, quoted):
    share = make(holder, "words")[0]
    said = holder.sign("key", "shares", *command.split(), *([share] if quoted else share.split()), code=64).err
    assert "these are the words of a share" in said and "history" in said
    assert not set(share.split()[4:]) & set(re.findall("[a-z]+", said))


def test_a_share_is_no_mnemonic_and_says_what_it_is(holder):
    said = holder.sign("key", "import", "again", secret=make(holder, "words")[0], pin=PIN, code=65).err
    assert "not 20" in said and "coldstar-sign key shares restore NAME" in said


@pytest.mark.parametrize("garbage", [b"\0" * 100, bytes(range(256)), b"academic" * 3000, b"academic " * 33, "\u3000".join(["duckling"] * 20).encode(), b"\xff\xfe"])
def test_garbage_is_refused(offline, garbage):
    path = offline.home / "garbage"
    path.write_bytes(garbage)
    offline.sign("key", "shares", "restore", "none", path, pin=PIN, code=65)


# ---------------------------------------------------------------- drill

def test_a_drill_needs_no_pin_and_writes_nothing(holder):
    shares, others = make(holder, "second"), make(holder, "alice")
    before = files(holder)
    path = holder.file("shares.txt", "\n".join(shares[1:]))
    said = holder.sign("key", "shares", "drill", "second", path)
    assert f"the shares give {account(holder, 'second')}, the key second" in said.err and not said.out
    assert holder.sign("key", "shares", "drill", "second", path, "--json").json() == {
        "version": 1, "name": "second", "public_key": account(holder, "second"), "gives_key": True}
    wrong = holder.sign("key", "shares", "drill", "second", "-", stdin="\n".join(others), code=65)
    assert "of another key than second" in wrong.err and "key shares make second" in wrong.err
    assert "one more is needed" in holder.sign("key", "shares", "drill", "second", "-", stdin=shares[0], code=65).err
    assert files(holder) == before


# ---------------------------------------------------------------- at a terminal

def words_shown(text: str) -> list[str]:
    """The numbered words on a screen, in order."""
    found = {int(number): word for number, word in re.findall(r"(\d+)\. ([a-z]+)", text)}
    return [found[number] for number in sorted(found)]


@pytest.mark.parametrize("name", ["words", "long", "alice", "hidden"])
def test_shares_are_shown_one_by_one_and_some_words_asked_for(holder, name):
    command = command_for(holder, name)
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "make", name, "--threshold", "2", "--shares", "3")
    terminal.until(f"of {name}: ")
    terminal.type(PIN + "\n")
    shares = []
    for number in (1, 2, 3):
        screen = terminal.until("when it is on paper, press Enter: ")
        assert ENTER in screen and f"Share {number} of 3 of the key {name}; any 2 restore it: {command} " in screen.replace("\r\n", " ")
        words = words_shown(screen[screen.index(ENTER):])
        assert len(words) in (20, 33, 59) and not terminal.echoes
        shares.append(" ".join(words))
        terminal.type("\n")
        left = terminal.until(LEAVE)
        assert not any(word in left for word in words[4:])
        for _ in range(2):
            terminal.until(f"share {number}, word ")
            place = int(terminal.until(": "))
            terminal.type(words[place - 1] + "\n")
    code, rest = terminal.end()
    assert code == 0 and command in " ".join(rest.split())
    assert {shamir.combine_mnemonics(pair) for pair in itertools.combinations(shares, 2)} == {SECRETS[name]}


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "SIGHUP"])
def test_an_interruption_clears_the_screen_and_voids_the_set(holder, how):
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "make", "words", "--threshold", "2", "--shares", "3")
    terminal.until("of words: ")
    terminal.type(PIN + "\n")
    terminal.until("when it is on paper, press Enter: ")
    if how == "Ctrl-C":
        terminal.type("\x03")
    else:
        os.kill(terminal.pid, getattr(signal, how))
    cleared = terminal.until(LEAVE)
    assert "\x1b[3J" in cleared
    code, rest = terminal.end()
    assert code == 77 if how == "Ctrl-C" else code in (-15, -1, 77), (code, rest)
    if how == "Ctrl-C":
        assert "ended at share 1 of 3" in rest and "destroy what was written down" in rest


def type_share(terminal: Terminal, share: str, first: bool) -> str:
    shown = ""
    if first:
        shown = terminal.until("(Enter alone: 33): ")
        terminal.type("20\n")
    shown += terminal.until("word 1 of 20: ")
    terminal.type(" ".join(word[:4] for word in share.split()) + " ")
    terminal.until("Enter takes these words; up goes back: ")
    terminal.type("\n")
    return shown


def test_shares_are_typed_word_by_word_until_there_are_enough(holder):
    shares, other = make(holder, "words"), make(holder, "words")
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "restore", "again", columns=100, rows=40)
    type_share(terminal, shares[0], True)
    assert "The next share: 1 of 2 shares read; one more is needed." in type_share(terminal, other[1], False)
    assert "Not taken: it is of another set than share 1" in type_share(terminal, shares[0], False).replace("\r\n", " ")
    assert "Not taken: it is the same share as share 1." in type_share(terminal, shares[2], False)
    shown = terminal.until("type words or seed: ")
    assert ACCOUNT in shown and derived(ENTROPY) in shown
    terminal.type("words\n")
    terminal.until("passphrase for again: ")
    terminal.type(PIN + "\n")
    terminal.until("again: ")
    terminal.type(PIN + "\n")
    code, rest = terminal.end()
    assert code == 0 and ACCOUNT in rest.replace(" ", "") and account(holder, "again") == ACCOUNT


def test_a_typo_costs_one_word(holder):
    shares = make(holder, "words")
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "drill", "words", columns=100, rows=40)
    type_share(terminal, shares[0], True)
    terminal.until("word 1 of 20: ")
    words = shares[1].split()
    terminal.type(" ".join(words[:7]) + " zzz ")
    assert "no word of SLIP-39 begins like this; nearest:" in terminal.until("word 8 of 20: zzz")
    terminal.type("\x15" + " ".join(words[7:]) + "\n")
    terminal.until("Enter takes these words; up goes back: ")
    terminal.type("\n")
    code, rest = terminal.end()
    assert code == 0 and f"the shares give {ACCOUNT}" in rest


def test_an_answer_that_is_no_reading_stores_nothing(holder):
    shares = make(holder, "words")
    path = holder.file("shares.txt", "\n".join(shares))
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "restore", "again", str(path))
    terminal.until("type words or seed: ")
    for _ in range(4):
        terminal.type("yes\n")
        terminal.until("type words or seed: ")
    terminal.type("\x04")
    code, rest = terminal.end()
    assert code == 77 and "nothing was entered" in rest and not list((holder.home / "vault").glob("again*"))


@pytest.mark.parametrize("reading", ["words", "key", "seed"])
def test_shares_of_32_bytes_are_asked_about_with_their_accounts(holder, reading):
    path = holder.file("shares.txt", "\n".join(make(holder, "alice")))
    terminal = Terminal(holder, "coldstar-sign", "key", "shares", "restore", "again", str(path))
    shown = terminal.until("which one is it? type words or key or seed: ")
    accounts = dict(re.findall(r"^  (words|key|seed) +(G[A-Z2-7]{55}) ", shown, re.MULTILINE))
    assert accounts["key"] == ALICE.public_key and accounts["seed"] == derived(ALICE.raw_secret_key()) and len(set(accounts.values())) == 3
    terminal.type(reading + "\n")
    for _ in range(2):
        terminal.until("again: ")
        terminal.type(PIN + "\n")
    code, rest = terminal.end()
    assert code == 0 and account(holder, "again") == accounts[reading], rest
