// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

@testable import Review

/// Rules about where value goes ask what moves, whether a classic operation, a token's call or a nested call moves it.
struct MovementTests {
    private static let usdcContract = SCAddress.contract(ContractIDPreimage.asset(usdc).contract(on: .testnet))

    private static func to(_ person: Person) -> SCVal { .address(.account(person.account)) }
    private static func amount(_ units: Int64) -> SCVal { .i128(Int128Parts(hi: 0, lo: UInt64(units))) }

    private static func transfer(_ from: SCVal, _ to: SCVal, on contract: SCAddress = usdcContract)
        -> InvokeContractArgs
    {
        call("transfer", on: contract, [from, to, amount(50)])
    }

    private static func authorized(_ root: InvokeContractArgs, below call: InvokeContractArgs)
        -> SorobanAuthorizationEntry
    {
        SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: SorobanAuthorizedInvocation(
                function: .contractFn(root),
                subInvocations: [SorobanAuthorizedInvocation(function: .contractFn(call), subInvocations: [])]))
    }

    /// The ways in which USDC can move between two people: a payment, its contract's call, and one below another call.
    private static func ways(from: Person, to person: Person) -> [Operation] {
        let call = transfer(to(from), to(person))
        return [
            pay(person, usdc, by: from), invoke(.invokeContract(call)),
            invoke(
                .invokeContract(ReviewTests.call("route")), auth: [authorized(ReviewTests.call("route"), below: call)]),
            invoke(
                .invokeContract(
                    ReviewTests.call("transfer_from", on: usdcContract, [to(carol), to(from), to(person), amount(5)]))),
        ]
    }

    private static func findings(
        _ operation: Operation, _ rule: RuleID, _ change: @escaping (inout ReviewInput) -> Void = { _ in }
    ) -> [Finding] {
        Scenario {
            $0.operations = [operation]
            $0.setUp = {
                $0.book = Book(assets: [usdc])
                change(&$0)
            }
        }.review.findings.filter { $0.rule == rule }
    }

    @Test(arguments: 0..<4)
    func `units that go to their issuer are destroyed, and those that come from there are new`(_ way: Int) {
        #expect(Self.findings(Self.ways(from: alice, to: issuer)[way], .burn).map(\.level) == [.warn])
        #expect(Self.findings(Self.ways(from: alice, to: issuer)[way], .mint).isEmpty)
        #expect(Self.findings(Self.ways(from: issuer, to: bob)[way], .mint).map(\.level) == [.warn])
        #expect(Self.findings(Self.ways(from: issuer, to: bob)[way], .burn).isEmpty)
        #expect(Self.findings(Self.ways(from: alice, to: bob)[way], .burn).isEmpty)
        #expect(Self.findings(Self.ways(from: alice, to: bob)[way], .mint).isEmpty)
    }

    @Test(arguments: 0..<4)
    func `an issuer where the book requires a memo is held`(_ way: Int) {
        let contact = Contact(name: "issuer", account: issuer.account, memo: .required(kinds: []))
        let found = Self.findings(Self.ways(from: alice, to: issuer)[way], .burn) {
            $0.book = Book(contacts: [contact], assets: [usdc])
        }
        #expect(found.map(\.challengeValue) == [String(issuer.account.address.suffix(6))])
    }

    @Test(arguments: ["burn", "burn_from"])
    func `a burn counts as one for every caller and for an unknown token`(_ name: String) {
        let arguments =
            name == "burn" ? [Self.to(alice), Self.amount(5)] : [Self.to(bob), Self.to(alice), Self.amount(5)]
        for contract in [Self.usdcContract, contract] {
            let burn = call(name, on: contract, arguments)
            #expect(Self.findings(invoke(.invokeContract(burn)), .burn).map(\.level) == [.warn])
            let nested = invoke(.invokeContract(call("route")), auth: [Self.authorized(call("route"), below: burn)])
            #expect(Self.findings(nested, .burn).map(\.level) == [.warn])
        }
    }

    @Test(arguments: 0..<4)
    func `a destination is new, or known, however value gets there`(_ way: Int) {
        let operation = Self.ways(from: alice, to: bob)[way]
        #expect(Self.findings(operation, .newDestination).map(\.level) == [.warn])
        let known = Self.findings(operation, .newDestination) {
            $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)], assets: [usdc])
        }
        #expect(known.isEmpty)
    }

    @Test func `a new destination of an unknown token, and of a nested call, is named`() {
        let raw = invoke(.invokeContract(Self.transfer(Self.to(alice), Self.to(bob), on: contract)))
        #expect(Self.findings(raw, .newDestination).count == 1)
        let nested = Self.findings(Self.ways(from: alice, to: bob)[2], .newDestination)
        #expect(nested.first?.message.contains(bob.account.address) == true)
        let toContract = invoke(
            .invokeContract(call("route")),
            auth: [Self.authorized(call("route"), below: Self.transfer(Self.to(alice), .address(contract)))])
        #expect(Self.findings(toContract, .newDestination).first?.message.contains(contract.address) == true)
    }

    // MARK: contracts as contacts

    private static let safe: ContractID = hash(8)

    /// What the rules say of a transfer to a contract, given the ids under which the book has it; nil for no contact.
    private static func toSafe(id: UInt64? = nil, known ids: [UInt64?]?, nested: Bool = false) -> [String] {
        let to = RecipientAddress(.contract(safe), id: id)
        let transfer = transfer(Self.to(alice), .address(SCAddress(to)))
        let operation =
            nested
            ? invoke(.invokeContract(call("route")), auth: [authorized(call("route"), below: transfer)])
            : invoke(.invokeContract(transfer))
        let contacts = (ids ?? []).enumerated().map { index, id in
            Contact(name: "safe\(index)", .contract(safe), ids: id.map { [$0] } ?? [])
        }
        return Scenario {
            $0.operations = [operation]
            $0.setUp = { $0.book = Book(contacts: contacts, assets: [usdc]) }
        }.review.findings.filter { [.newDestination, .memoMissing, .otherMuxedID].contains($0.rule) }
            .map { "\($0.level) \($0.rule.rawValue)" }
    }

    @Test(arguments: [false, true])
    func `a contract in the book is a known destination, under the ids that the book has`(_ nested: Bool) {
        func said(_ id: UInt64?, _ known: [UInt64?]?) -> [String] { Self.toSafe(id: id, known: known, nested: nested) }
        #expect(said(nil, nil) == ["warn W-NEWDEST"] && said(7, nil) == ["warn W-NEWDEST"])
        #expect(said(nil, [nil]).isEmpty && said(7, [7]).isEmpty && said(nil, [nil, 7]).isEmpty)
        #expect(said(7, [nil]).isEmpty)
        #expect(said(8, [7]) == ["hold W-MUXSWAP"] && said(8, [7, nil]) == ["hold W-MUXSWAP"])
        #expect(said(nil, [7]) == ["hold W-MEMOREQ"])
    }

    @Test func `the page names a contract as the book does, and its pin's label beside`() {
        func page(_ book: Book, id: UInt64? = nil) -> String {
            let to = SCAddress(RecipientAddress(.contract(Self.safe), id: id))
            let review = Scenario {
                $0.operations = [invoke(.invokeContract(Self.transfer(Self.to(alice), .address(to))))]
                $0.setUp = { $0.book = book }
            }.review
            return ReviewText.of(review)
        }
        let own = Contact(name: "safe", .contract(Self.safe), ids: [7])
        #expect(page(Book(contacts: [own]), id: 7).contains("[book: \"safe\"]"))
        for address in [StrKey.contract(Self.safe), .muxedContract(Self.safe, id: 7)] {
            #expect(Book(contacts: [own]).addresses.contains(address))
        }
        let pin = ContractPin(network: .testnet, contract: Self.safe, label: "vault")
        let both = Book(contacts: [Contact(name: "safe", .contract(Self.safe))], contracts: [pin])
        #expect(page(both).contains("[book: \"vault\" or \"safe\"]"))
    }

    @Test func `a policy for the book, or for listed addresses, lets a contract be paid under its ids alone`() {
        func refused(_ id: UInt64?, _ destinations: Policy.Destinations) -> Bool {
            let to = SCAddress(RecipientAddress(.contract(Self.safe), id: id))
            return Self.findings(invoke(.invokeContract(Self.transfer(Self.to(alice), .address(to)))), .policy) {
                $0.book = Book(contacts: [Contact(name: "safe", .contract(Self.safe), ids: [7])], assets: [usdc])
                $0.policy = policy {
                    $0.operations = .any
                    $0.assets = .any
                    $0.perTransaction = .unlimited
                    $0.perDay = .unlimited
                    $0.fee = Amount(stroops: 10_000_000)
                    $0.destinations = destinations
                }
            }.contains { $0.message.hasPrefix("destinations") }
        }
        let (plain, seven) = (RecipientAddress(.contract(Self.safe)), RecipientAddress(.contract(Self.safe), id: 7))
        #expect(!refused(7, .book) && refused(8, .book) && refused(nil, .book))
        #expect(!refused(7, .only([seven])) && refused(8, .only([seven])) && refused(nil, .only([seven])))
        #expect(!refused(nil, .only([plain])) && !refused(9, .only([plain])))
        #expect(refused(7, .only([bob.recipient])) && refused(7, .only([])))
    }

    @Test(arguments: 0..<4)
    func `a memo that is required is missing, however value gets there`(_ way: Int) {
        let operation = Self.ways(from: alice, to: bob)[way]
        let contact = Contact(name: "bob", account: bob.account, memo: .required(kinds: []))
        let book = Book(contacts: [contact], assets: [usdc])
        #expect(Self.findings(operation, .memoMissing) { $0.book = book }.map(\.level) == [.hold])
        let claimed = Self.findings(operation, .memoMissing) { $0.claims.memoRequired = [bob.account] }
        #expect(claimed.map(\.level) == [.hold])
    }

    @Test(arguments: 0..<4)
    func `a policy that requires memos refuses every movement without one`(_ way: Int) {
        func refused(_ change: @escaping (inout Policy) -> Void) -> [String] {
            Self.findings(Self.ways(from: alice, to: bob)[way], .policy) {
                $0.policy = policy {
                    $0.operations = .any
                    $0.assets = .any
                    change(&$0)
                }
            }.filter { $0.level == .refuse && $0.message.hasPrefix("memo_required") }.map(\.message)
        }
        #expect(refused { $0.memoRequired = .only([bob.account]) }.count == 1)
        #expect(refused { $0.memoRequired = .any }.count == 1)
        #expect(refused { $0.memoRequired = .only([carol.account]) }.isEmpty)
    }

    // MARK: holds about tokens

    @Test func `a hold about a token asks for the recipient, one question for each`() {
        func values(_ calls: [InvokeContractArgs], _ rule: RuleID) -> [String] {
            let entry = SorobanAuthorizationEntry(
                credentials: .sourceAccount,
                rootInvocation: SorobanAuthorizedInvocation(
                    function: .contractFn(call("route")),
                    subInvocations: calls.map {
                        SorobanAuthorizedInvocation(function: .contractFn($0), subInvocations: [])
                    }))
            return Scenario { $0.operations = [invoke(.invokeContract(call("route")), auth: [entry])] }
                .review.holds.filter { $0.rule == rule }.map(\.value)
        }
        func ending(_ person: Person) -> String { String(person.account.address.suffix(6)) }
        let pays = [bob, carol, bob].map { Self.transfer(Self.to(alice), Self.to($0), on: contract) }
        #expect(values(pays, .nested) == [ending(bob), ending(carol)])
        let approval = call("approve", [Self.to(alice), Self.to(carol), Self.amount(5), .u32(9)])
        #expect(values([approval], .nested) == [ending(carol)] && values([approval], .allowance) == [ending(carol)])
        #expect(values([call("set_admin", [Self.to(bob)])], .tokenAdministration) == [ending(bob)])
        let raw = Scenario { $0.operations = [invoke(.invokeContract(pays[0]))] }.review
        #expect(raw.holds.filter { $0.rule == .rawToken }.map(\.value) == [ending(bob)])
        let entry = authorization(credentials(until: 5), pays[1])
        let held = Scenario { $0.operations = [invoke(.invokeContract(pays[1]), auth: [entry])] }.review
        #expect(held.holds.filter { $0.rule == .authorization }.map(\.value) == [ending(carol)])
    }

    // MARK: powers

    @Test(arguments: [
        "upgrade", "update", "migrate", "set_wasm", "set_code", "upgrade_contract", "update_current_contract_wasm",
        "transfer_ownership", "set_owner", "grant_role", "revoke_role", "set_authority", "accept_admin",
        "renounce_ownership",
        "Upgrade", "remove_signer", "add_context_rule", "__constructor",
    ])
    func `every rule about powers has the same list`(_ name: String) {
        let power = call(name, [.u32(1)])
        let root = invoke(.invokeContract(power))
        #expect(Self.findings(root, .upgrade).map(\.level) == [.hold])
        let nested = invoke(.invokeContract(call("route")), auth: [Self.authorized(call("route"), below: power)])
        #expect(Self.findings(nested, .upgrade).map(\.level) == [.hold])
        #expect(Self.findings(nested, .nested).map(\.level) == [.hold])
    }

    @Test(arguments: ["upgraded", "deposit", "set", "grant", "owner", "transfer"])
    func `other names are no powers`(_ name: String) {
        #expect(Self.findings(invoke(.invokeContract(call(name, [.u32(1)]))), .upgrade).isEmpty)
    }

    @Test func `an interface that names code in a function's arguments makes it a power`() {
        let section = SpecSamples.section([SpecSamples.function("turn", [("new_wasm_hash", .u32)])])
        let operation = invoke(.invokeContract(call("turn", [.u32(1)])))
        #expect(Self.findings(operation, .upgrade).isEmpty)
        let found = Self.findings(operation, .upgrade) { $0.claims.contracts = [SpecSamples.material(section)] }
        #expect(found.map(\.level) == [.hold])
    }

    // MARK: whose authorization

    private static let wallet = SCAddress.contract(hash(9))

    private static func entry(
        _ address: SCAddress, _ call: InvokeContractArgs, old: Bool
    ) -> ReviewInput.Subject {
        let body = SorobanAddressCredentials(
            address: address, nonce: 5, signatureExpirationLedger: 200, signature: .void)
        return .authorization(
            AuthorizationRequest(
                entry: authorization(old ? .address(body) : .addressV2(body), call), expirationLedger: 200,
                claimedLedger: 100), on: .testnet)
    }

    private static func review(_ subject: ReviewInput.Subject) -> Review {
        Scenario {
            $0.subject = subject
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.ledger = 100
                $0.book = Book(
                    accounts: [
                        KnownAccount(
                            account: carol.account, signers: [Signer(key: .ed25519(alice.account.key), weight: 1)],
                            low: 1,
                            medium: 1, high: 1)
                    ], assets: [usdc],
                    contracts: [
                        SpecSamples.pin(hash(9)) {
                            $0.account = ContractPin.Account(shape: .map, signers: [alice.account])
                        }
                    ])
            }
        }.review
    }

    @Test(arguments: [true, false])
    func `what a pinned contract account's entry pays leaves that account, and its recipient is judged`(_ old: Bool) {
        let pays = Self.transfer(.address(Self.wallet), Self.to(bob))
        let review = Self.review(Self.entry(Self.wallet, pays, old: old))
        let flows: Flows =
            if case .authorization(let asked) = review.content { Flows(asked, tokens: review.tokens) } else { Flows() }
        #expect(flows.leaving.map(\.holder) == [Self.wallet] && flows.leaving.map(\.text) == ["0.000005"])
        #expect(flows.unknown.isEmpty)
        #expect(Spending(review).amounts == [usdc.text: 50])
        #expect(review.findings.contains { $0.rule == .newDestination })
        let said = review.findings.filter { $0.rule == .tokenTransfer }.map(\.message)
        #expect(said.count == 1 && !said[0].contains("belongs to"))
    }

    @Test func `older credentials count for every address of the key, newer ones for the one they name`() {
        for from in [SCAddress.account(alice.account), .account(carol.account), Self.wallet] {
            let pays = Self.transfer(.address(from), Self.to(bob))
            func isOwn(_ address: SCAddress, old: Bool) -> Bool {
                let found = Self.review(Self.entry(address, pays, old: old)).findings.filter {
                    $0.rule == .tokenTransfer
                }
                return found.count == 1 && !found[0].message.contains("belongs to")
            }
            for address in [SCAddress.account(alice.account), .account(carol.account), Self.wallet] {
                #expect(isOwn(address, old: true))
                #expect(isOwn(address, old: false) || address != from)
            }
        }
    }

    @Test func `no sentence says that a signature does not authorize`() {
        let strangers = [SCAddress.account(bob.account), .contract(hash(8))]
        for from in strangers + [.account(alice.account), Self.wallet] {
            let pays = Self.transfer(.address(from), Self.to(bob))
            let subjects = [Self.entry(.account(alice.account), pays, old: true), Self.entry(from, pays, old: false)]
            for subject in subjects {
                let text = ReviewText.of(Self.review(subject)).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
                #expect(!text.contains("does not authorize") && !text.contains("this signature alone"))
            }
        }
    }

    @Test func `the credentials of a source account are those of the operation's source`() {
        let entry = authorization(.sourceAccount, ReviewTests.transfer())
        let review = Scenario {
            $0.operations = [
                Operation(
                    sourceAccount: carol.muxed,
                    body: .invokeHostFunction(
                        InvokeHostFunctionOp(hostFunction: .invokeContract(ReviewTests.transfer()), auth: [entry])))
            ]
        }.review
        let message = review.findings.first { $0.rule == .authorization }?.message ?? ""
        #expect(message.contains("by the signature of the operation's source, \(carol.account.address)"))
    }

    // MARK: an asset's contract

    @Test func `XLM through its contract may create the account, and another asset may not`() {
        func said(_ asset: Asset) -> String {
            let id = SCAddress.contract(ContractIDPreimage.asset(asset).contract(on: .testnet))
            let found = Self.findings(
                invoke(.invokeContract(Self.transfer(Self.to(alice), Self.to(bob), on: id))), .tokenTransfer)
            return found.first?.message ?? ""
        }
        #expect(said(.native).contains("creates the destination if that account does not exist yet"))
        #expect(!said(usdc).contains("creates") && !said(.native).contains("nothing else"))
    }

    @Test func `trust makes a trustline: nothing moves, and no call is unknown`() {
        let trust = call("trust", on: Self.usdcContract, [Self.to(alice)])
        let review = Scenario {
            $0.operations = [invoke(.invokeContract(trust), auth: [authorization(.sourceAccount, trust)])]
            $0.setUp = { $0.book = Book(assets: [usdc]) }
        }.review
        #expect(review.holds.isEmpty, "\(review.findings.map(\.message))")
        #expect(
            review.operations[0].summary.plain.hasPrefix("Trust USDC (\(issuer.account.address)) without limit for"))
        #expect(review.findings.filter { $0.rule == .unlimitedTrust }.map(\.level) == [.info])
        #expect(Spending(review).amounts == ["native": 100])
        let refused = Self.findings(invoke(.invokeContract(trust)), .policy) {
            $0.policy = policy {
                $0.operations = .any
                $0.assets = .only(["native"])
            }
        }
        #expect(refused.contains { $0.message.hasPrefix("assets: USDC") })
    }

    @Test func `trust of another contract is an unknown call, and of XLM makes no line`() {
        let unknown = call("trust", [Self.to(alice)])
        #expect(Self.findings(invoke(.invokeContract(unknown)), .contractCall).map(\.level) == [.hold])
        let pinned = Self.findings(invoke(.invokeContract(unknown)), .contractCall) {
            $0.book = Book(contracts: [SpecSamples.token()])
        }
        #expect(pinned.map(\.level) == [.hold])
        let native = SCAddress.contract(ContractIDPreimage.asset(.native).contract(on: .testnet))
        let said = Self.findings(invoke(.invokeContract(call("trust", on: native, [Self.to(alice)]))), .unlimitedTrust)
        #expect(said.first?.message.contains("makes no trustline") == true)
    }
}
