// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import HTTP

/// What happens next in a transfer, or what it needs to go on.
package enum TransferStep {
    /// Nothing is needed.
    case notice(TransferNotice)
    /// The questions about customer data begin. Nothing is needed.
    case customerData
    /// The transfer is in the journal, with this number.
    case recorded(number: Int64)
    /// Go on after so many seconds.
    case wait(seconds: UInt64)
    /// The cost, as far as it is known. Nothing is needed.
    case fee(TransferFee)

    /// Answer with `.text`, or with `.later` for a further field before the transfer is recorded.
    case question(TransferQuestion)
    /// Answer with `.profile`: opened, or nil to go on without.
    ///
    /// - isAsked: whether the user is to be asked first whether it may be used.
    case profile(isAsked: Bool)
    /// Answer with `.customer`.
    case customerFields(CustomerRequest)
    /// The anchor would get these fields for the first time: answer with `.agreed`.
    case disclosure([String])
    /// All that the anchor is told: answer with `.agreed`, and the transfer is begun.
    case summary([AnchorFact])
    /// It may have been begun already, as one of these: answer with `.transfer`.
    case mayHaveBegun([Transfer])

    /// The anchor has the transfer. Nothing follows.
    case result(TransferResult)
}

/// An answer to a step that needs one.
package enum TransferAnswer {
    /// Nil leaves out what is optional, and takes the usual value where there is one.
    case text(String?)
    /// Leaves a further field to the summary, for front ends that keep no values in between.
    case later
    case profile(OpenProfile?)
    case customer(CustomerAnswers)
    case agreed(Bool)
    /// The id of the transfer that it is; nil when it is none of them.
    case transfer(id: String?)
}

/// What a front end does with a step.
package enum TransferReply {
    /// Goes on, with an answer if the step needs one.
    case goOn(TransferAnswer? = nil)
    /// Ends here. What is recorded stays, and can be resumed.
    case stop
}

/// A transfer that an anchor has, and what to do next.
package struct TransferResult {
    /// The document of `coldstar-submit anchor deposit --json` and the like.
    package let document: JSON
    /// The details for people; text from the anchor is not escaped.
    package let facts: [AnchorFact]
    /// The anchor's page to open now. It is not stored: anyone who has it can continue as this customer.
    package let page: HTTPURL?
    /// What the anchor waits for, such as the payment; nil for nothing that Coldstar does.
    package let next: NextStep?
    /// Follows the transfer; nil when it is final or cannot be followed.
    package let watching: NextStep?

    /// Whether the anchor waits for a payment.
    package var isPaidNow: Bool {
        if case .anchor(.payWithdrawal) = next { true } else { false }
    }
}

/// Something about a running transfer that needs no answer.
package enum TransferNotice: Hashable, Sendable {
    /// Who it is for.
    package enum Level: Hashable, Sendable {
        /// Someone who watches each step.
        case progress
        /// Someone who has just answered: the anchor objects.
        case objection
        /// Someone who has to answer more than was said before.
        case detour
        case remark
    }

    /// The anchor asks for customer data on its own page.
    case dataOnPage
    case noDataWanted
    case dataNotNamedBeforehand
    case dataAccepted
    case dataBeingChecked
    /// The anchor did not accept customer data; its words, escaped.
    case dataNotAccepted(String)
    /// The anchor wants customer data before it begins the transfer; its words, escaped.
    case dataNeededFirst(String)
    /// The anchor asks for customer data while the transfer is under way.
    case moreDataWanted
    /// The anchor asks again for details of the transfer.
    case detailsWanted
    /// The anchor does not list the transfer that may have been begun.
    case unknownToAnchor
    /// Remarks about the ledger's servers; escaped.
    case servers([String])

    package var level: Level {
        switch self {
        case .dataOnPage, .noDataWanted, .dataNotNamedBeforehand, .dataAccepted, .dataBeingChecked: .progress
        case .dataNotAccepted: .objection
        case .dataNeededFirst: .detour
        case .moreDataWanted, .detailsWanted, .unknownToAnchor, .servers: .remark
        }
    }

    /// The notice for people, seldom more than one line; escaped.
    ///
    /// - Parameter domain: the anchor's.
    package func lines(at domain: String) -> [String] {
        switch self {
        case .dataOnPage: ["\(domain) requires more information; open its page"]
        case .noDataWanted: ["\(domain) asks for no customer data"]
        case .dataNotNamedBeforehand: ["\(domain) does not say beforehand what it wants to know"]
        case .dataAccepted: ["\(domain) has accepted what it knows about you"]
        case .dataBeingChecked: ["\(domain) is looking at what it was given"]
        case .dataNotAccepted(let words), .dataNeededFirst(let words): [words]
        case .moreDataWanted: ["\(domain) wants to know more about you"]
        case .detailsWanted: ["\(domain) asks again for details of this transfer"]
        case .unknownToAnchor: ["\(domain) does not know this transfer: starting a new one"]
        case .servers(let lines): lines
        }
    }
}
