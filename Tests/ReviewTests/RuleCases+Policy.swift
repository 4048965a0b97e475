// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A policy that allows Alice what most tests do, until a test takes something away.
func policy(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    var policy = Policy()
    policy.networks = [.testnet]
    policy.operations = .only(["payment", "create_account", "manage_buy_offer", "create_claimable_balance", "fee_bump"])
    policy.destinations = .only([bob.muxed])
    policy.assets = .only(["native", usdc.text])
    policy.perTransaction = .by(["native": Amount(stroops: units("11"))])
    policy.perDay = .by(["native": Amount(stroops: units("30"))])
    policy.fee = Amount(stroops: 1000)
    change(&policy)
    return policy
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

/// A journal in which something was spent at one time.
private struct SpentAt: SigningHistory {
    let time: Timestamp
    let amount: Int64

    func signed(_ hash: TransactionHash) -> Timestamp? { nil }

    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? { nil }

    func latestSequence(of source: AccountID, on network: Network) -> Int64? { nil }

    func destinations(like account: AccountID) -> [AccountID] { [] }

    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        time >= since ? ["native": amount] : [:]
    }
}

/// What only the owner of the vault lays down.
extension RuleCases {
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
        RuleCase(.policy, .refuse, "an id alone is allowed") {
            under(policy { $0.destinations = .only([bob.muxed(7)]) }, &$0)
        } not: {
            $0.operations = [pay(to: bob.muxed(7))]
            under(policy { $0.destinations = .only([bob.muxed(7)]) }, &$0)
        },
        RuleCase(.policy, .refuse, "a destination that the book does not have") {
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
        RuleCase(.policy, .refuse, "two payments that together are too much") {
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
        RuleCase(.policy, .refuse, "an offer beyond all numbers") {
            $0.operations = [buy("922337203685", Price(n: .max, d: 1))]
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a claimable balance goes to somebody else") {
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
        RuleCase(.policy, .refuse, "more than a day's worth") {
            under(policy(), &$0) { $0.history = FixedHistory(spent: ["native": units("20")]) }
        } not: {
            under(policy(), &$0) { $0.history = FixedHistory(spent: ["native": units("19.9999")]) }
        },
        RuleCase(.policy, .refuse, "a day's worth that a later time does not make forgotten") {
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
        RuleCase(.policy, .refuse, "nor does an earlier time make the day shorter") {
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
        RuleCase(.policy, .refuse, "a day that cannot be counted") {
            under(policy(), &$0) { $0.laterKnown = Timestamp(now.seconds + 1) }
        },
        RuleCase(.policy, .refuse, "the fee is too high") {
            $0.fee = 1001
            under(policy(), &$0)
        } not: {
            $0.fee = 1000
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a fee bump that is too dear") {
            $0.payer = alice
            $0.source = bob.muxed
            $0.payerFee = 1001
            under(policy(), &$0)
        } not: {
            $0.payer = alice
            $0.source = bob.muxed
            under(policy(), &$0)
        },
        RuleCase(.policy, .refuse, "a memo is wanted") {
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
        RuleCase(.bookOwner, .hold, "a book of somebody else's") {
            $0.setUp = { $0.unknownOwner = BookOwner(name: "savings", listKey: [UInt8](repeating: 0xab, count: 32)) }
        },
        RuleCase(.clock, .hold, "an earlier time than the journal's") {
            $0.setUp = { $0.laterKnown = Timestamp(now.seconds) }
        },
    ]
}
