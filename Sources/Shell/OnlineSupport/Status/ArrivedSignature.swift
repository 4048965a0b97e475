// SPDX-License-Identifier: Apache-2.0

package import Journal
package import Stellar
package import StellarXDR
package import TextCodec
import XDR

/// A signature in the journal, and who made it.
package struct ArrivedSignature {
    package let recorded: RecordedSignature
    package let seen: Timestamp
    /// Nil where it is nobody who is known to be asked for one.
    package let maker: SignerKey?

    /// Those of a transaction, in the order in which they came.
    package static func all(
        of asked: AskedTransaction, in store: SQLiteJournal
    ) throws(JournalError) -> [ArrivedSignature] {
        let found = try store.signatures(hash: asked.hash.hex)
        guard !found.isEmpty else { return [] }
        let keys =
            asked.keys.map(SignerKey.ed25519) + (asked.envelope.innermost.cond.extended?.extraSigners.elements ?? [])
        return found.map { recorded, seen in
            let maker = recorded.decorated.flatMap { signature in
                var checker = SignatureChecker([signature], hash: asked.hash)
                return checker.makers(among: keys)[0]
            }
            return ArrivedSignature(recorded: recorded, seen: Timestamp(UInt64(max(0, seen))), maker: maker)
        }
    }

    package var json: JSON {
        [
            "hint": .string(recorded.hint), "signature": .string(recorded.signature),
            "signer": maker.map { .string($0.address) } ?? .null, "seen": .string(seen.rfc3339),
        ]
    }

    /// Who has signed, in a line; nil where there is nothing.
    package static func words(_ signatures: [ArrivedSignature]) -> String? {
        var names: [String] = []
        for name in signatures.compactMap(\.maker?.address) where !names.contains(name) { names.append(name) }
        let others = signatures.count { $0.maker == nil }
        if others > 0 { names.append("\(others) whose key the request does not name") }
        return names.isEmpty ? nil : "signed by " + names.joined(separator: ", ")
    }
}
