# SPDX-License-Identifier: Apache-2.0
"""scripts/check-tree, which `make lint` runs: no unexpected file at the top level, no secret seed outside tests and samples."""

import pathlib
import shutil
import subprocess

import pytest
from stellar_sdk import Keypair

ROOT = pathlib.Path(__file__).parents[2]
SEED = Keypair.from_raw_ed25519_seed(bytes(range(32))).secret


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "check-tree", tmp_path / "scripts")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    write(tmp_path, "Package.swift", "// one line\n")
    write(tmp_path, "Sources/Offline/Vault/Vault.swift", "// one line\n")
    return tmp_path


def write(tree, name, text):
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def check(tree):
    return subprocess.run([tree / "scripts" / "check-tree"], capture_output=True, text=True)


def test_accepts_the_layout_of_the_project(tree):
    write(tree, "Tests/python/keys.py", f"SEED = '{SEED}'\n")
    write(tree, "samples/payment.sh", f"# {SEED}\n")
    done = check(tree)
    assert (done.returncode, done.stderr) == (0, "")


def test_rejects_a_file_that_is_not_on_the_list(tree):
    names = ["sec", "r.json", "m.xdr", "pin", "notes/idea.md", "out.txt", ".env"]
    for name in names:
        write(tree, name, "anything\n")
    done = check(tree)
    assert done.returncode == 1
    assert set(names) <= set(done.stderr.splitlines())


@pytest.mark.parametrize("is_tracked", [True, False])
def test_rejects_a_secret_seed_and_does_not_repeat_it(tree, is_tracked):
    names = ["Sources/Offline/Vault/Key.swift", "docs/GUIDE.md", "scripts/run", "Makefile", "Sources/Tools/coldstar-fuzz/Main.swift"]
    text = "first\n" + "".join(form.format(SEED) + "\n" for form in ("{}", 'let seed = "{}"', "x={};"))
    for name in names:
        write(tree, name, text)
    if is_tracked:
        subprocess.run(["git", "-C", tree, "add", "-A"], check=True)
    done = check(tree)
    assert done.returncode == 1
    assert {f"{name}:{line}" for name in names for line in (2, 3, 4)} <= set(done.stderr.splitlines())
    assert SEED not in done.stdout + done.stderr


def test_one_seed_or_one_file_is_enough(tree):
    write(tree, "Makefile", f"x={SEED};\n")
    assert check(tree).returncode == 1
    write(tree, "Makefile", "all:\n")
    assert check(tree).returncode == 0
    write(tree, ".env", "")
    assert check(tree).returncode == 1


def test_accepts_addresses_hashes_and_words_that_only_look_similar(tree):
    account = Keypair.from_secret(SEED).public_key
    write(tree, "docs/GUIDE.md", f"{account}\n{SEED[:55]}\nX{SEED}\n{SEED.lower()}\n{SEED}A\n")
    assert check(tree).returncode == 0
