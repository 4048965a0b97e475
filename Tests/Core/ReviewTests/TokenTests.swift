// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing

/// Calls of tokens' contracts in sentences, sums and policies.
struct TokenTests {
    private static let native = SCAddress.contract(ContractIDPreimage.asset(.native).contract(on: .testnet))
    private static let unknown = contract

    private static func to(_ person: Person) -> SCVal { .address(.account(person.account)) }
    private static func amount(_ stroops: Int128) -> SCVal {
        .i128(Int128Parts(hi: Int64(stroops >> 64), lo: UInt64(truncatingIfNeeded: stroops)))
    }

    private static let accountPin = SpecSamples.pin(hash(9)) {
        $0.account = ContractPin.Account(shape: .bytes64, signers: [bob.account])
    }

    /// A contract with an id.
    private static let muxedContract = SCVal.address(.muxedContract(MuxedContract(id: 5, contractId: hash(9))))

    private static func pay(
        _ stroops: Int128, from: Person = alice, _ destination: SCVal = to(bob), on contract: SCAddress = native
    ) -> InvokeContractArgs {
        call("transfer", on: contract, [to(from), destination, amount(stroops)])
    }

    private static func approve(_ stroops: Int128) -> InvokeContractArgs {
        call("approve", on: native, [to(alice), to(bob), amount(stroops), .u32(9)])
    }

