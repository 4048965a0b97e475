// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
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

    @Option(help: "Go on behind this paging token.")
    var cursor: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        guard (1...200).contains(limit) else { throw Failure(.usage, "--limit: from 1 to 200") }
        let records: [PaymentRecord]
        do {
            records = try options.view().client.payments(of: id, limit: limit, cursor: cursor)
        } catch let error as HorizonError {
            if case .notFound = error { throw Failure(.badInput, "the account \(id.address) was never seen") }
            throw Failure(error)
        }
        let names = try Contacts(options.home).names()
        try options.print(
            ["payments": .array(records.map { entry($0, id, names) })],
            records.isEmpty ? ["no payments"] : table(records, id, names))
    }

    private func entry(_ record: PaymentRecord, _ id: AccountID, _ names: [AccountID: String]) -> JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        let other = Self.counterparty(record, id)
        return [
            "type": .string(record.type), "direction": optional(record.direction(for: id)?.rawValue),
            "successful": .bool(record.isSuccessful), "asset": optional(record.asset?.text),
            "amount": optional(record.amount?.fixedText), "source_asset": optional(record.givenAsset?.text),
            "source_amount": optional(record.givenAmount?.fixedText), "from": optional(record.from?.address),
            "to": optional(record.to?.address), "counterparty": optional(other?.address),
            "contact": optional(other.flatMap { names[$0] }), "date": .string(record.createdAt.rfc3339),
            "hash": .string(record.transactionHash.hex), "cursor": .string(record.pagingToken),
        ]
    }

    /// The account on the other side of the payment.
    private static func counterparty(_ record: PaymentRecord, _ id: AccountID) -> AccountID? {
        record.direction(for: id) == .sent ? record.to : record.from
    }

    /// The side of a path payment that the account itself does not see.
    private static func otherSide(_ record: PaymentRecord, isGiven: Bool) -> String {
        func words(_ amount: Amount?, _ asset: Asset?) -> String { "\(amount?.text ?? "?") \(asset?.code ?? "?")" }
        return isGiven
            ? "received as \(words(record.amount, record.asset))"
            : "sent as \(words(record.givenAmount, record.givenAsset))"
    }

    private func table(_ records: [PaymentRecord], _ id: AccountID, _ names: [AccountID: String]) -> [String] {
        TextTable.lines(
            records.map { record -> [String] in
                let direction = record.direction(for: id)
                let way =
                    switch direction {
                    case .received: "received"
                    case .sent: "sent"
                    case .own: "to itself"
                    case nil: TerminalText.escape(record.type)
                    }
                let other = Self.counterparty(record, id)
                let name = other.flatMap { names[$0] }.map { $0 + " " } ?? ""
                // For an exchange, the account's own side comes first.
                let isGiven = direction == .sent || direction == .own
                let own = isGiven ? (record.givenAmount, record.givenAsset) : (record.amount, record.asset)
                return [
                    record.createdAt.utc, way, own.0?.text ?? "", own.1?.code ?? "",
                    direction == .sent ? "to" : "from", name + (other?.address ?? ""),
                    record.isExchanged ? Self.otherSide(record, isGiven: isGiven) : "",
                    record.isSuccessful ? "" : "(failed)",
                ]
            }, rightAligned: [2])
    }
}
