#!/bin/sh
# Online machine: check the answer, send the transaction, look at the account. SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/settings.sh"

coldstar-submit check "$stick/response.json" --home "$online"
coldstar-submit send "$stick/response.json" --home "$online"
coldstar-build lookup payments "$bob" --home "$online"
