// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A complete HTTP response.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code, 200 to 599 in practice.
    package let status: Int
    /// The header fields of the final response, names in lower case, in the order received.
    package let headers: [HTTPHeader]
    package let body: [UInt8]

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with the given name, ignoring case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// Whether the status is a redirect: 301, 302, 303, 307 or 308.
    package var isRedirect: Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }
}

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
