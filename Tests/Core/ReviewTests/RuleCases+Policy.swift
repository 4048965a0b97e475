// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// A policy that allows Alice what most tests do, for a test to change.
func policy(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    var policy = Policy()
    policy.networks = [.testnet]
    policy.operations = .only(["payment", "create_account", "manage_buy_offer", "create_claimable_balance", "fee_bump"])
    policy.destinations = .only([bob.recipient])
    policy.assets = .only(["native", usdc.text])
    policy.perTransaction = .by(["native": Amount(stroops: units("11"))])
    policy.perDay = .by(["native": Amount(stroops: units("30"))])
    policy.fee = Amount(stroops: 1000)
    change(&policy)
    return policy
}

/// A policy that allows everything but what a test changes.
private func everything(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    policy {
        $0.operations = .any
        $0.destinations = .any
        $0.assets = .any
        $0.perTransaction = .unlimited
        $0.perDay = .unlimited
        change(&$0)
    }
}

private let pools: KnownPools = {
    var known = KnownPools()
    for other in [usdc, asset("EUR")] {
        if let pool = LiquidityPoolParameters(.native, other) { known.add(pool) }
    }
    return known
}()

private func withdrawal(_ a: Asset, _ b: Asset) -> Operation {
    guard let pool = LiquidityPoolParameters(a, b) else { preconditionFailure("a test's pool") }
    return operation(
        .liquidityPoolWithdraw(.init(liquidityPoolID: pool.id, amount: 1, minAmountA: 1, minAmountB: 1)))
}

private func allow(_ code: String, by source: Person? = nil) -> Operation {
    guard let code4 = AssetCode4(Array(code.utf8) + [UInt8](repeating: 0, count: max(0, 4 - code.utf8.count))) else {
        guard let code12 = AssetCode12(Array(code.utf8) + [UInt8](repeating: 0, count: 12 - code.utf8.count)) else {
            preconditionFailure("a test's asset")
        }
        return operation(
            .allowTrust(.init(trustor: bob.account, asset: .creditAlphanum12(code12), authorize: 1)), by: source)
    }
    return operation(.allowTrust(.init(trustor: bob.account, asset: .creditAlphanum4(code4), authorize: 1)), by: source)
}

private func under(
    _ policy: Policy, _ scenario: inout Scenario, _ more: @escaping (inout ReviewInput) -> Void = { _ in }
) {
    scenario.setUp = { input in
        input.policy = policy
        input.key = SigningKey(alice.account)
        more(&input)
    }
}

private func buy(_ amount: String, _ price: Price) -> Operation {
    operation(
        .manageBuyOffer(
            ManageBuyOfferOp(selling: .native, buying: usdc, buyAmount: units(amount), price: price, offerID: 0)))
}

/// A journal with one payment at one time.
private struct SpentAt: SigningHistory {
    let time: Timestamp
    let amount: Int64

    func signed(_ hash: TransactionHash) -> Timestamp? { nil }

    func signedByKey(_ hash: TransactionHash) -> Timestamp? { nil }

    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? { nil }

    func latestSequence(of source: AccountID, on network: Network) -> Int64? { nil }

    func destinations(like address: StrKey) -> [StrKey] { [] }

    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        time >= since ? ["native": amount] : [:]
    }
}

/// A payment under a policy that allows the contacts of the book: Bob with the id 7, and Carol with the memo 5.
private func payFromBook(to destination: MuxedAccount, memo: Memo = .none, _ scenario: inout Scenario) {
    scenario.operations = [pay(to: destination)]
    scenario.memo = memo
    under(policy { $0.destinations = .book }, &scenario) {
        $0.book = Book(contacts: [
            Contact(name: "bob", account: bob.account, ids: [7]),
            Contact(name: "carol", account: carol.account, memo: .pinned(.id(5))),
        ])
    }
}

