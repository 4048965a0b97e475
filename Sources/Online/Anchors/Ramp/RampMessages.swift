// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
package import Stellar

/// The messages of the page.
extension RampSession {
    private static let longestText = 500
    private static let longestName = 128

    /// A message that arrived in a page. Only one from the frame's origin **and** its window, in the page that was
    /// opened last, counts.
    package mutating func receive(_ post: PagePost, at now: Timestamp) -> RampReaction {
        guard !isEnded else { return RampReaction() }
        var reaction = tick(at: now)
        guard post.page == page else {
            ignore(post, "another page of the session was opened since", &reaction, at: now)
            return reaction
        }
        guard post.origin == frame.origin.text, [.frame, .onboarding].contains(post.source) else {
            ignore(post, "not from the frame of the transfer", &reaction, at: now)
            return reaction
        }
        switch RampInbound(raw: post.raw) {
        case .targeted: break
        case .malformed(let fault): ignore(post, fault.message, &reaction, at: now)
        case .message(let message):
            if let reason = handle(message, post, &reaction, at: now) { ignore(post, reason, &reaction, at: now) }
        }
        return reaction
    }

    /// - Returns: why the message does not count; nil if it does.
    private mutating func handle(
        _ message: RampMessage, _ post: PagePost, _ reaction: inout RampReaction, at now: Timestamp
    ) -> String? {
        switch message {
        case .ready: return noteEvent(.ready, nil, &reaction, at: now)
        case .error(let kind, let text): return noteEvent(kind.event, text, &reaction, at: now)
        case .resumeInlineFrame(let end): return resume(end, &reaction, at: now)
        case .requestSignedMessage, .returnSignedMessage, .requestSendTransaction, .transferUpdate, .close,
            .openOnboarding:
            guard post.source == .frame else { return "only the frame of the transfer sends this" }
        }
        switch message {
        case .requestSignedMessage(let text): return ask(text, &reaction, at: now)
        case .transferUpdate(let update): return take(update, &reaction, at: now)
        case .close:
            close(.voided, "Meso closed the transfer", &reaction, at: now)
            record(.event, [("event", .string(RampEvent.close.rawValue))], &reaction, at: now)
            finish("close", removesFrame: true, &reaction, at: now)
            return nil
        case .openOnboarding(let path, let search): return openOnboarding(path, search, &reaction, at: now)
        case .requestSendTransaction(let payout):
            guard noise < Self.noiseLimit else { return nil }
            let detail = [
                ("amount", payout.amount), ("recipient", payout.recipient), ("token", payout.token),
                ("decimals", payout.decimals),
            ]
            record(
                .payout, detail.map { ($0, .string(Self.bounded($1, Self.longestText))) }, &reaction, at: now)
            return nil
        case .ready, .error, .resumeInlineFrame, .returnSignedMessage: return "a frame does not send this"
        }
    }

    // MARK: signatures

    private mutating func ask(_ text: String, _ reaction: inout RampReaction, at now: Timestamp) -> String? {
        let bytes = Array(text.utf8)
        if let request, request.message.bytes == bytes {
            if !isAsked { record(.repeated, [("id", .string(request.id.text))], &reaction, at: now) }
            reply(&reaction, at: now)
            return nil
        }
        // The page went away, perhaps before it had handed the reply to the frame.
        if request == nil, let answered, answered.page != page, answered.request.message.bytes == bytes,
            !answered.request.isExpired(at: now)
        {
            record(.repeated, [("id", .string(answered.request.id.text))], &reaction, at: now)
            reply(&reaction, at: now)
            return nil
        }
        guard requests < Self.requestLimit, let message = message(bytes, expires: Self.end(from: now)) else {
            return "too many requests for a signature"
        }
        close(.voided, "Meso asked for the signature of another message", &reaction, at: now)
        // The signer would refuse it anyway: nobody has to carry it there.
        let fault = message.fault
        // The journal need not keep a longer text.
        let kept = bytes.count > ChainMessage.limit ? Array(bytes.prefix(Self.longestText)) : bytes
        record(
            .requested,
            [
                ("id", .string(makeID().text)), ("hash", .string(message.hash.hex)),
                ("message", .string(Base64.encode(kept))), ("expires", .string(Self.end(from: now).rfc3339)),
            ], &reaction, at: now)
        if let fault { close(.refused, fault.message, &reaction, at: now) }
        return nil
    }

