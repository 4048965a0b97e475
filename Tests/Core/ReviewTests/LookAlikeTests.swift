// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing

/// W-POISON: every shown address is compared with every known address.
struct LookAlikeTests {
    /// The bytes plus a multiple of the checksum polynomial, which keeps the first and last characters of the address.
    static func changed(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var bytes = bytes
        for (offset, bits) in [(0, 0x01), (1, 0x10), (2, 0x21)] as [(Int, UInt8)] { bytes[place + offset] ^= bits }
        return bytes
    }

    static func almost(_ account: AccountID, at place: Int = 10) -> AccountID {
        Uint256(changed(account.key.bytes, at: place)).map { .ed25519($0) } ?? account
    }

    /// Where the book, the vault, the journal or the transaction knows Bob.
    enum Known: String, CaseIterable, Sendable {
        case contact, account, signer, signingKey, linkKey, withdrawal, issuer, ownKey, otherKey, journal, source

        func put(_ account: AccountID, into scenario: inout Scenario) {
            if self == .source { scenario.source = MuxedAccount(account) }
            let known = self
            scenario.setUp = { input in
                switch known {
                case .contact: input.book = Book(contacts: [Contact(name: "bob", account: account)])
                case .account: input.book = Book(accounts: [KnownAccount(account: account)])
                case .signer:
                    let signer = Signer(key: .ed25519(account.key), weight: 1)
                    input.book = Book(accounts: [KnownAccount(account: carol.account, signers: [signer])])
                case .signingKey: input.book = Book(domains: [KnownDomain(name: "a.example", signingKey: account)])
                case .linkKey: input.book = Book(domains: [KnownDomain(name: "a.example", linkKey: account)])
                case .withdrawal:
                    input.book = Book(domains: [KnownDomain(name: "a.example", withdrawalAccounts: [account])])
                case .issuer: input.book = Book(assets: [Asset.made("EUR", by: account)])
                case .ownKey: input.key = SigningKey(account)
                case .otherKey: input.ownAccounts = [carol.account, account]
                case .journal: input.history = FixedHistory(paid: [.publicKey(account.key)])
                case .source: break
                }
            }
        }
    }

    /// Where an operation shows an address.
    enum Place: String, CaseIterable, Sendable {
        case payment, muxedPayment, creation, strictSend, strictReceive, merge, claimant, sponsored, signer, inflation
        case issuerPaid, issuerTrusted, issuerOffered, issuerOnPath, issuerOfPool, trustor, clawback, transfer, argument
        case authorized

        func operation(with account: AccountID) -> Operation {
            let muxed = MuxedAccount(account)
            let issued = Asset.made("ABC", by: account)
            let one = Price(n: 1, d: 1)
            func path(_ destination: MuxedAccount, _ path: [Asset]) -> OperationBody {
                .pathPaymentStrictSend(
                    .init(
                        sendAsset: .native, sendAmount: 5, destination: destination, destAsset: usdc, destMin: 5,
                        path: bounded(path)))
            }
            func call(_ arguments: [SCVal], _ name: String = "swap") -> InvokeContractArgs {
                ReviewTests.call(name, arguments)
            }
            let body: OperationBody =
                switch self {
                case .payment: .payment(.init(destination: muxed, asset: .native, amount: 5))
                case .muxedPayment:
                    .payment(
                        .init(
                            destination: .muxedEd25519(.init(id: 77, ed25519: account.key)), asset: .native, amount: 5))
                case .creation: .createAccount(.init(destination: account, startingBalance: 5))
                case .strictSend: path(muxed, [])
                case .strictReceive:
                    .pathPaymentStrictReceive(
                        .init(
                            sendAsset: .native, sendMax: 5, destination: muxed, destAsset: usdc, destAmount: 5,
                            path: bounded([])))
                case .merge: .accountMerge(muxed)
                case .claimant:
                    .createClaimableBalance(
                        .init(
                            asset: .native, amount: 5,
                            claimants: bounded([
                                .v0(.init(destination: carol.account, predicate: .unconditional)),
                                .v0(.init(destination: account, predicate: .unconditional)),
                            ])))
                case .sponsored: .beginSponsoringFutureReserves(.init(sponsoredID: account))
                case .signer: options { $0.signer = Signer(key: .ed25519(account.key), weight: 1) }.body
                case .inflation: options { $0.inflationDest = account }.body
                case .issuerPaid: .payment(.init(destination: carol.muxed, asset: issued, amount: 5))
                case .issuerTrusted: trust(issued.asTrustLine, 5).body
                case .issuerOffered:
                    .createPassiveSellOffer(.init(selling: .native, buying: issued, amount: 5, price: one))
                case .issuerOnPath: path(carol.muxed, [issued])
                case .issuerOfPool:
                    trust(
                        .poolShare(.liquidityPoolConstantProduct(.init(assetA: .native, assetB: issued, fee: 30))), 5
                    ).body
                case .trustor: .setTrustLineFlags(.init(trustor: account, asset: usdc, clearFlags: 0, setFlags: 1))
                case .clawback: .clawback(.init(asset: usdc, from: muxed, amount: 5))
                case .transfer:
                    invoke(
                        .invokeContract(
                            call(
                                [
                                    .address(.account(alice.account)), .address(.account(account)),
                                    .i128(Int128Parts(hi: 0, lo: 5)),
                                ], "transfer"))
                    ).body
                case .argument: invoke(.invokeContract(call([.address(.account(account))]))).body
                case .authorized:
                    invoke(
                        .invokeContract(call([])),
                        auth: [authorization(.sourceAccount, call([.address(.account(account))]))]
                    ).body
                }
            return ReviewTests.operation(body)
        }
    }