/// The rules about what belongs to the vault's owner: policy, book, journal and clock.
extension RuleCases {
    static let bookDestinations = [
        RuleCase(.policy, .refuse, "another id than the contact's") {
            payFromBook(to: bob.muxed(8), &$0)
        } not: {
            payFromBook(to: bob.muxed(7), &$0)
        },
        RuleCase(.policy, .refuse, "another memo than the contact's id") {
            payFromBook(to: bob.muxed, memo: .id(8), &$0)
        } not: {
            payFromBook(to: bob.muxed, memo: .id(7), &$0)
        },
        RuleCase(.policy, .refuse, "no id, where the contact has one") { payFromBook(to: bob.muxed, &$0) },
        RuleCase(.policy, .refuse, "a memo beside the contact's id") {
            payFromBook(to: bob.muxed(7), memo: .id(7), &$0)
        },
        RuleCase(.policy, .refuse, "another memo than the contact's") {
            payFromBook(to: carol.muxed, memo: .id(6), &$0)
        } not: {
            payFromBook(to: carol.muxed, memo: .id(5), &$0)
        },
        RuleCase(.policy, .refuse, "another id than the contact's memo") {
            payFromBook(to: carol.muxed(6), &$0)
        } not: {
            payFromBook(to: carol.muxed(5), &$0)
        },
        RuleCase(.policy, .refuse, "the contact's memo beside an id") {
            payFromBook(to: carol.muxed(5), memo: .id(5), &$0)
        },
    ]

    private static func calls(_ functions: [String], _ call: InvokeContractArgs, _ scenario: inout Scenario) {
        scenario.operations = [invoke(.invokeContract(call))]
        under(everything { $0.functions = [hash(7): Set(functions)] }, &scenario)
    }

    static let policyBounds: [RuleCase] = [
        RuleCase(.policy, .refuse, "an ended policy") {
            under(policy { $0.expires = now }, &$0)
        } not: {
            under(policy { $0.expires = now.adding(1) }, &$0)
        },
        RuleCase(.policy, .refuse, "a policy that has ended by the machine's clock") {
            under(policy { $0.expires = now.adding(10) }, &$0) { $0.countedUpTo = now.adding(10) }
        } not: {
            under(policy { $0.expires = now.adding(11) }, &$0) { $0.countedUpTo = now.adding(10) }
        },
        RuleCase(.policy, .refuse, "another function than the listed ones") {
            calls(["swap"], call("deposit"), &$0)
        } not: {
            calls(["swap", "deposit"], call("deposit"), &$0)
        },
        RuleCase(.policy, .refuse, "a listed function of another contract") {
            calls(["deposit"], call("deposit", on: .contract(hash(8))), &$0)
        } not: {
            calls(["deposit"], call("deposit"), &$0)
        },
        RuleCase(.policy, .refuse, "code that is uploaded, where only some calls are allowed") {
            calls(["deposit"], call("deposit"), &$0)
            $0.operations = [invoke(.uploadContractWasm(bytes("code")))]
        } not: {
            calls(["deposit"], call("deposit"), &$0)
        },
        RuleCase(.policy, .refuse, "a contract that is created, where only some calls are allowed") {
            calls(["deposit"], call("deposit"), &$0)
            $0.operations = [invoke(.createContract(followingTag))]
        } not: {
            calls(["deposit"], call("deposit"), &$0)
        },
        RuleCase(.policy, .refuse, "an authorized call that is not listed") {
            calls(["deposit"], call("deposit"), &$0)
            $0.operations = [
                invoke(.invokeContract(call("deposit")), auth: [authorization(.sourceAccount, call("drain"))])
            ]
        } not: {
            calls(["deposit"], call("deposit"), &$0)
        },
    ]

