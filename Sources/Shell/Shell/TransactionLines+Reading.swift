// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff

extension TransactionSource {
    /// Reads TX as `TransactionInput` does, with room for the lines of a batch.
    package init(_ argument: String?) throws(Failure) { self = try TransactionSource(try TransactionLines(argument)) }
}

extension TransactionLines {
    /// Reads TX as `TransactionSource` does.
    ///
    /// - Parameter number: the number of this argument among several, so that errors can tell them apart.
    package init(_ argument: String?, number: Int? = nil) throws(Failure) {
        let (bytes, origin, isText) = try TransactionInput.content(argument, number: number, limit: Self.limit)
        self = try TransactionLines(bytes, origin: origin, isText: isText)
    }
}
