// SPDX-License-Identifier: Apache-2.0

import Codec

/// Why the anchor rejects a request.
struct AnchorRefusal: Error {
    let status: Int
    let body: JSON

    /// An error message, under `error` as in all SEPs.
    init(_ status: Int, _ reason: String) {
        self.init(status, body: ["error": .string(reason)])
    }

    init(_ reason: String) { self.init(400, reason) }

    init(_ status: Int, body: JSON) {
        self.status = status
        self.body = body
    }

    static let notFound = AnchorRefusal(404, "The practice anchor has nothing at this address.")
    static let methodNotAllowed = AnchorRefusal(405, "This address does not take this method.")
    static let full = AnchorRefusal(503, "The practice anchor is full: wait, or restart it.")
}
