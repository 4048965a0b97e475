// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import LedgerRules

struct ValidityTests {
    /// A ledger of 2026, when the vectors were made.
    private static let moment = Validity.Moment(ledger: 60_000_000, time: 1_790_000_000)

    private static func envelope(_ row: JSON) throws -> TransactionEnvelope {
        try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr")))
    }

    @Test func `gives the network's verdict on every semantic vector`() throws {
        let rows = try VectorFiles.sharedLines("semantic.jsonl")
        #expect(rows.count == 79)
        for row in rows {
            let name = Comment(rawValue: try row.string("name"))
            let envelope = try Self.envelope(row)
            let rejection = Validity.rejection(of: envelope, at: Self.moment)
            if try row.member("expect") == "ok" {
                #expect(rejection == nil, name)
                continue
            }
            let expected = try row.object("expect")
            let codes = try #require(
                rejection.map { ResultCodes($0.result(of: envelope.innermost, fee: 100, innerHash: Hash())) }, name)
            #expect(try codes.transaction.rawValue == expected.string("transaction"), name)
            #expect(
                codes.operations.map(\.rawValue) == (expected["operations"]?.asArray ?? []).map { $0.asString ?? "" },
                name)
        }
    }

    @Test func `without a current time, rejects only bounds that can never hold`() throws {
        var byBounds: Set<String> = []
        for row in try VectorFiles.sharedLines("semantic.jsonl") {
            let name = try row.string("name")
            let envelope = try Self.envelope(row)
            let early = Validity.rejection(of: envelope, at: Self.moment)
            if early != Validity.rejection(of: envelope) { byBounds.insert(name) }
        }
        #expect(byBounds == ["tx/too_early", "tx/too_late", "tx/ledger_bounds_past", "tx/ledger_bounds_future"])
        #expect(Self.judged(time: TimeBounds(minTime: 11, maxTime: 10))?.code == .txTooLate)
        #expect(Self.judged(time: TimeBounds(minTime: 10, maxTime: 10)) == nil)
        #expect(Self.judged(time: TimeBounds(minTime: 10, maxTime: 0)) == nil)
        #expect(Self.judged(ledgers: LedgerBounds(minLedger: 10, maxLedger: 10))?.code == .txTooLate)
        #expect(Self.judged(ledgers: LedgerBounds(minLedger: 10, maxLedger: 0)) == nil)
    }

    @Test(
        arguments: [
            (9, 5, TransactionResultCode.txTooEarly), (10, 5, nil), (20, 5, nil), (21, 5, .txTooLate),
            (15, 4, .txTooEarly),
            (15, 6, nil), (15, 7, .txTooLate),
        ] as [(UInt64, UInt32, TransactionResultCode?)])
    func `maxTime is inclusive and maxLedger is exclusive`(
        time: UInt64, ledger: UInt32, code: TransactionResultCode?
    ) {
        let rejection = Self.judged(
            time: TimeBounds(minTime: 10, maxTime: 20), ledgers: LedgerBounds(minLedger: 5, maxLedger: 7),
            at: Validity.Moment(ledger: ledger, time: time))
        #expect(rejection?.code == code)
    }

    @Test(
        arguments: [
            (1000, 1, 2000, nil), (1000, 1, 1999, 2000), (0, 1, 200, nil), (0, 1, 199, 200), (301, 3, 401, 402),
            (301, 3, 402, nil), (4_294_967_295, 1, 8_589_934_589, 8_589_934_590),
            (4_294_967_295, 1, 8_589_934_590, nil),
            (4_294_967_295, 100, Int64.max, nil), (100, 1, 0, 200),
        ] as [(UInt32, Int, Int64, Int64?)])
    func `rejects a fee bump below the inner fee rate and reports the needed fee`(
        innerFee: UInt32, operations: Int, fee: Int64, needed: Int64?
    ) {
        let rejection = Validity.feeRejection(of: Self.bump(fee: fee, innerFee: innerFee, operations), baseFee: 100)
        #expect(rejection?.neededFee == needed)
        #expect(rejection?.code == (needed == nil ? nil : .txInsufficientFee))
    }

    @Test func `rejects a fee below the base fee, and a negative fee as malformed`() {
        #expect(Validity.rejection(of: Self.envelope(fee: 499), baseFee: 500)?.neededFee == 500)
        #expect(Validity.rejection(of: Self.envelope(fee: 500), baseFee: 500) == nil)
        #expect(Validity.feeRejection(of: Self.bump(fee: -1, innerFee: 100, 1), baseFee: 100)?.code == .txMalformed)
    }

    @Test func `reports an invalid inner transaction of a fee bump as tx_fee_bump_inner_failed`() throws {
        let bad = PaymentOp(destination: .ed25519(Uint256()), asset: .native, amount: 0)
        let bumped = Self.bumped(.payment(bad))
        let rejection = try #require(Validity.rejection(of: bumped))
        #expect(rejection.isInner && rejection.operation == 0)
        let codes = ResultCodes(rejection.result(of: bumped.innermost, fee: 200, innerHash: Hash()))
        #expect(codes.transaction == "tx_fee_bump_inner_failed" && codes.innerTransaction == "tx_failed")
        #expect(codes.operations == ["op_malformed"])
    }

    @Test(arguments: OperationType.allCases)
    func `the success result of every operation type round-trips`(type: OperationType) throws {
        let result = OperationResult.success(type)
        #expect(ResultCodes.name(result) == "op_success")
        #expect(try OperationResult(xdr: result.xdr) == result)
        guard case .opInner(let inner) = result else { Issue.record("no inner result"); return }
        #expect(inner.discriminant == type)
    }

    /// The types that the network does not reject for their form, or not as malformed.
    private static let neverMalformed: Set<OperationType> = [
        .setOptions, .inflation, .manageData, .bumpSequence, .claimClaimableBalance, .endSponsoringFutureReserves,
        .clawbackClaimableBalance,
    ]

    @Test(arguments: OperationType.allCases)
    func `every fault of an operation has a result of its type`(type: OperationType) throws {
        var faults: [OperationFault: ResultCode] = [
            .badAuth: .opBadAuth, .noAccount: .opNoSourceAccount, .notSupported: .opNotSupported,
        ]
        if !Self.neverMalformed.contains(type) { faults[.malformed] = .opMalformed }
        switch type {
        case .manageData: faults[.invalidName] = .opDataInvalidName
        case .bumpSequence: faults[.badSequence] = .opBadSeq
        case .setOptions:
            faults[.unknownFlag] = .opUnknownFlag
            faults[.badFlags] = .opBadFlags
            faults[.thresholdOutOfRange] = .opThresholdOutOfRange
            faults[.badSigner] = .opBadSigner
            faults[.invalidHomeDomain] = .opInvalidHomeDomain
        default: break
        }
        for (fault, code) in faults {
            let result = OperationResult.failure(type, fault.rawValue)
            #expect(ResultCodes.name(result) == code)
            #expect(try OperationResult(xdr: result.xdr) == result)
            if case .opInner(let inner) = result { #expect(inner.discriminant == type) }
        }
    }

    @Test(arguments: refusedOperations)
    func `rejects an invalid operation with its code`(case given: RefusedOperation) throws {
        let envelope = Self.wrapped(given.body)
        let rejection = try #require(Validity.rejection(of: envelope))
        let codes = ResultCodes(rejection.result(of: envelope.innermost, fee: 100, innerHash: Hash()))
        #expect(codes.operations.map(\.rawValue) == [given.name])
    }

    @Test(arguments: soundOperations)
    func `accepts a valid operation`(body: OperationBody) {
        #expect(Validity.rejection(of: Self.wrapped(body)) == nil)
    }
}

