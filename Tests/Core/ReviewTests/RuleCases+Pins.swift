// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

@testable import Review

/// The rules about names of contracts, and what pins change in others.
extension RuleCases {
    static let pins = names + pinnedTokens + pinnedFunctions

    private static let names = [
        RuleCase(.names, .info, "an interface that nothing proves") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)] }
        } not: {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material(SpecSamples.vault, of: hash(8))] }
        },
        RuleCase(.names, .info, "a pinned interface") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)])
            }
        },
        RuleCase(.names, .warn, "a function that a claimed interface does not have") {
            $0.operations = [invoke(.invokeContract(call("withdraw")))]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)] }
        },
        RuleCase(.names, .warn, "an interface that cannot be read") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material([0, 0, 0])] }
        },
        RuleCase(.names, .hold, "an argument of another type than the pinned interface's") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit(.u32(5))))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)])
            }
        },
        RuleCase(.names, .warn, "an authorized call with other arguments than the pinned interface's") {
            $0.operations = [
                invoke(
                    .invokeContract(SpecSamples.deposit()),
                    auth: [authorization(.sourceAccount, call("deposit", [.u32(5)]))])
            ]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)])
            }
        },
        RuleCase(.names, .hold, "an authorized function that the pinned interface does not have") {
            $0.operations = [
                invoke(
                    .invokeContract(SpecSamples.deposit()), auth: [authorization(.sourceAccount, call("withdraw"))])
            ]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)])
            }
        },
        RuleCase(.names, .hold, "another interface than the pinned one") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.upgradable)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)])
            }
        },
    ]

    private static let pinnedTokens = [
        RuleCase(.tokenTransfer, .warn, "a pinned token") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.token()]) }
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)]) }
        },
        RuleCase(.rawToken, .hold, "a contract that is pinned without decimals") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault)]) }
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.token()]) }
        },
        RuleCase(.rawToken, .hold, "a token that is pinned on another network") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.token(on: .public)]) }
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.token()]) }
        },
        RuleCase(.allowance, .hold, "some units of a pinned token") {
            $0.operations = [
                invoke(
                    .invokeContract(
                        call(
                            "approve",
                            [
                                .address(.account(alice.account)), .address(.account(bob.account)),
                                .i128(Int128Parts(hi: 0, lo: 5)), .u32(9),
                            ])))
            ]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.token()]) }
        },
    ]

    private static let pinnedFunctions = [
        RuleCase(.contractCall, .warn, "a pinned contract's function that the book allows") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])])
            }
        },
        RuleCase(.contractCall, .hold, "an allowed function whose interface the request does not bring") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = { $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])]) }
        },
        RuleCase(.contractCall, .hold, "another function than the book allows") {
            $0.operations = [invoke(.invokeContract(call("stop")))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])])
            }
        },
        RuleCase(.contractCall, .hold, "an allowed function by another interface than the pinned one") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit()))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.upgradable)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])])
            }
        },
        RuleCase(.contractCall, .hold, "an allowed function with an argument of another type") {
            $0.operations = [invoke(.invokeContract(SpecSamples.deposit(.u32(5))))]
            $0.setUp = {
                $0.claims.contracts = [SpecSamples.material(SpecSamples.vault)]
                $0.book = Book(contracts: [SpecSamples.pinned(SpecSamples.vault, ["deposit"])])
            }
        },
    ]
}
