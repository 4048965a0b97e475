# SPDX-License-Identifier: Apache-2.0
"""Files signed in minisign's format, judged by minisign itself, and scripts/verify-release with a signed release and with altered ones.

COLDSTAR_RELEASE names the folder that `make release-files` made; without it, the tests of that folder are skipped."""
from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from stellar_sdk import Keypair

from programs import INHERITED, PIN, Machine, key, payment

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
RELEASE = key("release")
SUMS, SIGNATURE, STELLAR = "SHA256SUMS", "SHA256SUMS.minisig", "SHA256SUMS.sep53"
FILES = {"coldstar-1.2.3-source.tar.gz": b"sources", "coldstar-1.2.3-x86_64-linux.tar.gz": b"programs", "coldstar_1.2.3-1_amd64.deb": b"package"}
# What verify-release may use on a machine without minisign.
TOOLS = ["base32", "base64", "cat", "cut", "dirname", "grep", "head", "mktemp", "openssl", "rm", "sed", "sh", "sha256sum", "tail", "tr", "wc"]


def key_id(pair: Keypair) -> bytes:
    return hashlib.sha256(pair.raw_public_key()).digest()[:8]


def public(pair: Keypair) -> str:
    return base64.b64encode(b"Ed" + key_id(pair) + pair.raw_public_key()).decode()


def minisig(pair: Keypair, content: bytes, comment: str = "Coldstar 1.2.3 file:SHA256SUMS", *, algorithm: bytes = b"ED", other: Keypair | None = None) -> str:
    """A signature file, made without Coldstar. `other` signs the comment."""
    signature = pair.sign(hashlib.blake2b(content).digest() if algorithm == b"ED" else content)
    second = (other or pair).sign(signature + comment.encode())
    first = base64.b64encode(algorithm + key_id(pair) + signature).decode()
    return f"untrusted comment: a signature\n{first}\ntrusted comment: {comment}\n{base64.b64encode(second).decode()}\n"


def sums(folder: Path) -> None:
    subprocess.run([SCRIPTS / "release-sums", folder], check=True, capture_output=True)


