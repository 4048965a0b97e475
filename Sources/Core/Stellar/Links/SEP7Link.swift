// SPDX-License-Identifier: Apache-2.0

/// A `web+stellar:` link: a request from some other program to sign or to pay.
///
/// Read strictly: each parameter at most once, right escapes, nothing behind the signature. Parameters that are not known are
/// passed over, as SEP-7 wants it; a signature covers them all the same.
///
/// - Source: SEP-7.
package enum SEP7Link: Hashable, Sendable {
    case transaction(SEP7Transaction)
    case pay(SEP7Pay)

    /// What every link begins with.
    package static let scheme = "web+stellar:"

    package init(_ text: String) throws(SEP7Error) { try self.init(text, depth: 0) }

    /// - Parameter depth: how many links this one is inside of.
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
