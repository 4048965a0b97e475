// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

/// What the signer says about names of contracts, and what these words are worth.
struct ContractNamesTests {
    private static func review(
        _ material: [AuthorizationRequest.Material], _ pins: [ContractPin] = [], on network: Network = .testnet,
        calling call: InvokeContractArgs = SpecSamples.deposit(), auth: [SorobanAuthorizationEntry] = []
    ) -> Review {
        Scenario {
            $0.network = network
            $0.operations = [invoke(.invokeContract(call), auth: auth)]
            $0.setUp = {
                $0.claims.contracts = material
                $0.book = Book(contracts: pins)
            }
        }.review
    }

    private static func messages(
        _ material: [AuthorizationRequest.Material], _ pins: [ContractPin] = [], on network: Network = .testnet,
        calling call: InvokeContractArgs = SpecSamples.deposit()
    ) -> [Finding] {
        review(material, pins, on: network, calling: call).findings.filter { $0.rule == .names }
    }

    private static let code = Hash(sha256: SpecSamples.module(SpecSamples.vault))
    private static let interface = Hash(sha256: SpecSamples.vault)

    @Test(arguments: [
        (SpecSamples.code(SpecSamples.vault), SpecSamples.pin { $0.wasmHash = code }),
        (SpecSamples.code(SpecSamples.vault), SpecSamples.pin { $0.specHash = interface }),
        (SpecSamples.material(SpecSamples.vault), SpecSamples.pin { $0.specHash = interface }),
        (
            SpecSamples.material(SpecSamples.vault),
            SpecSamples.pin {
                $0.wasmHash = code
                $0.specHash = interface
            }
        ),
    ])
    func `names are verified by the hash of code or interface`(
        _ material: AuthorizationRequest.Material, _ pin: ContractPin
    )
        throws
    {
        let found = Self.messages([material], [pin])
        #expect(found.map(\.level) == [.info])
        let message = try #require(found.first?.message)
        #expect(message.hasPrefix("verified names, by the hash that the book pins: \"deposit\" of C"))
        #expect(message.contains("with (\"user\" Address = \(alice.account.address), \"amount\" i128 = 25)"))
        #expect(message.hasSuffix("upgradable: no, as far as the interface tells"))
    }

    @Test func `names of a pin without a matching kind of hash, and of another network's pin, are claimed`() {
        let onlyCode = SpecSamples.pin { $0.wasmHash = Self.code }
        for (pins, network) in [
            ([], Network.testnet), ([onlyCode], .testnet), ([SpecSamples.token()], .testnet),
            ([SpecSamples.pinned(SpecSamples.vault)], .public),
        ] {
            let found = Self.messages([SpecSamples.material(SpecSamples.vault)], pins, on: network)
            #expect(found.map(\.level) == [.info])
            #expect(found.allSatisfy { $0.message.hasPrefix("claimed names, ") && !$0.message.contains("verified") })
            #expect(found.allSatisfy { !$0.message.contains("upgradable") })
        }
    }

    @Test func `code of another hash is a hold, even with the pinned interface`() {
        let pin = SpecSamples.pin {
            $0.wasmHash = hash(1)
            $0.specHash = Self.interface
            $0.functions = ["deposit"]
        }
        let found = Self.messages([SpecSamples.code(SpecSamples.vault)], [pin])
        #expect(found.map(\.level) == [.hold, .info])
        #expect(found.last?.message.hasPrefix("claimed") == true)
    }

    @Test(arguments: [
        ([], "claimed"), ([SpecSamples.pinned(SpecSamples.vault)], "verified"),
        ([SpecSamples.pin { $0.specHash = hash(1) }], "contradicted"),
    ])
    func `the document has the arguments of a call and of what it authorizes, by name`(
        _ pins: [ContractPin], _ standing: String
    ) throws {
        let entry = authorization(.sourceAccount, SpecSamples.deposit())
        let review = Self.review([SpecSamples.material(SpecSamples.vault)], pins, auth: [entry])
        let operation = try #require(ReviewJSON.document(review).array("operations").first)
        let authorization = try #require(operation.array("authorizations").first)
        #expect(authorization["credentials"] == .string(entry.credentials.name))
        for call in [try #require(operation["call"]), try #require(authorization["invocation"])] {
            #expect(call["function"] == "deposit" && call["contract"] == .string(SCAddress.contract(hash(7)).address))
            let names = try #require(call["names"])
            #expect(names["standing"] == .string(standing))
            #expect(try names.array("args").last == ["name": "amount", "type": "i128", "value": "25"])
        }
    }

