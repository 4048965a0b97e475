// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CurlHTTP
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter
import TextCodec

struct AnchorWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Follow a deposit or withdrawal until it ends.",
        discussion: """
            Example: coldstar-submit anchor watch 3
            Each change is told as it comes, with what is expected from you. Nothing depends on the watching: it can be ended and
            begun again at any time.
            Exit codes: 0 completed or refunded; 1 it failed or expired; 75 the time ran out first.
            """)

    @Argument(help: "Its number on this machine; or the id that the anchor gave it, with --home-domain and --account.")
    var id: String

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default whichever knows it.")
    var wanted: TransferProtocol?

    @Option(help: "Seconds to watch.")
    var timeout: String = "600"

    @Option(help: "Seconds between two questions, from 1.")
    var interval: String = "5"

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        let timeout = try Arguments.number(timeout, "--timeout", as: UInt32.self)
        let interval = max(1, try Arguments.number(interval, "--interval", as: UInt32.self))
        let (session, id) = try options.session(ofTransfer: id)
        let token = try session.token()
        let pacing = SystemMonotonicClock()
        let begun = ContinuousClock.now
        var told: String?
        let last = try options.asking(session) { () -> Transfer in
            let found = try session.transfer(
                named: id, mayBeNumber: options.homeDomain != nil, by: wanted, token: token, home: options.home)
            var transfer = found.transfer
            while true {
                if told != transfer.statusText {
                    told = transfer.statusText
                    say(transfer, session)
                }
                let rest = Duration.seconds(timeout) - (ContinuousClock.now - begun)
                guard transfer.status?.isFinal != true, rest > .zero else { return transfer }
                // Do not sleep past the end; whole seconds, rounded up.
                pacing.sleep(min(UInt64(interval), UInt64(rest.components.seconds) + 1))
                transfer = try again(transfer, found.server, token)
            }
        }
        try options.print(last.document, last.lines)
        do throws(Failure) { try note(last, session) } catch {
            // The status was the requested result, and the anchor can be asked again.
            Console.warn("the journal could not note this", error)
        }
        switch last.status {
        case .completed, .refunded: return
        case let status? where status.isFinal:
            throw Failure(.refusedByLedger, "the transfer \(TerminalText.escape(last.id)) ended as \(status.rawValue)")
        default:
            throw Failure(
                .unknownYet,
                "the transfer \(TerminalText.escape(last.id)) is still \(TerminalText.escape(last.statusText))",
                hint: "run the same command again to go on watching")
        }
    }

    /// Records the transfer's status, for the list of transfers begun on this machine.
    private func note(_ transfer: Transfer, _ session: AnchorSession) throws(Failure) {
        guard try OnlineJournal.existing(options.home) != nil else { return }
        let journal = try OnlineJournal.open(options.home).store
        do throws(JournalError) {
            let known = try journal.transfer(
                network: session.network.passphrase, homeDomain: session.domain.text, id: transfer.id)
            guard var record = known, record.status != transfer.statusText else { return }
            record.status = transfer.statusText
            _ = try journal.update(record, before: .begun)
        } catch {
            throw Failure(error)
        }
    }

    /// Fetches the transfer again; a server that is temporarily unavailable does not end the watch.
    private func again(
        _ transfer: Transfer, _ server: TransferServer, _ token: AccessToken
    ) throws(AnchorError) -> Transfer {
        do throws(AnchorError) { return try server.transfer(id: transfer.id, token: token) } catch {
            guard error.isAbsence else { throw error }
            Console.say("\(error.message); asking again")
            return transfer
        }
    }

    private func say(_ transfer: Transfer, _ session: AnchorSession) {
        let kind = transfer.kind ?? .deposit
        Console.say(
            "\(TerminalText.escape(transfer.statusText)): \(transfer.status?.meaning(of: kind) ?? "a status that no SEP names")"
        )
        if !transfer.requiredFields.isEmpty {
            Console.say("  it wants: \(TerminalText.escape(transfer.requiredFields.joined(separator: ", ")))")
        }
        if transfer.status == .pendingUserTransferStart, kind == .withdrawal {
            // A journal that cannot be read does not end the watch: the anchor's id works as well.
            let record = try? session.record(of: transfer, options.home)
            Console.say("next: \(session.paying(transfer.id, record))")
        }
        if transfer.status == .incomplete, let page = transfer.text("more_info_url") {
            Console.say("  \(TerminalText.escape(page))")
        }
    }
}
