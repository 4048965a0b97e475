// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Journal
import Stellar
import Terminal

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
            AnchorForget.self,
            AnchorTransaction.self, AnchorTransactions.self, AnchorWatch.self, AnchorCustomer.self, AnchorFee.self,
            AnchorPrices.self, AnchorPrice.self,
            AnchorQuote.self,
        ])

    /// Which of two transfers is meant, where an anchor gave a deposit and a withdrawal one id.
    struct KindOptions: ParsableArguments {
        @Option(help: "deposit or withdrawal, where the anchor has both with this id.")
        var kind: TransferKind?

        @Option(help: "The transfer's asset, a code; with --kind, to look for it in the anchor's list.")
        var asset: String?
    }

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

        @OptionGroup var network: AnchorNetworkOptions
        @OptionGroup var horizon: HorizonOptions
        @OptionGroup var rpc: RPCOptions
        @OptionGroup var home: HomeOptions
        @OptionGroup var clock: NowOption

        func session() throws(Failure) -> AnchorSession {
            return try AnchorSession(
                homeDomain: try Settings.homeDomain(homeDomain, on: network),
                account: try Settings.shownAccount(account, option: "--account"), memo: memoId,
                network: try network.required(), horizon: horizon, rpc: rpc, home: home, clock: clock)
        }

        /// The anchor of a transfer, and the transfer's id there. Without `--home-domain` both come from the journal,
        /// whose record is returned, too.
        ///
        /// - Parameter text: the transfer's number on this machine, or the anchor's id.
        func session(
            ofTransfer text: String
        ) throws(Failure) -> (session: AnchorSession, id: String, record: RecordedTransfer?) {
            guard homeDomain == nil else { return (try session(), text, nil) }
            let record = try LocalTransfer.find(text, in: try home.online())
            let session = try AnchorSession(
                of: record, account: account, network: try network.choice, horizon: horizon, rpc: rpc, home: home,
                clock: clock)
            return (session, try record.requiredID(), record)
        }

        var output: AnchorOutput { AnchorOutput(json: json) }

        /// Asks the anchor of the options a question, and prints its answer.
        func report(_ ask: (AnchorSession) throws(TransferError) -> AnchorReport) throws(Failure) {
            try report(in: try session(), ask)
        }

        /// Asks an anchor a question, and prints its answer.
        func report(
            in session: AnchorSession, _ ask: (AnchorSession) throws(TransferError) -> AnchorReport
        ) throws(Failure) {
            try output.asking(session) { try output.put(try ask(session)) }
        }
    }
}

struct AnchorInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "What an anchor offers for which assets.",
        discussion: "Example: coldstar-submit anchor info --home-domain example.com -n public")

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default both.")
    var wanted: TransferProtocol?

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        try options.report { session throws(TransferError) in try session.offers(by: wanted) }
    }
}
