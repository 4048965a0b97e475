// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// How many entries of a list are shown: the option `--limit`.
package struct ListLimit {
    package let count: Int

    /// - Throws: `.badInput` for a text that is not a number, `.usage` for a number that is out of range.
    package init(text: String, in range: ClosedRange<Int>) throws(Failure) {
        count = try FieldID.limit.value(of: text)
        guard range.contains(count) else {
            throw Failure(.usage, .limit, "from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
