// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import LedgerXDR
package import Stellar
package import StellarXDR

/// A server of a run: where a transaction is submitted, or looked up. It does no I/O: it makes requests, and says what
/// their responses mean.
package protocol LedgerServer: Sendable {
    var base: HTTPURL { get }

    /// Whether it is only asked: what it has settles a transaction, what it lacks proves nothing.
    var isWitness: Bool { get }

    /// Whether it answers a submission at once, whatever the endpoint.
    var answersAtOnce: Bool { get }

    /// Whether the answer to a lookup names the ledgers in which it looked, so that nothing else is asked about
    /// ledgers.
    var namesLedgers: Bool { get }

    /// The request that asks a question, and the reader of its response.
    ///
    /// - Parameter id: identifies the request, where the API has ids.
    func query(_ question: LedgerQuestion, about transaction: some SoughtTransaction, id: UInt64) -> ServerQuery

    /// The request that submits an envelope, and the reader of its response.
    ///
    /// - Parameters:
    ///   - envelope: in base64.
    ///   - endpoint: where the API has several.
    ///   - id: as above.
    func posting(of envelope: String, hash: TransactionHash, to endpoint: SubmitEndpoint, id: UInt64) -> ServerPosting
}

/// A question to a server: the request, and what its response says.
package struct ServerQuery {
    package let request: HTTPRequest
    package let read: (Result<HTTPResponse, HTTPError>) -> LedgerAnswer
}

/// A submission to a server: the request, and what its response says.
package struct ServerPosting {
    package let request: HTTPRequest
    package let read: (Result<HTTPResponse, HTTPError>) -> SubmitAnswer
}

/// The two submission endpoints.
package enum SubmitEndpoint: Hashable, Sendable {
    /// `POST /transactions`: the response comes once the transaction is in a ledger, or after half a minute.
    case waiting
    /// `POST /transactions_async`: the response comes at once and says whether the network's queue accepted it.
    case queue
}

/// The result of submitting a transaction.
package enum SubmitAnswer: Hashable, Sendable {
    /// It is in a ledger; the record says whether it succeeded.
    case inLedger(InclusionRecord)
    /// It failed, in a ledger or before reaching one: look it up by its hash before concluding anything.
    case refused(SubmitRejection)
    /// Rejected without being passed to the network: too many requests, or a stale history. The seconds to wait, if
    /// stated.
    case busy(status: Int, retryAfter: Int?)
    /// The network's queue has it, newly or already; this does not guarantee that it will be applied.
    case queued(isNew: Bool)
    /// The network's queue does not accept it yet: it holds another transaction of this account, or requires a higher
    /// fee.
    case queueIsFull
    /// The server has no `/transactions_async`; nothing was submitted.
    case noQueue
    /// Rejected for good: the server cannot parse it. The reason is for people, escaped.
    case malformed(reason: String)
    /// Rejected without being read: this server accepts no transactions, or none from this client. Another may. The
    /// reason is as above.
    case submissionDisabled(reason: String)
    /// Rejected by the server's own rules, without being passed to the network: another server may take this
    /// transaction.
    case declined(reason: String)
    /// A 4xx that is not in Horizon's format: nothing was submitted, and the server is not a Horizon server.
    case notAServer(status: Int)
    /// No byte was sent.
    case notSent(HTTPError)
    /// Unknown outcome: look it up by its hash until it is found or has expired.
    case uncertain(reason: String)

    /// The answer of a server that says that the network refuses it, with a result that this version does not know, or
    /// none. It may be applied yet.
    package static func unexplained(resultXDR: String?) -> SubmitAnswer {
        let code = resultXDR.flatMap { UnknownResult.text(ofResultXDR: $0) }
        return .uncertain(reason: "the network refuses it " + (code.map { "with \($0)" } ?? "and does not say why"))
    }
}

/// A server's response that a transaction failed: Horizon's 400 `transaction_failed`, and the status `ERROR` of both
/// kinds of servers.
///
/// It covers two cases that look alike: the network rejected the transaction, or it was applied and failed, with its
/// fee paid and its sequence number used. Only a lookup by hash tells them apart. After an earlier attempt of unknown
/// outcome, a rejection (`tx_bad_seq` above all) may even mean that the earlier attempt succeeded.
package struct SubmitRejection: Hashable, Sendable {
    package let codes: ResultCodes
    /// The result in base64, as written.
    package let resultXDR: String?

    /// Nil when this release cannot decode the result, or the result is a success.
    package init?(resultXDR: String) {
        guard let codes = ResultCodes(resultXDR: resultXDR), !codes.isSuccess else { return nil }
        self.codes = codes
        self.resultXDR = resultXDR
    }
}

/// A place where a transaction may be found, asked at once.
package struct OutcomeFinder {
    /// Host and port, for the user.
    package let name: String
    /// Whether the absence of a transaction on this server proves nothing.
    package let isWitness: Bool
    private let find: (TransactionHash) throws(Failure) -> LedgerOutcome?

    package init(
        name: String, isWitness: Bool, find: @escaping (TransactionHash) throws(Failure) -> LedgerOutcome?
    ) {
        self.name = name
        self.isWitness = isWitness
        self.find = find
    }

    /// The transaction with the hash; nil when it is not there.
    package func outcome(of hash: TransactionHash) throws(Failure) -> LedgerOutcome? { try find(hash) }
}

