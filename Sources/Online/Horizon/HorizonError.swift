// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import TextCodec

/// Why a question to Horizon has no answer. Text out of answers is escaped.
package enum HorizonError: Error, Hashable {
    /// There is no HTTP answer.
    case unreachable(HTTPError)
    /// What came back is not what Horizon answers: `what` is wrong, in the answer to `request`.
    case protocolBroken(what: String, request: String)
    /// Horizon says, in its own form, that there is no such thing.
    case notFound(request: String)
    /// Too many requests; seconds to wait, if it says so.
    case rateLimited(retryAfter: Int?)
    /// 5xx: Horizon or something before it does not work just now.
    case unavailable(status: Int, retryAfter: Int?)
    /// Horizon refuses the request and says why.
    case problem(HorizonProblem)
    /// The server belongs to another network than the one asked for.
    case otherNetwork(found: String, expected: String)

    /// A 404 counts only in Horizon's own form: any server has pages that are not there.
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

    /// Whether another server may well have the answer: this one cannot be asked just now.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(let error): error.isAbsence
        case .rateLimited, .unavailable: true
        case .protocolBroken, .notFound, .problem, .otherNetwork: false
        }
    }

    /// Seconds after which a server that has no time just now may be asked again; nil where waiting is not what it asks for.
    var pause: UInt64? {
        switch self {
        case .rateLimited(let seconds), .unavailable(503, let seconds): UInt64(max(1, seconds ?? 2))
        case .unreachable, .protocolBroken, .notFound, .unavailable, .problem, .otherNetwork: nil
        }
    }

    package var message: String {
        switch self {
        case .unreachable(let error): error.message
        case .protocolBroken(let what, let request): "the answer to \(request) is not Horizon's: \(what)"
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
