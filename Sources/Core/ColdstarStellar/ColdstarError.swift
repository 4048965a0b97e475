// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// Why a call failed: what kind of error it is, what is wrong, and what to do about it.
///
/// Every throwing function of Coldstar's libraries throws this type. Messages never contain a secret.
public struct ColdstarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors. More may be added: compare with the ones that you handle, and treat others as failures.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        let fault: FaultKind

        /// Undecodable input, wrong network, bad signature, or an invalid address, amount or challenge.
        public static let invalidInput = Kind(fault: .badInput)
        /// A value that does not fit the call.
        public static let misuse = Kind(fault: .usage)
        /// A file, key or record does not exist.
        public static let notFound = Kind(fault: .noInput)
        /// Network or server not reachable; nothing was lost, and the call can be repeated.
        public static let unreachable = Kind(fault: .unreachable)
        /// The output exists or cannot be written.
        public static let notWritten = Kind(fault: .cannotCreate)
        /// The outcome of a submission is not known yet. It is recorded: submit the same transaction again, never
        /// rebuild it.
        public static let unknownOutcome = Kind(fault: .unknownYet)
        /// The ledger or the anchor refused permanently.
        public static let rejectedByNetwork = Kind(fault: .refusedByLedger)
        /// A server violated its protocol.
        public static let protocolViolation = Kind(fault: .protocolBroken)
        /// Wrong PIN, a policy, a rule that refuses, or the person declined; ``ColdstarError/codes`` tell which.
        public static let refused = Kind(fault: .refused)
        /// A bug in Coldstar.
        public static let bug = Kind(fault: .bug)

        /// A name for logs; it may change.
        public var description: String { "\(fault)" }
    }

    /// What happened, for a program that acts upon it.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The network's code as Horizon writes it, such as `op_underfunded` or `tx_bad_seq`; or `wrong_pin`,
        /// `weak_pin`, `declined`, `wrong_answer` (to a question of the review), `forbidden` (by the review or a
        /// policy). More may be added.
        public let text: String
        /// The operation, from 0, or of a batch the payment; nil for the transaction itself, and for codes that are
        /// not the network's.
        public let operation: Int?

        /// The text, and the operation in brackets.
        public var description: String { operation.map { "\(text) (operation \($0))" } ?? text }
    }

    /// What can be done about it.
    public let kind: Kind
    /// One lower-case line: what is wrong, and where.
    public let message: String
    /// What to do about it, if known.
    public let hint: String?
    /// The input that is wrong, in lower-case words joined by hyphens, such as `starting-balance`; nil if it is none
    /// alone.
    public let field: String?
    /// Everything that the network or the signer has a code for; empty for most errors.
    public let codes: [Code]
    /// What is wrong in particular, a line each, such as for each payment of a batch, by its number from 1.
    public let details: [String]

    /// An error of your own, for a closure that you pass: such as the one that asks for a PIN, which the person left.
    ///
    /// - Parameters:
    ///   - kind: what can be done about it; ``Kind/refused`` where a person declined.
    ///   - message: one lower-case line. It must not contain a secret.
    ///   - hint: what to do about it; nil for nothing.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = Redaction.apply(message)
        self.hint = hint.map { Redaction.apply($0) }
        (field, codes, details) = (nil, [], [])
    }

    package init(_ failure: Failure) {
        kind = Kind(fault: failure.kind)
        message = Redaction.apply(failure.message)
        hint = failure.hint.map { Redaction.apply($0.plain) }
        field = failure.field.flatMap { $0.form == .named ? $0.name : nil }
        codes = failure.codes.map { Code(text: $0.text, operation: $0.operation) }
        details = failure.details.map { Redaction.apply($0.wording.plain) }
    }

    /// The error as a job's failure; how it came to be is lost.
    package var failure: Failure {
        Failure(
            kind.fault, Wording(message), hint: hint.map { Wording($0) },
            codes: codes.map { FailureCode($0.text, operation: $0.operation) })
    }

    package init(_ fault: some Fault) { self.init(Failure(fault)) }

    /// The message, and the hint in brackets.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
