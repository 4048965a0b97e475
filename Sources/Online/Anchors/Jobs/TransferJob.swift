// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import Journal
package import StellarXDR

/// A deposit or withdrawal at an anchor: from what a user wants, or from where its record stands, to what the anchor
/// says then.
///
/// It settles the details, checks them, records the transfer, gives the anchor the customer data that it asks for,
/// determines the fee, and begins the transfer once the user agrees to its terms; and it goes on with a transfer that
/// the anchor has. It can be resumed after each step.
package struct TransferJob {
    private enum Stage {
        /// Before the transfer has a record.
        case details(TransferDetails)
        case steps(TransferSteps)
    }

    package let session: AnchorSession
    private let token: AccessToken
    private let sources: CustomerSources
    private let isAttended: Bool
    private var stage: Stage

    /// A new transfer.
    ///
    /// - Parameters:
    ///   - sources: customer data that may be given without a question.
    ///   - isAttended: whether a person can be asked. If not, missing data end the job.
    ///   - findIssuer: resolves the issuer in `CODE:ISSUER`, an address or the name of a contact.
    /// - Throws: `.refused` without a login.
    package init(
        _ wanted: TransferParameters, at session: AnchorSession, sources: CustomerSources, isAttended: Bool,
        findIssuer: @escaping (String) throws(Failure) -> AccountID
    ) throws(Failure) {
        (token, self.session) = (try session.token(), session)
        (self.sources, self.isAttended) = (sources, isAttended)
        stage = .details(TransferDetails(wanted, session, isAttended: isAttended, findIssuer: findIssuer))
    }

    /// The transfer of a record, at the step where it stands.
    ///
    /// - Parameters:
    ///   - fields: values of its further fields, which are not stored.
    ///   - wanted: customer fields that the anchor asked for when the transfer was to be begun, if an earlier run was
    ///     told.
    ///   - book: what the steps are recorded in.
    /// - Throws: `.refused` without a login.
    package init(
        resuming record: RecordedTransfer, at session: AnchorSession, fields: [(name: String, value: String)] = [],
        wanted: [String] = [], sources: CustomerSources, isAttended: Bool, in book: any TransferBook
    ) throws(Failure) {
        (token, self.session) = (try session.token(), session)
        (self.sources, self.isAttended) = (sources, isAttended)
        var steps = try TransferSteps(
            resuming: record, session, token: token, fields: fields, sources: sources, isAttended: isAttended,
            journal: book)
        steps.wanted = wanted
        stage = .steps(steps)
    }

    // MARK: running it

    /// Does the steps, one after the other.
    ///
    /// - Parameter take: is told of each step, and answers those that need an answer. A step that needs one is repeated
    ///   until it gets it.
    package mutating func run(
        _ take: (TransferStep, TransferJob) throws -> TransferReply
    ) throws(TransferError) {
        var answer: TransferAnswer?
        while let step = try next(answer) {
            guard case .goOn(let given) = try TransferError.catching({ try take(step, self) }) else { return }
            answer = given
        }
    }

    /// The next step; nil after the result.
    mutating func next(_ answer: TransferAnswer? = nil) throws(TransferError) -> TransferStep? {
        try TransferError.catching {
            switch stage {
            case .details(var details):
                if let answer { try details.take(answer) }
                if let question = try details.next() {
                    stage = .details(details)
                    return .question(question)
                }
                var steps = try TransferSteps(
                    details, session, token: token, sources: sources, isAttended: isAttended,
                    journal: try session.settings.journals.open())
                defer { stage = .steps(steps) }
                return try steps.next(nil)
            case .steps(var steps):
                defer { stage = .steps(steps) }
                return try steps.next(answer)
            }
        }
    }

    private var steps: TransferSteps? { if case .steps(let steps) = stage { steps } else { nil } }

    /// Its record as this run leaves it; nil before the details are settled.
    package var record: RecordedTransfer? { steps?.record }

    /// Customer fields that the anchor asked for when the transfer was to be begun: a later run may be told of them.
    package var wanted: [String] { steps?.wanted ?? [] }

    /// What the user agrees to, without the values of the further fields; complete once the fee is known.
    package var terms: [AnchorFact] { steps?.terms ?? [] }

    /// All fields that are open at a question about one: for front ends that ask for them at once.
    package func openQuestions() throws(TransferError) -> [TransferQuestion] {
        try TransferError.catching { try steps?.openQuestions() ?? [] }
    }
}