/// What servers are asked about.
package protocol SoughtTransaction {
    var hash: TransactionHash { get }
    /// The inner hash, for a fee bump: the inner transaction may be applied alone, or in another fee bump.
    var innerHash: TransactionHash? { get }
    /// The account whose sequence number it uses, and that number.
    var source: AccountID { get }
    var sequence: Int64 { get }
}

extension SoughtTransaction {
    /// The hash to look up for a question.
    func hash(_ question: LedgerQuestion) -> TransactionHash {
        question == .innerLedgerOutcome ? innerHash ?? hash : hash
    }
}

/// A question about a transaction, or about what decides whether it can still be applied.
package enum LedgerQuestion: Hashable, Sendable {
    case ledger, account, ledgerOutcome
    /// The transaction inside a fee bump, which may have been applied without it.
    case innerLedgerOutcome
    /// The transaction of the account that used the sequence number.
    case numberUser(NumberSearch)

    /// Where to look for the transaction that used a sequence number.
    package struct NumberSearch: Hashable, Sendable {
        /// The ledger in which the account's last number was used, if it is known.
        package var ledger: Int64?
        /// Where a server's list goes on; nil for its beginning.
        package var cursor: String?

        package init(ledger: Int64? = nil, cursor: String? = nil) {
            self.ledger = ledger
            self.cursor = cursor
        }
    }
}

/// What a server says.
package enum LedgerAnswer: Hashable, Sendable {
    /// The latest ledger's number and close time.
    case ledger(number: Int64, closedAt: Int64)
    /// The account's last used sequence number, nil when there is no such account, a ledger not before the one
    /// in which it was used, and whether the account has used a number at all since it was created.
    case account(sequence: Int64?, ledger: Int64? = nil, hasUsedNumbers: Bool = true)
    /// The transaction, nil when the server knows none; and, if the response says so, the ledger up to which it looked,
    /// or all ledgers in which it looked.
    case ledgerOutcome(LedgerOutcome?, upTo: Int64? = nil, through: LedgerRange? = nil)
    case numberUser(NumberUser)
    /// No usable response; the server may ask for a delay in seconds. A response that breaks the API is described for
    /// people.
    case silence(seconds: UInt64?, because: String? = nil)

    /// The close time of the latest ledger that it names.
    package var closedAt: Int64? {
        switch self {
        case .ledger(_, let closedAt): closedAt
        case .ledgerOutcome(_, _, let range): range?.lastClosedAt
        case .account, .numberUser, .silence: nil
        }
    }

    /// What a server's list of transactions says about a used sequence number.
    package enum NumberUser: Hashable, Sendable {
        /// The list does not show how the number was used.
        case unseen
        /// This transaction used the number, or moved the account past it.
        case other(TransactionHash)
        /// The transaction that is looked up, under one of its hashes, used it.
        case own(LedgerOutcome)
        /// Not on this page of the list.
        case more(cursor: String)
    }
}

/// A transaction found in a ledger: alone, inside a fee bump, or, for a fee bump, its inner transaction.
package struct LedgerOutcome: Hashable, Sendable {
    package let isSuccessful: Bool
    package let ledger: Int64
    package let resultXDR: String?
    package let codes: ResultCodes?
    /// What the result says where `codes` is nil.
    package let unknownCode: String?
    /// The hash of the transaction in the ledger, if it is another one.
    package let place: TransactionHash?

    package init(
        isSuccessful: Bool, ledger: Int64, resultXDR: String?, codes: ResultCodes?, unknownCode: String? = nil,
        place: TransactionHash?
    ) {
        self.isSuccessful = isSuccessful
        self.ledger = ledger
        self.resultXDR = resultXDR
        self.codes = codes
        self.unknownCode = unknownCode
        self.place = place
    }

    /// - Parameter wanted: the hash of the transaction that was looked up.
    package init(_ record: InclusionRecord, of wanted: TransactionHash) {
        self.init(
            isSuccessful: record.isSuccessful, ledger: record.ledger, resultXDR: record.resultXDR, codes: record.codes,
            unknownCode: record.unknownCode, place: record.place == wanted ? nil : record.place)
    }
}

/// The ledgers through which a server looked for a transaction, with the close times of the first and the last one, in
/// seconds since 1970.
package struct LedgerRange: Hashable, Sendable {
    package var first: Int64
    package var firstClosedAt: Int64
    package var last: Int64
    package var lastClosedAt: Int64

    package init(first: Int64, firstClosedAt: Int64, last: Int64, lastClosedAt: Int64) {
        self.first = first
        self.firstClosedAt = firstClosedAt
        self.last = last
        self.lastClosedAt = lastClosedAt
    }

    /// The ledgers that both ranges have.
    package func intersection(_ other: LedgerRange) -> LedgerRange {
        LedgerRange(
            first: max(first, other.first), firstClosedAt: max(firstClosedAt, other.firstClosedAt),
            last: min(last, other.last), lastClosedAt: min(lastClosedAt, other.lastClosedAt))
    }

    /// Seconds by which this machine's clock may be behind the ledger's.
    private static let clockSlack: Int64 = 60
    /// The ledger that a network begins with.
    private static let genesis: Int64 = 2

    /// Whether a transaction that was not known before a time would be in these ledgers, or later, if it was applied at
    /// all.
    ///
    /// - Parameter time: in seconds since 1970, by this machine's clock.
    package func covers(everythingSince time: Int64?) -> Bool {
        guard first > Self.genesis else { return true }
        return time.map { firstClosedAt <= $0 - Self.clockSlack } ?? false
    }
}
