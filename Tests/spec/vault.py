# SPDX-License-Identifier: Apache-2.0
"""Vectors for docs/spec/key-file.md and docs/spec/backup.md."""

import functools
import hashlib
import json

from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt, crypto_pwhash_alg

from encoding import canonical
from sample import (
    ACCOUNT, KEY, OTHER_TEST_SEED, TEST_ENTROPY, TEST_SEED, TEST_WORDS, address, b64, be, bip39_seed, hmac512, raw_key, slip10,
)
from vectors import Vectors

PIN = "80412957"
FACTOR = b"the bytes of a second factor's file"
PASSES, MEMORY = 3, 256 << 20
ARGON2ID = 2
CREATED = 1_790_000_000


@functools.cache
def argon2(pin, salt, passes, memory):
    return crypto_pwhash_alg(32, pin, salt, passes, memory, ARGON2ID)


def salt_of(label, count):
    """Fixed bytes, so that the vectors are reproducible; a writer uses random bytes."""
    return hashlib.sha256(label.encode()).digest()[:count]


def seal(secret, passphrase, data, factor=None, passes=PASSES, memory=MEMORY):
    salt, nonce = salt_of("salt", 16), salt_of("nonce", 24)
    header = bytes([1, 1, 1, 0 if factor is None else 1]) + be(passes) + be(memory, 8) + salt + nonce
    key = argon2(passphrase, salt, passes, memory)
    if factor is not None:
        key = hmac512(key, b"coldstar second factor" + factor)[:32]
    return header + crypto_aead_xchacha20poly1305_ietf_encrypt(secret, header + data, nonce, key)


def sealed_box():
    file = Vectors("sealed-box", "key-file.md", "Sealed boxes. passphrase, associated_data and second_factor: as given to the reader, in "
                   "hexadecimal but for the passphrase. accept: the contents in hexadecimal.")
    data = b"associated data\n"
    given = {"passphrase": PIN, "associated_data": data.hex(), "second_factor": None}
    contents = bytes(range(32))
    box = seal(contents, PIN.encode(), data)
    factored = seal(contents, PIN.encode(), data, FACTOR)
    accept = lambda name, box, secret, **changes: file.accept(name, box, {"contents": secret.hex()}, **{**given, **changes})
    reject = lambda name, box, reason, **changes: file.reject(name, box, reason, **{**given, **changes})
    accept("32 bytes", box, contents)
    accept("no bytes", seal(b"", PIN.encode(), data), b"")
    accept("no associated data", seal(contents, PIN.encode(), b""), contents, associated_data="")
    accept("a passphrase beyond ASCII", seal(contents, "Caf\u00e9 \u2713".encode(), data), contents, passphrase="Caf\u00e9 \u2713")
    accept("a second factor", factored, contents, second_factor=FACTOR.hex())

    def changed(place, value, base=box):
        return base[:place] + (value if isinstance(value, bytes) else bytes([value])) + base[place + (len(value) if isinstance(value, bytes) else 1):]

    reject("71 bytes", box[:71], "shorter than header and authenticator")
    reject("version 2", changed(0, 2), "the version is unknown")
    reject("another key derivation", changed(1, 2), "the key derivation is unknown")
    reject("another cipher", changed(2, 2), "the cipher is unknown")
    reject("an unknown flag", changed(3, 2), "bit 1 of the flags is not zero")
    reject("2 passes", seal(contents, PIN.encode(), data, passes=2), "fewer than 3 passes")
    reject("255 MiB", seal(contents, PIN.encode(), data, memory=255 << 20), "less than 256 MiB")
    reject("17 passes", seal(contents, PIN.encode(), data, passes=17), "more than 16 passes")
    reject("more than 4 GiB", changed(8, be((4 << 30) + 1024, 8)), "more than 4 GiB")
    reject("another passphrase", box, "the passphrase is wrong", passphrase="80412958")
    reject("a passphrase in another normal form", seal(contents, "Caf\u00e9".encode(), data), "passphrases are compared as bytes",
           passphrase="Cafe\u0301")
    reject("other associated data", box, "the associated data is not that of the box", associated_data=b"Associated data\n".hex())
    reject("a changed ciphertext", changed(56, box[56] ^ 1), "a bit of the ciphertext was changed")
    reject("a changed authenticator", changed(len(box) - 1, box[-1] ^ 1), "a bit of the authenticator was changed")
    reject("a changed nonce", changed(32, box[32] ^ 1), "the header is authenticated")
    reject("a changed salt", changed(16, box[16] ^ 1), "another salt gives another key")
    reject("a box that is cut off", box[:-1], "the authenticator is not complete")
    reject("a byte after the box", box + b"\0", "a byte follows the authenticator")
    reject("no second factor where one is needed", factored, "the flags say that a second factor is mixed in")
    reject("a second factor where none is used", box, "the flags say that no second factor is mixed in", second_factor=FACTOR.hex())
    reject("another second factor", factored, "the second factor is wrong", second_factor=(FACTOR + b"\n").hex())
    return file


