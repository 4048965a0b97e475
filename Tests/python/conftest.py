# SPDX-License-Identifier: Apache-2.0
"""Fixtures: the built programs, an online and an offline machine with their own homes, a practice network."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import programs
from desk import CHROMIUM, Browser, Desk
from programs import Machine, Sandbox, key
from servers import Middle

BIN = os.environ.get("COLDSTAR_BIN")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes five seconds of processor time or more; only `make check` runs it")
    config.addinivalue_line("markers", "real_argon2id: a PIN costs what it costs users; elsewhere `make test` makes it cheap")
    if not BIN or not (Path(BIN) / "coldstar-sign").exists():
        raise pytest.UsageError("COLDSTAR_BIN does not name the folder of the built programs")


@pytest.fixture(autouse=True)
def argon2id(request, monkeypatch):
    if request.node.get_closest_marker("real_argon2id"):
        monkeypatch.delitem(programs.INHERITED, "LD_PRELOAD", raising=False)


@pytest.fixture(scope="session")
def folder() -> Path:
    return Path(BIN).resolve()


@pytest.fixture
def offline(folder, tmp_path) -> Machine:
    (tmp_path / "offline").mkdir()
    return Machine(folder, tmp_path / "offline")


@pytest.fixture
def sandbox(folder):
    network = Sandbox(folder)
    yield network
    assert network.stop()[0] == 0


@pytest.fixture
def online(folder, tmp_path, sandbox) -> Machine:
    (tmp_path / "online").mkdir()
    return Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": sandbox.url})


@pytest.fixture
def funded(online) -> Machine:
    """Alice and Bob exist on the practice network."""
    online.fund(key("alice"), key("bob"))
    return online


@pytest.fixture
def middle(sandbox):
    """A server that proxies the practice network and can change its responses."""
    server = Middle(sandbox.url)
    yield server
    server.close()


@pytest.fixture
def desk(funded):
    """A desk on the practice network, for alice."""
    desk = Desk(funded, "--source", key("alice").public_key)
    yield desk
    desk.kill()


@pytest.fixture
def client(desk):
    return desk.client()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """Chromium for all tests of a process: it takes two seconds to start."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed")
    browser = Browser(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.quit()


@pytest.fixture
def browser(chromium):
    """Chromium without cookies, with one empty page."""
    chromium.reset()
    return chromium


@pytest.fixture(scope="session")
def clock(tmp_path_factory) -> str:
    """A library that shifts a program's clock when it is preloaded, by the seconds in the file that CLOCK_AHEAD names."""
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    source = Path(__file__).parents[1] / "clock" / "clock.c"
    subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", library], check=True)
    return str(library)