@pytest.fixture(scope="module")
def sign_release(tmp_path_factory, folder):
    """Runs scripts/sign-release with a key of a vault."""
    home = tmp_path_factory.mktemp("offline")
    Machine(folder, home).import_key("release", RELEASE)

    def run(release: Path, *options: str, pins: str = f"{PIN}\n{PIN}\n", name: str = "release") -> subprocess.CompletedProcess:
        reader, writer = os.pipe()
        os.write(writer, pins.encode())
        os.close(writer)
        done = subprocess.run([SCRIPTS / "sign-release", release, name, *(options or ["--yes"]), "--pin-fd", str(reader)], pass_fds=[reader], capture_output=True,
                              text=True, env={"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(home), "COLDSTAR_HOME": str(home), **INHERITED})
        os.close(reader)
        return done

    return run


def unsigned(release: Path) -> Path:
    release.mkdir(exist_ok=True)
    for name, content in FILES.items():
        (release / name).write_bytes(content)
    sums(release)
    return release


@pytest.fixture(scope="module")
def signed(tmp_path_factory, sign_release) -> Path:
    """A small release, signed by scripts/sign-release."""
    release = unsigned(tmp_path_factory.mktemp("release"))
    done = sign_release(release)
    assert done.returncode == 0, done.stderr
    assert "W-FILE" in done.stderr and "SEP53" in done.stderr and done.stdout == ""
    return release


@pytest.fixture
def release(signed, tmp_path) -> Path:
    shutil.copytree(signed, tmp_path / "release")
    return tmp_path / "release"


@pytest.fixture(params=["minisign", "openssl"])
def verify(request, tmp_path, folder):
    """Runs verify-release with minisign, and where only coreutils and openssl are installed."""
    if request.param == "minisign":
        path = f"{folder}:{os.environ['PATH']}"
    else:
        path = str(tmp_path / "tools")
        os.mkdir(path)
        for tool in TOOLS:
            os.symlink(shutil.which(tool), f"{path}/{tool}")

    def run(release: Path, *options: str, public_key: str = public(RELEASE)) -> subprocess.CompletedProcess:
        return subprocess.run([shutil.which("sh"), SCRIPTS / "verify-release", *options, release, public_key], capture_output=True, text=True,
                              env={"PATH": path, "HOME": str(tmp_path), "COLDSTAR_HOME": str(tmp_path / "none")})

    run.has_minisign = request.param == "minisign"
    return run


def refused(done: subprocess.CompletedProcess, text: str) -> None:
    assert done.returncode == 1 and "verify-release: error: " in done.stderr and text in done.stderr, (done.stdout, done.stderr)


# ---------------------------------------------------------------- coldstar-sign sign --file


@pytest.fixture
def signer(offline) -> Machine:
    offline.import_key("release", RELEASE)
    (offline.home / "file").write_bytes(b"content\n")
    return offline


def judged(folder: Path, name: str, public_key: str) -> subprocess.CompletedProcess:
    return subprocess.run(["minisign", "-V", "-H", "-m", name, "-P", public_key], cwd=folder, capture_output=True, text=True)


def test_minisign_accepts_the_signature_and_the_comment(signer):
    signer.sign("sign", "--file", "file", "--key", "release", "--comment", "version 1 of ~everything~", "--out", "file.minisig", "--yes", pin=PIN)
    done = judged(signer.home, "file", public(RELEASE))
    assert done.returncode == 0 and "Trusted comment: version 1 of ~everything~\n" in done.stdout, done
    (signer.home / "file").write_bytes(b"content \n")
    assert judged(signer.home, "file", public(RELEASE)).returncode == 1


def test_the_signature_is_what_another_implementation_makes(signer):
    """Ed25519 is deterministic: all but the untrusted comment is the same."""
    for content in (b"", b"\0", b"a" * 64, b"\xff" * 100_000):
        (signer.home / "any").write_bytes(content)
        out = signer.sign("sign", "--file", "any", "--key", "release", "--yes", pin=PIN).out
        assert out.splitlines()[1:] == minisig(RELEASE, content, "file:any").splitlines()[1:], content[:20]


def test_the_public_key_is_in_minisigns_format(signer):
    first, second = signer.sign("key", "show", "release", "--format", "minisign").out.splitlines()
    assert first == f"untrusted comment: minisign public key {key_id(RELEASE)[::-1].hex().upper()}" and second == public(RELEASE)


def test_the_review_shows_what_is_signed_and_the_journal_records_it(signer):
    err = signer.sign("sign", "--file", "file", "--key", "release", "--comment", "version 1", "--yes", pin=PIN).err
    plain = re.sub(r"\s", "", err)
    for part in ('"file",8bytes', hashlib.sha256(b"content\n").hexdigest(), hashlib.blake2b(b"content\n").hexdigest(), '"version1"', "W-FILE"):
        assert part in plain, err
    *about_keys, intent, outcome = signer.sign("journal").out.splitlines()
    assert all("  key " in line for line in about_keys)
    assert f"file file, 8 bytes, SHA-256 {hashlib.sha256(b'content' + bytes([10])).hexdigest()}" in intent
    assert hashlib.sha256(hashlib.blake2b(b"content\n").digest()).hexdigest() in intent and "  signed " in outcome


def test_nothing_is_signed_without_an_agreement(signer):
    done = signer.sign("sign", "--file", "file", "--key", "release", "--out", "file.minisig", pin=PIN, code=77)
    assert done.out == "" and not (signer.home / "file.minisig").exists()
    signer.sign("sign", "--file", "file", "--key", "release", "--yes", pin="00000000", code=77)
    assert "signed" not in signer.sign("journal").out


INVALID = [
    (("--file", "missing"), 66), (("--file", "."), 65), (("--file", "file", "--comment", ""), 65), (("--file", "file", "--comment", "a\nb"), 65),
    (("--file", "file", "--comment", "caf\u00e9"), 65), (("--file", "file", "--comment", "x" * 501), 65), (("--comment", "x", "--payload", "00"), 64),
    (("--file", "file", "--payload", "00"), 64), (("-", "--file", "file"), 64), (("--file", "file", "--format", "response"), 64),
    (("--file", "file", "--format", "signature"), 64), (("--payload", "00", "--format", "minisig"), 64),
    (("-", "--network", "testnet", "--format", "minisig"), 64), (("--file", "file", "--envelope", "file"), 64),
    (("--file", "file", "--key", "release"), 64), (("--file", "big"), 65),
]


def test_rejects_what_is_not_one_file_with_one_key_and_one_comment(signer, subtests):
    with open(signer.home / "big", "wb") as file:
        file.truncate((64 << 20) + 1)
    for words, code in INVALID:
        with subtests.test(words=words):
            signer.sign("sign", *words, "--key", "release", "--yes", stdin=payment(), code=code)


def test_a_policy_refuses_files(signer):
    signer.file("policy.json", json.dumps({
        "format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "book", "assets": ["native"],
        "maximum_per_transaction": {"native": "10"}, "maximum_per_day": {"native": "15"}, "maximum_fee": "0.001", "messages": True, "unattended": []}))
    signer.sign("policy", "set", "policy.json", "--yes", pin=PIN)
    assert "only transactions, logins and messages" in signer.sign("sign", "--file", "file", "--key", "release", "--yes", pin=PIN, code=77).err


# ---------------------------------------------------------------- scripts/sign-release


def test_the_signatures_can_be_read_by_everyone(signed):
    for name in (SIGNATURE, STELLAR, "coldstar.pub"):
        assert (signed / name).stat().st_mode & 0o777 == 0o644, name


def test_every_file_that_signing_names_is_there(tmp_path, sign_release):
    release = unsigned(tmp_path / "release")
    said = sign_release(release).stderr
    named = set(re.findall(re.escape(str(release)) + r"/[A-Za-z0-9_.-]*\w", said))
    assert named == {str(release / name) for name in (SIGNATURE, STELLAR, "coldstar.pub")}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


NOT_SIGNED = (("", 65), (f"{PIN}\n", 65), ("00000000\n00000000\n", 77), (f"{PIN}\n00000000\n", 77))


def test_a_signature_that_fails_leaves_the_folder_as_it_was(tmp_path, sign_release, release, subtests):
    for folder in (unsigned(tmp_path / "new"), release):
        for pins, code in NOT_SIGNED:
            with subtests.test(folder=folder.name, pins=pins):
                before = contents(folder)
                done = sign_release(folder, pins=pins)
                assert done.returncode == code and "nothing in it was changed" in done.stderr, done
                assert contents(folder) == before


def test_one_pin_for_two_signatures_is_explained(tmp_path, sign_release):
    assert "hint: --pin-fd needs the PIN twice" in sign_release(unsigned(tmp_path / "release"), pins=f"{PIN}\n").stderr


def test_nothing_is_signed_without_a_yes(tmp_path, sign_release):
    folder = unsigned(tmp_path / "release")
    before = contents(folder)
    assert sign_release(folder, "--quiet").returncode == 77 and contents(folder) == before


def test_signing_refuses_a_folder_that_is_not_a_release_and_an_unknown_key(tmp_path, sign_release):
    assert sign_release(tmp_path).returncode == 66
    assert sign_release(unsigned(tmp_path / "release"), name="other").returncode == 66
    (tmp_path / SUMS).write_text(f"{'0' * 64}  something\n")
    assert "names no source archive" in sign_release(tmp_path).stderr


# ---------------------------------------------------------------- scripts/verify-release


def test_accepts_the_signed_release(release, verify):
    done = verify(release)
    assert done.returncode == 0, done.stderr
    assert "3 files have the hashes that were signed:\n" + "".join(f"  {name}\n" for name in sorted(FILES)) in done.stdout
    assert "Coldstar 1.2.3 file:SHA256SUMS" in done.stdout
    assert ("signed by " + RELEASE.public_key in done.stdout) == verify.has_minisign
    assert ("was not checked" in done.stdout) != verify.has_minisign


def test_accepts_the_public_key_in_a_file(release, verify, tmp_path):
    shutil.move(release / "coldstar.pub", tmp_path / "key")
    done = verify(release, public_key=str(tmp_path / "key"))
    assert done.returncode == 0 and "warning" not in done.stderr


def test_warns_of_a_key_that_came_with_the_release(release, verify):
    done = verify(release, public_key=str(release / "coldstar.pub"))
    assert done.returncode == 0 and "warning: " in done.stderr and "is in the folder that it verifies" in done.stderr


KEY_FILES = ("{key}", "{key}\n", "{key}  \n", "\t{key}\r\n", "untrusted comment: a key\r\n{key}\r\n", "untrusted comment: a key\n{key} \n\n", "\n\n{key}\n")
OTHER_KEY_FILES = (
    ("", "has no minisign public key"), ("untrusted comment: a key\n", "has no minisign public key"), ("untrusted comment: {key}\n", "has no minisign public key"),
    ("{key} {key}\n", "has no minisign public key"), ("{cut}\n", "has no minisign public key"), ("{key}A\n", "has no minisign public key"),
    ("{key}\n{key}\n", "more than one public key"), ("{other}\n", "signed by another key"), ("{key}\n{other}\n", "more than one public key"),
)


def test_accepts_a_key_file_as_others_write_it(release, verify, tmp_path):
    for text in KEY_FILES:
        (tmp_path / "key").write_bytes(text.format(key=public(RELEASE)).encode())
        done = verify(release, public_key=str(tmp_path / "key"))
        assert done.returncode == 0 and "warning" not in done.stderr, (text, done)


def test_rejects_a_key_file_that_has_not_one_key(release, verify, tmp_path):
    for text, message in OTHER_KEY_FILES:
        text = text.format(key=public(RELEASE), other=public(key("mallory")), cut=public(RELEASE)[:-1])
        (tmp_path / "key").write_text(text)
        refused(verify(release, public_key=str(tmp_path / "key")), message)


def test_says_what_is_wrong_with_a_key_that_is_neither_a_key_nor_a_file(release, verify):
    for text in ("coldstar.pub", public(RELEASE)[:-4], RELEASE.public_key):
        refused(verify(release, public_key=text), f"KEY is neither a minisign public key nor a file: {text}\nhint: ")


def test_accepts_a_signature_of_minisign_itself(tmp_path, verify):
    """A key made by minisign, whose id is random."""
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "a.tar.gz").write_bytes(b"a")
    sums(folder)
    subprocess.run(["minisign", "-G", "-W", "-p", tmp_path / "pub", "-s", tmp_path / "key"], check=True, capture_output=True)
    subprocess.run(["minisign", "-S", "-s", tmp_path / "key", "-m", folder / SUMS], check=True, capture_output=True, input=b"\n")
    assert verify(folder, public_key=str(tmp_path / "pub")).returncode == 0
    refused(verify(folder), "signed by another key")


def test_rejects_a_changed_file(release, verify):
    for name, content in FILES.items():
        (release / name).write_bytes(b"changed")
        refused(verify(release), "the files are not those that were signed")
        refused(verify(release, "--some"), "the files are not those that were signed")
        (release / name).write_bytes(content)
    assert verify(release).returncode == 0


def test_rejects_changed_sums(release, verify):
    (release / "coldstar_1.2.3-1_amd64.deb").write_bytes(b"changed")
    kept = {name: (release / name).read_bytes() for name in (SIGNATURE, STELLAR)}
    sums(release)
    for name, content in kept.items():
        (release / name).write_bytes(content)
    refused(verify(release), "not signed by this key")


def test_rejects_a_missing_file(release, verify):
    for name in (*FILES, SUMS, SIGNATURE):
        content = (release / name).read_bytes()
        (release / name).unlink()
        done = verify(release)
        refused(done, f"missing: {name}\n" if name in FILES else f"{name} is missing\n")
        assert ("use --some" in done.stderr) == (name in FILES)
        (release / name).write_bytes(content)
    assert verify(release).returncode == 0


def test_accepts_some_of_the_files_when_asked(release, verify):
    (release / "coldstar-1.2.3-source.tar.gz").unlink()
    done = verify(release, "--some")
    assert done.returncode == 0 and "2 files have the hashes that were signed:\n  coldstar-1.2.3-x86" in done.stdout, done.stderr
    assert "source" not in done.stdout
    (release / "coldstar-1.2.3-x86_64-linux.tar.gz").unlink()
    done = verify(release, "--some")
    assert done.returncode == 0 and "1 file has the hash that was signed:\n  coldstar_1.2.3-1_amd64.deb\n" in done.stdout, done.stderr


def test_rejects_no_files_at_all(release, verify):
    for name in FILES:
        (release / name).unlink()
    refused(verify(release, "--some"), "no file of this release is here")


def test_rejects_a_folder_with_nothing_to_verify_but_the_script(release, verify):
    shutil.copy(SCRIPTS / "verify-release", release)
    sums(release)
    (release / SIGNATURE).write_text(minisig(RELEASE, (release / SUMS).read_bytes()))
    assert "4 files" in verify(release).stdout
    for name in FILES:
        (release / name).unlink()
    refused(verify(release, "--some"), "no file of this release is here")
    refused(verify(release), "missing: coldstar-1.2.3-source.tar.gz")


def test_rejects_an_extra_file(release, verify):
    for name in ("extra.tar.gz", ".hidden", "coldstar-1.2.3", "SHA256SUMS.new", "-n", "coldstar_1.2.3-1_amd64xdeb"):
        (release / name).write_bytes(b"extra")
        for options in ([], ["--some"]):
            refused(verify(release, *options), f"{name} is not a file of this release\nhint: ")
        (release / name).unlink()


def test_rejects_a_file_whose_name_looks_like_others(release, verify):
    known = next(path.name for path in release.iterdir() if path.name.endswith(".tar.gz"))
    for name in (f"{known}\nevil", "..evil", "evil\x1b[2K", r"evil\033[2K", "a b"):
        (release / name).write_bytes(b"evil")
        done = verify(release)
        refused(done, "is not a file of this release")
        assert "\x1b" not in done.stderr and "\n" not in done.stderr.split("error: ")[1].split(" is not")[0]
        (release / name).unlink()
    assert verify(release).returncode == 0


def test_rejects_another_key(release, verify):
    for other in (public(key("mallory")), "", "RWQ", "not base64!", public(RELEASE)[:-4], RELEASE.public_key):
        assert verify(release, public_key=other).returncode == 1, other


def test_rejects_the_id_of_the_key_on_another_key(release, verify):
    mallory = key("mallory")
    forged = base64.b64encode(b"Ed" + key_id(RELEASE) + mallory.raw_public_key()).decode()
    refused(verify(release, public_key=forged), "not signed by this key")


def test_rejects_the_signature_of_another_file(release, verify):
    (release / SIGNATURE).write_text(minisig(RELEASE, b"something else"))
    refused(verify(release), "not signed by this key")


def test_rejects_a_changed_comment(release, verify):
    text = (release / SIGNATURE).read_text()
    (release / SIGNATURE).write_text(text.replace("Coldstar 1.2.3", "Coldstar 9.9.9"))
    refused(verify(release), "the comment of SHA256SUMS.minisig is not signed by this key")


def test_rejects_a_comment_signed_by_another_key(release, verify):
    (release / SIGNATURE).write_text(minisig(RELEASE, (release / SUMS).read_bytes(), other=key("mallory")))
    refused(verify(release), "the comment of SHA256SUMS.minisig is not signed by this key")


def test_rejects_a_signature_without_prehashing(release, verify):
    (release / SIGNATURE).write_text(minisig(RELEASE, (release / SUMS).read_bytes(), algorithm=b"Ed"))
    refused(verify(release), "not a prehashed signature")


def test_rejects_a_signature_file_without_one_of_its_lines(release, verify):
    lines = (release / SIGNATURE).read_text().splitlines(keepends=True)
    for line in range(4):
        (release / SIGNATURE).write_text("".join(lines[:line] + lines[line + 1:]))
        refused(verify(release), "not in minisign's format")


def test_rejects_a_signature_file_that_was_cut_off(release, verify):
    content = (release / SIGNATURE).read_bytes()
    for length in (0, 1, 30, 100, 150, 200, len(content) - 5):
        (release / SIGNATURE).write_bytes(content[:length])
        refused(verify(release), "not in minisign's format\nhint: ")


def test_accepts_a_signature_file_with_carriage_returns(release, verify):
    path = release / SIGNATURE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verify(release).returncode == 0


def test_says_how_to_install_what_checks_a_signature(release, tmp_path):
    os.mkdir(tmp_path / "tools")
    for tool in set(TOOLS) - {"openssl"}:
        os.symlink(shutil.which(tool), tmp_path / "tools" / tool)
    done = subprocess.run([shutil.which("sh"), SCRIPTS / "verify-release", release, public(RELEASE)], capture_output=True, text=True,
                          env={"PATH": str(tmp_path / "tools")})
    refused(done, "neither minisign nor openssl is installed\nhint: install one of them: sudo apt install minisign\n")


OTHER_SUMS = (
    b"", b"\n", b"not sums\n", b"%(hash)s  ../release/a\n", b"%(hash)s  /etc/passwd\n", b"%(hash)s *a.tar.gz\n", b"\\%(hash)s  a\\nb\n", b"%(hash)s  -n\n",
    b"%(hash)s  .hidden\n", b"SHA256 (a.tar.gz) = %(hash)s\n",
)


def test_rejects_sums_of_another_form_although_they_are_signed(tmp_path, verify):
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "a").write_bytes(b"a")
    for content in OTHER_SUMS:
        (folder / SUMS).write_bytes(content.replace(b"%(hash)s", hashlib.sha256(b"a").hexdigest().encode()))
        (folder / SIGNATURE).write_text(minisig(RELEASE, (folder / SUMS).read_bytes()))
        refused(verify(folder), "lines that are not of a release")


