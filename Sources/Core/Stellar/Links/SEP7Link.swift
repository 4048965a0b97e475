// SPDX-License-Identifier: Apache-2.0

/// A `web+stellar:` link: another program's request to sign or to pay.
///
/// Parsed strictly: each parameter at most once, valid escapes, nothing after the signature. Unknown parameters are
/// ignored, as SEP-7 requires; a signature covers them nevertheless.
///
/// - Source: SEP-7.
package enum SEP7Link: Hashable, Sendable {
    case transaction(SEP7Transaction)
    case pay(SEP7Pay)

    /// What every link begins with.
    package static let scheme = "web+stellar:"

    package init(_ text: String) throws(SEP7Error) { try self.init(text, depth: 0) }

    /// - Parameter depth: the number of links that contain this one.
    init(_ text: String, depth: Int) throws(SEP7Error) {
        let query = try SEP7Query(text)
        let terms = try SEP7Terms(query, depth: depth)
        self =
            query.operation == "pay"
            ? .pay(try SEP7Pay(query, terms)) : .transaction(try SEP7Transaction(query, terms))
    }

    package var terms: SEP7Terms {
        switch self {
        case .transaction(let link): link.terms
        case .pay(let link): link.terms
        }
    }
}
