#!/bin/sh
# Contracts with the key offline, on the practice network: token calls, a nested deposit, two of three signers of an account, a contract account.
# Argument: the folder of the built programs. SPDX-License-Identifier: Apache-2.0
set -eu

programs=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
exec "${DEMO_PYTHON:-$here/.build/venv/bin/python}" "$here/Tests/python/contracts_demo.py" "$programs"
