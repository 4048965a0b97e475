#!/bin/sh
# A purchase through Meso's ramp with the key offline, in a browser, against a stand-in for Meso; pictures of the pages are left in out/ramp.
# Argument: the folder of the built programs. SPDX-License-Identifier: Apache-2.0
set -eu

programs=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
exec "${DEMO_PYTHON:-$here/.build/venv/bin/python}" "$here/Tests/python/ramp_demo.py" "$programs" "${DEMO_OUT:-$here/out/ramp}"