def public(name="savings", **changes):
    return {"format": "coldstar-key", "version": 1, "name": name, "public_key": ACCOUNT, "secret": "seed", "account": None,
            "bip39_passphrase": False, "second_factor": None, "created": CREATED, "counter": 0, "policy": None, **changes}


def public_of(chain, address_, path, name="savings", **changes):
    """The first line of version 2, for a key of another chain than Stellar."""
    return {"format": "coldstar-key", "version": 2, "name": name, "chain": chain, "address": address_, "secret": "seed", "path": path,
            "bip39_passphrase": False, "second_factor": None, "created": CREATED, "counter": 0, "policy": None, **changes}


def made(head, entropy="generator", rolls=None, **changes):
    """The first line of a key whose words were made here: version 3 instead of 1, and 4 instead of 2."""
    members = {}
    for member, value in {**head, "version": head["version"] + 2, **changes}.items():
        members[member] = value
        if member in ("account", "path"):
            members |= {"entropy": entropy, "rolls": rolls}
    return members


def base58(data):
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def key_file(head, secret, factor=None, box=None):
    line = (head if isinstance(head, str) else canonical(head)) + "\n"
    return line + b64(box or seal(secret, PIN.encode(), line.encode(), factor)) + "\n"


def key_files():
    file = Vectors("key-file", "key-file.md", "Key files. key_name: from the file's name; pin and second_factor (hexadecimal): as given. "
                   "accept: what the first line says, and the sealed secret in hexadecimal. The seeds are those of RFC 8032 and SEP-5.")
    given = {"key_name": "savings", "pin": PIN, "second_factor": None}

    def accept(name, head, secret, factor=None):
        identity = ("public_key", "account") if head["version"] in (1, 3) else ("chain", "address", "path")
        source = ("entropy", "rolls") if head["version"] > 2 else ()
        told = {member: head[member] for member in (*identity, *source, "secret", "created")}
        file.accept(name, key_file(head, secret, factor), {**told, "test_secret": secret.hex()},
                    **{**given, "second_factor": factor and factor.hex()})

    words = public(secret="mnemonic", account=0, public_key=address(raw_key(slip10(bip39_seed(TEST_WORDS), 44, 148, 0))))
    other_account = {**words, "account": 7, "public_key": address(raw_key(slip10(bip39_seed(TEST_WORDS), 44, 148, 7)))}
    stretched = bip39_seed(TEST_WORDS, "with a passphrase")
    accept("a seed", public(), TEST_SEED)
    accept("a mnemonic of 12 words", words, TEST_ENTROPY)
    accept("another account of the mnemonic", other_account, TEST_ENTROPY)
    accept("a BIP-39 seed", public(secret="bip39-seed", account=0, public_key=address(raw_key(slip10(stretched, 44, 148, 0)))), stretched)
    accept("a second factor", public(second_factor="file"), TEST_SEED, FACTOR)
    solana = public_of("solana", base58(raw_key(slip10(bip39_seed(TEST_WORDS), 44, 501, 0, 0))), "m/44'/501'/0'/0'", secret="mnemonic")
    solana_seed = public_of("solana", base58(KEY), None)
    # The zero entropy is that of the mnemonic "abandon ... about", whose addresses other wallets show.
    ethereum = public_of("eip155", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "m/44'/60'/0'/0/0", secret="mnemonic")
    ethereum_key = bytes.fromhex("1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727")
    accept("a mnemonic for Solana", solana, TEST_ENTROPY)
    accept("a seed for Solana", solana_seed, TEST_SEED)
    accept("a mnemonic for eip155", ethereum, bytes(16))
    accept("a private key for eip155", {**ethereum, "secret": "seed", "path": None}, ethereum_key)

    accept("words of the generator", made(words), TEST_ENTROPY)
    accept("words of 50 rolls and the generator", made(words, "rolls-and-generator", 50), TEST_ENTROPY)
    accept("words of the most rolls", made(other_account, "rolls-and-generator", (1 << 32) - 1), TEST_ENTROPY)
    accept("words for Solana of 99 rolls and the generator", made(solana, "rolls-and-generator", 99), TEST_ENTROPY)

    def reject(name, text, reason, /, **changes):
        file.reject(name, text, reason, **{**given, **changes})

    def change(name, reason, sealed=TEST_SEED, /, **members):
        reject(name, key_file(public(**members), sealed), reason)

    whole = key_file(public(), TEST_SEED)
    line, box = whole.split("\n")[:2]
    reject("another PIN", whole, "the PIN is wrong", pin="80412958")
    reject("another name", whole, "the file is that of the key savings", key_name="spending")
    reject("another time in the first line", whole.replace(str(CREATED), str(CREATED + 1)), "the first line is authenticated by the box")
    reject("the box of another file", f"{line}\n{key_file(public(created=1), TEST_SEED).split()[1]}\n", "the box was sealed with another first line")
    change("a secret that gives another account", "the secret does not give the public key", OTHER_TEST_SEED)
    reject("a second factor that is not given", key_file(public(second_factor="file"), TEST_SEED, FACTOR), "the second factor is missing")
    change("version 5", "a later version", version=5)
    change("version 3 with the members of version 1", "the member entropy is missing", version=3)
    made_of = lambda name, reason, head=words, /, *source: reject(name, key_file(made(head, *source), TEST_ENTROPY), reason)
    made_of("an unknown source of the entropy", "the source is unknown", words, "dice")
    made_of("rolls of the generator", "rolls is not null", words, "generator", 50)
    made_of("rolls without a number", "rolls is not a number", words, "rolls-and-generator")
    made_of("49 rolls", "fewer than 50 rolls", words, "rolls-and-generator", 49)
    made_of("2^32 rolls", "the number has more than 32 bits", words, "rolls-and-generator", 1 << 32)
    made_of("version 4 without rolls", "rolls is not a number", solana, "rolls-and-generator")
    reject("a seed that was made here", key_file(made(public()), TEST_SEED), "only words are made here")
    reject("version 1 with entropy", key_file(made(words, version=1), TEST_ENTROPY), "version 1 has no member entropy")
    reject("version 4 of a Stellar key", key_file(made(words, version=4), TEST_ENTROPY), "the member chain is missing")
    rolled = key_file(made(words, "rolls-and-generator", 99), TEST_ENTROPY)
    reject("another number of rolls", rolled.replace(":99,", ":98,"), "the first line is authenticated by the box")
    reject("another source of the entropy", rolled.replace("rolls-and-generator", "generator").replace(":99,", ":null,"), "the first line is authenticated by the box")
    reject("a source that was taken out", rolled.replace('"entropy":"rolls-and-generator","rolls":99,', "").replace('"version":3', '"version":1'),
           "the first line is authenticated by the box")
    change("version 2 with the members of version 1", "the member chain is missing", version=2)
    other = lambda name, reason, /, **members: reject(name, key_file({**solana_seed, **members}, TEST_SEED), reason)
    other("version 1 with the members of version 2", "the member public_key is missing", version=1)
    other("version 2 for Stellar", "a key of Stellar has a file of version 1", chain="stellar", address=ACCOUNT)
    other("an unknown chain", "the chain is unknown", chain="bitcoin")
    other("the chain of another address", "the address is not one of the chain", chain="eip155")
    other("an address that is too short", "the address has not 32 bytes", address=base58(KEY[1:]))
    other("an address of another key", "the secret does not give the address", address=base58(bytes(range(32))))
    other("a path of a seed", "path is not null", path="m/44'/501'/0'/0'")
    other("account instead of path", "version 2 has no member account", account=None)
    words_of = lambda name, reason, /, **members: reject(name, key_file({**solana, **members}, TEST_ENTROPY), reason)
    words_of("a mnemonic without a path", "path is not a text", path=None)
    words_of("a path of another chain", "the path is not one of the chain", path="m/44'/148'/0'")
    words_of("another account's path", "the secret does not give the address at this path", path="m/44'/501'/1'/0'")
    words_of("a path with a leading zero", "the path is not canonical", path="m/44'/501'/00'/0'")
    reject("an address of eip155 without its checksum", key_file({**ethereum, "address": ethereum["address"].lower()}, bytes(16)),
           "the first line is not canonical")
    reject("a private key of zero", key_file({**ethereum, "secret": "seed", "path": None}, bytes(32)), "zero is not a private key")
    change("another format", "the format is unknown", format="coldstar-box")
    change("a BIP-39 passphrase", "the member is reserved", bip39_passphrase=True)
    change("a counter", "the member is reserved", counter=3)
    change("a policy", "the member is reserved", policy="aa")
    change("an unknown kind of secret", "the kind of secret is unknown", secret="words")
    change("an account of a seed", "account is not null", account=0)
    reject("a mnemonic without an account", key_file({**words, "account": None}, TEST_ENTROPY), "account is not a number")
    reject("an account of 2^31", key_file({**words, "account": 1 << 31}, TEST_ENTROPY), "the account has more than 31 bits")
    change("a seed of 31 bytes", "a seed has 32 bytes", TEST_SEED[:31])
    reject("entropy of 17 bytes", key_file(words, TEST_ENTROPY + b"\0"), "no mnemonic has 17 bytes of entropy")
    change("second_factor against the flags", "the flags of the box say otherwise", second_factor="file")
    change("an unknown member", "version 1 has no member label", label="x")
    reject("a missing member", key_file({k: v for k, v in public().items() if k != "policy"}, TEST_SEED), "the member policy is missing")
    reject("members in another order", key_file(dict(reversed(public().items())), TEST_SEED), "the first line is not canonical")
    reject("white space in the first line", key_file(line.replace(":", ": "), TEST_SEED), "the first line is not canonical")
    reject("an escape in the first line", key_file(line.replace("savings", "\\u0073avings"), TEST_SEED), "the first line is not canonical")
    reject("a duplicate member", key_file(line[:-1] + ',"policy":null}', TEST_SEED), "the member policy is there twice")
    reject("a name with a slash", key_file(public("../savings"), TEST_SEED), "the name is not a key name")
    reject("a negative time", key_file(public(created=-1), TEST_SEED), "the time is negative")
    reject("a public key that is not an address", key_file(public(public_key=KEY.hex()), TEST_SEED), "public_key is not a G... address")
    reject("CR LF", whole.replace("\n", "\r\n"), "lines end with one newline")
    reject("no newline at the end", whole[:-1], "the second line is not ended")
    reject("an empty line", whole + "\n", "there are three lines")
    reject("a second line that is not base64", whole.replace(box[:8], box[:7] + "!", 1), "the second line is not base64")
    reject("a box of version 2", f"{line}\nAg{box[2:]}\n", "the box has an unknown version")
    weak = seal(TEST_SEED, PIN.encode(), (line + "\n").encode(), passes=1)
    reject("a box with one pass", key_file(public(), TEST_SEED, box=weak), "the Argon2id parameters are below the minimum")
    reject("one line", line + "\n", "the second line is missing")
    reject("nothing", "", "the file is empty")
    return file


