// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import Transfers

/// `anchor`: deposits, withdrawals, customer data and quotes with an anchor.
struct ManageAnchor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchor", abstract: "Deal with an anchor: deposits, withdrawals, customer data, quotes.",
        discussion: """
            Most of it needs a login first: coldstar-build challenge, coldstar-sign sign, coldstar-submit auth.
            Exit codes: 0 done; 1 the anchor refused, or wants customer data first; 75 a watch ran out; 76 the anchor broke its
            protocol; 77 there is no login.
            """,
        subcommands: [
            AnchorInfo.self, AnchorDeposit.self, AnchorWithdraw.self, AnchorResume.self, AnchorTransfers.self,
            AnchorTransaction.self, AnchorTransactions.self, AnchorWatch.self, AnchorCustomer.self, AnchorFee.self,
            AnchorPrices.self, AnchorPrice.self,
            AnchorQuote.self,
        ])

    /// Options of all `anchor` commands.
    struct Options: ParsableArguments {
        @Option(
            help:
                "The anchor's domain, for example example.com; the journal knows it of a transfer that was begun here.")
        var homeDomain: String?

        @Option(
            help: "Who is logged in: G..., M..., a contact's name or a federation name.",
            completion: Completion.accounts)
        var account: String?

        @Option(help: "The number of a user of a shared account, as at the login.")
        var memoId: String?

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var horizon: HorizonOptions
        @OptionGroup var home: HomeOptions
        @OptionGroup var clock: NowOption

        func session() throws(Failure) -> AnchorSession {
            guard let homeDomain else {
                throw Failure(
                    .usage, "--home-domain is missing", hint: "give the anchor's domain: --home-domain example.com")
            }
            return try AnchorSession(
                homeDomain: homeDomain, account: account, memo: memoId, network: try network.required(),
                horizon: horizon, home: home, clock: clock)
        }

        /// The anchor of a transfer, and the transfer's id there. Without `--home-domain` both come from the journal.
        ///
        /// - Parameter text: the transfer's number on this machine, or the anchor's id.
        func session(ofTransfer text: String) throws(Failure) -> (session: AnchorSession, id: String) {
            guard homeDomain == nil else { return (try session(), text) }
            let record = try LocalTransfer.find(text, in: try home.online())
            let session = try AnchorSession(
                of: record, account: account, network: network, horizon: horizon, home: home, clock: clock)
            return (session, try record.requiredID())
        }

        /// Asks the anchor and turns its errors into the command's, with the details that programs need.
        ///
        /// - Parameter type: the purpose of customer data, as `customer put --type` takes it.
        func asking<Answer>(
            _ session: AnchorSession, type: String? = nil, _ ask: () throws -> Answer
        ) throws -> Answer {
            try Self.asking(session, type: type, json: json, ask)
        }

        static func asking<Answer>(
            _ session: AnchorSession, type: String?, json: Bool, _ ask: () throws -> Answer
        ) throws -> Answer {
            do { return try ask() } catch {
                let reason: AnchorError
                switch error {
                case let error as AnchorError: reason = error
                case TransferError.anchor(let error): reason = error
                default: throw Failure(any: error)
                }
                if json { try explain(reason) }
                throw Failure(reason, session, type: type)
            }
        }

        private static func explain(_ error: AnchorError) throws(Failure) {
            switch error {
            case .customerInfoNeeded(_, let fields):
                let document: JSON = [
                    "status": "customer_info_needed", "fields": .array(fields.map { .string($0) }),
                ]
                try Console.put(document: document)
            case .customerStatus(_, let status, let more):
                let document: JSON = [
                    "status": .string("customer_info_\(status)"), "more_info_url": more.map { .string($0) } ?? .null,
                ]
                try Console.put(document: document)
            default: break
            }
        }

        /// Prints the document, or the lines for people, on standard output.
        func print(_ document: JSON, _ lines: [String]) throws(Failure) {
            try Self.print(json: json, document, lines)
        }

        static func print(json: Bool, _ document: JSON, _ lines: [String]) throws(Failure) {
            guard json else { return try Console.put(line: lines.joined(separator: "\n")) }
            try Console.put(document: document)
        }
    }
}

extension TransferProtocol: ExpressibleByArgument {}

extension TransferKind: ExpressibleByArgument {
    /// Parses the kind on the command line: the protocols use both `withdraw` and `withdrawal`.
    package init?(argument: String) {
        switch argument {
        case "deposit": self = .deposit
        case "withdraw", "withdrawal": self = .withdrawal
        default: return nil
        }
    }
}

/// Names and values in two columns, for people. All values are escaped, because they come from a server.
enum Facts {
    private static let widest = 40

    static func lines(_ facts: [(name: String, value: String?)]) -> [String] {
        let present = facts.compactMap { fact in
            fact.value.map { (TextTable.cut(TerminalText.escape(fact.name)), $0) }
        }
        // A long name, which an anchor may send, does not widen the column.
        let width = present.map(\.0.utf8.count).filter { $0 <= widest }.max() ?? 0
        return present.map { name, value in
            name + String(repeating: " ", count: max(0, width - name.utf8.count) + 2) + TerminalText.escape(value)
        }
    }
}
