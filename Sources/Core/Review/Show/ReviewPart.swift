// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A part of a review's page, for front ends that are not terminals. All text is printable ASCII; whatever comes from outside is
/// escaped.
package enum ReviewPart: Hashable, Sendable {
    /// A piece of a sentence.
    package enum Span: Hashable, Sendable {
        case words(String)
        /// An address in groups of four characters, and the book's names for it, quoted.
        case address(String, name: String?)
    }

    /// What an entry is.
    package enum Role: Hashable, Sendable {
        /// A value under a label; without a label it continues the one above.
        case fact
        /// The memo of a transaction.
        case memo(Memo)
        case operation
        /// More about the operation above.
        case detail
        /// - Parameter ofOperation: whether it is about the operation above.
        case finding(Level, ofOperation: Bool)
        /// A sentence that belongs to the finding above.
        case reason
    }

    /// A sentence after a label.
    package struct Entry: Hashable, Sendable {
        /// Such as `Source`, `1.` for an operation, or `WARN W-MEMO:` for a finding; may be empty.
        package let label: String
        package let spans: [Span]
        package let isStrong: Bool
        package let role: Role
    }

    /// A sentence that has no label, such as a title.
    case line(String)
    /// A value after its name, such as how many findings there are.
    case pair(String, String)
    case entry(Entry)
    /// An empty line.
    case gap
}
