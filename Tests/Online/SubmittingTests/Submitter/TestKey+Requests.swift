// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import TestSupport
import Testing
import Workspace

extension TestKey {
    /// A payment of this account on testnet.
    ///
    /// - Parameter maxLedger: the first ledger that cannot apply it; 0 for none.
    func payment(
        _ sequence: Int64 = 101, amount: Int64 = 1, until maxTime: UInt64 = 0, before maxLedger: UInt32 = 0,
        by signers: [TestKey]
    ) -> TransactionEnvelope {
        let pay = PaymentOp(destination: MuxedAccount(TestKey("shop").id), asset: .native, amount: amount)
        var conditions: Preconditions = maxTime == 0 ? .none : .time(TimeBounds(minTime: 0, maxTime: maxTime))
        if maxLedger > 0 {
            conditions = .v2(
                PreconditionsV2(
                    timeBounds: conditions.timeBounds, ledgerBounds: LedgerBounds(minLedger: 0, maxLedger: maxLedger),
                    minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0, extraSigners: BoundedArray()))
        }
        return transaction(.payment(pay), sequence, conditions, by: signers)
    }

    /// A transaction of this account on testnet with one operation.
    func transaction(
        _ body: OperationBody, _ sequence: Int64 = 101, _ conditions: Preconditions = .none, by signers: [TestKey]
    ) -> TransactionEnvelope {
        let transaction = Transaction(
            sourceAccount: MuxedAccount(id), fee: 100, seqNum: sequence, cond: conditions, memo: .none,
            operations: BoundedArray([Operation(sourceAccount: nil, body: body)]) ?? BoundedArray(), ext: .v0)
        let hash = transaction.hash(on: .testnet)
        return .tx(
            TransactionV1Envelope(
                tx: transaction, signatures: BoundedArray(signers.map { $0.sign(hash) }) ?? BoundedArray()))
    }

    /// The request for a payment of this account.
    func request(_ envelope: TransactionEnvelope) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: Network.testnet.passphrase,
            content: .transaction(envelope), signers: [.ed25519(id.key)], created: Timestamp(1_000_000))
    }

    func messageRequest() -> (request: SigningRequest, hash: TransactionHash) {
        var generator = SystemRandomNumberGenerator()
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: Network.testnet.passphrase,
            content: .message(MessageContent(text: "hello")), signers: [.ed25519(id.key)], created: Timestamp(1_000_000)
        )
        return (request, StellarMessage.hash(of: Array("hello".utf8)))
    }

    /// A request for an entry of this key's account, that counts for 20 ledgers.
    func entryRequest(for claims: ChallengeClaims? = nil) throws -> (request: SigningRequest, hash: TransactionHash) {
        let call = InvokeContractArgs(
            contractAddress: .contract(ContractID()), functionName: SCSymbol(), args: [])
        let entry = SorobanAuthorizationEntry(
            credentials: .address(
                SorobanAddressCredentials(
                    address: .account(id), nonce: 5, signatureExpirationLedger: 0, signature: .void)),
            rootInvocation: SorobanAuthorizedInvocation(function: .contractFn(call), subInvocations: []))
        let asked = AuthorizationRequest(
            entry: entry, expirationLedger: 120, claimedLedger: 100, claimedCloseTime: Timestamp(1_000_000),
            challenge: claims)
        var generator = SystemRandomNumberGenerator()
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: Network.testnet.passphrase,
            content: .authorization(asked), signers: [.ed25519(id.key)], created: Timestamp(1_000_000))
        return (request, try #require(entry.payload(until: 120, on: .testnet)))
    }
}

extension PendingTransaction {
    init(_ envelope: TransactionEnvelope, on network: Network) { self.init(HashedTransaction(envelope, on: network)) }
}

extension SignedTransaction {
    init(_ envelope: TransactionEnvelope, on network: Network) { self.init(HashedTransaction(envelope, on: network)) }
}

extension OnlineJournal {
    func record(signaturesOf envelopes: [TransactionEnvelope], on network: Network) -> Failure? {
        record(signaturesOf: envelopes.map { HashedTransaction($0, on: network) })
    }
}

extension TransactionEnvelope {
    var base64: String { Base64.encode(xdr) }
}

/// A journal in a temporary folder, removed with this object.
final class TestJournal {
    private let folder = TemporaryFolder()
    let journal: any OnlineJournal

    init() throws { journal = try JournalOpener(folder: folder.path) { 1_000_000 }.open() }

    var context: OnlineContext { OnlineContext(folder: folder.path, servers: nil) { 1_000_000 } }
}

extension RequestJournal {
    /// Records a request as a builder does.
    func keep(_ request: SigningRequest, hash: TransactionHash, created: Timestamp) throws {
        let transaction = request.envelope?.innermost
        let kind = try #require(RecordedRequest.Kind(rawValue: request.kind.rawValue))
        let recorded = RecordedRequest(
            hash: hash, id: request.id.text, kind: kind, network: request.network, document: request.json.text(),
            source: transaction?.sourceAccount.account, sequence: transaction?.seqNum, note: request.note,
            created: Int64(created.seconds))
        _ = try record([recorded], since: nil)
    }
}