    /// The source's entry for a call, with others below it.
    private static func entry(_ call: InvokeContractArgs, _ below: [InvokeContractArgs]) -> SorobanAuthorizationEntry {
        SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: SorobanAuthorizedInvocation(
                function: .contractFn(call),
                subInvocations: below.map {
                    SorobanAuthorizedInvocation(function: .contractFn($0), subInvocations: [])
                }))
    }

    private static func scenario(_ operations: [Operation], _ change: @escaping (inout ReviewInput) -> Void = { _ in })
        -> Scenario
    {
        Scenario {
            $0.operations = operations
            $0.setUp = change
        }
    }

    private static func flows(_ operations: Operation...) -> Flows {
        let scenario = scenario(operations)
        guard case .tx(let envelope) = scenario.envelope else { return Flows() }
        return Flows(envelope.tx, tokens: scenario.review.tokens)
    }

    private static func sums(_ totals: [Flows.Total]) -> [String] {
        totals.map { "\($0.isExact ? "" : "up to ")\($0.text) \($0.token.text)" }
    }

    private static func summary(_ call: InvokeContractArgs) -> String {
        scenario([invoke(.invokeContract(call))]).review.operations.first?.summary.plain ?? ""
    }

    @Test func `a transfer counts as what the asset loses, with its own entry and without`() {
        let bare = Self.flows(invoke(.invokeContract(Self.pay(25))))
        #expect(Self.sums(bare.leaving) == ["0.0000025 native"] && bare.unknown.isEmpty)
        let entry = Self.entry(Self.pay(25), [])
        let authorized = Self.flows(invoke(.invokeContract(Self.pay(25)), auth: [entry]))
        #expect(Self.sums(authorized.leaving) == ["0.0000025 native"] && authorized.unknown.isEmpty)
    }

    @Test func `transfers below a call count each, and the call stays unknown`() {
        let entry = Self.entry(call("route"), [Self.pay(25), Self.pay(25), Self.pay(5, from: bob, Self.to(alice))])
        let flows = Self.flows(invoke(.invokeContract(call("route")), auth: [entry]))
        #expect(Self.sums(flows.leaving) == ["0.000005 native", "0.0000005 native"])
        #expect(Self.sums(flows.entering) == ["0.0000005 native"])
        #expect(flows.unknown == [.contract: 1])
    }

    @Test(arguments: [
        (pay(25, on: unknown), [String](), 1), (pay(-1), [], 0), (pay(25, to(alice)), [], 0),
        (pay(25, .address(.contract(hash(9)))), ["0.0000025 native"], 0),
        (pay(25, muxedContract), ["0.0000025 native"], 0), (approve(7), ["up to 0.0000007 native"], 0),
        (call("burn", on: native, [to(alice), amount(7)]), ["0.0000007 native"], 0),
        (call("balance", on: native, [to(alice)]), [], 1),
        (call("transfer", on: native, [.address(.contract(hash(9))), to(bob), amount(7)]), ["0.0000007 native"], 0),
        (call("trust", on: native, [to(alice)]), [], 0),
        (pay(Int128(Int64.max) * 4), ["3689348814741.9103228 native"], 0),
    ])
    func `counts what leaves`(_ call: InvokeContractArgs, _ leaving: [String], _ unknown: Int) {
        let flows = Self.flows(invoke(.invokeContract(call)))
        #expect(Self.sums(flows.leaving) == leaving)
        #expect(flows.unknown[.contract, default: 0] == unknown)
    }

    @Test func `spending counts a known token as its asset, and anything else without bound`() {
        func spending(_ calls: InvokeContractArgs...) -> [String: Int64] {
            Spending(Self.scenario(calls.map { invoke(.invokeContract($0)) }).review).amounts
        }
        #expect(spending(Self.pay(25)) == ["native": 125])
        #expect(spending(Self.pay(25), Self.approve(5)) == ["native": 130])
        #expect(spending(Self.pay(Int128(Int64.max) * 4)) == ["native": Spending.unlimited])
        #expect(spending(Self.pay(25, on: Self.unknown)) == ["native": 100, Spending.anything: Spending.unlimited])
        #expect(spending(call("set_admin", on: Self.native, [Self.to(bob)]))[Spending.anything] == Spending.unlimited)
    }

    @Test(arguments: [
        (pay(25), "Pay 0.0000025 XLM from G"), (pay(0), "Pay 0 XLM from G"),
        (pay(-5), "Pay the invalid amount -5 of XLM"),
        (pay(25, on: unknown), "25 i128"), (approve(0), "Set the allowance of G"),
        (approve(7), "to spend up to 0.0000007 XLM"),
        (approve(Int128(Int64.max)), "an unlimited amount of XLM"), (approve(Int128.max), "an unlimited amount of XLM"),
        (pay(Int128(Int64.max)), "Pay 922337203685.4775807 XLM"),
        (call("clawback", on: native, [to(bob), amount(5)]), "Claw back 0.0000005 XLM from G"),
        (call("mint", on: native, [to(bob), amount(5)]), "Issue 0.0000005 XLM to G"),
        (call("set_authorized", on: native, [to(bob), .bool(true)]), "Authorize G"),
        (call("set_authorized", on: native, [to(bob), .u32(1)]), "Call the function"),
        (call("transfer", on: native, [to(alice), to(bob)]), "Call the function"),
    ])
    func `says what a call does`(_ call: InvokeContractArgs, _ words: String) {
        #expect(Self.summary(call).contains(words), "\(Self.summary(call))")
    }

    @Test func `a transfer to a contract with an id names the contract and the user, and is as new as the contract`() {
        func review(_ change: @escaping (inout ReviewInput) -> Void = { _ in }) -> Review {
            Self.scenario([invoke(.invokeContract(Self.pay(25, Self.muxedContract)))], change).review
        }
        let muxed = StrKey.muxedContract(hash(9), id: 5).text
        let contract = StrKey.contract(hash(9)).text
        let found = review().findings
        let said = found.filter { $0.rule == .muxed }
        #expect(said.map(\.message) == ["\(muxed) is the contract \(contract), for the user 5"])
        #expect(said.map(\.level) == [.info])
        #expect(found.contains { $0.rule == .newDestination && $0.message.contains("the destination is a contract") })
        #expect(review().operations[0].summary.plain.contains("to \(muxed)"))
        #expect(review().paidAddresses == [.muxedContract(hash(9), id: 5), .contract(hash(9))])
        // A contract account of the book, which the page names.
        let known = review { $0.book = Book(contracts: [Self.accountPin]) }
        #expect(!known.findings.contains { $0.rule == .newDestination })
        #expect(ReviewText.of(known).contains("\"vault\""))
    }

    @Test(arguments: [Policy.Destinations.book, .only([])])
    func `no list of destinations allows a contract with an id, and one for any destination does`(
        _ destinations: Policy.Destinations
    ) {
        func refused(_ destinations: Policy.Destinations) -> Bool {
            Self.scenario([invoke(.invokeContract(Self.pay(25, Self.muxedContract)))]) {
                $0.policy = policy {
                    $0.operations = .any
                    $0.destinations = destinations
                }
                $0.key = SigningKey(alice.account)
                $0.book = Book(contracts: [Self.accountPin])
            }.review.findings.contains { $0.rule == .policy && $0.level == .refuse }
        }
        #expect(refused(destinations))
        #expect(!refused(.any))
    }

    @Test func `a contract with an id that spends is not taken for an account or a contract`() {
        let call = call("transfer", on: Self.native, [Self.muxedContract, Self.to(bob), Self.amount(7)])
        let flows = Self.flows(invoke(.invokeContract(call)))
        #expect(flows.unknown == [.contract: 1] && flows.leaving.isEmpty)
        let policy = policy { $0.operations = .any }
        let review = Self.scenario([invoke(.invokeContract(call))]) { $0.policy = policy }.review
        #expect(review.findings.contains { $0.rule == .policy && $0.level == .refuse })
    }

    @Test func `an allowance names its end in time only if a ledger is claimed before it`() {
        func said(_ ledger: UInt32?) -> String {
            let review = Self.scenario([invoke(.invokeContract(Self.approve(7)))]) { $0.claims.ledger = ledger }.review
            return review.findings.first { $0.rule == .allowance }?.message ?? ""
        }
        #expect(said(nil).contains("until ledger 9. "))
        #expect(said(9).contains("until ledger 9. "))
        #expect(said(4).contains("until ledger 9, about 2") && said(4).contains("if the newest is 4 as claimed"))
    }

    @Test func `each hold about a nested call names its place`() {
        let entry = Self.entry(call("route"), [Self.pay(25), call("log"), Self.approve(5)])
        let review = Self.scenario([invoke(.invokeContract(call("route")), auth: [entry])]).review
        let places = review.findings.filter { $0.rule == .nested }.map(\.message)
        #expect(places.count == 2 && places[0].contains("[1.1]") && places[1].contains("[1.3]"))
    }

    @Test(arguments: [
        (pay(25), true), (pay(units128("10.99999")), true), (pay(units128("11")), false), (pay(25, to(carol)), false),
        (pay(25, .address(.contract(hash(9)))), false), (pay(25, muxedContract), false), (pay(25, on: unknown), false),
        (approve(5), true),
        (approve(Int128(Int64.max)), false), (call("burn", on: native, [to(alice), amount(5)]), true),
        (call("set_admin", on: native, [to(bob)]), false),
    ])
    func `a policy judges a known token's call as a payment`(_ call: InvokeContractArgs, _ isAllowed: Bool) {
        let review = Self.scenario([invoke(.invokeContract(call))]) {
            $0.policy = policy { $0.operations = .any }
            $0.key = SigningKey(alice.account)
        }.review
        let refused = review.findings.filter { $0.rule == .policy && $0.level == .refuse }
        #expect(refused.isEmpty == isAllowed, "\(refused.map(\.message))")
    }

    private static func units128(_ text: String) -> Int128 { Int128(units(text)) }
}
