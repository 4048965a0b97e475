// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

/// Tokens whose decimals the book pins: amounts, sums, policies.
struct PinnedTokenTests {
    private static let address = StrKey.contract(hash(7)).text

    private static func pay(_ raw: Int128, to destination: SCAddress = .account(bob.account)) -> InvokeContractArgs {
        call(
            "transfer",
            [
                .address(.account(alice.account)), .address(destination),
                .i128(Int128Parts(hi: Int64(raw >> 64), lo: UInt64(truncatingIfNeeded: raw))),
            ])
    }

    private static func scenario(
        _ calls: [InvokeContractArgs], decimals: UInt8 = 6, _ change: @escaping (inout ReviewInput) -> Void = { _ in }
    ) -> Scenario {
        Scenario {
            $0.operations = calls.map { invoke(.invokeContract($0)) }
            $0.setUp = {
                $0.book = Book(
                    contacts: [Contact(name: "bob", account: bob.account)], contracts: [SpecSamples.token(decimals)])
                change(&$0)
            }
        }
    }

    @Test(arguments: [
        (Int128(25), UInt8(6), "0.000025"), (1_500_000, 6, "1.5"), (5, 0, "5"), (0, 18, "0"), (-15, 1, "-1.5"),
        (Int128(Int64.max) + 1, 18, "9.223372036854775808"),
        (.max, 38, "1.70141183460469231731687303715884105727"),
        (.max, 0, "170141183460469231731687303715884105727"), (.min, 1, "-17014118346046923173168730371588410572.8"),
    ])
    func `amounts are exact at any number of decimals`(_ raw: Int128, _ decimals: UInt8, _ text: String) {
        let token = KnownToken.pinned(hash(7), ContractPin.Units(decimals: decimals, symbol: "EUR"))
        #expect(token.text(of: raw) == text)
    }

    @Test(arguments: [
        (Int128(25), UInt8(7), Int64(25)), (25, 6, 250), (25, 0, 250_000_000), (25, 8, 3), (30, 8, 3), (1, 38, 1),
        (0, 38, 0),
        (-5, 7, 0), (.max, 0, .max), (.max, 6, .max), (.max, 38, 17_014_119), (Int128(Int64.max), 6, .max),
    ])
    func `a policy's amounts are rounded up to seven decimals`(_ raw: Int128, _ decimals: UInt8, _ stroops: Int64) {
        let token = KnownToken.pinned(hash(7), ContractPin.Units(decimals: decimals, symbol: "EUR"))
        #expect(token.stroops(of: raw) == stroops)
    }

    @Test func `a transfer reads as a payment, beyond 64 bits too`() {
        let raw = Int128(Int64.max) * 4
        let review = Self.scenario([Self.pay(raw)]).review
        #expect(
            review.operations.first?.summary.plain
                == "Pay 36893488147419.103228 \"EUR.x\" (\(Self.address)) from \(alice.account.address) to \(bob.account.address)"
        )
        let text = ReviewText.of(review).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(text.contains("Leaves 36893488147419.103228 \"EUR.x\" (") && text.contains(#"[book: "vault"]"#))
        #expect(!text.contains("unbounded"))
    }

    @Test func `sums of amounts of 128 bits do not overflow`() {
        let review = Self.scenario([Self.pay(.max), Self.pay(.max)]).review
        let flows = FlowsJSON.value(
            Flows(Self.scenario([Self.pay(.max), Self.pay(.max)]).transaction, tokens: review.tokens))
        #expect(flows["leaving"]?.asArray?.first?["asset"] == .string(Self.address))
        #expect(!ReviewText.of(review).isEmpty)
        #expect(LastScreen([review]).text(on: Screen(), rows: 20).contains("EUR.x"))
    }

    @Test func `spending counts under the contract`() {
        #expect(Spending(Self.scenario([Self.pay(25)]).review).amounts == ["native": 100, Self.address: 250])
    }

    @Test func `a policy counts a pinned token by its contract`() throws {
        func refused(_ assets: String, _ most: String, _ raw: Int128) throws -> Set<String> {
            let document = """
                {"format":"coldstar-policy","version":1,"networks":["testnet"],"operations":"any","destinations":"any",\
                "assets":["native","\(assets)"],"maximum_fee":"1","maximum_per_transaction":{"native":"1","\(assets)":"\(most)"},\
                "maximum_per_day":"unlimited"}
                """
            let policy = try Policy(JSON(parsing: Array(document.utf8)))
            #expect(try Policy(policy.json) == policy)
            return Set(
                Self.scenario([Self.pay(raw)]) { $0.policy = policy }.review.findings
                    .filter { $0.rule == .policy && $0.level == .refuse }
                    .compactMap { $0.message.split(separator: ":").first.map(String.init) })
        }
        #expect(try refused(Self.address, "1.5", 1_500_000).isEmpty)
        #expect(try refused(Self.address, "1.5", 1_500_001) == ["maximum_per_transaction"])
        #expect(try refused(StrKey.contract(hash(8)).text, "9", 1) == ["assets", "maximum_per_transaction"])
    }

    @Test func `a pinned token's transfer to a contact passes without a hold`() throws {
        let scenario = Scenario {
            let entry = authorization(.sourceAccount, Self.pay(5))
            $0.operations = [invoke(.invokeContract(Self.pay(5)), auth: [entry])]
            $0.ext = resources()
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.book = Book(
                    contacts: [Contact(name: "bob", account: bob.account)], contracts: [SpecSamples.token()])
            }
        }
        #expect(scenario.review.holds.isEmpty, "\(scenario.review.holds)")
        #expect(try scenario.reviewed.approve().signed(by: alice).envelope != nil)
    }

