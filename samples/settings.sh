# What the four steps share; each begins by reading this file. SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# Where the programs are: what `make demo` has built, if these are the sources, and otherwise those on the PATH, which are installed.
if [ -n "${COLDSTAR_BIN:-}" ]; then
    PATH=$COLDSTAR_BIN:$PATH
elif [ -d "$here/../.build/quick/release" ]; then
    PATH=$here/../.build/quick/release:$PATH
fi
for program in coldstar-build coldstar-sign coldstar-submit; do
    command -v $program >/dev/null && continue
    echo "error: $program is not on the PATH" >&2
    echo "hint: install it (docs/INSTALL.md), or run 'make demo' in the sources" >&2
    exit 1
done

# Where the steps keep what they make: in the sources, or else in the current folder, as installed samples belong to root.
work=$PWD/out/samples
[ ! -f "$here/../Package.swift" ] || work=$here/../out/samples
work=${COLDSTAR_SAMPLES:-$work}

# Two machines that share nothing but a stick: a home for each, and a folder for what is carried between them.
online=$work/online offline=$work/offline stick=$work/stick
mkdir -p "$online" "$offline" "$stick"

export STELLAR_NETWORK=testnet
export STELLAR_HORIZON_URL="${STELLAR_HORIZON_URL:-http://127.0.0.1:8000}"

# Accounts 0 and 1 of practice-words.txt. Everybody knows these words: they are for practice only.
alice=GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6
bob=GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX
