// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Flags of accounts.
///
/// - Source: stellar-xdr `AccountFlags`.
package struct AccountFlagSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension AccountFlagSet: TextValue {
    /// - Parameter text: names as in the protocol, separated by commas.
    package init(text: String) throws(Failure) {
        rawValue = try FlagNames.bits(
            of: text,
            among: [
                ("auth_required", 1), ("auth_revocable", 2), ("auth_immutable", 4), ("auth_clawback_enabled", 8),
            ])
    }
}

/// Flags of trustlines.
///
/// - Source: stellar-xdr `TrustLineFlags`.
package struct TrustLineFlagSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let authorized = TrustLineFlagSet(rawValue: 1)
    static let maintainsLiabilities = TrustLineFlagSet(rawValue: 2)
    static let clawback = TrustLineFlagSet(rawValue: 4)
}

extension TrustLineFlagSet: TextValue {
    /// - Parameter text: names as in the protocol, separated by commas.
    package init(text: String) throws(Failure) {
        rawValue = try FlagNames.bits(
            of: text,
            among: [
                ("authorized", 1), ("authorized_to_maintain_liabilities", 2), ("trustline_clawback_enabled", 4),
            ])
    }
}

private enum FlagNames {
    static func bits(of text: String, among names: [(name: String, bit: UInt32)]) throws(Failure) -> UInt32 {
        var bits: UInt32 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let flag = names.first(where: { $0.name == part }) else {
                throw Failure(
                    .badInput, "\(TerminalText.escape(String(part))) is not a flag",
                    hint: "use one or more of \(names.map(\.name).joined(separator: ",")), separated by commas")
            }
            guard bits & flag.bit == 0 else { throw Failure(.badInput, "\(flag.name) is given twice") }
            bits |= flag.bit
        }
        return bits
    }
}
