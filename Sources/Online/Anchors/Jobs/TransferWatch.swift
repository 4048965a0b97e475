// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Journal
package import Stellar

/// Follows one transfer until it ends.
package struct TransferWatch {
    package enum Event: Sendable {
        /// The state for people, with what the user has to do; at first, and whenever the status differs from the one
        /// before.
        case state([Wording])
        /// The server is temporarily unavailable, for this reason, and is asked again.
        case unavailable(AnchorError)
        /// The journal could not note the status. The anchor can be asked again.
        case notRecorded(Failure)
    }

    /// Seconds between two requests.
    package static let interval: UInt32 = 5

    private let session: AnchorSession
    private let server: TransferServer
    private let token: AccessToken
    private let code: String?
    private let begun = ContinuousClock.now
    /// The latest state.
    package private(set) var transfer: Transfer

    /// Fetches the transfer that the user names by the anchor's id, or by its number on this machine.
    ///
    /// - Parameters:
    ///   - mayBeNumber: whether the text may be a number on this machine: it is as the user typed it.
    ///   - kind: the kind that is meant, where an anchor gave a deposit and a withdrawal one id.
    ///   - code: the asset's code; nil if it is not known.
    ///   - wanted: nil for the protocol that knows it.
    package init(
        _ session: AnchorSession, named text: String, mayBeNumber: Bool, _ kind: TransferKind? = nil,
        code: String? = nil, by wanted: TransferProtocol?, token: AccessToken
    ) throws(TransferError) {
        self.code = code
        self.session = session
        self.token = token
        (transfer, server) = try session.transfer(
            named: text, mayBeNumber: mayBeNumber, kind, code: code, by: wanted, token: token)
    }

    /// Follows the transfer until it ends, or the time is over, and records its status for the list of transfers begun
    /// on this machine.
    ///
    /// - Parameters:
    ///   - seconds: how long, from the first request; 0 only shows the state.
    ///   - interval: seconds between two requests.
    ///   - pause: waits for so many seconds.
    /// - Throws: the anchor's errors, unless the server is only unavailable.
    package mutating func run(
        seconds: UInt32, every interval: UInt32, pause: (UInt64) -> Void, events: (Event) -> Void
    ) throws(TransferError) {
        let end = begun + .seconds(seconds)
        events(.state(lines))
        while !isOver {
            let rest = end - ContinuousClock.now
            guard rest > .zero else { break }
            // Do not wait past the end; whole seconds, rounded up.
            pause(min(UInt64(interval), UInt64(rest.components.seconds) + 1))
            try observe(events)
        }
        do throws(Failure) { try record() } catch { events(.notRecorded(error)) }
    }

    private mutating func observe(_ events: (Event) -> Void) throws(TransferError) {
        let before = transfer.status
        do throws(AnchorError) {
            transfer = try server.transfer(
                id: transfer.id, kind: transfer.kind, code: code, account: session.client?.account.address ?? "",
                token: token)
        } catch {
            guard error.isAbsence else { throw .anchor(error) }
            return events(.unavailable(error))
        }
        if transfer.status != before { events(.state(lines)) }
    }

    /// The current state for people, with what the user has to do; escaped.
    var lines: [Wording] {
        var lines: [Wording] = ["\(TerminalText.escape(transfer.status.rawValue)): \(transfer.meaning)"]
        if !transfer.requiredFields.isEmpty {
            lines.append("  it wants: \(TerminalText.escape(transfer.requiredFields.joined(separator: ", ")))")
        }
        if let next {
            lines.append("next: \(step: next)")
        }
        if transfer.status == .incomplete, let page = transfer.text("more_info_url") {
            lines.append("  \(TerminalText.escape(page))")
        }
        return lines
    }

    var isOver: Bool { transfer.status.isFinal }

    // A journal that cannot be read does not end the watch: the anchor's id works as well.
    private var next: NextStep? { session.next(for: transfer, try? session.record(of: transfer)) }

    /// The failure with which a watch ends here; nil after a transfer that is completed or refunded.
    package var failure: Failure? {
        let id = TerminalText.escape(transfer.id)
        switch transfer.status {
        case .completed, .refunded: return nil
        case let status where status.isFinal:
            return Failure(.refusedByLedger, "the transfer \(id) ended as \(status.rawValue)")
        default:
            return Failure(
                .unknownYet, "the transfer \(id) is still \(TerminalText.escape(transfer.status.rawValue))",
                hint: "to continue, watch the transfer again")
        }
    }

    private func record() throws(Failure) {
        guard let journal = try session.settings.journals.openExisting() else { return }
        do throws(JournalError) {
            let known = try journal.transfer(
                network: session.network, homeDomain: session.domain.text, id: transfer.id, kind: transfer.kind)
            guard var record = known, record.status != transfer.status else { return }
            record.status = transfer.status
            _ = try journal.update(record, before: .begun)
        } catch {
            throw Failure(error)
        }
    }
}

extension Transfer {
    /// The kind; a deposit if the anchor does not say.
    package var knownKind: TransferKind { kind ?? .deposit }

    /// What the status means and what to do next.
    package var meaning: String { status.meaning(of: knownKind) ?? "a status that no SEP names" }
}
