# SPDX-License-Identifier: Apache-2.0
"""Keys of stc: `S...` in a file, or with a passphrase the same in a message of OpenPGP, which GnuPG decrypts for the signer."""
from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from programs import PIN, key

ALICE = key("alice")


def test_a_key_file_without_a_passphrase_is_imported(offline):
    path = offline.file("mykey", ALICE.secret + "\n")
    offline.sign("key", "import", "alice", "--identity", path, pin=PIN)
    assert offline.sign("key", "show", "alice", "--json").json()["public_key"] == ALICE.public_key


@pytest.mark.parametrize("content", [ALICE.secret[:-1], ALICE.secret + "\n" + ALICE.secret, ALICE.public_key, "T" + ALICE.secret[1:]])
def test_other_content_is_refused_without_repeating_it(offline, content):
    said = offline.sign("key", "import", "alice", "--identity", offline.file("mykey", content + "\n"), pin=PIN, code=65)
    assert ALICE.secret[:20] not in said.err + said.out


@pytest.mark.skipif(not shutil.which("gpg"), reason="GnuPG is not installed")
def test_an_encrypted_key_file_says_how_and_gnupg_hands_it_over(offline, tmp_path):
    """What stc writes (`PrivateKey.Save`), made by GnuPG: a message under a passphrase, AES-256, no compression, armored."""
    home = tmp_path / "gnupg"
    home.mkdir(mode=0o700)
    gpg = ["gpg", "--homedir", home, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "correct horse"]
    path = offline.home / "mykey"
    subprocess.run([*gpg, "--symmetric", "--armor", "--cipher-algo", "AES256", "--compress-algo", "none", "--output", path],
                   input=ALICE.secret.encode() + b"\n", check=True)
    said = offline.sign("key", "import", "alice", "--identity", path, pin=PIN, code=65).err
    assert "is encrypted with OpenPGP" in said and "coldstar-sign key import NAME" in said and "--secret-fd" in said
    decrypted = subprocess.run([*gpg, "--decrypt", path], check=True, capture_output=True)
    reader, writer = os.pipe()
    os.write(writer, decrypted.stdout)
    os.close(writer)
    try:
        with offline.started("coldstar-sign", "key", "import", "alice", "--secret-fd", reader, pin=PIN, keep=(reader,)) as process:
            assert process.wait(60) == 0
    finally:
        os.close(reader)
    assert offline.sign("key", "show", "alice", "--json").json()["public_key"] == ALICE.public_key
