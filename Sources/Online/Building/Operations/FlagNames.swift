// SPDX-License-Identifier: Apache-2.0

import Faults
import TextCodec

/// Parses flags by their names in the protocol, separated by commas.
struct FlagNames {
    private let names: [(name: String, bit: UInt32)]

    /// Flags of accounts.
    ///
    /// - Source: stellar-xdr `AccountFlags`.
    static let account = FlagNames(names: [
        ("auth_required", 1), ("auth_revocable", 2), ("auth_immutable", 4), ("auth_clawback_enabled", 8),
    ])

    /// Flags of trustlines.
    ///
    /// - Source: stellar-xdr `TrustLineFlags`.
    static let trustLine = FlagNames(names: [
        ("authorized", 1), ("authorized_to_maintain_liabilities", 2), ("trustline_clawback_enabled", 4),
    ])

    func bits(of text: String, _ field: FieldID) throws(Failure) -> UInt32 {
        var bits: UInt32 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let flag = names.first(where: { $0.name == part }) else {
                throw Failure(
                    .badInput, field, "\(TerminalText.escape(String(part))) is not a flag",
                    hint: "use one or more of \(names.map(\.name).joined(separator: ",")), separated by commas")
            }
            guard bits & flag.bit == 0 else { throw Failure(.badInput, field, "\(flag.name) is given twice") }
            bits |= flag.bit
        }
        return bits
    }
}
