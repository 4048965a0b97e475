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
    /// What a program that embeds the libraries can act upon.
    package let codes: [FailureCode]

    package init(
        _ kind: FaultKind, _ reason: Wording, hint: Wording? = nil, details: [FailureDetail] = [],
        codes: [FailureCode] = []
    ) {
        self.init(kind, nil, reason, hint: hint, details: details, codes: codes)
    }

    /// A failure of one input.
    package init(
        _ kind: FaultKind, _ field: FieldID?, _ reason: Wording, hint: Wording? = nil, details: [FailureDetail] = [],
        codes: [FailureCode] = []
    ) {
        self.kind = kind
        self.field = field
        self.reason = reason
        self.hint = hint
        self.details = details
        self.codes = codes
    }

    /// The failure to report for a library's error.
    package init(_ fault: some Fault) {
        if let failure = fault as? Failure {
            self = failure
        } else {
            self.init(fault.kind, fault.wording, hint: fault.hint, details: fault.details, codes: fault.codes)
        }
    }

    /// The failure to report for a library's error about an input.
    package init(_ fault: some Fault, _ field: FieldID?) {
        let failure = Failure(fault)
        self.init(
            fault.kind, field ?? failure.field, failure.reason, hint: fault.hint, details: fault.details,
            codes: fault.codes)
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

/// What happened, for a program that acts upon it without reading the message.
package struct FailureCode: Hashable, Sendable {
    /// The network's code, such as `op_underfunded`, or one of this project's.
    package let text: String
    /// The operation, from 0; nil for the transaction, and for what is none.
    package let operation: Int?

    package init(_ text: String, operation: Int? = nil) { (self.text, self.operation) = (text, operation) }

    /// The PIN does not open the key, or its file is damaged.
    package static let wrongPIN = FailureCode("wrong_pin")
    /// A new PIN is too easy to guess.
    package static let weakPIN = FailureCode("weak_pin")
    /// The person did not agree.
    package static let declined = FailureCode("declined")
    /// An answer to a question of the review is not what it asks for.
    package static let wrongAnswer = FailureCode("wrong_answer")
    /// The review refuses, or a policy does.
    package static let forbidden = FailureCode("forbidden")
}

/// A line to show before a failure's message, such as what is wrong with one line of a table.
package struct FailureDetail: Hashable, Sendable {
    /// The file's name, escaped; nil for a detail that is not about a line of a file.
    package let origin: String?
    /// Counted from 1.
    package let line: Int?
    /// The column of a table, by its name; nil for a detail about the line as a whole.
    package let column: String?
    /// What is wrong, without the place.
    package let text: Wording

    /// What is wrong with a line of a file, or with one cell of a table.
    package init(_ origin: String, line: Int, column: String? = nil, _ text: Wording) {
        (self.origin, self.line, self.column, self.text) = (origin, line, column, text)
    }

    package init(_ text: Wording) { (origin, line, column, self.text) = (nil, nil, nil, text) }

    /// The place, and what is wrong.
    package var wording: Wording {
        guard let origin, let line else { return text }
        return "\(origin):\(line): \(text)"
    }
}

/// An error that says what kind it is, what is wrong, and what to do about it.
///
/// Every error that a library lets a front end see conforms, so that one conversion serves all of them.
package protocol Fault: Error {
    var kind: FaultKind { get }
    /// One lower-case line: what is wrong, and where.
    var message: String { get }
    /// The message for a front end, which shows the inputs that it names in its own way. Without inputs, it is the
    /// message.
    var wording: Wording { get }
    /// What to do about it, if known.
    var hint: Wording? { get }
    /// Lines to show before the message.
    var details: [FailureDetail] { get }
    /// What a program that embeds the libraries can act upon.
    var codes: [FailureCode] { get }
}

extension Fault {
    package var wording: Wording { Wording(message) }
    package var hint: Wording? { nil }
    package var details: [FailureDetail] { [] }
    package var codes: [FailureCode] { [] }
}

/// The kinds of faults, by what the user can do about them. A front end derives from the kind how it ends or what it
/// shows; the programs end with one exit code per kind.
package enum FaultKind: Hashable, Sendable, CaseIterable {
    /// The ledger or the anchor refused permanently.
    case refusedByLedger
    /// Wrong options or arguments.
    case usage
    /// Undecodable input, wrong network, bad signature, or an invalid address, amount or challenge.
    case badInput
    /// An input file, key or record does not exist.
    case noInput
    /// Network or server not reachable; nothing was lost, safe to run again.
    case unreachable
    /// A bug in Coldstar.
    case bug
    /// The output exists or cannot be written.
    case cannotCreate
    /// Unknown outcome; recorded in the journal.
    case unknownYet
    /// A server violated its protocol.
    case protocolBroken
    /// Wrong PIN, a policy, a REFUSE rule, or the user declined.
    case refused

    /// The name in documents, which never changes.
    package var name: String {
        switch self {
        case .refusedByLedger: "refused-by-ledger"
        case .usage: "usage"
        case .badInput: "bad-input"
        case .noInput: "no-input"
        case .unreachable: "unreachable"
        case .bug: "bug"
        case .cannotCreate: "cannot-create"
        case .unknownYet: "unknown-yet"
        case .protocolBroken: "protocol-broken"
        case .refused: "refused"
        }
    }
}
