// SPDX-License-Identifier: Apache-2.0

package import TextCodec

extension JournalAudit {
    /// The numbers of rows, for a person.
    package var text: String {
        func part(_ table: JournalRow.Table, _ name: String) -> String {
            let number = counts[table] ?? 0
            return "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        var parts = [
            part(.request, "request"), part(.signature, "signature"), part(.submission, "transaction"),
            part(.event, "event"),
        ]
        if ramp.sessions > 0 { parts.append("\(ramp.sessions) ramp session\(ramp.sessions == 1 ? "" : "s")") }
        return parts.joined(separator: ", ") + (archived > 0 ? " (\(archived) of the transactions archived)" : "")
    }

    /// The JSON document of `coldstar-submit journal verify`.
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("file", .string(file)), ("ok", .bool(faults.isEmpty)), ("requests", .integer(counts[.request] ?? 0)),
            ("signatures", .integer(counts[.signature] ?? 0)),
            ("transactions", .integer(counts[.submission] ?? 0)), ("archived", .integer(archived)),
            ("events", .integer(counts[.event] ?? 0)),
        ]
        if ramp.sessions > 0 { members.append(("ramp_sessions", .integer(ramp.sessions))) }
        members.append(("faults", .array(faults.map(JSON.string))))
        return .object(JSONObject(members))
    }
}
