// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR
import Testing

/// What a hostile server may answer: counts, lengths and nesting beyond the schema.
struct LimitTests {
    private static func word(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static let key = zeros(36)

    /// An account with the given home domain and signers, as their bytes.
    private static func account(homeDomain: [UInt8] = zeros(4), signers: [UInt8] = zeros(4)) -> [UInt8] {
        key + zeros(8 + 8 + 4 + 4 + 4) + homeDomain + zeros(4) + signers + zeros(4)
    }

    private static func list(_ count: Int, of element: [UInt8]) -> [UInt8] {
        word(UInt32(count)) + Array(repeatElement(element, count: count).joined())
    }

    /// A type, bytes at its limit, and the same with one more than it allows.
    struct Limit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: any XDRCodable.Type
        let most: Int
        let bytes: @Sendable (Int) -> [UInt8]
    }

    static let limits = [
        Limit(testDescription: "signers of an account", type: AccountEntry.self, most: 20) {
            account(signers: list($0, of: zeros(40)))
        },
        Limit(testDescription: "home domain of an account", type: AccountEntry.self, most: 32) {
            account(homeDomain: word(UInt32($0)) + zeros(($0 + 3) / 4 * 4))
        },
        Limit(testDescription: "sponsors of an account's signers", type: AccountEntryExtensionV2.self, most: 20) {
            zeros(8) + list($0, of: zeros(4)) + zeros(4)
        },
        Limit(testDescription: "name of a data entry", type: DataEntry.self, most: 64) {
            key + word(UInt32($0)) + zeros(($0 + 3) / 4 * 4) + zeros(8)
        },
        Limit(testDescription: "value of a data entry", type: DataEntry.self, most: 64) {
            key + zeros(4) + word(UInt32($0)) + zeros(($0 + 3) / 4 * 4) + zeros(4)
        },
        Limit(testDescription: "claimants of a balance", type: ClaimableBalanceEntry.self, most: 10) {
            zeros(36) + list($0, of: zeros(4) + key + zeros(4)) + zeros(4 + 8 + 4)
        },
        Limit(testDescription: "cost parameters", type: ContractCostParams.self, most: 1024) {
            list($0, of: zeros(20))
        },
        Limit(testDescription: "upgrades in a ledger", type: StellarValue.self, most: 6) {
            zeros(40) + list($0, of: zeros(4)) + zeros(4)
        },
        Limit(testDescription: "bytes of an upgrade", type: UpgradeType.self, most: 128) {
            word(UInt32($0)) + zeros(($0 + 3) / 4 * 4)
        },
    ]

