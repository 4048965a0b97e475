// SPDX-License-Identifier: Apache-2.0

/// The flags of accounts and trustlines, in words.
///
/// - Source: stellar-xdr `AccountFlags`, `TrustLineFlags`.
enum Flags {
    static let required: UInt32 = 1
    static let revocable: UInt32 = 2
    static let immutable: UInt32 = 4
    static let clawback: UInt32 = 8
    /// The trustline flag that allows the issuer to claw back.
    static let trustlineClawback: UInt32 = 4

    private static let account: [(UInt32, Phrase)] = [
        (required, "authorization required"), (revocable, "authorization revocable"),
        (immutable, "authorization immutable"), (clawback, "clawback enabled"),
    ]
    private static let trustline: [(UInt32, Phrase)] = [
        (1, "authorized"), (2, "authorized to keep offers only"), (trustlineClawback, "clawback enabled"),
    ]

    static func account(_ bits: UInt32) -> Phrase { words(bits, account) }
    static func trustline(_ bits: UInt32) -> Phrase { words(bits, trustline) }

    /// The names of the set bits; unknown bits as a number.
    private static func words(_ bits: UInt32, _ names: [(UInt32, Phrase)]) -> Phrase {
        var parts = names.filter { bits & $0.0 != 0 }.map(\.1)
        let unknown = names.reduce(bits) { $0 & ~$1.0 }
        if unknown != 0 { parts.append("unknown flags \(unknown)") }
        return parts.isEmpty ? "none" : Phrase(parts, separator: ", ")
    }
}
