// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR
import Vault

extension SigningIntent {
    /// The journal entry for a review.
    ///
    /// - Parameter shown: the digest of the page that was agreed to.
    init(_ reviewed: JournaledReview, key: KeyName, time: Timestamp, shown: Hash, seal: UInt64) {
        self.init(
            time: time, kind: reviewed.kind, hash: reviewed.hash, network: reviewed.network, source: reviewed.source,
            sequence: reviewed.sequence, key: key, summary: reviewed.summary, review: shown,
            findings: reviewed.findings, destinations: reviewed.destinations, spent: reviewed.spent, seal: seal,
            chain: reviewed.chain, request: reviewed.request, validUntil: reviewed.validUntil)
    }
}

/// What a journal entry says of a review. It is much smaller, so that a batch is not reviewed again for its entries.
struct JournaledReview: Sendable {
    let kind: SignedKind
    let hash: TransactionHash
    let network: Network?
    let source: AccountID?
    let sequence: Int64?
    let summary: String
    let findings: [String]
    let destinations: [StrKey]
    let spent: [String: Int64]
    let chain: ChainNetwork?
    let request: String?
    let validUntil: Timestamp?

    /// - Parameter payload: the bytes to sign, if there is no hash: of a file its BLAKE2b-512.
    init(_ review: Review, payload: [UInt8]? = nil) throws(Failure) {
        let neither = Failure(.bug, "something was approved that has neither hash nor payload")
        guard let hash = review.hash ?? payload.map({ TransactionHash(Hash(sha256: $0)) }) else {
            throw neither
        }
        var end: UInt64 = 0
        let kind: SignedKind
        var transaction: Transaction?
        var chain: ChainNetwork?
        switch review.content {
        case .message: kind = .message
        case .authorization: kind = .authorization
        case .chainMessage(let message): (kind, chain) = (.message, message.network)
        case .feeBump: kind = .feeBump
        case .transaction(let found):
            kind = review.kind == .challenge ? .challenge : .transaction
            transaction = found
            end = found.cond.timeBounds?.maxTime ?? 0
        case .file: kind = .file
        case .nothing:
            guard payload != nil else { throw neither }
            kind = .payload
        }
        self.kind = kind
        self.hash = hash
        self.chain = chain
        network = review.network
        source = transaction?.sourceAccount.account ?? Self.bumpSource(review)
        sequence = kind == .transaction ? transaction?.seqNum : nil
        summary = Self.summary(review)
        findings = Self.names(review)
        destinations = review.paidAddresses
        spent = Spending(review).amounts
        request = review.claims.request
        validUntil = end > 0 ? Timestamp(end) : nil
    }

    private static func bumpSource(_ review: Review) -> AccountID? {
        if case .feeBump(let bump) = review.content { bump.feeSource.account } else { nil }
    }

    /// A summary of the operations for the journal: the first one in words, and the number of the others.
    private static func summary(_ review: Review) -> String {
        if case .file(let file) = review.content {
            return "file \(file.name), \(file.size) bytes, SHA-256 \(Hex.encode(file.sha256.bytes))"
        }
        if case .chainMessage(let message) = review.content {
            return
                "message of \(message.bytes.count) bytes for \(message.network.title), \(message.address.text), asked by \(message.origin)"
        }
        if case .authorization(let asked) = review.content {
            let address = asked.entry.credentials.address.map { "\($0.address.address)" } ?? "a transaction's source"
            return "authorization by \(address) until ledger \(asked.expirationLedger)"
        }
        let operations = review.operations.isEmpty ? review.inner?.operations ?? [] : review.operations
        guard let first = operations.first else { return "\(review.kind.rawValue)" }
        let more = operations.count > 1 ? " and \(operations.count - 1) more" : ""
        return first.summary.plain + more
    }

    private static func names(_ review: Review) -> [String] {
        var names: [String] = []
        for finding in review.allFindings where !names.contains(finding.rule.rawValue) {
            names.append(finding.rule.rawValue)
        }
        return names
    }
}
