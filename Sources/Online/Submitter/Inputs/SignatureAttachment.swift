// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Journal
package import Stellar
package import StellarXDR
import XDR

/// A transaction to which detached signatures are attached. Every signature is verified.
package struct SignatureAttachment {
    package let network: Network
    /// The transaction with the signatures so far.
    package private(set) var union: SignatureUnion
    private let journal: OnlineJournal
    private let requested: RequestedTransaction
    private let now: Timestamp

    /// - Parameters:
    ///   - source: the transaction, or the request for it.
    ///   - request: a request given besides, which the transaction must match.
    ///   - choice: what the user says about the network.
    package init(
        _ source: TransactionInput, request: RequestedTransaction?, journal: OnlineJournal, _ choice: NetworkSelection,
        now: Timestamp
    ) throws(Failure) {
        let base = try SignedInput(source, request: request, journal: journal)
        network = try choice.resolve(documented: base.network)
        union = SignatureUnion(base.envelope, from: base.origin, on: network)
        self.journal = journal
        self.now = now
        let given: RequestedTransaction? =
            if case .request(let document) = source.input.content {
                try RequestedTransaction(document, origin: source.origin)
            } else { request }
        requested = try RequestedTransaction(
            try union.request(journal, given: given, now: now), origin: base.origin)
    }

    /// Adds the signatures of a response, or of a signed copy.
    ///
    /// - Throws: `.badInput` if it is for another transaction or network.
    package mutating func add(_ source: TransactionInput) throws(Failure) {
        let input = try SignedInput(source, request: requested, journal: journal)
        if let other = input.network, other != network {
            throw Failure(.badInput, "\(input.origin): this is for another network, \(other.label)")
        }
        try union.add(input)
    }

    /// Adds a bare signature.
    ///
    /// - Parameters:
    ///   - text: 64 bytes in base64 or hexadecimal.
    ///   - field: the input that has it, for errors.
    /// - Throws: `.badInput` if it is not the account's signature of this transaction.
    package mutating func add(_ text: String, by account: AccountID, _ field: FieldID) throws(Failure) {
        let hash = union.hash
        let bytes: [UInt8]
        do { bytes = try SignatureText.decode(text) } catch {
            throw Failure(.badInput, field, "\(error.message)")
        }
        guard let signature = DecoratedSignature(by: account.key, bytes),
            [signature].signers(of: hash, among: [account.key]) == [account.key]
        else {
            throw Failure(.badInput, field, "not a signature of \(hash.hex) by \(account.address)")
        }
        union.add(signature, from: field.plain)
    }

    /// The request with all signatures, each once.
    ///
    /// - Throws: `.badInput` if there are more than an envelope allows.
    package mutating func request() throws(Failure) -> SigningRequest {
        union.dropRepeats()
        return try union.request(journal, given: requested, now: now)
    }
}
