// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A login challenge, parsed and checked.
///
/// - Source: SEP-10 §Challenge, the checks that the client makes before it signs.
package struct ChallengeVerdict: Hashable, Sendable {
    /// The first violated rule; nil for a valid challenge.
    package let fault: ChallengeError?
    /// The source of the challenge, whatever was expected.
    package let serverKey: AccountID?
    /// The name of the first operation's data entry without ` auth`, as raw bytes.
    package let homeDomain: [UInt8]?
    package let webAuthDomain: [UInt8]?
    package let clientDomain: [UInt8]?
    /// The account that logs in.
    package let client: MuxedAccount?
    package let memoID: UInt64?
    /// When the challenge expires; nil if it does not.
    package let end: Timestamp?

    package init(_ hashed: HashedTransaction, expecting expected: ChallengeExpectation, at now: Timestamp) {
        let transaction = hashed.envelope.innermost
        let entries = transaction.operations.compactMap { operation -> ManageDataOp? in
            if case .manageData(let entry) = operation.body { entry } else { nil }
        }
        func value(of name: String) -> [UInt8]? {
            entries.dropFirst().first { $0.dataName.bytes.elementsEqual(name.utf8) }?.dataValue?.bytes
        }
        serverKey = transaction.sourceAccount.account
        homeDomain = transaction.beginsLikeChallenge ? entries.first?.dataName.bytes.dropLast(5) : nil
        webAuthDomain = value(of: "web_auth_domain")
        clientDomain = value(of: "client_domain")
        client = transaction.operations.first?.sourceAccount
        memoID = if case .id(let id) = transaction.memo { id } else { nil }
        end = transaction.cond.timeBounds.flatMap { $0.maxTime == 0 ? nil : Timestamp($0.maxTime) }
        do throws(ChallengeError) {
            try ChallengeCheck(hashed, expected, now).run()
            fault = nil
        } catch {
            fault = error
        }
    }

    /// `valid`, or the name of the violated rule.
    package var verdict: String { fault?.rawValue ?? "valid" }
}

/// What the requester of a login challenge knows about it. Unknown parts are not compared.
package struct ChallengeExpectation: Sendable {
    /// The account that logs in.
    package enum Client: Hashable, Sendable {
        case anybody
        /// One of these accounts, with any id.
        case account(Set<AccountID>)
        /// Exactly this `G…` or `M…` address.
        case exactly(MuxedAccount)
    }

    package enum Asked<Value: Hashable & Sendable>: Hashable, Sendable {
        case unknown
        case exactly(Value)
    }

    /// The server's key; nil accepts the source of the challenge.
    package var serverKey: AccountID?
    package var homeDomain: String?
    package var webAuthDomain: String?
    package var client = Client.anybody
    /// `.exactly(nil)`: no memo was requested.
    package var memo = Asked<UInt64?>.unknown
    /// `.exactly(nil)`: no client domain was requested.
    package var clientDomain = Asked<String?>.unknown
    package var clientDomainKey: AccountID?

    package init() {}

    /// The expectation of a review: the claims of a `challenge` request; nothing for bare bytes.
    init(_ input: ReviewInput) {
        let signers = Set(input.claims.signers.map(\.account))
        if !signers.isEmpty { client = .account(signers) }
        guard let claims = input.claims.challenge else { return }
        serverKey = claims.signingKey
        homeDomain = claims.homeDomain
        webAuthDomain = claims.webAuthDomain
        clientDomain = .exactly(claims.clientDomain)
    }
}

/// The rule of SEP-10 that a login challenge breaks.
package enum ChallengeError: String, Error, Hashable, Sendable, CaseIterable {
    case feeBump = "fee_bump"
    case wrongSource = "wrong_source"
    case nonzeroSequence = "nonzero_seq"
    case noTimeBounds = "no_timebounds"
    case infiniteTimeBounds = "infinite_timebounds"
    case expired = "expired"
    case tooEarly = "too_early"
    case noOperations = "no_operations"
    case firstNotManageData = "first_op_not_manage_data"
    case firstWithoutSource = "first_op_no_source"
    case wrongClientAccount = "wrong_client_account"
    case wrongHomeDomain = "wrong_home_domain"
    case noNonce = "null_nonce"
    case nonceLength = "bad_nonce_length"
    case nonceEncoding = "bad_nonce_encoding"
    case memoKind = "memo_type"
    case memoWithMuxed = "memo_with_muxed"
    case wrongMemo = "wrong_memo"
    case extraNotManageData = "extra_op_not_manage_data"
    case extraWithoutSource = "extra_op_no_source"
    case extraWrongSource = "extra_op_wrong_source"
    case noWebAuthDomain = "null_web_auth_domain"
    case wrongWebAuthDomain = "wrong_web_auth_domain"
    case clientDomainUnexpected = "client_domain_unexpected"
    case clientDomainWrongSource = "client_domain_wrong_source"
    case clientDomainWrongValue = "client_domain_wrong_value"
    case notSignedByServer = "not_signed_by_server"

    package var phrase: Phrase {
        switch self {
        case .feeBump: "it is a fee bump"
        case .wrongSource: "its source is not the server's key"
        case .nonzeroSequence: "its sequence number is not 0"
        case .noTimeBounds: "it has no time bounds"
        case .infiniteTimeBounds: "it has no expiry"
        case .expired: "it has expired"
        case .tooEarly: "its validity has not begun"
        case .noOperations: "it has no operations"
        case .firstNotManageData: "its first operation writes no data entry"
        case .firstWithoutSource: "its first operation names no account"
        case .wrongClientAccount: "it is for another account"
        case .wrongHomeDomain: "it is for another home domain"
        case .noNonce: "it has no random value"
        case .nonceLength: "its random value is not 48 bytes in base64"
        case .nonceEncoding: "its random value is not base64"
        case .memoKind: "its memo is not an id"
        case .memoWithMuxed: "it has a memo and an M address"
        case .wrongMemo: "its memo is not the one asked for"
        case .extraNotManageData: "it has an operation that is more than a data entry"
        case .extraWithoutSource: "a further operation has no source"
        case .extraWrongSource: "a further operation is not the server's own"
        case .noWebAuthDomain: "its web_auth_domain is empty"
        case .wrongWebAuthDomain: "its web_auth_domain is another"
        case .clientDomainUnexpected: "it has a client domain that was not asked for"
        case .clientDomainWrongSource: "its client_domain is not by that domain's key"
        case .clientDomainWrongValue: "its client_domain is another"
        case .notSignedByServer: "the server's key did not sign it on this network"
        }
    }
}

