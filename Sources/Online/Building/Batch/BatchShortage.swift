// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A batch whose payers cannot spend what it needs.
package struct BatchShortage: Presentable, Sendable {
    package let funding: BatchFunding
    /// All errors found, by line of the file.
    package let lines: [FailureDetail]
    let origin: String
    /// The lowest line at which the funds of an asset run out.
    let firstLine: Int

    /// The error to end with; its details are not included.
    package var failure: Failure {
        Failure(
            .badInput,
            "\(origin): the batch needs more than can be spent, missing \(funding.missing); nothing was done",
            hint: "the payments before line \(firstLine) are covered; add funds, or split the table there")
    }

    package var document: JSON { funding.document }

    /// The errors, and what is needed of each asset and can be spent.
    package var text: [TextPart] {
        (lines.isEmpty ? [] : [.line(lines.map(\.wording).joined(separator: "\n"))]) + [funding.table]
    }
}