    private func found(_ scenario: Scenario) -> [Finding] {
        scenario.review.allFindings.filter { $0.rule == .lookAlike }
    }

    @Test(arguments: Known.allCases, Place.allCases)
    func `raises a hold for an address that resembles a known one in any operation`(_ known: Known, _ place: Place) {
        for position in [2, 9, 17, 28] {
            let fake = Self.almost(bob.account, at: position)
            let scenario = Scenario {
                $0.operations = [pay(carol), place.operation(with: fake)]
                known.put(bob.account, into: &$0)
            }
            let held = found(scenario)
            #expect(held.count == 1 && held[0].level == .hold && held[0].operation == 1, "\(held)")
            #expect(held[0].challengeValue == String(fake.address.suffix(6)))
            #expect(held[0].message.contains(bob.account.address))
        }
    }

    @Test(arguments: Known.allCases, Place.allCases)
    func `raises nothing for the known address itself or an unrelated one`(_ known: Known, _ place: Place) {
        for account in [bob.account, mallory.account] {
            let scenario = Scenario {
                $0.operations = [pay(carol), place.operation(with: account)]
                known.put(bob.account, into: &$0)
            }
            #expect(found(scenario).isEmpty)
        }
    }

    @Test(arguments: [3, 11, 30, 35])
    func `compares muxed addresses in their M form`(place: Int) throws {
        // Bytes from 32 on belong to the id.
        let known = bob.muxed(7)
        let bytes = Self.changed(bob.account.key.bytes + [0, 0, 0, 0, 0, 0, 0, 7], at: place)
        let key = try #require(Uint256(Array(bytes.prefix(32))))
        let fake = MuxedAccount.muxedEd25519(
            MuxedAccountMed25519(id: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }, ed25519: key))
        #expect(LookAlike(.muxed(fake.key, id: fake.id ?? 0)) == LookAlike(.muxed(known.key, id: 7)))
        let books = [
            Book(contacts: [Contact(name: "bob", account: bob.account, ids: [7])]),
            Book(contacts: [Contact(name: "bob", account: bob.account, memo: .pinned(.id(7)))]),
            Book(contacts: [
                Contact(name: "bob", account: bob.account), Contact(name: "shop", account: bob.account, ids: [7]),
            ]),
        ]
        for book in books {
            let pays = Scenario {
                $0.operations = [pay(to: fake)]
                $0.setUp = { $0.book = book }
            }
            #expect(found(pays).contains { $0.challengeValue == String(fake.address.suffix(6)) })
            let right = Scenario {
                $0.operations = [pay(to: known)]
                $0.setUp = { $0.book = book }
            }
            #expect(found(right).isEmpty)
        }
        let journal = Scenario {
            $0.operations = [pay(to: fake)]
            $0.setUp = { $0.history = FixedHistory(paid: [.muxed(known.key, id: 7)]) }
        }
        #expect(found(journal).count == 1)
    }

    @Test func `another muxed id of a known account is not a look-alike`() {
        for id in [0, 1, 8, 1 << 40, .max] as [UInt64] {
            let scenario = Scenario {
                $0.operations = [pay(to: bob.muxed(id))]
                $0.setUp = { $0.book = Book(contacts: [Contact(name: "bob", account: bob.account, ids: [7])]) }
            }
            #expect(found(scenario).isEmpty, "\(id)")
        }
    }

    @Test func `compares contracts with the asset contracts of XLM and of the book's assets`() throws {
        let contracts = [Asset.native, usdc].map { contract(of: $0, on: .testnet) }
        for known in contracts {
            let fake = try #require(Hash(Self.changed(known.bytes, at: 12)))
            func held(_ contract: Hash, _ network: Network = .testnet) -> [Finding] {
                found(
                    Scenario {
                        $0.network = network
                        $0.operations = [invoke(.invokeContract(call("x", on: .contract(contract))))]
                        $0.setUp = { $0.book = Book(assets: [usdc]) }
                    })
            }
            #expect(held(fake).map(\.challengeValue) == [String(StrKey.contract(fake).text.suffix(6))])
            #expect(held(known).isEmpty && held(hash(9)).isEmpty && held(fake, .public).isEmpty)
        }
    }

    @Test func `an address in the book is not a look-alike, one only in the journal or a key file is`() {
        let fake = Self.almost(bob.account)
        func scenario(_ setUp: @escaping (inout ReviewInput) -> Void) -> Scenario {
            Scenario {
                $0.operations = [pay(to: MuxedAccount(fake))]
                $0.setUp = setUp
            }
        }
        let both = [Contact(name: "bob", account: bob.account), Contact(name: "other", account: fake)]
        #expect(found(scenario { $0.book = Book(contacts: both) }).isEmpty)
        let onlyBob = Book(contacts: [both[0]])
        #expect(found(scenario { $0.book = onlyBob }).count == 1)
        // Neither a journal entry nor a key file that no PIN has verified removes the hold.
        let history = FixedHistory(paid: [.publicKey(bob.account.key), .publicKey(fake.key)])
        #expect(found(scenario { $0.history = history }).count == 1)
        #expect(
            found(
                scenario {
                    $0.book = onlyBob
                    $0.ownAccounts = [fake]
                }
            ).count == 1)
    }

    @Test func `a review lists every paid address for the journal`() {
        let review = Scenario {
            $0.operations = [
                pay(to: bob.muxed(7)), pay(bob), claimable(.unconditional, for: carol),
                invoke(.invokeContract(transfer())),
            ]
        }.review
        let keys = [bob, carol].map { StrKey.publicKey($0.account.key) }
        #expect(review.paidAddresses == [.muxed(bob.account.key, id: 7)] + keys)
        let many = Scenario { $0.operations = (0..<100).map { pay(to: Person(name: "p\($0)").muxed(1)) } }
        #expect(many.review.paidAddresses.count == 200)
    }

    @Test func `100 unknown destinations among 300 contacts raise no look-alike hold`() {
        let book = Book(
            contacts: (0..<300).map {
                Contact(name: "c\($0)", account: Person(name: "contact \($0)").account, ids: [5])
            })
        let scenario = Scenario {
            $0.operations = (0..<100).map { pay(to: Person(name: "payee \($0)").muxed(UInt64($0)), usdc) }
            $0.setUp = { $0.book = book }
        }
        #expect(found(scenario).isEmpty)
    }
}

extension Asset {
    fileprivate static func made(_ code: String, by issuer: AccountID) -> Asset {
        guard let asset = try? Asset(code: code, issuer: issuer) else { preconditionFailure("a test's asset") }
        return asset
    }
}

private func contract(of asset: Asset, on network: Network) -> Hash {
    let preimage = HashIDPreimage.contractId(
        .init(networkID: network.id, contractIDPreimage: .asset(asset)))
    return Hash(sha256: preimage.xdr)
}
