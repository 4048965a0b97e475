# SPDX-License-Identifier: Apache-2.0
"""A vector file: named inputs, each with the expected result or the reason for its rejection."""

import base64
import json


class Vectors:
    def __init__(self, name, page, about):
        self.name, self.page, self.about, self.rows = name, page, about, []

    def accept(self, name, given, accepted, **context):
        self._add(name, given, context, {"accept": accepted})

    def reject(self, name, given, reason, **context):
        self._add(name, given, context, {"reject": reason})

    def _add(self, name, given, context, outcome):
        assert name not in {row["name"] for row in self.rows}, f"{self.name}: {name} is a duplicate"
        text = isinstance(given, str)
        encoding, shown = ("text", given) if text else ("base64", base64.b64encode(given).decode())
        self.rows.append({"name": name, "encoding": encoding, "input": shown, **context, **outcome})

    def write(self, folder):
        rows = ",\n".join("  " + json.dumps(row) for row in self.rows)
        head = f'"specification": {json.dumps(self.page)},\n "about": {json.dumps(self.about)}'
        (folder / f"{self.name}.json").write_text(f'{{{head},\n "vectors": [\n{rows}\n]}}\n')

    def counts(self):
        accepted = sum("accept" in row for row in self.rows)
        return accepted, len(self.rows) - accepted
