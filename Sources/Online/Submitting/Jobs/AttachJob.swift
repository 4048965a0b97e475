// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
package import Stellar
import StellarXDR
package import Workspace

/// Attaches detached signatures to a transaction. Every signature is verified, and recorded in the journal. The network
/// is not used.
package struct AttachJob {
    /// A signature without a document.
    package struct BareSignature: Sendable {
        package let signer: AccountReference
        /// 64 bytes in base64 or hexadecimal.
        package let signature: String

        package init(_ signature: String, by signer: AccountReference) {
            (self.signature, self.signer) = (signature, signer)
        }
    }

    private let transaction: TransactionInput
    private let answers: [TransactionInput]
    private let bare: BareSignature?
    private let request: TransactionToSubmit?
    private let network: NetworkSelection
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - transaction: the transaction, or the request for it.
    ///   - answers: responses to it, or copies of it with signatures.
    ///   - request: the transaction has to be this one, or a fee bump of it; nil for any.
    package init(
        _ transaction: TransactionInput, answers: [TransactionInput], bare: BareSignature? = nil,
        request: TransactionToSubmit? = nil, network: NetworkSelection, context: OnlineContext, now: Timestamp
    ) {
        (self.transaction, self.answers, self.bare, self.request) = (transaction, answers, bare, request)
        (self.network, self.context, self.now) = (network, context, now)
    }

    /// - Parameter note: told what the user should read.
    /// - Throws: `.badInput` for a signature of another transaction, and for more than an envelope allows.
    package func run(noting note: (Notice) -> Void) throws(Failure) -> CollectedTransactions {
        let journal = try context.journal()
        var attachment = try SignatureAttachment(transaction, request: request, journal: journal, network, now: now)
        for answer in answers { try attachment.add(answer) }
        if let bare {
            var finder = AccountFinder(context.offline)
            let account = try finder.find(bare.signer, .signer).account.account
            try attachment.add(bare.signature, by: account, .signature)
        }
        let signed = try attachment.collected()
        if let fault = journal.record(signaturesOf: signed.transactions) { note(.unrecorded(fault)) }
        return signed
    }
}

/// A transaction to which detached signatures are attached. Every signature is verified.
struct SignatureAttachment {
    let network: Network
    /// The transaction with the signatures so far.
    private(set) var union: CollectedSignatures
    private let journal: any OnlineJournal
    private let requested: TransactionToSubmit
    private let now: Timestamp

    /// - Parameters:
    ///   - source: the transaction, or the request for it.
    ///   - request: a request given besides, which the transaction must match.
    ///   - choice: what the user says about the network.
    init(
        _ source: TransactionInput, request: TransactionToSubmit?, journal: any OnlineJournal,
        _ choice: NetworkSelection,
        now: Timestamp
    ) throws(Failure) {
        let base = try SignedInput(source, request: request, journal: journal)
        network = try choice.resolve(documented: base.network)
        let transaction = base.on(network)
        union = CollectedSignatures(transaction, from: base.origin)
        self.journal = journal
        self.now = now
        let given = source.request.map { TransactionToSubmit(transaction, document: $0) } ?? request
        requested = TransactionToSubmit(
            try union.transaction(), document: try union.request(journal, given: given, now: now))
    }

    /// Adds the signatures of a response, or of a signed copy.
    ///
    /// - Throws: `.badInput` if it is for another transaction or network.
    mutating func add(_ source: TransactionInput) throws(Failure) {
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
    mutating func add(_ text: String, by account: AccountID, _ field: FieldID) throws(Failure) {
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

    /// The transaction with all signatures, each once.
    ///
    /// - Throws: `.badInput` if there are more than an envelope allows.
    mutating func collected() throws(Failure) -> CollectedTransactions {
        union.dropRepeats()
        return try CollectedTransactions([union], journal: journal, given: requested, now: now)
    }
}
