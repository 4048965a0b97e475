// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct CreateClaimableBalance: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Create a balance that others can claim, under conditions.",
        discussion: """
            A claimant is an account, optionally followed by a space and the condition under which it may claim:
              unconditional | before TIME | after TIME | within SPAN | not(C) | and(C, C) | or(C, C)
            TIME is RFC 3339 or unix seconds; SPAN counts from the creation of the balance: 90s, 30m, 24h, 7d.
            Example: coldstar-build create-claimable-balance --network testnet --source G... --asset native --amount 10 \\
              --claimant "G... before 2027-01-01T00:00:00Z" --claimant "G... not(before 2027-01-01T00:00:00Z)"
            """)

    @Option(help: "XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var asset: String

    @Option(help: "Units, exact to 7 decimals.")
    var amount: String

    @Option(help: "\"ACCOUNT\" or \"ACCOUNT CONDITION\"; 1 to 10 of them.")
    var claimant: [String]

    func operation() -> any OperationInput { ClaimableBalanceInput(asset: asset, amount: amount, claimant: claimant) }
}