OTHER_STELLAR = (
    (0, "Coldstar 1.2.3: the SHA-256 of SHA256SUMS is " + "0" * 64, "another SHA256SUMS"), (1, key("mallory").public_key, "another key"), (1, "", "another key"),
    (2, base64.b64encode(bytes(64)).decode(), "is wrong"), (0, "", "another SHA256SUMS"),
)


def test_rejects_a_wrong_stellar_signature(release, verify):
    signed = (release / STELLAR).read_text().splitlines()
    for line, text, message in OTHER_STELLAR:
        (release / STELLAR).write_text("\n".join([*signed[:line], text, *signed[line + 1:]]) + "\n")
        if message != "is wrong" or verify.has_minisign:
            refused(verify(release), message)


def test_rejects_a_stellar_signature_of_another_text(release, verify):
    if not verify.has_minisign:
        pytest.skip("checked by coldstar-sign, which is not on that machine")
    path = release / STELLAR
    path.write_text(path.read_text().replace("Coldstar 1.2.3", "Coldstar 1.2.4"))
    refused(verify(release), "SHA256SUMS.sep53 is wrong")


def test_the_openssl_lines_of_the_documentation_work(release, verify):
    page = (SCRIPTS.parent / "docs/INSTALL.md").read_text()
    lines = re.search(r"```\n([^`]*?openssl pkeyutl.*?)```", page, re.S)[1]

    def run() -> subprocess.CompletedProcess:
        return subprocess.run(["sh", "-e", "-c", lines], cwd=release, env={"PATH": os.environ["PATH"], "KEY": public(RELEASE)}, capture_output=True, text=True)

    done = run()
    assert done.returncode == 0 and "Signature Verified Successfully" in done.stdout and done.stdout.count(": OK\n") == 3, done
    assert verify(release).returncode == 0, "the lines leave files behind"
    (release / "coldstar-1.2.3-source.tar.gz").unlink()
    done = run()
    assert done.returncode == 0 and done.stdout.count(": OK\n") == 2 and "FAILED" not in done.stdout, done
    (release / "coldstar_1.2.3-1_amd64.deb").write_bytes(b"changed")
    assert run().returncode
    (release / "coldstar_1.2.3-1_amd64.deb").write_bytes(FILES["coldstar_1.2.3-1_amd64.deb"])
    (release / SUMS).write_bytes((release / SUMS).read_bytes() + b"\n")
    assert run().returncode


