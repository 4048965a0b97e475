// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP

/// Why a request to Horizon failed. Text from responses is escaped.
package enum HorizonError: Error, Hashable {
    /// There is no HTTP response.
    case unreachable(HTTPError)
    /// The response to `request` is not a valid Horizon response: `what` is wrong with it.
    case protocolBroken(what: String, request: String)
    /// A value in the response to `request` is needed and not known to this version: `what` names it.
    case unknownValue(what: String, request: String)
    /// Horizon reports, in its own error format, that the resource does not exist.
    case notFound(request: String)
    /// Too many requests; the seconds to wait, if the server states them.
    case rateLimited(retryAfter: Int?)
    /// 5xx: Horizon or a proxy in front of it is not available at the moment.
    case unavailable(status: Int, retryAfter: Int?)
    /// Horizon rejects the request and states the reason.
    case problem(HorizonProblem)
    /// The server belongs to a network other than the expected one.
    case otherNetwork(found: String, expected: String)

    /// The error for a response whose status is not 200. A 404 counts only in Horizon's own format: any server has
    /// missing pages.
    init(_ response: HTTPResponse, request: String) {
        let problem = HorizonProblem(response)
        switch response.status {
        case 404 where problem?.kind == "not_found": self = .notFound(request: request)
        case 429: self = .rateLimited(retryAfter: RetryAfter.seconds(response))
        case 500...599: self = .unavailable(status: response.status, retryAfter: RetryAfter.seconds(response))
        default:
            self =
                problem.map { .problem($0) }
                ?? .protocolBroken(what: "status \(response.status) without an explanation", request: request)
        }
    }

    /// The error for a response of Horizon that cannot be read.
    init(_ error: JSONError, request: String) {
        if case .unknownValue = error {
            self = .unknownValue(what: error.message, request: request)
        } else {
            self = .protocolBroken(what: error.message, request: request)
        }
    }

    /// Whether another server may have the answer, because this one is unavailable at the moment.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(let error): error.isAbsence
        case .rateLimited, .unavailable: true
        case .protocolBroken, .unknownValue, .notFound, .problem, .otherNetwork: false
        }
    }

    /// Seconds after which to try an overloaded server again; nil for other errors.
    var pause: UInt64? {
        switch self {
        case .rateLimited(let seconds), .unavailable(503, let seconds): UInt64(max(1, seconds ?? 2))
        case .unreachable, .protocolBroken, .unknownValue, .notFound, .unavailable, .problem, .otherNetwork: nil
        }
    }

    package var message: String {
        switch self {
        case .unreachable(let error): error.message
        case .protocolBroken(let what, let request): "the answer to \(request) is not Horizon's: \(what)"
        case .unknownValue(let what, let request): "the answer to \(request) cannot be used: \(what)"
        case .notFound(let request): "Horizon knows nothing at \(request)"
        case .rateLimited(let wait): "Horizon takes no more requests for now" + Self.waiting(wait)
        case .unavailable(let status, let wait): "Horizon is not available (status \(status))" + Self.waiting(wait)
        case .problem(let problem): problem.message
        case .otherNetwork(let found, let expected):
            "this Horizon belongs to the network \"\(TerminalText.escape(found))\", not to "
                + "\"\(TerminalText.escape(expected))\""
        }
    }

    private static func waiting(_ seconds: Int?) -> String {
        seconds.map { "; it asks to wait \($0) s" } ?? ""
    }
}

extension HorizonError: Fault {
    package var kind: FaultKind {
        switch self {
        // Permanent: the server will respond in the same way again.
        case .unreachable(HTTPError.badCertificate(_, _)), .unreachable(.tooLarge), .unreachable(.redirectRefused),
            .unreachable(.notHTTP), .protocolBroken, .unknownValue, .notFound:
            .protocolBroken
        case .unreachable, .rateLimited, .unavailable: .unreachable
        case .problem, .otherNetwork: .badInput
        }
    }

    package var hint: Wording? {
        switch self {
        case .unreachable(HTTPError.badCertificate(_, _)):
            "use \(field: .caFile) if the server has a private certificate"
        case .unreachable(.tooLarge), .unreachable(.redirectRefused), .unreachable(.notHTTP), .protocolBroken,
            .notFound:
            "is this the URL of a Horizon server?"
        case .unknownValue: UnknownValue.hint
        case .unreachable, .rateLimited, .unavailable: "nothing was changed or lost; try again"
        case .problem: nil
        case .otherNetwork: "check \(field: .network) and \(field: .horizonURL)"
        }
    }
}

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

/// The delay that a server requests before the next request.
package enum RetryAfter {
    /// The longest delay, in seconds; larger values are reduced to it.
    package static let limit = 3600

    /// The seconds in `Retry-After`, or else in Horizon's `X-RateLimit-Reset`; nil without either, or when the value is
    /// neither a number nor a date.
    package static func seconds(_ response: HTTPResponse) -> Int? {
        response.header("retry-after").flatMap { number($0) ?? fromDate($0, response) }
            ?? response.header("x-ratelimit-reset").flatMap(number)
    }

    private static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return min(Int(text) ?? limit, limit)
    }

    /// The seconds until a date by the server's own clock, because the local one may be wrong.
    private static func fromDate(_ text: String, _ response: HTTPResponse) -> Int? {
        guard let end = HTTPDate.seconds(text), let now = response.header("date").flatMap(HTTPDate.seconds) else {
            return nil
        }
        return Int(min(max(0, end - now), Int64(limit)))
    }
}
