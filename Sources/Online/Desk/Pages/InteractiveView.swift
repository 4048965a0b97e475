// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Markup

/// What pages have in common that show another server's page: in a frame, or in a window that they open.
extension Desk {
    /// The part of such a page that its script takes over.
    struct InteractiveView {
        /// Where the script's reports go: this path and `/event`.
        let path: String
        let container: String
        let url: Href
        let origin: String
        /// How a frame is placed, for the style sheet.
        let look: String?
        /// Who serves it, in words.
        let name: String

        init(_ container: PageContainer, at path: String, named name: String) {
            self.path = path
            (url, origin, self.name) = (Href(web: container.url), container.origin.text, name)
            switch container {
            case .frame(_, _, let look): (self.container, self.look) = ("frame", look)
            case .window: (self.container, look) = ("window", nil)
            }
        }

        /// - Parameter id: unique on the page.
        func section(_ id: String, _ heading: String, @HTMLBuilder content: () -> HTML) -> HTML {
            card(
                id, heading, .data("interactive", Href(path)), .data("container", container), .data("url", url),
                .data("origin", origin), look.map { .data("look", $0) }, .data("name", name), content: content)
        }
    }

    /// The headers of the one page that shows another server's.
    static func headers(for container: PageContainer) -> [(name: String, value: String)] {
        switch container {
        case .frame(_, let origin, _):
            // The frame learns our origin from the referrer, and nothing more.
            return [
                ("Content-Security-Policy", "\(DeskGuard.contentPolicy); frame-src \(origin.text)"),
                ("Referrer-Policy", "origin"),
                (
                    "Permissions-Policy",
                    "camera=(self), microphone=(), geolocation=(), payment=(self \"\(origin.text)\")"
                ),
            ]
        // Otherwise the window that it opens could not post messages to it.
        case .window: return [("Cross-Origin-Opener-Policy", "same-origin-allow-popups")]
        }
    }

    /// What a page's script reports.
    ///
    /// - Returns: the name that the page gave itself, and the event.
    static func pageEvent(_ fields: DeskFields) throws(Failure) -> (page: String, event: PageEvent) {
        guard let page = fields["page"], page.utf8.count <= 64 else { throw Failure(.badInput, "the page has no name") }
        let event: PageEvent =
            switch fields["action"] {
            case "open": .open
            case "leave": .leave
            case "closed": .windowClosed
            case "message":
                .message(
                    raw: fields["raw"] ?? "", origin: fields["origin"] ?? "",
                    source: fields["source"].flatMap(PagePost.Source.init(rawValue:)) ?? .other)
            default: .tick
            }
        return (page, event)
    }

    /// The answer to a page's script.
    static func answer(_ commands: [PageCommand], _ flow: some InteractiveFlow, to page: String) -> DeskResponse {
        .json([
            "commands": .array(commands.map(\.json)), "current": .bool(flow.page == page), "ended": .bool(flow.isEnded),
        ])
    }
}