/// Runs the checks of SEP-10 in order and throws the first fault.
private struct ChallengeCheck {
    @Indirect private var hashed: HashedTransaction
    @Indirect private var expected: ChallengeExpectation
    private let now: Timestamp
    @Indirect private var transaction: Transaction

    init(_ hashed: HashedTransaction, _ expected: ChallengeExpectation, _ now: Timestamp) {
        self.hashed = hashed
        self.expected = expected
        self.now = now
        transaction = hashed.envelope.innermost
    }

    func run() throws(ChallengeError) {
        if case .feeBump = hashed.envelope.content { throw .feeBump }
        guard case .ed25519(let source) = transaction.sourceAccount,
            expected.serverKey.map({ $0.key == source }) ?? true
        else { throw .wrongSource }
        if transaction.seqNum != 0 { throw .nonzeroSequence }
        try checkTime()
        let client = try checkFirst()
        try checkMemo(client)
        for operation in transaction.operations.dropFirst() { try checkFurther(operation, server: .ed25519(source)) }
        let signed = hashed.signers(among: [source]).contains { $0 != nil }
        if !signed { throw .notSignedByServer }
    }

    private func checkTime() throws(ChallengeError) {
        guard let bounds = transaction.cond.timeBounds else { throw .noTimeBounds }
        if bounds.maxTime == 0 { throw .infiniteTimeBounds }
        if now.seconds > bounds.maxTime { throw .expired }
        if now.seconds < bounds.minTime { throw .tooEarly }
    }

    private func checkFirst() throws(ChallengeError) -> MuxedAccount {
        guard let first = transaction.operations.first else { throw .noOperations }
        guard case .manageData(let entry) = first.body else { throw .firstNotManageData }
        guard let client = first.sourceAccount else { throw .firstWithoutSource }
        switch expected.client {
        case .anybody: break
        case .account(let accounts): if !accounts.contains(client.account) { throw .wrongClientAccount }
        case .exactly(let account): if client != account { throw .wrongClientAccount }
        }
        // Logging in as the server itself would turn its own operations into the client's.
        if client.account == transaction.sourceAccount.account { throw .wrongClientAccount }
        let name = entry.dataName.bytes
        guard name.count > 5, name.suffix(5).elementsEqual(" auth".utf8) else { throw .wrongHomeDomain }
        if let domain = expected.homeDomain, !name.dropLast(5).elementsEqual(domain.utf8) { throw .wrongHomeDomain }
        guard let nonce = entry.dataValue?.bytes else { throw .noNonce }
        if nonce.count != 64 { throw .nonceLength }
        guard let random = try? Base64.decode(nonce) else { throw .nonceEncoding }
        if random.count != 48 { throw .nonceLength }
        return client
    }

    private func checkMemo(_ client: MuxedAccount) throws(ChallengeError) {
        let memo: UInt64?
        switch transaction.memo {
        case .none: memo = nil
        case .id(let id): memo = id
        default: throw .memoKind
        }
        if memo != nil, client.id != nil { throw .memoWithMuxed }
        if case .exactly(let asked) = expected.memo, asked != memo { throw .wrongMemo }
    }

    private func checkFurther(_ operation: Operation, server: AccountID) throws(ChallengeError) {
        guard case .manageData(let entry) = operation.body else { throw .extraNotManageData }
        guard let source = operation.sourceAccount else { throw .extraWithoutSource }
        if entry.dataName.bytes.elementsEqual("client_domain".utf8) {
            return try checkClientDomain(entry.dataValue?.bytes, source)
        }
        if source != MuxedAccount(server) { throw .extraWrongSource }
        if entry.dataName.bytes.elementsEqual("web_auth_domain".utf8) {
            guard let value = entry.dataValue?.bytes else { throw .noWebAuthDomain }
            if let domain = expected.webAuthDomain, !value.elementsEqual(domain.utf8) { throw .wrongWebAuthDomain }
        }
    }

    private func checkClientDomain(_ value: [UInt8]?, _ source: MuxedAccount) throws(ChallengeError) {
        if case .exactly(nil) = expected.clientDomain { throw .clientDomainUnexpected }
        if let key = expected.clientDomainKey, source != MuxedAccount(key) { throw .clientDomainWrongSource }
        // Without a known domain key: it is at least not the account that logs in, whose data this would be.
        if source.account == transaction.operations.first?.sourceAccount?.account { throw .clientDomainWrongSource }
        if case .exactly(let domain?) = expected.clientDomain, value.map({ $0.elementsEqual(domain.utf8) }) != true {
            throw .clientDomainWrongValue
        }
    }
}
