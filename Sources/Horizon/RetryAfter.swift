// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

/// How long a server asks to be left alone.
package enum RetryAfter {
    /// Longer than this nobody waits; a larger number is taken for a slip.
    package static let limit = 3600

    /// Seconds from `Retry-After`, else from Horizon's own `X-RateLimit-Reset`; nil without either, or for a date.
    package static func seconds(_ response: HTTPResponse) -> Int? {
        for name in ["retry-after", "x-ratelimit-reset"] {
            if let text = response.header(name), let seconds = UInt32(text) { return min(Int(seconds), limit) }
        }
        return nil
    }
}