    static let policies: [RuleCase] = [
        RuleCase(.policy, .info, "a policy that allows it") { under(policy(), &$0) },
        RuleCase(.policy, .refuse, "an empty policy") {
            under(Policy(), &$0)
        } not: {
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "another network") {
            $0.network = .public
            under(policy(), &$0)
        } not: {
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "another operation") {
            $0.operations = [data("a", "b")]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "another destination") {
            $0.operations = [pay(carol)]
            under(policy(), &$0)
        } not: {
            $0.operations = [pay(to: bob.muxed(7))]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "no muxed id, where only one id is allowed") {
            under(policy { $0.destinations = .only([bob.recipient(7)]) }, &$0)
        } not: {
            $0.operations = [pay(to: bob.muxed(7))]
            under(policy { $0.destinations = .only([bob.recipient(7)]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a memo beside an id that is allowed") {
            $0.operations = [pay(to: bob.muxed(7))]
            $0.memo = .id(8)
            under(policy { $0.destinations = .only([bob.recipient(7)]) }, &$0)
        } not: {
            // Allowing the account allows all its ids, also as a memo.
            $0.memo = .id(8)
            under(policy { $0.destinations = .only([bob.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a memo beside an id, where the account is allowed") {
            $0.operations = [pay(to: bob.muxed(5))]
            $0.memo = .id(5)
            under(policy { $0.destinations = .only([bob.recipient]) }, &$0)
        } not: {
            $0.operations = [pay(to: bob.muxed(5))]
            under(policy { $0.destinations = .only([bob.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "another id, where both an id and the account are listed") {
            $0.operations = [pay(to: bob.muxed(8))]
            under(policy { $0.destinations = .only([bob.recipient(7), bob.recipient]) }, &$0)
        } not: {
            $0.operations = [pay(to: bob.muxed(7))]
            under(policy { $0.destinations = .only([bob.recipient(7), bob.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "another id as a memo, where both an id and the account are listed") {
            $0.memo = .id(8)
            under(policy { $0.destinations = .only([bob.recipient(7), bob.recipient]) }, &$0)
        } not: {
            $0.memo = .id(7)
            under(policy { $0.destinations = .only([bob.recipient(7), bob.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a payment to oneself, where the account is not an allowed destination") {
            $0.operations = [pay(alice)]
            under(policy(), &$0)
        } not: {
            $0.operations = [pay(alice), pay(alice)]
            under(policy { $0.destinations = .only([alice.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a destination that is not in the book") {
            under(policy { $0.destinations = .book }, &$0)
        } not: {
            under(policy { $0.destinations = .book }, &$0) {
                $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)])
            }
        },
        RuleCase(.policy, .refuse, "another asset") {
            $0.operations = [pay(bob, asset("EUR"))]
            under(
                policy {
                    $0.perTransaction = .unlimited; $0.perDay = .unlimited
                }, &$0)
        } not: {
            $0.operations = [pay(bob, usdc)]
            under(
                policy {
                    $0.perTransaction = .unlimited; $0.perDay = .unlimited
                }, &$0)
        },
        RuleCase(.policy, .refuse, "allows trust in another issuer's asset") {
            $0.operations = [allow("USDC", by: alice)]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        } not: {
            $0.operations = [allow("USDC", by: issuer)]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        },
        RuleCase(.policy, .refuse, "allows trust in another asset of the source") {
            $0.source = issuer.muxed(7)
            $0.operations = [allow("EVIL")]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        } not: {
            $0.source = issuer.muxed(7)
            $0.operations = [allow("USDC")]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a twelve-character code is another asset") {
            $0.operations = [allow("USDCUSDC", by: issuer)]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        } not: {
            $0.operations = [allow("USDCUSDC", by: issuer)]
            under(everything { $0.assets = .only([asset("USDCUSDC").text]) }, &$0)
        },
        RuleCase(.policy, .refuse, "claims a balance of an unknown asset") {
            $0.operations = [operation(.claimClaimableBalance(.init(balanceID: .v0(hash(1)))))]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0)
        } not: {
            $0.operations = [operation(.claimClaimableBalance(.init(balanceID: .v0(hash(1)))))]
            under(everything(), &$0)
        },
        RuleCase(.policy, .refuse, "claws back a balance of an unknown asset") {
            $0.operations = [operation(.clawbackClaimableBalance(.init(balanceID: .v0(hash(1)))))]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0)
        },
        RuleCase(.policy, .refuse, "claws back an unknown balance under a daily limit") {
            $0.operations = [operation(.clawbackClaimableBalance(.init(balanceID: .v0(hash(1)))))]
            under(everything { $0.perDay = .by(["native": nil]) }, &$0)
        } not: {
            $0.operations = [operation(.clawbackClaimableBalance(.init(balanceID: .v0(hash(1)))))]
            under(everything(), &$0)
        },
        RuleCase(.policy, .refuse, "a clawback counts toward the daily limit") {
            $0.operations = [operation(.clawback(.init(asset: usdc, from: bob.muxed, amount: units("12"))))]
            under(everything { $0.perDay = .by(["native": nil, usdc.text: Amount(stroops: units("11.9"))]) }, &$0)
        } not: {
            $0.operations = [operation(.clawback(.init(asset: usdc, from: bob.muxed, amount: units("12"))))]
            under(everything { $0.perDay = .by(["native": nil, usdc.text: Amount(stroops: units("12"))]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a deposit into a pool of unknown assets") {
            $0.operations = [
                operation(
                    .liquidityPoolDeposit(
                        .init(
                            liquidityPoolID: hash(1), maxAmountA: 1, maxAmountB: 1, minPrice: Price(n: 1, d: 1),
                            maxPrice: Price(n: 1, d: 1))))
            ]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a withdrawal from a pool of unknown assets") {
            $0.operations = [
                operation(
                    .liquidityPoolWithdraw(.init(liquidityPoolID: hash(1), amount: 1, minAmountA: 1, minAmountB: 1)))
            ]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0)
        } not: {
            $0.operations = [
                operation(
                    .liquidityPoolWithdraw(.init(liquidityPoolID: hash(1), amount: 1, minAmountA: 1, minAmountB: 1)))
            ]
            under(everything(), &$0)
        },
        RuleCase(.policy, .refuse, "a pool of another asset") {
            $0.operations = [withdrawal(.native, asset("EUR"))]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0) { $0.claims.pools = pools }
        } not: {
            $0.operations = [withdrawal(.native, usdc)]
            under(everything { $0.assets = .only(["native", usdc.text]) }, &$0) { $0.claims.pools = pools }
        },
        RuleCase(.policy, .refuse, "a contract call that moves unknown assets") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            under(everything { $0.assets = .only(["native"]) }, &$0)
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
            under(everything(), &$0)
        },
        RuleCase(.policy, .refuse, "a contract call that pays an unknown destination") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            under(everything { $0.destinations = .only([bob.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "an asset contract moves an asset that is not allowed") {
            $0.operations = [invoke(.invokeContract(transfer(on: RuleCases.nativeContract)))]
            under(everything { $0.assets = .only([usdc.text]) }, &$0)
        } not: {
            $0.operations = [invoke(.invokeContract(transfer(on: RuleCases.nativeContract)))]
            under(
                everything {
                    $0.assets = .only(["native"])
                    $0.destinations = .only([bob.recipient])
                }, &$0)
        },
        RuleCase(.policy, .refuse, "an asset contract pays another destination") {
            $0.operations = [invoke(.invokeContract(transfer(on: RuleCases.nativeContract)))]
            under(everything { $0.destinations = .only([carol.recipient]) }, &$0)
        },
        RuleCase(.policy, .refuse, "another call is authorized beside an allowed transfer") {
            $0.operations = [
                invoke(
                    .invokeContract(transfer(on: RuleCases.nativeContract)),
                    auth: [authorization(.sourceAccount, call("anything"))])
            ]
            under(everything { $0.assets = .only(["native"]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a pre-authorized transaction counts toward the daily limit") {
            under(policy { $0.operations = .any }, &$0) {
                $0.companions = [Scenario { $0.sequence = 102 }.envelope]
                $0.history = FixedHistory(spent: ["native": units("10")])
            }
        } not: {
            under(policy { $0.operations = .any }, &$0) {
                $0.companions = [Scenario { $0.sequence = 102 }.envelope]
                $0.history = FixedHistory(spent: ["native": units("9.9999")])
            }
        },
        RuleCase(.policy, .refuse, "two payments that exceed the limit together") {
            $0.operations = [pay(bob), pay(bob)]
            under(policy(), &$0)
        } not: {
            $0.operations = [pay(bob), pay(bob)]
            under(policy { $0.perTransaction = .by(["native": Amount(stroops: units("20.00001"))]) }, &$0)
        },
        RuleCase(.policy, .refuse, "the fee counts") {
            under(policy { $0.perTransaction = .by(["native": Amount(stroops: units("10"))]) }, &$0)
        } not: {
            under(policy { $0.perTransaction = .by(["native": Amount(stroops: units("10.00001"))]) }, &$0)
        },
        RuleCase(.policy, .refuse, "an offer counts what it sells, rounded up") {
            $0.operations = [buy("3", Price(n: 11, d: 3))]
            under(policy(), &$0)
        } not: {
            $0.operations = [buy("3", Price(n: 10, d: 3))]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "an offer whose cost overflows") {
            $0.operations = [buy("922337203685", Price(n: .max, d: 1))]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a claimable balance for another account") {
            $0.operations = [claimable(.unconditional, for: carol)]
            under(policy(), &$0)
        } not: {
            $0.operations = [claimable(.unconditional)]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a merge has no limit") {
            $0.operations = [operation(.accountMerge(bob.muxed))]
            under(policy { $0.operations = .any }, &$0)
        } not: {
            $0.operations = [operation(.accountMerge(bob.muxed))]
            under(
                policy {
                    $0.operations = .any
                    $0.perTransaction = .by(["native": nil])
                    $0.perDay = .by(["native": nil])
                }, &$0)
        },
        RuleCase(.policy, .refuse, "over the daily limit") {
            under(policy(), &$0) { $0.history = FixedHistory(spent: ["native": units("20")]) }
        } not: {
            under(policy(), &$0) { $0.history = FixedHistory(spent: ["native": units("19.9999")]) }
        },
        RuleCase(.policy, .refuse, "a clock set forward does not reset the daily limit") {
            under(policy(), &$0) {
                $0.now = Timestamp(now.seconds + 100_000)
                $0.countedUpTo = now
                $0.history = SpentAt(time: Timestamp(now.seconds - 86_400), amount: units("20"))
            }
        } not: {
            under(policy(), &$0) {
                $0.countedUpTo = now
                $0.history = SpentAt(time: Timestamp(now.seconds - 86_401), amount: units("20"))
            }
        },
        RuleCase(.policy, .refuse, "a clock set back does not shorten the day") {
            under(policy(), &$0) {
                $0.now = Timestamp(now.seconds - 1000)
                $0.countedUpTo = now
                $0.history = SpentAt(time: Timestamp(now.seconds - 87_000), amount: units("20"))
            }
        } not: {
            under(policy(), &$0) {
                $0.history = SpentAt(time: Timestamp(now.seconds - 87_000), amount: units("20"))
            }
        },
        RuleCase(.policy, .refuse, "a clock behind the journal") {
            under(policy(), &$0) { $0.laterKnown = Timestamp(now.seconds + 1) }
        },
        RuleCase(.policy, .refuse, "the fee is too high") {
            $0.fee = 1001
            under(policy(), &$0)
        } not: {
            $0.fee = 1000
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a fee bump over the fee limit") {
            $0.payer = alice
            $0.source = bob.muxed
            $0.payerFee = 1001
            under(policy(), &$0)
        } not: {
            $0.payer = alice
            $0.source = bob.muxed
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a required memo is missing") {
            under(policy { $0.memoRequired = .any }, &$0)
        } not: {
            $0.memo = .id(5)
            under(policy { $0.memoRequired = .any }, &$0)
        },
        RuleCase(.policy, .refuse, "a message") {
            $0.subject = .message(Array("hello".utf8))
            under(policy(), &$0)
        } not: {
            $0.subject = .message(Array("hello".utf8))
            under(policy { $0.messages = true }, &$0)
        },
        RuleCase(.policy, .refuse, "a payload") {
            $0.subject = .payload([1, 2, 3])
            under(policy { $0.messages = true }, &$0)
        },
        RuleCase(.policy, .refuse, "a file") {
            $0.subject = .file(statement("content"))
            under(policy { $0.messages = true }, &$0)
        },
        RuleCase(.bookOwner, .hold, "a book of another owner") {
            $0.setUp = { $0.unknownOwner = BookOwner(name: "savings", listKey: [UInt8](repeating: 0xab, count: 32)) }
        },
        RuleCase(.record, .hold, "journal lines of an unaccepted key") {
            $0.setUp = {
                $0.unknownWriters = [RecordWriter(name: "mallory", recordKey: [UInt8](repeating: 0xab, count: 32))]
            }
        },
        RuleCase(.record, .info, "journal lines of an unaccepted key, unattended") {
            $0.setUp = {
                $0.unknownWriters = [RecordWriter(name: "mallory", recordKey: [UInt8](repeating: 0xab, count: 32))]
                $0.isUnattended = true
            }
        },
        RuleCase(.record, .warn, "journal lines of an earlier release that the seal does not cover") {
            $0.setUp = { $0.uncoveredLines = 2 }
        },
        RuleCase(.clock, .hold, "a time before the journal's latest") {
            $0.setUp = { $0.laterKnown = Timestamp(now.seconds) }
        },
    ]
}
