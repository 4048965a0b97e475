// SPDX-License-Identifier: Apache-2.0

import Codec
package import Handoff
import Journal
package import Stellar

/// A transfer through Meso's ramp, from the page's messages to what is recorded and what the page has to do.
///
/// Pure: it has no clock and no connection. Its state follows from its records alone, so that a session that was killed
/// goes on from the journal. Only the signature of a response that no page has taken yet is lost with the program: the
/// request is still open then, and the response can be scanned again.
package struct RampSession: Sendable {
    /// How long a request stays open, seconds. How long Meso waits is not documented.
    package static let lifetime: UInt64 = 30 * 60
    /// Messages that change nothing are recorded up to this number.
    static let noiseLimit = 500
    static let requestLimit = 100
    static let transferLimit = 20

    package let configuration: RampConfiguration
    package let frame: RampFrame
    let makeID: @Sendable () -> RequestID

    /// The page that counts; nil when none is there.
    package internal(set) var page: String?
    /// The one request that waits for a response.
    package internal(set) var request: RampRequest?
    /// Whether the frame that is there waits for the reply: after a reload it has to ask again.
    package internal(set) var isAsked = false
    /// The transfers in the order in which the frame named them.
    package internal(set) var transfers: [RampTransfer] = []
    package internal(set) var events: [RampEvent] = []
    /// The last error that the frame reported.
    package internal(set) var lastError: String?
    /// The last payment that the frame asked for, which nobody makes.
    package internal(set) var payout: RampPayout?
    package internal(set) var isOnboarding = false
    package internal(set) var isEnded = false
    /// How many messages were recorded as ignored.
    package internal(set) var ignored = 0
    /// How many records there are.
    package internal(set) var count = 0
    var noise = 0
    var requests = 0
    var seen: Set<RampUpdate> = []
    var closed: Set<RequestID> = []
    /// The valid signature of the open request, for a frame that does not wait for it at the moment.
    var heldSignature: String?
    /// The last request that was replied to, which a frame on a later page may ask for again.
    var answered: Answered?

    struct Answered {
        let request: RampRequest
        /// The page that had to hand the reply to the frame.
        let page: String?
        /// Nil in a session that was killed meanwhile.
        let signature: String?
    }

    /// A session as its records leave it, without a page; a new one without records.
    ///
    /// - Parameter makeID: makes random ids.
    package init(
        _ configuration: RampConfiguration, _ frame: RampFrame, records: [RampRecord] = [],
        makeID: @escaping @Sendable () -> RequestID
    ) {
        self.configuration = configuration
        self.frame = frame
        self.makeID = makeID
        for record in records { apply(record) }
        // The page that the records name belonged to another run.
        page = nil
        isAsked = false
        isOnboarding = false
    }

    /// What is known about the result.
    package var outcome: RampOutcome {
        if transfers.contains(where: { $0.status == .complete }) { return .complete }
        if let last = transfers.last, last.status == .declined { return .declined }
        return isEnded ? .unknown : .pending
    }

    // MARK: the page

    /// A page of the session was loaded, or loaded again. Another page that is still open no longer counts.
    package mutating func open(page: String, at now: Timestamp) -> RampReaction {
        guard !isEnded else { return RampReaction(commands: [.done]) }
        var reaction = expire(at: now)
        record(.opened, [("page", .string(page))], &reaction, at: now)
        return reaction
    }

    /// A page of the session went away.
    package mutating func leave(page: String, at now: Timestamp) -> RampReaction {
        var reaction = RampReaction()
        guard !isEnded, page == self.page else { return reaction }
        record(.gone, [], &reaction, at: now)
        return reaction
    }

    /// Ends what is over by time.
    package mutating func tick(at now: Timestamp) -> RampReaction { expire(at: now) }

    /// The user ends the session.
    package mutating func end(at now: Timestamp) -> RampReaction {
        guard !isEnded else { return RampReaction() }
        var reaction = refuse("the user ended the session", at: now)
        record(.ended, [("reason", "user")], &reaction, at: now)
        reaction.commands += [.remove, .done]
        return reaction
    }

    // MARK: the open request

    /// Whether a request of the session had this id, and is over.
    package func hasClosed(_ id: RequestID) -> Bool { closed.contains(id) }

    /// A response of the signer to the open request.
    ///
    /// - Throws: why it does not count; the request stays open.
    package mutating func respond(_ response: RampResponse, at now: Timestamp) throws(RampResponseError) -> RampReaction
    {
        guard let request else { throw closed.contains(response.id) ? .over : .noRequest }
        guard !closed.contains(response.id) else { throw .over }
        try response.check(against: request)
        guard !request.isExpired(at: now) else { throw .expired }
        var reaction = RampReaction()
        if heldSignature == nil { record(.signed, [("id", .string(request.id.text))], &reaction, at: now) }
        heldSignature = response.text
        reply(&reaction, at: now)
        return reaction
    }

    /// The user or the signer refuses the open request: the frame is told that there is no signature.
    ///
    /// - Parameter reason: for the record.
    package mutating func refuse(_ reason: String, at now: Timestamp) -> RampReaction {
        var reaction = expire(at: now)
        close(.refused, reason, &reaction, at: now)
        return reaction
    }

    /// Closes the open request without a signature, and tells a frame that waits for it.
    mutating func close(
        _ kind: RampRecord.Kind, _ reason: String, _ reaction: inout RampReaction, at now: Timestamp
    ) {
        guard let request else { return }
        if isAsked, kind != .voided { reaction.commands.append(.post(.returnSignedMessage(nil))) }
        record(kind, [("id", .string(request.id.text)), ("reason", .string(reason))], &reaction, at: now)
    }

    /// Hands the signature to a frame that waits for it.
    mutating func reply(_ reaction: inout RampReaction, at now: Timestamp) {
        guard let request, isAsked, let signature = heldSignature else { return }
        reaction.commands.append(.post(.returnSignedMessage(signature)))
        let seconds = now.seconds - min(now.seconds, request.created.seconds)
        record(.replied, [("id", .string(request.id.text)), ("seconds", .integer(seconds))], &reaction, at: now)
    }

    private mutating func expire(at now: Timestamp) -> RampReaction {
        var reaction = RampReaction()
        guard let request, request.isExpired(at: now) else { return reaction }
        close(.expired, "no response within \(Self.lifetime / 60) minutes", &reaction, at: now)
        return reaction
    }
}

package typealias RampReaction = PageReaction<RampRecord>

/// The session as the flow of an interactive page.
extension RampSession: InteractiveFlow {
    package var container: PageContainer {
        .frame(url: frame.url, origin: frame.origin, look: configuration.presentation.rawValue)
    }

    package mutating func take(_ event: PageEvent, from page: String, at now: Timestamp) -> RampReaction {
        switch event {
        case .open: open(page: page, at: now)
        case .leave: leave(page: page, at: now)
        case .message(let raw, let origin, let source):
            receive(PagePost(page: page, raw: raw, origin: origin, source: source), at: now)
        case .tick, .windowClosed: tick(at: now)
        }
    }
}

extension PageCommand {
    static func post(_ message: RampMessage) -> PageCommand { .send(message.json) }
}