/// An invalid operation and the name of its result code.
struct RefusedOperation: Sendable, CustomTestStringConvertible {
    let name: String
    let body: OperationBody
    var testDescription: String { "\(body.discriminant.name) \(name)" }
}

private let source = Uint256((0..<32).map { UInt8($0) }) ?? Uint256()
private let other = Uint256((0..<32).map { UInt8($0 + 1) }) ?? Uint256()
private let own = Asset.creditAlphanum4(
    AlphaNum4(assetCode: AssetCode4([65, 66, 0, 0]) ?? AssetCode4(), issuer: .ed25519(source)))
private let foreign = Asset.creditAlphanum4(
    AlphaNum4(assetCode: AssetCode4([65, 66, 0, 0]) ?? AssetCode4(), issuer: .ed25519(other)))
private let price = Price(n: 1, d: 2)

private func flags(set: UInt32, clear: UInt32, _ asset: Asset = own, trustor: Uint256 = other) -> OperationBody {
    .setTrustLineFlags(
        SetTrustLineFlagsOp(trustor: .ed25519(trustor), asset: asset, clearFlags: clear, setFlags: set))
}

private func deposit(_ low: Price, _ high: Price, amount: Int64 = 1) -> OperationBody {
    .liquidityPoolDeposit(
        LiquidityPoolDepositOp(
            liquidityPoolID: PoolID(), maxAmountA: amount, maxAmountB: 1, minPrice: low, maxPrice: high))
}

private func revoke(_ key: LedgerKey) -> OperationBody { .revokeSponsorship(.ledgerEntry(key)) }

private func trustLineKey(_ asset: TrustLineAsset) -> LedgerKey {
    .trustline(LedgerKeyTrustLine(accountID: .ed25519(other), asset: asset))
}

