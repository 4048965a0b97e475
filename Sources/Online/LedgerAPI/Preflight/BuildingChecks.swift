// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

extension Failure {
    /// Combines all complaints in one failure, with the first one's hint.
    package init(_ complaints: [Complaint]) {
        let text = complaints.map { complaint in
            complaint.message + (complaint.code.map { " (\($0))" } ?? "")
        }.joined(separator: "; ")
        self.init(.badInput, Wording(text), hint: complaints.lazy.compactMap(\.hint).first)
    }
}

extension Preflight where Source.Failure == Codec.Failure {
    /// Checks a transaction that is being built.
    ///
    /// - Returns: the warnings, which the user must resolve before submission.
    /// - Throws: a failure with all complaints.
    package static func check(
        building envelope: TransactionEnvelope, in view: inout Source, now: Timestamp
    ) throws(Failure) -> [Complaint] {
        var check = try Preflight(view, now: now, .building)
        defer { view = check.view }
        let complaints = try check.complaints(about: envelope)
        guard complaints.isEmpty else { throw Codec.Failure(complaints) }
        return check.warnings
    }
}
