# What the four steps share; each begins by reading this file. SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# Where the programs are, and where the steps keep what they make.
PATH=${COLDSTAR_BIN:-$here/../.build/quick/release}:$PATH
work=${COLDSTAR_SAMPLES:-$here/../out/samples}

# Two machines that share nothing but a stick: a home for each, and a folder for what is carried between them.
online=$work/online offline=$work/offline stick=$work/stick
mkdir -p "$online" "$offline" "$stick"

export STELLAR_NETWORK=testnet
export STELLAR_HORIZON_URL="${STELLAR_HORIZON_URL:-http://127.0.0.1:8000}"

# Accounts 0 and 1 of practice-words.txt. Everybody knows these words: they are for practice only.
alice=GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6
bob=GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX
