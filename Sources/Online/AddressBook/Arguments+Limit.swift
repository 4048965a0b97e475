// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff

extension Arguments {
    /// `--limit`: how many entries a list has.
    ///
    /// - Throws: `.badInput` for a text that is not a number, `.usage` for a number that is out of range.
    package static func limit(_ text: String, _ range: ClosedRange<Int>) throws(Failure) -> Int {
        let limit = try number(text, .limit, as: Int.self)
        guard range.contains(limit) else {
            throw Failure(.usage, .limit, "from \(range.lowerBound) to \(range.upperBound)")
        }
        return limit
    }
}
