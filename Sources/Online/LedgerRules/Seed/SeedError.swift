// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Why a seed file cannot be used.
package enum SeedError: Error, Hashable {
    case json(JSONError)
    /// The value of `field` is invalid.
    case bad(field: String, reason: String)

    package var message: String {
        switch self {
        case .json(let error): error.message
        case .bad(let field, let reason): "\(TerminalText.escape(field)) \(TerminalText.escape(reason))"
        }
    }
}
