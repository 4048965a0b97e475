// SPDX-License-Identifier: Apache-2.0

import CCurl

/// Parser for the dates in HTTP header fields.
///
/// - Source: RFC 9110 §5.6.7.
package enum HTTPDate {
    /// Seconds since 1970; nil when libcurl cannot parse the text as a date.
    package static func seconds(_ text: String) -> Int64? {
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Int64(seconds)
    }
}
