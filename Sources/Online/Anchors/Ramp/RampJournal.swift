// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
import Stellar

/// The sessions of the ramp in the journal.
package struct RampJournal: Sendable {
    package let book: any RampBook
    private let makeID: @Sendable () -> RequestID

    /// - Parameter makeID: makes random ids.
    package init(
        _ book: any RampBook,
        makeID: @escaping @Sendable () -> RequestID = {
            var generator = SystemRandomNumberGenerator()
            return RequestID(using: &generator)
        }
    ) {
        self.book = book
        self.makeID = makeID
    }

    /// Records a new session.
    package func begin(_ check: RampCheck) throws(Failure) -> RampEntry {
        let recorded = RecordedRampSession(
            id: makeID().text, presentation: check.configuration.presentation.rawValue,
            origin: check.frame.origin.text, configuration: check.configuration.document.text())
        do {
            return RampEntry(
                recorded: try book.add(recorded), records: [],
                session: RampSession(check.configuration, check.frame, makeID: makeID))
        } catch { throw Failure(error) }
    }

    /// A session as its records leave it.
    ///
    /// - Throws: `.noInput` for a number that the journal does not have; `.badInput` for one that cannot be read.
    package func entry(_ number: Int64) throws(Failure) -> RampEntry {
        let recorded: RecordedRampSession?
        do { recorded = try book.rampSession(number: number) } catch { throw Failure(error) }
        guard let recorded else {
            throw Failure(
                .noInput, "the journal holds no ramp session \(number)",
                hint: "to see them: \(step: .submit(.listRampSessions))")
        }
        return try entry(recorded)
    }

    /// The latest sessions, newest first.
    package func entries(limit: Int) throws(Failure) -> [RampEntry] {
        let recorded: [RecordedRampSession]
        do { recorded = try book.rampSessions(limit: limit) } catch { throw Failure(error) }
        var entries: [RampEntry] = []
        for session in recorded { entries.append(try entry(session)) }
        return entries
    }

    /// The session that waits for the signer's response, or that says why it does not any more.
    ///
    /// - Parameter limit: how many of the latest sessions are looked at.
    package func session(
        awaiting response: ChainResponse, limit: Int
    ) throws(Failure) -> (entry: RampEntry, response: RampResponse)? {
        let entries = try entries(limit: limit)
        let entry =
            entries.first { $0.session.request?.id == response.id }
            ?? entries.first { $0.session.hasClosed(response.id) }
        return entry.map { ($0, RampResponse(response)) }
    }

    /// The one session that waits for a device's signature, which may name none; nil if there are several.
    package func session(
        awaiting signature: ChainDeviceSignature, limit: Int
    ) throws(Failure) -> (entry: RampEntry, response: RampResponse)? {
        let fitting = try entries(limit: limit).compactMap { entry in
            entry.session.request.flatMap { RampResponse(signature, to: $0) }.map { (entry: entry, response: $0) }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func entry(_ recorded: RecordedRampSession) throws(Failure) -> RampEntry {
        guard let presentation = RampPresentation(rawValue: recorded.presentation),
            let document = try? JSON(parsing: Array(recorded.configuration.utf8)),
            let configuration = try? RampConfiguration(document, presentation),
            let origin = try? RampOrigin.parse(recorded.origin),
            let frame = try? RampFrame(configuration, origin: origin)
        else {
            throw Failure(.badInput, "the journal's ramp session \(recorded.number) cannot be read")
        }
        let events: [RecordedRampEvent]
        do { events = try book.rampEvents(session: recorded.number) } catch { throw Failure(error) }
        var records: [RampRecord] = []
        for event in events {
            guard let record = RampRecord(event) else {
                throw Failure(.badInput, "the journal's ramp event \(event.number) cannot be read")
            }
            records.append(record)
        }
        return RampEntry(
            recorded: recorded, records: records,
            session: RampSession(configuration, frame, records: records, makeID: makeID))
    }

    /// Lets something happen to a session: what follows is on the disk when this returns, and only then may the page
    /// get its commands.
    ///
    /// - Throws: `.refused` when another program went on with the session; the entry is unchanged then, and has to be
    ///   read again.
    package func advance(
        _ entry: inout RampEntry, _ change: (inout RampSession) throws(Failure) -> RampReaction
    ) throws(Failure) -> [PageCommand] {
        var session = entry.session
        let before = session.count
        let reaction = try change(&session)
        if !reaction.records.isEmpty {
            do {
                try book.append(reaction.records.map(\.stored), to: entry.recorded.number, after: before)
            } catch { throw Failure(error) }
        }
        entry.session = session
        entry.records += reaction.records
        return reaction.commands
    }
}

/// A session of the journal: how it was begun, its records, and its state.
package struct RampEntry: Sendable {
    package let recorded: RecordedRampSession
    package internal(set) var records: [RampRecord]
    package internal(set) var session: RampSession

    package var number: Int64 { recorded.number }
}

extension RampEntry: Presentable {
    /// The document of `ramp status`.
    package var document: JSON {
        let configuration = session.configuration
        return [
            "number": .integer(number), "id": .string(recorded.id), "created": Self.time(recorded.created),
            "outcome": .string(session.outcome.rawValue), "advice": .string(session.outcome.advice),
            "presentation": .string(configuration.presentation.rawValue), "origin": .string(recorded.origin),
            "environment": .string(configuration.environment.rawValue),
            "chain": .string(configuration.network.caip2), "address": .string(configuration.address.text),
            "asset": .string(configuration.destinationAsset.rawValue),
            "transfers": .array(session.transfers.map(\.document)),
            "request": session.request.map { request in
                [
                    "id": .string(request.id.text), "hash": .string(request.message.hash.hex),
                    "expires": request.message.expires.map { .string($0.rfc3339) } ?? .null,
                ]
            } ?? .null,
            "payout": session.payout.map { payout in
                [
                    "amount": .string(payout.amount), "recipient": .string(payout.recipient),
                    "token": .string(payout.token), "decimals": .string(payout.decimals),
                ]
            } ?? .null, "ignored": .integer(session.ignored), "error": session.lastError.map(JSON.string) ?? .null,
            "events": .array(records.map(\.document)),
        ]
    }

    package var text: [TextPart] {
        var parts: [TextPart] = [.item(item)]
        if let request = session.request {
            parts.append(.line("request: \(request.id.text), open until \(request.message.expires?.rfc3339 ?? "")"))
        }
        if let refusal { parts.append(.line(Wording(refusal))) }
        for transfer in session.transfers {
            let place = transfer.networkTransactionID.map { ", transaction \(TerminalText.escape($0))" } ?? ""
            parts.append(.line("transfer \(TerminalText.escape(transfer.id)): \(transfer.status.rawValue)\(place)"))
        }
        if let error = session.lastError { parts.append(.line("last error: \(TerminalText.escape(error))")) }
        return parts + [
            .table(records.map(\.cells), under: ["time", "what", "detail"], ifEmpty: "nothing happened yet")
        ]
    }

    /// Why a payment that the frame asked for was not made; nil if it asked for none.
    package var refusal: String? {
        session.payout.map { payout in
            let amount = TerminalText.escape(payout.amount)
            let place = TerminalText.escape(payout.recipient)
            return
                "nothing was sent: Meso asks for a payment of \(amount) to \(place), and Coldstar signs no transactions of \(session.configuration.network.title)"
        }
    }

    /// The line of `ramp list`.
    package var item: TextItem { item(advising: true) }

    /// - Parameter isAdvising: whether it says what to do, which a page that shows the session does itself.
    package func item(advising isAdvising: Bool) -> TextItem {
        let configuration = session.configuration
        let tone: TextTone =
            switch session.outcome {
            case .complete: .good
            case .pending: .attention
            case .declined, .unknown: .bad
            }
        return TextItem(
            "\(number)", state: session.outcome.rawValue, tone,
            title:
                "\(configuration.destinationAsset.rawValue) on \(configuration.network.title) to \(configuration.address.text)",
            details: isAdvising ? [session.outcome.advice] : [])
    }

    private static func time(_ seconds: Int64) -> JSON {
        seconds < 0 ? .null : .string(Timestamp(UInt64(seconds)).rfc3339)
    }
}

extension RampRecord {
    /// The line of the log for other programs.
    package var document: JSON {
        .object(
            JSONObject(
                [("time", .string(time.rfc3339)), ("event", .string(kind.rawValue)), ("detail", .object(detail))]))
    }

    /// The line of the log for people.
    package var cells: [String] {
        let shown = detail.members.filter { $0.key != "message" || kind == .event }.compactMap { member -> String? in
            switch member.value {
            case .string(let text): "\(member.key) \(TerminalText.escape(text))"
            case .number(let text): "\(member.key) \(text)"
            case .bool(let value): "\(member.key) \(value)"
            case .null, .array, .object: nil
            }
        }
        return [time.rfc3339, kind.rawValue, shown.joined(separator: ", ")]
    }
}
