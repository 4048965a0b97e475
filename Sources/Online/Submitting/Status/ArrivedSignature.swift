// SPDX-License-Identifier: Apache-2.0

package import Journal
package import Stellar
package import StellarXDR

/// A signature in the journal, with its signer.
package struct ArrivedSignature {
    package let recorded: RecordedSignature
    package let seen: Timestamp
    /// The signer; nil when it is not known to be an expected one.
    package let maker: SignerKey?

    /// The signatures of a transaction, in order of arrival.
    package static func all(
        of requested: RequestedTransaction, in store: any OnlineJournal
    ) throws(JournalError) -> [ArrivedSignature] {
        let found = try store.signatures(hash: requested.hash)
        guard !found.isEmpty else { return [] }
        let keys =
            requested.keys.map(SignerKey.ed25519)
            + (requested.envelope.innermost.cond.extended?.extraSigners.elements ?? [])
        return found.map { recorded, seen in
            let maker = recorded.decorated.flatMap { signature in
                var checker = SignatureChecker([signature], hash: requested.hash)
                return checker.makers(among: keys)[0]
            }
            return ArrivedSignature(recorded: recorded, seen: Timestamp(UInt64(max(0, seen))), maker: maker)
        }
    }

    /// The signers on one line; nil when there are none.
    package static func text(_ signatures: [ArrivedSignature]) -> String? {
        var names: [String] = []
        for name in signatures.compactMap(\.maker?.address) where !names.contains(name) { names.append(name) }
        let others = signatures.count { $0.maker == nil }
        if others > 0 { names.append("\(others) whose key the request does not name") }
        return names.isEmpty ? nil : "signed by " + names.joined(separator: ", ")
    }
}
