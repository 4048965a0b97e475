// SPDX-License-Identifier: Apache-2.0

/// Why a text is not an accepted URL. The text itself is not repeated: it may contain a password.
package enum HTTPURLError: Error, Hashable {
    case tooLong(limit: Int)
    case notASCII(offset: Int)
    /// A space or a control character.
    case notPrintable(offset: Int)
    /// Neither `https://` nor `http://` at the start.
    case unsupportedScheme
    /// http to a host that is not this machine.
    case insecure(host: String)
    /// `user@` or `user:password@` before the host.
    case userInformation
    case badHost
    case badPort
    /// A byte that is not allowed in a path or query, a `%` without two hex digits, or a `.` or `..` segment.
    case badPath(offset: Int)
    case fragment(offset: Int)

    package var message: String {
        switch self {
        case .tooLong(let limit): "a URL of more than \(limit) characters"
        case .notASCII(let offset): "a character that is not ASCII at byte \(offset) of the URL"
        case .notPrintable(let offset): "a blank or control character at byte \(offset) of the URL"
        case .unsupportedScheme: "a URL must begin with https://"
        case .insecure(let host): "http is for this machine only, \(host) needs https"
        case .userInformation: "a URL with a user name or password"
        case .badHost: "the URL's host is not a valid name or address"
        case .badPort: "the URL's port is not a number from 1 to 65535"
        case .badPath(let offset): "a wrong character, escape or dot segment at byte \(offset) of the URL"
        case .fragment(let offset): "a fragment (#) at byte \(offset) of the URL"
        }
    }
}