# ---------------------------------------------------------------- make release-files

MADE = Path(os.environ.get("COLDSTAR_RELEASE", ".")).resolve()
made = pytest.mark.skipif("COLDSTAR_RELEASE" not in os.environ, reason="COLDSTAR_RELEASE names no release: make check-release")


@made
def test_the_release_has_its_files_and_their_hashes():
    names = sorted(path.name for path in MADE.iterdir())
    listed = sorted(line[66:] for line in (MADE / SUMS).read_text().splitlines())
    assert [name for name in names if not name.startswith(SUMS) and name != "coldstar.pub"] == listed
    for part in (r"coldstar-[\d.]+-\w+-linux\.tar\.gz", r"coldstar-signer-[\d.]+-\w+-linux\.tar\.gz", r"coldstar-[\d.]+-source\.tar\.gz",
                 r"coldstar-[\d.]+-\w+-linux\.spdx\.json", "verify-release"):
        assert any(re.fullmatch(part, name) for name in names), part
    subprocess.run(["sha256sum", "--strict", "--quiet", "-c", SUMS], cwd=MADE, check=True)


@made
def test_archives_bear_no_owner_and_one_time():
    archives = sorted(MADE.glob("*.tar.gz"))
    assert len(archives) >= 3
    times = set()
    for archive in archives:
        with tarfile.open(archive) as file:
            members = file.getmembers()
        assert {(member.uid, member.gid) for member in members} == {(0, 0)}
        assert not any(member.name.startswith(("/", "..")) or "/../" in member.name for member in members)
        times |= {member.mtime for member in members}
    assert len(times) == 1


