# SPDX-License-Identifier: Apache-2.0
"""Vectors for docs/spec/qr.md: the dialects of Keystone and LumenSigner."""

from encoding import Tagged, cbor, ur
from sample import (
    ACCOUNT, ENVELOPE, HASH, ID, ID_BYTES, KEY, OTHER, OTHER_KEY, SIGNATURE, TESTNET, TRANSACTION, b64, be, muxed, network_id, payload,
)
from vectors import Vectors

PAGE = "qr.md"
PATH = "m/44'/148'/0'"
FINGERPRINT = 0x5ab3c1f0
STEPS = [44, True, 148, True, 0, True]
UUID, KEY_TAG, PATH_TAG = 37, 303, 304


def keypath(steps=STEPS, fingerprint=FINGERPRINT, **more):
    return Tagged(PATH_TAG, {1: steps, **({} if fingerprint is None else {2: fingerprint}), **more})


def keystone_requests():
    file = Vectors("keystone-request", PAGE, "ur:stellar-sign-request. accept: what a signer gets from it; written: the UR as it is "
                   "written, if that is not the input.")
    sign_data = payload(TRANSACTION, TESTNET)
    full = {1: Tagged(UUID, ID_BYTES), 2: sign_data, 3: keypath(), 5: "xbull wallet", 6: 1}
    transaction = {"network_id": network_id(TESTNET).hex(), "envelope": b64(ENVELOPE), "hash": HASH.hex()}
    expected = {"id": ID, "path": PATH, "fingerprint": "5ab3c1f0", "account": None, "origin": "xbull wallet", **transaction}
    text = lambda message: ur("stellar-sign-request", cbor(message))

    def accept(name, message, written=None, **changes):
        file.accept(name, text(message), {**expected, **changes, **({"written": text(written)} if written else {})})

    bare_hash = {**full, 2: HASH, 6: 2}
    no_transaction = {"network_id": None, "envelope": None}
    accept("a transaction", full)
    file.accept("a transaction in upper case", text(full).upper(), {**expected, "written": text(full)})
    accept("a bare hash", bare_hash, **no_transaction)
    accept("no id", {key: item for key, item in full.items() if key != 1}, id=None)
    accept("no origin", {key: item for key, item in full.items() if key != 5}, origin=None)
    accept("no fingerprint", {**full, 3: keypath(fingerprint=None)}, fingerprint=None)
    accept("an address that is the raw key", {1: full[1], 2: sign_data, 3: full[3], 4: KEY, 5: full[5], 6: 1}, account=ACCOUNT)
    accept("an address that is something else", {1: full[1], 2: sign_data, 3: full[3], 4: ACCOUNT.encode(), 5: full[5], 6: 1}, full)
    accept("keys in another order", dict(reversed(full.items())), full)
    accept("an unknown key", {**full, 7: "later"}, full)
    accept("a path with a depth", {**full, 3: Tagged(PATH_TAG, {1: STEPS, 2: FINGERPRINT, 3: 3})}, full)
    accept("another account", {**full, 3: keypath([44, True, 148, True, 2_147_483_647, True])}, path="m/44'/148'/2147483647'")
    accept("a path of another coin with a step that is not hardened", {**full, 3: keypath([44, True, 501, True, 0, False])}, path="m/44'/501'/0")

    change = lambda name, reason, members: file.reject(name, text({**full, **members}), reason)
    remove = lambda key, name: file.reject(f"no {name}", text({k: v for k, v in full.items() if k != key}), f"key {key} is missing")
    remove(2, "sign-data")
    remove(3, "path")
    remove(6, "sign-type")
    change("a message", "sign-type 3: no device signs it, and no specification says what a signature would mean", {6: 3, 2: b"hello"})
    change("sign-type 0", "the sign-type is unknown", {6: 0})
    change("an envelope in place of the payload", "sign-data is not network id, tag and transaction", {2: ENVELOPE})
    change("a payload that is cut off", "sign-data ends early", {2: sign_data[:-4]})
    change("a payload with signatures", "bytes follow the transaction", {2: sign_data + be(0)})
    change("a payload with the tag of a version 0 envelope", "the tag is neither 2 nor 5", {2: sign_data[:32] + be(0) + sign_data[36:]})
    change("a payload as text", "sign-data is not a byte string", {2: b64(sign_data)})
    file.reject("a hash of 31 bytes", text({**bare_hash, 2: HASH[:31]}), "the hash has not 32 bytes")
    change("a path without its tag", "the path lacks tag 304", {3: {1: STEPS, 2: FINGERPRINT}})
    change("a path with another tag", "the path has a tag other than 304", {3: Tagged(303, {1: STEPS, 2: FINGERPRINT})})
    change("a path of no steps", "the path is empty", {3: keypath([])})
    change("a path of 11 steps", "the path has more than 10 steps", {3: keypath([0, True] * 11)})
    change("a path of half a step", "the components do not come in pairs", {3: keypath(STEPS[:-1])})
    change("a path with a wildcard", "a component is not a number", {3: keypath([44, True, 148, True, [], True])})
    change("a path with a range", "a component is not a number", {3: keypath([44, True, 148, True, [0, 9], True])})
    change("a step of 2^31", "an index has more than 31 bits", {3: keypath([44, True, 148, True, 1 << 31, True])})
    change("a hardened flag that is a number", "the flag is not true or false", {3: keypath([44, 1, 148, True, 0, True])})
    change("a fingerprint of 33 bits", "the fingerprint has more than 4 bytes", {3: keypath(fingerprint=1 << 32)})
    change("a fingerprint as bytes", "the fingerprint is not a number", {3: keypath(fingerprint=be(FINGERPRINT))})
    change("an id without its tag", "the id lacks tag 37", {1: ID_BYTES})
    change("an id of 15 bytes", "the id has not 16 bytes", {1: Tagged(UUID, ID_BYTES[:15])})
    change("an origin as bytes", "the origin is not a text", {5: b"xbull wallet"})
    change("an origin of 1001 bytes", "the origin has more than 1000 bytes", {5: "x" * 1001})
    file.reject("a duplicate key", ur("stellar-sign-request", b"\xa6" + cbor(full)[1:] + cbor(5) + cbor("other")), "key 5 is there twice")
    file.reject("an array", text([1]), "the item is not a map")
    return file


