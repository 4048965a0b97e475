// SPDX-License-Identifier: Apache-2.0

/// One answer that came back whole.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code, 200 to 599 in practice.
    package let status: Int
    /// The fields of the final answer, names in lower case, in the order received.
    package let headers: [HTTPHeader]
    package let body: [UInt8]

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of that name, whatever its case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// A status that redirects: 301, 302, 303, 307 and 308.
    package var isRedirect: Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }
}
