// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Signing
import Stellar
import StellarXDR
import Terminal

struct Verify: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify an account's signature of a transaction or message (SEP-53); needs no key.",
        discussion: """
            Examples: coldstar-sign verify signed.xdr --network testnet --signer G...
            coldstar-sign verify response.json --signer G...
            coldstar-sign verify --message "I am here" --signature BASE64 --signer G...
            """)

    @OptionGroup var argument: TransactionArgument

    @Option(help: "The account, G...")
    var signer: String

    @Option(help: "The message that was signed, instead of a transaction.")
    var message: String?

    @Option(help: "The message's signature, base64 or 128 hexadecimal digits.")
    var signature: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { argument.reach }

    func run() throws {
        let account = try FieldID.signer.value(of: signer, as: AccountID.self)
        let isSigned = try isSigned(by: account)
        if json { try Console.result(document: ["signer": .string(account.address), "signed": .bool(isSigned)]) }
        guard isSigned else {
            throw Failure(.badInput, "there is no signature by \(account.address)")
        }
        Console.message("signed by \(account.address)")
    }

    private func isSigned(by account: AccountID) throws(Failure) -> Bool {
        guard let message else {
            guard signature == nil else { throw Failure(.usage, "--signature needs --message") }
            let input = try argument.input()
            if let response = input.response {
                Console.message("hash      \(response.hash.hex) (the response does not include the transaction)")
            }
            return try SignatureCheck.isSigned(input, by: account, network.choice)
        }
        guard let signature, !argument.isGiven else {
            throw Failure(.usage, "--message needs --signature, and cannot be combined with a transaction")
        }
        return try SignatureCheck.isSigned(message: message, signature, by: account)
    }
}
