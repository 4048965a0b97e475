// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A part of a review's page, for front ends that are not terminals. All text is printable ASCII; whatever comes from outside is
/// escaped.
package enum ReviewPart: Hashable, Sendable {
    /// A piece of a sentence.
    package enum Span: Hashable, Sendable {
        case words(String)
        /// An address in groups of four characters, and the book's names for it, quoted.
        case address(String, name: String?)
        case field(FieldID)
        case step(NextStep)
    }

    /// A sentence after a label.
    package struct Entry: Hashable, Sendable {
        /// Such as `Source`, `1.` for an operation, or `WARN W-MEMO:` for a finding; may be empty.
        package let label: String
        package let spans: [Span]
        package let isStrong: Bool
        /// The level of a finding; nil for everything else.
        package let level: Level?
        /// The blanks before the label on a terminal: deeper ones belong to the entry above.
        package let indent: Int

        /// Whether it is an operation's line.
        package var isOperation: Bool {
            label.last == "." && label.dropLast().allSatisfy(\.isNumber) && label.count > 1
        }
    }

    /// A sentence that has no label, such as a title.
    case line(String, indent: Int)
    case entry(Entry)
    /// An empty line.
    case gap
}
