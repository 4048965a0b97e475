#!/bin/sh
# Offline machine: review, sign, and put the answer onto the stick, as a file and as a picture.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/settings.sh"

# The practice key, sealed under the PIN 294017. A key of your own: coldstar-sign key new NAME
if ! coldstar-sign key show practice --home "$offline" >"$work/key.txt" 2>&1; then
    coldstar-sign key import practice --home "$offline" --secret-fd 8 --pin-fd 9 8<"$here/practice-words.txt" 9<<PIN
294017
PIN
fi

# Without --yes and --pin-fd it asks whether you agree, and for the PIN, on the terminal.
rm -f "$stick/response.png"
coldstar-sign sign "$stick/request.json" --key practice --home "$offline" --yes --pin-fd 9 \
    --format response --out "$stick/response.json" --force --png "$stick/response.png" 9<<PIN
294017
PIN
cat "$stick/response.json"