def keystone_signatures():
    file = Vectors("keystone-signature", PAGE, "ur:stellar-signature. accept: the id, or null, and the signature in base64.")
    full = {1: Tagged(UUID, ID_BYTES), 2: SIGNATURE}
    text = lambda message: ur("stellar-signature", cbor(message))
    file.accept("with an id", text(full), {"id": ID, "signature": b64(SIGNATURE), "written": text(full)})
    file.accept("without an id", text({2: SIGNATURE}), {"id": None, "signature": b64(SIGNATURE), "written": text({2: SIGNATURE})})
    file.accept("an unknown key", text({**full, 3: 1}), {"id": ID, "signature": b64(SIGNATURE), "written": text(full)})
    file.reject("63 bytes", text({**full, 2: SIGNATURE[:-1]}), "the signature has not 64 bytes")
    file.reject("65 bytes", text({**full, 2: SIGNATURE + b"\0"}), "the signature has not 64 bytes")
    file.reject("no signature", text({1: full[1]}), "key 2 is missing")
    file.reject("an id without its tag", text({**full, 1: ID_BYTES}), "the id lacks tag 37")
    file.reject("base64", text({**full, 2: b64(SIGNATURE)}), "the signature is not a byte string")
    return file


def keystone_accounts():
    file = Vectors("keystone-accounts", PAGE, "ur:crypto-multi-accounts. accept: fingerprint, device, and each key's account, path and name.")

    def hdkey(key=KEY, number=0, **changes):
        path = Tagged(PATH_TAG, {1: [44, True, 148, True, number, True], 2: FINGERPRINT, 3: 3})
        return Tagged(KEY_TAG, {2: False, 3: key, 6: path, 9: f"STELLAR-{number}", **{int(k[1:]): v for k, v in changes.items()}})

    full = {1: FINGERPRINT, 2: [hdkey(), hdkey(OTHER_KEY, 1)], 3: "keystone 3"}
    text = lambda message: ur("crypto-multi-accounts", cbor(message))
    first = {"account": ACCOUNT, "path": PATH, "name": "STELLAR-0"}
    second = {"account": OTHER, "path": "m/44'/148'/1'", "name": "STELLAR-1"}
    expected = {"fingerprint": "5ab3c1f0", "device": "keystone 3", "keys": [first, second]}
    file.accept("two keys", text(full), {**expected, "written": text(full)})
    file.accept("no device", text({1: FINGERPRINT, 2: [hdkey()]}), {**expected, "device": None, "keys": [first]})
    file.accept("unknown keys", text({**full, 4: "id", 5: "2.1.0"}), {**expected, "written": text(full)})
    nameless = Tagged(KEY_TAG, {3: KEY})
    file.accept("a key without path and name", text({1: 0, 2: [nameless]}),
                {"fingerprint": "00000000", "device": None, "keys": [{"account": ACCOUNT, "path": None, "name": None}]})
    change = lambda name, reason, members: file.reject(name, text({**full, **members}), reason)
    file.reject("no fingerprint", text({2: full[2]}), "key 1 is missing")
    change("a fingerprint of 33 bits", "the fingerprint has more than 4 bytes", {1: 1 << 32})
    change("no keys", "the array of keys is empty", {2: []})
    change("101 keys", "more than 100 keys", {2: [nameless] * 101})
    change("a key without its tag", "the key lacks tag 303", {2: [{3: KEY}]})
    change("a private key", "a secret does not belong in a code that is shown", {2: [hdkey(_2=True)]})
    change("a key of 31 bytes", "an Ed25519 key has 32 bytes", {2: [hdkey(KEY[:31])]})
    change("a key of 33 bytes", "an Ed25519 key has 32 bytes; 33 are those of another curve", {2: [hdkey(b"\x02" + KEY)]})
    change("a name as bytes", "the name is not a text", {2: [hdkey(_9=b"x")]})
    change("a device as bytes", "the device is not a text", {3: b"x"})
    return file


def lumen_signer():
    file = Vectors("lumensigner", PAGE, "LumenSigner's texts, a frame on each line. accept: the kind and what it carries; written: the text "
                   "as it is written, if that is not the input.")
    text = b64(ENVELOPE)
    whole = f"{PATH};{text};{TESTNET}"

    def frames(text, length, command="sign-transaction"):
        slices = [text[place:place + length] for place in range(0, len(text), length)]
        return [f"p{number}of{len(slices)};{command};{piece}" for number, piece in enumerate(slices, 1)]

    slices = [text[place:place + 50] for place in range(0, len(text), 50)]
    slices[0], slices[-1] = f"{PATH};{slices[0]}", f"{slices[-1]};{TESTNET}"
    written = [f"p{number}of{len(slices)};sign-transaction;{piece}" for number, piece in enumerate(slices, 1)]
    expected = {"kind": "request", "path": PATH, "envelope": text, "network_passphrase": TESTNET, "hash": HASH.hex()}
    lines = "\n".join

    def accept(name, given):
        file.accept(name, given, {**expected, **({} if given == lines(written) else {"written": lines(written)})})

    accept("a request as it is written", lines(written))
    accept("frames in reverse", lines(reversed(written)))
    accept("repeated frames", lines(written + written[1:3]))
    accept("frames with CR LF", "\r\n".join(written) + "\r\n")
    accept("frames cut inside the passphrase", lines(frames(whole, 37)))
    accept("one frame", lines(frames(whole, 1000)))
    accept("a line break behind the command", lines(frame.replace("sign-transaction;", "sign-transaction;\n") for frame in written))
    file.accept("a bare hash", f"sign-hash;{PATH};{HASH.hex()}", {"kind": "hash", "path": PATH, "hash": HASH.hex()})
    file.accept("a request for an address", f"request-address;{PATH}", {"kind": "address request", "path": PATH})
    file.accept("an address", f"address;{PATH};{ACCOUNT}", {"kind": "address", "path": PATH, "account": ACCOUNT})
    file.accept("a signature", f"signature;{b64(SIGNATURE)}", {"kind": "signature", "signature": b64(SIGNATURE)})

    reject = file.reject
    count = len(written)
    reject("the last frame missing", lines(written[:-1]), "a frame is missing")
    reject("the first frame missing", lines(written[1:]), "a frame is missing")
    reject("frame 0", lines(written + [f"p0of{count};sign-transaction;AAAA"]), "frames are numbered from 1")
    reject("a frame beyond the count", lines(written + [f"p{count + 1}of{count};sign-transaction;AAAA"]), "the number is above the count")
    reject("a frame with a leading zero", lines(written).replace("p1of", "p01of"), "a number has a leading zero")
    reject("a frame with a sign", lines(written).replace("p1of", "p+1of"), "a number has a sign")
    reject("another count", lines(written[:-1] + [written[-1].replace(f"of{count};", f"of{count + 1};")]), "the count differs between the frames")
    reject("a repeated frame with other text", lines(written + [written[1] + "A"]), "two frames of one number contradict each other")
    reject("frames of two requests", lines(written[:1] + frames(whole, -(-len(whole) // count))[1:]), "the joined text is not one canonical envelope")
    reject("1025 frames", "p1of1025;sign-transaction;A", "more than 1024 frames")
    reject("a frame of 4297 bytes", "p1of2;sign-transaction;" + "A" * 4297, "a slice has more than 4296 bytes")
    reject("another command", lines(frames(whole, 50, "sign-message")), "the command is not sign-transaction")
    one = lambda text: f"p1of1;sign-transaction;{text}"
    reject("no passphrase", one(f"{PATH};{text}"), "there are not three fields")
    reject("an empty passphrase", one(f"{PATH};{text};"), "the passphrase is empty")
    reject("a passphrase of 257 bytes", one(f"{PATH};{text};{'n' * 257}"), "the passphrase has more than 256 bytes")
    reject("a path without m", one(f"44'/148'/0';{text};{TESTNET}"), "the path does not begin with m/")
    reject("a path with h", one(f"m/44h/148h/0h;{text};{TESTNET}"), "a hardened step is marked with an apostrophe")
    reject("a path with a leading zero", one(f"m/44'/148'/00';{text};{TESTNET}"), "an index has a leading zero")
    reject("a step of 2^31", one(f"m/44'/148'/2147483648';{text};{TESTNET}"), "an index has more than 31 bits")
    reject("an envelope that is cut off", one(f"{PATH};{b64(ENVELOPE[:-4])};{TESTNET}"), "the XDR ends early")
    reject("an envelope whose base64 is cut off", one(f"{PATH};{text[:-1]};{TESTNET}"), "the base64 is cut off")
    reject("a hash of 31 bytes", f"sign-hash;{PATH};{HASH.hex()[:-2]}", "the hash has not 64 digits")
    reject("a hash without a path", f"sign-hash;;{HASH.hex()}", "the path is empty")
    reject("a request for an address without a path", "request-address;", "the path is empty")
    reject("an address that is an M address", f"address;{PATH};{muxed(KEY, 1)}", "the address is not a G... address")
    reject("an address with a wrong checksum", f"address;{PATH};{ACCOUNT[:-2]}AA", "the address has a wrong checksum")
    reject("an address without a path", f"address;{ACCOUNT}", "there are not two fields")
    reject("a signature of 63 bytes", f"signature;{b64(SIGNATURE[:-1])}", "the signature has not 64 bytes")
    reject("a signature in hexadecimal", f"signature;{SIGNATURE.hex()}", "the signature is not base64 of 64 bytes")
    return file


def files():
    return [keystone_requests(), keystone_signatures(), keystone_accounts(), lumen_signer()]
