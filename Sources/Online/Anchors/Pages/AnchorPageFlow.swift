// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar

/// An anchor's page in a window that a page of ours opened, and what it says to that page.
///
/// Nobody signs what it says, so that nothing of it is believed: it is a reason to ask the anchor now, and not at the
/// next turn.
///
/// - Source: SEP-24 §Adding parameters to the URL.
package struct AnchorPageFlow: InteractiveFlow {
    package struct Record: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case opened, left
            /// The anchor's page says that the transfer has changed.
            case hint
            case closed
            /// A message without effect.
            case ignored
        }

        package let time: Timestamp
        package let kind: Kind
        /// As it was said, and bounded: a server's text.
        package let detail: String

        /// Whether the anchor has to be asked.
        package var asksAnchor: Bool { kind == .hint || kind == .closed }
    }

    /// The most messages that are recorded. Hints count without a record too.
    static let recordLimit = 100
    private static let longestDetail = 128
    private static let longestMessage = 64 << 10

    package private(set) var container: PageContainer
    private let transferID: String
    package private(set) var page: String?
    package private(set) var records: [Record] = []
    package private(set) var isEnded = false

    /// - Parameters:
    ///   - url: the page that the anchor named. It is told that it may post messages.
    ///   - transferID: the anchor's.
    package init(_ url: HTTPURL, transferID: String) {
        container = Self.container(url)
        self.transferID = transferID
    }

    /// The anchor names another address now, such as one with a new token.
    package mutating func move(to url: HTTPURL) { container = Self.container(url) }

    private static func container(_ url: HTTPURL) -> PageContainer {
        let host = url.host.utf8.contains(UInt8(ascii: ":")) ? "[\(url.host)]" : url.host
        return .window(
            url: url.adding(query: [("callback", "postMessage"), ("on_change_callback", "postMessage")]).text,
            origin: WebOrigin(scheme: url.scheme.rawValue, host: host, port: url.port))
    }

    package mutating func take(
        _ event: PageEvent, from page: String, at now: Timestamp
    ) -> PageReaction<Record> {
        switch event {
        case .open:
            self.page = page
            return note(.opened, "", at: now)
        case .leave where page == self.page:
            self.page = nil
            return note(.left, "", at: now)
        case .windowClosed where page == self.page: return note(.closed, "", at: now)
        case .message(let raw, let origin, let source):
            guard page == self.page else { return note(.ignored, "another page was opened since", at: now) }
            guard origin == container.origin.text, source == .window else {
                return note(.ignored, "from \(origin), not from the anchor's window", at: now)
            }
            switch Self.status(in: raw, of: transferID) {
            case .success(let status): return note(.hint, status, at: now)
            case .failure(let fault): return note(.ignored, fault.reason, at: now)
            }
        case .leave, .windowClosed, .tick: return PageReaction()
        }
    }

    private struct StatusError: Error { let reason: String }

    /// The status that a message states.
    private static func status(in raw: String, of id: String) -> Result<String, StatusError> {
        guard raw.utf8.count <= longestMessage, let document = try? JSON(parsing: Array(raw.utf8)),
            let transaction = document["transaction"], let status = transaction["status"]?.asString
        else { return .failure(StatusError(reason: "not a transaction of SEP-24")) }
        guard transaction["id"]?.asString == id else {
            return .failure(StatusError(reason: "about another transaction"))
        }
        return .success(status)
    }

    private mutating func note(_ kind: Record.Kind, _ detail: String, at now: Timestamp) -> PageReaction<Record> {
        let bounded =
            detail.utf8.count <= Self.longestDetail
            ? detail : String(decoding: detail.utf8.prefix(Self.longestDetail), as: UTF8.self) + "..."
        let record = Record(time: now, kind: kind, detail: bounded)
        if records.count < Self.recordLimit { records.append(record) }
        var reaction = PageReaction<Record>()
        reaction.records = [record]
        return reaction
    }
}

/// What follows from an event. The records are kept before the page gets the commands.
package struct PageReaction<Record: Hashable & Sendable>: Hashable, Sendable {
    package var records: [Record] = []
    package var commands: [PageCommand] = []

    package init(commands: [PageCommand] = []) { self.commands = commands }

    package var isEmpty: Bool { records.isEmpty && commands.isEmpty }
}

/// What the script of an interactive page reports.
package enum PageEvent: Hashable, Sendable {
    /// The page was loaded, or loaded again.
    case open
    /// It goes away.
    case leave
    case message(raw: String, origin: String, source: PagePost.Source)
    /// The window that it opened was closed, or no longer lets itself be seen.
    case windowClosed
    /// Time has passed.
    case tick
}

/// What the page's script has to do.
package enum PageCommand: Hashable, Sendable {
    /// Post this message to the frame, at exactly its origin.
    case send(JSON)
    /// Hide the frame: what it does goes on without the user.
    case hide
    /// Remove the frame.
    case remove
    /// Open a second frame at this address, for an onboarding.
    case openOnboarding(url: String)
    case closeOnboarding
    /// Stop forwarding messages.
    case done

    package var json: JSON {
        switch self {
        case .send(let message): ["command": "post", "message": message]
        case .hide: ["command": "hide"]
        case .remove: ["command": "remove"]
        case .openOnboarding(let url): ["command": "open-onboarding", "url": .string(url)]
        case .closeOnboarding: ["command": "close-onboarding"]
        case .done: ["command": "done"]
        }
    }
}
