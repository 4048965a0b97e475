// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// What has to be known of accounts that are only paid.
struct ReceiversTests {
    private static let alice = AccountID.ed25519(Uint256(sha256: [1]))
    private static let bob = AccountID.ed25519(Uint256(sha256: [2]))
    private static let carol = AccountID.ed25519(Uint256(sha256: [3]))

    private static func usdc() throws -> Asset { try Asset("USDC:\(carol.address)") }

    private static func payment(
        _ asset: Asset, to destination: MuxedAccount = MuxedAccount(bob), by source: AccountID? = nil
    ) -> Operation {
        Operation(
            sourceAccount: source.map { MuxedAccount($0) },
            body: .payment(PaymentOp(destination: destination, asset: asset, amount: 1)))
    }

    private static func envelope(_ operations: [Operation], memo: Memo = .none) throws -> TransactionEnvelope {
        try TransactionDraft(
            source: MuxedAccount(alice), sequence: 1, feePerOperation: 100, conditions: .none, memo: memo,
            operations: operations
        ).envelope()
    }

    @Test func `an asset's receiver needs its trustline, and the entry about memos where there is none`() throws {
        let line = try #require(TrustLineAsset(try Self.usdc()))
        let bare = try Receivers([Self.envelope([Self.payment(try Self.usdc())])]).needs[Self.bob]
        #expect(bare?.holdings == [line] && bare?.needsEntry == false && bare?.needsMemoEntry == true)
        let noted = try Receivers([Self.envelope([Self.payment(try Self.usdc())], memo: .id(7))]).needs[Self.bob]
        #expect(noted?.needsMemoEntry == false)
        let muxed = MuxedAccount.muxedEd25519(MuxedAccountMed25519(id: 1, ed25519: Self.bob.key))
        let user = try Receivers([Self.envelope([Self.payment(try Self.usdc(), to: muxed)])]).needs[Self.bob]
        #expect(user?.needsMemoEntry == false)
    }

    @Test func `of XLM, and of the issuer's own asset, the account itself is needed`() throws {
        let lumens = try Receivers([Self.envelope([Self.payment(.native)])]).needs[Self.bob]
        #expect(lumens?.holdings.isEmpty == true && lumens?.needsEntry == true)
        let back = Self.payment(try Self.usdc(), to: MuxedAccount(Self.carol))
        let issuer = try Receivers([Self.envelope([back])]).needs[Self.carol]
        #expect(issuer?.holdings.isEmpty == true && issuer?.needsEntry == true)
    }

    @Test func `who does anything else is no mere receiver`() throws {
        let own = Self.payment(.native, to: MuxedAccount(Self.alice))
        #expect(try Receivers([Self.envelope([own])]).accounts.isEmpty)
        let acting = [Self.payment(.native), Self.payment(.native, to: MuxedAccount(Self.carol), by: Self.bob)]
        #expect(try Receivers([Self.envelope(acting)]).accounts == [Self.carol])
        let mixed = [Self.payment(.native), Operation(sourceAccount: nil, body: .inflation)]
        #expect(try Receivers([Self.envelope(mixed), Self.envelope([Self.payment(.native)])]).accounts.isEmpty)
    }
}
