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
        /// Wrong PIN, a policy, a rule that refuses, or the person declined.
        public static let refused = Kind(fault: .refused)
        /// A bug in Coldstar.
        public static let bug = Kind(fault: .bug)

        /// A name for logs; it may change.
        public var description: String { "\(fault)" }
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

    package init(_ failure: Failure) {
        kind = Kind(fault: failure.kind)
        message = Redaction.apply(failure.message)
        hint = failure.hint.map { Redaction.apply($0.plain) }
        field = failure.field.flatMap { $0.form == .named ? $0.name : nil }
    }

    package init(_ fault: some Fault) { self.init(Failure(fault)) }

    /// The message, and the hint in brackets.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
