// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults
import Handoff
import OnlineShell
import Shell

struct SetOptions: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Change signers, thresholds, flags or home domain of the account.",
        discussion: """
            Flags: auth_required, auth_revocable, auth_immutable, auth_clawback_enabled, separated by commas.
            Thresholds that the signers' weights cannot reach lock the account permanently.
            Example: coldstar-build set-options --network testnet --source G... --signer G... --signer-weight 1 --med-threshold 2
            """)

    @Option(
        help: "The inflation destination, ACCOUNT; no effect since inflation ended.", completion: Completion.accounts)
    var inflationDest: String?

    @Option(help: "Flags to clear.")
    var clearFlags: String?

    @Option(help: "Flags to set.")
    var setFlags: String?

    @Option(help: "Weight of the account's own key, 0 to 255; with 0 it can no longer sign.")
    var masterWeight: String?

    @Option(help: "The low threshold, 0 to 255.")
    var lowThreshold: String?

    @Option(help: "The medium threshold, which payments need, 0 to 255.")
    var medThreshold: String?

    @Option(help: "The high threshold, which changing signers and merging need, 0 to 255.")
    var highThreshold: String?

    @Option(
        help: "The home domain, where the account's stellar.toml is: at most 32 ASCII characters; empty removes it.")
    var homeDomain: String?

    @Option(
        help: "A signer to add, change or remove: G..., a contact, T..., X... or P...", completion: Completion.accounts)
    var signer: String?

    @Option(
        help:
            "A transaction (TX) to authorize in advance: its hash becomes a signer, and it goes along for the review.",
        completion: .file())
    var preauthorize: String?

    @Option(help: "The signer's weight, 0 to 255; 0 removes it.")
    var signerWeight: String?

    func operation() throws(Failure) -> any OperationInput {
        var input = SetOptionsInput()
        (input.inflationDest, input.clearFlags, input.setFlags) = (inflationDest, clearFlags, setFlags)
        (input.masterWeight, input.lowThreshold) = (masterWeight, lowThreshold)
        (input.medThreshold, input.highThreshold) = (medThreshold, highThreshold)
        (input.homeDomain, input.signer, input.signerWeight) = (homeDomain, signer, signerWeight)
        input.preauthorize = try preauthorize.map { text throws(Failure) in try TransactionInput(text) }
        return input
    }
}