    @Test func `a token of the same symbol under another contract is unknown`() {
        let other = Scenario {
            $0.operations = [invoke(.invokeContract(transfer(on: .contract(hash(8)))))]
            $0.setUp = { $0.book = Book(assets: [asset("EUR")], contracts: [SpecSamples.token()]) }
        }
        #expect(other.review.findings.contains { $0.rule == .rawToken && $0.level == .hold })
        #expect(!other.review.findings.contains { $0.rule == .tokenTransfer })
    }

    @Test func `the network's own rules count for more than a pin of an asset's contract`() {
        let xlm = ContractIDPreimage.asset(.native).contract(on: .testnet)
        let scenario = Scenario {
            $0.operations = [invoke(.invokeContract(transfer(on: .contract(xlm))))]
            $0.setUp = {
                $0.book = Book(contracts: [
                    SpecSamples.pin(xlm) { $0.units = ContractPin.Units(decimals: 2, symbol: "EUR") }
                ])
            }
        }
        #expect(scenario.review.operations.first?.summary.plain.contains("Pay 5 XLM") == true)
    }

    @Test func `a pinned built-in contract makes its asset known`() {
        let id = ContractIDPreimage.asset(usdc).contract(on: .testnet)
        let scenario = Scenario {
            $0.operations = [invoke(.invokeContract(transfer(on: .contract(id))))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.pin(id) { $0.asset = usdc }]) }
        }
        let found = scenario.review.findings.filter { $0.rule == .tokenTransfer || $0.rule == .rawToken }
        #expect(found.map(\.level) == [.warn])
        #expect(Spending(scenario.review).amounts[usdc.text] == 50_000_000)
    }

    @Test func `a contract account of the book is no new destination, another contract is`() {
        let wallet = SpecSamples.pin(hash(9)) {
            $0.account = ContractPin.Account(shape: .bytes64, signers: [alice.account])
        }
        func warns(_ pins: [ContractPin]) -> Bool {
            Self.scenario([Self.pay(5, to: .contract(hash(9)))]) {
                $0.book = Book(contracts: [SpecSamples.token()] + pins)
            }.review.findings.contains { $0.rule == .newDestination }
        }
        #expect(warns([]))
        #expect(warns([SpecSamples.pin(hash(9)) { $0.specHash = hash(1) }]))
        #expect(!warns([ContractPin(wallet, label: "wallet")]))
    }
}

extension ContractPin {
    fileprivate init(_ pin: ContractPin, label: String) {
        self.init(network: pin.network, contract: pin.contract, label: label)
        account = pin.account
    }
}

extension Scenario {
    fileprivate var transaction: Transaction { envelope.innermost }
}