@made
def test_the_archives_have_programs_manuals_completions_and_the_commit(tmp_path):
    names = {}
    for archive in MADE.glob("*.tar.gz"):
        with tarfile.open(archive) as file:
            names[archive.name] = {member.name.split("/", 1)[-1] for member in file.getmembers()}
            if "-source" in archive.name:
                folder = archive.name.removesuffix(".tar.gz")
                commit = file.extractfile(f"{folder}/COMMIT").read().decode()
                file.extract(f"{folder}/scripts/commit", tmp_path, filter="data")
    assert re.fullmatch(r"[0-9a-f]{40}", commit)
    programs = next(found for name, found in names.items() if re.fullmatch(r"coldstar-[\d.]+-\w+-linux\.tar\.gz", name))
    for program in ("build", "sign", "submit", "scan", "basicpay", "sandbox"):
        assert {f"bin/coldstar-{program}", f"share/man/man1/coldstar-{program}.1", f"share/bash-completion/completions/coldstar-{program}"} <= programs
    assert {"LICENSE", "COPYRIGHT", "share/doc/coldstar/docs/INSTALL.md"} <= programs
    bundle = next(found for name, found in names.items() if name.startswith("coldstar-signer-"))
    assert {"coldstar-sign", "coldstar-scan", "libqrencode.so.4", "BUILT-WITH", SUMS} <= bundle


@made
def test_the_list_of_libraries_is_complete():
    document = json.loads(next(MADE.glob("*.spdx.json")).read_text())
    assert document["spdxVersion"] == "SPDX-2.3" and document["SPDXID"] == "SPDXRef-DOCUMENT"
    packages = {package["name"]: package for package in document["packages"]}
    assert {"coldstar", "swift-argument-parser", "grdb.swift", "swift-runtime", "libsodium23", "libsecp256k1-1", "libqrencode4", "libseccomp2", "libzbar0",
            "libpng16-16", "libturbojpeg0", "libnettle8", "libsqlite3-0", "libc6"} <= set(packages)
    assert any(name.startswith("libcurl4") for name in packages)
    for package in packages.values():
        assert package["versionInfo"] and re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]) and package["licenseDeclared"]
    ids = {package["SPDXID"] for package in packages.values()} | {"SPDXRef-DOCUMENT"}
    for relation in document["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids
    direct = {relation["relatedSpdxElement"] for relation in document["relationships"] if relation["relationshipType"] != "DEPENDS_ON"}
    assert not [name for name, package in packages.items() if package["SPDXID"] in direct and package["licenseDeclared"] == "NOASSERTION"]
