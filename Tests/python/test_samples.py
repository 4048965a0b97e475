# SPDX-License-Identifier: Apache-2.0
"""The samples work as their README says: the four steps run, and the files decode, hash, verify and are reproducible."""
from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import stellar_sdk as sdk

import qr_check
from programs import INHERITED, PIN, TESTNET

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
STEPS = ["1-build.sh", "2-inspect.sh", "3-sign.sh", "4-submit.sh"]
ALICE = sdk.Keypair.from_mnemonic_phrase((SAMPLES / "practice-words.txt").read_text().strip())


def sample(name: str):
    return json.loads((SAMPLES / name).read_text())


@pytest.fixture
def step(folder, tmp_path, sandbox):
    """Runs one of the scripts as a user would, without environment variables of the tests."""
    def run(name: str) -> subprocess.CompletedProcess:
        env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "COLDSTAR_BIN": str(folder),
               "COLDSTAR_SAMPLES": str(tmp_path / "out"), "STELLAR_HORIZON_URL": sandbox.url, **INHERITED}
        done = subprocess.run([SAMPLES / name], env=env, cwd=tmp_path, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, f"{name}: {done}"
        return done
    return run


def test_the_four_sample_steps_apply_a_payment(step, online):
    for name in STEPS:
        done = step(name)
    assert "ready to submit" in done.stdout
    assert "  25.5  XLM  from  " + ALICE.public_key in done.stdout
    account = online.build("lookup", "account", ALICE.public_key, "--json").json()
    assert account["balances"][0]["balance"] == "9974.4999900"


def test_the_steps_can_be_run_again(step):
    for name in STEPS + STEPS:
        step(name)


def installed(tmp_path, path: str, name: str, sandbox) -> subprocess.CompletedProcess:
    """Runs a step as after an installation: without the sources, and with the programs on the PATH."""
    if not (tmp_path / "samples").exists():
        shutil.copytree(SAMPLES, tmp_path / "samples", ignore=shutil.ignore_patterns(".build"))
    env = {"PATH": path, "HOME": str(tmp_path), "STELLAR_HORIZON_URL": sandbox.url, **INHERITED}
    return subprocess.run([shutil.which("sh"), "samples/" + name], env=env, cwd=tmp_path, text=True, capture_output=True, timeout=60)


def test_the_steps_run_installed_programs_and_write_to_the_current_folder(folder, tmp_path, sandbox):
    for name in STEPS:
        done = installed(tmp_path, f"{folder}:{os.environ['PATH']}", name, sandbox)
        assert done.returncode == 0, f"{name}: {done}"
    assert (tmp_path / "out/samples/stick/response.json").exists()


def test_a_step_names_the_program_that_is_not_installed(folder, tmp_path, sandbox):
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("dirname", "mkdir"):
        (programs / name).symlink_to(shutil.which(name))
    for missing in ("coldstar-build", "coldstar-sign", "coldstar-submit"):
        done = installed(tmp_path, str(programs), "1-build.sh", sandbox)
        assert done.returncode == 1 and f"error: {missing} is not on the PATH\nhint: " in done.stderr, done
        assert not (tmp_path / "out").exists()
        (programs / missing).symlink_to(folder / missing)


@pytest.mark.slow
def test_the_anchor_demo_completes_its_transfers_and_cleans_up(folder, tmp_path):
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path), "STELLAR_NETWORK": "public", **INHERITED}
    done = subprocess.run([SAMPLES / "demo-anchor.sh", folder], env=env, cwd=tmp_path, text=True, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done
    table = done.stdout.split("== What became of all of it\n")[1]
    rows = [line.split() for line in table.splitlines() if " completed " in line]
    assert [(row[2], row[4]) for row in rows] == [("withdrawal", "20"), ("deposit", "50"), ("deposit", "100")]
    # Received 98 and 48.5, paid 20.
    assert "126.5" in table
    assert list(tmp_path.iterdir()) == []
    port = int(done.stdout.split("coldstar-sandbox ready http://127.0.0.1:")[1].split()[0])
    with socket.socket() as free:
        assert free.connect_ex(("127.0.0.1", port)) != 0


def test_the_review_step_shows_the_payment_and_its_memo(step):
    step("1-build.sh")
    shown = step("2-inspect.sh").stdout
    assert "Pay 25.5 XLM to" in shown and '"Invoice 42"' in shown


def test_the_sample_request_is_a_transaction_of_the_practice_account():
    request = sample("request.json")
    envelope = sdk.TransactionEnvelope.from_xdr(request["envelope"], request["network_passphrase"])
    assert request["network_passphrase"] == TESTNET
    assert envelope.transaction.source.account_id == ALICE.public_key
    assert envelope.to_xdr() == request["envelope"]
    assert envelope.hash_hex() == sample("response.json")["hash"]


def test_the_sample_signature_verifies_and_is_the_one_in_the_signed_envelope():
    response, request = sample("response.json"), sample("request.json")
    signature = response["signatures"][0]
    raw = base64.b64decode(signature["signature"])
    assert response["id"] == request["id"]
    assert signature["public_key"] == ALICE.public_key
    ALICE.verify(bytes.fromhex(response["hash"]), raw)
    signed = sdk.TransactionEnvelope.from_xdr((SAMPLES / "signed.xdr").read_text().strip(), TESTNET)
    assert [s.signature for s in signed.signatures] == [raw]
    assert signed.hash_hex() == response["hash"]


def test_the_programs_read_the_samples(offline):
    shown = offline.sign("inspect", SAMPLES / "request.json", "--json").json()
    assert shown["hash"] == sample("response.json")["hash"]
    offline.sign("verify", SAMPLES / "signed.xdr", "--network", "testnet", "--signer", ALICE.public_key)
    shown = offline.sign("inspect", SAMPLES / "signed.xdr", "--network", "testnet", "--json").json()
    assert [s["valid"] for s in shown["signatures"]] == [True]


def test_signing_the_sample_again_gives_the_same_bytes(offline):
    words = (SAMPLES / "practice-words.txt").read_text().strip()
    offline.sign("key", "import", "practice", secret=words, pin=PIN)
    # The sample expires in 2100; an expiry more than a year ahead counts as none, so --now is shortly before it.
    options = ["--key", "practice", "--yes", "--now", "4102440000"]
    response = offline.sign("sign", SAMPLES / "request.json", *options, "--format", "response", pin=PIN)
    assert response.json() == sample("response.json")
    envelope = offline.sign("sign", SAMPLES / "request.json", *options, pin=PIN)
    assert envelope.out == (SAMPLES / "signed.xdr").read_text()


def test_the_sample_picture_is_the_response_as_one_qr_code(offline):
    offline.sign("qr", SAMPLES / "response.json", "--png", "again.png")
    assert (offline.home / "again.png").read_bytes() == (SAMPLES / "response.png").read_bytes()
    text = qr_check.read(qr_check.Image.open(SAMPLES / "response.png")).decode()
    assert text.startswith("UR:COLDSTAR-RESPONSE/") and len(text) == 279


def test_the_builder_reproduces_the_sample_request_offline(offline):
    # The machine has no settings, so the builder cannot reach a network.
    made = offline.build(
        "payment", "--network", "testnet", "--sequence", "4294967296001", "--max-time", "2100-01-01T00:00:00Z", "--now",
        "2026-11-21T09:00:00Z", "--source", ALICE.public_key, "--destination",
        "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX", "--asset", "native", "--amount", "25.5", "--memo",
        "text:Invoice 42", "--note", "the sample of the documentation").json()
    expected = sample("request.json")
    assert made.pop("id") != expected.pop("id")
    assert made == expected


@pytest.mark.slow
def test_the_desk_demo_leaves_a_picture_of_each_page(folder, tmp_path):
    env = {**{name: value for name, value in os.environ.items() if not name.startswith(("COLDSTAR", "STELLAR"))}, "CI": "1", "DEMO_PYTHON": sys.executable,
           "DEMO_OUT": str(tmp_path / "pictures"), "COLDSTAR_QUICK_PINS": os.environ.get("COLDSTAR_QUICK_PINS", "")}
    done = subprocess.run([SAMPLES / "demo-desk.sh", folder], env=env, cwd=tmp_path, text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert [path.stem for path in pictures] == ["1-overview", "2-pay", "3-request", "4-checks", "5-progress", "6-withdrawal", "7-batch-errors"]
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 20_000 for path in pictures)


@pytest.fixture
def place():
    """A folder with a short name: Chromium keeps a socket in the folder for temporary files, whose path has 108 bytes at most."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.slow
def test_the_ramp_demo_completes_its_transfer_and_leaves_only_pictures(folder, place):
    out = place / "pictures"
    env = {"PATH": os.environ["PATH"], "HOME": str(place), "TMPDIR": str(place), "DEMO_PYTHON": sys.executable, "DEMO_OUT": str(out),
           "PYTHONDONTWRITEBYTECODE": "1", "STELLAR_NETWORK": "public", **INHERITED}
    done = subprocess.run([SAMPLES / "demo-ramp.sh", folder], env=env, cwd=place, text=True, capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done
    parts = dict(part.split("\n", 1) for part in done.stdout.split("\n== ")[1:])
    refused, shown, review, end = (next(text for title, text in parts.items() if words in title) for words in ("refused", "Meso asks", "reviewed", "became"))
    assert "ETH does not exist on Solana" in refused and "accepted: buy 50 USD in SOL" in refused
    assert shown.split("check words: ")[1].split("\n")[0] in review and '"nonce: 12345"' in review
    assert "valid signature of " in done.stdout and end.startswith("1  complete\n") and "transfer t1: COMPLETE" in end
    assert list(place.iterdir()) == [out]
    assert sorted(path.name for path in out.iterdir()) == ["8-ramp-frame.png", "8-ramp-request.png", "9-ramp-complete.png"]
    port = int(parts[next(iter(parts))].split("is 127.0.0.1:")[1].split(",")[0])
    with socket.socket() as free:
        assert free.connect_ex(("127.0.0.1", port)) != 0
