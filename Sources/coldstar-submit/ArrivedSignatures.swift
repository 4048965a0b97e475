// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

extension OnlineJournal {
    /// Notes the signatures of envelopes that came back, as far as the journal knows their transactions.
    func note(signaturesOf envelopes: [TransactionEnvelope], on network: Network) {
        note(envelopes.flatMap { RecordedSignature.all(of: $0, on: network) })
    }

    func note(_ signatures: [DecoratedSignature], of hash: TransactionHash) {
        note(signatures.map { RecordedSignature($0, of: hash) })
    }

    /// Where that cannot be, it is said: what was asked for has its result all the same.
    private func note(_ signatures: [RecordedSignature]) {
        guard !signatures.isEmpty else { return }
        do throws(JournalError) { try store.record(signatures) } catch {
            Console.warn("the journal could not note the signatures", Failure(error))
        }
    }
}

extension RecordedSignature {
    init(_ signature: DecoratedSignature, of hash: TransactionHash) {
        self.init(
            hash: hash.hex, hint: Hex.encode(signature.hint.bytes), signature: Base64.encode(signature.signature.bytes))
    }

    /// All that an envelope has, of a fee bump those inside too. None of a login: with its signature it is as good as a password.
    static func all(of envelope: TransactionEnvelope, on network: Network) -> [RecordedSignature] {
        let outer = envelope.hash(on: network)
        let own = envelope.signatures.map { RecordedSignature($0, of: outer) }
        switch envelope.content {
        case .transaction(let transaction): return transaction.hasShapeOfChallenge ? [] : own
        case .feeBump(let bump):
            let hash = bump.inner.tx.hash(on: network)
            return bump.inner.signatures.map { RecordedSignature($0, of: hash) } + own
        }
    }

    /// As it stands in an envelope; nil where it is none.
    var decorated: DecoratedSignature? {
        guard let hint = (try? Hex.decode(hint)).flatMap(SignatureHint.init),
            let bytes = (try? Base64.decode(signature)).flatMap(Signature.init)
        else { return nil }
        return DecoratedSignature(hint: hint, signature: bytes)
    }
}

/// A signature in the journal, and who made it.
struct ArrivedSignature {
    let recorded: RecordedSignature
    let seen: Timestamp
    /// Nil where it is nobody who is known to be asked for one.
    let maker: SignerKey?

    /// Those of a transaction, in the order in which they came.
    static func all(
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

    var json: JSON {
        [
            "hint": .string(recorded.hint), "signature": .string(recorded.signature),
            "signer": maker.map { .string($0.address) } ?? .null, "seen": .string(seen.rfc3339),
        ]
    }

    /// Who has signed, in a line; nil where there is nothing.
    static func words(_ signatures: [ArrivedSignature]) -> String? {
        var names: [String] = []
        for name in signatures.compactMap(\.maker?.address) where !names.contains(name) { names.append(name) }
        let others = signatures.count { $0.maker == nil }
        if others > 0 { names.append("\(others) whose key the request does not name") }
        return names.isEmpty ? nil : "signed by " + names.joined(separator: ", ")
    }
}