    @Test func `in the document, a call that does not fit has no names, and other operations have no call`() throws {
        let review = Self.review([SpecSamples.material(SpecSamples.vault)], calling: call("nothing"))
        let unnamed = try #require(ReviewJSON.document(review).array("operations").first?["call"])
        #expect(unnamed["function"] == "nothing" && unnamed["names"] == nil)
        let payment = try #require(
            ReviewJSON.document(Scenario { $0.operations = [pay(bob)] }.review).array("operations").first)
        #expect(payment["call"] == nil && payment["authorizations"] == nil)
    }

    @Test func `material for an asset's contract contradicts its pin`() {
        let id = ContractIDPreimage.asset(usdc).contract(on: .testnet)
        let found = Self.messages(
            [SpecSamples.material(SpecSamples.vault, of: id)], [SpecSamples.pin(id) { $0.asset = usdc }],
            calling: transfer(on: .contract(id)))
        #expect(found.map(\.level) == [.hold, .info])
        #expect(found.allSatisfy { !$0.message.contains("verified") })
    }

    @Test func `later material does not lower what earlier material raised`() {
        let pin = SpecSamples.pinned(SpecSamples.vault, ["deposit"])
        let (right, wrong) = (SpecSamples.material(SpecSamples.vault), SpecSamples.material(SpecSamples.upgradable))
        #expect(Self.messages([wrong, right], [pin]).map(\.level) == [.hold, .info])
        #expect(Self.messages([right, wrong], [pin]).map(\.level) == [.info])
    }

    @Test func `a verified interface says what replaces the code`() {
        let found = Self.messages(
            [SpecSamples.material(SpecSamples.upgradable)], [SpecSamples.pinned(SpecSamples.upgradable)])
        #expect(found.first?.message.hasSuffix("upgradable: yes, by \"upgrade\"") == true)
    }

    @Test func `a pin's note that the code can be replaced outweighs the interface`() {
        var pin = SpecSamples.pinned(SpecSamples.vault)
        pin.upgradable = .yes
        let found = Self.messages([SpecSamples.material(SpecSamples.vault)], [pin])
        #expect(found.first?.message.hasSuffix("upgradable: yes, as the book has it") == true)
    }

    @Test(arguments: ["us\u{1b}[2Jer", "va\rlue\u{202e}", "a\" verified names, \"b"])
    func `names are escaped and quoted`(_ name: String) throws {
        let section = SpecSamples.section([SpecSamples.function("deposit", [(name, .address), ("x", .i128)])])
        let found = try #require(Self.messages([SpecSamples.material(section)]).first)
        #expect(found.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        #expect(!found.message.contains("\"b\""))
        #expect(found.message.contains(ForeignName(name).quoted))
    }

    @Test(arguments: [
        (call("deposit"), "declares 2 arguments for the function \"deposit\", and the call has 0"),
        (call("nothing"), "does not have the function \"nothing\""),
        (
            SpecSamples.deposit(.u32(5)),
            "declares argument 2 of the function \"deposit\" as i128, where 5 u32 is not a i128"
        ),
    ])
    func `a call that does not fit has no names`(_ call: InvokeContractArgs, _ words: String) {
        let claimed = Self.messages([SpecSamples.material(SpecSamples.vault)], calling: call)
        #expect(claimed.map(\.level) == [.warn])
        #expect(claimed.allSatisfy { $0.message.contains(words) && !$0.message.contains("\"user\"") })
        let pin = SpecSamples.pinned(SpecSamples.vault)
        #expect(Self.messages([SpecSamples.material(SpecSamples.vault)], [pin], calling: call).map(\.level) == [.hold])
    }

    @Test func `calls of an authorization tree have names too, once each`() {
        let below = SorobanAuthorizedInvocation(function: .contractFn(SpecSamples.deposit()), subInvocations: [])
        let entry = SorobanAuthorizationEntry(
            credentials: credentials(until: 200),
            rootInvocation: SorobanAuthorizedInvocation(
                function: .contractFn(call("stop")), subInvocations: [below, below]))
        let asked = AuthorizationRequest(
            entry: entry, expirationLedger: 200, claimedLedger: 100,
            contracts: [SpecSamples.code(SpecSamples.vault)])
        let review = Scenario {
            $0.subject = .authorization(asked, on: .testnet)
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.pin { $0.wasmHash = Self.code }]) }
        }.review
        #expect(review.findings.filter { $0.rule == .names }.count == 2)
        let tree = ReviewJSON.document(review)["invocation"]
        #expect(tree?["names"] == ["standing": "verified", "args": []])
        let inside = tree?["sub_invocations"]?.asArray?.first?["names"]?["args"]?.asArray
        #expect(inside?.last == ["name": "amount", "type": "i128", "value": "25"])
    }

    @Test func `hints of a transaction's request bring material, and what is malformed is ignored`() {
        var claims = Claims()
        let id = JSON.string(StrKey.contract(hash(7)).text)
        let section = JSON.string(Base64.encode(SpecSamples.vault))
        claims.take(hints: [
            "contracts": [
                ["id": id, "spec": section], ["id": id, "wasm": section, "wasm_hash": "00"], ["id": id],
                ["id": "G", "spec": section],
                ["id": id, "spec": "*"], "x", ["spec": section],
            ]
        ])
        #expect(
            claims.contracts == [
                SpecSamples.material(SpecSamples.vault),
                AuthorizationRequest.Material(id: hash(7), content: .wasm(SpecSamples.vault)),
            ])
    }

    @Test func `an allowed function changes nothing about what it nests`() {
        let nested = SorobanAuthorizedInvocation(
            function: .contractFn(transfer(on: .contract(hash(8)))), subInvocations: [])
        let entry = SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: SorobanAuthorizedInvocation(
                function: .contractFn(SpecSamples.deposit()), subInvocations: [nested]))
        let review = Scenario {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()), auth: [entry])]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])])
            }
        }.review
        func levels(_ rule: RuleID) -> [Level] { review.findings.filter { $0.rule == rule }.map(\.level) }
        #expect(levels(.contractCall) == [.warn])
        #expect(levels(.nested) == [.hold] && levels(.authorization) == [.hold])
    }

    // MARK: contract accounts

    private static func asked(of contract: ContractID, _ pin: ContractPin?, old: Bool) -> Review {
        let body = SorobanAddressCredentials(
            address: .contract(contract), nonce: 5, signatureExpirationLedger: 200, signature: .void)
        let entry = authorization(old ? .address(body) : .addressV2(body), call("stop"))
        return Scenario {
            $0.subject = .authorization(
                AuthorizationRequest(entry: entry, expirationLedger: 200, claimedLedger: 100), on: .testnet)
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.book = Book(contracts: pin.map { [$0] } ?? [])
            }
        }.review
    }

    private static func wallet(_ signer: Person, on network: Network = .testnet) -> ContractPin {
        SpecSamples.pin(hash(9), on: network) {
            $0.account = ContractPin.Account(shape: .map, signers: [signer.account])
        }
    }

    @Test func `an entry of a contract account is ours if the book has the key as its signer`() {
        func level(_ pin: ContractPin?) -> [Level] {
            Self.asked(of: hash(9), pin, old: false).findings.filter { $0.rule == .foreignKey }.map(\.level)
        }
        #expect(level(Self.wallet(alice)) == [.warn])
        #expect(level(Self.wallet(bob)) == [.hold] && level(nil) == [.hold])
        #expect(level(Self.wallet(alice, on: .public)) == [.hold])
        let other = Self.asked(of: hash(8), Self.wallet(alice), old: false)
        #expect(other.findings.contains { $0.rule == .foreignKey && $0.level == .hold })
    }

    @Test func `an older payload is held if the key signs for a contract account too`() {
        func held(_ pin: ContractPin?, old: Bool = true) -> Bool {
            Self.asked(of: hash(9), pin, old: old).findings.contains { $0.rule == .unboundPayload }
        }
        #expect(held(Self.wallet(alice)))
        #expect(!held(Self.wallet(alice), old: false) && !held(Self.wallet(bob)) && !held(nil))
        #expect(!held(Self.wallet(alice, on: .public)))
    }
}
