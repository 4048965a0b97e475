// SPDX-License-Identifier: Apache-2.0

package import HTTP

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
