#!/bin/sh
# Offline machine: what does the request ask for? Needs no key and no PIN. SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/settings.sh"

coldstar-sign inspect "$stick/request.json" --home "$offline"
