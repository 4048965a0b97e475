# SPDX-License-Identifier: Apache-2.0
"""Fixtures: the built programs, two machines with homes of their own, a practice network."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from programs import Machine

BIN = os.environ.get("COLDSTAR_BIN")


def pytest_configure(config):
    if not BIN or not (Path(BIN) / "coldstar-sign").exists():
        raise pytest.UsageError("COLDSTAR_BIN does not name the folder of the built programs")


@pytest.fixture(scope="session")
def folder() -> Path:
    return Path(BIN).resolve()


@pytest.fixture
def offline(folder, tmp_path) -> Machine:
    (tmp_path / "offline").mkdir()
    return Machine(folder, tmp_path / "offline")


class Sandbox:
    """A practice network of its own for one test."""

    def __init__(self, folder: Path, *options: str):
        self.process = subprocess.Popen([folder / "coldstar-sandbox", "--port", "0", *options], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready = self.process.stdout.readline()
        assert "ready http://127.0.0.1:" in ready, ready + self.process.stderr.read()
        self.url = ready.split()[-1]

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(10)


@pytest.fixture
def sandbox(folder):
    network = Sandbox(folder)
    yield network
    assert network.stop() == 0


@pytest.fixture
def online(folder, tmp_path, sandbox) -> Machine:
    (tmp_path / "online").mkdir()
    return Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": sandbox.url})