def wrong_pins():
    file = Vectors("wrong-pins", "key-file.md", "Records of wrong PINs. accept: the number of them. reject: the record counts as none, it is not an error.")
    record = {"format": "coldstar-tries", "version": 1, "failed": 3, "last": CREATED}
    text = lambda **changes: canonical({**record, **changes}) + "\n"
    file.accept("three", text(), {"failed": 3})
    file.accept("none", text(failed=0), {"failed": 0})
    file.accept("more than a million", text(failed=5_000_000), {"failed": 1_000_000})
    file.accept("no newline", text()[:-1], {"failed": 3})
    file.reject("a negative number", text(failed=-1), "the number is negative")
    file.reject("a number as text", text(failed="3"), "the number is not a number")
    file.reject("a fraction", text(failed=3.5), "the number is not a whole number")
    file.reject("a number beyond 64 bits", text(failed=1 << 64), "the number is too large")
    file.reject("no number", canonical({"format": "coldstar-tries", "version": 1}) + "\n", "the member failed is missing")
    file.reject("not JSON", "3\n\n{", "the record is not JSON")
    file.reject("more than 1024 bytes", text() + " " * 1024, "the record is longer than 1024 bytes")
    file.reject("nothing", "", "the file is empty")
    return file


def backup(files, time=CREATED, beginning="coldstar-backup\n", head=None, digests=None, after=b""):
    listed = [{"name": name, "size": len(content), "digest": hashlib.sha256(content).hexdigest()} for name, content in files]
    head = head or canonical({"format": "coldstar-backup", "version": 1, "time": time, "files": listed}) + "\n"
    body = beginning.encode() + head.encode() + b"".join(content for _, content in files) + after
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n"


