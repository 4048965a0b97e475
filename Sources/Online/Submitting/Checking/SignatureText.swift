// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
import StellarXDR

/// Who has signed a transaction, for people and for other programs.
extension SignatureReport {
    /// The accounts that must authorize with the weight reached and their signers, then extra signers and surplus signatures.
    ///
    /// - Parameter hash: the transaction's.
    package func lines(of hash: TransactionHash) -> [String] {
        var lines = ["hash        \(hash.hex)"]
        for authority in authorities {
            lines.append(
                "account     \(authority.account.address): weight \(authority.reached) of \(max(1, authority.needed)) "
                    + "(\(authority.text)) \(authority.isMet ? "ok" : "NOT ENOUGH")")
            // A key of weight 0 has been disabled and is not missing.
            lines += authority.signers.filter { $0.hasSigned || $0.weight > 0 }.map {
                "  \($0.hasSigned ? "signed " : "missing") \($0.key.address) weight \($0.weight)"
            }
        }
        if !extraSigners.isEmpty { lines.append("extra       signers that the preconditions ask for") }
        lines += extraSigners.map { "  \($0.hasSigned ? "signed " : "missing") \($0.key.address)" }
        if !surplus.isEmpty { lines.append("surplus     \(Self.names(surplus, makers))") }
        if !innerSurplus.isEmpty { lines.append("inner       surplus \(Self.names(innerSurplus, innerMakers))") }
        return lines
    }

    /// Whether every account and extra signer has signed with enough weight.
    var isAuthorized: Bool { authorities.allSatisfy(\.isMet) && missingExtraSigners.isEmpty }

    /// The signatures that no account needs, by their places, and whose they are.
    var surplusText: String {
        "\(Self.names(surplus, makers)), \(surplus.count == 1 ? "is" : "are") not needed and"
    }

    /// Signatures by their places, and whose they are.
    private static func names(_ places: [Int], _ makers: [SignerKey?]) -> String {
        let names = places.map { place in makers[place].map { "by \($0.address)" } ?? "by no known signer" }
        return "signature\(places.count == 1 ? "" : "s") \(Self.places(places)), \(names.joined(separator: ", "))"
    }

    private static func places(_ indices: [Int]) -> String {
        indices.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    /// The JSON document of `coldstar-submit signatures`.
    package func document(of hash: TransactionHash) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "authorities": json, "extra_signers": extraSignersJSON,
            "missing_extra_signers": .array(missingExtraSigners.map { .string($0.address) }),
            "surplus": .array(surplus.map { .integer($0) }),
            "inner_surplus": .array(innerSurplus.map { .integer($0) }),
        ]
    }
}