    private static func end(from now: Timestamp) -> Timestamp { now.adding(lifetime) }

    // MARK: transfers

    private mutating func take(_ update: RampUpdate, _ reaction: inout RampReaction, at now: Timestamp) -> String? {
        let texts = [update.id, update.updatedAt, update.networkTransactionID ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= Self.longestName }) else { return "a value is too long" }
        guard !seen.contains(update.identity) else { return nil }
        let known = transfers.first { $0.id == update.id }
        guard known != nil || transfers.count < Self.transferLimit else { return "too many transfers" }
        let isAccepted = known?.status.precedes(update.status) ?? true
        guard isAccepted || noise < Self.noiseLimit else { return nil }
        record(.status, update.detail + [("accepted", .bool(isAccepted))], &reaction, at: now)
        guard isAccepted else { return nil }
        switch update.status {
        case .approved:
            record(.event, [("event", .string(RampEvent.transferApproved.rawValue))], &reaction, at: now)
            if configuration.presentation == .embedded { reaction.commands.append(.hide) }
        case .complete:
            close(.voided, "the transfer is complete", &reaction, at: now)
            record(.event, [("event", .string(RampEvent.transferComplete.rawValue))], &reaction, at: now)
            finish("complete", removesFrame: configuration.presentation == .embedded, &reaction, at: now)
        case .unknown, .executing, .declined: break
        }
        return nil
    }

    // MARK: onboarding

    private mutating func openOnboarding(
        _ path: String, _ search: String?, _ reaction: inout RampReaction, at now: Timestamp
    ) -> String? {
        guard configuration.presentation == .inline else { return "only an inline frame has an onboarding window" }
        guard noise < Self.noiseLimit else { return "too many messages" }
        record(.onboarding, [("action", "open")], &reaction, at: now)
        reaction.commands.append(.openOnboarding(url: frame.onboarding(path: path, search: search)))
        return nil
    }

    private mutating func resume(
        _ end: RampOnboardingEnd, _ reaction: inout RampReaction, at now: Timestamp
    ) -> String? {
        guard isOnboarding else { return "there is no onboarding window" }
        record(.onboarding, [("action", .string(end.rawValue))], &reaction, at: now)
        reaction.commands += [.closeOnboarding, .post(.resumeInlineFrame(end))]
        if end == .terminated {
            record(.event, [("event", .string(RampEvent.transferIncomplete.rawValue))], &reaction, at: now)
        }
        return nil
    }

    // MARK: records

    private mutating func finish(
        _ reason: String, removesFrame: Bool, _ reaction: inout RampReaction, at now: Timestamp
    ) {
        record(.ended, [("reason", .string(reason))], &reaction, at: now)
        if removesFrame { reaction.commands.append(.remove) }
        reaction.commands.append(.done)
    }

    private mutating func noteEvent(
        _ event: RampEvent, _ text: String?, _ reaction: inout RampReaction, at now: Timestamp
    ) -> String? {
        guard noise < Self.noiseLimit else { return nil }
        var detail: [(String, JSON)] = [("event", .string(event.rawValue))]
        if let text { detail.append(("message", .string(Self.bounded(text, Self.longestText)))) }
        record(.event, detail, &reaction, at: now)
        return nil
    }

    private mutating func ignore(
        _ post: PagePost, _ reason: String, _ reaction: inout RampReaction, at now: Timestamp
    ) {
        guard noise < Self.noiseLimit else { return }
        let kind =
            post.raw.utf8.count <= RampMessage.maximumLength
            ? (try? JSON(parsing: Array(post.raw.utf8)))?["kind"]?.asString : nil
        record(
            .ignored,
            [
                ("reason", .string(reason)), ("origin", .string(Self.bounded(post.origin, Self.longestName))),
                ("source", .string(post.source.rawValue)),
                ("kind", kind.map { .string(Self.bounded($0, Self.longestName)) } ?? .null),
            ], &reaction, at: now)
    }

    private static func bounded(_ text: String, _ limit: Int) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "..."
    }
}

extension RampErrorKind {
    var event: RampEvent {
        switch self {
        case .error: .error
        case .configuration: .configurationError
        case .network: .unsupportedNetworkError
        case .asset: .unsupportedAssetError
        }
    }
}
