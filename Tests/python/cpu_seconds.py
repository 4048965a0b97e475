# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest (-p cpu_seconds): the processor time of each file of tests, its programs included. scripts/timings uses it."""
from __future__ import annotations

import os
from collections import defaultdict

import pytest


def used() -> float:
    """Seconds of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    # What this test began with; the report of its teardown, which comes last, carries the difference to the process that prints.
    item.cpu_seconds_before = used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "teardown":
        report.user_properties.append(("cpu_seconds", used() - item.cpu_seconds_before))
    return report


def pytest_terminal_summary(terminalreporter):
    files: dict[str, list[float]] = defaultdict(list)
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == "cpu_seconds":
                    files[report.nodeid.split("::")[0]].append(value)
    if path := os.environ.get("COLDSTAR_TEST_SECONDS"):
        with open(path, "w", encoding="utf-8") as file:
            for name, values in files.items():
                file.write(f"{sum(values):.2f} {len(values)} {name}\n")
