// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

struct PaymentDigestTests {
    private static func account(_ number: UInt8) -> AccountID {
        .ed25519(Uint256(Array(repeating: number, count: 32)) ?? Uint256())
    }

    private static let (alice, bob, carol) = (account(1), account(2), account(3))
    private static let memo = Memo.id(42)

    private static func usd(by issuer: AccountID) throws -> Asset { try Asset(code: "USD", issuer: issuer) }

    private static func payment(
        _ asset: Asset = .native, _ amount: Int64 = 255_000_000, to destination: MuxedAccount = MuxedAccount(bob)
    ) -> OperationBody {
        .payment(PaymentOp(destination: destination, asset: asset, amount: amount))
    }

    private static func digest(
        _ body: OperationBody, from source: AccountID = alice, memo: Memo = memo, on network: Network = .testnet
    ) -> PaymentDigest? {
        PaymentDigest(body, from: source, memo: memo, on: network)
    }

    @Test func `is the same however the payment was made`() {
        let paid = Self.digest(Self.payment())
        #expect(paid != nil)
        #expect(
            paid
                == PaymentDigest(
                    from: Self.alice, to: MuxedAccount(Self.bob), .native, 255_000_000, memo: Self.memo, on: .testnet))
        #expect(
            paid == Self.digest(.createAccount(.init(destination: Self.bob, startingBalance: 255_000_000))),
            "an account was created with it")
        let claimant = Claimant.v0(.init(destination: Self.bob, predicate: .unconditional))
        let claimants = BoundedArray<Claimant, 10>([claimant]) ?? BoundedArray()
        #expect(
            paid
                == Self.digest(
                    .createClaimableBalance(.init(asset: .native, amount: 255_000_000, claimants: claimants))),
            "set aside for one claimant")
    }

    /// A transfer by a contract's function.
    private static func transfer(
        by contract: Hash, from: SCAddress = .account(alice), to: SCAddress = .account(bob), _ amount: UInt64 = 100
    ) -> OperationBody {
        let args: [SCVal] = [.address(from), .address(to), .i128(Int128Parts(hi: 0, lo: amount))]
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: SCSymbol(Array("transfer".utf8)) ?? SCSymbol(),
            args: args)
        return .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))
    }

    @Test func `a transfer by an asset's contract is a payment of the asset`() throws {
        let usd = try Self.usd(by: Self.carol)
        func digest(_ body: OperationBody, _ assets: [Asset] = []) -> PaymentDigest? {
            PaymentDigest(body, from: Self.alice, memo: .none, on: .testnet, assets: assets)
        }
        let lumens = ContractIDPreimage.asset(.native).contract(on: .testnet)
        let dollars = ContractIDPreimage.asset(usd).contract(on: .testnet)
        #expect(digest(Self.transfer(by: lumens)) == digest(Self.payment(.native, 100)))
        #expect(digest(Self.transfer(by: dollars), [usd]) == digest(Self.payment(usd, 100)))
        let muxed = MuxedEd25519Account(id: 7, ed25519: Self.bob.key)
        let user = MuxedAccount.muxedEd25519(.init(id: 7, ed25519: Self.bob.key))
        #expect(
            digest(Self.transfer(by: lumens, to: .muxedAccount(muxed))) == digest(Self.payment(.native, 100, to: user)))
        // Of other networks, unknown contracts, other payers and contracts that receive: all differ.
        let others = [
            digest(Self.transfer(by: ContractIDPreimage.asset(.native).contract(on: .public))),
            digest(Self.transfer(by: dollars)), digest(Self.transfer(by: lumens, from: .account(Self.carol))),
            digest(Self.transfer(by: lumens, to: .contract(dollars))), digest(Self.payment(.native, 100)),
            digest(Self.payment(usd, 100)), digest(Self.transfer(by: lumens, 101)),
        ]
        #expect(!others.contains(nil) && Set(others).count == others.count)
    }

    @Test func `differs where any part of the payment differs`() throws {
        let muxed = MuxedAccount.muxedEd25519(.init(id: 7, ed25519: Self.bob.key))
        let usd = try Self.usd(by: Self.bob)
        let all = [
            Self.digest(Self.payment()), Self.digest(Self.payment(), from: Self.carol),
            Self.digest(Self.payment(to: MuxedAccount(Self.carol))), Self.digest(Self.payment(to: muxed)),
            Self.digest(Self.payment(usd)),
            Self.digest(Self.payment(try Self.usd(by: Self.carol))),
            Self.digest(Self.payment(.native, 255_000_001)),
            Self.digest(Self.payment(), memo: .none), Self.digest(Self.payment(), memo: .id(43)),
            Self.digest(Self.payment(), on: .public),
        ]
        #expect(!all.contains(nil))
        #expect(Set(all).count == all.count)
    }

    @Test func `counts the exact amount of a path payment, with both assets`() throws {
        let (usd, other) = (try Self.usd(by: Self.bob), try Self.usd(by: Self.carol))
        func send(_ least: Int64, to asset: Asset = usd) -> PaymentDigest? {
            Self.digest(
                .pathPaymentStrictSend(
                    .init(
                        sendAsset: .native, sendAmount: 100, destination: MuxedAccount(Self.bob), destAsset: asset,
                        destMin: least, path: .init())))
        }
        func receive(_ most: Int64) -> PaymentDigest? {
            Self.digest(
                .pathPaymentStrictReceive(
                    .init(
                        sendAsset: .native, sendMax: most, destination: MuxedAccount(Self.bob), destAsset: usd,
                        destAmount: 100, path: .init())))
        }
        #expect(send(5) == send(6), "the bound is not the amount")
        #expect(receive(5) == receive(6))
        #expect(Set([send(5), send(5, to: other), receive(100), Self.digest(Self.payment(.native, 100))]).count == 4)
    }

    @Test func `is nil for what pays nothing, or an amount that the ledger determines`() {
        #expect(Self.digest(.accountMerge(MuxedAccount(Self.bob))) == nil)
        #expect(Self.digest(.bumpSequence(.init(bumpTo: 5))) == nil)
        let two = [Self.bob, Self.carol].map { Claimant.v0(.init(destination: $0, predicate: .unconditional)) }
        let claimants = BoundedArray<Claimant, 10>(two) ?? BoundedArray()
        #expect(
            Self.digest(.createClaimableBalance(.init(asset: .native, amount: 5, claimants: claimants))) == nil)
    }

    @Test func `is written as 16 hex digits`() {
        #expect(PaymentDigest(bits: 0xfe).hex == "00000000000000fe")
        #expect(PaymentDigest(hex: "00000000000000fe") == PaymentDigest(bits: 0xfe))
        for wrong in ["", "fe", "00000000000000FE", "+0000000000000fe", "00000000000000fe0"] {
            #expect(PaymentDigest(hex: wrong) == nil, "\(wrong)")
        }
    }
}