    @Test(arguments: limits) func `accepts as many as the schema allows and not one more`(limit: Limit) throws {
        let most = limit.bytes(limit.most)
        #expect(try limit.type.init(xdr: most).xdr == most)
        let error = #expect(throws: XDRError.self) { try limit.type.init(xdr: limit.bytes(limit.most + 1)) }
        guard case .tooLong(_, UInt32(limit.most + 1), limit.most)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Lists without a bound of their own, with a prefix up to their count.
    static let unbounded: [(type: any XDRCodable.Type, prefix: [UInt8])] = [
        (LedgerEntryChanges.self, []), (SorobanAuthorizationEntries.self, []), (FrozenLedgerKeys.self, []),
        (FreezeBypassTxs.self, []), (ParallelTxExecutionStage.self, []), (OperationMeta.self, []),
        (InvokeHostFunctionSuccessPreImage.self, word(1)),
        (ContractEvent.self, zeros(4) + zeros(4) + zeros(4) + zeros(4)),
        (TransactionMeta.self, word(4) + zeros(4)), (TransactionMeta.self, word(3) + zeros(8)),
        (SCPQuorumSet.self, zeros(4)), (SCPNomination.self, zeros(32)), (EncodedLedgerKey.self, []),
        (SCMetaV0.self, []),
        (LedgerEntryData.self, word(7) + zeros(4) + zeros(32)),
    ]

    @Test(arguments: unbounded.indices, [UInt32.max, 0x7fff_ffff, 0x1000_0000])
    func `rejects a false count before it allocates`(index: Int, count: UInt32) {
        let (type, prefix) = Self.unbounded[index]
        let error = #expect(throws: XDRError.self) { try type.init(xdr: prefix + Self.word(count) + Self.zeros(64)) }
        switch error {
        case .truncated, .tooLong: break
        default: Issue.record("\(type): \(String(describing: error))")
        }
    }

    /// `count` vectors, each in another, around a void.
    private static func nested(_ count: Int) -> [UInt8] {
        Array(repeatElement(word(16) + word(1) + word(1), count: count).joined()) + word(1)
    }

    private static func contractData(_ value: [UInt8]) -> [UInt8] {
        word(6) + zeros(4) + word(1) + zeros(32) + word(1) + word(1) + value
    }

    @Test func `rejects values that nest too deeply, wherever a contract puts them`() throws {
        let limit = XDRReader.depthLimit
        // A vector and the value in it count one level each at most.
        let deep = (1...2 * limit).last { (try? SCVal(xdr: Self.nested($0))) != nil }
        let most = try #require(deep)
        #expect(most >= limit / 2 && most <= limit)
        let good = Self.contractData(Self.nested(most))
        #expect(try LedgerEntryData(xdr: good).xdr == good)
        for count in [most + 1, limit + 1, 10_000] {
            let value = Self.nested(count)
            let event = Self.zeros(4) + Self.zeros(4) + Self.word(1) + Self.zeros(4) + Self.zeros(4) + value
            let targets: [(any XDRCodable.Type, [UInt8])] = [
                (LedgerEntryData.self, Self.contractData(value)),
                (LedgerEntry.self, Self.zeros(4) + Self.contractData(value) + Self.zeros(4)),
                (
                    LedgerEntryChanges.self,
                    Self.word(1) + Self.word(0) + Self.zeros(4) + Self.contractData(value) + Self.zeros(4)
                ),
                (ContractEvent.self, event), (DiagnosticEvent.self, Self.zeros(4) + event),
                (InvokeHostFunctionSuccessPreImage.self, value + Self.zeros(4)),
                (SorobanTransactionMetaV2.self, Self.zeros(4) + Self.word(1) + value),
            ]
            for (type, bytes) in targets {
                let error = #expect(throws: XDRError.self) { try type.init(xdr: bytes) }
                guard case .tooDeep? = error else {
                    Issue.record("\(type): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test func `rejects quorum sets that nest too deeply`() throws {
        func sets(_ count: Int) -> [UInt8] {
            Array(repeatElement(Self.zeros(8) + Self.word(1), count: count).joined()) + Self.zeros(12)
        }
        let good = sets(XDRReader.depthLimit - 1)
        #expect(try SCPQuorumSet(xdr: good).xdr == good)
        for count in [XDRReader.depthLimit, 5000] {
            let error = #expect(throws: XDRError.self) { try SCPQuorumSet(xdr: sets(count)) }
            guard case .tooDeep? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test func `rejects flags other than 0 and 1 and padding other than zeros`() {
        #expect(throws: XDRError.badBoolean(offset: 0, value: 2)) {
            try DiagnosticEvent(xdr: Self.word(2) + Self.zeros(40))
        }
        #expect(throws: XDRError.badBoolean(offset: 4, value: 256)) {
            try ContractEvent(xdr: Self.zeros(4) + Self.word(256) + Self.zeros(40))
        }
        #expect(throws: XDRError.nonZeroPadding(offset: 5)) { try UpgradeType(xdr: Self.word(1) + [1, 1, 0, 0]) }
        #expect(throws: XDRError.nonZeroPadding(offset: 6)) {
            try SCMetaV0(xdr: Self.word(2) + [65, 65, 1, 0] + Self.zeros(4))
        }
    }
}
