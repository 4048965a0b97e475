// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP

/// Horizon's error format, `application/problem+json`.
///
/// - Source: RFC 7807; https://stellar.org/horizon-errors/
package struct HorizonProblem: Hashable, Sendable {
    package let status: Int
    /// The last part of `type`: `not_found`, `transaction_failed`, `bad_request`, …
    package let kind: String
    package let title: String
    package let detail: String?
    package let extras: JSON?

    /// Nil when the response is not in this format: then it does not come from Horizon.
    package init?(_ response: HTTPResponse) {
        guard let json = try? JSON(parsing: response.body), let type = json["type"]?.asString,
            let title = json["title"]?.asString, json["status"]?.asInteger(Int.self) == response.status
        else { return nil }
        status = response.status
        kind = type.split(separator: "/").last.map(String.init) ?? ""
        self.title = title
        detail = json["detail"]?.asString
        extras = json["extras"]
    }

    /// The problem on one line, escaped.
    package var message: String {
        var text = "Horizon refuses: \(TerminalText.escape(title))"
        if let field = extras?["invalid_field"]?.asString, let reason = extras?["reason"]?.asString {
            text += " (\(TerminalText.escape(field)): \(TerminalText.escape(reason)))"
        } else if let detail {
            text += " (\(TerminalText.escape(detail)))"
        }
        return text
    }
}
