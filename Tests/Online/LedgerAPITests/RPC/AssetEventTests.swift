// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// Movements of assets that events tell, and those that only seem to.
struct AssetEventTests {
    private static let alice = AccountID.ed25519(Uint256(sha256: [1]))
    private static let bob = AccountID.ed25519(Uint256(sha256: [2]))
    private static let issuer = AccountID.ed25519(Uint256(sha256: [3]))
    private static let network = Network.testnet

    private static func asset() throws -> Asset { try Asset("USDC:\(issuer.address)") }

    private static func contract(_ asset: Asset) -> ContractID {
        ContractIDPreimage.asset(asset).contract(on: network)
    }

    private static func text(_ text: String) throws -> SCVal {
        .string(try #require(SCString(Array(text.utf8))))
    }

    private static func amount(_ low: UInt64, high: Int64 = 0) -> SCVal { .i128(Int128Parts(hi: high, lo: low)) }

    private static func account(_ id: AccountID) -> SCVal { .address(.account(id)) }

    @Test func `reads transfers, what is issued, destroyed and taken back`() throws {
        let asset = try Self.asset()
        let name = try Self.text(asset.text)
        let contract = Self.contract(asset)
        let (one, other) = (Self.account(Self.alice), Self.account(Self.bob))
        let moved = AssetEvent(contract, [.name("transfer"), one, other, name], Self.amount(7), on: Self.network)
        #expect(moved?.kind == .transfer && moved?.amount == Amount(stroops: 7) && moved?.asset == asset)
        #expect(moved?.from?.account == Self.alice && moved?.to?.account == Self.bob)
        let minted = AssetEvent(contract, [.name("mint"), one, name], Self.amount(7), on: Self.network)
        #expect(minted?.from?.account == Self.issuer && minted?.to?.account == Self.alice)
        for kind in ["burn", "clawback"] {
            let gone = AssetEvent(contract, [.name(kind), one, name], Self.amount(7), on: Self.network)
            #expect(gone?.kind.rawValue == kind && gone?.from?.account == Self.alice)
            #expect(gone?.to?.account == Self.issuer)
        }
    }

    @Test func `names the user of a shared account`() throws {
        let topics = [.name("transfer"), Self.account(Self.alice), Self.account(Self.bob), try Self.text("native")]
        let data = SCVal.map([
            SCMapEntry(key: .name("amount"), val: Self.amount(9)),
            SCMapEntry(key: .name("to_muxed_id"), val: .u64(42)),
        ])
        let event = AssetEvent(Self.contract(.native), topics, data, on: Self.network)
        #expect(event?.amount == Amount(stroops: 9) && event?.to?.address.hasPrefix("M") == true)
        #expect(event?.to?.account == Self.bob)
    }

    /// Anyone can emit the same topics.
    @Test func `an event of another contract proves nothing`() throws {
        let asset = try Self.asset()
        let topics = [.name("transfer"), Self.account(Self.alice), Self.account(Self.bob), try Self.text(asset.text)]
        let others = [
            nil, Self.contract(.native), ContractID(sha256: [7]),
            ContractIDPreimage.asset(asset).contract(on: .public),
        ]
        for contract in others {
            #expect(AssetEvent(contract, topics, Self.amount(7), on: Self.network) == nil)
        }
    }

    @Test func `rejects events of another form`() throws {
        let name = try Self.text("native")
        let contract = Self.contract(.native)
        let (one, other) = (Self.account(Self.alice), Self.account(Self.bob))
        let wrong: [([SCVal], SCVal)] = [
            ([], Self.amount(7)), ([.name("transfer")], Self.amount(7)),
            ([.name("transfer"), one, other], Self.amount(7)), ([.name("transfer"), one, name], Self.amount(7)),
            ([.name("transfer"), one, other, other, name], Self.amount(7)),
            ([.name("fee"), one, name], Self.amount(7)), ([.u32(1), one, other, name], Self.amount(7)),
            ([.name("transfer"), .u32(1), other, name], Self.amount(7)),
            ([.name("transfer"), one, other, .name("native")], Self.amount(7)),
            ([.name("transfer"), one, other, try Self.text("USDC")], Self.amount(7)),
            ([.name("transfer"), one, other, name], Self.amount(7, high: 1)),
            ([.name("transfer"), one, other, name], Self.amount(.max)),
            ([.name("transfer"), one, other, name], Self.amount(7, high: -1)),
            ([.name("transfer"), one, other, name], .u64(7)), ([.name("transfer"), one, other, name], .map([])),
            ([.name("transfer"), one, other, name], .map([SCMapEntry(key: .name("amount"), val: .map([]))])),
        ]
        for (topics, value) in wrong {
            #expect(AssetEvent(contract, topics, value, on: Self.network) == nil)
        }
    }
}
