// SPDX-License-Identifier: Apache-2.0

import AccountWatch
import AddressBook
import ArgumentParser
import Building
import Faults
import Handoff
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupPayments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Payments to and from an account, the latest first.",
        discussion: "Example: coldstar-build lookup payments --network testnet G... --limit 20")

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @Option(help: "How many, 1 to 200.")
    var limit: String = "20"

    @Option(help: "Continue after this paging token.")
    var cursor: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        guard (1...200).contains(limit) else { throw Failure(.usage, "--limit: from 1 to 200") }
        let payments = try AccountPayment.all(of: id, limit: limit, cursor: cursor, by: try options.view().client)
        let names = try Contacts(options.home).names()
        try options.print(
            ["payments": .array(payments.map { $0.json(names, isWhole: true) })],
            payments.isEmpty
                ? ["no payments"] : TextTable.lines(payments.map { $0.cells(names) }, rightAligned: [2]))
    }
}

extension AccountPayment {
    fileprivate func cells(_ names: [AccountID: String]) -> [String] {
        // For an exchange, the account's own side comes first.
        let own = isGiven ? (record.givenAmount, record.givenAsset) : (record.amount, record.asset)
        return [record.createdAt.utc, directionText, own.0?.text ?? "", own.1?.code ?? ""] + counterpartyCells(names)
            + [record.isExchanged ? otherSide : "", record.isSuccessful ? "" : "(failed)"]
    }

    /// The side of a path payment that the account itself does not see.
    private var otherSide: String {
        func words(_ amount: Amount?, _ asset: Asset?) -> String { "\(amount?.text ?? "?") \(asset?.code ?? "?")" }
        return isGiven
            ? "received as \(words(record.amount, record.asset))"
            : "sent as \(words(record.givenAmount, record.givenAsset))"
    }
}
