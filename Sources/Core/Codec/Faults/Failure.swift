// SPDX-License-Identifier: Apache-2.0

/// Why a job ends without its result, as its front end reports it.
///
/// The only error that the job libraries throw, and the only one that leaves a program.
package struct Failure: Fault, Hashable {
    package let kind: FaultKind
    /// The input that is wrong; nil for none, or for more than one.
    package let field: FieldID?
    /// What is wrong, without the field.
    package let reason: Wording
    package let hint: Wording?
    /// Lines to show before the message, such as every faulty line of a table.
    package let details: [FailureDetail]

    package init(_ kind: FaultKind, _ reason: Wording, hint: Wording? = nil, details: [FailureDetail] = []) {
        self.init(kind, nil, reason, hint: hint, details: details)
    }

    /// A failure of one input.
    package init(
        _ kind: FaultKind, _ field: FieldID?, _ reason: Wording, hint: Wording? = nil, details: [FailureDetail] = []
    ) {
        self.kind = kind
        self.field = field
        self.reason = reason
        self.hint = hint
        self.details = details
    }

    /// The failure to report for a library's error.
    package init(_ fault: some Fault) {
        if let failure = fault as? Failure {
            self = failure
        } else {
            self.init(fault.kind, fault.wording, hint: fault.hint, details: fault.details)
        }
    }

    /// The failure to report for a library's error about an input.
    package init(_ fault: some Fault, _ field: FieldID?) {
        let failure = Failure(fault)
        self.init(fault.kind, field ?? failure.field, failure.reason, hint: fault.hint, details: fault.details)
    }

    /// The failure to report for an error of a call with untyped errors. One that is not a `Fault` is a bug.
    package init(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let fault as any Fault: self.init(fault)
        default: self.init(.bug, "unexpected error: \(String(describing: type(of: error)))")
        }
    }

    package var wording: Wording { field.map { "\(field: $0): \(reason)" } ?? reason }

    package var message: String { wording.plain }
}
