#!/bin/sh
# Online machine: an unsigned payment goes onto the stick. SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/settings.sh"

# Friendbot gives both accounts practice money, once.
for account in "$alice" "$bob"; do
    coldstar-build lookup account "$account" --home "$online" >"$work/account.txt" 2>&1 ||
        coldstar-build fund "$account" --home "$online"
done

coldstar-build payment --source "$alice" --destination "$bob" --asset native --amount 25.5 \
    --memo "text:Invoice 42" --home "$online" --out "$stick/request.json" --force
