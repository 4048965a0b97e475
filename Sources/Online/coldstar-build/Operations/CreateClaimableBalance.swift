// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR
import XDR

struct CreateClaimableBalance: OperationCommand {
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

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.asset(asset, "--asset")
        let amount = try Arguments.amount(amount, "--amount")
        var claimants: [ClaimantV0] = []
        for text in claimant {
            let one = try Self.claimant(text, in: &draft)
            guard !claimants.contains(where: { $0.destination == one.destination }) else {
                throw Failure(.badInput, "--claimant: \(one.destination.address) is given twice")
            }
            claimants.append(one)
        }
        guard let bounded = BoundedArray<Claimant, 10>(claimants.map(Claimant.v0)) else {
            throw Failure(.badInput, "--claimant: at most 10 accounts")
        }
        return .createClaimableBalance(
            CreateClaimableBalanceOp(asset: asset, amount: amount.stroops, claimants: bounded))
    }

    private static func claimant(_ text: String, in draft: inout Draft) throws(Failure) -> ClaimantV0 {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first else { throw Failure(.badInput, "--claimant is empty") }
        var predicate = ClaimPredicate.unconditional
        if parts.count == 2 {
            do { predicate = try ClaimPredicate(String(parts[1])) } catch {
                throw Failure(
                    .badInput, "--claimant: \(error.message)", hint: "for example: \"G... before 2027-01-01T00:00:00Z\""
                )
            }
        }
        return ClaimantV0(destination: try draft.accountID(String(name), "--claimant"), predicate: predicate)
    }
}
