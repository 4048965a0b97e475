// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport

let alice = TestKey("ledger test alice")
let bob = TestKey("ledger test bob")
let carol = TestKey("ledger test carol")
let issuer = TestKey("ledger test issuer")
/// A person without an account.
let nobody = TestKey("ledger test nobody")

/// A practice network with a clock that only tests advance.
final class World: Sendable {
    static let start: UInt64 = 1_800_000_000
    let ledger: PracticeLedger
    private let clock = Clock()

    /// - Parameter seed: the members of a seed file.
    init(_ seed: JSON = .object(JSONObject())) throws {
        let clock = clock
        ledger = PracticeLedger(network: .testnet, seed: try Seed(parsing: Array(seed.text().utf8))) { clock.now }
    }

    private final class Clock: Sendable {
        private let time = Mutex(World.start)
        var now: UInt64 { time.withLock { $0 } }
        func advance(_ seconds: UInt64) { time.withLock { $0 += seconds } }
    }

    func advance(_ seconds: UInt64) { clock.advance(seconds) }

    func account(_ person: TestKey) async -> Account? { await ledger.snapshot().state.accounts[person.id] }

    func balance(_ person: TestKey) async -> Int64 { await account(person)?.balance ?? -1 }

    /// A transaction with the next sequence number of its source.
    func transaction(
        _ source: TestKey, _ bodies: [OperationBody], change: (inout Transaction) -> Void = { _ in }
    ) async -> Transaction {
        var transaction = Transaction(
            sourceAccount: MuxedAccount(source.id), fee: 100 * UInt32(max(bodies.count, 1)),
            seqNum: (await account(source)?.sequence ?? 0) &+ 1, cond: .none, memo: .none,
            operations: BoundedArray(bodies.map { Operation(sourceAccount: nil, body: $0) }) ?? BoundedArray(),
            ext: .v0)
        change(&transaction)
        return transaction
    }

    /// Submits a transaction and returns its result codes.
    func send(
        _ source: TestKey, _ bodies: OperationBody..., signers: [TestKey]? = nil,
        change: (inout Transaction) -> Void = { _ in }
    ) async -> ResultCodes {
        let transaction = await transaction(source, bodies, change: change)
        return ResultCodes(await submit(transaction.signed(by: signers ?? [source])))
    }

    func submit(_ envelope: TransactionEnvelope) async -> TransactionResult {
        switch await ledger.submit(envelope) {
        case .included(let record, _): record.result
        case .refused(let result): result
        }
    }

    /// The code of a transaction's only operation.
    func outcome(_ source: TestKey, _ body: OperationBody) async -> ResultCode {
        let codes = await send(source, body)
        return codes.operations.first ?? codes.transaction
    }
}

extension Transaction {
    func envelope(_ signatures: [DecoratedSignature]) -> TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: self, signatures: BoundedArray(signatures) ?? BoundedArray()))
    }

    func signed(by signers: [TestKey]) -> TransactionEnvelope {
        let hash = hash(on: .testnet)
        return envelope(signers.map { $0.sign(hash) })
    }

    /// A fee bump of this transaction, with inner and outer signatures.
    func bumped(
        by payer: TestKey, fee: Int64, innerSigners: [TestKey], signers: [TestKey]? = nil
    ) -> TransactionEnvelope {
        let hash = hash(on: .testnet)
        let inner = TransactionV1Envelope(
            tx: self, signatures: BoundedArray(innerSigners.map { $0.sign(hash) }) ?? BoundedArray())
        let bump = FeeBumpTransaction(
            feeSource: MuxedAccount(payer.id), fee: fee, innerTx: .tx(inner), ext: .v0)
        let outer = bump.hash(on: .testnet)
        let signatures = (signers ?? [payer]).map { $0.sign(outer) }
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray(signatures) ?? BoundedArray()))
    }

    mutating func require(_ change: (inout PreconditionsV2) -> Void) {
        var conditions =
            cond.extended
            ?? PreconditionsV2(
                timeBounds: nil, ledgerBounds: nil, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
                extraSigners: BoundedArray())
        change(&conditions)
        cond = .v2(conditions)
    }
}

/// One unit, in stroops.
let unit: Int64 = 10_000_000

func asset(_ code: String, _ issuer: TestKey) -> Asset {
    guard let asset = try? Asset(code: code, issuer: issuer.id) else { preconditionFailure("\(code) is a code") }
    return asset
}

func pay(_ to: TestKey, _ amount: Int64, _ asset: Asset = .native) -> OperationBody {
    .payment(PaymentOp(destination: MuxedAccount(to.id), asset: asset, amount: amount))
}

func trust(_ asset: Asset, limit: Int64 = .max) -> OperationBody {
    .changeTrust(ChangeTrustOp(line: asset.asTrustLine, limit: limit))
}

func data(_ name: String, _ value: String?) -> OperationBody {
    .manageData(
        ManageDataOp(
            dataName: String64(Array(name.utf8)) ?? String64(),
            dataValue: value.map { DataValue(Array($0.utf8)) ?? DataValue() }))
}

func options(_ change: (inout SetOptionsOp) -> Void) -> OperationBody {
    var op = SetOptionsOp(
        inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
        highThreshold: nil, homeDomain: nil, signer: nil)
    change(&op)
    return .setOptions(op)
}

func signer(_ key: SignerKey, _ weight: UInt32 = 1) -> OperationBody {
    options { $0.signer = Signer(key: key, weight: weight) }
}

func merge(into person: TestKey) -> OperationBody { .accountMerge(MuxedAccount(person.id)) }

func create(_ person: TestKey, _ balance: Int64) -> OperationBody {
    .createAccount(CreateAccountOp(destination: person.id, startingBalance: balance))
}

func setAside(_ amount: Int64, _ asset: Asset = .native, for person: TestKey, _ when: ClaimPredicate = .unconditional)
    -> OperationBody
{
    .createClaimableBalance(
        CreateClaimableBalanceOp(
            asset: asset, amount: amount,
            claimants: BoundedArray([.v0(ClaimantV0(destination: person.id, predicate: when))]) ?? BoundedArray()))
}
