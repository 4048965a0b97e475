// SPDX-License-Identifier: Apache-2.0

/// Why a job ends without its result, as its front end reports it.
///
/// The only error that the job libraries throw, and the only one that leaves a program.
package struct Failure: Fault, Hashable {
    package let kind: FaultKind
    package let message: String
    package let hint: String?
    /// Lines to show before the message, such as every faulty line of a table.
    package let details: [String]

    package init(_ kind: FaultKind, _ message: String, hint: String? = nil, details: [String] = []) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// The failure to report for a library's error.
    package init(_ fault: some Fault) {
        self.init(fault.kind, fault.message, hint: fault.hint, details: fault.details)
    }

    /// The failure to report for a library's error about the value of an option, whose name precedes the message.
    package init(_ fault: some Fault, _ option: String?) {
        self.init(
            fault.kind, (option.map { "\($0): " } ?? "") + fault.message, hint: fault.hint,
            details: fault.details)
    }

    /// The failure to report for an error of a call with untyped errors. One that is not a `Fault` is a bug.
    package init(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let fault as any Fault: self.init(fault)
        default: self.init(.bug, "unexpected error: \(type(of: error))")
        }
    }
}
