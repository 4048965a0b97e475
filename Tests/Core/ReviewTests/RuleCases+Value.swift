// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR

/// The rules about assets, trades, claims and destinations.
extension RuleCases {
    private static func flags(set: UInt32 = 0, clear: UInt32 = 0) -> Operation {
        operation(
            .setTrustLineFlags(
                SetTrustLineFlagsOp(trustor: bob.account, asset: usdc, clearFlags: clear, setFlags: set)))
    }

    private static func contact(_ ids: Set<UInt64> = [], _ memo: Contact.MemoRule? = nil)
        -> @Sendable (inout ReviewInput) -> Void
    {
        { $0.book = Book(contacts: [Contact(name: "bob", account: bob.account, ids: ids, memo: memo)]) }
    }

    private static func contacts(_ memos: [Contact.MemoRule?]) -> @Sendable (inout ReviewInput) -> Void {
        {
            $0.book = Book(
                contacts: memos.enumerated().map {
                    Contact(name: "bob\($0.offset)", account: bob.account, memo: $0.element)
                })
        }
    }

    private static func strictReceive(_ most: String, _ amount: String) -> Operation {
        operation(
            .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: usdc, sendMax: units(most), destination: bob.muxed, destAsset: usdc,
                    destAmount: units(amount), path: bounded([.native]))))
    }

    /// A payment by an asset's own contract.
    private static func contractPayment(to address: SCAddress) -> Operation {
        invoke(
            .invokeContract(
                call(
                    "transfer",
                    [.address(.account(alice.account)), .address(address), .i128(Int128Parts(hi: 0, lo: 5))])))
    }

    private static func muxedAddress(_ id: UInt64) -> SCAddress {
        .muxedAccount(MuxedEd25519Account(id: id, ed25519: bob.account.key))
    }

    /// An account whose address begins and ends like Bob's, including the checksum.
    static let almostBob: AccountID = {
        var key = bob.account.key.bytes
        // A multiple of the checksum's polynomial leaves the checksum as it is.
        for (place, bits) in [(10, 0x01), (11, 0x10), (12, 0x21)] as [(Int, UInt8)] { key[place] ^= bits }
        return .ed25519(Uint256(key) ?? Uint256())
    }()

    /// A path payment from Alice to herself in one asset.
    static func selfSwap(_ sent: String, _ received: String, of asset: Asset = usdc, by source: Person? = nil)
        -> Operation
    {
        swap(asset, sent, asset, received, by: source)
    }

    /// A path payment from the source to itself.
    static func swap(
        _ from: Asset, _ sent: String, _ to: Asset, _ received: String, by source: Person? = nil
    ) -> Operation {
        operation(
            .pathPaymentStrictSend(
                PathPaymentStrictSendOp(
                    sendAsset: from, sendAmount: units(sent), destination: (source ?? alice).muxed, destAsset: to,
                    destMin: units(received), path: bounded([]))), by: source)
    }

    private static let pool = ChangeTrustAsset.poolShare(
        .liquidityPoolConstantProduct(.init(assetA: .native, assetB: usdc, fee: 30)))

    static let value = [
        RuleCase(.clawback, .hold, "clawback") {
            $0.operations = [operation(.clawback(.init(asset: usdc, from: bob.muxed, amount: 1)))]
        },
        RuleCase(.clawback, .hold, "of a claimable balance") {
            $0.operations = [operation(.clawbackClaimableBalance(.init(balanceID: .v0(hash(3)))))]
        } not: {
            $0.operations = [operation(.claimClaimableBalance(.init(balanceID: .v0(hash(3)))))]
        },
        RuleCase(.clawbackGivenUp, .hold, "flag cleared") {
            $0.operations = [flags(clear: 4)]
        } not: {
            $0.operations = [flags(clear: 2)]
        },
        RuleCase(.trustlineFlags, .warn, "flags") {
            $0.operations = [flags(set: 1)]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, 5)]
        },
        RuleCase(.trustlineFlags, .warn, "allow trust") {
            $0.operations = [
                operation(.allowTrust(.init(trustor: bob.account, asset: .creditAlphanum4(Self.code), authorize: 1)))
            ]
        },
        RuleCase(.unlimitedTrust, .info, "greatest limit") {
            $0.operations = [trust(usdc.asTrustLine, .max)]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, .max - 1)]
        },
        RuleCase(.trustRemoved, .info, "limit 0") {
            $0.operations = [trust(usdc.asTrustLine, 0)]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, 1)]
        },
        RuleCase(.fakeAsset, .hold, "same code, other issuer") {
            $0.operations = [pay(bob, asset("USDC", of: mallory))]
            $0.setUp = { $0.book = Book(assets: [usdc]) }
        } not: {
            $0.operations = [pay(bob, usdc)]
            $0.setUp = { $0.book = Book(assets: [usdc]) }
        },
        RuleCase(.fakeAsset, .hold, "one of three issuers, two of them in the book") {
            $0.operations = [pay(bob, asset("USDC", of: mallory))]
            $0.setUp = { $0.book = Book(assets: [usdc, asset("USDC", of: carol)]) }
        } not: {
            $0.operations = [pay(bob, usdc), pay(bob, asset("USDC", of: carol))]
            $0.setUp = { $0.book = Book(assets: [usdc, asset("USDC", of: carol)]) }
        },
        RuleCase(.fakeAsset, .hold, "an issued XLM that is in the book") {
            $0.operations = [pay(bob, asset("XLM", of: mallory))]
            $0.setUp = { $0.book = Book(assets: [asset("XLM", of: mallory)]) }
        },
        RuleCase(.fakeAsset, .hold, "a known code in lower case, from a known issuer") {
            $0.operations = [pay(bob, asset("usdc", of: carol))]
            $0.setUp = { $0.book = Book(assets: [usdc, asset("USDC", of: carol)]) }
        },
        RuleCase(.fakeAsset, .hold, "1 for I, 0 for O") {
            $0.operations = [trust(asset("b1t0", of: mallory).asTrustLine, 1)]
            $0.setUp = { $0.book = Book(assets: [asset("BITO")]) }
        } not: {
            $0.operations = [trust(asset("BYTO", of: mallory).asTrustLine, 1)]
            $0.setUp = { $0.book = Book(assets: [asset("BITO")]) }
        },
        RuleCase(.fakeAsset, .hold, "an issued XLM") {
            $0.operations = [trust(asset("XLM", of: mallory).asTrustLine, 1)]
        } not: {
            $0.operations = [pay(bob)]
        },
        RuleCase(.fakeAsset, .hold, "a code that resembles XLM") {
            $0.operations = [pay(bob, asset("x1M", of: mallory))]
        } not: {
            $0.operations = [pay(bob, asset("XLN", of: mallory))]
        },
        RuleCase(.fakeAsset, .hold, "native XLM exchanged for an issued XLM") {
            $0.operations = [strictSend(.native, "10", asset("XLM", of: mallory), atLeast: "10")]
        },
        RuleCase(.mint, .warn, "paid by the issuer") {
            $0.source = issuer.muxed
            $0.operations = [pay(bob, usdc)]
        } not: {
            $0.operations = [pay(bob, usdc)]
        },
        RuleCase(.burn, .warn, "paid to the issuer") {
            $0.operations = [pay(issuer, usdc)]
        } not: {
            $0.operations = [pay(issuer)]
        },
        RuleCase(.burn, .hold, "paid to an issuer that requires a memo") {
            $0.operations = [pay(bob, asset("USDC", of: bob))]
            $0.setUp = contact([], .required(kinds: []))
        } not: {
            $0.setUp = contact([], .required(kinds: []))
        },
        RuleCase(.pool, .warn, "pool share trustline") {
            $0.operations = [trust(pool, 5)]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, 5)]
        },
        RuleCase(.pool, .warn, "deposit") {
            let one = Price(n: 1, d: 1)
            $0.operations = [
                operation(
                    .liquidityPoolDeposit(
                        .init(liquidityPoolID: hash(4), maxAmountA: 1, maxAmountB: 1, minPrice: one, maxPrice: one)))
            ]
        },
        RuleCase(.pool, .warn, "withdrawal") {
            $0.operations = [
                operation(
                    .liquidityPoolWithdraw(.init(liquidityPoolID: hash(4), amount: 1, minAmountA: 1, minAmountB: 1)))
            ]
        },
        RuleCase(.pathPayment, .warn, "same asset, far below") {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "1")]
        } not: {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "99")]
        },
        RuleCase(.pathPayment, .warn, "same asset, a little too far below") {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "98.9999999")]
        } not: {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "100")]
        },
        RuleCase(.pathPayment, .warn, "same asset, a little too far above") {
            $0.operations = [strictReceive("101.0000001", "100")]
        } not: {
            $0.operations = [strictReceive("101", "100")]
        },
        RuleCase(.pathPayment, .warn, "other assets") {
            $0.operations = [strictSend(usdc, "100", .native, atLeast: "100")]
        },
        RuleCase(.pathPayment, .warn, "two payments that lose a little each") {
            $0.operations = [selfSwap("100", "99.4"), selfSwap("100", "99.4")]
        } not: {
            $0.operations = [selfSwap("100", "99.5"), selfSwap("100", "99.5")]
        },
        RuleCase(.offer, .warn, "sell") {
            $0.operations = [
                operation(
                    .manageSellOffer(
                        .init(selling: .native, buying: usdc, amount: 5, price: Price(n: 3, d: 7), offerID: 0)))
            ]
        },
        RuleCase(.offer, .warn, "buy, with an impossible price") {
            $0.operations = [
                operation(
                    .manageBuyOffer(
                        .init(selling: .native, buying: usdc, buyAmount: 5, price: Price(n: 3, d: 0), offerID: 0)))
            ]
        },
        RuleCase(.claimPredicate, .warn, "unconditional") {
            $0.operations = [claimable(.unconditional)]
        } not: {
            $0.operations = [claimable(.beforeRelativeTime(60))]
        },
        RuleCase(.claimPredicate, .warn, "absolute time deep inside") {
            $0.operations = [claimable(.and(bounded([.beforeRelativeTime(60), .beforeAbsoluteTime(Int64.max)])))]
        },
        RuleCase(.lostBalance, .hold, "already expired") {
            $0.operations = [claimable(.beforeAbsoluteTime(Int64(now.seconds)))]
        } not: {
            $0.operations = [claimable(.beforeAbsoluteTime(Int64(now.seconds) + 1))]
        },
        RuleCase(.lostBalance, .hold, "a contradictory condition") {
            let time = ClaimPredicate.beforeAbsoluteTime(Int64(now.seconds + hour))
            $0.operations = [claimable(.and(bounded([time, .not(time)])))]
        } not: {
            let time = ClaimPredicate.beforeAbsoluteTime(Int64(now.seconds + hour))
            $0.operations = [claimable(.or(bounded([time, .not(time)])))]
        },
        RuleCase(.newDestination, .warn, "payment") { _ in
        } not: {
            $0.setUp = contact()
        },
        RuleCase(.newDestination, .warn, "creation") {
            $0.operations = [operation(.createAccount(.init(destination: bob.account, startingBalance: 5)))]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, 5)]
        },
        RuleCase(.newDestination, .warn, "claimant") {
            $0.operations = [claimable(.beforeRelativeTime(60))]
        } not: {
            $0.operations = [claimable(.beforeRelativeTime(60))]
            $0.setUp = contact()
        },
        RuleCase(.newDestination, .warn, "an account known only as a domain's signing key") {
            $0.setUp = { $0.book = Book(domains: [KnownDomain(name: "a.example", signingKey: bob.account)]) }
        } not: {
            $0.setUp = { $0.book = Book(domains: [KnownDomain(name: "a.example", withdrawalAccounts: [bob.account])]) }
        },
        RuleCase(.newDestination, .warn, "an account that only a key file in the vault names, which proves nothing") {
            $0.setUp = { $0.ownAccounts = [carol.account, bob.account] }
        } not: {
            $0.setUp = { $0.key = SigningKey(bob.account) }
        },
        RuleCase(.ownAccount, .info, "the account of another key of the vault") {
            $0.setUp = { $0.ownAccounts = [bob.account] }
        } not: {
            $0.setUp = { $0.ownAccounts = [carol.account] }
        },
        RuleCase(.ownAccount, .info, "the account of the key that signs for another") {
            $0.setUp = { $0.key = SigningKey(bob.account) }
        },
        RuleCase(.ownAccount, .info, "a payment to oneself") {
            $0.operations = [pay(alice)]
        } not: {
            $0.operations = [pay(alice, by: bob)]
        },
        RuleCase(.ownAccount, .info, "a payment of another source to itself, under an id") {
            $0.operations = [pay(to: bob.muxed(7), by: bob)]
        },
        RuleCase(.claimedName, .hold, "a contact's name on another account") {
            $0.setUp = {
                $0.book = Book(contacts: [Contact(name: "Robert", account: carol.account)])
                $0.claims.names = [(bob.account, "r0bert")]
            }
        } not: {
            $0.setUp = {
                $0.book = Book(contacts: [Contact(name: "Robert", account: bob.account)])
                $0.claims.names = [(bob.account, "r0bert")]
            }
        },
        RuleCase(.claimedName, .hold, "two contacts' names swapped") {
            $0.setUp = {
                $0.book = Book(contacts: [
                    Contact(name: "bob", account: bob.account), Contact(name: "carol", account: carol.account),
                ])
                $0.claims.names = [(bob.account, "carol")]
            }
        } not: {
            // The hint names an account that is not in the transaction.
            $0.setUp = {
                $0.book = Book(contacts: [
                    Contact(name: "bob", account: bob.account), Contact(name: "carol", account: carol.account),
                ])
                $0.claims.names = [(mallory.account, "carol")]
            }
        },
        RuleCase(.claimedName, .warn, "another name than the book's") {
            $0.setUp = {
                $0.book = Book(contacts: [Contact(name: "robert", account: bob.account)])
                $0.claims.names = [(bob.account, "Bobby")]
            }
        } not: {
            $0.setUp = { $0.claims.names = [(bob.account, "Bobby")] }
        },
        RuleCase(.lookAlike, .hold, "ends like a known address") {
            $0.operations = [pay(to: .ed25519(almostBob.key))]
            $0.setUp = contact()
        } not: {
            $0.setUp = contact()
        },
        RuleCase(.lookAlike, .hold, "ends like an address paid before") {
            $0.setUp = { $0.history = FixedHistory(paid: [.publicKey(almostBob.key)]) }
        } not: {
            $0.setUp = { $0.history = FixedHistory(paid: [.publicKey(bob.account.key)]) }
        },
        RuleCase(.lookAlike, .hold, "ends like the key's own address") {
            $0.operations = [pay(to: .ed25519(almostBob.key))]
            $0.setUp = { $0.key = SigningKey(bob.account) }
        } not: {
            $0.setUp = { $0.key = SigningKey(bob.account) }
        },
        RuleCase(.lookAlike, .hold, "ends like the address of another key of the vault") {
            $0.operations = [pay(to: .ed25519(almostBob.key))]
            $0.setUp = { $0.ownAccounts = [carol.account, bob.account] }
        } not: {
            $0.operations = [pay(carol)]
            $0.setUp = { $0.ownAccounts = [carol.account, bob.account] }
        },
        RuleCase(.lookAlike, .hold, "ends like the source") {
            $0.source = bob.muxed
            $0.operations = [pay(to: .ed25519(almostBob.key))]
        } not: {
            $0.source = bob.muxed
        },
        RuleCase(.lookAlike, .hold, "ends like an operation's source") {
            $0.operations = [pay(to: .ed25519(almostBob.key), by: bob)]
        } not: {
            // The account is a contact, although it resembles the source.
            $0.operations = [pay(to: .ed25519(almostBob.key), by: bob)]
            $0.setUp = { $0.book = Book(contacts: [Contact(name: "almost bob", account: almostBob)]) }
        },
        RuleCase(.lookAlike, .hold, "ends like a signer of an account of the book") {
            $0.operations = [pay(to: .ed25519(almostBob.key))]
            $0.setUp = {
                $0.book = Book(accounts: [
                    KnownAccount(account: carol.account, signers: [Signer(key: .ed25519(bob.account.key), weight: 1)])
                ])
            }
        } not: {
            $0.operations = [pay(to: .ed25519(almostBob.key))]
            $0.setUp = { $0.book = Book(accounts: [KnownAccount(account: carol.account)]) }
        },
        RuleCase(.lookAlike, .hold, "paid by a contract") {
            $0.operations = [contractPayment(to: .account(almostBob))]
            $0.setUp = contact()
        } not: {
            $0.operations = [contractPayment(to: .account(bob.account))]
            $0.setUp = contact()
        },
        RuleCase(.memoMissing, .hold, "the book requires one") {
            $0.setUp = contact([], .required(kinds: []))
        } not: {
            $0.memo = .id(5)
            $0.setUp = contact([], .required(kinds: []))
        },
        RuleCase(.memoMissing, .hold, "the book requires another kind of memo") {
            $0.memo = .text(bytes("5"))
            $0.setUp = contact([], .required(kinds: ["id"]))
        } not: {
            $0.memo = .id(5)
            $0.setUp = contact([], .required(kinds: ["id"]))
        },
        RuleCase(.memoMissing, .hold, "the request's hints require one") {
            $0.setUp = { $0.claims.memoRequired = [bob.account] }
        } not: {
            $0.setUp = { $0.claims.memoRequired = [carol.account] }
        },
        RuleCase(.memoMissing, .hold, "known only under an id") {
            $0.setUp = contact([5])
        } not: {
            $0.memo = .id(5)
            $0.setUp = contact([5])
        },
        RuleCase(.memoMissing, .hold, "one of two contacts requires a memo") {
            $0.setUp = contacts([nil, .pinned(.id(5))])
        } not: {
            $0.setUp = {
                $0.book = Book(contacts: [
                    Contact(name: "bob", account: bob.account), Contact(name: "shop", account: bob.account, ids: [5]),
                ])
            }
        },
        RuleCase(.memoMissing, .hold, "creation of an account that requires a memo") {
            $0.operations = [operation(.createAccount(.init(destination: bob.account, startingBalance: 5)))]
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [operation(.createAccount(.init(destination: bob.account, startingBalance: 5)))]
            $0.setUp = contact()
        },
        RuleCase(.memoMissing, .hold, "claimable by an account that requires a memo") {
            $0.operations = [claimable(.beforeRelativeTime(60))]
            $0.setUp = contact([], .required(kinds: []))
        } not: {
            $0.operations = [claimable(.beforeRelativeTime(60))]
            $0.memo = .id(5)
            $0.setUp = contact([], .required(kinds: []))
        },
        RuleCase(.memoMissing, .hold, "paid by a contract") {
            $0.operations = [contractPayment(to: .account(bob.account))]
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [contractPayment(to: muxedAddress(5))]
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.memoMissing, .hold, "a muxed id where the book requires a text memo") {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.setUp = contact([], .required(kinds: ["text"]))
        } not: {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.setUp = contact([], .required(kinds: ["text", "id"]))
        },
        RuleCase(.memoChanged, .hold, "matches none of the pinned memos") {
            $0.memo = .id(7)
            $0.setUp = contacts([.pinned(.id(5)), .pinned(.id(6))])
        } not: {
            $0.memo = .id(6)
            $0.setUp = contacts([.pinned(.id(5)), .pinned(.id(6))])
        },
        RuleCase(.memoChanged, .hold, "a text where the book has an id") {
            $0.memo = .text(bytes("5"))
            $0.setUp = contact([5])
        } not: {
            $0.memo = .text(bytes("5"))
            $0.setUp = contact()
        },
        RuleCase(.memoChanged, .hold, "another memo beside the pinned id") {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.memo = .id(6)
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.memo = .id(5)
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.memoChanged, .hold, "a path payment with another memo") {
            $0.operations = [strictSend(.native, "10", usdc, atLeast: "10")]
            $0.memo = .id(6)
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [strictSend(.native, "10", usdc, atLeast: "10")]
            $0.memo = .id(5)
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.memoChanged, .hold, "differs from the pinned memo") {
            $0.memo = .id(6)
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.memo = .id(5)
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.muxed, .info, "id 0") { $0.operations = [pay(to: bob.muxed(0))] },
        RuleCase(.muxed, .info, "contract with an id") {
            $0.operations = [contractPayment(to: .muxedContract(MuxedContract(id: 7, contractId: hash(9))))]
        } not: {
            $0.operations = [contractPayment(to: .contract(hash(9)))]
        },
        RuleCase(.muxed, .info, "source") { $0.source = alice.muxed(7) },
        RuleCase(.muxed, .warn, "source, and a memo") {
            $0.source = alice.muxed(7)
            $0.memo = .id(7)
        },
        RuleCase(.muxed, .warn, "id and memo") {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.memo = .id(7)
        } not: {
            $0.memo = .id(7)
        },
        RuleCase(.otherMuxedID, .hold, "unknown id") {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.setUp = contact([6])
        } not: {
            $0.operations = [pay(to: bob.muxed(6))]
            $0.setUp = contact([6])
        },
        RuleCase(.otherMuxedID, .hold, "another id than the pinned memo's") {
            $0.operations = [pay(to: bob.muxed(6))]
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.otherMuxedID, .hold, "an id in place of a pinned text") {
            $0.operations = [pay(to: bob.muxed(6))]
            $0.memo = .text(bytes("bob"))
            $0.setUp = contact([], .pinned(.text(bytes("bob"))))
        } not: {
            $0.memo = .text(bytes("bob"))
            $0.setUp = contact([], .pinned(.text(bytes("bob"))))
        },
        RuleCase(.otherMuxedID, .hold, "unknown id in a memo") {
            $0.memo = .id(6)
            $0.setUp = contact([5])
        } not: {
            $0.memo = .id(5)
            $0.setUp = contact([5])
        },
        RuleCase(.otherMuxedID, .hold, "paid by a contract") {
            $0.operations = [contractPayment(to: muxedAddress(6))]
            $0.setUp = contact([], .pinned(.id(5)))
        } not: {
            $0.operations = [contractPayment(to: muxedAddress(5))]
            $0.setUp = contact([], .pinned(.id(5)))
        },
        RuleCase(.unpinnedWithdrawal, .hold, "destination not pinned") {
            $0.setUp = { $0.claims.withdrawalDomain = "a.example" }
        } not: {
            $0.setUp = {
                $0.claims.withdrawalDomain = "a.example"
                $0.book = Book(domains: [KnownDomain(name: "a.example", withdrawalAccounts: [bob.account])])
            }
        },
        RuleCase(.anchorAccount, .warn, "a payment with a memo, outside a withdrawal") {
            $0.memo = .id(7)
            $0.setUp = { $0.book = anchored }
        } not: {
            $0.memo = .id(7)
            $0.setUp = {
                $0.book = anchored
                $0.claims.withdrawalDomain = "a.example"
            }
        },
        RuleCase(.anchorAccount, .warn, "a payment to an id") {
            $0.operations = [pay(to: bob.muxed(7))]
            $0.setUp = { $0.book = anchored }
        },
        RuleCase(.anchorAccount, .hold, "a payment without a memo") {
            $0.setUp = { $0.book = anchored }
        } not: {
            $0.operations = [create(bob), pay(carol)]
            $0.setUp = { $0.book = anchored }
        },
        RuleCase(.anchorAccount, .hold, "a withdrawal through another anchor") {
            $0.setUp = {
                $0.book = anchored
                $0.claims.withdrawalDomain = "b.example"
            }
        },
        RuleCase(.anchorAccount, .hold, "a merge") {
            $0.operations = [operation(.accountMerge(bob.muxed))]
            $0.setUp = { $0.book = anchored }
        },
        RuleCase(.anchorAccount, .hold, "a token's call, which has no memo") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.setUp = { $0.book = anchored }
        },
        RuleCase(.shortCode, .warn, "three letters") {
            $0.operations = [pay(bob, long("USD"))]
        } not: {
            $0.operations = [pay(bob, asset("USD")), pay(bob, asset("USDCX"))]
        },
        RuleCase(.shortCode, .warn, "four letters, in a trustline's line") {
            $0.operations = [trust(long("USDC").asTrustLine, 1)]
        } not: {
            $0.operations = [trust(usdc.asTrustLine, 1)]
        },
    ]

    /// A book that pins Bob's account for withdrawals.
    private static let anchored = Book(domains: [KnownDomain(name: "a.example", withdrawalAccounts: [bob.account])])

    /// An AlphaNum12 asset.
    private static func long(_ code: String) -> Asset {
        let padded = Array(code.utf8) + Array(repeating: 0, count: 12 - code.utf8.count)
        return .creditAlphanum12(AlphaNum12(assetCode: AssetCode12(padded) ?? AssetCode12(), issuer: issuer.account))
    }

    private static var code: AssetCode4 { AssetCode4(Array("USDC".utf8)) ?? AssetCode4() }
}
