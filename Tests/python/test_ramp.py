# SPDX-License-Identifier: Apache-2.0
"""The ramp's commands: configurations as meso-js judges them, sessions in the journal, the start of the desk."""
from __future__ import annotations

import json
import shutil
import signal
import sqlite3
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from ramp_standin import CONFIGURATION, VECTORS

ROWS = json.loads((VECTORS / "ramp.json").read_text())["configurations"]
ADDRESS = CONFIGURATION["walletAddress"]


def write(machine, config, name="transfer.json") -> Path:
    return machine.file(name, config if isinstance(config, str) else json.dumps(config))


def check(machine, config, *options, code=0):
    return machine.submit("ramp", "check", write(machine, config), "--json", *options, code=code)


@pytest.mark.parametrize("inline", [False, True], ids=["embedded", "inline"])
def test_configurations_are_judged_as_by_meso_js(offline, inline):
    for row in ROWS[::3]:
        expect = row["expect"] if not inline or row["inline"] == "same" else row["inline"]
        result = check(offline, row["config"], *(["--inline"] if inline else []), code=None)
        said = result.json()
        assert result.code == (0 if said["accepted"] else 65)
        if not expect["accepted"]:
            assert {k: said[k] for k in ("accepted", "kind", "message")} == expect, row["name"]
            assert said["rule"] == "meso-js" and expect["message"] in result.err
        else:
            assert said["accepted"] or said["rule"] == "coldstar" or "toString" in row["name"], row["name"]


def test_an_accepted_configuration_gives_the_frames_address(offline):
    said = check(offline, CONFIGURATION).json()
    url = urlsplit(said["url"])
    assert (url.scheme, url.netloc, url.path) == ("https", "transfer.sandbox.meso.network", "/app")
    assert dict(parse_qsl(url.query))["walletAddress"] == ADDRESS
    assert said["origin"] == "https://transfer.sandbox.meso.network"
    assert [w for w in said["warnings"] if ADDRESS in w]
    text = offline.submit("ramp", "check", "transfer.json")
    assert "accepted: buy 50 USD in SOL on Solana" in text.out and said["url"] in text.out and "warning: " in text.err
    other = check(offline, CONFIGURATION, "--inline", "--frame-origin", "https://api.sandbox.meso.network").json()
    assert other["url"].startswith("https://api.sandbox.meso.network/inline?")
    assert check(offline, CONFIGURATION, "--frame-origin", "http://127.0.0.1:8443").json()["url"].startswith("http://127.0.0.1:8443/app?")


def test_a_frame_from_elsewhere_is_refused(offline, subtests):
    for origin in ["https://evil.example", "https://api.meso.network", "http://transfer.sandbox.meso.network",
                   "https://transfer.sandbox.meso.network/", "https://transfer.sandbox.meso.network.evil.example", ""]:
        with subtests.test(origin=origin):
            assert check(offline, CONFIGURATION, "--frame-origin", origin, code=None).code in (64, 65)


def test_rules_of_our_own_are_named_as_ours(offline, subtests):
    for changes, words in [
            ({"destinationAsset": "USD", "sourceAsset": "SOL", "onSendTransactionRequest": True}, "cash-out is not supported"),
            ({"authenticationStrategy": "headless_wallet_verification"}, "an offline key signs only when asked"),
            ({"destinationAsset": "ETH"}, "ETH does not exist on Solana"),
            ({"walletAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"}, "is not an address of Solana"),
            ({"walletAddress": "0x9858efFD232B4033E47d90003D41EC34EcaEda94", "network": "eip155:1", "destinationAsset": "ETH"},
             "is not an address of Ethereum"),
        ]:
        with subtests.test(changes=changes):
            result = check(offline, {**CONFIGURATION, **changes}, code=65)
            said = result.json()
            assert said["rule"] == "coldstar" and words in said["message"] and words in result.err and said["reason"] in result.err


def test_a_file_that_is_no_configuration_is_refused(offline, subtests):
    for text in ["", "null", "[]", "{", '{"partnerId": "a", "partnerId": "b"}', "[" * 70_000, " " * 70_000]:
        with subtests.test(text=text[:20]):
            result = check(offline, text, code=65)
            assert result.out == "" or result.json()["accepted"] is False


def test_text_of_the_file_does_not_reach_the_terminal_unescaped(offline):
    result = offline.submit("ramp", "check", write(offline, {**CONFIGURATION, "walletAddress": "\x1b[2J\u202e"}), code=65)
    assert "\x1b" not in result.out + result.err and "\u202e" not in result.out + result.err
    result = offline.submit("ramp", "check", write(offline, {**CONFIGURATION, "\x1b[2J": 1}))
    assert "\x1b" not in result.out + result.err


def test_without_sessions_there_is_nothing_to_show(offline):
    assert offline.submit("ramp", "list").out == ""
    offline.submit("ramp", "status", code=66)
    offline.submit("ramp", "status", "1", code=66)
    offline.submit("ramp", "status", "one", code=65)


def opened(machine, *options) -> str:
    """Begins a session, and stops the desk once it is ready."""
    with machine.started("coldstar-submit", "ramp", "open", "transfer.json", *options, "--", "--network", "testnet", "--no-open",
                         "--port", "0") as process:
        line = process.stdout.readline().decode()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert line.startswith(("ready http://127.0.0.1:", "{")), line + err.decode()
    return err.decode()


def test_open_records_the_session_and_becomes_the_desk(offline):
    write(offline, CONFIGURATION)
    assert "ramp session 1" in opened(offline)
    assert "ramp session 2" in opened(offline, "--inline", "--json")
    said = offline.submit("ramp", "status", "1", "--json").json()
    assert (said["number"], said["outcome"], said["presentation"], said["address"]) == (1, "pending", "embedded", ADDRESS)
    assert (said["request"], said["transfers"], said["events"]) == (None, [], [])
    assert offline.submit("ramp", "status", "--json").json()["presentation"] == "inline", "the latest one"
    assert "pending" in offline.submit("ramp", "status").out
    assert [json.loads(line)["number"] for line in offline.submit("ramp", "list", "--json").out.splitlines()] == [2, 1]
    assert offline.submit("journal", "verify", "--json").json()["ramp_sessions"] == 2
    offline.submit("ramp", "status", "3", code=66)


def test_open_refuses_before_anything_is_recorded(offline, folder, tmp_path):
    write(offline, {**CONFIGURATION, "partnerId": ""})
    assert '"partnerId" must be provided.' in offline.submit("ramp", "open", "transfer.json", code=65).err
    write(offline, CONFIGURATION)
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy2(Path(folder) / "coldstar-submit", alone)
    machine = type(offline)(alone, offline.home, offline.env)
    assert "coldstar-desk is not beside this program" in machine.submit("ramp", "open", "transfer.json", code=66).err
    assert not (offline.home / "online" / "journal.sqlite").exists()


def test_a_log_that_was_changed_is_found(offline):
    write(offline, CONFIGURATION)
    opened(offline)
    with sqlite3.connect(offline.home / "online" / "journal.sqlite") as db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("DELETE FROM ramp_session")
        db.execute("INSERT INTO ramp_event (session, time, kind, detail) VALUES (1, 1, 'opened', 'no JSON')")
    offline.submit("journal", "verify", code=65)
    offline.submit("ramp", "status", code=65)
