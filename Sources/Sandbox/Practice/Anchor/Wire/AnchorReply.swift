// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto

/// The anchor's response.
package struct AnchorReply: Sendable {
    package enum Content: Sendable {
        case json(JSON)
        case toml(String)
        case page(String)
        /// A response without a body.
        case nothing
    }

    package let status: Int
    package let content: Content

    init(_ status: Int = 200, _ content: Content) {
        self.status = status
        self.content = content
    }

    init(_ json: JSON, status: Int = 200) { self.init(status, .json(json)) }

    init(_ refusal: AnchorProblem) { self.init(refusal.status, .json(refusal.body)) }

    /// The JSON document; nil if the content is not JSON.
    package var json: JSON? {
        guard case .json(let json) = content else { return nil }
        return json
    }

    /// The text of a page or a stellar.toml.
    package var text: String? {
        switch content {
        case .toml(let text), .page(let text): text
        case .json, .nothing: nil
        }
    }

    /// What a page may do: it is a form, and says to the wallet's page what became of it. Its URL must not be
    /// disclosed.
    package static let pagePolicy =
        "default-src 'none'; script-src 'sha256-\(Base64.encode(SHA256.hash(Array(HTML.postingScript.utf8))))'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

    /// The response to a body larger than the limit.
    package static let tooLarge = AnchorReply(AnchorProblem(413, "The body is larger than the practice anchor reads."))
    /// The response to a path with invalid percent escapes.
    package static let malformed = AnchorReply(AnchorProblem("The address or the body of the request does not decode."))
}

/// Why the anchor rejects a request.
struct AnchorProblem: Error {
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

    static let notFound = AnchorProblem(404, "The practice anchor has nothing at this address.")
    static let methodNotAllowed = AnchorProblem(405, "This address does not take this method.")
    static let full = AnchorProblem(503, "The practice anchor is full: wait, or restart it.")
}