def backups():
    file = Vectors("backup", "backup.md", "Backups. accept: the time, and name and content (base64) of each file. The contents are placeholders: "
                   "restoring them must fail, because they do not form a vault.")
    files = [("book", b"book\n"), ("journal", b""), ("savings.key", b"line\nbox\n"), ("seal.savings", bytes(range(256)))]

    def accept(name, files):
        file.accept(name, backup(files), {"time": CREATED, "files": [{"name": name, "content": b64(content)} for name, content in files]})

    accept("four files", files)
    accept("every kind of file", sorted([*files, ("journal.torn", b"x"), ("policy", b"p"), ("tries.savings", b"t"), ("a.key", b"k")]))
    accept("no files", [])
    listed = lambda **changes: [{"name": name, "size": len(content), "digest": hashlib.sha256(content).hexdigest(), **changes} for name, content in files]
    head = lambda **changes: canonical({"format": "coldstar-backup", "version": 1, "time": CREATED, "files": listed(), **changes}) + "\n"
    whole, reject = backup(files), file.reject
    reject("another beginning", backup(files, beginning="coldstar-backups\n"), "the first line is not coldstar-backup")
    reject("a changed byte", whole.replace(b"box\n", b"bax\n"), "the last line is not the digest of everything before")
    reject("a digest in upper case", whole[:-65] + whole[-65:].upper(), "the last line is not canonical")
    reject("no newline at the end", whole[:-1], "the last line is not ended")
    reject("a backup that is cut off", whole[:-100], "the last line is missing")
    reject("a line after the digest", whole + b"\n", "something follows the last line")
    reject("no second line", backup([], head=head()[:-1]), "the second line is not ended")
    reject("version 2", backup(files, head=head(version=2)), "a later version")
    reject("another format", backup(files, head=head(format="coldstar-vault")), "the format in the second line is unknown")
    reject("an unknown member", backup(files, head=head(note="x")), "version 1 has no member note")
    reject("white space in the second line", backup(files, head=head().replace(",", ", ")), "the second line is not canonical")
    reject("members in another order", backup(files, head=canonical(dict(reversed(json.loads(head()).items()))) + "\n"),
           "the second line is not canonical")
    reject("a file with a wrong digest", backup(files, head=head(files=listed(digest="00" * 32))), "a file does not match its digest")
    short = listed()
    short[-1]["size"] += 1
    reject("a size beyond the end", backup(files, head=head(files=short)), "a file is larger than what is left")
    negative = listed()
    negative[0]["size"] = -1
    reject("a negative size", backup(files, head=head(files=negative)), "a size is negative")
    reject("a byte that belongs to no file", backup(files, after=b"x"), "a byte follows the last file")
    reject("names in another order", backup(files[::-1]), "the names are not in byte order")
    reject("a name twice", backup([files[0], files[0]]), "a name is there twice")
    for name, reason in {
        "../book": "a path is not the name of a vault file", "notes": "not the name of a vault file", "journal.lock": "locks are not backed up",
        ".key": "the key's name is empty", "seal.-x": "a key's name does not begin with -", "savings.key.old": "not the name of a vault file",
    }.items():
        reject(f"the name {name}", backup([(name, b"x")]), reason)
    reject("a record of wrong PINs of 1025 bytes", backup([("tries.savings", bytes(1025))]), "the file is larger than its kind allows")
    return file


def files():
    return [sealed_box(), key_files(), wrong_pins(), backups()]
