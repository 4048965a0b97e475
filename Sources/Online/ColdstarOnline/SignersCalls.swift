// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

/// Who is to sign for an account in future.
public struct SignersChange: Hashable, Sendable {
    /// How many signatures are needed.
    public enum Rule: Hashable, Sendable {
        /// The thresholds stay as they are.
        case unchanged
        /// Any so many of all signers, each of whom gets the weight 1.
        case any(UInt8)
        /// The thresholds of operations, from the least to the most powerful ones.
        case thresholds(low: UInt8, medium: UInt8, high: UInt8)
    }

    /// A key to add, or one whose weight changes.
    public struct Addition: Hashable, Sendable {
        /// The account whose key signs, `G…`.
        public var account: Account
        /// Nil for the usual weight, 1.
        public var weight: UInt8?

        /// The parameters are the properties.
        public init(_ account: Account, weight: UInt8? = nil) { (self.account, self.weight) = (account, weight) }
    }

    /// The keys to add.
    public var added: [Addition]
    /// The keys to remove: `G…`, `T…`, `X…` or `P…`.
    public var removed: [String]
    /// How many signatures are needed.
    public var rule: Rule
    /// The weight of the account's own key; with 0 it can no longer sign.
    public var masterWeight: UInt8 = 0
    /// The signer's responses to ``OnlineClient/proofRequest(of:note:)`` for keys that are added; the journal keeps
    /// them for the next time.
    public var proofs: [String] = []
    /// Whether keys may be added whose holders have not shown that they can sign with them.
    public var allowsUnproven = false

    /// The parameters are the properties.
    public init(adding added: [Addition] = [], removing removed: [String] = [], rule: Rule = .unchanged) {
        (self.added, self.removed, self.rule) = (added, removed, rule)
    }
}

extension OnlineClient {
    /// Builds a change of who can sign for an account: one transaction, after which every threshold can still be
    /// reached.
    ///
    /// The request's ``SigningRequest/notices`` say who can sign afterwards.
    /// - Parameters:
    ///   - account: whose signers change, `G…`.
    ///   - change: who is added and removed, and how many sign afterwards.
    ///   - terms: validity, fee and note. Memo and sequence number are not looked at.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/refused`` for a key that has not proven itself, and for a change
    ///   after which a threshold could not be reached; ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` for an
    ///   account whose signers no one can change.
    public func signersRequest(
        of account: Account, _ change: SignersChange, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            var wanted = SignersTerms(of: .address(account.value))
            wanted.added = change.added.map {
                SignersTerms.Addition(.address($0.account.value), weight: $0.weight)
            }
            wanted.removed = try change.removed.map { text throws(Failure) in try SignerReference(text: text) }
            switch change.rule {
            case .unchanged: wanted.rule = .asBefore
            case .any(let number): wanted.rule = .any(number)
            case .thresholds(let low, let medium, let high):
                wanted.rule = .thresholds(SigningThresholds(low: low, medium: medium, high: high))
            }
            (wanted.masterWeight, wanted.allowsUnproven) = (change.masterWeight, change.allowsUnproven)
            wanted.proofs = try change.proofs.enumerated().map { place, text throws(Failure) in
                try InputDocument(text: text, origin: "proof \(place + 1)").response(.proof)
            }
            return try record(SignersJob(wanted, try self.wanted(terms, from: account)))
        } catch { throw ColdstarError(error) }
    }

    /// Requests a proof that the holder of a key can sign with it: a message that says so. Once its response is among
    /// the ``SignersChange/proofs`` of a change, the journal has it.
    ///
    /// - Parameters:
    ///   - account: whose key signs, `G…`.
    ///   - note: for the person who signs, at most 1000 bytes.
    /// - Source: SEP-53.
    public func proofRequest(of account: Account, note: String? = nil) throws(ColdstarError) -> MessageRequest {
        try messageRequest(KeyProof(of: try account.withoutID()).text, by: account, note: note)
    }
}
