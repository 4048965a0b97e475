// SPDX-License-Identifier: Apache-2.0

import Codec

/// A response to the browser, independent of the HTTP library.
package struct DeskResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Server-sent events, until the browser goes away.
        case events
    }

    package let status: Int
    package var headers: [(name: String, value: String)]
    package let body: Body

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A page.
    static func html(_ page: HTML, status: Int = 200) -> DeskResponse {
        DeskResponse(
            status, headers: [("Content-Type", "text/html; charset=utf-8")], body: .bytes(Array(page.markup.utf8)))
    }

    static func json(_ document: JSON, status: Int = 200) -> DeskResponse {
        DeskResponse(
            status, headers: [("Content-Type", "application/json")], body: .bytes(Array(document.text().utf8)))
    }

    /// After a form: the browser gets the page with GET, so that reloading it sends nothing again.
    ///
    /// - Parameter path: of this desk; escaped where needed.
    static func seeOther(_ path: String) -> DeskResponse {
        DeskResponse(303, headers: [("Location", Href(path).text)])
    }

    /// A file to save.
    ///
    /// - Parameter name: letters, digits, dots and hyphens.
    static func download(_ content: [UInt8], name: String, type: String) -> DeskResponse {
        DeskResponse(
            200,
            headers: [("Content-Type", type), ("Content-Disposition", "attachment; filename=\"\(name)\"")],
            body: .bytes(content))
    }

    static let events = DeskResponse(
        200, headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")], body: .events)
}
