// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing

/// Everyday transactions raise no hold; otherwise people would learn to confirm without reading.
struct EverydayTests {
    private static let everyday: [(String, @Sendable (inout Scenario) -> Void)] = [
        ("a payment", { _ in }),
        ("a payment with a memo", { $0.memo = .text(bytes("Invoice 42")) }),
        (
            "100 payments",
            {
                $0.operations = (0..<100).map { pay(Person(name: "payee \($0)"), usdc) }; $0.fee = 10_000
            }
        ),
        ("a trustline", { $0.operations = [trust(usdc.asTrustLine, .max)] }),
        ("a trustline removed", { $0.operations = [trust(usdc.asTrustLine, 0)] }),
        (
            "an account created",
            {
                $0.operations = [
                    operation(.createAccount(.init(destination: bob.account, startingBalance: units("5"))))
                ]
            }
        ),
        (
            "an offer",
            {
                $0.operations = [
                    operation(
                        .manageSellOffer(
                            .init(
                                selling: .native, buying: usdc, amount: units("5"), price: Price(n: 1, d: 4), offerID: 0
                            )))
                ]
            }
        ),
        ("a path payment", { $0.operations = [strictSend(.native, "100", usdc, atLeast: "10")] }),
        (
            "a claimable balance claimed",
            { $0.operations = [operation(.claimClaimableBalance(.init(balanceID: .v0(hash(3)))))] }
        ),
        ("a claimable balance created", { $0.operations = [claimable(.unconditional)] }),
        ("a fee bump", { $0.payer = alice }),
        (
            "a transfer of a book's asset through its contract, with the source's entry",
            {
                let contract = SCAddress.contract(ContractIDPreimage.asset(usdc).contract(on: .testnet))
                $0.operations = [
                    invoke(
                        .invokeContract(transfer(on: contract)),
                        auth: [authorization(.sourceAccount, transfer(on: contract))])
                ]
                $0.ext = resources()
                $0.setUp = {
                    $0.key = SigningKey(alice.account)
                    $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)], assets: [usdc])
                }
            }
        ),
    ]

    @Test(arguments: everyday.map(\.0))
    func `an everyday transaction raises no hold and is signed`(_ name: String) throws {
        let change = try #require(Self.everyday.first { $0.0 == name }?.1)
        let scenario = Scenario {
            $0.setUp = { $0.key = SigningKey(alice.account) }
            change(&$0)
        }
        #expect(scenario.review.holds.isEmpty, "\(scenario.review.holds)")
        #expect(try scenario.reviewed.approve().signed(by: alice).envelope != nil)
    }

    @Test func `the review of a payment fits a screen`() {
        let text = ReviewText.of(Scenario { $0.signers = [alice] }.review)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24, "\n\(text)")
        #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    }
}
