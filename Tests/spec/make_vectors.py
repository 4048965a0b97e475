# SPDX-License-Identifier: Apache-2.0
"""Writes the vectors of docs/spec: make_vectors.py FOLDER. Needs PyNaCl and none of Coldstar's code."""

import pathlib
import sys

import devices
import handoff
import lists
import vault


def write(folder):
    files = handoff.files() + devices.files() + vault.files() + lists.files()
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        file.write(folder)
    return files


if __name__ == "__main__":
    for file in write(pathlib.Path(sys.argv[1])):
        print("{}: {} accepted, {} rejected".format(file.name, *file.counts()))
