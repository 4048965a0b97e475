// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

struct LookupPayments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Payments to and from an account, the latest first.",
        discussion: "Example: coldstar-build lookup payments --network testnet G... --limit 20")

    @Argument(help: "G... or M...")
    var account: String

    @Option(help: "How many, 1 to 200.")
    var limit: String = "20"

    @Option(help: "Go on behind this paging token.")
    var cursor: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try Arguments.account(account, "the account").account
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        guard (1...200).contains(limit) else { throw Failure(.usage, "--limit: from 1 to 200") }
        let records: [PaymentRecord]
        do {
            records = try options.view().client.payments(of: id, limit: limit, cursor: cursor)
        } catch let error as HorizonError {
            if case .notFound = error { throw Failure(.badInput, "the account \(id.address) was never seen") }
            throw Failure(error)
        }
        try options.print(
            .array(records.map { entry($0, id) }), records.isEmpty ? ["no payments"] : records.map { line($0, id) })
    }

    private func entry(_ record: PaymentRecord, _ id: AccountID) -> JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        return [
            "type": .string(record.type), "direction": optional(record.direction(for: id)?.rawValue),
            "successful": .bool(record.isSuccessful), "asset": optional(record.asset?.text),
            "amount": optional(record.amount?.fixedText), "from": optional(record.from?.address),
            "to": optional(record.to?.address), "date": .string(record.createdAt.rfc3339),
            "hash": .string(record.transactionHash.hex), "cursor": .string(record.pagingToken),
        ]
    }

    private func line(_ record: PaymentRecord, _ id: AccountID) -> String {
        let direction = record.direction(for: id)
        let sign =
            switch direction {
            case .received: "received"
            case .sent: "sent"
            case .own: "to itself"
            case nil: TerminalText.escape(record.type)
            }
        let other = (direction == .sent ? record.to : record.from)?.address ?? ""
        let amount = [record.amount?.text, record.asset?.code].compactMap { $0 }.joined(separator: " ")
        return "\(record.createdAt.utc)  \(sign)  \(amount)  \(direction == .sent ? "to" : "from") \(other)"
            + (record.isSuccessful ? "" : "  (failed)")
    }
}
