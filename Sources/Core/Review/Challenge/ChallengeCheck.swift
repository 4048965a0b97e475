// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Runs the checks of SEP-10 in order and throws the first fault.
struct ChallengeCheck {
    private let envelope: TransactionEnvelope
    private let expected: ChallengeExpectation
    private let network: Network
    private let now: Timestamp
    private let transaction: Transaction

    init(_ envelope: TransactionEnvelope, _ expected: ChallengeExpectation, _ network: Network, _ now: Timestamp) {
        self.envelope = envelope
        self.expected = expected
        self.network = network
        self.now = now
        transaction = envelope.innermost
    }

    func run() throws(ChallengeFault) {
        if case .feeBump = envelope.content { throw .feeBump }
        guard case .ed25519(let source) = transaction.sourceAccount,
            expected.serverKey.map({ $0.key == source }) ?? true
        else { throw .wrongSource }
        if transaction.seqNum != 0 { throw .nonzeroSequence }
        try checkTime()
        let client = try checkFirst()
        try checkMemo(client)
        for operation in transaction.operations.dropFirst() { try checkFurther(operation, server: .ed25519(source)) }
        let signed = envelope.signers(among: [source], on: network).contains { $0 != nil }
        if !signed { throw .notSignedByServer }
    }

    private func checkTime() throws(ChallengeFault) {
        guard let bounds = transaction.cond.timeBounds else { throw .noTimeBounds }
        if bounds.maxTime == 0 { throw .infiniteTimeBounds }
        if now.seconds > bounds.maxTime { throw .expired }
        if now.seconds < bounds.minTime { throw .tooEarly }
    }

    private func checkFirst() throws(ChallengeFault) -> MuxedAccount {
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

    private func checkMemo(_ client: MuxedAccount) throws(ChallengeFault) {
        let memo: UInt64?
        switch transaction.memo {
        case .none: memo = nil
        case .id(let id): memo = id
        default: throw .memoKind
        }
        if memo != nil, client.id != nil { throw .memoWithMuxed }
        if case .exactly(let asked) = expected.memo, asked != memo { throw .wrongMemo }
    }

    private func checkFurther(_ operation: Operation, server: AccountID) throws(ChallengeFault) {
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

    private func checkClientDomain(_ value: [UInt8]?, _ source: MuxedAccount) throws(ChallengeFault) {
        if case .exactly(nil) = expected.clientDomain { throw .clientDomainUnexpected }
        if let key = expected.clientDomainKey, source != MuxedAccount(key) { throw .clientDomainWrongSource }
        // Without a known domain key: it is at least not the account that logs in, whose data this would be.
        if source.account == transaction.operations.first?.sourceAccount?.account { throw .clientDomainWrongSource }
        if case .exactly(let domain?) = expected.clientDomain, value.map({ $0.elementsEqual(domain.utf8) }) != true {
            throw .clientDomainWrongValue
        }
    }
}