private let refusedOperations: [RefusedOperation] = [
    RefusedOperation(
        name: "op_bad_signer",
        body: options {
            $0.signer = Signer(key: .ed25519SignedPayload(.init(ed25519: other, payload: Opaque())), weight: 1)
        }),
    RefusedOperation(name: "op_malformed", body: flags(set: 3, clear: 0)),
    RefusedOperation(name: "op_malformed", body: flags(set: 4, clear: 0)),
    RefusedOperation(name: "op_malformed", body: flags(set: 0, clear: 8)),
    RefusedOperation(name: "op_malformed", body: flags(set: 1, clear: 1)),
    RefusedOperation(name: "op_malformed", body: flags(set: 1, clear: 0, foreign)),
    RefusedOperation(name: "op_malformed", body: flags(set: 1, clear: 0, .native)),
    RefusedOperation(name: "op_malformed", body: flags(set: 1, clear: 0, trustor: source)),
    RefusedOperation(
        name: "op_malformed",
        body: .allowTrust(AllowTrustOp(trustor: .ed25519(other), asset: .creditAlphanum4(AssetCode4()), authorize: 1))),
    RefusedOperation(
        name: "op_malformed",
        body: .allowTrust(
            AllowTrustOp(
                trustor: .ed25519(other), asset: .creditAlphanum4(AssetCode4([65, 0, 0, 0]) ?? AssetCode4()),
                authorize: 3))),
    RefusedOperation(name: "op_malformed", body: deposit(Price(n: 2, d: 1), Price(n: 1, d: 1))),
    RefusedOperation(name: "op_malformed", body: deposit(price, price, amount: 0)),
    RefusedOperation(name: "op_malformed", body: deposit(Price(n: 0, d: 1), price)),
    RefusedOperation(
        name: "op_malformed",
        body: .liquidityPoolWithdraw(
            LiquidityPoolWithdrawOp(liquidityPoolID: PoolID(), amount: 0, minAmountA: 0, minAmountB: 0))),
    RefusedOperation(name: "op_malformed", body: revoke(trustLineKey(.native))),
    RefusedOperation(name: "op_malformed", body: revoke(.offer(LedgerKeyOffer(sellerID: .ed25519(other), offerID: 0)))),
    RefusedOperation(
        name: "op_malformed", body: revoke(.liquidityPool(LedgerKeyLiquidityPool(liquidityPoolID: PoolID())))),
    RefusedOperation(
        name: "op_malformed", body: revoke(.data(LedgerKeyData(accountID: .ed25519(other), dataName: String64())))),
    RefusedOperation(
        name: "op_malformed",
        body: .manageBuyOffer(
            ManageBuyOfferOp(selling: own, buying: .native, buyAmount: -1, price: price, offerID: 1))),
]

private let soundOperations: [OperationBody] = [
    flags(set: 1, clear: 2), flags(set: 0, clear: 7), deposit(price, price), deposit(price, Price(n: 3, d: 4)),
    revoke(trustLineKey(.poolShare(PoolID()))), revoke(.account(LedgerKeyAccount(accountID: .ed25519(other)))),
    revoke(.offer(LedgerKeyOffer(sellerID: .ed25519(other), offerID: 1))), .inflation, .endSponsoringFutureReserves,
    options { $0.homeDomain = String32() }, options { $0.setFlags = 15 },
    .manageSellOffer(ManageSellOfferOp(selling: own, buying: .native, amount: 0, price: price, offerID: 1)),
    .liquidityPoolWithdraw(LiquidityPoolWithdrawOp(liquidityPoolID: PoolID(), amount: 1, minAmountA: 0, minAmountB: 0)),
]

extension ValidityTests {
    private static func transaction(
        _ operations: [OperationBody], fee: UInt32 = 100, conditions: Preconditions = .none
    ) -> Transaction {
        Transaction(
            sourceAccount: .ed25519(source), fee: fee, seqNum: 1, cond: conditions, memo: .none,
            operations: BoundedArray(operations.map { Operation(sourceAccount: nil, body: $0) }) ?? BoundedArray(),
            ext: .v0)
    }

    private static func wrapped(_ body: OperationBody) -> TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: transaction([body]), signatures: BoundedArray()))
    }

    private static func envelope(fee: UInt32) -> TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: transaction([.inflation], fee: fee), signatures: BoundedArray()))
    }

    private static func judged(
        time: TimeBounds? = nil, ledgers: LedgerBounds? = nil, at moment: Validity.Moment? = nil
    ) -> Rejection? {
        let conditions = PreconditionsV2(
            timeBounds: time, ledgerBounds: ledgers, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
            extraSigners: BoundedArray())
        let transaction = transaction([.inflation], conditions: .v2(conditions))
        return Validity.rejection(
            of: .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray())), at: moment)
    }

    private static func bump(fee: Int64, innerFee: UInt32, _ operations: Int) -> FeeBumpTransaction {
        let inner = transaction(Array(repeating: .inflation, count: operations), fee: innerFee)
        return FeeBumpTransaction(
            feeSource: .ed25519(other), fee: fee,
            innerTx: .tx(TransactionV1Envelope(tx: inner, signatures: BoundedArray())), ext: .v0)
    }

    private static func bumped(_ body: OperationBody) -> TransactionEnvelope {
        let inner = TransactionV1Envelope(tx: transaction([body], fee: 0), signatures: BoundedArray())
        let bump = FeeBumpTransaction(feeSource: .ed25519(other), fee: 200, innerTx: .tx(inner), ext: .v0)
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
    }
}
